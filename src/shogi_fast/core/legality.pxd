# cython: language_level=3, cdivision=True
"""The test of a single move, without a list: inline, as ``push`` asks it at each move.

The functions take the code of any Move, as nothing is read out of bounds then. The null move is no
man's move, and so never legal.
"""

from libc.stdint cimport uint32_t

from shogi_fast.core.attacks cimport TABLES
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_any,
    bb_first,
    bb_has,
    bb_many,
    bb_meet,
    bb_minus,
    bb_or,
)
from shogi_fast.core.drops cimport pawn_check_square, pawn_drop_files
from shogi_fast.core.movegen cimport pawn_drop_mates
from shogi_fast.core.position cimport (
    Position,
    Undo,
    attackers_to,
    discovered_checkers,
    hand_count,
    is_in_line,
    make_move,
    occupied_by_any,
)
from shogi_fast.core.types cimport (
    BLACK,
    DROP_FROM,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    PROMOTION_FLAG,
    is_promotable,
    make_piece,
    move_from,
    move_t,
    move_to,
    opponent,
    type_of,
)


cdef inline uint32_t men_of(int color) noexcept nogil:
    """Return the pieces of a color, counted from bit 0 by code."""
    return 0x00007ffe if color == BLACK else 0x7ffe0000


cdef inline uint32_t targets_of(int color) noexcept nogil:
    """Return what a color's man may move to: no piece, or one of the opponent's but the king."""
    return 0x7efe0001 if color == BLACK else 0x00007eff


cdef inline bint can_be_made(const Position* p, move_t move) noexcept nogil:
    """Say whether making a move leaves a consistent position, be it a man's way or not.

    A man of the side to move goes from where it stands to where none of its own stands, nor the
    enemy king; it promotes only if its kind does. Or a man in hand is dropped where none stands.
    """
    cdef int us = p.side
    cdef int target = p.board[move_to(move)]
    cdef int origin = move_from(move)
    cdef int piece
    if origin > DROP_FROM:
        return target == NO_PIECE and hand_count(p, us, origin - DROP_FROM) != 0
    piece = p.board[origin]
    return men_of(us) >> piece & targets_of(us) >> target & 1 and (
        not move & PROMOTION_FLAG or is_promotable(type_of(piece)))


cdef inline bint moves_so(const Position* p, move_t move) noexcept nogil:
    """Say whether a move that can be made is one that the man makes, as it moves or is dropped.

    The safety of one's own king, two pawns on a file and pawn-drop mate are not looked at.
    """
    cdef int to = move_to(move)
    cdef int origin = move_from(move)
    cdef int piece
    if origin > DROP_FROM:
        return TABLES.able[to] >> make_piece(p.side, origin - DROP_FROM) & 1
    piece = p.board[origin]
    if not (TABLES.reach[TABLES.relation[to][origin]] >> piece & 1):
        return False
    if bb_meet(TABLES.between[to][origin], occupied_by_any(p)):
        return False
    if move & PROMOTION_FLAG:
        return bb_has(TABLES.promotion[p.side][origin], to)
    return TABLES.able[to] >> piece & 1


cdef inline bint keeps_king_safe(const Position* p, move_t move) noexcept nogil:
    """Say whether a move that can be made leaves one's own king unattacked."""
    cdef int us = p.side
    cdef int king = p.king[us]
    cdef int to = move_to(move)
    cdef int origin = move_from(move)
    cdef Bitboard occupied, opened
    if king == NO_SQUARE:
        return True
    if origin == king:
        return not bb_any(attackers_to(
            p, opponent(us), to, bb_minus(occupied_by_any(p), TABLES.square[king])))
    if bb_any(p.checkers) and (bb_many(p.checkers) or not bb_has(
            bb_or(p.checkers, TABLES.between[king][bb_first(p.checkers)]), to)):
        return False
    if origin > DROP_FROM or not is_in_line(king, origin):
        return True
    # The line from the king through the origin, with the man gone from there and on `to`. A
    # slider taken on that line no longer counts.
    occupied = bb_or(bb_minus(occupied_by_any(p), TABLES.square[origin]), TABLES.square[to])
    opened = discovered_checkers(p, opponent(us), king, origin, occupied)
    return not bb_any(bb_minus(opened, TABLES.square[to]))


cdef inline bint is_legal(const Position* p, move_t move) noexcept nogil:
    cdef int to
    if not (can_be_made(p, move) and moves_so(p, move) and keeps_king_safe(p, move)):
        return False
    if move_from(move) != DROP_FROM + PAWN:
        return True
    to = move_to(move)
    return bb_has(pawn_drop_files(p, p.side), to) and not (
        to == pawn_check_square(p, p.side) and pawn_drop_mates(p, to))


cdef inline bint gives_check(const Position* p, move_t move) noexcept nogil:
    """Say whether a legal move leaves the enemy king attacked."""
    cdef int us = p.side
    cdef int king = p.king[opponent(us)]
    cdef int to = move_to(move)
    cdef int origin = move_from(move)
    cdef bint drop = origin > DROP_FROM
    cdef Bitboard occupied = bb_or(occupied_by_any(p), TABLES.square[to])
    cdef Position after
    cdef Undo undo
    cdef int placed
    if p.exposed:
        # The king is attacked already, perhaps by men that have nothing to do with the move.
        after = p[0]
        make_move(&after, move, &undo, False)
        return bb_any(after.checkers)
    if king == NO_SQUARE:
        return False
    if drop:
        placed = make_piece(us, origin - DROP_FROM)
    else:
        placed = p.board[origin] | move >> 11 & 8
        occupied = bb_minus(occupied, TABLES.square[origin])
    if (TABLES.reach[TABLES.relation[king][to]] >> placed & 1
            and not bb_meet(TABLES.between[king][to], occupied)):
        return True
    # The man itself no longer stands on its origin, if it is a slider.
    return not drop and is_in_line(king, origin) and bb_any(bb_minus(
        discovered_checkers(p, us, king, origin, occupied), TABLES.square[origin]))
