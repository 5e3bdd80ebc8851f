# cython: language_level=3, cdivision=True
"""The packed position: pieces, hands, king squares, checkers, key; making and unmaking moves.

A Position is one flat block of 312 bytes without pointers, padding or hidden state, so it may be
copied, compared and stored byte for byte.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdio cimport fprintf, stderr
from libc.stdlib cimport abort
from libc.string cimport memcmp, memset

from shogi_fast.core.attacks cimport (
    ADJACENT,
    KNIGHT_BELOW,
    TABLES,
    TO_1A,
    TO_RANK_A,
    TO_RANK_I,
    bishop_attacks,
    rook_attacks,
    lance_attacks,
)
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_empty,
    bb_meet,
    bb_or,
    bb_pop,
    bb_xor,
)
from shogi_fast.core.types cimport (
    BISHOP,
    BLACK,
    COLOR_SHIFT,
    DROP_FROM,
    GOLD,
    HORSE,
    KING,
    KNIGHT,
    LANCE,
    MAX_PIECES,
    NO_PIECE,
    NO_SQUARE,
    NULL_MOVE,
    PAWN,
    PIECE_CODES,
    ROOK,
    SILVER,
    SQUARES,
    WHITE,
    make_piece,
    move_from,
    move_t,
    move_to,
    opponent,
    type_of,
    unpromoted,
)

cdef enum:
    # Piece types are kept in sets by how they move. A promoted pawn, lance, knight or silver is in
    # the set of golds, a horse in that of bishops, a dragon in that of rooks; the last two also in
    # the set of great pieces, which step like kings. The other sets are numbered as their types.
    GREAT = 0
    KINDS = 9


cdef struct Position:
    Bitboard color[2]        # the squares of each side's pieces
    Bitboard kind[KINDS]     # the squares of each kind, both sides
    Bitboard checkers        # the pieces that attack the king of the side to move
    uint64_t key             # over board, hands and side to move; see Keys
    uint64_t hand[2]         # byte i holds the number of pieces of type i, 1 to 7
    uint8_t board[SQUARES]   # the piece on each square
    uint8_t king[2]          # the kings' squares, or NO_SQUARE
    uint8_t side             # the color to move
    # Set while the king of the side not to move is attacked: in a position that was set up so, or
    # after a move that was made without being legal. The next move cannot then keep the checkers
    # up to date by what it changes alone.
    uint8_t exposed
    uint8_t reserved[7]      # zero
    uint32_t ply             # the number of the next move, 1 at the start of a game


cdef struct Undo:
    # What unmake cannot find in the position: 32 bytes.
    Bitboard checkers
    uint64_t key
    move_t move
    uint8_t captured         # the piece that stood on the destination
    uint8_t exposed
    uint32_t note            # never read nor written: for whoever keeps the record


cdef struct Keys:
    # Random numbers from fixed seeds: the same on every platform. A position's key is the
    # exclusive or of one for each piece on its square, one for each number in hand (none for 0),
    # and `side` if White is to move. Captures on a board with more than a real set can bring up
    # to 40 of a kind into one hand.
    uint64_t piece[PIECE_CODES][SQUARES]
    uint64_t hand[2][KING][MAX_PIECES + 1]
    uint64_t side


# Return the next number of SplitMix64.
cdef uint64_t next_random(uint64_t* state) noexcept nogil

cdef Keys KEYS
cdef uint8_t KIND_OF[PIECE_CODES]    # the set that a piece is in; GREAT left aside


cdef inline Bitboard occupied_by_any(const Position* p) noexcept nogil:
    return bb_or(p.color[BLACK], p.color[WHITE])


cdef inline bint is_great(int piece) noexcept nogil:
    return type_of(piece) >= HORSE


cdef inline int hand_count(const Position* p, int color, int piece_type) noexcept nogil:
    return p.hand[color] >> 8 * piece_type & 255


cdef inline uint64_t one_in_hand(int piece_type) noexcept nogil:
    return <uint64_t>1 << 8 * piece_type


# ---- setting up ------------------------------------------------------------------------------


cdef inline void clear_position(Position* p) noexcept nogil:
    """Make an empty board, Black to move, ply 1."""
    memset(p, 0, sizeof(Position))
    p.king[BLACK] = p.king[WHITE] = NO_SQUARE
    p.ply = 1


cdef inline void toggle_piece_unchecked(Position* p, int piece, int square) noexcept nogil:
    """Put a piece on a square or take it away, in the sets and the key alone.

    The caller sees to ``board`` and ``king``.
    """
    cdef Bitboard bb = TABLES.square[square]
    p.color[piece >> COLOR_SHIFT] = bb_xor(p.color[piece >> COLOR_SHIFT], bb)
    p.kind[KIND_OF[piece]] = bb_xor(p.kind[KIND_OF[piece]], bb)
    if is_great(piece):
        p.kind[GREAT] = bb_xor(p.kind[GREAT], bb)
    p.key ^= KEYS.piece[piece][square]


cdef inline void place_unchecked(Position* p, int piece, int square) noexcept nogil:
    """Put a piece on an empty square. ``settle`` must follow before the position is used."""
    toggle_piece_unchecked(p, piece, square)
    p.board[square] = piece
    if type_of(piece) == KING:
        p.king[piece >> COLOR_SHIFT] = square


cdef inline void remove_unchecked(Position* p, int square) noexcept nogil:
    """Take the piece off a square that has one. ``settle`` must follow, as above."""
    cdef int piece = p.board[square]
    toggle_piece_unchecked(p, piece, square)
    p.board[square] = NO_PIECE
    if type_of(piece) == KING:
        p.king[piece >> COLOR_SHIFT] = NO_SQUARE


cdef inline void set_hand_unchecked(
        Position* p, int color, int piece_type, int count) noexcept nogil:
    """Set how many pieces of an unpromoted type are in a hand, 0 to 40."""
    cdef int before = hand_count(p, color, piece_type)
    p.key ^= KEYS.hand[color][piece_type][before] ^ KEYS.hand[color][piece_type][count]
    p.hand[color] += one_in_hand(piece_type) * <uint64_t>count
    p.hand[color] -= one_in_hand(piece_type) * <uint64_t>before


cdef inline void set_side(Position* p, int color) noexcept nogil:
    """Set the side to move. ``settle`` must follow."""
    if p.side != color:
        p.key ^= KEYS.side
        p.side = color


cdef inline void settle(Position* p) noexcept nogil:
    """Find the checkers, after the board or the side to move was changed by hand."""
    p.checkers = attackers_of_king(p, p.side)
    p.exposed = bb_any(attackers_of_king(p, opponent(p.side)))


# ---- attacks on a square ---------------------------------------------------------------------


cdef inline Bitboard attackers_to(
        const Position* p, int color, int square, Bitboard occupied) noexcept nogil:
    """Return the pieces of a color that attack a square, with lines blocked by ``occupied``.

    Pieces that stand outside ``occupied`` count as well; the caller removes those it lifted.
    """
    # A square is attacked from where the same piece of the other color would attack it back.
    cdef int back = make_piece(opponent(color), 0)
    cdef Bitboard found
    found = bb_and(TABLES.step[back + PAWN][square], p.kind[PAWN])
    found = bb_or(found, bb_and(TABLES.step[back + KNIGHT][square], p.kind[KNIGHT]))
    found = bb_or(found, bb_and(TABLES.step[back + SILVER][square], p.kind[SILVER]))
    found = bb_or(found, bb_and(TABLES.step[back + GOLD][square], p.kind[GOLD]))
    found = bb_or(found, bb_and(TABLES.step[KING][square], bb_or(p.kind[KING], p.kind[GREAT])))
    found = bb_and(found, p.color[color])
    return bb_or(found, sliders_to(p, color, square, occupied))


cdef inline Bitboard sliders_to(
        const Position* p, int color, int square, Bitboard occupied) noexcept nogil:
    """Return the lances, bishops, rooks, horses and dragons that attack a square along a line."""
    cdef int them = opponent(color)
    cdef Bitboard theirs = p.color[color]
    cdef Bitboard found = bb_empty()
    cdef Bitboard able = bb_and(bb_and(p.kind[ROOK], theirs), TABLES.rook_lines[square])
    if bb_any(able):
        found = bb_and(able, rook_attacks(square, occupied))
    able = bb_and(bb_and(p.kind[BISHOP], theirs), TABLES.bishop_lines[square])
    if bb_any(able):
        found = bb_or(found, bb_and(able, bishop_attacks(square, occupied)))
    able = bb_and(bb_and(p.kind[LANCE], theirs), TABLES.lance_lines[them][square])
    if bb_any(able):
        found = bb_or(found, bb_and(able, lance_attacks(them, square, occupied)))
    return found


cdef inline Bitboard attackers_of_king(const Position* p, int color) noexcept nogil:
    """Return the pieces that attack a color's king; none if it has no king."""
    if p.king[color] == NO_SQUARE:
        return bb_empty()
    return attackers_to(p, opponent(color), p.king[color], occupied_by_any(p))


