# Nothing here is for Python: `cimport` it (see _copies.pxd).
