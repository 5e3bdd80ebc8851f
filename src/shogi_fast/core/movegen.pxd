# cython: language_level=3
"""Strictly legal moves: lists, and counts without lists.

The order of a list: unpinned pawns (promotions first), knights, lances, silvers, golds with the
small promoted men, bishops and horses, rooks and dragons, then pinned men, then the king; within
a kind by origin, promotions before the same man's other moves, by destination; pawns by
destination, knights so too, first those towards file 1 and then those towards file 9. Last
drops: pawn, lance, knight, silver, bishop, rook, gold, each by destination.
"""

from shogi_fast.core.bitboard cimport Bitboard
from shogi_fast.core.position cimport Position
from shogi_fast.core.types cimport move_t

# Write every legal move and return their number; `moves` has room for MAX_MOVES.
cdef int generate_legal(const Position* p, move_t* moves) noexcept nogil

# Write the legal moves of men on the board, from squares of one set to squares of another.
cdef int generate_board_moves(
    const Position* p, move_t* moves, Bitboard from_mask, Bitboard to_mask) noexcept nogil

# Write the legal drops on squares of a set.
cdef int generate_drops(const Position* p, move_t* moves, Bitboard to_mask) noexcept nogil

# Return the number of legal moves, without a list.
cdef int count_legal(const Position* p) noexcept nogil

# Say whether a pawn dropped on the square in front of the enemy king mates it (uchifuzume); the
# side to move has a pawn in hand and none on the file.
cdef bint pawn_drop_mates(const Position* p, int to) noexcept nogil

# Return those of some empty squares on which the side to move may drop a pawn.
cdef Bitboard pawn_drop_targets(const Position* p, Bitboard squares) noexcept nogil
