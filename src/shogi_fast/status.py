"""Flags for positions that play from a real set could not lead to."""

from enum import IntFlag


class Status(IntFlag):
    """What ``Board.status()`` finds wrong; ``VALID`` (0) when it finds nothing.

    >>> from shogi_fast import Board
    >>> Board("4k4/9/9/9/9/9/9/9/4R4 b - 1").status()
    <Status.OPPOSITE_CHECK: 8>
    """

    VALID = 0
    TWO_PAWNS = 1
    """Two unpromoted pawns of one side on a file (nifu)."""
    DEAD_PIECE = 2
    """A pawn, lance or knight where it could never move."""
    TOO_MANY_OF_KIND = 4
    """More pieces of a kind than a set has, promoted ones and hands counted."""
    OPPOSITE_CHECK = 8
    """The side not to move is in check."""
