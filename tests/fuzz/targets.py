"""What is fuzzed: functions of bytes that raise when the package does what it must not.

A target reads its bytes as a user's program would, lets the documented errors pass, and looks at
what came of the rest: positions that are what their own text says, moves that are legal, text that
is read back as the same. ``run.py`` feeds them from a coverage-guided fuzzer, and
``tests/test_fuzz_targets.py`` their seeds.
"""

import atexit
import io
import os
import pickle
import tempfile
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import cshogi_targets
import shogi_targets
from inputs import (
    CHECK,
    DATA,
    MIDDLE,
    MOST,
    START,
    Fault,
    Reader,
    Target,
    as_text,
    check_board,
    check_text,
    expect,
    is_chosen,
    run_calls,
    sfens,
)

import shogi_fast as sf
from shogi_fast import _testing
from shogi_fast.checkpoint import Run, format_checkpoint, parse_checkpoint
from shogi_fast.compat import cshogi, shogi
from shogi_fast.frontier import Frontier, count_unit
from shogi_fast.suite import SuiteError, read_suite

# ---- positions -------------------------------------------------------------------------------


def run_sfen(data: bytes) -> None:
    """Text of a position."""
    text = as_text(data)
    try:
        board = sf.Board(text)
    except sf.InvalidSfenError:
        return
    check_text(board)
    check_board(board, all_of_it=is_chosen(data))
    try:
        sf.Board(text, strict=True)
    except sf.InvalidSfenError:
        expect(not board.is_valid(), f"strict reading refuses a valid position: {text!r}")
    else:
        expect(board.is_valid(), f"strict reading accepts: {text!r}")


def sfen_seeds() -> Iterable[bytes]:
    yield b"startpos"
    yield b""
    for text in sfens():
        yield text.encode("utf-8", "surrogatepass")


def run_position(data: bytes) -> None:
    """A USI ``position`` command."""
    text = as_text(data)
    try:
        board = sf.Board.from_usi(text)
    except (sf.InvalidSfenError, sf.InvalidMoveError, sf.IllegalMoveError):
        return
    check_board(board, all_of_it=is_chosen(data))
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
    check_board(board, all_of_it=is_chosen(data))


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
    choice = data[0] if data else 0
    method = ("pairs", "bulk", "visit")[choice // 2 % 3]
    depth = choice % 2 if is_chosen(data) else 0  # a ply deeper takes a hundred times as long
    try:
        count = count_unit(data[1:], depth, method=method)
    except (ValueError, OverflowError):
        return
    expect(0 <= count < 2**64, f"{count} positions")
    if is_chosen(data):
        other = "visit" if method == "bulk" else "bulk"
        expect(
            count_unit(data[1:], depth, method=other) == count, "another count by another method"
        )


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
    return boards()[number % len(boards())], as_text(data[1:])


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

PICKLED = (sf.Move, sf.Piece, sf.SquareSet, shogi.Move, shogi.Piece)


# The one in C takes memory by the gigabyte for the number of a memo; both do for a bytearray's length.
class _Unpickler(pickle._Unpickler):
    """Reads what names nothing but this package, as other names would run any code."""

    def find_class(self, module: str, name: str) -> Any:
        if module == "shogi_fast" or module.startswith("shogi_fast."):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name}")

    def load_bytearray(self) -> None:
        """Read no more than is there."""
        length = int.from_bytes(self.read(8), "little")
        self.append(bytearray(self.read(length)))

    dispatch: ClassVar = {**pickle._Unpickler.dispatch, pickle.BYTEARRAY8[0]: load_bytearray}


def run_pickle(data: bytes) -> None:
    """A pickle that somebody has changed."""
    try:
        value = _Unpickler(io.BytesIO(data)).load()
    except (Fault, SystemError):
        # The second is what Python makes of a result without an exception, or of both.
        raise
    except Exception:  # noqa: BLE001  pickle promises nothing of what a damaged one raises
        return
    if type(value) is sf.Board:
        check_board(value.copy(), all_of_it=is_chosen(data))
        twin = deepcopy(value)
        expect(twin == value and twin.move_stack == value.move_stack, "another deep copy")
    elif type(value) is shogi.Board:
        shogi_targets.check_board(value, all_of_it=is_chosen(data))
        shogi_targets.take_all_back(value)
    elif type(value) is cshogi.Board:
        cshogi_targets.check_board(value, all_of_it=is_chosen(data))
        cshogi_targets.take_all_back(value)
    elif isinstance(value, PICKLED):
        expect(pickle.loads(pickle.dumps(value)) == value, f"not pickled again: {type(value)}")


