"""A million positions of random games, compared with cshogi and rsshogi.

    pytest -m slow tests/peers/test_million_positions.py

compares 100 portions of 10,000 positions; without ``-m slow`` one portion more is compared alone.
A failure names the portion and the game.

Compared are the legal moves, the text of the position, check, and repetition as far as the
libraries mean the same by it:

- rsshogi counts how often a position came before, the start included, and gives the same verdict
  on the fourth time.
- cshogi tells what a search makes of the nearest earlier position with the same board; so does
  ``search_repetition``.
"""

import random
from collections import Counter

import cshogi
import pytest
import rsshogi.core
from positions import flags, random_sparse_sfen
from rsshogi.types import RepetitionState
from test_agreement import START, game_move

import shogi_fast as sf
from shogi_fast import Repetition, SearchRepetition

PORTIONS, POSITIONS = 100, 10_000
MOST_PLIES = 300
CODE = (1 << 15) - 1  # the part of a cshogi move that is laid out as ours

SEARCH = {
    cshogi.NOT_REPETITION: SearchRepetition.NONE,
    cshogi.REPETITION_DRAW: SearchRepetition.DRAW,
    cshogi.REPETITION_WIN: SearchRepetition.WIN,
    cshogi.REPETITION_LOSE: SearchRepetition.LOSE,
    cshogi.REPETITION_SUPERIOR: SearchRepetition.SUPERIOR,
    cshogi.REPETITION_INFERIOR: SearchRepetition.INFERIOR,
}


# Few men, to give check with, and pawns to drop and take: positions come back, with perpetual check
# and with other hands.
FEW_MEN = (
    "4k4/9/9/9/9/9/5R3/9/K8 b 4P4p 1",
    "k8/9/5r3/9/9/9/9/9/4K4 w 4P4p 1",
    "4k4/1r5b1/9/9/9/9/9/1B5R1/4K4 b 9P9p 1",
)


def _game_start(rng: random.Random) -> str:
    """Return where a game starts: one in two from few men."""
    kind = rng.randrange(4)
    while kind == 0:
        sfen = random_sparse_sfen(rng)
        # cshogi needs both kings, and neither library plays on where the rules are broken.
        if "K" in sfen and "k" in sfen.split()[0] and not flags(sfen):
            return sfen
    return rng.choice(FEW_MEN) if kind == 1 else START


def _choose(rng: random.Random, moves: list[str], made: list[str], shuffling: float) -> str:
    """Choose a move: with the given probability one that may lead to a position seen before.

    Random moves alone hardly ever repeat a position. A side that takes its last move back may; so
    may a man that goes on, after taking what was just dropped: then with other hands.
    """
    if len(made) > 1 and rng.random() < shuffling:
        last, own = made[-1], made[-2]
        takes = [usi for usi in moves if last[1] == "*" and usi[2:4] == last[2:4]]
        backs = [usi for usi in moves if usi == own[2:4] + own[:2]]
        on = [usi for usi in moves if usi[:2] == own[2:4]]
        chosen = takes or (on if rng.random() < 0.2 else backs)
        if chosen:
            return rng.choice(chosen)
    return game_move(rng, moves)


def _compare_repetition(ours: sf.Board, cs: cshogi.Board, rs: rsshogi.core.Board) -> str:
    """Compare all there is to say of repetition; return what was said."""
    count = ours.repetition_count()
    assert [rs.is_repetition(times) for times in range(1, 5)] == [
        count > times for times in range(1, 5)
    ]
    verdict = ours.repetition()
    if count < 4:
        assert verdict == Repetition.NONE
    elif count > 4:
        # The game was over the fourth time; what each makes of later laps is its own affair.
        assert verdict != Repetition.NONE
    elif verdict == Repetition.DRAW:
        assert rs.repetition_state() == RepetitionState.DRAW
    else:
        loses = verdict == (Repetition.WHITE_LOSES if ours.turn else Repetition.BLACK_LOSES)
        assert rs.repetition_state() == (RepetitionState.LOSE if loses else RepetitionState.WIN)
    search = ours.search_repetition()
    assert search == SEARCH[cs.is_draw()]
    return verdict.name if verdict else f"SEARCH_{search.name}"


def _play(rng: random.Random, most: int, seen: Counter[str]) -> None:
    """Play a random game in all three, and note what was in it."""
    sfen = _game_start(rng)
    shuffling = rng.choice((0.0, 0.5, 0.9))
    ours, cs, rs = sf.Board(sfen), cshogi.Board(sfen), rsshogi.core.Board()
    rs.set_sfen(sfen)
    made: list[str] = []
    try:
        for _ in range(min(most, MOST_PLIES)):
            legal = list(ours.legal_moves)
            moves = sorted(move.usi() for move in legal)
            assert sorted(move & CODE for move in cs.legal_moves) == sorted(map(int, legal))
            assert sorted(move.to_usi() for move in rs.legal_moves()) == moves
            assert ours.is_check() == cs.is_check() == rs.is_in_check()
            assert ours.sfen() == cs.sfen() == rs.to_sfen()
            seen[_compare_repetition(ours, cs, rs)] += 1
            seen["POSITIONS"] += 1
            seen["CHECKS"] += ours.is_check()
            seen["NO_MOVES"] += not moves
            if not moves or ours.repetition_count() > 5:
                break
            usi = _choose(rng, moves, made, shuffling)
            made.append(usi)
            ours.push_usi(usi)
            assert cs.push_usi(usi)
            rs.apply_usi(usi)
    except AssertionError as problem:
        problem.add_note(ours.usi())
        raise


def _play_portion(number: int) -> Counter[str]:
    """Compare a portion of positions; return what there was in them."""
    rng = random.Random(f"portion {number}")
    seen: Counter[str] = Counter()
    try:
        while seen["POSITIONS"] < POSITIONS:
            _play(rng, POSITIONS - seen["POSITIONS"], seen)
    except AssertionError as problem:
        problem.add_note(f"portion {number}")
        raise
    return seen


def test_ten_thousand_positions() -> None:
    seen = _play_portion(0)
    assert seen["POSITIONS"] == POSITIONS
    for what in ("CHECKS", "NO_MOVES", "DRAW", "SEARCH_DRAW"):
        assert seen[what] > 0, seen


@pytest.mark.slow
def test_a_million_positions() -> None:
    seen: Counter[str] = Counter()
    for number in range(1, PORTIONS + 1):
        seen += _play_portion(number)
    print(dict(seen))
    assert seen["POSITIONS"] == 1_000_000
    # The games are of use only if they have all of this.
    assert set(seen) == {
        *("POSITIONS", "CHECKS", "NO_MOVES", "DRAW", "BLACK_LOSES", "WHITE_LOSES"),
        *(f"SEARCH_{verdict.name}" for verdict in SearchRepetition),
    }
