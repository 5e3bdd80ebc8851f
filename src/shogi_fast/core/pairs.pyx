# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The last two plies of a perft, counted together; exact always.

Most moves change little of what the opponent can answer. So the answers are counted once, as if
we passed, and each of our moves corrects that number by what it changes:

* lines: an enemy slider sees farther through the square a man left, less far past the one it
  went to (``lines_after``);
* drops: the square left can be dropped on, the other no longer (``droppable``);
* the enemy king may step where the man no longer attacks, not where it now does
  (``answers_after``).

What else a move may change makes it *exact*: it is made, and the answers are counted. That is a
move that captures, checks, changes a pin, or opens or closes one of our lines to the surroundings
of the enemy king. Where a pawn that the opponent drops might be mate, so are our king's moves, and
those that touch what decides it. In check, all are.

Moves that need none of the corrections, and all drops of a kind, are counted as whole sets.
"""

from libc.stdint cimport int16_t, int64_t

from shogi_fast.core.attacks cimport TABLES
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_count,
    bb_empty,
    bb_equal,
    bb_full,
    bb_has,
    bb_many,
    bb_meet,
    bb_minus,
    bb_or,
    bb_pop,
    bb_shift_down,
    bb_shift_up,
    bb_xor,
)
from shogi_fast.core.drops cimport live_ranks, pawn_drop_files, pin_line, promotion_ranks, ranks_bb
from shogi_fast.core.movegen cimport count_legal, generate_legal, pawn_drop_targets
from shogi_fast.core.outlook cimport (
    Outlook,
    answers_after,
    droppable,
    line_attacks,
    lines_after,
    look,
    note_pawn_mate,
)
from shogi_fast.core.position cimport Undo, hand_count, make_move, unmake_move
from shogi_fast.core.scope cimport Scope, survey
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
    PROMOTED,
    PROMOTION_FLAG,
    ROOK,
    SILVER,
    SQUARES,
    WHITE,
    is_promotable,
    make_piece,
    opponent,
    type_of,
)

cdef enum:
    STEPS = 0                # the kind of a man that does not move along lines


# ---- moves that are made -----------------------------------------------------------------------


cdef int64_t count_after(Position* p, move_t move) noexcept nogil:
    """Return the number of answers to a move by making it."""
    cdef Undo undo
    cdef int64_t answers
    make_move(p, move, &undo, False)
    answers = count_legal(p)
    unmake_move(p, &undo, False)
    return answers


cdef inline int64_t count_after_each(Position* p, int code, Bitboard targets) noexcept nogil:
    """Return the number of answers to ``code | target``, over all targets."""
    cdef int64_t answers = 0
    while bb_any(targets):
        answers += count_after(p, <move_t>(code | bb_pop(&targets)))
    return answers


cdef int64_t count_one_by_one(Position* p, move_t* moves) noexcept nogil:
    cdef int64_t answers = 0
    cdef int i
    for i in range(generate_legal(p, moves)):
        answers += count_after(p, moves[i])
    return answers


# ---- one man's moves ---------------------------------------------------------------------------


cdef inline bint pins_from(
        const Outlook* o, int kind, int to, Bitboard occupied) noexcept nogil:
    """Say whether a slider of ours pins a man to their king from a square."""
    cdef Bitboard between
    if not bb_has(TABLES.rook_lines[o.king] if kind == ROOK
                  else TABLES.bishop_lines[o.king] if kind == BISHOP
                  else TABLES.lance_lines[o.them][o.king], to):
        return False
    between = bb_and(TABLES.between[o.king][to], occupied)
    return not bb_many(between) and bb_meet(between, o.theirs)


cdef inline int64_t plain_answers(
        const Outlook* o, int origin, Bitboard targets) noexcept nogil:
    """Return the answers to moves of one man that change nothing but the squares to drop on."""
    cdef int64_t answers = o.answers * bb_count(targets)
    if o.drops:
        answers += bb_count(targets) * droppable(o, TABLES.square[origin]) - droppable(o, targets)
    return answers


cdef inline int64_t quiet_moves(
        Position* p, const Outlook* o, int us, int kind, int piece, int placed, int origin,
        Bitboard targets, Bitboard exact) noexcept nogil:
    """Return the answers to moves of one man that capture nothing.

    ``placed`` is what it becomes; ``exact`` holds squares to which the moves are to be made.
    """
    cdef int them = opponent(us)
    cdef int code = origin << FROM_SHIFT
    # A promoted lance steps as a gold.
    cdef bint along_lines = kind != STEPS and (kind != LANCE or placed == piece)
    cdef int64_t answers
    cdef Bitboard freed, special, occupied, attacks
    cdef int to
    if placed != piece:
        code |= PROMOTION_FLAG
    exact = bb_or(exact, o.exact_to)
    # Whence it checks by a step.
    exact = bb_or(exact, TABLES.step[make_piece(them, type_of(placed))][o.king])
    if bb_has(o.exact_from, origin):
        exact = bb_full()
    if kind != STEPS and o.front != NO_SQUARE:
        # It would take the pawn from there, or no longer does from where it was.
        attacks = bb_or(TABLES.rook_lines[o.front], TABLES.bishop_lines[o.front])
        exact = bb_full() if bb_has(attacks, origin) else bb_or(exact, attacks)
    exact = bb_and(exact, targets)
    answers = count_after_each(p, code, exact)
    targets = bb_minus(targets, exact)
    if not bb_any(targets):
        return answers
    freed = TABLES.step[piece][origin]
    if kind != STEPS:
        freed = bb_or(freed, line_attacks(kind, us, origin, o.without_king))
    freed = bb_and(freed, o.guarded_once)
    special = targets
    if not bb_any(freed) and not bb_has(o.seen, origin):
        special = o.seen
        if kind == STEPS or type_of(placed) > KING:
            special = bb_or(special, o.near)
        if kind != STEPS:
            special = bb_or(special, TABLES.rook_zone[o.king] if kind == ROOK
                            else TABLES.bishop_zone[o.king] if kind == BISHOP
                            else TABLES.lance_zone[them][o.king])
        special = bb_and(special, targets)
        targets = bb_minus(targets, special)
        answers += plain_answers(o, origin, targets)
    while bb_any(special):
        to = bb_pop(&special)
        attacks = TABLES.step[placed][to]
        if along_lines:
            occupied = bb_xor(o.without_king, bb_or(TABLES.square[origin], TABLES.square[to]))
            attacks = bb_or(attacks, line_attacks(kind, us, to, occupied))
            if bb_has(attacks, o.king) or pins_from(o, kind, to, occupied):
                answers += count_after(p, <move_t>(code | to))
                continue
        answers += answers_after(o, origin, to, freed, attacks)
    return answers


cdef inline int64_t man_answers(Position* p, const Outlook* o, int us, int kind, int piece,
                                int origin, Bitboard targets) noexcept nogil:
    """Return the answers to all moves of one man: captures, promotions and others."""
    cdef Bitboard taken = bb_and(targets, o.theirs)
    cdef Bitboard quiet = bb_minus(targets, taken)
    cdef Bitboard zone
    cdef int64_t answers = 0
    if is_promotable(type_of(piece)):
        zone = TABLES.promotion[us][origin]
        answers = count_after_each(p, origin << FROM_SHIFT | PROMOTION_FLAG, bb_and(taken, zone))
        if bb_meet(quiet, zone):
            answers += quiet_moves(p, o, us, kind, piece, piece | PROMOTED, origin,
                                   bb_and(quiet, zone), bb_empty())
        if type_of(piece) <= KNIGHT:
            zone = ranks_bb(live_ranks(us, type_of(piece)))
            quiet = bb_and(quiet, zone)
            taken = bb_and(taken, zone)
    answers += count_after_each(p, origin << FROM_SHIFT, taken)
    return answers + quiet_moves(p, o, us, kind, piece, piece, origin, quiet, bb_empty())


# ---- all moves on the board --------------------------------------------------------------------


cdef inline Bitboard ahead_of(Bitboard squares, int us) noexcept nogil:
    """Return the squares one step ahead; from the last rank this leads astray."""
    return bb_shift_down(squares, 1) if us == BLACK else bb_shift_up(squares, 1)


cdef struct Trouble:
    # What is not plain: men on one set of squares, moves to another. A step near their king may
    # change what it guards there; a promotion gives a choice.
    Bitboard leaving
    Bitboard arriving


cdef inline int64_t pawn_answers(Position* p, const Outlook* o, const Scope* s, const Trouble* t,
                                 int us) noexcept nogil:
    """Return the answers to all moves of the unpinned pawns, the plain ones at once."""
    cdef int piece = make_piece(us, PAWN)
    cdef Bitboard targets, plain
    cdef int64_t answers
    cdef int to
    # See pawn_moves in scope.pxd for the rank left out.
    targets = bb_and(ahead_of(bb_and(p.kind[PAWN], s.free), us), s.target)
    targets = bb_and(targets, ranks_bb(0x0ff if us == BLACK else 0x1fe))
    plain = bb_minus(targets, bb_or(t.arriving, ahead_of(t.leaving, us)))
    answers = o.answers * bb_count(plain)
    if o.drops:
        answers += droppable(o, ahead_of(plain, opponent(us))) - droppable(o, plain)
    targets = bb_minus(targets, plain)
    while bb_any(targets):
        to = bb_pop(&targets)
        answers += man_answers(
            p, o, us, STEPS, piece, to + 1 if us == BLACK else to - 1, TABLES.square[to])
    return answers


cdef inline int64_t line_answers(Position* p, const Outlook* o, const Scope* s, const Trouble* t,
                                 int us, int kind) noexcept nogil:
    """Return the answers to the moves of all men of one kind that moves along lines."""
    cdef Bitboard men = bb_and(p.kind[kind], bb_or(s.free, s.pinned))
    cdef Bitboard zone = (TABLES.rook_zone[o.king] if kind == ROOK
                          else TABLES.bishop_zone[o.king] if kind == BISHOP
                          else TABLES.lance_zone[o.them][o.king])
    cdef Bitboard attacks, targets
    cdef int64_t answers = 0
    cdef int square, piece
    while bb_any(men):
        square = bb_pop(&men)
        piece = p.board[square]
        attacks = bb_or(TABLES.step[piece][square], line_attacks(kind, us, square, s.occupied))
        targets = bb_and(attacks, s.target)
        if bb_has(s.pinned, square):
            targets = bb_and(targets, pin_line(s.king, square))
        if not bb_any(targets):
            continue
        if (bb_has(t.leaving, square) or bb_meet(targets, bb_or(t.arriving, zone))
                or bb_meet(attacks, o.guarded_once) or o.front != NO_SQUARE):
            answers += man_answers(p, o, us, kind, piece, square, targets)
        else:
            answers += plain_answers(o, square, targets)
    return answers


cdef inline int64_t king_answers(Position* p, const Outlook* o, const Scope* s, const Trouble* t,
                                 int us) noexcept nogil:
    """Return the answers to all our king's moves."""
    cdef int piece = make_piece(us, KING)
    cdef Bitboard taken = bb_and(s.king_target, o.theirs)
    cdef Bitboard quiet = bb_minus(s.king_target, taken)
    cdef Bitboard exact = bb_empty()
    cdef int64_t answers
    if not bb_any(s.king_target):
        return 0
    if o.front != NO_SQUARE:
        exact = bb_full()
    elif o.drops and bb_any(o.pawn_squares):
        # On a file where they may drop a pawn it might be mate.
        exact = pawn_drop_files(p, opponent(us))
    elif not bb_has(t.leaving, s.king) and not bb_meet(s.king_target, t.arriving):
        return plain_answers(o, s.king, quiet)
    answers = count_after_each(p, s.king << FROM_SHIFT, taken)
    return answers + quiet_moves(p, o, us, STEPS, piece, piece, s.king, quiet, exact)


