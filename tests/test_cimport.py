"""A Cython module of another project, built from an empty directory against the package."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

USER = Path(__file__).parent / "cython_user"


def _has_compiler() -> bool:
    """Say whether there is a C compiler: on Windows setuptools finds one by itself."""
    if sys.platform == "win32":
        return True
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(shlex.split(command)[0]) is not None


@pytest.mark.skipif(not _has_compiler(), reason="there is no C compiler here to build with")
def test_a_module_that_cimports_the_core_counts_perft(tmp_path: Path) -> None:
    for name in ("counter.pyx", "setup.py"):
        shutil.copy(USER / name, tmp_path)
    build = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        check=False,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert build.returncode == 0, build.stdout + build.stderr
    code = "import counter, shogi_fast; print(counter.perft(shogi_fast.Board(), 4))"
    run = subprocess.run(
        [sys.executable, "-c", code], check=False, cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout == "719731\n"
