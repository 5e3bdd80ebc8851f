# cython: language_level=3
"""Positions as records of one size: what a frontier stores, sorts and compares byte for byte.

Two records of one kind are equal exactly when board, hands and side to move are, whatever the
platform. The kind follows from the root of a frontier, as no move makes a man come or go:

``RECORD_PACKED``
    32 bytes, PackedSfen (packed.pxd). For two kings, and no more men of a kind than a set has.
``RECORD_RAW``
    96 bytes, for anything else: the piece on each square (types.pxd), 81 bytes; how many of each
    type, pawn to gold, Black has in hand, then White, 14 bytes; the side to move.

Neither keeps the move number.
"""

from libc.stdint cimport uint8_t

from shogi_fast.core.position cimport Position

cdef enum:
    RECORD_PACKED
    RECORD_RAW

cdef enum:
    RAW_BYTES = 96
    MAX_RECORD_BYTES = RAW_BYTES

cdef enum:
    # What read_record finds, besides the PACKED_... of packed.pxd.
    RECORD_BAD_PIECE = 64    # a square holds what is no piece
    RECORD_BAD_SIDE          # the side to move is neither 0 nor 1
    RECORD_BAD_COUNT         # more than 40 men besides the kings, or two kings of a side


cdef inline int record_bytes(int kind) noexcept nogil:
    return RAW_BYTES if kind == RECORD_RAW else 32


# Return the kind of record that a position and all below it take.
cdef int record_kind(const Position* p) noexcept nogil

# Write a position as a record of its kind.
cdef void write_record(int kind, const Position* p, uint8_t* data) noexcept nogil

# Set up the position of a record, ply 1. Any bytes may come: returns PACKED_FINE, or what is wrong
# with them, and the position is then of no use.
cdef int read_record(int kind, const uint8_t* data, Position* p) noexcept nogil
