# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The board as Python sees it: a position, the moves that led to it, and how games end."""

cimport cython
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.ref cimport Py_INCREF
from libc.string cimport memcpy, memset

from shogi_fast.base_board cimport BaseBoard, read_position
from shogi_fast.core.attacks cimport TABLES
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_empty,
    bb_full,
    bb_make,
    bb_minus,
    bb_not,
)
from shogi_fast.core.history cimport (
    extend_history,
    free_history,
    search_repetition,
    shorten_history,
)
from shogi_fast.core.impasse cimport ImpasseCount, count_impasse, missing_points
from shogi_fast.core.movegen cimport (
    count_legal,
    generate_board_moves,
    generate_drops,
    generate_legal,
    is_legal,
    is_pseudo_legal,
    keeps_king_safe,
)
from shogi_fast.core.position cimport (
    Position,
    make_move,
    make_pass,
    occupied_by_any,
    unmake_move,
    unmake_pass,
)
from shogi_fast.core.sfen cimport SFEN_SAVED
from shogi_fast.core.types cimport (
    BLACK,
    DROP_FROM,
    MAX_MOVES,
    NO_PIECE,
    NO_SQUARE,
    NULL_MOVE,
    PROMOTION_FLAG,
    WHITE,
    is_drop,
    make_move_code,
    move_from,
    move_to,
    opponent,
)
from shogi_fast.move cimport MOVES, Move, check_square, code_of_usi, move_of_code
from shogi_fast.piece cimport check_color
from shogi_fast.squareset cimport SquareSet, as_bitboard

from shogi_fast.base_board import STARTING_SFEN
from shogi_fast.enums import Color
from shogi_fast.errors import IllegalMoveError, InvalidMoveError, InvalidSfenError
from shogi_fast.rules import (
    DECLARATION_RULES,
    Outcome,
    Repetition,
    SearchRepetition,
    Termination,
    rules_of,
)
from shogi_fast.squareset import SquareSet as _SquareSet

cdef list COLORS = list(Color)
cdef list REPETITIONS = list(Repetition)
cdef list SEARCH_REPETITIONS = list(SearchRepetition)


cdef Move as_move(object move):
    if not isinstance(move, Move):
        raise TypeError(f"a move is a shogi_fast.Move, not {type(move).__name__}")
    return <Move>move


cdef Bitboard as_mask(object mask) except *:
    """Return the squares of a mask: all for None, those of an int's bits, or of a set."""
    if mask is None:
        return bb_full()
    if isinstance(mask, int):
        return (<SquareSet>_SquareSet.from_int(mask)).squares
    return as_bitboard(mask)


cdef list moves_of_codes(const move_t* codes, Py_ssize_t n):
    """Return the list of the Move objects for n codes."""
    cdef list moves = PyList_New(n)
    cdef object move
    cdef Py_ssize_t i
    for i in range(n):
        move = <object>MOVES[codes[i]]
        Py_INCREF(move)
        PyList_SET_ITEM(moves, i, move)
    return moves


cdef bint checks(const Position* p, move_t code) noexcept:
    """Say whether a legal move gives check."""
    cdef Position after = p[0]
    cdef Undo undo
    make_move(&after, code, &undo, False)
    return bb_any(after.checkers)


