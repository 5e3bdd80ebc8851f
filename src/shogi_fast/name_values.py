"""What an expression of a program may be, as far as a library's names go; and what imports bring."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from shogi_fast.library_names import Library, Name
from shogi_fast.name_scopes import ClassInfo, FunctionNode, Scope

HOME = ("shogi_fast", "compat")
IMPORTERS = {"import_module", "importorskip", "install"}
MAX_INSIDE = 3  # of lists in lists
MAX_NAME = 60  # parts of a name that is not there: below it there is nothing to tell apart


@dataclass(frozen=True)
class Named:
    """A module, a class or another object that a library has under a name."""

    library: str
    name: Name
    origin: int | None = None
    """Of what is not there: the ``id`` of the node by which the program comes to it."""


@dataclass(frozen=True)
class Instance:
    """An object of a library's class."""

    library: str
    name: Name


@dataclass(frozen=True)
class Own:
    """A class of the program, or an object of it."""

    info: ClassInfo
    is_instance: bool


@dataclass(frozen=True)
class Function:
    """A function of the program."""

    node: FunctionNode
    is_property: bool


@dataclass(frozen=True)
class Many:
    """A list or another collection, or a dict."""

    element: "Value"
    """What one of its elements may be; of a dict, one of its values."""
    is_mapping: bool
    depth: int = 1


@dataclass(frozen=True)
class Path:
    """shogi_fast or shogi_fast.compat, on the way to a stand-in; a function that imports."""

    parts: tuple[str, ...]


@dataclass(frozen=True)
class Other:
    """What is known not to be of a library (another module, a number), or is not known at all."""

    known: bool


UNKNOWN, FOREIGN, IMPORTER = Other(False), Other(True), Path(("import_module",))
Value = Named | Instance | Own | Function | Many | Path | Other
Values = frozenset[Value]
NOTHING_KNOWN: Values = frozenset([UNKNOWN])


def many(elements: Iterable[Value], is_mapping: bool = False) -> Values:
    """Return collections of what may be in them; of others, only that they are known."""
    found: set[Value] = set()
    for element in elements:
        depth = element.depth + 1 if isinstance(element, Many) else 1
        if isinstance(element, Other | Path) or depth > MAX_INSIDE:
            found.add(FOREIGN)
        else:
            found.add(Many(element, is_mapping, depth))
    return frozenset(found or [FOREIGN])


# ---- Imports -------------------------------------------------------------------------------------


class Imports:
    """What the imports of a program bring.

    :param value: what an expression may be.
    """

    def __init__(
        self,
        libraries: Mapping[str, Library],
        hidden: Iterable[str],
        scopes: Mapping[int, Scope],
        value: Callable[[ast.AST], Values],
    ) -> None:
        """Take what is known of the program."""
        self._libraries = libraries
        self._hidden = frozenset(hidden)
        self._scopes = scopes
        self._value = value

    def module(self, dotted: str) -> Value:
        """Return what a module's full name is."""
        parts = tuple(dotted.split("."))
        if parts[:2] == HOME:
            if len(parts) == 2:
                return Path(HOME)
            parts = parts[2:]
        elif parts[0] in self._hidden:
            return FOREIGN
        elif parts[:1] == HOME[:1]:
            return Path(parts) if len(parts) == 1 else FOREIGN
        if parts[0] in self._libraries:
            return Named(parts[0], Name(".".join(parts[1:])))
        return FOREIGN

    def name(self, module: str | None, level: int, name: str) -> Value:
        """Return what ``from module import name`` brings."""
        if level or not module:
            return UNKNOWN  # of the program's own package
        origin = self.module(module)
        if isinstance(origin, Named):
            return self.child(origin, name)
        if isinstance(origin, Path):
            return self.below(origin, name)
        return IMPORTER if name in IMPORTERS else UNKNOWN

    def child(self, value: Named, attribute: str) -> Named:
        """Return the attribute of a module or a class."""
        if value.origin is not None and value.name.attribute.count(".") >= MAX_NAME:
            return value
        name = self._libraries[value.library].child(value.name, attribute)
        return Named(value.library, name, value.origin)

    def missing_error(self, node: ast.AST) -> str:
        """Return which error an import raises of a name that is not there."""
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            origin = self.module(node.module)
            if isinstance(origin, Named):
                found = self._libraries[origin.library].find(origin.name)
                return "ImportError" if found is not None else "ModuleNotFoundError"
        # Of shogi_fast.compat itself nothing is missing but whole libraries.
        return "ModuleNotFoundError" if not isinstance(node, ast.ImportFrom) else "ImportError"

    def below(self, path: Path, name: str) -> Value:
        """Return what stands in shogi_fast or shogi_fast.compat under a name."""
        if path.parts == HOME and name == "install":
            return IMPORTER
        if path == IMPORTER:
            return UNKNOWN
        value = self.module(".".join((*path.parts, name)))
        return UNKNOWN if value == FOREIGN else value

    def of(self, node: ast.AST) -> Iterator[tuple[int, Named]]:
        """Yield the lines and names that a statement or call imports from libraries."""
        values: list[tuple[int, Value]] = []
        if isinstance(node, ast.Import):
            values = [(alias.lineno, self.module(alias.name)) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name != "*":
                    value = self.name(node.module, node.level, alias.name)
                elif node.module and not node.level:
                    value = self.module(node.module)
                else:
                    value = UNKNOWN
                values.append((alias.lineno, value))
        elif isinstance(node, ast.Call):
            text = self.called(node)
            if text is not None:
                values = [(node.lineno, self.module(text))]
        yield from ((line, value) for line, value in values if isinstance(value, Named))

    def called(self, node: ast.Call) -> str | None:
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
            imports = is_builtin(function, "__import__", self._scopes) or IMPORTER in (
                self._value(function)
            )
        if not imports:
            return None
        relative = texts[0].startswith(".") and len(texts) == 2
        return f"{texts[1]}{texts[0]}" if relative else texts[0]


# ---- Pieces of a syntax tree ---------------------------------------------------------------------


def attribute_of(node: ast.AST) -> tuple[ast.expr | None, str]:
    """Return object and name of an attribute, also as ``getattr`` has it, or None and nothing."""
    if isinstance(node, ast.Attribute):
        return node.value, node.attr
    if isinstance(node, ast.Call) and last_word(node.func) == "getattr":
        return asked_attribute(node)
    return None, ""


def asked_attribute(node: ast.Call) -> tuple[ast.expr | None, str]:
    """Return the two arguments of a ``getattr`` or ``hasattr``, or None and nothing."""
    if len(node.args) >= 2:
        name = node.args[1]
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            return node.args[0], name.value
    return None, ""


def is_builtin(node: ast.AST, name: str, scopes: Mapping[int, Scope]) -> bool:
    """Tell whether an expression is the builtin of a name."""
    if not (isinstance(node, ast.Name) and node.id == name):
        return False
    scope = scopes.get(id(node))
    return scope is not None and scope.home_of(name) is None


def last_word(node: ast.AST) -> str:
    """Return the name that an expression ends in, as ``Optional`` of ``typing.Optional``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
