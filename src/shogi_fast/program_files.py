"""The Python programs below some paths: files, directories, notebooks; and their syntax trees."""

import ast
import json
import os
import stat
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from shogi_fast.compat.installing import LIBRARIES

__all__ = [
    "Program",
    "ProgramError",
    "find_programs",
    "parse_notebook",
    "parse_program",
    "read_program",
    "whole_path",
]

SUFFIXES = (".py", ".pyw", ".ipynb")
PASSED_OVER = ("__pycache__", "node_modules", "site-packages")
# Cells that begin with these are still Python below their first line.
PYTHON_MAGICS = ("%%capture", "%%prun", "%%time", "%%timeit")
MAGIC_CHARACTERS = ("%", "!", "?")


class ProgramError(ValueError):
    """What cannot be read as a Python program; the text says why, without the path.

    >>> parse_program(b"1 +")
    Traceback (most recent call last):
        ...
    shogi_fast.program_files.ProgramError: line 1: invalid syntax
    """


class Program(NamedTuple):
    """A program's syntax tree, and where its lines are.

    >>> parse_program(b"import shogi").place(1)
    '1'
    """

    tree: ast.Module
    cells: tuple[int, ...] = ()
    """Of a notebook: how many lines there are before each of its cells of code."""
    hidden: frozenset[str] = frozenset()
    """The libraries in whose place it imports modules of its own, ``shogi.py`` beside it."""
    path: str = ""
    """Of its file, by which others of the same program import it."""

    def place(self, line: int) -> str:
        """Return a line's number as people look for it: in a notebook ``"cell 2:1"``.

        >>> parse_notebook(b'{"cells": [{"cell_type": "code", "source": "import shogi"}]}').place(1)
        'cell 1:1'
        """
        before = [start for start in self.cells if start < line]
        return f"cell {len(before)}:{line - before[-1]}" if before else str(line)


def find_programs(path: str) -> Iterator[str]:
    """Yield the paths of the programs that a path means, in order of their names.

    A file is one, whatever its name ends in. Of a directory they are all files below it that end in
    ``.py``, ``.pyw`` or ``.ipynb``; not hidden ones, which editors and systems leave beside the
    others, nor those in hidden directories or virtual environments, and links to directories are
    not followed.

    :raises ProgramError: if there is nothing at the path, a directory has no programs, or cannot be
        read.

    >>> list(find_programs("nowhere"))
    Traceback (most recent call last):
        ...
    shogi_fast.program_files.ProgramError: No such file or directory
    """
    if not path:
        raise ProgramError("an empty path")
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise ProgramError(getattr(error, "strerror", None) or str(error)) from None
    if not stat.S_ISDIR(mode):
        yield path
        return

    def refuse(error: OSError) -> None:
        raise ProgramError(f"cannot read {error.filename}: {error.strerror}") from None

    found = False
    for folder, folders, files in os.walk(path, onerror=refuse):
        folders[:] = sorted(name for name in folders if not _is_passed_over(folder, name))
        for name in sorted(files):
            if name.endswith(SUFFIXES) and not name.startswith("."):
                found = True
                yield os.path.join(folder, name)
    if not found:
        raise ProgramError("no Python files in this directory")


def whole_path(path: str) -> str:
    """Return the path from the root, the same for one file however it is named.

    Links to files are files of their own: a program can import them under either name.

    >>> whole_path("game.py") == whole_path("./game.py")
    True
    """
    folder, name = os.path.split(path)
    try:
        return os.path.join(os.path.realpath(folder), name)
    except (OSError, ValueError):
        return path


def _is_passed_over(folder: str, name: str) -> bool:
    if name.startswith(".") or name in PASSED_OVER:
        return True
    return os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))


def read_program(path: str) -> Program:
    """Read a program from a file.

    :raises ProgramError: if it cannot be read, or is no Python.

    >>> read_program("nowhere.py")
    Traceback (most recent call last):
        ...
    shogi_fast.program_files.ProgramError: No such file or directory
    """
    try:
        # Opened, a pipe that nobody writes to would wait for ever.
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise ProgramError("not a file")
        source = Path(path).read_bytes()
    except OSError as error:
        raise ProgramError(error.strerror or str(error)) from None
    except MemoryError:
        raise ProgramError("too large") from None
    program = parse_notebook(source) if path.endswith(".ipynb") else parse_program(source)
    beside = Path(path).parent
    own = (
        name
        for name in LIBRARIES
        if (beside / f"{name}.py").exists() or (beside / name / "__init__.py").exists()
    )
    return program._replace(hidden=frozenset(own), path=path)


