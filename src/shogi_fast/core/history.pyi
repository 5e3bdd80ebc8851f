# Nothing here is for Python: `cimport` it (see history.pxd).
