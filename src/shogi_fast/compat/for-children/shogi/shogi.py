"""Replaces itself by the stand-in for shogi, in the children of ``python -m shogi_fast.compat``."""

import sys

from shogi_fast.compat.installing import install

# What the import statement returns is what stands here when this module has run.
del sys.modules[__name__]
_package = install(__name__)


def __getattr__(name: str) -> object:
    """Return what the stand-in has, to a thread that got hold of this module meanwhile."""
    return getattr(_package, name)
