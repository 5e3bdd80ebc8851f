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
from shogi_fast.name_scopes import Scope, Site
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
    how: str = ""
    """How it is used, as ``Library.status`` takes it."""


class _Use(NamedTuple):
    """A library's name as it is used at some place."""

    library: str
    name: str
    by_name: bool = False
    how: str = ""
    origin: int | None = None
    """Of what is not there: the ``id`` of the node by which the program comes to it."""


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
    [(1, 'shogi', '', False, False, ''), (2, 'shogi', 'nothing', False, False, '')]
    """

    def __init__(
        self, tree: ast.AST, libraries: Mapping[str, Library], hidden: Iterable[str] = ()
    ) -> None:
        """Read the program."""
        self._libraries = libraries
        self._program = Following(tree, libraries, hidden)
        self._tree = tree
        self._ready: dict[int, bool] = {}

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
        for site in program.sites:
            node = site.node
            for place, value in program.imports.of(node):
                use = _Use(*program.naming(value))
                found.add(self._found(place, use, self._is_guarded_import(node, use)))
            base, attribute = attribute_of(node)
            uses: Iterable[_Use] = ()
            asked = False
            if base is not None:
                asked = isinstance(node, ast.Call) and len(node.args) + len(node.keywords) > 2
                values = program.value(base)
                is_set = isinstance(getattr(node, "ctx", None), ast.Store)
                uses = self._uses(values, attribute, guessed, is_set)
                if isinstance(getattr(node, "ctx", None), ast.Del):
                    # That a name is there does not say that it can be deleted.
                    uses = (use for use in uses if self._status(use) != "there")
                uses = list(uses)
                if any(isinstance(value, Named) and self._has_names(value) for value in values):
                    inner.add(id(base))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                values = program.value(node)
                uses = [
                    _Use(*program.naming(value), origin=value.origin)
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
                    found.add(self._found(line, use, self._is_guarded(site, use, asked)))
        # What is guarded at one place of a line is not at the other.
        return sorted(
            each for each in found if each._replace(guarded=False) not in found or not each.guarded
        )

    def _found(self, line: int, use: "_Use", guarded: bool) -> Found:
        return Found(line, use.library, use.name, use.by_name, guarded, use.how)

    # ---- What is used ------------------------------------------------------------------------

    def _uses(
        self, values: Values, attribute: str, guessed: Iterable[str], is_set: bool = False
    ) -> Iterator[_Use]:
        """Yield the uses that an attribute of some object is, also where it is assigned to."""
        program = self._program
        surely = all(isinstance(value, Named | Instance) for value in values)
        known = False
        for value in values:
            if isinstance(value, Named):
                known = True
                how = "set on class" if is_set else ""
                yield from (
                    _Use(*program.naming(child), how=how, origin=child.origin)
                    for child in program.children(value, attribute, len(values) == 1)
                )
            elif isinstance(value, Instance):
                known = True
                how = "set on object" if is_set else "of object"
                yield from self._member(value, attribute, surely, how)
            elif isinstance(value, Own):
                bases = program.library_bases(value.info)
                if attribute in program.defined(value.info) or not value.is_instance:
                    known = True
                for base in bases if not known else ():
                    yield from self._member(base, attribute, False)
                known = known or bool(bases)
        if not known and (not values or UNKNOWN in values or _are_own(values)):
            for name in guessed:
                yield from (_Use(name, full, True) for full in self._guesses(name, attribute))

    def _member(
        self, value: Named | Instance, attribute: str, surely: bool, how: str = ""
    ) -> Iterator[_Use]:
        """Yield the use of what an object of a class has; of what it has not, only if ``surely``."""
        library = self._libraries[value.library]
        full = f"{library.canonical(value.name)}.{attribute}"
        if surely or library.status(full, how) != "unknown":
            yield _Use(value.library, full, how=how)

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

    def _status(self, use: _Use) -> str:
        return self._libraries[use.library].status(use.name, use.how)

    # ---- What the program is ready for ---------------------------------------------------------

    def _is_missing(self, use: _Use) -> bool:
        return self._status(use) in ("absent", "unknown")

    def _is_guarded_import(self, node: ast.AST, use: _Use) -> bool:
        """Tell whether an import brings what is missing, and the program is ready for that."""
        if not self._is_missing(use):
            return False
        error = self._program.imports.missing_error(node)
        return self._guards.catches(node, error) or self._is_passed_over(node, use)

    def _is_guarded(self, site: Site, use: _Use, asked: bool) -> bool:
        """Tell whether a name is missing, and the program is ready for that.

        It is where it comes to the name, or where it has come to what the name is a part of.

        :param asked: whether it asks for the name, and gets an answer if it is missing.
        """
        if not self._is_missing(use):
            return False
        node = site.node
        if asked and not self._guards.is_demanded(node, lambda test: self._has(test, use.library)):
            return True
        if self._guards.catches(node, "AttributeError") or self._is_passed_over(node, use):
            return True
        if use.origin is not None and use.origin != id(node) and self._is_ready_at(use.origin):
            return True
        while isinstance(node, ast.Attribute):
            node = node.value
        home = site.scope.home_of(node.id) if isinstance(node, ast.Name) else None
        return (
            isinstance(node, ast.Name)
            and (home, node.id) in self._guarded_parts
            and any(
                use.library == library and f"{use.name}.".startswith(f"{name}.")
                for library, name in self._guarded_parts[home, node.id]
            )
        )

    def _is_ready_at(self, origin: int) -> bool:
        """Tell whether the program is ready for what a node brings not to be there."""
        if origin not in self._ready:
            self._ready[origin] = False  # should it be asked for by itself
            site = self._sites[origin]
            uses = [
                _Use(*self._program.naming(value))
                for _, value in self._program.imports.of(site.node)
            ]
            if uses:
                ready = all(
                    self._is_guarded_import(site.node, use) for use in uses if self._is_missing(use)
                )
            else:
                asked = isinstance(site.node, ast.Call) and len(site.node.args) > 2
                ready = all(
                    self._is_guarded(site, _Use(*self._program.naming(value)), asked)
                    for value in self._program.value(site.node)
                    if isinstance(value, Named)
                )
            self._ready[origin] = ready
        return self._ready[origin]

    @cached_property
    def _sites(self) -> dict[int, Site]:
        return {id(site.node): site for site in self._program.sites}

    @cached_property
    def _guarded_parts(self) -> dict[tuple[Scope | None, str], set[tuple[str, str]]]:
        """The names that ``import a.b`` brings below ``a``, where the program is ready for that."""
        found: dict[tuple[Scope | None, str], set[tuple[str, str]]] = {}
        for site in self._program.sites:
            node = site.node
            for alias in node.names if isinstance(node, ast.Import) else ():
                value = self._program.imports.module(alias.name)
                if alias.asname is None and isinstance(value, Named):
                    use = _Use(*self._program.naming(value))
                    if self._is_guarded_import(node, use):
                        first = alias.name.partition(".")[0]
                        key = site.scope.home_of(first), first
                        found.setdefault(key, set()).add((use.library, use.name))
        return found

    def _is_passed_over(self, node: ast.AST, use: _Use) -> bool:
        return self._guards.is_passed_over(node, lambda test: self._has(test, use.library))

    def _has(self, test: ast.Call, library: str) -> bool | None:
        """Tell whether a library's stand-in has what is asked for; None if that is another's."""
        base, attribute = asked_attribute(test)
        if base is None:
            return None
        uses = [
            use
            for use in self._uses(self._program.value(base), attribute, ())
            if use.library == library
        ]
        return not any(map(self._is_missing, uses)) if uses else None


def _are_own(values: Values) -> bool:
    return any(isinstance(value, Own) for value in values)
