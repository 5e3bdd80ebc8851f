"""The tables of what differs from other libraries and of what is absent say what is so."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from shogi_fast.compat import LIBRARIES
from shogi_fast.library_names import library

ROOT = Path(__file__).parents[1]
ROWS = [(name, row) for name in LIBRARIES for row in library(name).differences]
ROW_IDS = [f"{name}-{row.key}" for name, row in ROWS]
ABSENT = [(name, full) for name in LIBRARIES for full in library(name).absent]


def test_there_are_rows():
    for name in LIBRARIES:
        assert library(name).differences
        assert library(name).absent


@pytest.mark.parametrize("name", LIBRARIES)
def test_keys_are_unique(name):
    keys = [row.key for row in library(name).differences]
    assert sorted(set(keys)) == sorted(keys)


@pytest.mark.parametrize(("name", "row"), ROWS, ids=ROW_IDS)
def test_a_row_is_complete(name, row):
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row.key)
    assert row.names
    assert len(set(row.names)) == len(row.names)
    for text in (row.there, row.here):
        assert text.strip() == text
        assert re.match(r"[A-Z`0-9]", text)
        assert text.endswith(".")
    assert row.there != row.here


@pytest.mark.parametrize(("name", "row"), ROWS, ids=ROW_IDS)
def test_a_row_is_about_names_that_are_there(name, row):
    where = library(name)
    for full in row.names:
        found = where.find(where.name_of(full)) is not None
        assert found or where.belongs_to(full) is not None, full
        # A program that uses it is told.
        assert where.status(full) in ("differs", "absent")


def functions_of(path):
    """Return the names of a file's test functions, of those in classes as pytest names them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}::{part.name}" for part in node.body
                      if isinstance(part, ast.FunctionDef)}  # fmt: skip
        elif isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names.add(node.targets[0].id)  # TestX = Machine.TestCase
    return names


@pytest.mark.parametrize(("name", "row"), ROWS, ids=ROW_IDS)
def test_the_test_of_a_row_is_there(name, row):
    path, colons, test = row.test.partition("::")
    assert colons
    assert path.startswith("tests/")
    function = test.partition("[")[0]
    assert function.rpartition("::")[2].startswith(("test_", "Test"))
    assert function in functions_of(ROOT / path)


def test_missing_tests_would_be_found():
    functions = functions_of(Path(__file__))
    assert "test_missing_tests_would_be_found" in functions
    assert "test_that_is_not_there" not in functions


@pytest.mark.parametrize(("name", "full"), ABSENT)
def test_what_is_absent_is_absent(name, full):
    where = library(name)
    assert re.fullmatch(r"\w+( \w+)*", where.absent[full])
    assert re.fullmatch(r"\w+(\.\w+)*", full)
    # Looked for past the table, in the package and among its modules.
    value = where.package
    *parents, last = full.split(".")
    for parent in parents:
        value = getattr(value, parent, None)
    assert not hasattr(value, last)
    if not parents:
        assert not any(
            path.partition(".")[0] == last
            for path in (file.name for file in Path(where.package.__file__).parent.iterdir())
        )


@pytest.mark.parametrize(("name", "full"), ABSENT)
def test_what_is_absent_is_so_in_something_that_is_there(name, full):
    """Or in something that is absent as well, and belongs to the same."""
    where = library(name)
    parent = full.rpartition(".")[0]
    if parent in where.absent:
        assert where.absent[parent] == where.absent[full]
    elif parent:
        value = where.find(where.name_of(parent))
        assert inspect.isclass(value) or inspect.ismodule(value)


def test_nothing_is_stubbed():
    """What is there does something."""
    for name in LIBRARIES:
        folder = Path(library(name).package.__file__).parent
        for path in [*folder.glob("*.py"), *folder.glob("*.pyx"), *folder.glob("*.pxi")]:
            assert "raise NotImplementedError" not in path.read_text(encoding="utf-8"), path.name
