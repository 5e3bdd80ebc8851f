"""The fuzz targets on their seeds, and on seeds with a few bytes changed; and that they notice."""

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).with_name("fuzz")))

import inputs
import shogi_targets
import targets
from inputs import Fault, check_board, expect
from targets import TARGETS

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
def test_seeds_and_what_is_near_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target = TARGETS[name]
    seeds = list(target.seeds())
    assert len(seeds) >= 2
    rng = random.Random(name)
    with monkeypatch.context() as patch:
        patch.setattr(inputs, "ONE_IN", 1)
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
        check_board(sf.Board(), all_of_it=False)
    for name in ("sfen", "position", "packed", "board", "pickle", "cshogi-text", "cshogi-board"):
        with pytest.raises(Fault, match="unsound"):
            run_seeds(name)
    monkeypatch.setattr(shogi_targets, "parts", lambda board: [[object()] for _ in range(6)])
    monkeypatch.setattr(inputs, "ONE_IN", 1)
    for name in ("shogi-text", "shogi-board"):
        with pytest.raises(Fault):
            run_seeds(name)


@pytest.mark.parametrize("error", [SystemError, Fault])
def test_a_pickle_may_not_raise_everything(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged one raises what it likes, but not what only a fault of the package does."""

    def find_class(self: object, module: str, name: str) -> None:
        raise error(module)

    monkeypatch.setattr(targets._Unpickler, "find_class", find_class)
    with pytest.raises(error):
        run_seeds("pickle")


def test_a_refused_call_that_changed_something_is_noticed() -> None:
    made: list[int] = []

    def call(reader: inputs.Reader) -> None:
        made.append(reader.take())
        raise ValueError("refused")

    run = inputs.run_calls
    run(b"\1\2", call, (ValueError,), lambda: None, lambda: None)
    assert made == [1, 2]
    with pytest.raises(Fault, match="changed by a call that failed"):
        run(b"\1\2", call, (ValueError,), lambda: len(made), lambda: None)
    with pytest.raises(ValueError, match="refused"):
        run(b"\1", call, (IndexError,), lambda: None, lambda: None)
    with pytest.raises(Fault, match="after it"):
        run(b"\1", call, (ValueError,), lambda: None, lambda: expect(False, "after it"))


def test_an_input_chooses_how_much_is_looked_at() -> None:
    chosen = [number for number in range(1000) if inputs.is_chosen(number.to_bytes(2))]
    assert 10 < len(chosen) < 100
    assert chosen == [number for number in chosen if inputs.is_chosen(number.to_bytes(2))]


def test_numbers_from_bytes() -> None:
    reader = inputs.Reader(b"\x05\xff\x01\x02\xff\xff")
    assert reader.take(3) == 2
    assert reader.take() == 255
    assert reader.take(1 << 15) == 0x201
    assert reader.left == 2
    assert reader.signed(2) == -1
    assert (reader.left, reader.take(), reader.take(1 << 15), reader.signed()) == (0, 0, 0, 0)
