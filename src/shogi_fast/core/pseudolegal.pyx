# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Pseudo-legal moves. What they are stands in pseudolegal.pxd.

Nothing of the package's own needs them: they are for programs that make a move first and then ask
what came of it, as they had to with slower libraries.
"""

from shogi_fast.core.attacks cimport piece_attacks
from shogi_fast.core.bitboard cimport Bitboard, bb_and, bb_any, bb_not, bb_or, bb_pop
from shogi_fast.core.drops cimport live_ranks, ranks_bb
from shogi_fast.core.position cimport hand_count, occupied_by_any
from shogi_fast.core.scope cimport add_moves, add_piece_moves
from shogi_fast.core.types cimport FROM_SHIFT, KING, type_of


cdef int generate_pseudo_legal(const Position* p, move_t* moves) noexcept nogil:
    cdef int us = p.side
    cdef Bitboard occupied = occupied_by_any(p)
    cdef Bitboard men = p.color[us]
    cdef Bitboard target = bb_not(bb_or(men, p.kind[KING]))
    cdef Bitboard squares = bb_not(occupied)
    cdef Bitboard droppable
    cdef int n = 0
    cdef int square, piece, piece_type
    while bb_any(men):
        square = bb_pop(&men)
        piece = p.board[square]
        n = add_piece_moves(moves, n, us, type_of(piece), square,
                            bb_and(piece_attacks(piece, square, occupied), target), False)
    for piece_type in range(PAWN, KING):
        if hand_count(p, us, piece_type):
            droppable = bb_and(squares, ranks_bb(live_ranks(us, piece_type)))
            if piece_type == PAWN:
                droppable = bb_and(droppable, pawn_drop_files(p, us))
            n = add_moves(
                moves, n, (DROP_FROM + piece_type) << FROM_SHIFT, droppable, False)
    return n
