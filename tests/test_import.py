"""Tests of importing the package: what it brings along, what it offers, where it is refused."""

import importlib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import shogi_fast as sf

NAMES = [  # of DESIGN §5, as far as they are built
    *("BLACK", "WHITE", "PAWN", "LANCE", "KNIGHT", "SILVER", "BISHOP", "ROOK", "GOLD", "KING"),
    *("PROMOTED_PAWN", "PROMOTED_LANCE", "PROMOTED_KNIGHT", "PROMOTED_SILVER", "HORSE", "DRAGON"),
    *("SQUARE_NAMES", "square", "parse_square", "square_name", "square_file", "square_rank"),
    *("STARTING_SFEN", "__version__", "get_include", "Board", "LegalMoves", "Move", "Status"),
    *("InvalidSfenError", "InvalidMoveError", "IllegalMoveError"),
    *("perft", "divide", "perft_stats", "PerftStats"),
]
BOARD = [
    *("sfen", "set_sfen", "turn", "ply", "key", "status", "is_valid", "is_check", "legal_moves"),
    *("push", "push_unchecked", "push_usi", "pop", "move_stack", "is_legal", "copy"),
]


def _run(code: str) -> str:
    """Return what a fresh interpreter prints."""
    run = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    return run.stdout


def test_heavy_modules_are_not_imported() -> None:
    heavy = {"numpy", "rich", "argparse", "shogi_fast.cli", "shogi_fast.terminal"}
    code = "import sys, shogi_fast; shogi_fast.perft(shogi_fast.Board(), 2); print(*sys.modules)"
    loaded = set(_run(code).split())
    assert "shogi_fast.board" in loaded
    assert not loaded & heavy


@pytest.mark.parametrize("name", NAMES)
def test_public_names(name: str) -> None:
    assert hasattr(sf, name)
    assert name in sf.__all__
    assert name in dir(sf)


def test_all_is_everything_public() -> None:
    assert len(set(sf.__all__)) == len(sf.__all__)
    names = _run("from shogi_fast import *; print(*dir())").split()
    assert set(sf.__all__) <= set(names)


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
