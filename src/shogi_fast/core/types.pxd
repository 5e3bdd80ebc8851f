# cython: language_level=3
"""Numbers for squares, pieces and moves, and how they are packed.

A square is file-major, ``(file - 1) * 9 + (rank - 1)``: 1a = 0, 1i = 8, 2a = 9, 9i = 80. A piece
is its type plus 16 if it is White's. A move is 16 bits,
``to | from << 7 | promotion << 14``; a drop has ``from = 81 + type - 1`` (the layout of Apery's
training records).
"""

from libc.stdint cimport uint16_t

ctypedef uint16_t move_t

cdef enum:
    BLACK = 0
    WHITE = 1

cdef enum:
    NO_PIECE = 0
    PAWN = 1
    LANCE = 2
    KNIGHT = 3
    SILVER = 4
    BISHOP = 5
    ROOK = 6
    GOLD = 7
    KING = 8
    PROMOTED_PAWN = 9
    PROMOTED_LANCE = 10
    PROMOTED_KNIGHT = 11
    PROMOTED_SILVER = 12
    HORSE = 13
    DRAGON = 14

cdef enum:
    PROMOTED = 8             # added to the type of a pawn, lance, knight, silver, bishop or rook
    COLOR_SHIFT = 4
    PIECE_CODES = 32         # one past the largest piece code; some codes name no piece

cdef enum:
    SQUARES = 81
    NO_SQUARE = 81           # the square of a king that is not on the board
    # Men besides the kings on a board and in hand. As kings are never captured, no hand can grow
    # past this number of a kind.
    MAX_PIECES = 40

cdef enum:
    FROM_SHIFT = 7
    SQUARE_MASK = 127
    PROMOTION_FLAG = 1 << 14
    DROP_FROM = 80           # a drop's origin is this plus the piece type
    NULL_MOVE = 129          # from 1, to 1: a pass
    MOVE_CODES = 1 << 15     # one past the largest code that a move can have

cdef enum:
    # No position has more legal moves, whatever stands on it: each has its own (direction,
    # promotion, destination) or (kind dropped, destination), and only 1,496 of those exist.
    MAX_MOVES = 1496


cdef inline int opponent(int color) noexcept nogil:
    return color ^ 1


cdef inline int make_piece(int color, int piece_type) noexcept nogil:
    return piece_type | color << COLOR_SHIFT


cdef inline int type_of(int piece) noexcept nogil:
    return piece & 15


cdef inline int color_of(int piece) noexcept nogil:
    return piece >> COLOR_SHIFT


cdef inline int unpromoted(int piece_type) noexcept nogil:
    """Return the type that a captured piece has in hand; for any type but the king."""
    return piece_type & 7


cdef inline bint is_promotable(int piece_type) noexcept nogil:
    return PAWN <= piece_type <= ROOK


cdef inline int file_of(int square) noexcept nogil:
    """Return 0 for file 1 to 8 for file 9."""
    return square * 57 >> 9      # square // 9, for 0 to 80


cdef inline int rank_of(int square) noexcept nogil:
    """Return 0 for rank a to 8 for rank i."""
    return square - 9 * file_of(square)


cdef inline int move_to(move_t move) noexcept nogil:
    return move & SQUARE_MASK


cdef inline int move_from(move_t move) noexcept nogil:
    """Return the origin square, or 81 + type - 1 for a drop."""
    return move >> FROM_SHIFT & SQUARE_MASK


cdef inline bint is_drop(move_t move) noexcept nogil:
    return move_from(move) > DROP_FROM


cdef inline int dropped_type(move_t move) noexcept nogil:
    return move_from(move) - DROP_FROM


cdef inline move_t make_move_code(int origin, int to, bint promotion) noexcept nogil:
    return <move_t>(to | origin << FROM_SHIFT | promotion << 14)


cdef inline bint is_move_code(int code) noexcept nogil:
    """Say whether the code is one of the 13,527 moves: a step between two squares, or a drop."""
    cdef int to = code & SQUARE_MASK
    cdef int origin = code >> FROM_SHIFT & SQUARE_MASK
    if code < 0 or code >= MOVE_CODES or to >= SQUARES:
        return False
    if origin < SQUARES:
        return origin != to
    return origin <= DROP_FROM + GOLD and not code & PROMOTION_FLAG
