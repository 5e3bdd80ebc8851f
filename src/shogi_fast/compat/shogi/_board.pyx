# cython: language_level=3, cdivision=True
# cython: embedsignature=True, embedsignature.format=clinic, binding=False
# Indexes of Python objects are checked here: lists come from programs, or are public.
"""``Board``: a position, and the moves that led to it, with python-shogi's methods.

Here is what a program calls at each move; the rest is inherited.
"""

cimport cython

from shogi_fast.arguments cimport quoted, text_of
from shogi_fast.compat.shogi._arguments cimport kind_or_none, square_of
from shogi_fast.compat.shogi._base_board cimport king_square
from shogi_fast.compat.shogi._copies cimport duplicate, new_state
from shogi_fast.compat.shogi._generators cimport (
    ALL_KINDS,
    LegalMoveGenerator,
    PseudoLegalMoveGenerator,
    asked,
    legal_moves,
    pseudo_legal_moves,
    told,
)
from shogi_fast.compat.shogi._masks cimport their_mask
from shogi_fast.compat.shogi._move cimport Move, code_of_move
from shogi_fast.compat.shogi._state cimport (
    check_idle,
    is_fourfold,
    pop_move,
    push_code,
    replace,
)
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_fill_files,
    bb_has,
    bb_square,
)
from shogi_fast.core.drops cimport pawn_check_square
from shogi_fast.core.legality cimport can_be_made, is_legal, keeps_king_safe
from shogi_fast.core.movegen cimport count_legal, pawn_drop_mates
from shogi_fast.core.pseudolegal cimport is_pseudo_legal
from shogi_fast.core.types cimport (
    DROP_FROM,
    NULL_MOVE,
    PAWN,
    make_piece,
    move_from,
    move_t,
    move_to,
    opponent,
)
from shogi_fast.position_text cimport position_text

from types import BuiltinMethodType

from shogi_fast.errors import IllegalMoveError, InvalidSfenError


cdef int flags_of(tuple flags) except -1:
    """Return a bit for each flag that is true, from bit 1."""
    cdef int bits = 0
    cdef int i
    for i in range(len(flags)):
        if flags[i]:
            bits |= 2 << i
    return bits


cdef bint has_move(Board board) except -1:
    """Say whether there is a legal move."""
    if board.plain:
        return count_legal(&board.position) != 0
    for _ in asked(board.generate_legal_moves):
        return True
    return False


cdef bint is_own(Board board, str name) except -1:
    """Say whether a method of a board is not that of this class, but a subclass's or its own."""
    method = getattr(board, name)
    return not (type(method) is BuiltinMethodType
                and method == getattr(Board, name).__get__(board))


def _legal_of(Board board, tuple flags):
    """Yield those of the moves that a subclass generates which it finds legal."""
    for move in told(board.generate_pseudo_legal_moves, flags):
        if not told(board.is_suicide_or_check_by_dropping_pawn, (move,)):
            yield move


cdef move_t possible(Board board, object move) except 0:
    """Return the code of a move that can be made."""
    cdef move_t code = code_of_move(move)
    if code != NULL_MOVE and (code == 0 or not can_be_made(&board.position, code)):
        raise IllegalMoveError(f"{move} cannot be made in "
                               f"{position_text(&board.position, True)!r}")
    return code


