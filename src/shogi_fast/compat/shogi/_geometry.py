"""Squares and sets of squares as ints with a bit for each, and how sets are shifted.

A square is ``9 * row + column``, seen with rank a at the top and file 9 on the left: 9a = 0.
Directions are those of that picture.
"""

SQUARES = range(81)

BB_VOID = 0
BB_ALL = (1 << 81) - 1
BB_SQUARES = [1 << square for square in SQUARES]
BB_FILES = [sum(1 << square for square in range(column, 81, 9)) for column in range(9)]
BB_RANKS = [511 << 9 * row for row in range(9)]

# Of single squares: A9 is rank a, file 9.
A9, A8, A7, A6, A5, A4, A3, A2, A1 = SQUARES[0:9]
B9, B8, B7, B6, B5, B4, B3, B2, B1 = SQUARES[9:18]
C9, C8, C7, C6, C5, C4, C3, C2, C1 = SQUARES[18:27]
D9, D8, D7, D6, D5, D4, D3, D2, D1 = SQUARES[27:36]
E9, E8, E7, E6, E5, E4, E3, E2, E1 = SQUARES[36:45]
F9, F8, F7, F6, F5, F4, F3, F2, F1 = SQUARES[45:54]
G9, G8, G7, G6, G5, G4, G3, G2, G1 = SQUARES[54:63]
H9, H8, H7, H6, H5, H4, H3, H2, H1 = SQUARES[63:72]
I9, I8, I7, I6, I5, I4, I3, I2, I1 = SQUARES[72:81]
BB_A9, BB_A8, BB_A7, BB_A6, BB_A5, BB_A4, BB_A3, BB_A2, BB_A1 = BB_SQUARES[0:9]
BB_B9, BB_B8, BB_B7, BB_B6, BB_B5, BB_B4, BB_B3, BB_B2, BB_B1 = BB_SQUARES[9:18]
BB_C9, BB_C8, BB_C7, BB_C6, BB_C5, BB_C4, BB_C3, BB_C2, BB_C1 = BB_SQUARES[18:27]
BB_D9, BB_D8, BB_D7, BB_D6, BB_D5, BB_D4, BB_D3, BB_D2, BB_D1 = BB_SQUARES[27:36]
BB_E9, BB_E8, BB_E7, BB_E6, BB_E5, BB_E4, BB_E3, BB_E2, BB_E1 = BB_SQUARES[36:45]
BB_F9, BB_F8, BB_F7, BB_F6, BB_F5, BB_F4, BB_F3, BB_F2, BB_F1 = BB_SQUARES[45:54]
BB_G9, BB_G8, BB_G7, BB_G6, BB_G5, BB_G4, BB_G3, BB_G2, BB_G1 = BB_SQUARES[54:63]
BB_H9, BB_H8, BB_H7, BB_H6, BB_H5, BB_H4, BB_H3, BB_H2, BB_H1 = BB_SQUARES[63:72]
BB_I9, BB_I8, BB_I7, BB_I6, BB_I5, BB_I4, BB_I3, BB_I2, BB_I1 = BB_SQUARES[72:81]
(
    BB_FILE_9,
    BB_FILE_8,
    BB_FILE_7,
    BB_FILE_6,
    BB_FILE_5,
    BB_FILE_4,
    BB_FILE_3,
    BB_FILE_2,
    BB_FILE_1,
) = BB_FILES
(
    BB_RANK_A,
    BB_RANK_B,
    BB_RANK_C,
    BB_RANK_D,
    BB_RANK_E,
    BB_RANK_F,
    BB_RANK_G,
    BB_RANK_H,
    BB_RANK_I,
) = BB_RANKS


def file_index(square: int) -> int:
    """Return 0 for file 9 to 8 for file 1.

    >>> file_index(I1)
    8
    """
    return square % 9


def rank_index(square: int) -> int:
    """Return 0 for rank a to 8 for rank i.

    >>> rank_index(I1)
    8
    """
    return square // 9


# ---- rotated boards: where a square's bit is, so that a line's bits are next to each other --------

