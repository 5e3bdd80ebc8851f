"""Tests of importing the package: what it brings along, what it offers, where it is refused."""

import importlib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import shogi_fast as sf

LATER = [  # need enum or typing, and are imported when they are first used
    *("BLACK", "WHITE", "PAWN", "LANCE", "KNIGHT", "SILVER", "BISHOP", "ROOK", "GOLD", "KING"),
    *("PROMOTED_PAWN", "PROMOTED_LANCE", "PROMOTED_KNIGHT", "PROMOTED_SILVER", "HORSE", "DRAGON"),
    *("Color", "PieceType", "Status", "PerftStats"),
    *("Outcome", "PRESETS", "Repetition", "Rules", "SearchRepetition", "Termination"),
]
NAMES = [
    *LATER,
    *("SQUARE_NAMES", "square", "parse_square", "square_name", "square_file", "square_rank"),
    *("STARTING_SFEN", "__version__", "get_include", "Board", "LegalMoves", "Move"),
    *("Piece", "SquareSet"),
    *("InvalidSfenError", "InvalidMoveError", "IllegalMoveError"),
    *("CheckpointError", "ClusterError"),
    *("perft", "divide", "perft_stats"),
]
BOARD = [
    *(
        "empty",
        "handicap",
        "from_usi",
        "from_packed",
        "sfen",
        "usi",
        "packed",
        "turn",
        "ply",
        "key",
    ),
    *("set_sfen", "set_packed", "reset", "clear", "set_piece_at", "remove_piece_at", "set_hand"),
    *("status", "is_valid", "legal_moves", "generate_moves", "is_legal", "find_move"),
    *("gives_check", "is_capture", "push", "push_unchecked", "push_usi", "push_pass", "pop"),
    *("peek", "move_stack", "copy", "root", "rotate", "mirror", "parse_usi", "csa", "parse_csa"),
    *("kif", "parse_kif", "ki2", "parse_ki2", "western", "parse_western"),
    *("is_check", "is_checkmate", "is_stalemate", "is_game_over", "checkers", "attackers"),
    *("attacks", "pinned", "is_pinned", "pin", "repetition", "repetition_count", "outcome"),
    *("search_repetition", "declaration", "can_declare_win", "piece_at", "piece_map", "pieces"),
    *("occupied", "hand", "king", "unicode", "svg"),
]


def _run(code: str) -> str:
    """Return what a fresh interpreter prints."""
    run = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return run.stdout


def _loaded_by(code: str) -> set[str]:
    """Return the names of the modules that some code adds to those of a bare interpreter."""
    added = "import sys; bare = set(sys.modules)\n%s\nprint(*set(sys.modules) - bare)"
    return set(_run(added % code).split())


PLAY = """
import shogi_fast as sf
board = sf.Board("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1")
for move in board.legal_moves:
    board.push(move)
    board.is_check(), board.checkers(), board.is_game_over
    board.pop()
board.push_usi(board.generate_moves("captures")[0].usi())
sf.Board(board.sfen()).key, board.copy() == board, sf.square(7, 7), sf.perft(board, 2)
"""


@pytest.mark.parametrize("code", ["import shogi_fast", PLAY], ids=["import", "play"])
def test_nothing_of_other_packages_is_loaded(code: str) -> None:
    """Not enum, typing, numpy, rich or argparse, not even by making moves and counting."""
    loaded = _loaded_by(code)
    foreign = {name for name in loaded if name.partition(".")[0] != "shogi_fast"}
    assert "shogi_fast.board" in loaded
    assert {name for name in foreign if "cython" not in name} == set()


def test_python_modules_are_loaded_when_they_are_needed() -> None:
    ours = {name for name in _loaded_by("import shogi_fast") if name.startswith("shogi_fast")}
    later = {"cli", "diagram", "enums", "glyphs", "handicap", "ki2_words", "names", "notation"}
    later |= {"rules", "stats", "status", "suite", "svg", "terminal", "_testing"}
    assert not ours & {f"shogi_fast.{name}" for name in later}


def test_what_is_needed_is_loaded_and_no_more() -> None:
    assert "shogi_fast.enums" in _loaded_by("import shogi_fast; shogi_fast.Board().turn")
    assert "shogi_fast.rules" not in _loaded_by("import shogi_fast; shogi_fast.BLACK")
    assert "rich" not in _loaded_by("import shogi_fast; shogi_fast.Board().svg()")


@pytest.mark.parametrize("name", NAMES)
def test_public_names(name: str) -> None:
    assert hasattr(sf, name)
    assert name in sf.__all__
    assert name in dir(sf)


def test_all_is_everything_public() -> None:
    assert sorted(sf.__all__) == sorted(NAMES)
    names = _run("from shogi_fast import *; print(*dir())").split()
    assert {name for name in names if name == "__version__" or name[0] != "_"} == set(NAMES)


