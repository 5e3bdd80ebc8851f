# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""One count of perft: a tree cut into units, counted in the calling thread or by several.

Imported when something is first counted. The arguments are taken as good: perft.py tests them.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from shogi_fast.arguments cimport clipped, index_of
from shogi_fast.base_board cimport BaseBoard
from shogi_fast.core.bitboard cimport word_add_overflows
from shogi_fast.core.counting cimport (
    METHOD_BULK,
    METHOD_PAIRS,
    METHOD_STATS,
    METHOD_VISIT,
    POLL_INTERVAL,
    Counter,
    count_nodes,
)
from shogi_fast.core.hashed cimport count_hashed
from shogi_fast.core.movegen cimport generate_legal
from shogi_fast.core.position cimport Position, Undo, make_move
from shogi_fast.core.shared cimport (
    poll_flag,
    shared_add,
    shared_load,
    shared_store,
    shared_word_load,
    shared_word_store,
)
from shogi_fast.core.table cimport BUCKET_BYTES, Table, new_buckets
from shogi_fast.core.types cimport MAX_MOVES, move_t
from shogi_fast.move cimport move_of_code
from shogi_fast.position_text cimport read_position

from shogi_fast.interrupts import InterruptsLater

cdef extern from "clock.h":
    int64_t milliseconds() noexcept nogil


cdef enum:
    POLL_MILLISECONDS = 50   # from one look at signals, and call of progress, to the next
    UNIT_PLIES = 8           # from the root to a unit, at most
    UNITS_WANTED = 1024      # enough for progress to look smooth, and for an even load
    LEAST_UNITS = 64         # below which units of two plies are taken rather than of three
    LINE = 128               # bytes that threads may not share if they write: one or two lines


cdef struct Unit:
    uint64_t nodes
    move_t path[UNIT_PLIES]  # the moves from the root


cdef struct Worker:
    # What one thread writes. Memory allocated next to it may belong to another.
    char before[LINE]
    Counter counter
    uint64_t nodes           # of the units it has finished
    Position position
    move_t moves[1]          # goes on: MAX_MOVES a ply


cdef struct Shared:
    # What threads write, apart from what they only read.
    char before[LINE]
    int32_t taken            # units begun, and a few more at the end
    int32_t finished         # units counted
    int32_t stop             # not 0 when all are to end
    char after[LINE]


def whole_number(value, str what, str run, int64_t most):
    """Return an int from 0 to ``most``, or raise the error that says what it is not.

    >>> whole_number(2000, "a depth", "depths run", 255)
    Traceback (most recent call last):
    ValueError: depths run from 0 to 255, not 2000
    """
    cdef int64_t number = index_of(value, what)
    if not 0 <= number <= most:
        raise ValueError(f"{run} from 0 to {most}, not {clipped(number)}")
    return number


class Done(int):
    """How much of a count is done, and in ``nodes`` how many positions it has found so far.

    >>> done = Done(3)
    >>> done.nodes = 719731
    >>> done, done.nodes
    (3, 719731)
    """

    nodes = 0


