"""The README's Python lines do what they say, and its markers are where the tools look for them."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON_BLOCKS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMAND_LINES = re.findall(r"^shogi-fast (.+)$", README, re.MULTILINE)


def test_python_blocks_print_what_they_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a block writes a file
    names: dict[str, object] = {}  # what one block defines the next may use
    report: list[str] = []
    for block in PYTHON_BLOCKS:
        test = doctest.DocTestParser().get_doctest(block, names, "README.md", "README.md", 0)
        assert test.examples
        doctest.DocTestRunner(verbose=False).run(test, out=report.append, clear_globs=False)
        names = test.globs
    assert report == []
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_command_line_runs(line: str) -> None:
    command = [sys.executable, "-m", "shogi_fast", *shlex.split(line)]
    run = subprocess.run(command, check=False, capture_output=True, cwd=ROOT)
    # The program that is checked for its imports cannot switch yet.
    status = 1 if line.startswith("check-imports") else 0
    assert (run.returncode, run.stderr) == (status, b"")
    assert run.stdout


def test_what_check_imports_prints() -> None:
    ((line, shown),) = re.findall(
        r"^shogi-fast (check-imports .+)\n```\n\n```text\n(.*?)^```$",
        README,
        re.MULTILINE | re.DOTALL,
    )
    command = [sys.executable, "-m", "shogi_fast", *shlex.split(line)]
    run = subprocess.run(command, check=False, capture_output=True, encoding="utf-8", cwd=ROOT)
    assert doctest.OutputChecker().check_output(shown, run.stdout, doctest.ELLIPSIS)
    # Short: the names, and rows of three lines each.
    assert len(run.stdout.splitlines()) < 60


def test_every_file_that_is_named_is_there() -> None:
    named = set(re.findall(r"\b(?:tests|benchmarks|docs)/[\w./-]*\w", README)) - {
        "docs/_build/html"
    }
    named |= set(re.findall(r"\]\((?!http)([^)]+)\)", README))
    assert len(named) > 10
    assert {name for name in named if not (ROOT / name.partition("#")[0]).exists()} == set()
    for name in named:
        page, _, heading = name.partition("#")
        if heading:
            text = (ROOT / page).read_text(encoding="utf-8")
            assert f"\n## {heading.capitalize()}\n" in text, name


def test_there_are_examples() -> None:
    assert PYTHON_BLOCKS
    assert COMMAND_LINES


@pytest.mark.parametrize("name", ["perft", "test"])
def test_command_is_one_line_below_its_marker(name: str) -> None:
    # tests/platform/readme_commands.py runs them.
    found = re.findall(rf"^<!-- command:{name} -->\n```sh\n[^\n]+\n```$", README, re.MULTILINE)
    assert len(found) == 1


def test_benchmark_markers_enclose_one_place() -> None:
    # benchmarks/compare.py writes between them.
    assert re.findall(r"<!-- benchmark:(\w+) -->", README) == ["begin", "end"]
