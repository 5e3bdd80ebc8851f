from collections.abc import Callable
from typing import Literal

from shogi_fast.board import Board
from shogi_fast.move import Move
from shogi_fast.stats import PerftStats

def perft(
    board_or_sfen: Board | str,
    depth: int,
    *,
    method: Literal["auto", "pairs", "bulk", "visit"] = "auto",
    progress: Callable[[int, int], object] | None = None,
) -> int: ...
def divide(
    board_or_sfen: Board | str,
    depth: int,
    *,
    method: Literal["auto", "pairs", "bulk", "visit"] = "auto",
    progress: Callable[[int, int], object] | None = None,
) -> dict[Move, int]: ...
def perft_stats(
    board_or_sfen: Board | str,
    depth: int,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> PerftStats: ...
