"""Perft: the number of positions some plies away, counted path by path.

The number of moves at each depth checks a move generator: one move too many or too few anywhere
below a position changes it. A path that ends early, by mate, is not counted at greater depths.
"""

import sys

from shogi_fast.interrupts import InterruptsLater

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from os import PathLike
    from typing import Literal, TypeAlias

    from shogi_fast.board import Board
    from shogi_fast.move import Move
    from shogi_fast.stats import PerftStats
    from shogi_fast.tree import Done, Tree

    _Method: TypeAlias = Literal["auto", "pairs", "bulk", "visit"]
    _Progress: TypeAlias = Callable[[Done, int], object]

__all__ = ["divide", "perft", "perft_stats"]

METHODS = ("auto", "pairs", "bulk", "visit")
MAX_DEPTH = 255  # more than any count below 2 ** 64 has use for
MAX_THREADS = 1024
MAX_HASH_MB = 2**24  # 16 TiB
# Paths to positions whose last two plies are counted as one: so many are soon walked.
SMALL_TREE = 50_000


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
        of the last ply without making them, ``"pairs"`` counts the last two plies together.
        ``"auto"`` takes pairs, and chooses a frontier.
    :param threads: how many threads count, 0 to 1024: 1 is the calling thread, 0 stands for as
        many as there are processors that this process may use.
    :param hash_mb: mebibytes of memory, 0 to 16,777,216, for a table of positions that were
        counted before, so that equal positions are counted once; not with ``"visit"``. 0 is no
        table. An entry is found by 64 bits of its position and depth besides those that say where
        it is: each of the up to 4 that a look-up compares is taken for another by a chance of 1
        in 2 ** 64, so a count that looks up a thousand million times is wrong by a chance below
        1 in 4,000 million.
    :param frontier: a ply, 0 to ``depth``: the distinct positions there are found first, each
        with the number of paths to it, and counted below once. Two are the same only if all their
        bytes are. 0 walks the tree path by path. None does so too, but for ``"auto"`` without a
        table: that takes the ply that a short trial promises to be fastest (``planning.py``).
    :param memory_mb: mebibytes, 1 to 16,777,216, that a frontier may take; None is 2,048 for one
        that is chosen, any for one that is asked for.
    :param executor: a ``concurrent.futures.Executor`` whose workers count below the frontier: a
        pool of processes, ``client.get_executor()`` of Dask, those of loky and mpi4py.
    :param checkpoint: a file that keeps what is finished of a count below a frontier; if it
        exists, that count goes on. The other arguments must be those it was begun with.
    :param progress: called as ``progress(done, total)`` in the calling thread some twenty times a
        second and at the end; ``done.nodes`` is how many positions are counted so far. An
        exception from it stops the count and comes through.
    :raises InvalidSfenError: if the text is refused.
    :raises ValueError: if a number or the method is out of range, or arguments do not go together.
    :raises OverflowError: if there are more than 2 ** 64 - 1.
    :raises MemoryError: if there is no room for the table or the frontier.
    :raises CheckpointError: if the file is damaged, or belongs to another count.
    :raises ClusterError: if the executor fails for good.
    :raises OSError: if the file cannot be read or written.

    The number is the same whichever way it is counted. Other threads run meanwhile, and Ctrl-C
    stops the count.

    >>> perft(Board(), 3)
    25470
    >>> perft(Board(), 4, threads=2, hash_mb=1)
    719731
    >>> perft(Board(), 4, frontier=2)
    719731
    """
    count = _Count(board_or_sfen, depth, method, threads, hash_mb)
    count.add_frontier(frontier, memory_mb, executor, checkpoint)
    count.add_progress(progress)
    if executor is not None or checkpoint is not None:
        # Without a ply that of the checkpoint is taken: another trial may come out otherwise.
        return count.below(count.frontier, executor, checkpoint)
    if count.frontier is not None:
        return count.below(count.frontier) if count.frontier else count.walk().nodes
    for ply in range(count.planned_ply(), 0, -1):
        try:
            return count.below(ply)
        except MemoryError:
            continue  # the estimate was too low
    return count.walk().nodes


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
    come in the order of ``Board.legal_moves``; the numbers add up to ``perft``. ``"auto"`` chooses
    a frontier below each move.

    >>> divide("4k4/9/9/9/9/9/9/9/4K4 b - 1", 2)[Move.from_usi("5i5h")]
    5
    """
    count = _Count(board_or_sfen, depth, method, threads, hash_mb)
    if count.depth == 0:
        raise ValueError("divide needs a depth of at least 1")
    count.add_progress(progress)
    if count.planned_ply() == 0:
        return count.walk(by_move=True).moves()
    return _divide_merged(count)


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
    count = _Count(board_or_sfen, depth, "visit", threads, 0)
    count.add_progress(progress)
    counts = count.walk(stats=True).stats()
    # Imported here, as collections would take a quarter of the time to import the package.
    with InterruptsLater():
        from shogi_fast.stats import PerftStats

    return PerftStats(*counts)


