"""Every example in a docstring of the stand-in for cshogi prints what it shows."""

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest

from shogi_fast.compat import cshogi
from shogi_fast.compat.cshogi import KI2, KIF, PGN, _board, _lists, _position
from shogi_fast.compat.cshogi_differences import ABSENT

MODULES = [
    importlib.import_module(found.name)
    for found in pkgutil.iter_modules(cshogi.__path__, f"{cshogi.__name__}.")
]


def _is_documented_kind(value: object) -> bool:
    return inspect.isclass(value) or inspect.isroutine(value) or inspect.isdatadescriptor(value)


def _documented() -> Iterator[tuple[str, ModuleType, object]]:
    """Yield name, module and object of all that has a docstring."""
    yield cshogi.__name__, cshogi, cshogi
    for module in MODULES:
        for name, value in vars(module).items():
            if not _is_documented_kind(value):
                continue
            if getattr(value, "__module__", "") != module.__name__:
                continue
            yield f"{module.__name__}.{name}", module, value
            if inspect.isclass(value):
                for member, inner in vars(value).items():
                    if _is_documented_kind(inner):
                        yield f"{module.__name__}.{name}.{member}", module, inner


TESTS = {}
for _name, _module, _value in _documented():
    _names = {**{name: getattr(cshogi, name) for name in cshogi.__all__}, **vars(_module)}
    # What is cut out of another module for its types alone has no doctest of its own to see them.
    _names |= {"PositionBoard": _position.PositionBoard, "MoveList": _lists.MoveList}
    _text = inspect.cleandoc(getattr(_value, "__doc__", None) or "")
    TESTS[_name] = doctest.DocTestParser().get_doctest(_text, _names, _name, None, None)
WITH_EXAMPLES = [name for name, test in TESTS.items() if test.examples]


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_print_what_they_show(name: str) -> None:
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(TESTS[name], out=report.append)
    assert "".join(report) == ""


def test_public_names_have_examples() -> None:
    found = {name.rpartition("cshogi.")[2].split(".", 1)[-1] for name in WITH_EXAMPLES}
    own = [name for name in cshogi.__all__ if _is_documented_kind(getattr(cshogi, name))]
    assert {name for name in own if name not in found} == set()
    for module in (KI2, KIF, PGN):
        for name in module.__all__:
            assert not inspect.isroutine(getattr(module, name)) or name in found
    for member in vars(_position.PositionBoard):
        is_absent = f"Board.{member}" in ABSENT
        assert member[0] == "_" or is_absent or f"PositionBoard.{member}" in found, member
    for member in vars(_board.Board):
        assert member[0] == "_" or f"Board.{member}" in found, member