def parse_program(source: bytes, path: str = "") -> Program:
    """Parse a program, in the encoding that its first lines name, UTF-8 if they name none.

    :param path: of its file, which is not read.
    :raises ProgramError: if it is no Python, or is nested too deeply.

    >>> parse_program(b"# coding: latin-1\\nname = '\\xe9'").tree.body[0].value.value
    'é'
    """
    return Program(_parse(source), path=path)


def parse_notebook(source: bytes) -> Program:
    """Parse the cells of code of a notebook as one program; lines of IPython's own are left out.

    :raises ProgramError: if it is no notebook, or has a cell that is no Python.

    >>> text = b'{"cells": [{"cell_type": "code", "source": ["%matplotlib inline\\\\n", "x = 1"]}]}'
    >>> parse_notebook(text).tree.body[1].lineno
    2
    """
    sources = _cells_of_code(source)
    body: list[ast.stmt] = []
    starts = []
    line = 0
    for number, text in enumerate(sources, start=1):
        starts.append(line)
        try:
            tree = _parse(without_magics(text).encode("utf-8", "surrogatepass"))
        except ProgramError as error:
            raise ProgramError(f"cell {number}, {error}") from None
        for node in ast.walk(tree):
            if "lineno" in node._attributes:
                node.lineno += line  # type: ignore[attr-defined]
                node.end_lineno = (getattr(node, "end_lineno", None) or 0) + line  # type: ignore[attr-defined]
        body += tree.body
        line += text.count("\n") + 1
    return Program(ast.Module(body, []), tuple(starts))


def _cells_of_code(source: bytes) -> list[str]:
    """Return the text of each cell of code of a notebook."""
    try:
        notebook: Any = json.loads(source)
    except RecursionError:
        raise ProgramError("not a notebook: too deeply nested") from None
    except json.JSONDecodeError as error:
        raise ProgramError(
            f"not a notebook: not JSON: line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except UnicodeDecodeError as error:
        raise ProgramError(
            f"not a notebook: not JSON: byte {error.start} is not {error.encoding}"
        ) from None
    except ValueError as error:  # a number of more digits than Python reads
        raise ProgramError(f"not a notebook: {error}") from None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise ProgramError("not a notebook: JSON without a list of cells (as of nbformat 4)")
    sources = []
    for number, cell in enumerate(cells, start=1):
        kind = cell.get("cell_type") if isinstance(cell, dict) else None
        text = cell.get("source") if kind == "code" else []
        if isinstance(text, str):
            text = [text]
        if kind is None or not isinstance(text, list) or not all(isinstance(x, str) for x in text):
            what = "what it is" if kind is None else "its source as text"
            raise ProgramError(f"not a notebook: cell {number} of all does not say {what}")
        if kind == "code":
            sources.append("".join(text))
    return sources


def without_magics(cell: str) -> str:
    """Return a cell with ``pass`` in the place of what only IPython understands.

    >>> without_magics("!pip install cshogi\\nimport cshogi\\nfiles = !ls")
    'pass\\nimport cshogi\\nfiles = None'
    """
    first = cell.lstrip().partition("\n")[0]
    if first.startswith("%%") and not first.startswith(PYTHON_MAGICS):
        return "\n" * cell.count("\n")
    lines = []
    for line in cell.split("\n"):
        words = line.strip()
        indent = line[: len(line) - len(line.lstrip())]
        name, equals, value = line.partition("=")
        if words.startswith(MAGIC_CHARACTERS) or (words.endswith("?") and "#" not in words):
            line = f"{indent}pass"
        elif equals and value.lstrip().startswith(MAGIC_CHARACTERS):
            line = f"{name}= None"
        lines.append(line)
    return "\n".join(lines)


def _parse(source: bytes) -> ast.Module:
    try:
        with warnings.catch_warnings():
            # Of what Python thinks of the program's escapes and comparisons, nothing is to be seen.
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except SyntaxError as error:
        line = f"line {error.lineno}: " if error.lineno else ""
        raise ProgramError(f"{line}{error.msg}") from None
    except ValueError as error:  # a NUL, an encoding's own errors
        raise ProgramError(str(error)) from None
    except (RecursionError, MemoryError):
        raise ProgramError("too deeply nested, or too large") from None
