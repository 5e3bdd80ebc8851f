# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Units of work on threads of this process, while the calling thread keeps its ears open.

Compiled for a reason: a signal's handler runs between any two steps of Python code, as in Python's
own ``threading``; in compiled code only where that asks for it. So Ctrl-C never comes between the
start of a thread and the note that it runs.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals

from shogi_fast.core.shared cimport shared_load, shared_store

cdef double TELL_EVERY = 0.05    # seconds


@cython.final
cdef class Stop:
    """A flag that ends the work of all threads.

    Compiled code that has let the GIL go reads ``flag`` with ``shared_load`` every millisecond or
    so (``poll_flag`` of core/shared.pxd fits a ``Counter``).

    >>> stop = Stop()
    >>> stop.set()
    >>> stop.is_set()
    True
    """

    def set(self):
        """Set the flag, from any thread."""
        shared_store(&self.flag, 1)

    def is_set(self):
        """Return whether the flag is set."""
        return shared_load(&self.flag) != 0


cdef class _Crew:
    """What the threads of one run share.

    Whoever reads or writes its numbers or its exception is in a critical section: nothing on a
    build with a GIL, which is not let go there; a lock on one without. Not a lock of Python's:
    waiting for one lets signals in.
    """

    cdef Py_ssize_t next_unit
    cdef Py_ssize_t next_worker
    cdef Py_ssize_t running  # threads that have not ended, and the one that starts them
    cdef object problem      # the first exception, or None
    cdef object ended        # a lock that is held until no thread runs
    cdef object work
    cdef object stop
    cdef Py_ssize_t units

    def take_part(self):
        """Do one unit after the other until there is none left: the body of a thread."""
        cdef Py_ssize_t worker, unit
        with cython.critical_section(self):
            worker = self.next_worker
            self.next_worker += 1
        try:
            while True:
                unit = self.take()
                if unit < 0:
                    break
                self.work(unit, worker)
        except BaseException as problem:
            self.fail(problem)
        self.leave()

    cdef Py_ssize_t take(self) noexcept:
        """Return the number of the next unit, or -1 if there is none to do."""
        cdef Py_ssize_t unit = -1
        with cython.critical_section(self):
            if self.problem is None and self.next_unit < self.units:
                unit = self.next_unit
                self.next_unit += 1
        return unit

    cdef bint failed(self) noexcept:
        cdef bint failed
        with cython.critical_section(self):
            failed = self.problem is not None
        return failed

    cdef int fail(self, object problem) except -1:
        """Keep the first exception, and end the work."""
        with cython.critical_section(self):
            if self.problem is None:
                self.problem = problem
        self.stop.set()
        return 0

    cdef int leave(self) except -1:
        """Note that a thread has ended, or that all are started."""
        cdef bint last
        with cython.critical_section(self):
            self.running -= 1
            last = self.running == 0
        if last:
            self.ended.release()
        return 0


def usable_cores():
    """Return how many processors this process may use, at least 1.

    >>> usable_cores() >= 1
    True
    """
    import os

    if hasattr(os, "process_cpu_count"):
        count = os.process_cpu_count()
    elif hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count()
    return count or 1


def run_units(work, units, threads, stop, tell=None):
    """Call ``work(unit, worker)`` once for each unit, on some threads, and wait for them.

    :param work: called with the number of a unit, from 0 up to ``units`` in that order, and with
        the number of the thread, below ``threads``: no two calls at once have the same, so it may
        choose a buffer. It lets the GIL go for most of its time, and returns soon after ``stop``
        was set. What it returns is not looked at.
    :param units: how many there are. The load stays even to the end if they are many times as
        many as the threads, or if the largest come first.
    :param threads: how many threads work, at least 1; never more than there are units. The
        calling thread is none of them.
    :param stop: a ``Stop``, or anything with its ``set``, which is called in any thread when the
        work is to end before its time.
    :param tell: called about every 50 ms in the calling thread, and never after the last unit;
        the place to report progress. Signals are looked at meanwhile whether or not it is given.
    :raises RuntimeError: if the system has no more threads.

    An exception from ``work`` or ``tell``, or from a signal's handler (``KeyboardInterrupt``),
    sets ``stop``. When every thread has ended, the first such exception is raised; a signal that
    comes during that wait changes neither. No thread is left running, whatever happens.

    >>> done = [0] * 10
    >>> def work(unit, worker):
    ...     done[unit] += 1
    >>> run_units(work, 10, 2, Stop())
    >>> done
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    from _thread import allocate_lock, start_new_thread

    cdef _Crew crew = _Crew.__new__(_Crew)
    cdef Py_ssize_t number = min(units, threads)
    if number <= 0:
        return
    crew.ended = allocate_lock()
    crew.ended.acquire()
    crew.work = work
    crew.units = units
    crew.stop = stop
    crew.running = number + 1
    for _ in range(number):
        try:
            start_new_thread(crew.take_part, ())
        except BaseException as problem:
            crew.fail(problem)
            crew.leave()
    crew.leave()
    wait(crew, tell)
    if crew.problem is not None:
        raise crew.problem


cdef int wait(_Crew crew, object tell) except -1:
    """Wait until no thread runs."""
    cdef bint ended = False
    while not ended:
        try:
            # It is here, and in tell, that signals are looked at.
            ended = crew.ended.acquire(True, TELL_EVERY)
            PyErr_CheckSignals()
            if not ended and tell is not None and not crew.failed():
                tell()
        except BaseException as problem:
            crew.fail(problem)
    return 0
