# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A position as Python sees it: what stands where, who attacks what, and text."""

cimport cython
from cpython.object cimport PyObject
from libc.stdint cimport int64_t
from libc.string cimport memcmp

from shogi_fast.arguments cimport clipped, index_of, quoted
from shogi_fast.core.attacks cimport TABLES, piece_attacks
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_count,
    bb_empty,
    bb_full,
    bb_has,
    bb_or,
    bb_pop,
)
from shogi_fast.core.drops cimport pin_line, pinned_pieces
from shogi_fast.core.packed cimport (
    PACKED_BAD_CODE,
    PACKED_BAD_END,
    PACKED_BAD_KINGS,
    PACKED_BYTES,
    PACKED_FINE,
    PACKED_NO_KING,
    PACKED_NOT_A_SET,
    pack_position,
    unpack_position,
)
from shogi_fast.core.position cimport (
    KIND_OF,
    attackers_to,
    clear_position,
    hand_count,
    occupied_by_any,
    place_unchecked,
    remove_unchecked,
    set_hand_unchecked,
    set_side,
    settle,
)
from shogi_fast.core.sfen cimport (
    HAND_ORDER,
    SET_COUNT,
    STATUS_VALID,
    position_status,
    read_sfen,
    sfen_error,
)
from shogi_fast.core.types cimport (
    BLACK,
    GOLD,
    KING,
    MAX_PIECES,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    SQUARES,
    WHITE,
    color_of,
    file_of,
    make_piece,
    opponent,
    rank_of,
    type_of,
)
from shogi_fast.members cimport piece_type_member
from shogi_fast.move cimport check_square
from shogi_fast.piece cimport PIECES, Piece, check_color, check_piece_type
from shogi_fast.position_text cimport position_text, read_position
from shogi_fast.squareset cimport new_square_set

from shogi_fast.errors import InvalidSfenError
from shogi_fast.position_text import STARTING_SFEN

cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        PyTypeObject* tp_base
        object (*tp_new)(PyTypeObject* cls, object arguments, PyObject* keywords)

    # What object.__setattr__ does; that itself refuses, before Python 3.13, objects of a compiled
    # class with a __setattr__ of its own.
    int PyObject_GenericSetAttr(object o, object name, object value) except -1

    const unsigned long Py_TPFLAGS_HEAPTYPE
    bint PyType_HasFeature(PyTypeObject* cls, unsigned long feature)
    bint PyType_IsSubtype(PyTypeObject* cls, PyTypeObject* base)


cdef str TOO_MANY_MEN = f"a board has {MAX_PIECES} men at most besides the kings, hands included"

cdef Position START
cdef sfen_error START_ERROR
read_sfen(b"startpos", 8, False, &START, &START_ERROR)

cdef dict PACKED_PROBLEMS = {
    PACKED_NO_KING: "a position without two kings cannot be packed",
    PACKED_NOT_A_SET: "the men are not those of one set",
    PACKED_BAD_KINGS: "the kings' squares are not two squares of the board",
    PACKED_BAD_CODE: "bits that are no code word",
    PACKED_BAD_END: "the last code word does not end at bit 256",
}


