"""A release is refused unless tag, tree, version, changelog and citation agree."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from platform_scripts import SCRIPTS, load_script

import shogi_fast as sf

check = load_script("release_check")

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="asks git about the tree")

CHANGELOG = """# Changelog

## [Unreleased]

## [1.2.3] - 2026-12-01

### Added

- Something.

## [1.2.2] - 2026-11-01

- Something else.
"""
CITATION = "cff-version: 1.2.0\nversion: 1.2.3\n"


def _git(root: Path, *words: str) -> str:
    who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    command = ["git", *who, "-c", "init.defaultBranch=main", "-C", str(root), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a directory that is no repository, with what one has that may be released."""
    package = tmp_path / "src" / "shogi_fast"
    package.mkdir(parents=True)
    (package / "_version.py").write_text('"""Doc."""\n\n__version__ = "1.2.3"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    (tmp_path / "CITATION.cff").write_text(CITATION, encoding="utf-8")
    return tmp_path


@pytest.fixture
def root(files: Path) -> Path:
    """Return a repository that may be released as v1.2.3."""
    _git(files, "init", "--quiet")
    _git(files, "add", "--all")
    _git(files, "commit", "--quiet", "--message", "One")
    return files


def _commit(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text(encoding="utf-8")
    assert old in text
    (root / path).write_text(text.replace(old, new), encoding="utf-8")
    _git(root, "commit", "--quiet", "--all", "--message", "Another")


def _run(root: Path, tag: str) -> tuple[int, str]:
    command = [sys.executable, str(SCRIPTS / "release_check.py"), tag, "--root", str(root)]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    return run.returncode, run.stdout + run.stderr


def test_what_agrees_may_be_released(root: Path) -> None:
    assert _run(root, "v1.2.3") == (0, "v1.2.3 may be released\n")
    _git(root, "tag", "v1.2.3")
    assert _run(root, "v1.2.3")[0] == 0


@pytest.mark.parametrize("tag", ["v1.2.4", "1.2.3", "v1.2.3rc1", "v1.2", "V1.2.3", ""])
def test_a_tag_that_is_not_the_version(root: Path, tag: str) -> None:
    status, printed = _run(root, tag)
    assert status == 1
    assert f"the tag is {tag}, and the version is 1.2.3" in printed


def test_a_changed_file(root: Path) -> None:
    (root / "CHANGELOG.md").write_text(CHANGELOG + "\n", encoding="utf-8")
    status, printed = _run(root, "v1.2.3")
    assert status == 1
    assert "not committed:\nM CHANGELOG.md" in printed


def test_a_new_file(root: Path) -> None:
    (root / "notes.txt").write_text("", encoding="utf-8")
    status, printed = _run(root, "v1.2.3")
    assert status == 1
    assert "?? notes.txt" in printed


def test_a_tag_on_another_commit(root: Path) -> None:
    _git(root, "tag", "v1.2.3")
    _commit(root, "CHANGELOG.md", "Something else", "Something old")
    status, printed = _run(root, "v1.2.3")
    assert status == 1
    assert "v1.2.3 is at " in printed


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("## [1.2.3] - 2026-12-01", "## [1.2.30] - 2026-12-01", "no heading for 1.2.3"),
        ("## [1.2.3] - 2026-12-01", "## [1.2.3]", "1.2.3 has no date"),
        ("## [1.2.3] - 2026-12-01", "## [1.2.3] - 2026-13-01", "1.2.3 has no date"),
        ("- Something.\n", "", "nothing is said of 1.2.3"),
    ],
)
def test_a_changelog_without_the_version(root: Path, old: str, new: str, fault: str) -> None:
    _commit(root, "CHANGELOG.md", old, new)
    status, printed = _run(root, "v1.2.3")
    assert status == 1
    assert fault in printed


def test_a_citation_of_another_version(root: Path) -> None:
    _commit(root, "CITATION.cff", "version: 1.2.3", "version: 1.2.2")
    assert _run(root, "v1.2.3") == (1, "CITATION.cff: version 1.2.2, not 1.2.3\n")


@pytest.mark.parametrize("version", ["1.2.3.dev1", "1.2.3+local", "1.2"])
def test_a_version_that_is_none_to_release(root: Path, version: str) -> None:
    _commit(root, "src/shogi_fast/_version.py", "1.2.3", version)
    status, printed = _run(root, f"v{version}")
    assert status == 1
    assert f"{version} is no version to release" in printed


def test_no_repository(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A directory above may be one.
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(files.parent.resolve()))
    status, printed = _run(files, "v1.2.3")
    assert status == 1
    assert "git status: " in printed


def test_the_version_stands_in_one_place() -> None:
    """And where it is copied to, for readers that cannot run code, it is the same."""
    assert check.version_of(check.ROOT) == sf.__version__
    citation = (check.ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert check.citation_faults(citation, sf.__version__) == []
    project = (check.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in project
    assert f'"{sf.__version__}"' not in project
