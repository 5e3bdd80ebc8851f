# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The board as Python sees it."""

cimport cython
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.unicode cimport PyUnicode_DecodeASCII
from libc.string cimport memcmp, memcpy

from shogi_fast.core.bitboard cimport bb_any
from shogi_fast.core.movegen cimport (
    count_legal,
    generate_legal,
    is_legal,
    is_pseudo_legal,
    keeps_king_safe,
)
from shogi_fast.core.position cimport make_move, unmake_move
from shogi_fast.core.sfen cimport (
    MAX_SFEN,
    SFEN_BAD_COUNT,
    SFEN_BAD_PLY,
    SFEN_BAD_SIDE,
    SFEN_BOARD_FIELD,
    SFEN_CANNOT_PROMOTE,
    SFEN_COUNT_WITHOUT_PIECE,
    SFEN_END_FIELD,
    SFEN_FEW_RANKS,
    SFEN_HAND_FIELD,
    SFEN_LONE_PLUS,
    SFEN_LONG_RANK,
    SFEN_MANY_IN_HAND,
    SFEN_MANY_PIECES,
    SFEN_MANY_RANKS,
    SFEN_MISSING_SIDE,
    SFEN_NOT_IN_HAND,
    SFEN_PLY_FIELD,
    SFEN_PLY_RANGE,
    SFEN_SECOND_KING,
    SFEN_SHORT_RANK,
    SFEN_SIDE_FIELD,
    SFEN_TRAILING,
    SFEN_UNKNOWN_CHARACTER,
    STATUS_VALID,
    position_status,
    read_sfen,
    sfen_error,
    write_sfen,
)
from shogi_fast.core.types cimport MAX_MOVES, move_t
from shogi_fast.move cimport MOVES, Move, code_of_usi, move_of_code

from shogi_fast.errors import IllegalMoveError, InvalidSfenError


cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        PyTypeObject* tp_base
        object (*tp_new)(PyTypeObject* cls, object arguments, PyObject* keywords)

    const unsigned long Py_TPFLAGS_HEAPTYPE
    bint PyType_HasFeature(PyTypeObject* cls, unsigned long feature)
    bint PyType_IsSubtype(PyTypeObject* cls, PyTypeObject* base)


STARTING_SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

cdef dict PROBLEMS = {
    SFEN_MISSING_SIDE: "the side to move, 'b' or 'w', is missing",
    SFEN_UNKNOWN_CHARACTER: "unknown character",
    SFEN_SHORT_RANK: "a rank has fewer than nine squares",
    SFEN_LONG_RANK: "a rank has more than nine squares",
    SFEN_FEW_RANKS: "there are fewer than nine ranks",
    SFEN_MANY_RANKS: "there are more than nine ranks",
    SFEN_LONE_PLUS: "a '+' without a piece",
    SFEN_CANNOT_PROMOTE: "a gold or a king cannot be promoted",
    SFEN_SECOND_KING: "a second king of one side",
    SFEN_MANY_PIECES: "more than 40 pieces besides the kings",
    SFEN_BAD_SIDE: "the side to move is neither 'b' nor 'w'",
    SFEN_BAD_COUNT: "a number of pieces may not begin with 0",
    SFEN_COUNT_WITHOUT_PIECE: "a number without a piece",
    SFEN_NOT_IN_HAND: "kings and promoted pieces cannot be in hand",
    SFEN_MANY_IN_HAND: "more pieces of a kind in one hand than a set has",
    SFEN_BAD_PLY: "the move number is not a whole number",
    SFEN_PLY_RANGE: "the move number is above 99999",
    SFEN_TRAILING: "something follows the move number",
}
cdef dict FIELDS = {
    SFEN_BOARD_FIELD: "board",
    SFEN_SIDE_FIELD: "side to move",
    SFEN_HAND_FIELD: "hands",
    SFEN_PLY_FIELD: "move number",
    SFEN_END_FIELD: "end",
}


