"""check-imports: the files that it reads, what the command prints, and the real stand-ins."""

import json
import os
import re
import subprocess
import sys
import textwrap

import pytest
from check_imports_helpers import LIBRARIES
from cli_helpers import COMMAND, environment, run

from shogi_fast.check_imports import check_programs, check_source
from shogi_fast.cli import main
from shogi_fast.library_names import library
from shogi_fast.program_files import (
    find_programs,
    parse_notebook,
    without_magics,
)

# ---- Files -----------------------------------------------------------------------------------------


def write(folder, files):
    """Write files by their paths below a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def test_the_programs_of_a_directory(tmp_path):
    names = ["b.py", "a/x.py", "a/c.pyw", "play.ipynb", "a/b/__init__.py"]
    others = [
        "read.me",
        "a/x.pyc",
        "a/.#x.py",
        "._b.py",
        ".git/h.py",
        "__pycache__/p.py",
        "env/lib/x.py",
        "no.PY.txt",
    ]
    write(tmp_path, dict.fromkeys([*names, *others], ""))
    write(tmp_path, {"env/pyvenv.cfg": "", "lib/site-packages/shogi/__init__.py": ""})
    found = [os.path.relpath(path, tmp_path) for path in find_programs(str(tmp_path))]
    assert sorted(path.replace(os.sep, "/") for path in found) == sorted(names)
    assert found == [os.path.relpath(path, tmp_path) for path in find_programs(str(tmp_path))]
    # What is named itself is checked, whatever it is called.
    for name in ("read.me", ".git", "._b.py"):
        assert list(find_programs(str(tmp_path / name)))


@pytest.mark.parametrize(
    ("files", "path", "error"),
    [
        ({}, ".", "no Python files in this directory"),
        ({"x.txt": ""}, ".", "no Python files in this directory"),
        ({}, "nowhere", "No such file or directory"),
        ({}, "a\0b", "embedded null"),
        ({"x.py": "1 +"}, "x.py", "line 1: invalid syntax"),
        ({"x.py": "import shogi\n  x"}, ".", "line 2: unexpected indent"),
        ({"x.py": b"# coding: klingon\n"}, ".", "unknown encoding: klingon"),
        ({"x.py": b"\xe9 = 1\n"}, ".", "utf-8"),
        ({"x.py": b"x = 1\0"}, ".", "null bytes"),
        ({"x.ipynb": "{\n  'cells"}, ".", "x.ipynb: not a notebook: not JSON: line 2, column 3: "),
        ({"x.ipynb": b"{\xff}"}, ".", "not a notebook: not JSON: byte 1 is not utf-8"),
        ({"x.ipynb": 5000 * "1"}, ".", "not a notebook: "),
        ({"x.ipynb": "[]"}, ".", "not a notebook: JSON without a list of cells (as of nbformat 4)"),
        ({"x.ipynb": '{"worksheets": []}'}, ".", "not a notebook: JSON without a list of cells"),
        ({"x.ipynb": '{"cells": 1}'}, ".", "not a notebook: JSON without a list of cells"),
        ({"x.ipynb": '{"cells": [{}]}'}, ".", "cell 1 of all does not say what it is"),
        ({"x.ipynb": '{"cells": [1]}'}, ".", "cell 1 of all does not say what it is"),
        ({"x.ipynb": '{"cells": [{"cell_type": "code"}]}'}, ".",
         "not a notebook: cell 1 of all does not say its source as text"),
        ({"x.ipynb": '{"cells": [{"cell_type": "code", "source": "1 +"}]}'}, ".",
         "cell 1, line 1: invalid syntax"),
        ({"x.ipynb": '{"cells": [{"cell_type": "code", "source": [1]}]}'}, ".", "its source as text"),
        ({"x.ipynb": 100000 * "["}, ".", "not a notebook: too deeply nested"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_one_line(tmp_path, capsys, files, path, error):
    write(tmp_path, files)
    assert main(["check-imports", str(tmp_path / path)]) == 2
    line = capsys.readouterr().err
    assert line.startswith("shogi-fast: error: ")
    assert error.lower() in line.lower()
    assert line.count("\n") == 1


@pytest.mark.parametrize("path", ["nowhere", "empty", ""])
def test_where_no_program_is_there_is_no_verdict(tmp_path, monkeypatch, capsys, path):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"empty/.hidden.py": "import shogi"})
    assert main(["check-imports", path]) == 2
    out, err = capsys.readouterr()
    assert out == "no Python file found that can be read\n"
    assert err.count("\n") == 1
    assert main(["check-imports", "--json", path]) == 2
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["can_switch"] is None


def test_a_verdict_says_what_could_not_be_read(tmp_path, capsys):
    write(tmp_path, {"a.py": "", "b.py": "1 +"})
    assert main(["check-imports", str(tmp_path)]) == 2
    out = capsys.readouterr().out
    assert out == "no use of shogi or cshogi in 1 file; 1 file could not be read\n"


def test_a_file_that_is_named_twice_is_read_once(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"f.py": "import shogi\nshogi.nothing", "bad.py": "1 +"})
    named = ["f.py", "./f.py", "../" + tmp_path.name + "/f.py", str(tmp_path), "bad.py"]
    assert main(["check-imports", "--json", *named]) == 2
    out, err = capsys.readouterr()
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["name"] for row in rows if "name" in row] == ["", "nothing"]
    assert rows[-1]["files"] == 1
    assert err.count("\n") == 1


@pytest.mark.skipif(
    sys.platform == "win32",
    reason="Windows has no os.mkfifo, and lets only privileged users make links",
)
def test_files_that_are_none(tmp_path):
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "broken.py").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "new\nline.py").write_text("1 +")
    done = run("check-imports", str(tmp_path))
    errors = [line.rpartition("/")[2] for line in done.stderr.splitlines()]
    assert errors == [
        "broken.py: No such file or directory",
        "new\\nline.py: line 1: invalid syntax",
        "pipe.py: not a file",
    ]
    assert (done.returncode, done.stdout) == (2, "no Python file found that can be read\n")


def test_encodings(tmp_path):
    named = "# -*- coding: shift_jis -*-\nimport shogi\nprint('先手', shogi.nothing)\n"
    write(tmp_path, {"a.py": named.encode("shift_jis"), "b.py": b"\xef\xbb\xbfimport shogi"})
    done = run("check-imports", str(tmp_path), "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row.get("line") for row in rows] == [2, 3, 1, None]
    # A str has been decoded, whatever it says itself.
    assert [use.line for use in check_source(named)] == [2, 3]
    assert [use.line for use in check_source(named.encode("shift_jis"))] == [2, 3]


def test_what_is_no_source():
    with pytest.raises(TypeError, match="a program is str or bytes, not int"):
        check_source(1)


def test_warnings_of_the_program_are_not_shown(tmp_path):
    write(tmp_path, {"x.py": "import shogi\nx = '\\d' is 1\n"})
    done = subprocess.run(
        [sys.executable, "-W", "error", *COMMAND[1:], "check-imports", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    assert (done.returncode, done.stderr) == (0, "")


def notebook(*cells):
    """Return a notebook of such cells; a tuple is one of text."""
    return json.dumps({
        "cells": [
            {"cell_type": "markdown", "source": cell[0]} if isinstance(cell, tuple)
            else {"cell_type": "code", "source": cell, "outputs": []}
            for cell in cells
        ]
    }).encode()  # fmt: skip


def test_cells_of_a_notebook():
    source = notebook(
        ("import shogi",),
        "%load_ext autotime\n!pip install shogi\nimport shogi",
        "%%bash\nimport shogi\necho (",
        "%%time\nboard = shogi.Board()\nboard.mate_move?",
        ["x = !ls\n", "board.mate_move()"],
        "",
    )
    program = parse_notebook(source)
    (found,) = check_programs([program], LIBRARIES)
    places = [f"{program.place(use.line)} {use.full_name}" for use in found]
    assert places == [
        "cell 1:3 shogi",
        "cell 3:2 shogi.Board",
        "cell 4:2 shogi.Board.mate_move",
    ]


def test_lines_of_ipython_keep_their_places():
    assert without_magics("for x in y:\n    %time f(x)\n") == "for x in y:\n    pass\n"
    assert without_magics("x = a % b\ny = 'what?'  # 100 %?") == "x = a % b\ny = 'what?'  # 100 %?"
    assert without_magics("  %%html\n<b>") == "\n"


# ---- The command -------------------------------------------------------------------------------------


@pytest.fixture
def made_here(monkeypatch):
    """Have the command look names up in the library of this file."""
    import shogi_fast.check_imports
    import shogi_fast.library_names

    for module in (shogi_fast.check_imports, shogi_fast.library_names):
        monkeypatch.setattr(module, "library", LIBRARIES.__getitem__)


PROGRAM = """\
import shogi
import shogi.KIF

