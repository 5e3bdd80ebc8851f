"""Where ``shogi_fast.compat.cshogi`` differs from cshogi 1.1.0, and what it lacks."""

from shogi_fast.compat.differences import Difference

DIFFERENCES: tuple[Difference, ...] = ()

# What a program cannot use yet, and what it belongs to.
ABSENT: dict[str, str] = {}
