# cython: language_level=3, cdivision=True
"""What a turn's moves depend on as a whole, and how men's moves are added to a list or a count.

Inline, for the two that are built of it: lists and counts of one turn (movegen), and counts of two
(pairs).
"""

from shogi_fast.core.attacks cimport TABLES, bishop_attacks, lance_attacks, rook_attacks
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_count,
    bb_empty,
    bb_first,
    bb_has,
    bb_many,
    bb_minus,
    bb_or,
    bb_pop,
    bb_shift_down,
    bb_shift_up,
)
from shogi_fast.core.drops cimport live_ranks, pinned_pieces, ranks_bb
from shogi_fast.core.position cimport Position, occupied_by_any
from shogi_fast.core.types cimport (
    BLACK,
    FROM_SHIFT,
    KING,
    KNIGHT,
    NO_SQUARE,
    PAWN,
    PROMOTION_FLAG,
    BISHOP,
    LANCE,
    ROOK,
    is_promotable,
    move_t,
    opponent,
)


cdef struct Scope:
    int king                 # our king's square, or NO_SQUARE
    Bitboard occupied
    Bitboard free            # our men that are not pinned, the king left out
    Bitboard pinned          # our men that are
    Bitboard target          # where men other than the king may go
    Bitboard king_target     # where the king may go


cdef inline Bitboard king_danger(
        const Position* p, int us, int king, Bitboard occupied) noexcept nogil:
    """Return the squares around our king, its own left out, that the enemy attacks.

    May hold other attacked squares too. The king is lifted off the board, so that it does not
    shelter the squares behind it.
    """
    cdef Bitboard theirs = p.color[opponent(us)]
    cdef Bitboard danger = bb_empty()
    cdef Bitboard without_king = bb_minus(occupied, TABLES.square[king])
    cdef Bitboard found = bb_and(theirs, TABLES.near[us][king])
    cdef int square
    while bb_any(found):
        square = bb_pop(&found)
        danger = bb_or(danger, TABLES.step[p.board[square]][square])
    found = bb_and(bb_and(theirs, p.kind[ROOK]), TABLES.rook_zone[king])
    while bb_any(found):
        danger = bb_or(danger, rook_attacks(bb_pop(&found), without_king))
    found = bb_and(bb_and(theirs, p.kind[BISHOP]), TABLES.bishop_zone[king])
    while bb_any(found):
        danger = bb_or(danger, bishop_attacks(bb_pop(&found), without_king))
    found = bb_and(bb_and(theirs, p.kind[LANCE]), TABLES.lance_zone[us][king])
    while bb_any(found):
        danger = bb_or(danger, lance_attacks(opponent(us), bb_pop(&found), without_king))
    return danger


cdef inline void survey(const Position* p, Scope* s, int us, Bitboard from_mask,
                        Bitboard to_mask) noexcept nogil:
    """Fill a Scope: moves of the side to move from squares of one mask to squares of another."""
    cdef int king = p.king[us]
    cdef Bitboard own = p.color[us]
    cdef Bitboard checkers = p.checkers
    cdef Bitboard movers
    cdef int checker
    s.king = king
    s.occupied = occupied_by_any(p)
    # The enemy king is never taken, even where it stands attacked.
    s.target = bb_minus(to_mask, bb_or(own, p.kind[KING]))
    s.king_target = bb_empty()
    s.pinned = bb_empty()
    movers = bb_and(own, from_mask)
    if king == NO_SQUARE:
        s.free = movers
        return
    if bb_has(from_mask, king):
        s.king_target = bb_and(TABLES.step[KING][king], s.target)
        if bb_any(s.king_target):
            s.king_target = bb_minus(s.king_target, king_danger(p, us, king, s.occupied))
    if bb_any(checkers):
        if bb_many(checkers):
            s.target = bb_empty()
        else:
            checker = bb_first(checkers)
            s.target = bb_and(s.target, bb_or(TABLES.between[king][checker], checkers))
    s.pinned = bb_and(pinned_pieces(p, us, s.occupied), movers)
    s.free = bb_minus(movers, bb_or(s.pinned, TABLES.square[king]))


