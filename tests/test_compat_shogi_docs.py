"""Every example in a docstring of the stand-in for python-shogi prints what it shows."""

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

from shogi_fast.compat import shogi

MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.iter_modules(shogi.__path__, f"{shogi.__name__}.")
]


def _is_documented_kind(value: object) -> bool:
    return inspect.isclass(value) or inspect.isroutine(value) or inspect.isdatadescriptor(value)


def _documented() -> Iterator[tuple[str, ModuleType, object]]:
    """Yield name, module and object of all that has a docstring."""
    for module in MODULES:
        for name, value in vars(module).items():
            if not _is_documented_kind(value):
                continue
            if getattr(value, "__module__", "") != module.__name__:
                continue
            yield f"{module.__name__}.{name}", module, value
            if inspect.isclass(value):
                for member, inner in vars(value).items():
                    if isinstance(inner, staticmethod | classmethod):
                        inner = inner.__func__
                    if _is_documented_kind(inner):
                        yield f"{module.__name__}.{name}.{member}", module, inner


TESTS = {}
for _name, _module, _value in _documented():
    _names = {**{name: getattr(shogi, name) for name in shogi.__all__}, **vars(_module)}
    _text = inspect.cleandoc(getattr(_value, "__doc__", None) or "")
    TESTS[_name] = doctest.DocTestParser().get_doctest(_text, _names, _name, None, None)
WITH_EXAMPLES = [name for name, test in TESTS.items() if test.examples]

# Attributes of a Cython class: it gives them no docstring. The class's own shows them.
WITHOUT_EXAMPLE = {"Piece.piece_type", "Piece.color"}
BOARD = [name for name in dir(shogi.Board) if name[0] != "_"]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_print_what_they_show(name: str) -> None:
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(TESTS[name], out=report.append)
    assert "".join(report) == ""


def test_public_names_have_examples() -> None:
    found = {name.removeprefix(f"{shogi.__name__}.").split(".", 1)[1] for name in WITH_EXAMPLES}
    own = [name for name in shogi.__all__ if _is_documented_kind(getattr(shogi, name))]
    assert {name for name in own if name not in found} == set()
    for cls in (shogi.Move, shogi.Piece, shogi.Occupied):
        for member in vars(cls):
            name = f"{cls.__name__}.{member}"
            if member[0] != "_" and name not in WITHOUT_EXAMPLE:
                assert name in found
    parts = ("Board", "BaseBoard", "Attributes")
    for member in BOARD:
        assert any(f"{part}.{member}" in found for part in parts), member
