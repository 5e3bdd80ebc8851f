# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""The functions of cshogi that take moves, pieces, squares or a position's text."""

from cpython.unicode cimport PyUnicode_DecodeASCII
from libc.stdint cimport int64_t

from shogi_fast.arguments cimport text_of
from shogi_fast.board cimport Board as FastBoard
from shogi_fast.core.types cimport (
    BISHOP,
    COLOR_SHIFT,
    FROM_SHIFT,
    GOLD,
    KNIGHT,
    LANCE,
    PAWN,
    PIECE_CODES,
    PROMOTED,
    PROMOTION_FLAG,
    ROOK,
    SILVER,
    SQUARE_MASK,
    SQUARES,
    file_of,
    rank_of,
)
from shogi_fast.move cimport check_square

from shogi_fast.compat.cshogi._errors import PositionError
from shogi_fast.errors import InvalidMoveError, InvalidSfenError

cdef const char* USI_LETTERS = b" PLNSBRG"
cdef const char* CSA_LETTERS = b"  FUKYKEGIKAHIKIOUTONYNKNGUMRY"

TYPE_IN_HAND[:] = [PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK]


cdef int int_of_move16(object move) except -1:
    cdef int64_t number = index_of(move, "a move")
    if not 0 <= number < 1 << 16:
        raise OverflowError(f"a move of 16 bits is an int from 0 to 65535, not {clipped(number)}")
    return <int>number


cdef int code_of_psv(int move) noexcept:
    cdef int origin = move >> FROM_SHIFT & SQUARE_MASK
    if move & PSV_DROP:
        origin += DROP_FROM
    return (move & SQUARE_MASK | origin << FROM_SHIFT
            | (PROMOTION_FLAG if move & PSV_PROMOTION else 0))


# ---- the parts of a move -----------------------------------------------------------------------


def move_to(move):
    """Return the square that a move leads to.

    >>> move_to(73275)
    59
    """
    return int_of_move(move) & SQUARE_MASK


def move_from(move):
    """Return the square that a move comes from, or 81 + type - 1 for a drop.

    >>> move_from(73275), move_from(10408)
    (60, 81)
    """
    return int_of_move(move) >> FROM_SHIFT & SQUARE_MASK


def move_cap(move):
    """Return the type of the piece that a move takes, 0 for none.

    >>> move_cap(Board().move(60, 24, False))
    1
    """
    return int_of_move(move) >> TAKEN_SHIFT & TYPE_MASK


def move_is_promotion(move):
    """Say whether a move promotes.

    >>> move_is_promotion(Board().move(60, 24, True))
    True
    """
    return int_of_move(move) & PROMOTION_FLAG != 0


def move_is_drop(move):
    """Say whether a move is a drop.

    >>> move_is_drop(Board().drop_move(40, PAWN))
    True
    """
    return int_of_move(move) >> FROM_SHIFT & SQUARE_MASK > DROP_FROM


def move_from_piece_type(move):
    """Return the type of the piece that moves, as it was before the move; 0 for a drop.

    >>> move_from_piece_type(73275) == PAWN
    True
    """
    return int_of_move(move) >> TYPE_SHIFT & TYPE_MASK


def move_drop_hand_piece(move):
    """Return which piece of a hand a drop drops, as ``HAND_PIECES`` counts: HPAWN to HROOK.

    :raises ValueError: if the move is no drop.

    >>> move_drop_hand_piece(Board().drop_move(40, GOLD)) == HGOLD
    True
    """
    cdef int piece_type = (int_of_move(move) >> FROM_SHIFT & SQUARE_MASK) - DROP_FROM
    if not 1 <= piece_type <= GOLD:
        raise InvalidMoveError(f"not a drop: {<int>int_of_move(move)}")
    if piece_type == GOLD:
        return 4
    return piece_type if piece_type == BISHOP or piece_type == ROOK else piece_type - 1


# ---- other forms of a move ---------------------------------------------------------------------


