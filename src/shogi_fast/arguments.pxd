# cython: language_level=3
"""Numbers and texts that come from Python."""

from cpython.exc cimport PyErr_Clear, PyErr_Occurred
from cpython.number cimport PyIndex_Check
from cpython.unicode cimport PyUnicode_FromObject
from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t


cdef extern from "Python.h":
    object PyNumber_Index(object number)
    long long PyLong_AsLongLongAndOverflow(object number, int* overflow) except? -1
    bint PyLong_CheckExact(object number)
    Py_ssize_t PyLong_AsSsize_t(object number)


cdef inline int64_t index_of(object number, str what) except? -1:
    """Return an int as a C number, the nearest where it is too large for one.

    To be called before a number is compared with anything: a subclass of int may compare as it
    likes. The number has 64 bits everywhere, so that errors say the same where a pointer has 32.
    """
    cdef int64_t value
    cdef int beyond
    if PyLong_CheckExact(number):
        # Nearly all are, and this asks an int for nothing but its value.
        value = PyLong_AsSsize_t(number)
        if value != -1 or not PyErr_Occurred():
            return value
        PyErr_Clear()
    elif not PyIndex_Check(number):
        raise TypeError(f"{what} is an int, not {type(number).__name__}")
    value = PyLong_AsLongLongAndOverflow(PyNumber_Index(number), &beyond)
    if beyond:
        return INT64_MAX if beyond > 0 else INT64_MIN
    return value


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
