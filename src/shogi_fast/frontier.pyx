# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The distinct positions a number of plies from a root, with the number of ways to each.

Perft counts paths, and the same position is reached by very many: seven plies from the start there
are 187,061,773 positions and 9,457,803,036 paths less than... 
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from shogi_fast.arguments cimport index_of
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
    free_chain,
    free_slabs,
    take_block,
)
from shogi_fast.core.counting cimport (
    METHOD_BULK,
    METHOD_PAIRS,
    METHOD_VISIT,
    POLL_INTERVAL,
    Counter,
)
from shogi_fast.core.merging cimport (
    SINK_COUNT,
    SINK_NOTHING,
    SINK_STORE,
    SLOTS_AT_LEAST,
    WEIGHT_BYTES,
    Child,
    Merger,
    Parent,
    Slot,
    add_record,
    count_weighted,
    finish_records,
    has_ended,
)
from shogi_fast.core.packed cimport PACKED_FINE
from shogi_fast.core.position cimport Position
from shogi_fast.core.records cimport record_bytes, record_kind, read_record, write_record
from shogi_fast.core.shared cimport poll_flag, shared_load
from shogi_fast.core.sorting cimport Sorter, merge_chains
from shogi_fast.core.types cimport MAX_MOVES, move_t
from shogi_fast.position_text cimport read_position
from shogi_fast.workers cimport Stop

from functools import partial

from shogi_fast.workers import run_units


cdef extern from "bytes.h" nogil:
    uint64_t load_word(const void* data) noexcept
    void store_word(void* data, uint64_t word) noexcept


cdef enum:
    CHUNK = 4096             # positions expanded at a time, so that they stay in the cache
    CHUNK_CHILDREN = 1 << 16
    PARTITION_RECORDS = 1 << 15
    MAX_PARTITIONS = 1 << 12
    UNIT_RECORDS = 1 << 16   # at most, in a unit of work
    MAX_DEPTH = 255
    MAX_SLABS = 1 << 30
    # What is done with records: given to add_record, or counted below one by one.
    FEED_MERGER
    FEED_COUNTER


