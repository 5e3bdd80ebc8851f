"""install, and python -m shogi_fast.compat: plain imports find the stand-ins, or say why not."""

import os
import re
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest

from shogi_fast.compat import LIBRARIES, install

RUNNER = [sys.executable, "-W", "error", "-m", "shogi_fast.compat"]


def run(command, **changes):
    """Run a command without input. Returns its status, what it prints, and its errors."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONHASHSEED"}
    done = subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        env=environment | {"PYTHONUTF8": "1"} | changes,
    )
    return done.returncode, done.stdout, done.stderr


def python(code, **changes):
    """Run code in a fresh interpreter, expect success, and return what it prints."""
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(code)]
    status, out, err = run(command, **changes)
    assert (status, err) == (0, "")
    return out


# ---- install -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LIBRARIES)
def test_plain_import_is_the_stand_in(name):
    code = f"""
        from shogi_fast.compat import install
        package = install("{name}")
        import {name}, shogi_fast.compat.{name} as ours
        from {name} import Board
        import {name} as renamed
        print({name} is package is ours is renamed, Board is ours.Board, {name}.__name__)
    """
    assert python(code) == f"True True shogi_fast.compat.{name}\n"


def test_submodules_are_the_same_objects_in_every_form_of_import():
    code = """
        import importlib, sys
        from shogi_fast.compat import install
        install("shogi")
        import shogi.Consts
        import shogi.Move
        from shogi.Move import Move
        import shogi.Piece as P
        import shogi_fast.compat.shogi as ours
        from shogi_fast.compat.shogi.Piece import Piece
        print(sys.modules["shogi.Consts"] is sys.modules["shogi_fast.compat.shogi.Consts"])
        print(importlib.import_module("shogi.Move") is sys.modules["shogi_fast.compat.shogi.Move"])
        print(Move is ours.Move, shogi.Move is Move, P is Piece or P.Piece is Piece)
        print(shogi.Consts.BLACK == ours.BLACK, isinstance(shogi.Move, type))
    """
    assert python(code) == "True\nTrue\nTrue True True\nTrue True\n"


def test_submodules_of_cshogi():
    code = """
        from shogi_fast.compat import install
        install("cshogi")
        import cshogi
        from cshogi import KI2
        import cshogi.KIF as K
        import shogi_fast.compat.cshogi.KI2, shogi_fast.compat.cshogi.KIF
        ours = shogi_fast.compat.cshogi
        print(KI2 is ours.KI2, K is ours.KIF, callable(KI2.move_to_ki2), callable(K.move_to_kif))
        print(K.__spec__.name, K.__name__)
    """
    expected = "True True True True\n" + 2 * "shogi_fast.compat.cshogi.KIF "
    assert python(code) == expected.rstrip() + "\n"


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("import shogi.KIF", "shogi.KIF"),
        ("import shogi.CSA as C", "shogi.CSA"),
        ("from shogi import Person", "shogi.Person"),
        ("from shogi.KIF import Parser", "shogi.KIF"),
        ("import cshogi.usi", "cshogi.usi"),
        ("from cshogi import usi", "cshogi.usi"),
        ("from cshogi.usi import Engine", "cshogi.usi"),
        ("import cshogi.dlshogi", "cshogi.dlshogi"),
        ("from cshogi import DfPn", "cshogi.DfPn"),
        ("__import__('cshogi.elo')", "cshogi.elo"),
    ],
)
def test_what_is_absent_says_so(statement, name):
    code = f"""
        from shogi_fast.compat import install
        install("{name.partition(".")[0]}")
        try:
            {statement}
        except ModuleNotFoundError as error:
            print(error.name, "|", error)
    """
    printed = python(code)
    assert printed.startswith(f"{name} | shogi_fast has no {name} yet (")
    assert "docs/migrating.md" in printed


@pytest.mark.parametrize("installed", [True, False])
@pytest.mark.parametrize("full", ["shogi.KIF", "shogi.CSA", "cshogi.CSA", "cshogi.dtypeHcp"])
def test_an_absent_attribute_says_so_too(full, installed):
    name, _, attribute = full.partition(".")
    start = f"from shogi_fast.compat import install; install('{name}'); import {name}"
    code = f"""
        {start if installed else f"from shogi_fast.compat import {name}"}
        try:
            {full}
        except AttributeError as error:
            print(error.name, hasattr({name}, "{attribute}"), "|", error)
    """
    printed = python(code)
    assert printed.startswith(f"{attribute} False | shogi_fast has no {full} yet (")


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("import shogi.Bord", "No module named 'shogi.Bord'"),
        ("import shogi.Consts.BLACK", "No module named 'shogi.Consts.BLACK'"),
        ("from shogi import Bord", "cannot import name 'Bord'"),
        ("import cshogi.KIF.nothing.more", "No module named 'cshogi.KIF.nothing'"),
        # A part of the stand-in is not loaded for a second time under another name.
        ("import shogi.differences", "No module named 'shogi.differences'"),
    ],
)
def test_what_neither_has_is_an_import_error(statement, error):
    code = f"""
        from shogi_fast.compat import install
        install("shogi"), install("cshogi")
        try:
            {statement}
        except ImportError as error:
            print(error)
    """
    assert python(code).startswith(error)


@pytest.mark.parametrize("name", LIBRARIES)
def test_whether_the_library_is_installed_does_not_matter(tmp_path, name):
    """A module of the name that comes first on the path is not even run."""
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("raise SystemExit('the library ran')\n")
    (tmp_path / name / "KIF.py").write_text("raise SystemExit('the library ran')\n")
    code = f"""
        from shogi_fast.compat import install
        install("{name}")
        import {name}, sys
        print({name}.__name__)
        del sys.modules["{name}"]
        import {name}
        print({name}.__name__)
    """
    expected = f"shogi_fast.compat.{name}\n"
    assert python(code, PYTHONPATH=path_with(tmp_path)) == 2 * expected


def path_with(folder):
    """Return PYTHONPATH with a folder before all else."""
    return os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))


@pytest.mark.parametrize("imported", ["shogi", "shogi.KIF"])
def test_a_library_that_has_been_imported_is_an_error(tmp_path, imported):
    (tmp_path / "shogi").mkdir()
    (tmp_path / "shogi" / "__init__.py").write_text("here = True\n")
    (tmp_path / "shogi" / "KIF.py").touch()
    code = f"""
        import sys
        import {imported}
        from shogi_fast.compat import install
        before, finders = dict(sys.modules), list(sys.meta_path)
        try:
            install("shogi")
        except RuntimeError as error:
            print(str(error).startswith("shogi has been imported already, from "))
            print("before the first import" in str(error))
        print({{n: m for n, m in sys.modules.items() if n.startswith("shogi.")}}
              == {{n: m for n, m in before.items() if n.startswith("shogi.")}})
        import shogi
        print(shogi.here)
        del sys.modules["shogi"], before
        sys.modules.pop("shogi.KIF", None)
        import shogi.KIF  # the finder has not taken the name
        print(shogi.here)
        print(install("cshogi").__name__)
    """
    printed = python(code, PYTHONPATH=path_with(tmp_path)).splitlines()
    assert printed == ["True"] * 5 + ["shogi_fast.compat.cshogi"]


def test_a_name_that_somebody_has_blocked_is_taken():
    code = """
        import sys
        sys.modules["shogi"] = None
        from shogi_fast.compat import install
        install("shogi")
        import shogi
        print(shogi.__name__)
    """
    assert python(code) == "shogi_fast.compat.shogi\n"


def test_to_install_again_changes_nothing():
    code = """
        import sys
        from shogi_fast.compat import install
        first = install("shogi")
        from shogi import Move
        before, finders = dict(sys.modules), list(sys.meta_path)
        print(install("shogi") is first, sys.modules == before, sys.meta_path == finders)
        import shogi
        print(shogi.Move is Move)
        sys.meta_path.remove(sys.meta_path[0])  # whoever takes the finder away gets it back
        install("shogi")
        print(sys.meta_path == finders)
    """
    assert python(code) == "True True True\nTrue\nTrue\n"


def test_reloading_keeps_the_module():
    code = """
        import importlib
        from shogi_fast.compat import install
        package = install("shogi")
        import shogi
        print(importlib.reload(shogi) is package, shogi.__spec__.name)
    """
    assert python(code) == "True shogi_fast.compat.shogi\n"


def test_a_module_that_is_taken_out_is_found_again_with_its_own_spec():
    code = """
        import sys
        from shogi_fast.compat import install
        install("shogi")
        module = sys.modules.pop("shogi.Consts")
        import shogi.Consts
        print(sys.modules["shogi.Consts"] is module, module.__spec__.name)
    """
    assert python(code) == "True shogi_fast.compat.shogi.Consts\n"


@pytest.mark.parametrize("name", ["chess", "", "shogi.KIF", "SHOGI", "shogi_fast"])
def test_other_names_are_refused(name):
    with pytest.raises(ValueError, match=r"there is no stand-in for .*only for 'shogi', 'cshogi'"):
        install(name)


@pytest.mark.parametrize("name", [None, 1, b"shogi", ["shogi"]])
def test_what_is_no_name_is_refused(name):
    with pytest.raises(TypeError, match="a library's name is a str, not"):
        install(name)


def test_threads_may_install_and_import_together():
    code = """
        import sys, threading
        from shogi_fast.compat import install
        sys.setswitchinterval(1e-6)
        start, seen = threading.Barrier(8), []
        def work(number):
            start.wait()
            shogi, cshogi = install("shogi"), install("cshogi")
            import shogi as a, cshogi as b
            from cshogi.KIF import move_to_kif
            from cshogi.KI2 import move_to_ki2
            from shogi.Move import Move
            seen.append((a is shogi, b is cshogi, move_to_kif, move_to_ki2, Move is a.Move))
        threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
        for thread in threads: thread.start()
        for thread in threads: thread.join()
        print(len(seen), len(set(seen)), seen[0][:2])
    """
    assert python(code) == "8 1 (True, True)\n"


PICKLES = """
import pickle, sys
{start}
board = shogi.Board()
board.push_usi("7g7f")
if len(sys.argv) > 1:
    sys.stdout.write(pickle.dumps((board, shogi.Move.from_usi("3c3d"), shogi.Piece(1, 0))).hex())
