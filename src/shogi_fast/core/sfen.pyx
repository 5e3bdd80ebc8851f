# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""SFEN text to a packed position and back.

Which texts are read, refused or flagged is decided in docs/design.md, "SFEN".
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memset

from shogi_fast.core.bitboard cimport Bitboard, bb_and, bb_any, bb_file_bits, bb_minus
from shogi_fast.core.drops cimport live_ranks, ranks_bb
from shogi_fast.core.position cimport (
    clear_position,
    hand_count,
    place_unchecked,
    set_hand_unchecked,
    set_side,
    settle,
)
from shogi_fast.core.types cimport (
    BISHOP,
    BLACK,
    GOLD,
    KING,
    KNIGHT,
    LANCE,
    MAX_PIECES,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    PROMOTED,
    ROOK,
    SILVER,
    SQUARES,
    WHITE,
    color_of,
    is_promotable,
    make_piece,
    type_of,
    unpromoted,
)

cdef const char* LETTERS = b" PLNSBRGK"
HAND_ORDER[:] = [ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN]
SET_COUNT[:] = [0, 18, 4, 4, 4, 2, 2, 4, 2]

cdef enum:
    MAX_PLY_READ = 99999


cdef inline bint is_blank(char c) noexcept nogil:
    """Say whether a byte is one of ASCII's six blanks."""
    return c == 32 or 9 <= c <= 13


cdef inline bint is_digit(char c) noexcept nogil:
    return c"0" <= c <= c"9"


# The unpromoted piece of each letter, upper case for Black; NO_PIECE for other bytes.
cdef uint8_t[256] PIECE_OF_LETTER


cdef inline int piece_of_letter(char c) noexcept nogil:
    return PIECE_OF_LETTER[<unsigned char>c]


cdef bint fail(sfen_error* error, int problem, int field, Py_ssize_t place) noexcept nogil:
    error.problem = problem
    error.field = field
    error.place = place
    return False


cdef bint read_board(const char* text, Py_ssize_t start, Py_ssize_t end, Position* p,
                     int* room, sfen_error* error) noexcept nogil:
    """Read ``text[start:end]``, nine ranks from a to i, each from file 9 to file 1.

    ``room`` is how many more pieces besides the kings may come.
    """
    cdef Py_ssize_t i = start
    cdef int rank = 0
    cdef int column = 0      # squares of this rank read so far
    cdef int plus = 0        # PROMOTED after a plus sign
    cdef int piece
    cdef char c
    while i < end:
        c = text[i]
        piece = piece_of_letter(c)
        if piece != NO_PIECE:
            if plus and not is_promotable(type_of(piece)):
                return fail(error, SFEN_CANNOT_PROMOTE, SFEN_BOARD_FIELD, i)
            if column == 9:
                return fail(error, SFEN_LONG_RANK, SFEN_BOARD_FIELD, i)
            if type_of(piece) == KING:
                if p.king[color_of(piece)] != NO_SQUARE:
                    return fail(error, SFEN_SECOND_KING, SFEN_BOARD_FIELD, i)
            else:
                if room[0] == 0:
                    return fail(error, SFEN_MANY_PIECES, SFEN_BOARD_FIELD, i)
                room[0] -= 1
            place_unchecked(p, piece | plus, (8 - column) * 9 + rank)
            column += 1
            plus = 0
        elif plus and (c == c"/" or c == c"+" or is_digit(c)):
            return fail(error, SFEN_LONE_PLUS, SFEN_BOARD_FIELD, i - 1)
        elif c"1" <= c <= c"9":
            column += c - c"0"
            if column > 9:
                return fail(error, SFEN_LONG_RANK, SFEN_BOARD_FIELD, i)
        elif c == c"/":
            if column < 9:
                return fail(error, SFEN_SHORT_RANK, SFEN_BOARD_FIELD, i)
            if rank == 8:
                return fail(error, SFEN_MANY_RANKS, SFEN_BOARD_FIELD, i)
            rank += 1
            column = 0
        elif c == c"+":
            plus = PROMOTED
        else:
            return fail(error, SFEN_UNKNOWN_CHARACTER, SFEN_BOARD_FIELD, i)
        i += 1
    if plus:
        return fail(error, SFEN_LONE_PLUS, SFEN_BOARD_FIELD, end - 1)
    if column < 9:
        return fail(error, SFEN_SHORT_RANK, SFEN_BOARD_FIELD, end)
    if rank < 8:
        return fail(error, SFEN_FEW_RANKS, SFEN_BOARD_FIELD, end)
    return True