def move16(move):
    """Return the lower 16 bits of a move: to, from and promotion.

    >>> move16(73275)
    7739
    """
    return int_of_move(move) & 0xffff


def move16_from_psv(move16):
    """Return the 16 bits of cshogi's for those of YaneuraOu's records.

    >>> move16_from_psv(0x40a8) == move16(Board().drop_move(40, PAWN))
    True
    """
    return code_of_psv(int_of_move16(move16))


def move16_to_psv(move16):
    """Return the 16 bits of YaneuraOu's records for those of cshogi's.

    >>> move16_to_psv(move16(Board().drop_move(40, PAWN))) == 0x40a8
    True
    """
    cdef int move = int_of_move16(move16)
    cdef int origin = move >> FROM_SHIFT & SQUARE_MASK
    cdef int result = move & SQUARE_MASK
    if move & PROMOTION_FLAG:
        result |= PSV_PROMOTION
    if origin > DROP_FROM:
        return result | PSV_DROP | (origin - DROP_FROM) << FROM_SHIFT
    return result | origin << FROM_SHIFT


def move_rotate(move):
    """Return a move as the other side of the board sees it, turned by 180 degrees.

    :raises ValueError: if there are no such squares.

    >>> move_to_usi(move_rotate(73275))
    '3c3d'
    """
    cdef int32_t number = int_of_move(move)
    cdef int to = number & SQUARE_MASK
    cdef int origin = number >> FROM_SHIFT & SQUARE_MASK
    check_squares(number)
    if origin <= DROP_FROM:
        origin = SQUARES - 1 - origin
    return (number & ~(SQUARE_MASK | SQUARE_MASK << FROM_SHIFT)
            | SQUARES - 1 - to | origin << FROM_SHIFT)


cdef int check_squares(int32_t move) except -1:
    """Raise InvalidMoveError unless a move has a destination, and an origin or a piece to drop."""
    if (move & SQUARE_MASK >= SQUARES
            or move >> FROM_SHIFT & SQUARE_MASK > DROP_FROM + GOLD):
        raise InvalidMoveError(f"not a move: {<int>move}")
    return 0


cdef int write_usi(object move, char* text) except -1:
    """Write a move in USI and return the length of the text, at most 5."""
    cdef int32_t number = int_of_move(move)
    cdef int to = number & SQUARE_MASK
    cdef int origin = number >> FROM_SHIFT & SQUARE_MASK
    if number == 0:
        text[0], text[1], text[2], text[3] = c"N", c"o", c"n", c"e"
        return 4
    check_squares(number)
    text[2] = c"1" + file_of(to)
    text[3] = c"a" + rank_of(to)
    if origin > DROP_FROM:
        text[0] = USI_LETTERS[origin - DROP_FROM]
        text[1] = c"*"
        return 4
    text[0] = c"1" + file_of(origin)
    text[1] = c"a" + rank_of(origin)
    text[4] = c"+"
    return 5 if number & PROMOTION_FLAG else 4


cdef int write_csa(object move, char* text) except -1:
    """Write a move as in CSA records, without a sign, and return the length, at most 6."""
    cdef int32_t number = int_of_move(move)
    cdef int to = number & SQUARE_MASK
    cdef int origin = number >> FROM_SHIFT & SQUARE_MASK
    cdef int piece_type = number >> TYPE_SHIFT & TYPE_MASK
    if number == 0:
        text[0], text[1], text[2], text[3] = c"N", c"o", c"n", c"e"
        return 4
    check_squares(number)
    text[2] = c"1" + file_of(to)
    text[3] = c"1" + rank_of(to)
    if origin > DROP_FROM:
        text[0] = text[1] = c"0"
        piece_type = origin - DROP_FROM
    else:
        text[0] = c"1" + file_of(origin)
        text[1] = c"1" + rank_of(origin)
        if number & PROMOTION_FLAG:
            if not 1 <= piece_type <= ROOK:
                raise InvalidMoveError(f"a move whose piece cannot promote: {<int>number}")
            piece_type += PROMOTED
        elif piece_type == 0:
            return 4
        elif piece_type == TYPE_MASK:
            raise InvalidMoveError(f"a move of no piece: {<int>number}")
    text[4] = CSA_LETTERS[2 * piece_type]
    text[5] = CSA_LETTERS[2 * piece_type + 1]
    return 6


