# Nothing here is for Python: `cimport` it (see members.pxd).
