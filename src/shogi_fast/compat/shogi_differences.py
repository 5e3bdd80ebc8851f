"""Where ``shogi_fast.compat.shogi`` differs from python-shogi 1.1.1, and what it lacks."""

from shogi_fast.compat.differences import Difference

_HERE = "tests/test_compat_shogi.py::"
_PEER = "tests/peers/test_compat_shogi.py::"

DIFFERENCES: tuple[Difference, ...] = (
    Difference("pawn-drop-mate", (), "", "", ""),
    Difference("onto-a-king", (), "", "", ""),
)

# What a program cannot use yet, and what it belongs to.
ABSENT: dict[str, str] = {}
