# cython: language_level=3, cdivision=True
# Indexes of Python objects are checked here: lists come from programs, or are public.
"""Making, taking back and editing: what ``Board`` does to its state."""

cimport cython
from cpython.dict cimport PyDict_GetItem, PyDict_SetItem
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.object cimport PyObject

from shogi_fast.base_board cimport men_of
from shogi_fast.core.legality cimport can_be_made, keeps_king_safe
from shogi_fast.core.position cimport (
    hand_count,
    make_move,
    make_pass,
    place_unchecked,
    remove_unchecked,
    set_hand_unchecked,
    set_side,
    settle,
    unmake_move,
    unmake_pass,
)
from shogi_fast.core.sfen cimport HAND_ORDER, read_sfen, sfen_error
from shogi_fast.core.types cimport (
    BLACK,
    KING,
    MAX_PIECES,
    NO_PIECE,
    NO_SQUARE,
    NULL_MOVE,
    PAWN,
    PROMOTED,
    PROMOTION_FLAG,
    WHITE,
    dropped_type,
    is_drop,
    make_piece,
    move_from,
    move_to,
    opponent,
    type_of,
    unpromoted,
)
from shogi_fast.position_text cimport position_text

from collections import Counter
from weakref import getweakrefcount

from shogi_fast.errors import IllegalMoveError

cdef extern from "Python.h":
    bint PyDict_Check(PyObject* value)
    bint PyList_Check(object value)
    PyObject* PyList_GET_ITEM(object values, Py_ssize_t index)
    Py_ssize_t PyList_GET_SIZE(object values)

# Whether the one reference that the caller has to an object is the only one there is. Without the
# GIL nobody can tell: while one thread counts, another may take the object out of the board, and
# would keep what no longer follows. There it is never the only one, which costs time only.
cdef extern from *:
    """
    #if defined(Py_GIL_DISABLED)
        #define only_reference(value) ((void)(value), 0)
    #elif PY_VERSION_HEX >= 0x030E0000
        #define only_reference(value) PyUnstable_Object_IsUniquelyReferenced(value)
    #else
        #define only_reference(value) (Py_REFCNT(value) == 1)
    #endif
    """
    bint only_reference(PyObject* value)


cdef sfen_error START_ERROR
read_sfen(b"startpos", 8, False, &START, &START_ERROR)


@cython.auto_pickle(False)
cdef class Shown:
    """What shows the parts of a board; it has nothing for Python."""


cdef PyObject* shown_at(Shown shown, int which) noexcept:
    if which == PIECES:
        return <PyObject*>shown.pieces
    if which == PIECE_BB:
        return <PyObject*>shown.piece_bb
    if which == KING_SQUARES:
        return <PyObject*>shown.king_squares
    if which == BY_COLOR:
        return <PyObject*>shown.by_color
    if which == MOVE_STACK:
        return <PyObject*>shown.move_stack
    if which == CAPTURED:
        return <PyObject*>shown.captured
    if which == HANDS:
        return <PyObject*>shown.hands
    return <PyObject*>shown.occupied


cdef int show_at(Shown shown, int which, object view) except -1:
    # Kept until the end: Cython lets go of what an attribute held before it sets it, and the last
    # reference may run code.
    _before = <object>shown_at(shown, which)
    if which == PIECES:
        shown.pieces = view
    elif which == PIECE_BB:
        shown.piece_bb = view
    elif which == KING_SQUARES:
        shown.king_squares = view
    elif which == BY_COLOR:
        shown.by_color = view
    elif which == MOVE_STACK:
        shown.move_stack = view
    elif which == CAPTURED:
        shown.captured = view
    elif which == HANDS:
        shown.hands = view
    else:
        shown.occupied = view
    return 0


cdef bint has_hands(object view):
    return (PyList_Check(view) and PyList_GET_SIZE(view) == 2
            and PyDict_Check(PyList_GET_ITEM(view, BLACK))
            and PyDict_Check(PyList_GET_ITEM(view, WHITE)))


# Without it, subclasses would inherit a __setstate__ that refuses.
@cython.auto_pickle(False)
cdef class State:
    """The part of a ``Board`` that has nothing for Python."""

    def __cinit__(self):
        if type(self) is State:
            raise TypeError("State is a part of Board, which is the class to make")
        self.undos = NULL
        self.counted = NULL
        self.depth = self.counts = self.capacity = self.edited = 0
        self.moves = []
        # The starting position, so that a subclass which forgets to call __init__ has one too.
        start(self, &START)

    def __dealloc__(self):
        PyMem_Free(self.undos)
        PyMem_Free(self.counted)

    cdef int follow(self, int which, object view, int event) except -1:
        return 0


