# cython: language_level=3, cdivision=True
"""Memory for very many small entries: chains of blocks, all of one size.

Blocks are taken from slabs, and a block that is given back is used for the next thing, whatever
that is: so a frontier can be rewritten, part by part, in hardly more memory than it has. A slab
goes back to the system only with the whole frontier.

Each thread has a Store of its own, and no lock: entries of a chain that one thread filled may be
read, and its blocks given to its own store, by another one later.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

cdef enum:
    BLOCK_BYTES = 1 << 15
    SLAB_BLOCKS = 128
    BLOCK_HEAD = 16


cdef struct Block:
    Block* next
    uint32_t used            # entries in it
    uint32_t reserved
    # Entries follow, from byte BLOCK_HEAD on.


cdef struct Slab:
    Slab* next


cdef struct Chain:
    Block* first
    Block* last


cdef struct Store:
    Block* free
    uint64_t free_blocks
    Slab* slabs              # those allocated for this store
    int32_t* slabs_left      # how many more all stores together may allocate
    bint failed              # a block was asked for, and there was none


cdef inline uint8_t* entries_of(Block* block) noexcept nogil:
    return <uint8_t*>block + BLOCK_HEAD


cdef inline uint32_t block_room(int entry_bytes) noexcept nogil:
    """Return how many entries a block has room for."""
    return (BLOCK_BYTES - BLOCK_HEAD) // entry_bytes


# Return an empty block, or NULL with `failed` set.
cdef Block* take_block(Store* store) noexcept nogil

# Give back the blocks of a chain, which is empty afterwards.
cdef void free_chain(Store* store, Chain* chain) noexcept nogil

# Give the system the slabs of a list back.
cdef void free_slabs(Slab* slab) noexcept nogil


cdef inline uint8_t* add_entry(
        Store* store, Chain* chain, uint32_t room, int entry_bytes) noexcept nogil:
    """Return where the next entry of a chain goes, or NULL if memory is short.

    ``room`` is ``block_room(entry_bytes)``, the same for all entries of a chain.
    """
    cdef Block* block = chain.last
    if block == NULL or block.used == room:
        block = take_block(store)
        if block == NULL:
            return NULL
        if chain.last == NULL:
            chain.first = block
        else:
            chain.last.next = block
        chain.last = block
    block.used += 1
    return entries_of(block) + <size_t>(block.used - 1) * entry_bytes
