"""What the rules say of pieces by their type alone."""

from shogi_fast.compat.shogi._geometry import rank_index
from shogi_fast.compat.shogi.Consts import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    LANCE,
    PAWN,
    PIECE_TYPES,
    PIECE_TYPES_WITH_NONE,
    PROM_PAWN,
    ROOK,
    SILVER,
)

__all__ = [
    "MAX_PIECES_IN_HAND",
    "PIECE_PROMOTED",
    "PIECE_TYPES_WITHOUT_KING",
    "can_move_without_promotion",
    "can_promote",
]

PIECE_TYPES_WITHOUT_KING = [piece_type for piece_type in PIECE_TYPES if piece_type != KING]
MAX_PIECES_IN_HAND = [0, 18, 4, 4, 4, 4, 2, 2, *[0] * 7]  # of each type
_PROMOTABLE = (PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK)
PIECE_PROMOTED = [
    PROM_PAWN + _PROMOTABLE.index(piece_type) if piece_type in _PROMOTABLE else None
    for piece_type in PIECE_TYPES_WITH_NONE
]


def can_promote(square: int, piece_type: int, color: int) -> bool:
    """Say whether a piece of a type may promote by a move that starts or ends on a square.

    >>> can_promote(C5, PAWN, BLACK), can_promote(D5, PAWN, BLACK), can_promote(C5, GOLD, BLACK)
    (True, False, False)
    """
    rank = rank_index(square)
    return piece_type in _PROMOTABLE and (rank <= 2 if color == BLACK else rank >= 6)


def can_move_without_promotion(to_square: int, piece_type: int, color: int) -> bool:
    """Say whether a piece of a type could move on from a square without being promoted.

    >>> [can_move_without_promotion(B5, kind, BLACK) for kind in (PAWN, KNIGHT, SILVER)]
    [True, False, True]
    """
    rank = rank_index(to_square)
    ahead = rank if color == BLACK else 8 - rank
    return ahead >= {PAWN: 1, LANCE: 1, KNIGHT: 2}.get(piece_type, 0)
