# Nothing here is for Python: `cimport` it (see pairs.pxd).
