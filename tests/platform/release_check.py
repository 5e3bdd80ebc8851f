"""Refuse to release what is not ready: the tag, the tree, the version and the changelog must agree.

    python tests/platform/release_check.py v0.1.0

The tag is "v" and the version; the version stands in src/shogi_fast/_version.py and nowhere else;
CHANGELOG.md and CITATION.cff have it too, the changelog with a date and with something below it;
nothing in the tree is changed or new; where the tag exists, it is what is checked out.
"""

import argparse
import datetime
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
# What PEP 440 calls the public version of a final or pre-release, in its normal form.
RELEASE = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")


def version_of(root: Path) -> str:
    """Return the version in the only place where it stands."""
    path = root / "src" / "shogi_fast" / "_version.py"
    (version,) = VERSION.findall(path.read_text(encoding="utf-8"))
    return str(version)


def git(root: Path, *words: str) -> str:
    """Return what a git command prints; raise SystemExit if it fails."""
    run = subprocess.run(
        ["git", "-C", str(root), *words], check=False, capture_output=True, text=True
    )
    if run.returncode != 0:
        raise SystemExit(f"git {words[0]}: {run.stderr.strip()}")
    return run.stdout.strip()


def changelog_faults(text: str, version: str) -> list[str]:
    """Return what is wrong with the changelog for this version."""
    headings = list(re.finditer(r"^## \[?([^\]\s]+)\]?(.*)$", text, re.MULTILINE))
    for i, heading in enumerate(headings):
        if heading[1] != version:
            continue
        faults = []
        try:
            datetime.date.fromisoformat(heading[2].removeprefix(" - ").strip())
        except ValueError:
            faults.append(f"CHANGELOG.md: {version} has no date: {heading[0]}")
        end = headings[i + 1].start() if i + 1 < len(headings) else len(text)
        if not re.search(r"^- \S", text[heading.end() : end], re.MULTILINE):
            faults.append(f"CHANGELOG.md: nothing is said of {version}")
        return faults
    return [f"CHANGELOG.md: no heading for {version}"]


def citation_faults(text: str, version: str) -> list[str]:
    """Return what is wrong with the citation for this version."""
    found = re.search(r"^version: (.+)$", text, re.MULTILINE)
    if found is None or found[1].strip("\"' ") != version:
        return [f"CITATION.cff: version {found and found[1]}, not {version}"]
    return []


def tree_faults(root: Path, tag: str) -> list[str]:
    """Return what is wrong with the tree, and with where the tag is."""
    faults = []
    if changed := git(root, "status", "--porcelain"):
        faults.append(f"not committed:\n{changed}")
    if git(root, "tag", "--list", tag):
        tagged = git(root, "rev-parse", f"refs/tags/{tag}^{{commit}}")
        head = git(root, "rev-parse", "HEAD")
        if tagged != head:
            faults.append(f"{tag} is at {tagged}, and checked out is {head}")
    return faults


def faults_of(root: Path, tag: str) -> list[str]:
    """Return what speaks against releasing what is at a path as this tag."""
    version = version_of(root)
    faults = []
    if tag != f"v{version}":
        faults.append(f"the tag is {tag}, and the version is {version}")
    if not RELEASE.fullmatch(version):
        faults.append(f"{version} is no version to release")
    faults += changelog_faults((root / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    faults += citation_faults((root / "CITATION.cff").read_text(encoding="utf-8"), version)
    return faults + tree_faults(root, tag)


def main() -> int:
    """Print what speaks against a release, and return the exit status."""
    parser = argparse.ArgumentParser(description="Check that a tag may be released.")
    parser.add_argument("tag", help='"v" and the version')
    parser.add_argument("--root", type=Path, default=ROOT, help="another repository than this")
    arguments = parser.parse_args()
    faults = faults_of(arguments.root, arguments.tag)
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{arguments.tag} may be released")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
