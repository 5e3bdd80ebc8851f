# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The last two plies of a perft, counted together; exact always.

Most moves change little of what the opponent can answer. So the answers are counted once, as if
we passed, and each of our moves corrects that number by what it changes:

* lines: an enemy slider sees farther through the square a man left, less far past the one it
  went to (``lines_after``);
* drops: the square left can be dropped on, the other no longer (``droppable``);
* the enemy king may step where the man no longer attacks, not where it now does (``flights``).

What else a move may change makes it *exact*: it is made, and the answers are counted. That is a
move that captures, checks, changes a pin, or opens or closes one of our lines to the surroundings
of the enemy king. Where the opponent's pawn drop might be mate, or in check, all moves are exact.

Moves that need none of the corrections, and all drops of a kind, are counted as whole sets.
"""

from libc.stdint cimport int16_t, int64_t

from shogi_fast.core.attacks cimport (
    TABLES,
    bishop_attacks,
    lance_attacks,
    rook_attacks,
)
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_count,
    bb_empty,
    bb_equal,
    bb_fill_files,
    bb_first,
    bb_full,
    bb_has,
    bb_make,
    bb_many,
    bb_meet,
    bb_minus,
    bb_or,
    bb_pop,
    bb_shift_down,
    bb_shift_up,
    bb_xor,
)
from shogi_fast.core.drops cimport (
    live_ranks,
    pawn_check_square,
    pawn_drop_files,
    pin_line,
    pinned_pieces,
    promotion_ranks,
    ranks_bb,
)
from shogi_fast.core.movegen cimport count_legal, generate_legal, pawn_drop_mates
from shogi_fast.core.position cimport (
    GREAT,
    Undo,
    hand_count,
    is_great,
    is_in_line,
    make_move,
    occupied_by_any,
    unmake_move,
)
from shogi_fast.core.scope cimport (
    Scope,
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
    MAX_PIECES,
    NO_SQUARE,
    PAWN,
    PROMOTED,
    PROMOTION_FLAG,
    ROOK,
    SILVER,
    WHITE,
    is_promotable,
    make_piece,
    opponent,
    type_of,
)


cdef struct Line:
    # An enemy lance, bishop, rook, horse or dragon: what it attacks along lines.
    Bitboard attacks
    Bitboard plain           # where it may go without promoting
    Bitboard promoting       # where it may go and promote
    int square
    int kind                 # LANCE, BISHOP or ROOK
    int moves                # how many it has along lines


cdef struct Outlook:
    # What the opponent could answer if we passed, and which of our moves change that.
    int us
    int them
    int king                 # theirs
    Bitboard occupied
    Bitboard theirs
    Bitboard without_king    # occupied, their king lifted
    int64_t answers          # had we passed
    # Their drops: kinds that can go anywhere, and where the others can (empty if not in hand).
    bint drops
    int kinds
    Bitboard lance_squares
    Bitboard knight_squares
    Bitboard pawn_squares
    Bitboard steps           # their king may step there
    Bitboard guarded_once    # next to their king, not theirs, attacked by one man of ours
    Bitboard seen            # attacked along their lines
    Bitboard exact_from
    Bitboard exact_to
    Bitboard near            # from here a step may attack a square next to their king
    # Where a pawn of theirs would check, if it might be mate there; else NO_SQUARE.
    int front
    int n_lines
    Line[MAX_PIECES] lines


cdef inline Bitboard line_attacks(
        int kind, int color, int square, Bitboard occupied) noexcept nogil:
    """Return what a lance, bishop or rook attacks; of horse and dragon, along lines alone."""
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    return lance_attacks(color, square, occupied)


# ---- corrections -----------------------------------------------------------------------------


cdef inline int droppable(const Outlook* o, Bitboard squares) noexcept nogil:
    """Return how many drops the opponent has on some squares, were they empty."""
    if not o.drops:
        return 0
    return (o.kinds * bb_count(squares)
            + bb_count(bb_and(squares, o.lance_squares))
            + bb_count(bb_and(squares, o.knight_squares))
            + bb_count(bb_and(squares, o.pawn_squares)))


cdef inline int lines_after(const Outlook* o, Bitboard changed) noexcept nogil:
    """Return how many moves along lines the opponent gains when squares change.

    ``changed`` holds those that become empty or occupied.
    """
    cdef Bitboard occupied = bb_xor(o.occupied, changed)
    cdef Bitboard attacks
    cdef int gained = 0
    cdef int i
    for i in range(o.n_lines):
        if bb_meet(o.lines[i].attacks, changed):
            attacks = line_attacks(o.lines[i].kind, o.them, o.lines[i].square, occupied)
            gained += (bb_count(bb_and(attacks, o.lines[i].plain))
                       + bb_count(bb_and(attacks, o.lines[i].promoting)) - o.lines[i].moves)
    return gained


cdef inline int64_t answers_after(
        const Outlook* o, int origin, int to, Bitboard freed, Bitboard attacks) noexcept nogil:
    """Return how many answers a move on the board leaves.

    ``freed`` holds the squares next to the enemy king that only this man guarded, ``attacks`` what
    it attacks from its new square.
    """
    cdef Bitboard origin_bb = TABLES.square[origin]
    cdef Bitboard to_bb = TABLES.square[to]
    cdef int64_t answers = o.answers + lines_after(o, bb_or(origin_bb, to_bb))
    if o.drops:
        answers += droppable(o, origin_bb) - droppable(o, to_bb)
    return answers + bb_count(bb_minus(freed, attacks)) - bb_count(bb_and(o.steps, attacks))


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


# ---- what the opponent could answer if we passed -----------------------------------------------


cdef inline void add_line(Outlook* o, const Position* p, int them, int square, int kind,
                          Bitboard target) noexcept nogil:
    """Note an enemy slider and count its moves along lines."""
    cdef Line* line = &o.lines[o.n_lines]
    cdef int piece_type = type_of(p.board[square])
    o.n_lines += 1
    line.square = square
    line.kind = kind
    line.attacks = line_attacks(kind, them, square, o.occupied)
    line.plain = target
    line.promoting = bb_empty()
    if piece_type <= ROOK:
        line.promoting = bb_and(target, TABLES.promotion[them][square])
        if kind == LANCE:
            line.plain = bb_and(target, ranks_bb(live_ranks(them, LANCE)))
    line.moves = (bb_count(bb_and(line.attacks, line.plain))
                  + bb_count(bb_and(line.attacks, line.promoting)))
    o.answers += line.moves
    o.seen = bb_or(o.seen, line.attacks)


cdef inline void note_pins(Outlook* o, const Position* p, int us, int them,
                           Bitboard* pinned) noexcept nogil:
    """Find their pinned men, and which of our moves would change a pin or discover a check."""
    cdef int king = o.king
    cdef Bitboard between, ours
    cdef int slider
    cdef Bitboard sliders = bb_and(
        p.color[us],
        bb_or(bb_or(bb_and(p.kind[ROOK], TABLES.rook_lines[king]),
                    bb_and(p.kind[BISHOP], TABLES.bishop_lines[king])),
              bb_and(p.kind[LANCE], TABLES.lance_lines[them][king])))
    while bb_any(sliders):
        slider = bb_pop(&sliders)
        between = bb_and(TABLES.between[king][slider], o.occupied)
        ours = bb_and(between, p.color[us])
        if not bb_many(between):
            if bb_any(ours):
                o.exact_from = bb_or(o.exact_from, ours)
            else:
                pinned[0] = bb_or(pinned[0], between)
                o.exact_from = bb_or(o.exact_from, TABLES.square[slider])
                o.exact_to = bb_or(o.exact_to, TABLES.between[king][slider])
        elif bb_count(between) == 2:
            o.exact_from = bb_or(o.exact_from, ours)


cdef inline void guard(Bitboard* once, Bitboard* twice, Bitboard attacks) noexcept nogil:
    twice[0] = bb_or(twice[0], bb_and(once[0], attacks))
    once[0] = bb_or(once[0], attacks)


cdef inline void guard_line(Outlook* o, const Position* p, int us, int square, int kind,
                            Bitboard* once, Bitboard* twice) noexcept nogil:
    """Note what one of our sliders guards near their king, and which moves would change that."""
    cdef Bitboard attacks = line_attacks(kind, us, square, o.without_king)
    cdef Bitboard around = TABLES.step[KING][o.king]
    cdef Bitboard found = bb_and(attacks, around)
    cdef int at
    while bb_any(found):
        at = bb_pop(&found)
        o.exact_to = bb_or(o.exact_to, TABLES.between[square][at])
    found = bb_and(attacks, p.color[us])
    while bb_any(found):
        at = bb_pop(&found)
        # The line beyond our own man: away from the slider.
        if bb_meet(pin_line(square, at), around):
            o.exact_from = bb_or(o.exact_from, TABLES.square[at])
    guard(once, twice, attacks)


cdef inline void look_at_king(Outlook* o, const Position* p, int us, int them) noexcept nogil:
    """Find where their king may step, and what guards the squares around it."""
    cdef int king = o.king
    cdef Bitboard ours = p.color[us]
    cdef Bitboard around = bb_minus(TABLES.step[KING][king], o.theirs)
    cdef Bitboard once = bb_empty()
    cdef Bitboard twice = bb_empty()
    cdef Bitboard found
    cdef int square
    o.near = TABLES.near[them][king]
    found = bb_and(ours, o.near)
    while bb_any(found):
        square = bb_pop(&found)
        guard(&once, &twice, TABLES.step[p.board[square]][square])
    found = bb_and(bb_and(ours, p.kind[ROOK]), TABLES.rook_zone[king])
    while bb_any(found):
        guard_line(o, p, us, bb_pop(&found), ROOK, &once, &twice)
    found = bb_and(bb_and(ours, p.kind[BISHOP]), TABLES.bishop_zone[king])
    while bb_any(found):
        guard_line(o, p, us, bb_pop(&found), BISHOP, &once, &twice)
    found = bb_and(bb_and(ours, p.kind[LANCE]), TABLES.lance_zone[them][king])
    while bb_any(found):
        guard_line(o, p, us, bb_pop(&found), LANCE, &once, &twice)
    o.steps = bb_minus(around, once)
    o.guarded_once = bb_minus(bb_and(around, once), twice)
    o.answers += bb_count(o.steps)


cdef inline void look(Outlook* o, const Position* p, int us) noexcept nogil:
    """Fill an Outlook. Both kings are on the board, and neither is attacked."""
    cdef int them = opponent(us)
    cdef Scope s
    cdef Bitboard men, target
    cdef int square, piece, n
    o.us = us
    o.them = them
    o.king = p.king[them]
    o.occupied = occupied_by_any(p)
    o.theirs = p.color[them]
    o.without_king = bb_xor(o.occupied, TABLES.square[o.king])
    o.seen = bb_empty()
    o.exact_from = bb_empty()
    o.exact_to = bb_empty()
    o.front = NO_SQUARE
    o.n_lines = 0
    o.answers = 0
    s.king = o.king
    s.occupied = o.occupied
    s.pinned = bb_empty()
    note_pins(o, p, us, them, &s.pinned)
    s.free = bb_minus(o.theirs, bb_or(s.pinned, TABLES.square[o.king]))
    target = bb_minus(bb_full(), bb_or(o.theirs, TABLES.square[p.king[us]]))
    s.target = target
    n = pawn_moves(p, &s, them, NULL, 0, True)
    n = knight_moves(p, &s, them, NULL, n, True)
    men = bb_and(p.kind[SILVER], s.free)
    while bb_any(men):
        square = bb_pop(&men)
        n = add_piece_moves(NULL, n, them, SILVER, square,
                            bb_and(TABLES.step[make_piece(them, SILVER)][square], target), True)
    men = bb_and(p.kind[GOLD], s.free)
    while bb_any(men):
        square = bb_pop(&men)
        n += bb_count(bb_and(TABLES.step[make_piece(them, GOLD)][square], target))
    men = bb_and(p.kind[GREAT], s.free)
    while bb_any(men):
        square = bb_pop(&men)
        n += bb_count(bb_and(TABLES.step[p.board[square]][square], target))
    men = s.pinned
    while bb_any(men):
        square = bb_pop(&men)
        piece = p.board[square]
        s.target = bb_and(target, pin_line(o.king, square))
        n = add_piece_moves(NULL, n, them, type_of(piece), square,
                            bb_and(TABLES.step[piece][square], s.target), True)
        if bb_has(p.kind[ROOK], square):
            add_line(o, p, them, square, ROOK, s.target)
        elif bb_has(p.kind[BISHOP], square):
            add_line(o, p, them, square, BISHOP, s.target)
        elif bb_has(p.kind[LANCE], square):
            add_line(o, p, them, square, LANCE, s.target)
    men = bb_and(p.kind[LANCE], s.free)
    while bb_any(men):
        add_line(o, p, them, bb_pop(&men), LANCE, target)
    men = bb_and(p.kind[BISHOP], s.free)
    while bb_any(men):
        add_line(o, p, them, bb_pop(&men), BISHOP, target)
    men = bb_and(p.kind[ROOK], s.free)
    while bb_any(men):
        add_line(o, p, them, bb_pop(&men), ROOK, target)
    o.answers += n
    look_at_king(o, p, us, them)
    o.drops = p.hand[them] != 0
    if o.drops:
        o.kinds = ((hand_count(p, them, SILVER) != 0) + (hand_count(p, them, BISHOP) != 0)
                   + (hand_count(p, them, ROOK) != 0) + (hand_count(p, them, GOLD) != 0))
        o.lance_squares = o.knight_squares = o.pawn_squares = bb_empty()
        if hand_count(p, them, LANCE) != 0:
            o.lance_squares = ranks_bb(live_ranks(them, LANCE))
        if hand_count(p, them, KNIGHT) != 0:
            o.knight_squares = ranks_bb(live_ranks(them, KNIGHT))
        if hand_count(p, them, PAWN) != 0:
            o.pawn_squares = bb_and(
                pawn_drop_files(p, them), ranks_bb(live_ranks(them, PAWN)))
        o.answers += droppable(o, bb_minus(bb_full(), o.occupied))


# ---- pawn drops that might be mate -------------------------------------------------------------


cdef inline void note_pawn_mate(Outlook* o, const Position* p, int us) noexcept nogil:
    """Take off the pawn drop that is mate, and make exact what might change whether it is.

    The pawn is dropped in front of our king. Whether it is mate depends on the men and lines
    around our king and on that square alone.
    """
    cdef int them = o.them
    cdef int king = p.king[us]
    cdef int front = pawn_check_square(p, them)
    cdef int back = make_piece(us, 0)
    cdef Bitboard guards, ours, around
    cdef Position passed
    cdef const Line* line
    cdef int i
    if front == NO_SQUARE or not bb_has(o.pawn_squares, front) or bb_has(o.theirs, front):
        return
    # Whoever might guard the pawn, were all lines open.
    guards = bb_and(TABLES.step[back + KNIGHT][front], p.kind[KNIGHT])
    guards = bb_or(guards, bb_and(TABLES.step[back + PAWN][front], p.kind[PAWN]))
    guards = bb_or(guards, bb_and(TABLES.step[back + SILVER][front], p.kind[SILVER]))
    guards = bb_or(guards, bb_and(TABLES.step[back + GOLD][front], p.kind[GOLD]))
    guards = bb_or(guards, bb_and(TABLES.step[KING][front],
                                  bb_or(p.kind[KING], p.kind[GREAT])))
    guards = bb_or(guards, bb_and(TABLES.rook_lines[front], p.kind[ROOK]))
    guards = bb_or(guards, bb_and(TABLES.bishop_lines[front], p.kind[BISHOP]))
    guards = bb_or(guards, bb_and(TABLES.lance_lines[us][front], p.kind[LANCE]))
    if not bb_meet(guards, o.theirs):
        return
    if bb_has(o.occupied, front):
        o.exact_from = bb_or(o.exact_from, TABLES.square[front])
        return
    o.front = front
    passed = p[0]
    passed.side = them
    o.answers -= pawn_drop_mates(&passed, front)
    # Flights, and men that take the pawn by a step.
    around = bb_or(bb_or(TABLES.step[KING][king], TABLES.step[KING][front]),
                   TABLES.step[make_piece(them, KNIGHT)][front])
    # Their lines to the flights, and those of pins.
    for i in range(o.n_lines):
        line = &o.lines[i]
        if bb_has(TABLES.rook_zone[king] if line.kind == ROOK
                  else TABLES.bishop_zone[king] if line.kind == BISHOP
                  else TABLES.lance_zone[us][king], line.square):
            around = bb_or(around, bb_or(line.attacks, TABLES.between[king][line.square]))
    # Lines of ours to the pawn.
    ours = bb_and(p.color[us],
                  bb_or(bb_or(bb_and(p.kind[ROOK], TABLES.rook_lines[front]),
                              bb_and(p.kind[BISHOP], TABLES.bishop_lines[front])),
                        bb_and(p.kind[LANCE], TABLES.lance_lines[them][front])))
    around = bb_or(around, ours)
    while bb_any(ours):
        around = bb_or(around, TABLES.between[front][bb_pop(&ours)])
    o.exact_from = bb_or(o.exact_from, around)
    o.exact_to = bb_or(o.exact_to, around)


# ---- our moves ---------------------------------------------------------------------------------


cdef inline int64_t step_moves(
        Position* p, const Outlook* o, int us, int piece, int placed, int origin,
        Bitboard targets, Bitboard exact) noexcept nogil:
    """Return the answers to moves of a man that only steps; it captures nothing there."""
    cdef int them = opponent(us)
    cdef int code = origin << FROM_SHIFT
    cdef int64_t answers
    cdef Bitboard freed, special
    cdef int to
    if placed != piece:
        code |= PROMOTION_FLAG
    exact = bb_or(bb_or(exact, o.exact_to),
                  TABLES.step[make_piece(them, type_of(placed))][o.king])
    exact = bb_and(exact, targets)
    if bb_has(o.exact_from, origin):
        exact = targets
    answers = count_after_each(p, code, exact)
    targets = bb_minus(targets, exact)
    if not bb_any(targets):
        return answers
    freed = bb_and(TABLES.step[piece][origin], o.guarded_once)
    special = targets
    if not bb_any(freed) and not bb_has(o.seen, origin):
        special = bb_and(targets, bb_or(o.seen, o.near))
        targets = bb_minus(targets, special)
        answers += bb_count(targets) * (o.answers + droppable(o, TABLES.square[origin]))
        answers -= droppable(o, targets)
    while bb_any(special):
        to = bb_pop(&special)
        answers += answers_after(o, origin, to, freed, TABLES.step[placed][to])
    return answers


cdef inline bint pins_from(
        const Outlook* o, int kind, int us, int to, Bitboard occupied) noexcept nogil:
    """Say whether a slider of ours pins a man to their king from a square."""
    cdef int them = opponent(us)
    cdef Bitboard between
    if not bb_has(TABLES.rook_lines[o.king] if kind == ROOK
                  else TABLES.bishop_lines[o.king] if kind == BISHOP
                  else TABLES.lance_lines[them][o.king], to):
        return False
    between = bb_and(TABLES.between[o.king][to], occupied)
    return not bb_many(between) and bb_meet(between, o.theirs)


cdef inline int64_t slider_moves(
        Position* p, const Outlook* o, int us, int kind, int piece, int placed, int origin,
        Bitboard targets) noexcept nogil:
    """Return the answers to moves of a lance, bishop, rook, horse or dragon; it captures nothing."""
    cdef int them = opponent(us)
    cdef int code = origin << FROM_SHIFT
    cdef int64_t answers = 0
    cdef Bitboard exact, freed, special, occupied, attacks
    cdef int to
    if placed != piece:
        code |= PROMOTION_FLAG
    if bb_has(o.exact_from, origin):
        return count_after_each(p, code, targets)
    exact = o.exact_to
    if o.front != NO_SQUARE:
        # It would take the pawn from there, or no longer does from where it was.
        attacks = bb_or(TABLES.rook_lines[o.front], TABLES.bishop_lines[o.front])
        exact = bb_full() if bb_has(attacks, origin) else bb_or(exact, attacks)
    answers += count_after_each(p, code, bb_and(targets, exact))
    targets = bb_minus(targets, exact)
    freed = bb_and(bb_or(TABLES.step[piece][origin],
                         line_attacks(kind, us, origin, o.without_king)), o.guarded_once)
    special = targets
    if not bb_any(freed) and not bb_has(o.seen, origin):
        special = bb_or(o.seen, TABLES.rook_zone[o.king] if kind == ROOK
                        else TABLES.bishop_zone[o.king] if kind == BISHOP
                        else TABLES.lance_zone[them][o.king])
        if type_of(placed) > KING:
            special = bb_or(special, o.near)
        special = bb_and(special, targets)
        targets = bb_minus(targets, special)
        answers += bb_count(targets) * (o.answers + droppable(o, TABLES.square[origin]))
        answers -= droppable(o, targets)
    while bb_any(special):
        to = bb_pop(&special)
        occupied = bb_xor(o.without_king, bb_or(TABLES.square[origin], TABLES.square[to]))
        # A promoted lance steps as a gold.
        attacks = TABLES.step[placed][to]
        if kind != LANCE or placed == piece:
            attacks = bb_or(attacks, line_attacks(kind, us, to, occupied))
            if pins_from(o, kind, us, to, occupied):
                answers += count_after(p, <move_t>(code | to))
                continue
        if bb_has(attacks, o.king):
            answers += count_after(p, <move_t>(code | to))
        else:
            answers += answers_after(o, origin, to, freed, attacks)
    return answers


cdef inline int64_t step_man(Position* p, const Outlook* o, int us, int piece, int origin,
                             Bitboard targets) noexcept nogil:
    """Return the answers to all moves of a man that only steps."""
    cdef Bitboard quiet = bb_minus(targets, o.theirs)
    cdef Bitboard taken = bb_and(targets, o.theirs)
    cdef Bitboard zone
    cdef int64_t answers = 0
    if is_promotable(type_of(piece)):
        zone = TABLES.promotion[us][origin]
        answers = count_after_each(
            p, origin << FROM_SHIFT | PROMOTION_FLAG, bb_and(taken, zone))
        if bb_meet(quiet, zone):
            answers += step_moves(
                p, o, us, piece, piece | PROMOTED, origin, bb_and(quiet, zone), bb_empty())
        if type_of(piece) <= KNIGHT:
            zone = ranks_bb(live_ranks(us, type_of(piece)))
            quiet = bb_and(quiet, zone)
            taken = bb_and(taken, zone)
    answers += count_after_each(p, origin << FROM_SHIFT, taken)
    return answers + step_moves(p, o, us, piece, piece, origin, quiet, bb_empty())


cdef inline int64_t slider(Position* p, const Outlook* o, int us, int kind, int origin,
                           Bitboard targets) noexcept nogil:
    """Return the answers to all moves of a lance, bishop, rook, horse or dragon."""
    cdef int piece = p.board[origin]
    cdef Bitboard quiet = bb_minus(targets, o.theirs)
    cdef Bitboard taken = bb_and(targets, o.theirs)
    cdef Bitboard zone
    cdef int64_t answers = 0
    if is_promotable(type_of(piece)):
        zone = TABLES.promotion[us][origin]
        answers = count_after_each(
            p, origin << FROM_SHIFT | PROMOTION_FLAG, bb_and(taken, zone))
        if bb_meet(quiet, zone):
            answers += slider_moves(
                p, o, us, kind, piece, piece | PROMOTED, origin, bb_and(quiet, zone))
        if kind == LANCE:
            zone = ranks_bb(live_ranks(us, LANCE))
            quiet = bb_and(quiet, zone)
            taken = bb_and(taken, zone)
    answers += count_after_each(p, origin << FROM_SHIFT, taken)
    return answers + slider_moves(p, o, us, kind, piece, piece, origin, quiet)


cdef inline int64_t pawns(Position* p, const Outlook* o, const Scope* s, int us) noexcept nogil:
    """Return the answers to all moves of the unpinned pawns: most of them at once."""
    cdef int them = opponent(us)
    cdef int piece = make_piece(us, PAWN)
    cdef Bitboard men = bb_and(p.kind[PAWN], s.free)
    cdef Bitboard ahead, bad, plain
    cdef int64_t answers = 0
    cdef int offset = 1 if us == BLACK else -1
    cdef int to
    if us == BLACK:
        ahead = bb_and(bb_shift_down(men, 1), s.target)
    else:
        ahead = bb_and(bb_shift_up(men, 1), s.target)
    # See pawn_moves in scope.pxd for the ranks.
    ahead = bb_and(ahead, ranks_bb(0x0ff if us == BLACK else 0x1fe))
    # Men to be looked at one by one: where they come from or where they go.
    bad = bb_or(bb_or(o.exact_from, o.seen), o.near)
    bad = bb_shift_down(bad, 1) if us == BLACK else bb_shift_up(bad, 1)
    bad = bb_or(bb_or(bad, o.exact_to), bb_or(o.seen, o.near))
    bad = bb_or(bad, bb_or(o.theirs, ranks_bb(promotion_ranks(us))))
    plain = bb_minus(ahead, bad)
    answers = bb_count(plain) * o.answers
    if o.drops:
        answers -= droppable(o, plain)
        answers += droppable(o, bb_shift_up(plain, 1) if us == BLACK else bb_shift_down(plain, 1))
    ahead = bb_and(ahead, bad)
    while bb_any(ahead):
        to = bb_pop(&ahead)
        answers += step_man(p, o, us, piece, to + offset, TABLES.square[to])
    return answers


cdef inline int64_t board_answers(
        Position* p, const Outlook* o, const Scope* s, int us) noexcept nogil:
    """Return the answers to all our moves on the board."""
    cdef int64_t answers = pawns(p, o, s, us)
    cdef Bitboard men, targets
    cdef int square, piece, kind
    men = bb_and(s.free, bb_or(bb_or(p.kind[KNIGHT], p.kind[SILVER]), p.kind[GOLD]))
    while bb_any(men):
        square = bb_pop(&men)
        piece = p.board[square]
        targets = bb_and(TABLES.step[piece][square], s.target)
        if bb_any(targets):
            answers += step_man(p, o, us, piece, square, targets)
    men = bb_and(s.free, bb_or(bb_or(p.kind[LANCE], p.kind[BISHOP]), p.kind[ROOK]))
    men = bb_or(men, s.pinned)
    while bb_any(men):
        square = bb_pop(&men)
        piece = p.board[square]
        targets = TABLES.step[piece][square]
        kind = 0
        if bb_has(p.kind[ROOK], square):
            kind = ROOK
        elif bb_has(p.kind[BISHOP], square):
            kind = BISHOP
        elif bb_has(p.kind[LANCE], square):
            kind = LANCE
        if kind:
            targets = bb_or(targets, line_attacks(kind, us, square, o.occupied))
        targets = bb_and(targets, s.target)
        if bb_has(s.pinned, square):
            targets = bb_and(targets, pin_line(s.king, square))
        if not bb_any(targets):
            continue
        if kind:
            answers += slider(p, o, us, kind, square, targets)
        else:
            answers += step_man(p, o, us, piece, square, targets)
    return answers


cdef inline int64_t king_answers(
        Position* p, const Outlook* o, const Scope* s, int us) noexcept nogil:
    """Return the answers to all our king's moves."""
    cdef Bitboard exact = bb_empty()
    cdef Bitboard targets = s.king_target
    cdef Bitboard taken = bb_and(targets, o.theirs)
    cdef int64_t answers = count_after_each(p, s.king << FROM_SHIFT, taken)
    if o.drops and bb_any(o.pawn_squares):
        # A pawn might mate it there, on a file where they may drop one.
        exact = pawn_drop_files(p, opponent(us))
    if o.front != NO_SQUARE:
        exact = targets
    targets = bb_minus(targets, taken)
    if bb_any(targets):
        answers += step_moves(
            p, o, us, make_piece(us, KING), make_piece(us, KING), s.king, targets, exact)
    return answers