@cython.final
cdef class Tree:
    """What lies ``depth`` plies below a position, and the counts when they are made.

    :param method: ``"pairs"``, ``"bulk"``, ``"visit"`` or ``"stats"``.

    >>> tree = Tree("4k4/9/9/9/9/9/9/9/4K4 b - 1", 2, "pairs")
    >>> tree.count(threads=2)
    >>> tree.nodes
    25
    """

    cdef Position root
    cdef int depth
    cdef int method
    cdef int plies           # from the root to the units
    cdef Unit* units
    cdef int32_t number      # of units
    cdef Worker** workers
    cdef int threads
    cdef Table table         # its buckets are NULL without one
    cdef void* table_block
    cdef Shared shared
    cdef object progress
    cdef object problem      # the exception that stopped the count in the calling thread, or None
    cdef int64_t last_poll

    def __cinit__(self, board_or_sfen, int depth, str method):
        self.depth = depth
        self.method = {
            "pairs": METHOD_PAIRS, "bulk": METHOD_BULK, "visit": METHOD_VISIT,
            "stats": METHOD_STATS}[method]
        if isinstance(board_or_sfen, BaseBoard):
            (<BaseBoard>board_or_sfen).take(&self.root)
        elif isinstance(board_or_sfen, str):
            read_position(board_or_sfen, False, &self.root)
        else:
            raise TypeError(f"a Board or SFEN text, not {type(board_or_sfen).__name__}")

    def __dealloc__(self):
        cdef int i
        if self.workers != NULL:
            for i in range(self.threads):
                PyMem_Free(self.workers[i])
        PyMem_Free(self.workers)
        PyMem_Free(self.units)
        free(self.table_block)

    def count(self, int threads=1, size_t hash_mb=0, progress=None, bint by_move=False):
        """Count everything. Once in the life of a tree.

        :param threads: with 1 the calling thread counts, else so many others do.
        :param by_move: whether ``moves`` is to be called.
        """
        self.progress = progress
        self.divide_up(by_move, progress is not None, threads)
        # A thread costs more than what it could take over of a tree in one piece.
        threads = 1 if self.number < LEAST_UNITS else threads
        if hash_mb and self.depth > 2:    # below, nothing is looked up
            self.make_table(hash_mb)
        self.hire(threads)
        self.last_poll = milliseconds()
        if threads == 1:
            with nogil:
                count_units(self, self.workers[0])
            if self.problem is not None:
                # Its traceback leads back here: kept as well, it would keep the table.
                problem, self.problem = self.problem, None
                raise problem
        else:
            with InterruptsLater():
                from shogi_fast.workers import run_units

            run_units(self.work, threads, threads, self, self.tell)
        self.check_overflow()
        self.shared.finished = self.number
        self.tell()

    # ---- before the count --------------------------------------------------------------------

    cdef int divide_up(self, bint by_move, bint told, int threads) except -1:
        """Cut the tree into units, all as many plies down, in the order of their moves."""
        cdef int least = 1 if by_move else 0
        self.number = 1
        self.units = <Unit*>PyMem_Malloc(sizeof(Unit))
        if self.units == NULL:
            raise MemoryError("no memory for the units of a count")
        memset(self.units, 0, sizeof(Unit))
        while self.plies < least or (
            (told or threads > 1) and self.plies < UNIT_PLIES and self.number > 0
            and (self.number < UNITS_WANTED and self.depth - self.plies > 3
                 or self.number < LEAST_UNITS and self.depth - self.plies > 2)
        ):
            self.cut_deeper()
        return 0

    cdef int cut_deeper(self) except -1:
        """Put in place of each unit those one ply farther down."""
        cdef Unit* deeper = NULL
        cdef Unit* larger
        cdef move_t[MAX_MOVES] moves
        cdef Position position
        cdef size_t room = 0
        cdef size_t number = 0
        cdef int32_t i
        cdef int n, k
        for i in range(self.number):
            follow(self, &self.units[i], &position)
            n = generate_legal(&position, moves)
            if number + n > room:
                room = 2 * number + MAX_MOVES
                larger = <Unit*>PyMem_Realloc(deeper, room * sizeof(Unit))
                if larger == NULL:
                    PyMem_Free(deeper)
                    raise MemoryError("no memory for the units of a count")
                deeper = larger
            for k in range(n):
                deeper[number] = self.units[i]
                deeper[number].path[self.plies] = moves[k]
                number += 1
        PyMem_Free(self.units)
        self.units = deeper
        # Fewer than UNITS_WANTED units had at most MAX_MOVES moves each.
        self.number = <int32_t>number
        self.plies += 1
        return 0

    cdef int make_table(self, size_t hash_mb) except -1:
        self.table.number = (<uint64_t>hash_mb << 20) // BUCKET_BYTES
        self.table.buckets = new_buckets(self.table.number, &self.table_block)
        if self.table.buckets == NULL:
            raise MemoryError(f"no memory for a hash table of {hash_mb} MiB")
        return 0

    cdef int hire(self, int threads) except -1:
        """Make the workers: one that also looks at signals, or several that do not."""
        cdef size_t size = sizeof(Worker) + <size_t>(self.depth + 1) * MAX_MOVES * sizeof(move_t)
        cdef Worker* worker
        cdef int i
        self.workers = <Worker**>PyMem_Malloc(threads * sizeof(Worker*))
        if self.workers == NULL:
            raise MemoryError("no memory for the moves of a count")
        for i in range(threads):
            worker = <Worker*>PyMem_Malloc(size)
            if worker == NULL:
                raise MemoryError("no memory for the moves of a count")
            memset(worker, 0, sizeof(Worker))
            worker.counter.left = POLL_INTERVAL
            if threads == 1:
                worker.counter.poll = <bint (*)(void*) noexcept nogil>poll
                worker.counter.context = <void*>self
            else:
                worker.counter.poll = poll_flag
                worker.counter.context = &self.shared.stop
            self.workers[i] = worker
            self.threads = i + 1
        return 0

    # ---- meanwhile ---------------------------------------------------------------------------

    def work(self, unit, int worker):
        """Count units until none is left: the body of a thread."""
        cdef Worker* mine = self.workers[worker]
        with nogil:
            count_units(self, mine)

    def set(self):
        """Stop all threads."""
        shared_store(&self.shared.stop, 1)

    def tell(self):
        """Let signals and the caller's progress function have their say."""
        PyErr_CheckSignals()
        if self.progress is not None:
            # Without a unit the whole tree ended before the first: all is done then.
            done = Done(shared_load(&self.shared.finished) if self.number else 1)
            done.nodes = self.nodes_so_far()
            self.progress(done, self.number or 1)

    cdef uint64_t nodes_so_far(self) noexcept:
        cdef uint64_t total = 0
        cdef int i
        for i in range(self.threads):
            total += shared_word_load(&self.workers[i].nodes)
        if self.threads == 1:
            # Looked at in the calling thread, so between two additions.
            total += self.workers[0].counter.nodes
        return total

    # ---- afterwards --------------------------------------------------------------------------

    cdef int check_overflow(self) except -1:
        """See to it that the sum of all units fits 64 bits."""
        cdef uint64_t total = 0
        cdef bint overflowed = False
        cdef int32_t i
        for i in range(self.threads):
            overflowed |= self.workers[i].counter.overflowed
        for i in range(self.number):
            overflowed |= word_add_overflows(&total, self.units[i].nodes)
        if overflowed:
            raise OverflowError(f"more than 2 ** 64 - 1 positions {self.depth} plies away")
        return 0

    @property
    def nodes(self):
        """How many positions there are."""
        cdef uint64_t total = 0
        cdef int32_t i
        for i in range(self.number):
            total += self.units[i].nodes
        return total

    def moves(self):
        """Return how many positions there are below each move of the root, in their order."""
        cdef move_t[MAX_MOVES] moves
        cdef dict counts = {}
        cdef uint64_t total
        cdef int32_t unit = 0
        cdef int i
        for i in range(generate_legal(&self.root, moves)):
            total = 0
            while unit < self.number and self.units[unit].path[0] == moves[i]:
                total += self.units[unit].nodes
                unit += 1
            counts[move_of_code(moves[i])] = total
        return counts

    def stats(self):
        """Return the numbers of positions, and of moves of the last ply of each kind."""
        cdef Counter total
        cdef int i
        memset(&total, 0, sizeof(Counter))
        for i in range(self.threads):
            # None of them can pass the number of positions.
            total.captures += self.workers[i].counter.captures
            total.promotions += self.workers[i].counter.promotions
            total.drops += self.workers[i].counter.drops
            total.checks += self.workers[i].counter.checks
            total.mates += self.workers[i].counter.mates
        return (self.nodes, total.captures, total.promotions, total.drops, total.checks,
                total.mates)


