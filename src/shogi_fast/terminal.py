"""What the command shows on a terminal: the board, in kanji or in letters, and a progress bar.

rich is imported here only where it is needed: for colours, and for a bar that is really drawn.
"""

import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

# SPEC.md, "Pieces": the names of one kanji, as diagrams write them.
KANJI = {
    "K": "玉", "R": "飛", "B": "角", "G": "金", "S": "銀", "N": "桂", "L": "香", "P": "歩",
    "+R": "龍", "+B": "馬", "+S": "全", "+N": "圭", "+L": "杏", "+P": "と",
}  # fmt: skip
DIGITS = "一二三四五六七八九"
FULL_WIDTH_ZERO = 0xFF10
PIECE = re.compile(r"\+?[A-Za-z]|[1-9]")
IN_HAND = re.compile(r"([0-9]*)([A-Za-z])")

# Styles of rich; the side of a piece shows in its mark or case, never in colour alone.
DIM, PROMOTED, ALARM = "dim", "red", "bold red"

SHOW_AFTER = 0.3  # seconds that a count must take before a bar is worth drawing
DRAW_EVERY = 0.2  # seconds from one drawing to the next
HOURS_SHOWN = 99


class Span(NamedTuple):
    """A piece of a line in one style."""

    text: str
    style: str = ""


Line = list[Span]


def draw_board(sfen: str, *, ascii_only: bool = False) -> list[Line]:
    """Draw a position with both hands: White's above the board, Black's below it.

    In kanji every square is three columns of a terminal: a mark and a kanji, which is two columns
    wide. The mark is ``v`` for White's pieces, which point down the board, and a blank for
    Black's, as in the diagrams of KIF files. In ASCII pieces are the letters of SFEN: upper case
    is Black's, lower case White's, ``+`` is promoted.

    :param sfen: the position, in the canonical form of ``Board.sfen()``.
    :param ascii_only: whether to draw in ASCII.
    :returns: the lines, from the top.

    >>> for line in draw_board("4k4/9/9/9/9/9/9/4+P4/4K4 b R3p 1", ascii_only=True):
    ...     print("".join(span.text for span in line))
    White's hand: 3p
      9  8  7  6  5  4  3  2  1
    +---------------------------+
    | .  .  .  .  k  .  .  .  . |a
    | .  .  .  .  .  .  .  .  . |b
    | .  .  .  .  .  .  .  .  . |c
    | .  .  .  .  .  .  .  .  . |d
    | .  .  .  .  .  .  .  .  . |e
    | .  .  .  .  .  .  .  .  . |f
    | .  .  .  .  .  .  .  .  . |g
    | .  .  .  . +P  .  .  .  . |h
    | .  .  .  .  K  .  .  .  . |i
    +---------------------------+
    Black's hand: R
    """
    board, _, hands, _ = sfen.split(" ")
    if ascii_only:
        files = "  ".join(str(file) for file in range(9, 0, -1))
        ranks = "abcdefghi"
    else:
        files = " ".join(chr(FULL_WIDTH_ZERO + file) for file in range(9, 0, -1))
        ranks = DIGITS
    frame = [Span("+" + "-" * 27 + "+", DIM)]
    lines = [
        [Span("White's hand: " + hand_text(hands, white=True, ascii_only=ascii_only))],
        [Span("  " + files, DIM)],
        frame,
    ]
    for row, rank in zip(board.split("/"), ranks, strict=True):
        cells = [cell for piece in PIECE.findall(row) for cell in _cells(piece, ascii_only)]
        lines.append([Span("|", DIM), *cells, Span("|", DIM), Span(rank, DIM)])
    lines.append(frame)
    lines.append([Span("Black's hand: " + hand_text(hands, white=False, ascii_only=ascii_only))])
    return lines


def _cells(piece: str, ascii_only: bool) -> list[Span]:
    """Return what one item of an SFEN rank takes up: a piece, or a number of empty squares."""
    if piece.isdigit():
        return [Span(" . " if ascii_only else " ・", DIM)] * int(piece)
    style = PROMOTED if piece.startswith("+") else ""
    if ascii_only:
        return [Span(f"{piece:>2} ", style)]
    return [Span(("v" if piece.islower() else " ") + KANJI[piece.upper()], style)]


def hand_text(hands: str, *, white: bool, ascii_only: bool = False) -> str:
    """Write one side's hand, with how many of each kind where it has more than one.

    :param hands: the hands field of an SFEN, both sides'.

    >>> hand_text("RB2p", white=False, ascii_only=True), hand_text("RB2p", white=True)
    ('R B', '歩二')
    """
    words = []
    for count, letter in IN_HAND.findall(hands):
        if letter.islower() != white:
            continue
        if ascii_only:
            words.append(count + letter)
        else:
            words.append(KANJI[letter.upper()] + (kanji_number(int(count)) if count else ""))
    return " ".join(words) or "none"


