"""Games by the rules of reference.py: moves made and taken back, repetition, and how games end.

As slow and readable as that file: every answer is worked out from the whole list of positions, by
the words of the rules. Only the standard library is used.
"""

from typing import NamedTuple

from reference import BLACK, CELL, NAME, WHITE, Reference

PASS = "0000"


class Ending(NamedTuple):
    """How a game ended: the winner, or None, and the reason by the name that the package uses."""

    winner: int | None
    reason: str


def same(a: Reference, b: Reference) -> bool:
    """Tell whether two positions have the same board, hands and side to move."""
    return a.board == b.board and a.hands == b.hands and a.turn == b.turn


def turned(position: Reference) -> Reference:
    """Return the position turned half round, each side's men now the other's."""
    result = Reference(f"9/9/9/9/9/9/9/9/9 {'wb'[position.turn]} - {position.ply}")
    for name, cell in CELL.items():
        there = f"{10 - int(name[0])}{'ihgfedcba'['abcdefghi'.index(name[1])]}"
        result.board[CELL[there]] = position.board[cell].swapcase()
    result.hands = {piece.swapcase(): count for piece, count in position.hands.items()}
    return Reference(result.sfen())


def mirrored(position: Reference) -> Reference:
    """Return the position with left and right exchanged."""
    result = position.copy()
    for name, cell in CELL.items():
        result.board[CELL[f"{10 - int(name[0])}{name[1]}"]] = position.board[cell]
    return Reference(result.sfen())


class Game:
    """A game from a position: all positions since, and the moves between them."""

    def __init__(self, start: Reference) -> None:
        self.positions = [start]
        self.moves: list[str] = []

    @property
    def position(self) -> Reference:
        """The position on the board now."""
        return self.positions[-1]

    def copy(self) -> "Game":
        """Return an independent game with the same moves."""
        twin = Game(self.positions[0])
        twin.positions = self.positions[:]
        twin.moves = self.moves[:]
        return twin

    def push(self, usi: str) -> None:
        """Make a move that can be made, or a pass."""
        after = self.position.copy()
        if usi == PASS:
            after.turn = 1 - after.turn
            after.ply += 1
        else:
            after.push(usi)
        self.positions.append(after)
        self.moves.append(usi)

    def pop(self) -> str:
        """Take back the last move and return it."""
        self.positions.pop()
        return self.moves.pop()

    # -- Repetition ---------------------------------------------------------------------------

    def _first(self) -> int:
        """Return the first position that counts: the one after the last pass, or the start."""
        passes = [number for number, usi in enumerate(self.moves, start=1) if usi == PASS]
        return passes[-1] if passes else 0

    def _times(self) -> list[int]:
        """Return where the present position has been, this time included."""
        return [
            number
            for number in range(self._first(), len(self.positions))
            if same(self.positions[number], self.position)
        ]

    def repetition_count(self) -> int:
        """Return how often the present position has been on the board, this time included."""
        return len(self._times())

    def _always_checked(self, color: int, start: int, end: int) -> bool:
        """Tell whether every move of a side between two positions gave check."""
        return all(
            self.positions[number + 1].is_check()
            for number in range(start, end)
            if self.positions[number].turn == color
        )

    def repetition(self) -> str:
        """Return "none", "draw", "lose_black" or "lose_white", as tests/data/cases.jsonl does.

        Fourfold repetition (sennichite, 千日手) is a draw, or lost for the side whose every move
        between the first and the fourth time gave check; if both sides' did, a draw.
        """
        times = self._times()
        if len(times) < 4:
            return "none"
        black, white = (self._always_checked(color, times[0], times[3]) for color in (BLACK, WHITE))
        if black == white:
            return "draw"
        return "lose_black" if black else "lose_white"

    def search_repetition(self) -> str:
        """Return what a search makes of the nearest earlier position with the same board.

        That is one with the same side to move, and with hands of which the side to move has more,
        less, or the same of every kind; others are passed over.
        """
        us = self.position.turn
        for number in range(len(self.positions) - 2, self._first() - 1, -1):
            then = self.positions[number]
            if then.board != self.position.board or then.turn != us:
                continue
            if same(then, self.position):
                ours, theirs = (
                    self._always_checked(color, number, len(self.positions) - 1)
                    for color in (us, 1 - us)
                )
                return "DRAW" if ours == theirs else "LOSE" if ours else "WIN"
            gained = {
                self.position.hands[piece] - then.hands[piece]
                for piece in then.hands
                if piece.isupper() == (us == BLACK)
            }
            if max(gained) > 0 and min(gained) >= 0:
                return "SUPERIOR"
            if max(gained) <= 0 and min(gained) < 0:
                return "INFERIOR"
        return "NONE"

    # -- Endings ------------------------------------------------------------------------------

    def ending(self, *, plies: int | None = None, extended: bool = False) -> Ending | None:
        """Return how the game has ended, or None.

        :param plies: the number of plies after which it is drawn.
        :param extended: whether that waits while the last move leaves check.
        """
        position = self.position
        if not any(position._legal()):
            return Ending(
                1 - position.turn, "CHECKMATE" if position.is_check() else "NO_LEGAL_MOVES"
            )
        verdict = self.repetition()
        if verdict in ("lose_black", "lose_white"):
            return Ending(WHITE if verdict == "lose_black" else BLACK, "PERPETUAL_CHECK")
        if verdict == "draw":
            return Ending(None, "FOURFOLD_REPETITION")
        # The number of a position is that of the next move, so one more than the plies made.
        reached = plies is not None and position.ply - 1 >= plies
        if reached and not (extended and position.is_check()):
            return Ending(None, "MAX_PLIES")
        return None


def men(position: Reference) -> int:
    """Return how many men besides the kings there are on the board and in hand."""
    standing = [position.board[cell] for cell in NAME]
    return sum(piece not in ("", "K", "k") for piece in standing) + sum(position.hands.values())
