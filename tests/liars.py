"""Numbers that say of themselves what is not true: a subclass of int may compare as it likes."""

from typing import Any, NoReturn


class Liar(int):
    """An int that claims to be 0, and to lie between any two numbers."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 0

    def _true(self, other: Any) -> bool:
        return True

    __lt__ = __le__ = __gt__ = __ge__ = _true

    def _zero(self, *others: Any) -> int:
        return 0

    __index__ = __int__ = __neg__ = __abs__ = _zero
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _zero
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _zero
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _zero

    def bit_length(self) -> int:
        return 0


class Raiser:
    """Something that can be made a number of, but will not."""

    def __index__(self) -> NoReturn:
        raise ZeroDivisionError
