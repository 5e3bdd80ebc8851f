"""What the names and expressions of a program stand for, as far as a library's names go.

Followed are imports, assignments, annotations, classes, what functions return, and the elements of
lists and dicts; without regard to the order in which a program runs.
"""

import ast
import builtins
from collections.abc import Iterable, Mapping
from dataclasses import replace

from shogi_fast.library_names import Library
from shogi_fast.name_scopes import ClassInfo, Scope, read_scopes, read_string
from shogi_fast.name_values import (
    FOREIGN,
    NOTHING_KNOWN,
    UNKNOWN,
    Function,
    Imports,
    Instance,
    Many,
    Named,
    Own,
    Path,
    Value,
    Values,
    attribute_of,
    is_builtin,
    last_word,
    many,
)

_GIVING = (
    *(ast.Import, ast.ImportFrom, ast.Assign, ast.NamedExpr, ast.AnnAssign, ast.ClassDef),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.For, ast.AsyncFor),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping),
)
# More than one pass is needed where a name gets its value from one that is assigned below it.
MAX_PASSES = 8
MAX_NESTING = 60  # of attributes and calls: what is deeper is not known
MAX_VALUES = 16  # of one name
MAX_LINEAGE = 60  # classes above one

LITERALS = (
    *(ast.Constant, ast.JoinedStr, ast.Lambda, ast.Compare),
    *(ast.List, ast.Tuple, ast.Dict, ast.Set),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
# Annotations: of what is one of its parts, of collections, of dicts.
ONE_OF = {"Optional", "Union", "Annotated", "Final", "ClassVar", "Awaitable", "Coroutine"}
COLLECTIONS = {
    *("list", "List", "tuple", "Tuple", "set", "Set", "frozenset", "FrozenSet", "deque", "Deque"),
    *("Sequence", "MutableSequence", "Collection", "Iterable", "Iterator", "Generator"),
    *("AsyncIterable", "AsyncIterator", "AsyncGenerator"),
}
MAPPINGS = {
    "dict",
    "Dict",
    "Mapping",
    "MutableMapping",
    "defaultdict",
    "DefaultDict",
    "OrderedDict",
}
# Functions that return what they are given in another collection, or one of it.
COLLECTING = {"list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "deque"}
PICKING = {"next", "min", "max", "choice"}
# Methods that put something into a collection, or return what is in it.
PUTTING = {"append", "appendleft", "add"}
TAKING = {"pop", "popleft", "get", "setdefault"}
# Decorators that leave a function what it is.
PLAIN = {"staticmethod", "classmethod", "abstractmethod", "override", "final", "cache", "lru_cache"}
PROPERTIES = {"property", "cached_property"}


class Following:
    """What the expressions of one program may be.

    :param tree: the program, as ``ast.parse`` returns it.
    :param libraries: the libraries, by what they are imported as.
    :param hidden: those whose names are modules of the program's own.
    """

    def __init__(
        self, tree: ast.AST, libraries: Mapping[str, Library], hidden: Iterable[str]
    ) -> None:
        """Read the program."""
        self._libraries = libraries
        self.sites, self._classes = read_scopes(tree)
        self.scopes = {id(site.node): site.scope for site in self.sites}
        self.imports = Imports(libraries, hidden, self.scopes, self.value)
        self._values: dict[tuple[Scope, str], set[Value]] = {}
        self._attributes: dict[tuple[ClassInfo, str], set[Value]] = {}
        self._stars: list[Named] = []
        self._returned: dict[ast.AST, list[ast.expr]] = {}
        self._yielded: dict[ast.AST, list[ast.expr]] = {}
        for site in self.sites:
            node, function = site.node, site.scope.function
            if function is not None and isinstance(node, ast.Return | ast.Yield) and node.value:
                results = self._returned if isinstance(node, ast.Return) else self._yielded
                results.setdefault(function, []).append(node.value)
        self._known: dict[int, Values] = {}
        self._assigned: set[int] = set()
        self._nesting = 0
        self._changed = True
        giving = [site for site in self.sites if _gives(site.node)]
        for _ in range(MAX_PASSES):
            if self._changed:
                self._changed = False
                self._known.clear()
                for site in giving:
                    self._assign(site.node, site.scope)
        self._known.clear()

    # ---- Classes -----------------------------------------------------------------------------

    def library_bases(self, info: ClassInfo) -> list[Named]:
        """Return the libraries' classes that a class of the program is derived from."""
        return [
            value
            for own in self._lineage(info)
            for base in own.bases
            for value in self.value(base.node)
            if isinstance(value, Named) and self._libraries[value.library].is_class(value.name)
        ]

    def defined(self, info: ClassInfo) -> set[str]:
        """Return what a class and those of the program's own above it define."""
        return {name for own in self._lineage(info) for name in own.defined}

    def _lineage(self, info: ClassInfo) -> list[ClassInfo]:
        """Return a class and the program's own ones that it is derived from."""
        found = [info]
        for own in found:  # grows meanwhile
            if len(found) > MAX_LINEAGE:
                break
            for base in own.bases:
                for value in self.value(base.node):
                    if isinstance(value, Own) and value.info not in found:
                        found.append(value.info)
        return found

    # ---- Names of the libraries ----------------------------------------------------------------

    def naming(self, value: Named) -> tuple[str, str]:
        """Return library and dotted name, as the tables know it."""
        return value.library, self._libraries[value.library].canonical(value.name)

    def exists(self, value: Named) -> bool:
        """Tell whether the library or its stand-in has anything under a name."""
        return self._libraries[value.library].status(self.naming(value)[1]) != "unknown"

    def is_missing(self, value: Named) -> bool:
        """Tell whether the stand-in has nothing under a name."""
        status = self._libraries[value.library].status(self.naming(value)[1])
        return status in ("absent", "unknown")

    def _by(self, node: ast.AST, value: Value) -> Value:
        """Return a value that a node brings; what is not there with the node."""
        if isinstance(value, Named) and value.origin is None and self.is_missing(value):
            return replace(value, origin=id(node))
        return value

    def children(self, value: Named, attribute: str, surely: bool) -> list[Named]:
        """Return the attribute of a module or a class; one that it has not, only if ``surely``.

        Where a name may be one of two libraries, or a file, what one has not may be the other's.
        """
        if not self._libraries[value.library].has_names(value.name):
            return []
        child = self.imports.child(value, attribute)
        return [child] if surely or self.exists(child) else []

    # ---- What names stand for ----------------------------------------------------------------

    def _assign(self, node: ast.AST, scope: Scope) -> None:
        """Note what a statement gives to names."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                value = self.imports.module(alias.name if alias.asname else first)
                self._give(scope, alias.asname or first, [self._by(node, value)])
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
                values = self.value(node.value) if node.value is not None else NOTHING_KNOWN
            self._give_node(node.target, values)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            if not isinstance(node, ast.Lambda):
                self._give(scope, node.name, [self._function(node)])
            self._parameters(node.args)
        elif isinstance(node, ast.ClassDef):
            self._give(scope, node.name, [Own(self._classes[node], False)])
        elif isinstance(node, ast.For | ast.AsyncFor):
            self._give_each(node.target, node.iter)
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            for part in node.generators:
                self._give_each(part.target, part.iter)
        elif isinstance(node, ast.Call):
            self._put(getattr(node.func, "value", None), node.args[0])
        elif isinstance(node, ast.Name):
            if id(node) not in self._assigned:
                # Of a with statement, of what is not known.
                self._give(scope, node.id, [UNKNOWN])
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            if node.name:
                self._give(scope, node.name, [UNKNOWN])
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self._give(scope, node.rest, [UNKNOWN])

    def _import_from(self, node: ast.ImportFrom, scope: Scope) -> None:
        for alias in node.names:
            if alias.name != "*":
                value = self.imports.name(node.module, node.level, alias.name)
                self._give(scope, alias.asname or alias.name, [self._by(node, value)])
            elif node.module and not node.level:
                origin = self.imports.module(node.module)
                if isinstance(origin, Named) and origin not in self._stars:
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
                values = NOTHING_KNOWN | (self.value(default) if default else NOTHING_KNOWN)
            self._give(self.scopes[id(parameter)], parameter.arg, values)
        for rest in (arguments.vararg, arguments.kwarg):
            if rest is not None:
                values = many(self._annotated(rest.annotation), rest is arguments.kwarg)
                self._give(self.scopes[id(rest)], rest.arg, values)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Value:
        marks = {
            last_word(mark.func if isinstance(mark, ast.Call) else mark)
            for mark in node.decorator_list
        }
        if marks <= PLAIN | PROPERTIES:
            return Function(node, bool(marks & PROPERTIES))
        return FOREIGN

    def _give_target(self, target: ast.expr, value: ast.expr) -> None:
        """Note an assignment, and each of its parts where both sides are written out."""
        pairs = [(target, value)]
        for left, right in pairs:  # grows meanwhile
            if isinstance(left, ast.Subscript):
                self._put(left.value, right, is_mapping=True)
            elif not isinstance(left, ast.Tuple | ast.List):
                self._give_node(left, self.value(right))
            elif (
                isinstance(right, ast.Tuple | ast.List)
                and len(left.elts) == len(right.elts)
                and not any(isinstance(part, ast.Starred) for part in (*left.elts, *right.elts))
            ):
                pairs += zip(left.elts, right.elts, strict=True)

    def _give_each(self, target: ast.expr, iterable: ast.expr) -> None:
        """Note what a loop gives to its targets, also through ``enumerate``, ``zip``, ``items``."""
        parts = target.elts if isinstance(target, ast.Tuple | ast.List) else []
        word = last_word(iterable.func) if isinstance(iterable, ast.Call) else ""
        arguments = iterable.args if isinstance(iterable, ast.Call) else []
        if word == "enumerate" and len(parts) == 2 and arguments:
            self._give_each(parts[1], arguments[0])
        elif word == "zip" and len(parts) == len(arguments):
            for part, argument in zip(parts, arguments, strict=True):
                self._give_each(part, argument)
        elif word == "items" and len(parts) == 2:
            whole = getattr(getattr(iterable, "func", None), "value", None)
            if whole is not None:
                self._give_node(parts[1], self._within(self.value(whole), True))
        elif not parts:
            self._give_node(target, self._within(self.value(iterable), False))

    def _put(self, whole: ast.expr | None, part: ast.expr, is_mapping: bool = False) -> None:
        """Note that something is put into the collection of a name, or of an attribute of self."""
        values = [value for value in many(self.value(part), is_mapping) if isinstance(value, Many)]
        if isinstance(whole, ast.Name):
            home = self.scopes[id(whole)].home_of(whole.id)
            if home is not None and values:
                self._give(home, whole.id, values)
        elif isinstance(whole, ast.Attribute) and values:
            self._give_node(whole, values)

    def _give_node(self, target: ast.expr, values: Iterable[Value]) -> None:
        scope = self.scopes[id(target)]
        if isinstance(target, ast.Name):
            self._assigned.add(id(target))
            self._give(scope, target.id, values)
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            method = scope.method()
            if method is not None and method.owner and target.value.id == method.self_name:
                self._add(self._attributes.setdefault((method.owner, target.attr), set()), values)

    def _give(self, scope: Scope, name: str, values: Iterable[Value]) -> None:
        home = scope.outer.get(name, scope)
        self._add(self._values.setdefault((home, name), set()), values)
        if home.kind == "class" and home.owner is not None:
            self._add(self._attributes.setdefault((home.owner, name), set()), values)

    def _add(self, known: set[Value], values: Iterable[Value]) -> None:
        new = [value for value in values if value not in known]
        if new and len(known) < MAX_VALUES:
            known.update(new)
            self._changed = True

    def _annotated(self, annotation: ast.expr | None) -> Values:
        """Return the objects that an annotation allows, as far as they are a library's or own."""
        if annotation is None:
            return frozenset()
        found: set[Value] = set()
        # Each part, and in what it stands: whether that is a dict, the outermost last.
        parts: list[tuple[ast.expr, tuple[bool, ...]]] = [(annotation, ())]
        for part, around in parts:  # grows meanwhile
            read = read_string(part)
            if read is not None:
                parts.append((read, around))
            elif isinstance(part, ast.BinOp):
                parts += [(part.left, around), (part.right, around)]
            elif isinstance(part, ast.Subscript):
                # Of type[Board] nothing is known, as if it said nothing.
                word = last_word(part.value)
                inside = part.slice.elts if isinstance(part.slice, ast.Tuple) else [part.slice]
                if word in ONE_OF:
                    parts += [(each, around) for each in inside]
                elif word in COLLECTIONS:
                    parts += [(each, (False, *around)) for each in inside]
                elif word in MAPPINGS:
                    parts += [(each, (True, *around)) for each in inside[1:]]
            elif isinstance(part, ast.Name | ast.Attribute):
                made = frozenset(each for value in self.value(part) for each in self._made(value))
                for is_mapping in around if made else ():
                    made = many(made, is_mapping)
                found |= made
        return frozenset(found)

    def _made(self, value: Value) -> Iterable[Value]:
        """Return what a class makes, nothing for what is none."""
        if isinstance(value, Named):
            library = self._libraries[value.library]
            if library.is_class(value.name):
                return [Instance(value.library, value.name)]
            # Move.from_usi, Move.null
            owner, _, last = value.name.attribute.rpartition(".")
            parent = value.name._replace(attribute=owner)
            if owner and (last.startswith("from_") or last == "null") and library.is_class(parent):
                return [Instance(value.library, parent)]
        elif isinstance(value, Own) and not value.is_instance:
            return [Own(value.info, True)]
        return []

    def _called(self, value: Value) -> Iterable[Value]:
        """Return what a call of something returns, nothing if that is not known."""
        if isinstance(value, Function):
            return self._results(value)
        if isinstance(value, Named):
            canonical = self._libraries[value.library].canonical(value.name)
            return self._made(value) or self._given(value.library, f"{canonical}()")
        return self._made(value)

    def _results(self, function: Function) -> Iterable[Value]:
        """Return what a function returns: by its annotation, or by its return statements."""
        node = function.node
        annotated = self._annotated(None if isinstance(node, ast.Lambda) else node.returns)
        if annotated:
            return annotated
        if node in self._yielded:
            return many(each for part in self._yielded[node] for each in self.value(part))
        return {each for part in self._returned.get(node, ()) for each in self.value(part)}

    def _given(self, library: str, key: str) -> Values:
        """Return what a library's objects give, as its ``gives`` says."""
        text = self._libraries[library].gives.get(key, "")
        if not text:
            return frozenset()
        name = self._libraries[library].name_of(text.strip("[]"))
        made: Values = frozenset([Instance(library, name)])
        return many(made) if text.startswith("[") else made

    def _within(self, values: Values, by_key: bool) -> Values:
        """Return what elements of a collection may be, or what a dict has under its keys."""
        found: set[Value] = set()
        for value in values:
            if isinstance(value, Many):
                # It may have been given others elsewhere.
                found |= {UNKNOWN, value.element} if by_key or not value.is_mapping else {UNKNOWN}
            elif isinstance(value, Instance):
                canonical = self._libraries[value.library].canonical(value.name)
                found |= self._given(value.library, f"{canonical}[]") or NOTHING_KNOWN
            else:
                found.add(UNKNOWN)
        return frozenset(found) or NOTHING_KNOWN

    # ---- Values of expressions ---------------------------------------------------------------

    def value(self, node: ast.AST) -> Values:
        """Return what an expression may be."""
        if id(node) not in self._known:
            if self._nesting > MAX_NESTING:
                return NOTHING_KNOWN
            self._known[id(node)] = NOTHING_KNOWN  # should it be asked for by itself
            self._nesting += 1
            self._known[id(node)] = frozenset(self._values_of(node))
            self._nesting -= 1
        return self._known[id(node)]

    def _values_of(self, node: ast.AST) -> Iterable[Value]:
        base, attribute = attribute_of(node)
        if base is not None:
            found = self._attribute_value(self.value(base), attribute)
            return [self._by(node, each) for each in found]
        if isinstance(node, ast.Name):
            return [self._by(node, each) for each in self._name_value(node)]
        if isinstance(node, ast.Call):
            return self._call_value(node)
        if isinstance(node, ast.NamedExpr):
            return self.value(node.value)
        if isinstance(node, ast.IfExp):
            return self.value(node.body) | self.value(node.orelse)
        if isinstance(node, ast.BoolOp):
            return frozenset[Value]().union(*(self.value(part) for part in node.values))
        if isinstance(node, ast.Await):
            return self.value(node.value)
        if isinstance(node, ast.Subscript):
            values = self.value(node.value)
            if isinstance(node.slice, ast.Slice):
                return frozenset(filter(_is_collection, values)) or NOTHING_KNOWN
            return self._within(values, True)
        if isinstance(node, ast.Constant) and node.value is None:
            return ()  # in the place of something else
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            return many(each for part in node.elts for each in self.value(part))
        if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            return many(self.value(node.elt))
        if isinstance(node, ast.Dict):
            return many((each for part in node.values for each in self.value(part)), True)
        if isinstance(node, ast.DictComp):
            return many(self.value(node.value), True)
        return [FOREIGN] if isinstance(node, LITERALS) else NOTHING_KNOWN

    def _attribute_value(self, values: Values, attribute: str) -> Iterable[Value]:
        found: set[Value] = set()
        for value in values:
            if isinstance(value, Named):
                found.update(self.children(value, attribute, len(values) == 1))
            elif isinstance(value, Instance):
                found |= self._member(value, attribute)
            elif isinstance(value, Path):
                found.add(self.imports.below(value, attribute))
            elif isinstance(value, Own):
                for info in self._lineage(value.info):
                    for own in self._attributes.get((info, attribute), ()):
                        is_result = isinstance(own, Function) and own.is_property
                        found.update(self._called(own) if is_result else [own])
                for base in self.library_bases(value.info) if not found else ():
                    found |= self._member(base, attribute)
        return found or NOTHING_KNOWN

    def _member(self, value: Named | Instance, attribute: str) -> Values:
        """Return what an object of a class has under a name, as far as the library's ``gives`` says."""
        full = f"{self._libraries[value.library].canonical(value.name)}.{attribute}"
        if f"{full}()" in self._libraries[value.library].gives:
            return frozenset([Named(value.library, self._libraries[value.library].name_of(full))])
        return self._given(value.library, full)

    def _name_value(self, node: ast.Name) -> Iterable[Value]:
        scope = self.scopes.get(id(node))
        if scope is None:
            return NOTHING_KNOWN
        home = scope.home_of(node.id)
        if home is None:
            # Starred imports are looked at last: what they bring is not known by name.
            for star in self._stars:
                if node.id in self._libraries[star.library].star_names(star.name.module):
                    return [self.imports.child(star, node.id)]
            return [FOREIGN] if hasattr(builtins, node.id) else NOTHING_KNOWN
        if home.self_name == node.id and home.owner is not None:
            return [Own(home.owner, True)]
        return self._values.get((home, node.id), NOTHING_KNOWN)

    def _call_value(self, node: ast.Call) -> Iterable[Value]:
        text = self.imports.called(node)
        if text is not None:
            builtin = is_builtin(node.func, "__import__", self.scopes)
            module = self.imports.module(text.partition(".")[0] if builtin else text)
            return [self._by(node, module)]
        if is_builtin(node.func, "super", self.scopes):
            method = self.scopes[id(node)].method()
            if method is not None and method.owner is not None:
                bases = self.library_bases(method.owner)
                return [Instance(base.library, base.name) for base in bases] or NOTHING_KNOWN
        word = last_word(node.func)
        first = node.args[0] if node.args else None
        if first is not None and word in COLLECTING:
            return many(self._within(self.value(first), False))
        if first is not None and word in PICKING:
            return self._within(self.value(first), False)
        if word in ("copy", "deepcopy"):
            # board.copy() or copy.copy(board)
            inside = first if first is not None else getattr(node.func, "value", None)
            if inside is not None:
                return self.value(inside)
        if isinstance(node.func, ast.Attribute) and word in (*TAKING, "values"):
            inside = frozenset(filter(_is_collection, self.value(node.func.value)))
            if inside and word == "values":
                return many(self._within(inside, True))
            if inside:
                return self._within(inside, True)
        called = [made for value in self.value(node.func) for made in self._called(value)]
        return called or NOTHING_KNOWN


def _is_collection(value: Value) -> bool:
    return isinstance(value, Many)


def _gives(node: ast.AST) -> bool:
    """Tell whether a piece of a program may give something to a name."""
    if isinstance(node, ast.Name):
        return not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Call):
        return last_word(node.func) in PUTTING and len(node.args) == 1
    return isinstance(node, _GIVING)
