from typing_extensions import Buffer

from shogi_fast.workers import Stop

def count_unit(
    data: Buffer, depth: int, *, method: str = "auto", stop: Stop | None = None
) -> int: ...
