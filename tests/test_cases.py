"""Every case of data/cases.jsonl but whole records; a failure prints its reason.

The moves of the records are read in test_notation.py.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import shogi_fast as sf
from shogi_fast.rules import PRESETS, DeclarationRule

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
USI_POSITIONS = [case for case in _cases() if case["kind"] == "usi-position"]
REPETITIONS = [case for case in _cases() if case["kind"] == "repetition"]
DECLARATIONS = [case for case in _cases() if case["kind"] == "declaration"]

# What the cases call the verdicts, and the outcome by rules that know both.
VERDICTS = {
    "none": (sf.Repetition.NONE, None),
    "draw": (
        sf.Repetition.DRAW,
        sf.Outcome(None, sf.Termination.FOURFOLD_REPETITION),
    ),
    "lose_black": (
        sf.Repetition.BLACK_LOSES,
        sf.Outcome(sf.Color.WHITE, sf.Termination.PERPETUAL_CHECK),
    ),
    "lose_white": (
        sf.Repetition.WHITE_LOSES,
        sf.Outcome(sf.Color.BLACK, sf.Termination.PERPETUAL_CHECK),
    ),
}
# What the cases call the rules of declaration.
DECLARATION_RULES: dict[str, DeclarationRule] = {
    "r27": "csa27",
    "r27h": "csa27h",
    "r24": "jsa24",
    "r24h": "jsa24h",
}

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


@_each(USI_POSITIONS)
def test_usi_position(case: Case) -> None:
    text, expected = case["sfen"], case["expect"]
    if expected == "reject":
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            sf.Board.from_usi(text)
        assert isinstance(
            caught.value, (sf.InvalidSfenError, sf.InvalidMoveError, sf.IllegalMoveError)
        ), _reason(case)
        return
    board = sf.Board.from_usi(text)
    assert board.sfen() == expected, _reason(case)
    # What is written is read again, moves and all.
    twin = sf.Board.from_usi(board.usi())
    assert (twin.sfen(), twin.move_stack) == (board.sfen(), board.move_stack)


@_each(REPETITIONS)
def test_repetition(case: Case) -> None:
    board = _board(case)
    verdict, outcome = VERDICTS[case["expect"]]
    assert board.repetition() is verdict, _reason(case)
    for rules in PRESETS:
        assert board.outcome(rules) == outcome, _reason(case)
    # The same game again, asked after each move: none of these ends before its last move.
    board = sf.Board(case["sfen"])
    for move in case["moves"][:-1]:
        board.push_usi(move)
        assert board.repetition() is sf.Repetition.NONE, _reason(case)
    board.push_usi(case["moves"][-1])
    assert board.repetition() is verdict, _reason(case)


@_each(DECLARATIONS)
def test_declaration(case: Case) -> None:
    board = _board(case)
    for key, expected in case["expect"].items():
        rule = DECLARATION_RULES[key]
        # By the 27-point rules a declaration wins or loses, so they are asked for a win alone.
        if isinstance(expected, bool):
            expected = "win" if expected else "lose"
        assert board.declaration(rule) == expected, f"{rule}: {_reason(case)}"
        assert board.can_declare_win(rule) is (expected == "win"), f"{rule}: {_reason(case)}"


def test_cases_are_all_there() -> None:
    assert Counter(case["query"].split(":")[0] for case in RULES + CHECKS) == {
        "legal": 124,
        "legal_moves": 24,
        "in_check": 10,
    }
    assert len(SFENS) == 57
    assert len(USI_POSITIONS) == 20
    assert len(REPETITIONS) == 19
    assert len(DECLARATIONS) == 13
    run = RULES + CHECKS + SFENS + USI_POSITIONS + REPETITIONS + DECLARATIONS
    ids = {case["id"] for case in run}
    assert len(ids) == len(run) == 267
    # Left out are whole records, as nothing reads files yet.
    left_out = Counter(case["kind"] for case in _cases() if case["id"] not in ids)
    assert left_out == {"record/kif": 26, "record/csa": 16, "record/ki2": 5}
