/* Objects that live as long as the process: no reference to them is ever counted, so threads do
 * not contend for their counts. CPython has had such objects since 3.12; before, and where the C
 * API offers no way, the object merely keeps the reference that its table holds.
 */
#ifndef SHOGI_FAST_IMMORTAL_H
#define SHOGI_FAST_IMMORTAL_H

#include <Python.h>

static inline void make_immortal(PyObject *object) {
#if PY_VERSION_HEX >= 0x030F0000
    (void)PyUnstable_SetImmortal(object);
#elif defined(Py_GIL_DISABLED)
    (void)object;
#elif PY_VERSION_HEX >= 0x030E0000
    object->ob_refcnt = _Py_IMMORTAL_INITIAL_REFCNT;
#elif PY_VERSION_HEX >= 0x030C0000
    object->ob_refcnt = _Py_IMMORTAL_REFCNT;
#else
    (void)object;
#endif
}

#endif
