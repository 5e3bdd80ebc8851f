# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""The part of a Board that tells of its position, in numbers, text and pictures."""

cimport cython
from libc.stdint cimport int32_t, int64_t

from shogi_fast.arguments cimport clipped, index_of, quoted, text_of
from shogi_fast.board cimport duplicate
from shogi_fast.compat.cshogi._diagrams cimport bod_text, csa_text
from shogi_fast.compat.cshogi._making cimport (
    MOVE_NONE,
    make,
    make_pass,
    move_of_16_bits,
    move_of_csa,
    move_of_psv,
    move_of_usi,
    take_back,
)
from shogi_fast.compat.cshogi._moves cimport TYPE_IN_HAND, int_of_move, int_of_move16
from shogi_fast.core.legality cimport is_legal
from shogi_fast.core.position cimport (
    Position,
    clear_position,
    place_unchecked,
    set_hand_unchecked,
    set_side,
    settle,
)
from shogi_fast.core.sfen cimport SET_COUNT
from shogi_fast.core.types cimport (
    BLACK,
    KING,
    MAX_PIECES,
    NO_PIECE,
    NO_SQUARE,
    NULL_MOVE,
    PAWN,
    SQUARES,
    WHITE,
    color_of,
    move_t,
    type_of,
)
from shogi_fast.locking cimport Section, lock, unlock
from shogi_fast.position_text cimport read_position

from shogi_fast.compat.absent import AbsentAttribute
from shogi_fast.compat.cshogi._errors import PositionError, PositionMoveError
from shogi_fast.compat.cshogi._pictures import draw
from shogi_fast.errors import IllegalMoveError, InvalidSfenError


cdef int read_into(FastBoard board, object sfen) except -1:
    cdef Position position
    try:
        read_position(sfen, False, &position)
    except InvalidSfenError as problem:
        raise PositionError(str(problem)) from None
    board.replace(&position)
    return 0


cdef int take_over(FastBoard board, FastBoard other) except -1:
    """Give a board the position and moves of another one, whose own it then has.

    The object stays the same: somebody may be about to read its position, having asked an object
    that counts as an int and that has called back.
    """
    board.replace(&other.position)
    board.undos, other.undos = other.undos, board.undos
    board.depth, other.depth = other.depth, board.depth
    board.capacity, other.capacity = other.capacity, board.capacity
    return 0


cdef int check_color(object color) except -1:
    cdef int64_t number = index_of(color, "a color")
    if number != BLACK and number != WHITE:
        raise ValueError(f"colors are 0 (BLACK) and 1 (WHITE), not {clipped(number)}")
    return <int>number


