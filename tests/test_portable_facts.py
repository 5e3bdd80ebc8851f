"""Packed bytes, keys and the order of moves are the same here as everywhere.

That ``packed`` and ``moves`` are right, not only the same, another library says: tests/peers.
"""

import json

from platform_scripts import SCRIPTS, load_script

facts = load_script("portable_facts")
STORED = json.loads((SCRIPTS / "portable_facts.json").read_text(encoding="utf-8"))


def test_the_facts_are_those_of_every_platform() -> None:
    assert facts.facts() == STORED


def test_the_positions_are_of_all_kinds() -> None:
    boards = [(board.packed(), board.turn, board.is_check()) for board in facts.positions()]
    assert STORED["positions"] == len(boards) == 960
    assert len({packed for packed, _, _ in boards}) > 900
    assert {int(turn) for _, turn, _ in boards} == {0, 1}
    assert sum(in_check for _, _, in_check in boards) > 5


def test_the_numbers_are_those_of_the_generator() -> None:
    """Worked out by hand: with seed 0 the first state is the increment itself."""
    numbers = facts.numbers(0)
    assert next(numbers) == 1442695040888963407 >> 33
    second = (1442695040888963407 * 6364136223846793005 + 1442695040888963407) % 2**64
    assert next(numbers) == second >> 33
