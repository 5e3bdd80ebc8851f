"""Eight threads that do what they can to one object."""

import random
import sys
import threading
from collections.abc import Callable

THREADS = 8
ROUNDS = 1000


def hammer(*work: Callable[[random.Random], None]) -> None:
    """Run each function over and over, in eight threads at once, and raise what they raise."""
    errors: list[BaseException] = []
    start = threading.Barrier(THREADS)

    def run(number: int) -> None:
        rng = random.Random(number)
        start.wait()
        try:
            for _ in range(ROUNDS):
                work[number % len(work)](rng)
        except BaseException as error:  # noqa: BLE001  it is raised again below
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads take turns often, where they have to
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    if errors:
        raise errors[0]
