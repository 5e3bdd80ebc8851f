"""The lists, deques and Counters that show parts of a board, and stay up to date.

A board knows its views by weak references, and tells them of each change: so they cost nothing to
who never asks for one. Where writing to one has a meaning it edits the board; else it raises an
error that names the method to use. It is never just lost.
"""

import weakref
from collections import Counter, deque
from collections.abc import Iterable
from typing import Any, NoReturn

from shogi_fast.compat.shogi._attributes import set_hands, values_of
from shogi_fast.compat.shogi._board import Board

_PUSHED, _POPPED = 0, 1  # what a board tells; else it was edited
_LAST = {"move_stack": "last_move", "captured_piece_stack": "last_captured"}


def _refusing(*names: str) -> Any:
    """Return a class decorator that makes some methods raise."""

    def refuse_all(cls: type) -> type:
        for name in names:

            def refuse(self: Any, *_: object, **__: object) -> NoReturn:
                raise TypeError(f"Board.{self._name} cannot be changed: {self._instead}")

            refuse.__name__ = name
            setattr(cls, name, refuse)
        return cls

    return refuse_all


@_refusing("__setitem__", "__delitem__", "__iadd__", "__imul__")
@_refusing("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort")
class LiveList(list[Any]):
    """A list that shows a part of a board."""

    def __init__(self, board: Board, name: str, instead: str) -> None:
        self._board = board
        self._name = name
        self._instead = instead
        super().__init__(values_of(board, name))

    def _follow(self, event: int) -> None:
        list.__setitem__(self, slice(None), values_of(self._board, self._name))

    def __reduce__(self) -> tuple[type, tuple[list[Any]]]:
        return list, (list(self),)


@_refusing("__setitem__", "__delitem__", "__iadd__", "__imul__")
@_refusing("append", "appendleft", "clear", "extend", "extendleft", "insert", "pop", "popleft")
@_refusing("remove", "reverse", "rotate")
class LiveDeque(deque[Any]):
    """A deque that shows the moves of a board, or what they captured."""

    def __init__(self, board: Board, name: str, instead: str) -> None:
        self._board = board
        self._name = name
        self._instead = instead
        super().__init__()
        deque.extend(self, values_of(board, name))

    def _follow(self, event: int) -> None:
        if event == _PUSHED:
            deque.append(self, values_of(self._board, _LAST[self._name]))
        elif event == _POPPED:
            deque.pop(self)
        else:
            deque.clear(self)
            deque.extend(self, values_of(self._board, self._name))

    def copy(self) -> deque[Any]:  # type: ignore[override]
        """Return a plain deque of the same."""
        return deque(iter(self))

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

    def __init__(self, board: Board, color: int) -> None:
        self._board = board
        self._color = color
        # Not Counter's own __init__, which would call update, and so write an empty hand.
        dict.__init__(self)
        self._follow(_PUSHED)

    def _follow(self, event: int) -> None:
        dict.clear(self)
        dict.update(self, values_of(self._board, "pieces_in_hand")[self._color])

    def _set(self, hand: Any) -> None:
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

    _name = "pieces_in_hand"
    _instead = "set the numbers of one hand, or both hands by Board.pieces_in_hand = ..."

    def __init__(self, board: Board, hands: list[LiveHand]) -> None:
        self._board = board
        super().__init__(hands)

    def _follow(self, event: int) -> None:
        """Do nothing: a board tells the hands of what happens."""

    def __setitem__(self, color: Any, hand: Any) -> None:
        hands: list[Any] = [None, None]
        hands[color] = hand
        set_hands(self._board, *hands)

    def __reduce__(self) -> tuple[type, tuple[Iterable[Any]]]:
        return list, ([hand.copy() for hand in self],)


def view_of(board: Board, views: dict[str, Any], name: str, instead: str) -> Any:
    """Return the view of a board with a name: the one that somebody has, or a new one."""
    reference = views.get(name)
    view = None if reference is None else reference()
    if view is None:
        if name == "pieces_in_hand":
            view = LiveHands(board, [view_of(board, views, f"hand {n}", "") for n in range(2)])
        elif name.startswith("hand "):
            view = LiveHand(board, int(name[5:]))
        elif name in _LAST:
            view = LiveDeque(board, name, instead)
        else:
            view = LiveList(board, name, instead)
        views[name] = weakref.ref(view)
    return view