else:
    board, move, piece = pickle.loads(bytes.fromhex(sys.stdin.read()))
    print(isinstance(board, shogi.Board), board.sfen(), move.usi(), piece.symbol())
"""
INSTALLED = "from shogi_fast.compat import install; install('shogi'); import shogi"
OWN_NAME = "import shogi_fast.compat.shogi as shogi"


@pytest.mark.parametrize("saved", [INSTALLED, OWN_NAME], ids=["installed", "own name"])
@pytest.mark.parametrize("loaded", [INSTALLED, OWN_NAME], ids=["installed", "own name"])
def test_pickles_made_under_either_name_load(saved, loaded):
    save = [sys.executable, "-c", PICKLES.format(start=saved), "save"]
    status, text, err = run(save)
    assert (status, err) == (0, "")
    load = [sys.executable, "-c", PICKLES.format(start=loaded)]
    done = subprocess.run(load, input=text, capture_output=True, text=True, check=False)
    after = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"
    assert (done.stdout, done.stderr) == (f"True {after} 3c3d P\n", "")


def test_the_package_itself_does_not_import_it():
    code = """
        import sys, shogi_fast
        print([name for name in sys.modules if name.startswith("shogi_fast.compat")])
        import shogi_fast.compat
        print(sorted(name for name in sys.modules if name.startswith("shogi_fast.compat")))
    """
    expected = (
        "[]\n['shogi_fast.compat', 'shogi_fast.compat.absent', 'shogi_fast.compat.installing']\n"
    )
    assert python(code) == expected


# ---- python -m shogi_fast.compat -----------------------------------------------------------------

PROGRAM = """
import sys
from pathlib import Path

