"""Where ``shogi_fast.compat.shogi`` differs from python-shogi 1.1.1, and what it lacks."""

from shogi_fast.compat.differences import Difference

DIFFERENCES: tuple[Difference, ...] = ()

# What a program cannot use yet, and what it belongs to.
ABSENT: dict[str, str] = {}