cdef inline int64_t board_answers(
        Position* p, const Outlook* o, const Scope* s, int us) noexcept nogil:
    """Return the answers to all our moves on the board."""
    cdef Bitboard sliders = bb_or(bb_or(p.kind[LANCE], p.kind[BISHOP]), p.kind[ROOK])
    cdef Trouble t
    cdef Bitboard men, targets
    cdef int64_t answers
    cdef int square, piece
    targets = bb_or(bb_or(o.seen, o.near), ranks_bb(promotion_ranks(us)))
    t.leaving = bb_or(targets, o.exact_from)
    t.arriving = bb_or(targets, bb_or(o.exact_to, o.theirs))
    answers = pawn_answers(p, o, s, &t, us) + king_answers(p, o, s, &t, us)
    answers += line_answers(p, o, s, &t, us, LANCE)
    answers += line_answers(p, o, s, &t, us, BISHOP)
    answers += line_answers(p, o, s, &t, us, ROOK)
    men = bb_and(s.free, bb_or(bb_or(p.kind[KNIGHT], p.kind[SILVER]), p.kind[GOLD]))
    men = bb_or(men, bb_minus(s.pinned, sliders))
    while bb_any(men):
        square = bb_pop(&men)
        piece = p.board[square]
        targets = bb_and(TABLES.step[piece][square], s.target)
        if bb_has(s.pinned, square):
            targets = bb_and(targets, pin_line(s.king, square))
        if not bb_any(targets):
            continue
        if bb_has(t.leaving, square) or bb_meet(targets, t.arriving):
            answers += man_answers(p, o, us, STEPS, piece, square, targets)
        else:
            answers += plain_answers(o, square, targets)
    return answers


