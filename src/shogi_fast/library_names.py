"""The names of a library that has a stand-in: which are there, which differ, which are absent.

They are looked up in the stand-in itself, and in the tables of ``shogi_fast.compat``.
"""

import argparse
import collections
import dis
import importlib
import inspect
import io
import logging
import pathlib
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import NamedTuple

from shogi_fast.compat.differences import Difference

__all__ = ["Library", "Name", "library"]

ORIGINALS = {"shogi": "python-shogi 1.1.1", "cshogi": "cshogi 1.1.0"}
HOME = "shogi_fast.compat"
HOW = ("", "of object", "set on object", "set on class")
"""How a name is used; ``""`` as it stands: of a module, or of a class itself."""
# The rows about assigning to what a class has.
_SETTING = {"set on object": "other-attributes", "set on class": "classes-fixed"}
_IMMUTABLE_TYPE, _HEAP_TYPE = 1 << 8, 1 << 9  # of tp_flags, Include/object.h of CPython


def _common_attributes() -> frozenset[str]:
    """Return what is no sign of a board: the names that much of the standard library has."""
    kinds: tuple[type, ...] = (
        *(object, str, bytes, bytearray, list, tuple, dict, set, frozenset, int, float, complex),
        *(range, slice, type, BaseException, collections.deque, collections.Counter),
        *(io.TextIOWrapper, io.BytesIO, re.Pattern, re.Match, pathlib.Path, threading.Thread),
        *(threading.Event, subprocess.Popen, logging.Logger, random.Random),
        argparse.ArgumentParser,
    )
    return frozenset(name for kind in kinds for name in dir(kind))


def _attributes(value: object) -> set[str]:
    """Return what an object has; of a class written in Python, also what its methods set."""
    found = set(dir(value))
    if inspect.isclass(value):
        for function in filter(inspect.isfunction, vars(value).values()):
            instructions = dis.get_instructions(function)
            found |= {str(each.argval) for each in instructions if each.opname == "STORE_ATTR"}
    return found


class Name(NamedTuple):
    """A name of a library: an attribute, and of which of its modules.

    >>> Name("", "Board.push"), Name("KIF")
    (Name(module='', attribute='Board.push'), Name(module='KIF', attribute=''))
    """

    module: str
    """The module below the package, ``""`` for the package itself."""

    attribute: str = ""
    """What it is in there, dotted; ``""`` for the module itself."""

    def child(self, attribute: str) -> "Name":
        """Return the name of an attribute of what stands under this one.

        >>> Name("KIF").child("Parser").child("parse_str").full
        'KIF.Parser.parse_str'
        """
        return self._replace(attribute=f"{self.attribute}.{attribute}".lstrip("."))

    @property
    def full(self) -> str:
        """The dotted name below the package, ``""`` for the package itself.

        >>> Name("KIF", "Parser").full
        'KIF.Parser'
        """
        return f"{self.module}.{self.attribute}".strip(".")