def move_to_usi(move):
    """Return a move in USI; ``'None'`` for ``MOVE_NONE``.

    :raises ValueError: if there are no such squares, or no such piece to drop.

    >>> move_to_usi(73275)
    '7g7f'
    """
    cdef char[8] text
    cdef int length = write_usi(move, text)
    return PyUnicode_DecodeASCII(text, length, NULL)


def move_to_csa(move):
    """Return a move as in CSA records, without the sign of a side; ``'None'`` for ``MOVE_NONE``.

    :raises ValueError: if there are no such squares, no such piece, or if it does not promote.

    >>> move_to_csa(73275)
    '7776FU'
    """
    cdef char[8] text
    cdef int length = write_csa(move, text)
    return PyUnicode_DecodeASCII(text, length, NULL)


def to_usi(move):
    """Return what ``move_to_usi`` does, as bytes.

    >>> to_usi(73275)
    b'7g7f'
    """
    cdef char[8] text
    cdef int length = write_usi(move, text)
    return text[:length]


def to_csa(move):
    """Return what ``move_to_csa`` does, as bytes.

    >>> to_csa(73275)
    b'7776FU'
    """
    cdef char[8] text
    cdef int length = write_csa(move, text)
    return text[:length]


# ---- sides, pieces, squares --------------------------------------------------------------------


def opponent(color):
    """Return the other side.

    :raises ValueError: if there is no such side.

    >>> opponent(BLACK) == WHITE
    True
    """
    cdef int64_t number = index_of(color, "a color")
    if not 0 <= number <= 1:
        raise ValueError(f"colors are 0 (BLACK) and 1 (WHITE), not {clipped(number)}")
    return number ^ 1


def piece_to_piece_type(p):
    """Return the type of a piece: what is left without its side.

    :raises ValueError: if pieces do not run as far.

    >>> piece_to_piece_type(WROOK) == ROOK
    True
    """
    cdef int64_t number = index_of(p, "a piece")
    if not 0 <= number < PIECE_CODES:
        raise ValueError(f"pieces run from 0 to {PIECE_CODES - 1}, not {clipped(number)}")
    return number & (1 << COLOR_SHIFT) - 1


def hand_piece_to_piece_type(hp):
    """Return the type of a piece in hand.

    :raises ValueError: if there is no such piece in hand.

    >>> hand_piece_to_piece_type(HGOLD) == GOLD
    True
    """
    cdef int64_t number = index_of(hp, "a piece in hand")
    if not 0 <= number < 7:
        raise ValueError(f"pieces in hand run from 0 to 6, not {clipped(number)}")
    return TYPE_IN_HAND[number]


def make_file(sq):
    """Return the file of a square, from 0 (file 1) to 8 (file 9).

    :raises IndexError: if there is no such square.

    >>> make_file(C7)
    6
    """
    return file_of(check_square(sq))


def make_rank(sq):
    """Return the rank of a square, from 0 (rank a) to 8 (rank i).

    :raises IndexError: if there is no such square.

    >>> make_rank(C7)
    2
    """
    return rank_of(check_square(sq))


def rotate_sfen(sfen):
    """Return a position as the other side of the board sees it, turned by 180 degrees.

    :raises RuntimeError: if the text is no position.

    >>> rotate_sfen("4k4/9/9/9/9/9/9/4+P4/4K4 b 10Pr 1")
    '4k4/4+p4/9/9/9/9/9/9/4K4 w R10p 1'
    """
    cdef str text = text_of(sfen, "an SFEN")
    try:
        return FastBoard(text).rotate().sfen()
    except InvalidSfenError as problem:
        raise PositionError(str(problem)) from None