cdef object sfen_problem(str sfen, const sfen_error* error):
    """Return the exception for a text that read_sfen refused."""
    where = (f"{sfen[error.place]!r} at character {error.place + 1}"
             if error.place < len(sfen) else "at the end of the text")
    return InvalidSfenError(
        f"{FIELDS[error.field]} field: {PROBLEMS[error.problem]} ({where}) in {quoted(sfen)}")


cdef str quoted(str text):
    """Quote a text for a message, cut to 200 characters."""
    return repr(text if len(text) <= 200 else text[:200] + "...")


cdef int read_position(object sfen, bint saved, Position* position) except -1:
    cdef Position result
    cdef sfen_error error
    cdef bytes text
    if not isinstance(sfen, str):
        raise TypeError(f"an SFEN is a str, not {type(sfen).__name__}")
    # Every character outside ASCII becomes one byte that no field accepts, so places still count
    # characters.
    text = (<str>sfen).encode("ascii", "replace")
    if not read_sfen(text, len(text), saved, &result, &error):
        raise sfen_problem(sfen, &error)
    position[0] = result
    return 0


cdef Move as_move(object move):
    if not isinstance(move, Move):
        raise TypeError(f"a move is a shogi_fast.Move, not {type(move).__name__}")
    return <Move>move


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


