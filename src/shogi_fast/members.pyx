# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The members of the public enums by number; see members.pxd."""

from cpython.ref cimport Py_INCREF


cdef int keep(object enum, PyObject** members, Py_ssize_t first, Py_ssize_t count) except -1:
    """Keep the members of an enum with numbers from ``first`` to below ``count``."""
    cdef Py_ssize_t number
    for number in range(first, count):
        # Raises ValueError should somebody have put another enum in its place.
        member = enum(number)
        if members[number] == NULL:
            Py_INCREF(member)
            members[number] = <PyObject*>member
    return 0


cdef int load_enums() except -1:
    from shogi_fast.enums import Color, PieceType

    keep(Color, COLORS, 0, 2)
    return keep(PieceType, PIECE_TYPES, 1, 15)


cdef int load_rules() except -1:
    from shogi_fast.rules import Repetition, SearchRepetition

    keep(Repetition, REPETITIONS, 0, 4)
    return keep(SearchRepetition, SEARCH_REPETITIONS, 0, 6)
