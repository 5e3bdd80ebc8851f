"""Where a program is ready for a name that is not there: what it asks before, what it catches.

Nothing here calls itself for the parts of a part but in conditions, and there not deeply.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from shogi_fast.name_values import last_word

# By which each is caught; a program that catches ModuleNotFoundError can do without the module.
CATCHERS = {
    "ImportError": {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"},
    "AttributeError": {"AttributeError", "Exception", "BaseException"},
}
LEAVING = {"exit", "quit", "_exit", "abort"}
MAX_CONDITION = 20  # nested deeper, nothing is known of it

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True, eq=False)
class _Guard:
    """What holds for a piece of the program, and what holds for that around it."""

    outer: "_Guard | None"
    errors: frozenset[str] = frozenset()
    """The errors that are caught."""
    tests: tuple[ast.expr, ...] = ()
    """The conditions that have been asked before it is reached."""
    truth: bool = True
    """What all of them came to."""
    is_later: bool = False
    """Whether it is done later, when nobody catches any more what is raised."""


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
        """Tell whether ``"ImportError"`` or ``"AttributeError"`` is caught there, and the program goes on.

        >>> Guards(ast.parse("")).catches(ast.parse(""), "ImportError")
        False
        """
        for guard in self._chain(node):
            if guard.is_later:
                return False
            if error in guard.errors:
                return True
        return False

    def is_passed_over(self, node: ast.AST, has: Callable[[ast.Call], bool | None]) -> bool:
        """Tell whether conditions with ``hasattr`` keep the program from a piece of it.

        :param has: what a call of ``hasattr`` returns, None if that is not known.

        >>> tree = ast.parse("if hasattr(x, 'y'): x.y")
        >>> Guards(tree).is_passed_over(tree.body[0].body[0], lambda call: False)
        True
        """
        return any(
            _truth(test, has, MAX_CONDITION) is (not guard.truth)
            for guard in self._chain(node)
            for test in guard.tests
        )


def _truth(test: ast.expr, has: Callable[[ast.Call], bool | None], depth: int) -> bool | None:
    """Return what a condition comes to, None if that is not known."""
    if not depth:
        return None
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
    return None


def _parts(node: ast.AST, guard: _Guard | None) -> Iterator[tuple[ast.AST, _Guard | None]]:
    """Yield what a node consists of, each part with its guard."""
    if isinstance(node, ast.Try | ast.TryStar):
        inside = _Guard(guard, _caught(node.handlers))
        yield from ((part, inside) for part in node.body)
        yield from ((part, guard) for part in (*node.handlers, *node.orelse, *node.finalbody))
    elif isinstance(node, ast.With | ast.AsyncWith):
        inside = _Guard(guard, _suppressed(node))
        yield from ((part, guard) for part in node.items)
        yield from ((part, inside) for part in node.body)
    elif isinstance(node, ast.If | ast.While):
        yield node.test, guard
        yield from ((part, _Guard(guard, tests=(node.test,))) for part in node.body)
        yield from ((part, _Guard(guard, tests=(node.test,), truth=False)) for part in node.orelse)
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
    elif isinstance(node, _FUNCTIONS):
        later = _Guard(guard, is_later=True)
        yield from ((part, later) for part in ast.iter_child_nodes(node))
    else:
        yield from ((part, guard) for part in ast.iter_child_nodes(node))


def _caught(handlers: list[ast.ExceptHandler]) -> frozenset[str]:
    """Return which errors the handlers of a ``try`` catch so that the program goes on."""
    caught = set()
    for error, catchers in CATCHERS.items():
        for handler in handlers:
            kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            if any(kind is None or last_word(kind) in catchers for kind in kinds):
                if not any(map(_leaves, handler.body)):
                    caught.add(error)
                break  # the first that fits is the one
    return frozenset(caught)


def _leaves(statement: ast.stmt) -> bool:
    """Tell whether a statement raises, or ends the program."""
    if isinstance(statement, ast.Raise):
        return True
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and last_word(call.func) in LEAVING


def _suppressed(node: ast.With | ast.AsyncWith) -> frozenset[str]:
    """Return which errors a ``with contextlib.suppress(...)`` passes over."""
    calls = [item.context_expr for item in node.items]
    kinds = {
        last_word(kind)
        for call in calls
        if isinstance(call, ast.Call) and last_word(call.func) == "suppress"
        for kind in call.args
    }
    return frozenset(error for error, catchers in CATCHERS.items() if kinds & catchers)