@cython.auto_pickle(False)
cdef class BaseBoard:
    """The part of a ``Board`` that sets up, shows and edits a position.

    Here is what a program calls seldom; what it calls at each move stands in ``Board`` itself, as
    CPython calls a method faster that the object's own class defines.

    Setting up or editing a position makes a Board forget its moves.

    >>> isinstance(Board(), BaseBoard)
    True
    """

    def __cinit__(self):
        if type(self) is BaseBoard:
            raise TypeError("BaseBoard is a part of Board, which is the class to make")
        # The starting position, so that a subclass which forgets to call __init__ has one too.
        self.position = START

    def __init__(self, sfen=STARTING_SFEN, *, strict=False):
        self.load(sfen, strict)

    @classmethod
    def empty(cls):
        """Return a board without any piece, Black to move.

        >>> Board.empty().sfen()
        '9/9/9/9/9/9/9/9/9 b - 1'
        """
        board = made(cls)
        board.clear()
        return board

    @classmethod
    def handicap(cls, name):
        """Return the starting position of a handicap game, by its English or Japanese name.

        :raises ValueError: if there is no such handicap; the message lists them.

        >>> Board.handicap("two-piece").sfen()
        'lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1'
        """
        from shogi_fast.handicap import handicap_sfen

        board = made(cls)
        board.set_sfen(handicap_sfen(name))
        return board

    @classmethod
    def from_packed(cls, data):
        """Return the position that 32 bytes hold; see ``set_packed``.

        >>> Board.from_packed(Board().packed()) == Board()
        True
        """
        board = made(cls)
        board.set_packed(data)
        return board

    # Every method that reads or changes the position does so in one critical section, which on a
    # build without the GIL keeps other threads out; cdef methods leave it to their callers, but
    # for the next one. What may run other code in between, as making several objects may, works
    # on a copy.

    cdef void take(self, Position* position) noexcept:
        """Copy the position, in a critical section."""
        with cython.critical_section(self):
            position[0] = self.position

    cdef int forget(self) except -1:
        """Forget what depends on how the position came about."""
        return 0

    cdef int replace(self, const Position* position) except -1:
        """Take another position in place of this one."""
        self.forget()
        self.position = position[0]
        self.version += 1
        return 0

    cdef int load(self, object sfen, bint strict) except -1:
        """Set up a position from SFEN text, in a critical section; see ``set_sfen``."""
        cdef Position position
        cdef int status
        if sfen is STARTING_SFEN:
            with cython.critical_section(self):
                return self.replace(&START)
        read_position(sfen, False, &position)
        if strict:
            status = position_status(&position)
            if status != STATUS_VALID:
                from shogi_fast.status import Status

                raise InvalidSfenError(
                    f"strict reading refuses {Status(status)!r} in {quoted(sfen, 200)}")
        with cython.critical_section(self):
            return self.replace(&position)

    # ---- text ----------------------------------------------------------------------------------

    def set_sfen(self, sfen, *, strict=False):
        """Set up a position from SFEN text and forget all moves.

        Fields are separated by any run of blanks; missing hands are ``-``, a missing move number
        is 1; ``startpos`` is read too. Positions that could not arise in play from a real set are
        set up and flagged by ``status()``.

        :param strict: refuse such positions as well.
        :raises InvalidSfenError: if the text is refused; the board is then as it was.

        >>> board = Board()
        >>> board.set_sfen("4k4/9/9/9/9/9/9/9/4K4 b PPPP")
        >>> board.sfen()
        '4k4/9/9/9/9/9/9/9/4K4 b 4P 1'
        """
        self.load(sfen, strict)

    @cython.critical_section
    def status(self):
        """Return what is wrong with the position, as ``Status`` flags.

        >>> Board("4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1").status()
        <Status.TWO_PAWNS: 1>
        """
        # Imported here, as enum would take a quarter of the time to import the package.
        from shogi_fast.status import Status

        return Status(position_status(&self.position))

    @cython.critical_section
    def is_valid(self):
        """Say whether ``status()`` has nothing to say.

        >>> Board().is_valid()
        True
        """
        return position_status(&self.position) == STATUS_VALID

    def __repr__(self):
        cdef Position position
        self.take(&position)
        return f"{type(self).__name__}({position_text(&position, True)!r})"

    @cython.critical_section
    def packed(self):
        """Return the position in 32 bytes (PackedSfen, as YaneuraOu's training records have it).

        The move number is not kept.

        :raises ValueError: unless there are two kings and no more men of a kind than a set has.

        >>> Board().packed().hex()[:16]
        '58a451220ceb6722'
        """
        cdef unsigned char[PACKED_BYTES] data
        cdef int problem = pack_position(&self.position, data)
        if problem != PACKED_FINE:
            raise ValueError(f"{PACKED_PROBLEMS[problem]}: {position_text(&self.position, True)!r}")
        return (<char*>data)[:PACKED_BYTES]

    def set_packed(self, data):
        """Set up the position that 32 bytes hold, with move number 1.

        Men in hand and men that are missing may come in any order; ``packed`` writes them in one.

        :param data: a bytes-like object of 32 bytes.
        :raises ValueError: if it is not 32 bytes, or they are not the code of a position.

        >>> board = Board.empty()
        >>> board.set_packed(Board().packed())
        >>> board == Board()
        True
        """
        cdef Position position
        cdef int problem
        cdef bytes text
        view = memoryview(data)
        if view.nbytes != PACKED_BYTES:
            raise ValueError(f"a packed position has 32 bytes, not {view.nbytes}")
        text = bytes(view)
        problem = unpack_position(<const unsigned char*><const char*>text, &position)
        if problem != PACKED_FINE:
            raise ValueError(f"{PACKED_PROBLEMS[problem]}: {text.hex()}")
        with cython.critical_section(self):
            self.replace(&position)

    def unicode(self):
        """Return a diagram in kanji, White's pieces marked with ``v``.

        >>> Board().unicode().splitlines()[3]
        '|v香v桂v銀v金v玉v金v銀v桂v香|一'
        """
        from shogi_fast.diagram import unicode_board

        return unicode_board(self)

    def svg(self, *, last_move=None, arrows=(), marks=(), orientation=0, size=640, pieces="kanji",
            coordinates="both"):
        """Return a picture of the board; ``shogi_fast.svg.board_svg`` tells of the options.

        >>> Board().svg(pieces="western").startswith("<svg ")
        True
        """
        from shogi_fast.svg import board_svg

        return board_svg(
            self, last_move=last_move, arrows=arrows, marks=marks, orientation=orientation,
            size=size, pieces=pieces, coordinates=coordinates)

    def _repr_svg_(self):
        return self.svg()

    def __str__(self):
        """Return a plain diagram with hands, coordinates and the side to move, in ASCII."""
        from shogi_fast.diagram import plain_board

        return plain_board(self)

    # ---- what stands where ---------------------------------------------------------------------

    def piece_map(self):
        """Return the pieces on the board as a dict by square, in order of squares.

        >>> Board("4k4/9/9/9/9/9/9/9/4K4 b - 1").piece_map()
        {36: Piece.from_symbol('k'), 44: Piece.from_symbol('K')}
        """
        cdef Position position
        cdef int square
        self.take(&position)
        return {square: PIECES[position.board[square]] for square in range(SQUARES)
                if position.board[square] != NO_PIECE}

    @cython.critical_section
    def pieces(self, piece_type, color):
        """Return the squares of one side's pieces of a type.

        >>> Board().pieces(PieceType.ROOK, Color.BLACK).names()
        ['2h']
        """
        cdef int kind = check_piece_type(piece_type)
        cdef int code = make_piece(check_color(color), kind)
        cdef Bitboard rest = bb_and(
            self.position.kind[KIND_OF[code]], self.position.color[color_of(code)])
        cdef Bitboard found = bb_empty()
        cdef int square
        while bb_any(rest):
            square = bb_pop(&rest)
            if self.position.board[square] == code:
                found = bb_or(found, TABLES.square[square])
        return new_square_set(found)

    @cython.critical_section
    def occupied(self, color=None):
        """Return the squares with a piece of a color, or with any piece.

        >>> len(Board().occupied()), len(Board().occupied(Color.WHITE))
        (40, 20)
        """
        if color is None:
            return new_square_set(occupied_by_any(&self.position))
        return new_square_set(self.position.color[check_color(color)])

    def hand(self, color):
        """Return what a side has in hand: a new dict of numbers by piece type, without zeros.

        In the order in which SFEN writes hands: rook, bishop, gold, silver, knight, lance, pawn.

        >>> Board("4k4/9/9/9/9/9/9/9/4K4 b R2P 1").hand(Color.BLACK)
        {<PieceType.ROOK: 6>: 1, <PieceType.PAWN: 1>: 2}
        """
        cdef int side = check_color(color)
        cdef int piece_type
        cdef dict held = {}
        cdef Position position
        self.take(&position)
        for piece_type in HAND_ORDER:
            if hand_count(&position, side, piece_type):
                held[piece_type_member(piece_type)] = hand_count(&position, side, piece_type)
        return held

    @cython.critical_section
    def king(self, color):
        """Return the square of a side's king, or None if it has none.

        >>> problem = Board("4k4/9/4P4/9/9/9/9/9/9 b G 1")
        >>> problem.king(Color.WHITE), problem.king(Color.BLACK)
        (36, None)
        """
        cdef int square = self.position.king[check_color(color)]
        return None if square == NO_SQUARE else square

    # ---- attacks -------------------------------------------------------------------------------

    @cython.critical_section
    def attacks(self, square):
        """Return the squares that the piece on a square attacks; none if there is no piece.

        >>> Board().attacks(parse_square("2h")).names()
        ['1h', '2g', '2i', '3h', '4h', '5h', '6h', '7h', '8h']
        """
        cdef int origin = check_square(square)
        cdef int piece = self.position.board[origin]
        if piece == NO_PIECE:
            return new_square_set(bb_empty())
        return new_square_set(piece_attacks(piece, origin, occupied_by_any(&self.position)))

    @cython.critical_section
    def attackers(self, color, square):
        """Return the squares of a side's pieces that attack a square.

        >>> Board().attackers(Color.BLACK, parse_square("5h")).names()
        ['2h', '4i', '5i', '6i']
        """
        return new_square_set(attackers_to(
            &self.position, check_color(color), check_square(square),
            occupied_by_any(&self.position)))

    @cython.critical_section
    def checkers(self):
        """Return the squares of the pieces that give check to the side to move.

        >>> Board("4k4/9/9/9/9/9/9/9/4R4 w - 1").checkers().names()
        ['5i']
        """
        return new_square_set(self.position.checkers)

    @cython.critical_section
    def pinned(self, color):
        """Return the squares of a side's pieces that are pinned to its king.

        >>> Board("4k4/9/9/9/4g4/9/9/9/4R4 w - 1").pinned(Color.WHITE).names()
        ['5e']
        """
        return new_square_set(pinned_pieces(
            &self.position, check_color(color), occupied_by_any(&self.position)))

    @cython.critical_section
    def is_pinned(self, color, square):
        """Say whether a side's piece on a square is pinned to its king.

        >>> Board("4k4/9/9/9/4g4/9/9/9/4R4 w - 1").is_pinned(Color.WHITE, parse_square("5e"))
        True
        """
        return bb_has(pinned_pieces(&self.position, check_color(color),
                                    occupied_by_any(&self.position)), check_square(square))

    @cython.critical_section
    def pin(self, color, square):
        """Return the line to which a pin binds a side's piece; the whole board if it is not pinned.

        The line runs from the king, which is not in it, to the edge of the board.

        >>> Board("4k4/9/9/9/4g4/9/9/9/4R4 w - 1").pin(Color.WHITE, parse_square("5e")).names()
        ['5b', '5c', '5d', '5e', '5f', '5g', '5h', '5i']
        """
        cdef int side = check_color(color)
        cdef int where = check_square(square)
        cdef Bitboard pinned = pinned_pieces(
            &self.position, side, occupied_by_any(&self.position))
        if not bb_has(pinned, where):
            return new_square_set(bb_full())
        return new_square_set(pin_line(self.position.king[side], where))

    # ---- editing -------------------------------------------------------------------------------

    @cython.critical_section
    def clear(self):
        """Take everything off the board; Black to move, move number 1.

        >>> board = Board()
        >>> board.clear()
        >>> board.sfen()
        '9/9/9/9/9/9/9/9/9 b - 1'
        """
        cdef Position position
        clear_position(&position)
        self.replace(&position)

    @cython.critical_section
    def reset(self):
        """Set up the starting position of an even game (hirate).

        >>> board = Board.empty()
        >>> board.reset()
        >>> board == Board()
        True
        """
        self.replace(&START)

    def set_piece_at(self, square, piece):
        """Put a piece on a square, in place of what stood there; None takes it off.

        :raises ValueError: if there would be more than 40 men besides the kings, or two kings of a
            side; the board is then as it was.
        :raises IndexError: if the square is out of range.

        >>> board = Board.empty()
        >>> board.set_piece_at(parse_square("5i"), Piece(PieceType.KING, Color.BLACK))
        >>> board.sfen()
        '9/9/9/9/9/9/9/9/4K4 b - 1'
        """
        cdef int where = check_square(square)
        if piece is not None and not isinstance(piece, Piece):
            raise TypeError(f"a piece is a shogi_fast.Piece or None, not {type(piece).__name__}")
        with cython.critical_section(self):
            self.put(NO_PIECE if piece is None else (<Piece>piece).code, where)

    @cython.critical_section
    def remove_piece_at(self, square):
        """Take the piece off a square and return it, or None if there is none.

        >>> Board().remove_piece_at(parse_square("8h"))
        Piece.from_symbol('B')
        """
        # Read once: __index__ may give another number every time.
        cdef int where = check_square(square)
        piece = PIECES[self.position.board[where]]
        self.put(NO_PIECE, where)
        return piece

    cdef int put(self, int code, int square) except -1:
        """Put a piece, or none, on a square in place of what stands there."""
        cdef Position position = self.position
        if position.board[square] != NO_PIECE:
            remove_unchecked(&position, square)
        if code != NO_PIECE:
            if type_of(code) == KING and position.king[color_of(code)] != NO_SQUARE:
                raise ValueError("a side has one king at most")
            if type_of(code) != KING and men_of(&position) == MAX_PIECES:
                raise ValueError(TOO_MANY_MEN)
            place_unchecked(&position, code, square)
        settle(&position)
        return self.replace(&position)

    @cython.critical_section
    def set_hand(self, color, piece_type, count):
        """Set how many pieces of a type a side has in hand.

        :param count: 0 to the number in a set (pawn 18; lance, knight, silver, gold 4; bishop,
            rook 2).
        :raises ValueError: if it is out of that range, if the type cannot be in hand, or if there
            would be more than 40 men besides the kings; the board is then as it was.

        >>> board = Board.empty()
        >>> board.set_hand(Color.WHITE, PieceType.PAWN, 3)
        >>> board.sfen()
        '9/9/9/9/9/9/9/9/9 b 3p 1'
        """
        cdef int side = check_color(color)
        cdef int kind = check_piece_type(piece_type)
        cdef int64_t number = index_of(count, "a number of pieces")
        cdef Position position = self.position
        if kind > GOLD:
            raise ValueError(f"kings and promoted pieces cannot be in hand: piece type {kind}")
        if not 0 <= number <= SET_COUNT[kind]:
            raise ValueError(f"of piece type {kind}, 0 to {SET_COUNT[kind]} can be in hand, "
                             f"not {clipped(number)}")
        set_hand_unchecked(&position, side, kind, <int>number)
        if men_of(&position) > MAX_PIECES:
            raise ValueError(TOO_MANY_MEN)
        self.replace(&position)

    # ---- other boards --------------------------------------------------------------------------

    def rotate(self):
        """Return the position seen from the other side: turned round, with colors exchanged.

        A board of the same class, without the moves that led here.

        >>> Board("4k4/9/9/9/9/9/9/9/R3K4 b - 1").rotate().sfen()
        '4k3r/9/9/9/9/9/9/9/4K4 w - 1'
        """
        return self.mapped(True)

    def mirror(self):
        """Return the position with left and right exchanged.

        A board of the same class, without the moves that led here.

        >>> Board("4k4/9/9/9/9/9/9/9/R3K4 b - 1").mirror().sfen()
        '4k4/9/9/9/9/9/9/9/4K3R b - 1'
        """
        return self.mapped(False)

    cdef object mapped(self, bint turned):
        cdef type cls = type(self)
        cdef BaseBoard result = new_board(cls)
        cdef Position old
        cdef Position position
        cdef int square, piece, color, piece_type
        self.take(&old)
        clear_position(&position)
        position.ply = old.ply
        for square in range(SQUARES):
            piece = old.board[square]
            if piece == NO_PIECE:
                continue
            if turned:
                place_unchecked(
                    &position, make_piece(opponent(color_of(piece)), type_of(piece)),
                    SQUARES - 1 - square)
            else:
                place_unchecked(&position, piece, (8 - file_of(square)) * 9 + rank_of(square))
        for color in range(2):
            for piece_type in range(PAWN, KING):
                set_hand_unchecked(&position, color ^ turned, piece_type,
                                   hand_count(&old, color, piece_type))
        set_side(&position, old.side ^ turned)
        settle(&position)
        result.position = position
        if PyType_HasFeature(<PyTypeObject*>cls, Py_TPFLAGS_HEAPTYPE):
            take_attributes(result, self, None)
        return result

    # ---- comparison ----------------------------------------------------------------------------

    __hash__ = None

    def __eq__(self, other):
        cdef Position a
        cdef Position b
        if not isinstance(other, BaseBoard):
            return NotImplemented
        self.take(&a)
        (<BaseBoard>other).take(&b)
        return (a.side == b.side and memcmp(a.board, b.board, sizeof(a.board)) == 0
                and memcmp(a.hand, b.hand, sizeof(a.hand)) == 0)