cdef class Board(BaseBoard):
    """A shogi position with the moves that led to it.

    :param sfen: the position, as SFEN text or ``startpos``; see ``set_sfen``.
    :param strict: refuse a position that ``status()`` has something to say of.
    :raises InvalidSfenError: if the text is refused; the message names field, character and place.

    Boards compare equal when pieces, hands and side to move are the same, whatever moves led
    there; they cannot be hashed. They can be copied, deep-copied and pickled with their moves.

    >>> board = Board()
    >>> len(board.legal_moves)
    30
    >>> board.push_usi("7g7f")
    Move.from_usi('7g7f')
    >>> board.sfen()
    'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2'
    """

    def __cinit__(self):
        self.undos = NULL
        self.depth = self.capacity = 0
        memset(&self.history, 0, sizeof(History))

    def __init__(self, sfen=STARTING_SFEN, *, strict=False):
        self.load(sfen, strict)

    def __dealloc__(self):
        PyMem_Free(self.undos)
        free_history(&self.history)

    @classmethod
    def empty(cls):
        """Return a board without any piece, Black to move.

        >>> Board.empty().sfen()
        '9/9/9/9/9/9/9/9/9 b - 1'
        """
        board = cls.__new__(cls)
        board.clear()
        return board

    @classmethod
    def handicap(cls, str name not None):
        """Return the starting position of a handicap game, by its English or Japanese name.

        :raises ValueError: if there is no such handicap; the message lists them.

        >>> Board.handicap("two-piece").sfen()
        'lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1'
        """
        from shogi_fast.handicap import handicap_sfen

        board = cls.__new__(cls)
        board.set_sfen(handicap_sfen(name))
        return board

    @classmethod
    def from_packed(cls, data):
        """Return the position that 32 bytes hold; see ``set_packed``.

        >>> Board.from_packed(Board().packed()) == Board()
        True
        """
        board = cls.__new__(cls)
        board.set_packed(data)
        return board

    @classmethod
    def from_usi(cls, str text not None):
        """Return the board that a USI ``position`` command sets up, with its moves.

        Read are ``[position] startpos|sfen SFEN [moves MOVE ...]``, and a bare SFEN.

        :raises InvalidSfenError: if the position is refused, or ``moves`` is missing before moves.
        :raises InvalidMoveError: if a move is no USI text.
        :raises IllegalMoveError: if a move is not legal; the message counts which.

        >>> Board.from_usi("position startpos moves 7g7f 3c3d").ply
        3
        """
        cdef list words = text.split()
        cdef list moves = []
        cdef Py_ssize_t at
        if words and words[0] == "position":
            del words[0]
        if "moves" in words:
            at = words.index("moves")
            moves = words[at + 1:]
            del words[at:]
        if words and words[0] == "sfen":
            del words[0]
            if words and words[0] == "startpos":
                raise InvalidSfenError(f"'sfen' is followed by a position, not 'startpos': {text!r}")
        board = cls.__new__(cls)
        board.set_sfen(" ".join(words))
        for at, word in enumerate(moves, 1):
            try:
                if word == "0000":
                    board.push_pass()
                else:
                    board.push_usi(word)
            except ValueError as problem:
                raise type(problem)(f"move {at}: {problem}") from None
        return board

    def usi(self):
        """Return the USI ``position`` command for the start position and the moves made since.

        >>> board = Board()
        >>> move = board.push_usi("7g7f")
        >>> board.usi()
        'position startpos moves 7g7f'
        """
        root = self.root().sfen()
        text = "position startpos" if root == STARTING_SFEN else f"position sfen {root}"
        if self.depth:
            text += " moves " + " ".join([move.usi() for move in self.move_stack])
        return text

    def root(self):
        """Return a new board with the position before the first move.

        >>> Board.from_usi("startpos moves 7g7f 3c3d").root() == Board()
        True
        """
        cdef Board result = Board.copy(self)
        # Not by pop(), which a subclass may have changed.
        while result.depth:
            result.pop_code()
        return result

    cdef int forget(self) except -1:
        self.depth = 0
        shorten_history(&self.history, 0)
        return 0

    # ---- moves -------------------------------------------------------------------------------

    @property
    def legal_moves(self):
        """The legal moves, as a live view: see ``LegalMoves``.

        >>> len(Board().legal_moves)
        30
        """
        cdef LegalMoves view = LegalMoves.__new__(LegalMoves)
        view.board = self
        return view

    def is_legal(self, move):
        """Say whether a move is legal here.

        :param move: a ``Move``.
        :raises TypeError: if it is anything else.

        >>> Board().is_legal(Move.from_usi("7g7e"))
        False
        """
        return is_legal(&self.position, as_move(move).code)

    cdef int reserve(self) except -1:
        """Make room for one more undo record."""
        cdef Py_ssize_t capacity
        cdef Undo* undos
        if self.depth == self.capacity:
            capacity = self.capacity * 2 if self.capacity else 16
            undos = <Undo*>PyMem_Realloc(self.undos, capacity * sizeof(Undo))
            if undos == NULL:
                raise MemoryError("no memory for the moves of a board")
            self.undos = undos
            self.capacity = capacity
        return 0

    cdef int push_code(self, move_t code) except -1:
        """Make a move that at least ``is_pseudo_legal`` holds for."""
        self.reserve()
        make_move(&self.position, code, &self.undos[self.depth], True)
        self.depth += 1
        self.version += 1
        return 0

    def push(self, move):
        """Make a legal move.

        :param move: a ``Move``.
        :raises IllegalMoveError: if the move is not legal here; the board is then as it was.
        :raises TypeError: if it is no ``Move``.

        >>> board = Board()
        >>> board.push(Move.from_usi("7g7f"))
        >>> board.turn
        <Color.WHITE: 1>
        """
        self.push_code(self.legal(as_move(move)).code)

    def push_unchecked(self, move):
        """Make a move that is known to be legal, faster than ``push``.

        Only whether the man moves so at all is tested. A move that leaves one's own king
        attacked, a second pawn on a file or a pawn-drop mate is made all the same.

        :param move: a ``Move``.
        :raises IllegalMoveError: if no such man moves so; the board is then as it was.
        :raises TypeError: if it is no ``Move``.

        >>> board = Board()
        >>> for move in board.legal_moves:
        ...     board.push_unchecked(move)
        ...     assert board.pop() is move
        """
        self.push_pseudo_legal(as_move(move).code)

    cdef int push_pseudo_legal(self, move_t code) except -1:
        """Make a move after looking only whether it is one; see ``push_unchecked``."""
        cdef bint safe
        if not is_pseudo_legal(&self.position, code):
            raise IllegalMoveError(
                f"{move_of_code(code).usi()} cannot be made in {self.sfen()!r}")
        safe = keeps_king_safe(&self.position, code)
        self.push_code(code)
        self.position.exposed = not safe
        return 0

    def push_pass(self):
        """Hand the turn over, in analysis; no rule allows it, and repetition does not look past it.

        Stands in ``move_stack`` as ``Move.NULL`` and comes back from ``pop``.

        :raises IllegalMoveError: if the side to move is in check.

        >>> board = Board()
        >>> board.push_pass()
        >>> board.turn, board.move_stack
        (<Color.WHITE: 1>, [Move.from_usi('0000')])
        """
        self.push_null()

    cdef int push_null(self) except -1:
        if bb_any(self.position.checkers):
            raise IllegalMoveError(f"no pass while in check: {self.sfen()!r}")
        self.reserve()
        make_pass(&self.position, &self.undos[self.depth])
        self.depth += 1
        self.version += 1
        return 0

    def push_usi(self, str usi not None):
        """Make the legal move that a USI text names, and return it.

        :raises InvalidMoveError: if the text names no move.
        :raises IllegalMoveError: if the move is not legal here.

        >>> Board().push_usi("2g2f")
        Move.from_usi('2g2f')
        """
        cdef Move move = move_of_code(<move_t>code_of_usi(usi))
        self.push(move)
        return move

    def pop(self):
        """Take back the last move and return it.

        :raises IndexError: if no move was made.

        >>> board = Board()
        >>> move = board.push_usi("2g2f")
        >>> board.pop() is move
        True
        """
        if self.depth == 0:
            raise IndexError("pop from a board on which no move was made")
        self.pop_code()
        return move_of_code(self.undos[self.depth].move)

    cdef void pop_code(self) noexcept:
        """Take back the last move; there is one."""
        self.depth -= 1
        self.version += 1
        if self.undos[self.depth].move == NULL_MOVE:
            unmake_pass(&self.position, &self.undos[self.depth])
        else:
            unmake_move(&self.position, &self.undos[self.depth], True)
        if self.history.count > self.depth + 1:
            shorten_history(&self.history, <int32_t>self.depth + 1)

    def peek(self):
        """Return the last move.

        :raises IndexError: if no move was made.

        >>> Board.from_usi("startpos moves 7g7f 3c3d").peek()
        Move.from_usi('3c3d')
        """
        if self.depth == 0:
            raise IndexError("peek at a board on which no move was made")
        return move_of_code(self.undos[self.depth - 1].move)

    @property
    def move_stack(self):
        """The moves made since the position was set up, oldest first, as a new list.

        >>> Board.from_usi("startpos moves 7g7f 3c3d").move_stack
        [Move.from_usi('7g7f'), Move.from_usi('3c3d')]
        """
        cdef list moves = []
        cdef Py_ssize_t i
        for i in range(self.depth):
            moves.append(move_of_code(self.undos[i].move))
        return moves

    def generate_moves(self, str kind not None="all", *, from_mask=None, to_mask=None):
        """Return the list of legal moves of a kind, in the order of ``legal_moves``.

        :param kind: ``"all"``; ``"captures"``, ``"quiets"`` (on the board without capture) and
            ``"drops"``, which together are all; ``"checks"``; ``"evasions"``, all when in check.
        :param from_mask: only moves from these squares: a SquareSet, an iterable of squares or an
            int with a bit for each; no drop is then among them.
        :param to_mask: only moves and drops to these squares.
        :raises ValueError: if there is no such kind, or for evasions when not in check.

        >>> Board().generate_moves(from_mask=[parse_square("2h")], to_mask=[parse_square("5h")])
        [Move.from_usi('2h5h')]
        """
        cdef move_t[MAX_MOVES] codes
        cdef const Position* p = &self.position
        cdef Bitboard origins = as_mask(from_mask)
        cdef Bitboard targets = as_mask(to_mask)
        cdef bint drops = from_mask is None
        cdef int n = 0
        cdef int i, kept
        if kind == "captures":
            targets = bb_and(targets, p.color[opponent(p.side)])
            drops = False
        elif kind == "quiets":
            targets = bb_minus(targets, occupied_by_any(p))
            drops = False
        elif kind == "drops":
            origins = bb_empty()
        elif kind == "evasions":
            if not bb_any(p.checkers):
                raise ValueError("evasions are the moves of a side in check")
        elif kind != "all" and kind != "checks":
            raise ValueError("the kinds are 'all', 'captures', 'quiets', 'drops', 'checks' and "
                             f"'evasions', not {kind!r}")
        if kind != "drops":
            n = generate_board_moves(p, codes, origins, targets)
        if drops:
            n += generate_drops(p, codes + n, targets)
        if kind == "checks":
            kept = 0
            for i in range(n):
                if checks(p, codes[i]):
                    codes[kept] = codes[i]
                    kept += 1
            n = kept
        return moves_of_codes(codes, n)

    def parse_usi(self, str usi not None):
        """Return the legal move that a USI text names, without making it.

        :raises InvalidMoveError: if the text names no move.
        :raises IllegalMoveError: if the move is not legal here.

        >>> Board().parse_usi("7g7f").to_square == parse_square("7f")
        True
        """
        return self.legal(move_of_code(<move_t>code_of_usi(usi)))

    cdef Move legal(self, Move move):
        """Return the move; raise IllegalMoveError if it is not legal here."""
        if not is_legal(&self.position, move.code):
            raise IllegalMoveError(f"{move.usi()} is not legal in {self.sfen()!r}")
        return move

    def find_move(self, from_, to, promotion=False):
        """Return the legal move from one square to another.

        :param from_: the origin, 0 to 80.
        :param to: the destination, 0 to 80.
        :param promotion: whether the piece promotes.
        :raises IllegalMoveError: if there is no such legal move.

        >>> Board().find_move(parse_square("7g"), parse_square("7f"))
        Move.from_usi('7g7f')
        """
        cdef int origin = check_square(from_)
        cdef int target = check_square(to)
        if origin == target:
            raise IllegalMoveError("a move leads to another square")
        return self.legal(move_of_code(make_move_code(origin, target, bool(promotion))))

    def gives_check(self, move):
        """Say whether a legal move gives check.

        :raises IllegalMoveError: if it is not legal here.

        >>> Board("4k4/9/9/9/9/9/9/9/4K3R b - 1").gives_check(Move.from_usi("1i1a"))
        True
        """
        return checks(&self.position, self.legal(as_move(move)).code)

    def is_capture(self, move):
        """Say whether a move takes a piece: whether one stands on its destination.

        >>> Board("4k4/9/9/9/9/9/9/4p4/4K4 b - 1").is_capture(Move.from_usi("5i5h"))
        True
        """
        cdef move_t code = as_move(move).code
        if code == NULL_MOVE or is_drop(code):
            return False
        return self.position.board[move_to(code)] != NO_PIECE

    # ---- moves as text -------------------------------------------------------------------------

    def csa(self, move):
        """Return a legal move as CSA files have it, such as ``+7776FU``.

        >>> Board().csa(Move.from_usi("7g7f"))
        '+7776FU'
        """
        from shogi_fast.notation import csa

        return csa(self, move)

    def parse_csa(self, str text not None):
        """Return the legal move that a CSA text names.

        >>> Board().parse_csa("+7776FU")
        Move.from_usi('7g7f')
        """
        from shogi_fast.notation import parse_csa

        return parse_csa(self, text)

    def kif(self, move):
        """Return a legal move as KIF files have it, such as ``７六歩(77)``.

        >>> Board().kif(Move.from_usi("7g7f"))
        '７六歩(77)'
        """
        from shogi_fast.notation import kif

        return kif(self, move)

    def parse_kif(self, str text not None):
        """Return the legal move that a KIF text names.

        >>> Board().parse_kif("７六歩(77)")
        Move.from_usi('7g7f')
        """
        from shogi_fast.notation import parse_kif

        return parse_kif(self, text)

    def ki2(self, move):
        """Return a legal move as KI2 files and books have it, such as ``５八金右``.

        >>> Board().ki2(Move.from_usi("4i5h"))
        '５八金右'
        """
        from shogi_fast.notation import ki2

        return ki2(self, move)

    def parse_ki2(self, str text not None):
        """Return the legal move that a KI2 text names.

        >>> Board().parse_ki2("５八金右")
        Move.from_usi('4i5h')
        """
        from shogi_fast.notation import parse_ki2

        return parse_ki2(self, text)

    def western(self, move):
        """Return a legal move in western notation, such as ``P-7f`` or ``S7bx8c+``.

        >>> Board().western(Move.from_usi("4i5h"))
        'G4i-5h'
        """
        from shogi_fast.notation import western

        return western(self, move)

    def parse_western(self, str text not None):
        """Return the legal move that a text in western notation names.

        >>> Board().parse_western("G4i-5h")
        Move.from_usi('4i5h')
        """
        from shogi_fast.notation import parse_western

        return parse_western(self, text)

    # ---- how games end -------------------------------------------------------------------------

    def is_checkmate(self):
        """Say whether the side to move is in check and has no legal move (tsumi).

        >>> Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").is_checkmate()
        True
        """
        return bb_any(self.position.checkers) and count_legal(&self.position) == 0

    def is_stalemate(self):
        """Say whether the side to move has no legal move and is not in check; it has lost.

        >>> Board("8k/6S2/7G1/9/9/9/9/9/K8 w - 1").is_stalemate()
        True
        """
        return not bb_any(self.position.checkers) and count_legal(&self.position) == 0

    def is_game_over(self, rules="csa"):
        """Say whether ``outcome`` has something to say.

        >>> Board().is_game_over(), Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").is_game_over()
        (False, True)
        """
        return self.outcome(rules) is not None

    cdef const Visit* visit(self) except NULL:
        """Return what is known of the present position's earlier appearances."""
        if not extend_history(
                &self.history, &self.position, self.undos, <int32_t>self.depth):
            raise MemoryError("no memory for the positions of a game")
        return &self.history.visits[self.depth]

    def repetition(self):
        """Return the verdict on the present position's repetition, a ``Repetition``.

        The same board, hands and side to move for the fourth time is a draw, or lost for the side
        whose every move between the first and the fourth time gave check. The position set up
        counts; positions before a pass do not. Positions are taken for the same when their 64-bit
        keys are.

        >>> lap = "4i4h 6a6b 4h4i 6b6a "
        >>> Board.from_usi("startpos moves " + 3 * lap).repetition()
        <Repetition.DRAW: 1>
        """
        return REPETITIONS[self.visit().verdict]

    def repetition_count(self):
        """Return how often the present position has been on the board, this time included.

        >>> Board.from_usi("startpos moves 4i4h 6a6b 4h4i 6b6a").repetition_count()
        2
        """
        return self.visit().count

    def search_repetition(self):
        """Return what a search makes of the nearest earlier position with the same board.

        A ``SearchRepetition``, from the side to move: with the same hands a draw, a win or a loss
        by perpetual check; superior or inferior if its own hand has gained or lost since then.

        >>> Board.from_usi("startpos moves 4i4h 6a6b 4h4i 6b6a").search_repetition()
        <SearchRepetition.DRAW: 1>
        """
        self.visit()
        return SEARCH_REPETITIONS[search_repetition(&self.history)]

    def declaration(self, str rule not None="csa27"):
        """Return what a declaration of impasse by the side to move would bring.

        Asked for are the own king and ten other own men in the last three ranks, no check, and
        points: rook and bishop 5, others 1, of those men and the hand.

        =========  ================================  =============================
        rule       ``"win"``                         ``"draw"``
        =========  ================================  =============================
        csa27      Black 28, White 27                never
        csa27h     White 27 less the missing points  never
        jsa24      31                                24 to 30
        jsa24h     White 31 less the missing points  White 24 less the missing points
        try        the king can safely step to 5a (Black) or 5i (White); nothing else is asked
        =========  ================================  =============================

        :returns: ``"win"``, ``"draw"`` or ``"lose"``.
        :raises ValueError: if there is no such rule.

        >>> Board().declaration("csa27")
        'lose'
        """
        cdef const Position* p = &self.position
        cdef int us = p.side
        cdef ImpasseCount count
        cdef int missing, win, draw
        if rule not in DECLARATION_RULES:
            raise ValueError(
                f"the declaration rules are {', '.join(DECLARATION_RULES)}, not {rule!r}")
        if rule == "try":
            return "win" if can_try(p) else "lose"
        count = count_impasse(p, us)
        if bb_any(p.checkers) or not count.king_in_zone or count.men < 10:
            return "lose"
        missing = missing_points(p) if us == WHITE and rule.endswith("h") else 0
        if rule.startswith("csa27"):
            win = draw = 28 if us == BLACK else 27 - missing
        else:
            win = 31 - missing
            draw = 24 - missing
        if count.points >= win:
            return "win"
        return "draw" if count.points >= draw else "lose"

    def can_declare_win(self, str rule not None="csa27"):
        """Say whether a declaration of impasse by the side to move would win.

        >>> Board("4K4/1R5B1/PPPPPPPP1/9/9/9/9/9/4k4 b RB 1").can_declare_win("csa27")
        True
        """
        return self.declaration(rule) == "win"

    def outcome(self, rules="csa"):
        """Return how the game has ended by a set of rules, or None if it goes on.

        Looks for mate first, then for repetition, then at the number of plies. A declaration is a
        player's act and not looked for.

        :param rules: ``"csa"``, ``"jsa"``, ``"jsa_amateur"``, ``"handicap"``, or ``Rules(...)``.
        :raises ValueError: if there is no rule set of that name.

        >>> Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").outcome()
        Outcome(winner=<Color.BLACK: 0>, termination=<Termination.CHECKMATE: 1>)
        """
        cdef bint in_check = bb_any(self.position.checkers)
        chosen = rules_of(rules)
        if count_legal(&self.position) == 0:
            return Outcome(
                COLORS[opponent(self.position.side)],
                Termination.CHECKMATE if in_check else Termination.NO_LEGAL_MOVES)
        if chosen.fourfold or chosen.perpetual_check:
            verdict = self.repetition()
            if chosen.perpetual_check and verdict in (
                    Repetition.BLACK_LOSES, Repetition.WHITE_LOSES):
                return Outcome(
                    COLORS[WHITE if verdict == Repetition.BLACK_LOSES else BLACK],
                    Termination.PERPETUAL_CHECK)
            if chosen.fourfold and verdict != Repetition.NONE:
                return Outcome(None, Termination.FOURFOLD_REPETITION)
        if (chosen.max_plies is not None and self.position.ply > chosen.max_plies
                and not (chosen.extend_checks and in_check)):
            return Outcome(None, Termination.MAX_PLIES)
        return None

    # ---- copies --------------------------------------------------------------------------------

    def copy(self, *, stack=True):
        """Return a board of the same class with the same position.

        :param stack: whether the copy also knows the moves that led here.

        >>> board = Board()
        >>> twin = board.copy()
        >>> twin == board and twin is not board
        True
        """
        cdef Board twin
        if type(self) is Board:
            twin = Board.__new__(Board)
        else:
            twin = type(self).__new__(type(self))
        twin.position = self.position
        if stack and self.depth:
            twin.undos = <Undo*>PyMem_Malloc(self.depth * sizeof(Undo))
            if twin.undos == NULL:
                raise MemoryError("no memory for the moves of a board")
            twin.depth = twin.capacity = self.depth
            memcpy(twin.undos, self.undos, self.depth * sizeof(Undo))
        return twin

    def __reduce__(self):
        codes = tuple([int(move) for move in self.move_stack])
        return _restore, (type(self), self.root().sfen(), codes), getattr(self, "__dict__", None)