board = shogi.Board()
board.pop()
for n in shogi.SQUARES:
    board.pop()
shogi.Bord, shogi.Move
getattr(shogi, "DfPn", None)
"""


def test_a_name_with_two_statuses_has_two_lines(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    program = "import shogi\nshogi.Board.mro()\nshogi.Board().mro()\n"
    write(tmp_path, {"game.py": program})
    assert main(["check-imports", "game.py"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "game.py:2: shogi.Board.mro is there" in lines
    assert "game.py:3: shogi.Board.mro is neither there nor in python-shogi 1.1.1" in lines


def test_text_of_the_command(made_here, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    search = "import game\ndef f(b):\n    b.mate_move(), b.turn\n"
    write(tmp_path, {"game.py": PROGRAM, "search.py": search, "other.py": "b.mate_move()"})
    assert main(["check-imports", "."]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    assert out.replace(os.sep, "/") == textwrap.dedent("""\
        ./game.py:1: shogi is there
        ./game.py:2: shogi.KIF is not there yet: records
        ./game.py:4: shogi.Board differs: equal-boards
        ./game.py:5: shogi.Board.pop differs: pop-of-null (also 7)
        ./game.py:6: shogi.SQUARES differs: squares
        ./game.py:8: shogi.Bord is neither there nor in python-shogi 1.1.1
        ./game.py:8: shogi.Move is there
        ./game.py:9: shogi.DfPn, guarded, is not there yet: mate search

        perhaps, as attributes of objects of which nothing is known:
        ./search.py:3: shogi.Board.mate_move is not there yet: mate search

        shogi, pop-of-null
          python-shogi 1.1.1: wrong
          shogi_fast: right

        shogi, equal-boards
          python-shogi 1.1.1: this
          shogi_fast: that

        shogi, squares
          python-shogi 1.1.1: a list
          shogi_fast: no list

        shogi: 7 names used: 2 there, 3 with differences, 2 not there, 1 guarded; perhaps 2 more names
        shogi: the program cannot switch yet because of 2 names: shogi.KIF, shogi.Bord
        """)


VERDICTS = [
    ("import shogi", 0, ["shogi: the program can switch"]),
    ("import shogi; shogi.SQUARES", 0, ["shogi: the program can switch, but see the rows above"]),
    ("import chess", 0, ["no use of shogi or cshogi in 1 file"]),
    ("import shogi.KIF", 1, ["shogi: the program cannot switch yet because of 1 name: shogi.KIF"]),
    (
        "import shogi, cshogi; shogi.Bord; cshogi.Board",
        1,
        [
            "cshogi: the program can switch",
            "shogi: the program cannot switch yet because of 1 name: shogi.Bord",
        ],
    ),
    (
        "import shogi; " + "; ".join(f"shogi.a{n}" for n in range(7)),
        1,
        [
            (
                "shogi: the program cannot switch yet because of 7 names: "
                "shogi.a0, shogi.a1, shogi.a2, shogi.a3, shogi.a4, ..."
            )
        ],
    ),
    # What is perhaps another's, and what the program is ready for.
    (
        "import shogi\ndef f(b): b.mate_move()",
        0,
        ["shogi: the program can switch; perhaps not there: shogi.Board.mate_move"],
    ),
    (
        "import shogi\nprint(getattr(shogi, '__version__', '?'))",
        0,
        ["shogi: the program can switch"],
    ),
    ("try:\n import shogi.KIF\nexcept ImportError: pass", 0, ["shogi: the program can switch"]),
    ("import shogi\nif hasattr(shogi, 'x'): shogi.x", 0, ["shogi: the program can switch"]),
]


@pytest.mark.parametrize(("source", "status", "verdict"), VERDICTS)
def test_the_verdict_in_words_and_as_exit_status(
    made_here, tmp_path, capsys, source, status, verdict
):
    write(tmp_path, {"x.py": source})
    assert main(["check-imports", str(tmp_path)]) == status
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "the program can" in line or "no use" in line] == verdict
    assert lines[-1] == verdict[-1]
    assert main(["check-imports", "--json", str(tmp_path)]) == status
    sums = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert sums["can_switch"] == (status == 0)
    expected = {line.partition(":")[0]: "can switch" in line for line in verdict if ":" in line}
    assert sums["libraries"] == expected


def test_writing_to_what_only_shows_leads_to_its_row(tmp_path, capsys):
    source = "import shogi\nboard = shogi.Board()\nboard.piece_bb[1] = 3\n"
    write(tmp_path, {"x.py": source})
    assert main(["check-imports", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"x\.py:3: shogi\.Board\.piece_bb differs: .*\battributes-read\b", out)
    assert "writing to one raises" in out
    assert out.endswith("shogi: the program can switch, but see the rows above\n")


def test_an_error_comes_before_the_verdict(made_here, tmp_path):
    """Also where both outputs go to one file."""
    write(tmp_path, {"a.py": "import shogi\n", "b.py": "(", "c.py": "import cshogi.x"})
    done = subprocess.run(
        [*COMMAND, "check-imports", "."],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=environment(),
    )
    assert done.returncode == 2
    lines = done.stdout.splitlines()
    assert lines[0].endswith("b.py: line 1: '(' was never closed")
    assert lines[-4:] == [
        "cshogi: 1 name used: 0 there, 0 with differences, 1 not there",
        "cshogi: the program cannot switch yet because of 1 name: cshogi.x",
        "shogi: 1 name used: 1 there, 0 with differences, 0 not there",
        "shogi: whether the program can switch is not known: 1 file could not be read",
    ]


def test_json_of_the_command(made_here, tmp_path, capsys):
    path, broken = tmp_path / "game.py", tmp_path / "broken.py"
    path.write_text("import shogi.KIF\nboard = shogi.Board()\nx.mate_move()\n")
    broken.write_text("(")
    assert main(["check-imports", "--json", str(path)]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    first = {
        "file": str(path), "line": 1, "library": "shogi", "name": "KIF", "status": "absent",
        "by_name": False, "guarded": False, "keys": [], "belongs_to": "records",
    }  # fmt: skip
    assert rows[0] == first
    assert [row["keys"] for row in rows[:3]] == [[], ["equal-boards"], []]
    assert [row["by_name"] for row in rows[:3]] == [False, False, True]
    sums = {"files": 1, "names": 2, "there": 0, "differs": 1, "absent": 1, "unknown": 0}
    sums |= {"perhaps": 1, "guarded": 0}
    assert rows[3:] == [sums | {"libraries": {"shogi": False}, "can_switch": False}]

    assert main(["check-imports", "--json", str(path), str(broken)]) == 2
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == first
    assert rows[3] == {"file": str(broken), "error": "line 1: '(' was never closed"}
    assert rows[4:] == [sums | {"libraries": {"shogi": None}, "can_switch": None}]


def test_a_module_of_the_programs_own_hides_the_library(made_here, tmp_path, capsys):
    program = "import shogi, cshogi\nshogi.own, cshogi.to_usi\ndef f(b): b.mate_move()\n"
    write(tmp_path, {"x.py": program, "shogi.py": "own = 1\n", "sub/x.py": program})
    write(tmp_path, {"other/x.py": program, "other/cshogi/__init__.py": ""})
    expected = {
        "x.py": {"cshogi", "cshogi.to_usi"},
        "sub/x.py": {"cshogi", "cshogi.to_usi", "shogi", "shogi.own", "shogi.Board.mate_move"},
        "other/x.py": {"shogi", "shogi.own", "shogi.Board.mate_move"},
    }
    for path, names in expected.items():
        main(["check-imports", "--json", str(tmp_path / path)])
        rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()[:-1]]
        assert {f"{row['library']}.{row['name']}".rstrip(".") for row in rows} == names


def test_a_file_that_is_named_twice_is_checked_once(made_here, tmp_path, capsys):
    path = tmp_path / "x.py"
    path.write_text("import shogi\n")
    assert main(["check-imports", str(path), str(tmp_path), str(path)]) == 0
    assert capsys.readouterr().out.count("x.py:1:") == 1


def test_colors(made_here, tmp_path, capsys):
    write(tmp_path, {"x.py": "import shogi.KIF; shogi.SQUARES"})
    assert main(["check-imports", "--color", "always", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "\x1b[1;31mshogi.KIF is not there yet: records\x1b[0m" in out
    assert "\x1b[1;33mshogi.SQUARES differs: squares\x1b[0m" in out


def test_arguments_that_are_missing(capsys):
    assert main(["check-imports"]) == 2
    assert "PATH" in capsys.readouterr().err


def test_other_commands_start_without_what_reads_programs():
    code = "import sys, shogi_fast.cli; print('shogi_fast.name_uses' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# ---- The stand-ins -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "full", "status"),
    [
        ("shogi", "Board", ("there", "differs")),
        ("shogi", "Board.push_usi", ("there", "differs")),
        ("shogi", "Consts.BLACK", ("there", "differs")),
        ("shogi", "Move.from_usi", ("there", "differs")),
        ("shogi", "KIF.Parser.parse_str", ("absent",)),
        ("shogi", "Bord", ("unknown",)),
        ("cshogi", "Board.is_draw", ("there", "differs")),
        ("cshogi", "KI2.move_to_ki2", ("there", "differs")),
        ("cshogi", "Board.mate_move_in_1ply", ("absent",)),
        ("cshogi", "Board.nothing", ("unknown",)),
    ],
)
def test_names_of_the_stand_ins(name, full, status):
    assert library(name).status(full) in status


def test_a_program_that_can_switch(tmp_path, capsys):
    program = """
        import shogi
        from shogi.Consts import BLACK
        board = shogi.Board()
        board.push(shogi.Move.from_usi("7g7f"))
        print(board.sfen(), [move.usi() for move in board.legal_moves], board.turn == BLACK)
    """
    write(tmp_path, {"x.py": textwrap.dedent(program)})
    assert main(["check-imports", str(tmp_path)]) == 0
    assert ", 0 not there" in capsys.readouterr().out


def test_a_library_without_a_stand_in():
    with pytest.raises(ValueError, match="there is no stand-in for 'chess', only for shogi"):
        library("chess")
