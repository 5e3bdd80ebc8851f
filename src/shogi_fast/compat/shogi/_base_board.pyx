# cython: language_level=3, cdivision=True
# cython: embedsignature=True, embedsignature.format=clinic, binding=False
# Indexes of Python objects are checked here: lists come from programs, or are public.
"""Setting up, attacks, text, comparison and copies: what a program calls seldom."""

cimport cython
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcmp

from shogi_fast.arguments cimport index_of, quoted, text_of
from shogi_fast.base_board cimport men_of, take_attributes
from shogi_fast.compat.shogi._arguments cimport (
    color_of_number,
    hand_kind,
    kind_of,
    kind_or_none,
    square_of,
)
from shogi_fast.compat.shogi._attributes cimport (
    board_key,
    hand_of,
    put_into_hand,
    take_from_hand,
)
from shogi_fast.compat.shogi._copies cimport duplicate, new_state, parts_of, restore
from shogi_fast.compat.shogi._generators cimport told
from shogi_fast.compat.shogi._masks cimport core_set, their_mask
from shogi_fast.compat.shogi._numbers cimport (
    NONE,
    PIECE_KINDS,
    core_square,
    core_type,
    their_square,
    their_type,
)
from shogi_fast.compat.shogi._piece cimport new_piece
from shogi_fast.compat.shogi._state cimport (
    MAX_PLY,
    START,
    State,
    edit,
    start,
    start_ordered,
    with_type,
)
from shogi_fast.core.attacks cimport piece_attacks
from shogi_fast.core.bitboard cimport Bitboard, bb_any, bb_empty, bb_has
from shogi_fast.core.position cimport (
    KEYS,
    Position,
    attackers_to,
    clear_position,
    hand_count,
    next_random,
    occupied_by_any,
    place_unchecked,
    remove_unchecked,
)
from shogi_fast.core.types cimport (
    BISHOP,
    BLACK,
    KING,
    LANCE,
    MAX_PIECES,
    NO_PIECE,
    NO_SQUARE,
    PROMOTED,
    ROOK,
    SQUARES,
    WHITE,
    color_of,
    make_piece,
    opponent,
    type_of,
    unpromoted,
)
from shogi_fast.position_text cimport position_text, read_position

from copy import deepcopy

from shogi_fast.compat.shogi import _text
from shogi_fast.compat.shogi._squareset import SquareSet
from shogi_fast.errors import InvalidSfenError

cdef enum:
    HAND_NUMBERS = 17        # numbers at the end of a Zobrist array, for hands


# The class of what shows the occupied squares of a board, whose `bits` need not be made.
cdef object live_occupied = None


def know_live_occupied(type cls not None):
    """Take the class of what shows the occupied squares of a board."""
    global live_occupied
    live_occupied = cls


cdef object king_square(const Position* p, int color):
    cdef int square = p.king[color]
    return None if square == NO_SQUARE else their_square(square)


cdef int remove_from(Position* p, int square, bint into_hand) except -1:
    """Take away the man on a square, if there is one."""
    cdef int piece = p.board[square]
    if piece == NO_PIECE:
        return 0
    if into_hand and type_of(piece) == KING:
        raise ValueError("a king cannot be in hand")
    remove_unchecked(p, square)
    if into_hand:
        put_into_hand(p, p.side, unpromoted(piece & 15), 1)
    return 0


def _default_random_array():
    """Return the numbers of which hash values consist: 2,286, by type, color and square.

    Then one for White to move, and those for hands, which only ``zobrist_hash(array)`` has use of.
    """
    cdef uint64_t state = 0x68616e6473       # "hands"
    cdef int kind, color, square
    numbers = []
    for kind in range(1, PIECE_KINDS):
        for color in range(2):
            for square in range(SQUARES):
                numbers.append(KEYS.piece[make_piece(color, core_type(kind))][core_square(square)])
    numbers.append(KEYS.side)
    for _ in range(HAND_NUMBERS):
        numbers.append(next_random(&state))
    return numbers


def _make_board(cls, parts):
    """Make a board again from what ``Board.__reduce__`` told."""
    cdef BaseBoard board
    if not (isinstance(cls, type) and issubclass(cls, BaseBoard)):
        raise TypeError("not a Board class")
    board = new_state(cls)
    restore(board, parts)
    return board


