"""Where a program is ready for a name that is not there: what it asks before, what it catches.

Nothing here calls itself for the parts of a part but in conditions, and there not deeply.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from shogi_fast.name_values import last_word

# By whose names each is caught. A program that catches Exception catches what it has not thought of.
CATCHERS = {
    "ImportError": {"ImportError"},
    "ModuleNotFoundError": {"ImportError", "ModuleNotFoundError"},
    "AttributeError": {"AttributeError"},
}
CATCH_ALL = {"Exception", "BaseException"}
LEAVING = {"exit", "quit", "_exit", "abort"}
MAX_CONDITION = 20  # nested deeper, nothing is known of it

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_ASKING = ("hasattr", "getattr", "TYPE_CHECKING")


@dataclass(frozen=True, eq=False)
class _Guard:
    """What holds for a piece of the program, and what holds for that around it."""

    outer: "_Guard | None"
    errors: frozenset[str] = frozenset()
    """The errors that are caught by their names, so that the program goes on."""
    stopped: frozenset[str] = frozenset()
    """The errors that are caught otherwise: nothing around it gets them."""
    goes_on: frozenset[str] = frozenset()
    """The names of all errors, after which the program goes on."""
    tests: tuple[ast.expr, ...] = ()
    """The conditions that have been asked before it is reached."""
    truth: bool = True
    """What all of them came to."""
    is_later: bool = False
    """Whether it is done later, when nobody catches any more what is raised."""
    demand: "_Demand | None" = None
    """What the program insists on, where it is a condition itself."""


@dataclass(frozen=True, eq=False)
class _Demand:
    """A condition, and what raises or ends the program where it holds and where it does not."""

    test: ast.expr
    if_true: tuple[ast.stmt, ...]
    if_false: tuple[ast.stmt, ...]


class Guards:
    """The guards of one program.

    :param tree: the program, as ``ast.parse`` returns it.

    >>> tree = ast.parse("try: import shogi\\nexcept ImportError: shogi = None")
    >>> Guards(tree).catches(tree.body[0].body[0], "ImportError")
    True
    """

    def __init__(self, tree: ast.AST) -> None:
        """Read the program."""
        self._around: dict[int, _Guard | None] = {}
        waiting: list[tuple[ast.AST, _Guard | None]] = [(tree, None)]
        while waiting:
            node, guard = waiting.pop()
            self._around[id(node)] = guard
            waiting += _parts(node, guard)

    def _chain(self, node: ast.AST) -> Iterator[_Guard]:
        guard = self._around.get(id(node))
        while guard is not None:
            yield guard
            guard = guard.outer

    def catches(self, node: ast.AST, error: str) -> bool:
        """Tell whether an error is caught there by its name, and the program goes on.

        :param error: ``"ImportError"``, ``"ModuleNotFoundError"`` or ``"AttributeError"``.

        >>> Guards(ast.parse("")).catches(ast.parse(""), "ImportError")
        False
        """
        for guard in self._chain(node):
            if guard.is_later:
                return False
            if error in guard.errors:
                return True
            if error in guard.stopped:
                return False
        return False

    def is_passed_over(self, node: ast.AST, has: Callable[[ast.Call], bool | None]) -> bool:
        """Tell whether conditions with ``hasattr`` or ``getattr`` keep the program from a piece of it.

        :param has: whether there is what such a call asks for, None if that is not known.

        >>> tree = ast.parse("if hasattr(x, 'y'): x.y")
        >>> Guards(tree).is_passed_over(tree.body[0].body[0], lambda call: False)
        True
        """
        return any(
            _truth(test, has, MAX_CONDITION) is (not guard.truth)
            for guard in self._chain(node)
            for test in guard.tests
        )

    def is_demanded(self, node: ast.AST, has: Callable[[ast.Call], bool | None]) -> bool:
        """Tell whether a condition raises or ends the program if it is not as ``has`` says.

        >>> tree = ast.parse("assert hasattr(x, 'y')")
        >>> Guards(tree).is_demanded(tree.body[0].test, lambda call: False)
        True
        """
        for guard in self._chain(node):
            demand = guard.demand
            if demand is not None:
                truth = _truth(demand.test, has, MAX_CONDITION)
                ends = (
                    *(demand.if_true if truth is not False else ()),
                    *(demand.if_false if truth is not True else ()),
                )
                return any(not self._is_caught(end, guard) for end in ends)
        return False

    def _is_caught(self, end: ast.stmt, around: _Guard) -> bool:
        """Tell whether a ``raise`` is of an error that is caught by its name around it."""
        error = end.exc if isinstance(end, ast.Raise) else None
        word = last_word(error.func if isinstance(error, ast.Call) else error) if error else ""
        guard: _Guard | None = around
        while word and guard is not None and not guard.is_later:
            if word in guard.goes_on:
                return True
            guard = guard.outer
        return False


def _truth(test: ast.expr, has: Callable[[ast.Call], bool | None], depth: int) -> bool | None:
    """Return what a condition comes to, None if that is not known."""
    if not depth:
        return None
    if isinstance(test, ast.NamedExpr):
        return _truth(test.value, has, depth - 1)
    if last_word(test) == "TYPE_CHECKING":
        return False
    if isinstance(test, ast.Call) and last_word(test.func) == "hasattr":
        return has(test)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        truth = _truth(test.operand, has, depth - 1)
        return None if truth is None else not truth
    if isinstance(test, ast.BoolOp):
        decides = isinstance(test.op, ast.Or)
        truths = [_truth(part, has, depth - 1) for part in test.values]
        if decides in truths:
            return decides
        return None if None in truths else not decides
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        default, other = _default(test.left, has), test.comparators[0]
        if default is not None and isinstance(other, ast.Constant) and other.value is None:
            is_none = default.value is None
            if isinstance(test.ops[0], ast.Is | ast.Eq):
                return is_none
            return not is_none if isinstance(test.ops[0], ast.IsNot | ast.NotEq) else None
        return None
    default = _default(test, has)
    return None if default is None else bool(default.value)


def _default(node: ast.expr, has: Callable[[ast.Call], bool | None]) -> ast.Constant | None:
    """Return what a ``getattr`` gives that finds nothing, if that is written out; else None."""
    if isinstance(node, ast.NamedExpr):
        node = node.value
    if isinstance(node, ast.Call) and last_word(node.func) == "getattr" and len(node.args) == 3:
        default = node.args[2]
        if isinstance(default, ast.Constant) and has(node) is False:
            return default
    return None


def _parts(node: ast.AST, guard: _Guard | None) -> Iterator[tuple[ast.AST, _Guard | None]]:
    """Yield what a node consists of, each part with its guard."""
    if isinstance(node, ast.Try | ast.TryStar):
        yield from _block(node.body, _caught(node.handlers, guard))
        yield from ((part, guard) for part in node.handlers)
        yield from _block(node.orelse, guard)
        yield from _block(node.finalbody, guard)
    elif isinstance(node, ast.With | ast.AsyncWith):
        yield from ((part, guard) for part in node.items)
        yield from _block(node.body, _suppressed(node, guard))
    elif isinstance(node, ast.If | ast.While):
        demand = None
        if isinstance(node, ast.If):
            demand = _Demand(node.test, _ends(node.body), _ends(node.orelse))
        yield node.test, _Guard(guard, demand=demand)
        yield from _block(node.body, _Guard(guard, tests=(node.test,)))
        yield from _block(node.orelse, _Guard(guard, tests=(node.test,), truth=False))
    elif isinstance(node, ast.Assert):
        yield node.test, _Guard(guard, demand=_Demand(node.test, (), (node,)))
        if node.msg is not None:
            yield node.msg, guard
    elif isinstance(node, ast.IfExp):
        yield node.test, guard
        yield node.body, _Guard(guard, tests=(node.test,))
        yield node.orelse, _Guard(guard, tests=(node.test,), truth=False)
    elif isinstance(node, ast.BoolOp):
        is_and = isinstance(node.op, ast.And)
        yield node.values[0], guard
        # Of more than a few, only the first are looked at.
        before = node.values[:MAX_CONDITION]
        for number, part in enumerate(node.values[1:], start=1):
            yield part, _Guard(guard, tests=tuple(before[:number]), truth=is_and)
    else:
        if isinstance(node, _FUNCTIONS):
            guard = _Guard(guard, is_later=True)
        for _, value in ast.iter_fields(node):
            if isinstance(value, list):
                yield from _block(value, guard)
            elif isinstance(value, ast.AST):
                yield value, guard


def _block(parts: list[Any], guard: _Guard | None) -> Iterator[tuple[ast.AST, _Guard | None]]:
    """Yield the nodes of a list; what stands below a condition that is left early has that asked."""
    for part in parts:
        if isinstance(part, ast.AST):
            yield part, guard
            if isinstance(part, ast.If) and _asks(part.test):
                if any(map(_leaves, part.body)):
                    guard = _Guard(guard, tests=(part.test,), truth=False)
                elif any(map(_leaves, part.orelse)):
                    guard = _Guard(guard, tests=(part.test,))


def _asks(test: ast.expr) -> bool:
    return any(last_word(part) in _ASKING for part in ast.walk(test))


def _leaves(statement: ast.stmt) -> bool:
    """Tell whether a statement leaves its block, whatever is done there."""
    return isinstance(statement, ast.Return | ast.Continue | ast.Break) or _ends_here(statement)


def _ends(block: list[ast.stmt]) -> tuple[ast.stmt, ...]:
    """Return the first statement of a block that raises or ends the program, if any does."""
    for statement in block:
        if _ends_here(statement):
            return (statement,)
        if _leaves(statement):
            break
    return ()


def _ends_here(statement: ast.stmt) -> bool:
    """Tell whether a statement raises, or ends the program."""
    if isinstance(statement, ast.Raise):
        return True
    return isinstance(statement, ast.Expr) and _is_ending_call(statement.value)


def _is_ending_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and last_word(node.func) in LEAVING


def _may_end(handler: ast.ExceptHandler) -> bool:
    """Tell whether a handler raises or ends the program anywhere but in functions that it makes."""
    waiting: list[ast.AST] = [*handler.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Raise | ast.Assert) or _is_ending_call(node):
            return True
        if not isinstance(node, _FUNCTIONS):
            waiting += ast.iter_child_nodes(node)
    return False


def _caught(handlers: list[ast.ExceptHandler], outer: _Guard | None) -> _Guard:
    """Return what the handlers of a ``try`` do for what is in it."""
    errors: set[str] = set()
    stopped: set[str] = set()
    goes_on: set[str] = set()
    open_errors = set(CATCHERS)
    for handler in handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        words = {last_word(kind) if kind is not None else "BaseException" for kind in kinds}
        ends = _may_end(handler)
        if not ends:
            goes_on |= words
        for error in sorted(open_errors):
            by_name = words & CATCHERS[error]
            if by_name or words & CATCH_ALL:
                (errors if by_name and not ends else stopped).add(error)
                open_errors.remove(error)  # the first that fits is the one
    return _Guard(outer, frozenset(errors), frozenset(stopped), frozenset(goes_on))


def _suppressed(node: ast.With | ast.AsyncWith, outer: _Guard | None) -> _Guard:
    """Return what a ``with contextlib.suppress(...)`` does for what is in it."""
    calls = [item.context_expr for item in node.items]
    kinds = {
        last_word(kind)
        for call in calls
        if isinstance(call, ast.Call) and last_word(call.func) == "suppress"
        for kind in call.args
    }
    errors = frozenset(error for error, catchers in CATCHERS.items() if kinds & catchers)
    stopped = frozenset(CATCHERS) - errors if kinds & CATCH_ALL else frozenset[str]()
    return _Guard(outer, errors, stopped, frozenset(kinds))
