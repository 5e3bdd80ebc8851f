from typing import final

@final
class Worker: ...  # nothing of it is for Python: `cimport` it (see frontier_worker.pxd)
