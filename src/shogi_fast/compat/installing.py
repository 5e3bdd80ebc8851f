"""Have ``import shogi`` and ``import cshogi`` find the stand-ins, in code one cannot edit."""

import importlib
import sys
import threading
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from shogi_fast.compat.absent import HOME, reason

__all__ = ["LIBRARIES", "install"]

LIBRARIES = ("shogi", "cshogi")
"""The names under which the libraries that have a stand-in are imported."""

_lock = threading.Lock()


def install(name: str) -> ModuleType:
    """Have every later ``import`` of a library find its stand-in, and return that.

    What is imported then, plainly or from a submodule, are the same module objects that
    ``shogi_fast.compat`` has; whether the library itself is installed does not matter. What the
    stand-in does not have yet raises ModuleNotFoundError. To call it again changes nothing.

    It holds for this process. Children that multiprocessing spawns run the program's main module
    again, and with it the call, if it stands at its top; for all others, and to run a program
    without any edit, there is ``python -m shogi_fast.compat NAME PROGRAM``.

    :param name: ``"shogi"`` (python-shogi) or ``"cshogi"``.
    :raises ValueError: if there is no stand-in for a library of this name.
    :raises RuntimeError: if the library itself, or anything else of that name, has been imported
        already: objects of both would meet. Nothing is changed then.

    ::

        from shogi_fast.compat import install

        install("shogi")
        import shogi  # is shogi_fast.compat.shogi

    >>> from shogi_fast.compat import install
    >>> install("chess")
    Traceback (most recent call last):
        ...
    ValueError: there is no stand-in for 'chess', only for 'shogi', 'cshogi'
    """
    if not isinstance(name, str):
        raise TypeError(f"a library's name is a str, not {type(name).__name__}")
    if name not in LIBRARIES:
        known = ", ".join(map(repr, LIBRARIES))
        raise ValueError(f"there is no stand-in for {name!r}, only for {known}")
    package = importlib.import_module(f"{HOME}.{name}")
    with _lock:
        if _finder not in sys.meta_path:
            sys.meta_path.insert(0, _finder)
        was_there = name in _finder.names
        # First, so that no other thread imports the library itself after it has been looked for.
        _finder.names |= {name}
        other = _imported_otherwise(name)
        if other is not None:
            if not was_there:
                _finder.names -= {name}
            raise RuntimeError(
                f"{other.__name__} has been imported already, from "
                f"{getattr(other, '__file__', None) or 'no file'}; install({name!r}) must come "
                "before the first import of it"
            )
        # All that is loaded: were it imported by the alias, the import system would set it as an
        # attribute of its parent once more, and the module shogi.Move replace the class shogi.Move.
        for real in [*sys.modules]:
            if real == package.__name__ or real.startswith(f"{package.__name__}."):
                sys.modules[real.removeprefix(f"{HOME}.")] = sys.modules[real]
    return package


def _imported_otherwise(name: str) -> ModuleType | None:
    """Return a module of this name, or below it, that is not the stand-in's."""
    for alias, module in [*sys.modules.items()]:
        if alias == name or alias.startswith(f"{name}."):
            # None: somebody has forbidden the import.
            if module is None or module is sys.modules.get(f"{HOME}.{alias}"):
                continue
            return module
    return None


class _Finder(MetaPathFinder):
    """Finds the modules of the installed libraries among the stand-ins."""

    names: frozenset[str] = frozenset()  # of the libraries; replaced as a whole

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a stand-in's module under the library's name.

        :raises ModuleNotFoundError: if it is the library's and the stand-in does not have it.
        """
        # `from shogi import KIF` asks for a module of the package's own name.
        alias = fullname.removeprefix(f"{HOME}.")
        name = alias.partition(".")[0]
        if name not in self.names:
            return None
        if alias == fullname:
            real = f"{HOME}.{alias}"
            try:
                found = find_spec(real)
            except ModuleNotFoundError:  # its parent is not there, or no package
                found = None
            if found is not None:
                return ModuleSpec(alias, _AliasLoader(real), origin=found.origin)
        text = reason(alias)
        if text is not None:
            raise ModuleNotFoundError(text, name=alias)
        if alias == fullname:
            # No other finder may look: it would load a part of the stand-in for a second time.
            raise ModuleNotFoundError(f"No module named {alias!r} in {HOME}", name=alias)
        return None


class _AliasLoader(Loader):
    """Gives out a stand-in's module, imported under its own name."""

    def __init__(self, real: str) -> None:
        self._real = real
        self._spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module itself, and no other: a thread may see it before it is executed."""
        module = importlib.import_module(self._real)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module its own spec back, which the import system has replaced."""
        module.__spec__ = self._spec


_finder = _Finder()
