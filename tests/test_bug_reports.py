"""Legality as users of other programs reported it wrong: tests/data/bug_reports.jsonl.

The reports about the text of moves are in test_notation.py.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from reference import Reference

import shogi_fast as sf

REPORTS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/bug_reports.jsonl").read_text("utf-8").splitlines()
]
LEGALITY = [report for report in REPORTS if report["kind"].startswith(("legality/", "one-king"))]


@pytest.mark.parametrize("report", LEGALITY, ids=[report["id"] for report in LEGALITY])
def test_reported_legality(report: dict[str, Any]) -> None:
    question = re.fullmatch(r"is (\S+) legal\?", report["question"])
    assert question is not None
    move = sf.Move.from_usi(question[1])
    board = sf.Board(report["input"]["sfen"])
    for usi in report["input"]["moves"]:
        board.push_usi(usi)
    expected = report["expect"]
    assert board.is_legal(move) is expected, report["symptom"]
    assert (move in board.legal_moves) is expected
    assert (move in list(board.legal_moves)) is expected
    assert (move in board.generate_moves()) is expected
    assert (move.usi() in Reference(board.sfen()).legal_moves()) is expected


def test_reports_are_all_there() -> None:
    assert len(REPORTS) == 51
    assert len(LEGALITY) == 9