class Library:
    """A library by its stand-in and the tables of what differs and what is absent.

    :param name: what the library is imported as.
    :param package: the stand-in.
    :param gives: the classes of what its objects give, in brackets where it is a list of such:
        ``Board.legal_moves`` as an attribute, ``Board.peek()`` if it is called, ``Moves[]`` as an
        element.

    >>> from types import ModuleType
    >>> package = ModuleType("shogi")
    >>> package.Board = type("Board", (), {"push": None})
    >>> row = Difference("no-copy", ("Board.push",), "a view", "a copy", "tests/test_x.py::test_y")
    >>> shogi = Library("shogi", package, [row], {"KIF": "records"})
    >>> shogi.status("Board"), shogi.status("Board.push")
    ('there', 'differs')
    >>> shogi.status("KIF.Parser"), shogi.belongs_to("KIF.Parser"), shogi.status("Bord")
    ('absent', 'records', 'unknown')
    """

    def __init__(
        self,
        name: str,
        package: ModuleType,
        differences: Sequence[Difference],
        absent: Mapping[str, str],
        gives: Mapping[str, str] | None = None,
    ) -> None:
        """Take the tables."""
        self.name = name
        self.original = ORIGINALS.get(name, name)
        self.package = package
        self.differences = tuple(differences)
        self.absent = dict(absent)
        self.gives = dict(gives or {})
        self._found: dict[Name, object] = {}
        self._statuses: dict[tuple[str, str], str] = {}
        self._stars: dict[str, frozenset[str]] = {}

    def status(self, full: str, how: str = "") -> str:
        """Return ``"there"``, ``"differs"``, ``"absent"`` or, if neither has it, ``"unknown"``.

        :param how: how the name is used, one of ``HOW``: a class has attributes that its objects
            have not, and not all that can be read can be assigned to.

        >>> library("shogi").status("no_such_name")
        'unknown'
        >>> library("shogi").status("Board.mro"), library("shogi").status("Board.mro", "of object")
        ('there', 'unknown')
        """
        key = full, how
        if key not in self._statuses:
            self._statuses[key] = self._status(full, how)
        return self._statuses[key]

    def _status(self, full: str, how: str) -> str:
        if self.belongs_to(full) is not None:
            return "absent"
        if self.find(self.name_of(full)) is None:
            return "unknown"
        if self.rows(full, how):
            return "differs"
        return "there" if self._allows(full, how) else "unknown"

    def _allows(self, full: str, how: str) -> bool:
        """Tell whether a name that is there can be used in a way."""
        owner, _, last = full.rpartition(".")
        found = self.find(self.name_of(owner)) if how else None
        if not isinstance(found, type):
            return True
        if how == "set on class":
            return bool(found.__flags__ & _HEAP_TYPE) and not found.__flags__ & _IMMUTABLE_TYPE
        if how == "set on object":
            held = inspect.getattr_static(found, last, None)
            return bool(found.__dictoffset__) or hasattr(type(held), "__set__")
        return any(last in vars(each) for each in found.__mro__) or last in _attributes(found)

    def belongs_to(self, full: str) -> str | None:
        """Return what an absent name belongs to, None for any other.

        >>> library("shogi").belongs_to("STARTING_SFEN") is None
        True
        """
        while full:
            if full in self.absent:
                return self.absent[full]
            full = full.rpartition(".")[0]
        return None

    def rows(self, full: str, how: str = "") -> list[Difference]:
        """Return the rows of the table of differences that are about a name.

        What is written with operators (``==``, ``len``, ``in``) is about the class. Of what cannot
        be assigned to, it is the row that says so.

        :param how: how the name is used, one of ``HOW``.

        >>> library("shogi").rows("no_such_name")
        []
        """
        if how in _SETTING and not self._allows(full, how):
            rows = self.rows(full.rpartition(".")[0])
            return [row for row in rows if row.key == _SETTING[how]]
        about = re.compile(rf"{re.escape(full)}(\.__\w+__)?")
        return [row for row in self.differences if any(map(about.fullmatch, row.names))]

    def find(self, name: Name) -> object | None:
        """Return what stands under a name, None if nothing does.

        >>> library("shogi").find(Name("")).__name__
        'shogi_fast.compat.shogi'
        """
        if name not in self._found:
            self._found[name] = self._find(name)
        return self._found[name]

    def _find(self, name: Name) -> object | None:
        if name.attribute:
            owner, _, last = name.attribute.rpartition(".")
            parent = self.find(name._replace(attribute=owner))
            if parent is None:
                return None
            value = getattr(parent, last, None)
            if value is None and isinstance(parent, ModuleType):
                value = self._submodule(parent, last)
            if value is None and last in _attributes(parent):
                return _NOTHING  # there, and its value is None, or not known
            return value
        found: ModuleType | None = self.package
        for part in filter(None, name.module.split(".")):
            found = self._submodule(found, part) if found is not None else None
        return found

    def _submodule(self, parent: ModuleType, name: str) -> ModuleType | None:
        if not hasattr(parent, "__path__") or not name.isidentifier():
            return None
        if self.belongs_to(name) is not None:
            return None
        try:
            return importlib.import_module(f"{parent.__name__}.{name}")
        except ImportError:
            return None

    def name_of(self, full: str) -> Name:
        """Return a dotted name with its module, if that is what it begins with.

        A class goes before the module of the same name, as in the library.

        >>> library("shogi").name_of("Board.push")
        Name(module='', attribute='Board.push')
        """
        first, _, rest = full.partition(".")
        if self._is_own_module(self.find(Name("", first))):
            return Name(first, rest)
        # What stands there may be 0.
        inside = Name(first, rest)
        if rest and self.find(Name("", full)) is None and self.find(inside) is not None:
            return inside
        return Name("", full)

    def canonical(self, name: Name) -> str:
        """Return the dotted name by which the tables know it.

        It is the package's own, where the package and one of its modules have the same object.

        >>> library("shogi").canonical(Name("", "Board"))
        'Board'
        """
        if name.module and name.attribute:
            first = name.attribute.partition(".")[0]
            value = self.find(Name(name.module, first))
            if value is not None and value is self.find(Name("", first)):
                return name.attribute
        return name.full

    def child(self, name: Name, attribute: str) -> Name:
        """Return the name of an attribute; of a module of the library, by its place among those.

        >>> library("shogi").child(Name(""), "nothing")
        Name(module='', attribute='nothing')
        """
        found = name.child(attribute)
        value = self.find(found)
        if value is self.package:
            return Name("")
        if isinstance(value, ModuleType) and self._is_own_module(value):
            return Name(value.__name__.removeprefix(f"{self.package.__name__}."))
        return found

    def _is_own_module(self, value: object) -> bool:
        """Tell whether something is a module below the package, and not one that it imports."""
        home = f"{self.package.__name__}."
        return isinstance(value, ModuleType) and value.__name__.startswith(home)

    def has_names(self, name: Name) -> bool:
        """Tell whether attributes of what stands under a name are names of the library.

        >>> library("shogi").has_names(Name("")), library("shogi").has_names(Name("", "nothing"))
        (True, True)
        """
        value = self.find(name)
        return value is None or isinstance(value, ModuleType) or inspect.isclass(value)

    def is_class(self, name: Name) -> bool:
        """Tell whether a class stands under a name.

        >>> library("shogi").is_class(Name("", "no_such_name"))
        False
        """
        return inspect.isclass(self.find(name))

    def star_names(self, module: str = "") -> frozenset[str]:
        """Return what ``from MODULE import *`` brings, and what it would bring in the library.

        >>> "no_such_name" in library("shogi").star_names()
        False
        """
        if module not in self._stars:
            self._stars[module] = frozenset(self._star_names(module))
        return self._stars[module]

    def _star_names(self, module: str) -> Iterator[str]:
        value = self.find(Name(module))
        if value is not None:
            public = [name for name in dir(value) if not name.startswith("_")]
            yield from getattr(value, "__all__", public)
        for full in self.absent:
            parent, _, last = full.rpartition(".")
            if parent == module and not last.startswith("_"):
                yield last

    @cached_property
    def members(self) -> dict[str, tuple[str, ...]]:
        """The dotted names of methods and attributes of classes, by their last part.

        Without those that objects of the standard library have as well.

        >>> "append" in library("shogi").members
        False
        """
        found: dict[str, set[str]] = {}
        public = {name: getattr(self.package, name, None) for name in dir(self.package)}
        classes = [
            name
            for name, value in public.items()
            if not name.startswith("_")
            and inspect.isclass(value)
            and value.__module__.partition(".")[0] not in sys.stdlib_module_names
        ]
        for name in classes:
            for attribute in _attributes(getattr(self.package, name)):
                found.setdefault(attribute, set()).add(f"{name}.{attribute}")
        for full in self.absent:
            owner, _, attribute = full.rpartition(".")
            if owner in classes:
                found.setdefault(attribute, set()).add(full)
        common = _common_attributes()
        return {
            attribute: tuple(sorted(names))
            for attribute, names in found.items()
            if attribute not in common and not attribute.startswith("_")
        }


