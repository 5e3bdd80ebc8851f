# cython: language_level=3
"""Numbers and texts that come from Python."""

from cpython.number cimport PyIndex_Check, PyNumber_Index
from cpython.unicode cimport PyUnicode_FromObject
from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t


cdef extern from "Python.h":
    bint PyLong_CheckExact(object number)
    long long PyLong_AsLongLongAndOverflow(object number, int* overflow) except? -1


cdef inline int64_t nearest(object number) except? -1:
    """Return an int, which is no other object, as the nearest number of 64 bits."""
    cdef int beyond
    cdef int64_t value = PyLong_AsLongLongAndOverflow(number, &beyond)
    if beyond:
        return INT64_MAX if beyond > 0 else INT64_MIN
    return value


cdef inline int64_t index_of(object number, str what) except? -1:
    """Return an int as a C number, the nearest where it is too large for one.

    To be called before a number is compared with anything: a subclass of int may compare as it
    likes. The number has 64 bits everywhere, so that errors say the same where a pointer has 32.
    """
    if PyLong_CheckExact(number):  # nearly all are
        return nearest(number)
    if not PyIndex_Check(number):
        raise TypeError(f"{what} is an int, not {type(number).__name__}")
    return nearest(PyNumber_Index(number))


cdef inline str clipped(int64_t number):
    """Return what a message says of a number from ``index_of``, which may stand for a farther one.

    Not by the object itself: an int of thousands of digits cannot be written.
    """
    if number == INT64_MAX:
        return f"{number} or more"
    return f"{number} or less" if number == INT64_MIN else f"{number}"


cdef inline str text_of(object text, str what):
    """Return a str proper: a subclass may say what it likes of its characters."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is a str, not {type(text).__name__}")
    return PyUnicode_FromObject(text)


cdef inline str quoted(str text, Py_ssize_t most):
    """Quote a text for a message, cut to so many characters."""
    return repr(text if len(text) <= most else text[:most] + "...")
