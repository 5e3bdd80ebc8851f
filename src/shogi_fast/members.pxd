# cython: language_level=3
"""The members of the public enums by number.

Looked up when first asked for: enum alone takes a quarter of the time in which the package is
imported. Each entry is set once and never given up, so threads may race to set it.
"""

from cpython.object cimport PyObject

cdef (PyObject*)[2] COLORS
cdef (PyObject*)[15] PIECE_TYPES
cdef (PyObject*)[4] REPETITIONS
cdef (PyObject*)[6] SEARCH_REPETITIONS

cdef int load_enums() except -1
cdef int load_rules() except -1


cdef inline object color_member(int color):
    if COLORS[color] == NULL:
        load_enums()
    return <object>COLORS[color]


cdef inline object piece_type_member(int piece_type):
    if PIECE_TYPES[piece_type] == NULL:
        load_enums()
    return <object>PIECE_TYPES[piece_type]


cdef inline object repetition_member(int verdict):
    if REPETITIONS[verdict] == NULL:
        load_rules()
    return <object>REPETITIONS[verdict]


cdef inline object search_repetition_member(int verdict):
    if SEARCH_REPETITIONS[verdict] == NULL:
        load_rules()
    return <object>SEARCH_REPETITIONS[verdict]
