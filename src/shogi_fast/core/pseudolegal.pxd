# cython: language_level=3
"""Moves that men make by their way of moving, whatever becomes of one's own king.

Pseudo-legal is a move that is legal but for two things that are not looked at: the safety of one's
own king, and pawn-drop mate (uchifuzume). No move goes onto the enemy king, no man is dropped or
left where it could never move again, and no pawn is dropped beside another on its file (nifu).
"""

from shogi_fast.core.bitboard cimport bb_has
from shogi_fast.core.drops cimport pawn_drop_files
from shogi_fast.core.legality cimport can_be_made, moves_so
from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport DROP_FROM, PAWN, move_from, move_t, move_to

# Write every pseudo-legal move and return their number; `moves` has room for MAX_MOVES, whose
# reason holds for these moves too. In order: men on the board by origin, promotions before the
# same man's other moves, by destination; drops as in generate_legal.
cdef int generate_pseudo_legal(const Position* p, move_t* moves) noexcept nogil


cdef inline bint is_pseudo_legal(const Position* p, move_t move) noexcept nogil:
    """Say whether a move is pseudo-legal; for the code of any Move, as in legality.pxd."""
    if not (can_be_made(p, move) and moves_so(p, move)):
        return False
    return move_from(move) != DROP_FROM + PAWN or bb_has(pawn_drop_files(p, p.side), move_to(move))