def kanji_number(number: int) -> str:
    """Write a number from 1 to 99 in kanji.

    >>> kanji_number(2), kanji_number(10), kanji_number(18), kanji_number(40)
    ('二', '十', '十八', '四十')
    """
    tens, units = divmod(number, 10)
    text = DIGITS[units - 1] if units else ""
    if tens:
        text = (DIGITS[tens - 1] if tens > 1 else "") + "十" + text
    return text


def is_terminal(stream: TextIO | None) -> bool:
    """Tell whether a stream is a terminal that understands control sequences."""
    if stream is None or os.environ.get("TERM", "").lower() in ("dumb", "unknown"):
        return False
    return stream.isatty()


def wants_color(choice: str, stream: TextIO | None) -> bool:
    """Tell whether to write in colour.

    :param choice: ``"always"``, ``"never"``, or ``"auto"``: on a terminal, unless the environment
        has a ``NO_COLOR`` (https://no-color.org) that is not empty, or the terminal is a console
        of Windows that would print the control sequences.
    """
    if choice == "auto":
        return is_terminal(stream) and not os.environ.get("NO_COLOR") and not _is_old_console()
    return choice == "always"


def _is_old_console() -> bool:
    if sys.platform != "win32":
        return False
    from rich.console import detect_legacy_windows

    return detect_legacy_windows()


def can_print(text: str, stream: TextIO | None) -> bool:
    """Tell whether the encoding of a stream has all the characters of a text."""
    try:
        text.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def plain_text(lines: Sequence[Line]) -> str:
    """Return lines as text without styles."""
    return "\n".join("".join(span.text for span in line) for line in lines)


def color_text(lines: Sequence[Line]) -> str:
    """Return lines as text with the control sequences of their styles."""
    from rich.console import Console
    from rich.text import Text

    # Written to memory: on a closed pipe rich would end the process in its own way.
    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=True,
        color_system="standard",
        no_color=False,
        legacy_windows=False,
        highlight=False,
    )
    # Lines are never broken or cut: a board that is too wide is the terminal's affair.
    console.print(Text("\n").join(Text.assemble(*line) for line in lines), soft_wrap=True)
    return out.getvalue().removesuffix("\n")


def time_left(share: float, elapsed: float) -> str:
    """Return how long a count will still take, at the pace so far.

    :param share: how much of it is done, 0 to 1.
    :param elapsed: seconds since it began.

    >>> time_left(0.25, 100.0), time_left(0.0, 100.0), time_left(0.001, 3600.0)
    ('0:05:00', '-:--:--', '41 days')
    """
    if share <= 0.0:
        return "-:--:--"
    seconds = round(elapsed * (1.0 - share) / share)
    if seconds >= HOURS_SHOWN * 3600:
        return f"{seconds // 86400:,} days"
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


class ProgressBar:
    """A bar on a terminal with the time left, for counts that take a while.

    Nothing is drawn in the first moments, so a short count neither flickers nor imports rich; and
    nothing ever where the stream is not a terminal. The bar is gone when something else is to be
    printed, and comes back below it.
    """

    def __init__(self, stream: TextIO | None) -> None:
        """Make a bar that draws on ``stream``, if that is a terminal."""
        self._stream = stream if is_terminal(stream) else None
        self._label = ""
        self._began = self._drawn = perf_counter()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    @property
    def report(self) -> Callable[[int, int], None] | None:
        """What to hand to ``perft`` as its ``progress``; None where no bar is to be drawn."""
        return None if self._stream is None else self.update

    def prepare(self) -> None:
        """Import rich now, if it may be needed, rather than while a count is timed."""
        if self._stream is not None:
            import rich.progress  # noqa: F401

    def start(self, label: str) -> None:
        """Begin anew, at nothing done."""
        self.hide()
        self._label = label
        self._began = perf_counter()

    def update(self, done: float, total: float) -> None:
        """Show that ``done`` of ``total`` is done."""
        now = perf_counter()
        if self._stream is None or now < max(self._began + SHOW_AFTER, self._drawn + DRAW_EVERY):
            return
        self._drawn = now
        share = min(done / total, 1.0) if total > 0 else 0.0
        self._draw(share, time_left(share, now - self._began))

    def hide(self) -> None:
        """Take the bar off the screen; the next update may show it again."""
        progress, self._progress = self._progress, None
        if progress is not None:
            progress.stop()

    def _draw(self, share: float, left: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        if self._progress is None or self._task is None:
            # Drawn by update alone: no thread of rich's own, and no stream of ours replaced.
            progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.percentage:5.1f} %  {task.fields[left]} left"),
                console=Console(file=self._stream),
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = progress.add_task(self._label, total=1.0, left=left)
            # Known before it starts, so that an interrupt in between still gives the cursor back.
            self._progress = progress
            progress.start()
        self._progress.update(self._task, completed=share, left=left)
        self._progress.refresh()
