# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What the tests need to see of the core, and nobody else."""

from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from shogi_fast.board cimport Board
from shogi_fast.core.bitboard cimport (
    Bitboard,
    bb_and,
    bb_any,
    bb_count,
    bb_empty,
    bb_equal,
    bb_file_bits,
    bb_file_from_bits,
    bb_fill_files,
    bb_first,
    bb_full,
    bb_has,
    bb_line_down,
    bb_line_up,
    bb_make,
    bb_many,
    bb_meet,
    bb_minus,
    bb_not,
    bb_or,
    bb_pop,
    bb_shift_down,
    bb_shift_up,
    bb_square,
    bb_xor,
)
from shogi_fast.core.attacks cimport piece_attacks
from shogi_fast.core.counting cimport (
    METHOD_BULK,
    METHOD_PAIRS,
    METHOD_STATS,
    METHOD_VISIT,
    Counter,
    count_nodes,
)
from shogi_fast.core.drops cimport pinned_pieces
from shogi_fast.core.hashed cimport count_hashed
from shogi_fast.core.legality cimport can_be_made, is_legal
from shogi_fast.core.movegen cimport generate_board_moves, generate_drops
from shogi_fast.core.packed cimport PACKED_BYTES, PACKED_FINE, pack_position
from shogi_fast.core.position cimport (
    SHOGI_FAST_DEBUG,
    Position,
    Undo,
    attackers_to,
    make_move,
    occupied_by_any,
    rebuild,
    unmake_move,
)
from shogi_fast.core.pseudolegal cimport generate_pseudo_legal, is_pseudo_legal
from shogi_fast.core.splicing cimport Layout, lay_out, write_spliced
from shogi_fast.core.table cimport (
    BUCKET_ENTRIES,
    Bucket,
    Table,
    WideKey,
    at_depth,
    bucket_find,
    bucket_put,
    high_product as table_high_product,
    key_after as table_key_after,
    new_buckets,
    wide_key as table_wide_key,
)
from shogi_fast.core.types cimport (
    MAX_MOVES,
    MOVE_CODES,
    NULL_MOVE,
    PIECE_CODES,
    SQUARES,
    is_move_code,
    move_t,
)
from shogi_fast.move cimport Move

DEBUG = bool(SHOGI_FAST_DEBUG)
UNDO_BYTES = sizeof(Undo)


cdef Bitboard set_of(squares) except *:
    """Return the set with bit i of an int for square i."""
    cdef uint64_t lo = squares & 0x7fffffffffffffff
    cdef uint64_t hi = squares >> 63
    return bb_make(lo, hi)


cdef int bounded(int value, int limit) except -1:
    """Return a value that indexes a table; raise IndexError if it does not."""
    if not 0 <= value < limit:
        raise IndexError(f"not from 0 to {limit - 1}: {value}")
    return value


cdef object int_of(Bitboard bb):
    """Return an int with bit i for square i; the bits of no square must be zero."""
    if bb.lo >> 63 or bb.hi >> 18:
        raise AssertionError(f"bits of no square: {bb.lo:#x}, {bb.hi:#x}")
    return int(bb.lo) | int(bb.hi) << 63


