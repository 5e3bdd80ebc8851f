"""``SquareSet``: a set of squares, an int inside."""

from collections.abc import Iterator
from operator import index
from typing import Self, SupportsIndex

from shogi_fast.compat.shogi._geometry import BB_ALL, BB_SQUARES, pop_count

_Mask = SupportsIndex


def squares_of(mask: int) -> list[int]:
    """Return the squares of a set in ascending order.

    >>> squares_of(BB_A9 | BB_I1)
    [0, 80]
    """
    squares = []
    while mask > 0:
        squares.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return squares


class SquareSet:
    """A set of squares, made of an int with bit i for square i.

    >>> print(SquareSet(BB_FILE_5 | BB_RANK_E))
    . . . . 1 . . . .
    . . . . 1 . . . .
    . . . . 1 . . . .
    . . . . 1 . . . .
    1 1 1 1 1 1 1 1 1
    . . . . 1 . . . .
    . . . . 1 . . . .
    . . . . 1 . . . .
    . . . . 1 . . . .
    """

    def __init__(self, mask: _Mask) -> None:
        self.mask = index(mask)

    def __bool__(self) -> bool:
        return bool(self.mask)

    __nonzero__ = __bool__

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == int(other)  # type: ignore[call-overload, no-any-return]
        except (TypeError, ValueError):
            return False

    def __ne__(self, other: object) -> bool:
        # Of what is no number neither is true.
        try:
            return self.mask != int(other)  # type: ignore[call-overload, no-any-return]
        except (TypeError, ValueError):
            return False

    def __len__(self) -> int:
        return pop_count(self.mask)

    def __iter__(self) -> Iterator[int]:
        return iter(squares_of(self.mask))

    def __contains__(self, square: int) -> bool:
        return bool(BB_SQUARES[square] & self.mask)

    def __lshift__(self, shift: int) -> Self:
        return self.__class__((self.mask << shift) & BB_ALL)

    def __rshift__(self, shift: int) -> Self:
        return self.__class__(self.mask >> shift)

    def __and__(self, other: _Mask) -> Self:
        return self.__class__(self.mask & index(other))

    def __xor__(self, other: _Mask) -> Self:
        return self.__class__((self.mask ^ index(other)) & BB_ALL)

    def __or__(self, other: _Mask) -> Self:
        return self.__class__((self.mask | index(other)) & BB_ALL)

    def __ilshift__(self, shift: int) -> Self:
        self.mask = (self.mask << shift) & BB_ALL
        return self

    def __irshift__(self, shift: int) -> Self:
        self.mask >>= shift
        return self

    def __iand__(self, other: _Mask) -> Self:
        self.mask &= index(other)
        return self

    def __ixor__(self, other: _Mask) -> Self:
        self.mask = (self.mask ^ index(other)) & BB_ALL
        return self

    def __ior__(self, other: _Mask) -> Self:
        self.mask = (self.mask | index(other)) & BB_ALL
        return self

    def __invert__(self) -> Self:
        return self.__class__(~self.mask & BB_ALL)

    def __oct__(self) -> str:
        return oct(self.mask)

    def __hex__(self) -> str:
        return hex(self.mask)

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def __repr__(self) -> str:
        return f"SquareSet({self.mask:#b})"

    def __str__(self) -> str:
        return "\n".join(
            " ".join("1" if self.mask >> 9 * row + column & 1 else "." for column in range(9))
            for row in range(9)
        )

    def __hash__(self) -> int:
        return self.mask
