# cython: language_level=3, cdivision=True
"""Where pieces attack: step, line and between tables, and attacks along lines.

The tables are built once, when the module is imported, and are only read afterwards.

A *direction* leads away from a square, seen with file 1 on the right and rank a at the top;
``direction ^ 1`` is its opposite::

    7 0 4
    3 . 2
    5 1 6
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_file_bits,
    bb_file_from_bits,
    bb_line_down,
    bb_line_up,
    bb_or,
)
from shogi_fast.core.types cimport (
    BISHOP,
    DRAGON,
    HORSE,
    LANCE,
    PIECE_CODES,
    ROOK,
    SQUARES,
    file_of,
    rank_of,
    type_of,
)

cdef enum:
    # Directions: even ones lead to lower square numbers, odd ones to higher.
    TO_RANK_A = 0            # up the file, as Black's pawns go
    TO_RANK_I = 1
    TO_FILE_1 = 2            # along the rank
    TO_FILE_9 = 3
    TO_1A = 4                # along the diagonal that holds 5e, 4d ... 1a
    TO_9I = 5
    TO_1I = 6                # along the other diagonal
    TO_9A = 7
    DIRECTIONS = 8

cdef enum:
    # Relations of a square to a king (see AttackTables.relation).
    UNRELATED = 0
    ADJACENT = 1             # + direction: next to the king
    DISTANT = 9              # + direction: farther along the line
    KNIGHT_BELOW = 17        # where a black knight attacks the king from
    KNIGHT_ABOVE = 18        # where a white knight does
    RELATIONS = 19


cdef struct AttackTables:
    Bitboard square[SQUARES]
    # Squares that a piece attacks one step (or knight's jump) away. Empty for lance, bishop,
    # rook; the step half alone for horse and dragon.
    Bitboard step[PIECE_CODES][SQUARES]
    # The squares from one to the edge of the board in each direction.
    Bitboard ray[SQUARES][DIRECTIONS]
    # The squares strictly between two on one line; empty for any other two.
    Bitboard between[SQUARES][SQUARES]
    # Attacks within a file, from a rank, by the occupancy of ranks b to h: both ways, and as a
    # lance of either color.
    uint16_t file_attacks[9][128]
    uint16_t lance_attacks[2][9][128]
    # For a king (first index) the relation of another square: which pieces can attack from there
    # is then one bit of reach[relation], counted from bit 0 by piece code.
    uint8_t relation[SQUARES][SQUARES]
    uint32_t reach[RELATIONS]
    # For a king of a color: squares from where an enemy piece can attack the king's square or one
    # next to it, by a step; and along lines on an empty board, as lance, bishop and rook.
    Bitboard near[2][SQUARES]
    Bitboard lance_zone[2][SQUARES]
    Bitboard bishop_zone[SQUARES]
    Bitboard rook_zone[SQUARES]
    # Where a man of a color that starts from a square may promote: everywhere from within the
    # promotion zone, else in the zone.
    Bitboard promotion[2][SQUARES]
    # The pieces, counted from bit 0 by code, that can move from a square of an empty board: where
    # one cannot, it must promote, and may not be dropped.
    uint32_t able[SQUARES]
    # Squares from where they attack the king's own square on an empty board.
    Bitboard lance_lines[2][SQUARES]
    Bitboard bishop_lines[SQUARES]
    Bitboard rook_lines[SQUARES]


cdef AttackTables TABLES


cdef inline unsigned file_index(Bitboard occupied, int file) noexcept nogil:
    """Return the occupancy of ranks b to h of a file as a table index."""
    return bb_file_bits(occupied, file) >> 1 & 127


cdef inline Bitboard lance_attacks(int color, int square, Bitboard occupied) noexcept nogil:
    """Return the squares a lance attacks, the first occupied one included."""
    cdef int file = file_of(square)
    return bb_file_from_bits(
        TABLES.lance_attacks[color][rank_of(square)][file_index(occupied, file)], file)


cdef inline Bitboard rook_attacks(int square, Bitboard occupied) noexcept nogil:
    """Return the squares a rook attacks, the first occupied one of each line included."""
    cdef int file = file_of(square)
    return bb_or(
        bb_file_from_bits(
            TABLES.file_attacks[rank_of(square)][file_index(occupied, file)], file),
        bb_or(bb_line_down(TABLES.ray[square][TO_FILE_1], occupied),
              bb_line_up(TABLES.ray[square][TO_FILE_9], occupied)))


cdef inline Bitboard bishop_attacks(int square, Bitboard occupied) noexcept nogil:
    """Return the squares a bishop attacks, the first occupied one of each line included."""
    return bb_or(
        bb_or(bb_line_down(TABLES.ray[square][TO_1A], occupied),
              bb_line_up(TABLES.ray[square][TO_9I], occupied)),
        bb_or(bb_line_down(TABLES.ray[square][TO_1I], occupied),
              bb_line_up(TABLES.ray[square][TO_9A], occupied)))


cdef inline Bitboard piece_attacks(int piece, int square, Bitboard occupied) noexcept nogil:
    """Return the squares that any piece attacks."""
    cdef int piece_type = type_of(piece)
    cdef Bitboard attacks = TABLES.step[piece][square]
    if piece_type == LANCE:
        attacks = lance_attacks(piece >> 4, square, occupied)
    elif piece_type == BISHOP or piece_type == HORSE:
        attacks = bb_or(attacks, bishop_attacks(square, occupied))
    elif piece_type == ROOK or piece_type == DRAGON:
        attacks = bb_or(attacks, rook_attacks(square, occupied))
    return attacks
