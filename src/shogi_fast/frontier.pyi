from collections.abc import Buffer, Callable, Iterator
from typing import Final

from shogi_fast.board import Board
from shogi_fast.workers import Stop

class Frontier:
    distinct: Final[list[int]]
    def __init__(
        self,
        board_or_sfen: Board | str,
        plies: int,
        *,
        threads: int = 1,
        memory_mb: int | None = None,
        progress: Callable[[int, int, int], object] | None = None,
        stop: Stop | None = None,
        chunk: int = 4096,
    ) -> None: ...
