"""What workflow_steps.py, which reads the workflows, lets pass and what not."""

from pathlib import Path

import pytest
from platform_scripts import load_script

script = load_script("workflow_steps")
COMMIT = "de0fac2e4500dabe0009e67214ff5f5447ce83dd"


def _faults(line: str, root: Path) -> list[str]:
    """Return what is wrong with a step in a repository that has these scripts.

    The source archive has no workflows, and not all of the scripts that they run.
    """
    for name in (".ci/run", "tests/platform/test_here.sh", "tests/platform/release_check.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    text = f"jobs:\n  a:\n    steps:\n      - {line}\n"
    found: list[str] = script.faults_of(text, {}, root)
    return found


@pytest.mark.parametrize(
    "line",
    [
        "run: tests/platform/test_here.sh",
        "run: tests/platform/test_here.sh tests/test_processor.py",
        'run: .ci/run "$STEP"',
        'run: python tests/platform/release_check.py "$TAG"',
        "run: python tests/platform/release_check.py --root dist",
        f"uses: actions/checkout@{COMMIT} # v6.0.2",
    ],
)
def test_good_steps(line: str, tmp_path: Path) -> None:
    assert _faults(line, tmp_path) == []


@pytest.mark.parametrize(
    "line",
    [
        "run: |",
        "run: >-",
        "run: pip install .",
        "run: tests/platform/test_here.sh && echo done",
        "run: tests/platform/test_here.sh; echo done",
        "run: tests/platform/test_here.sh ${{ matrix.os }}",
        "run: tests/platform/test_here.sh $STEP",
        "run: tests/platform/nowhere.sh",
        "run: ",
        "uses: actions/checkout@v6",
        f"uses: actions/checkout@{COMMIT}",
        f"uses: actions/checkout@{COMMIT} # v6",
        f"uses: actions/checkout@{COMMIT[:-1]} # v6.0.2",
        "uses: ./.github/actions/own",
    ],
)
def test_bad_steps(line: str, tmp_path: Path) -> None:
    assert len(_faults(line, tmp_path)) == 1


def test_one_action_has_one_commit() -> None:
    actions: dict[str, tuple[str, str]] = {}
    text = "      - uses: actions/checkout@%s # %s\n"
    assert script.faults_of(text % (COMMIT, "v6.0.2"), actions) == []
    assert script.faults_of(text % (COMMIT, "v6.0.2"), actions) == []
    assert len(script.faults_of(text % (COMMIT[::-1], "v6.0.2"), actions)) == 1
    assert len(script.faults_of(text % (COMMIT, "v6.0.3"), actions)) == 1
