# cython: language_level=3
"""Units of work on threads of this process; see run_units in workers.pyx."""

from libc.stdint cimport int32_t


cdef class Stop:
    # Not 0 from the first call of set(); kernels read it by core/shared.pxd, without the GIL.
    cdef int32_t flag
