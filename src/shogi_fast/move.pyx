# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Moves and squares as Python sees them."""

cimport cython
from cpython.dict cimport PyDict_SetItem
from cpython.object cimport Py_EQ, Py_GT, Py_LE, Py_LT, Py_NE, PyObject
from cpython.ref cimport Py_INCREF
from libc.stdint cimport int64_t

from shogi_fast.arguments cimport clipped, index_of, quoted, text_of
from shogi_fast.core.types cimport (
    DROP_FROM,
    FROM_SHIFT,
    KING,
    NULL_MOVE,
    PAWN,
    PROMOTION_FLAG,
    SQUARES,
    dropped_type,
    file_of,
    is_drop,
    is_move_code,
    move_from,
    move_to,
    rank_of,
)

from shogi_fast.errors import InvalidMoveError


cdef extern from "immortal.h":
    void make_immortal(object)


cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        PyObject* tp_dict

    void PyType_Modified(PyTypeObject* type)


SQUARE_NAMES = tuple(f"{square // 9 + 1}{'abcdefghi'[square % 9]}" for square in range(SQUARES))
"""The names of all squares in order of their numbers: 1a, 1b ... 9i."""


def square(file, rank):
    """Return the number of a square.

    :param file: 1 to 9, from Black's right.
    :param rank: 1 to 9, from White's side.
    :raises ValueError: if either is out of range.

    >>> square(7, 7)
    60
    """
    cdef int64_t f = index_of(file, "a file")
    cdef int64_t r = index_of(rank, "a rank")
    if not (1 <= f <= 9 and 1 <= r <= 9):
        raise ValueError(f"file and rank run from 1 to 9, not {clipped(f)} and {clipped(r)}")
    return (f - 1) * 9 + r - 1


def parse_square(name):
    """Return the number of a square named as in USI, such as ``7g``.

    :raises ValueError: if it is no such name.

    >>> parse_square("1a")
    0
    """
    cdef str text = text_of(name, "a square's name")
    cdef int number = -1
    if len(text) == 2:
        number = square_of_characters(text[0], text[1])
    if number < 0:
        raise ValueError(f"not a square, 1a to 9i: {quoted(text, 40)}")
    return number


def square_name(square):
    """Return the USI name of a square, 0 to 80.

    :raises IndexError: if it is out of range.

    >>> square_name(80)
    '9i'
    """
    return SQUARE_NAMES[check_square(square)]


def square_file(square):
    """Return the file of a square, 1 to 9.

    :raises IndexError: if the square is out of range.

    >>> square_file(60)
    7
    """
    return file_of(check_square(square)) + 1


def square_rank(square):
    """Return the rank of a square, 1 (rank a) to 9 (rank i).

    :raises IndexError: if the square is out of range.

    >>> square_rank(60)
    7
    """
    return rank_of(check_square(square)) + 1


cdef int check_square(object square) except -1:
    """Return a square that came from Python as a C number."""
    cdef int64_t number = index_of(square, "a square")
    if not 0 <= number < SQUARES:
        raise IndexError(f"squares run from 0 to 80, not {clipped(number)}")
    return <int>number


cdef int square_of_characters(Py_UCS4 file, Py_UCS4 rank) noexcept:
    """Return the square with a file digit and a rank letter, or -1."""
    if c"1" <= file <= c"9" and c"a" <= rank <= c"i":
        return (<int>file - c"1") * 9 + <int>rank - c"a"
    return -1


cdef int code_of_usi(str text) except -1:
    """Return the code of a move written in USI; ``0000`` is the null move."""
    cdef Py_ssize_t length = len(text)
    cdef int piece_type, origin = -1, to
    cdef int letter
    if length == 4 and text == "0000":
        return NULL_MOVE
    if length == 4 or (length == 5 and text[4] == c"+"):
        to = square_of_characters(text[2], text[3])
        letter = <Py_UCS4>text[0]
        if text[1] == c"*":
            if c"a" <= letter <= c"z":
                letter -= 32
            for piece_type in range(PAWN, KING):
                if letter == b" PLNSBRG"[piece_type]:
                    origin = DROP_FROM + piece_type
        else:
            origin = square_of_characters(text[0], text[1])
        if to >= 0 and origin >= 0:
            to |= origin << FROM_SHIFT | (PROMOTION_FLAG if length == 5 else 0)
            if is_move_code(to):
                return to
    raise InvalidMoveError(
        f"not a USI move, such as 7g7f, 8h2b+ or P*5e: {quoted(text, 40)}")


cdef bint making_moves = True        # until this module has been imported


