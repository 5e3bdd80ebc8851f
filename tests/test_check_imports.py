"""check-imports: which names of a library a program uses, by small programs of every form.

They are checked against the small library of check_imports_helpers, so that what is expected does not depend on
what the stand-ins have so far; the last part checks the stand-ins themselves.
"""

import ast

import pytest
from check_imports_helpers import LIBRARIES, SHOGI, uses, uses_in
from hypothesis import example, given
from hypothesis import strategies as st

from shogi_fast.check_imports import check_programs, check_source
from shogi_fast.program_files import (
    ProgramError,
    parse_program,
)

# ---- Imports -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import shogi", ["1 shogi there"]),
        ("import shogi, cshogi as c", ["1 cshogi there", "1 shogi there"]),
        ("import shogi as s\ns.BLACK", ["1 shogi there", "2 shogi.BLACK differs"]),
        ("import shogi.KIF", ["1 shogi.KIF absent"]),
        ("import shogi.KIF as K\nK.Parser", ["1 shogi.KIF absent", "2 shogi.KIF.Parser absent"]),
        (
            "import shogi.KIF\nshogi.KIF.Parser.parse_str('')\nshogi.Board()",
            [
                "1 shogi.KIF absent",
                "2 shogi.KIF.Parser.parse_str absent",
                "3 shogi.Board differs",
            ],
        ),
        ("from shogi import Move as M\nM.from_usi('7g7f')", ["1 shogi.Move there",
                                                             "2 shogi.Move.from_usi there"]),
        ("from shogi.Move import Move\nMove.usi", ["1 shogi.Move there", "2 shogi.Move.usi there"]),
        ("from shogi.Move import letters", ["1 shogi.Move.letters there"]),
        ("from shogi.Consts import BLACK", ["1 shogi.BLACK differs"]),
        ("import shogi.Consts\nshogi.Consts.BLACK", ["1 shogi.Consts there",
                                                     "2 shogi.BLACK differs"]),
        ("import shogi\nshogi.NONE", ["1 shogi there", "2 shogi.NONE there"]),
        ("import shogi\nshogi.Board().hands", ["1 shogi there", "2 shogi.Board differs",
                                               "2 shogi.Board.hands there"]),
        ("from shogi import KIF, Bord", ["1 shogi.Bord unknown", "1 shogi.KIF absent"]),
        ("from shogi.KIF import Parser as P\nP()", ["1 shogi.KIF.Parser absent",
                                                    "2 shogi.KIF.Parser absent"]),
        ("from shogi import (\n    Move,\n    KIF,\n)", ["2 shogi.Move there", "3 shogi.KIF absent"]),
        ("from shogi.nowhere import x", ["1 shogi.nowhere.x unknown"]),
        ("import shogi.SVG", ["1 shogi.SVG unknown"]),
        ("if x:\n  try:\n    import shogi\n  except ImportError:\n    shogi = None\nshogi.KIF",
         ["3 shogi there", "6 shogi.KIF absent"]),
        ("def f():\n    import shogi\n    return shogi.BLACK", ["2 shogi there",
                                                               "3 shogi.BLACK differs"]),
    ],
)  # fmt: skip
def test_imports(source, expected):
    assert uses(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        *("import chess", "import chess as shogi\nshogi.KIF", "from . import shogi\nshogi.KIF"),
        *("from .shogi import KIF", "from .. import cshogi", "import shogi_fast as shogi"),
        *("import my.shogi\nmy.shogi.KIF", "from my import shogi\nshogi.KIF", "shogi.KIF", ""),
        *("shogi = 1\nshogi.KIF", "def f(shogi): return shogi.KIF", "'import shogi'", "# shogi"),
        *("import shogis", "import importlib\nimportlib.import_module(name)", "__import__()"),
    ],
)
def test_what_is_no_use(source):
    assert uses(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "import importlib\ns = importlib.import_module('shogi')\ns.KIF",
        "from importlib import import_module\ns = import_module('shogi')\ns.KIF",
        "from importlib import import_module as load\ns = load('shogi')\ns.KIF",
        "import pytest\ns = pytest.importorskip('shogi')\ns.KIF",
        "from shogi_fast.compat import install\ns = install('shogi')\ns.KIF",
        "from shogi_fast import compat\ns = compat.install('shogi')\ns.KIF",
        "import shogi_fast.compat\ns = shogi_fast.compat.install('shogi')\ns.KIF",
        "\ns = __import__('shogi')\ns.KIF",
    ],
)
def test_imports_by_call(source):
    assert uses(source) == ["2 shogi there", "3 shogi.KIF absent"]


