# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The moves of a position as Python sees them: which are legal, their text, mate and impasse."""

cimport cython

from shogi_fast.arguments cimport quoted, text_of
from shogi_fast.core.bitboard cimport Bitboard, bb_and, bb_any, bb_empty, bb_full, bb_minus
from shogi_fast.core.impasse cimport ImpasseCount, count_impasse, missing_points
from shogi_fast.core.legality cimport gives_check, is_legal
from shogi_fast.core.movegen cimport count_legal, generate_board_moves, generate_drops
from shogi_fast.core.position cimport Position, occupied_by_any
from shogi_fast.core.types cimport (
    BLACK,
    MAX_MOVES,
    NO_SQUARE,
    WHITE,
    make_move_code,
    move_t,
    opponent,
)
from shogi_fast.legal_moves cimport moves_of_codes
from shogi_fast.move cimport check_square, code_of_usi, move_of_code
from shogi_fast.position_text cimport position_text
from shogi_fast.squareset cimport as_bitboard, bitboard_of_int

from shogi_fast.errors import IllegalMoveError


cdef Bitboard as_mask(object mask) except *:
    """Return the squares of a mask: all for None, those of an int's bits, or of a set."""
    if mask is None:
        return bb_full()
    if isinstance(mask, int):
        if isinstance(mask, bool):
            raise TypeError("a mask is a set of squares or an int, not bool")
        return bitboard_of_int(mask)
    return as_bitboard(mask)


cdef move_t legal_code(const Position* position, move_t code) except 0:
    if not is_legal(position, code):
        raise illegal_move(position, code)
    return code


cdef object illegal_move(const Position* position, move_t code):
    return IllegalMoveError(
        f"{move_of_code(code).usi()} is not legal in {position_text(position, True)!r}")


