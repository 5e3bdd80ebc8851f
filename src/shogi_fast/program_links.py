"""Which files of a program an object can come to that another of its files makes."""

import ast
import os
from collections.abc import Iterable, Iterator, Sequence

from shogi_fast.program_files import Program


class Links:
    """What the files of a program import of each other.

    A file is found by the end of its path: ``import engine.search`` means any ``engine/search.py``.

    :param programs: the files, with their paths; one without a path stands by itself.

    >>> from shogi_fast.program_files import parse_program
    >>> texts = {"a.py": b"import b", "b.py": b"import c", "c.py": b"", "d.py": b"import c"}
    >>> links = Links([parse_program(text, path) for path, text in texts.items()])
    >>> sorted(links.reached([1]))
    [0, 1, 2]
    """

    def __init__(self, programs: Sequence[Program]) -> None:
        """Read the imports."""
        parts = [_module_parts(program.path) for program in programs]
        by_name: dict[str, list[int]] = {}
        for number, part in enumerate(parts):
            if part:
                by_name.setdefault(part[-1], []).append(number)
        self._imported: list[set[int]] = [set() for _ in programs]
        self._importers: list[set[int]] = [set() for _ in programs]
        for number, program in enumerate(programs):
            for folder, name in _imports(program) if program.path else ():
                for other in by_name.get((folder + name)[-1], ()) if folder + name else ():
                    fits = parts[other] == folder + name if folder else _ends(parts[other], name)
                    if fits and other != number:
                        self._imported[number].add(other)
                        self._importers[other].add(number)

    def reached(self, sources: Iterable[int]) -> set[int]:
        """Return the files that objects of some files can come to, by their numbers.

        They come to those files, to what imports them, and to what that imports in turn: there it
        can call a function with them.

        >>> Links([]).reached([])
        set()
        """
        upwards = _closure(sources, self._importers)
        return _closure(upwards, self._imported)


def _closure(sources: Iterable[int], links: Sequence[set[int]]) -> set[int]:
    found = set(sources)
    waiting = list(found)
    while waiting:
        new = links[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def _module_parts(path: str) -> tuple[str, ...]:
    """Return the parts of a file's path as those of a module's name, from the root on."""
    if not path:
        return ()
    parts = os.path.splitext(os.path.abspath(path))[0].split(os.sep)
    return tuple(parts[:-1] if parts[-1] == "__init__" else parts)


def _ends(parts: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return parts[-len(name) :] == name


def _imports(program: Program) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the modules that a file may import: the folder if that is known, and the name below."""
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _prefixes((), alias.name)
        elif isinstance(node, ast.ImportFrom):
            folder: tuple[str, ...] = ()
            if node.level:
                folder = tuple(os.path.abspath(program.path).split(os.sep)[: -node.level])
            yield from _prefixes(folder, node.module or "")
            for alias in node.names:
                yield from _prefixes(folder, ".".join(filter(None, (node.module, alias.name))))


def _prefixes(
    folder: tuple[str, ...], name: str
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield a dotted name and the packages it is in, which are imported with it."""
    parts = tuple(name.split(".")) if name else ()
    if folder and not parts:
        yield folder, ()
    for length in range(1, len(parts) + 1):
        yield folder, parts[:length]
