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
    bb_full,
    bb_has,
    bb_minus,
    bb_or,
    bb_pop,
    word_popcount,
)
from shogi_fast.core.drops cimport (
    is_pawn_drop_mate,
    live_ranks,
    pawn_check_square,
    pawn_drop_files,
    pin_line,
    ranks_bb,
)
from shogi_fast.core.position cimport Position, Undo, make_move
from shogi_fast.core.scope cimport (
    Scope,
    add_moves,
    add_piece_moves,
    knight_moves,
    pawn_moves,
    survey,
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
    ROOK,
    SILVER,
    WHITE,
    make_move_code,
    make_piece,
    move_t,
    type_of,
)


# ---- moves on the board ----------------------------------------------------------------------


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


cdef inline Bitboard pawn_targets(
        const Position* p, int us, Bitboard squares) noexcept nogil:
    """Return those of some empty squares on which the side to move may drop a pawn."""
    cdef int checking = pawn_check_square(p, us)
    squares = bb_and(squares, bb_and(pawn_drop_files(p, us), ranks_bb(live_ranks(us, PAWN))))
    if checking != NO_SQUARE and bb_has(squares, checking) and pawn_drop_mates(p, checking):
        squares = bb_minus(squares, TABLES.square[checking])
    return squares


cdef Bitboard pawn_drop_targets(const Position* p, Bitboard squares) noexcept nogil:
    return pawn_targets(p, p.side, squares)


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
                      pawn_targets(p, us, squares), counting)
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