cdef bint read_hands(const char* text, Py_ssize_t start, Py_ssize_t end, bint saved,
                     Position* p, int* room, sfen_error* error) noexcept nogil:
    """Read ``text[start:end]``: a dash, or letters, each after its number if that is not 1."""
    cdef Py_ssize_t i = start
    cdef Py_ssize_t digits = start       # where the number before a letter begins
    cdef int count = 0
    cdef int piece, piece_type, color
    cdef char c
    if end - start == 1 and text[start] == c"-":
        return True
    while i < end:
        c = text[i]
        if is_digit(c):
            if count == 0 and c == c"0":
                return fail(error, SFEN_BAD_COUNT, SFEN_HAND_FIELD, i)
            count = count * 10 + (c - c"0")
            if count > MAX_PIECES:
                return fail(error, SFEN_MANY_IN_HAND, SFEN_HAND_FIELD, digits)
        else:
            piece = piece_of_letter(c)
            if c == c"+" or type_of(piece) == KING:
                return fail(error, SFEN_NOT_IN_HAND, SFEN_HAND_FIELD, i)
            if piece == NO_PIECE:
                return fail(error, SFEN_UNKNOWN_CHARACTER, SFEN_HAND_FIELD, i)
            piece_type = type_of(piece)
            color = color_of(piece)
            count = hand_count(p, color, piece_type) + (count if count else 1)
            if count > (MAX_PIECES if saved else SET_COUNT[piece_type]):
                return fail(error, SFEN_MANY_IN_HAND, SFEN_HAND_FIELD, digits)
            room[0] -= count - hand_count(p, color, piece_type)
            if room[0] < 0:
                return fail(error, SFEN_MANY_PIECES, SFEN_HAND_FIELD, digits)
            set_hand_unchecked(p, color, piece_type, count)
            count = 0
            digits = i + 1
        i += 1
    if count:
        return fail(error, SFEN_COUNT_WITHOUT_PIECE, SFEN_HAND_FIELD, digits)
    return True


cdef bint read_ply(const char* text, Py_ssize_t start, Py_ssize_t end, bint saved,
                   Position* p, sfen_error* error) noexcept nogil:
    cdef Py_ssize_t i
    cdef uint64_t ply = 0
    for i in range(start, end):
        if not is_digit(text[i]):
            return fail(error, SFEN_BAD_PLY, SFEN_PLY_FIELD, i)
        ply = ply * 10 + (text[i] - c"0")
        if ply > (<uint64_t>0xffffffff if saved else <uint64_t>MAX_PLY_READ):
            return fail(error, SFEN_PLY_RANGE, SFEN_PLY_FIELD, start)
    p.ply = <uint32_t>ply
    return True


cdef const char* STARTPOS = b"startpos"
cdef const char* STARTING_TEXT = b"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


cdef bint read_sfen(
        const char* text, Py_ssize_t length, bint saved, Position* p,
        sfen_error* error) noexcept nogil:
    """Read a text into ``p``. Returns False and fills ``error`` if it is refused.

    ``p`` then holds a position of no use, so the caller reads into a copy. A ``saved``
    board may have come to any hand and any move number by its moves.
    """
    cdef Py_ssize_t[5] starts
    cdef Py_ssize_t[5] ends
    cdef Py_ssize_t i = 0
    cdef int fields = 0
    cdef int room = MAX_PIECES           # how many more pieces besides the kings may come
    error.problem = SFEN_FINE
    clear_position(p)
    while True:
        while i < length and is_blank(text[i]):
            i += 1
        if i == length or fields == 5:
            break
        starts[fields] = i
        while i < length and not is_blank(text[i]):
            i += 1
        ends[fields] = i
        fields += 1
    if fields == 1 and ends[0] - starts[0] == 8 and memcmp(text + starts[0], STARTPOS, 8) == 0:
        return read_sfen(STARTING_TEXT, 63, saved, p, error)
    if fields == 0:
        return fail(error, SFEN_FEW_RANKS, SFEN_BOARD_FIELD, length)
    if not read_board(text, starts[0], ends[0], p, &room, error):
        return False
    if fields == 1:
        return fail(error, SFEN_MISSING_SIDE, SFEN_SIDE_FIELD, ends[0])
    if ends[1] - starts[1] != 1 or (text[starts[1]] != c"b" and text[starts[1]] != c"w"):
        return fail(error, SFEN_BAD_SIDE, SFEN_SIDE_FIELD, starts[1])
    set_side(p, WHITE if text[starts[1]] == c"w" else BLACK)
    if fields > 2 and not read_hands(text, starts[2], ends[2], saved, p, &room, error):
        return False
    if fields > 3 and not read_ply(text, starts[3], ends[3], saved, p, error):
        return False
    if fields > 4:
        return fail(error, SFEN_TRAILING, SFEN_END_FIELD, starts[4])
    settle(p)
    return True


