# Nothing here is for Python: `cimport` it (see movegen.pxd).