# ---- self-check ------------------------------------------------------------------------------


cdef extern from *:
    """
    #ifndef SHOGI_FAST_DEBUG
    #define SHOGI_FAST_DEBUG 0
    #endif
    """
    bint SHOGI_FAST_DEBUG    # a compile-time constant; see setup.py


cdef inline void rebuild(const Position* p, Position* fresh) noexcept nogil:
    """Set up what the board, hands, side and ply of a position say, from nothing."""
    cdef int square, color, piece_type
    clear_position(fresh)
    for square in range(SQUARES):
        if p.board[square] != NO_PIECE:
            place_unchecked(fresh, p.board[square], square)
    for color in range(2):
        for piece_type in range(PAWN, KING):
            set_hand_unchecked(fresh, color, piece_type, hand_count(p, color, piece_type))
    set_side(fresh, p.side)
    fresh.ply = p.ply
    settle(fresh)


cdef inline void check_position(const Position* p, bint keyed) noexcept nogil:
    """End the process if a position is not what its board says; for debug builds."""
    cdef Position fresh
    rebuild(p, &fresh)
    if not keyed:
        fresh.key = p.key
    if not p.exposed:
        # Board.push_unchecked says afterwards that it left a king attacked.
        fresh.exposed = False
    if memcmp(p, &fresh, sizeof(Position)) != 0:
        fprintf(stderr, b"shogi_fast: a position is not what its board says\n")
        abort()