def test_submodules_imported_by_call():
    assert uses("from importlib import import_module as f\nf('shogi.KIF').Parser") == [
        "2 shogi.KIF absent",
        "2 shogi.KIF.Parser absent",
    ]
    assert uses("import importlib as i\ni.import_module('.KIF', package='shogi').Parser") == [
        "2 shogi.KIF absent",
        "2 shogi.KIF.Parser absent",
    ]
    # The builtin returns the package.
    assert uses("__import__('shogi.KIF').BLACK") == ["1 shogi.BLACK differs", "1 shogi.KIF absent"]
    assert uses("def __import__(n): pass\n__import__('shogi')") == []


@pytest.mark.parametrize(
    "source",
    [
        "import shogi_fast.compat.shogi as s\ns.KIF",
        "from shogi_fast.compat import shogi\nshogi.KIF",
        "import shogi_fast.compat.shogi\nshogi_fast.compat.shogi.KIF",
    ],
)
def test_a_program_that_has_switched(source):
    assert uses(source) == ["1 shogi there", "2 shogi.KIF absent"]


def test_star_imports():
    source = """
        from cshogi import *
        board = Board()
        print(to_usi(1), other, DfPn, len(x))
        def f(to_usi): return to_usi
    """
    assert uses(source) == [
        "2 cshogi there",
        "3 cshogi.Board there",
        "4 cshogi.DfPn absent",
        "4 cshogi.to_usi there",
    ]
    assert uses("from shogi.Consts import *\nBLACK") == [
        "1 shogi.Consts there",
        "2 shogi.BLACK differs",
    ]
    assert uses("from shogi.KIF import *\nParser") == ["1 shogi.KIF absent"]
    assert uses("from shogi import *\n_hidden") == ["1 shogi there"]


# ---- Objects -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "source",
    [
        "b = shogi.Board()\nb.mate_move()",
        "shogi.Board().\\\nmate_move()",
        "B = shogi.Board; b = B()\nb.mate_move()",
        "s = shogi; b = s.Board()\nb.mate_move()",
        "b: 'shogi.Board' = make()\nb.mate_move()",
        "b: shogi.Board | None = None\nb.mate_move()",
        "def f(b: shogi.Board):\n return b.mate_move()",
        "def f(*, b: 'shogi.Board | None' = None):\n return b.mate_move()",
        "def f(b=shogi.Board()):\n return b.mate_move()",
        "import typing; b: typing.Optional['shogi.Board']\nb.mate_move()",
        "a, (b, c) = 1, (shogi.Board(), 2)\nb.mate_move()",
        "a = b = shogi.Board()\nb.mate_move()",
        "if (b := shogi.Board()):\n b.mate_move()",
        "print([b := shogi.Board() for x in y])\nb.mate_move()",
        "b = shogi.Board() if x else None\nb.mate_move()",
        "b = x or shogi.Board()\nb.mate_move()",
        "b = shogi.Board().copy().copy()\nb.mate_move()",
        "b = copy.deepcopy(shogi.Board())\nb.mate_move()",
        "b = getattr(shogi, 'Board')()\ngetattr(b, 'mate_move')",
        "f = lambda b=shogi.Board(): (\nb.mate_move())",
        "def f():\n return b.mate_move()\nb = shogi.Board()",
        "def f():\n global b; b.mate_move()\nb = shogi.Board()",
    ],
)
def test_objects_are_followed(source):
    found = uses(f"import shogi; {source}" if ":\n" not in source else f"import shogi\n{source}")
    line = 3 if ":\n" in source else 2
    assert f"{line} shogi.Board.mate_move absent" in found
    assert not [use for use in found if use.endswith("?")]


