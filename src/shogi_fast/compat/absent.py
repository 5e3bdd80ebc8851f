"""What the stand-ins say of a name that they do not have yet: what it belongs to, and where to read."""

import importlib
from collections.abc import Callable
from typing import Never

HOME = "shogi_fast.compat"


def belongs_to(full: str) -> str | None:
    """Return what a name that a stand-in does not have yet belongs to; None for any other.

    >>> belongs_to("shogi.KIF.Parser"), belongs_to("shogi.Board")
    ('records', None)
    """
    library, _, name = full.partition(".")
    table = importlib.import_module(f"{HOME}.{library}_differences").ABSENT
    while name:
        if name in table:
            return str(table[name])
        name = name.rpartition(".")[0]
    return None


def reason(full: str) -> str | None:
    """Return what an error says of a name that a stand-in does not have yet; None for any other.

    >>> reason("shogi.KIF")
    'shogi_fast has no shogi.KIF yet (records; see docs/migrating.md)'
    """
    what = belongs_to(full)
    return what and f"shogi_fast has no {full} yet ({what}; see docs/migrating.md)"


def getter(module: str) -> Callable[[str], Never]:
    """Return the ``__getattr__`` of a stand-in's module, which is called for what it does not have.

    >>> getter("shogi_fast.compat.shogi")("KIF")
    Traceback (most recent call last):
        ...
    AttributeError: shogi_fast has no shogi.KIF yet (records; see docs/migrating.md)
    """
    full = module.removeprefix(f"{HOME}.")

    def __getattr__(name: str) -> Never:
        text = reason(f"{full}.{name}") or f"module {module!r} has no attribute {name!r}"
        raise AttributeError(text, name=name)

    return __getattr__


class AbsentAttribute:
    """An attribute of a class that is not there: to ask for it raises AttributeError with the reason.

    A class with ``__getattr__`` would do as well, but then every call of a method makes an object
    for the method first.

    :param full: its name with the library's and the class's.

    >>> class Board:
    ...     to_hcp = AbsentAttribute("cshogi.Board.to_hcp")
    >>> hasattr(Board, "to_hcp"), hasattr(Board(), "to_hcp")
    (False, False)
    """

    def __init__(self, full: str) -> None:
        """Take the name."""
        self._full = full

    def __get__(self, instance: object, owner: type | None = None) -> Never:
        """Say why it is not there."""
        raise AttributeError(reason(self._full), name=self._full.rpartition(".")[2], obj=instance)
