"""The tables name everything the libraries have; and what docs/migrating.md says of programs.

The libraries are imported here and asked what they have; what each name's parameters are is tested
with the stand-ins.
"""

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from shogi_fast.library_names import library

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "docs" / "examples" / "migrating"
LIBRARIES = ("shogi", "cshogi")


def run(path):
    """Run a program, expect success, and return what it prints."""
    command = [sys.executable, "-X", "utf8", str(path)]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8", timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("name", ["python_shogi", "cshogi", "rsshogi"])
def test_programs_print_the_same_before_and_after(name):
    before = run(PROGRAMS / f"{name}_before.py")
    assert before
    assert run(PROGRAMS / f"{name}_after.py") == before


def is_part_of(module, value):
    """Tell whether a value is a part of a library, and not only imported there."""
    if isinstance(value, ModuleType):
        return value is not module and value.__name__.startswith(f"{module.__name__}.")
    home = getattr(value, "__module__", None)
    return home is None or home.partition(".")[0] in (module.__name__, "builtins")


def submodules(package):
    """Yield the names of the modules below a package."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        name = found.name.removeprefix(f"{package.__name__}.")
        if not any(part.startswith("_") for part in name.split(".")):
            yield name


def class_names(cls):
    """Yield the names of the members that a class itself or a base of the same library has."""
    home = cls.__module__.partition(".")[0]
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] == home:
            yield from (name for name in vars(base) if not name.startswith("_"))


def attributes_of_objects():
    """Yield the names of what python-shogi's objects have and its classes do not name."""
    import shogi

    objects = [shogi.Board(), shogi.Move.from_usi("7g7f"), shogi.Piece(1, 0)]
    objects += [shogi.SquareSet(1), shogi.Occupied(1, 2)]
    for value in objects:
        yield from (f"{type(value).__name__}.{name}" for name in vars(value))


def public_names(name):
    """Return the public surface of a library: of its package, its modules, and its classes."""
    package = importlib.import_module(name)
    found = set()
    tops = {*dir(package), *getattr(package, "__all__", ())}
    for top in tops:
        if not top.startswith("_") and is_part_of(package, getattr(package, top)):
            found.add(top)
    for top in sorted(found):
        value = getattr(package, top)
        if inspect.isclass(value):
            found |= {f"{top}.{member}" for member in class_names(value)}
    for module in submodules(package):
        found.add(module)
        try:
            value = importlib.import_module(f"{name}.{module}")
        except ImportError:  # of what is not installed
            continue
        own = [
            part
            for part in dir(value)
            if not part.startswith("_")
            and is_part_of(package, getattr(value, part))
            and getattr(package, part, None) is not getattr(value, part)
        ]
        found |= {f"{module}.{part}" for part in own}
    if name == "shogi":
        found.update(attributes_of_objects())
    return found


NAMES = {name: sorted(public_names(name)) for name in LIBRARIES}


def test_the_libraries_have_the_names_that_are_looked_for():
    assert {"Board", "Board.push_usi", "KIF", "KIF.Parser", "Board.turn"} <= {*NAMES["shogi"]}
    assert {"Board", "Board.is_draw", "KI2.move_to_ki2", "usi.Engine"} <= {*NAMES["cshogi"]}
    assert len(NAMES["shogi"]) > 300
    assert len(NAMES["cshogi"]) > 300


@pytest.mark.parametrize("name", LIBRARIES)
def test_every_public_name_is_there_or_in_the_table_of_what_is_not(name):
    assert [full for full in NAMES[name] if library(name).status(full) == "unknown"] == []


def names_in_modules(name):
    """Yield every public name that a module of a library has, be it only imported there."""
    package = importlib.import_module(name)
    found = [name.name for name in pkgutil.iter_modules(package.__path__)]
    for module in ["", *found]:
        if module:
            yield module
        try:
            value = importlib.import_module(f"{name}.{module}".rstrip("."))
        except ImportError:  # of what is not installed
            continue
        yield from (f"{module}.{part}".lstrip(".") for part in dir(value) if part[0] != "_")


@pytest.mark.parametrize("name", LIBRARIES)
def test_of_no_name_that_is_in_a_module_it_is_said_that_it_is_nowhere(name):
    where = library(name)
    assert [full for full in names_in_modules(name) if where.status(full) == "unknown"] == []


@pytest.mark.parametrize("name", LIBRARIES)
def test_tables_name_nothing_that_the_library_does_not_have(name):
    package = importlib.import_module(name)
    where = library(name)
    for full in {*where.absent, *(full for row in where.differences for full in row.names)}:
        value, missing = package, None
        for part in full.split("."):
            try:
                value = getattr(value, part)
            except AttributeError:
                try:
                    value = importlib.import_module(f"{value.__name__}.{part}")
                except ImportError as error:
                    # A module that needs what is not installed is there all the same.
                    missing = error
                    break
        assert missing is None or missing.name.partition(".")[0] != name, full


def test_rsshogi_names_of_the_page():
    from rsshogi import core

    page = (ROOT / "docs" / "migrating.md").read_text(encoding="utf-8")
    part = page.partition("## Names side by side")[2].partition("Not the same,")[0]
    cells = [line.split("|")[3] for line in part.splitlines() if line.startswith("| ")]
    owners = {"board": core.Board(), "move": core.Move.from_usi("7g7f"), "Move": core.Move}
    seen = 0
    for owner, attribute in re.findall(r"`(board|move|Move)\.(\w+)", " ".join(cells)):
        assert hasattr(owners[owner], attribute), attribute
        seen += 1
    assert seen > 30
    assert hasattr(core, "Board")


def test_what_the_page_says_of_rsshogi():
    from rsshogi.core import Board, Move, PieceType, Square

    assert [Square.from_usi(name).value for name in ("1a", "1b", "9i")] == [0, 1, 80]
    assert [PieceType.BISHOP.value, PieceType.ROOK.value, PieceType.GOLD.value] == [5, 6, 7]
    board = Board()
    with pytest.raises(ValueError, match="illegal move"):
        board.push_move(Move.from_usi("5e5d"))
    assert board != Board()
    assert not Board("4K4/1R5B1/PPPPPPPP1/9/9/9/9/9/4k4 b RB 1").can_declare_win()
    assert board.evaluate_declaration()["rule"] == "None"


def test_what_the_page_says_of_python_shogi_and_cshogi():
    import cshogi
    import shogi

    squares = [shogi.SQUARE_NAMES[square] for square in (0, 1, 80)]
    assert squares == ["9a", "8a", "1i"]
    assert [shogi.GOLD, shogi.BISHOP, shogi.ROOK] == [5, 6, 7]
    assert [cshogi.BISHOP, cshogi.ROOK, cshogi.GOLD] == [5, 6, 7]
    assert [cshogi.SQUARE_NAMES[square] for square in (0, 1, 80)] == ["1a", "1b", "9i"]
    board, other = shogi.Board(), shogi.Board()
    assert board == other
    other.move_number = 2
    assert board != other
    board.push_usi("5i5a")  # whatever it is
    assert cshogi.Board() != cshogi.Board()
    assert cshogi.Board().push_usi("5i5a") == 0
    assert cshogi.Board().move_from_usi("7g7f") == 0x11E3B
    moves = cshogi.Board().legal_moves
    assert (len(list(moves)), len(list(moves))) == (30, 0)
