from collections.abc import Callable, Iterator
from typing import final

from shogi_fast.board import Board
from shogi_fast.frontier_unit import count_unit
from shogi_fast.tree import Done
from shogi_fast.workers import Stop

__all__ = ["Frontier", "count_unit"]

@final
class Frontier:
    def __init__(
        self,
        board_or_sfen: Board | str,
        plies: int,
        *,
        threads: int = 1,
        memory_mb: int | None = None,
        progress: Callable[[int, int, int], object] | None = None,
        stop: Stop | None = None,
        chunk: int = 32768,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def plies(self) -> int: ...
    @property
    def paths(self) -> int: ...
    @property
    def distinct(self) -> tuple[int, ...]: ...
    @property
    def record_bytes(self) -> int: ...
    def estimate(self) -> tuple[int, int, int]: ...
    def count(
        self,
        depth: int,
        *,
        method: str = "auto",
        threads: int = 1,
        progress: Callable[[Done, int], object] | None = None,
        stop: Stop | None = None,
    ) -> int: ...
    def unit(self, index: int, positions: int) -> bytes: ...
    def units(self, positions: int) -> Iterator[bytes]: ...
    def sha256(self) -> str: ...
