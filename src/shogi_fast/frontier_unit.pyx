# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Count below some positions of a frontier, which need not be of this process."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy

from shogi_fast.core.merging cimport NO_WEIGHT, WEIGHT_BYTES, finish_records
from shogi_fast.core.packed cimport (
    PACKED_BAD_CODE,
    PACKED_BAD_END,
    PACKED_BAD_KINGS,
    PACKED_FINE,
    PACKED_NOT_A_SET,
)
from shogi_fast.core.records cimport (
    RECORD_BAD_COUNT,
    RECORD_BAD_PIECE,
    RECORD_BAD_SIDE,
    RECORD_PACKED,
    RECORD_RAW,
)
from shogi_fast.frontier_worker cimport (
    CHUNK,
    FEED_MERGER,
    MAX_DEPTH,
    Worker,
    as_method,
    feed_entries,
    number_between,
    sum_of,
)
from shogi_fast.workers cimport Stop

from shogi_fast.workers import run_units


cdef extern from "bytes.h" nogil:
    uint64_t load_word(const void* data) noexcept
    void store_word(void* data, uint64_t word) noexcept


cdef enum:
    MAGIC_BYTES = 8

cdef bytes MAGIC = b"sfFront1"

# What read_record can say, for messages.
cdef dict PROBLEMS = {
    PACKED_BAD_KINGS: "two kings on one square, or off the board",
    PACKED_NOT_A_SET: "more or fewer men than a set has",
    PACKED_BAD_CODE: "bits that mean nothing where they stand",
    PACKED_BAD_END: "code words that do not end at bit 256",
    RECORD_BAD_PIECE: "a square with what is no piece",
    RECORD_BAD_SIDE: "a side to move that is neither 0 nor 1",
    RECORD_BAD_COUNT: "more than 40 men besides the kings, or two kings of a side",
    NO_WEIGHT: "a weight of 0",
}


cdef void write_head(char* data, int record_bytes) noexcept:
    memcpy(data, <char*>MAGIC, MAGIC_BYTES)
    store_word(data + MAGIC_BYTES, record_bytes)


def count_unit(data, depth, *, method="auto", stop=None):
    """Return the number of positions ``depth`` plies below those of a unit, path by path.

    :param data: what ``Frontier.unit`` returned, in this process or another; any bytes-like object.
    :param depth: plies, 0 to 255.
    :param method: as in ``perft``.
    :param stop: a ``Stop`` that ends the count from outside; the result is then of no use.
    :raises TypeError: if the data is not bytes-like.
    :raises ValueError: if the bytes are no unit, saying what is wrong and where; if depth or method
        are out of range.
    :raises OverflowError: if there are more than 2 ** 64 - 1.

    A unit is 8 bytes ``sfFront1``, the size of a record (32 or 96) as 8 bytes, little-endian, and
    the records, each followed by its weight, 8 bytes.

    >>> from shogi_fast.frontier import Frontier
    >>> count_unit(Frontier(Board(), 1).unit(0, 30), 2)
    25470
    """
    cdef int way = as_method(method)
    cdef int plies = number_between(depth, "depths", 0, MAX_DEPTH)
    cdef Stop flag = Stop() if stop is None else stop
    cdef const uint8_t[::1] view = memoryview(data).cast("B")
    cdef uint64_t size = view.shape[0]
    cdef uint64_t n, entry_bytes, kind_bytes
    cdef const uint8_t* entries
    cdef Worker worker
    cdef int mode
    if size < UNIT_HEAD_BYTES or memcmp(&view[0], <char*>MAGIC, MAGIC_BYTES) != 0:
        raise ValueError("no unit of a frontier: it does not begin like one")
    kind_bytes = load_word(&view[MAGIC_BYTES])
    if kind_bytes != 32 and kind_bytes != 96:
        raise ValueError(f"a unit's records have 32 or 96 bytes, not {kind_bytes}")
    entry_bytes = kind_bytes + WEIGHT_BYTES
    n = (size - UNIT_HEAD_BYTES) // entry_bytes
    left = (size - UNIT_HEAD_BYTES) % entry_bytes
    if left:
        raise ValueError(f"a unit ends {left} bytes after record {n}")
    worker = Worker.__new__(
        Worker, RECORD_PACKED if kind_bytes == 32 else RECORD_RAW, plies, flag, CHUNK)
    mode = worker.set_count(way, plies)
    if n == 0:
        return 0
    entries = &view[UNIT_HEAD_BYTES]

    def work(unit, number):
        with nogil:
            worker.fed = feed_entries(&worker.merger, entries, n, mode)
            if mode == FEED_MERGER:
                finish_records(&worker.merger)

    run_units(work, 1, 1, flag)
    if worker.merger.problem != PACKED_FINE:
        raise ValueError(f"record {worker.fed} of a unit: {PROBLEMS[worker.merger.problem]}")
    worker.check()
    return sum_of([worker], plies)