SQUARES_L90 = [9 * (square % 9) + 8 - square // 9 for square in SQUARES]
SQUARES_R45 = [(9 * (square // 9) - 8 * (square % 9)) % 81 for square in SQUARES]
SQUARES_L45 = [(9 + 9 * (square // 9) + 10 * (square % 9)) % 81 for square in SQUARES]
BB_SQUARES_L90 = [1 << place for place in SQUARES_L90]
BB_SQUARES_R45 = [1 << place for place in SQUARES_R45]
BB_SQUARES_L45 = [1 << place for place in SQUARES_L45]


def _first_inner(lines: int) -> int:
    """Return from where seven bits cover what may block a diagonal that starts on the left edge.

    The first bit of a long diagonal is that of the edge, and left out.
    """
    return 9 * lines + (lines < 4)


def _shift_r45(square: int) -> int:
    """Return how far the bits of a square's falling diagonal are from bit 0."""
    below = square // 9 - square % 9
    return _first_inner(below) if below >= 0 else 81 + 8 * below


def _shift_l45(square: int) -> int:
    """Return the same of its rising diagonal."""
    beyond = square // 9 + square % 9 - 8
    return 10 * beyond + 1 if beyond >= 0 else _first_inner(beyond + 9)


BB_SHIFT_R45 = [_shift_r45(square) for square in SQUARES]
BB_SHIFT_L45 = [_shift_l45(square) for square in SQUARES]


# ---- sets ----------------------------------------------------------------------------------------


def pop_count(b: int) -> int:
    """Return how many squares a set has.

    >>> pop_count(BB_FILE_5)
    9
    """
    return b.bit_count()


def bit_scan(b: int, n: int = 0) -> int:
    """Return the first square of a set from square n on, or -1.

    >>> bit_scan(BB_A1 | BB_I1), bit_scan(BB_A1 | BB_I1, I9), bit_scan(BB_VOID)
    (8, 80, -1)
    """
    rest = b >> n
    return n + (rest & -rest).bit_length() - 1 if rest else -1


def shift_down(b: int) -> int:
    """Move a set one rank down; what leaves the board is gone.

    >>> shift_down(BB_A9) == BB_B9
    True
    """
    return b << 9 & BB_ALL


def shift_2_down(b: int) -> int:
    """Move a set two ranks down.

    >>> shift_2_down(BB_A9) == BB_C9
    True
    """
    return b << 18 & BB_ALL


def shift_up(b: int) -> int:
    """Move a set one rank up.

    >>> shift_up(BB_B9) == BB_A9
    True
    """
    return b >> 9


def shift_2_up(b: int) -> int:
    """Move a set two ranks up.

    >>> shift_2_up(BB_C9) == BB_A9
    True
    """
    return b >> 18


def shift_right(b: int) -> int:
    """Move a set one file to the right.

    >>> shift_right(BB_A9) == BB_A8
    True
    """
    return b << 1 & BB_ALL & ~BB_FILES[0]


def shift_2_right(b: int) -> int:
    """Move a set two files to the right.

    >>> shift_2_right(BB_A9) == BB_A7
    True
    """
    return b << 2 & BB_ALL & ~BB_FILES[0] & ~BB_FILES[1]


def shift_left(b: int) -> int:
    """Move a set one file to the left.

    >>> shift_left(BB_A8) == BB_A9
    True
    """
    return b >> 1 & ~BB_FILES[8]


def shift_2_left(b: int) -> int:
    """Move a set two files to the left.

    >>> shift_2_left(BB_A7) == BB_A9
    True
    """
    return b >> 2 & ~BB_FILES[8] & ~BB_FILES[7]


def shift_up_left(b: int) -> int:
    """Move a set one rank up and one file to the left.

    >>> shift_up_left(BB_B8) == BB_A9
    True
    """
    return b >> 10 & ~BB_FILES[8]


def shift_up_right(b: int) -> int:
    """Move a set one rank up and one file to the right.

    >>> shift_up_right(BB_B9) == BB_A8
    True
    """
    return b >> 8 & ~BB_FILES[0]


def shift_down_left(b: int) -> int:
    """Move a set one rank down and one file to the left.

    >>> shift_down_left(BB_A8) == BB_B9
    True
    """
    return b << 8 & BB_ALL & ~BB_FILES[8]


def shift_down_right(b: int) -> int:
    """Move a set one rank down and one file to the right.

    >>> shift_down_right(BB_A9) == BB_B8
    True
    """
    return b << 10 & BB_ALL & ~BB_FILES[0]