_NOTHING = object()
_GIVES = {
    "shogi": {
        "Board.legal_moves": "LegalMoveGenerator",
        "Board.pseudo_legal_moves": "PseudoLegalMoveGenerator",
        "LegalMoveGenerator[]": "Move",
        "PseudoLegalMoveGenerator[]": "Move",
        "Board.generate_legal_moves()": "[Move]",
        "Board.generate_pseudo_legal_moves()": "[Move]",
        "Board.move_stack": "[Move]",
        "Board.peek()": "Move",
        "Board.pop()": "Move",
        "Board.push_usi()": "Move",
        "Board.piece_at()": "Piece",
        "Board.attackers()": "SquareSet",
    },
    "cshogi": {
        "Board.legal_moves": "LegalMoveList",
        "Board.pseudo_legal_moves": "PseudoLegalMoveList",
        "Board.check_moves": "CheckMoveList",
    },
}
_libraries: dict[str, Library] = {}


def library(name: str) -> Library:
    """Return a library that has a stand-in: ``"shogi"`` or ``"cshogi"``.

    :raises ValueError: if it is another.

    >>> library("cshogi").original
    'cshogi 1.1.0'
    """
    if name not in ORIGINALS:
        raise ValueError(f"there is no stand-in for {name!r}, only for {', '.join(ORIGINALS)}")
    if name not in _libraries:
        tables = importlib.import_module(f"{HOME}.{name}_differences")
        package = importlib.import_module(f"{HOME}.{name}")
        _libraries[name] = Library(name, package, tables.DIFFERENCES, tables.ABSENT, _GIVES[name])
    return _libraries[name]