import helper
import shogi

if __name__ == "__main__":
    print(shogi.__name__, sys.argv[1:], Path(sys.argv[0]).name, Path(__file__).name, helper.here)
    print(Path(sys.path[0]).samefile(Path(__file__).parent), sys.modules["__main__"].shogi is shogi)
    sys.exit(7)
"""


@pytest.fixture
def program(tmp_path):
    """Return the path of an unedited program, with a module beside it."""
    (tmp_path / "helper.py").write_text("here = True\n")
    path = tmp_path / "a program.py"
    path.write_text(PROGRAM)
    return path


def test_an_unedited_program_runs(program, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    command = [*RUNNER, "shogi", str(program), "--help", "-m", "a b"]
    done = subprocess.run(
        command, cwd=elsewhere, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (7, "")
    assert done.stdout == (
        "shogi_fast.compat.shogi ['--help', '-m', 'a b'] a program.py a program.py True\n"
        "True True\n"
    )


def test_a_module_runs_as_of_python_m(program):
    program.rename(program.parent / "game.py")
    command = [*RUNNER, "shogi", "-m", "game", "-x"]
    done = subprocess.run(
        command, cwd=program.parent, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (7, "")
    assert done.stdout.startswith("shogi_fast.compat.shogi ['-x'] game.py game.py True\n")


WHAT_IT_IS = """
import atexit, os, pickle, sys, threading, traceback

