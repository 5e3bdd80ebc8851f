# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: embedsignature=True, embedsignature.format=clinic, binding=False
"""``Board``: a position, and the moves that led to it, with python-shogi's methods."""

cimport cython
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcmp

from shogi_fast.arguments cimport clipped, index_of, quoted, text_of
from shogi_fast.base_board cimport take_attributes
from shogi_fast.compat.shogi._generators cimport (
    ALL_DROPS,
    ALL_KINDS,
    LegalMoveGenerator,
    PseudoLegalMoveGenerator,
    legal_moves,
    pseudo_legal_moves,
)
from shogi_fast.compat.shogi._move cimport Move, code_of_move
from shogi_fast.compat.shogi._numbers cimport (
    NONE,
    PIECE_KINDS,
    core_square,
    core_type,
    their_square,
    their_type,
)
from shogi_fast.compat.shogi._piece cimport Piece, new_piece
from shogi_fast.compat.shogi._state cimport (
    core_set,
    counter_of,
    duplicate,
    edit,
    edit_ordered,
    is_fourfold,
    men_of,
    new_state,
    order_of_hand,
    parts_of,
    pop_move,
    push_code,
    restore,
    start,
    start_ordered,
    their_mask,
    with_type,
)
from shogi_fast.core.attacks cimport piece_attacks
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_empty,
    bb_fill_files,
    bb_has,
    bb_or,
    bb_square,
)
from shogi_fast.core.legality cimport can_be_made, is_legal, keeps_king_safe
from shogi_fast.core.movegen cimport count_legal, pawn_drop_mates
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
    set_hand_unchecked,
    set_side,
)
from shogi_fast.core.drops cimport pawn_check_square
from shogi_fast.core.pseudolegal cimport is_pseudo_legal
from shogi_fast.core.types cimport (
    BLACK,
    DROP_FROM,
    GOLD,
    KING,
    MAX_PIECES,
    NO_PIECE,
    NO_SQUARE,
    NULL_MOVE,
    PAWN,
    SQUARES,
    WHITE,
    color_of,
    dropped_type,
    is_drop,
    make_piece,
    move_from,
    move_t,
    move_to,
    opponent,
    type_of,
    unpromoted,
)
from shogi_fast.position_text cimport position_text, read_position

from collections import Counter

from shogi_fast.compat.shogi import _text
from shogi_fast.compat.shogi._squareset import SquareSet
from shogi_fast.compat.shogi.Consts import PIECE_TYPES
from shogi_fast.errors import IllegalMoveError, InvalidSfenError

cdef str STARTING_SFEN = _text.STARTING_SFEN
cdef str SEE_PIECES = "use Board.set_piece_at and Board.remove_piece_at"
cdef str SEE_MOVES = "use Board.push, Board.pop, or Board.set_sfen to forget all moves"

cdef enum:
    HAND_NUMBERS = 17        # numbers at the end of a Zobrist array, for hands


# ---- arguments -------------------------------------------------------------------------------


cdef int square_of(object square) except -1:
    """Return the core's number of a square that came from Python."""
    cdef Py_ssize_t number = index_of(square, "a square")
    if not 0 <= number < SQUARES:
        raise IndexError(f"squares run from 0 to 80, not {clipped(number)}")
    return core_square(<int>number)


cdef int color_of_number(object color) except -1:
    cdef Py_ssize_t number = index_of(color, "a color")
    if number != BLACK and number != WHITE:
        raise IndexError(f"colors are 0 (black) and 1 (white), not {clipped(number)}")
    return <int>number


cdef int kind_of(object piece_type) except -1:
    """Return the core's number of a piece type that came from Python."""
    cdef Py_ssize_t number = index_of(piece_type, "a piece type")
    if not 1 <= number < PIECE_KINDS:
        raise ValueError(f"piece types run from 1 to 14, not {clipped(number)}")
    return core_type(<int>number)


cdef int hand_kind(object piece_type) except -1:
    """Return the core's number of the type that a piece has in hand."""
    cdef int kind = kind_of(piece_type)
    if kind == KING:
        raise ValueError("a king cannot be in hand")
    return unpromoted(kind)


cdef int put_into_hand(Position* p, int color, int kind, Py_ssize_t number) except -1:
    if not 0 <= number <= MAX_PIECES or men_of(p) + number > MAX_PIECES:
        raise ValueError(f"a board has {MAX_PIECES} men at most besides the kings, hands included")
    set_hand_unchecked(p, color, kind, hand_count(p, color, kind) + <int>number)
    return 0


