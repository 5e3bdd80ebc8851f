# Nothing here is for Python: `cimport` it (see splicing.pxd).
