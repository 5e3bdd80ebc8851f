"""The README's Python lines do what they say, and its markers are where the tools look for them."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
PYTHON_BLOCKS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMAND_LINES = re.findall(r"^shogi-fast (.+)$", README, re.MULTILINE)


@pytest.mark.parametrize("block", PYTHON_BLOCKS)
def test_python_block_prints_what_it_shows(block: str) -> None:
    test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    assert test.examples
    report: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert results.failed == 0, "".join(report)


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_command_line_runs(line: str) -> None:
    command = [sys.executable, "-m", "shogi_fast", *shlex.split(line)]
    run = subprocess.run(command, check=False, capture_output=True)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout


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
