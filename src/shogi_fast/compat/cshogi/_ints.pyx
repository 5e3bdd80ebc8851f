# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Makes the ints of moves that take nothing. What for stands in _ints.pxd."""

from cpython.mem cimport PyMem_Malloc
from cpython.ref cimport Py_INCREF

from shogi_fast.core.attacks cimport TABLES, piece_attacks
from shogi_fast.core.bitboard cimport Bitboard, bb_any, bb_empty, bb_has, bb_pop
from shogi_fast.core.types cimport (
    DROP_FROM,
    HORSE,
    KING,
    PAWN,
    SQUARES,
    is_promotable,
    make_move_code,
    make_piece,
)


cdef extern from "immortal.h":
    void make_immortal(object)


cdef void find_movers() noexcept:
    """Note which types of men ever make each move, of either side, on an empty board."""
    cdef int color, piece_type, origin, to
    cdef Bitboard targets
    for piece_type in range(PAWN, HORSE + 2):
        for origin in range(SQUARES):
            for color in range(2):
                targets = piece_attacks(make_piece(color, piece_type), origin, bb_empty())
                while bb_any(targets):
                    to = bb_pop(&targets)
                    if TABLES.able[to] >> make_piece(color, piece_type) & 1:
                        MOVERS[make_move_code(origin, to, False)] |= 1 << piece_type
                    if is_promotable(piece_type) and bb_has(TABLES.promotion[color][origin], to):
                        MOVERS[make_move_code(origin, to, True)] |= 1 << piece_type
    for piece_type in range(PAWN, KING):
        for to in range(SQUARES):
            MOVERS[make_move_code(DROP_FROM + piece_type, to, False)] = 1


cdef int make_ints() except -1:
    """Make the ints of all moves that somebody makes."""
    global QUIET
    cdef int code, mover
    cdef int n = 0
    cdef object move
    for code in range(MOVE_CODES):
        FIRST[code] = n
        n += word_popcount(MOVERS[code])
    QUIET = <void**>PyMem_Malloc(n * sizeof(void*))
    if QUIET == NULL:
        raise MemoryError("no memory for the ints of moves")
    n = 0
    for code in range(MOVE_CODES):
        for mover in range(TYPES):
            if MOVERS[code] >> mover & 1:
                move = code | mover << TYPE_SHIFT
                Py_INCREF(move)
                make_immortal(move)
                QUIET[n] = <void*>move
                n += 1
    return n


find_movers()
make_ints()
