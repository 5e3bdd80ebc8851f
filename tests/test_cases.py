"""Every case of data/cases.jsonl about legal moves, check and SFEN; a failure prints its reason."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import shogi_fast as sf

DATA = Path(__file__).parent / "data"

Case = dict[str, Any]

# Field, what is wrong, the character and its place, or the end of the text.
MESSAGE = re.compile(
    r"(board|side to move|hands|move number|end) field: .+ "
    r"\(('.*'|\".*\") at character (\d+)\) in .*|"
    r"(board|side to move|hands) field: .+ \(at the end of the text\) in .*",
    re.DOTALL,
)


def _cases() -> list[Case]:
    with open(DATA / "cases.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


RULES = [case for case in _cases() if case["query"].split(":")[0] in ("legal", "legal_moves")]
CHECKS = [case for case in _cases() if case["query"] == "in_check"]
SFENS = [case for case in _cases() if case["kind"] == "sfen"]

# Asked about as illegal, but not even the text of a move: a drop never promotes.
NO_MOVES = {"G*5e+"}


def _each(cases: list[Case]) -> Any:
    return pytest.mark.parametrize("case", cases, ids=[case["id"] for case in cases])


def _board(case: Case) -> sf.Board:
    """Set up the position of a case, playing the moves that lead to it."""
    board = sf.Board(case["sfen"])
    for move in case["moves"]:
        board.push_usi(move)
    return board


def _reason(case: Case) -> str:
    return f"{case['query']} in {case['sfen']!r}: {case['why'] or case['kind']}"


@_each(RULES)
def test_legal_moves(case: Case) -> None:
    board = _board(case)
    query, _, text = case["query"].partition(": ")
    expected = case["expect"]
    moves = [move.usi() for move in board.legal_moves]
    if query == "legal":
        assert (text in moves) is expected, _reason(case)
        if text in NO_MOVES:
            with pytest.raises(sf.InvalidMoveError):
                sf.Move.from_usi(text)
            return
        move = sf.Move.from_usi(text)
        assert board.is_legal(move) is expected, _reason(case)
        assert (move in board.legal_moves) is expected, _reason(case)
        if expected:
            board.push(move)
        else:
            with pytest.raises(sf.IllegalMoveError):
                board.push(move)
    elif isinstance(expected, int):
        assert len(moves) == len(board.legal_moves) == expected, _reason(case)
    else:
        assert sorted(moves) == expected, _reason(case)
        assert len(board.legal_moves) == len(expected), _reason(case)


@_each(CHECKS)
def test_check(case: Case) -> None:
    assert _board(case).is_check() is case["expect"], _reason(case)


@_each(SFENS)
def test_sfen(case: Case) -> None:
    text, expected = case["sfen"], case["expect"]
    if expected == "reject":
        for strict in (False, True):
            with pytest.raises(sf.InvalidSfenError) as caught:
                sf.Board(text, strict=strict)
            assert MESSAGE.fullmatch(str(caught.value)), _reason(case)
    elif expected == "flag":
        board = sf.Board(text)
        assert not board.is_valid(), _reason(case)
        assert board.status() != sf.Status.VALID, _reason(case)
        assert sf.Board(board.sfen()).status() == board.status()
        with pytest.raises(sf.InvalidSfenError):
            sf.Board(text, strict=True)
    else:
        board = sf.Board(text, strict=True)
        assert board.sfen() == expected, _reason(case)
        assert board.is_valid(), _reason(case)


def test_cases_are_all_there() -> None:
    assert Counter(case["query"].split(":")[0] for case in RULES + CHECKS) == {
        "legal": 124,
        "legal_moves": 24,
        "in_check": 10,
    }
    assert len(SFENS) == 57
    # The others ask about what a later issue builds.
    others = {case["kind"].split("/")[0] for case in _cases()}
    others -= {case["kind"] for case in RULES + CHECKS + SFENS}
    assert others == {"usi-position", "record", "repetition", "declaration"}
