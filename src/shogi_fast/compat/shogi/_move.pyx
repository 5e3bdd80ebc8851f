# cython: language_level=3, cdivision=True
# cython: embedsignature=True, embedsignature.format=clinic, binding=False
# Indexes of Python objects are checked here: lists come from programs, or are public.
"""``Move``, and the names of squares."""

cimport cython
from libc.stdint cimport int64_t

from shogi_fast.arguments cimport clipped, index_of, quoted
from shogi_fast.compat.shogi._numbers cimport (
    PIECE_KINDS,
    core_square,
    core_type,
    their_square,
    their_type,
)
from shogi_fast.compat.shogi._objects cimport delete_attribute, set_attributes
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
    cdef int64_t number
    if square is None:
        return -1
    number = index_of(square, "a square")
    if not 0 <= number < SQUARES:
        raise IndexError(f"squares run from 0 to 80, not {clipped(number)}")
    return <int>number


cdef int type_or_none(object piece_type) except -2:
    """Return a piece type that came from Python, -1 for None."""
    cdef int64_t number
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
        move.promotes = IS_TRUE if code & PROMOTION_FLAG else IS_FALSE
    return move


cdef void set_code(Move move) noexcept:
    """Find the code that a move's attributes make, if there is one.

    As there, nothing but its squares tells the null move, and a piece to drop makes it a drop.
    """
    cdef int to, kind
    move.code = 0
    if move.target < 0:
        if move.origin < 0:
            move.code = NULL_MOVE
        return
    to = core_square(move.target)
    if move.dropped > 0:
        kind = core_type(move.dropped)
        if PAWN <= kind <= GOLD and not is_promotion(move):
            move.code = <move_t>(to | (DROP_FROM + kind) << FROM_SHIFT)
    elif move.origin >= 0 and move.origin != move.target:
        move.code = <move_t>(to | core_square(move.origin) << FROM_SHIFT
                             | (PROMOTION_FLAG if is_promotion(move) else 0))


cdef inline bint is_promotion(Move move) noexcept:
    return move.promotes == IS_TRUE or move.promotes == IS_ONE


cdef int form_of(object promotion) except -1:
    """Return what tells what a promotion was given as."""
    if promotion is False:
        return IS_FALSE
    if promotion is True:
        return IS_TRUE
    if promotion is None:
        return IS_NONE
    if type(promotion) is int:
        if promotion == 0:
            return IS_ZERO
        if promotion == 1:
            return IS_ONE
    return IS_TRUE if promotion else IS_FALSE


cdef int set_parts(Move move, object origin, object target, object promotion,
                   object dropped) except -1:
    """Set all attributes of a move, once all of them are known to be good."""
    cdef int from_square = square_or_none(origin)
    cdef int to_square = square_or_none(target)
    cdef int form = form_of(promotion)
    cdef int piece_type = type_or_none(dropped)
    move.origin = <signed char>from_square
    move.target = <signed char>to_square
    move.promotes = <unsigned char>form
    move.dropped = <signed char>piece_type
    set_code(move)
    return 0


cdef move_t code_of_other(object move) except? 0:
    cdef Move twin = Move.__new__(Move)
    try:
        origin, target = move.from_square, move.to_square
        promotion, dropped = move.promotion, move.drop_piece_type
    except AttributeError:
        raise TypeError(f"a move is a Move, or has all its attributes: not "
                        f"{type(move).__name__}") from None
    set_parts(twin, origin, target, promotion, dropped)
    return twin.code


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
        cdef bint drops = bool(drop_piece_type)
        if to_square is None:
            if from_square is not None or drop_piece_type is not None or promotion:
                raise ValueError("a move that leads nowhere is the null move, and has nothing else")
        elif from_square is None:
            if drop_piece_type is None:
                raise ValueError("a drop needs the type of the piece")
            if promotion:
                raise ValueError("a drop does not promote")
            promotion = False
        elif drops:
            raise ValueError("a move on the board drops no piece")
        else:
            drop_piece_type = None
        set_parts(self, from_square, to_square, promotion, drop_piece_type)

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

        It is what it was set to if that is None, a ``bool``, 0 or 1; else whether that is true.

        >>> Move.from_usi("8h2b+").promotion
        True
        """
        if self.promotes <= IS_TRUE:
            return self.promotes == IS_TRUE
        return None if self.promotes == IS_NONE else int(self.promotes == IS_ONE)

    @promotion.setter
    def promotion(self, promotion):
        self.promotes = <unsigned char>form_of(promotion)
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
        if self.code == NULL_MOVE:
            return "0000"
        to = SQUARE_NAMES[self.target] if self.target >= 0 else ""
        if self.dropped > 0 or self.origin < 0:
            return f"{PIECE_SYMBOLS[max(self.dropped, 0)].upper()}*{to}"
        return SQUARE_NAMES[self.origin] + to + ("+" if is_promotion(self) else "")

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
        return cls(None, None, 0)

    def __bool__(self):
        """Say whether this is a move: all are but the null move.

        >>> bool(Move.from_usi("7g7f")), bool(Move.null())
        (True, False)
        """
        return self.target >= 0 or self.origin >= 0

    def __eq__(self, other):
        cdef Move move
        if not isinstance(other, Move):
            return NotImplemented
        move = <Move>other
        return (self.origin == move.origin and self.target == move.target
                and self.dropped == move.dropped and is_promotion(self) == is_promotion(move)
                and (self.promotes == IS_NONE) == (move.promotes == IS_NONE))

    def __hash__(self):
        if self.origin < 0 or self.dropped >= 0:
            return self.target | 81 + self.dropped << 7
        return self.target | self.origin << 7 | is_promotion(self) << 14

    def __repr__(self):
        return f"Move.from_usi({self.usi()!r})"

    def __str__(self):
        return self.usi()

    def __delattr__(self, name):
        delete_attribute(self, "Move", name)

    def __setstate__(self, state):
        set_attributes(self, state)

    def __reduce__(self):
        return _restore, (type(self), self.from_square, self.to_square, self.promotion,
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
