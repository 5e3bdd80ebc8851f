# Nothing here is for Python: `cimport` it (see sorting.pxd).
