# Nothing here is for Python: `cimport` it (see table.pxd).
