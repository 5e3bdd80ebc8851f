"""Tests of texts as arguments: of which classes, and how a position command is divided."""

from collections.abc import Callable
from typing import Any

import pytest

import shogi_fast as sf

START = sf.STARTING_SFEN


class Text(str):
    """Text of another class, as NumPy's and StrEnum's are."""

    __slots__ = ()


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (sf.Board, START),
        (sf.Board.from_usi, "startpos moves 7g7f"),
        (sf.Board.handicap, "two-piece"),
        (sf.Board().set_sfen, START),
        (sf.Board().push_usi, "7g7f"),
        (sf.Board().parse_usi, "7g7f"),
        (sf.Board().parse_csa, "+7776FU"),
        (sf.Board().parse_kif, "７六歩(77)"),
        (sf.Board().parse_ki2, "７六歩"),
        (sf.Board().parse_western, "P-7f"),
        (sf.Board().generate_moves, "quiets"),
        (sf.Board().declaration, "try"),
        (sf.Board().can_declare_win, "jsa24"),
        (sf.Board().outcome, "jsa"),
        (sf.Move.from_usi, "7g7f"),
        (sf.parse_square, "7g"),
        (sf.Piece.from_symbol, "+R"),
        (lambda text: sf.perft(text, 1), START),
    ],
)
def test_text_may_be_of_a_subclass_and_nothing_else(
    read: Callable[[Any], object], text: str
) -> None:
    if getattr(read, "__name__", "") == "push_usi":
        assert read(Text(text)) == sf.Move.from_usi(text)
    else:
        assert read(Text(text)) == read(text)
    for wrong in (None, 7, text.encode(), [text]):
        with pytest.raises(TypeError):
            read(wrong)


@pytest.mark.parametrize("text", ["", "position", "moves 7g7f", "position sfen", " \t"])
def test_a_position_command_without_a_position(text: str) -> None:
    with pytest.raises(sf.InvalidSfenError, match="a position is missing"):
        sf.Board.from_usi(text)


def test_position_commands_are_divided_by_ascii_blanks_alone() -> None:
    assert sf.Board.from_usi("\tposition\n startpos\r\fmoves\v7g7f ").usi().endswith("moves 7g7f")
    for blank in "\u3000\u2028\u00a0\x1f":
        with pytest.raises(sf.InvalidSfenError):
            sf.Board.from_usi(f"startpos{blank}moves{blank}7g7f")


@pytest.mark.parametrize("text", ["startpos move 7g7f", "position startpos 7g7f"])
def test_moves_without_their_word_are_told_so(text: str) -> None:
    with pytest.raises(sf.InvalidSfenError, match="'startpos' is followed by 'moves', not"):
        sf.Board.from_usi(text)


@pytest.mark.parametrize(
    "text", ["position startpos moves 7g7f", "startpos moves 7g7f", f"sfen {START} moves 7g7f"]
)
def test_a_position_command_given_for_an_sfen_is_told_where_it_is_read(text: str) -> None:
    with pytest.raises(sf.InvalidSfenError, match=r"Board\.from_usi reads position commands"):
        sf.Board(text)
    assert sf.Board.from_usi(text).move_stack == [sf.Move.from_usi("7g7f")]
