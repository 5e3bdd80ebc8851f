# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The distinct positions some plies from a root, with the number of paths to each.

Perft counts paths, and many lead to the same position: the 15,086,269,607 paths of seven plies from
the start end in 187,061,773 positions. A frontier holds the positions of one ply, each once with
its number of paths, its *weight*; what lies below is then counted once for each and multiplied.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cpython.pyport cimport PY_SSIZE_T_MAX

from shogi_fast.arguments cimport clipped, index_of
from shogi_fast.base_board cimport BaseBoard
from shogi_fast.core.blocks cimport (
    BLOCK_BYTES,
    SLAB_BLOCKS,
    Block,
    Chain,
    Slab,
    add_entry,
    block_room,
    entries_of,
    free_slabs,
)
from shogi_fast.core.merging cimport (
    KEY_BYTES,
    SINK_NOTHING,
    SINK_STORE,
    WEIGHT_BYTES,
    Merger,
    finish_records,
    has_ended,
)
from shogi_fast.core.position cimport Position
from shogi_fast.core.records cimport record_bytes, record_kind, write_record
from shogi_fast.core.shared cimport shared_word_load
from shogi_fast.core.sorting cimport merge_chains
from shogi_fast.frontier_unit cimport UNIT_HEAD_BYTES, write_head
from shogi_fast.frontier_worker cimport (
    CHUNK,
    FEED_COUNTER,
    FEED_MERGER,
    MAX_DEPTH,
    Worker,
    as_method,
    feed_entries,
    number_between,
    sum_of,
)
from shogi_fast.position_text cimport read_position
from shogi_fast.workers cimport Stop

from functools import partial

from shogi_fast.frontier_unit import count_unit
from shogi_fast.interrupts import InterruptsLater
from shogi_fast.tree import Done
from shogi_fast.workers import run_units, usable_cores


__all__ = ["Frontier", "count_unit"]


cdef extern from "bytes.h" nogil:
    void store_word(void* data, uint64_t word) noexcept


cdef enum:
    MAX_CHUNK = 1 << 20
    PARTITION_RECORDS = 1 << 15
    MAX_PARTITIONS = 1 << 12
    UNIT_RECORDS = 1 << 18   # at most, in a unit of work of this process
    MAX_THREADS = 1024
    MAX_SLABS = 1 << 30
    SLAB_BYTES = SLAB_BLOCKS * BLOCK_BYTES
    SAMPLES = 4              # places where a ply is sampled, and positions at each: many groups
    SAMPLE_RECORDS = 1 << 15


