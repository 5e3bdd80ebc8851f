# Nothing here is for Python: `cimport` it (see counting.pxd).
