from collections.abc import Callable
from typing import Protocol, final, type_check_only

@type_check_only
class Stoppable(Protocol):
    def set(self) -> None: ...

@final
class Stop:
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

def usable_cores() -> int: ...
def run_units(
    work: Callable[[int, int], object],
    units: int,
    threads: int,
    stop: Stoppable,
    tell: Callable[[], object] | None = None,
) -> None: ...
