# cython: language_level=3
"""Some positions of a frontier as bytes; the format is told in ``count_unit``."""

cdef enum:
    UNIT_HEAD_BYTES = 16

# Write the head of a unit with records of a size.
cdef void write_head(char* data, int record_bytes) noexcept