@cython.final
@cython.no_gc
cdef class Move:
    """A move: from square to square, perhaps with promotion, or a drop.

    There is one object for each of the 13,527 moves and for the null move, so that equal moves are
    identical. Immutable and hashable; ordered by code; ``int(move)`` is the code, 16 bits of
    ``to | from << 7 | promotion << 14`` where a drop has ``from = 81 + type - 1`` (the layout of
    Apery's training records). A move knows nothing of a position: what is legal, which piece
    moves and what it takes is asked of a ``Board``.

    Made by ``Move.from_usi`` and ``Move.from_int``; not by calling the class.

    >>> Move.from_usi("7g7f") is Move.from_int(7739)
    True
    """

    def __cinit__(self):
        if not making_moves:
            raise TypeError("Move objects come from Move.from_usi, Move.from_int or a Board")

    @staticmethod
    def from_usi(text):
        """Return the move that a USI text names: ``7g7f``, ``8h2b+``, ``P*5e`` or ``0000``.

        The letter of a drop may be lower case.

        :raises InvalidMoveError: if the text names no move.

        >>> Move.from_usi("8h2b+")
        Move.from_usi('8h2b+')
        """
        return move_of_code(<move_t>code_of_usi(text_of(text, "a move's text")))

    @staticmethod
    def from_int(code):
        """Return the move with a code.

        :raises InvalidMoveError: if no move has that code.

        >>> Move.from_int(10408).usi()
        'P*5e'
        """
        cdef int64_t value = index_of(code, "a code")
        if not 0 <= value < MOVE_CODES or MOVES[value] == NULL:
            raise InvalidMoveError(f"no move has the code {clipped(value)}")
        return move_of_code(<move_t>value)

    @property
    def from_square(self):
        """The square moved from, 0 to 80; None for a drop or the null move.

        >>> Move.from_usi("7g7f").from_square, Move.from_usi("P*5e").from_square
        (60, None)
        """
        if self.code == NULL_MOVE or is_drop(self.code):
            return None
        return move_from(self.code)

    @property
    def to_square(self):
        """The square moved or dropped to, 0 to 80; None for the null move.

        >>> Move.from_usi("7g7f").to_square, Move.NULL.to_square
        (59, None)
        """
        return None if self.code == NULL_MOVE else move_to(self.code)

    @property
    def drop(self):
        """The type of the piece dropped, 1 (pawn) to 7 (gold); None if the move is no drop.

        >>> Move.from_usi("G*5b").drop == PieceType.GOLD, Move.from_usi("7g7f").drop
        (True, None)
        """
        return dropped_type(self.code) if is_drop(self.code) else None

    @property
    def promotion(self):
        """Whether the piece promotes.

        >>> Move.from_usi("8h2b+").promotion, Move.from_usi("8h2b").promotion
        (True, False)
        """
        return self.code & PROMOTION_FLAG != 0

    def usi(self):
        """Return the move in USI.

        >>> Move.NULL.usi()
        '0000'
        """
        if self.code == NULL_MOVE:
            return "0000"
        to = SQUARE_NAMES[move_to(self.code)]
        if is_drop(self.code):
            return f"{' PLNSBRG'[dropped_type(self.code)]}*{to}"
        return (SQUARE_NAMES[move_from(self.code)] + to
                + ("+" if self.code & PROMOTION_FLAG else ""))

    def __str__(self):
        return self.usi()

    def __repr__(self):
        return f"Move.from_usi({self.usi()!r})"

    def __bool__(self):
        """Say whether this is a move: all are but the null move.

        >>> bool(Move.from_usi("7g7f")), bool(Move.NULL)
        (True, False)
        """
        return self.code != NULL_MOVE

    def __int__(self):
        return self.code

    def __hash__(self):
        return self.code

    def __richcmp__(self, other, int operation):
        if operation == Py_EQ:
            return self is other if isinstance(other, Move) else NotImplemented
        if operation == Py_NE:
            return self is not other if isinstance(other, Move) else NotImplemented
        if not isinstance(other, Move):
            return NotImplemented
        ours, theirs = self.code, (<Move>other).code
        if operation == Py_LT:
            return ours < theirs
        if operation == Py_LE:
            return ours <= theirs
        if operation == Py_GT:
            return ours > theirs
        return ours >= theirs

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return Move.from_int, (self.code,)


cdef void fill_moves() except *:
    """Make every Move object there will be."""
    global making_moves
    cdef int code
    cdef Move move
    for code in range(MOVE_CODES):
        if is_move_code(code) or code == NULL_MOVE:
            move = Move.__new__(Move)
            move.code = <move_t>code
            Py_INCREF(move)
            make_immortal(move)
            MOVES[code] = <void*>move
    making_moves = False


fill_moves()
# A class attribute that is an object of the class can only come after it.
PyDict_SetItem(<object>(<PyTypeObject*>Move).tp_dict, "NULL", move_of_code(NULL_MOVE))
PyType_Modified(<PyTypeObject*>Move)
