"""What is posted of figures that come from code nobody has looked at."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from platform_scripts import SCRIPTS, load_script

script = load_script("benchmark_comment")

GOOD: dict[str, Any] = {
    "now": {"pairs start 4": 110.0, "list mid": 2000.5, "bulk mid 2": 3, "ours": 4, "buy now": 5},
    "before": {"pairs start 4": 100.0, "list mid": 4001.0, "visit start 4": 6, "ours": 4},
}
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def test_figures_and_their_ratios() -> None:
    text = script.comment(json.dumps(GOOD))
    assert text.startswith(script.MARK + "\n")
    assert "| pairs start 4 | 100.00 | 110.00 | 1.100 |" in text
    assert "| list mid | 4,001.00 | 2,000.50 | 0.500 |" in text
    assert "| bulk mid 2 | - | 3.00 | - |" in text
    assert "| visit start 4 | 6.00 | - | - |" in text
    assert "| list max | - | - | - |" in text


def test_of_names_that_are_not_known_only_the_number_is_told() -> None:
    text = script.comment(json.dumps(GOOD))
    assert text.endswith("\n| new ones: 2 | | | |\n")
    assert "ours" not in text
    assert "buy" not in text
    for name in ("", "@someone", "a|b", "[a](https://example.org)", "<img>", "a\nb"):
        hostile = GOOD | {"now": GOOD["now"] | {name: 1}}
        assert script.comment(json.dumps(hostile)) == text.replace("ones: 2", "ones: 3")
    assert "new ones" not in script.comment(json.dumps(GOOD | {"now": {"list mid": 1}}))


def test_the_known_names_are_those_of_the_workloads() -> None:
    assert len(script.known()) >= 10
    assert {"pairs start 4", "list max"} <= set(script.known())


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "null", "{", "1e999", json.dumps({"now": {}}), json.dumps({"now": 1})),
        *(json.dumps(GOOD | {"before": value}) for value in ([], {"a": "1"}, {"a": True})),
        *(json.dumps(GOOD | {"now": {"a": value}}) for value in (0, -1, 1e300, None, [1])),
        '{"now": {"a": NaN}, "before": {}}',
        '{"now": {"a": Infinity}, "before": {}}',
        *('{"now": {"a": 1%s}, "before": {}}' % (n * "0") for n in (400, 5000)),
        json.dumps(GOOD | {"now": {f"a {i}": 1 for i in range(60)}}),
        json.dumps(GOOD) + " " * 20_000,
        "[" * 19_000,
    ],
)
def test_anything_else_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "ratios.json"
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, str(SCRIPTS / "benchmark_comment.py"), str(file), "--show"]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    assert run.returncode == 1, run.stdout
    assert run.stdout.startswith("no figures: ")
    assert run.stderr == ""


GH = """#!{python}
import json, sys
from pathlib import Path
log = Path(__file__).with_name("log")
words = sys.argv[1:]
body = json.load(sys.stdin)["body"] if "--input" in words else ""
with log.open("a", encoding="utf-8") as file:
    print(json.dumps([words, body]), file=file)
answers = json.loads(Path(__file__).with_name("answers").read_text(encoding="utf-8"))
path = [word for word in words if word.startswith("repos/")][0]
print(json.dumps(answers.get(path, {{}})))
"""
PULLS = "repos/us/it/pulls?state=open&per_page=100&head=them%3Aa%26b"
COMMENTS = "repos/us/it/issues/7/comments"


def _post(folder: Path, answers: dict[str, Any]) -> list[tuple[list[str], str]]:
    """Run the script with a gh that answers so; return what it was asked."""
    gh = folder / "gh"
    gh.write_text(GH.format(python=sys.executable), encoding="utf-8")
    gh.chmod(0o755)
    (folder / "answers").write_text(json.dumps(answers), encoding="utf-8")
    (folder / "ratios.json").write_text(json.dumps(GOOD), encoding="utf-8")
    event = {"REPOSITORY": "us/it", "HEAD_OWNER": "them", "HEAD_BRANCH": "a&b", "HEAD_SHA": COMMIT}
    environment = os.environ | event | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run(
        [sys.executable, str(SCRIPTS / "benchmark_comment.py"), str(folder / "ratios.json")],
        check=True,
        env=environment,
    )
    lines = (folder / "log").read_text(encoding="utf-8").splitlines()
    return [(words, body) for words, body in map(json.loads, lines)]


unix_only = pytest.mark.skipif(sys.platform == "win32", reason="gh is a script with a #! line")


@unix_only
def test_a_first_comment(tmp_path: Path) -> None:
    pulls = [
        {"number": 6, "head": {"sha": COMMIT[::-1]}},
        {"number": 7, "head": {"sha": COMMIT}},
    ]
    others = [
        {"id": 1, "user": {"login": "them"}, "body": script.MARK},
        {"id": 2, "user": {"login": script.AUTHOR}, "body": "something else"},
    ]
    asked = _post(tmp_path, {PULLS: pulls, COMMENTS + "?per_page=100&page=1": others})
    assert len(asked) == 3
    assert asked[2][0] == ["api", "--method", "POST", COMMENTS, "--input", "-"]
    assert asked[2][1] == script.comment(json.dumps(GOOD))


@unix_only
def test_a_comment_over_that_of_before(tmp_path: Path) -> None:
    pulls = [{"number": 7, "head": {"sha": COMMIT}}]
    ours = {"id": 5, "user": {"login": script.AUTHOR}, "body": script.MARK + "\nold"}
    other = {"id": 6, "user": {"login": "them"}, "body": "something else"}
    pages = {1: [other] * 100, 2: [other, ours]}
    answers = {f"{COMMENTS}?per_page=100&page={page}": olds for page, olds in pages.items()}
    asked = _post(tmp_path, {PULLS: pulls} | answers)
    where = "repos/us/it/issues/comments/5"
    assert len(asked) == 4
    assert asked[3][0] == ["api", "--method", "PATCH", where, "--input", "-"]


@unix_only
def test_a_first_comment_behind_a_full_page(tmp_path: Path) -> None:
    pulls = [{"number": 7, "head": {"sha": COMMIT}}]
    other = {"id": 6, "user": {"login": "them"}, "body": "something else"}
    answers = {COMMENTS + "?per_page=100&page=1": [other] * 100}
    answers |= {COMMENTS + "?per_page=100&page=2": []}
    asked = _post(tmp_path, {PULLS: pulls} | answers)
    assert asked[3][0] == ["api", "--method", "POST", COMMENTS, "--input", "-"]


@unix_only
def test_nothing_is_posted_where_the_commit_is_no_longer_the_head(tmp_path: Path) -> None:
    pulls = [{"number": 7, "head": {"sha": COMMIT[::-1]}}]
    assert len(_post(tmp_path, {PULLS: pulls})) == 1
