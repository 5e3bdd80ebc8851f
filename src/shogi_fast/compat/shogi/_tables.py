"""Where pieces attack, as python-shogi's tables of ints have it; made when one is first asked for.

Of the lines there is an entry for each occupancy of seven squares next to each other on the board
that is rotated for them, from the shifts in ``_geometry`` on; the first man on the line is attacked,
and stops it.
"""

from shogi_fast.compat.shogi._base_board import _default_random_array
from shogi_fast.compat.shogi._board import Board
from shogi_fast.compat.shogi._geometry import (
    BB_SHIFT_L45,
    BB_SHIFT_R45,
    SQUARES,
    SQUARES_L45,
    SQUARES_L90,
    SQUARES_R45,
)
from shogi_fast.compat.shogi.Consts import COLORS, GOLD, KING, KNIGHT, PAWN, SILVER

_Lines = list[list[int]]

_STEPS = {
    "BB_PAWN_ATTACKS": PAWN,
    "BB_KNIGHT_ATTACKS": KNIGHT,
    "BB_SILVER_ATTACKS": SILVER,
    "BB_GOLD_ATTACKS": GOLD,
}
NAMES = [
    *_STEPS,
    "BB_KING_ATTACKS",
    "BB_LANCE_ATTACKS",
    "BB_RANK_ATTACKS",
    "BB_FILE_ATTACKS",
    "BB_L45_ATTACKS",
    "BB_R45_ATTACKS",
    "DEFAULT_RANDOM_ARRAY",
]


def _steps(piece_type: int, color: int) -> list[int]:
    return [Board.attacks_from(piece_type, square, None, color) for square in SQUARES]


def _ray(square: int, down: int, right: int) -> list[int]:
    """Return the squares from one to the edge of the board."""
    row, column = square // 9 + down, square % 9 + right
    squares = []
    while 0 <= row < 9 and 0 <= column < 9:
        squares.append(9 * row + column)
        row, column = row + down, column + right
    return squares


def _attacks(rays: list[list[int]], places: list[int], shift: int) -> list[int]:
    """Return the attacks along some rays for each occupancy of the seven places from a shift on."""
    table = []
    for occupancy in range(128):
        attacked = 0
        for ray in rays:
            for square in ray:
                attacked |= 1 << square
                place = places[square] - shift
                if 0 <= place < 7 and occupancy >> place & 1:
                    break
        table.append(attacked)
    return table


def _lines(down: int, right: int, places: list[int], shifts: list[int]) -> _Lines:
    """Return the attacks both ways along the lines of one direction, by square."""
    return [
        _attacks([_ray(square, down, right), _ray(square, -down, -right)], places, shifts[square])
        for square in SQUARES
    ]


def table(name: str) -> object:
    """Return a new table by its name.

    >>> table("BB_KING_ATTACKS")[A9] == BB_A8 | BB_B9 | BB_B8
    True
    """
    along_ranks = [9 * (square // 9) + 1 for square in SQUARES]
    along_files = [9 * (square % 9) + 1 for square in SQUARES]
    if name in _STEPS:
        return [_steps(_STEPS[name], color) for color in COLORS]
    if name == "BB_KING_ATTACKS":
        return _steps(KING, 0)
    if name == "BB_LANCE_ATTACKS":
        return [
            [
                _attacks([_ray(square, down, 0)], SQUARES_L90, along_files[square])
                for square in SQUARES
            ]
            for down in (-1, 1)
        ]
    if name == "BB_RANK_ATTACKS":
        return _lines(0, 1, list(SQUARES), along_ranks)
    if name == "BB_FILE_ATTACKS":
        return _lines(1, 0, SQUARES_L90, along_files)
    if name == "BB_L45_ATTACKS":
        return _lines(1, -1, SQUARES_L45, BB_SHIFT_L45)
    if name == "BB_R45_ATTACKS":
        return _lines(1, 1, SQUARES_R45, BB_SHIFT_R45)
    if name == "DEFAULT_RANDOM_ARRAY":
        return _default_random_array()
    raise ValueError(f"no table is called {name!r}")
