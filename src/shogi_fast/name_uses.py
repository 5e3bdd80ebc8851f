"""Which names of a library a program uses, by its syntax tree.

Names are followed through imports, assignments, annotations and classes, without regard to the
order in which a program runs. An attribute of an object of which nothing is known is taken for one
of a library's if the standard library's objects have none of that name.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple

from shogi_fast.library_names import Library, Name
from shogi_fast.name_scopes import ClassInfo, Scope, read_scopes, read_string

__all__ = ["Found", "NameUses"]

# More than one pass is needed where a name gets its value from one that is assigned below it.
MAX_PASSES = 8
MAX_NESTING = 60  # of attributes and calls: what is deeper is not known
MAX_VALUES = 16  # of one name

HOME = ("shogi_fast", "compat")
IMPORTERS = {"import_module", "importorskip", "install"}


class Found(NamedTuple):
    """A use of a library's name.

    >>> Found(7, "shogi", "Board.push", False).name
    'Board.push'
    """

    line: int
    library: str
    name: str
    """Dotted, below the package; ``""`` is the package itself."""
    by_name: bool
    """Whether nothing is known of the object, and only the attribute's name says what it is."""


@dataclass(frozen=True)
class _Named:
    """A module, a class or another object that a library has under a name."""

    library: str
    name: Name


@dataclass(frozen=True)
class _Instance:
    """An object of a library's class."""

    library: str
    name: Name


@dataclass(frozen=True)
class _Own:
    """A class of the program, or an object of it."""

    info: ClassInfo
    is_instance: bool


@dataclass(frozen=True)
class _Path:
    """shogi_fast or shogi_fast.compat, on the way to a stand-in; a function that imports."""

    parts: tuple[str, ...]


@dataclass(frozen=True)
class _Other:
    """What is known not to be of a library (another module, a number), or is not known at all."""

    known: bool


_UNKNOWN, _FOREIGN, _IMPORTER = _Other(False), _Other(True), _Path(("import_module",))
_Value = _Named | _Instance | _Own | _Path | _Other
_Values = frozenset[_Value]
_NOTHING_KNOWN: _Values = frozenset([_UNKNOWN])

