# cython: language_level=3, cdivision=True
# cython: embedsignature=True, embedsignature.format=clinic, binding=False
# Indexes of Python objects are checked here: lists come from programs, or are public.
"""The attributes of ``Board``: computed when they are asked for, and written to with effect."""

cimport cython
from cpython.dict cimport PyDict_Clear, PyDict_Next, PyDict_Update
from cpython.list cimport PyList_SetSlice
from cpython.object cimport PyObject
from cpython.pyport cimport PY_SSIZE_T_MAX
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from shogi_fast.arguments cimport clipped, index_of
from shogi_fast.base_board cimport men_of
from shogi_fast.compat.shogi._arguments cimport color_of_number, hand_type
from shogi_fast.compat.shogi._masks cimport ROTATIONS, rotated_mask, their_mask
from shogi_fast.compat.shogi._numbers cimport (
    NONE,
    PIECE_KINDS,
    core_square,
    core_type,
    their_square,
    their_type,
)
from shogi_fast.compat.shogi._objects cimport delete_attribute
from shogi_fast.compat.shogi._piece cimport new_piece
from shogi_fast.compat.shogi._state cimport (
    BY_COLOR,
    CAPTURED,
    EDITED,
    HANDS,
    KING_SQUARES,
    MAX_PLY,
    MOVE_STACK,
    OCCUPIED,
    PIECE_BB,
    PIECES,
    POPPED,
    PUSHED,
    VIEWS,
    Shown,
    check_idle,
    counter_of,
    edit,
    edit_ordered,
    has_hands,
    show_at,
    shown_at,
    with_type,
)
from shogi_fast.core.bitboard cimport Bitboard, bb_empty, bb_or, bb_square
from shogi_fast.core.position cimport (
    KEYS,
    hand_count,
    occupied_by_any,
    set_hand_unchecked,
    set_side,
)
from shogi_fast.core.types cimport (
    BLACK,
    KING,
    MAX_PIECES,
    NO_SQUARE,
    PAWN,
    SQUARES,
    WHITE,
    type_of,
)
from shogi_fast.locking cimport Section, lock, unlock

from collections import Counter, deque

# What shows a part of a board has these refuse, or change the board.
cdef object deque_append = deque.append
cdef object deque_pop = deque.pop
cdef object deque_clear = deque.clear
cdef object deque_extend = deque.extend
cdef object dict_copy = dict.copy
cdef object list_getitem = list.__getitem__

# What the errors of attributes, and of what shows them, say.
SEE_PIECES = "use Board.set_piece_at and Board.remove_piece_at"
SEE_MOVES = "use Board.push, Board.pop, or Board.set_sfen to forget all moves"


