"""Run a program on the stand-ins, without a change: ``python -m shogi_fast.compat``."""

import contextlib
import io
import os
import pkgutil
import runpy
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, NoReturn

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
    with _own_frames_hidden():
        if as_module:
            runpy.run_module(program, run_name="__main__", alter_sys=True)
            return
        if not sys.flags.safe_path:
            # The directory this process was started in has no place on the path of a program.
            sys.path[0] = os.path.dirname(os.path.realpath(program))
        # Of a directory or an archive, Python runs the __main__.py that is in it.
        if program.endswith(".pyc") or pkgutil.get_importer(program) is not None:
            runpy.run_path(program, run_name="__main__")
        else:
            _run_file(os.path.join(os.getcwd(), program))


def _run_file(path: str) -> None:
    """Run a program in a module as ``python game.py`` makes it, which stays the main one."""
    module: Any = ModuleType("__main__")
    module.__loader__ = SourceFileLoader("__main__", path)
    if sys.version_info < (3, 14):
        module.__annotations__ = {}
    module.__builtins__ = sys.modules["builtins"]
    module.__file__ = path
    if sys.version_info < (3, 15):
        module.__cached__ = None
    sys.modules["__main__"] = module
    with io.open_code(path) as file:
        source = file.read()
    exec(compile(source, path, "exec", dont_inherit=True), vars(module))  # noqa: S102


@contextlib.contextmanager
def _own_frames_hidden() -> Iterator[None]:
    """Have the traceback of what a program raises begin in the program.

    Whatever prints it is called as without this, and Python ends as it does: by Ctrl-C, too.
    """
    try:
        yield
    except BaseException as error:
        raised, hook = error, sys.excepthook
        trace = _without_own_frames(error.__traceback__)

        def show(kind: type[BaseException], value: BaseException, found: Any) -> None:
            if value is raised:
                found = value.__traceback__ = trace
            hook(kind, value, found)

        sys.excepthook = show
        raise


def _without_own_frames(trace: TracebackType | None) -> TracebackType | None:
    own = (__file__, contextlib.__file__, runpy.__file__, "<frozen runpy>")
    while trace is not None and trace.tb_frame.f_code.co_filename in own:
        trace = trace.tb_next
    return trace


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
