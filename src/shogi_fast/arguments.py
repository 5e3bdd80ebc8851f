"""Numbers and texts from callers, made plain, and how a wrong value looks in a message.

A subclass of ``int`` or ``str`` may compare, hash and print as it likes; what these functions return
does not. ``arguments.pxd`` has the same for Cython.
"""

from operator import index
from typing import TypeGuard, TypeVar

__all__ = ["is_a", "number_of", "shown", "text_of"]

_T = TypeVar("_T")


def is_a(value: object, cls: type[_T]) -> TypeGuard[_T]:
    """Say whether an object is of a class, whatever it gives as its ``__class__``.

    >>> is_a(True, int), is_a("1", int)
    (True, False)
    """
    return issubclass(type(value), cls)


def number_of(value: object, what: str) -> int:
    """Return an int, or what counts as one, as an ``int`` proper.

    :param what: what the number is, for the message.
    :raises TypeError: if it is no int.

    >>> number_of(True, "a number")
    1
    """
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"{what} is an int, not {type(value).__name__}")
    return index(value)  # type: ignore[arg-type]


def text_of(value: object, what: str) -> str:
    """Return a text as a ``str`` proper.

    :param what: what the text is, for the message.
    :raises TypeError: if it is no text.

    >>> text_of("7g", "a square")
    '7g'
    """
    if not is_a(value, str):
        raise TypeError(f"{what} is a str, not {type(value).__name__}")
    return str.__str__(value)


def shown(value: object, most: int = 60) -> str:
    """Return how a wrong value looks in a message, cut to so many characters.

    >>> shown("x" * 100, 5), shown([1, 2, 3], 5), shown(10**5000)
    ("'xxxxx...'", '[1, 2...', 'such an int')
    """
    if is_a(value, str):
        text = str.__str__(value)
        return repr(text if len(text) <= most else text[:most] + "...")
    try:
        text = str.__str__(repr(value))
    except Exception:  # noqa: BLE001
        # An int of thousands of digits, a list in a list ten thousand deep, a class with a fault:
        # the error that the message is for has to come out all the same.
        name = type(value).__name__
        return f"such {'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name[:most]}"
    return text if len(text) <= most else text[:most] + "..."
