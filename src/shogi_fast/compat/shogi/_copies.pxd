# cython: language_level=3
"""Boards made of others, or of what was said of them."""

from shogi_fast.compat.shogi._state cimport State

cdef State new_state(type cls)
cdef State duplicate(State state, type cls)
cdef tuple parts_of(State state)
cdef int restore(State state, tuple parts) except -1
