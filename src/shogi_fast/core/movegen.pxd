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

cdef enum:
    # What a move is, in sort_of_move.
    NO_MOVE                  # no man of the side to move moves or is dropped so
    EXPOSING_MOVE            # leaves one's own king attacked
    SAFE_MOVE                # does not; perhaps a second pawn on a file or a pawn-drop mate

# These take the code of any Move, as nothing is read out of bounds then; the null move is not
# legal, and no move. Making a move that is one leaves a consistent position, legal or not.
cdef bint is_legal(const Position* p, move_t move) noexcept nogil
cdef int sort_of_move(const Position* p, move_t move) noexcept nogil
