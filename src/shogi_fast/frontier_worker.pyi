# Nothing here is for Python: `cimport` it (see frontier_worker.pxd).
