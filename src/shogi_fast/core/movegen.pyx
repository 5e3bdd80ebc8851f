# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Strictly legal moves. What each function is for stands in movegen.pxd.

Nothing is generated and then thrown away. A Scope holds what the whole position says about a
turn: where men other than the king may go (``target``: when in check only squares that end it),
which are pinned, and which squares the king must not step on. Lists and counts are the same code:
``us`` and ``counting`` are constants where it is called for whole turns, and setup.py has this
module's ``cdef inline`` functions inlined always, so that each is compiled for itself.
"""

from libc.stdint cimport uint64_t

from shogi_fast.core.attacks cimport (
    TABLES,
    bishop_attacks,
    lance_attacks,
    piece_attacks,
    rook_attacks,
)
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_count,
    bb_empty,
    bb_first,
    bb_full,
    bb_has,
    bb_many,
    bb_minus,
    bb_or,
    bb_pop,
    bb_shift_down,
    bb_shift_up,
    word_popcount,
)
from shogi_fast.core.drops cimport (
    is_pawn_drop_mate,
    live_ranks,
    pawn_check_square,
    pawn_drop_files,
    pin_line,
    pinned_pieces,
    ranks_bb,
)
from shogi_fast.core.position cimport (
    Position,
    Undo,
    make_move,
    occupied_by_any,
)
from shogi_fast.core.types cimport (
    BISHOP,
    BLACK,
    DROP_FROM,
    FROM_SHIFT,
    GOLD,
    KING,
    KNIGHT,
    LANCE,
    NO_SQUARE,
    PAWN,
    PROMOTION_FLAG,
    ROOK,
    SILVER,
    WHITE,
    is_promotable,
    make_move_code,
    make_piece,
    move_t,
    opponent,
    type_of,
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


cdef inline int board_moves(const Position* p, const Scope* s, int us, move_t* moves,
                            bint counting) noexcept nogil:
    """List or count the moves of men on the board. Returns their number."""
    cdef int n = 0
    cdef int square, piece
    cdef Bitboard men, targets
    if bb_any(s.target):
        n = pawn_moves(p, s, us, moves, n, counting)
        n = knight_moves(p, s, us, moves, n, counting)
        men = bb_and(p.kind[LANCE], s.free)
        while bb_any(men):
            square = bb_pop(&men)
            targets = bb_and(lance_attacks(us, square, s.occupied), s.target)
            n = add_piece_moves(moves, n, us, LANCE, square, targets, counting)
        men = bb_and(p.kind[SILVER], s.free)
        while bb_any(men):
            square = bb_pop(&men)
            targets = bb_and(TABLES.step[make_piece(us, SILVER)][square], s.target)
            n = add_piece_moves(moves, n, us, SILVER, square, targets, counting)
        men = bb_and(p.kind[GOLD], s.free)
        while bb_any(men):
            square = bb_pop(&men)
            targets = bb_and(TABLES.step[make_piece(us, GOLD)][square], s.target)
            n = add_piece_moves(moves, n, us, GOLD, square, targets, counting)
        men = bb_and(p.kind[BISHOP], s.free)
        while bb_any(men):
            square = bb_pop(&men)
            piece = p.board[square]
            targets = bb_or(bishop_attacks(square, s.occupied), TABLES.step[piece][square])
            n = add_piece_moves(
                moves, n, us, type_of(piece), square, bb_and(targets, s.target), counting)
        men = bb_and(p.kind[ROOK], s.free)
        while bb_any(men):
            square = bb_pop(&men)
            piece = p.board[square]
            targets = bb_or(rook_attacks(square, s.occupied), TABLES.step[piece][square])
            n = add_piece_moves(
                moves, n, us, type_of(piece), square, bb_and(targets, s.target), counting)
        men = s.pinned
        while bb_any(men):
            square = bb_pop(&men)
            piece = p.board[square]
            targets = bb_and(piece_attacks(piece, square, s.occupied), s.target)
            targets = bb_and(targets, pin_line(s.king, square))
            n = add_piece_moves(moves, n, us, type_of(piece), square, targets, counting)
    if bb_any(s.king_target):
        n = add_moves(moves, n, s.king << FROM_SHIFT, s.king_target, counting)
    return n


# ---- drops -----------------------------------------------------------------------------------


cdef bint has_answer(const Position* p) noexcept nogil:
    """Say whether a side in check from a pawn beside its king can move: no drop can help it."""
    cdef Scope s
    survey(p, &s, p.side, bb_full(), bb_full())
    return board_moves(p, &s, p.side, NULL, True) != 0


cdef bint pawn_drop_mates(const Position* p, int to) noexcept nogil:
    """Say whether a pawn dropped on ``to``, where it checks, is mate.

    Where the enemy king is attacked already, two checks meet: then the drop is made and the
    answers are looked for.
    """
    cdef Position after
    cdef Undo undo
    if not p.exposed:
        return is_pawn_drop_mate(p, to)
    after = p[0]
    make_move(&after, make_move_code(DROP_FROM + PAWN, to, False), &undo, False)
    return not has_answer(&after)


cdef inline Bitboard pawn_drop_targets(
        const Position* p, int us, Bitboard squares) noexcept nogil:
    """Return those of some empty squares on which the side to move may drop a pawn."""
    cdef int checking = pawn_check_square(p, us)
    squares = bb_and(squares, bb_and(pawn_drop_files(p, us), ranks_bb(live_ranks(us, PAWN))))
    if checking != NO_SQUARE and bb_has(squares, checking) and pawn_drop_mates(p, checking):
        squares = bb_minus(squares, TABLES.square[checking])
    return squares


cdef inline int drop_moves(const Position* p, const Scope* s, int us, move_t* moves, int n,
                           bint counting) noexcept nogil:
    """List or count drops, after n moves. Returns the new number."""
    cdef uint64_t hand = p.hand[us]
    cdef uint64_t kinds
    cdef Bitboard squares
    cdef int piece_type
    if hand == 0:
        return n
    squares = bb_minus(s.target, s.occupied)
    if not bb_any(squares):
        return n
    # Bit 8 * t + 7 for each type t in hand: no count comes near 128.
    kinds = hand + <uint64_t>0x7f7f7f7f7f7f7f7f & <uint64_t>0x8080808080808080
    if kinds >> 8 * PAWN + 7 & 1:
        n = add_moves(moves, n, DROP_FROM + PAWN << FROM_SHIFT,
                      pawn_drop_targets(p, us, squares), counting)
    if kinds >> 8 * LANCE + 7 & 1:
        n = add_moves(moves, n, DROP_FROM + LANCE << FROM_SHIFT,
                      bb_and(squares, ranks_bb(live_ranks(us, LANCE))), counting)
    if kinds >> 8 * KNIGHT + 7 & 1:
        n = add_moves(moves, n, DROP_FROM + KNIGHT << FROM_SHIFT,
                      bb_and(squares, ranks_bb(live_ranks(us, KNIGHT))), counting)
    kinds >>= 8 * SILVER
    if counting:
        return n + word_popcount(kinds) * bb_count(squares)
    for piece_type in range(SILVER, KING):
        if kinds & 0xff:
            n = add_moves(moves, n, DROP_FROM + piece_type << FROM_SHIFT, squares, False)
        kinds >>= 8
    return n


# ---- whole turns -----------------------------------------------------------------------------


cdef inline int generate_for(const Position* p, int us, move_t* moves) noexcept nogil:
    cdef Scope s
    survey(p, &s, us, bb_full(), bb_full())
    return drop_moves(p, &s, us, moves, board_moves(p, &s, us, moves, False), False)


cdef inline int count_for(const Position* p, int us) noexcept nogil:
    cdef Scope s
    survey(p, &s, us, bb_full(), bb_full())
    return drop_moves(p, &s, us, NULL, board_moves(p, &s, us, NULL, True), True)


# The color is a constant to each of the two calls below, so the compiler makes a version for each.


cdef int generate_legal(const Position* p, move_t* moves) noexcept nogil:
    if p.side == BLACK:
        return generate_for(p, BLACK, moves)
    return generate_for(p, WHITE, moves)


cdef int count_legal(const Position* p) noexcept nogil:
    if p.side == BLACK:
        return count_for(p, BLACK)
    return count_for(p, WHITE)


cdef int generate_board_moves(
        const Position* p, move_t* moves, Bitboard from_mask, Bitboard to_mask) noexcept nogil:
    cdef Scope s
    survey(p, &s, p.side, from_mask, to_mask)
    return board_moves(p, &s, p.side, moves, False)


cdef int generate_drops(const Position* p, move_t* moves, Bitboard to_mask) noexcept nogil:
    cdef Scope s
    survey(p, &s, p.side, bb_empty(), to_mask)
    return drop_moves(p, &s, p.side, moves, 0, False)


# ---- one move --------------------------------------------------------------------------------