# ---- hands -----------------------------------------------------------------------------------


cdef uint32_t with_type(uint32_t order, int piece_type) noexcept nogil:
    """Return an order with a type that is not in it yet, as its last."""
    cdef int shift = 0
    while order >> shift & 15:
        shift += 4
    return order | <uint32_t>piece_type << shift


cdef uint32_t without_type(uint32_t order, int piece_type) noexcept nogil:
    """Return an order without a type that is in it."""
    cdef int shift = 0
    cdef uint32_t below
    while shift < 28 and <int>(order >> shift & 15) != piece_type:
        shift += 4
    below = (<uint32_t>1 << shift) - 1
    return (order & below) | (order >> 4 & ~below)


cdef uint32_t order_of_hand(const Position* position, int color) noexcept nogil:
    """Return the kinds in a hand in the order in which SFEN writes them."""
    cdef uint32_t order = 0
    cdef int i
    for i in range(6, -1, -1):
        if hand_count(position, color, HAND_ORDER[i]):
            order = order << 4 | <uint32_t>HAND_ORDER[i]
    return order


cdef inline void gain(State state, int color, int piece_type) noexcept:
    """Note that a hand is about to get a man."""
    if hand_count(&state.position, color, piece_type) == 0:
        state.order[color] = with_type(state.order[color], piece_type)


cdef inline void lose(State state, int color, int piece_type) noexcept:
    """Note that a hand is about to lose a man."""
    if hand_count(&state.position, color, piece_type) == 1:
        state.order[color] = without_type(state.order[color], piece_type)


# ---- repetition ------------------------------------------------------------------------------


cdef object counter_of(State state):
    """Return the positions counted, as a Counter that is kept up to date from now on."""
    cdef Py_ssize_t i
    cdef object counter
    if state.counter is None:
        # Making one runs code in Python, and so other threads; filling it does not.
        counter = Counter()
        if state.counter is None:
            for i in range(state.counts):
                key = state.counted[i]
                found = PyDict_GetItem(counter, key)
                PyDict_SetItem(counter, key, 1 if found == NULL else <object>found + 1)
            state.counter = counter
    return state.counter


cdef int count(State state, int change) except -1:
    """Count the present position once more, or once less."""
    cdef object key, counter
    if state.counter is None:
        if change > 0:
            state.counted[state.counts] = state.position.key
            state.counts += 1
            return 0
        if state.counts and state.counted[state.counts - 1] == state.position.key:
            state.counts -= 1
            return 0
    key = state.position.key
    # What a program put into the Counter may run code of its own here.
    state.busy = True
    try:
        # It is made here if the position was edited since it was counted.
        counter = counter_of(state)
        counter[key] = counter[key] + change
    finally:
        state.busy = False
    return 0


cdef int check_idle(State state) except -1:
    """Refuse to change a board in the middle of a change."""
    if state.busy:
        raise RuntimeError("a board cannot be changed while a move is made or taken back")
    return 0


cdef bint is_fourfold(State state) except -1:
    """Say whether the present position has been counted four times."""
    cdef uint64_t key = state.position.key
    cdef Py_ssize_t i
    cdef int found = 0
    cdef object counter = state.counter
    if counter is not None:
        return counter[key] >= 4
    for i in range(state.counts):
        found += state.counted[i] == key
    return found >= 4


# ---- moves -----------------------------------------------------------------------------------


cdef int make_room(State state) except -1:
    """Make room for more moves."""
    cdef Py_ssize_t capacity = state.capacity * 2 if state.capacity else 32
    cdef void* block = PyMem_Realloc(state.undos, capacity * sizeof(Undo))
    if block == NULL:
        raise MemoryError("no memory for the moves of a board")
    state.undos = <Undo*>block
    block = PyMem_Realloc(state.counted, capacity * sizeof(uint64_t))
    if block == NULL:
        raise MemoryError("no memory for the moves of a board")
    state.counted = <uint64_t*>block
    state.capacity = capacity
    return 0