def pickle_seeds() -> Iterable[bytes]:
    values: list[Any] = [*boards(), sf.Move.NULL, sf.Move.from_usi("P*5e"), sf.Move.from_int(129)]
    values += [sf.Piece.from_symbol("+p"), sf.SquareSet([0, 40, 80]), sf.Board().legal_moves[3]]
    values += [*shogi_targets.pickled(), *cshogi_targets.pickled()]
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


@cache
def _suite_file() -> Path:
    """Return a file to write each input to: to make and remove one takes longer than to read it."""
    # Closed, as on Windows nobody else can open a temporary file that is open.
    handle, name = tempfile.mkstemp(suffix=".csv")
    os.close(handle)
    path = Path(name)
    atexit.register(path.unlink, missing_ok=True)
    return path


def run_suite(data: bytes) -> None:
    """A file of known counts."""
    path = _suite_file()
    path.write_bytes(data)
    try:
        rows = read_suite(path)
    except SuiteError:
        return
    for row in rows:
        expect(sf.Board(row.sfen) is not None and row.depth >= 0 and row.nodes >= 0, repr(row))


def suite_seeds() -> Iterable[bytes]:
    yield (DATA / "perft.csv").read_bytes()[:2000].rsplit(b"\n", 1)[0]
    yield f"sfen,depth,nodes\n{START},1,30\n".encode()
    yield f"{START} ;D1 30 ;D2 900\n; D3 25470\n# end\n".encode()


# ---- calls of a board ------------------------------------------------------------------------


def run_board(data: bytes) -> None:
    """Calls of one board."""
    board = sf.Board()
    kept: list[tuple[sf.Board, bytes]] = []
    thorough = is_chosen(data)

    def look() -> None:
        if thorough:
            sound = _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
            expect(sound, f"unsound: {board.sfen()}")

    run_calls(
        data,
        lambda reader: CALLS[reader.take(len(CALLS))](board, reader, kept),
        (ValueError, IndexError),
        lambda: (_testing.position_bytes(board), len(board.move_stack) if thorough else 0),
        look,
    )
    for twin, position in kept:
        expect(_testing.position_bytes(twin) == position, "a copy changed with its board")
    check_board(board, all_of_it=thorough)
    while board.move_stack:
        board.pop()
    check_board(board, all_of_it=False)


def _push(board: sf.Board, reader: Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    moves = board.legal_moves
    if moves:
        board.push(moves[reader.take(len(moves))])


def _push_code(board: sf.Board, reader: Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    move = sf.Move.from_int(reader.take(1 << 15))
    if board.is_legal(move) != (move in list(board.legal_moves)):
        raise Fault(f"is_legal and the list differ: {move} {board.sfen()}")
    board.push(move)


def _push_unchecked(board: sf.Board, reader: Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    board.push_unchecked(sf.Move.from_int(reader.take(1 << 15)))


def _put(board: sf.Board, reader: Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    piece = sf.Piece(1 + reader.take(14), reader.take(2)) if reader.take(4) else None
    board.set_piece_at(reader.take(82), piece)


def _keep(board: sf.Board, reader: Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    twin = (board.copy, lambda: deepcopy(board), lambda: pickle.loads(pickle.dumps(board)))[
        reader.take(3)
    ]()
    if twin.move_stack != board.move_stack:
        raise Fault(f"a copy without its moves: {board.sfen()}")
    if len(kept) < 4:
        kept.append((twin, _testing.position_bytes(twin)))


def _ask(board: sf.Board, reader: Reader, kept: list[tuple[sf.Board, bytes]]) -> None:
    board.outcome()
    board.repetition()
    board.search_repetition()
    board.declaration("jsa24")
    board.status()
    if board.rotate().rotate() != board:
        raise Fault(f"rotated twice: {board.sfen()}")


Call = Callable[[sf.Board, Reader, list[tuple[sf.Board, bytes]]], object]
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
    yield bytes(range(40))


TARGETS = {
    "sfen": Target(run_sfen, sfen_seeds),
    "position": Target(run_position, position_seeds, 400),
    "packed": Target(run_packed, packed_seeds, 40),
    "unit": Target(run_unit, unit_seeds, 300),
    "usi": Target(move_target("parse_usi", ""), move_seeds(""), 20),
    "csa": Target(move_target("parse_csa", "csa"), move_seeds("csa"), 20),
    "kif": Target(move_target("parse_kif", "kif"), move_seeds("kif"), 60),
    "ki2": Target(move_target("parse_ki2", "ki2"), move_seeds("ki2"), 60),
    "western": Target(move_target("parse_western", "western"), move_seeds("western"), 30),
    "pickle": Target(run_pickle, pickle_seeds, 1000),
    "checkpoint": Target(run_checkpoint, checkpoint_seeds, 1000),
    "suite": Target(run_suite, suite_seeds, 1000),
    "board": Target(run_board, board_seeds, 48),
    **shogi_targets.TARGETS,
    **cshogi_targets.TARGETS,
}
