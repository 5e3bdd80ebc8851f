# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""The legal moves of a board as Python sees them."""

cimport cython
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF

from shogi_fast.core.legality cimport is_legal
from shogi_fast.core.movegen cimport count_legal, generate_legal
from shogi_fast.locking cimport Section, lock, unlock
from shogi_fast.move cimport MOVES, Move


cdef list moves_of_codes(const move_t* codes, Py_ssize_t n):
    """Return the list of the Move objects for n codes."""
    cdef list moves = PyList_New(n)
    cdef object move
    cdef Py_ssize_t i
    for i in range(n):
        move = <object>MOVES[codes[i]]
        Py_INCREF(move)
        PyList_SET_ITEM(moves, i, move)
    return moves


cdef inline BaseBoard board_of(LegalMoves moves):
    """Return the board of a view, which stays alive if the view is given another one."""
    cdef Section section
    cdef BaseBoard board
    lock(&section, moves)
    board = moves.board
    unlock(&section)
    if board is None:            # in an object made by LegalMoves.__new__ alone
        raise TypeError("LegalMoves without a board")
    return board


@cython.final
@cython.freelist(8)
@cython.auto_pickle(False)
cdef class LegalMoves:
    """The legal moves of a board: a view that always tells of the board as it is now.

    ``len``, ``bool`` and ``in`` make no list. Iteration, indexing and ``list`` take a snapshot, so
    moves may be made on the board inside a loop over them. The order is fixed: moves on the
    board by kind of piece (pawns, knights, lances, silvers, golds, bishops, rooks, pinned pieces,
    king), then drops (pawn, lance, knight, silver, bishop, rook, gold).

    >>> moves = Board().legal_moves
    >>> len(moves), Move.from_usi("7g7f") in moves
    (30, True)
    """

    # Two threads may ask the same view, so that it is locked together with its board; a third may
    # give it another board between that board's being read and both being locked.

    def __init__(self, BaseBoard board not None):
        with cython.critical_section(self):
            # Kept until the end: the last reference to a board may run code.
            _before = self.board
            self.board = board
            self.listed = 0      # what was listed before was of another board

    cdef int count(self) except -1:
        """Return the number of moves; for a list just made of them without counting again."""
        cdef BaseBoard board = board_of(self)
        with cython.critical_section(self, board):
            if self.listed == board.version + 1 and self.board is board:
                return self.length
            return count_legal(&board.position)

    def __len__(self):
        return self.count()

    def __bool__(self):
        return self.count() != 0

    def __contains__(self, move):
        cdef BaseBoard board = board_of(self)
        if not isinstance(move, Move):
            return False
        with cython.critical_section(board):
            return is_legal(&board.position, (<Move>move).code)

    def __iter__(self):
        cdef MoveIterator moves = MoveIterator.__new__(MoveIterator)
        moves.length = self.list_codes(moves.codes)
        return moves

    def __getitem__(self, index):
        cdef move_t[MAX_MOVES] codes
        return moves_of_codes(codes, self.list_codes(codes))[index]

    cdef int list_codes(self, move_t* codes) except -1:
        """Write the codes of the moves and return their number."""
        cdef BaseBoard board = board_of(self)
        cdef int length
        with cython.critical_section(self, board):
            length = generate_legal(&board.position, codes)
            # list(view) asks for the iterator first and then for the length, as a hint.
            if self.board is board:
                self.length = length
                self.listed = board.version + 1
            return length

    def __repr__(self):
        return f"<LegalMoves ({', '.join([move.usi() for move in self])})>"


@cython.final
@cython.freelist(4)
@cython.auto_pickle(False)
cdef class MoveIterator:
    """Iterates over the moves a board had when it was asked for them.

    >>> next(iter(Board().legal_moves)) in Board().legal_moves
    True
    """

    def __iter__(self):
        return self

    def __next__(self):
        cdef Section section
        cdef int i
        lock(&section, self)
        i = self.next
        if i < self.length:
            self.next = i + 1
        unlock(&section)
        if i >= self.length:
            raise StopIteration
        return <object>MOVES[self.codes[i]]

    def __length_hint__(self):
        return self.length - self.next
