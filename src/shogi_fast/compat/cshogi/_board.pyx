# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""The board under the names of cshogi: what a program calls at each move.

It speaks for a ``shogi_fast.Board``, which holds the position and the records of the moves; here
are numbers translated. The rest stands in ``PositionBoard``: CPython calls a method faster that the
object's own class defines.
"""

cimport cython
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF
from libc.stdint cimport INT32_MAX, int32_t, int64_t, uint32_t, uint64_t

from shogi_fast.arguments cimport clipped, index_of, text_of
from shogi_fast.base_board cimport take_attributes
from shogi_fast.board cimport Board as FastBoard, unmake_all
from shogi_fast.compat.cshogi._diagrams cimport bod_text
from shogi_fast.compat.cshogi._ints cimport int_object
from shogi_fast.compat.cshogi._lists cimport (
    CheckMoveList,
    LegalMoveList,
    PseudoLegalMoveList,
    is_pseudo_legal_there,
    look_at,
)
from shogi_fast.compat.cshogi._making cimport (
    MOVE_NONE,
    code_in,
    draw_of,
    make,
    move_of_16_bits,
    move_of_usi,
    plies_of,
    take_back,
)
from shogi_fast.compat.cshogi._moves cimport TYPE_IN_HAND, full_move, int_of_move, int_of_move16
from shogi_fast.compat.cshogi._position cimport PositionBoard, check_color, copied, read_into
from shogi_fast.core.bitboard cimport bb_any
from shogi_fast.core.impasse cimport ImpasseCount, count_impasse
from shogi_fast.core.legality cimport is_legal
from shogi_fast.core.movegen cimport count_legal
from shogi_fast.core.position cimport Position, hand_count
from shogi_fast.core.types cimport (
    BLACK,
    DROP_FROM,
    GOLD,
    NULL_MOVE,
    SQUARES,
    WHITE,
    make_move_code,
    move_t,
    type_of,
)
from shogi_fast.locking cimport Section, lock, unlock
from shogi_fast.move cimport check_square
from shogi_fast.position_text cimport position_text, read_position

cdef enum:
    LAW_24 = 0
    LAW_27 = 1
    # What nyugyoku_result returns.
    DECLARATION_NONE = 0
    DECLARATION_WIN = 1
    DECLARATION_DRAW = 2


cdef int declaration(const Position* p, object rule) except -1:
    """Return what a declaration of impasse would bring the side to move."""
    cdef int64_t number = index_of(rule, "a rule")
    cdef ImpasseCount count
    if number != LAW_24 and number != LAW_27:
        raise ValueError(f"the rules are LAW_24 (0) and LAW_27 (1), not {clipped(number)}")
    count = count_impasse(p, p.side)
    if bb_any(p.checkers) or not count.king_in_zone or count.men < 10:
        return DECLARATION_NONE
    if number == LAW_27:
        return DECLARATION_WIN if count.points >= 28 - p.side else DECLARATION_NONE
    if count.points >= 31:
        return DECLARATION_WIN
    return DECLARATION_DRAW if count.points >= 24 else DECLARATION_NONE


cdef inline bint is_legal_there(const Position* p, int32_t move) noexcept nogil:
    cdef move_t code = code_in(p, move)
    return code != 0 and is_legal(p, code)


@cython.auto_pickle(False)
@cython.no_gc        # nothing that is in it knows of another object
cdef class Board(PositionBoard):
    """A shogi board under the names of cshogi, with its numbers.

    :param sfen: the position as SFEN text; the starting position if empty or missing.
    :param board: a board to copy, with its moves, if there is no text.
    :raises RuntimeError: if the text is refused (it is an ``InvalidSfenError``, too).

    A move is one int, ``to | from << 7 | promotion << 14 | type << 16 | type taken << 20``, and a
    drop comes from 81 + type - 1. Squares run along the files: 1a is 0 (``A1``), 9i is 80 (``I9``).
    The board can be copied, deep-copied and pickled with its moves; the last two keep the class of
    a subclass and its attributes.

    >>> board = Board()
    >>> [move_to_usi(move) for move in board.legal_moves][:2]
    ['1g1f', '2g2f']
    """

    def __cinit__(self, sfen=None, board=None):
        cdef str text = "" if sfen is None else text_of(sfen, "an SFEN")
        if board is not None and not isinstance(board, Board):
            raise TypeError(f"a board is a Board, not {type(board).__name__}")
        if text:
            read_into(self.inner, text)
        elif board is not None:
            self.inner = copied(<Board>board)

    def copy(self):
        """Return a board with the same position and moves; a Board, whatever the class.

        >>> board = Board()
        >>> twin = board.copy()
        >>> twin.push_usi("7g7f"), board.sfen() == STARTING_SFEN
        (73275, True)
        """
        return twin_of(self)

    def __copy__(self):
        return twin_of(self)

    def __deepcopy__(self, memo):
        cdef Board twin
        if type(self) is Board:
            twin = twin_of(self)
            memo[id(self)] = twin
        else:
            twin = new_board(type(self))
            twin.inner = copied(self)
            memo[id(self)] = twin
            take_attributes(twin, self, memo)
        return twin

    def __reduce__(self):
        cdef FastBoard board = copied(self)
        cdef Position first = board.position
        cdef Py_ssize_t i
        unmake_all(&first, board.undos, board.depth)
        codes = tuple([board.undos[i].move for i in range(board.depth)])
        # Setting the move number and passing leave the first one what it can be.
        first.ply = 1
        return (_restore,
                (type(self), position_text(&first, True), codes, <int32_t>board.position.ply),
                self.__getstate__())

    # Every method that reads or changes the position does so in one critical section of this board,
    # as those of shogi_fast.Board do in one of theirs; what it speaks for nobody else has. So do
    # those that read one number: some methods make a move to take it back at once.

    # ---- the position --------------------------------------------------------------------------

    @cython.critical_section
    def sfen(self):
        """Return the position as SFEN text; hands are written R B G S N L P, Black's first.

        >>> Board().sfen() == STARTING_SFEN
        True
        """
        cdef const Position* p = &self.inner.position
        if p.ply > INT32_MAX:
            # More moves were taken back than the move number had been set to allow for.
            return f"{position_text(p, False)} {<int32_t>p.ply}"
        return position_text(p, True)

    def zobrist_hash(self):
        """Return a 64-bit number for board, hands and side to move.

        Positions have the same one where they have in cshogi, but it is another number.

        >>> Board().zobrist_hash() == Board(STARTING_SFEN).zobrist_hash()
        True
        """
        cdef Section section
        cdef uint64_t key
        lock(&section, self)
        key = self.inner.position.key
        unlock(&section)
        return key

    def is_check(self):
        """Say whether the side to move is in check.

        >>> Board("4k4/9/9/9/9/9/9/9/4R4 w - 1").is_check()
        True
        """
        cdef Section section
        cdef bint in_check
        lock(&section, self)
        in_check = bb_any(self.inner.position.checkers)
        unlock(&section)
        return in_check

    @cython.critical_section
    def is_game_over(self):
        """Say whether the side to move has no legal move; repetition and impasse do not count.

        >>> Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").is_game_over()
        True
        """
        return count_legal(&self.inner.position) == 0

    # ---- making moves --------------------------------------------------------------------------

    @cython.critical_section
    def push(self, move):
        """Make a move, unless that cannot be done: legal it need not be.

        A man of the side to move has to go from where it stands, and be of the type that the move
        says, to where none of its own side stands, nor a king; it has to be able to promote if it
        does. Of a drop, there has to be such a piece in hand, and none on the square.

        :raises IllegalMoveError: if it cannot be made so; the board is then as it was. It is a
            ``ValueError``.

        >>> board = Board()
        >>> board.push(73275)
        >>> board.sfen().split()[0]
        'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL'
        """
        make(self.inner, int_of_move(move))

    @cython.critical_section
    def push_usi(self, usi):
        """Make the legal move that a USI text names, and return it; 0 if there is none.

        >>> board = Board()
        >>> board.push_usi("7g7f"), board.push_usi("7f7d")
        (73275, 0)
        """
        cdef int32_t move = move_of_usi(&self.inner.position, usi)
        if move != MOVE_NONE:
            make(self.inner, move)
        return int_object(move)

    @cython.critical_section
    def pop(self):
        """Take back the last move and return it.

        :raises IndexError: if no move was made.

        >>> board = Board()
        >>> board.push(73275)
        >>> board.pop()
        73275
        """
        if self.inner.depth == 0:
            raise IndexError("pop from a board on which no move was made")
        return int_object(take_back(self.inner))

    @cython.critical_section
    def peek(self):
        """Return the last move, 0 if there is none.

        >>> board = Board()
        >>> board.peek(), board.push_usi("7g7f"), board.peek()
        (0, 73275, 73275)
        """
        cdef FastBoard board = self.inner
        return int_object(board.undos[board.depth - 1].note) if board.depth else MOVE_NONE

    # ---- moves as ints -------------------------------------------------------------------------

    @cython.critical_section
    def move(self, from_square, to_square, promotion):
        """Return the move of what stands on a square, whether it is legal or not.

        :raises IndexError: if there are no such squares.

        >>> move_to_usi(Board().move(C7, B7, False))
        '7c7b'
        """
        cdef int origin = check_square(from_square)
        cdef int to = check_square(to_square)
        return int_object(full_move(
            &self.inner.position, make_move_code(origin, to, True if promotion else False)))

    @cython.critical_section
    def drop_move(self, to_square, drop_piece_type):
        """Return the drop of a piece, whether it is legal or not.

        :param drop_piece_type: PAWN (1) to GOLD (7).
        :raises IndexError: if there is no such square.
        :raises ValueError: if no such piece can be in hand.

        >>> move_to_usi(Board().drop_move(E5, PAWN))
        'P*5e'
        """
        cdef int to = check_square(to_square)
        cdef int64_t piece_type = index_of(drop_piece_type, "a piece type")
        if not 1 <= piece_type <= GOLD:
            raise ValueError(f"the types of pieces in hand run from 1 (PAWN) to 7 (GOLD), not "
                             f"{clipped(piece_type)}")
        return make_move_code(DROP_FROM + <int>piece_type, to, False)

    @cython.critical_section
    def move_from_usi(self, usi):
        """Return the legal move that a USI text names, 0 if there is none.

        >>> Board().move_from_usi("7g7f"), Board().move_from_usi("7g7e")
        (73275, 0)
        """
        return int_object(move_of_usi(&self.inner.position, usi))

    # ---- legal moves ---------------------------------------------------------------------------

    @property
    def legal_moves(self):
        """The legal moves, to go through once: a ``LegalMoveList``.

        >>> len(Board().legal_moves)
        30
        """
        return look_at(LegalMoveList.__new__(LegalMoveList), self)

    @property
    def pseudo_legal_moves(self):
        """The moves that are legal unless they leave the king attacked: a ``PseudoLegalMoveList``.

        >>> len(Board().pseudo_legal_moves)
        30
        """
        return look_at(PseudoLegalMoveList.__new__(PseudoLegalMoveList), self)

    @property
    def check_moves(self):
        """The legal moves that give check, to go through once: a ``CheckMoveList``.

        >>> len(Board().check_moves)
        0
        """
        return look_at(CheckMoveList.__new__(CheckMoveList), self)

    @cython.critical_section
    def is_legal(self, move):
        """Say whether a move is legal. What it says of the piece taken is not looked at.

        >>> Board().is_legal(73275), Board().is_legal(0)
        (True, False)
        """
        return is_legal_there(&self.inner.position, int_of_move(move))

    @cython.critical_section
    def is_pseudo_legal(self, move):
        """Say whether a move is legal unless it leaves the king attacked by a man it is pinned by.

        The king may step where it is attacked, but not if it is in check.

        >>> Board("4k4/9/9/4r4/9/9/4G4/9/4K4 b - 1").is_pseudo_legal(0x71aaa)
        False
        """
        cdef const Position* p = &self.inner.position
        cdef move_t code = code_in(p, int_of_move(move))
        return code != 0 and is_pseudo_legal_there(p, code)

    @cython.critical_section
    def pseudo_legal_move_is_legal(self, move):
        """Say whether a pseudo-legal move is legal; False for any other.

        >>> Board().pseudo_legal_move_is_legal(73275)
        True
        """
        return is_legal_there(&self.inner.position, int_of_move(move))

    # ---- pieces --------------------------------------------------------------------------------

    def piece(self, sq):
        """Return the piece on a square, NONE (0) if there is none.

        :raises IndexError: if there is no such square.

        >>> Board().piece(A5) == WKING
        True
        """
        cdef Section section
        cdef int square = check_square(sq)
        cdef int piece
        lock(&section, self)
        piece = self.inner.position.board[square]
        unlock(&section)
        return piece

    def piece_type(self, sq):
        """Return the type of the piece on a square, NONE (0) if there is none.

        :raises IndexError: if there is no such square.

        >>> Board().piece_type(A5) == Board().piece_type(I5) == KING
        True
        """
        cdef Section section
        cdef int square = check_square(sq)
        cdef int piece
        lock(&section, self)
        piece = self.inner.position.board[square]
        unlock(&section)
        return type_of(piece)

    def king_square(self, c):
        """Return the square of a side's king, 81 if it has none.

        :raises ValueError: if there is no such side.

        >>> Board().king_square(BLACK) == I5
        True
        """
        cdef Section section
        cdef int color = check_color(c)
        cdef int square
        lock(&section, self)
        square = self.inner.position.king[color]
        unlock(&section)
        return square

    @property
    @cython.critical_section
    def pieces(self):
        """The pieces on all squares, as a new list.

        >>> Board().pieces[A5] == WKING
        True
        """
        cdef list found = PyList_New(SQUARES)
        cdef object piece
        cdef int square
        for square in range(SQUARES):
            piece = self.inner.position.board[square]
            Py_INCREF(piece)
            PyList_SET_ITEM(found, square, piece)
        return found

    @property
    @cython.critical_section
    def pieces_in_hand(self):
        """How many pieces each side has in hand, Black first: two new lists, HPAWN to HROOK.

        >>> Board("4k4/9/9/9/9/9/9/9/4K4 b G2P 1").pieces_in_hand
        ([2, 0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0])
        """
        cdef const Position* p = &self.inner.position
        cdef int i
        return ([hand_count(p, BLACK, TYPE_IN_HAND[i]) for i in range(7)],
                [hand_count(p, WHITE, TYPE_IN_HAND[i]) for i in range(7)])

    # ---- repetition and impasse -----------------------------------------------------------------

    @cython.critical_section
    def is_draw(self, ply=None):
        """Return what a search makes of the nearest earlier position with the same board.

        This is no rule of the game, which asks for the fourth occurrence (sennichite): for that see
        ``shogi_fast.Board.repetition``.

        :param ply: how many plies to look back; all for 0 or None.
        :returns: from the side to move: NOT_REPETITION (0); with the same hands REPETITION_DRAW
            (1), or REPETITION_WIN (2) or REPETITION_LOSE (3) by perpetual check; with other hands
            REPETITION_SUPERIOR (4) or REPETITION_INFERIOR (5).

        >>> board = Board()
        >>> board.set_position("startpos moves 4i4h 6a6b 4h4i 6b6a")
        >>> board.is_draw() == REPETITION_DRAW
        True
        """
        return draw_of(self.inner, plies_of(ply), False)

    @cython.critical_section
    def move_is_draw(self, move, ply=None):
        """Return what ``is_draw`` would after a move, but for what it says of other hands: 0.

        :raises IllegalMoveError: if ``push`` would not make the move.

        >>> board = Board()
        >>> board.set_position("startpos moves 4i4h 6a6b 4h4i")
        >>> board.move_is_draw(board.move_from_usi("6b6a")) == REPETITION_DRAW
        True
        """
        cdef FastBoard board = self.inner
        cdef int32_t number = int_of_move(move)
        # Read before the move is made: what counts as an int may do anything when it is asked.
        cdef int32_t most = plies_of(ply)
        make(board, number)
        try:
            return draw_of(board, most, True)
        finally:
            take_back(board)

    @cython.critical_section
    def is_nyugyoku(self, rule=1):
        """Say whether the side to move would win by declaring impasse (nyugyoku).

        :param rule: LAW_27 (1): 28 points for Black, 27 for White; LAW_24 (0): 31.
        :raises ValueError: if there is no such rule.

        >>> Board("4K4/1R5B1/PPPPPPPP1/9/9/9/9/9/4k4 b RB 1").is_nyugyoku()
        True
        """
        return declaration(&self.inner.position, rule) == DECLARATION_WIN

    @cython.critical_section
    def nyugyoku_result(self, rule=0):
        """Return what declaring impasse (nyugyoku) would bring the side to move.

        :param rule: LAW_24 (0): a win with 31 points, a draw with 24; LAW_27 (1): a win with 28
            for Black, 27 for White, and no draw.
        :returns: NYUGYOKU_NONE (0), NYUGYOKU_WIN (1) or NYUGYOKU_DRAW (2).
        :raises ValueError: if there is no such rule.

        >>> Board("4K4/1R5B1/PPPPPPPP1/9/9/9/9/9/4k4 b R2B 1").nyugyoku_result() == NYUGYOKU_WIN
        True
        """
        return declaration(&self.inner.position, rule)


cdef Board twin_of(Board board):
    """Return a board with the same position and moves; a Board, whatever the class."""
    cdef Board twin = Board.__new__(Board)
    twin.inner = copied(board)
    return twin


def fast_board(board):
    """Return a ``shogi_fast.Board`` with the position and the moves of a Board.

    :raises TypeError: if it is no Board.

    >>> fast_board(Board()).legal_moves[0]
    Move.from_usi('1g1f')
    """
    if not isinstance(board, Board):
        raise TypeError(f"a board is a Board, not {type(board).__name__}")
    return copied(<Board>board)


def diagram_of(board):
    """Return a kanji diagram (BOD) without a line for the last move.

    :raises TypeError: if it is no Board.

    >>> diagram_of(Board()) == Board().to_bod()
    True
    """
    if not isinstance(board, Board):
        raise TypeError(f"a board is a Board, not {type(board).__name__}")
    with cython.critical_section(board):
        return bod_text(&(<Board>board).inner.position)


cdef Board new_board(object cls):
    """Return a new board of a class, with the starting position.

    The ``__new__`` of a class in Python is passed over: it might return what is no board, or not a
    new one.
    """
    # As an object, so that the method is called that asks whether this is safe for the class.
    cdef object maker = Board
    return maker.__new__(cls)


def _restore(cls, sfen, codes, number):
    """Make a board again from what ``Board.__reduce__`` told."""
    cdef Board board
    cdef FastBoard inner
    cdef Position position
    if not (isinstance(cls, type) and issubclass(cls, Board)):
        raise TypeError("not a Board class")
    cdef int32_t move_number = int_of_move(number)
    board = new_board(cls)
    inner = board.inner
    read_position(sfen, True, &position)
    inner.replace(&position)
    for code in codes:
        if code == NULL_MOVE:
            Board.push_pass(board)
        else:
            make(inner, move_of_16_bits(&inner.position, int_of_move16(code)))
    inner.position.ply = <uint32_t>move_number
    return board
