"""check-imports: names that a program asks for, or whose errors it catches, are guarded."""

import pytest
from check_imports_helpers import uses

from shogi_fast.check_imports import check_source


def last(source):
    return uses(f"import shogi\n{source}")[-1].split(" ", 1)[1]


@pytest.mark.parametrize(
    "source",
    [
        "getattr(shogi, 'DfPn', None)",
        "getattr(shogi, '__version__', '?')",
        "getattr(shogi.Board(), 'mate_move', None)",
        "hasattr(shogi, 'DfPn')",
        "if hasattr(shogi, 'DfPn'):\n    shogi.DfPn()",
        "if x and hasattr(shogi, 'DfPn'):\n    shogi.CSA.Parser",
        "if not hasattr(shogi, 'DfPn'):\n    pass\nelse:\n    shogi.DfPn",
        "if not (hasattr(shogi, 'DfPn') or hasattr(shogi, 'CSA')):\n    pass\nelse:\n    shogi.CSA",
        "while hasattr(shogi, 'DfPn'):\n    shogi.DfPn",
        "shogi.DfPn if hasattr(shogi, 'DfPn') else None",
        "hasattr(shogi, 'DfPn') and x and shogi.DfPn",
        "not hasattr(shogi, 'DfPn') or shogi.DfPn",
        "if hasattr(shogi, 'DfPn'):\n    def f():\n        shogi.DfPn",
        "if hasattr(shogi.Board, 'mate_move'):\n    shogi.Board().mate_move()",
        "try:\n    shogi.DfPn\nexcept AttributeError:\n    pass",
        "try:\n    shogi.DfPn\nexcept (KeyError, AttributeError):\n    pass",
        "try:\n    if x:\n        shogi.DfPn\nexcept AttributeError as error:\n    print(error)",
        "try:\n    shogi.DfPn\nexcept AttributeError:\n    def f():\n        raise error",
        "import contextlib\nwith contextlib.suppress(AttributeError):\n    shogi.DfPn",
        "try:\n    import shogi.KIF\nexcept ImportError:\n    pass",
        "try:\n    import shogi.KIF\nexcept ModuleNotFoundError:\n    pass",
        "try:\n    from shogi.KIF import Parser\nexcept ModuleNotFoundError:\n    Parser = None",
        "try:\n    from shogi import KIF\nexcept ImportError:\n    KIF = None",
        "import importlib\ntry:\n    importlib.import_module('shogi.KIF')\nexcept ImportError:\n    pass",
        # What it then does with the name, it does only if it is there.
        "try:\n    from shogi import KIF\nexcept ImportError:\n    KIF = None\nif KIF:\n    KIF.Parser",
        "try:\n    import shogi.KIF as K\nexcept ImportError:\n    K = None\ndef f():\n    K.Parser()",
        "try:\n    import shogi.KIF\nexcept ImportError:\n    pass\ndef f():\n    shogi.KIF.Parser",
        "try:\n    from shogi import KIF\nexcept ImportError:\n    KIF = None\nread = KIF\nread.Parser",
        "DfPn = getattr(shogi, 'DfPn', None)\nif DfPn:\n    DfPn()",
        "if hasattr(shogi, 'DfPn'):\n    from shogi import DfPn\ndef f():\n    DfPn()",
        "def f():\n    if not hasattr(shogi, 'DfPn'):\n        return None\n    shogi.DfPn()",
        "def f():\n    if hasattr(shogi, 'DfPn'):\n        pass\n    else:\n        return\n    shogi.DfPn()",
        "for x in y:\n    if not hasattr(shogi, 'DfPn'):\n        continue\n    shogi.DfPn()",
        "for x in y:\n    if not hasattr(shogi, 'DfPn'):\n        print()\n        break\n    shogi.DfPn()",
        "if not hasattr(shogi, 'DfPn'):\n    raise SystemExit\nshogi.DfPn",
        "import sys\nif not hasattr(shogi, 'DfPn'):\n    sys.exit()\nshogi.DfPn",
        "if hasattr(shogi, 'DfPn'):\n    raise ValueError",
        "assert not hasattr(shogi, 'DfPn')",
        "try:\n    if not hasattr(shogi, 'DfPn'):\n        raise ImportError\nexcept ImportError:\n    pass",
        "if getattr(shogi, 'DfPn', None):\n    shogi.DfPn",
        "if getattr(shogi, 'DfPn', None) is not None:\n    shogi.DfPn",
        "if (d := getattr(shogi, 'DfPn', None)) is not None:\n    d()",
        "if getattr(shogi, 'DfPn', None) is None:\n    pass\nelse:\n    shogi.DfPn",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from shogi import KIF",
        "import typing as t\nif t.TYPE_CHECKING:\n    from shogi import KIF\ndef f(x: 'KIF.Parser'): pass",
    ],
)  # fmt: skip
def test_what_a_program_is_ready_for(source):
    assert last(source).endswith(("absent!", "unknown!"))


