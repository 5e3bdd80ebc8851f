"""Colors and piece types: enums that are ints."""

from enum import IntEnum


class Color(IntEnum):
    """A side: Black (sente) moves first in an even game, White (gote) second.

    >>> Color.BLACK == 0, Color.WHITE.name
    (True, 'WHITE')
    """

    BLACK = 0
    WHITE = 1


class PieceType(IntEnum):
    """A kind of piece. A promoted one is 8 more than what it promoted from.

    >>> PieceType.PAWN + 8 == PieceType.PROMOTED_PAWN
    True
    """

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


BLACK, WHITE = Color
(
    PAWN,
    LANCE,
    KNIGHT,
    SILVER,
    BISHOP,
    ROOK,
    GOLD,
    KING,
    PROMOTED_PAWN,
    PROMOTED_LANCE,
    PROMOTED_KNIGHT,
    PROMOTED_SILVER,
    HORSE,
    DRAGON,
) = PieceType
