# Nothing here is for Python: `cimport` it (see attacks.pxd).
