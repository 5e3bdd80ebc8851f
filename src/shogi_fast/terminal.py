"""What the command shows on a terminal: lines in colour, and a progress bar.

rich is imported here only where it is needed: for colours, and for a bar that is really drawn.
"""

import io
import os
import sys
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

from shogi_fast.diagram import Line
from shogi_fast.interrupts import InterruptsLater

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

ALARM = "bold red"  # a style of rich

SHOW_AFTER = 0.3  # seconds that a count must take before a bar is worth drawing
DRAW_EVERY = 0.2  # seconds from one drawing to the next
HOURS_SHOWN = 99


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


def short_rate(nodes: int, elapsed: float) -> str:
    """Return how many nodes a second were counted, to three digits.

    >>> short_rate(1_234_567_890, 1.0), short_rate(1_500, 2.0), short_rate(0, 0.0)
    ('1.23 G/s', '750 /s', '0 /s')
    """
    rate = nodes / elapsed if elapsed > 0.0 else 0.0
    for unit in ("", "k", "M", "G", "T"):
        if rate < 999.5 or unit == "T":
            break
        rate /= 1000.0
    digits = 0 if rate >= 99.95 or not unit else 1 if rate >= 9.995 else 2
    return f"{rate:.{digits}f} {unit}/s"


class ProgressBar:
    """A bar on a terminal with share done, time left, nodes and rate, for counts that take a while.

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
        return None if self._stream is None else self._report

    def _report(self, done: int, total: int) -> None:
        self.update(done, total, getattr(done, "nodes", 0))

    def prepare(self) -> None:
        """Import rich now, if it may be needed, rather than while a count is timed."""
        if self._stream is not None:
            with InterruptsLater():
                import rich.progress  # noqa: F401

    def start(self, label: str) -> None:
        """Begin anew, at nothing done."""
        self.hide()
        self._label = label
        self._began = perf_counter()

    def update(self, done: float, total: float, nodes: int = 0) -> None:
        """Show that ``done`` of ``total`` is done; and ``nodes`` counted, where they are known."""
        now = perf_counter()
        if self._stream is None or now < max(self._began + SHOW_AFTER, self._drawn + DRAW_EVERY):
            return
        self._drawn = now
        share = min(done / total, 1.0) if total > 0 else 0.0
        elapsed = now - self._began
        counted = f"  {nodes:,} nodes  {short_rate(nodes, elapsed)}" if nodes else ""
        # rich imports parts of itself as it draws.
        with InterruptsLater():
            self._draw(share, f"{time_left(share, elapsed)} left{counted}")

    def hide(self) -> None:
        """Take the bar off the screen; the next update may show it again."""
        progress, self._progress = self._progress, None
        if progress is not None:
            progress.stop()

    def _draw(self, share: float, words: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        if self._progress is None or self._task is None:
            # Drawn by update alone: no thread of rich's own, and no stream of ours replaced.
            progress = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.percentage:5.1f} %  {task.fields[words]}"),
                console=Console(file=self._stream),
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = progress.add_task(self._label, total=1.0, words=words)
            # Known before it starts, so that an interrupt in between still gives the cursor back.
            self._progress = progress
            progress.start()
        self._progress.update(self._task, completed=share, words=words)
        self._progress.refresh()
