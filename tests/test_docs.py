"""The pages of docs/ show what Python prints, name everything public, and agree with the code."""

import doctest
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import shogi_fast as sf
from shogi_fast.handicap import HANDICAPS

DOCS = Path(__file__).parents[1] / "docs"
EXAMPLES = sorted((DOCS / "examples").glob("*.py"))
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))}
BLOCKS = {
    name: re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    for name, text in PAGES.items()
}


@pytest.mark.parametrize("page", [name for name, blocks in BLOCKS.items() if blocks])
def test_python_blocks_print_what_they_show(page: str) -> None:
    names: dict[str, object] = {}  # what one block defines the next may use
    report: list[str] = []
    for number, block in enumerate(BLOCKS[page], start=1):
        test = doctest.DocTestParser().get_doctest(block, names, f"{page}, block {number}", None, 0)
        assert test.examples, f"{page}, block {number}"
        doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
        names = test.globs
    assert report == []


@pytest.mark.parametrize("page", ["index", "tutorial", "rules"])
def test_page_has_python_blocks(page: str) -> None:
    assert BLOCKS[page]


def test_api_names_everything_public() -> None:
    constants = {member.name for enum in (sf.Color, sf.PieceType) for member in enum}
    names = {f"shogi_fast.{name}" for name in set(sf.__all__) - constants - {"__version__"}}
    names |= {f"shogi_fast.Board.{name}" for name in dir(sf.Board) if not name.startswith("_")}
    # What it inherits is listed as its own.
    assert {"shogi_fast.Board.piece_at", "shogi_fast.Board.legal_moves"} <= names
    named = set(re.findall(r"\bshogi_fast(?:\.\w+)+", PAGES["api"]))
    assert names <= named


def test_handicaps_of_the_rules_are_those_of_the_package() -> None:
    rows = re.findall(r"^\| (\S+) \| (\S.*?) \| `(\S+)` \| (\d+) \|$", PAGES["rules"], re.MULTILINE)
    listed = [
        (handicap.japanese, handicap.english, handicap.sfen.partition("/ppp")[0], handicap.points)
        for handicap in HANDICAPS
    ]
    assert [
        (japanese, english, ranks, int(points)) for japanese, english, ranks, points in rows
    ] == (listed)


def test_endings_of_the_rules_are_those_of_the_package() -> None:
    rows = re.findall(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", PAGES["rules"], re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"[A-Z_]+", row)]
    assert sorted(named) == sorted(ending.name for ending in sf.Termination)


def test_perft_tables_are_those_of_the_test_data() -> None:
    made = runpy.run_path(str(DOCS / "_ext" / "perft_tables.py"))
    found = made["MARKERS"].search(PAGES["perft"])
    assert found is not None
    assert found[0] == f"{found[1]}{made['reference']()}{found[2]}"
    # Not a table of the generator's own: the page has what the rows say.
    rows = re.findall(r"^\| (\d+) \| ([\d,]+) \| ", PAGES["perft"], re.MULTILINE)
    assert ("8", "416,062,133,009") in rows
    assert len(rows) > 60


def test_contributing_says_where_each_module_is() -> None:
    package = Path(sf.__file__).parent
    modules = {f"{path.stem}{'.pyx' if path.suffix == '.pyi' else path.suffix}"
               for path in package.iterdir() if path.suffix in (".py", ".pyi")}  # fmt: skip
    text = (DOCS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("## Where things are")[2].partition("## House rules")[0]
    assert modules - set(re.findall(r"\w+\.pyx?\b", table)) == {"__main__.py", "_version.py"}


# -- The programs ---------------------------------------------------------------------------------


def _run(name: str, *arguments: str) -> str:
    """Run an example and return what it prints."""
    command = [
        sys.executable,
        "-X",
        "utf8",
        "-W",
        "error",
        str(DOCS / "examples" / name),
        *arguments,
    ]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_random_game_ends() -> None:
    *_, last = _run("random_game.py", "--seed", "1").splitlines()
    assert re.fullmatch(
        r"\d+ moves, [a-z ]+: (Black|White|nobody) wins \((1-0|0-1|1/2-1/2)\)", last
    )


def test_perft_check_finds_no_fault() -> None:
    printed = _run("perft_check.py", "--depth", "2")
    assert printed.count(" right\n") == 4
    assert "wrong" not in printed


def test_mate_problem_is_solved() -> None:
    assert _run("mate_problem.py").splitlines()[-1] == "N*2c Gx2c G*1b mate"


def test_move_statistics_begin_with_thirty_moves() -> None:
    heading, first, *_ = _run("move_statistics.py", "--games", "1").splitlines()
    assert heading.split() == ["plies", "positions", "moves", "captures", "drops", "checks", "most"]
    assert first.split()[:3] == ["from", "1", "40"]


def test_drawn_board_is_svg(tmp_path: Path) -> None:
    output = tmp_path / "board.svg"
    printed = _run("draw_board.py", str(output), "--pieces", "western")
    assert output.read_text(encoding="utf-8").startswith("<svg ")
    assert printed.rstrip().endswith(" b - 7")


def test_every_example_is_run_and_shown() -> None:
    tests = Path(__file__).read_text(encoding="utf-8")
    for path in EXAMPLES:
        assert f'_run("{path.name}"' in tests
        assert f"examples/{path.name}" in PAGES["examples"]