@cython.final
cdef class Frontier:
    """The distinct positions ``plies`` plies from a root, each with the number of paths to it.

    :param board_or_sfen: the root, a ``Board`` or SFEN text.
    :param plies: 0 to 255.
    :param threads: how many threads work, at most 1,024; 0 is one for each core.
    :param memory_mb: how many MiB the positions may take, at any time, while those of each ply are
        found from those before; None is no limit.
    :param progress: called as ``progress(ply, done, total)`` in the calling thread some twenty
        times a second, while ``done`` of the ``total`` positions before that ply have been used.
    :param stop: a ``Stop`` that ends the work from outside; what is left is then of no use.
    :param chunk: positions merged at a time, 1 to 2 ** 20: a matter of speed.
    :raises InvalidSfenError: if the text is refused.
    :raises ValueError: if a number is out of range.
    :raises MemoryError: if the memory does not suffice; as a rule before a ply is begun.
    :raises OverflowError: if there are more than 2 ** 64 - 1 paths.

    The records and their order are the same on every platform and for any number of threads.
    Ctrl-C, or an exception from ``progress``, ends the work.

    >>> frontier = Frontier(Board(), 3)
    >>> frontier.distinct, frontier.paths
    ((1, 30, 900, 13560), 25470)
    >>> frontier.count(1)
    719731
    """

    cdef uint64_t weights            # the sum of all
    cdef list numbers                # of positions, ply by ply
    cdef int kind
    cdef int entry_bytes
    cdef Block** blocks
    cdef uint64_t* starts            # how many records come before each block; one more than blocks
    cdef uint64_t n_blocks
    cdef uint64_t n
    cdef Slab* slabs
    cdef Chain spare                 # blocks that are free
    cdef int32_t slabs_left
    cdef uint32_t chunk
    cdef object memory_mb

    def __cinit__(self, *_, **__):
        self.chunk = CHUNK

    def __init__(self, board_or_sfen, plies, *, threads=1, memory_mb=None, progress=None,
                 stop=None, chunk=CHUNK):
        cdef Position root
        cdef Stop flag = Stop() if stop is None else stop
        cdef int last = number_between(plies, "plies", 0, MAX_DEPTH)
        cdef int n_threads = as_threads(threads)
        cdef int ply
        cdef int64_t limit
        if self.numbers is not None:
            raise TypeError("a frontier is made once")
        as_root(board_or_sfen, &root)
        check_progress(progress)
        self.chunk = number_between(chunk, "a chunk's positions", 1, MAX_CHUNK)
        self.slabs_left = MAX_SLABS
        if memory_mb is not None:
            limit = index_of(memory_mb, "memory_mb")
            if limit < 1:
                raise ValueError(f"memory_mb is at least 1, not {clipped(limit)}")
            self.memory_mb = limit
            self.slabs_left = min(<int64_t>MAX_SLABS, limit // (SLAB_BYTES >> 20))
        self.numbers = [1]
        self.kind = record_kind(&root)
        self.entry_bytes = record_bytes(self.kind) + WEIGHT_BYTES
        self.set_root(&root)
        for ply in range(1, last + 1):
            self.expand(n_threads, flag, None if progress is None else partial(progress, ply))
            self.numbers.append(self.n)

    def __dealloc__(self):
        free(self.blocks)
        free(self.starts)
        free_slabs(self.slabs)

    def __len__(self):
        return self.n

    @property
    def plies(self):
        """How far the positions are from the root.

        >>> Frontier(Board(), 2).plies
        2
        """
        return len(self.distinct) - 1

    @property
    def distinct(self):
        """The number of distinct positions at each ply, from 0 on.

        >>> Frontier(Board(), 2).distinct
        (1, 30, 900)
        """
        return tuple(self.numbers or ())

    @property
    def paths(self):
        """The number of paths from the root: the sum of the weights.

        >>> Frontier(Board(), 3).paths
        25470
        """
        return self.weights

    @property
    def record_bytes(self):
        """The size of a record, 32 or 96; its weight, 8 bytes more, is not counted.

        >>> Frontier(Board(), 0).record_bytes, Frontier("9/9/9/9/9/9/9/9/4K4 b - 1", 0).record_bytes
        (32, 96)
        """
        return self.entry_bytes - WEIGHT_BYTES if self.entry_bytes else 0

    cdef int set_root(self, const Position* root) except -1:
        cdef Worker worker = Worker.__new__(Worker, self.kind, 0, Stop(), 1)
        cdef Chain chain = Chain(NULL, NULL)
        cdef uint8_t* entry
        self.lend(worker, 1)
        entry = add_entry(
            &worker.merger.store, &chain, block_room(self.entry_bytes), self.entry_bytes)
        worker.check()
        write_record(self.kind, root, entry)
        store_word(entry + self.entry_bytes - WEIGHT_BYTES, 1)
        self.take_back(worker)
        self.weights = 1
        return self.adopt(&chain, 1)

    cdef int adopt(self, Chain* chains, uint64_t n_chains) except -1:
        """Let the records be those of some chains, one after the other."""
        cdef uint64_t i
        cdef uint64_t n = 0
        cdef Block* block
        for i in range(n_chains):
            block = chains[i].first
            while block != NULL:
                n += 1
                block = block.next
        self.blocks = <Block**>malloc(max(n, <uint64_t>1) * sizeof(Block*))
        self.starts = <uint64_t*>malloc((n + 1) * sizeof(uint64_t))
        if self.blocks == NULL or self.starts == NULL:
            raise MemoryError("no memory for the list of a frontier's blocks")
        self.n_blocks = n
        n = 0
        self.n = 0
        for i in range(n_chains):
            block = chains[i].first
            while block != NULL:
                self.blocks[n] = block
                self.starts[n] = self.n
                self.n += block.used
                n += 1
                block = block.next
        self.starts[n] = self.n
        return 0

    cdef void drop_blocks(self) noexcept:
        """Make the records' blocks free ones."""
        cdef uint64_t i
        for i in range(self.n_blocks):
            self.blocks[i].next = self.spare.first
            self.spare.first = self.blocks[i]
        self.n_blocks = self.n = 0
        free(self.blocks)
        free(self.starts)
        self.blocks = NULL
        self.starts = NULL

    cdef void lend(self, Worker worker, int share) noexcept:
        """Give a thread its share, one of ``share``, of the free blocks."""
        cdef uint64_t n = 0
        cdef Block* block = self.spare.first
        while block != NULL:
            n += 1
            block = block.next
        n = n // share
        worker.merger.store.slabs_left = &self.slabs_left
        while n:
            block = self.spare.first
            self.spare.first = block.next
            block.next = worker.merger.store.free
            worker.merger.store.free = block
            worker.merger.store.free_blocks += 1
            n -= 1

    cdef void take_back(self, Worker worker) noexcept:
        """Take the free blocks and the slabs of a thread."""
        cdef Slab* slab
        cdef Block* block
        while worker.merger.store.free != NULL:
            block = worker.merger.store.free
            worker.merger.store.free = block.next
            block.next = self.spare.first
            self.spare.first = block
        worker.merger.store.free_blocks = 0
        while worker.merger.store.slabs != NULL:
            slab = worker.merger.store.slabs
            worker.merger.store.slabs = slab.next
            slab.next = self.slabs
            self.slabs = slab

    cdef list hire(self, int threads, int depth, Stop stop):
        return [Worker.__new__(Worker, self.kind, depth, stop, self.chunk)
                for _ in range(threads)]

    cdef uint64_t unit_records(self, int threads) noexcept:
        return max(<uint64_t>64, min(<uint64_t>UNIT_RECORDS, self.n // (32 * <uint64_t>threads)))

    cdef int feed(self, Merger* m, uint64_t first, uint64_t n, int mode) except -1:
        """Give n records, from number ``first`` on, to a kernel."""
        with nogil:
            self.feed_unlocked(m, first, n, mode)
        return 0

    cdef void feed_unlocked(self, Merger* m, uint64_t first, uint64_t n, int mode) noexcept nogil:
        cdef uint64_t block, skipped, number
        n = min(n, self.n - first)
        if n == 0:
            return
        block = self.block_of(first)
        skipped = first - self.starts[block]
        while n:
            number = min(n, self.blocks[block].used - skipped)
            feed_entries(m, entries_of(self.blocks[block]) + skipped * self.entry_bytes,
                         number, mode)
            if has_ended(m):
                return
            n -= number
            skipped = 0
            block += 1
        if mode == FEED_MERGER:
            finish_records(m)

    cdef uint64_t block_of(self, uint64_t record) noexcept nogil:
        """Return the block that has a record."""
        cdef uint64_t low = 0
        cdef uint64_t high = self.n_blocks
        cdef uint64_t middle
        while high - low > 1:
            middle = (low + high) // 2
            if self.starts[middle] <= record:
                low = middle
            else:
                high = middle
        return low

    cdef int run(self, list workers, int mode, Stop stop, object progress) except -1:
        """Feed all records to the workers."""
        cdef uint64_t unit_records = self.unit_records(len(workers))
        cdef uint64_t units = (self.n + unit_records - 1) // unit_records
        cdef list done = [0] * len(workers)

        def work(uint64_t unit, Py_ssize_t number):
            cdef Worker worker = workers[number]
            self.feed(&worker.merger, unit * unit_records, unit_records, mode)
            worker.check()
            done[number] += min(unit_records, self.n - unit * unit_records)

        def tell():
            cdef Worker worker
            nodes = 0
            for worker in workers:
                nodes += shared_word_load(&worker.merger.total)
            told = Done(sum(done))
            told.nodes = nodes
            progress(told, max(1, self.n))

        run_units(work, units, len(workers), stop, None if progress is None else tell)
        return 0

    cdef int expand(self, int threads, Stop stop, object progress) except -1:
        """Replace the records by those one ply on."""
        cdef list workers = self.hire(threads, 1, stop)
        cdef Worker worker
        cdef uint64_t partitions = 1
        cdef int shift = 63
        cdef Chain* targets = NULL
        cdef uint64_t wanted
        if self.n > SAMPLE_RECORDS:
            _, wanted = self.sample(stop)
        else:
            wanted = self.n * 16
        while partitions < MAX_PARTITIONS and partitions * PARTITION_RECORDS < wanted:
            partitions *= 2
            shift -= 1
        self.check_memory(wanted, partitions * threads)
        try:
            for worker in workers:
                self.lend(worker, threads)
                worker.merger.sink = SINK_STORE
                worker.merger.partition_shift = shift
                worker.merger.partitions = <Chain*>calloc(partitions, sizeof(Chain))
                if worker.merger.partitions == NULL:
                    raise MemoryError("no memory for the partitions of a frontier")
            self.run(workers, FEED_MERGER, stop, progress)
            for worker in workers:
                self.take_back(worker)
            self.drop_blocks()
            for worker in workers:
                self.lend(worker, threads)
            targets = <Chain*>calloc(partitions, sizeof(Chain))
            if targets == NULL:
                raise MemoryError("no memory for the partitions of a frontier")
            self.merge(workers, partitions, targets, stop)
            self.weights = weights_of(workers)
            self.adopt(targets, partitions)
        finally:
            free(targets)
            for worker in workers:
                self.take_back(worker)
        return 0

    cdef int merge(self, list workers, uint64_t partitions, Chain* targets, Stop stop) except -1:
        """Sort and merge the partitions that the workers filled."""
        def work(uint64_t partition, Py_ssize_t number):
            cdef Worker worker = workers[number]
            cdef Worker other
            cdef int i
            cdef int n_sources = len(workers)
            cdef Chain** sources = <Chain**>malloc(n_sources * sizeof(Chain*))
            if sources == NULL:
                raise MemoryError("no memory for the partitions of a frontier")
            for i in range(n_sources):
                other = workers[i]
                sources[i] = &other.merger.partitions[partition]
            with nogil:
                merge_chains(&worker.sorter, sources, n_sources, &targets[partition])
            free(sources)
            worker.check()

        run_units(work, partitions, len(workers), stop)
        return 0

    cdef tuple sample(self, Stop stop):
        """Estimate how many moves there are from the positions, and how many positions after them
        as one chunk after the other sees them."""
        cdef Worker worker = self.hire(1, 0, stop)[0]
        # A hundredth of the positions, or all if they are few.
        cdef uint64_t records = max(
            <uint64_t>SAMPLE_RECORDS // 8, min(<uint64_t>SAMPLE_RECORDS, self.n // (100 * SAMPLES)))
        cdef uint64_t places = SAMPLES
        cdef uint64_t seen = SAMPLES * records
        cdef uint64_t i
        if seen >= self.n:
            places = 1
            seen = records = self.n
        worker.merger.sink = SINK_NOTHING
        for i in range(places):
            self.feed(&worker.merger, i * (self.n // places), records, FEED_MERGER)
            worker.check()
            PyErr_CheckSignals()
        if seen == 0:
            return 0.0, 0
        return (<double>worker.merger.paths / seen * self.n,
                <uint64_t>(<double>worker.merger.merged / seen * self.n))

    cdef int check_memory(self, uint64_t entries, uint64_t chains) except -1:
        """Raise MemoryError if the next ply, of about so many entries, will not find room."""
        cdef uint64_t room = block_room(self.entry_bytes + KEY_BYTES)
        # Half of a chain's last block is empty, on average.
        cdef uint64_t wanted = entries // room + chains // 2 + self.n_blocks
        cdef uint64_t wanted_mb = wanted * BLOCK_BYTES >> 20
        if self.memory_mb is not None and wanted_mb > self.memory_mb:
            raise MemoryError(
                f"{len(self.numbers)} plies from the root there are some {entries:,} positions: "
                f"they need about {wanted_mb:,} MiB, and memory_mb is {self.memory_mb:,}")
        return 0

    def estimate(self):
        """Return what one ply more would take: numbers of moves, of positions, and bytes.

        Taken from samples; the number of positions is one of a few per cent too many, as equal ones
        are found within a chunk only.

        >>> moves, positions, memory = Frontier(Board(), 2).estimate()
        >>> moves, positions
        (25470, 13560)
        """
        moves, positions = self.sample(Stop())
        return round(moves), positions, positions * (self.entry_bytes + KEY_BYTES)

    def count(self, depth, *, method="auto", threads=1, progress=None, stop=None):
        """Return the number of positions ``depth`` plies below the frontier, path by path.

        :param depth: plies, 0 to 255; the root's perft is that of ``plies`` and these together.
        :param method: as in ``perft``. All merge equal positions one ply below once more, where
            plies enough are left.
        :param threads: as in ``Frontier``.
        :param progress: called as ``progress(done, total)`` in the calling thread some twenty
            times a second, with numbers of positions.
        :param stop: a ``Stop`` that ends the count from outside; the result is then of no use.
        :raises ValueError: if depth, method or threads are out of range.
        :raises OverflowError: if there are more than 2 ** 64 - 1.

        Ctrl-C, or an exception from ``progress``, ends the count.

        >>> Frontier(Board(), 2).count(2, threads=2)
        719731
        """
        cdef int way = as_method(method)
        cdef Stop flag = Stop() if stop is None else stop
        cdef int plies = number_between(depth, "depths", 0, MAX_DEPTH)
        cdef list workers = self.hire(as_threads(threads), plies, flag)
        cdef Worker worker
        cdef int mode = FEED_COUNTER
        check_progress(progress)
        if plies == 0:
            return self.weights
        for worker in workers:
            mode = worker.set_count(way, plies)
        self.run(workers, mode, flag, progress)
        return sum_of(workers, plies)

    def unit(self, index, positions):
        """Return a share of the positions as bytes, for ``count_unit``.

        :param index: which one, from 0 on.
        :param positions: how many there are in a share, at least 1; fewer in the last one.
        :raises IndexError: if there is no such share.
        :raises MemoryError: if it is too large to be had in one piece.

        Shares of some ten thousand positions and more lose next to nothing of what is merged
        across their edges.

        >>> frontier = Frontier(Board(), 2)
        >>> frontier.unit(0, 900)[:8]
        b'sfFront1'
        """
        cdef int64_t i = index_of(index, "a unit's number")
        cdef int64_t size = index_of(positions, "a unit's positions")
        if size < 1:
            raise ValueError(f"a unit has at least 1 position, not {clipped(size)}")
        if i < 0 or <uint64_t>i >= self.unit_count(size):
            raise IndexError(f"no unit {clipped(i)} of {clipped(size)} positions among {self.n:,}")
        return self.unit_at(<uint64_t>i * <uint64_t>size, size)

    def units(self, positions):
        """Yield all shares of so many positions, in order; the last may be smaller.

        >>> frontier = Frontier(Board(), 2)
        >>> [len(unit) for unit in frontier.units(500)]
        [20016, 16016]
        >>> sum(count_unit(unit, 2) for unit in frontier.units(500))
        719731
        """
        cdef uint64_t i
        cdef int64_t size = index_of(positions, "a unit's positions")
        if size < 1:
            raise ValueError(f"a unit has at least 1 position, not {clipped(size)}")
        for i in range(self.unit_count(size)):
            yield self.unit_at(i * <uint64_t>size, size)

    cdef uint64_t unit_count(self, uint64_t size) noexcept:
        return self.n // size + (self.n % size != 0)

    cdef bytes unit_at(self, uint64_t first, uint64_t n):
        """Return n records from number ``first`` on, behind a unit's head."""
        cdef bytes unit
        cdef char* data
        cdef uint64_t block
        cdef size_t skipped, number
        n = min(n, self.n - first)
        if n > (<uint64_t>PY_SSIZE_T_MAX - UNIT_HEAD_BYTES) // self.entry_bytes:
            raise MemoryError(f"no memory for a unit of {n:,} positions")
        unit = PyBytes_FromStringAndSize(NULL, UNIT_HEAD_BYTES + n * self.entry_bytes)
        data = PyBytes_AS_STRING(unit)
        write_head(data, self.entry_bytes - WEIGHT_BYTES)
        data += UNIT_HEAD_BYTES
        block = self.block_of(first)
        skipped = first - self.starts[block]
        while n:
            number = min(n, self.blocks[block].used - skipped)
            memcpy(data, entries_of(self.blocks[block]) + skipped * self.entry_bytes,
                   number * self.entry_bytes)
            data += number * self.entry_bytes
            n -= number
            skipped = 0
            block += 1
        return unit

    def sha256(self):
        """Return the SHA-256 of all records with their weights, in order, in hexadecimal digits.

        >>> Frontier(Board(), 2).sha256()[:16]
        '47e6df09fcbaab04'
        """
        with InterruptsLater():
            from hashlib import sha256

        cdef uint64_t i
        cdef Block* block
        digest = sha256()
        for i in range(self.n_blocks):
            block = self.blocks[i]
            digest.update((<char*>entries_of(block))[:block.used * self.entry_bytes])
            PyErr_CheckSignals()
        return digest.hexdigest()


cdef uint64_t weights_of(list workers) except? 0:
    """Return the sum of the weights that the workers wrote."""
    cdef Worker worker
    total = sum([worker.sorter.weights for worker in workers])
    if total >> 64:
        raise OverflowError("more than 2 ** 64 - 1 paths from the root")
    return total


cdef int check_progress(object progress) except -1:
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function, not {type(progress).__name__}")
    return 0


cdef int as_threads(object threads) except -1:
    return number_between(threads, "threads", 0, MAX_THREADS) or min(usable_cores(), MAX_THREADS)


cdef int as_root(object board_or_sfen, Position* position) except -1:
    if isinstance(board_or_sfen, BaseBoard):
        (<BaseBoard>board_or_sfen).take(position)
        return 0
    if isinstance(board_or_sfen, str):
        return read_position(board_or_sfen, False, position)
    raise TypeError(f"a Board or SFEN text, not {type(board_or_sfen).__name__}")