cdef object made(cls):
    """Return what a class of boards makes when it is given nothing, if that is a board."""
    board = cls()
    if not isinstance(board, BaseBoard):
        raise TypeError(f"a class of boards made an object of {type(board).__name__}")
    return board


cdef object new_board(type cls):
    """Return a new board of a class, with the starting position.

    A class in Python has its ``__new__`` passed over: it might return what is no board, or not a
    new one. That of a class in Cython is called, as it sets up the class's own C attributes.
    """
    cdef PyTypeObject* maker = <PyTypeObject*>cls
    if not PyType_IsSubtype(maker, <PyTypeObject*>BaseBoard):
        raise TypeError("not a board class")
    while (maker != <PyTypeObject*>BaseBoard
            and PyType_HasFeature(maker, Py_TPFLAGS_HEAPTYPE)):
        maker = maker.tp_base
    return maker.tp_new(<PyTypeObject*>cls, (), NULL)


cdef int take_attributes(object twin, object original, dict memo) except -1:
    """Give a board the attributes that a subclass in Python added to another one.

    With a memo, that of ``copy.deepcopy``, their deep copies.
    """
    state = object.__getstate__(original)
    if memo is not None:
        from copy import deepcopy

        state = deepcopy(state, memo)
    slots = None
    if type(state) is tuple:
        state, slots = state
    for attributes in (state, slots):
        if attributes:
            for name, value in attributes.items():
                PyObject_GenericSetAttr(twin, name, value)
    return 0


cdef int men_of(const Position* p) noexcept nogil:
    """Return how many men besides the kings there are on the board and in hand."""
    cdef int men = (bb_count(occupied_by_any(p))
                    - (p.king[BLACK] != NO_SQUARE) - (p.king[WHITE] != NO_SQUARE))
    cdef int color, piece_type
    for color in range(2):
        for piece_type in range(PAWN, KING):
            men += hand_count(p, color, piece_type)
    return men