cdef bint can_try(const Position* p) noexcept:
    """Say whether the king of the side to move can step to the enemy king's first square."""
    cdef int king = p.king[p.side]
    cdef int goal = 36 if p.side == BLACK else 44       # 5a, 5i
    return king != NO_SQUARE and king != goal and is_legal(
        p, make_move_code(king, goal, False))


def _restore(cls, sfen, codes):
    """Make a board again from what ``Board.__reduce__`` told."""
    cdef Board board
    cdef Position position
    if not (isinstance(cls, type) and issubclass(cls, Board)):
        raise TypeError("not a Board class")
    board = cls.__new__(cls)
    read_position(sfen, SFEN_SAVED, &position)
    board.replace(&position)
    for code in codes:
        if code == NULL_MOVE:
            board.push_null()
        else:
            board.push_pseudo_legal((<Move>Move.from_int(code)).code)
    return board


@cython.final
@cython.freelist(8)
@cython.auto_pickle(False)
cdef class LegalMoves:
    """The legal moves of a board: a view that always tells of the board as it is now.

    ``len``, ``bool`` and ``in`` make no list. Iteration, indexing and ``list`` take a snapshot, so
    moves may be made on the board inside a loop over them. The order is fixed: moves on the
    board by kind of piece (pawns, knights, lances, silvers, golds, bishops, rooks, pinned pieces,
    king), then drops (pawn, lance, knight, silver, bishop, rook, gold).

    >>> moves = Board().legal_moves
    >>> len(moves), Move.from_usi("7g7f") in moves
    (30, True)
    """

    # board is None only in an object made by LegalMoves.__new__ alone.

    def __init__(self, Board board not None):
        self.board = board

    cdef int count(self) except -1:
        """Return the number of moves; for a list just made of them without counting again."""
        if self.board is None:
            raise TypeError("LegalMoves without a board")
        if self.listed != self.board.version + 1:
            return count_legal(&self.board.position)
        return self.length

    def __len__(self):
        return self.count()

    def __bool__(self):
        return self.count() != 0

    def __contains__(self, move):
        if self.board is None:
            raise TypeError("LegalMoves without a board")
        return isinstance(move, Move) and is_legal(&self.board.position, (<Move>move).code)

    def __iter__(self):
        cdef MoveIterator moves = MoveIterator.__new__(MoveIterator)
        moves.length = self.list_codes(moves.codes)
        return moves

    def __getitem__(self, index):
        cdef move_t[MAX_MOVES] codes
        return moves_of_codes(codes, self.list_codes(codes))[index]

    cdef int list_codes(self, move_t* codes) except -1:
        """Write the codes of the moves and return their number."""
        if self.board is None:
            raise TypeError("LegalMoves without a board")
        # list(view) asks for the iterator first and then for the length, as a hint.
        self.length = generate_legal(&self.board.position, codes)
        self.listed = self.board.version + 1
        return self.length

    def __repr__(self):
        return f"<LegalMoves ({', '.join([move.usi() for move in self])})>"


@cython.final
@cython.freelist(4)
@cython.auto_pickle(False)
cdef class MoveIterator:
    """Iterates over the moves a board had when it was asked for them.

    >>> next(iter(Board().legal_moves)) in Board().legal_moves
    True
    """

    def __iter__(self):
        return self

    def __next__(self):
        cdef int i = self.next
        if i >= self.length:
            raise StopIteration
        self.next = i + 1
        return <object>MOVES[self.codes[i]]

    def __length_hint__(self):
        return self.length - self.next
