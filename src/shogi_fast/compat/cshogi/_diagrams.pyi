# Nothing here is for Python: `cimport` it.
from shogi_fast.names import COLOR_KANJI as COLOR_KANJI
from shogi_fast.names import CSA_CODES as CSA_CODES
from shogi_fast.names import DIAGRAM_KANJI as DIAGRAM_KANJI
from shogi_fast.names import FULL_WIDTH_DIGITS as FULL_WIDTH_DIGITS
from shogi_fast.names import KANJI_NUMERALS as KANJI_NUMERALS
