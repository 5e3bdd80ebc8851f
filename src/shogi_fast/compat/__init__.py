"""Stand-ins for other shogi libraries: a program changes one import and runs on shogi_fast.

>>> from shogi_fast.compat import LIBRARIES
>>> LIBRARIES
('shogi', 'cshogi')
"""

from shogi_fast.compat.installing import LIBRARIES, install

__all__ = ["LIBRARIES", "install"]
