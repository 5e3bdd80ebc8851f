# Nothing here is for Python: `cimport` it (see records.pxd).