@pytest.mark.parametrize(
    "source",
    [
        "getattr(shogi, 'DfPn')",
        "if hasattr(shogi, 'DfPn'):\n    pass\nshogi.DfPn",
        "if hasattr(shogi, 'DfPn'):\n    pass\nelse:\n    shogi.DfPn",
        "if hasattr(shogi, 'DfPn') or x:\n    shogi.DfPn",
        "if hasattr(shogi, 'Board'):\n    shogi.DfPn",  # that is there
        "if hasattr(x, 'DfPn'):\n    shogi.DfPn",
        "try:\n    shogi.DfPn\nexcept ValueError:\n    pass",
        "try:\n    shogi.DfPn\nexcept ImportError:\n    pass",
        "try:\n    shogi.DfPn\nfinally:\n    pass",
        "try:\n    pass\nexcept AttributeError:\n    shogi.DfPn",
        "try:\n    shogi.DfPn\nexcept AttributeError:\n    raise\nexcept Exception:\n    pass",
        "try:\n    import shogi.KIF\nexcept ImportError:\n    raise SystemExit('no')",
        "import sys\ntry:\n    import shogi.KIF\nexcept ImportError:\n    print('no')\n    sys.exit(1)",
        # What is caught whatever it is, nobody has thought of.
        "try:\n    shogi.DfPn\nexcept:\n    pass",
        "try:\n    shogi.DfPn\nexcept Exception as error:\n    print(error)",
        "try:\n    shogi.DfPn\nexcept Exception:\n    pass\nexcept AttributeError:\n    pass",
        "import contextlib\nwith contextlib.suppress(Exception):\n    shogi.DfPn",
        "try:\n    try:\n        shogi.DfPn\n    except Exception:\n        exit()\nexcept AttributeError:\n    pass",
        # Of a module that is there, it is ImportError.
        "try:\n    from shogi import DfPn\nexcept ModuleNotFoundError:\n    DfPn = None",
        "try:\n    from shogi import KIF\nexcept ModuleNotFoundError:\n    KIF = None",
        # Another import of the name has no guard.
        "try:\n    import shogi.KIF\nexcept ImportError:\n    pass\ndef f():\n    from shogi import KIF",
        "try:\n    from shogi import DfPn\nexcept ImportError:\n    pass\ndef f():\n    shogi.DfPn",
        "try:\n    from shogi import KIF\nexcept ImportError:\n    pass\nimport shogi.KIF",
        # A handler may end the program further in.
        "try:\n    shogi.DfPn\nexcept AttributeError:\n    if x:\n        raise",
        "try:\n    shogi.DfPn\nexcept AttributeError:\n    with x:\n        raise",
        "try:\n    shogi.DfPn\nexcept AttributeError:\n    if __debug__:\n        raise SystemExit",
        "try:\n    shogi.DfPn\nexcept AttributeError:\n    x or exit()",
        "try:\n    shogi.DfPn\nexcept AttributeError:\n    assert x",
        # The program insists on it.
        "assert hasattr(shogi, 'DfPn')",
        "assert x or hasattr(shogi, 'DfPn'), 'no'",
        "assert getattr(shogi, 'DfPn', None)",
        "if not hasattr(shogi, 'DfPn'):\n    raise SystemExit('no')",
        "if x and not hasattr(shogi, 'DfPn'):\n    exit()",
        "if hasattr(shogi, 'DfPn'):\n    pass\nelse:\n    raise ValueError",
        "try:\n    assert hasattr(shogi, 'DfPn')\nexcept Exception:\n    pass",
        # Nothing is left early.
        "def f():\n    if not hasattr(shogi, 'DfPn'):\n        print()\n    shogi.DfPn()",
        "def f():\n    if hasattr(shogi, 'DfPn'):\n        return\n    shogi.DfPn()",
        "def f():\n    if not hasattr(shogi, 'DfPn'):\n        if x:\n            return\n    shogi.DfPn()",
        "def f():\n    if not hasattr(shogi, 'DfPn'):\n        return\nshogi.DfPn()",
        "if getattr(shogi, 'DfPn', None) is None:\n    shogi.DfPn",
        "if getattr(shogi, 'DfPn', 1):\n    shogi.DfPn",
        "from typing import TYPE_CHECKING\nif not TYPE_CHECKING:\n    from shogi import KIF",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING or x:\n    from shogi import KIF",
        # It is called when nobody catches any more.
        "try:\n    def f():\n        shogi.DfPn\nexcept AttributeError:\n    pass",
        "try:\n    f = lambda: shogi.DfPn\nexcept AttributeError:\n    pass",
    ],
)  # fmt: skip
def test_what_it_is_not_ready_for(source):
    assert last(source).endswith(" absent")


