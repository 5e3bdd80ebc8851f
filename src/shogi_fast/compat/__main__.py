"""Run a program on the stand-ins, without a change: ``python -m shogi_fast.compat``."""

import os
import runpy
import sys
from pathlib import Path
from typing import NoReturn

from shogi_fast.compat.installing import LIBRARIES, install

USAGE = """\
usage: python -m shogi_fast.compat NAME[,NAME] PROGRAM [ARGUMENT ...]
       python -m shogi_fast.compat NAME[,NAME] -m MODULE [ARGUMENT ...]

Run a program, or a module as "python -m" does, whose "import NAME" finds what
stands in for NAME in shogi_fast. NAME is shogi or cshogi. The Python processes
that the program starts find it too.
"""
# A directory for each name, that of no package: what is in it is to be found on the path alone.
FOR_CHILDREN = Path(__file__).parent / "for-children"


def main() -> None:
    """Read the command line, and run the program as Python would."""
    words = sys.argv[1:]
    if words[:1] in (["-h"], ["--help"]):
        print(USAGE, end="")
        return
    names = words[0].split(",") if words else []
    unknown = [name for name in names if name not in LIBRARIES]
    as_module = words[1:2] == ["-m"]
    if unknown:
        _refuse(f"no stand-in for {unknown[0]!r}, only for {', '.join(LIBRARIES)}")
    if len(words) < 2 + as_module:
        _refuse("nothing to run: NAME and PROGRAM are needed (see --help)")
    program = words[1 + as_module]
    if not as_module and not os.path.exists(program):
        _refuse(f"cannot open {program!r}: there is no such file")
    for name in dict.fromkeys(names):
        install(name)
        _tell_children(name)
    sys.argv[:] = [program, *words[2 + as_module :]]
    if as_module:
        runpy.run_module(program, run_name="__main__", alter_sys=True)
        return
    if not sys.flags.safe_path:
        # The directory this process was started in has no place on the path of a program.
        sys.path[0] = os.path.dirname(os.path.realpath(program))
    runpy.run_path(program, run_name="__main__")


def _tell_children(name: str) -> None:
    """Put a module on the children's path that installs the stand-in as it is imported."""
    folder = str(FOR_CHILDREN / name)
    old = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = f"{folder}{os.pathsep}{old}" if old else folder
    # multiprocessing hands its children this list.
    sys.path.insert(0 if sys.flags.safe_path else 1, folder)


def _refuse(text: str) -> NoReturn:
    print(f"python -m shogi_fast.compat: error: {text}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
