"""Post the figures of benchmark_ratios.sh under a pull request, or only show them.

    python tests/platform/benchmark_comment.py FILE.json --show
    python tests/platform/benchmark_comment.py FILE.json

The file was made by code that nobody has looked at: of it, numbers under the names that
benchmarks/instructions.json has here are used, and how many others there are, and nothing else. The second form needs GitHub's command gh, its GH_TOKEN, and what the event
says of the pull request: REPOSITORY, HEAD_OWNER, HEAD_BRANCH, HEAD_SHA. It replaces its comment of
before, if there is one.
"""

import argparse
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

MARK = "<!-- instructions a node -->"
AUTHOR = "github-actions[bot]"
KNOWN = Path(__file__).resolve().parents[2] / "benchmarks" / "instructions.json"
MOST_BYTES, MOST_ROWS = 20_000, 50
PAGE = 100  # comments that GitHub gives at once


def known() -> list[str]:
    """Return the names of the workloads that there are here, in their order."""
    return list(json.loads(KNOWN.read_text(encoding="utf-8"))["instructions"])


def numbers(data: Any, key: str) -> dict[str, float]:
    """Return one of the file's two tables; raise ValueError where it is anything else.

    The message has nothing of the file either: it goes into a log that all can read.
    """
    table = data.get(key) if isinstance(data, dict) else None
    if not isinstance(table, dict) or len(table) > MOST_ROWS:
        raise ValueError(f"{key!r} is no table of figures")
    for value in table.values():
        # Compared first: an int may be too large to be made a float.
        if type(value) not in (int, float) or not (0 < value < 1e12):
            raise ValueError(f"{key!r} has a figure that is none")
    return table


def comment(text: str) -> str:
    """Return the comment for a file's text, which is anybody's."""
    if len(text) > MOST_BYTES:
        raise ValueError("the file is too long")
    data = json.loads(text)
    now, before = numbers(data, "now"), numbers(data, "before")
    names = known()
    rows = []
    for name in names:
        old, new = before.get(name), now.get(name)
        cells = [name, *("-" if figure is None else f"{figure:,.2f}" for figure in (old, new))]
        cells.append("-" if old is None or new is None else f"{new / old:.3f}")
        rows.append(f"| {' | '.join(cells)} |")
    if others := len(now.keys() - set(names)):
        rows.append(f"| new ones: {others} | | | |")
    return "\n".join(
        [
            MARK,
            "Instructions a node, counted with callgrind; less is better:",
            "",
            "| | base | this | ratio |",
            "|---|---:|---:|---:|",
            *rows,
            "",
        ]
    )


def gh(*words: str, body: str | None = None) -> Any:
    """Return what GitHub's API answers."""
    command = ["gh", "api", *words]
    text = None if body is None else json.dumps({"body": body})
    if text is not None:
        command += ["--input", "-"]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, input=text)
    return json.loads(run.stdout)


def pull_request(repository: str, owner: str, branch: str, commit: str) -> int | None:
    """Return the number of the open pull request that a commit is the head of, None if it is not."""
    head = quote(f"{owner}:{branch}", safe="")
    for pull in gh(f"repos/{repository}/pulls?state=open&per_page=100&head={head}"):
        if pull["head"]["sha"] == commit:
            return int(pull["number"])
    return None


def post(repository: str, number: int, body: str) -> None:
    """Write the comment, over that of before if there is one."""
    path = f"repos/{repository}/issues/{number}/comments"
    for page in itertools.count(1):
        olds = gh(f"{path}?per_page={PAGE}&page={page}")
        for old in olds:
            if old["user"]["login"] == AUTHOR and old["body"].startswith(MARK):
                where = f"repos/{repository}/issues/comments/{old['id']}"
                gh("--method", "PATCH", where, body=body)
                return
        if len(olds) < PAGE:
            break
    gh("--method", "POST", path, body=body)


def main() -> int:
    """Post or show the figures, and return the exit status."""
    parser = argparse.ArgumentParser(description="Post figures under a pull request.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--show", action="store_true", help="only print the comment")
    arguments = parser.parse_args()
    try:
        body = comment(arguments.file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        print("no figures: the file is no text")
        return 1
    except (OSError, ValueError, RecursionError) as problem:
        print(f"no figures: {problem}")
        return 1
    if arguments.show:
        print(body)
        return 0
    repository = os.environ["REPOSITORY"]
    words = (os.environ[name] for name in ("HEAD_OWNER", "HEAD_BRANCH", "HEAD_SHA"))
    number = pull_request(repository, *words)
    if number is None:
        print("the pull request is closed, or has moved on")
        return 0
    post(repository, number, body)
    return 0


if __name__ == "__main__":
    sys.exit(main())