cdef void follow(Tree tree, const Unit* unit, Position* position) noexcept nogil:
    """Set up the position of a unit."""
    cdef Undo undo
    cdef int i
    position[0] = tree.root
    for i in range(tree.plies):
        make_move(position, unit.path[i], &undo, True)


cdef void count_units(Tree tree, Worker* worker) noexcept nogil:
    """Count units until none is left or all are to stop."""
    cdef Counter* counter = &worker.counter
    cdef int below = tree.depth - tree.plies
    cdef int32_t i
    while not shared_load(&tree.shared.stop):
        i = shared_add(&tree.shared.taken, 1)
        if i >= tree.number:
            break
        follow(tree, &tree.units[i], &worker.position)
        if tree.table.buckets != NULL:
            count_hashed(
                tree.method, &tree.table, &worker.position, below, worker.moves, counter)
        else:
            count_nodes(tree.method, &worker.position, below, worker.moves, counter)
        if counter.stopped:
            shared_store(&tree.shared.stop, 1)
            break
        tree.units[i].nodes = counter.nodes
        shared_word_store(&worker.nodes, worker.nodes + counter.nodes)
        counter.nodes = 0
        shared_add(&tree.shared.finished, 1)


cdef bint poll(void* context) noexcept nogil:
    cdef int64_t now = milliseconds()
    cdef bint stop
    if now - (<Tree>context).last_poll < POLL_MILLISECONDS:
        return False
    with gil:
        stop = tell_or_stop(<Tree>context)
    # Time spent in the caller's function does not bring the next call nearer.
    (<Tree>context).last_poll = milliseconds()
    return stop


cdef bint tell_or_stop(Tree tree) noexcept:
    try:
        tree.tell()
    except BaseException as problem:
        tree.problem = problem
        return True
    return False
