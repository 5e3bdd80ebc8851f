# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""The board as Python sees it: a position, the moves that led to it, and how games end."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from shogi_fast.arguments cimport index_of, quoted, text_of
from shogi_fast.base_board cimport made, new_board, take_attributes
from shogi_fast.core.bitboard cimport bb_any
from shogi_fast.core.history cimport (
    BLACK_LOSES,
    NO_REPETITION,
    WHITE_LOSES,
    History,
    Visit,
    extend_history,
    free_history,
    search_repetition,
    shorten_history,
)
from shogi_fast.core.legality cimport can_be_made, gives_check, is_legal, keeps_king_safe
from shogi_fast.core.movegen cimport count_legal
from shogi_fast.core.position cimport (
    Position,
    Undo,
    make_move,
    make_pass,
    set_side,
    settle,
    unmake_move,
    unmake_pass,
)
from shogi_fast.core.types cimport (
    BLACK,
    NO_PIECE,
    NULL_MOVE,
    WHITE,
    is_drop,
    move_t,
    move_to,
    opponent,
)
from shogi_fast.legal_moves cimport LegalMoves
from shogi_fast.locking cimport Section, lock, unlock
from shogi_fast.members cimport color_member, repetition_member, search_repetition_member
from shogi_fast.move cimport Move, check_square, code_of, code_of_usi, move_of_code
from shogi_fast.moves_board cimport MovesBoard, illegal_move, legal_code
from shogi_fast.piece cimport PIECES, check_color
from shogi_fast.position_text cimport position_text, read_position

from shogi_fast.errors import IllegalMoveError, InvalidMoveError, InvalidSfenError
from shogi_fast.position_text import STARTING_SFEN

cdef enum:
    MAX_PLY = 99999          # the highest move number that can be set


cdef list words_of(str text):
    """Return what stands between ASCII's blanks; str.split() knows more of them."""
    for blank in "\t\n\v\f\r":
        text = text.replace(blank, " ")
    return [word for word in text.split(" ") if word]


cdef int make_room(Board board) except -1:
    """Make room for more undo records."""
    cdef Py_ssize_t capacity = board.capacity * 2 if board.capacity else 16
    cdef Undo* undos = <Undo*>PyMem_Realloc(board.undos, capacity * sizeof(Undo))
    if undos == NULL:
        raise MemoryError("no memory for the moves of a board")
    board.undos = undos
    board.capacity = capacity
    return 0


cdef int push_code(Board board, move_t code) except -1:
    """Make a move that at least can be made."""
    if board.depth == board.capacity:
        make_room(board)
    make_move(&board.position, code, &board.undos[board.depth], True)
    board.depth += 1
    board.version += 1
    return 0


cdef int push_possible(Board board, move_t code) except -1:
    """Make a move after looking only whether it can be made; see ``Board.push_unchecked``."""
    cdef bint safe
    if not can_be_made(&board.position, code):
        raise IllegalMoveError(f"{move_of_code(code).usi()} cannot be made in "
                               f"{position_text(&board.position, True)!r}")
    safe = keeps_king_safe(&board.position, code)
    push_code(board, code)
    board.position.exposed = not safe
    return 0


cdef int push_null(Board board) except -1:
    if bb_any(board.position.checkers):
        raise IllegalMoveError(
            f"no pass while in check: {position_text(&board.position, True)!r}")
    if board.depth == board.capacity:
        make_room(board)
    make_pass(&board.position, &board.undos[board.depth])
    board.depth += 1
    board.version += 1
    return 0


cdef int pop_code(Board board) noexcept:
    """Take back the last move, of which there is one, and return its code."""
    cdef const Undo* undo
    board.depth -= 1
    board.version += 1
    undo = &board.undos[board.depth]
    if undo.move == NULL_MOVE:
        unmake_pass(&board.position, undo)
    else:
        unmake_move(&board.position, undo, True)
    if board.history.count > board.depth + 1:
        shorten_history(&board.history, <int32_t>board.depth + 1)
    return undo.move


