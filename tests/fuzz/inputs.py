"""What the fuzz targets share: what a target is, what takes its bytes apart, what is looked at.

Most is looked at after every input. What takes long is looked at after one input in ``ONE_IN``,
which the input's own bytes choose: so a fault comes again with its input, and ten minutes are
enough for a million inputs.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import shogi_fast as sf
from shogi_fast import _testing

DATA = Path(__file__).resolve().parents[1] / "data"
START = sf.STARTING_SFEN
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
CHECK = "4k4/9/9/9/9/9/4r4/9/4K4 b RB2G2S2N2L9P 1"
ONE_IN = 32


class Target(NamedTuple):
    """Something to fuzz, what to begin with, and how long inputs get."""

    run: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    most_bytes: int = 200


class Fault(AssertionError):
    """What the package did and must not do."""


def expect(condition: object, what: str) -> None:
    """Raise Fault unless a condition holds; ``assert`` would be passed over by ``python -O``."""
    if not condition:
        raise Fault(what)


def is_chosen(data: bytes) -> bool:
    """Say whether an input is one after which all is looked at."""
    return crc32(data) % ONE_IN == 0


# ---- what is looked at -----------------------------------------------------------------------


def check_board(board: sf.Board, *, all_of_it: bool) -> None:
    """Raise Fault unless a board is sound, and what is asked of it agrees."""
    number = len(board.legal_moves)
    if _testing.position_bytes(board) != _testing.rebuilt_bytes(board):
        raise Fault(f"unsound: {board.sfen()}")
    if not all_of_it:
        return
    sfen = board.sfen()
    expect(sf.perft(board, 1, method="bulk") == number, f"bulk counts otherwise: {sfen}")
    moves = list(board.legal_moves)
    expect(number == len(moves) == len(set(moves)), f"numbers of moves: {sfen}")
    expect(all(map(board.is_legal, moves)), f"a listed move is not legal: {sfen}")
    expect(
        sf.perft(board, 2, method="pairs") == sf.perft(board, 2, method="bulk"),
        f"pairs count otherwise: {sfen}",
    )
    before = _testing.position_bytes(board)
    for move in moves:
        board.push_unchecked(move)
        expect(board.pop() is move, f"another move taken back: {sfen}")
    expect(_testing.position_bytes(board) == before, f"moves leave traces: {sfen}")


def check_text(board: sf.Board) -> None:
    """Raise Fault unless a position that was read as text is written so that it is read again."""
    sfen = board.sfen()
    again = sf.Board(sfen)
    expect(again == board and again.sfen() == sfen, f"not read back: {sfen}")
    expect(again.key == board.key, f"another key: {sfen}")


# ---- what is read ----------------------------------------------------------------------------


class Reader:
    """Takes numbers from bytes; 0 when there are none left."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    @property
    def left(self) -> int:
        return len(self.data) - self.at

    def take(self, below: int = 256) -> int:
        """Return a number from 0 to ``below - 1``, from as many bytes as such numbers need."""
        if below <= 256:
            value = self.data[self.at] if self.at < len(self.data) else 0
            self.at += 1
            return value % below
        wide = (below - 1).bit_length() + 7 >> 3
        value = int.from_bytes(self.data[self.at : self.at + wide], "little")
        self.at += wide
        return value % below

    def signed(self, wide: int = 4) -> int:
        """Return a number of ``wide`` bytes, which may be negative."""
        value = int.from_bytes(self.data[self.at : self.at + wide], "little", signed=True)
        self.at += wide
        return value


def run_calls(
    data: bytes,
    call: Callable[[Reader], None],
    refused: tuple[type[Exception], ...],
    state: Callable[[], object],
    look: Callable[[], None],
) -> None:
    """Run a program: each few bytes are a call and its arguments.

    ``state`` returns what a call that is refused must leave as it was, a board that a call puts in
    the place of another included; ``look`` raises Fault unless all is well after a call.
    """
    reader = Reader(data)
    while reader.left > 0:
        before = state()
        try:
            call(reader)
        except refused as error:
            if (after := state()) != before:
                raise Fault(
                    f"changed by a call that failed with {error!r}: {before!r} to {after!r}"
                ) from error
        look()


def as_text(data: bytes) -> str:
    """Return bytes as text, with lone surrogates where UTF-8 would have them."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


@cache
def sfens() -> tuple[str, ...]:
    """Return the positions in the test data, what other programs choke on among them."""
    found = {START, MIDDLE, MOST, CHECK}
    for line in (DATA / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        found.update(_texts(json.loads(line)))
    return tuple(sorted(found))


def _texts(value: object) -> Iterable[str]:
    """Find what looks like a position."""
    if isinstance(value, str):
        if value.count("/") == 8 and len(value) < 200:
            yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
