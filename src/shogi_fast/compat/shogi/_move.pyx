# cython: language_level=3, cdivision=True
# cython: embedsignature=True, embedsignature.format=clinic, binding=False
# Indexes of Python objects are checked here: lists come from programs, or are public.
"""``Move``, and the names of squares."""

cimport cython

from shogi_fast.arguments cimport clipped, index_of, quoted
from shogi_fast.compat.shogi._numbers cimport (
    PIECE_KINDS,
    core_square,
    core_type,
    their_square,
    their_type,
)
from shogi_fast.core.types cimport (
    DROP_FROM,
    FROM_SHIFT,
    GOLD,
    PAWN,
    PROMOTION_FLAG,
    SQUARES,
    dropped_type,
    is_drop,
    move_from,
    move_to,
)

from shogi_fast.compat.shogi._piece import PIECE_SYMBOLS

SQUARE_NAMES = [f"{file}{rank}" for rank in "abcdefghi" for file in range(9, 0, -1)]


cdef int square_or_none(object square) except -2:
    """Return a square that came from Python, -1 for None."""
    cdef Py_ssize_t number
    if square is None:
        return -1
    number = index_of(square, "a square")
    if not 0 <= number < SQUARES:
        raise IndexError(f"squares run from 0 to 80, not {clipped(number)}")
    return <int>number


cdef int type_or_none(object piece_type) except -2:
    """Return a piece type that came from Python, -1 for None."""
    cdef Py_ssize_t number
    if piece_type is None:
        return -1
    number = index_of(piece_type, "a piece type")
    if not 0 <= number < PIECE_KINDS:
        raise IndexError(f"piece types run from 0 to 14, not {clipped(number)}")
    return <int>number


cdef int square_of_name(str name) except -1:
    try:
        return SQUARE_NAMES.index(name)
    except ValueError:
        raise ValueError(f"no square is called {quoted(name, 40)}") from None


cdef Move new_move(move_t code):
    cdef Move move = Move.__new__(Move)
    move.code = code
    move.target = <signed char>their_square(move_to(code))
    if is_drop(code):
        move.origin = -1
        move.dropped = <signed char>their_type(dropped_type(code))
    else:
        move.origin = <signed char>their_square(move_from(code))
        move.dropped = -1
        move.promotes = code & PROMOTION_FLAG != 0
    return move


cdef void set_code(Move move) noexcept:
    """Find the code that a move's attributes make, if there is one."""
    cdef int to, kind
    move.code = 0
    if move.target < 0:
        if move.origin < 0 and move.dropped < 0 and not move.promotes:
            move.code = NULL_MOVE
        return
    to = core_square(move.target)
    if move.origin >= 0:
        if move.dropped < 0 and move.origin != move.target:
            move.code = <move_t>(to | core_square(move.origin) << FROM_SHIFT
                                 | (PROMOTION_FLAG if move.promotes else 0))
    elif move.dropped > 0 and not move.promotes:
        kind = core_type(move.dropped)
        if PAWN <= kind <= GOLD:
            move.code = <move_t>(to | (DROP_FROM + kind) << FROM_SHIFT)