# ---- drops -------------------------------------------------------------------------------------


cdef inline Bitboard whence(
        int kind, int them, int square, Bitboard occupied) noexcept nogil:
    """Return the squares from which a man of ours, unpromoted, attacks one of theirs."""
    if kind == LANCE or kind == BISHOP or kind == ROOK:
        return line_attacks(kind, them, square, occupied)
    return TABLES.step[make_piece(them, kind)][square]


cdef inline int64_t drop_answers(
        Position* p, const Outlook* o, const Scope* s, int us) noexcept nogil:
    """Return the answers to all our drops, those of a kind at once."""
    cdef int them = opponent(us)
    cdef Bitboard empty = bb_minus(s.target, s.occupied)
    cdef Bitboard shadowing = bb_and(o.seen, empty)
    cdef Bitboard squares, exact, checks, found
    cdef int16_t[SQUARES] lost       # moves along lines, by the square that a drop blocks
    cdef int64_t all_lost = 0
    cdef int64_t answers = 0
    cdef int kind, square
    found = shadowing
    while bb_any(found):
        square = bb_pop(&found)
        lost[square] = <int16_t>lines_after(o, TABLES.square[square])
        all_lost += lost[square]
    for kind in range(PAWN, KING):
        if hand_count(p, us, kind) == 0:
            continue
        squares = bb_and(empty, ranks_bb(live_ranks(us, kind)))
        if kind == PAWN:
            squares = pawn_drop_targets(p, empty)
        checks = whence(kind, them, o.king, o.occupied)
        exact = bb_or(o.exact_to, checks)
        if kind == LANCE or kind == BISHOP or kind == ROOK:
            # From behind a man of theirs it pins that.
            exact = bb_or(exact, line_attacks(
                kind, them, o.king, bb_xor(o.occupied, bb_and(checks, o.theirs))))
            if o.front != NO_SQUARE:
                # From there it takes the pawn.
                exact = bb_or(exact, line_attacks(kind, them, o.front, o.occupied))
        exact = bb_and(exact, squares)
        answers += count_after_each(p, DROP_FROM + kind << FROM_SHIFT, exact)
        squares = bb_minus(squares, exact)
        answers += bb_count(squares) * o.answers - droppable(o, squares)
        found = o.steps
        while bb_any(found):
            square = bb_pop(&found)
            answers -= bb_count(bb_and(squares, whence(kind, them, square, o.without_king)))
        found = bb_and(squares, o.seen)
        if bb_equal(found, shadowing):
            answers += all_lost
        else:
            while bb_any(found):
                answers += lost[bb_pop(&found)]
    return answers


# ---- whole positions ---------------------------------------------------------------------------


cdef inline int64_t pairs_for(Position* p, int us) noexcept nogil:
    cdef Outlook o
    cdef Scope s
    cdef int64_t answers
    look(&o, p, us)
    if o.drops and bb_any(o.pawn_squares):
        note_pawn_mate(&o, p, us)
    survey(p, &s, us, bb_full(), bb_full())
    answers = board_answers(p, &o, &s, us)
    if p.hand[us] != 0:
        answers += drop_answers(p, &o, &s, us)
    return answers


cdef uint64_t count_pairs(Position* p, move_t* moves) noexcept nogil:
    if (bb_any(p.checkers) or p.exposed
            or p.king[BLACK] == NO_SQUARE or p.king[WHITE] == NO_SQUARE):
        return count_one_by_one(p, moves)
    # The color is a constant to each of the two calls, so the compiler makes a version for each.
    if p.side == BLACK:
        return pairs_for(p, BLACK)
    return pairs_for(p, WHITE)
