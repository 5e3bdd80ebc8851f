# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Perft: the number of positions some plies away, counted path by path.

The number of moves at each depth checks a move generator: one move too many or too few anywhere
below a position changes it. A path that ends early, by mate, is not counted at greater depths.
"""

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from shogi_fast.arguments cimport clipped, index_of
from shogi_fast.base_board cimport BaseBoard
from shogi_fast.core.counting cimport (
    METHOD_BULK,
    METHOD_PAIRS,
    METHOD_STATS,
    METHOD_VISIT,
    POLL_INTERVAL,
    Counter,
    count_nodes,
)
from shogi_fast.core.movegen cimport generate_legal
from shogi_fast.core.position cimport Position, Undo, make_move
from shogi_fast.core.types cimport MAX_MOVES, move_t
from shogi_fast.move cimport move_of_code
from shogi_fast.position_text cimport read_position


cdef extern from "clock.h":
    int64_t milliseconds() noexcept nogil


cdef enum:
    MAX_DEPTH = 255          # more than any count below 2 ** 64 has use for
    POLL_MILLISECONDS = 50   # from one look at signals, and call of progress, to the next

cdef class _Run:
    """One count: the counter, and what it tells the outside while it goes on."""

    cdef Counter counter
    cdef move_t* buffer
    cdef object progress
    cdef uint64_t total      # how many units there are in all
    cdef object problem      # the exception that stopped the count, or None
    cdef int64_t last_poll

    def __cinit__(self, int depth, object progress):
        memset(&self.counter, 0, sizeof(Counter))
        self.counter.unit_depth = -1
        self.counter.left = POLL_INTERVAL
        self.counter.poll = <bint (*)(void*) noexcept nogil>poll
        self.counter.context = <void*>self
        self.progress = progress
        self.total = 1
        self.last_poll = milliseconds()
        if not 0 <= depth <= MAX_DEPTH:
            raise ValueError(f"depths run from 0 to {MAX_DEPTH}")
        self.buffer = <move_t*>PyMem_Malloc(
            <size_t>(depth + 1) * MAX_MOVES * sizeof(move_t))
        if self.buffer == NULL:
            raise MemoryError("no memory for the moves of a count")

    def __dealloc__(self):
        PyMem_Free(self.buffer)

    cdef int tell(self) except -1:
        """Let signals and the caller's progress function have their say."""
        PyErr_CheckSignals()
        if self.progress is not None:
            self.progress(min(self.counter.units, self.total), self.total)
        return 0

    cdef int finish(self) except -1:
        """Tell that all is done: also where the whole tree ends before the first unit."""
        self.counter.units = self.total
        return self.tell()

    cdef int count(self, int method, const Position* root, int depth) except -1:
        """Add what lies below a position; other threads run meanwhile."""
        cdef Position position = root[0]
        with nogil:
            count_nodes(method, &position, depth, self.buffer, &self.counter)
        if self.problem is not None:
            raise self.problem
        if self.counter.overflowed:
            raise OverflowError(f"more than 2 ** 64 - 1 positions {depth} plies away")
        return 0


cdef bint poll(void* context) noexcept nogil:
    cdef int64_t now = milliseconds()
    cdef bint stop
    if now - (<_Run>context).last_poll < POLL_MILLISECONDS:
        return False
    with gil:
        stop = tell_or_stop(<_Run>context)
    # Time spent in the caller's function does not bring the next call nearer.
    (<_Run>context).last_poll = milliseconds()
    return stop


cdef bint tell_or_stop(_Run run) noexcept:
    try:
        run.tell()
    except BaseException as problem:
        run.problem = problem
        return True
    return False


cdef int as_depth(object depth) except -1:
    """Return a depth that came from Python as a C number."""
    cdef Py_ssize_t plies = index_of(depth, "a depth")
    if not 0 <= plies <= MAX_DEPTH:
        raise ValueError(f"depths run from 0 to {MAX_DEPTH}, not {clipped(plies)}")
    return <int>plies


cdef int as_method(object method) except -1:
    if method == "auto" or method == "pairs":
        return METHOD_PAIRS
    if method == "bulk":
        return METHOD_BULK
    if method == "visit":
        return METHOD_VISIT
    from shogi_fast.arguments import shown

    raise ValueError(f"the methods are 'auto', 'pairs', 'bulk' and 'visit', not {shown(method)}")


