"""Eight threads that do what they can to one object."""

import random
import sys
import threading
import time
from collections.abc import Callable

THREADS = 8
ROUNDS = 1000
SECONDS = 300  # threads that take longer wait for each other


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

    # Daemons: those that wait for each other for ever do not keep the process.
    threads = [
        threading.Thread(target=run, args=(number,), daemon=True) for number in range(THREADS)
    ]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads take turns often, where they have to
    try:
        for thread in threads:
            thread.start()
        ends = time.monotonic() + SECONDS
        for thread in threads:
            thread.join(max(0, ends - time.monotonic()))
    finally:
        sys.setswitchinterval(before)
    if errors:
        raise errors[0]
    assert not any(thread.is_alive() for thread in threads), "threads wait for each other"