cdef int take_from_hand(Position* p, int color, int kind) except -1:
    if hand_count(p, color, kind) == 0:
        piece = new_piece(their_type(kind), color)
        raise ValueError(f"the piece is not in hand: {piece}")
    set_hand_unchecked(p, color, kind, hand_count(p, color, kind) - 1)
    return 0


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


cdef int flags_of(tuple flags) except -1:
    """Return a bit for each flag that is true, from bit 1."""
    cdef int bits = 0
    cdef int i
    for i in range(len(flags)):
        if flags[i]:
            bits |= 2 << i
    return bits


cdef move_t possible(Board board, object move) except 0:
    """Return the code of a move that can be made."""
    cdef move_t code = code_of_move(move)
    if code != NULL_MOVE and (code == 0 or not can_be_made(&board.position, code)):
        raise IllegalMoveError(f"{move} cannot be made in "
                               f"{position_text(&board.position, True)!r}")
    return code


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
    cdef Board board
    if not (isinstance(cls, type) and issubclass(cls, Board)):
        raise TypeError("not a Board class")
    board = new_state(cls)
    restore(board, parts)
    return board


@cython.auto_pickle(False)
cdef class Board(State):
    """A shogi position with the moves that led to it.

    :param sfen: the position as SFEN text of four fields; None for the start of a game.
    :raises ValueError: if the text is refused.

    >>> board = Board()
    >>> board.push_usi("7g7f")
    Move.from_usi('7g7f')
    >>> board.sfen()
    'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2'
    """

    def __cinit__(self):
        self.plain = type(self) is Board

    def __init__(self, sfen=None):
        if sfen is None:
            self.reset()
        else:
            self.set_sfen(sfen)

    # ---- attributes ----------------------------------------------------------------------------

    @property
    def legal_moves(self):
        """The legal moves, as they are at the time of asking.

        >>> len(Board().legal_moves)
        30
        """
        cdef LegalMoveGenerator moves = LegalMoveGenerator.__new__(LegalMoveGenerator)
        moves.state = self
        return moves

    @property
    def pseudo_legal_moves(self):
        """The pseudo-legal moves, as they are at the time of asking.

        >>> len(Board("4k4/9/9/9/9/9/9/3r5/4K4 b - 1").pseudo_legal_moves)
        5
        """
        cdef PseudoLegalMoveGenerator moves = PseudoLegalMoveGenerator.__new__(
            PseudoLegalMoveGenerator)
        moves.state = self
        return moves

    @property
    def turn(self):
        """The side to move, ``BLACK`` or ``WHITE``. It may be set.

        >>> Board().turn == BLACK
        True
        """
        return self.position.side

    @turn.setter
    def turn(self, color):
        cdef int side = color_of_number(color)
        cdef Position position = self.position
        set_side(&position, side)
        edit(self, &position)

    @turn.deleter
    def turn(self):
        raise AttributeError("the side to move cannot be deleted")

    @property
    def move_number(self):
        """The number of the next move, 1 at the start of a game. It may be set.

        >>> Board().move_number
        1
        """
        return self.position.ply

    @move_number.setter
    def move_number(self, number):
        cdef Py_ssize_t ply = index_of(number, "a move number")
        if not 0 <= ply <= <Py_ssize_t>0x7fffffff:
            raise ValueError(f"move numbers run from 0 to 2147483647, not {clipped(ply)}")
        self.position.ply = <uint32_t>ply

    @move_number.deleter
    def move_number(self):
        raise AttributeError("the number of the next move cannot be deleted")

    @property
    def piece_bb(self):
        """The squares of each type of piece, both sides', as ints by piece type: a live list.

        >>> SquareSet(Board().piece_bb[KING]) == BB_I5 | BB_A5
        True
        """
        return self.view("piece_bb", SEE_PIECES)

    @piece_bb.setter
    def piece_bb(self, masks):
        raise AttributeError(f"Board.piece_bb cannot be set: {SEE_PIECES}")

    @property
    def pieces(self):
        """The type of the piece on each square, ``NONE`` where there is none: a live list.

        >>> Board().pieces[I5] == KING
        True
        """
        return self.view("pieces", SEE_PIECES)

    @pieces.setter
    def pieces(self, types):
        raise AttributeError(f"Board.pieces cannot be set: {SEE_PIECES}")

    @property
    def king_squares(self):
        """The kings' squares by color, None for a king that is not there: a live list.

        >>> Board().king_squares == [I5, A5]
        True
        """
        return self.view("king_squares", SEE_PIECES)

    @king_squares.setter
    def king_squares(self, squares):
        raise AttributeError(f"Board.king_squares cannot be set: {SEE_PIECES}")

    @property
    def occupied(self):
        """The occupied squares, as a live ``Occupied``.

        >>> Board().occupied[BLACK] == BB_RANK_G | BB_H8 | BB_H2 | BB_RANK_I
        True
        """
        from shogi_fast.compat.shogi._occupied import occupied_of

        return occupied_of(self)

    @occupied.setter
    def occupied(self, occupied):
        raise AttributeError(f"Board.occupied cannot be set: {SEE_PIECES}")

    @property
    def pieces_in_hand(self):
        """What each side has in hand, a list of two live ``Counter`` by piece type.

        Both may be changed and set; a number of 0 takes the piece type out.

        >>> board = Board()
        >>> board.pieces_in_hand[BLACK][PAWN] = 2
        >>> board.sfen()[-6:]
        'b 2P 1'
        """
        return self.view("pieces_in_hand", "")

    @pieces_in_hand.setter
    def pieces_in_hand(self, hands):
        black, white = hands
        set_hands(self, black, white)

    @property
    def move_stack(self):
        """The moves made, oldest first: a live ``deque``.

        >>> board = Board()
        >>> move = board.push_usi("7g7f")
        >>> board.move_stack
        deque([Move.from_usi('7g7f')])
        """
        return self.view("move_stack", SEE_MOVES)

    @move_stack.setter
    def move_stack(self, moves):
        raise AttributeError(f"Board.move_stack cannot be set: {SEE_MOVES}")

    @property
    def captured_piece_stack(self):
        """The type that each move captured, ``NONE`` for most: a live ``deque``.

        >>> Board().captured_piece_stack
        deque([])
        """
        return self.view("captured_piece_stack", SEE_MOVES)

    @captured_piece_stack.setter
    def captured_piece_stack(self, types):
        raise AttributeError(f"Board.captured_piece_stack cannot be set: {SEE_MOVES}")

    @property
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
    def transpositions(self, counter):
        if not isinstance(counter, Counter):
            raise TypeError(
                f"positions are counted by a collections.Counter, not {type(counter).__name__}")
        self.counter = counter

    @transpositions.deleter
    def transpositions(self):
        raise AttributeError("the positions counted cannot be deleted")

    cdef object view(self, str name, str instead):
        """Return the object that shows a part of the board, which is kept while somebody has it."""
        from shogi_fast.compat.shogi import _views

        if self.views is None:
            self.views = {}
        return _views.view_of(self, self.views, name, instead)

    # ---- setting up ----------------------------------------------------------------------------

    def reset(self):
        """Set up the start of a game, and forget all moves.

        >>> board = Board("4k4/9/9/9/9/9/9/9/4K4 b - 1")
        >>> board.reset()
        >>> board == Board()
        True
        """
        cdef Position position
        read_position(STARTING_SFEN, False, &position)
        start(self, &position)

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

    def piece_type_at(self, square):
        """Return the type of the piece on a square, or ``NONE``.

        >>> Board().piece_type_at(I5) == KING
        True
        """
        return their_type(type_of(self.position.board[square_of(square)]))

    def add_piece_into_hand(self, piece_type, color, count=1):
        """Put pieces into a hand, unpromoted.

        >>> board = Board()
        >>> board.add_piece_into_hand(PROM_PAWN, WHITE, 2)
        >>> board.sfen()[-6:]
        'b 2p 1'
        """
        cdef int kind = hand_kind(piece_type)
        cdef int side = color_of_number(color)
        cdef Position position = self.position
        put_into_hand(&position, side, kind, index_of(count, "a number of pieces"))
        edit(self, &position)

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

    def has_piece_in_hand(self, piece_type, color):
        """Say whether a hand has a piece of a type.

        >>> Board().has_piece_in_hand(PAWN, BLACK)
        False
        """
        cdef int kind = kind_of(piece_type)
        cdef int side = color_of_number(color)
        return kind != KING and hand_count(&self.position, side, unpromoted(kind)) != 0

    def remove_piece_at(self, square, into_hand=False):
        """Take the piece off a square; into the hand of the side to move, if so wished.

        >>> board = Board()
        >>> board.remove_piece_at(A1, True)
        >>> board.sfen()
        'lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b L 1'
        """
        cdef int where = square_of(square)
        cdef Position position = self.position
        remove_from(&position, where, bool(into_hand))
        edit(self, &position)

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
        cdef int kind, color
        cdef Position position = self.position
        if not isinstance(piece, Piece):
            raise TypeError(f"a piece is a Piece, not {type(piece).__name__}")
        kind = kind_of((<Piece>piece).piece_type)
        color = color_of_number((<Piece>piece).color)
        if from_hand:
            take_from_hand(&position, position.side, hand_kind((<Piece>piece).piece_type))
        remove_from(&position, where, bool(into_hand))
        if kind == KING:
            if position.king[color] != NO_SQUARE:
                raise ValueError("a side has one king at most")
        elif men_of(&position) >= MAX_PIECES:
            raise ValueError(
                f"a board has {MAX_PIECES} men at most besides the kings, hands included")
        place_unchecked(&position, make_piece(color, kind), where)
        edit(self, &position)

    # ---- attacks -------------------------------------------------------------------------------

    def is_attacked_by(self, color, square, piece_types=PIECE_TYPES):
        """Say whether a side's pieces, of some types, attack a square; not if it is None.

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
        if piece_types is PIECE_TYPES:
            return bb_any(found)
        for piece_type in piece_types:
            kind = kind_of(piece_type)
            for origin in range(SQUARES):
                if bb_has(found, origin) and type_of(self.position.board[origin]) == kind:
                    return True
        return False

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

    def is_check(self):
        """Say whether the king of the side to move is attacked; without a king it never is.

        >>> Board("4k4/9/9/9/9/9/9/9/4R4 w - 1").is_check()
        True
        """
        return bb_any(self.position.checkers)

    @staticmethod
    def attacks_from(piece_type, square, occupied, move_color):
        """Return the squares that a piece attacks, as an int.

        :param occupied: an ``Occupied``, which stands in the way of lances, bishops and rooks.

        >>> Board.attacks_from(PAWN, G7, Board().occupied, BLACK) == BB_F7
        True
        """
        cdef Py_ssize_t number = index_of(piece_type, "a piece type")
        cdef int where = square_of(square)
        cdef int side = color_of_number(move_color)
        cdef Bitboard blockers
        if number == NONE:
            return 0
        # Only what moves along lines looks at the other pieces.
        blockers = core_set(0 if occupied is None else occupied.bits)
        return their_mask(piece_attacks(make_piece(side, kind_of(piece_type)), where, blockers))

    # ---- moves ---------------------------------------------------------------------------------

    def generate_pseudo_legal_moves(
            self, pawns=True, lances=True, knights=True, silvers=True, golds=True, bishops=True,
            rooks=True, kings=True, prom_pawns=True, prom_lances=True, prom_knights=True,
            prom_silvers=True, prom_bishops=True, prom_rooks=True, pawns_drop=True,
            lances_drop=True, knights_drop=True, silvers_drop=True, golds_drop=True,
            bishops_drop=True, rooks_drop=True):
        """Return an iterator over the pseudo-legal moves of pieces of some types.

        They are in order of types, origins and destinations; then drops by destination.

        >>> len(list(Board().generate_pseudo_legal_moves(pawns=False)))
        21
        """
        return pseudo_legal_moves(
            self,
            flags_of((pawns, lances, knights, silvers, golds, bishops, rooks, kings, prom_pawns,
                      prom_lances, prom_knights, prom_silvers, prom_bishops, prom_rooks)),
            flags_of((pawns_drop, lances_drop, knights_drop, silvers_drop, golds_drop,
                      bishops_drop, rooks_drop)))

    def generate_legal_moves(
            self, pawns=True, lances=True, knights=True, silvers=True, golds=True, bishops=True,
            rooks=True, king=True, pawns_drop=True, lances_drop=True, knights_drop=True,
            silvers_drop=True, golds_drop=True, bishops_drop=True, rooks_drop=True):
        """Return an iterator over the legal moves of pieces of some types, and promoted ones.

        They are in order of types, origins and destinations; then drops by destination.

        >>> board = Board("4k4/9/9/9/9/9/9/9/4K4 b P 1")
        >>> len(list(board.generate_legal_moves())), len(list(board.generate_legal_moves(
        ...     pawns_drop=False)))
        (76, 5)
        """
        return legal_moves(
            self,
            flags_of((pawns, lances, knights, silvers, golds, bishops, rooks, king))
            | ALL_KINDS & ~0x1ff,
            flags_of((pawns_drop, lances_drop, knights_drop, silvers_drop, golds_drop,
                      bishops_drop, rooks_drop)))

    def is_pseudo_legal(self, move):
        """Say whether a move is pseudo-legal: the safety of one's own king does not matter.

        >>> Board().is_pseudo_legal(Move.from_usi("7g7e"))
        False
        """
        return is_pseudo_legal(&self.position, code_of_move(move))

    def is_legal(self, move):
        """Say whether a move is legal.

        >>> Board().is_legal(Move.from_usi("7g7f"))
        True
        """
        return is_legal(&self.position, code_of_move(move))

    def is_suicide_or_check_by_dropping_pawn(self, move):
        """Say whether a move leaves one's own king attacked, or is a pawn dropped for mate.

        :raises ValueError: if it cannot be made.

        >>> board = Board("7nk/7g1/6BS1/9/9/9/9/9/4K4 b P 1")
        >>> board.is_suicide_or_check_by_dropping_pawn(Move.from_usi("P*1b"))
        True
        """
        cdef move_t code = possible(self, move)
        if code == NULL_MOVE:
            return bb_any(self.position.checkers)
        if not keeps_king_safe(&self.position, code):
            return True
        return (move_from(code) == DROP_FROM + PAWN
                and move_to(code) == pawn_check_square(&self.position, self.position.side)
                and pawn_drop_mates(&self.position, move_to(code)))

    def was_suicide(self):
        """Say whether the king of the side not to move is attacked.

        >>> Board("4k4/9/9/9/9/9/9/9/4R4 b - 1").was_suicide()
        True
        """
        return self.position.exposed != 0

    def was_check_by_dropping_pawn(self, move):
        """Say whether a move just made is a pawn dropped for mate (uchifuzume).

        >>> board = Board("7nk/7g1/6BS1/9/9/9/9/9/4K4 b P 1")
        >>> board.was_check_by_dropping_pawn(board.push_usi("P*1b"))
        True
        """
        cdef move_t code = code_of_move(move)
        return (code != NULL_MOVE and move_from(code) == DROP_FROM + PAWN
                and self.position.board[move_to(code)]
                == make_piece(opponent(self.position.side), PAWN)
                and bb_has(self.position.checkers, move_to(code))
                and count_legal(&self.position) == 0)

    def is_game_over(self):
        """Say whether there is no legal move, or the position is there for the fourth time.

        >>> Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").is_game_over()
        True
        """
        return count_legal(&self.position) == 0 or is_fourfold(self)

    def is_checkmate(self):
        """Say whether the side to move is in check and has no legal move.

        >>> Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").is_checkmate()
        True
        """
        return bb_any(self.position.checkers) and count_legal(&self.position) == 0

    def is_stalemate(self):
        """Say whether the side to move has no legal move, and is not in check.

        >>> Board("9/9/9/9/9/9/9/9/9 b - 1").is_stalemate()
        True
        """
        return not bb_any(self.position.checkers) and count_legal(&self.position) == 0

    def is_fourfold_repetition(self):
        """Say whether the position is on the board for the fourth time.

        >>> board = Board()
        >>> for usi in 3 * ["4i4h", "6a6b", "4h4i", "6b6a"]:
        ...     move = board.push_usi(usi)
        >>> board.is_fourfold_repetition()
        True
        """
        return is_fourfold(self)

    def is_double_pawn(self, to_square, piece_type):
        """Return the pawns of the side to move on the file of a square, as an int.

        Returns False for any other piece type.

        >>> Board().is_double_pawn(E5, PAWN) == BB_G5
        True
        """
        cdef Bitboard pawns
        cdef int where = square_of(to_square)
        if kind_of(piece_type) != PAWN:
            return False
        pawns = bb_and(self.position.kind[PAWN], self.position.color[self.position.side])
        return their_mask(bb_and(pawns, bb_fill_files(bb_square(where))))

    def push(self, move):
        """Make a move. It need not be legal, only be one that can be made.

        A man of the side to move goes to where none of its own stands, nor the enemy king, and
        promotes only if its kind does; or a man in hand is dropped on an empty square. The null
        move hands the turn over.

        :raises ValueError: if it cannot be made; the board is then as it was.

        >>> board = Board()
        >>> board.push(Move.from_usi("7g7f"))
        """
        push_code(self, code_of_move(move), move)

    def pop(self):
        """Take back the last move and return it.

        :raises IndexError: if no move was made.

        >>> board = Board()
        >>> move = board.push_usi("7g7f")
        >>> board.pop() is move
        True
        """
        if self.depth == 0:
            raise IndexError("pop from a board on which no move was made")
        return pop_move(self)

    def peek(self):
        """Return the last move.

        :raises IndexError: if no move was made.

        >>> board = Board()
        >>> board.push_usi("7g7f") is board.peek()
        True
        """
        if self.depth == 0:
            raise IndexError("peek at a board on which no move was made")
        return self.moves[self.depth - 1]

    def push_usi(self, usi):
        """Make the move that a USI text names, as ``push`` does, and return it.

        :raises ValueError: if the text names no move, or it cannot be made.

        >>> Board().push_usi("2g2f")
        Move.from_usi('2g2f')
        """
        move = Move.from_usi(usi)
        if self.plain:
            push_code(self, (<Move>move).code, move)
        else:
            # A subclass may have a push of its own.
            self.push(move)
        return move

    def push_usi_position_cmd(self, usi_position_cmd):
        """Set up a position and make moves, as a USI ``position`` command tells.

        :raises ValueError: if it is no such command, the position is refused, or a move cannot be
            made; the board is then as it was.

        >>> board = Board()
        >>> board.push_usi_position_cmd("position startpos moves 7g7f 3c3d")
        >>> board.move_number
        3
        """
        cdef str command = text_of(usi_position_cmd, "a position command")
        cdef Board before = duplicate(self, Board)
        before.counter = self.counter
        setup, found, moves = command.partition("moves")
        words = setup.split()
        try:
            if command.startswith("position startpos"):
                if setup.strip() != "position startpos":
                    raise InvalidSfenError(f"'startpos' is followed by 'moves': "
                                           f"{quoted(command, 200)}")
                self.reset()
            elif command.startswith("position sfen"):
                self.set_sfen(" ".join(words[2:]))
            else:
                raise InvalidSfenError(f"not 'position startpos' nor 'position sfen': "
                                       f"{quoted(command, 200)}")
            for usi in moves.split():
                self.push_usi(usi)
        except BaseException:
            restore_copy(self, before)
            raise

    # ---- text ----------------------------------------------------------------------------------

    def sfen(self):
        """Return the position as SFEN text.

        >>> Board().sfen()
        'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
        """
        return position_text(&self.position, True)

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
        orders[BLACK] = orders[WHITE] = 0
        for color, piece_type in _text.hand_order(text):
            orders[<int>color] = with_type(orders[<int>color], core_type(<int>piece_type))
        start_ordered(self, &position, orders[BLACK], orders[WHITE])

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
        return _text.kif_board(self)

    def __repr__(self):
        return f"{type(self).__name__}({self.sfen()!r})"

    def __str__(self):
        return _text.plain_board(self)

    # ---- comparison, hashing, copies -----------------------------------------------------------

    __hash__ = None

    def __eq__(self, other):
        cdef const Position* a
        cdef const Position* b
        if not isinstance(other, Board):
            return NotImplemented
        a = &self.position
        b = &(<Board>other).position
        return (a.side == b.side and a.ply == b.ply
                and memcmp(a.board, b.board, sizeof(a.board)) == 0
                and memcmp(a.hand, b.hand, sizeof(a.hand)) == 0)

    def zobrist_hash(self, array=None):
        """Return a 64-bit number for board, both hands and side to move.

        Positions have the same if they are the same but for the move number.

        :param array: 2,286 numbers to make it of, as python-shogi would: then of Black's hand
            alone.

        >>> Board().zobrist_hash() == Board().zobrist_hash()
        True
        """
        cdef uint64_t number
        if array is None:
            return self.position.key
        value = self.board_zobrist_hash(array)
        if self.position.side == WHITE:
            value ^= array[_text.SIDE_INDEX]
        return value ^ _text.hash_of_hand(hand_of(self, BLACK), array)

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
        twin = duplicate(self, type(self))
        take_attributes(twin, self, None)
        return twin

    def __deepcopy__(self, memo):
        twin = duplicate(self, type(self))
        memo[id(self)] = twin
        take_attributes(twin, self, memo)
        return twin

    def __reduce__(self):
        return _make_board, (type(self), parts_of(self)), self.__getstate__()


cdef dict hand_of(Board board, int color):
    """Return a hand as numbers by piece type, in the order in which the types came there."""
    cdef uint32_t order = board.order[color]
    cdef int kind
    cdef dict hand = {}
    while order:
        kind = <int>(order & 15)
        hand[their_type(kind)] = hand_count(&board.position, color, kind)
        order >>= 4
    return hand


cdef Py_ssize_t hand_type(object piece_type) except -1:
    """Return a piece type that a hand may have."""
    cdef Py_ssize_t number = index_of(piece_type, "a piece type")
    if not 1 <= number <= 7:
        raise ValueError(f"hands have piece types 1 to 7, not {clipped(number)}")
    return number


cdef int restore_copy(Board board, Board copy) except -1:
    """Take back the state that was copied."""
    cdef object moves = copy.moves
    board.undos, copy.undos = copy.undos, board.undos
    board.counted, copy.counted = copy.counted, board.counted
    board.capacity, copy.capacity = copy.capacity, board.capacity
    board.position = copy.position
    board.depth = copy.depth
    board.counts = copy.counts
    board.edited = copy.edited
    board.order = copy.order
    board.counter = copy.counter
    board.moves = moves
    copy.moves = []
    copy.depth = copy.counts = copy.edited = 0
    for reference in list((board.views or {}).values()):
        view = reference()
        if view is not None:
            view._follow(0)
    return 0


# ---- for views -------------------------------------------------------------------------------


def values_of(Board board not None, name):
    """Return what a view shows, by its name."""
    cdef Bitboard[PIECE_KINDS] masks
    cdef int kind, square, color
    cdef Py_ssize_t i
    cdef const Position* p = &board.position
    if name == "pieces":
        return [their_type(type_of(p.board[core_square(square)])) for square in range(SQUARES)]
    if name == "piece_bb":
        for kind in range(PIECE_KINDS):
            masks[kind] = bb_empty()
        for square in range(SQUARES):
            kind = their_type(type_of(p.board[square]))
            if kind != NONE:
                masks[kind] = bb_or(masks[kind], bb_square(square))
        return [their_mask(masks[kind]) for kind in range(PIECE_KINDS)]
    if name == "king_squares":
        return [None if p.king[color] == NO_SQUARE else their_square(p.king[color])
                for color in range(2)]
    if name == "occupied.by_color":
        return [their_mask(p.color[color]) for color in range(2)]
    if name == "move_stack":
        return board.moves[:]
    if name == "captured_piece_stack":
        return [their_type(board.undos[i].captured & 15) for i in range(board.depth)]
    if name == "last_captured":
        return their_type(board.undos[board.depth - 1].captured & 15)
    if name == "last_move":
        return board.moves[board.depth - 1]
    if name == "pieces_in_hand":
        return [hand_of(board, color) for color in range(2)]
    raise ValueError(name)


def set_hands(Board board not None, black, white):
    """Set what is in hand, from mappings of numbers by piece type; None leaves a hand."""
    cdef Position position = board.position
    cdef uint32_t[2] orders
    cdef int color, kind
    cdef Py_ssize_t number
    orders[BLACK] = board.order[BLACK]
    orders[WHITE] = board.order[WHITE]
    hands = (None if black is None else dict(black), None if white is None else dict(white))
    # What is replaced goes first, so that only what there will be is counted.
    for color in range(2):
        if hands[color] is not None:
            orders[color] = 0
            for kind in range(PAWN, KING):
                set_hand_unchecked(&position, color, kind, 0)
    for color in range(2):
        for piece_type, count in (hands[color] or {}).items():
            kind = core_type(<int>hand_type(piece_type))
            number = index_of(count, "a number of pieces")
            if number < 0:
                raise ValueError(f"a hand cannot have {clipped(number)} pieces of a type")
            if number and hand_count(&position, color, kind) == 0:
                put_into_hand(&position, color, kind, number)
                orders[color] = with_type(orders[color], kind)
    edit_ordered(board, &position, orders[BLACK], orders[WHITE])


def by_color_of(Board board not None):
    """Return the live list of the squares that each color occupies."""
    return board.view("occupied.by_color", SEE_PIECES)