@cython.auto_pickle(False)
cdef class Attributes(State):
    """The part of a ``Board`` that has its attributes.

    >>> isinstance(Board(), Attributes)
    True
    """

    @property
    def turn(self):
        """The side to move, ``BLACK`` or ``WHITE``. It may be set.

        >>> Board().turn == BLACK
        True
        """
        cdef Section section
        cdef int side
        lock(&section, self)
        side = self.position.side
        unlock(&section)
        return side

    @turn.setter
    @cython.critical_section
    def turn(self, color):
        cdef int side = color_of_number(color)
        cdef Position position = self.position
        set_side(&position, side)
        edit(self, &position)

    @property
    def move_number(self):
        """The number of the next move, 1 at the start of a game. It may be set.

        >>> Board().move_number
        1
        """
        cdef Section section
        cdef uint32_t number
        lock(&section, self)
        number = self.position.ply
        unlock(&section)
        return number

    @move_number.setter
    @cython.critical_section
    def move_number(self, number):
        cdef int64_t ply = index_of(number, "a move number")
        if not 0 <= ply <= <int64_t>MAX_PLY:
            raise ValueError(f"move numbers run from 0 to {MAX_PLY}, not {clipped(ply)}")
        check_idle(self)
        self.position.ply = <uint32_t>ply

    @property
    @cython.critical_section
    def piece_bb(self):
        """The squares of each type of piece, both sides', as ints by piece type: a live list.

        >>> SquareSet(Board().piece_bb[KING]) == BB_I5 | BB_A5
        True
        """
        return self.view(PIECE_BB)

    @piece_bb.setter
    def piece_bb(self, masks):
        raise AttributeError(f"Board.piece_bb cannot be set: {SEE_PIECES}")

    @property
    @cython.critical_section
    def pieces(self):
        """The type of the piece on each square, ``NONE`` where there is none: a live list.

        >>> Board().pieces[I5] == KING
        True
        """
        return self.view(PIECES)

    @pieces.setter
    def pieces(self, types):
        raise AttributeError(f"Board.pieces cannot be set: {SEE_PIECES}")

    @property
    @cython.critical_section
    def king_squares(self):
        """The kings' squares by color, None for a king that is not there: a live list.

        >>> Board().king_squares == [I5, A5]
        True
        """
        return self.view(KING_SQUARES)

    @king_squares.setter
    def king_squares(self, squares):
        raise AttributeError(f"Board.king_squares cannot be set: {SEE_PIECES}")

    @property
    @cython.critical_section
    def occupied(self):
        """The occupied squares, as a live ``Occupied``.

        >>> Board().occupied[BLACK] == BB_RANK_G | BB_H8 | BB_H2 | BB_RANK_I
        True
        """
        return self.view(OCCUPIED)

    @occupied.setter
    def occupied(self, occupied):
        raise AttributeError(f"Board.occupied cannot be set: {SEE_PIECES}")

    @property
    @cython.critical_section
    def pieces_in_hand(self):
        """What each side has in hand, a list of two live ``Counter`` by piece type.

        Both may be changed and set; a number of 0 takes the piece type out.

        >>> board = Board()
        >>> board.pieces_in_hand[BLACK][PAWN] = 2
        >>> board.sfen()[-6:]
        'b 2P 1'
        """
        return self.view(HANDS)

    @pieces_in_hand.setter
    @cython.critical_section
    def pieces_in_hand(self, hands):
        from shogi_fast.compat.shogi import _views

        black, white = hands
        _views.replace_hands(self, self.view(HANDS), [black, white])
        # There, what was assigned is the new list; the old one stays as it was.
        view = <object>shown_at(self.shown, HANDS)
        self.fresh &= ~(<unsigned int>1 << HANDS)
        show_at(self.shown, HANDS, None)
        if view is not None:
            view._detach()

    @property
    @cython.critical_section
    def move_stack(self):
        """The moves made, oldest first: a live ``deque``.

        >>> board = Board()
        >>> move = board.push_usi("7g7f")
        >>> board.move_stack
        deque([Move.from_usi('7g7f')])
        """
        return self.view(MOVE_STACK)

    @move_stack.setter
    def move_stack(self, moves):
        raise AttributeError(f"Board.move_stack cannot be set: {SEE_MOVES}")

    @property
    @cython.critical_section
    def captured_piece_stack(self):
        """The type that each move captured, ``NONE`` for most: a live ``deque``.

        >>> Board().captured_piece_stack
        deque([])
        """
        return self.view(CAPTURED)

    @captured_piece_stack.setter
    def captured_piece_stack(self, types):
        raise AttributeError(f"Board.captured_piece_stack cannot be set: {SEE_MOVES}")

    @property
    @cython.critical_section
    def incremental_zobrist_hash(self):
        """The hash value of the men on the board.

        >>> board = Board()
        >>> board.incremental_zobrist_hash == board.board_zobrist_hash()
        True
        """
        return board_key(&self.position)

    @incremental_zobrist_hash.setter
    def incremental_zobrist_hash(self, value):
        raise AttributeError(f"Board.incremental_zobrist_hash cannot be set: {SEE_PIECES}")

    @property
    @cython.critical_section
    def transpositions(self):
        """How often each position was on the board, a ``Counter`` by hash value.

        It may be changed and set. Once asked for, it is kept up to date at each move, which then
        takes longer.

        >>> board = Board()
        >>> board.transpositions[board.zobrist_hash()]
        1
        """
        return counter_of(self)

    @transpositions.setter
    @cython.critical_section
    def transpositions(self, counter):
        if not isinstance(counter, Counter):
            raise TypeError(
                f"positions are counted by a collections.Counter, not {type(counter).__name__}")
        check_idle(self)
        # Kept until the end: the last reference to it may run code.
        _before = self.counter
        self.counter = counter

    def __delattr__(self, name):
        delete_attribute(self, "Board", name)

    cdef object view(self, int which):
        """Return the object that shows a part of the board, up to date."""
        if self.fresh >> which & 1:
            return <object>shown_at(self.shown, which)
        return show(self, which)

    cdef int follow(self, int which, object view, int event) except -1:
        cdef Py_ssize_t length
        cdef int color
        if which == MOVE_STACK or which == CAPTURED:
            length = len(view)
            if event == PUSHED and length == self.depth - 1:
                deque_append(view, self.moves[length] if which == MOVE_STACK
                             else their_type(self.undos[length].captured & 15))
            elif event == POPPED and length == self.depth + 1:
                deque_pop(view)
            else:
                # Kept until the end: the last reference to a move may run code.
                _before = list(view)
                now = values_of(self, which)
                deque_clear(view)
                deque_extend(view, now)
        elif which == HANDS:
            if not has_hands(view):
                # Somebody wrote past its methods. It stays as it is, and the board gets another.
                show_at(self.shown, HANDS, None)
                self.fresh &= ~(<unsigned int>1 << HANDS)
                view._board = None
                return 0
            for color in range(2):
                fill_hand(self, color, list_getitem(view, color))
        elif which != OCCUPIED:
            PyList_SetSlice(view, 0, PY_SSIZE_T_MAX, values_of(self, which))
        return 0


