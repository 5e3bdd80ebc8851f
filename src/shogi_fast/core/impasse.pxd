# cython: language_level=3, cdivision=True
"""Impasse (jishogi): what a declaration of the side to move counts."""

from shogi_fast.core.bitboard cimport Bitboard, bb_and, bb_count, bb_has
from shogi_fast.core.drops cimport promotion_ranks, ranks_bb
from shogi_fast.core.position cimport Position, hand_count
from shogi_fast.core.types cimport BISHOP, KING, NO_SQUARE, PAWN, ROOK, opponent

cdef enum:
    # Points of a full set without the kings: four great pieces of 5, 34 others of 1.
    SET_POINTS = 54


cdef struct ImpasseCount:
    bint king_in_zone
    int men                  # own men in the zone besides the king
    int points               # of those men and the hand: rook and bishop 5, others 1


cdef inline int hand_points(const Position* p, int color) noexcept nogil:
    cdef int points = 0
    cdef int piece_type
    for piece_type in range(PAWN, KING):
        points += hand_count(p, color, piece_type) * (
            5 if piece_type == BISHOP or piece_type == ROOK else 1)
    return points


cdef inline int board_points(const Position* p, Bitboard men) noexcept nogil:
    """Return the points of a set of men without kings."""
    return (bb_count(men) + 4 * bb_count(bb_and(men, p.kind[BISHOP]))
            + 4 * bb_count(bb_and(men, p.kind[ROOK])))


cdef inline ImpasseCount count_impasse(const Position* p, int us) noexcept nogil:
    """Count for a side, in the three ranks farthest from it."""
    cdef ImpasseCount result
    cdef Bitboard zone = ranks_bb(promotion_ranks(us))
    cdef Bitboard men = bb_and(p.color[us], zone)
    result.king_in_zone = p.king[us] != NO_SQUARE and bb_has(zone, p.king[us])
    result.men = bb_count(men) - result.king_in_zone
    result.points = board_points(p, men) - result.king_in_zone + hand_points(p, us)
    return result


cdef inline int missing_points(const Position* p) noexcept nogil:
    """Return the points of the men of a set that are neither on the board nor in hand."""
    cdef int points = 0
    cdef int color
    for color in range(2):
        points += board_points(p, p.color[color]) + hand_points(p, color)
        points -= p.king[color] != NO_SQUARE
    return SET_POINTS - points
