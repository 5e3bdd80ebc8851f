# Nothing here is for Python: `cimport` it (see hashed.pxd).