cdef object show(Attributes board, int which):
    """Return what shows a part of the board, made or brought up to date."""
    from shogi_fast.compat.shogi import _views

    cdef uint64_t version
    if board.shown is None:
        board.shown = Shown.__new__(Shown)
    view = <object>shown_at(board.shown, which)
    while view is None or (which == HANDS and not has_hands(view)):
        # Making one runs code in Python, and so other threads.
        made = _views.new_view(board, which)
        if <object>shown_at(board.shown, which) is view:
            show_at(board.shown, which, made)
        view = <object>shown_at(board.shown, which)
    # Writing to what others have may wait for them, and the board may change meanwhile.
    while True:
        version = board.version
        board.follow(which, view, EDITED)
        if board.version == version:
            break
    if <object>shown_at(board.shown, which) is view:
        board.fresh |= <unsigned int>1 << which
    return view


cdef bint shows_hand(State state, int color, object hand):
    """Say whether a dict has the numbers of a hand, in its order, running no code in Python."""
    cdef uint32_t order = state.order[color]
    cdef Py_ssize_t place = 0
    cdef PyObject* key
    cdef PyObject* number
    cdef int kind
    while PyDict_Next(hand, &place, &key, &number):
        kind = <int>(order & 15)
        if kind == 0 or type(<object>key) is not int or type(<object>number) is not int:
            return False
        if (<object>key != their_type(kind)
                or <object>number != hand_count(&state.position, color, kind)):
            return False
        order >>= 4
    return order == 0


cdef int fill_hand(State state, int color, object hand) except -1:
    """Bring up to date what shows a hand."""
    cdef dict now
    if shows_hand(state, color, hand):
        return 0
    now = hand_of(state, color)
    # Kept until the end: the last reference to what a program put there may run code.
    _before = dict_copy(hand)
    PyDict_Clear(hand)
    PyDict_Update(hand, now)
    return 0


# ---- hands -----------------------------------------------------------------------------------


cdef int put_into_hand(Position* p, int color, int kind, int64_t number) except -1:
    if number < 0:
        raise ValueError(f"a hand cannot get {clipped(number)} pieces of a type")
    if number > MAX_PIECES or men_of(p) + number > MAX_PIECES:
        raise ValueError(f"a board has {MAX_PIECES} men at most besides the kings, hands included")
    set_hand_unchecked(p, color, kind, hand_count(p, color, kind) + <int>number)
    return 0


cdef int take_from_hand(Position* p, int color, int kind) except -1:
    if hand_count(p, color, kind) == 0:
        piece = new_piece(their_type(kind), color)
        raise ValueError(f"the piece is not in hand: {piece}")
    set_hand_unchecked(p, color, kind, hand_count(p, color, kind) - 1)
    return 0


