"""Interrupts of this process, as Ctrl-C makes them."""

import _thread
import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def interrupts(
    *delays: float, interrupt: Callable[[], object] = _thread.interrupt_main
) -> Iterator[None]:
    """Interrupt the main thread after each of these times, in seconds.

    No garbage is collected meanwhile. hypothesis has Python code called for that, and an interrupt
    that is raised in such code is printed and forgotten, so that what should stop would not.
    """
    timers = [threading.Timer(delay, interrupt) for delay in delays]
    collects = gc.isenabled()
    gc.disable()
    try:
        for timer in timers:
            timer.start()
        yield
    finally:
        for timer in timers:
            if timer.ident is not None:
                timer.join()
        if collects:
            gc.enable()
