# cython: language_level=3
"""What a board of python-shogi consists of here: a position of the core, and what led to it."""

from cpython.object cimport PyObject
from libc.stdint cimport uint32_t, uint64_t

from shogi_fast.core.position cimport Position, Undo
from shogi_fast.core.types cimport move_t

cdef enum:
    # What views are told that happened to their board.
    PUSHED
    POPPED
    EDITED

cdef enum:
    # What shows a part of a board.
    PIECES
    PIECE_BB
    KING_SQUARES
    BY_COLOR
    MOVE_STACK
    CAPTURED
    HANDS
    OCCUPIED
    VIEWS                    # how many


cdef class Shown:
    # What shows each part of a board, or None. Attributes in C, and no list: whoever walks the
    # garbage collector's objects would get the list, and could empty it.
    cdef object pieces
    cdef object piece_bb
    cdef object king_squares
    cdef object by_color
    cdef object move_stack
    cdef object captured
    cdef object hands
    cdef object occupied


cdef class State:
    cdef Position position
    cdef Undo* undos                 # one for each move on the stack, oldest first
    cdef Py_ssize_t depth            # how many
    # The keys of the positions that were counted for repetition, as they came: not those that a
    # null move led to.
    cdef uint64_t* counted
    cdef Py_ssize_t counts
    cdef Py_ssize_t capacity         # of both
    cdef list moves                  # what was pushed, as given
    # Moves below this were made before the position was edited; they are taken back with care.
    cdef Py_ssize_t edited
    # The kinds of men in each hand in the order in which they came there, as a dict would keep
    # them: a core type in each four bits, the oldest lowest.
    cdef uint32_t[2] order
    # Once somebody has asked for it, a Counter in place of `counted`.
    cdef object counter
    cdef Shown shown                 # None until something has been asked for
    cdef unsigned int fresh          # a bit for each of them that is up to date
    cdef uint64_t version            # how often the position or the moves were another
    cdef bint plain                  # no subclass of Board
    cdef bint busy                   # in the middle of a change
    # Bring one of them up to date. No code in Python runs in there.
    cdef int follow(self, int which, object view, int event) except -1


cdef Position START                  # the start of a game

cdef enum:
    MAX_PLY = 0x7fffffff             # the largest number of a move

cdef int check_idle(State state) except -1
# Make room for more moves.
cdef int make_room(State state) except -1

cdef int push_code(State state, move_t code, object move) except -1
cdef object pop_move(State state)
# Put an edited position in place of the present one, keeping the moves.
cdef int edit(State state, Position* position) except -1
# The same with the orders of both hands.
cdef int edit_ordered(State state, Position* position, uint32_t black, uint32_t white) except -1
# Start over from a position.
cdef int start(State state, const Position* position) except -1
cdef int start_ordered(
    State state, const Position* position, uint32_t black, uint32_t white) except -1
# Put the state of another board, which nobody needs any more, in place of the present one.
cdef int replace(State state, State other) except -1

# Return what shows a part of a board, which lives as long as it does that; and put another there.
cdef PyObject* shown_at(Shown shown, int which) noexcept
cdef int show_at(Shown shown, int which, object view) except -1
# Say whether something is a list of two dicts, as what shows the hands is.
cdef bint has_hands(object view)

cdef object counter_of(State state)
cdef bint is_fourfold(State state) except -1

cdef uint32_t order_of_hand(const Position* position, int color) noexcept nogil
cdef uint32_t with_type(uint32_t order, int piece_type) noexcept nogil
cdef uint32_t without_type(uint32_t order, int piece_type) noexcept nogil
