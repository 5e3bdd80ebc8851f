# cython: language_level=3
"""Moves as python-shogi has them: objects of their own each, whose attributes may be set."""

from shogi_fast.core.types cimport NULL_MOVE, move_t


cdef enum:
    # What a move's promotion is in Python: there it is the object that was given.
    IS_FALSE
    IS_TRUE
    IS_ZERO
    IS_ONE
    IS_NONE


cdef class Move:
    cdef object __weakref__
    # The core's code of the move; 0 where it has none, as the attributes may be set one by one.
    cdef move_t code
    # In their numbers; -1 for None.
    cdef signed char origin
    cdef signed char target
    cdef signed char dropped
    cdef unsigned char promotes      # one of IS_FALSE ...


# Return a new object for a code of the core.
cdef Move new_move(move_t code)

# Return the code of what is no Move, but has its attributes.
cdef move_t code_of_other(object move) except? 0


cdef inline move_t code_of_move(object move) except? 0:
    """Return the code of a move that came from Python; None is the null move, as it is there.

    Returns 0 without an exception if it is one that no man could make. What is no Move may run code
    in Python here: look at a board afterwards.
    """
    if isinstance(move, Move):
        return (<Move>move).code
    if move is None:
        return NULL_MOVE
    return code_of_other(move)