cdef dict hand_of(State state, int color):
    """Return a hand as numbers by piece type, in the order in which the types came there."""
    cdef uint32_t order = state.order[color]
    cdef int kind
    cdef dict hand = {}
    while order:
        kind = <int>(order & 15)
        hand[their_type(kind)] = hand_count(&state.position, color, kind)
        order >>= 4
    return hand


cdef uint64_t board_key(const Position* p) noexcept nogil:
    """Return the part of the key that the men on the board make."""
    cdef uint64_t key = p.key
    cdef int color, kind
    if p.side == WHITE:
        key ^= KEYS.side
    for color in range(2):
        for kind in range(PAWN, KING):
            key ^= KEYS.hand[color][kind][hand_count(p, color, kind)]
    return key


# ---- for views -------------------------------------------------------------------------------


cdef list values_of(Attributes board, int which):
    """Return what a view shows."""
    cdef Bitboard[PIECE_KINDS] masks
    cdef int kind, square, color
    cdef Py_ssize_t i
    cdef const Position* p = &board.position
    if which == PIECES:
        return [their_type(type_of(p.board[core_square(square)])) for square in range(SQUARES)]
    if which == PIECE_BB:
        for kind in range(PIECE_KINDS):
            masks[kind] = bb_empty()
        for square in range(SQUARES):
            kind = their_type(type_of(p.board[square]))
            if kind != NONE:
                masks[kind] = bb_or(masks[kind], bb_square(square))
        return [their_mask(masks[kind]) for kind in range(PIECE_KINDS)]
    if which == KING_SQUARES:
        return [None if p.king[color] == NO_SQUARE else their_square(p.king[color])
                for color in range(2)]
    if which == BY_COLOR:
        return [their_mask(p.color[color]) for color in range(2)]
    if which == MOVE_STACK:
        return board.moves[:]
    if which == CAPTURED:
        return [their_type(board.undos[i].captured & 15) for i in range(board.depth)]
    raise ValueError(which)


def set_hands(Attributes board not None, black, white):
    """Set what is in hand, from mappings of numbers by piece type; None leaves a hand."""
    cdef int64_t[2][KING] numbers
    cdef uint32_t[2] orders
    cdef Position position
    cdef int color, kind
    cdef int64_t number
    memset(numbers, 0, sizeof(numbers))
    orders[BLACK] = orders[WHITE] = 0
    # What the program's objects say first: they may run code of their own.
    for color, hand in enumerate((black, white)):
        for piece_type, count in ({} if hand is None else dict(hand)).items():
            kind = core_type(hand_type(piece_type))
            number = index_of(count, "a number of pieces")
            if number < 0:
                raise ValueError(f"a hand cannot have {clipped(number)} pieces of a type")
            if number and not numbers[color][kind]:
                orders[color] = with_type(orders[color], kind)
            numbers[color][kind] = number
    with cython.critical_section(board):
        position = board.position
        # What is replaced goes first, so that only what there will be is counted.
        for color, hand in enumerate((black, white)):
            if hand is None:
                orders[color] = board.order[color]
                continue
            for kind in range(PAWN, KING):
                set_hand_unchecked(&position, color, kind, 0)
        for color, hand in enumerate((black, white)):
            if hand is not None:
                for kind in range(PAWN, KING):
                    put_into_hand(&position, color, kind, numbers[color][kind])
        edit_ordered(board, &position, orders[BLACK], orders[WHITE])


# The number that a board has for the list of squares by color.
BY_COLOR_VIEW = <int>BY_COLOR


def view_of(Attributes board not None, int which):
    """Return what shows a part of the board."""
    if not 0 <= which < VIEWS:
        raise ValueError(which)
    with cython.critical_section(board):
        return board.view(which)


def bits_of(Attributes board not None):
    """Return the occupied squares as an int."""
    with cython.critical_section(board):
        return their_mask(occupied_by_any(&board.position))


def rotated_bits_of(Attributes board not None, int rotation):
    """Return the occupied squares as an int with the bits of a rotated board."""
    if not 0 <= rotation < ROTATIONS:
        raise ValueError(f"no rotated board has the number {rotation}")
    with cython.critical_section(board):
        return rotated_mask(occupied_by_any(&board.position), rotation)


def board_hand(Attributes board not None, int color):
    """Return a hand as numbers by piece type."""
    with cython.critical_section(board):
        return hand_of(board, color & 1)
