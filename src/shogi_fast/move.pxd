# cython: language_level=3
"""Move objects, one for each code."""

from shogi_fast.core.types cimport MOVE_CODES, move_t


cdef class Move:
    cdef move_t code


# The object for each code that names a move, NULL for the others. Filled at import, then read
# only; borrowed references, which stay alive as long as the module.
cdef (void*)[MOVE_CODES] MOVES


cdef inline Move move_of_code(move_t code):
    """Return the object for a code that names a move."""
    return <Move>MOVES[code]


cdef inline move_t code_of(object move) except 0:
    """Return the code of a Move that came from Python; no move has the code 0."""
    if type(move) is not Move:
        raise TypeError(f"a move is a shogi_fast.Move, not {type(move).__name__}")
    return (<Move>move).code


cdef int code_of_usi(str text) except -1

# Return a square, 0 to 80, that came from Python; raises IndexError.
cdef int check_square(object square) except -1