class _Count:
    """The arguments of a count, tested in the order they are written."""

    frontier: "int | None" = None
    memory_mb: "int | None" = None
    progress: "_Progress | None" = None

    def __init__(
        self,
        board_or_sfen: "Board | str",
        depth: int,
        method: str,
        threads: int,
        hash_mb: int,
    ) -> None:
        if "shogi_fast.tree" not in sys.modules:
            # Only then, as to hold Ctrl-C back takes some thousand instructions.
            with InterruptsLater():
                import shogi_fast.tree  # noqa: F401
        from shogi_fast.tree import Tree, whole_number

        # A board that another thread goes on with must not change what is counted.
        self.root = board_or_sfen if isinstance(board_or_sfen, str) else _copy(board_or_sfen)
        self.depth = whole_number(depth, "a depth", "depths run", MAX_DEPTH)
        if method not in METHODS:
            from shogi_fast.arguments import shown

            raise ValueError(
                f"the methods are 'auto', 'pairs', 'bulk' and 'visit', not {shown(method)}"
            )
        self.chooses = method == "auto"
        self.method = "pairs" if method == "auto" else method
        self.threads = whole_number(
            threads, "a number of threads", "numbers of threads run", MAX_THREADS
        )
        self.hash_mb = whole_number(hash_mb, "hash_mb", "values of hash_mb run", MAX_HASH_MB)
        if self.hash_mb and method == "visit":
            raise ValueError("hash_mb goes with the methods 'pairs' and 'bulk', not with 'visit'")
        Tree(board_or_sfen, 0, self.method)  # refuses what is no position
        if self.threads == 0:
            with InterruptsLater():
                from shogi_fast.workers import usable_cores

            self.threads = min(usable_cores(), MAX_THREADS)

    def add_frontier(
        self,
        frontier: "int | None",
        memory_mb: "int | None",
        executor: "Executor | None",
        checkpoint: "str | PathLike[str] | None",
    ) -> None:
        """Test what says how to count below a frontier."""
        from shogi_fast.tree import whole_number

        if frontier is not None:
            run = "plies of a frontier run"
            self.frontier = whole_number(frontier, "a frontier's ply", run, self.depth)
        if memory_mb is not None:
            run = "values of memory_mb run"
            self.memory_mb = whole_number(memory_mb, "memory_mb", run, MAX_HASH_MB)
            if memory_mb == 0:
                raise ValueError("memory_mb is at least 1, not 0")
        if executor is not None and not callable(getattr(executor, "submit", None)):
            raise TypeError(
                f"executor is a concurrent.futures.Executor, not {type(executor).__name__}"
            )
        if checkpoint is not None:
            import os

            os.fspath(checkpoint)
        merges = self.frontier or executor is not None or checkpoint is not None
        merges = merges or (frontier is None and self.chooses and not self.hash_mb)
        if memory_mb is not None and not merges:
            raise ValueError("memory_mb goes with a frontier, and none is used here")
        if self.hash_mb and (self.frontier or executor is not None or checkpoint is not None):
            raise ValueError("hash_mb does not go with frontier, executor or checkpoint")

    def add_progress(self, progress: "_Progress | None") -> None:
        """Test the function that is told how far the count is."""
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is a function, not {type(progress).__name__}")
        self.progress = progress

    def planned_ply(self) -> int:
        """Return the ply of the frontier to count below, 0 to walk the tree."""
        if not self.chooses or self.hash_mb or self.depth < 4:
            return 0
        from shogi_fast.tree import Tree

        first = Tree(self.root, 1, "bulk")
        first.count()
        if first.nodes ** (self.depth - 2) <= SMALL_TREE:
            return 0
        with InterruptsLater():
            from shogi_fast.planning import plan_perft

        plan = plan_perft(
            self.root,
            self.depth,
            method=self.method,
            threads=self.threads,
            memory_mb=self.memory_mb,
        )
        return plan.frontier

    def below(
        self,
        ply: "int | None",
        executor: "Executor | None" = None,
        checkpoint: "str | PathLike[str] | None" = None,
    ) -> int:
        """Count below the frontier at a ply; None leaves it to the checkpoint or a trial."""
        with InterruptsLater():
            from shogi_fast.units import perft_by_frontier

        return perft_by_frontier(
            self.root,
            self.depth,
            self.method,
            threads=self.threads,
            frontier=ply,
            memory_mb=self.memory_mb,
            executor=executor,
            checkpoint=checkpoint,
            progress=self.progress,
        )

    def walk(self, *, by_move: bool = False, stats: bool = False) -> "Tree":
        """Count path by path; return the tree."""
        from shogi_fast.tree import Tree

        tree = Tree(self.root, self.depth, "stats" if stats else self.method)
        tree.count(self.threads, self.hash_mb, self.progress, by_move)
        return tree


def _copy(board: object) -> "Board":
    """Return a board with the position of another, whatever its class; refuse what is none."""
    from shogi_fast.board import Board

    if not isinstance(board, Board):
        raise TypeError(f"a Board or SFEN text, not {type(board).__name__}")
    return Board.copy(board, stack=False)


def _divide_merged(count: _Count) -> "dict[Move, int]":
    """Return what ``divide`` does, each move counted below a frontier of its own."""
    from shogi_fast.board import Board
    from shogi_fast.errors import InvalidSfenError
    from shogi_fast.tree import Done

    root = count.root
    try:
        # By text, so that no method of a subclass is called below.
        board = Board(root if isinstance(root, str) else Board.sfen(root))
    except InvalidSfenError:
        # Captures can bring more of a kind into a hand than text may say.
        return count.walk(by_move=True).moves()
    counts: dict[Move, int] = {}
    moves = list(board.legal_moves)
    whole = 1000  # of one move

    def report(done: "Done", total: int) -> None:
        if count.progress is not None:
            told = Done(len(counts) * whole + done * whole // total)
            told.nodes = sum(counts.values()) + done.nodes
            count.progress(told, len(moves) * whole)

    for move in moves:
        board.push(move)
        counts[move] = perft(board, count.depth - 1, threads=count.threads, progress=report)
        board.pop()
    return counts
