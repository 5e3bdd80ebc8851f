# cython: language_level=3
"""Numbers and texts that come from Python."""

from cpython.exc cimport PyErr_Clear, PyErr_Occurred
from cpython.number cimport PyIndex_Check
from cpython.object cimport PyObject
from cpython.unicode cimport PyUnicode_FromObject


cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX
    const Py_ssize_t PY_SSIZE_T_MIN
    Py_ssize_t PyNumber_AsSsize_t(object number, PyObject* overflow) except? -1
    bint PyLong_CheckExact(object number)
    Py_ssize_t PyLong_AsSsize_t(object number)


cdef inline Py_ssize_t index_of(object number, str what) except? -1:
    """Return an int as a C number, the nearest where it is too large for one.

    To be called before a number is compared with anything: a subclass of int may compare as it
    likes.
    """
    cdef Py_ssize_t value
    if PyLong_CheckExact(number):
        # Nearly all are, and this asks an int for nothing but its value.
        value = PyLong_AsSsize_t(number)
        if value != -1 or not PyErr_Occurred():
            return value
        PyErr_Clear()
    elif not PyIndex_Check(number):
        raise TypeError(f"{what} is an int, not {type(number).__name__}")
    return PyNumber_AsSsize_t(number, NULL)


cdef inline str clipped(Py_ssize_t number):
    """Return what a message says of a number from ``index_of``, which may stand for a farther one.

    Not by the object itself: an int of thousands of digits cannot be written.
    """
    if number == PY_SSIZE_T_MAX:
        return f"{number} or more"
    return f"{number} or less" if number == PY_SSIZE_T_MIN else f"{number}"


cdef inline str text_of(object text, str what):
    """Return a str proper: a subclass may say what it likes of its characters."""
    if not isinstance(text, str):
        raise TypeError(f"{what} is a str, not {type(text).__name__}")
    return PyUnicode_FromObject(text)


cdef inline str quoted(str text, Py_ssize_t most):
    """Quote a text for a message, cut to so many characters."""
    return repr(text if len(text) <= most else text[:most] + "...")