class Here:
    pass

with_names = {name: str(value).partition(" at ")[0] for name, value in sorted(globals().items())}
print({name: text for name, text in with_names.items() if name[:2] == "__"})
print(sys.argv, sys.path[0], Here.__module__, pickle.loads(pickle.dumps(Here)) is Here)
print(sys.modules["__main__"].__dict__ is globals(), Here.__init__.__qualname__)

def later(text):
    print(text, Here in globals().values(), sys.modules["__main__"].Here is Here)

# Both when the program has come to its end.
atexit.register(later, "at exit")
end = threading.Event()
threading.Thread(target=lambda: (end.wait(), later("in a thread"))).start()
threading.Timer(0.1, end.set).start()
os.chdir("/")
print(traceback.format_stack()[0])
"""


@pytest.mark.parametrize("given", ["game.py", "../{}/game.py", "{}/game.py"])
def test_a_program_is_what_python_makes_of_it(tmp_path, given):
    """Its names, its path, and what is left of them when it ends."""
    (tmp_path / "game.py").write_text(WHAT_IT_IS)
    whole = given.startswith("{")
    path = given.format(tmp_path if whole else tmp_path.name)
    outputs = []
    for start in ([sys.executable], [*RUNNER, "shogi"]):
        command = [*start, path, "a", "-b"]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, "")
        outputs.append(done.stdout)
    python_own, ours = outputs
    assert "'__package__': 'None'" in python_own
    # Below are the frames of the stack: there one may see what has started the program.
    assert python_own.splitlines()[:3] == ours.splitlines()[:3]
    for printed in outputs:
        assert {"at exit True True", "in a thread True True"} <= set(printed.splitlines())


ERRORS = {
    "raised": "def f():\n    1/0\nf()\n",
    "chained": "try:\n    1/0\nexcept ZeroDivisionError as error:\n    raise ValueError from error\n",
    "no Python": "x = (\n",
    "exit": "import sys\nsys.exit('a text')\n",
    "interrupt": "raise KeyboardInterrupt\n",
    "hook": "import sys\nsys.excepthook = lambda *what: print(what[0], what[2].tb_lineno)\n1/0\n",
    "in a thread": "import threading\nt = threading.Thread(target=lambda: 1/0)\nt.start()\nt.join()\n",
    "notes": "error = ValueError(1)\nerror.add_note('a note')\nraise error\n",
    "group": "raise ExceptionGroup('x', [ValueError(1), KeyError(2)])\n",
}


@pytest.mark.parametrize("kind", ERRORS)
def test_a_traceback_begins_in_the_program(tmp_path, kind):
    """All that is printed, and the exit status, are as without us."""
    (tmp_path / "game.py").write_text(ERRORS[kind])
    results = []
    for start in ([sys.executable], [*RUNNER, "shogi"]):
        done = subprocess.run(
            [*start, "game.py"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        # Threads' names have their functions' addresses in some versions.
        error = re.sub(r"0x[0-9a-f]+", "0x", done.stderr)
        results.append((done.returncode, done.stdout, error))
    assert results[1] == results[0]


def test_a_traceback_of_a_module_begins_in_it_too(tmp_path):
    (tmp_path / "game.py").write_text(ERRORS["raised"])
    done = subprocess.run(
        [*RUNNER, "shogi", "-m", "game"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    first, second, *_ = done.stderr.splitlines()
    assert first == "Traceback (most recent call last):"
    assert 'game.py", line 3, in <module>' in second


def test_a_directory_and_an_archive_run_as_programs(tmp_path):
    (tmp_path / "game").mkdir()
    code = "import shogi, sys\nprint(shogi.__name__, sys.argv[1:], __name__)\n"
    (tmp_path / "game" / "__main__.py").write_text(code)
    with zipfile.ZipFile(tmp_path / "game.pyz", "w") as archive:
        archive.writestr("__main__.py", code)
    for name in ("game", "game.pyz"):
        status, out, err = run([*RUNNER, "shogi", str(tmp_path / name), "x"])
        assert (status, err) == (0, "")
        assert out == "shogi_fast.compat.shogi ['x'] __main__\n"


CHILDREN = """
import multiprocessing
import subprocess
import sys

