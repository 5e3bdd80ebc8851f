"""Every example in a docstring prints what it shows, and every public name has one.

doctest's own finder passes over what a compiled module holds: its methods are no Python functions,
and its properties no ``property``. So the names are walked here.
"""

import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from enum import Enum
from types import ModuleType
from typing import Any

import pytest

import shogi_fast as sf

PACKAGE = "shogi_fast"

# What stands under these names has no docstring of its own, or none that could have an example.
WITHOUT_EXAMPLE = {
    # Attributes of a Cython class: it gives them no docstring. The class's own shows them.
    "shogi_fast.piece.Piece.piece_type",
    "shogi_fast.piece.Piece.color",
    "shogi_fast.compat.shogi._piece.Piece.piece_type",
    "shogi_fast.compat.shogi._piece.Piece.color",
}

# The command's own modules, and what perft is made of, offer nothing to programs.
INTERNAL = {
    *("shogi_fast.cli", "shogi_fast.cli_output", "shogi_fast.cli_perft", "shogi_fast.terminal"),
    *("shogi_fast.tree", "shogi_fast.frontier_worker", "shogi_fast.workers", "shogi_fast._testing"),
    *("shogi_fast.checkpoint", "shogi_fast.cluster", "shogi_fast.files", "shogi_fast.units"),
    *("shogi_fast.bench", "shogi_fast.chart", "shogi_fast.cli_bench", "shogi_fast.peers"),
    *("shogi_fast.planning", "shogi_fast.frontier_worker", "shogi_fast._processor"),
    *("shogi_fast.cli_check_imports", "shogi_fast.name_scopes"),
    *("shogi_fast.name_following", "shogi_fast.name_values"),
}


def _modules() -> Iterator[ModuleType]:
    """Yield the package and its modules, but not core, which has nothing for Python."""
    yield sf
    for found in pkgutil.walk_packages(sf.__path__, f"{PACKAGE}."):
        if not re.search(r"\.core(\.|$)|\.__main__$", found.name):
            yield importlib.import_module(found.name)


def _is_ours(value: object) -> bool:
    return str(getattr(value, "__module__", "")).partition(".")[0] == PACKAGE


def _is_documented_kind(value: object) -> bool:
    """Say whether a value is a function, method, property or class: what has docstrings."""
    return inspect.isclass(value) or inspect.isroutine(value) or inspect.isdatadescriptor(value)


def _members(cls: type) -> Iterator[tuple[str, Any]]:
    """Yield the names and values that a class itself defines, without fields and enum members."""
    fields = {*getattr(cls, "_fields", ()), *getattr(cls, "__dataclass_fields__", ())}
    for name, value in vars(cls).items():
        if name in fields or isinstance(value, Enum) or name == "__weakref__":
            continue
        if isinstance(value, staticmethod | classmethod):
            value = value.__func__
        yield name, value


def _documented(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield name and object of everything with a docstring that a module defines."""
    yield module.__name__, module
    for name, value in vars(module).items():
        if not _is_documented_kind(value) or getattr(value, "__module__", "") != module.__name__:
            continue
        yield f"{module.__name__}.{name}", value
        if inspect.isclass(value):
            for member, inner in _members(value):
                if _is_documented_kind(inner):
                    yield f"{module.__name__}.{name}.{member}", inner


def _public(module: ModuleType) -> Iterator[str]:
    """Yield the names of what a module offers to programs: functions, classes, their members."""
    if module.__name__.rpartition(".")[2].startswith("_"):
        return  # what it offers is in the package
    own = [name for name, value in vars(module).items()
           if getattr(value, "__module__", "") == module.__name__ and name[0] != "_"]  # fmt: skip
    for name in getattr(module, "__all__", own if module.__name__ not in INTERNAL else ()):
        value = getattr(module, name)
        if not _is_documented_kind(value) or not _is_ours(value):
            continue
        yield f"{value.__module__}.{name}"
        if inspect.isclass(value):
            for base in value.__mro__:
                if _is_ours(base) and not base.__name__.startswith("_"):
                    for member, inner in _members(base):
                        if not member.startswith("_") and _is_documented_kind(inner):
                            yield f"{base.__module__}.{base.__name__}.{member}"


MODULES = list(_modules())
DOCUMENTED = {name: value for module in MODULES for name, value in _documented(module)}
PUBLIC = sorted({name for module in MODULES for name in _public(module)})


def _examples(name: str) -> doctest.DocTest:
    """Return the examples of a name's docstring, with its package's public names to use."""
    value = DOCUMENTED[name]
    module = value if isinstance(value, ModuleType) else importlib.import_module(_module_of(name))
    # In the examples of a stand-in are its own names.
    stand_in = re.match(r"shogi_fast\.compat\.c?shogi(?=\.)", name)
    package = sf if stand_in is None else importlib.import_module(stand_in[0])
    names = {public: getattr(package, public) for public in package.__all__} | vars(module)
    text = inspect.cleandoc(value.__doc__ or "")
    return doctest.DocTestParser().get_doctest(text, names, name, None, None)


def _module_of(name: str) -> str:
    return max((m.__name__ for m in MODULES if name.startswith(f"{m.__name__}.")), key=len)


WITH_EXAMPLES = [name for name in DOCUMENTED if _examples(name).examples]


def _run(test: doctest.DocTest) -> str:
    """Run examples, and return what went wrong."""
    report: list[str] = []
    write: Callable[[str], Any] = report.append
    doctest.DocTestRunner(verbose=False).run(test, out=write)
    return "".join(report)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_print_what_they_show(name: str) -> None:
    assert _run(_examples(name)) == ""


@pytest.mark.parametrize("name", sorted(set(PUBLIC) - WITHOUT_EXAMPLE))
def test_public_name_has_an_example(name: str) -> None:
    assert name in WITH_EXAMPLES


def test_exceptions_are_public_names() -> None:
    assert set(PUBLIC) >= WITHOUT_EXAMPLE


def test_compiled_names_are_found() -> None:
    # Should Cython make objects of another kind, the tests above would pass over them.
    assert {
        "shogi_fast.board.Board.turn",  # a property
        "shogi_fast.board.Board.from_usi",  # a class method
        "shogi_fast.board.Board.push",
        "shogi_fast.moves_board.MovesBoard.ki2",
        "shogi_fast.legal_moves.LegalMoves",
        "shogi_fast.move.Move.from_int",  # a static method
        "shogi_fast.perft.perft",
        "shogi_fast.suite.SuiteRow",  # of a module without __all__
        "shogi_fast.squareset.SquareSet.union",
    } <= set(PUBLIC)


def test_wrong_example_is_reported() -> None:
    test = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, None)
    assert "Expected:\n    3\nGot:\n    2" in _run(test)
