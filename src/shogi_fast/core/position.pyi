# Nothing here is for Python: `cimport` it (see position.pxd).
