"""The scopes of a program, and what happens to names in them, by its syntax tree.

Nothing here calls itself for the parts of a part: a program may be nested as deeply as it likes.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(eq=False)
class ClassInfo:
    """A class of the program."""

    bases: list["Site"] = field(default_factory=list)
    defined: set[str] = field(default_factory=set)
    """What is assigned in its body, or by its methods to ``self``."""


@dataclass(eq=False)
class Scope:
    """A module, class, function or comprehension: where names are bound."""

    kind: str
    parent: "Scope | None" = None
    owner: ClassInfo | None = None
    """The class, of its own scope and of those of its methods."""
    self_name: str | None = None
    """What a method calls its first parameter."""
    function: FunctionNode | None = None
    """The function, of its own scope."""
    bound: set[str] = field(default_factory=set)
    outer: dict[str, "Scope"] = field(default_factory=dict)
    """Names that ``global`` or ``nonlocal`` says are another scope's."""

    def home_of(self, name: str) -> "Scope | None":
        """Return the scope that has a name as it is read here, None if none has it."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.outer:
                return scope.outer[name]
            # What a class binds is not seen by the functions in it.
            if name in scope.bound and (scope.kind != "class" or scope is self):
                return scope
            scope = scope.parent
        return None

    def chain(self) -> "Iterator[Scope]":
        """Yield the scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def method(self) -> "Scope | None":
        """Return the nearest scope around that is a method's."""
        return next((scope for scope in self.chain() if scope.self_name is not None), None)


@dataclass(eq=False)
class Site:
    """A piece of the syntax tree and the scope in which it stands."""

    node: ast.AST
    scope: Scope


def read_scopes(tree: ast.AST) -> tuple[list[Site], dict[ast.ClassDef, ClassInfo]]:
    """Return all nodes of a program with their scopes, and its classes.

    Annotations that are strings are read as what they say.
    """
    sites: list[Site] = []
    classes: dict[ast.ClassDef, ClassInfo] = {}
    # Popped from the end, so what stands first comes first.
    waiting = [Site(tree, Scope("module"))]
    while waiting:
        site = waiting.pop()
        sites.append(site)
        waiting += reversed(list(_parts(site, classes)))
    for site in sites:
        _bind(site)
    return sites, classes


def _parts(site: Site, classes: dict[ast.ClassDef, ClassInfo]) -> Iterator[Site]:
    """Yield what a node consists of, each part in its scope."""
    node, scope = site.node, site.scope
    if isinstance(node, ast.ClassDef):
        info = classes[node] = ClassInfo()
        outside = [*node.decorator_list, *node.bases, *node.keywords]
        info.bases = [Site(base, scope) for base in node.bases]
        yield from (Site(part, scope) for part in outside)
        inside = Scope("class", scope, info)
        yield from (Site(part, inside) for part in (*_type_params(node), *node.body))
    elif isinstance(node, _FUNCTIONS):
        yield from _function(node, scope)
    elif isinstance(node, _COMPREHENSIONS):
        inside = Scope("comprehension", scope)
        for number, part in enumerate(node.generators):
            yield Site(part.target, inside)
            # The first is evaluated outside.
            yield Site(part.iter, scope if number == 0 else inside)
            yield from (Site(test, inside) for test in part.ifs)
        results = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        yield from (Site(part, inside) for part in results)
    elif isinstance(node, ast.AnnAssign):
        yield Site(node.target, scope)
        yield from _annotation(node.annotation, scope)
        if node.value is not None:
            yield Site(node.value, scope)
    elif isinstance(node, ast.NamedExpr):
        # In a comprehension it binds a name of the scope around.
        around = next(outer for outer in scope.chain() if outer.kind != "comprehension")
        yield Site(node.target, around)
        yield Site(node.value, scope)
    elif isinstance(node, ast.arg):
        pass  # its annotation stands outside the function, and is with that
    else:
        yield from (Site(part, scope) for part in ast.iter_child_nodes(node))


def _function(node: FunctionNode, scope: Scope) -> Iterator[Site]:
    arguments = node.args
    everything = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    everything += [part for part in (arguments.vararg, arguments.kwarg) if part is not None]
    defaults = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
    yield from (Site(part, scope) for part in defaults)
    inside = Scope("function", scope, function=node)
    if isinstance(node, ast.Lambda):
        body: list[ast.AST] = [node.body]
    else:
        yield from (Site(part, scope) for part in node.decorator_list)
        annotations = [part.annotation for part in everything]
        for annotation in (*annotations, node.returns):
            if annotation is not None:
                yield from _annotation(annotation, scope)
        body = [*_type_params(node), *node.body]
        static = any(
            isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in node.decorator_list
        )
        positional = [*arguments.posonlyargs, *arguments.args]
        if scope.kind == "class" and positional and not static:
            inside.owner, inside.self_name = scope.owner, positional[0].arg
    inside.bound.update(part.arg for part in everything)
    yield from (Site(part, inside) for part in (*everything, *body))


def _type_params(node: ast.AST) -> list[ast.AST]:
    """Return what stands in the brackets of ``def f[T]``, of Python 3.12."""
    return list(getattr(node, "type_params", ()))


def _annotation(node: ast.expr, scope: Scope) -> Iterator[Site]:
    """Yield an annotation and, for strings in it, what they say."""
    yield Site(node, scope)
    for part in ast.walk(node):
        read = read_string(part)
        if read is not None:
            yield Site(read, scope)


def read_string(node: ast.AST) -> ast.expr | None:
    """Return the expression that a string of an annotation is, at the string's place."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return None
    read = getattr(node, "read_as", None)
    if read is None:
        try:
            read = ast.parse(node.value.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        for part in ast.walk(read):
            if "lineno" in part._attributes:
                ast.copy_location(part, node)
        # Kept, so that who asks again gets the same nodes.
        node.read_as = read  # type: ignore[attr-defined]
    return read if isinstance(read, ast.expr) else None


def _bind(site: Site) -> None:
    """Note in its scope which names a node binds."""
    node, scope = site.node, site.scope
    names: list[str] = []
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            names = [node.id]
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        names = [node.name]
    elif isinstance(node, ast.Import):
        names = [alias.asname or alias.name.partition(".")[0] for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        names = [alias.asname or alias.name for alias in node.names if alias.name != "*"]
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
        names = [node.name] if node.name else []
    elif isinstance(node, ast.MatchMapping):
        names = [node.rest] if node.rest else []
    elif isinstance(node, ast.Global | ast.Nonlocal):
        _outer(node, scope)
    elif isinstance(node, ast.Attribute):
        _self_attribute(node, scope)
    for name in names:
        home = scope.outer.get(name, scope)
        home.bound.add(name)
        if home.kind == "class" and home.owner is not None:
            home.owner.defined.add(name)


def _outer(node: ast.Global | ast.Nonlocal, scope: Scope) -> None:
    """Note that names are another scope's."""
    around = list(scope.chain())
    for name in node.names:
        if isinstance(node, ast.Global):
            scope.outer[name] = around[-1]
        else:
            functions = [other for other in around[1:] if other.kind == "function"]
            having = [other for other in functions if name in other.bound]
            scope.outer[name] = (having or functions or around[-1:])[0]
        if scope.outer[name] is not scope:
            scope.bound.discard(name)


def _self_attribute(node: ast.Attribute, scope: Scope) -> None:
    """Note what a method assigns to its object."""
    if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
        method = scope.method()
        if method is not None and node.value.id == method.self_name and method.owner is not None:
            method.owner.defined.add(node.attr)
