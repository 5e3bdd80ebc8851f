# Nothing here is for Python: `cimport` it.
from shogi_fast.names import CSA_TYPES as CSA_TYPES