@cython.auto_pickle(False)
cdef class Board(BaseBoard):
    """Board(sfen=None)\n--\n
    A shogi position with the moves that led to it.

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

    @property
    def legal_moves(self):
        """The legal moves, as they are at the time of asking.

        >>> len(Board().legal_moves)
        30
        """
        cdef LegalMoveGenerator moves = LegalMoveGenerator.__new__(LegalMoveGenerator)
        moves.state = self
        return moves

    @legal_moves.setter
    def legal_moves(self, moves):
        raise AttributeError(
            "Board.legal_moves cannot be set: a subclass may have its own generate_legal_moves")

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

    @pseudo_legal_moves.setter
    def pseudo_legal_moves(self, moves):
        raise AttributeError("Board.pseudo_legal_moves cannot be set: a subclass may have its own "
                             "generate_pseudo_legal_moves")

    @cython.critical_section
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

    @cython.critical_section
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
        if not self.plain and (is_own(self, "generate_pseudo_legal_moves")
                               or is_own(self, "is_suicide_or_check_by_dropping_pawn")):
            return _legal_of(self, (
                pawns, lances, knights, silvers, golds, bishops, rooks, king,
                True, True, True, True, True, True,
                pawns_drop, lances_drop, knights_drop, silvers_drop, golds_drop, bishops_drop,
                rooks_drop))
        return legal_moves(
            self,
            flags_of((pawns, lances, knights, silvers, golds, bishops, rooks, king))
            | ALL_KINDS & ~0x1ff,
            flags_of((pawns_drop, lances_drop, knights_drop, silvers_drop, golds_drop,
                      bishops_drop, rooks_drop)))

    @cython.critical_section
    def is_pseudo_legal(self, move):
        """Say whether a move is pseudo-legal: the safety of one's own king does not matter.

        >>> Board().is_pseudo_legal(Move.from_usi("7g7e"))
        False
        """
        return is_pseudo_legal(&self.position, code_of_move(move))

    @cython.critical_section
    def is_legal(self, move):
        """Say whether a move is legal.

        >>> Board().is_legal(Move.from_usi("7g7f"))
        True
        """
        if self.plain:
            return is_legal(&self.position, code_of_move(move))
        return (bool(told(self.is_pseudo_legal, (move,)))
                and not told(self.is_suicide_or_check_by_dropping_pawn, (move,)))

    @cython.critical_section
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

    @cython.critical_section
    def was_suicide(self):
        """Say whether the king of the side not to move is attacked.

        >>> Board("4k4/9/9/9/9/9/9/9/4R4 b - 1").was_suicide()
        True
        """
        cdef int side = self.position.side
        if self.plain:
            return self.position.exposed != 0
        return told(self.is_attacked_by, (side, king_square(&self.position, opponent(side))))

    @cython.critical_section
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

    @cython.critical_section
    def is_game_over(self):
        """Say whether there is no legal move, or the position is there for the fourth time.

        >>> Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").is_game_over()
        True
        """
        if not has_move(self):
            return True
        return is_fourfold(self) if self.plain else bool(told(self.is_fourfold_repetition, ()))

    @cython.critical_section
    def is_checkmate(self):
        """Say whether the side to move is in check and has no legal move.

        >>> Board("8k/8G/8L/9/9/9/9/9/K8 w - 1").is_checkmate()
        True
        """
        if self.plain:
            return bb_any(self.position.checkers) and not has_move(self)
        return bool(told(self.is_check, ())) and not has_move(self)

    @cython.critical_section
    def is_stalemate(self):
        """Say whether the side to move has no legal move, and is not in check.

        >>> Board("9/9/9/9/9/9/9/9/9 b - 1").is_stalemate()
        True
        """
        if self.plain:
            return not bb_any(self.position.checkers) and not has_move(self)
        return not told(self.is_check, ()) and not has_move(self)

    @cython.critical_section
    def is_fourfold_repetition(self):
        """Say whether the position is on the board for the fourth time.

        >>> board = Board()
        >>> for usi in 3 * ["4i4h", "6a6b", "4h4i", "6b6a"]:
        ...     move = board.push_usi(usi)
        >>> board.is_fourfold_repetition()
        True
        """
        return is_fourfold(self)

    @cython.critical_section
    def is_double_pawn(self, to_square, piece_type):
        """Return the pawns of the side to move on the file of a square, as an int.

        Returns False for any other piece type.

        >>> Board().is_double_pawn(E5, PAWN) == BB_G5
        True
        """
        cdef Bitboard pawns
        cdef int where = square_of(to_square)
        if kind_or_none(piece_type) != PAWN:
            return False
        pawns = bb_and(self.position.kind[PAWN], self.position.color[self.position.side])
        return their_mask(bb_and(pawns, bb_fill_files(bb_square(where))))

    @cython.critical_section
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

    @cython.critical_section
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

    @cython.critical_section
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

    @cython.critical_section
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

    @cython.critical_section
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
        cdef Board scratch
        setup, _, moves = command.partition("moves")
        words = setup.split()
        sfen = None
        if command.startswith("position startpos"):
            if setup.strip() != "position startpos":
                raise InvalidSfenError(f"'startpos' is followed by 'moves': "
                                       f"{quoted(command, 200)}")
        elif command.startswith("position sfen"):
            sfen = " ".join(words[2:])
        else:
            raise InvalidSfenError(f"not 'position startpos' nor 'position sfen': "
                                   f"{quoted(command, 200)}")
        check_idle(self)
        if self.plain:
            # On a board of its own, which nobody else knows, and then at one stroke.
            scratch = new_state(Board)
            follow(scratch, sfen, moves.split())
            check_idle(self)
            replace(self, scratch)
            return
        # A subclass may have methods of its own.
        scratch = duplicate(self, Board)
        scratch.counter = self.counter
        try:
            follow(self, sfen, moves.split())
        except BaseException:
            if not self.busy:
                replace(self, scratch)
            raise


cdef int follow(Board board, object sfen, list moves) except -1:
    """Do what a position command tells."""
    if sfen is None:
        board.reset()
    else:
        board.set_sfen(sfen)
    for usi in moves:
        board.push_usi(usi)
    return 0