@pytest.mark.parametrize("name", LATER)
def test_name_that_is_loaded_later(name: str) -> None:
    """It is there in each way of asking for it first, and the same object every time."""
    code = f"""
import shogi_fast
assert "{name}" in dir(shogi_fast)
assert "{name}" not in vars(shogi_fast)
from shogi_fast import {name}
assert shogi_fast.{name} is {name} is getattr(shogi_fast, "{name}") is vars(shogi_fast)["{name}"]
print("there")
"""
    assert _run(code) == "there\n"


def test_names_that_are_not_there() -> None:
    with pytest.raises(AttributeError, match=r"module 'shogi_fast' has no attribute 'Bord'"):
        sf.Bord  # noqa: B018
    assert not hasattr(sf, "BaseBoard")
    with pytest.raises(ImportError):
        from shogi_fast import Bord  # noqa: F401


def test_members_of_enums_are_one_object_wherever_they_are_from() -> None:
    from shogi_fast import enums, rules

    board = sf.Board("4k4/9/9/9/9/9/9/9/4K4 w R 1")
    assert board.turn is sf.WHITE is sf.Color.WHITE is enums.Color(1)
    assert next(iter(board.hand(0))) is sf.ROOK is sf.PieceType(6)
    assert board.piece_at(36).piece_type is enums.KING
    assert board.repetition() is sf.Repetition.NONE is rules.Repetition(0)
    assert board.search_repetition() is sf.SearchRepetition.NONE


def test_threads_may_be_the_first_to_need_an_enum_together() -> None:
    code = """
import sys
import threading
import shogi_fast as sf
sys.setswitchinterval(1e-6)
board = sf.Board("4k4/9/9/9/9/9/9/9/4K4 w R 1")
start, seen = threading.Barrier(8), []
def look():
    start.wait()
    seen.append((board.turn, next(iter(board.hand(0))), board.repetition(), sf.GOLD, sf.PRESETS))
threads = [threading.Thread(target=look) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
expected = (sf.Color.WHITE, sf.PieceType.ROOK, sf.Repetition.NONE, sf.PieceType.GOLD, sf.PRESETS)
print(len(seen), all(a is b for row in seen for a, b in zip(row, expected, strict=True)))
"""
    assert _run(code) == "8 True\n"


@pytest.mark.parametrize("name", BOARD)
def test_names_of_a_board(name: str) -> None:
    assert hasattr(sf.Board, name)
    assert getattr(sf.Board, name).__doc__


@pytest.mark.parametrize("name", [name for name in NAMES if name[:1].islower()])
def test_public_functions_say_what_they_do(name: str) -> None:
    assert getattr(sf, name).__doc__


def test_the_version_is_text() -> None:
    assert isinstance(sf.__version__, str)
    assert sf.__version__[0].isdigit()


def test_the_headers_are_where_get_include_says() -> None:
    folder = Path(sf.get_include())
    assert folder.is_absolute()
    assert (folder / "bitboard.h").is_file()
    core = Path(sf.__file__).parent / "core"
    for name in ("attacks", "bitboard", "drops", "movegen", "position", "types"):
        assert (core / f"{name}.pxd").is_file()


def test_importing_twice_gives_the_same_objects() -> None:
    code = """
import sys, shogi_fast
move = shogi_fast.Move.from_usi("7g7f")
for name in [name for name in sys.modules if name.split(".")[0] == "shogi_fast"]:
    del sys.modules[name]
try:
    import shogi_fast as again
except ImportError as problem:
    print("refused")
else:
    board = again.Board()
    board.push_usi("7g7f")
    print(again.Move.from_usi("7g7f").usi(), move.usi(), len(board.legal_moves))
"""
    assert _run(code).strip() in ("refused", "7g7f 7g7f 30")


@pytest.mark.skipif(
    find_spec("_interpreters") is None and find_spec("_xxsubinterpreters") is None,
    reason="this Python has no sub-interpreters",
)
def test_a_sub_interpreter_is_refused() -> None:
    code = """
try:
    import _interpreters
except ImportError:
    import _xxsubinterpreters as _interpreters
import sys
import shogi_fast
id = _interpreters.create()
script = f'''
import sys
sys.path[:] = {sys.path!r}
try:
    import shogi_fast
except ImportError:
    print("refused", flush=True)
else:
    print("imported", flush=True)
'''
_interpreters.run_string(id, script)
_interpreters.destroy(id)
print(len(shogi_fast.Board().legal_moves))
"""
    assert _run(code).split() == ["refused", "30"]


def test_reloading_the_package_keeps_it_working() -> None:
    importlib.reload(sf)
    board = sf.Board()
    assert board.push_usi("7g7f") is sf.Move.from_usi("7g7f")


@pytest.mark.parametrize("other", ["[]", "[10**12]", "list", "enum.IntEnum('Color', {'BLACK': 7})"])
def test_another_enum_in_its_place_is_an_error(other: str) -> None:
    """Whoever replaces Color before it is first looked up gets an exception, and no crash."""
    code = (
        f"import enum, shogi_fast as sf, shogi_fast.enums as e; e.Color = {other}; sf.Board().turn"
    )
    run = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert run.returncode == 1, run.stderr
    assert run.stderr.splitlines()[-1].startswith(("TypeError", "ValueError"))
