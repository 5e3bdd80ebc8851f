"""What ``perft_stats`` returns."""

from typing import NamedTuple


class PerftStats(NamedTuple):
    """Counts of the moves of the last ply, from ``perft_stats``.

    >>> from shogi_fast import Board, perft_stats
    >>> perft_stats(Board(), 1).nodes
    30
    """

    nodes: int
    """All of them."""
    captures: int
    """Those that take a piece."""
    promotions: int
    """Those that promote."""
    drops: int
    """Those that drop a piece."""
    checks: int
    """Those after which the opponent is in check, discovered checks included."""
    mates: int
    """Those of them that leave the opponent no reply."""