def test_objects_of_methods_and_subclasses():
    source = """
        import shogi
        class Game(shogi.Board):
            best = shogi.Board()
            def __init__(self):
                super().__init__()
                self.inner = shogi.Board()
                self.own = 1
            def pop(self):
                return super().pop()
            def run(self):
                self.pop(), self.own, self.turn
                self.mate_move()
                self.inner.mate_move()
                self.best.pop()
        game = Game()
        game.pop()
        game.push_usi("7g7f")
        game.own, game.elsewhere
        class Inner(Game): pass
        Inner().mate_move()
    """
    assert uses(source) == [
        "2 shogi there",
        "3 shogi.Board differs",
        "4 shogi.Board differs",
        "6 shogi.Board.__init__ there",
        "7 shogi.Board differs",
        "10 shogi.Board.pop differs",
        "12 shogi.Board.turn there",
        "13 shogi.Board.mate_move absent",
        "14 shogi.Board.mate_move absent",
        "15 shogi.Board.pop differs",
        "18 shogi.Board.push_usi there",
        "21 shogi.Board.mate_move absent",
    ]


def test_what_an_object_has_not():
    # As a mistake it would be there also; python-shogi's objects take new attributes, ours do not.
    assert uses("import shogi\nb = shogi.Board()\nb.mine = 1")[-1] == "3 shogi.Board.mine unknown"
    # But it may be another object, if the name has had several.
    assert "mine" not in " ".join(uses("import shogi\nb = f()\nb = shogi.Board()\nb.mine = 1"))
    assert "mine" not in " ".join(uses("import shogi\nb = shogi.Board()\nfor b in x: b.mine"))