cdef class _Worker:
    """The buffers of one thread."""

    cdef Merger merger
    cdef Sorter sorter
    cdef Stop stop
    cdef uint64_t done       # records expanded or counted below

    def __cinit__(self, int kind, int depth, Stop stop, uint32_t chunk):
        cdef Merger* m = &self.merger
        memset(m, 0, sizeof(Merger))
        memset(&self.sorter, 0, sizeof(Sorter))
        self.stop = stop
        m.kind = kind
        m.record_bytes = record_bytes(kind)
        m.max_parents = chunk
        m.enough_parents = max(1, chunk // 4)
        m.max_children = max(2 * MAX_MOVES, min(<uint32_t>CHUNK_CHILDREN, chunk * 64))
        m.max_slots = SLOTS_AT_LEAST
        while m.max_slots < m.max_children * 2:
            m.max_slots *= 2
        m.children_each = 16
        m.positions = <Position*>malloc(chunk * sizeof(Position))
        m.parents = <Parent*>malloc(chunk * sizeof(Parent))
        m.children = <Child*>malloc(m.max_children * sizeof(Child))
        m.slots = <Slot*>malloc(m.max_slots * sizeof(Slot))
        m.moves = <move_t*>malloc((depth + 2) * MAX_MOVES * sizeof(move_t))
        if (m.positions == NULL or m.parents == NULL or m.children == NULL or m.slots == NULL
                or m.moves == NULL):
            raise MemoryError("no memory for the buffers of a thread")
        m.stop = &stop.flag
        m.counter.unit_depth = -1
        m.counter.left = POLL_INTERVAL
        m.counter.poll = poll_flag
        m.counter.context = &stop.flag
        self.sorter.record_bytes = m.record_bytes
        self.sorter.store = &m.store
        self.sorter.stop = &stop.flag

    def __dealloc__(self):
        free(self.merger.positions)
        free(self.merger.parents)
        free(self.merger.children)
        free(self.merger.slots)
        free(self.merger.moves)
        free(self.merger.partitions)
        free(self.sorter.items)
        free_slabs(self.merger.store.slabs)

    cdef int check(self) except -1:
        """Raise what a kernel could only note."""
        if self.merger.overflowed or self.sorter.overflowed:
            raise OverflowError("more than 2 ** 64 - 1 positions")
        if self.merger.store.failed:
            raise MemoryError("the memory for a frontier is used up")
        return 0


cdef class Frontier:
    """The distinct positions ``plies`` plies from a root, each with the number of paths to it.

    :param board_or_sfen: the root, a ``Board`` or SFEN text.
    :param plies: 0 to 255.
    :param threads: how many threads work, at least 1. The result is the same for any number.
    :param memory_mb: MiB the positions may take while they are found, or None for any.
    :param progress: called as ``progress(ply, done, total)`` some twenty times a second while the
        positions of a ply are found from those before.
    :raises MemoryError: if memory, or ``memory_mb``, does not suffice.
    :raises OverflowError: if there are more than 2 ** 64 - 1 paths.

    >>> frontier = Frontier(Board(), 3)
    >>> frontier.distinct, frontier.paths
    ([1, 30, 900, 13560], 25470)
    >>> frontier.count(1)
    719731
    """

    cdef readonly list distinct
    cdef readonly int plies
    cdef readonly uint64_t paths
    cdef readonly dict figures
    cdef int kind
    cdef int entry_bytes
    cdef Block** blocks
    cdef uint64_t* starts    # how many records come before each block; one more than blocks
    cdef uint64_t n_blocks
    cdef uint64_t n
    cdef Slab* slabs
    cdef Chain spare         # blocks that are free
    cdef int32_t slabs_left
    cdef uint32_t chunk

    def __init__(self, board_or_sfen, plies, *, threads=1, memory_mb=None, progress=None,
                 stop=None, chunk=CHUNK):
        cdef Position root
        cdef Stop flag = Stop() if stop is None else stop
        as_root(board_or_sfen, &root)
        self.chunk = chunk
        self.slabs_left = MAX_SLABS
        if memory_mb is not None:
            self.slabs_left = min(
                MAX_SLABS, (memory_mb << 20) // (SLAB_BLOCKS * BLOCK_BYTES))
        self.distinct = [1]
        self.figures = {}
        self.kind = record_kind(&root)
        self.entry_bytes = record_bytes(self.kind) + WEIGHT_BYTES
        self.set_root(&root)
        for ply in range(1, plies + 1):
            self.expand(threads, flag, None if progress is None else partial(progress, ply))
            self.distinct.append(self.n)
            self.plies = ply

    def __dealloc__(self):
        free(self.blocks)
        free(self.starts)
        free_slabs(self.slabs)

    def __len__(self):
        return self.n

    cdef int set_root(self, const Position* root) except -1:
        cdef _Worker worker = _Worker.__new__(_Worker, self.kind, 0, Stop(), 1)
        cdef Chain chain = Chain(NULL, NULL)
        cdef uint8_t* entry
        self.lend(worker, 1)
        entry = add_entry(
            &worker.merger.store, &chain, block_room(self.entry_bytes), self.entry_bytes)
        worker.check()
        write_record(self.kind, root, entry)
        store_word(entry + self.entry_bytes - WEIGHT_BYTES, 1)
        self.take_back(worker)
        self.paths = 1
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
        self.blocks = <Block**>malloc(max(n, 1) * sizeof(Block*))
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

    cdef void lend(self, _Worker worker, int share) noexcept:
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

    cdef void take_back(self, _Worker worker) noexcept:
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
        return [_Worker.__new__(_Worker, self.kind, depth, stop, self.chunk)
                for _ in range(threads)]

    cdef uint64_t unit_records(self, int threads) noexcept:
        return max(64, min(<uint64_t>UNIT_RECORDS, self.n // (32 * threads)))

    cdef int feed(self, Merger* m, uint64_t first, uint64_t n, int mode) except -1:
        """Give n records, from number ``first`` on, to a kernel."""
        with nogil:
            self.feed_unlocked(m, first, n, mode)
        return 0

    cdef void feed_unlocked(self, Merger* m, uint64_t first, uint64_t n, int mode) noexcept nogil:
        cdef uint64_t low = 0
        cdef uint64_t high = self.n_blocks
        cdef uint64_t middle
        cdef uint32_t i
        cdef uint8_t* entry
        cdef Block* block
        cdef Position position
        n = min(n, self.n - first)
        while high - low > 1:
            middle = (low + high) // 2
            if self.starts[middle] <= first:
                low = middle
            else:
                high = middle
        i = <uint32_t>(first - self.starts[low])
        while n:
            block = self.blocks[low]
            entry = entries_of(block) + <size_t>i * self.entry_bytes
            while i < block.used and n:
                if mode == FEED_MERGER:
                    add_record(m, entry, load_word(entry + m.record_bytes))
                else:
                    m.problem = read_record(m.kind, entry, &position)
                    count_weighted(m, &position, load_word(entry + m.record_bytes), m.depth)
                if has_ended(m):
                    return
                entry += self.entry_bytes
                i += 1
                n -= 1
            i = 0
            low += 1
        if mode == FEED_MERGER:
            finish_records(m)

    cdef int run(self, list workers, int mode, Stop stop, object progress) except -1:
        """Feed all records to the workers."""
        cdef uint64_t unit_records = self.unit_records(len(workers))
        cdef uint64_t units = (self.n + unit_records - 1) // unit_records
        cdef list done = [0] * len(workers)

        def work(uint64_t unit, Py_ssize_t number):
            cdef _Worker worker = workers[number]
            self.feed(&worker.merger, unit * unit_records, unit_records, mode)
            worker.check()
            done[number] += min(unit_records, self.n - unit * unit_records)

        def tell():
            progress(sum(done), self.n)

        run_units(work, units, len(workers), stop, None if progress is None else tell)
        return 0

    cdef int expand(self, int threads, Stop stop, object progress) except -1:
        """Replace the records by those one ply on."""
        cdef list workers = self.hire(threads, 1, stop)
        cdef _Worker worker
        cdef uint64_t partitions = 1
        cdef int shift = 63
        cdef Chain* targets = NULL
        cdef uint64_t n = self.n
        while partitions < MAX_PARTITIONS and partitions * PARTITION_RECORDS < n * 10:
            partitions *= 2
            shift -= 1
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
            self.paths = 0
            for worker in workers:
                self.paths += worker.sorter.weights
            self.adopt(targets, partitions)
        finally:
            free(targets)
            for worker in workers:
                self.take_back(worker)
        return 0

    cdef int merge(self, list workers, uint64_t partitions, Chain* targets, Stop stop) except -1:
        """Sort and merge the partitions that the workers filled."""
        def work(uint64_t partition, Py_ssize_t number):
            cdef _Worker worker = workers[number]
            cdef _Worker other
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

    def count(self, depth, *, method="auto", threads=1, progress=None, stop=None):
        """Return the number of positions ``depth`` plies below the frontier, path by path."""
        cdef int way = as_method(method)
        cdef Stop flag = Stop() if stop is None else stop
        cdef list workers
        cdef _Worker worker
        cdef int plies = depth
        cdef int last = 2 if way == METHOD_PAIRS else 1
        cdef int mode = FEED_MERGER if plies > last else FEED_COUNTER
        if plies == 0:
            return self.paths
        workers = self.hire(threads, plies, flag)
        for worker in workers:
            worker.merger.sink = SINK_NOTHING if way < 0 else SINK_COUNT
            worker.merger.method = way
            worker.merger.depth = plies - (mode == FEED_MERGER)
        self.run(workers, mode, flag, progress)
        total = 0
        self.figures = {"paths": 0, "merged": 0}
        for worker in workers:
            total += worker.merger.total
            self.figures["paths"] += worker.merger.paths
            self.figures["merged"] += worker.merger.merged
        if total >= 1 << 64:
            raise OverflowError(f"more than 2 ** 64 - 1 positions {depth} plies below a frontier")
        return total

    def sha256(self):
        """Return the SHA-256 of the records in order, as 64 hexadecimal digits."""
        from hashlib import sha256

        cdef uint64_t i
        cdef Block* block
        digest = sha256()
        for i in range(self.n_blocks):
            block = self.blocks[i]
            digest.update((<char*>entries_of(block))[:block.used * self.entry_bytes])
        return digest.hexdigest()


cdef int as_method(object method) except -2:
    if method == "sample":
        return -1
    if method == "auto" or method == "pairs":
        return METHOD_PAIRS
    if method == "bulk":
        return METHOD_BULK
    if method == "visit":
        return METHOD_VISIT
    from shogi_fast.arguments import shown

    raise ValueError(f"the methods are 'auto', 'pairs', 'bulk' and 'visit', not {shown(method)}")


cdef int as_root(object board_or_sfen, Position* position) except -1:
    if isinstance(board_or_sfen, BaseBoard):
        position[0] = (<BaseBoard>board_or_sfen).position
        return 0
    if isinstance(board_or_sfen, str):
        return read_position(board_or_sfen, False, position)
    raise TypeError(f"a Board or SFEN text, not {type(board_or_sfen).__name__}")
