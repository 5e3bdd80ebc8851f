"""The package against other libraries, on the random games and positions of test_agreement.py.

In an environment of their own: a missing library is a failure. Compared are positions that a game
could have: both kings, nothing that `Board.status()` flags. cshogi ends the process on text it
does not understand, so it sees no other.
"""

import json
import random
from pathlib import Path
from typing import Any

import cshogi
import pytest
import rsshogi.core
import shogi
from positions import flags
from reference import CELL, Reference
from test_agreement import (
    GAMES,
    MATES,
    POSITIONS,
    drop_mate_sfen,
    game_move,
    game_start,
    numbered_position,
    portions,
)

import shogi_fast as sf

DATA = Path(__file__).parent.parent / "data"
CODE = (1 << 15) - 1  # the part of a cshogi move that is laid out as ours

# python-shogi lets a pawn drop mate where a man attacks the pawn, though it is pinned and may not
# take it: cases uchi-02, -16, -30 and -40 to -46.
PYTHON_SHOGI_ERRS = {
    *("uchi-02-gold-pinned-diagonal", "uchi-16-pinned-on-rank", "uchi-30-interpose-and-mate"),
    *(f"uchi-{number}-pinned-defender" for number in range(40, 47)),
}


def _comparable(sfen: str) -> bool:
    board = sfen.split()[0]
    return "K" in board and "k" in board and not flags(sfen)


class Peers:
    """The same position in every library."""

    def __init__(self, sfen: str) -> None:
        self.ours = sf.Board(sfen)
        self.cshogi = cshogi.Board(sfen)
        self.rsshogi = rsshogi.core.Board()
        self.rsshogi.set_sfen(sfen)

    def agree(self) -> list[str]:
        """Compare legal moves, check and text; return the moves, sorted."""
        moves = sorted(move.usi() for move in self.ours.legal_moves)
        codes = sorted(int(move) for move in self.ours.legal_moves)
        assert sorted(move & CODE for move in self.cshogi.legal_moves) == codes
        assert sorted(move.to_usi() for move in self.rsshogi.legal_moves()) == moves
        assert self.ours.is_check() == self.cshogi.is_check() == self.rsshogi.is_in_check()
        assert self.ours.sfen() == self.cshogi.sfen() == self.rsshogi.to_sfen()
        return moves

    def push(self, usi: str) -> None:
        """Make a legal move in each."""
        self.ours.push_usi(usi)
        assert self.cshogi.push_usi(usi)
        self.rsshogi.apply_usi(usi)


@portions(GAMES, 50, 200)
def test_random_games(numbers: range) -> None:
    for number in numbers:
        rng = random.Random(number)
        sfen, most = game_start(rng, number)
        if not _comparable(sfen):
            continue
        peers = Peers(sfen)
        try:
            for _ in range(most):
                moves = peers.agree()
                if not moves:
                    break
                peers.push(game_move(rng, moves))
        except AssertionError as problem:
            problem.add_note(f"game {number}, at {peers.ours.sfen()}")
            raise


@portions(POSITIONS, 1_000, 4_000)
def test_random_positions(numbers: range) -> None:
    compared = 0
    for number in numbers:
        rng, sfen = numbered_position(number)
        if _comparable(sfen):
            compared += 1
            _compare(sfen, rng)
    assert compared > len(numbers) * 0.3


@portions(MATES, 1_000, 4_000)
def test_pawn_drops_before_a_king(numbers: range) -> None:
    compared = 0
    for number in numbers:
        rng = random.Random(f"mate {number}")
        sfen = drop_mate_sfen(rng)
        if _comparable(sfen):
            compared += 1
            _compare(sfen, rng)
    assert compared > len(numbers) * 0.3


def _compare(sfen: str, rng: random.Random) -> None:
    """Compare a position and one after it."""
    peers = Peers(sfen)
    try:
        moves = peers.agree()
        if moves:
            peers.push(rng.choice(moves))
            peers.agree()
    except AssertionError as problem:
        problem.add_note(sfen)
        raise


# -- python-shogi: slow, so spot checks ---------------------------------------------------------


def _pinned_man_attacks_the_pawn(sfen: str, usi: str) -> bool:
    """Tell whether a drop is a pawn-drop mate by a pawn that a man other than the king attacks."""
    position = Reference(sfen)
    after = position.copy()
    after.push(usi)
    takers = after.attackers(after.turn, usi[2:])
    return usi[0] == "P" and any(CELL[name] != after.kings[after.turn] for name in takers)


def test_python_shogi_on_spots() -> None:
    sfens = [numbered_position(number)[1] for number in range(60)]
    sfens += [drop_mate_sfen(random.Random(f"mate {number}")) for number in range(120)]
    compared = 0
    for sfen in filter(_comparable, sfens):
        compared += 1
        theirs, ours = shogi.Board(sfen), sf.Board(sfen)
        found = {move.usi() for move in theirs.legal_moves}
        expected = {move.usi() for move in ours.legal_moves}
        assert expected <= found, sfen
        for usi in found - expected:
            assert _pinned_man_attacks_the_pawn(sfen, usi), sfen
        assert theirs.is_check() == ours.is_check()
        assert theirs.sfen() == ours.sfen()
    assert compared > 80


def test_python_shogi_in_a_game() -> None:
    rng = random.Random(1)
    theirs, ours = shogi.Board(), sf.Board()
    for _ in range(80):
        moves = sorted(move.usi() for move in ours.legal_moves)
        assert sorted(move.usi() for move in theirs.legal_moves) == moves
        assert theirs.is_check() == ours.is_check()
        assert theirs.sfen() == ours.sfen()
        if not moves:
            break
        usi = game_move(rng, moves)
        theirs.push_usi(usi)
        ours.push_usi(usi)


# -- The cases ----------------------------------------------------------------------------------


def _cases() -> list[Any]:
    with open(DATA / "cases.jsonl", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    return [
        pytest.param(case, id=case["id"])
        for case in cases
        if case["query"].split(":")[0] in ("legal", "legal_moves", "in_check")
        and _comparable(case["sfen"])
    ]


@pytest.mark.parametrize("case", _cases())
def test_peers_agree_on_the_cases(case: dict[str, Any]) -> None:
    peers = Peers(case["sfen"])
    for usi in case["moves"]:
        peers.push(usi)
    moves = peers.agree()
    if case["id"] not in PYTHON_SHOGI_ERRS:
        theirs = shogi.Board(peers.ours.sfen())
        assert sorted(move.usi() for move in theirs.legal_moves) == moves


def test_there_are_such_cases() -> None:
    assert len(_cases()) > 60
