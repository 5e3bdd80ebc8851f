"""The board as text: a diagram in kanji, as Japanese programs write it, or one in plain letters."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shogi_fast.arguments import is_a, shown, text_of
from shogi_fast.board import Board
from shogi_fast.errors import InvalidSfenError
from shogi_fast.names import (
    COLOR_KANJI,
    COLOR_NAMES,
    DIAGRAM_KANJI,
    FULL_WIDTH_DIGITS,
    KANJI_NUMERALS,
    LETTER_TYPES,
    kanji_number,
)

__all__ = ["Line", "Span", "draw_board", "hand_text", "plain_board", "plain_text", "unicode_board"]

SYMBOL = re.compile(r"\+?[A-Za-z]|[1-9]")
RANK = r"(?:\+?[PLNSBRplnsbr]|[GKgk]|[1-9])+"
HANDS = re.compile(r"-|(?:(?:[1-9][0-9]?)?[PLNSBRGplnsbrg])+")
SFEN = re.compile(rf"({RANK}(?:/{RANK}){{8}}) ([bw]) ({HANDS.pattern}) [0-9]+")
IN_HAND = re.compile(r"([0-9]*)([A-Za-z])")
BLACK, WHITE = 0, 1

# Styles of rich; the side of a piece shows in its mark or case, never in colour alone.
DIM, PROMOTED = "dim", "red"


class Span(NamedTuple):
    """A part of a line in one style.

    >>> Span("+P", style="red").text
    '+P'
    """

    text: str
    style: str = ""


Line = list[Span]


def unicode_board(board: Board) -> str:
    """Draw a position as a kanji diagram (BOD), which Japanese programs read from the clipboard.

    Every square is a mark and a kanji. The mark is ``v`` for White's pieces, which point down the
    board, and a blank for Black's. White's hand is written above the board, Black's below it; a
    last line says so when White is to move.

    :returns: 14 lines, or 15, without a line break at the end.

    >>> from shogi_fast import Board
    >>> print(unicode_board(Board("4k4/9/9/9/9/9/9/4+P4/4K4 w R3p 1")))
    後手の持駒：歩三
      ９ ８ ７ ６ ５ ４ ３ ２ １
    +---------------------------+
    | ・ ・ ・ ・v玉 ・ ・ ・ ・|一
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|三
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
    | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
    | ・ ・ ・ ・ と ・ ・ ・ ・|八
    | ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
    +---------------------------+
    先手の持駒：飛
    後手番
    """
    placement, turn, hands = _fields(_sfen(board))
    above, below = (
        f"{COLOR_KANJI[color]}の持駒：{_kanji_hand(hands, color, '　') or 'なし'}"
        for color in (WHITE, BLACK)
    )
    lines = [above, *map(_line_text, _grid(placement, ascii_only=False)), below]
    if turn == "w":
        lines.append(f"{COLOR_KANJI[WHITE]}番")
    return "\n".join(lines)


def plain_board(board: Board) -> str:
    """Draw a position in ASCII, with the letters of SFEN and who is to move.

    Upper case is Black's, lower case White's, ``+`` is promoted.

    :returns: 15 lines, without a line break at the end.

    >>> from shogi_fast import Board
    >>> print(plain_board(Board("4k4/9/9/9/9/9/9/4+P4/4K4 b R3p 1")))
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
    Black to move
    """
    sfen = _sfen(board)
    drawing = plain_text(draw_board(sfen, ascii_only=True))
    return f"{drawing}\n{COLOR_NAMES[_fields(sfen)[1] == 'w']} to move"


def _sfen(board: Board) -> str:
    """Return the position of a board, whatever a subclass writes."""
    if not is_a(board, Board):
        raise TypeError(f"a board is a shogi_fast.Board, not {type(board).__name__}")
    return Board.sfen(board)


def draw_board(sfen: str, *, ascii_only: bool = False) -> list[Line]:
    """Draw a position and both hands for a terminal, with English words round the board.

    In kanji every square is three columns of a terminal: a mark and a kanji, which is two columns
    wide. In ASCII pieces are the letters of SFEN.

    :param sfen: the position, in the canonical form of ``Board.sfen()``.
    :param ascii_only: whether to draw in ASCII.
    :returns: the lines, from the top, in spans that carry a style of rich.
    :raises InvalidSfenError: if it is none in that form.

    >>> lines = draw_board("4k4/9/9/9/9/9/9/4+P4/4K4 b R3p 1")
    >>> print(plain_text(lines[0:1] + lines[10:11]))
    White's hand: 歩三
    | ・ ・ ・ ・ と ・ ・ ・ ・|八
    """
    placement, _, hands = _fields(text_of(sfen, "an SFEN"))
    return [
        [Span("White's hand: " + hand_text(hands, white=True, ascii_only=ascii_only))],
        *_grid(placement, ascii_only),
        [Span("Black's hand: " + hand_text(hands, white=False, ascii_only=ascii_only))],
    ]


def _fields(sfen: str) -> tuple[str, str, str]:
    """Return placement, side and hands of a canonical SFEN."""
    # Not by Board, which reads no more of a kind in hand than a set has; captures may bring more.
    match = SFEN.fullmatch(sfen)
    if match is None or any(
        sum(int(item) if item.isdigit() else 1 for item in SYMBOL.findall(rank)) != 9
        for rank in match[1].split("/")
    ):
        raise InvalidSfenError(f"not a position as Board.sfen() writes it: {shown(sfen)}")
    return match[1], match[2], match[3]


def _grid(placement: str, ascii_only: bool) -> list[Line]:
    """Draw the squares, from a placement of SFEN, with a frame, files and ranks."""
    if ascii_only:
        files, ranks = "  ".join("987654321"), "abcdefghi"
    else:
        files, ranks = " ".join(FULL_WIDTH_DIGITS[:0:-1]), KANJI_NUMERALS[1:]
    frame = [Span("+" + "-" * 27 + "+", DIM)]
    lines = [[Span("  " + files, DIM)], frame]
    for row, rank in zip(placement.split("/"), ranks, strict=True):
        cells = [cell for symbol in SYMBOL.findall(row) for cell in _cells(symbol, ascii_only)]
        lines.append([Span("|", DIM), *cells, Span("|", DIM), Span(rank, DIM)])
    return [*lines, frame]


def _cells(symbol: str, ascii_only: bool) -> list[Span]:
    """Return what one item of an SFEN rank takes up: a piece, or a number of empty squares."""
    if symbol.isdigit():
        return [Span(" . " if ascii_only else " ・", DIM)] * int(symbol)
    style = PROMOTED if symbol.startswith("+") else ""
    if ascii_only:
        return [Span(f"{symbol:>2} ", style)]
    mark = "v" if symbol.islower() else " "
    return [Span(mark + DIAGRAM_KANJI[LETTER_TYPES[symbol.upper()]], style)]


def hand_text(hands: str, *, white: bool, ascii_only: bool = False) -> str:
    """Write one side's hand, with how many of each kind where it has more than one.

    :param hands: the hands field of an SFEN, both sides'.
    :raises ValueError: if it is none.

    >>> hand_text("RB2p", white=False, ascii_only=True), hand_text("RB2p", white=True)
    ('R B', '歩二')
    """
    hands = text_of(hands, "the hands")
    if not HANDS.fullmatch(hands):
        raise ValueError(f"not the hands of an SFEN: {shown(hands)}")
    color = WHITE if white else BLACK
    if not ascii_only:
        return _kanji_hand(hands, color, " ") or "none"
    return " ".join(count + letter for count, letter in _in_hand(hands, color)) or "none"


def _in_hand(hands: str, color: int) -> list[tuple[str, str]]:
    """Return the counts, empty for one, and letters of one side in the hands field of an SFEN."""
    return [item for item in IN_HAND.findall(hands) if item[1].islower() == (color == WHITE)]


def _kanji_hand(hands: str, color: int, between: str) -> str:
    return between.join(
        DIAGRAM_KANJI[LETTER_TYPES[letter.upper()]] + (kanji_number(int(count)) if count else "")
        for count, letter in _in_hand(hands, color)
    )


def _line_text(line: Line) -> str:
    return "".join(_span_text(span) for span in line)


def _span_text(span: Span) -> str:
    if not is_a(span, Span):
        raise TypeError(f"a line is a list of Spans, not of {type(span).__name__}")
    return span.text


def plain_text(lines: Sequence[Line]) -> str:
    """Return lines as text without styles.

    >>> plain_text([[Span("| "), Span("+P", style="red")], [Span("+--")]])
    '| +P\\n+--'
    """
    return "\n".join(map(_line_text, lines))