cdef inline int64_t drop_answers(
        Position* p, const Outlook* o, const Scope* s, int us) noexcept nogil:
    """Return the answers to all our drops."""
    cdef int them = opponent(us)
    cdef Bitboard empty = bb_minus(s.target, s.occupied)
    cdef Bitboard squares, exact, attackers, seen, steps
    cdef int64_t answers = 0
    cdef int16_t[81] lost
    cdef int64_t all_lost = 0
    cdef int kind, square, code
    squares = bb_and(o.seen, empty)
    while bb_any(squares):
        square = bb_pop(&squares)
        lost[square] = lines_after(o, TABLES.square[square])
        all_lost += lost[square]
    for kind in range(PAWN, KING):
        if hand_count(p, us, kind) == 0:
            continue
        code = DROP_FROM + kind << FROM_SHIFT
        if kind == PAWN:
            squares = pawn_targets(p, us, empty)
        else:
            squares = bb_and(empty, ranks_bb(live_ranks(us, kind)))
        if kind == LANCE or kind == BISHOP or kind == ROOK:
            # Whence it would check or pin.
            attackers = line_attacks(kind, them, o.king, o.occupied)
            exact = bb_or(attackers, line_attacks(
                kind, them, o.king, bb_xor(o.occupied, bb_and(attackers, o.theirs))))
            if o.front != NO_SQUARE:
                exact = bb_or(exact, line_attacks(kind, them, o.front, o.occupied))
        else:
            exact = TABLES.step[make_piece(them, kind)][o.king]
        exact = bb_and(squares, bb_or(exact, o.exact_to))
        answers += count_after_each(p, code, exact)
        squares = bb_minus(squares, exact)
        answers += bb_count(squares) * o.answers
        answers -= droppable(o, squares)
        steps = o.steps
        while bb_any(steps):
            square = bb_pop(&steps)
            if kind == LANCE or kind == BISHOP or kind == ROOK:
                attackers = line_attacks(kind, them, square, o.without_king)
            else:
                attackers = TABLES.step[make_piece(them, kind)][square]
            answers -= bb_count(bb_and(squares, attackers))
        seen = bb_and(squares, o.seen)
        if bb_equal(seen, bb_and(empty, o.seen)):
            answers += all_lost
        else:
            while bb_any(seen):
                answers += lost[bb_pop(&seen)]
    return answers