cdef bint is_held(State state, int which) except -1:
    """Say whether anybody but the board has what shows a part of it."""
    cdef PyObject* view = shown_at(state.shown, which)
    cdef PyObject* hand
    cdef int color
    if not only_reference(view) or (which != OCCUPIED and getweakrefcount(<object>view)):
        return True
    if which == HANDS:
        # There may be others, or none, if somebody wrote past the methods of the list.
        if not has_hands(<object>view):
            return True
        for color in range(2):
            hand = PyList_GET_ITEM(<object>view, color)
            if not only_reference(hand) or getweakrefcount(<object>hand):
                return True
    return False


cdef int notify(State state, int event) except -1:
    """Bring up to date what somebody has; the rest waits until somebody asks for it."""
    cdef int which
    cdef uint64_t version
    state.version += 1
    while state.fresh:
        version = state.version
        for which in range(VIEWS):
            if state.fresh >> which & 1 and which != OCCUPIED:
                if is_held(state, which):
                    # Held here: following may let the board have another, and the last reference
                    # go.
                    view = <object>shown_at(state.shown, which)
                    state.follow(which, view, event)
                else:
                    state.fresh &= ~(<unsigned int>1 << which)
        # Writing to what others have may wait for them, and the board may change meanwhile: what
        # was written last may then be of before.
        if state.version == version:
            break
        event = EDITED
    return 0


cdef int part(State state) except -1:
    """Leave what somebody has with its contents: the board gets others, as it does there."""
    cdef int which
    if state.shown is None:
        return 0
    for which in range(VIEWS):
        if state.fresh >> which & 1:
            state.fresh &= ~(<unsigned int>1 << which)
            if is_held(state, which):
                view = <object>shown_at(state.shown, which)
                show_at(state.shown, which, None)
                view._detach()
    return check_idle(state)


cdef int push_code(State state, move_t code, object move) except -1:
    """Make a move that came as some object, if it can be made."""
    cdef Undo* undo
    cdef bint safe
    cdef int captured
    cdef uint32_t black = state.order[BLACK]
    cdef uint32_t white = state.order[WHITE]
    if state.busy:
        check_idle(state)
    if state.position.ply >= MAX_PLY:
        raise ValueError(f"move numbers end at {MAX_PLY}: {move} cannot be made")
    if state.depth == state.capacity or state.counts == state.capacity:
        make_room(state)
    if code == NULL_MOVE:
        state.moves.append(move)
        undo = &state.undos[state.depth]
        make_pass(&state.position, undo)
        state.depth += 1
    else:
        if code == 0 or not can_be_made(&state.position, code):
            raise IllegalMoveError(f"{move} cannot be made in "
                                   f"{position_text(&state.position, True)!r}")
        state.moves.append(move)
        undo = &state.undos[state.depth]
        if is_drop(code):
            lose(state, state.position.side, dropped_type(code))
        else:
            captured = state.position.board[move_to(code)]
            if captured != NO_PIECE:
                gain(state, state.position.side, unpromoted(captured & 15))
        safe = keeps_king_safe(&state.position, code)
        make_move(&state.position, code, undo, True)
        state.position.exposed = not safe
        state.depth += 1
        if state.counter is None:
            state.counted[state.counts] = state.position.key
            state.counts += 1
        else:
            try:
                count(state, 1)
            except BaseException:
                state.depth -= 1
                unmake_move(&state.position, undo, True)
                state.order[BLACK] = black
                state.order[WHITE] = white
                state.moves.pop()
                raise
    notify(state, PUSHED)
    return 0


cdef object pop_move(State state):
    """Take back the last move, of which there is one, and return it as it came."""
    cdef const Undo* undo = &state.undos[state.depth - 1]
    cdef move_t code = undo.move
    cdef Position before
    cdef object move
    cdef bint is_first = state.position.ply == 0
    if state.busy:
        check_idle(state)
    if state.depth <= state.edited:
        take_back(&state.position, undo, &before)
        if code != NULL_MOVE:
            count(state, -1)
        set_position(state, &before)
        state.depth -= 1
        state.edited = state.depth
    else:
        if code == NULL_MOVE:
            unmake_pass(&state.position, undo)
        else:
            if state.counter is None and state.counts:
                state.counts -= 1
            else:
                count(state, -1)
            if is_drop(code):
                gain(state, opponent(state.position.side), dropped_type(code))
            elif undo.captured != NO_PIECE:
                lose(state, opponent(state.position.side), unpromoted(undo.captured & 15))
            unmake_move(&state.position, undo, True)
        # It was set to 0 since the move was made, and stays there.
        if is_first:
            state.position.ply = 0
        state.depth -= 1
    move = state.moves.pop()
    notify(state, POPPED)
    return move