cdef int as_position(object board_or_sfen, Position* position) except -1:
    if isinstance(board_or_sfen, BaseBoard):
        position[0] = (<BaseBoard>board_or_sfen).position
        return 0
    if isinstance(board_or_sfen, str):
        return read_position(board_or_sfen, False, position)
    raise TypeError(f"a Board or SFEN text, not {type(board_or_sfen).__name__}")


cdef _Run start_run(const Position* root, int depth, object progress):
    """Return a _Run with its unit of progress: a position two or three plies down."""
    cdef _Run run = _Run.__new__(_Run, depth, None)
    cdef int unit_plies = max(0, min(2 if depth < 7 else 3, depth - 1))
    if progress is not None:
        if not callable(progress):
            raise TypeError(f"progress is a function, not {type(progress).__name__}")
        run.count(METHOD_BULK, root, unit_plies)
        run.total = max(1, run.counter.nodes)
        run.counter.nodes = run.counter.units = 0
        run.counter.unit_depth = depth - unit_plies
        run.progress = progress
    return run


def perft(board_or_sfen, depth, *, method="auto", progress=None):
    """Return the number of positions ``depth`` plies away, path by path.

    :param board_or_sfen: a ``Board``, or SFEN text.
    :param depth: plies, 0 to 255; depth 0 is the position itself, so 1.
    :param method: ``"visit"`` makes every move down to the last ply, ``"bulk"`` counts the moves
        of the last ply without making them, ``"pairs"`` counts the last two plies together,
        ``"auto"`` takes the fastest.
    :param progress: called as ``progress(done, total)`` in the calling thread some twenty times a
        second and at the end; an exception from it stops the count and comes through.
    :raises InvalidSfenError: if the text is refused.
    :raises ValueError: if depth or method are out of range.
    :raises OverflowError: if there are more than 2 ** 64 - 1.

    Other threads run meanwhile, and Ctrl-C stops the count.

    >>> perft(Board(), 3)
    25470
    """
    cdef Position root
    cdef int plies = as_depth(depth)
    cdef int way = as_method(method)
    cdef _Run run
    as_position(board_or_sfen, &root)
    run = start_run(&root, plies, progress)
    run.count(way, &root, plies)
    run.finish()
    return run.counter.nodes


def divide(board_or_sfen, depth, *, method="auto", progress=None):
    """Return for each legal move how many positions lie below it, ``depth`` plies from the root.

    Arguments and errors are those of ``perft``, but for the depth, which is at least 1. The moves
    come in the order of ``Board.legal_moves``; the numbers add up to ``perft``.

    >>> divide("4k4/9/9/9/9/9/9/9/4K4 b - 1", 2)[Move.from_usi("5i5h")]
    5
    """
    cdef Position root, child
    cdef Undo undo
    cdef move_t[MAX_MOVES] moves
    cdef int plies = as_depth(depth)
    cdef int way = as_method(method)
    cdef int n, i
    cdef _Run run
    cdef dict counts = {}
    if plies == 0:
        raise ValueError("divide needs a depth of at least 1")
    as_position(board_or_sfen, &root)
    run = start_run(&root, plies, progress)
    n = generate_legal(&root, moves)
    for i in range(n):
        child = root
        make_move(&child, moves[i], &undo, True)
        run.counter.nodes = 0
        run.count(way, &child, plies - 1)
        counts[move_of_code(moves[i])] = run.counter.nodes
    run.finish()
    return counts


def perft_stats(board_or_sfen, depth, *, progress=None):
    """Return the number of moves of the last ply, and how many capture, promote, drop or check.

    Arguments and errors are those of ``perft``. At depth 0 there is one position and no move.

    >>> perft_stats(Board(), 3)
    PerftStats(nodes=25470, captures=59, promotions=30, drops=0, checks=48, mates=0)
    """
    cdef Position root
    cdef int plies = as_depth(depth)
    cdef _Run run
    as_position(board_or_sfen, &root)
    run = start_run(&root, plies, progress)
    run.count(METHOD_STATS, &root, plies)
    run.finish()
    # Imported here, as collections would take a quarter of the time to import the package.
    from shogi_fast.stats import PerftStats

    return PerftStats(
        run.counter.nodes, run.counter.captures, run.counter.promotions,
        run.counter.drops, run.counter.checks, run.counter.mates)
