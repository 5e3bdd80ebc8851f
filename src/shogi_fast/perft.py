"""Perft: the number of positions some plies away, counted path by path.

The number of moves at each depth checks a move generator: one move too many or too few anywhere
below a position changes it. A path that ends early, by mate, is not counted at greater depths.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from os import PathLike
    from typing import Literal, TypeAlias

    from shogi_fast.board import Board
    from shogi_fast.move import Move
    from shogi_fast.stats import PerftStats
    from shogi_fast.tree import Tree

    _Method: TypeAlias = Literal["auto", "pairs", "bulk", "visit"]
    _Progress: TypeAlias = Callable[[int, int], object]

__all__ = ["divide", "perft", "perft_stats"]

MAX_DEPTH = 255  # more than any count below 2 ** 64 has use for
MAX_THREADS = 1024
MAX_HASH_MB = 2**24  # 16 TiB


def perft(
    board_or_sfen: "Board | str",
    depth: int,
    *,
    method: "_Method" = "auto",
    threads: int = 1,
    hash_mb: int = 0,
    frontier: "int | None" = None,
    memory_mb: "int | None" = None,
    executor: "Executor | None" = None,
    checkpoint: "str | PathLike[str] | None" = None,
    progress: "_Progress | None" = None,
) -> int:
    """Return the number of positions ``depth`` plies away, path by path.

    :param board_or_sfen: a ``Board``, or SFEN text.
    :param depth: plies, 0 to 255; depth 0 is the position itself, so 1.
    :param method: ``"visit"`` makes every move down to the last ply, ``"bulk"`` counts the moves
        of the last ply without making them, ``"pairs"`` counts the last two plies together,
        ``"auto"`` takes the fastest.
    :param threads: how many threads count, 0 to 1024: 1 is the calling thread, 0 stands for as
        many as there are processors that this process may use.
    :param hash_mb: mebibytes of memory, 0 to 16,777,216, for a table of positions that were
        counted before, so that equal positions are counted once; not with ``"visit"``. 0 is no
        table. An entry is found by 64 bits of its position and depth besides those that say where
        it is: each of the up to 4 that a look-up compares is taken for another by a chance of 1
        in 2 ** 64, so a count that looks up a thousand million times is wrong by a chance below
        1 in 4,000 million.
    :param progress: called as ``progress(done, total)`` in the calling thread some twenty times a
        second and at the end; ``done.nodes`` is how many positions are counted so far. An
        exception from it stops the count and comes through.
    :raises InvalidSfenError: if the text is refused.
    :raises ValueError: if a number or the method is out of range, or method and hash_mb do not go
        together.
    :raises OverflowError: if there are more than 2 ** 64 - 1.
    :raises MemoryError: if there is no room for the table.

    The number is the same whatever the method and the number of threads. Other threads run
    meanwhile, and Ctrl-C stops the count.

    >>> perft(Board(), 3)
    25470
    >>> perft(Board(), 4, threads=2, hash_mb=1)
    719731
    >>> perft(Board(), 4, frontier=2)
    719731
    """
    if not (frontier is None and executor is None and checkpoint is None):
        return _by_frontier(
            *(board_or_sfen, depth, method, threads, hash_mb, frontier, memory_mb),
            *(executor, checkpoint, progress),
        )
    if memory_mb is not None:
        _memory(memory_mb)
    return _counted(board_or_sfen, depth, method, threads, hash_mb, progress).nodes


def divide(
    board_or_sfen: "Board | str",
    depth: int,
    *,
    method: "_Method" = "auto",
    threads: int = 1,
    hash_mb: int = 0,
    progress: "_Progress | None" = None,
) -> "dict[Move, int]":
    """Return for each legal move how many positions lie below it, ``depth`` plies from the root.

    Arguments and errors are those of ``perft``, but for the depth, which is at least 1. The moves
    come in the order of ``Board.legal_moves``; the numbers add up to ``perft``.

    >>> divide("4k4/9/9/9/9/9/9/9/4K4 b - 1", 2)[Move.from_usi("5i5h")]
    5
    """
    return _counted(board_or_sfen, depth, method, threads, hash_mb, progress, by_move=True).moves()


def perft_stats(
    board_or_sfen: "Board | str",
    depth: int,
    *,
    threads: int = 1,
    progress: "_Progress | None" = None,
) -> "PerftStats":
    """Return the number of moves of the last ply, and how many capture, promote, drop or check.

    Arguments and errors are those of ``perft``; every move is made. At depth 0 there is one
    position and no move.

    >>> perft_stats(Board(), 3)
    PerftStats(nodes=25470, captures=59, promotions=30, drops=0, checks=48, mates=0)
    """
    counts = _counted(board_or_sfen, depth, "auto", threads, 0, progress, stats=True).stats()
    # Imported here, as collections would take a quarter of the time to import the package.
    from shogi_fast.stats import PerftStats

    return PerftStats(*counts)


def _counted(
    board_or_sfen: "Board | str",
    depth: int,
    method: str,
    threads: int,
    hash_mb: int,
    progress: "_Progress | None",
    *,
    by_move: bool = False,
    stats: bool = False,
) -> "Tree":
    """Test all arguments, in the order they are written; return the tree when it is counted."""
    from shogi_fast.tree import Tree, whole_number

    depth = whole_number(depth, "a depth", "depths run", MAX_DEPTH)
    method = _method(method)
    threads = whole_number(threads, "a number of threads", "numbers of threads run", MAX_THREADS)
    hash_mb = whole_number(hash_mb, "hash_mb", "values of hash_mb run", MAX_HASH_MB)
    if hash_mb and method == "visit":
        raise ValueError("hash_mb goes with the methods 'pairs' and 'bulk', not with 'visit'")
    if by_move and depth == 0:
        raise ValueError("divide needs a depth of at least 1")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function, not {type(progress).__name__}")
    tree = Tree(board_or_sfen, depth, "stats" if stats else method)
    if threads == 0:
        from shogi_fast.workers import usable_cores

        threads = min(usable_cores(), MAX_THREADS)
    tree.count(threads, hash_mb, progress, by_move)
    return tree


def _by_frontier(
    board_or_sfen: "Board | str",
    depth: int,
    method: str,
    threads: int,
    hash_mb: int,
    frontier: "int | None",
    memory_mb: "int | None",
    executor: "Executor | None",
    checkpoint: "str | PathLike[str] | None",
    progress: "_Progress | None",
) -> int:
    """Test all arguments, in the order they are written; return the count below a frontier."""
    import os

    from shogi_fast.tree import Tree, whole_number
    from shogi_fast.units import perft_by_frontier
    from shogi_fast.workers import usable_cores

    depth = whole_number(depth, "a depth", "depths run", MAX_DEPTH)
    method = _method(method)
    threads = whole_number(threads, "a number of threads", "numbers of threads run", MAX_THREADS)
    if whole_number(hash_mb, "hash_mb", "values of hash_mb run", MAX_HASH_MB):
        raise ValueError("hash_mb does not go with frontier, executor or checkpoint")
    if frontier is not None:
        frontier = whole_number(frontier, "a frontier's ply", "plies of a frontier run", depth)
    if memory_mb is not None:
        memory_mb = _memory(memory_mb)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise TypeError(f"executor is a concurrent.futures.Executor, not {type(executor).__name__}")
    if checkpoint is not None:
        checkpoint = os.fspath(checkpoint)
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function, not {type(progress).__name__}")
    Tree(board_or_sfen, 0, method)  # refuses what is no position
    return perft_by_frontier(
        board_or_sfen,
        depth,
        method,
        threads=threads or min(usable_cores(), MAX_THREADS),
        frontier=frontier,
        memory_mb=memory_mb,
        executor=executor,
        checkpoint=checkpoint,
        progress=progress,
    )


def _memory(memory_mb: int) -> int:
    from shogi_fast.tree import whole_number

    memory_mb = whole_number(memory_mb, "memory_mb", "values of memory_mb run", MAX_HASH_MB)
    if memory_mb == 0:
        raise ValueError("memory_mb is at least 1, not 0")
    return memory_mb


def _method(method: str) -> str:
    if method == "auto":
        return "pairs"
    if method in ("pairs", "bulk", "visit"):
        return method
    from shogi_fast.arguments import shown

    raise ValueError(f"the methods are 'auto', 'pairs', 'bulk' and 'visit', not {shown(method)}")
