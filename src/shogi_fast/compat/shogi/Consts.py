"""Colors and piece types in python-shogi's numbers."""

COLORS = range(2)
BLACK, WHITE = COLORS

PIECE_TYPES_WITH_NONE = range(15)
(
    NONE,
    PAWN,
    LANCE,
    KNIGHT,
    SILVER,
    GOLD,
    BISHOP,
    ROOK,
    KING,
    PROM_PAWN,
    PROM_LANCE,
    PROM_KNIGHT,
    PROM_SILVER,
    PROM_BISHOP,
    PROM_ROOK,
) = PIECE_TYPES_WITH_NONE
PIECE_TYPES = list(PIECE_TYPES_WITH_NONE[1:])
