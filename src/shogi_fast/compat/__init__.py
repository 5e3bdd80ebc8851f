"""Stand-ins for other shogi libraries: a program changes one import and runs on shogi_fast.

>>> from shogi_fast.compat import install
>>> shogi = install("shogi")
>>> import shogi.Consts  # whether or not python-shogi is installed
>>> shogi.__name__
'shogi_fast.compat.shogi'
"""

from shogi_fast.compat.installing import LIBRARIES, install

__all__ = ["LIBRARIES", "install"]
