"""What is fuzzed: functions of bytes that raise when the package does what it must not.

A target reads its bytes as a user's program would, lets the documented errors pass, and looks at
what came of the rest: positions that are what their own text says, moves that are legal, text that
is read back as the same. ``run.py`` feeds them from a coverage-guided fuzzer, and
``tests/test_fuzz_targets.py`` their seeds.
"""

import io
import json
import pickle
import tempfile
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import shogi_fast as sf
from shogi_fast import _testing
from shogi_fast.checkpoint import Run, format_checkpoint, parse_checkpoint
from shogi_fast.frontier import Frontier, count_unit
from shogi_fast.suite import SuiteError, read_suite

DATA = Path(__file__).resolve().parents[1] / "data"
START = sf.STARTING_SFEN
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
CHECK = "4k4/9/9/9/9/9/4r4/9/4K4 b RB2G2S2N2L9P 1"


class Target(NamedTuple):
    """Something to fuzz, and what to begin with."""

    run: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]


class Fault(AssertionError):
    """What the package did and must not do."""


def expect(condition: object, what: str) -> None:
    """Raise Fault unless a condition holds; ``assert`` would be passed over by ``python -O``."""
    if not condition:
        raise Fault(what)


# ---- what is looked at -----------------------------------------------------------------------


def check_board(board: sf.Board) -> None:
    """Raise Fault unless a board is sound, and all that is asked of it agrees."""
    sfen = board.sfen()
    expect(_testing.position_bytes(board) == _testing.rebuilt_bytes(board), f"unsound: {sfen}")
    moves = list(board.legal_moves)
    expect(len(board.legal_moves) == len(moves) == len(set(moves)), f"numbers of moves: {sfen}")
    expect(all(map(board.is_legal, moves)), f"a listed move is not legal: {sfen}")
    expect(sf.perft(board, 1, method="bulk") == len(moves), f"bulk counts otherwise: {sfen}")
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


def as_text(data: bytes) -> str:
    """Return bytes as text, lone surrogates and all."""
    return data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace")


# ---- positions -------------------------------------------------------------------------------


def run_sfen(data: bytes) -> None:
    """Text of a position."""
    try:
        text = as_text(data)
    except UnicodeDecodeError:
        return
    try:
        board = sf.Board(text)
    except sf.InvalidSfenError:
        return
    check_text(board)
    check_board(board)
    try:
        sf.Board(text, strict=True)
    except sf.InvalidSfenError:
        expect(not board.is_valid(), f"strict reading refuses a valid position: {text!r}")
    else:
        expect(board.is_valid(), f"strict reading accepts: {text!r}")


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


def sfen_seeds() -> Iterable[bytes]:
    yield b"startpos"
    yield b""
    for text in sfens():
        yield text.encode("utf-8", "surrogatepass")


def run_position(data: bytes) -> None:
    """A USI ``position`` command."""
    text = data.decode("utf-8", "replace")
    try:
        board = sf.Board.from_usi(text)
    except (sf.InvalidSfenError, sf.InvalidMoveError, sf.IllegalMoveError):
        return
    check_board(board)
    again = sf.Board.from_usi(board.usi())
    expect(again.move_stack == board.move_stack and again == board, f"not read back: {text!r}")


def position_seeds() -> Iterable[bytes]:
    yield b"startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e"
    yield b"position startpos moves 4i4h 6a6b 4h4i 6b6a 4i4h 6a6b 4h4i 6b6a"
    yield b"position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R 1 moves R*5h 5a6a 0000"
    for text in (START, MIDDLE, MOST, CHECK):
        yield f"position sfen {text} moves ".encode()
        yield f"sfen {text}".encode()


def run_packed(data: bytes) -> None:
    """A position of 32 bytes."""
    try:
        board = sf.Board.from_packed(data)
    except ValueError:
        return
    packed = board.packed()
    again = sf.Board.from_packed(packed)
    expect(again == board and again.packed() == packed, f"not packed again: {data.hex()}")
    check_text(board)
    check_board(board)


def packed_seeds() -> Iterable[bytes]:
    for text in sfens():
        try:
            yield sf.Board(text).packed()
        except ValueError:
            continue
    yield bytes(32)
    yield b"\xff" * 32


