# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The positions a game went through.

Visits are noted only when somebody asks, all those since the last time at once, so that making
and taking back moves costs nothing; an answer is constant work a move, however long the game.
Two positions are taken for the same when their 64-bit keys are.
"""

from libc.stdlib cimport free, malloc, realloc

from shogi_fast.core.bitboard cimport bb_any
from shogi_fast.core.position cimport KEYS, hand_count, unmake_move, unmake_pass
from shogi_fast.core.types cimport BLACK, KING, NULL_MOVE, PAWN, opponent

cdef enum:
    FIRST_CAPACITY = 64
    FOUR = 4


cdef void free_history(History* history) noexcept nogil:
    free(history.visits)
    free(history.buckets)
    free(history.board_buckets)
    history.visits = NULL
    history.buckets = history.board_buckets = NULL
    history.capacity = history.count = 0


cdef inline int32_t bucket_of(const History* history, uint64_t key) noexcept nogil:
    return <int32_t>(key & <uint64_t>(2 * history.capacity - 1))


cdef inline void link(History* history, int32_t index) noexcept nogil:
    """Put a visit first into its buckets."""
    cdef Visit* visit = &history.visits[index]
    cdef int32_t* bucket = &history.buckets[bucket_of(history, visit.key)]
    visit.next = bucket[0]
    bucket[0] = index
    bucket = &history.board_buckets[bucket_of(history, visit.board_key)]
    visit.board_next = bucket[0]
    bucket[0] = index


cdef void shorten_history(History* history, int32_t n) noexcept nogil:
    cdef Visit* visit
    while history.count > n:
        history.count -= 1
        visit = &history.visits[history.count]
        history.buckets[bucket_of(history, visit.key)] = visit.next
        history.board_buckets[bucket_of(history, visit.board_key)] = visit.board_next


cdef bint reserve(History* history, int32_t n) noexcept nogil:
    """Make room for n visits in all."""
    cdef int32_t capacity = history.capacity if history.capacity else FIRST_CAPACITY
    cdef int32_t i
    cdef Visit* visits
    cdef int32_t* buckets
    cdef int32_t* board_buckets
    if n <= history.capacity:
        return True
    while capacity < n:
        if capacity > 1 << 28:
            return False
        capacity *= 2
    buckets = <int32_t*>malloc(2 * <size_t>capacity * sizeof(int32_t))
    board_buckets = <int32_t*>malloc(2 * <size_t>capacity * sizeof(int32_t))
    visits = <Visit*>realloc(history.visits, <size_t>capacity * sizeof(Visit))
    if visits != NULL:
        history.visits = visits
    if visits == NULL or buckets == NULL or board_buckets == NULL:
        free(buckets)
        free(board_buckets)
        return False
    free(history.buckets)
    free(history.board_buckets)
    history.buckets = buckets
    history.board_buckets = board_buckets
    history.capacity = capacity
    for i in range(2 * capacity):
        buckets[i] = board_buckets[i] = -1
    for i in range(history.count):
        link(history, i)
    return True


cdef uint64_t key_without_hands(const Position* p) noexcept nogil:
    cdef uint64_t key = p.key
    cdef int color, piece_type
    for color in range(2):
        if p.hand[color]:
            for piece_type in range(PAWN, KING):
                key ^= KEYS.hand[color][piece_type][hand_count(p, color, piece_type)]
    return key


cdef int judge(const History* history, int32_t index, int side) noexcept nogil:
    """Return the verdict on a visit whose count and relatives are known."""
    cdef const Visit* visit = &history.visits[index]
    cdef int32_t laps
    cdef bint last_mover, other
    if visit.count < FOUR:
        return NO_REPETITION
    if visit.count > FOUR:
        return history.visits[visit.previous].verdict
    # Each side made as many moves between the first visit and this one.
    laps = (index - visit.first) // 2
    last_mover = visit.checks >= laps
    other = history.visits[index - 1].checks >= laps
    if last_mover == other:
        return FOURFOLD
    if last_mover:
        side = opponent(side)
    return BLACK_LOSES if side == BLACK else WHITE_LOSES


cdef void note(History* history, int32_t index, const Position* p, bint passed) noexcept nogil:
    """Fill the visit of a position; all earlier ones are filled and linked."""
    cdef Visit* visit = &history.visits[index]
    cdef int32_t other = history.buckets[bucket_of(history, p.key)]
    visit.key = p.key
    visit.start = index if index == 0 or passed else history.visits[index - 1].start
    visit.checks = 0
    if bb_any(p.checkers) and not passed and index:
        visit.checks = 1 + (history.visits[index - 2].checks if index > 1 else 0)
    while other >= 0 and history.visits[other].key != p.key:
        other = history.visits[other].next
    if other >= visit.start:
        visit.previous = other
        visit.first = history.visits[other].first
        visit.count = history.visits[other].count + 1
    else:
        visit.previous = -1
        visit.first = index
        visit.count = 1
    visit.verdict = judge(history, index, p.side)
    link(history, index)


cdef bint extend_history(
        History* history, const Position* p, const Undo* undos, int32_t depth) noexcept nogil:
    cdef int32_t known = history.count
    cdef int32_t i
    cdef Position back
    if known > depth:
        return True
    if not reserve(history, depth + 1):
        return False
    # Hands are not in the undo records, so go back to what is not known yet, and note from there.
    back = p[0]
    for i in range(depth, known - 1, -1):
        history.visits[i].board_key = key_without_hands(&back)
        history.visits[i].hand = back.hand[back.side]
        if i > known:
            if undos[i - 1].move == NULL_MOVE:
                unmake_pass(&back, &undos[i - 1])
            else:
                unmake_move(&back, &undos[i - 1], True)
    for i in range(known, depth + 1):
        # Only key, checkers and side are asked for, and those the undo records hold.
        back.key = undos[i].key if i < depth else p.key
        back.checkers = undos[i].checkers if i < depth else p.checkers
        back.side = p.side ^ (depth - i & 1)
        note(history, i, &back, i > 0 and undos[i - 1].move == NULL_MOVE)
        history.count = i + 1
    return True


cdef int search_verdict(const History* history, int32_t other) noexcept nogil:
    """Return what a search makes of the last visit, knowing an earlier one of the same position."""
    cdef int32_t index = history.count - 1
    cdef int32_t laps = (index - other) // 2
    if history.visits[index].checks >= laps:
        # Both giving check all the time is a draw too, as in a game.
        return SEARCH_DRAW if history.visits[index - 1].checks >= laps else SEARCH_WIN
    return SEARCH_LOSE if history.visits[index - 1].checks >= laps else SEARCH_DRAW


cdef int search_same_position(const History* history, int32_t most) noexcept nogil:
    cdef int32_t index = history.count - 1
    cdef int32_t other = history.visits[index].previous
    if other < 0 or index - other > most:
        return SEARCH_NONE
    return search_verdict(history, other)


cdef int search_repetition(const History* history, int32_t most) noexcept nogil:
    cdef int32_t index = history.count - 1
    cdef const Visit* visit = &history.visits[index]
    cdef const Visit* earlier
    cdef int32_t other = visit.board_next
    cdef int piece_type, ours, theirs
    cdef bint more, less
    while other >= visit.start and index - other <= most:
        earlier = &history.visits[other]
        if earlier.key == visit.key:
            return search_verdict(history, other)
        if earlier.board_key == visit.board_key:
            more = less = False
            for piece_type in range(PAWN, KING):
                ours = <int>(visit.hand >> 8 * piece_type & 255)
                theirs = <int>(earlier.hand >> 8 * piece_type & 255)
                more |= ours > theirs
                less |= ours < theirs
            if more and not less:
                return SEARCH_SUPERIOR
            if less and not more:
                return SEARCH_INFERIOR
        other = earlier.board_next
    return SEARCH_NONE
