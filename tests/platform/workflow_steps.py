"""Check that each ``run:`` of a workflow is one script that also runs locally, and each action a commit.

    python tests/platform/workflow_steps.py

So whatever a workflow does can be done by hand; what cannot, the actions, is pinned. Two workflows
with the same action have it at the same commit.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The script and its arguments: words, options, and variables in quotes.
COMMAND = re.compile(
    r"(?:python )?(?P<script>(?:tests/platform/\w+\.(?:sh|py))|\.ci/run)(?: (?:[\w./:-]+|\"\$\w+\"))*"
)
RUN = re.compile(r"^\s*(?:- )?run: *(.*)$", re.MULTILINE)
# What has no command: all that may be under "run:" there.
SHELL = "defaults:\n  run:\n    shell: bash\n"
USES = re.compile(r"^\s*(?:- )?uses: *(\S+)(.*)$", re.MULTILINE)
PINNED = re.compile(r"([\w.-]+/[\w./-]+)@([0-9a-f]{40})")


def faults_of(text: str, actions: dict[str, tuple[str, str]], root: Path = ROOT) -> list[str]:
    """Return what is wrong with a workflow; `actions` collects their commits and versions."""
    faults = []
    for command in RUN.findall(text.replace(SHELL, "")):
        found = COMMAND.fullmatch(command.strip())
        if found is None:
            faults.append(f"not one script: run: {command}")
        elif not (root / found["script"]).is_file():
            faults.append(f"no such script: {found['script']}")
    for action, comment in USES.findall(text):
        pinned = PINNED.fullmatch(action)
        version = re.fullmatch(r" # (v\d+\.\d+\.\d+)", comment)
        if pinned is None or version is None:
            faults.append(f"not a commit and its version: uses: {action}{comment}")
        elif actions.setdefault(pinned[1], (pinned[2], version[1])) != (pinned[2], version[1]):
            faults.append(f"{pinned[1]} is another than elsewhere")
    return faults


def main() -> int:
    """Print what is wrong with the workflows, and return the exit status."""
    actions: dict[str, tuple[str, str]] = {}
    faults = 0
    paths = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    for path in paths:
        for fault in faults_of(path.read_text(encoding="utf-8"), actions):
            print(f"{path.name}: {fault}")
            faults += 1
    print(f"{len(paths)} workflows, {len(actions)} actions, {faults} faults")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