cdef class Board:
    """A shogi position with the moves that led to it.

    :param sfen: the position, as SFEN text or ``startpos``; see ``set_sfen``.
    :param strict: refuse a position that ``status()`` has something to say of.
    :raises InvalidSfenError: if the text is refused; the message names field, character and place.

    Boards compare equal when pieces, hands and side to move are the same, whatever moves led
    there; they cannot be hashed. They can be copied, deep-copied and pickled with their moves.

    >>> board = Board()
    >>> len(board.legal_moves)
    30
    >>> board.push_usi("7g7f")
    Move.from_usi('7g7f')
    >>> board.sfen()
    'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2'
    """

    def __cinit__(self):
        # The starting position, so that a subclass which forgets to call __init__ has one too.
        cdef sfen_error error
        self.undos = NULL
        self.depth = self.capacity = 0
        read_sfen(b"startpos", 8, False, &self.position, &error)

    def __init__(self, sfen=STARTING_SFEN, *, strict=False):
        self.set_sfen(sfen, strict=strict)

    def __dealloc__(self):
        PyMem_Free(self.undos)

    # ---- position as text --------------------------------------------------------------------

    def set_sfen(self, sfen, *, strict=False):
        """Set up a position from SFEN text and forget all moves.

        Fields are separated by any run of blanks; missing hands are ``-``, a missing move number
        is 1; ``startpos`` is read too. Positions that could not arise in play from a real set are
        set up and flagged by ``status()``.

        :param strict: refuse such positions as well.
        :raises InvalidSfenError: if the text is refused; the board is then as it was.

        >>> board = Board()
        >>> board.set_sfen("4k4/9/9/9/9/9/9/9/4K4 b PPPP")
        >>> board.sfen()
        '4k4/9/9/9/9/9/9/9/4K4 b 4P 1'
        """
        cdef Position position
        cdef int status
        read_position(sfen, False, &position)
        if strict:
            status = position_status(&position)
            if status != STATUS_VALID:
                from shogi_fast.status import Status

                raise InvalidSfenError(
                    f"strict reading refuses {Status(status)!r} in {quoted(sfen)}")
        self.position = position
        self.depth = 0

    def sfen(self, *, ply=True):
        """Return the position as canonical SFEN text.

        Hands are written R B G S N L P, Black's first.

        :param ply: whether to end with the number of the next move.

        >>> Board().sfen(ply=False)
        'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -'
        """
        cdef char[MAX_SFEN] text
        cdef int length = write_sfen(&self.position, text, ply)
        return PyUnicode_DecodeASCII(text, length, NULL)

    def status(self):
        """Return what is wrong with the position, as ``Status`` flags.

        >>> Board("4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1").status()
        <Status.TWO_PAWNS: 1>
        """
        # Imported here, as enum would take a quarter of the time to import the package.
        from shogi_fast.status import Status

        return Status(position_status(&self.position))

    def is_valid(self):
        """Say whether ``status()`` has nothing to say.

        >>> Board().is_valid()
        True
        """
        return position_status(&self.position) == STATUS_VALID

    def __repr__(self):
        return f"{type(self).__name__}({self.sfen()!r})"

    # ---- what stands and who moves -----------------------------------------------------------

    @property
    def turn(self):
        """The color to move: ``BLACK`` (0) or ``WHITE`` (1)."""
        return self.position.side

    @property
    def ply(self):
        """The number of the next move, as SFEN counts: 1 at the start of a game."""
        return self.position.ply

    @property
    def key(self):
        """A 64-bit number for board, hands and side to move.

        Equal positions have equal keys, on every platform and in every version with the same
        first number. It does not depend on the moves that led there.
        """
        return self.position.key

    def is_check(self):
        """Say whether the king of the side to move is attacked; without a king it never is.

        >>> Board("4k4/9/9/9/9/9/9/9/4R4 w - 1").is_check()
        True
        """
        return bb_any(self.position.checkers)

    # ---- moves -------------------------------------------------------------------------------

    @property
    def legal_moves(self):
        """The legal moves, as a live view: see ``LegalMoves``."""
        cdef LegalMoves view = LegalMoves.__new__(LegalMoves, self)
        return view

    def is_legal(self, move):
        """Say whether a move is legal here.

        :param move: a ``Move``.
        :raises TypeError: if it is anything else.

        >>> Board().is_legal(Move.from_usi("7g7e"))
        False
        """
        return is_legal(&self.position, as_move(move).code)

    cdef int reserve(self) except -1:
        """Make room for one more undo record."""
        cdef Py_ssize_t capacity
        cdef Undo* undos
        if self.depth == self.capacity:
            capacity = self.capacity * 2 if self.capacity else 16
            undos = <Undo*>PyMem_Realloc(self.undos, capacity * sizeof(Undo))
            if undos == NULL:
                raise MemoryError("no memory for the moves of a board")
            self.undos = undos
            self.capacity = capacity
        return 0

    cdef int push_code(self, move_t code) except -1:
        """Make a move that at least ``is_pseudo_legal`` holds for."""
        self.reserve()
        make_move(&self.position, code, &self.undos[self.depth], True)
        self.depth += 1
        return 0

    def push(self, move):
        """Make a legal move.

        :param move: a ``Move``.
        :raises IllegalMoveError: if the move is not legal here; the board is then as it was.
        :raises TypeError: if it is no ``Move``.
        """
        cdef move_t code = as_move(move).code
        if not is_legal(&self.position, code):
            raise IllegalMoveError(f"{move.usi()} is not legal in {self.sfen()!r}")
        self.push_code(code)

    def push_unchecked(self, move):
        """Make a move that is known to be legal, faster than ``push``.

        Only whether the man moves so at all is tested. A move that leaves one's own king
        attacked, a second pawn on a file or a pawn-drop mate is made all the same.

        :param move: a ``Move``.
        :raises IllegalMoveError: if no such man moves so; the board is then as it was.
        :raises TypeError: if it is no ``Move``.
        """
        self.push_pseudo_legal(as_move(move).code)

    cdef int push_pseudo_legal(self, move_t code) except -1:
        """Make a move after looking only whether it is one; see ``push_unchecked``."""
        cdef bint safe
        if not is_pseudo_legal(&self.position, code):
            raise IllegalMoveError(
                f"{move_of_code(code).usi()} cannot be made in {self.sfen()!r}")
        safe = keeps_king_safe(&self.position, code)
        self.push_code(code)
        self.position.exposed = not safe
        return 0

    def push_usi(self, str usi not None):
        """Make the legal move that a USI text names, and return it.

        :raises InvalidMoveError: if the text names no move.
        :raises IllegalMoveError: if the move is not legal here.
        """
        cdef Move move = move_of_code(<move_t>code_of_usi(usi))
        self.push(move)
        return move

    def pop(self):
        """Take back the last move and return it.

        :raises IndexError: if no move was made.

        >>> board = Board()
        >>> move = board.push_usi("2g2f")
        >>> board.pop() is move
        True
        """
        if self.depth == 0:
            raise IndexError("pop from a board on which no move was made")
        self.pop_code()
        return move_of_code(self.undos[self.depth].move)

    cdef void pop_code(self) noexcept:
        """Take back the last move; there is one."""
        self.depth -= 1
        unmake_move(&self.position, &self.undos[self.depth], True)

    @property
    def move_stack(self):
        """The moves made since the position was set up, oldest first, as a new list."""
        cdef list moves = []
        cdef Py_ssize_t i
        for i in range(self.depth):
            moves.append(move_of_code(self.undos[i].move))
        return moves

    # ---- copies and comparison ---------------------------------------------------------------

    def copy(self, *, stack=True):
        """Return a board of the same class with the same position.

        :param stack: whether the copy also knows the moves that led here.

        >>> board = Board()
        >>> twin = board.copy()
        >>> twin == board and twin is not board
        True
        """
        cdef Board twin = new_board(type(self))
        twin.position = self.position
        if stack and self.depth:
            twin.undos = <Undo*>PyMem_Malloc(self.depth * sizeof(Undo))
            if twin.undos == NULL:
                raise MemoryError("no memory for the moves of a board")
            twin.depth = twin.capacity = self.depth
            memcpy(twin.undos, self.undos, self.depth * sizeof(Undo))
        return twin

    __hash__ = None

    def __eq__(self, other):
        cdef const Position* a
        cdef const Position* b
        if not isinstance(other, Board):
            return NotImplemented
        a = &self.position
        b = &(<Board>other).position
        return (a.side == b.side and memcmp(a.board, b.board, sizeof(a.board)) == 0
                and memcmp(a.hand, b.hand, sizeof(a.hand)) == 0)

    def __reduce__(self):
        # Nothing here is asked of methods, which a subclass may have changed.
        cdef Position root = self.position
        cdef char[MAX_SFEN] text
        cdef Py_ssize_t i
        for i in range(self.depth - 1, -1, -1):
            unmake_move(&root, &self.undos[i], True)
        sfen = PyUnicode_DecodeASCII(text, write_sfen(&root, text, True), NULL)
        codes = tuple([self.undos[i].move for i in range(self.depth)])
        return _restore, (type(self), sfen, codes), getattr(self, "__dict__", None)