@cython.no_gc        # the one object in it knows of no other
@cython.auto_pickle(False)
cdef class PositionBoard:
    """The part of a ``Board`` that tells of its position.

    >>> isinstance(Board(), PositionBoard)
    True
    """

    def __cinit__(self):
        self.inner = FastBoard.__new__(FastBoard)

    # ---- setting up ----------------------------------------------------------------------------

    @cython.critical_section
    def set_sfen(self, sfen):
        """Set up a position from SFEN text, and forget all moves.

        :raises RuntimeError: if the text is refused (it is an ``InvalidSfenError``, too, and says
            where); the board is then as it was.

        >>> board = Board()
        >>> board.set_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1")
        >>> len(board.legal_moves)
        5
        """
        read_into(self.inner, sfen)

    def set_position(self, position):
        """Set up a position and make moves: ``startpos`` or ``sfen SFEN``, then ``moves MOVE ...``.

        :raises RuntimeError: if the text is refused or a move not legal; the board is then as it
            was.

        >>> board = Board()
        >>> board.set_position("startpos moves 7g7f 3c3d")
        >>> board.move_number
        3
        """
        cdef str text = text_of(position, "a position")
        cdef FastBoard board = FastBoard.__new__(FastBoard)
        cdef list words = text.split()
        cdef list moves = []
        cdef Py_ssize_t i
        cdef int32_t move
        if "moves" in words:
            i = words.index("moves")
            moves = words[i + 1:]
            del words[i:]
        if words != ["startpos"]:
            if not words or words[0] != "sfen":
                raise PositionMoveError(
                    f"neither 'startpos' nor 'sfen' and a position: {quoted(text, 200)}")
            read_into(board, " ".join(words[1:]))
        for i in range(len(moves)):
            move = move_of_usi(&board.position, moves[i])
            if move == MOVE_NONE:
                raise PositionMoveError(f"move {i + 1} is not legal: {quoted(moves[i], 40)}")
            make(board, move)
        with cython.critical_section(self):
            take_over(self.inner, board)

    @cython.critical_section
    def reset(self):
        """Set up the starting position, and forget all moves.

        >>> board = Board("4k4/9/9/9/9/9/9/9/4K4 b - 1")
        >>> board.reset()
        >>> board.sfen() == STARTING_SFEN
        True
        """
        self.inner.reset()

    @cython.critical_section
    def set_pieces(self, pieces, pieces_in_hand):
        """Set up a position from numbers; whose turn it is and the move number stay.

        :param pieces: a list of 81 pieces by square, as ``pieces`` gives it.
        :param pieces_in_hand: a tuple of two lists of seven numbers, as ``pieces_in_hand`` gives
            it.
        :raises ValueError: if there are not so many, no such pieces, two kings of a side, more
            than 40 men besides the kings, or more of a kind in a hand than a set has; the board is
            then as it was.

        >>> board = Board()
        >>> board.set_pieces([BKING] + 79 * [NONE] + [WKING], ([2, 0, 0, 0, 0, 0, 1], 7 * [0]))
        >>> board.sfen()
        '8K/9/9/9/9/9/9/9/k8 b R2P 1'
        """
        cdef Position position
        cdef int64_t number
        cdef int square, color, i, piece_type
        cdef int men = 0
        cdef tuple board = sequence_of(pieces, SQUARES, "the pieces")
        cdef tuple hands = sequence_of(pieces_in_hand, 2, "the pieces in hand")
        cdef tuple hand
        # All copied before any number is asked for its value, which may change the lists.
        hands = (sequence_of(hands[0], 7, "the numbers of a hand"),
                 sequence_of(hands[1], 7, "the numbers of a hand"))
        clear_position(&position)
        for square in range(SQUARES):
            number = index_of(board[square], "a piece")
            if number == NO_PIECE:
                continue
            if not 0 < number < 32 or not PAWN <= (number & 15) < 15:
                raise ValueError(f"no piece has the number {clipped(number)}")
            if type_of(<int>number) == KING:
                if position.king[color_of(<int>number)] != NO_SQUARE:
                    raise ValueError("a second king of one side")
            else:
                men += 1
            place_unchecked(&position, <int>number, square)
        for color in range(2):
            hand = hands[color]
            for i in range(7):
                piece_type = TYPE_IN_HAND[i]
                number = index_of(hand[i], "a number of pieces")
                if not 0 <= number <= SET_COUNT[piece_type]:
                    raise ValueError(f"a hand has 0 to {SET_COUNT[piece_type]} pieces of type "
                                     f"{piece_type}, not {clipped(number)}")
                men += <int>number
                set_hand_unchecked(&position, color, piece_type, <int>number)
        if men > MAX_PIECES:
            raise ValueError(f"a board has {MAX_PIECES} men at most besides the kings, hands "
                             f"included, not {men}")
        set_side(&position, self.inner.position.side)
        settle(&position)
        position.ply = self.inner.position.ply
        self.inner.replace(&position)

    @property
    def turn(self):
        """The side to move; BLACK (0) or WHITE (1). Setting the other one forgets all moves.

        :raises ValueError: if it is set to anything else.

        >>> board = Board()
        >>> board.turn = WHITE
        >>> board.sfen().split()[1]
        'w'
        """
        cdef Section section
        cdef int side
        lock(&section, self)
        side = self.inner.position.side
        unlock(&section)
        return side

    @turn.setter
    @cython.critical_section
    def turn(self, value):
        cdef int side = check_color(value)
        cdef Position position = self.inner.position
        if side != position.side:
            set_side(&position, side)
            settle(&position)
            self.inner.replace(&position)

    @turn.deleter
    def turn(self):
        raise AttributeError("the side to move cannot be deleted")

    @property
    def move_number(self):
        """The number of the next move, which may be set; moves that were made stay.

        :raises ValueError: if it is set to less than 1.
        :raises OverflowError: if it is set to 2**31 or more.

        >>> board = Board()
        >>> board.move_number = 57
        >>> board.sfen().split()[-1]
        '57'
        """
        cdef Section section
        cdef int32_t number
        lock(&section, self)
        number = <int32_t>self.inner.position.ply
        unlock(&section)
        return number

    @move_number.setter
    @cython.critical_section
    def move_number(self, value):
        cdef int64_t number = index_of(value, "a move number")
        if number < 1:
            raise ValueError(f"move numbers begin with 1, not {clipped(number)}")
        if number != <int32_t>number:
            raise OverflowError(f"a move number is an int of 32 bits, not {clipped(number)}")
        self.inner.position.ply = <int32_t>number

    @move_number.deleter
    def move_number(self):
        raise AttributeError("the move number cannot be deleted")

    # ---- text and pictures ---------------------------------------------------------------------

    @cython.critical_section
    def csa_pos(self):
        """Return the position as in CSA records: squares, hands, side to move.

        >>> print(Board().csa_pos().splitlines()[8])
        P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
        """
        return csa_text(&self.inner.position)

    def __repr__(self):
        with cython.critical_section(self):
            return "'  9  8  7  6  5  4  3  2  1\n" + csa_text(&self.inner.position)

    def to_bod(self):
        """Return a kanji diagram (BOD), which Japanese programs read from the clipboard.

        Its last line tells the last move, if that was a legal one.

        >>> board = Board()
        >>> move = board.push_usi("7g7f")
        >>> board.to_bod().splitlines()[12:]
        ['+---------------------------+', '先手の持駒：なし', '後手番', '手数＝1\\u3000▲７六歩\\u3000まで']
        """
        from shogi_fast.compat.cshogi.KIF import last_move_text

        # All is read from a copy: the board may be another before its text is written, by what
        # the garbage collector calls.
        cdef FastBoard before = copied(self)
        cdef str text = bod_text(&before.position)
        cdef int32_t number = <int32_t>before.position.ply - 1
        cdef move_t move
        if before.depth == 0:
            return text
        move = before.undos[before.depth - 1].move
        take_back(before)
        if not is_legal(&before.position, move):
            return text
        return f"{text}\n手数＝{number}　{last_move_text(before, move)}　まで"

    def to_svg(self, lastmove=None, scale=1.0):
        """Return a picture of the board for a notebook; see ``shogi_fast.svg.board_svg``.

        :param lastmove: a move whose squares are highlighted.
        :param scale: 1 for a picture 230 pixels wide.
        :raises ValueError: if that is wider than 100,000 pixels or no size, or no such move.

        >>> board = Board()
        >>> board.to_svg(board.push_usi("7g7f"), scale=2).startswith("<svg ")
        True
        """
        cdef object last = None if lastmove is None else int_of_move(lastmove)
        return draw(copied(self), last, scale)

    def _repr_svg_(self):
        """Return the picture that a notebook shows, with the last move marked.

        >>> Board()._repr_svg_() == Board().to_svg()
        True
        """
        cdef FastBoard board = copied(self)
        return draw(board, board.undos[board.depth - 1].note if board.depth else None, 1.0)

    # ---- questions -----------------------------------------------------------------------------

    @cython.critical_section
    def is_ok(self):
        """Say whether a game could have come to the position, as far as the kings tell.

        That is: the side not to move is not in check.

        >>> Board().is_ok(), Board("4k4/4R4/9/9/9/9/9/9/4K4 b - 1").is_ok()
        (True, False)
        """
        return not self.inner.position.exposed

    # ---- moves, as records have them ----------------------------------------------------------

    @cython.critical_section
    def push_csa(self, csa):
        """Make the legal move that a CSA text without a sign names, and return it, or 0.

        >>> Board().push_csa("7776FU")
        73275
        """
        cdef int32_t move = move_of_csa(&self.inner.position, csa)
        if move != MOVE_NONE:
            make(self.inner, move)
        return move

    @cython.critical_section
    def push_move16(self, move16):
        """Make the move with such lower 16 bits, as ``push`` does, and return it.

        :raises IllegalMoveError: if it cannot be made.

        >>> Board().push_move16(7739)
        73275
        """
        cdef int32_t move = move_of_16_bits(&self.inner.position, int_of_move16(move16))
        make(self.inner, move)
        return move

    @cython.critical_section
    def push_psv(self, move16):
        """Make the move with such 16 bits in YaneuraOu's records, as ``push`` does; return it.

        :raises IllegalMoveError: if it cannot be made.

        >>> Board("4k4/9/9/9/9/9/9/9/4K4 b P 1").push_psv(0x40a8)
        10408
        """
        cdef int32_t move = move_of_psv(&self.inner.position, int_of_move16(move16))
        make(self.inner, move)
        return move

    @cython.critical_section
    def push_pass(self):
        """Hand the turn over. The move number stays; in ``history`` stands 129.

        :raises IllegalMoveError: if the side to move is in check.

        >>> board = Board()
        >>> board.push_pass()
        >>> board.turn == WHITE, board.history
        (True, [129])
        """
        make_pass(self.inner)

    @cython.critical_section
    def pop_pass(self):
        """Take back the last move, which is a pass.

        :raises IndexError: if no move was made.
        :raises IllegalMoveError: if the last move was no pass.

        >>> board = Board()
        >>> board.push_pass()
        >>> board.pop_pass()
        >>> board.turn == BLACK
        True
        """
        cdef FastBoard board = self.inner
        if board.depth == 0:
            raise IndexError("pop_pass from a board on which no move was made")
        if board.undos[board.depth - 1].move != NULL_MOVE:
            raise IllegalMoveError("the last move was no pass")
        take_back(board)

    @cython.critical_section
    def move_from_csa(self, csa):
        """Return the legal move that a CSA text without a sign names, 0 if there is none.

        >>> Board().move_from_csa("7776FU"), Board().move_from_csa("+7776FU")
        (73275, 0)
        """
        return move_of_csa(&self.inner.position, csa)

    @cython.critical_section
    def move_from_move16(self, move16):
        """Return the move with such lower 16 bits, whether it is legal or not.

        :raises ValueError: if it has no such squares.

        >>> Board().move_from_move16(7739)
        73275
        """
        return move_of_16_bits(&self.inner.position, int_of_move16(move16))

    @cython.critical_section
    def move_from_psv(self, move16):
        """Return the move with such 16 bits in YaneuraOu's records, whether it is legal or not.

        :raises ValueError: if it has no such squares, or drops what is no piece.

        >>> Board().move_from_psv(0x40a8)
        10408
        """
        return move_of_psv(&self.inner.position, int_of_move16(move16))

    @property
    @cython.critical_section
    def history(self):
        """The moves made, as a new list.

        >>> board = Board()
        >>> board.push(73275)
        >>> board.history
        [73275]
        """
        cdef FastBoard board = self.inner
        cdef list moves = []
        cdef Py_ssize_t i
        for i in range(board.depth):
            moves.append(board.undos[i].note)
        return moves

    # ---- what is not there yet -----------------------------------------------------------------

    set_hcp = AbsentAttribute("cshogi.Board.set_hcp")
    to_hcp = AbsentAttribute("cshogi.Board.to_hcp")
    set_psfen = AbsentAttribute("cshogi.Board.set_psfen")
    to_psfen = AbsentAttribute("cshogi.Board.to_psfen")
    book_key = AbsentAttribute("cshogi.Board.book_key")
    book_key_after = AbsentAttribute("cshogi.Board.book_key_after")
    mate_move_in_1ply = AbsentAttribute("cshogi.Board.mate_move_in_1ply")
    mate_move = AbsentAttribute("cshogi.Board.mate_move")
    is_mate = AbsentAttribute("cshogi.Board.is_mate")
    piece_planes = AbsentAttribute("cshogi.Board.piece_planes")
    piece_planes_rotate = AbsentAttribute("cshogi.Board.piece_planes_rotate")
    _dlshogi_make_input_features = AbsentAttribute("cshogi.Board._dlshogi_make_input_features")


cdef FastBoard copied(PositionBoard board):
    with cython.critical_section(board):
        return duplicate(board.inner, True, FastBoard)


cdef tuple sequence_of(object values, Py_ssize_t length, str what):
    """Return what a list or tuple of a known length holds."""
    cdef tuple result
    if not isinstance(values, list | tuple):
        raise TypeError(f"{what} are a list or a tuple, not {type(values).__name__}")
    result = tuple(values)
    if len(result) != length:
        raise ValueError(f"{what} are {length} in number, not {len(result)}")
    return result