cdef State snapshot(State board):
    """Return a board with the same position, which nobody changes while its text is written.

    For a class in Python, whose methods write that text, it is the board itself.
    """
    cdef State twin = board
    if board.plain:
        twin = new_state(type(board))
        with cython.critical_section(board):
            twin.position = board.position
            twin.order = board.order
    return twin


@cython.auto_pickle(False)
cdef class BaseBoard(Attributes):
    """The part of a ``Board`` that sets up and shows a position.

    >>> isinstance(Board(), BaseBoard)
    True
    """

    # Every method of a Board that reads or changes what it consists of does so in one critical
    # section of it, which on a build without the GIL keeps other threads out; functions leave it to
    # the methods that call them. Where code in Python runs in between, others may come in, as with
    # the GIL.

    # ---- setting up ----------------------------------------------------------------------------

    @cython.critical_section
    def reset(self):
        """Set up the start of a game, and forget all moves.

        >>> board = Board("4k4/9/9/9/9/9/9/9/4K4 b - 1")
        >>> board.reset()
        >>> board == Board()
        True
        """
        start(self, &START)

    @cython.critical_section
    def clear(self):
        """Take everything off the board, Black to move, and forget all moves.

        >>> board = Board()
        >>> board.clear()
        >>> board.sfen()
        '9/9/9/9/9/9/9/9/9 b - 1'
        """
        cdef Position position
        clear_position(&position)
        start(self, &position)

    @cython.critical_section
    def piece_at(self, square):
        """Return the piece on a square, or None.

        :raises IndexError: if the square is out of range.

        >>> Board().piece_at(I5)
        Piece.from_symbol('K')
        """
        cdef int piece = self.position.board[square_of(square)]
        if piece == NO_PIECE:
            return None
        return new_piece(their_type(type_of(piece)), color_of(piece))

    @cython.critical_section
    def piece_type_at(self, square):
        """Return the type of the piece on a square, or ``NONE``.

        >>> Board().piece_type_at(I5) == KING
        True
        """
        return their_type(type_of(self.position.board[square_of(square)]))

    @cython.critical_section
    def add_piece_into_hand(self, piece_type, color, count=1):
        """Put pieces into a hand, unpromoted.

        >>> board = Board()
        >>> board.add_piece_into_hand(PROM_PAWN, WHITE, 2)
        >>> board.sfen()[-6:]
        'b 2p 1'
        """
        cdef int kind = hand_kind(piece_type)
        cdef int side = color_of_number(color)
        cdef int64_t number = index_of(count, "a number of pieces")
        cdef Position position = self.position
        put_into_hand(&position, side, kind, number)
        edit(self, &position)

    @cython.critical_section
    def remove_piece_from_hand(self, piece_type, color):
        """Take one piece out of a hand.

        :raises ValueError: if it has none.

        >>> board = Board("4k4/9/9/9/9/9/9/9/4K4 b 2P 1")
        >>> board.remove_piece_from_hand(PAWN, BLACK)
        >>> board.sfen()[-5:]
        'b P 1'
        """
        cdef int kind = hand_kind(piece_type)
        cdef int side = color_of_number(color)
        cdef Position position = self.position
        take_from_hand(&position, side, kind)
        edit(self, &position)

    @cython.critical_section
    def has_piece_in_hand(self, piece_type, color):
        """Say whether a hand has a piece of a type.

        >>> Board().has_piece_in_hand(PAWN, BLACK)
        False
        """
        cdef int kind = kind_or_none(piece_type)
        cdef int side = color_of_number(color)
        return (kind != NO_PIECE and kind != KING
                and hand_count(&self.position, side, unpromoted(kind)) != 0)

    @cython.critical_section
    def remove_piece_at(self, square, into_hand=False):
        """Take the piece off a square; into the hand of the side to move, if so wished.

        >>> board = Board()
        >>> board.remove_piece_at(A1, True)
        >>> board.sfen()
        'lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b L 1'
        """
        cdef int where = square_of(square)
        cdef bint keeps = bool(into_hand)
        cdef Position position = self.position
        remove_from(&position, where, keeps)
        edit(self, &position)

    @cython.critical_section
    def set_piece_at(self, square, piece, from_hand=False, into_hand=False):
        """Put a piece on a square, in place of one that stands there.

        :param from_hand: whether it comes out of the hand of the side to move.
        :param into_hand: whether a piece that stands there comes into that hand.
        :raises ValueError: if there is none in the hand, if it is a second king of a side, or if
            it is a 41st man.

        >>> board = Board()
        >>> board.set_piece_at(E5, Piece(GOLD, WHITE))
        >>> board.piece_at(E5)
        Piece.from_symbol('g')
        """
        cdef int where = square_of(square)
        cdef bint takes = bool(from_hand)
        cdef bint keeps = bool(into_hand)
        cdef int kind, color
        cdef Position position
        try:
            piece_type, piece_color = piece.piece_type, piece.color
        except AttributeError:
            raise TypeError(f"a piece is a Piece, or has a piece_type and a color: not "
                            f"{type(piece).__name__}") from None
        kind = kind_of(piece_type)
        color = color_of_number(piece_color)
        # Copied only now: what is no Piece may have changed the board.
        position = self.position
        if takes:
            take_from_hand(&position, position.side, hand_kind(their_type(kind)))
        remove_from(&position, where, keeps)
        if kind == KING:
            if position.king[color] != NO_SQUARE:
                raise ValueError("a side has one king at most")
        elif men_of(&position) >= MAX_PIECES:
            raise ValueError(
                f"a board has {MAX_PIECES} men at most besides the kings, hands included")
        place_unchecked(&position, make_piece(color, kind), where)
        edit(self, &position)

    # ---- attacks -------------------------------------------------------------------------------

    @cython.critical_section
    def is_attacked_by(self, color, square, piece_types=None):
        """Say whether a side's pieces, of some types, attack a square; not if it is None.

        :param piece_types: which types; None for all.

        >>> Board().is_attacked_by(BLACK, H5), Board().is_attacked_by(BLACK, H5, [PAWN])
        (True, False)
        """
        cdef Bitboard found
        cdef int side, where, kind, origin
        if square is None:
            return False
        side = color_of_number(color)
        where = square_of(square)
        found = attackers_to(&self.position, side, where, occupied_by_any(&self.position))
        if piece_types is None:
            return bb_any(found)
        for piece_type in piece_types:
            kind = kind_or_none(piece_type)
            if kind == NO_PIECE:
                continue
            for origin in range(SQUARES):
                if bb_has(found, origin) and type_of(self.position.board[origin]) == kind:
                    return True
        return False

    @cython.critical_section
    def attacker_mask(self, color, square):
        """Return the squares of a side's pieces that attack a square, as an int.

        >>> Board().attacker_mask(BLACK, F7) == BB_G7
        True
        """
        cdef int side = color_of_number(color)
        return their_mask(attackers_to(
            &self.position, side, square_of(square), occupied_by_any(&self.position)))

    def attackers(self, color, square):
        """Return the squares of a side's pieces that attack a square, as a ``SquareSet``.

        >>> list(Board().attackers(BLACK, F7)) == [G7]
        True
        """
        return SquareSet(self.attacker_mask(color, square))

    @cython.critical_section
    def is_check(self):
        """Say whether the king of the side to move is attacked; without a king it never is.

        >>> Board("4k4/9/9/9/9/9/9/9/4R4 w - 1").is_check()
        True
        """
        cdef int side = self.position.side
        if self.plain:
            return bb_any(self.position.checkers)
        return told(self.is_attacked_by, (opponent(side), king_square(&self.position, side)))

    @staticmethod
    def attacks_from(piece_type, square, occupied, move_color):
        """Return the squares that a piece attacks, as an int.

        :param occupied: an ``Occupied``, which stands in the way of lances, bishops and rooks.

        >>> Board.attacks_from(PAWN, G7, Board().occupied, BLACK) == BB_F7
        True
        """
        cdef int64_t number = index_of(piece_type, "a piece type")
        cdef int where = square_of(square)
        cdef int side = color_of_number(move_color)
        cdef Bitboard blockers = bb_empty()
        cdef int kind
        cdef object board
        if number == NONE:
            return 0
        kind = kind_of(number)
        # Only what moves along lines looks at the other pieces.
        if (kind == LANCE or kind == BISHOP or kind == ROOK
                or kind == BISHOP + PROMOTED or kind == ROOK + PROMOTED):
            board = occupied._board if type(occupied) is live_occupied else None
            if isinstance(board, BaseBoard):
                with cython.critical_section(board):
                    blockers = occupied_by_any(&(<BaseBoard>board).position)
            else:
                blockers = core_set(occupied.bits)
        return their_mask(piece_attacks(make_piece(side, kind), where, blockers))

    # ---- text ----------------------------------------------------------------------------------

    @cython.critical_section
    def sfen(self):
        """Return the position as SFEN text.

        >>> Board().sfen()
        'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
        """
        return position_text(&self.position, True)

    @cython.critical_section
    def set_sfen(self, sfen):
        """Set up a position from SFEN text of four fields, and forget all moves.

        :raises ValueError: if it is refused; the board is then as it was.

        >>> board = Board()
        >>> board.set_sfen("4k4/9/9/9/9/9/9/9/4K4 b 2P 1")
        >>> board.pieces_in_hand[BLACK]
        Counter({1: 2})
        """
        cdef Position position
        cdef uint32_t[2] orders
        text = " ".join(text_of(sfen, "an SFEN").split())
        _text.check_sfen(text)
        read_position(text, True, &position)
        if position.ply == 0:
            position.ply = 1
        if position.ply > MAX_PLY:
            raise InvalidSfenError(
                f"move number: they end at {MAX_PLY}: {quoted(text, 200)}")
        orders[BLACK] = orders[WHITE] = 0
        for color, piece_type in _text.hand_order(text):
            orders[<int>color] = with_type(orders[<int>color], core_type(<int>piece_type))
        start_ordered(self, &position, orders[BLACK], orders[WHITE])

    @cython.critical_section
    def kif_pieces_in_hand_str(self, color):
        """Return the line that KIF has for a hand.

        >>> Board("4k4/9/9/9/9/9/9/9/4K4 b R2P 1").kif_pieces_in_hand_str(BLACK)
        '先手の持駒：\\u3000飛\\u3000歩二'
        """
        return _text.kif_hand(hand_of(self, color_of_number(color)), color)

    def kif_str(self):
        """Return the position as KIF shows it, with both hands.

        >>> Board().kif_str().splitlines()[3]
        '|v香v桂v銀v金v玉v金v銀v桂v香|一'
        """
        return _text.kif_board(snapshot(self))

    def __repr__(self):
        return f"{type(self).__name__}({self.sfen()!r})"

    def __str__(self):
        return _text.plain_board(snapshot(self))

    # ---- comparison, hashing, copies -----------------------------------------------------------

    __hash__ = None

    def __eq__(self, other):
        cdef const Position* a
        cdef const Position* b
        if not isinstance(other, BaseBoard):
            return NotImplemented
        a = &self.position
        b = &(<BaseBoard>other).position
        with cython.critical_section(self, other):
            return (a.side == b.side and a.ply == b.ply
                    and memcmp(a.board, b.board, sizeof(a.board)) == 0
                    and memcmp(a.hand, b.hand, sizeof(a.hand)) == 0)

    @cython.critical_section
    def zobrist_hash(self, array=None):
        """Return a 64-bit number for board, both hands and side to move.

        Positions have the same if they are the same but for the move number.

        :param array: 2,286 numbers to make it of, as python-shogi would: then of Black's hand
            alone.

        >>> Board().zobrist_hash() == Board().zobrist_hash()
        True
        """
        if array is None:
            return self.position.key
        value = self.board_zobrist_hash(array)
        if self.position.side == WHITE:
            value ^= array[_text.SIDE_INDEX]
        return value ^ _text.hash_of_hand(hand_of(self, BLACK), array)

    @cython.critical_section
    def board_zobrist_hash(self, array=None):
        """Return the part of the hash value that the men on the board make.

        :param array: 2,286 numbers to make it of.

        >>> Board().board_zobrist_hash(DEFAULT_RANDOM_ARRAY) == Board().board_zobrist_hash()
        True
        """
        cdef int square, piece
        if array is None:
            return board_key(&self.position)
        value = 0
        for square in range(SQUARES):
            piece = self.position.board[core_square(square)]
            if piece != NO_PIECE:
                value ^= array[
                    ((their_type(type_of(piece)) - 1) * 2 + color_of(piece)) * SQUARES + square]
        return value

    def __copy__(self):
        with cython.critical_section(self):
            twin = duplicate(self, type(self))
        take_attributes(twin, self, None)
        return twin

    def __deepcopy__(self, memo):
        cdef State twin
        cdef list moves
        with cython.critical_section(self):
            twin = duplicate(self, type(self))
        memo[id(self)] = twin
        take_attributes(twin, self, memo)
        # Moves may be written to. Copying them may run code, which finds the board in the memo.
        moves = [deepcopy(move, memo) for move in twin.moves[:]]
        if len(moves) == len(twin.moves):
            twin.moves = moves
        return twin

    def __reduce__(self):
        with cython.critical_section(self):
            parts = parts_of(self)
        return _make_board, (type(self), parts), self.__getstate__()
