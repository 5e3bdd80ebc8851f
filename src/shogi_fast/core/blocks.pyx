# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Chains of blocks from slabs; what they are for stands in blocks.pxd."""

from libc.stdlib cimport free, malloc

from shogi_fast.core.shared cimport shared_add

cdef enum:
    SLAB_HEAD = 16           # in front of a slab's blocks: the link, and they stay aligned


cdef bint add_slab(Store* store) noexcept nogil:
    """Allocate a slab for a store. Returns False if the memory or the leave for it is short."""
    cdef Slab* slab
    cdef Block* block
    cdef int i
    if shared_add(store.slabs_left, -1) <= 0:
        shared_add(store.slabs_left, 1)
        return False
    slab = <Slab*>malloc(SLAB_HEAD + <size_t>SLAB_BLOCKS * BLOCK_BYTES)
    if slab == NULL:
        shared_add(store.slabs_left, 1)
        return False
    slab.next = store.slabs
    store.slabs = slab
    # Backwards, so that blocks are taken in the order of their addresses.
    for i in range(SLAB_BLOCKS - 1, -1, -1):
        block = <Block*>(<uint8_t*>slab + SLAB_HEAD + <size_t>i * BLOCK_BYTES)
        block.next = store.free
        store.free = block
    store.free_blocks += SLAB_BLOCKS
    return True


cdef Block* take_block(Store* store) noexcept nogil:
    cdef Block* block
    if store.free == NULL and not add_slab(store):
        store.failed = True
        return NULL
    block = store.free
    store.free = block.next
    store.free_blocks -= 1
    block.next = NULL
    block.used = 0
    return block


cdef void free_chain(Store* store, Chain* chain) noexcept nogil:
    cdef Block* block = chain.first
    cdef Block* following
    while block != NULL:
        following = block.next
        block.next = store.free
        store.free = block
        store.free_blocks += 1
        block = following
    chain.first = chain.last = NULL


cdef void free_slabs(Slab* slab) noexcept nogil:
    cdef Slab* following
    while slab != NULL:
        following = slab.next
        free(slab)
        slab = following