cdef int write_number(char* text, uint32_t number) noexcept nogil:
    """Write a number's decimal digits and return how many they are."""
    cdef char[10] digits
    cdef int n = 0
    cdef int i
    while True:
        digits[n] = <char>(c"0" + number % 10)
        number //= 10
        n += 1
        if number == 0:
            break
    for i in range(n):
        text[i] = digits[n - 1 - i]
    return n


cdef int write_sfen(const Position* p, char* text, bint with_ply) noexcept nogil:
    """Write the canonical text, without a final NUL, and return its length (under MAX_SFEN)."""
    cdef int n = 0
    cdef int rank, file, blanks, piece, piece_type, color, count, i
    cdef bint any_hand = False
    for rank in range(9):
        if rank:
            text[n] = c"/"
            n += 1
        blanks = 0
        for file in range(8, -1, -1):
            piece = p.board[file * 9 + rank]
            if piece == NO_PIECE:
                blanks += 1
                continue
            if blanks:
                text[n] = <char>(c"0" + blanks)
                n += 1
                blanks = 0
            piece_type = type_of(piece)
            if piece_type > KING:
                text[n] = c"+"
                n += 1
                piece_type -= PROMOTED
            text[n] = <char>(LETTERS[piece_type] + 32 * color_of(piece))
            n += 1
        if blanks:
            text[n] = <char>(c"0" + blanks)
            n += 1
    text[n] = c" "
    text[n + 1] = c"w" if p.side else c"b"
    text[n + 2] = c" "
    n += 3
    for color in range(2):
        for i in range(7):
            piece_type = HAND_ORDER[i]
            count = hand_count(p, color, piece_type)
            if count == 0:
                continue
            if count > 1:
                n += write_number(text + n, count)
            text[n] = <char>(LETTERS[piece_type] + 32 * color)
            n += 1
            any_hand = True
    if not any_hand:
        text[n] = c"-"
        n += 1
    if with_ply:
        text[n] = c" "
        n += 1
        n += write_number(text + n, p.ply)
    return n


cdef int position_status(const Position* p) noexcept nogil:
    """Return STATUS_ flags for what play from a real set could never lead to."""
    cdef int status = STATUS_VALID
    cdef int color, piece_type, square
    cdef int[9] counts
    memset(counts, 0, sizeof(counts))
    for square in range(SQUARES):
        piece_type = type_of(p.board[square])
        if p.board[square] != NO_PIECE:
            counts[KING if piece_type == KING else unpromoted(piece_type)] += 1
    for color in range(2):
        for piece_type in range(PAWN, KING):
            counts[piece_type] += hand_count(p, color, piece_type)
        if has_two_on_a_file(bb_and(p.kind[PAWN], p.color[color])):
            status |= STATUS_TWO_PAWNS
        for piece_type in range(PAWN, SILVER):
            if bb_any(bb_minus(bb_and(p.kind[piece_type], p.color[color]),
                               ranks_bb(live_ranks(color, piece_type)))):
                status |= STATUS_DEAD_PIECE
    for piece_type in range(PAWN, KING):
        if counts[piece_type] > SET_COUNT[piece_type]:
            status |= STATUS_TOO_MANY_OF_KIND
    if p.exposed:
        status |= STATUS_OPPOSITE_CHECK
    return status


cdef bint has_two_on_a_file(Bitboard pawns) noexcept nogil:
    cdef int file
    cdef unsigned bits
    for file in range(9):
        bits = bb_file_bits(pawns, file)
        if bits & (bits - 1):
            return True
    return False


cdef void fill_tables() noexcept:
    cdef int piece_type
    for piece_type in range(PAWN, KING + 1):
        PIECE_OF_LETTER[<int>LETTERS[piece_type]] = make_piece(BLACK, piece_type)
        PIECE_OF_LETTER[<int>LETTERS[piece_type] + 32] = make_piece(WHITE, piece_type)


fill_tables()
