# cython: language_level=3
"""What boards, moves and pieces do alike with their attributes."""

from cpython.object cimport PyObject

cdef extern from "Python.h":
    int PyObject_GenericSetAttr(object, object, PyObject*) except -1


cdef inline int delete_attribute(object value, str kind, object name) except -1:
    """Delete an attribute that a subclass has; those of the class itself stay."""
    try:
        return PyObject_GenericSetAttr(value, name, NULL)
    except NotImplementedError:
        # What Cython raises for an attribute of its own.
        raise AttributeError(f"{kind}.{name} cannot be deleted") from None


cdef inline int set_attributes(object value, object state) except -1:
    """Set what a pickle has: a dict, or a pair of dicts where a subclass has slots.

    python-shogi's own pickles have all attributes of a move or piece there.
    """
    for part in state if isinstance(state, tuple) else (state,):
        for name, attribute in (part or {}).items():
            setattr(value, name, attribute)
    return 0
