# cython: language_level=3, cdivision=True
# Indexes of Python objects are checked here: lists come from programs, or are public.
"""Boards made of others, or of what was said of them."""

from cpython.object cimport PyObject
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from shogi_fast.compat.shogi._state cimport MAX_PLY, make_room, start
from shogi_fast.core.bitboard cimport Bitboard, bb_count
from shogi_fast.core.position cimport Position, Undo, hand_count
from shogi_fast.core.types cimport (
    BLACK,
    KING,
    NULL_MOVE,
    PAWN,
    PIECE_CODES,
    WHITE,
    is_move_code,
    move_t,
    type_of,
)
from shogi_fast.position_text cimport position_text, read_position

from collections import Counter

cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        PyTypeObject* tp_base
        object (*tp_new)(PyTypeObject* cls, object arguments, PyObject* keywords)

    const unsigned long Py_TPFLAGS_HEAPTYPE
    bint PyType_HasFeature(PyTypeObject* cls, unsigned long feature)
    bint PyType_IsSubtype(PyTypeObject* cls, PyTypeObject* base)


cdef State new_state(type cls):
    """Return a new board of a class, with the starting position.

    A class in Python has its ``__new__`` passed over: it might return what is no new board.
    """
    cdef PyTypeObject* maker = <PyTypeObject*>cls
    if not PyType_IsSubtype(maker, <PyTypeObject*>State):
        raise TypeError("not a board class")
    while PyType_HasFeature(maker, Py_TPFLAGS_HEAPTYPE):
        maker = maker.tp_base
    return maker.tp_new(<PyTypeObject*>cls, (), NULL)


cdef State duplicate(State state, type cls):
    """Return a new board of a class with the same state."""
    cdef State twin = new_state(cls)
    while twin.capacity < state.capacity:
        make_room(twin)
    twin.position = state.position
    memcpy(twin.undos, state.undos, state.depth * sizeof(Undo))
    memcpy(twin.counted, state.counted, state.counts * sizeof(uint64_t))
    twin.depth = state.depth
    twin.counts = state.counts
    twin.moves = state.moves[:]
    twin.edited = state.edited
    twin.order = state.order
    twin.counter = None if state.counter is None else state.counter.copy()
    return twin


cdef tuple parts_of(State state):
    """Return what a state consists of, for pickle."""
    cdef Py_ssize_t i
    return (
        position_text(&state.position, True),
        state.moves[:],
        [(state.undos[i].move, state.undos[i].captured) for i in range(state.depth)],
        # Once there is a Counter, they are what was counted before.
        [state.counted[i] for i in range(state.counts)] if state.counter is None else [],
        None if state.counter is None else state.counter.copy(),
        (state.order[BLACK], state.order[WHITE]),
    )


cdef int restore(State state, tuple parts) except -1:
    """Take the parts that ``parts_of`` told; moves are then taken back with care."""
    cdef Position position
    cdef Py_ssize_t depth, i
    cdef int code, captured
    cdef uint64_t key
    sfen, moves, records, counted, counter, orders = parts
    read_position(sfen, True, &position)
    if position.ply > MAX_PLY:
        raise ValueError(f"move numbers end at {MAX_PLY}, not at {position.ply}")
    moves, records, counted = list(moves), list(records), list(counted)
    depth = len(records)
    if len(moves) != depth or len(counted) > depth + 1:
        raise ValueError("a board has as many moves as records, and at most one more position")
    if counter is not None and not isinstance(counter, Counter):
        raise TypeError("positions are counted by a Counter")
    start(state, &position)
    while state.capacity <= depth:
        make_room(state)
    for i in range(depth):
        code, captured = records[i]
        if not (is_move_code(code) or code == NULL_MOVE):
            raise ValueError(f"no move has the code {code}")
        if not 0 <= captured < PIECE_CODES or (captured and not (
                PAWN <= type_of(captured) <= 14 and type_of(captured) != KING)):
            raise ValueError(f"no man that can be captured has the code {captured}")
        state.undos[i].move = <move_t>code
        state.undos[i].captured = <unsigned char>captured
    for i in range(len(counted)):
        key = counted[i]
        state.counted[i] = key
    state.counts = len(counted)
    state.counter = counter
    state.moves = moves
    state.depth = state.edited = depth
    restore_order(state, orders)
    return 0


cdef int restore_order(State state, object orders) except -1:
    """Take the orders of the hands, if they are of the kinds that the hands hold."""
    cdef uint32_t order, rest
    cdef int color, kind
    cdef int held, named
    for color in range(2):
        order = rest = orders[color]
        held = named = 0
        while rest:
            named |= 1 << (rest & 15)
            rest >>= 4
        for kind in range(PAWN, KING):
            if hand_count(&state.position, color, kind):
                held |= 1 << kind
        if named == held and <int>bb_count(Bitboard(<uint64_t>held, 0)) == digits(order):
            state.order[color] = order
    return 0


cdef int digits(uint32_t order) noexcept:
    cdef int n = 0
    while order:
        n += 1
        order >>= 4
    return n
