# cython: language_level=3
"""Numbers that come from Python."""

from cpython.number cimport PyIndex_Check
from cpython.object cimport PyObject


cdef extern from "Python.h":
    const Py_ssize_t PY_SSIZE_T_MAX
    const Py_ssize_t PY_SSIZE_T_MIN
    Py_ssize_t PyNumber_AsSsize_t(object number, PyObject* overflow) except? -1


cdef inline Py_ssize_t index_of(object number, str what) except? -1:
    """Return an int as a C number, the nearest where it is too large for one.

    To be called before a number is compared with anything: a subclass of int may compare as it
    likes.
    """
    if not PyIndex_Check(number):
        raise TypeError(f"{what} is an int, not {type(number).__name__}")
    return PyNumber_AsSsize_t(number, NULL)


cdef inline str clipped(Py_ssize_t number):
    """Return what a message says of a number from ``index_of``, which may stand for a farther one.

    Not by the object itself: an int of thousands of digits cannot be written.
    """
    if number == PY_SSIZE_T_MAX:
        return f"{number} or more"
    return f"{number} or less" if number == PY_SSIZE_T_MIN else f"{number}"