@cython.freelist(64)
@cython.auto_pickle(False)
cdef class Move:
    """Move(from_square, to_square, promotion=False, drop_piece_type=None)\n--\n
    A move from a square to a square, perhaps with promotion, or a drop, or no move at all.

    All four attributes may be set. Squares out of range are an ``IndexError``.

    :param from_square: 0 (9a) to 80 (1i); None for a drop.
    :param to_square: the same; None, together with ``from_square``, for the null move.
    :param drop_piece_type: the type of the piece dropped; None if none is.
    :raises ValueError: for a drop without a piece type or with promotion, or a piece type without
        a drop.

    >>> Move(G7, F7), Move(None, E5, drop_piece_type=PAWN)
    (Move.from_usi('7g7f'), Move.from_usi('P*5e'))
    """

    def __init__(self, from_square, to_square, promotion=False, drop_piece_type=None):
        cdef int origin = square_or_none(from_square)
        cdef int target = square_or_none(to_square)
        cdef int dropped = type_or_none(drop_piece_type)
        cdef bint promotes = bool(promotion)
        if target < 0:
            if origin >= 0 or dropped >= 0 or promotes:
                raise ValueError("a move that leads nowhere is the null move, and has nothing else")
        elif origin < 0:
            if dropped < 0:
                raise ValueError("a drop needs the type of the piece")
            if promotes:
                raise ValueError("a drop does not promote")
        elif dropped >= 0:
            raise ValueError("a move on the board drops no piece")
        self.origin = <signed char>origin
        self.target = <signed char>target
        self.dropped = <signed char>dropped
        self.promotes = promotes
        set_code(self)

    @property
    def from_square(self):
        """The square moved from; None for a drop or the null move.

        >>> Move.from_usi("9a9b").from_square
        0
        """
        return None if self.origin < 0 else self.origin

    @from_square.setter
    def from_square(self, square):
        self.origin = <signed char>square_or_none(square)
        set_code(self)

    @property
    def to_square(self):
        """The square moved or dropped to; None for the null move.

        >>> Move.from_usi("9a9b").to_square
        9
        """
        return None if self.target < 0 else self.target

    @to_square.setter
    def to_square(self, square):
        self.target = <signed char>square_or_none(square)
        set_code(self)

    @property
    def promotion(self):
        """Whether the piece promotes; ``NONE`` for the null move.

        >>> Move.from_usi("8h2b+").promotion
        True
        """
        if self.code == NULL_MOVE:
            return 0
        return self.promotes

    @promotion.setter
    def promotion(self, promotion):
        self.promotes = bool(promotion)
        set_code(self)

    @property
    def drop_piece_type(self):
        """The type of the piece dropped; None if the move is no drop.

        >>> Move.from_usi("G*5b").drop_piece_type == GOLD
        True
        """
        return None if self.dropped < 0 else self.dropped

    @drop_piece_type.setter
    def drop_piece_type(self, piece_type):
        self.dropped = <signed char>type_or_none(piece_type)
        set_code(self)

    def usi(self):
        """Return the move in USI.

        >>> Move(None, E5, False, PAWN).usi(), Move.null().usi()
        ('P*5e', '0000')
        """
        if self.target < 0:
            return "0000"
        to = SQUARE_NAMES[self.target]
        if self.origin < 0:
            return f"{PIECE_SYMBOLS[max(self.dropped, 0)].upper()}*{to}"
        return SQUARE_NAMES[self.origin] + to + ("+" if self.promotes else "")

    @classmethod
    def from_usi(cls, usi):
        """Return the move that a USI text names; ``0000`` is the null move.

        The letter of a drop may be lower case. No board is looked at.

        :raises ValueError: if the text names no move.

        >>> Move.from_usi("p*5e")
        Move.from_usi('P*5e')
        """
        cdef Py_ssize_t length
        if not isinstance(usi, str):
            raise TypeError(f"a move's text is a str, not {type(usi).__name__}")
        length = len(<str>usi)
        if usi == "0000":
            return cls.null()
        if length == 4 and usi[1] == "*":
            letter = usi[0].lower()
            if letter not in PIECE_SYMBOLS:
                raise ValueError(f"no piece has the letter {quoted(usi[0], 40)}")
            return cls(None, square_of_name(usi[2:]), False, PIECE_SYMBOLS.index(letter))
        if length == 4 or (length == 5 and usi[4] == "+"):
            return cls(square_of_name(usi[:2]), square_of_name(usi[2:4]), length == 5)
        raise ValueError(f"not a USI move, such as 7g7f, 8h2b+ or P*5e: {quoted(usi, 40)}")

    @classmethod
    def null(cls):
        """Return the null move, by which a side passes.

        >>> Move.null()
        Move.from_usi('0000')
        """
        return cls(None, None)

    def __bool__(self):
        """Say whether this is a move: all are but the null move.

        >>> bool(Move.from_usi("7g7f")), bool(Move.null())
        (True, False)
        """
        return self.target >= 0 or self.origin >= 0 or self.dropped >= 0 or self.promotes

    def __eq__(self, other):
        cdef Move move
        if not isinstance(other, Move):
            return NotImplemented
        move = <Move>other
        return (self.origin == move.origin and self.target == move.target
                and self.dropped == move.dropped and self.promotes == move.promotes)

    def __hash__(self):
        if self.origin < 0:
            return self.target | 81 + self.dropped << 7
        return self.target | self.origin << 7 | self.promotes << 14

    def __repr__(self):
        return f"Move.from_usi({self.usi()!r})"

    def __str__(self):
        return self.usi()

    def __setstate__(self, state):
        # python-shogi's own pickles have all attributes in a dict; a subclass's may have slots too.
        parts = state if isinstance(state, tuple) else (state,)
        for part in parts:
            for name, value in (part or {}).items():
                setattr(self, name, value)

    def __reduce__(self):
        return _restore, (type(self), self.from_square, self.to_square, self.promotes,
                          self.drop_piece_type), self.__getstate__()


def _restore(cls, from_square, to_square, promotion, drop_piece_type):
    """Make a move again whose attributes may have been set to what no constructor takes."""
    if not (isinstance(cls, type) and issubclass(cls, Move)):
        raise TypeError("not a Move class")
    move = cls.__new__(cls)
    move.from_square = from_square
    move.to_square = to_square
    move.promotion = promotion
    move.drop_piece_type = drop_piece_type
    return move
