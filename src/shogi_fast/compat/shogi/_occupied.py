"""``Occupied``: which squares are occupied, on rotated boards too."""

from collections.abc import Callable
from typing import Any

from shogi_fast.compat.shogi._attributes import (
    BY_COLOR_VIEW,
    SEE_PIECES,
    bits_of,
    rotated_bits_of,
    view_of,
)
from shogi_fast.compat.shogi._base_board import know_live_occupied
from shogi_fast.compat.shogi._board import Board
from shogi_fast.compat.shogi._geometry import (
    BB_ALL,
    SQUARES_L45,
    SQUARES_L90,
    SQUARES_R45,
)
from shogi_fast.compat.shogi._masks import rotated
from shogi_fast.compat.shogi.Consts import BLACK, WHITE


class Occupied:
    """Two sides' occupied squares as ints, and all of them, also rotated.

    >>> Occupied(BB_A9, BB_I1).bits == BB_A9 | BB_I1
    True
    """

    by_color: list[int]
    bits: int
    l45: int
    r45: int
    l90: int

    def __init__(self, occupied_by_black: int, occupied_by_white: int) -> None:
        self.by_color = [occupied_by_black, occupied_by_white]
        self.update_rotated()

    def update_rotated(self) -> None:
        """Find all occupied squares, and rotate them, after ``by_color`` was changed.

        >>> occupied = Occupied(BB_A9, BB_VOID)
        >>> occupied.by_color[WHITE] = BB_I1
        >>> occupied.update_rotated()
        >>> occupied.bits == BB_A9 | BB_I1
        True
        """
        self.bits = self.by_color[BLACK] | self.by_color[WHITE]
        self.l45 = rotated(self.bits, 0)
        self.r45 = rotated(self.bits, 1)
        self.l90 = rotated(self.bits, 2)

    def __getitem__(self, key: int) -> int:
        if key in (BLACK, WHITE):
            return self.by_color[key]
        raise KeyError("occupied squares are looked up by color, 0 or 1")

    def ixor(self, mask: int, color: int, square: int) -> None:
        """Put a color's man on a square, or take it away.

        :param mask: the set of that one square.

        >>> occupied = Occupied(BB_A9, BB_VOID)
        >>> occupied.ixor(BB_I1, WHITE, I1)
        >>> occupied
        Occupied([1, 1208925819614629174706176])
        """
        self.bits ^= mask
        self.by_color[color] ^= mask
        self.l45 ^= 1 << SQUARES_L45[square]
        self.r45 ^= 1 << SQUARES_R45[square]
        self.l90 ^= 1 << SQUARES_L90[square]

    def non_occupied(self) -> int:
        """Return the squares that are not occupied.

        >>> Occupied(BB_ALL, BB_VOID).non_occupied()
        0
        """
        return ~self.bits & BB_ALL

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Occupied):
            return NotImplemented
        return list(self.by_color) == list(other.by_color)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Occupied({list(self.by_color)!r})"


def _shown(name: str, look: Callable[[Any], Any]) -> Any:
    """Return a property that looks at the board of a ``LiveOccupied``."""

    def refuse(occupied: Any, value: object) -> None:
        raise AttributeError(f"Board.occupied.{name} cannot be set: {SEE_PIECES}")

    return property(lambda occupied: look(occupied._board), refuse)


class LiveOccupied(Occupied):
    """The occupied squares of a board, as they are at the time of asking."""

    by_color = _shown("by_color", lambda board: view_of(board, BY_COLOR_VIEW))
    bits = _shown("bits", bits_of)
    l45 = _shown("l45", lambda board: rotated_bits_of(board, 0))
    r45 = _shown("r45", lambda board: rotated_bits_of(board, 1))
    l90 = _shown("l90", lambda board: rotated_bits_of(board, 2))

    def __init__(self, board: Board) -> None:
        self._board = board

    def _detach(self) -> None:
        """Stay as it is from now on, without the board: a plain ``Occupied``."""
        black, white = self.by_color
        del self._board
        self.__class__ = Occupied  # type: ignore[assignment]
        Occupied.__init__(self, black, white)

    def update_rotated(self) -> None:
        """Do nothing: what is rotated is always up to date."""

    def ixor(self, mask: int, color: int, square: int) -> None:
        raise TypeError(f"Board.occupied cannot be changed: {SEE_PIECES}")

    def __reduce__(self) -> tuple[type[Occupied], tuple[int, ...]]:
        return Occupied, tuple(self.by_color)


know_live_occupied(LiveOccupied)
