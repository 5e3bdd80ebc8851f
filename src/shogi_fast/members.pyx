# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The members of the public enums by number; see members.pxd."""

from cpython.ref cimport Py_INCREF


cdef int keep(object enum, PyObject** members) except -1:
    """Keep the members of an enum at their numbers."""
    for member in enum:
        Py_INCREF(member)
        members[<Py_ssize_t>member] = <PyObject*>member
    return 0


cdef int load_enums() except -1:
    from shogi_fast.enums import Color, PieceType

    keep(Color, COLORS)
    return keep(PieceType, PIECE_TYPES)


cdef int load_rules() except -1:
    from shogi_fast.rules import Repetition, SearchRepetition

    keep(Repetition, REPETITIONS)
    return keep(SearchRepetition, SEARCH_REPETITIONS)
