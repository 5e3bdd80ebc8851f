"""Show what a compiled module's ``.pyi`` file says of its types: at run time they are not known.

autodoc asks for each signature, and gets the stub's; a property's type ends its description.
"""

import ast
import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

PACKAGE = "shogi_fast"
CONSTRUCTORS = ("__init__", "__new__")


@cache
def stub_functions(module: str) -> dict[str, ast.FunctionDef]:
    """Return the functions of a module's stub by qualified name; of an overloaded one, the first."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return {}
    origin = Path(spec.origin)
    stub = origin.with_name(origin.name.partition(".")[0] + ".pyi")
    if not stub.is_file():
        return {}
    found: dict[str, ast.FunctionDef] = {}
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, node)
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    found.setdefault(f"{node.name}.{inner.name}", inner)
    return found


def function_of(obj: Any, name: str) -> ast.FunctionDef | None:
    """Return what the stub says of an object of the package, or None."""
    # A property of a compiled class knows its class, a function or method its module.
    owner = getattr(obj, "__objclass__", None)
    qualified = f"{owner.__qualname__}.{obj.__name__}" if owner else getattr(obj, "__qualname__", "")
    module = str(getattr(owner or obj, "__module__", ""))
    if module.partition(".")[0] != PACKAGE:
        return None
    functions = stub_functions(module)
    if isinstance(obj, type):
        names = [f"{qualified}.{constructor}" for constructor in CONSTRUCTORS]
        return next((functions[name] for name in names if name in functions), None)
    return functions.get(qualified)


def signature_of(function: ast.FunctionDef, is_method: bool) -> tuple[str, str]:
    """Return the arguments, without ``self``, and the type returned."""
    arguments = function.args
    is_static = any(ast.unparse(mark) == "staticmethod" for mark in function.decorator_list)
    if is_method and not is_static:
        first = arguments.posonlyargs or arguments.args
        del first[0]
    text = ast.unparse(arguments).removeprefix("/, ")
    # A private alias says nothing to a reader.
    for private, public in ALIASES.items():
        text = text.replace(private, public)
    return f"({text})", ast.unparse(function.returns) if function.returns else ""


ALIASES = {
    "_Kind": "str",
    "_Mask": "Iterable[SupportsIndex] | int",
    "_Method": "str",
}


def process_signature(
    _app: Sphinx, what: str, name: str, obj: Any, _options: Any, *_: str | None
) -> tuple[str, str] | None:
    """Give autodoc the signature of the stub, if there is one."""
    function = function_of(obj, name)
    if function is None or what in ("attribute", "property"):
        return None
    # unparse(parse()) is a copy: the cached one must stay whole.
    copy = ast.parse(ast.unparse(function)).body[0]
    assert isinstance(copy, ast.FunctionDef)
    arguments, returned = signature_of(copy, is_method=what in ("method", "class"))
    return arguments, "" if what == "class" else returned


def process_docstring(
    _app: Sphinx, what: str, name: str, obj: Any, _options: Any, lines: list[str]
) -> None:
    """End a property's description with its type."""
    function = function_of(obj, name) if what in ("attribute", "property") else None
    if function is not None and function.returns is not None:
        lines += ["", f"Type: ``{ast.unparse(function.returns)}``."]


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to autodoc."""
    app.connect("autodoc-process-signature", process_signature)
    app.connect("autodoc-process-docstring", process_docstring)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
