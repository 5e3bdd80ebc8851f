# cython: language_level=3
"""A lock for what is too quick for ``cython.critical_section``.

That costs some 110 instructions even with the GIL, where there is nothing to lock, since Cython
makes it a ``try``. These are nothing at all there, and a critical section of CPython's on a build
without the GIL. What stands between the two calls must not raise, return or run code in Python.
"""


cdef extern from *:
    """
    #ifndef SHOGI_FAST_LOCKING
    #define SHOGI_FAST_LOCKING
    #ifdef Py_GIL_DISABLED
    typedef PyCriticalSection shogi_fast_section;
    static inline void shogi_fast_lock(shogi_fast_section* section, PyObject* object) {
        PyCriticalSection_Begin(section, object);
    }
    static inline void shogi_fast_unlock(shogi_fast_section* section) {
        PyCriticalSection_End(section);
    }
    #else
    typedef char shogi_fast_section;
    static inline void shogi_fast_lock(shogi_fast_section* section, PyObject* object) {
        (void)section;
        (void)object;
    }
    static inline void shogi_fast_unlock(shogi_fast_section* section) { (void)section; }
    #endif
    #endif
    """
    ctypedef struct Section "shogi_fast_section":
        pass
    # Begin a section in which no other thread has the object, and end it.
    void lock "shogi_fast_lock"(Section* section, object value) noexcept
    void unlock "shogi_fast_unlock"(Section* section) noexcept