cdef Board new_board(type cls):
    """Return a new board of Board or a subclass of it, with the starting position.

    A class in Python has its ``__new__`` passed over: it might return what is no board, or not a
    new one. That of a class in Cython is called, as it sets up the class's own C attributes.
    """
    cdef PyTypeObject* maker = <PyTypeObject*>cls
    if not PyType_IsSubtype(maker, <PyTypeObject*>Board):
        raise TypeError("not a Board class")
    while maker != <PyTypeObject*>Board and PyType_HasFeature(maker, Py_TPFLAGS_HEAPTYPE):
        maker = maker.tp_base
    return <Board>maker.tp_new(<PyTypeObject*>cls, (), NULL)


def _restore(cls, sfen, codes):
    """Make a board again from what ``Board.__reduce__`` told."""
    cdef Board board
    cdef Position position
    if not isinstance(cls, type):
        raise TypeError("not a Board class")
    board = new_board(cls)
    read_position(sfen, True, &position)
    board.position = position
    board.depth = 0
    for code in codes:
        board.push_pseudo_legal((<Move>Move.from_int(code)).code)
    return board


@cython.no_gc_clear
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

    def __cinit__(self, Board board not None):
        self.board = board

    def __len__(self):
        return count_legal(&self.board.position)

    def __bool__(self):
        return count_legal(&self.board.position) != 0

    def __contains__(self, move):
        return isinstance(move, Move) and is_legal(&self.board.position, (<Move>move).code)

    def __iter__(self):
        return iter(self.snapshot())

    def __getitem__(self, index):
        return self.snapshot()[index]

    cdef list snapshot(self):
        cdef move_t[MAX_MOVES] codes
        cdef int n = generate_legal(&self.board.position, codes)
        return moves_of_codes(codes, n)

    def __repr__(self):
        return f"<LegalMoves ({', '.join([move.usi() for move in self])})>"
