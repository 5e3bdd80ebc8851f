"""The fuzz targets on their seeds, and on seeds with a few bytes changed; and that they notice."""

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).with_name("fuzz")))

from targets import TARGETS, Fault, check_board, expect

import shogi_fast as sf
from shogi_fast import _testing

CHANGED = 150  # inputs for each target, besides the seeds
INTERESTING = (0, 1, 127, 128, 255, 32, 43, 47, 57)


def changed(rng: random.Random, seed: bytes) -> bytes:
    """Return a seed with some bytes replaced, repeated, inserted or left out."""
    data = bytearray(seed)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randint(0, len(data))
        byte = rng.choice((rng.randrange(256), rng.choice(INTERESTING)))
        data[at : at + rng.choice((0, 1, 1, 3))] = bytes([byte] * rng.choice((0, 1, 1, 2)))
    return bytes(data)


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_and_what_is_near_them(name: str) -> None:
    target = TARGETS[name]
    seeds = list(target.seeds())
    assert len(seeds) >= 2
    rng = random.Random(name)
    for seed in seeds:
        target.run(seed)
    for _ in range(CHANGED):
        target.run(changed(rng, rng.choice(seeds)))


def run_seeds(name: str) -> None:
    for seed in TARGETS[name].seeds():
        TARGETS[name].run(seed)


def test_a_fault_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Fault, match="why"):
        expect(False, "why")
    monkeypatch.setattr(_testing, "rebuilt_bytes", lambda board: b"")
    with pytest.raises(Fault, match="unsound"):
        check_board(sf.Board())
    for name in ("sfen", "position", "packed", "board", "pickle"):
        with pytest.raises(Fault, match="unsound"):
            run_seeds(name)