BITBOARD_OPERATIONS = {
    "and": lambda a, b: int_of(bb_and(set_of(a), set_of(b))),
    "or": lambda a, b: int_of(bb_or(set_of(a), set_of(b))),
    "xor": lambda a, b: int_of(bb_xor(set_of(a), set_of(b))),
    "minus": lambda a, b: int_of(bb_minus(set_of(a), set_of(b))),
    "not": lambda a: int_of(bb_not(set_of(a))),
    "full": lambda: int_of(bb_full()),
    "empty": lambda: int_of(bb_empty()),
    "any": lambda a: bool(bb_any(set_of(a))),
    "meet": lambda a, b: bool(bb_meet(set_of(a), set_of(b))),
    "equal": lambda a, b: bool(bb_equal(set_of(a), set_of(b))),
    "count": lambda a: bb_count(set_of(a)),
    "many": lambda a: bool(bb_many(set_of(a))),
    "first": lambda a: bb_first(set_of(a)),
    "square": lambda n: int_of(bb_square(bounded(n, SQUARES))),
    "has": lambda a, n: bool(bb_has(set_of(a), bounded(n, SQUARES))),
    "shift_up": lambda a, n: int_of(bb_shift_up(set_of(a), bounded(n, 18))),
    "shift_down": lambda a, n: int_of(bb_shift_down(set_of(a), bounded(n, 18))),
    "line_up": lambda line, occupied: int_of(bb_line_up(set_of(line), set_of(occupied))),
    "line_down": lambda line, occupied: int_of(bb_line_down(set_of(line), set_of(occupied))),
    "file_bits": lambda a, file: bb_file_bits(set_of(a), bounded(file, 9)),
    "file_from_bits": lambda bits, file: int_of(bb_file_from_bits(bits, bounded(file, 9))),
    "fill_files": lambda a: int_of(bb_fill_files(set_of(a))),
}
"""Each operation of csrc/bitboard.h on ints with bit i for square i."""


def popped(squares):
    """Return the squares of a set in the order ``bb_pop`` takes them, and what is left."""
    cdef Bitboard bb = set_of(squares)
    cdef int n = bb_count(bb)
    return [bb_pop(&bb) for _ in range(n)], int_of(bb)


def attacks(int piece, int square, occupied):
    """Return the squares a piece code attacks, as an int."""
    return int_of(piece_attacks(
        bounded(piece, PIECE_CODES), bounded(square, SQUARES), set_of(occupied)))


def position_bytes(Board board not None):
    """Return every byte of a board's packed position."""
    return (<char*>&board.position)[:sizeof(Position)]


def rebuilt_bytes(Board board not None):
    """Return every byte of the position as set up from board, hands, side and ply alone."""
    cdef Position fresh
    rebuild(&board.position, &fresh)
    return (<char*>&fresh)[:sizeof(Position)]


def make_unmake(Board board not None, Move move not None):
    """Make and unmake a move without the key; return the bytes before, between and after."""
    cdef Position position = board.position
    cdef Undo undo
    if not can_be_made(&position, move.code):
        raise ValueError(f"{move.usi()} cannot be made")
    before = (<char*>&position)[:sizeof(Position)]
    make_move(&position, move.code, &undo, False)
    between = (<char*>&position)[:sizeof(Position)]
    unmake_move(&position, &undo, False)
    return before, between, (<char*>&position)[:sizeof(Position)]


def checkers(Board board not None):
    """Return the pieces that give check, as an int."""
    return int_of(board.position.checkers)


def pinned(Board board not None, int color):
    """Return the pinned pieces of a color, as an int."""
    return int_of(pinned_pieces(
        &board.position, bounded(color, 2), occupied_by_any(&board.position)))


def attackers(Board board not None, int color, int square):
    """Return the pieces of a color that attack a square, as an int."""
    return int_of(attackers_to(
        &board.position, bounded(color, 2), bounded(square, SQUARES),
        occupied_by_any(&board.position)))


def masked_moves(Board board not None, from_mask, to_mask):
    """Return the codes of moves between masks: on the board, then drops (of any kind)."""
    cdef move_t[MAX_MOVES] codes
    cdef int n = generate_board_moves(
        &board.position, codes, set_of(from_mask), set_of(to_mask))
    on_board = [codes[i] for i in range(n)]
    n = generate_drops(&board.position, codes, set_of(to_mask))
    return on_board, [codes[i] for i in range(n)]


def legal_codes(Board board not None):
    """Return the codes of all moves that ``is_legal`` calls legal, tried one by one."""
    return [
        code for code in range(MOVE_CODES)
        if (is_move_code(code) or code == NULL_MOVE) and is_legal(&board.position, <move_t>code)
    ]