def test_what_is_there_is_not_guarded():
    source = "if hasattr(shogi, 'BLACK'):\n    getattr(shogi, 'Move', None), shogi.BLACK"
    assert uses(f"import shogi\n{source}")[1:] == [
        "2 shogi.BLACK differs",
        "3 shogi.BLACK differs",
        "3 shogi.Move there",
    ]


def test_one_of_two_libraries():
    source = """
        try:
            import cshogi as lib
        except ImportError:
            import shogi as lib
        if hasattr(lib, "CSA"):
            lib.CSA
    """
    assert uses(source)[2:] == ["6 shogi.CSA absent!", "7 shogi.CSA absent!"]


def test_a_place_without_guard_counts_beside_one_with_it():
    source = "import shogi\nf(hasattr(shogi, 'DfPn'), shogi.DfPn)"
    assert uses(source) == ["1 shogi there", "2 shogi.DfPn absent"]


def test_what_raises_is_left_early_and_still_insisted_on():
    source = "import shogi\nif not hasattr(shogi, 'DfPn'):\n    raise SystemExit\nshogi.DfPn"
    assert uses(source)[1:] == ["2 shogi.DfPn absent", "4 shogi.DfPn absent!"]


def test_the_errors_of_imports_are_those_python_raises():
    for line, error in [
        ("from shogi_fast.compat.cshogi import DfPn", ImportError),
        ("from shogi_fast.compat.shogi import KIF", ImportError),
        ("import shogi_fast.compat.shogi.KIF", ModuleNotFoundError),
        ("from shogi_fast.compat.shogi.KIF import Parser", ModuleNotFoundError),
    ]:
        with pytest.raises(ImportError) as caught:
            exec(line, {})  # noqa: S102
        assert type(caught.value) is error
        # As docs/migrating.md says, Python's own text.
        assert str(caught.value).startswith(("cannot import name ", "No module named "))


def test_guarded_names_do_not_stop():
    (first, *rest) = check_source("import cshogi\nprint(getattr(cshogi, '__version__', '?'))")
    assert not first.guarded
    assert [(use.name, use.guarded, use.stops) for use in rest] == [("__version__", True, False)]


@pytest.mark.parametrize(
    "source",
    [
        "if " + 90 * "(" + "hasattr(shogi, 'KIF')" + 90 * ")" + ": shogi.KIF",
        "if " + 60 * "not " + "hasattr(shogi, 'KIF'): shogi.KIF",
        "if x:\n pass\n" + "elif hasattr(shogi, 'KIF'):\n shogi.KIF\n" * 900,
        " and ".join(["hasattr(shogi, 'KIF')"] * 3000) + " and shogi.KIF",
        "".join(f"{n * ' '}try:\n" for n in range(90)) + 90 * " " + "shogi.KIF\n"
        + "".join(f"{n * ' '}except AttributeError: pass\n" for n in reversed(range(90))),
    ],
)  # fmt: skip
def test_long_and_deep_conditions(source):
    assert uses(f"import shogi\n{source}")[0] == "1 shogi there"
