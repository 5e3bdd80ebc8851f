# Nothing here is for Python: `cimport` it (see merging.pxd).
