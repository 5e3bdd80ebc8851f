# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Fill the attack tables when the module is imported."""

from libc.string cimport memset

from shogi_fast.core.bitboard cimport bb_any, bb_has, bb_pop, bb_square
from shogi_fast.core.types cimport (
    BLACK,
    GOLD,
    KING,
    KNIGHT,
    PAWN,
    PROMOTED_LANCE,
    PROMOTED_KNIGHT,
    PROMOTED_PAWN,
    PROMOTED_SILVER,
    SILVER,
    WHITE,
    make_piece,
)

cdef struct Step:
    int file
    int rank

# How each direction changes file and rank; files grow to the left, ranks grow downwards.
cdef Step[DIRECTIONS] DIRECTION_STEPS = [
    Step(0, -1), Step(0, 1), Step(-1, 0), Step(1, 0),
    Step(-1, -1), Step(1, 1), Step(-1, 1), Step(1, -1),
]


cdef int target(int square, int file_step, int rank_step) noexcept nogil:
    """Return the square some files and ranks away, or -1 when that is off the board."""
    cdef int file = file_of(square) + file_step
    cdef int rank = rank_of(square) + rank_step
    if 0 <= file < 9 and 0 <= rank < 9:
        return file * 9 + rank
    return -1


cdef void unite(Bitboard* squares, Bitboard more) noexcept nogil:
    squares[0] = bb_or(squares[0], more)


cdef void add(Bitboard* squares, int square) noexcept nogil:
    if square >= 0:
        unite(squares, bb_square(square))


cdef bint steps_to(int piece_type, int file_step, int rank_step) noexcept nogil:
    """Say whether a black piece steps so: the moves of docs/rules.md, forward being rank -1."""
    cdef bint one = -1 <= file_step <= 1 and -1 <= rank_step <= 1
    cdef bint diagonal = file_step != 0 and rank_step != 0
    if file_step == 0 and rank_step == 0:
        return False
    if piece_type == PAWN:
        return file_step == 0 and rank_step == -1
    if piece_type == KNIGHT:
        return (file_step == 1 or file_step == -1) and rank_step == -2
    if piece_type == SILVER:
        return one and (diagonal or rank_step == -1)
    if (piece_type == GOLD or piece_type == PROMOTED_PAWN or piece_type == PROMOTED_LANCE
            or piece_type == PROMOTED_KNIGHT or piece_type == PROMOTED_SILVER):
        return one and (not diagonal or rank_step == -1)
    if piece_type == KING:
        return one
    if piece_type == HORSE:
        return one and not diagonal
    if piece_type == DRAGON:
        return one and diagonal
    return False


cdef void fill_steps() noexcept nogil:
    cdef int piece_type, square, file_step, rank_step
    for piece_type in range(PAWN, DRAGON + 1):
        for square in range(SQUARES):
            for file_step in range(-1, 2):
                for rank_step in range(-2, 2):
                    if steps_to(piece_type, file_step, rank_step):
                        add(&TABLES.step[make_piece(BLACK, piece_type)][square],
                            target(square, file_step, rank_step))
                        add(&TABLES.step[make_piece(WHITE, piece_type)][square],
                            target(square, -file_step, -rank_step))


cdef void fill_lines() noexcept nogil:
    cdef int square, direction, other, occupancy, rank
    cdef Step step
    for square in range(SQUARES):
        TABLES.square[square] = bb_square(square)
        for direction in range(DIRECTIONS):
            step = DIRECTION_STEPS[direction]
            other = target(square, step.file, step.rank)
            while other >= 0:
                # What lies before `other` on this ray is what lies between the two.
                TABLES.between[square][other] = TABLES.ray[square][direction]
                add(&TABLES.ray[square][direction], other)
                TABLES.relation[square][other] = (
                    DISTANT if bb_any(TABLES.between[square][other]) else ADJACENT) + direction
                other = target(other, step.file, step.rank)
    for rank in range(9):
        for occupancy in range(128):
            TABLES.lance_attacks[BLACK][rank][occupancy] = file_ray(rank, -1, occupancy << 1)
            TABLES.lance_attacks[WHITE][rank][occupancy] = file_ray(rank, 1, occupancy << 1)
            TABLES.file_attacks[rank][occupancy] = (
                TABLES.lance_attacks[BLACK][rank][occupancy]
                | TABLES.lance_attacks[WHITE][rank][occupancy])


