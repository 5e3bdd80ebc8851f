"""Drawing on a terminal: the board in kanji and in ASCII, colours, the progress bar."""

import io
import re
import unicodedata

import pytest

from shogi_fast import terminal
from shogi_fast.terminal import (
    ProgressBar,
    can_print,
    color_text,
    draw_board,
    hand_text,
    is_terminal,
    kanji_number,
    plain_text,
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


def columns(text):
    """Return how many columns of a terminal a text takes, wide characters being two."""
    assert all(unicodedata.east_asian_width(char) != "A" for char in text), "width is not certain"
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


# SPEC.md: the set-up; the names of one kanji; files 9 to 1 and ranks 一 to 九 as Black sees them.
START_IN_KANJI = """\
White's hand: none
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・v飛 ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
Black's hand: none"""

PROMOTED_IN_ASCII = """\
White's hand: 2g
  9  8  7  6  5  4  3  2  1
+---------------------------+
| .  .  .  .  .  .  .  .  . |a
| .  .  . +P +L +N +S +B +R |b
| .  .  .  .  k  .  .  .  . |c
| .  .  .  .  .  .  .  .  . |d
| .  .  .  .  .  .  .  .  . |e
| .  .  .  .  .  .  .  .  . |f
| .  .  .  .  K  .  .  .  . |g
| .  .  . +p +l +n +s +b +r |h
| .  .  .  .  .  .  .  .  . |i
+---------------------------+
Black's hand: 2G 2S 2N 2L 14P"""


def test_the_initial_position_in_kanji():
    assert plain_text(draw_board(START)) == START_IN_KANJI


def test_promoted_pieces_in_kanji():
    lines = plain_text(draw_board(PROMOTED))
    assert "| ・ ・ ・ と 杏 圭 全 馬 龍|二" in lines
    assert "| ・ ・ ・vとv杏v圭v全v馬v龍|八" in lines
    assert lines.startswith("White's hand: 金二\n")
    assert lines.endswith("\nBlack's hand: 金二 銀二 桂二 香二 歩十四")


def test_promoted_pieces_in_ascii():
    drawing = plain_text(draw_board(PROMOTED, ascii_only=True))
    assert drawing == PROMOTED_IN_ASCII
    assert drawing.isascii()


@pytest.mark.parametrize("sfen", [START, PROMOTED, MIDDLE, FULL_HAND])
def test_every_square_is_three_columns_wide(sfen):
    lines = plain_text(draw_board(sfen)).split("\n")
    assert len(lines) == 14
    frame = columns("+---------------------------+")
    assert {columns(line) for line in (lines[2], lines[12])} == {frame}
    assert {columns(line) for line in lines[3:12]} == {frame + 2}  # the rank beside it
    for line in lines[3:12]:
        assert line[0] == line[-2] == "|"
        squares = re.findall(r"[ v][^ v|]", line[1:-2])
        assert len(squares) == 9
        assert all(columns(square) == 3 for square in squares)
    # Each file's number stands over the kanji of its squares.
    above, below = lines[1], lines[3]
    numbers = [columns(above[:i]) for i, char in enumerate(above) if char != " "]
    kanji = [columns(below[:i]) for i, char in enumerate(below[:-2]) if columns(char) == 2]
    assert numbers == kanji


@pytest.mark.parametrize("sfen", [START, PROMOTED, MIDDLE, FULL_HAND])
def test_the_ascii_board_is_aligned(sfen):
    lines = plain_text(draw_board(sfen, ascii_only=True)).split("\n")
    assert all(line.isascii() for line in lines)
    assert {len(line) for line in lines[3:12]} == {30}
    letters = [i for i, char in enumerate(lines[1]) if char != " "]
    for line in lines[3:12]:
        assert all(line[i] in ".KRBGSNLPkrbgsnlp" for i in letters)


@pytest.mark.parametrize("sfen", [START, PROMOTED, MIDDLE])
def test_the_ascii_board_reads_back_as_the_position(sfen):
    ranks = []
    for line in plain_text(draw_board(sfen, ascii_only=True)).split("\n")[3:12]:
        text = "".join(line[1:-2].split()).replace("|", "")
        ranks.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), text))
    assert "/".join(ranks) == sfen.split()[0]


def test_the_sides_differ_without_colour():
    """White's pieces are marked one by one; a board of either side alone shows whose it is."""
    for ascii_only in (False, True):
        black = plain_text(draw_board("9/9/9/9/R8/9/9/9/9 b - 1", ascii_only=ascii_only))
        white = plain_text(draw_board("9/9/9/9/r8/9/9/9/9 b - 1", ascii_only=ascii_only))
        assert black != white


def test_hands():
    hands = FULL_HAND.split()[2]
    assert hand_text(hands, white=False) == "飛 角 金二 銀四 桂四 香四 歩十八"
    assert hand_text(hands, white=True) == "飛 角 金二"
    assert hand_text(hands, white=False, ascii_only=True) == "R B 2G 4S 4N 4L 18P"
    assert hand_text(hands, white=True, ascii_only=True) == "r b 2g"
    assert hand_text("-", white=True) == hand_text("-", white=False, ascii_only=True) == "none"


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "一"), (2, "二"), (9, "九"), (10, "十"), (11, "十一"), (18, "十八"), (20, "二十"),
     (40, "四十"), (99, "九十九")],
)  # fmt: skip
def test_numbers_in_kanji(number, text):
    assert kanji_number(number) == text


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
