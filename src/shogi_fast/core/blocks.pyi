# Nothing here is for Python: `cimport` it (see blocks.pxd).
