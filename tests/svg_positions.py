"""What the tests of pictures share: twenty positions, and what should be seen of each."""

import random
import re
from typing import NamedTuple

from positions import random_sparse_sfen

FIXED = (
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",  # ten-piece handicap
    "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
    # Every promoted kind of both sides.
    "9/3+P+L+N+S+B+R/4k4/9/9/9/4K4/3+p+l+n+s+b+r/9 b 2G2S2N2L14P2g 1",
    # Eighteen pawns in a hand, and all other kinds.
    "4k4/9/9/9/9/9/9/9/4K4 b RB2G4S4N4L18Prb2g 1",
    "4k4/9/9/9/9/9/9/9/4K4 w RB2Grb2g4s4n4l18p 1",
    # Problems: one king, and the defender holds the rest.
    "7nk/7p1/7Sg/9/9/9/9/9/9 b P 1",
    "7nk/7p1/7Sg/9/9/9/9/9/9 b Prb3g3s3n4l16p 1",
    "9/9/9/9/9/9/9/9/K8 w rp 1",
    "9/9/9/9/9/9/9/9/9 b - 1",
)
KINDS = ("K", "R", "B", "G", "S", "N", "L", "P")


def twenty_positions():
    """Return the fixed positions and ten drawn at random, always the same."""
    rng = random.Random(3)
    return [*FIXED, *(random_sparse_sfen(rng) for _ in range(20 - len(FIXED)))]


class Seen(NamedTuple):
    """What a picture of a position should show."""

    on_board: dict[str, str]  # square name to piece as SFEN writes it
    in_hand: dict[str, int]  # piece as SFEN writes it to how many


def read_sfen(sfen):
    """Return what a picture of a position should show."""
    placement, _, hands, _ = sfen.split()
    on_board = {}
    for rank, row in zip("abcdefghi", placement.split("/"), strict=True):
        file = 9
        for symbol in re.findall(r"\+?[A-Za-z]|[1-9]", row):
            if symbol.isdigit():
                file -= int(symbol)
            else:
                on_board[f"{file}{rank}"] = symbol
                file -= 1
    in_hand = {
        letter: int(count or 1) for count, letter in re.findall(r"([0-9]*)([A-Za-z])", hands)
    }
    return Seen(on_board, in_hand)