cdef int note_history(Board board) except -1:
    """Note the positions that nobody has asked about yet."""
    if not extend_history(
            &board.history, &board.position, board.undos, <int32_t>board.depth):
        raise MemoryError("no memory for the positions of a game")
    return 0


cdef inline const Visit* visit_of(Board board) except NULL:
    """Return what is known of the present position's earlier appearances."""
    if board.history.count <= board.depth:
        note_history(board)
    return &board.history.visits[board.depth]


@cython.no_gc        # the one object in it is an int
cdef class Board(MovesBoard):
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

    def __dealloc__(self):
        PyMem_Free(self.undos)
        free_history(&self.history)

    @classmethod
    def from_usi(cls, text):
        """Return the board that a USI ``position`` command sets up, with its moves.

        Read are ``[position] startpos|sfen SFEN [moves MOVE ...]``, and a bare SFEN.

        :raises InvalidSfenError: if the position is refused, or ``moves`` is missing before moves.
        :raises InvalidMoveError: if a move is no USI text.
        :raises IllegalMoveError: if a move is not legal; the message counts which.

        >>> Board.from_usi("position startpos moves 7g7f 3c3d").ply
        3
        """
        cdef str command = text_of(text, "a position command")
        cdef list words = words_of(command)
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
                raise InvalidSfenError(
                    f"'sfen' is followed by a position, not 'startpos': {quoted(command, 200)}")
        if not words:
            raise InvalidSfenError(f"a position is missing: {quoted(command, 200)}")
        if words[0] == "startpos" and len(words) > 1:
            raise InvalidSfenError(f"'startpos' is followed by 'moves', not "
                                   f"{quoted(words[1], 40)}: {quoted(command, 200)}")
        board = made(cls)
        board.set_sfen(" ".join(words))
        for at, word in enumerate(moves, 1):
            try:
                if word == "0000":
                    board.push_pass()
                else:
                    board.push_usi(word)
            except IllegalMoveError as problem:
                raise IllegalMoveError(f"move {at}: {problem}") from None
            except InvalidMoveError as problem:
                raise InvalidMoveError(f"move {at}: {problem}") from None
        return board

    def usi(self):
        """Return the USI ``position`` command for the start position and the moves made since.

        >>> board = Board()
        >>> move = board.push_usi("7g7f")
        >>> board.usi()
        'position startpos moves 7g7f'
        """
        cdef Board board = duplicate(self, True, Board)
        root = Board.sfen(Board.root(board))
        text = "position startpos" if root == STARTING_SFEN else f"position sfen {root}"
        if board.depth:
            text += " moves " + " ".join([move.usi() for move in stack_of(board)])
        return text

    def root(self):
        """Return a new board with the position before the first move.

        >>> Board.from_usi("startpos moves 7g7f 3c3d").root() == Board()
        True
        """
        cdef Board result = Board.copy(self)
        # Not by pop(), which a subclass may have changed.
        while result.depth:
            pop_code(result)
        return result

    cdef int forget(self) except -1:
        self.depth = 0
        shorten_history(&self.history, 0)
        return 0

    # ---- the position --------------------------------------------------------------------------

    @cython.critical_section
    def sfen(self, *, ply=True):
        """Return the position as canonical SFEN text.

        Hands are written R B G S N L P, Black's first. Moves can lead to a move number above
        99,999, and to more men in one hand than a set has where there were too many before: such
        text is not read back, by ``Board`` or ``from_usi``.

        :param ply: whether to end with the number of the next move.

        >>> Board().sfen(ply=False)
        'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -'
        """
        return position_text(&self.position, ply)

    @property
    def turn(self):
        """The color to move: ``BLACK`` (0) or ``WHITE`` (1). Setting it forgets all moves.

        >>> board = Board()
        >>> board.turn
        <Color.BLACK: 0>
        >>> board.turn = WHITE
        >>> board.sfen(ply=False)
        'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -'
        """
        cdef int side
        with cython.critical_section(self):
            side = self.position.side
        return color_member(side)

    @turn.setter
    @cython.critical_section
    def turn(self, color):
        cdef int side = check_color(color)
        cdef Position position = self.position
        set_side(&position, side)
        settle(&position)
        self.replace(&position)

    # `del board.turn` is an AttributeError in Python; Cython alone would make it another error.
    @turn.deleter
    def turn(self):
        raise AttributeError("the color to move cannot be deleted")

    @property
    @cython.critical_section
    def ply(self):
        """The number of the next move, as SFEN counts: 1 at the start of a game.

        Setting it, from 0 to 99,999, forgets all moves.

        >>> Board("4k4/9/9/9/9/9/9/9/4K4 b - 57").ply
        57
        """
        return self.position.ply

    @ply.setter
    @cython.critical_section
    def ply(self, number):
        cdef int64_t ply = index_of(number, "a move number")
        if not 0 <= ply <= MAX_PLY:
            raise ValueError(f"move numbers run from 0 to {MAX_PLY}")
        self.forget()
        self.position.ply = <uint32_t>ply

    @ply.deleter
    def ply(self):
        raise AttributeError("the number of the next move cannot be deleted")

    @property
    @cython.critical_section
    def key(self):
        """A 64-bit number for board, hands and side to move.

        Equal positions have equal keys, on every platform and in every version with the same
        first number. It does not depend on the moves that led there.

        >>> Board().key == Board("startpos").key == Board.handicap("even").key
        True
        """
        # The number is kept as an object: to make one takes longer than the rest of the call, and
        # tables of positions are asked twice for the same key, to look up and to store.
        cdef uint64_t key = self.position.key
        if self.key_object is None or self.key_of_object != key:
            number = key
            # Kept until the end: to free what another thread made may let others have the board.
            _before = self.key_object
            self.key_of_object = key
            self.key_object = number
        return self.key_object

    @cython.critical_section
    def piece_at(self, square):
        """Return the piece on a square, or None.

        :raises IndexError: if the square is out of range.

        >>> Board().piece_at(parse_square("5i"))
        Piece.from_symbol('K')
        """
        return PIECES[self.position.board[check_square(square)]]

    def is_check(self):
        """Say whether the king of the side to move is attacked; without a king it never is.

        >>> Board("4k4/9/9/9/9/9/9/9/4R4 w - 1").is_check()
        True
        """
        cdef Section section
        cdef bint check
        lock(&section, self)
        check = bb_any(self.position.checkers)
        unlock(&section)
        return check

    # ---- legal moves ---------------------------------------------------------------------------

    @property
    def legal_moves(self):
        """The legal moves, as a live view: see ``LegalMoves``.

        >>> len(Board().legal_moves)
        30
        """
        cdef LegalMoves view = LegalMoves.__new__(LegalMoves)
        view.board = self
        return view

    @cython.critical_section
    def is_legal(self, move):
        """Say whether a move is legal here.

        :param move: a ``Move``.
        :raises TypeError: if it is anything else.

        >>> Board().is_legal(Move.from_usi("7g7e"))
        False
        """
        return is_legal(&self.position, code_of(move))

    @cython.critical_section
    def gives_check(self, move):
        """Say whether a legal move gives check.

        :raises IllegalMoveError: if it is not legal here.

        >>> Board("4k4/9/9/9/9/9/9/9/4K3R b - 1").gives_check(Move.from_usi("1i1a"))
        True
        """
        return gives_check(&self.position, legal_code(&self.position, code_of(move)))

    @cython.critical_section
    def is_capture(self, move):
        """Say whether a move takes a piece: whether one stands on its destination.

        >>> Board("4k4/9/9/9/9/9/9/4p4/4K4 b - 1").is_capture(Move.from_usi("5i5h"))
        True
        """
        cdef move_t code = code_of(move)
        if code == NULL_MOVE or is_drop(code):
            return False
        return self.position.board[move_to(code)] != NO_PIECE

    # ---- moves made ----------------------------------------------------------------------------

    @cython.critical_section
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
        cdef move_t code = code_of(move)
        if not is_legal(&self.position, code):
            raise illegal_move(&self.position, code)
        push_code(self, code)

    @cython.critical_section
    def push_unchecked(self, move):
        """Make a move that is known to be legal, faster than ``push``.

        Only what keeps the board consistent is tested: that a man of one's own goes from there to
        where none of one's own stands, nor the enemy king, and promotes only if its kind does; of
        a drop, that there is such a man in hand, and no man on the square.

        :param move: a ``Move``.
        :raises IllegalMoveError: if it cannot be made so; the board is then as it was.
        :raises TypeError: if it is no ``Move``.

        >>> board = Board()
        >>> for move in board.legal_moves:
        ...     board.push_unchecked(move)
        ...     assert board.pop() is move
        """
        push_possible(self, code_of(move))

    @cython.critical_section
    def push_pass(self):
        """Hand the turn over, in analysis; no rule allows it, and repetition does not look past it.

        Stands in ``move_stack`` as ``Move.NULL`` and comes back from ``pop``.

        :raises IllegalMoveError: if the side to move is in check.

        >>> board = Board()
        >>> board.push_pass()
        >>> board.turn, board.move_stack
        (<Color.WHITE: 1>, [Move.from_usi('0000')])
        """
        push_null(self)

    def push_usi(self, usi):
        """Make the legal move that a USI text names, and return it.

        :raises InvalidMoveError: if the text names no move.
        :raises IllegalMoveError: if the move is not legal here.

        >>> Board().push_usi("2g2f")
        Move.from_usi('2g2f')
        """
        cdef Move move = move_of_code(<move_t>code_of_usi(text_of(usi, "a move's text")))
        if type(self) is Board:
            with cython.critical_section(self):
                push_code(self, legal_code(&self.position, move.code))
        else:
            # A subclass may have a push of its own.
            self.push(move)
        return move

    @cython.critical_section
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
        return move_of_code(<move_t>pop_code(self))

    @cython.critical_section
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
        return stack_of(duplicate(self, True, Board))

    def _repr_svg_(self):
        """Return the picture that a notebook shows: the last move is marked, if there is one.

        >>> Board.from_usi("startpos moves 7g7f")._repr_svg_().count('data-part="last-move')
        2
        """
        cdef Move last = None
        with cython.critical_section(self):
            if self.depth:
                last = move_of_code(self.undos[self.depth - 1].move)
        return self.svg(last_move=last)

    # ---- how games end -------------------------------------------------------------------------

    @cython.critical_section
    def is_checkmate(self):
        """Say whether the side to move is in check and has no legal move (tsumi).

        >>> Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").is_checkmate()
        True
        """
        return bb_any(self.position.checkers) and count_legal(&self.position) == 0

    def is_game_over(self, rules="csa"):
        """Say whether ``outcome`` has something to say.

        >>> Board().is_game_over(), Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").is_game_over()
        (False, True)
        """
        return self.outcome(rules) is not None

    @cython.critical_section
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
        return repetition_member(visit_of(self).verdict)

    @cython.critical_section
    def repetition_count(self):
        """Return how often the present position has been on the board, this time included.

        >>> Board.from_usi("startpos moves 4i4h 6a6b 4h4i 6b6a").repetition_count()
        2
        """
        return visit_of(self).count

    @cython.critical_section
    def search_repetition(self):
        """Return what a search makes of the nearest earlier position with the same board.

        A ``SearchRepetition``, from the side to move: with the same hands a draw, a win or a loss
        by perpetual check; superior or inferior if its own hand has gained or lost since then.

        >>> Board.from_usi("startpos moves 4i4h 6a6b 4h4i 6b6a").search_repetition()
        <SearchRepetition.DRAW: 1>
        """
        visit_of(self)
        return search_repetition_member(
            search_repetition(&self.history, <int32_t>self.depth))

    def outcome(self, rules="csa"):
        """Return how the game has ended by a set of rules, or None if it goes on.

        Looks for mate first, then for repetition, then at the number of plies. A declaration is a
        player's act and not looked for.

        :param rules: ``"csa"``, ``"jsa"``, ``"jsa_amateur"``, ``"handicap"``, or ``Rules(...)``.
        :raises ValueError: if there is no rule set of that name.

        >>> Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").outcome()
        Outcome(winner=<Color.BLACK: 0>, termination=<Termination.CHECKMATE: 1>)
        """
        from shogi_fast.rules import Outcome, Termination, rules_of

        cdef bint in_check, can_move
        cdef int side, verdict
        cdef uint32_t ply
        chosen = rules_of(rules)
        cdef bint by_repetition = chosen.fourfold or chosen.perpetual_check
        with cython.critical_section(self):
            side = self.position.side
            ply = self.position.ply
            in_check = bb_any(self.position.checkers)
            can_move = count_legal(&self.position) != 0
            verdict = visit_of(self).verdict if by_repetition and can_move else NO_REPETITION
        if not can_move:
            return Outcome(
                color_member(opponent(side)),
                Termination.CHECKMATE if in_check else Termination.NO_LEGAL_MOVES)
        if chosen.perpetual_check and (verdict == BLACK_LOSES or verdict == WHITE_LOSES):
            return Outcome(
                color_member(WHITE if verdict == BLACK_LOSES else BLACK),
                Termination.PERPETUAL_CHECK)
        if chosen.fourfold and verdict != NO_REPETITION:
            return Outcome(None, Termination.FOURFOLD_REPETITION)
        if (chosen.max_plies is not None and ply > chosen.max_plies
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
        cdef Board twin = duplicate(self, stack, type(self))
        if type(self) is not Board:
            take_attributes(twin, self, None)
        return twin

    def __copy__(self):
        return Board.copy(self)

    def __deepcopy__(self, memo):
        cdef Board twin = duplicate(self, True, type(self))
        memo[id(self)] = twin
        if type(self) is not Board:
            take_attributes(twin, self, memo)
        return twin

    def __reduce__(self):
        # Nothing of the moves is asked of methods, which a subclass may have changed.
        cdef Board board = duplicate(self, True, Board)
        cdef Position first = board.position
        cdef Py_ssize_t i
        unmake_all(&first, board.undos, board.depth)
        codes = tuple([board.undos[i].move for i in range(board.depth)])
        return _restore, (type(self), position_text(&first, True), codes), self.__getstate__()


cdef Board duplicate(Board board, bint stack, type cls):
    """Return a new board of a class with the same position, and moves if so wished.

    Copies in a critical section.
    """
    cdef Board twin = new_board(cls)
    with cython.critical_section(board):
        twin.position = board.position
        if stack and board.depth:
            twin.undos = <Undo*>PyMem_Malloc(board.depth * sizeof(Undo))
            if twin.undos == NULL:
                raise MemoryError("no memory for the moves of a board")
            twin.depth = twin.capacity = board.depth
            memcpy(twin.undos, board.undos, board.depth * sizeof(Undo))
    return twin


cdef list stack_of(Board board):
    """Return the moves made on a board that no other thread has."""
    cdef Py_ssize_t i
    return [move_of_code(board.undos[i].move) for i in range(board.depth)]


cdef void unmake_all(Position* position, const Undo* undos, Py_ssize_t depth) noexcept:
    """Take back all moves."""
    cdef Py_ssize_t i
    for i in range(depth - 1, -1, -1):
        if undos[i].move == NULL_MOVE:
            unmake_pass(position, &undos[i])
        else:
            unmake_move(position, &undos[i], True)


def _restore(cls, sfen, codes):
    """Make a board again from what ``Board.__reduce__`` told."""
    cdef Board board
    cdef Position position
    if not (isinstance(cls, type) and issubclass(cls, Board)):
        raise TypeError("not a Board class")
    board = new_board(<type>cls)
    read_position(sfen, True, &position)
    board.replace(&position)
    for code in codes:
        if code == NULL_MOVE:
            push_null(board)
        else:
            push_possible(board, (<Move>Move.from_int(code)).code)
    return board
