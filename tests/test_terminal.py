"""Drawing on a terminal: encodings, colours, the progress bar."""

import io
import re

import pytest

from shogi_fast import terminal
from shogi_fast.diagram import draw_board, plain_text
from shogi_fast.terminal import (
    ProgressBar,
    can_print,
    color_text,
    is_terminal,
    time_left,
    wants_color,
)

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
# Every promoted kind of both sides, and hands (reference vectors of the packed formats).
PROMOTED = "9/3+P+L+N+S+B+R/4k4/9/9/9/4K4/3+p+l+n+s+b+r/9 b 2G2S2N2L14P2g 1"
MIDDLE = "8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124"
FULL_HAND = "4k4/9/9/9/9/9/9/9/4K4 b RB2G4S4N4L18Prb2g 1"
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class FakeTerminal(io.StringIO):
    """Text in memory that claims to be a terminal."""

    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.parametrize(
    ("encoding", "can"),
    [("utf-8", True), ("cp932", True), ("euc-jp", True), ("ascii", False), ("latin-1", False),
     ("cp1252", False)],
)  # fmt: skip
def test_which_encodings_have_the_kanji(encoding, can):
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    for sfen in (START, PROMOTED, FULL_HAND):
        assert can_print(plain_text(draw_board(sfen)), stream) is can
        assert can_print(plain_text(draw_board(sfen, ascii_only=True)), stream)


def test_streams_without_an_encoding_take_kanji():
    assert can_print("玉", io.StringIO())
    assert can_print("玉", None)


def test_colour_is_for_terminals(monkeypatch):
    screen, pipe = FakeTerminal(), io.StringIO()
    assert wants_color("auto", screen)
    assert not wants_color("auto", pipe)
    assert not wants_color("auto", None)
    assert wants_color("always", pipe)
    assert not wants_color("never", screen)
    monkeypatch.setenv("NO_COLOR", "")
    assert wants_color("auto", screen)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_color("auto", screen)
    assert wants_color("always", screen)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_color("auto", screen)
    assert not is_terminal(screen)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_colours_change_no_character(monkeypatch, ascii_only):
    monkeypatch.setenv("COLUMNS", "10")  # narrower than the board: nothing may be broken or cut
    monkeypatch.setenv("NO_COLOR", "1")  # who asks for colour gets it
    lines = draw_board(PROMOTED, ascii_only=ascii_only)
    text = color_text(lines)
    assert ESCAPE.sub("", text) == plain_text(lines)
    assert re.search(r"\x1b\[31m(\+P| と)", text)


@pytest.mark.parametrize(
    ("share", "elapsed", "text"),
    [(0.5, 10.0, "0:00:10"), (0.25, 100.0, "0:05:00"), (0.1, 3600.0, "9:00:00"),
     (1.0, 5.0, "0:00:00"), (0.0, 5.0, "-:--:--"), (1e-9, 1.0, "11,574 days")],
)  # fmt: skip
def test_time_left_follows_from_the_share_done(share, elapsed, text):
    assert time_left(share, elapsed) == text


@pytest.fixture
def clock(monkeypatch):
    """Replace the clock by one that a test sets: `clock.now`."""

    class Clock:
        now = 100.0

        def __call__(self):
            return self.now

    clock = Clock()
    monkeypatch.setattr(terminal, "perf_counter", clock)
    return clock


def test_the_bar_waits_then_shows_share_and_time_left_then_vanishes(clock):
    screen = FakeTerminal()
    bar = ProgressBar(screen)
    bar.start("depth 6")
    bar.report(10, 900)
    assert screen.getvalue() == ""
    clock.now += 30
    bar.report(225, 900)
    text = ESCAPE.sub("", screen.getvalue())
    assert "depth 6" in text
    assert "25.0 %" in text
    assert "0:01:30 left" in text
    clock.now += 30
    bar.report(450, 900)
    assert "0:01:00 left" in ESCAPE.sub("", screen.getvalue())
    size = len(screen.getvalue())
    clock.now += 0.01
    bar.report(451, 900)
    assert len(screen.getvalue()) == size  # not drawn more often than the eye can follow
    bar.hide()
    assert screen.getvalue().endswith("\x1b[2K")  # its line is empty
    assert screen.getvalue().rindex("\x1b[?25h") > screen.getvalue().rindex("\x1b[?25l")
    size = len(screen.getvalue())
    bar.hide()
    assert len(screen.getvalue()) == size


def test_the_bar_comes_back_after_something_was_printed(clock):
    screen = FakeTerminal()
    bar = ProgressBar(screen)
    bar.start("suite")
    for done in (10, 50):
        clock.now += 1
        bar.update(done, 100)
        assert f"{done:.1f} %" in screen.getvalue()
        bar.hide()


def test_the_bar_survives_an_empty_count(clock):
    bar = ProgressBar(FakeTerminal())
    bar.start("depth 2")
    clock.now += 1
    bar.update(0, 0)
    bar.hide()


@pytest.mark.parametrize("stream", [None, io.StringIO()])
def test_no_bar_without_a_terminal(clock, stream):
    bar = ProgressBar(stream)
    bar.prepare()
    bar.start("depth 6")
    assert bar.report is None
    clock.now += 1
    bar.update(1, 2)
    bar.hide()
    assert stream is None or stream.getvalue() == ""


def test_no_bar_on_a_dumb_terminal(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    assert ProgressBar(FakeTerminal()).report is None