# ---- making and unmaking moves ---------------------------------------------------------------


cdef inline bint is_in_line(int king, int square) noexcept nogil:
    """Say whether a square lies on a rank, file or diagonal of a king's."""
    return <unsigned>(TABLES.relation[king][square] - ADJACENT) < KNIGHT_BELOW - ADJACENT


cdef inline Bitboard discovered_checkers(
        const Position* p, int color, int king, int square, Bitboard occupied) noexcept nogil:
    """Return the sliders of a color that attack a king along the line through a square."""
    cdef int direction = TABLES.relation[king][square] - ADJACENT & 7
    cdef Bitboard found = bb_empty()
    cdef Bitboard sliders
    cdef int slider
    if not is_in_line(king, square):
        return found
    sliders = p.kind[ROOK] if direction < TO_1A else p.kind[BISHOP]
    if (direction == TO_RANK_A and color == WHITE) or (direction == TO_RANK_I and color == BLACK):
        sliders = bb_or(sliders, p.kind[LANCE])
    sliders = bb_and(bb_and(sliders, p.color[color]), TABLES.ray[king][direction])
    while bb_any(sliders):
        slider = bb_pop(&sliders)
        if not bb_meet(TABLES.between[king][slider], occupied):
            found = bb_or(found, TABLES.square[slider])
    return found


cdef inline void make_move(Position* p, move_t move, Undo* undo, bint keyed) noexcept nogil:
    """Make a move that can be made (legality.pxd), and note in ``undo`` what takes it back.

    ``keyed`` is False in counting alone: the key is then left behind.
    """
    cdef int us = p.side
    cdef int them = opponent(us)
    cdef int to = move_to(move)
    cdef int origin = move_from(move)
    cdef int king = p.king[them]
    cdef Bitboard to_bb = TABLES.square[to]
    cdef Bitboard checkers = bb_empty()
    cdef Bitboard occupied, both
    cdef int piece, placed, captured, hand_type, count
    undo.checkers = p.checkers
    undo.move = move
    undo.exposed = p.exposed
    if keyed:
        undo.key = p.key
    if origin > DROP_FROM:
        hand_type = origin - DROP_FROM
        placed = make_piece(us, hand_type)
        undo.captured = NO_PIECE
        if keyed:
            count = hand_count(p, us, hand_type)
            p.key ^= (KEYS.hand[us][hand_type][count] ^ KEYS.hand[us][hand_type][count - 1]
                      ^ KEYS.piece[placed][to])
        p.hand[us] -= one_in_hand(hand_type)
        p.color[us] = bb_xor(p.color[us], to_bb)
        p.kind[hand_type] = bb_xor(p.kind[hand_type], to_bb)
        p.board[to] = placed
        occupied = occupied_by_any(p)
    else:
        piece = p.board[origin]
        placed = piece | move >> 11 & 8      # the promotion flag, bit 14, becomes PROMOTED
        captured = p.board[to]
        undo.captured = captured
        both = bb_or(TABLES.square[origin], to_bb)
        if keyed:
            p.key ^= KEYS.piece[piece][origin] ^ KEYS.piece[placed][to]
        if captured != NO_PIECE:
            p.color[them] = bb_xor(p.color[them], to_bb)
            p.kind[KIND_OF[captured]] = bb_xor(p.kind[KIND_OF[captured]], to_bb)
            if is_great(captured):
                p.kind[GREAT] = bb_xor(p.kind[GREAT], to_bb)
            hand_type = unpromoted(captured & 15)
            if keyed:
                count = hand_count(p, us, hand_type)
                p.key ^= (KEYS.hand[us][hand_type][count] ^ KEYS.hand[us][hand_type][count + 1]
                          ^ KEYS.piece[captured][to])
            p.hand[us] += one_in_hand(hand_type)
        p.color[us] = bb_xor(p.color[us], both)
        if placed == piece:
            p.kind[KIND_OF[piece]] = bb_xor(p.kind[KIND_OF[piece]], both)
            if is_great(piece):
                p.kind[GREAT] = bb_xor(p.kind[GREAT], both)
            elif type_of(piece) == KING:
                p.king[us] = to
        else:
            p.kind[KIND_OF[piece]] = bb_xor(p.kind[KIND_OF[piece]], TABLES.square[origin])
            p.kind[KIND_OF[placed]] = bb_xor(p.kind[KIND_OF[placed]], to_bb)
            if is_great(placed):
                p.kind[GREAT] = bb_xor(p.kind[GREAT], to_bb)
        p.board[origin] = NO_PIECE
        p.board[to] = placed
        occupied = occupied_by_any(p)
        if king != NO_SQUARE:
            checkers = discovered_checkers(p, us, king, origin, occupied)
    if (king != NO_SQUARE and TABLES.reach[TABLES.relation[king][to]] >> placed & 1
            and not bb_meet(TABLES.between[king][to], occupied)):
        checkers = bb_or(checkers, to_bb)
    if keyed:
        p.key ^= KEYS.side
    p.side = them
    p.ply += 1
    p.checkers = checkers
    if p.exposed:
        settle(p)
    if SHOGI_FAST_DEBUG:
        check_position(p, keyed)