EITHER = """
try:
    import cshogi as lib
except ImportError:
    import shogi as lib
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("lib.to_usi(5)", ["6 cshogi.to_usi there"]),
        ("f = lib.to_usi\nf(5)", ["6 cshogi.to_usi there", "7 cshogi.to_usi there"]),
        ("lib.Board", ["6 cshogi.Board there", "6 shogi.Board differs"]),
        ("lib.Board.to_planes", ["6 cshogi.Board.to_planes absent"]),
        ("lib.KIF", ["6 shogi.KIF absent"]),
        ("lib.DfPn", ["6 cshogi.DfPn absent", "6 shogi.DfPn absent"]),
        ("lib.nothing", []),  # one of the two may have it that is not known
    ],
)
def test_a_name_that_may_be_one_of_two_libraries(source, expected):
    assert uses(EITHER + source) == ["3 cshogi there", "5 shogi there", *expected]


def test_names_of_two_libraries():
    source = """
        try:
            from cshogi import to_usi as f
        except ImportError:
            from shogi import missing as f
        f(5)
    """
    assert uses(source) == [
        "3 cshogi.to_usi there",
        "5 shogi.missing unknown",  # that is what it asks for
        "6 cshogi.to_usi there",
    ]


@pytest.mark.parametrize(
    "source",
    [
        "with open('x') as shogi:\n shogi.read()",
        "for shogi in y: shogi.read().x",
        "shogi = y\nshogi.read()",
        "shogi = open('x')\nshogi.read.x()",
        "shogi = 5\nshogi.read",
        "def shogi(): pass\nshogi.read",
        "match y:\n case [shogi]: shogi.read",
        "try: x\nexcept E as shogi: shogi.read",
        "match y:\n case {**shogi}: shogi.read",
        "match y:\n case [*shogi]: shogi.read",
        "match y:\n case [1] as shogi: shogi.read",
        "class shogi: read = 1\nshogi.read",
        "from my import shogi\nshogi.read",
    ],
)
def test_a_name_of_a_library_that_is_something_else_too(source):
    assert uses(f"import shogi\n{source}") == ["1 shogi there"]
    assert f"{source.count(chr(10)) + 2} shogi.KIF absent" in uses(
        f"import shogi\n{source}; shogi.KIF"
    )


def test_what_is_deleted():
    """That a name is there does not say that it can be deleted."""
    assert uses("import shogi\nb = shogi.Board()\ndel b.turn, b.mate_move, shogi.BLACK") == [
        "1 shogi there",
        "2 shogi.Board differs",
        "3 shogi.BLACK differs",
        "3 shogi.Board.mate_move absent",
    ]
    assert uses("import shogi\ndel x.turn\nx.turn") == [
        "1 shogi there",
        "3 shogi.Board.turn there?",
    ]


def test_a_name_that_hides_another():
    source = """
        import shogi
        b = shogi.Board()
        def f(shogi, b):
            return shogi.KIF, b.mate_move
        def g():
            b = Other()
            return b.turned
        print([shogi.KIF for shogi in x])
        class C:
            shogi = 1
            def h(self): return shogi.CSA
    """
    assert uses(source) == [
        "2 shogi there",
        "3 shogi.Board differs",
        "5 shogi.Board.mate_move absent?",
        "12 shogi.CSA absent",
    ]


def test_attributes_of_what_a_name_holds_are_no_names_of_the_library():
    assert uses("import shogi\nshogi.SQUARES.index(3)\nshogi.BLACK.real") == [
        "1 shogi there",
        "2 shogi.SQUARES differs",
        "3 shogi.BLACK differs",
    ]


def test_a_class_differs_by_its_operators():
    assert SHOGI.status("Board") == "differs"
    assert [row.key for row in SHOGI.rows("Board")] == ["equal-boards"]
    assert SHOGI.status("Move") == "there"


# ---- By the name of an attribute -------------------------------------------------------------------


def test_objects_that_are_not_known_are_known_by_their_attributes():
    source = """
        import shogi
        def f(b, m):
            b.mate_move(), b.push_usi("7g7f"), m.usi()
            b.pop(), b.copy(), b.append(1), b.to_planes, m.undefined()
    """
    assert uses(source) == [
        "2 shogi there",
        "4 shogi.Board.mate_move absent?",
        "4 shogi.Board.push_usi there?",
        "4 shogi.Move.usi there?",
    ]


@pytest.mark.parametrize(
    "attribute",
    [
        "np.mate_move",
        "'text'.mate_move",
        "[].mate_move",
        "len.mate_move",
        "(lambda: 1).mate_move",
        "own.mate_move",
    ],
)
def test_objects_that_are_known_are_not_guessed(attribute):
    source = f"import shogi, numpy as np\ndef own(): pass\n{attribute}"
    assert uses(source) == ["1 shogi there"]


def test_what_a_program_has_itself_is_not_guessed():
    source = """
        import shogi
        class Player:
            def mate_move(self): return self.turn
            def go(self): return self.mate_move()
    """
    assert uses(source) == ["2 shogi there", "4 shogi.Board.turn there?"]


def test_only_libraries_that_a_program_imports_are_looked_for():
    assert uses("def f(b): b.mate_move(), b.to_planes()") == []
    assert uses("import cshogi\ndef f(b): b.mate_move(), b.to_planes()") == [
        "1 cshogi there",
        "2 cshogi.Board.to_planes absent?",
    ]


@pytest.mark.parametrize(
    ("files", "guessing"),
    [
        ({"a.py": "import shogi", "b.py": "", "c.py": "1"}, {"a.py"}),
        # What imports a file of the library's user gets its objects; so does what that imports.
        ({"a.py": "import shogi", "b.py": "import a", "c.py": "import b"}, {"a.py", "b.py", "c.py"}),
        ({"a.py": "import shogi, b", "b.py": "import c", "c.py": ""}, {"a.py", "b.py", "c.py"}),
        # But not what happens to import the same.
        ({"a.py": "import shogi, b", "b.py": "", "c.py": "import b"}, {"a.py", "b.py"}),
        (
            {"main.py": "from x import a, b", "x/a.py": "import shogi", "x/b.py": "", "c.py": ""},
            {"main.py", "x/a.py", "x/b.py"},
        ),
        (
            {"x/__init__.py": "from .a import f", "x/a.py": "import shogi", "y/a.py": ""},
            {"x/__init__.py", "x/a.py"},
        ),
        (
            {"x/a.py": "import shogi", "x/b.py": "from . import a", "b.py": "from . import c"},
            {"x/a.py", "x/b.py"},
        ),
        (
            {"x/a.py": "import shogi", "x/y/b.py": "from ..a import f", "y/c.py": "from ..a import f"},
            {"x/a.py", "x/y/b.py"},
        ),
        ({"a.py": "import shogi, x.y", "x/__init__.py": "", "x/y.py": "", "y.py": ""},
         {"a.py", "x/__init__.py", "x/y.py"}),
        ({"a.py": "import shogi, os, random.x", "z/os.py": "", "random.py": ""},
         {"a.py", "z/os.py", "random.py"}),
        ({"a.py": "from shogi import *", "b.py": "from a import *"}, {"a.py", "b.py"}),
    ],
)  # fmt: skip
def test_files_to_which_objects_can_come(files, guessing):
    """Only there are the attributes of what is not known looked at."""
    programs = [
        parse_program(f"{source}\ndef f(b): b.mate_move()".encode(), path)
        for path, source in files.items()
    ]
    checked = check_programs(programs, LIBRARIES)
    found = {
        path for path, uses in zip(files, checked, strict=True) if any(u.by_name for u in uses)
    }
    assert found == guessing


def test_programs_without_a_path_stand_by_themselves():
    assert uses_in("import shogi", "import shogi\ndef f(b): b.mate_move()", "b.mate_move()") == [
        ["1 shogi there"],
        ["1 shogi there", "2 shogi.Board.mate_move absent?"],
        [],
    ]


# ---- Any program -----------------------------------------------------------------------------------

WORDS = st.sampled_from([
    *("import", "from", "as", "def", "class", "shogi", "cshogi", ".", ",", "(", ")", "[", "]"),
    *(":", "=", ":=", "*", "**", "|", "@", "if", "else", "for", "in", "not", "lambda", "x", "self"),
    *("Board", "KIF", "None", "\n", "\n\t", "\n\t\t", "'shogi'", "f'{x}'", "return", "yield"),
    *("await", "async", "global", "nonlocal", "getattr", "super", "__import__", "import_module"),
    *("match", "case", "with", "del", "type", "except", "try", "->", ";", "\\", "#", "1"),
])  # fmt: skip


def check_anything(source):
    """Check a program; it is refused with a line, or checked."""
    try:
        found = check_source(source)
    except ProgramError:
        return None
    for use in found:
        assert use.line >= 1
        assert use.library in ("shogi", "cshogi")
        assert use.status in ("there", "differs", "absent", "unknown")
        assert (use.belongs_to is not None) == (use.status == "absent")
        assert bool(use.keys) == (use.status == "differs")
    return found


@given(st.text())
@example("\0")
@example("\ud800")
@example("# coding: latin-1\nimport shogi")
@example("# coding: nothing\nimport shogi")
def test_any_text_is_checked_or_refused(source):
    check_anything(source)


@given(st.binary())
@example(b"\xff\xfe")
@example(b"\xef\xbb\xbf# coding: latin-1")
@example(b"# coding: utf-16\nimport shogi")
@example(b"# coding: rot13\nvzcbeg")
@example(b"# coding: punycode\n-")
@example(b"#coding:" + 99 * b"x")
def test_any_bytes_are_checked_or_refused(source):
    check_anything(source)


@given(st.lists(WORDS).map(" ".join))
@example("class A ( A ) : x = A . x . y ; self . z")
@example("x = x ; x . push")
@example("def f ( x : 'f (' ) : x . turn")
def test_any_words_are_checked_or_refused(source):
    check_anything(source)


WITHIN = [
    *("[{}]", "{}[0]", "{}[:]", "list({})", "next({})", "[x for x in {}]", "{}.values()"),
    *(
        "hasattr({}, 'x')",
        "(await {})",
        "({0} and {0})",
        "(yield {})",
        "max({})",
        "{0}.append({0})",
    ),
    *("{}.Board", "{}()", "({},)", "(lambda x={}: x)", "[y for y in {}]", "copy({})", "{}.copy()"),
    *("({} if x else shogi)", "(x or {})", "getattr({}, 'Board')", "getattr(x, {})", "super({})"),
    *(
        "(x := {}, x.push)",
        "(x := {})",
        "__import__({})",
        "{}['Board']",
        "{{'x': {}}}",
        "f'{{{}}}'",
    ),
]
STATEMENTS = [
    *("def x(): return {}", "def x() -> {}: ...", "for i, x in enumerate({}): x.push"),
    *("x = []; x.append({})", "x[{0}] = {0}", "def x(): yield {}", "if hasattr({0}, 'y'): {0}.y"),
    *("try: {}.y\nexcept AttributeError: pass", "x: list[{}] = y", "x = {{1: {}}}"),
    *("x = {}", "x, y = y, {}", "x, (y, *z) = {}", "def f(x: {0} = {0}): x.push", "del x; x = {}"),
    *("class x({}): x.push", "for x in {}: x.push", "class C:\n def f(s): s.y = {}; s.y.push"),
    *("x: {} = shogi", "with {} as x: x.push", "import {0} as x", "global x; x = {}", "x.y = {}"),
]


@given(
    st.sampled_from(["shogi", "cshogi", "x", "self", "None", "(1)", "'shogi'", "Board"]),
    st.lists(st.sampled_from(WITHIN), max_size=8),
    st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=3),
)
def test_any_expressions_are_checked(expression, within, statements):
    for form in within:
        expression = form.format(expression)
    program = "\n".join(statement.format(expression) for statement in statements)
    found = check_anything(f"import shogi, cshogi\nfrom shogi import *\n{program}\nx.push")
    assert found is None or found[0].line == 1
    # Only the forms that do not take any expression may be refused.
    assert found or "import" in program or "global" in program or "f'" in program


@pytest.mark.parametrize(
    "source",
    [
        "x = " + "+".join(["shogi.Board"] * 3000),
        "x = shogi" + 3000 * ".a",
        "x = " + 150 * "(" + "shogi" + 150 * ")",
        "x = shogi" + 3000 * "()",
        "x = " + 5000 * "-" + "1",
        "x = " + 90 * "[" + 90 * "]",
        "".join(f"class C{n + 1}(C{n}.x): pass\n" for n in range(2000)) + "C2000.push",
        "".join(f"x{n} = x{n + 1}\n" for n in range(2000)) + "x2000 = shogi",
        "x = 1\n" + "if x:\n pass\nel" * 900 + "se:\n pass",
        "x = f'" + 3000 * "{x}" + "'",
        "def f(x: '" + 3000 * "x." + "x'): pass",
        "class A(B): pass\nclass B(A): pass\nA().push",
        "x = {}\n" * 4000,
    ],
)
def test_programs_that_are_long_or_deep(source):
    check_anything(f"import shogi\n{source}")


def test_the_syntax_tree_is_left_as_it_was():
    source = "import shogi\ndef f(b: 'shogi.Board'): b.pop()"
    program = parse_program(source.encode())
    before = ast.dump(program.tree, include_attributes=True)
    check_programs([program], LIBRARIES)
    assert ast.dump(program.tree, include_attributes=True) == before


@pytest.mark.parametrize(
    ("source", "status", "keys"),
    [
        ("shogi.Board().__dict__", "unknown", ()),
        ("shogi.Board().mro", "unknown", ()),
        ("shogi.Board.__dict__", "there", ()),
        ("shogi.Board.__name__", "there", ()),
        ("shogi.Board().__class__", "there", ()),
        ("shogi.SquareSet(3).__dict__", "there", ()),
        ("shogi.Board().push = f", "differs", ("other-attributes",)),
        ("b = shogi.Board()\nb.turn = 1\nb.push = f", "differs", ("other-attributes",)),
        ("shogi.Board.push = f", "differs", ("classes-fixed",)),
        ("shogi.Move.from_usi('7g7f').usi = f", "differs", ("other-attributes",)),
        ("shogi.SquareSet(3).mask = 4", "there", ()),
        ("cshogi.Board().push = f", "unknown", ()),
        ("shogi.Board().move_number = 3", "differs", ("attributes-deleted", "move-number")),
    ],
)
def test_names_as_objects_have_them(source, status, keys):
    (*_, use) = check_source(f"import shogi, cshogi\n{source}")
    assert (use.status, use.keys) == (status, keys)


def test_objects_of_a_subclass_take_any_attribute():
    source = "import shogi\nclass B(shogi.Board): pass\nB().push = f\nB().__dict__"
    *_, push, own = check_source(source)
    assert push.name == "Board.push"
    assert "push-impossible" in push.keys
    assert own.status == "there"