def pseudo_legal_codes(Board board not None):
    """Return the codes of the pseudo-legal moves: as listed, and tried one by one."""
    cdef move_t[MAX_MOVES] codes
    cdef int n = generate_pseudo_legal(&board.position, codes)
    return [codes[i] for i in range(n)], [
        code for code in range(MOVE_CODES)
        if (is_move_code(code) or code == NULL_MOVE)
        and is_pseudo_legal(&board.position, <move_t>code)
    ]


def count_from(Board board not None, int depth, str method not None, uint64_t start):
    """Count on from a number already reached; return the nodes, or None if they overflow."""
    cdef Counter counter
    cdef move_t[8 * MAX_MOVES] buffer
    cdef Position position = board.position
    if not 0 <= depth < 8:
        raise ValueError("depth")
    ways = {"bulk": METHOD_BULK, "visit": METHOD_VISIT, "stats": METHOD_STATS}
    memset(&counter, 0, sizeof(Counter))
    counter.nodes = start
    count_nodes(ways[method], &position, depth, buffer, &counter)
    return None if counter.overflowed else counter.nodes


def count_with_table(
        Board board not None, int depth, str method not None, uint64_t buckets, uint64_t start=0):
    """Count by a table of so many buckets, on from a number already reached; None at overflow."""
    cdef Counter counter
    cdef Table table
    cdef move_t[8 * MAX_MOVES] buffer
    cdef Position position = board.position
    cdef void* block
    if not 0 <= depth < 8 or not 0 < buckets <= 1 << 20:
        raise ValueError("depth or buckets")
    table.number = buckets
    table.buckets = new_buckets(buckets, &block)
    if table.buckets == NULL:
        raise MemoryError
    memset(&counter, 0, sizeof(Counter))
    counter.nodes = start
    way = {"pairs": METHOD_PAIRS, "bulk": METHOD_BULK}[method]
    count_hashed(way, &table, &position, depth, buffer, &counter)
    free(block)
    return None if counter.overflowed else counter.nodes


def bucket_put_and_show(list words not None, uint64_t check, uint64_t count):
    """Write an entry into a bucket, and return its words."""
    cdef Bucket bucket = bucket_of_words(words)
    bucket_put(&bucket, check, count)
    return [bucket.word[i] for i in range(2 * BUCKET_ENTRIES)]


def bucket_count(list words not None, uint64_t check):
    """Return what a bucket has for a check, or None."""
    cdef Bucket bucket = bucket_of_words(words)
    cdef uint64_t count
    return count if bucket_find(&bucket, check, &count) else None


cdef Bucket bucket_of_words(list words):
    cdef Bucket bucket
    for i in range(2 * BUCKET_ENTRIES):
        bucket.word[i] = words[i]
    return bucket


def high_product(uint64_t a, uint64_t b):
    """Return the upper 64 bits of a product."""
    return table_high_product(a, b)


def wide_key(Board board not None, int depth=0):
    """Return by what a table knows a position and a depth: where, and what is compared."""
    cdef WideKey key = at_depth(table_wide_key(&board.position), depth)
    return key.place, key.check


def key_after(Board board not None, Move move not None):
    """Return the same of the position after a legal move, from the key of the one before."""
    cdef WideKey key = table_key_after(
        &board.position, table_wide_key(&board.position), move.code)
    return key.place, key.check


def spliced(Board board not None, Move move not None):
    """Return the packed position after a move that can be made, or None if it cannot be packed."""
    cdef uint8_t[PACKED_BYTES] record
    cdef uint8_t[PACKED_BYTES] child
    cdef Layout layout
    if not can_be_made(&board.position, move.code):
        raise ValueError("move")
    if pack_position(&board.position, record) != PACKED_FINE:
        return None
    lay_out(&board.position, record, &layout)
    write_spliced(&board.position, &layout, move.code, child)
    return (<char*>child)[:PACKED_BYTES]
