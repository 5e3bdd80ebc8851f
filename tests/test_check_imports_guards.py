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
        "try:\n    shogi.DfPn\nexcept:\n    pass",
        "try:\n    if x:\n        shogi.DfPn\nexcept Exception as error:\n    print(error)",
        "import contextlib\nwith contextlib.suppress(AttributeError):\n    shogi.DfPn",
        "try:\n    import shogi.KIF\nexcept ImportError:\n    pass",
        "try:\n    from shogi import KIF\nexcept ModuleNotFoundError:\n    KIF = None",
        "import importlib\ntry:\n    importlib.import_module('shogi.KIF')\nexcept ImportError:\n    pass",
        # What it then does with the name, it does only if it is there.
        "try:\n    from shogi import KIF\nexcept ImportError:\n    KIF = None\nif KIF:\n    KIF.Parser",
        "try:\n    import shogi.KIF as K\nexcept ImportError:\n    K = None\ndef f():\n    K.Parser()",
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
