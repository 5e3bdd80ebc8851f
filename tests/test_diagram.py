"""The board as text: the kanji diagram, plain letters, and the lines that a terminal shows."""

import re
import unicodedata

import pytest
from svg_positions import FIXED, read_sfen, twenty_positions

import shogi_fast as sf
from shogi_fast.diagram import draw_board, hand_text, plain_board, plain_text, unicode_board
from shogi_fast.names import KANJI_TYPES, LETTERS, parse_kanji_number

START, PROMOTED, FULL_HAND = FIXED[0], FIXED[3], FIXED[4]
POSITIONS = twenty_positions()


def columns(text):
    """Return how many columns of a terminal a text takes, wide characters being two."""
    assert all(unicodedata.east_asian_width(char) != "A" for char in text), "width is not certain"
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


# docs/rules.md: the set-up; the names of one kanji; files 9 to 1 and ranks 一 to 九 as Black sees them.
START_SQUARES = """\
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
+---------------------------+"""

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

# ---- diagrams of a board ---------------------------------------------------------------------


def test_the_initial_position_as_a_kanji_diagram():
    expected = f"後手の持駒：なし\n{START_SQUARES}\n先手の持駒：なし"
    assert unicode_board(sf.Board()) == expected
    assert unicode_board(sf.Board(START.replace(" b ", " w "))) == f"{expected}\n後手番"


def test_hands_of_kanji_diagrams():
    lines = unicode_board(sf.Board(FULL_HAND)).split("\n")
    assert lines[0] == "後手の持駒：飛　角　金二"
    assert lines[13] == "先手の持駒：飛　角　金二　銀四　桂四　香四　歩十八"
    assert len(lines) == 14


def test_promoted_pieces_in_kanji_diagrams():
    text = unicode_board(sf.Board(PROMOTED))
    assert "| ・ ・ ・ と 杏 圭 全 馬 龍|二" in text
    assert "| ・ ・ ・vとv杏v圭v全v馬v龍|八" in text


def read_diagram(text):
    """Return the placement, side to move and hands, as SFEN has them, of a kanji diagram."""
    lines = text.split("\n")
    rows = []
    for line in lines[3:12]:
        row = ""
        for mark, kanji in re.findall(r"([ v])([^ v|])", line[1:-2]):
            if kanji == "・":
                row += "."
            else:
                letter = LETTERS[KANJI_TYPES[kanji]]
                row += letter.lower() if mark == "v" else letter
        rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), row))
    hands = {}
    for line, white in ((lines[13], False), (lines[0], True)):
        for word in line.split("：")[1].split("　"):
            if word != "なし":
                letter = LETTERS[KANJI_TYPES[word[0]]]
                hands[letter.lower() if white else letter] = (
                    parse_kanji_number(word[1:]) if word[1:] else 1
                )
    return "/".join(rows), "w" if lines[14:] == ["後手番"] else "b", hands


@pytest.mark.parametrize("sfen", POSITIONS)
def test_kanji_diagrams_read_back_as_the_position(sfen):
    placement, turn, *_ = sfen.split()
    expected = placement, turn, read_sfen(sfen).in_hand
    assert read_diagram(unicode_board(sf.Board(sfen))) == expected


@pytest.mark.parametrize("sfen", POSITIONS)
def test_plain_boards_read_back_as_the_position(sfen):
    placement, turn, hands, _ = sfen.split()
    text = plain_board(sf.Board(sfen))
    assert text.isascii()
    lines = text.split("\n")
    assert len(lines) == 15
    ranks = []
    for line in lines[3:12]:
        squares = "".join(line[1:-2].split())
        ranks.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), squares))
    assert "/".join(ranks) == placement
    words = [lines[13].removeprefix("Black's hand: "), lines[0].removeprefix("White's hand: ")]
    assert "".join(word.replace(" ", "").replace("none", "") for word in words) == hands.strip("-")
    assert lines[14] == {"b": "Black to move", "w": "White to move"}[turn]


def test_boards_draw_themselves():
    board = sf.Board(PROMOTED)
    assert board.unicode() == unicode_board(board)
    assert str(board) == plain_board(board)


# ---- lines for a terminal --------------------------------------------------------------------


def test_the_initial_position_in_kanji():
    expected = f"White's hand: none\n{START_SQUARES}\nBlack's hand: none"
    assert plain_text(draw_board(START)) == expected


def test_promoted_pieces_in_kanji():
    lines = plain_text(draw_board(PROMOTED))
    assert "| ・ ・ ・ と 杏 圭 全 馬 龍|二" in lines
    assert "| ・ ・ ・vとv杏v圭v全v馬v龍|八" in lines
    assert lines.startswith("White's hand: 金二\n")
    assert lines.endswith("\nBlack's hand: 金二 銀二 桂二 香二 歩十四")


def test_promoted_pieces_in_ascii():
    assert plain_text(draw_board(PROMOTED, ascii_only=True)) == PROMOTED_IN_ASCII


@pytest.mark.parametrize("sfen", POSITIONS)
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


@pytest.mark.parametrize("sfen", POSITIONS)
def test_the_ascii_board_is_aligned(sfen):
    lines = plain_text(draw_board(sfen, ascii_only=True)).split("\n")
    assert all(line.isascii() for line in lines)
    assert {len(line) for line in lines[3:12]} == {30}
    letters = [i for i, char in enumerate(lines[1]) if char != " "]
    for line in lines[3:12]:
        assert all(line[i] in ".KRBGSNLPkrbgsnlp" for i in letters)


def test_the_sides_differ_without_colour():
    """White's pieces are marked one by one; a board of either side alone shows whose it is."""
    for ascii_only in (False, True):
        black = plain_text(draw_board("9/9/9/9/R8/9/9/9/9 b - 1", ascii_only=ascii_only))
        white = plain_text(draw_board("9/9/9/9/r8/9/9/9/9 b - 1", ascii_only=ascii_only))
        assert black != white


def test_promoted_pieces_alone_are_red():
    for ascii_only in (False, True):
        spans = [span for line in draw_board(PROMOTED, ascii_only=ascii_only) for span in line]
        red = [span.text.strip(" v") for span in spans if span.style == "red"]
        assert len(red) == 12
        if ascii_only:
            assert all(text.startswith("+") for text in red)
        else:
            assert {KANJI_TYPES[text] for text in red} == {9, 10, 11, 12, 13, 14}


def test_hands():
    hands = FULL_HAND.split()[2]
    assert hand_text(hands, white=False) == "飛 角 金二 銀四 桂四 香四 歩十八"
    assert hand_text(hands, white=True) == "飛 角 金二"
    assert hand_text(hands, white=False, ascii_only=True) == "R B 2G 4S 4N 4L 18P"
    assert hand_text(hands, white=True, ascii_only=True) == "r b 2g"
    assert hand_text("-", white=True) == hand_text("-", white=False, ascii_only=True) == "none"
