# Nothing here is for Python: `cimport` it (see _order.pxd).
