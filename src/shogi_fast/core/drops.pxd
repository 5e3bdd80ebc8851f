# cython: language_level=3, cdivision=True
"""Where pieces in hand may be dropped: dead squares, two pawns on a file, pawn-drop mate."""

from libc.stdint cimport uint64_t

from shogi_fast.core.attacks cimport ADJACENT, TABLES
from shogi_fast.core.bitboard cimport (
    BB_HI_RANK_A,
    BB_LO_RANK_A,
    Bitboard,
    bb_and,
    bb_any,
    bb_fill_files,
    bb_first,
    bb_full,
    bb_make,
    bb_many,
    bb_minus,
    bb_or,
    bb_pop,
    bb_xor,
)
from shogi_fast.core.position cimport Position, attackers_to, occupied_by_any
from shogi_fast.core.types cimport (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    LANCE,
    NO_SQUARE,
    PAWN,
    ROOK,
    make_piece,
    opponent,
)

# A set of ranks as a number: bit 0 for rank a to bit 8 for rank i.
cdef enum:
    RANKS_ALL = 0x1ff


cdef inline Bitboard ranks_bb(uint64_t ranks) noexcept nogil:
    """Return the squares of a set of ranks: a constant where the ranks are."""
    return bb_make(BB_LO_RANK_A * ranks, BB_HI_RANK_A * ranks)


cdef inline uint64_t promotion_ranks(int color) noexcept nogil:
    """Return the three ranks farthest from a side."""
    return 0x007 if color == BLACK else 0x1c0


cdef inline uint64_t live_ranks(int color, int piece_type) noexcept nogil:
    """Return the ranks on which an unpromoted piece can still move.

    Not the last for pawn and lance, not the last two for a knight.
    """
    if piece_type == PAWN or piece_type == LANCE:
        return 0x1fe if color == BLACK else 0x0ff
    if piece_type == KNIGHT:
        return 0x1fc if color == BLACK else 0x07f
    return RANKS_ALL


cdef inline Bitboard pawn_drop_files(const Position* p, int color) noexcept nogil:
    """Return the files without an unpromoted pawn of the color: no two pawns (nifu)."""
    return bb_minus(bb_full(), bb_fill_files(bb_and(p.kind[PAWN], p.color[color])))


cdef inline int pawn_check_square(const Position* p, int color) noexcept nogil:
    """Return the square from which a pawn of the color checks, or NO_SQUARE."""
    cdef int king = p.king[opponent(color)]
    cdef Bitboard front
    if king == NO_SQUARE:
        return NO_SQUARE
    front = TABLES.step[make_piece(opponent(color), PAWN)][king]
    return bb_first(front) if bb_any(front) else NO_SQUARE


cdef inline Bitboard sliders_in_line(const Position* p, int color, int king) noexcept nogil:
    """Return a color's men that would attack an enemy king along a line with nothing between."""
    return bb_and(
        p.color[color],
        bb_or(bb_or(bb_and(p.kind[ROOK], TABLES.rook_lines[king]),
                    bb_and(p.kind[BISHOP], TABLES.bishop_lines[king])),
              bb_and(p.kind[LANCE], TABLES.lance_lines[opponent(color)][king])))


cdef inline Bitboard pinned_pieces(const Position* p, int color, Bitboard occupied) noexcept nogil:
    """Return the pieces of a color that may leave the line to their own king only at its cost."""
    cdef int king = p.king[color]
    cdef Bitboard pinned = Bitboard(0, 0)
    cdef Bitboard sliders, between
    cdef int slider
    if king == NO_SQUARE:
        return pinned
    sliders = sliders_in_line(p, opponent(color), king)
    while bb_any(sliders):
        slider = bb_pop(&sliders)
        between = bb_and(TABLES.between[king][slider], occupied)
        if not bb_many(between):
            pinned = bb_or(pinned, bb_and(between, p.color[color]))
    return pinned


cdef inline Bitboard pin_line(int king, int square) noexcept nogil:
    """Return the squares a piece pinned on ``square`` may go to: its ray from the king."""
    return TABLES.ray[king][TABLES.relation[king][square] - ADJACENT & 7]


cdef inline bint is_pawn_drop_mate(const Position* p, int to) noexcept nogil:
    """Say whether a pawn dropped on ``to`` by the side to move gives mate (uchifuzume).

    ``to`` is the empty square in front of the enemy king (see ``pawn_check_square``), and that
    king is not attacked yet. A pawn's check cannot be blocked, so what is left to the defender,
    cheapest test first::

        . k .     1. the king takes the pawn: nobody guards it
        . P .     2. another man takes the pawn, and is not pinned off the file
        . . G     3. the king steps aside; the pawn now stands in the way of lines

    The king is lifted off the board while squares are tested: it does not shelter those behind it
    from a line through its own square.
    """
    cdef int us = p.side
    cdef int them = opponent(us)
    cdef int king = p.king[them]
    cdef Bitboard king_bb = TABLES.square[king]
    cdef Bitboard occupied = occupied_by_any(p)
    cdef Bitboard without_king = bb_xor(occupied, king_bb)
    cdef Bitboard takers, flights
    cdef int square
    if not bb_any(attackers_to(p, us, to, without_king)):
        return False
    takers = bb_minus(attackers_to(p, them, to, occupied), king_bb)
    if bb_any(takers):
        # On the king's own file a pinned man may take: it stays on the line of the pin.
        takers = bb_minus(takers, bb_minus(pinned_pieces(p, them, occupied), pin_line(king, to)))
        if bb_any(takers):
            return False
    flights = bb_minus(bb_minus(TABLES.step[KING][king], p.color[them]), TABLES.square[to])
    without_king = bb_or(without_king, TABLES.square[to])
    while bb_any(flights):
        square = bb_pop(&flights)
        if not bb_any(attackers_to(p, us, square, without_king)):
            return False
    return True