cdef uint16_t file_ray(int rank, int step, int occupied) noexcept nogil:
    """Return the ranks attacked from one within a file, the first occupied one included."""
    cdef uint16_t attacked = 0
    rank += step
    while 0 <= rank < 9:
        attacked |= 1 << rank
        if occupied >> rank & 1:
            break
        rank += step
    return attacked


cdef void fill_relations() noexcept nogil:
    """Add the knight's relations, then note which piece attacks from where."""
    cdef int king, square, relation, piece
    cdef Bitboard nothing = Bitboard(0, 0)
    for king in range(SQUARES):
        for square in range(SQUARES):
            if bb_has(TABLES.step[make_piece(BLACK, KNIGHT)][square], king):
                TABLES.relation[king][square] = KNIGHT_BELOW
            elif bb_has(TABLES.step[make_piece(WHITE, KNIGHT)][square], king):
                TABLES.relation[king][square] = KNIGHT_ABOVE
            relation = TABLES.relation[king][square]
            # Which pieces reach is the same for every pair of squares so related.
            if relation == UNRELATED or TABLES.reach[relation]:
                continue
            for piece in range(PIECE_CODES):
                if bb_has(piece_attacks(piece, square, nothing), king):
                    TABLES.reach[relation] |= <uint32_t>1 << piece


cdef void fill_promotions() noexcept nogil:
    cdef int color, square, other
    cdef bint starts
    for color in range(2):
        for square in range(SQUARES):
            starts = in_promotion_zone(color, square)
            for other in range(SQUARES):
                if starts or in_promotion_zone(color, other):
                    add(&TABLES.promotion[color][square], other)


cdef void fill_able() noexcept nogil:
    cdef int piece, square
    for square in range(SQUARES):
        for piece in range(PIECE_CODES):
            if bb_any(piece_attacks(piece, square, Bitboard(0, 0))):
                TABLES.able[square] |= <uint32_t>1 << piece


cdef bint in_promotion_zone(int color, int square) noexcept nogil:
    """Say whether a square is on the three ranks farthest from a side."""
    return rank_of(square) < 3 if color == BLACK else rank_of(square) > 5


cdef void fill_king_zones() noexcept nogil:
    # A square is attacked from where the same piece of the other color would attack it back.
    cdef int color, king, square
    cdef Bitboard nothing = Bitboard(0, 0)
    cdef Bitboard around
    for king in range(SQUARES):
        TABLES.bishop_lines[king] = bishop_attacks(king, nothing)
        TABLES.rook_lines[king] = rook_attacks(king, nothing)
        for color in range(2):
            TABLES.lance_lines[color][king] = lance_attacks(color, king, nothing)
    for king in range(SQUARES):
        around = bb_or(TABLES.step[KING][king], bb_square(king))
        while bb_any(around):
            square = bb_pop(&around)
            unite(&TABLES.bishop_zone[king], TABLES.bishop_lines[square])
            unite(&TABLES.rook_zone[king], TABLES.rook_lines[square])
            for color in range(2):
                unite(&TABLES.lance_zone[color][king], TABLES.lance_lines[color][square])
                # King and knight between them step wherever any piece steps.
                unite(&TABLES.near[color][king], TABLES.step[KING][square])
                unite(&TABLES.near[color][king],
                      TABLES.step[make_piece(color, KNIGHT)][square])


memset(&TABLES, 0, sizeof(TABLES))
fill_steps()
fill_lines()
fill_relations()
fill_promotions()
fill_able()
fill_king_zones()