_LITERALS = (
    *(ast.Constant, ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.Set),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.Compare),
)


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
    [(1, 'shogi', '', False), (2, 'shogi', 'nothing', False)]
    """

    def __init__(
        self, tree: ast.AST, libraries: Mapping[str, Library], hidden: Iterable[str] = ()
    ) -> None:
        """Read the program."""
        self._libraries = libraries
        self._hidden = frozenset(hidden)
        self._sites, self._classes = read_scopes(tree)
        self._scopes = {id(site.node): site.scope for site in self._sites}
        self._values: dict[tuple[Scope, str], set[_Value]] = {}
        self._attributes: dict[tuple[ClassInfo, str], set[_Value]] = {}
        self._stars: list[_Named] = []
        self._known: dict[int, _Values] = {}
        self._assigned: set[int] = set()
        self._nesting = 0
        self._changed = True
        for _ in range(MAX_PASSES):
            if self._changed:
                self._changed = False
                self._known.clear()
                for site in self._sites:
                    self._assign(site.node, site.scope)
        self._known.clear()

    @property
    def imported(self) -> set[str]:
        """The libraries that the program imports anything of.

        >>> NameUses(ast.parse("import chess"), {}).imported
        set()
        """
        return {use.library for site in self._sites for _, use in self._imports(site.node)}

    def found(self, guessed: Iterable[str] = ()) -> list[Found]:
        """Return the uses, each once a line, in the order of the lines.

        :param guessed: the libraries whose names are looked for on objects that are not known.

        >>> NameUses(ast.parse("import chess"), {}).found()
        []
        """
        guessed = sorted(guessed)
        inner: set[int] = set()  # nodes that are only the beginning of a longer name
        found: set[Found] = set()
        for site in self._sites:
            node = site.node
            for place, use in self._imports(node):
                found.add(Found(place, *self._naming(use), False))
            base, attribute = _attribute(node)
            uses: Iterable[tuple[str, str, bool]] = ()
            if base is not None:
                values = self._value(base)
                uses = self._uses(values, attribute, guessed)
                if isinstance(getattr(node, "ctx", None), ast.Del):
                    # That a name is there does not say that it can be deleted.
                    uses = (use for use in uses if self._status(use[0], use[1]) != "there")
                uses = list(uses)
                if any(isinstance(value, _Named) and self._has_names(value) for value in values):
                    inner.add(id(base))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                values = self._value(node)
                uses = [
                    (*self._naming(value), False)
                    for value in values
                    if isinstance(value, _Named)
                    and not self._is_module(value)
                    and (len(values) == 1 or self._exists(value))
                ]
            if id(node) not in inner:
                # An attribute's name is the last word of what it is written as.
                line = getattr(node, "end_lineno", None) or 1
                found.update(Found(line, *use) for use in uses)
        return sorted(found)

    # ---- What is used ------------------------------------------------------------------------

    def _uses(
        self, values: _Values, attribute: str, guessed: Iterable[str]
    ) -> Iterator[tuple[str, str, bool]]:
        """Yield library, name and whether that is a guess, for an attribute of some object."""
        surely = all(isinstance(value, _Named | _Instance) for value in values)
        known = False
        for value in values:
            if isinstance(value, _Named):
                known = True
                yield from (
                    (*self._naming(child), False)
                    for child in self._children(value, attribute, len(values) == 1)
                )
            elif isinstance(value, _Instance):
                known = True
                yield from self._member(value, attribute, surely)
            elif isinstance(value, _Own):
                bases = self._library_bases(value.info)
                if attribute in self._defined(value.info) or not value.is_instance:
                    known = True
                for base in bases if not known else ():
                    yield from self._member(base, attribute, False)
                known = known or bool(bases)
        if not known and (not values or _UNKNOWN in values or _are_own(values)):
            for name in guessed:
                yield from ((name, full, True) for full in self._guesses(name, attribute))

    def _member(
        self, value: _Named | _Instance, attribute: str, surely: bool
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

    def _naming(self, value: _Named) -> tuple[str, str]:
        return value.library, self._libraries[value.library].canonical(value.name)

    def _has_names(self, value: _Named) -> bool:
        return self._libraries[value.library].has_names(value.name)

    def _is_module(self, value: _Named) -> bool:
        return isinstance(self._libraries[value.library].find(value.name), ModuleType)

    def _child(self, value: _Named, attribute: str) -> _Named:
        return _Named(value.library, self._libraries[value.library].child(value.name, attribute))

    def _exists(self, value: _Named) -> bool:
        """Tell whether the library or its stand-in has anything under a name."""
        return self._status(*self._naming(value)) != "unknown"

    def _status(self, library: str, name: str) -> str:
        return self._libraries[library].status(name)

    def _children(self, value: _Named, attribute: str, surely: bool) -> list[_Named]:
        """Return the attribute of a module or a class; one that it has not, only if ``surely``.

        Where a name may be one of two libraries, or a file, what one has not may be the other's.
        """
        if not self._has_names(value):
            return []
        child = self._child(value, attribute)
        return [child] if surely or self._exists(child) else []

    def _library_bases(self, info: ClassInfo) -> list[_Named]:
        """Return the libraries' classes that a class of the program is derived from."""
        return [
            value
            for own in self._lineage(info)
            for base in own.bases
            for value in self._value(base.node)
            if isinstance(value, _Named) and self._libraries[value.library].is_class(value.name)
        ]

    def _defined(self, info: ClassInfo) -> set[str]:
        return {name for own in self._lineage(info) for name in own.defined}

    def _lineage(self, info: ClassInfo) -> list[ClassInfo]:
        """Return a class and the program's own ones that it is derived from."""
        found = [info]
        for own in found:  # grows meanwhile
            for base in own.bases:
                for value in self._value(base.node):
                    if isinstance(value, _Own) and value.info not in found:
                        found.append(value.info)
        return found

    # ---- Imports -----------------------------------------------------------------------------

    def _module(self, dotted: str) -> _Value:
        """Return what a module's full name is."""
        parts = tuple(dotted.split("."))
        if parts[:2] == HOME:
            if len(parts) == 2:
                return _Path(HOME)
            parts = parts[2:]
        elif parts[0] in self._hidden:
            return _FOREIGN
        elif parts == HOME[:1]:
            return _Path(parts)
        if parts[0] in self._libraries:
            return _Named(parts[0], Name(".".join(parts[1:])))
        return _FOREIGN

    def _imported_name(self, module: str | None, level: int, name: str) -> _Value:
        """Return what ``from module import name`` brings."""
        if level or not module:
            return _UNKNOWN  # of the program's own package
        origin = self._module(module)
        if isinstance(origin, _Named):
            return self._child(origin, name)
        if isinstance(origin, _Path):
            return self._path_attribute(origin, name)
        return _IMPORTER if name in IMPORTERS else _UNKNOWN

    def _path_attribute(self, path: _Path, name: str) -> _Value:
        if path.parts == HOME and name == "install":
            return _IMPORTER
        if path == _IMPORTER:
            return _UNKNOWN
        value = self._module(".".join((*path.parts, name)))
        return _UNKNOWN if value == _FOREIGN else value

    def _imports(self, node: ast.AST) -> Iterator[tuple[int, _Named]]:
        """Yield the lines and names that a statement or call imports from libraries."""
        values: list[tuple[int, _Value]] = []
        if isinstance(node, ast.Import):
            values = [(alias.lineno, self._module(alias.name)) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name != "*":
                    value = self._imported_name(node.module, node.level, alias.name)
                elif node.module and not node.level:
                    value = self._module(node.module)
                else:
                    value = _UNKNOWN
                values.append((alias.lineno, value))
        elif isinstance(node, ast.Call):
            text = self._import_call(node)
            if text is not None:
                values = [(node.lineno, self._module(text))]
        yield from ((line, value) for line, value in values if isinstance(value, _Named))

    def _import_call(self, node: ast.Call) -> str | None:
        """Return the module's name if a call imports one that is written out."""
        words = [*node.args, *(word.value for word in node.keywords if word.arg == "package")]
        texts = [
            word.value if isinstance(word, ast.Constant) and isinstance(word.value, str) else None
            for word in words[:2]
        ]
        if not texts or not texts[0]:
            return None
        function = node.func
        imports = isinstance(function, ast.Attribute) and function.attr in IMPORTERS - {"install"}
        if not imports:
            if not isinstance(function, ast.Name | ast.Attribute):
                return None
            imports = _is_builtin(function, "__import__", self._scopes) or _IMPORTER in (
                self._value(function)
            )
        if not imports:
            return None
        relative = texts[0].startswith(".") and len(texts) == 2
        return f"{texts[1]}{texts[0]}" if relative else texts[0]

    # ---- What names stand for ----------------------------------------------------------------

    def _assign(self, node: ast.AST, scope: Scope) -> None:
        """Note what a statement gives to names."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                value = self._module(alias.name if alias.asname else first)
                self._give(scope, alias.asname or first, [value])
        elif isinstance(node, ast.ImportFrom):
            self._import_from(node, scope)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self._give_target(target, node.value)
        elif isinstance(node, ast.NamedExpr):
            self._give_target(node.target, node.value)
        elif isinstance(node, ast.AnnAssign):
            values = self._annotated(node.annotation)
            if not values:
                values = self._value(node.value) if node.value is not None else _NOTHING_KNOWN
            self._give_node(node.target, values)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            if not isinstance(node, ast.Lambda):
                self._give(scope, node.name, [_FOREIGN])
            self._parameters(node.args)
        elif isinstance(node, ast.ClassDef):
            self._give(scope, node.name, [_Own(self._classes[node], False)])
        elif isinstance(node, ast.Name):
            is_target = not isinstance(node.ctx, ast.Load)
            if is_target and id(node) not in self._assigned:
                # Of a loop, of a with statement.
                self._give(scope, node.id, [_UNKNOWN])
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            if node.name:
                self._give(scope, node.name, [_UNKNOWN])
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self._give(scope, node.rest, [_UNKNOWN])

    def _import_from(self, node: ast.ImportFrom, scope: Scope) -> None:
        for alias in node.names:
            if alias.name != "*":
                value = self._imported_name(node.module, node.level, alias.name)
                self._give(scope, alias.asname or alias.name, [value])
            elif node.module and not node.level:
                origin = self._module(node.module)
                if isinstance(origin, _Named) and origin not in self._stars:
                    self._stars.append(origin)
                    self._changed = True

    def _parameters(self, arguments: ast.arguments) -> None:
        """Note what is known of a function's parameters by their annotations and defaults."""
        positional = [*arguments.posonlyargs, *arguments.args]
        missing = len(positional) - len(arguments.defaults)
        defaults: list[ast.expr | None] = [*[None] * missing, *arguments.defaults]
        pairs = [
            *zip(positional, defaults, strict=True),
            *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
        ]
        for parameter, default in pairs:
            values = self._annotated(parameter.annotation)
            if not values:
                values = _NOTHING_KNOWN | (self._value(default) if default else _NOTHING_KNOWN)
            self._give(self._scopes[id(parameter)], parameter.arg, values)

    def _give_target(self, target: ast.expr, value: ast.expr) -> None:
        """Note an assignment, and each of its parts where both sides are written out."""
        pairs = [(target, value)]
        for left, right in pairs:  # grows meanwhile
            if not isinstance(left, ast.Tuple | ast.List):
                self._give_node(left, self._value(right))
            elif (
                isinstance(right, ast.Tuple | ast.List)
                and len(left.elts) == len(right.elts)
                and not any(isinstance(part, ast.Starred) for part in (*left.elts, *right.elts))
            ):
                pairs += zip(left.elts, right.elts, strict=True)

    def _give_node(self, target: ast.expr, values: Iterable[_Value]) -> None:
        scope = self._scopes[id(target)]
        if isinstance(target, ast.Name):
            self._assigned.add(id(target))
            self._give(scope, target.id, values)
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            method = scope.method()
            if method is not None and method.owner and target.value.id == method.self_name:
                self._add(self._attributes.setdefault((method.owner, target.attr), set()), values)

    def _give(self, scope: Scope, name: str, values: Iterable[_Value]) -> None:
        home = scope.outer.get(name, scope)
        self._add(self._values.setdefault((home, name), set()), values)
        if home.kind == "class" and home.owner is not None:
            self._add(self._attributes.setdefault((home.owner, name), set()), values)

    def _add(self, known: set[_Value], values: Iterable[_Value]) -> None:
        new = [value for value in values if value not in known]
        if new and len(known) < MAX_VALUES:
            known.update(new)
            self._changed = True

    def _annotated(self, annotation: ast.expr | None) -> _Values:
        """Return the objects that an annotation allows, as far as they are a library's or own."""
        if annotation is None:
            return frozenset()
        found: set[_Value] = set()
        parts = [annotation]
        for part in parts:  # grows meanwhile
            read = read_string(part)
            if read is not None:
                parts.append(read)
            elif isinstance(part, ast.BinOp):
                parts += [part.left, part.right]
            elif isinstance(part, ast.Subscript):
                # Of list[Board] nothing is known, as if it said nothing.
                if _last_word(part.value) in ("Optional", "Union", "Annotated", "Final"):
                    inside = part.slice
                    parts += inside.elts if isinstance(inside, ast.Tuple) else [inside]
            elif isinstance(part, ast.Name | ast.Attribute):
                for value in self._value(part):
                    found.update(self._called(value))
        return frozenset(found)

    def _called(self, value: _Value) -> list[_Value]:
        """Return what a class makes, an empty list for what is none."""
        if isinstance(value, _Named):
            library = self._libraries[value.library]
            if library.is_class(value.name):
                return [_Instance(value.library, value.name)]
            # Move.from_usi, Move.null
            owner, _, last = value.name.attribute.rpartition(".")
            parent = value.name._replace(attribute=owner)
            if owner and (last.startswith("from_") or last == "null") and library.is_class(parent):
                return [_Instance(value.library, parent)]
        elif isinstance(value, _Own) and not value.is_instance:
            return [_Own(value.info, True)]
        return []

    # ---- Values of expressions ---------------------------------------------------------------

    def _value(self, node: ast.AST) -> _Values:
        """Return what an expression may be."""
        if id(node) not in self._known:
            if self._nesting > MAX_NESTING:
                return _NOTHING_KNOWN
            self._known[id(node)] = _NOTHING_KNOWN  # should it be asked for by itself
            self._nesting += 1
            self._known[id(node)] = frozenset(self._values_of(node))
            self._nesting -= 1
        return self._known[id(node)]

    def _values_of(self, node: ast.AST) -> Iterable[_Value]:
        base, attribute = _attribute(node)
        if base is not None:
            return self._attribute_value(self._value(base), attribute)
        if isinstance(node, ast.Name):
            return self._name_value(node)
        if isinstance(node, ast.Call):
            return self._call_value(node)
        if isinstance(node, ast.NamedExpr):
            return self._value(node.value)
        if isinstance(node, ast.IfExp):
            return self._value(node.body) | self._value(node.orelse)
        if isinstance(node, ast.BoolOp):
            return frozenset[_Value]().union(*(self._value(part) for part in node.values))
        if isinstance(node, ast.Constant) and node.value is None:
            return ()  # in the place of something else
        return [_FOREIGN] if isinstance(node, _LITERALS) else _NOTHING_KNOWN

    def _attribute_value(self, values: _Values, attribute: str) -> Iterable[_Value]:
        found: set[_Value] = set()
        for value in values:
            if isinstance(value, _Named):
                found.update(self._children(value, attribute, len(values) == 1))
            elif isinstance(value, _Path):
                found.add(self._path_attribute(value, attribute))
            elif isinstance(value, _Own):
                lineage = self._lineage(value.info)
                for info in lineage:
                    found |= self._attributes.get((info, attribute), set())
        return found or _NOTHING_KNOWN

    def _name_value(self, node: ast.Name) -> Iterable[_Value]:
        scope = self._scopes.get(id(node))
        if scope is None:
            return _NOTHING_KNOWN
        home = scope.home_of(node.id)
        if home is None:
            # Starred imports are looked at last: what they bring is not known by name.
            for star in self._stars:
                if node.id in self._libraries[star.library].star_names(star.name.module):
                    return [self._child(star, node.id)]
            return [_FOREIGN] if hasattr(builtins, node.id) else _NOTHING_KNOWN
        if home.self_name == node.id and home.owner is not None:
            return [_Own(home.owner, True)]
        return self._values.get((home, node.id), _NOTHING_KNOWN)

    def _call_value(self, node: ast.Call) -> Iterable[_Value]:
        text = self._import_call(node)
        if text is not None:
            first = _is_builtin(node.func, "__import__", self._scopes)
            return [self._module(text.partition(".")[0] if first else text)]
        if _is_builtin(node.func, "super", self._scopes):
            method = self._scopes[id(node)].method()
            if method is not None and method.owner is not None:
                bases = self._library_bases(method.owner)
                return [_Instance(base.library, base.name) for base in bases] or _NOTHING_KNOWN
        word = _last_word(node.func)
        if word in ("copy", "deepcopy"):
            # board.copy() or copy.copy(board)
            inside = node.args[0] if node.args else getattr(node.func, "value", None)
            if inside is not None:
                return self._value(inside)
        called = [made for value in self._value(node.func) for made in self._called(value)]
        return called or _NOTHING_KNOWN


def _attribute(node: ast.AST) -> tuple[ast.expr | None, str]:
    """Return object and name of an attribute, also as ``getattr`` has it, or None and nothing."""
    if isinstance(node, ast.Attribute):
        return node.value, node.attr
    if isinstance(node, ast.Call) and _last_word(node.func) == "getattr" and len(node.args) >= 2:
        name = node.args[1]
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            return node.args[0], name.value
    return None, ""


def _are_own(values: _Values) -> bool:
    return any(isinstance(value, _Own) for value in values)


def _is_builtin(node: ast.AST, name: str, scopes: Mapping[int, Scope]) -> bool:
    """Tell whether an expression is the builtin of a name."""
    if not (isinstance(node, ast.Name) and node.id == name):
        return False
    scope = scopes.get(id(node))
    return scope is not None and scope.home_of(name) is None


def _last_word(node: ast.AST) -> str:
    """Return the name that an expression ends in, as ``Optional`` of ``typing.Optional``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
