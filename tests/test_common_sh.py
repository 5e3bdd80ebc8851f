"""What common.sh, which the scripts of tests/platform begin with, keeps in WORK, and what not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from platform_scripts import SCRIPTS

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or shutil.which("bash") is None or shutil.which("git") is None,
    reason="runs bash and git",
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a repository with common.sh."""
    root = tmp_path / "root"
    (root / "tests" / "platform").mkdir(parents=True)
    shutil.copy(SCRIPTS / "common.sh", root / "tests" / "platform")
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    _commit(root, "one")
    return root


def _commit(root: Path, text: str) -> None:
    (root / "text").write_text(text, encoding="utf-8")
    git = ["git", "-C", str(root), "-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    subprocess.run([*git, "add", "--all"], check=True)
    subprocess.run([*git, "commit", "--quiet", "--message", text], check=True)


def _run(root: Path, lines: str, work: Path | None = None, **variables: str) -> str:
    """Run lines of a script, and return what it prints."""
    script = root / "tests" / "platform" / "script.sh"
    start = 'source "$(dirname "${BASH_SOURCE[0]}")/common.sh"\nmake_work\n'
    script.write_text(start + lines, encoding="utf-8")
    environment = os.environ | {"TMPDIR": str(root.parent)} | variables
    environment["WORK"] = "" if work is None else str(work)
    run = subprocess.run(
        ["bash", str(script)], env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return run.stdout.strip()


def test_a_clone_is_of_the_commit_that_is_here(root: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    lines = 'clone_to "$WORK/clone"\ncat "$WORK/clone/text"\n'
    assert _run(root, lines, work) == "one"
    (work / "clone" / "text").write_text("kept", encoding="utf-8")
    assert _run(root, lines, work) == "kept"
    _commit(root, "two")
    assert _run(root, lines, work) == "two"


def test_what_is_made_is_of_a_commit_and_of_options(root: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    lines = (
        'if is_made "$WORK/made" "$OPTION"; then echo kept; else made "$WORK/made" "$OPTION"; fi'
    )
    for option, printed in (("a", ""), ("a", "kept"), ("b", ""), ("b", "kept")):
        assert _run(root, lines, work, OPTION=option) == printed
    _commit(root, "two")
    assert _run(root, lines, work, OPTION="b") == ""


def test_the_commit_is_printed_with_the_result(root: Path) -> None:
    git = ["git", "-C", str(root), "rev-parse", "HEAD"]
    commit = subprocess.run(git, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    assert commit in _run(root, "done_with this")


def test_work_is_named_without_links(root: Path, tmp_path: Path) -> None:
    """As the kernel names what is mounted in it."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert _run(root, 'echo "$WORK"', tmp_path / "link") == str((tmp_path / "real").resolve())


def test_work_that_was_not_given_is_removed(root: Path) -> None:
    work = Path(_run(root, 'touch "$WORK/file"\nPATH=/nowhere\necho "$WORK"'))
    assert work.parent == root.parent.resolve()
    assert not work.exists()


@pytest.mark.parametrize(
    "command",
    [
        *("benchmark_ratios.sh HEAD", "build_wheels.sh linux", "csrc_check.sh --al"),
        *("emulated.sh", "emulated.sh vax", "emulated.sh s390x --fast", "i386.sh --help"),
        *("newer_python.sh 3.14", "wasm.sh --quick", "gil_disabled.sh 3.13"),
        *("old_processor.sh python3 2", "sdist_alone.sh --help"),
    ],
)
def test_wrong_arguments_get_what_the_script_says_of_itself(command: str) -> None:
    name, *arguments = command.split()
    run = subprocess.run(
        ["bash", str(SCRIPTS / name), *arguments],
        env=os.environ | {"PYTHON": sys.executable},
        check=False,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 2
    assert f" tests/platform/{name}" in run.stderr
    assert "common.sh" not in run.stderr
    assert run.stdout == ""