cdef inline Bitboard pawn_targets(const Position* p, int us, Bitboard squares) noexcept nogil:
    cdef int checking = pawn_check_square(p, us)
    squares = bb_and(squares, bb_and(pawn_drop_files(p, us), ranks_bb(live_ranks(us, PAWN))))
    if checking != NO_SQUARE and bb_has(squares, checking) and pawn_drop_mates(p, checking):
        squares = bb_minus(squares, TABLES.square[checking])
    return squares


cdef inline int64_t pairs_for(Position* p, int us, move_t* moves) noexcept nogil:
    cdef Outlook o
    cdef Scope s
    look(&o, p, us)
    if o.drops and bb_any(o.pawn_squares):
        note_pawn_mate(&o, p, us)
    survey(p, &s, us, bb_full(), bb_full())
    cdef int64_t answers = board_answers(p, &o, &s, us) + king_answers(p, &o, &s, us)
    if p.hand[us] != 0:
        answers += drop_answers(p, &o, &s, us)
    return answers


cdef int64_t one_by_one(Position* p, move_t* moves) noexcept nogil:
    cdef int64_t answers = 0
    cdef int i
    for i in range(generate_legal(p, moves)):
        answers += count_after(p, moves[i])
    return answers


cdef uint64_t count_pairs(Position* p, move_t* moves) noexcept nogil:
    if (bb_any(p.checkers) or p.exposed
            or p.king[0] == NO_SQUARE or p.king[1] == NO_SQUARE):
        return one_by_one(p, moves)
    if p.side == BLACK:
        return pairs_for(p, BLACK, moves)
    return pairs_for(p, WHITE, moves)
