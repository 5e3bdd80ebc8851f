# cython: language_level=3, cdivision=True
# cython: embedsignature=True, embedsignature.format=clinic, binding=False
"""Lists of moves in python-shogi's order."""

cimport cython

from shogi_fast.compat.shogi._move cimport code_of_move, new_move
from shogi_fast.compat.shogi._numbers cimport their_type
from shogi_fast.compat.shogi._order cimport put_in_order
from shogi_fast.core.legality cimport is_legal
from shogi_fast.core.movegen cimport count_legal, generate_legal
from shogi_fast.core.position cimport Position
from shogi_fast.core.pseudolegal cimport generate_pseudo_legal, is_pseudo_legal
from shogi_fast.core.types cimport dropped_type, is_drop, move_from, type_of
from shogi_fast.locking cimport Section, lock, unlock

cdef extern from "Python.h":
    int Py_EnterRecursiveCall(const char* where) except -1
    void Py_LeaveRecursiveCall()


@cython.final
@cython.freelist(4)
@cython.auto_pickle(False)
cdef class MoveIterator:
    """Iterates over the moves a board had when it was asked for them.

    >>> next(Board().generate_legal_moves())
    Move.from_usi('9g9f')
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
        return new_move(self.codes[i])

    def __length_hint__(self):
        return self.length - self.next


cdef int chosen(const Position* p, move_t* moves, int n, int kinds, int dropped) noexcept nogil:
    """Keep the moves of some kinds, and return their number."""
    cdef int kept = 0
    cdef int i, kind
    for i in range(n):
        if is_drop(moves[i]):
            kind = dropped >> their_type(dropped_type(moves[i]))
        else:
            kind = kinds >> their_type(type_of(p.board[move_from(moves[i])]))
        if kind & 1:
            moves[kept] = moves[i]
            kept += 1
    return kept


cdef MoveIterator legal_moves(State state, int kinds, int dropped):
    cdef MoveIterator moves = MoveIterator.__new__(MoveIterator)
    cdef int n = generate_legal(&state.position, moves.codes)
    if kinds != ALL_KINDS or dropped != ALL_DROPS:
        n = chosen(&state.position, moves.codes, n, kinds, dropped)
    put_in_order(&state.position, moves.codes, n)
    moves.length = n
    return moves


cdef MoveIterator pseudo_legal_moves(State state, int kinds, int dropped):
    cdef MoveIterator moves = MoveIterator.__new__(MoveIterator)
    cdef int n = generate_pseudo_legal(&state.position, moves.codes)
    if kinds != ALL_KINDS or dropped != ALL_DROPS:
        n = chosen(&state.position, moves.codes, n, kinds, dropped)
    put_in_order(&state.position, moves.codes, n)
    moves.length = n
    return moves


cdef int refuse_pickle() except -1:
    """Refuse what boards of python-shogi, which have generators as attributes, are pickled as."""
    raise TypeError("a board that python-shogi itself has pickled cannot be loaded: keep its "
                    "sfen() and its moves as text")


# A class in Python may have methods of its own in place of Board's, and these are asked then. They
# may ask for the moves again: Python's limit of recursion holds for what is called from here too.


cdef object asked(object generate):
    """Return an iterator over what a method in Python generates."""
    Py_EnterRecursiveCall(" while the moves of a board are asked for")
    try:
        return iter(generate())
    finally:
        Py_LeaveRecursiveCall()


cdef object told(object method, tuple arguments):
    """Return what a method in Python says."""
    Py_EnterRecursiveCall(" while a method of a board is called")
    try:
        return method(*arguments)
    finally:
        Py_LeaveRecursiveCall()


cdef bint truth(object is_one, object move) except -1:
    """Return what a method in Python says of a move."""
    Py_EnterRecursiveCall(" while a board is asked for a move")
    try:
        return bool(is_one(move))
    finally:
        Py_LeaveRecursiveCall()


@cython.freelist(8)
@cython.auto_pickle(False)
cdef class MoveGenerator:
    """What both generators have in common; one without a board, if made itself.

    >>> isinstance(Board().legal_moves, MoveGenerator)
    True
    """

    cdef int take_board(self, State board) except -1:
        with cython.critical_section(self):
            # Kept until the end: the last reference to a board may run code.
            _before = self.state
            self.state = board
        return 0

    cdef State asked_board(self):
        """Return the board, which stays alive if somebody gives this another one."""
        cdef Section section
        cdef State board
        lock(&section, self)
        board = self.state
        unlock(&section)
        if board is None:        # in an object made by __new__ alone
            raise TypeError("a generator without a board")
        return board

    @property
    def board(self):
        """The board whose moves these are.

        >>> Board().legal_moves.board == Board()
        True
        """
        return self.asked_board()

    def __bool__(self):
        return len(self) != 0

    def __reduce__(self):
        return type(self), (self.asked_board(),)

    def __setstate__(self, state):
        refuse_pickle()


@cython.auto_pickle(False)
cdef class LegalMoveGenerator(MoveGenerator):
    """LegalMoveGenerator(board)\n--\n
    The legal moves of a board, as they are at the time of asking.

    >>> moves = Board().legal_moves
    >>> len(moves), Move.from_usi("7g7f") in moves
    (30, True)
    """

    def __init__(self, State board not None):
        self.take_board(board)

    def __len__(self):
        cdef State board = self.asked_board()
        if board.plain:
            with cython.critical_section(board):
                return count_legal(&board.position)
        return len(list(asked(board.generate_legal_moves)))

    def __iter__(self):
        cdef State board = self.asked_board()
        if board.plain:
            with cython.critical_section(board):
                return legal_moves(board, ALL_KINDS, ALL_DROPS)
        return asked(board.generate_legal_moves)

    def __contains__(self, move):
        cdef State board = self.asked_board()
        if board.plain:
            with cython.critical_section(board):
                return is_legal(&board.position, code_of_move(move))
        return truth(board.is_legal, move)


@cython.auto_pickle(False)
cdef class PseudoLegalMoveGenerator(MoveGenerator):
    """PseudoLegalMoveGenerator(board)\n--\n
    The pseudo-legal moves of a board: one's own king may then be attacked.

    >>> len(Board().pseudo_legal_moves)
    30
    """

    def __init__(self, State board not None):
        self.take_board(board)

    def __len__(self):
        cdef move_t[MAX_MOVES] moves
        cdef State board = self.asked_board()
        if board.plain:
            with cython.critical_section(board):
                return generate_pseudo_legal(&board.position, moves)
        return len(list(asked(board.generate_pseudo_legal_moves)))

    def __iter__(self):
        cdef State board = self.asked_board()
        if board.plain:
            with cython.critical_section(board):
                return pseudo_legal_moves(board, ALL_KINDS, ALL_DROPS)
        return asked(board.generate_pseudo_legal_moves)

    def __contains__(self, move):
        cdef State board = self.asked_board()
        if board.plain:
            with cython.critical_section(board):
                return is_pseudo_legal(&board.position, code_of_move(move))
        return truth(board.is_pseudo_legal, move)
