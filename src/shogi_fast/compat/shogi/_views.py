"""The lists, deques and Counters that show parts of a board, and stay up to date.

A board keeps them once they were asked for, and brings up to date at each change those that
somebody has; the others when somebody asks again. Set up anew, or given another hand, it lets go of
those that somebody has: they keep what they show, and may be written to as what they are subclasses
of. Where writing to one of a board has a meaning it edits the board; else it raises an error that
names the method to use. It is never just lost.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Any

from shogi_fast.compat.shogi._attributes import SEE_MOVES, SEE_PIECES, board_hand, set_hands
from shogi_fast.compat.shogi._board import Board
from shogi_fast.compat.shogi._occupied import LiveOccupied

# By the number that a board has for them.
_NAMES = (
    *("pieces", "piece_bb", "king_squares", "occupied.by_color"),
    *("move_stack", "captured_piece_stack", "pieces_in_hand", "occupied"),
)


def _refusing(*names: str) -> Any:
    """Return a class decorator that makes some methods raise while there is a board."""

    def refusing(plain: Any) -> Any:
        def refuse(self: Any, *_: object, **__: object) -> Any:
            if self._board is None:
                return plain(self, *_, **__)
            raise TypeError(f"Board.{self._name} cannot be changed: {self._instead}")

        return refuse

    def refuse_all(cls: type) -> type:
        for name in names:
            refuse = refusing(getattr(cls.__mro__[1], name))
            refuse.__name__ = name
            setattr(cls, name, refuse)
        return cls

    return refuse_all


@_refusing("__setitem__", "__delitem__", "__iadd__", "__imul__")
@_refusing("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort")
class LiveList(list[Any]):
    """A list that shows a part of a board."""

    _board: Board | None = None

    def __init__(self, board: Board, name: str, instead: str) -> None:
        self._board = board
        self._name = name
        self._instead = instead
        super().__init__()

    def _detach(self) -> None:
        self._board = None

    def __reduce__(self) -> tuple[type, tuple[list[Any]]]:
        return list, (list(self),)


@_refusing("__setitem__", "__delitem__", "__iadd__", "__imul__")
@_refusing("append", "appendleft", "clear", "extend", "extendleft", "insert", "pop", "popleft")
@_refusing("remove", "reverse", "rotate")
class LiveDeque(deque[Any]):
    """A deque that shows the moves of a board, or what they captured."""

    _board: Board | None = None

    def __init__(self, board: Board, name: str, instead: str) -> None:
        self._board = board
        self._name = name
        self._instead = instead
        super().__init__()

    def _detach(self) -> None:
        self._board = None

    def copy(self) -> deque[Any]:  # type: ignore[override]
        """Return a plain deque of the same."""
        # In one call of C, which keeps the GIL: with one more between making an iterator and reading
        # it, another thread could make that stale.
        return deque(self)

    def __copy__(self) -> deque[Any]:  # type: ignore[override]
        return self.copy()

    def __add__(self, other: deque[Any]) -> deque[Any]:  # type: ignore[override]
        return self.copy() + other

    def __mul__(self, number: int) -> deque[Any]:  # type: ignore[override]
        return self.copy() * number

    def __repr__(self) -> str:
        return repr(self.copy())

    def __reduce__(self) -> Any:
        return deque, (list(self),)


class LiveHand(Counter[int]):
    """A Counter that shows a hand; changing it changes the hand."""

    _board: Board | None = None

    def __init__(self, board: Board, color: int) -> None:
        self._board = board
        self._color = color
        # Not Counter's own __init__, which would call update, and so write an empty hand.
        dict.__init__(self)

    def _detach(self) -> None:
        self._board = None

    def _fill(self, hand: Mapping[int, int]) -> None:
        dict.clear(self)
        dict.update(self, hand)

    def _set(self, hand: Any) -> None:
        if self._board is None:
            self._fill(hand)
            return
        hands: list[Any] = [None, None]
        hands[self._color] = hand
        set_hands(self._board, *hands)

    def __setitem__(self, piece_type: int, number: int) -> None:
        hand = self.copy()
        hand[piece_type] = number
        self._set(hand)

    def __delitem__(self, piece_type: object) -> None:
        hand = self.copy()
        del hand[piece_type]
        self._set(hand)

    def clear(self) -> None:
        """Take everything out of the hand."""
        self._set({})

    def pop(self, *arguments: Any) -> Any:
        """Take a piece type out of the hand, and return the number it had."""
        hand = self.copy()
        number = hand.pop(*arguments)
        self._set(hand)
        return number

    def popitem(self) -> Any:
        """Take the last piece type out of the hand, and return it with the number it had."""
        hand = self.copy()
        item = hand.popitem()
        self._set(hand)
        return item

    def setdefault(self, piece_type: int, default: Any = None) -> Any:
        """Return the number of a piece type, which is set first if there is none."""
        hand = self.copy()
        number = hand.setdefault(piece_type, default)
        self._set(hand)
        return number

    def update(self, *arguments: Any, **keywords: Any) -> None:
        """Add to the numbers in hand, as ``Counter`` does."""
        hand = self.copy()
        hand.update(*arguments, **keywords)
        self._set(hand)

    def subtract(self, *arguments: Any, **keywords: Any) -> None:
        """Subtract from the numbers in hand, as ``Counter`` does."""
        hand = self.copy()
        hand.subtract(*arguments, **keywords)
        self._set(hand)

    def __iadd__(self, other: Any) -> Any:  # type: ignore[misc]
        self._set(self.copy() + other)
        return self

    def __isub__(self, other: Any) -> Any:  # type: ignore[misc]
        self._set(self.copy() - other)
        return self

    def __ior__(self, other: Any) -> Any:  # type: ignore[misc]
        self._set(self.copy() | other)
        return self

    def __iand__(self, other: Any) -> Any:  # type: ignore[misc]
        self._set(self.copy() & other)
        return self

    def copy(self) -> Counter[int]:  # type: ignore[override]
        """Return a plain Counter of the same."""
        return Counter(dict(self))

    def __repr__(self) -> str:
        return repr(self.copy())

    def __reduce__(self) -> tuple[type, tuple[dict[int, int]]]:
        return Counter, (dict(self),)


@_refusing("__delitem__", "__iadd__", "__imul__")
@_refusing("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort")
class LiveHands(list[Any]):
    """The list of both hands; one may be set to another Counter."""

    _board: Board | None = None
    _name = "pieces_in_hand"
    _instead = "set the numbers of one hand, or both hands by Board.pieces_in_hand = ..."

    def __init__(self, board: Board) -> None:
        self._board = board
        super().__init__([LiveHand(board, color) for color in range(2)])

    def _detach(self) -> None:
        board, self._board = self._board, None
        for hand in self:
            if isinstance(hand, LiveHand) and hand._board is board:
                hand._detach()

    def __setitem__(self, color: Any, hand: Any) -> None:
        if self._board is None:
            super().__setitem__(color, hand)
            return
        hands: list[Any] = list(self)
        hands[color] = hand
        if len(hands) != 2:
            raise TypeError(f"Board.pieces_in_hand has two hands: {self._instead}")
        for place, new in replace_hands(self._board, self, hands):
            super().__setitem__(place, new)

    def __reduce__(self) -> tuple[type, tuple[Iterable[Any]]]:
        return list, ([hand.copy() for hand in self],)


def replace_hands(board: Board, view: LiveHands, hands: list[Any]) -> list[tuple[int, LiveHand]]:
    """Put other hands in place of a board's, which stay as they are; return what shows the new."""
    for hand in hands:
        if not isinstance(hand, Mapping):
            raise TypeError(
                "Board.pieces_in_hand has mappings of numbers by piece type, not "
                + type(hand).__name__
            )
    # Somebody may have written past the methods of the list: what is there need not show a hand.
    old = {
        color: hand
        for color, hand in enumerate(list(view)[:2])
        if isinstance(hand, LiveHand) and hand._board is board
    }
    changed = [color for color in range(2) if hands[color] is not old.get(color)]
    kept = {color: dict(hand) for color, hand in old.items()}
    set_hands(board, *[hands[color] if color in changed else None for color in range(2)])
    for color in old.keys() & changed:
        old[color]._detach()
        old[color]._fill(kept[color])
    new = [(color, LiveHand(board, color)) for color in changed]
    for color, hand in new:
        hand._fill(board_hand(board, color))
    return new


def new_view(board: Board, which: int) -> Any:
    """Return what shows a part of a board, still empty."""
    name = _NAMES[which]
    if name == "pieces_in_hand":
        return LiveHands(board)
    if name == "occupied":
        return LiveOccupied(board)
    if name in ("move_stack", "captured_piece_stack"):
        return LiveDeque(board, name, SEE_MOVES)
    return LiveList(board, name, SEE_PIECES)
