# cython: language_level=3
"""Strictly legal moves: lists, counts without lists, and the test of one move.

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

# Say whether any number is the code of a legal move, without a list.
cdef bint is_legal(const Position* p, int code) noexcept nogil

# Say whether any number is the code of a move that a man of the side to move makes, as that man
# moves or is dropped. Sees to everything but the safety of one's own king, two pawns on a file
# and pawn-drop mate: making such a move leaves a consistent position.
cdef bint is_pseudo_legal(const Position* p, int code) noexcept nogil

# Say whether a pseudo-legal move leaves one's own king unattacked.
cdef bint keeps_king_safe(const Position* p, move_t move) noexcept nogil
