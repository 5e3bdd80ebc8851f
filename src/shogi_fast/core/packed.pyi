# Nothing here is for Python: `cimport` it (see packed.pxd).