cdef inline void unmake_move(Position* p, const Undo* undo, bint keyed) noexcept nogil:
    """Take back the last move made, the one that ``undo`` was filled by."""
    cdef int them = p.side
    cdef int us = opponent(them)
    cdef move_t move = undo.move
    cdef int to = move_to(move)
    cdef int origin = move_from(move)
    cdef Bitboard to_bb = TABLES.square[to]
    cdef Bitboard both
    cdef int piece, placed, captured
    p.side = us
    p.ply -= 1
    p.checkers = undo.checkers
    p.exposed = undo.exposed
    if keyed:
        p.key = undo.key
    if origin > DROP_FROM:
        p.hand[us] += one_in_hand(origin - DROP_FROM)
        p.color[us] = bb_xor(p.color[us], to_bb)
        p.kind[origin - DROP_FROM] = bb_xor(p.kind[origin - DROP_FROM], to_bb)
        p.board[to] = NO_PIECE
        if SHOGI_FAST_DEBUG:
            check_position(p, keyed)
        return
    placed = p.board[to]
    piece = placed ^ (move >> 11 & 8)
    captured = undo.captured
    both = bb_or(TABLES.square[origin], to_bb)
    p.color[us] = bb_xor(p.color[us], both)
    if placed == piece:
        p.kind[KIND_OF[piece]] = bb_xor(p.kind[KIND_OF[piece]], both)
        if is_great(piece):
            p.kind[GREAT] = bb_xor(p.kind[GREAT], both)
        elif type_of(piece) == KING:
            p.king[us] = origin
    else:
        p.kind[KIND_OF[piece]] = bb_xor(p.kind[KIND_OF[piece]], TABLES.square[origin])
        p.kind[KIND_OF[placed]] = bb_xor(p.kind[KIND_OF[placed]], to_bb)
        if is_great(placed):
            p.kind[GREAT] = bb_xor(p.kind[GREAT], to_bb)
    p.board[origin] = piece
    p.board[to] = captured
    if captured != NO_PIECE:
        p.color[them] = bb_xor(p.color[them], to_bb)
        p.kind[KIND_OF[captured]] = bb_xor(p.kind[KIND_OF[captured]], to_bb)
        if is_great(captured):
            p.kind[GREAT] = bb_xor(p.kind[GREAT], to_bb)
        p.hand[us] -= one_in_hand(unpromoted(captured & 15))
    if SHOGI_FAST_DEBUG:
        check_position(p, keyed)


cdef inline void make_pass(Position* p, Undo* undo) noexcept nogil:
    """Hand the turn over without a move. The side to move is not in check."""
    undo.checkers = p.checkers
    undo.key = p.key
    undo.move = NULL_MOVE
    undo.captured = NO_PIECE
    undo.exposed = p.exposed
    set_side(p, opponent(p.side))
    p.ply += 1
    settle(p)


cdef inline void unmake_pass(Position* p, const Undo* undo) noexcept nogil:
    """Take back a pass, the last thing done."""
    set_side(p, opponent(p.side))
    p.ply -= 1
    p.checkers = undo.checkers
    p.exposed = undo.exposed
