# cython: language_level=3, cdivision=True
"""What the opponent could answer if we passed, and what a move of ours changes of it.

Inline, for pairs alone, which tells what it is good for.
"""

from libc.stdint cimport int64_t

from shogi_fast.core.attacks cimport TABLES, bishop_attacks, lance_attacks, rook_attacks
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_count,
    bb_empty,
    bb_has,
    bb_many,
    bb_meet,
    bb_minus,
    bb_not,
    bb_or,
    bb_pop,
    bb_xor,
)
from shogi_fast.core.drops cimport (
    live_ranks,
    pawn_check_square,
    pawn_drop_files,
    pin_line,
    ranks_bb,
    sliders_in_line,
)
from shogi_fast.core.movegen cimport pawn_drop_mates
from shogi_fast.core.position cimport (
    GREAT,
    Position,
    attackers_to,
    hand_count,
    occupied_by_any,
    sliders_to,
)
from shogi_fast.core.scope cimport Scope, add_piece_moves, knight_moves, pawn_moves
from shogi_fast.core.types cimport (
    BISHOP,
    GOLD,
    KING,
    KNIGHT,
    LANCE,
    MAX_PIECES,
    NO_SQUARE,
    PAWN,
    ROOK,
    SILVER,
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
    int64_t answers          # what the opponent could answer, had we passed
    int them                 # the opponent's color
    int king                 # their king's square
    Bitboard theirs          # their men
    Bitboard occupied
    Bitboard without_king    # occupied, their king lifted
    # Their drops: how many kinds can go anywhere, and where the others can (empty if not in hand).
    bint drops               # whether they have any; what follows is set only then
    int kinds
    Bitboard lance_squares
    Bitboard knight_squares
    Bitboard pawn_squares
    # Where a pawn of theirs would check our king, if it might be mate there; else NO_SQUARE.
    int front
    # Around their king.
    Bitboard steps           # the king may go there
    Bitboard guarded_once    # one man of ours keeps it from there
    Bitboard near            # from here a step may attack a square next to it
    # Moves of ours that are to be made: those from here, and those to there.
    Bitboard exact_from
    Bitboard exact_to
    # Their men that move along lines, and all that they attack along them.
    int n_lines
    Line[MAX_PIECES] lines
    Bitboard seen


cdef inline Bitboard line_attacks(
        int kind, int color, int square, Bitboard occupied) noexcept nogil:
    """Return what a lance, bishop or rook attacks; of horse and dragon, along lines alone."""
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    return lance_attacks(color, square, occupied)


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
    """Find their pinned men, and which of our moves would change a pin or discover a check.

    With two men between a slider of ours and their king, one of ours that leaves may pin the other.
    """
    cdef int king = o.king
    cdef Bitboard between, ours
    cdef int slider
    cdef Bitboard sliders = sliders_in_line(p, us, king)
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
    """Add to the squares attacked at least once, and to those attacked at least twice."""
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
    target = bb_not(bb_or(o.theirs, TABLES.square[p.king[us]]))
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
        o.answers += droppable(o, bb_not(o.occupied))


# ---- pawn drops that might be mate -------------------------------------------------------------


cdef inline void note_pawn_mate(Outlook* o, const Position* p, int us) noexcept nogil:
    """Take off the pawn drop that is mate, and make exact what might change whether it is.

    The pawn is dropped in front of our king. Whether it is mate depends on the men and lines
    around our king and on that square alone.
    """
    cdef int them = o.them
    cdef int king = p.king[us]
    cdef int front = pawn_check_square(p, them)
    cdef Bitboard ours, around
    cdef Position passed
    cdef const Line* line
    cdef int i
    if front == NO_SQUARE or not bb_has(o.pawn_squares, front) or bb_has(o.theirs, front):
        return
    # Nobody could guard the pawn, were all lines open.
    if not bb_any(attackers_to(p, them, front, bb_empty())):
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
    ours = sliders_to(p, us, front, bb_empty())
    around = bb_or(around, ours)
    while bb_any(ours):
        around = bb_or(around, TABLES.between[front][bb_pop(&ours)])
    o.exact_from = bb_or(o.exact_from, around)
    o.exact_to = bb_or(o.exact_to, around)


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
