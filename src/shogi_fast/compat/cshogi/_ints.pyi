# Nothing here is for Python: `cimport` it.