@cython.auto_pickle(False)
cdef class MovesBoard(BaseBoard):
    """The part of a ``Board`` that reads and writes moves, and judges impasse.

    >>> isinstance(Board(), MovesBoard)
    True
    """

    def __cinit__(self):
        if type(self) is MovesBoard:
            raise TypeError("MovesBoard is a part of Board, which is the class to make")

    # ---- legal moves ---------------------------------------------------------------------------

    @cython.critical_section
    def generate_moves(self, kind="all", *, from_mask=None, to_mask=None):
        """Return the list of legal moves of a kind, in the order of ``legal_moves``.

        :param kind: ``"all"``; ``"captures"``, ``"quiets"`` (on the board without capture) and
            ``"drops"``, which together are all; ``"checks"``; ``"evasions"``, all when in check.
        :param from_mask: only moves from these squares: a SquareSet, an iterable of squares or an
            int with a bit for each (so not a square's number); no drop is then among them.
        :param to_mask: only moves and drops to these squares.
        :raises ValueError: if there is no such kind, or for evasions when not in check.

        >>> Board().generate_moves(from_mask=[parse_square("2h")], to_mask=[parse_square("5h")])
        [Move.from_usi('2h5h')]
        """
        cdef str wanted = text_of(kind, "a kind of moves")
        cdef move_t[MAX_MOVES] codes
        cdef const Position* p = &self.position
        cdef Bitboard origins = as_mask(from_mask)
        cdef Bitboard targets = as_mask(to_mask)
        cdef bint drops = from_mask is None
        cdef int n = 0
        cdef int i, kept
        if wanted == "captures":
            targets = bb_and(targets, p.color[opponent(p.side)])
            drops = False
        elif wanted == "quiets":
            targets = bb_minus(targets, occupied_by_any(p))
            drops = False
        elif wanted == "drops":
            origins = bb_empty()
        elif wanted == "evasions":
            if not bb_any(p.checkers):
                raise ValueError("evasions are the moves of a side in check")
        elif wanted != "all" and wanted != "checks":
            raise ValueError("the kinds are 'all', 'captures', 'quiets', 'drops', 'checks' and "
                             f"'evasions', not {quoted(wanted, 200)}")
        if wanted != "drops":
            n = generate_board_moves(p, codes, origins, targets)
        if drops:
            n += generate_drops(p, codes + n, targets)
        if wanted == "checks":
            kept = 0
            for i in range(n):
                if gives_check(p, codes[i]):
                    codes[kept] = codes[i]
                    kept += 1
            n = kept
        return moves_of_codes(codes, n)

    @cython.critical_section
    def parse_usi(self, usi):
        """Return the legal move that a USI text names, without making it.

        :raises InvalidMoveError: if the text names no move.
        :raises IllegalMoveError: if the move is not legal here.

        >>> Board().parse_usi("7g7f").to_square == parse_square("7f")
        True
        """
        cdef move_t code = <move_t>code_of_usi(text_of(usi, "a move's text"))
        return move_of_code(legal_code(&self.position, code))

    @cython.critical_section
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
        return move_of_code(legal_code(
            &self.position, make_move_code(origin, target, bool(promotion))))

    # ---- moves as text -------------------------------------------------------------------------

    def csa(self, move):
        """Return a legal move as CSA files have it, such as ``+7776FU``.

        >>> Board().csa(Move.from_usi("7g7f"))
        '+7776FU'
        """
        from shogi_fast.notation import csa

        return csa(self, move)

    def parse_csa(self, text):
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

    def parse_kif(self, text):
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

    def parse_ki2(self, text):
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

    def parse_western(self, text):
        """Return the legal move that a text in western notation names.

        >>> Board().parse_western("G4i-5h")
        Move.from_usi('4i5h')
        """
        from shogi_fast.notation import parse_western

        return parse_western(self, text)

    # ---- mate and impasse ----------------------------------------------------------------------

    @cython.critical_section
    def is_stalemate(self):
        """Say whether the side to move has no legal move and is not in check; it has lost.

        >>> Board("8k/6S2/7G1/9/9/9/9/9/K8 w - 1").is_stalemate()
        True
        """
        return not bb_any(self.position.checkers) and count_legal(&self.position) == 0

    @cython.critical_section
    def declaration(self, rule="csa27"):
        """Return what a declaration of impasse by the side to move would bring.

        Asked for are the own king and ten other own men in the last three ranks, no check, and
        points: rook and bishop 5, others 1, of those men and the hand.

        =========  ================================  ================================
        rule       ``"win"``                         ``"draw"``
        =========  ================================  ================================
        csa27      Black 28, White 27                never
        csa27h     White 27 less the missing points  never
        jsa24      31                                24 to 30
        jsa24h     White 31 less the missing points  White 24 less the missing points
        =========  ================================  ================================

        By ``try`` nothing of that is asked: it wins if the king can safely step to 5a (Black) or
        5i (White).

        :returns: ``"win"``, ``"draw"`` or ``"lose"``.
        :raises ValueError: if there is no such rule.

        >>> Board().declaration("csa27")
        'lose'
        """
        cdef str name = text_of(rule, "a declaration rule")
        cdef const Position* p = &self.position
        cdef int us = p.side
        cdef ImpasseCount count
        cdef int missing, win, draw
        if name not in ("csa27", "csa27h", "jsa24", "jsa24h", "try"):
            raise ValueError("the declaration rules are 'csa27', 'csa27h', 'jsa24', 'jsa24h' and "
                             f"'try', not {quoted(name, 200)}")
        if name == "try":
            return "win" if can_try(p) else "lose"
        count = count_impasse(p, us)
        if bb_any(p.checkers) or not count.king_in_zone or count.men < 10:
            return "lose"
        missing = missing_points(p) if us == WHITE and name.endswith("h") else 0
        if name.startswith("csa27"):
            win = draw = 28 if us == BLACK else 27 - missing
        else:
            win = 31 - missing
            draw = 24 - missing
        if count.points >= win:
            return "win"
        return "draw" if count.points >= draw else "lose"

    def can_declare_win(self, rule="csa27"):
        """Say whether a declaration of impasse by the side to move would win.

        >>> Board("4K4/1R5B1/PPPPPPPP1/9/9/9/9/9/4k4 b RB 1").can_declare_win("csa27")
        True
        """
        return self.declaration(rule) == "win"


cdef bint can_try(const Position* p) noexcept:
    """Say whether the king of the side to move can step to the enemy king's first square."""
    cdef int king = p.king[p.side]
    cdef int goal = 36 if p.side == BLACK else 44       # 5a, 5i
    return king != NO_SQUARE and king != goal and is_legal(
        p, make_move_code(king, goal, False))
