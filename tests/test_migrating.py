"""docs/migrating.md: its programs print the same before and after, its names and tables are true."""

import doctest
import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import shogi_fast as sf
from shogi_fast.compat import LIBRARIES
from shogi_fast.library_names import library

DOCS = Path(__file__).parents[1] / "docs"
PROGRAMS = DOCS / "examples" / "migrating"
PAGE = (DOCS / "migrating.md").read_text(encoding="utf-8")
PREFIXES = {"shogi": "python_shogi", "cshogi": "cshogi"}


def run(*command):
    """Run Python, expect success without a warning, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "error", *map(str, command)],
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        env=os.environ | {"PYTHONUTF8": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# ---- Programs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "imports"), [("shogi", 1), ("cshogi", 2)])
def test_only_imports_change(name, imports):
    before, after = (
        (PROGRAMS / f"{PREFIXES[name]}_{when}.py").read_text(encoding="utf-8").splitlines()
        for when in ("before", "after")
    )
    changed = {
        number: (old, new)
        for number, (old, new) in enumerate(zip(before, after, strict=True), start=1)
        if old != new
    }
    # The page shows these lines.
    assert list(changed) == list(range(3, 3 + imports))
    for old, new in changed.values():
        assert re.match("(import|from) ", old)
        assert new.startswith("from shogi_fast.compat")


@pytest.mark.parametrize("name", LIBRARIES)
def test_programs_print_the_same_whichever_way_they_switch(name):
    prefix = PREFIXES[name]
    after = run(PROGRAMS / f"{prefix}_after.py")
    assert run("-m", "shogi_fast.compat", name, PROGRAMS / f"{prefix}_before.py") == after
    assert run(PROGRAMS / f"{prefix}_native.py") == after


def test_what_the_programs_print():
    """As they print it on python-shogi 1.1.1, cshogi 1.1.0 and rsshogi 1.7.0: see tests/peers."""
    for kind in ("after", "native"):
        printed = run(PROGRAMS / f"python_shogi_{kind}.py").splitlines()
        assert printed[0] == "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5"
        assert printed[3:] == [
            "What attacks 7e: ['7f']",
            "77 games of 1 moves",
            "5390 games of 2 moves",
        ]
        printed = run(PROGRAMS / f"cshogi_{kind}.py").splitlines()
        assert printed[3:5] == ["7282HI △８二飛 seen before", "7776FU ▲７六歩"]
        assert printed[8] == "33 moves, captures: ['3a2b', '8b2b']"
    printed = run(PROGRAMS / "rsshogi_after.py").splitlines()
    assert printed[2] == "4 8h2b+ ▲２二角成"
    assert printed[-1] == "White's king: 5a Black's hand: 1"


def test_the_library_under_its_own_name():
    position = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
    assert run(PROGRAMS / "installed.py") == f"shogi_fast.compat.shogi {position}\n"


@pytest.mark.parametrize("name", LIBRARIES)
def test_programs_can_switch_as_check_imports_says(name):
    for when in ("before", "after"):
        path = PROGRAMS / f"{PREFIXES[name]}_{when}.py"
        printed = run("-m", "shogi_fast", "check-imports", path)
        assert f"{path}:3: {name} is there\n" in printed
        assert printed.endswith(f"{name}: the program can switch, but see the rows above\n")
        assert "perhaps" not in printed


def test_what_check_imports_prints_in_the_page():
    (shown,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-m", "shogi_fast", "check-imports", "last_position.py"],
        cwd=PROGRAMS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert doctest.OutputChecker().check_output(shown, done.stdout, doctest.ELLIPSIS)


def test_every_program_is_in_the_page():
    shown = set(re.findall(r"examples/migrating/(\w+\.py)", PAGE))
    assert shown == {path.name for path in PROGRAMS.glob("*.py")}


def test_commands_of_the_page(tmp_path):
    """They run as they stand there, on a program and a directory of these names."""
    (tmp_path / "engine").mkdir()
    (tmp_path / "package").mkdir()
    program = "import sys, shogi\nprint(shogi.__name__, sys.argv[1:])\n"
    for name in ("game.py", "engine/search.py", "package/module.py"):
        (tmp_path / name).write_text(program)
    commands = re.findall(r"^(shogi-fast .+|python -m .+)$", PAGE, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        first, *words = shlex.split(command)
        words = ["-m", "shogi_fast", *words] if first == "shogi-fast" else words
        done = subprocess.run(
            [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "shogi is there" in done.stdout or done.stdout.startswith("shogi_fast.compat.shogi")


def test_imports_of_the_page():
    rows = re.findall(r"^\| `(.*import.*)` \| `(.*)` \|$", PAGE, re.MULTILINE)
    assert len(rows) == 5
    for before, after in rows:
        name = "cshogi" if "cshogi" in before else "shogi"
        code = f"import sys; from shogi_fast.compat import install; install('{name}')\n{before}\n"
        code += "old = dict(globals())\n" + after + "\n"
        code += "print(all(old[name] is globals()[name] for name in old if name != 'old'))"
        if "Consts" not in before:  # what that binds is shogi_fast
            assert run("-c", code) == "True\n"
        assert run("-c", after) == ""


# ---- Names side by side --------------------------------------------------------------------------


def side_by_side():
    """Return the rows of the tables of names: four lists of pieces of code each."""
    part = PAGE.partition("## Names side by side")[2].partition("Not the same,")[0]
    table = [
        [re.findall(r"`([^`]+)`", cell) for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in part.splitlines()
        if line.startswith("| ") and "`" in line
    ]
    assert {len(row) for row in table} == {4}
    return table


def test_native_names_of_the_page_are_there():
    """They run as they stand there, after one move."""
    start = sf.Board()
    start.push_usi("7g7f")
    given = {
        "sf": sf,
        "sfen": sf.STARTING_SFEN,
        "piece": sf.Piece(sf.GOLD, sf.BLACK),
        "color": sf.WHITE,
        "piece_type": sf.PAWN,
        "square": 0,
        "count": 2,
        "move": sf.Move.from_usi("3c3d"),
    }
    seen = set()
    for *_, ours in side_by_side():
        (code,) = ours
        text = {"board.parse_csa(text)": "-3334FU", "sf.Board.from_usi(text)": "startpos"}
        # Each has a board of its own, as it may change it.
        eval(code, given | {"board": start.copy(), "text": text.get(code, "3c3d")})
        seen.add(code)
    assert len(seen) > 45
    assert {"board.push(move)", "board.pop()", "int(move)", "board.outcome()"} <= seen


@pytest.mark.parametrize(("column", "name"), [(0, "shogi"), (1, "cshogi")])
def test_names_of_the_libraries_in_the_page(column, name):
    """They are in the stand-in, or in the list of what is not there yet."""
    seen = 0
    for row in side_by_side():
        for code in row[column]:
            used = re.match(r"(?:board\.(\w+))|(?:move\.(\w+))|([A-Za-z]\w*(?:\.\w+)*)", code)
            if code.startswith("copy.") or used is None:
                continue
            full = f"Board.{used[1]}" if used[1] else f"Move.{used[2]}" if used[2] else used[3]
            assert library(name).status(full) != "unknown", full
            seen += 1
    assert seen > 30


# ---- Tables --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made():
    """Return what writes the tables."""
    return runpy.run_path(str(DOCS / "_ext" / "difference_tables.py"))


def test_tables_are_those_of_the_package(made):
    # If not: python docs/_ext/difference_tables.py docs/migrating.md
    assert made["with_tables"](PAGE) == PAGE


@pytest.mark.parametrize("name", LIBRARIES)
def test_each_row_is_in_the_page_with_an_anchor(name):
    for row in library(name).differences:
        assert PAGE.count(f'<a id="{name}-{row.key}"></a>') == 1
        assert row.test.partition("::")[2].partition("[")[0] in PAGE


def test_benchmark_markers_enclose_one_place():
    assert re.findall(r"<!-- benchmark:(\w+) -->", PAGE) == ["begin", "end"]


def test_a_page_without_its_markers_is_refused(made):
    with pytest.raises(SystemExit, match="0 places between markers, not 4"):
        made["with_tables"]("# Migrating\n")
