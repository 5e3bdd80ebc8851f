"""The rules of shogi a second time: slow, readable, and sharing nothing with the package.

The tests hold the package against this file, so it is written to be checked against the rules by
eye: the sections follow the rules in order (board, pieces, promotion, drops, check), every
candidate move is played on a copy of the board, and the copy is asked whether the mover's king is
attacked. Only the standard library is used.

Positions need not come from a game. A side may have no king, and boards that break the rules
(two pawns on a file, pieces that can never move, three rooks, the side not to move in check) are
played on by the same rules as any other.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

BLACK, WHITE = 0, 1

# ---------------------------------------------------------------------------------------------
# Board. A list of 11 x 13 cells holds the 9 x 9 squares with a border around them: one file on
# either side, two ranks at either end, as far as a knight jumps. The cell of a square is
# file * 13 + rank + 1 (file 1-9, rank 1-9), so a step is a constant difference of cells.

EMPTY, BORDER = "", "#"
HEIGHT = 13
CELL = {f"{f}{'abcdefghi'[r - 1]}": f * HEIGHT + r + 1 for f in range(1, 10) for r in range(1, 10)}
NAME = {cell: name for name, cell in CELL.items()}
UP, DOWN, LEFT, RIGHT = -1, 1, HEIGHT, -HEIGHT  # as Black sees the board: rank a is up, file 9 left


def _rank(color: int, cell: int) -> int:
    """Return the rank of a cell counted from the far side of `color`: 1 is its last rank."""
    rank = cell % HEIGHT - 1
    return rank if color == BLACK else 10 - rank


# ---------------------------------------------------------------------------------------------
# Pieces, as SFEN writes them: "P" is Black's pawn, "p" White's, "+P" Black's tokin (と金).

_ORTHOGONAL = (UP, DOWN, LEFT, RIGHT)
_DIAGONAL = (UP + LEFT, UP + RIGHT, DOWN + LEFT, DOWN + RIGHT)
_ALL_EIGHT = _ORTHOGONAL + _DIAGONAL
_GOLD = (UP, DOWN, LEFT, RIGHT, UP + LEFT, UP + RIGHT)
_KNIGHT = (2 * UP + LEFT, 2 * UP + RIGHT)

_BLACK_STEPS = {  # one square, or one jump
    "K": _ALL_EIGHT,
    "G": _GOLD,
    "S": (UP, *_DIAGONAL),
    "N": _KNIGHT,
    "P": (UP,),
    "+R": _DIAGONAL,
    "+B": _ORTHOGONAL,
    **dict.fromkeys(("+S", "+N", "+L", "+P"), _GOLD),
}
_BLACK_SLIDES = {  # any distance over empty squares
    "R": _ORTHOGONAL,
    "B": _DIAGONAL,
    "L": (UP,),
    "+R": _ORTHOGONAL,
    "+B": _DIAGONAL,
}
_BLACK_PIECES = ("K", "R", "B", "G", "S", "N", "L", "P", "+R", "+B", "+S", "+N", "+L", "+P")

OWNER: dict[str, int | None] = {EMPTY: None, BORDER: None}
STEPS: dict[str, tuple[int, ...]] = {EMPTY: (), BORDER: ()}
SLIDES: dict[str, tuple[int, ...]] = {EMPTY: (), BORDER: ()}
for _piece in _BLACK_PIECES:
    OWNER[_piece], OWNER[_piece.lower()] = BLACK, WHITE
    for _table, _black in ((STEPS, _BLACK_STEPS), (SLIDES, _BLACK_SLIDES)):
        _table[_piece] = _black.get(_piece, ())
        _table[_piece.lower()] = tuple(-step for step in _table[_piece])  # turned half round

KING = ("K", "k")  # by colour
HAND = ("RBGSNLP", "rbgsnlp")  # what can be held, in the order SFEN writes it, by colour


def _kind(piece: str) -> str:
    """Return the letter of a piece without its colour and promotion: what a captor holds."""
    return piece.upper().removeprefix("+")


# ---------------------------------------------------------------------------------------------
# Promotion.


PROMOTABLE = ("R", "B", "S", "N", "L", "P")


def may_promote(color: int, piece: str, origin: int, target: int) -> bool:
    """Tell whether a piece may promote by this move.

    A straight move or a jump that crosses into the three farthest ranks also starts or ends there.
    """
    return piece.upper() in PROMOTABLE and (_rank(color, origin) <= 3 or _rank(color, target) <= 3)


def is_dead(color: int, piece: str, cell: int) -> bool:
    """Tell whether a piece could never move again from there, even on an empty board."""
    return _rank(color, cell) <= {"P": 1, "L": 1, "N": 2}.get(piece.upper(), 0)


class Move(NamedTuple):
    """A move: where from (None for a drop), where to, and the piece that then stands there."""

    origin: int | None
    target: int
    piece: str


class Reference:
    """A position and the rules of the game."""

    def __init__(self, sfen: str) -> None:
        """Read a well-formed SFEN of four fields; nothing is checked."""
        board, turn, hands, ply = sfen.split()
        self.board = [BORDER] * (11 * HEIGHT)
        for rank, row in enumerate(board.split("/"), start=1):
            file = 9
            promoted = ""
            for letter in row:
                if letter == "+":
                    promoted = "+"
                    continue
                for piece in [EMPTY] * int(letter) if letter.isdigit() else [promoted + letter]:
                    self.board[file * HEIGHT + rank + 1] = piece
                    file -= 1
                promoted = ""
        black, white = (self.board.index(king) if king in self.board else None for king in KING)
        self.kings = (black, white)
        self.hands = dict.fromkeys(HAND[BLACK] + HAND[WHITE], 0)
        count = ""
        for letter in "" if hands == "-" else hands:
            if letter.isdigit():
                count += letter
            else:
                self.hands[letter] += int(count or 1)
                count = ""
        self.turn = "bw".index(turn)
        self.ply = int(ply)

    def sfen(self) -> str:
        """Write the position as canonical SFEN."""
        rows = []
        for rank in "abcdefghi":
            row = ""
            empties = 0
            for file in range(9, 0, -1):
                piece = self.board[CELL[f"{file}{rank}"]]
                if piece == EMPTY:
                    empties += 1
                else:
                    row += (str(empties) if empties else "") + piece
                    empties = 0
            rows.append(row + (str(empties) if empties else ""))
        hands = ""
        for piece in HAND[BLACK] + HAND[WHITE]:
            if count := self.hands[piece]:
                hands += (str(count) if count > 1 else "") + piece
        return f"{'/'.join(rows)} {'bw'[self.turn]} {hands or '-'} {self.ply}"

    def copy(self) -> "Reference":
        """Return an independent copy."""
        twin = Reference.__new__(Reference)
        twin.board = self.board[:]
        twin.kings = self.kings
        twin.hands = self.hands.copy()
        twin.turn = self.turn
        twin.ply = self.ply
        return twin

    # -- Attacks ------------------------------------------------------------------------------

    def _destinations(self, origin: int) -> Iterator[int]:
        """Yield the squares that the piece on `origin` attacks, whatever stands on them."""
        piece = self.board[origin]
        for step in STEPS[piece]:
            if self.board[origin + step] != BORDER:
                yield origin + step
        for step in SLIDES[piece]:
            target = origin + step
            while self.board[target] == EMPTY:
                yield target
                target += step
            if self.board[target] != BORDER:
                yield target

    def _attackers(self, color: int, target: int) -> Iterator[int]:
        """Yield the squares of the pieces of `color` that attack `target`, seen from `target`."""
        board = self.board
        for step in _ALL_EIGHT:
            origin = target - step
            piece = board[origin]
            if step in STEPS[piece] and OWNER[piece] == color:
                yield origin
            while piece == EMPTY:
                origin -= step
                piece = board[origin]
            if step in SLIDES[piece] and OWNER[piece] == color:
                yield origin
        knight = "Nn"[color]
        for jump in STEPS[knight]:
            if board[target - jump] == knight:
                yield target - jump

    def attackers(self, color: int, square: str) -> set[str]:
        """Return the squares of the pieces of `color` that attack a square.

        A piece attacks where its own way of moving would take it, pinned or not, and whether the
        square is empty, an opponent's or its own side's.
        """
        return {NAME[cell] for cell in self._attackers(color, CELL[square])}

    def _king_attackers(self, color: int) -> Iterator[int]:
        """Yield the squares of the pieces that attack the king of `color`; none without a king."""
        king = self.kings[color]
        return iter(()) if king is None else self._attackers(1 - color, king)

    def king_attacked(self, color: int) -> bool:
        """Tell whether the king of `color` is attacked; never without a king."""
        return next(self._king_attackers(color), None) is not None

    def checkers(self) -> set[str]:
        """Return the squares of the pieces that give check (王手, ōte) to the side to move."""
        return {NAME[cell] for cell in self._king_attackers(self.turn)}

    def is_check(self) -> bool:
        """Tell whether the side to move is in check; never without a king."""
        return self.king_attacked(self.turn)

    def pinned(self, color: int) -> set[str]:
        """Return the squares of the pieces of `color` that are pinned to their king.

        A piece other than the king is pinned if, with that piece taken off the board, some piece
        of the other side attacks the king that did not before. That is always a rook, bishop,
        lance, dragon or horse, along the line on which the piece stood alone between it and the
        king. Whose turn it is, other checks, and whether the piece could move along the line do
        not matter. A side without a king has no pinned pieces.
        """
        before = set(self._king_attackers(color))
        pinned = set()
        for cell, name in NAME.items():
            piece = self.board[cell]
            if OWNER[piece] == color and piece != KING[color]:
                self.board[cell] = EMPTY
                if set(self._king_attackers(color)) - before:
                    pinned.add(name)
                self.board[cell] = piece
        return pinned

    # -- Moves --------------------------------------------------------------------------------

    def _board_moves(self) -> Iterator[Move]:
        """Yield the moves of pieces on the board, legal but for the safety of the mover's king."""
        us = self.turn
        for origin in NAME:
            piece = self.board[origin]
            if OWNER[piece] != us:
                continue
            for target in self._destinations(origin):
                if OWNER[self.board[target]] == us or self.board[target] == KING[1 - us]:
                    continue  # never onto an own piece, never onto the enemy king
                if may_promote(us, piece, origin, target):
                    yield Move(origin, target, "+" + piece)
                if not is_dead(us, piece, target):
                    yield Move(origin, target, piece)

    def _drops(self) -> Iterator[Move]:
        """Yield the drops (打, utsu), legal but for the king's safety and pawn-drop mate."""
        us = self.turn
        pawn = "Pp"[us]
        held = [piece for piece in HAND[us] if self.hands[piece]]
        for target in NAME if held else ():
            if self.board[target] != EMPTY:
                continue
            for piece in held:
                nifu = piece == pawn and self._has_pawn_on_file(pawn, target)
                if not nifu and not is_dead(us, piece, target):
                    yield Move(None, target, piece)

    def _has_pawn_on_file(self, pawn: str, cell: int) -> bool:
        """Tell whether a pawn dropped there would be a second one on its file (nifu, 二歩)."""
        file = cell - cell % HEIGHT
        return pawn in self.board[file : file + HEIGHT]

    def _after(self, move: Move) -> "Reference":
        """Return the position after a move."""
        us = self.turn
        after = self.copy()
        if move.origin is None:
            after.hands[move.piece] -= 1
        else:
            after.board[move.origin] = EMPTY
        captured = self.board[move.target]
        if captured != EMPTY:
            after.hands[HAND[us][HAND[BLACK].index(_kind(captured))]] += 1
        after.board[move.target] = move.piece
        if move.piece == KING[us]:
            black, white = self.kings
            after.kings = (move.target, white) if us == BLACK else (black, move.target)
        after.turn = 1 - us
        after.ply += 1
        return after

    def _is_legal(self, move: Move) -> bool:
        """Tell whether a move of `_board_moves` or `_drops` is legal.

        Pawn-drop mate (uchifuzume, 打ち歩詰め) is a pawn drop that gives check, after which the
        opponent has no legal answer. It is the pawn that must give the check: where the opponent
        was in check before the drop, a pawn dropped elsewhere is not what mates.
        """
        after = self._after(move)
        if after.king_attacked(self.turn):
            return False
        pawn_drop = move.origin is None and move.piece in ("P", "p")
        if pawn_drop and move.target in after._king_attackers(after.turn):
            return any(after._legal())
        return True

    def _legal(self) -> Iterator[Move]:
        return filter(self._is_legal, chain(self._board_moves(), self._drops()))

    def legal_moves(self) -> list[str]:
        """Return every legal move as USI text, sorted as text."""
        return sorted(self._usi(move) for move in self._legal())

    def pseudo_legal_moves(self) -> set[str]:
        """Return what moves a man as it moves, or drops one where it can move again, as USI text.

        The king's safety, a second pawn on a file and pawn-drop mate do not matter.
        """
        us = self.turn
        drops = {
            f"{piece.upper()}*{name}"
            for piece in HAND[us]
            if self.hands[piece]
            for cell, name in NAME.items()
            if self.board[cell] == EMPTY and not is_dead(us, piece, cell)
        }
        return {self._usi(move) for move in self._board_moves()} | drops

    def possible_moves(self) -> set[str]:
        """Return all moves that leave a board of men in their places, as USI text.

        Any man of the side to move goes to any square, but not onto its own kind or the enemy king,
        and may promote if it ever may; any man in hand is dropped on any empty square. How men move
        does not matter.
        """
        us = self.turn
        drops = {
            f"{piece.upper()}*{name}"
            for piece in HAND[us]
            if self.hands[piece]
            for cell, name in NAME.items()
            if self.board[cell] == EMPTY
        }
        moves = set()
        for origin, name in NAME.items():
            piece = self.board[origin]
            if OWNER[piece] != us:
                continue
            for target, target_name in NAME.items():
                taken = self.board[target]
                if OWNER[taken] != us and taken not in KING:
                    moves.add(name + target_name)
                    if piece.upper() in PROMOTABLE:
                        moves.add(name + target_name + "+")
        return moves | drops

    def _usi(self, move: Move) -> str:
        if move.origin is None:
            return f"{move.piece.upper()}*{NAME[move.target]}"
        promotes = move.piece != self.board[move.origin]
        return NAME[move.origin] + NAME[move.target] + ("+" if promotes else "")

    def _parse(self, usi: str) -> Move:
        target = CELL[usi[2:4]]
        if usi[1] == "*":
            return Move(None, target, usi[0] if self.turn == BLACK else usi[0].lower())
        origin = CELL[usi[:2]]
        return Move(origin, target, usi[4:] + self.board[origin])

    def push(self, usi: str) -> None:
        """Play a move; the caller guarantees that it is legal."""
        after = self._after(self._parse(usi))
        self.board, self.kings, self.hands = after.board, after.kings, after.hands
        self.turn, self.ply = after.turn, after.ply

    def is_capture(self, usi: str) -> bool:
        """Tell whether a legal move captures."""
        return self.board[self._parse(usi).target] != EMPTY

    def gives_check(self, usi: str) -> bool:
        """Tell whether the opponent's king is attacked after a legal move, however that arises."""
        return self._after(self._parse(usi)).is_check()

    def perft(self, depth: int) -> int:
        """Count the sequences of `depth` legal moves; 1 at depth 0."""
        if depth == 0:
            return 1
        return sum(self._after(move).perft(depth - 1) if depth > 1 else 1 for move in self._legal())
