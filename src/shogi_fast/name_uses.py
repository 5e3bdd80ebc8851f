"""Which names of a library a program uses, by its syntax tree.

What its expressions stand for is followed; an attribute of an object of which nothing is known is
taken for one of a library's if the standard library's objects have none of that name.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from types import ModuleType
from typing import NamedTuple

from shogi_fast.library_names import Library
from shogi_fast.name_following import Following
from shogi_fast.name_guards import Guards
from shogi_fast.name_values import (
    UNKNOWN,
    Instance,
    Named,
    Own,
    Values,
    asked_attribute,
    attribute_of,
    last_word,
)

__all__ = ["Found", "NameUses"]


class Found(NamedTuple):
    """A use of a library's name.

    >>> Found(7, "shogi", "Board.push", False, False).name
    'Board.push'
    """

    line: int
    library: str
    name: str
    """Dotted, below the package; ``""`` is the package itself."""
    by_name: bool
    """Whether nothing is known of the object, and only the attribute's name says what it is."""
    guarded: bool
    """Whether it is not there, and the program is ready for that."""


class NameUses:
    """The uses of libraries' names in one program.

    :param tree: the program, as ``ast.parse`` returns it.
    :param libraries: the libraries, by what they are imported as.
    :param hidden: those whose names are modules of the program's own.

    >>> from shogi_fast.library_names import library
    >>> tree = ast.parse("import shogi as s\\nprint(s.nothing)")
    >>> uses = NameUses(tree, {"shogi": library("shogi")})
    >>> uses.imported
    {'shogi'}
    >>> [tuple(found) for found in uses.found()]
    [(1, 'shogi', '', False, False), (2, 'shogi', 'nothing', False, False)]
    """

    def __init__(
        self, tree: ast.AST, libraries: Mapping[str, Library], hidden: Iterable[str] = ()
    ) -> None:
        """Read the program."""
        self._libraries = libraries
        self._program = Following(tree, libraries, hidden)
        self._tree = tree

    @cached_property
    def _guards(self) -> Guards:
        return Guards(self._tree)

    @cached_property
    def imported(self) -> set[str]:
        """The libraries that the program imports anything of.

        >>> NameUses(ast.parse("import chess"), {}).imported
        set()
        """
        program = self._program
        return {use.library for site in program.sites for _, use in program.imports.of(site.node)}

    def found(self, guessed: Iterable[str] = ()) -> list[Found]:
        """Return the uses, each once a line, in the order of the lines.

        :param guessed: the libraries whose names are looked for on objects that are not known.

        >>> NameUses(ast.parse("import chess"), {}).found()
        []
        """
        guessed = sorted(guessed)
        program = self._program
        inner: set[int] = set()  # nodes that are only the beginning of a longer name
        found: set[Found] = set()
        missed: set[tuple[str, str]] = set()  # what the program imports, and can do without
        for site in program.sites:
            node = site.node
            for place, value in program.imports.of(node):
                use = (*program.naming(value), False)
                guarded = self._is_guarded(node, use, "ImportError")
                found.add(Found(place, *use, guarded))
                if guarded:
                    missed.add(use[:2])
            base, attribute = attribute_of(node)
            uses: Iterable[tuple[str, str, bool]] = ()
            asked = False
            if base is not None:
                asked = isinstance(node, ast.Call) and len(node.args) + len(node.keywords) > 2
                values = program.value(base)
                uses = self._uses(values, attribute, guessed)
                if isinstance(getattr(node, "ctx", None), ast.Del):
                    # That a name is there does not say that it can be deleted.
                    uses = (use for use in uses if self._status(use) != "there")
                uses = list(uses)
                if any(isinstance(value, Named) and self._has_names(value) for value in values):
                    inner.add(id(base))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                values = program.value(node)
                uses = [
                    (*program.naming(value), False)
                    for value in values
                    if isinstance(value, Named)
                    and not self._is_module(value)
                    and (len(values) == 1 or program.exists(value))
                ]
            elif isinstance(node, ast.Call) and last_word(node.func) == "hasattr":
                asked = True
                base, attribute = asked_attribute(node)
                if base is not None:
                    uses = list(self._uses(program.value(base), attribute, ()))
            if id(node) not in inner:
                # An attribute's name is the last word of what it is written as.
                line = getattr(node, "end_lineno", None) or 1
                for use in uses:
                    guarded = asked and self._is_missing(use)
                    guarded = guarded or self._is_guarded(node, use, "AttributeError")
                    found.add(Found(line, *use, guarded))
        return sorted(
            each._replace(guarded=each.guarded or _is_below(each, missed)) for each in found
        )

    # ---- What is used ------------------------------------------------------------------------

    def _uses(
        self, values: Values, attribute: str, guessed: Iterable[str]
    ) -> Iterator[tuple[str, str, bool]]:
        """Yield library, name and whether that is a guess, for an attribute of some object."""
        program = self._program
        surely = all(isinstance(value, Named | Instance) for value in values)
        known = False
        for value in values:
            if isinstance(value, Named):
                known = True
                yield from (
                    (*program.naming(child), False)
                    for child in program.children(value, attribute, len(values) == 1)
                )
            elif isinstance(value, Instance):
                known = True
                yield from self._member(value, attribute, surely)
            elif isinstance(value, Own):
                bases = program.library_bases(value.info)
                if attribute in program.defined(value.info) or not value.is_instance:
                    known = True
                for base in bases if not known else ():
                    yield from self._member(base, attribute, False)
                known = known or bool(bases)
        if not known and (not values or UNKNOWN in values or _are_own(values)):
            for name in guessed:
                yield from ((name, full, True) for full in self._guesses(name, attribute))

    def _member(
        self, value: Named | Instance, attribute: str, surely: bool
    ) -> Iterator[tuple[str, str, bool]]:
        """Yield the use of what an object of a class has; of what it has not, only if ``surely``."""
        library = self._libraries[value.library]
        full = f"{library.canonical(value.name)}.{attribute}"
        if surely or library.status(full) != "unknown":
            yield value.library, full, False

    def _guesses(self, name: str, attribute: str) -> list[str]:
        """Return the names of a library that an attribute may be, worst first; or none."""
        library = self._libraries[name]
        candidates = library.members.get(attribute, ())
        there = [full for full in candidates if library.status(full) != "absent"]
        differ = [full for full in there if library.rows(full)]
        return differ or there[:1] or list(candidates[:1])

    def _has_names(self, value: Named) -> bool:
        return self._libraries[value.library].has_names(value.name)

    def _is_module(self, value: Named) -> bool:
        return isinstance(self._libraries[value.library].find(value.name), ModuleType)

    def _status(self, use: tuple[str, str, bool]) -> str:
        return self._libraries[use[0]].status(use[1])

    # ---- What the program is ready for ---------------------------------------------------------

    def _is_missing(self, use: tuple[str, str, bool]) -> bool:
        return self._status(use) in ("absent", "unknown")

    def _is_guarded(self, node: ast.AST, use: tuple[str, str, bool], error: str) -> bool:
        """Tell whether a name is missing, and the program catches that or does not come there."""
        if not self._is_missing(use):
            return False
        return self._guards.catches(node, error) or self._guards.is_passed_over(
            node, lambda test: self._has(test, use[0])
        )

    def _has(self, test: ast.Call, library: str) -> bool | None:
        """Return what ``hasattr`` says of a library's stand-in; None if it is about something else."""
        base, attribute = asked_attribute(test)
        if base is None:
            return None
        uses = [
            use for use in self._uses(self._program.value(base), attribute, ()) if use[0] == library
        ]
        return not any(map(self._is_missing, uses)) if uses else None


def _are_own(values: Values) -> bool:
    return any(isinstance(value, Own) for value in values)


def _is_below(found: Found, missed: set[tuple[str, str]]) -> bool:
    """Tell whether a name is one of these, or is below one."""
    name = found.name
    while name:
        if (found.library, name) in missed:
            return True
        name = name.rpartition(".")[0]
    return False
