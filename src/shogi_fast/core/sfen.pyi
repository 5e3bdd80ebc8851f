# Nothing here is for Python: `cimport` it (see sfen.pxd).