def run_unit(data: bytes) -> None:
    """A share of a frontier, as a worker of a cluster gets it."""
    if len(data) > 1000:  # what it would count takes long
        return
    depth, method = (data[0] % 2, ("pairs", "bulk", "visit")[data[0] // 2 % 3]) if data else (0, "")
    try:
        count = count_unit(data[1:], depth, method=method or "pairs")
    except (ValueError, OverflowError):
        return
    expect(0 <= count < 2**64, f"{count} positions")
    expect(count_unit(data[1:], depth, method="bulk") == count, "another count by another method")


def unit_seeds() -> Iterable[bytes]:
    for text in (START, MIDDLE, "4k4/9/9/9/9/9/9/9/4K4 b - 1"):
        for choice in range(6):
            yield bytes([choice]) + Frontier(text, 1).unit(0, 5)


# ---- moves -----------------------------------------------------------------------------------


@cache
def boards() -> tuple[sf.Board, ...]:
    """Return boards with moves of every kind."""
    return (
        sf.Board.from_usi("startpos moves 7g7f 3c3d 8h2b+"),
        sf.Board(MIDDLE),
        sf.Board(MOST),
        sf.Board(CHECK),
        sf.Board("3S1S3/9/3S1S3/9/4k4/9/2G1G1G2/1R7/4K3R w RB2B 1".replace("RB2B", "2b")),
    )


def chosen_board(data: bytes) -> tuple[sf.Board, str]:
    """Return a board and a text: the first byte says which."""
    number = data[0] if data else 0
    return boards()[number % len(boards())], data[1:].decode("utf-8", "replace")


def move_target(parse: str, write: str) -> Callable[[bytes], None]:
    """Return the target for a notation, of methods that read and write it."""

    def run(data: bytes) -> None:
        board, text = chosen_board(data)
        before = _testing.position_bytes(board)
        try:
            move = getattr(board, parse)(text)
        except (sf.InvalidMoveError, sf.IllegalMoveError):
            return
        finally:
            expect(_testing.position_bytes(board) == before, f"{parse} changes the board: {text!r}")
        expect(board.is_legal(move), f"{parse}: not legal: {text!r}")
        written = getattr(board, write)(move) if write else move.usi()
        expect(getattr(board, parse)(written) is move, f"{parse}: not read back: {written!r}")

    return run


def move_seeds(write: str) -> Callable[[], Iterable[bytes]]:
    """Return what makes the seeds of a notation."""

    def seeds() -> Iterable[bytes]:
        for number, board in enumerate(boards()):
            for move in board.generate_moves()[::7]:
                text = getattr(board, write)(move) if write else move.usi()
                yield bytes([number]) + text.encode()

    return seeds


# ---- objects and files -----------------------------------------------------------------------

PICKLED = (sf.Board, sf.Move, sf.Piece, sf.SquareSet)


class _Unpickler(pickle.Unpickler):
    """Reads what names nothing but this package, as other names would run any code."""

    def find_class(self, module: str, name: str) -> Any:
        if module == "shogi_fast" or module.startswith("shogi_fast."):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name}")


def run_pickle(data: bytes) -> None:
    """A pickle that somebody has changed."""
    try:
        value = _Unpickler(io.BytesIO(data)).load()
    except Exception:  # noqa: BLE001  pickle promises nothing of what a damaged one raises
        return
    if type(value) is sf.Board:
        check_board(value.copy())
        twin = deepcopy(value)
        expect(twin == value and twin.move_stack == value.move_stack, "another deep copy")
    elif isinstance(value, PICKLED):
        expect(pickle.loads(pickle.dumps(value)) == value, f"not pickled again: {value!r}")


def pickle_seeds() -> Iterable[bytes]:
    values: list[Any] = [*boards(), sf.Move.NULL, sf.Move.from_usi("P*5e"), sf.Move.from_int(129)]
    values += [sf.Piece.from_symbol("+p"), sf.SquareSet([0, 40, 80]), sf.Board().legal_moves[3]]
    for value in values:
        for protocol in (0, 2, 5):
            yield pickle.dumps(value, protocol)


def run_checkpoint(data: bytes) -> None:
    """The file of a long count. The seal is put right, or nothing behind it would be reached."""
    for sealed in (data, _sealed(data)):
        try:
            run, counts = parse_checkpoint(sealed, "c")
        except sf.CheckpointError:
            continue
        expect(len(counts) == run.units, "another number of units")
        again = parse_checkpoint(format_checkpoint(run, counts), "c")
        expect(again == (run, counts), "not read back")


def _sealed(data: bytes) -> bytes:
    """Return data with the last line that a checkpoint of it has."""
    import hashlib

    body = data[: data.rfind(b"sha256 ")] if b"sha256 " in data else data
    return body + b"sha256 " + hashlib.sha256(body).hexdigest().encode() + b"\n"


def checkpoint_seeds() -> Iterable[bytes]:
    run = Run(START.rsplit(" ", 1)[0], 5, "pairs", 2, 32, 900, 100, "0" * 64)
    yield format_checkpoint(run, [None] * 9)
    yield format_checkpoint(run, [1, 2, 3, None, 2**40, None, 0, None, 7])


def run_suite(data: bytes) -> None:
    """A file of known counts."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as file:
        file.write(data)
        file.flush()
        try:
            rows = read_suite(file.name)
        except SuiteError:
            return
    for row in rows:
        expect(sf.Board(row.sfen) is not None and row.depth >= 0 and row.nodes >= 0, repr(row))


def suite_seeds() -> Iterable[bytes]:
    yield (DATA / "perft.csv").read_bytes()[:2000].rsplit(b"\n", 1)[0]
    yield f"sfen,depth,nodes\n{START},1,30\n".encode()
    yield f"{START} ;D1 30 ;D2 900\n; D3 25470\n# end\n".encode()


# ---- calls of a board ------------------------------------------------------------------------


class _Reader:
    """Takes numbers from bytes; 0 when there are none left."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    @property
    def left(self) -> int:
        return len(self.data) - self.at

    def take(self, below: int = 256) -> int:
        wide = below > 256
        value = int.from_bytes(self.data[self.at : self.at + 1 + wide], "little")
        self.at += 1 + wide
        return value % below


def run_board(data: bytes) -> None:
    """A program: each few bytes are a call of one board, and its arguments."""
    reader = _Reader(data[:400])
    board = sf.Board()
    kept: list[tuple[sf.Board, bytes]] = []
    while reader.left > 0:
        before = _testing.position_bytes(board), board.move_stack
        try:
            CALLS[reader.take(len(CALLS))](board, reader, kept)
        except (ValueError, IndexError):
            after = _testing.position_bytes(board), board.move_stack
            expect(after == before, f"changed by a call that failed: {board.sfen()}")
        sound = _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
        expect(sound, f"unsound: {board.sfen()}")
    for twin, position in kept:
        expect(_testing.position_bytes(twin) == position, "a copy changed with its board")
    check_board(board)
    while board.move_stack:
        board.pop()
    check_board(board)


def _push(board: sf.Board, reader: _Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    moves = board.legal_moves
    if moves:
        board.push(moves[reader.take(len(moves))])


def _push_code(board: sf.Board, reader: _Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    move = sf.Move.from_int(reader.take(1 << 15))
    legal = move in list(board.legal_moves)
    expect(board.is_legal(move) == legal, f"is_legal and the list differ: {move} {board.sfen()}")
    board.push(move)


def _push_unchecked(board: sf.Board, reader: _Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    board.push_unchecked(sf.Move.from_int(reader.take(1 << 15)))


def _put(board: sf.Board, reader: _Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    piece = sf.Piece(1 + reader.take(14), reader.take(2)) if reader.take(4) else None
    board.set_piece_at(reader.take(82), piece)


def _keep(board: sf.Board, reader: _Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    twin = (board.copy, lambda: deepcopy(board), lambda: pickle.loads(pickle.dumps(board)))[
        reader.take(3)
    ]()
    expect(twin.move_stack == board.move_stack, f"a copy without its moves: {board.sfen()}")
    kept.append((twin, _testing.position_bytes(twin)))


def _ask(board: sf.Board, reader: _Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    board.outcome()
    board.repetition()
    board.search_repetition()
    board.declaration("jsa24")
    board.status()
    expect(board.rotate().rotate() == board, f"rotated twice: {board.sfen()}")


Call = Callable[[sf.Board, _Reader, list[tuple[sf.Board, bytes]]], object]
CALLS: tuple[Call, ...] = (
    _push,
    _push,
    _push_code,
    _push_unchecked,
    _put,
    _keep,
    _ask,
    lambda board, reader, kept: board.pop(),
    lambda board, reader, kept: board.push_pass(),
    lambda board, reader, kept: board.remove_piece_at(reader.take(82)),
    lambda board, reader, kept: board.set_hand(reader.take(2), 1 + reader.take(8), reader.take(20)),
    lambda board, reader, kept: board.set_sfen(sfens()[reader.take(len(sfens()))]),
    lambda board, reader, kept: setattr(board, "turn", reader.take(2)),
    lambda board, reader, kept: setattr(board, "ply", reader.take(1 << 16)),
    lambda board, reader, kept: board.set_packed(board.packed()),
    lambda board, reader, kept: board.clear(),
)


def board_seeds() -> Iterable[bytes]:
    yield bytes([0, 5, 0, 7, 6, 7, 7])
    yield bytes([11, 3, 0, 0, 1, 200, 6, 5, 0, 0, 1, 7, 8, 5, 2])
    yield bytes(range(100))


TARGETS = {
    "sfen": Target(run_sfen, sfen_seeds),
    "position": Target(run_position, position_seeds),
    "packed": Target(run_packed, packed_seeds),
    "unit": Target(run_unit, unit_seeds),
    "usi": Target(move_target("parse_usi", ""), move_seeds("")),
    "csa": Target(move_target("parse_csa", "csa"), move_seeds("csa")),
    "kif": Target(move_target("parse_kif", "kif"), move_seeds("kif")),
    "ki2": Target(move_target("parse_ki2", "ki2"), move_seeds("ki2")),
    "western": Target(move_target("parse_western", "western"), move_seeds("western")),
    "pickle": Target(run_pickle, pickle_seeds),
    "checkpoint": Target(run_checkpoint, checkpoint_seeds),
    "suite": Target(run_suite, suite_seeds),
    "board": Target(run_board, board_seeds),
}