cdef int take_back(const Position* now, const Undo* undo, Position* before) except -1:
    """Take back a move in a position that was edited since it was made.

    As python-shogi does it: the man that now stands on the destination goes back to the origin, in
    the color of the side that moved, and what was captured returns from that side's hand.
    """
    cdef move_t code = undo.move
    cdef int to = move_to(code)
    cdef int us = opponent(now.side)
    cdef int piece_type, origin, kind
    before[0] = now[0]
    set_side(before, us)
    before.ply -= before.ply > 0
    if code == NULL_MOVE:
        settle(before)
        return 0
    piece_type = type_of(now.board[to])
    if now.board[to] != NO_PIECE:
        remove_unchecked(before, to)
    if is_drop(code):
        kind = dropped_type(code)
        set_hand_unchecked(before, us, kind, min(hand_count(before, us, kind) + 1, MAX_PIECES))
    else:
        origin = move_from(code)
        if before.board[origin] != NO_PIECE:
            remove_unchecked(before, origin)
        if code & PROMOTION_FLAG and piece_type > KING:
            piece_type -= PROMOTED
        if undo.captured != NO_PIECE:
            kind = unpromoted(undo.captured & 15)
            if hand_count(before, us, kind) == 0:
                raise ValueError("the piece that was captured is no longer in hand")
            set_hand_unchecked(before, us, kind, hand_count(before, us, kind) - 1)
            place_unchecked(before, make_piece(opponent(us), undo.captured & 15), to)
        if piece_type != NO_PIECE:
            if piece_type == KING and before.king[us] != NO_SQUARE:
                raise ValueError("that would bring back a second king of one side")
            place_unchecked(before, make_piece(us, piece_type), origin)
    if men_of(before) > MAX_PIECES:
        raise ValueError(f"that would bring back more than {MAX_PIECES} men besides the kings")
    settle(before)
    return 0


cdef void set_position(State state, const Position* position) noexcept:
    """Take another position, and keep the orders of the hands but for what comes or goes."""
    cdef int color, kind
    for color in range(2):
        for kind in range(PAWN, KING):
            if hand_count(&state.position, color, kind) == 0:
                if hand_count(position, color, kind):
                    state.order[color] = with_type(state.order[color], kind)
            elif hand_count(position, color, kind) == 0:
                state.order[color] = without_type(state.order[color], kind)
    state.position = position[0]


cdef int edit(State state, Position* position) except -1:
    check_idle(state)
    settle(position)
    set_position(state, position)
    state.edited = state.depth
    notify(state, EDITED)
    return 0


cdef int edit_ordered(
        State state, Position* position, uint32_t black, uint32_t white) except -1:
    check_idle(state)
    settle(position)
    state.position = position[0]
    state.order[BLACK] = black
    state.order[WHITE] = white
    state.edited = state.depth
    notify(state, EDITED)
    return 0


cdef int start(State state, const Position* position) except -1:
    return start_ordered(
        state, position, order_of_hand(position, BLACK), order_of_hand(position, WHITE))


cdef int start_ordered(
        State state, const Position* position, uint32_t black, uint32_t white) except -1:
    check_idle(state)
    if state.fresh:
        part(state)
    if state.capacity == 0:
        make_room(state)
    # Kept until the end, and moves go last: the last reference to either may run code.
    _before = state.counter
    state.position = position[0]
    state.depth = state.edited = 0
    state.order[BLACK] = black
    state.order[WHITE] = white
    state.counter = None
    state.counted[0] = position.key
    state.counts = 1
    state.moves.clear()
    notify(state, EDITED)
    return 0


cdef int replace(State state, State other) except -1:
    """Take the state of another board, which gets the present one."""
    check_idle(state)
    if state.fresh:
        part(state)
    state.undos, other.undos = other.undos, state.undos
    state.counted, other.counted = other.counted, state.counted
    state.capacity, other.capacity = other.capacity, state.capacity
    state.depth, other.depth = other.depth, state.depth
    state.counts, other.counts = other.counts, state.counts
    state.edited, other.edited = other.edited, state.edited
    state.position, other.position = other.position, state.position
    state.order, other.order = other.order, state.order
    state.moves, other.moves = other.moves, state.moves
    state.counter, other.counter = other.counter, state.counter
    notify(state, EDITED)
    return 0
