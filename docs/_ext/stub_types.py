"""Show what a compiled module's ``.pyi`` file says of its types: at run time they are not known.

autodoc asks for the signature of each function and method, and gets the stub's; a property's type
ends its description. (What a class is called with stands in the page: autodoc does not ask where it
finds nothing itself.)
"""

import ast
import copy
import importlib.util
import re
from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

PACKAGE = "shogi_fast"
# Where the API page has the types that are no names of the package itself.
HOMES = {
    "BaseBoard": "shogi_fast.base_board",
    "DeclarationRule": "shogi_fast.rules",
    "PresetName": "shogi_fast.rules",
    "Arrow": "shogi_fast.svg",
    "Coordinates": "shogi_fast.svg",
    "Mark": "shogi_fast.svg",
    "Pieces": "shogi_fast.svg",
    "SuiteRow": "shogi_fast.suite",
}
# A private alias says nothing to a reader.
ALIASES = {"_Kind": "str", "_Mask": "Iterable[SupportsIndex] | int"}


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


def function_of(obj: Any) -> ast.FunctionDef | None:
    """Return what the stub says of an object of the package, or None."""
    # A property of a compiled class knows its class, a function or method its module.
    owner = getattr(obj, "__objclass__", None)
    qualified = (
        f"{owner.__qualname__}.{obj.__name__}" if owner else getattr(obj, "__qualname__", "")
    )
    module = str(getattr(owner or obj, "__module__", ""))
    if module.partition(".")[0] != PACKAGE:
        return None
    return stub_functions(module).get(qualified)


def with_homes(text: str) -> str:
    """Return a signature with the full names of the types in ``HOMES``, which become links."""
    names = "|".join(HOMES)
    # Not what is part of another name, or named in full already.
    return re.sub(rf"(?<![\w.\"'])({names})\b", lambda found: f"{HOMES[found[1]]}.{found[1]}", text)


def process_signature(
    _app: Sphinx,
    what: str,
    _name: str,
    obj: Any,
    _options: Any,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Give autodoc the signature of the stub, if there is one, without ``self``."""
    function = function_of(obj) if what in ("function", "method") else None
    if function is not None:
        arguments = copy.deepcopy(function.args)
        is_static = any(ast.unparse(mark) == "staticmethod" for mark in function.decorator_list)
        if what == "method" and not is_static:
            del (arguments.posonlyargs or arguments.args)[0]
        signature = f"({ast.unparse(arguments)})"
        returns = ast.unparse(function.returns) if function.returns else ""
        for alias, meaning in ALIASES.items():
            signature = signature.replace(alias, meaning)
    return signature and with_homes(signature), returns and with_homes(returns)


def process_docstring(
    _app: Sphinx, what: str, _name: str, obj: Any, _options: Any, lines: list[str]
) -> None:
    """End a property's description with its type."""
    function = function_of(obj) if what in ("attribute", "property") else None
    if function is not None and function.returns is not None:
        lines += ["", f"Type: ``{ast.unparse(function.returns)}``."]


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to autodoc."""
    app.connect("autodoc-process-signature", process_signature)
    app.connect("autodoc-process-docstring", process_docstring)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