# ---- adding moves to a list, or to a count ---------------------------------------------------


cdef inline int add_moves(
        move_t* moves, int n, int code, Bitboard targets, bint counting) noexcept nogil:
    """Add ``code | target`` for each target."""
    if counting:
        return n + bb_count(targets)
    while bb_any(targets):
        moves[n] = <move_t>(code | bb_pop(&targets))
        n += 1
    return n


cdef inline int add_shifted(
        move_t* moves, int n, int offset, int flag, Bitboard targets, bint counting) noexcept nogil:
    """Add a move to each target from ``target + offset``."""
    cdef int to
    if counting:
        return n + bb_count(targets)
    while bb_any(targets):
        to = bb_pop(&targets)
        moves[n] = <move_t>(to | to + offset << FROM_SHIFT | flag)
        n += 1
    return n


cdef inline int add_piece_moves(
        move_t* moves, int n, int us, int piece_type, int square, Bitboard targets,
        bint counting) noexcept nogil:
    """Add one man's moves, with every choice of promotion that the rules leave."""
    cdef int code = square << FROM_SHIFT
    if is_promotable(piece_type):
        n = add_moves(moves, n, code | PROMOTION_FLAG,
                      bb_and(targets, TABLES.promotion[us][square]), counting)
        if piece_type <= KNIGHT:
            targets = bb_and(targets, ranks_bb(live_ranks(us, piece_type)))
    return add_moves(moves, n, code, targets, counting)


# ---- moves on the board ----------------------------------------------------------------------


cdef inline int pawn_moves(const Position* p, const Scope* s, int us, move_t* moves, int n,
                           bint counting) noexcept nogil:
    """Add the unpinned pawns' moves, all pawns at once."""
    cdef Bitboard pawns = bb_and(p.kind[PAWN], s.free)
    cdef Bitboard zone, ahead
    cdef int offset
    # A pawn on its last rank, where it should not be, would come out of the shift on the rank
    # next to its own side; both masks leave that rank out.
    if us == BLACK:
        ahead = bb_and(bb_shift_down(pawns, 1), s.target)
        zone = ranks_bb(0x007)
        offset = 1
    else:
        ahead = bb_and(bb_shift_up(pawns, 1), s.target)
        zone = ranks_bb(0x1c0)
        offset = -1
    n = add_shifted(moves, n, offset, PROMOTION_FLAG, bb_and(ahead, zone), counting)
    return add_shifted(moves, n, offset, 0, bb_and(ahead, ranks_bb(0x0fe)), counting)


cdef inline int knight_moves(const Position* p, const Scope* s, int us, move_t* moves, int n,
                             bint counting) noexcept nogil:
    """Add the unpinned knights' moves, towards file 1, then towards file 9."""
    cdef Bitboard knights = bb_and(p.kind[KNIGHT], s.free)
    cdef Bitboard zone, to_file_1, to_file_9
    cdef int offset
    if not bb_any(knights):
        return n
    # As for pawns: what a shift carries over the edge lands on ranks that both masks leave out.
    if us == BLACK:
        to_file_1 = bb_and(bb_shift_down(knights, 11), s.target)
        to_file_9 = bb_and(bb_shift_up(knights, 7), s.target)
        zone = ranks_bb(0x007)
        offset = 2
    else:
        to_file_1 = bb_and(bb_shift_down(knights, 7), s.target)
        to_file_9 = bb_and(bb_shift_up(knights, 11), s.target)
        zone = ranks_bb(0x1c0)
        offset = -2
    n = add_shifted(moves, n, offset + 9, PROMOTION_FLAG, bb_and(to_file_1, zone), counting)
    n = add_shifted(moves, n, offset + 9, 0, bb_and(to_file_1, ranks_bb(0x07c)), counting)
    n = add_shifted(moves, n, offset - 9, PROMOTION_FLAG, bb_and(to_file_9, zone), counting)
    return add_shifted(moves, n, offset - 9, 0, bb_and(to_file_9, ranks_bb(0x07c)), counting)