import {first}


def work(number):
    return number, {first}.__name__


if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        print(pool.map(work, [1, 2]))
    code = "import threading, {first}; from {second} import Board; print({first}, Board)"
    print(subprocess.run([sys.executable, "-c", code], check=True, text=True,
                         stdout=subprocess.PIPE).stdout)
"""


@pytest.mark.parametrize(("first", "second"), [("shogi", "cshogi"), ("cshogi", "shogi")])
def test_children_find_the_stand_ins_too(tmp_path, first, second):
    path = tmp_path / "program.py"
    path.write_text(CHILDREN.format(first=first, second=second))
    status, out, err = run([*RUNNER, f"{first},{second}", str(path)])
    assert (status, err) == (0, "")
    name = f"shogi_fast.compat.{first}"
    assert out.splitlines()[0] == str([(1, name), (2, name)])
    assert f"<module '{name}' from" in out
    assert f"<class 'shogi_fast.compat.{second}." in out


def test_only_the_named_library_is_replaced(tmp_path):
    (tmp_path / "shogi.py").write_text("print('the other one')\n")
    path = tmp_path / "program.py"
    path.write_text("import cshogi, shogi\nprint(cshogi.__name__, shogi.__name__)\n")
    status, out, err = run([*RUNNER, "cshogi", str(path)])
    assert (status, err) == (0, "")
    assert out == "the other one\nshogi_fast.compat.cshogi shogi\n"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ([], "nothing to run: NAME and PROGRAM are needed"),
        (["shogi"], "nothing to run"),
        (["shogi", "-m"], "nothing to run"),
        (["chess", "x.py"], "no stand-in for 'chess', only for shogi, cshogi"),
        (["shogi,", "x.py"], "no stand-in for ''"),
        (["shogi", "not there.py"], "cannot open 'not there.py': there is no such file"),
    ],
)
def test_errors_of_the_command_line_are_one_line(arguments, error):
    status, out, err = run([*RUNNER, *arguments])
    assert (status, out) == (2, "")
    assert err.startswith(f"python -m shogi_fast.compat: error: {error}")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help(word):
    status, out, err = run([*RUNNER, word])
    assert (status, err) == (0, "")
    assert out.startswith("usage: python -m shogi_fast.compat NAME[,NAME] PROGRAM [ARGUMENT ...]\n")


def test_what_children_import_is_installed():
    folder = Path(sys.modules[install.__module__].__file__).parent / "for-children"
    assert sorted(path.stem for path in folder.rglob("*.py")) == sorted(LIBRARIES)
