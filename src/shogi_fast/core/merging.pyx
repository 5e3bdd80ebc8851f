# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""One ply on, equal positions merged; how stands in merging.pxd."""

from libc.string cimport memcpy, memset

from shogi_fast.core.bitboard cimport Bitboard, bb_any, bb_pop, word_add_overflows
from shogi_fast.core.blocks cimport add_entry, block_room
from shogi_fast.core.counting cimport METHOD_VISIT, count_nodes
from shogi_fast.core.movegen cimport generate_legal
from shogi_fast.core.packed cimport PACKED_BYTES, PACKED_FINE
from shogi_fast.core.position cimport (
    KEYS,
    Undo,
    hand_count,
    make_move,
    one_in_hand,
    unmake_move,
)
from shogi_fast.core.records cimport RECORD_PACKED, read_record, write_record
from shogi_fast.core.shared cimport shared_load
from shogi_fast.core.splicing cimport Layout, lay_out, write_spliced
from shogi_fast.core.types cimport (
    DROP_FROM,
    KING,
    NO_PIECE,
    PAWN,
    PIECE_CODES,
    SQUARES,
    make_piece,
    move_from,
    move_to,
    opponent,
    unpromoted,
)


cdef extern from "bytes.h" nogil:
    uint64_t load_word(const void* data) noexcept
    void prefetch(const void* address) noexcept
    void store_word(void* data, uint64_t word) noexcept


cdef extern from "difference.h" nogil:
    bint words_cancel(
        const uint64_t* a, const uint64_t* b, const uint64_t* c, const uint64_t* d,
        const uint64_t* e, const uint64_t* f) noexcept


cdef enum:
    PARENT_WORDS = 8
    SQUARES_A_WORD = 12

cdef uint64_t UINT32 = 0xffffffff

# A piece on a square as a Parent holds it: all zero but for one word.
cdef uint64_t[SQUARES][PIECE_CODES][PARENT_WORDS] MAN


cdef inline uint64_t five_bits_each(uint64_t pieces) noexcept nogil:
    """Return the low five bits of each of eight bytes, one after the other."""
    pieces = pieces & <uint64_t>0x001f001f001f001f | pieces >> 3 & <uint64_t>0x03e003e003e003e0
    pieces = pieces & <uint64_t>0x000003ff000003ff | pieces >> 6 & <uint64_t>0x000ffc00000ffc00
    return pieces & 0xfffff | pieces >> 12 & <uint64_t>0xfffff00000


cdef inline void describe_parent(
        const Position* p, Parent* parent, uint64_t weight) noexcept nogil:
    """Fill a Parent."""
    cdef int us = p.side
    cdef int them = opponent(us)
    cdef int square, piece_type, i
    cdef uint64_t key = 0
    cdef Bitboard men
    for i in range(PARENT_WORDS - 1):
        parent.words[i] = five_bits_each(load_word(p.board + i * SQUARES_A_WORD)) | (
            five_bits_each(load_word(p.board + i * SQUARES_A_WORD + 8) & UINT32) << 40)
    # Behind the last square there are other numbers.
    parent.words[6] &= (<uint64_t>1 << 5 * (SQUARES % SQUARES_A_WORD)) - 1
    parent.words[PARENT_WORDS - 1] = p.hand[them]
    parent.hand = p.hand[us]
    parent.weight = weight
    men = p.color[them]
    while bb_any(men):
        square = bb_pop(&men)
        key ^= KEYS.piece[p.board[square]][square]
    if p.hand[them]:
        for piece_type in range(PAWN, KING):
            key ^= KEYS.hand[them][piece_type][hand_count(p, them, piece_type)]
    parent.their_key = key
    parent.own_key = p.key ^ key
    if us:
        parent.own_key ^= KEYS.side


cdef inline void child_keys(
        const Position* p, const Parent* parent, move_t move, uint64_t* own,
        uint64_t* theirs) noexcept nogil:
    """Return the keys of the two sides after a move, that of the one who moved first."""
    cdef int us = p.side
    cdef int to = move_to(move)
    cdef int origin = move_from(move)
    cdef int piece, captured, hand_type, count
    own[0] = parent.own_key
    theirs[0] = parent.their_key
    if origin > DROP_FROM:
        hand_type = origin - DROP_FROM
        count = hand_count(p, us, hand_type)
        own[0] ^= (KEYS.hand[us][hand_type][count] ^ KEYS.hand[us][hand_type][count - 1]
                   ^ KEYS.piece[make_piece(us, hand_type)][to])
        return
    piece = p.board[origin]
    captured = p.board[to]
    own[0] ^= KEYS.piece[piece][origin] ^ KEYS.piece[piece | move >> 11 & 8][to]
    if captured != NO_PIECE:
        hand_type = unpromoted(captured & 15)
        count = hand_count(p, us, hand_type)
        own[0] ^= KEYS.hand[us][hand_type][count] ^ KEYS.hand[us][hand_type][count + 1]
        theirs[0] ^= KEYS.piece[captured][to]


cdef inline uint64_t hand_after(const Parent* parent, const Child* child) noexcept nogil:
    if child.piece == NO_PIECE:
        return parent.hand - one_in_hand(move_from(child.move) - DROP_FROM)
    if child.captured != NO_PIECE:
        return parent.hand + one_in_hand(unpromoted(child.captured & 15))
    return parent.hand


cdef inline bint is_same(const Merger* m, int us, const Child* a, const Child* b) noexcept nogil:
    """Say whether two moves of two positions lead to the same one, board and hands."""
    cdef const Parent* x = &m.parents[a.parent]
    cdef const Parent* y = &m.parents[b.parent]
    cdef int x_to = move_to(a.move)
    cdef int y_to = move_to(b.move)
    cdef int x_from = move_from(a.move)
    cdef int y_from = move_from(b.move)
    cdef int x_placed = a.piece | a.move >> 11 & 8
    cdef int y_placed = b.piece | b.move >> 11 & 8
    cdef const uint64_t* x_origin
    cdef const uint64_t* y_origin
    cdef const uint64_t* x_target
    cdef const uint64_t* y_target
    if x_from > DROP_FROM:
        x_placed = make_piece(us, x_from - DROP_FROM)
        x_from = 0
    if y_from > DROP_FROM:
        y_placed = make_piece(us, y_from - DROP_FROM)
        y_from = 0
    x_origin = MAN[x_from][a.piece]
    y_origin = MAN[y_from][b.piece]
    # What stood on a square and what comes there are one difference.
    x_target = MAN[x_to][x_placed ^ a.captured]
    y_target = MAN[y_to][y_placed ^ b.captured]
    return hand_after(x, a) == hand_after(y, b) and words_cancel(
        x.words, y.words, x_origin, y_origin, x_target, y_target)


cdef inline void merge_move(
        Merger* m, const Position* p, uint32_t parent, move_t move, uint64_t key,
        uint64_t weight) noexcept nogil:
    """Add what a move leads to to the chunk's children, or its weight to the same one there."""
    cdef Child child
    cdef Child* found
    cdef Slot* slot
    cdef uint32_t at = <uint32_t>key & m.slot_mask
    cdef uint32_t tag = key >> 32
    child.weight = weight
    child.parent = parent
    child.move = move
    child.piece = NO_PIECE
    if move_from(move) <= DROP_FROM:
        child.piece = p.board[move_from(move)]
    child.captured = p.board[move_to(move)]
    while True:
        slot = &m.slots[at]
        if slot.child == 0:
            m.children[m.n_children] = child
            m.n_children += 1
            slot.child = m.n_children
            slot.tag = tag
            return
        if slot.tag == tag:
            found = &m.children[slot.child - 1]
            if is_same(m, p.side, found, &child):
                if word_add_overflows(&found.weight, weight):
                    m.overflowed = True
                return
        at = (at + 1) & m.slot_mask


cdef void count_weighted(
        Merger* m, Position* p, uint64_t weight, int depth) noexcept nogil:
    cdef uint64_t nodes
    m.counter.nodes = 0
    count_nodes(m.method, p, depth, m.moves, &m.counter)
    nodes = m.counter.nodes
    if m.counter.overflowed or (
            (nodes | weight) >> 32 and nodes != 0 and weight > <uint64_t>-1 // nodes):
        m.overflowed = True
    elif word_add_overflows(&m.total, nodes * weight):
        m.overflowed = True


cdef inline void store_child(
        Merger* m, Position* p, const Layout* layout, const Parent* parent,
        const Child* child) noexcept nogil:
    """Add a child to its partition: record, weight, key to sort by."""
    cdef int entry_bytes = m.record_bytes + WEIGHT_BYTES + KEY_BYTES
    cdef Undo undo
    cdef uint64_t own, theirs, key
    cdef uint8_t* entry
    child_keys(p, parent, child.move, &own, &theirs)
    key = own >> 32 << 32 | theirs >> 32
    entry = add_entry(&m.store, &m.partitions[key >> 1 >> m.partition_shift],
                      block_room(entry_bytes), entry_bytes)
    if entry == NULL:
        return
    if m.kind == RECORD_PACKED:
        write_spliced(p, layout, child.move, entry)
    else:
        make_move(p, child.move, &undo, False)
        write_record(m.kind, p, entry)
        unmake_move(p, &undo, False)
    store_word(entry + m.record_bytes, child.weight)
    store_word(entry + m.record_bytes + WEIGHT_BYTES, key)


cdef void sink_children(Merger* m) noexcept nogil:
    """Do with the children what is to be done, and forget them."""
    cdef uint32_t i
    cdef Child* child
    cdef Position* p
    cdef Undo undo
    cdef Layout layout
    # The kernel that makes every move keeps the key up to date, and a debug build looks at it.
    cdef bint keyed = m.method == METHOD_VISIT
    m.merged += m.n_children
    if m.sink != SINK_NOTHING:
        for i in range(m.n_children):
            child = &m.children[i]
            p = &m.positions[child.parent]
            if m.sink == SINK_STORE:
                if m.kind == RECORD_PACKED and (
                        i == 0 or child.parent != m.children[i - 1].parent):
                    lay_out(p, m.records + PACKED_BYTES * <size_t>child.parent, &layout)
                store_child(m, p, &layout, &m.parents[child.parent], child)
            else:
                make_move(p, child.move, &undo, keyed)
                count_weighted(m, p, child.weight, m.depth)
                unmake_move(p, &undo, keyed)
            if has_ended(m):
                break
    m.n_children = 0


cdef void clear_slots(Merger* m, uint32_t parents) noexcept nogil:
    """Make the slots empty, and as many as the children of some parents will fill a third of."""
    cdef uint32_t wanted = 2 * (parents * m.children_each + MAX_MOVES)
    m.slot_mask = SLOTS_AT_LEAST - 1
    while m.slot_mask + 1 < wanted and m.slot_mask + 1 < m.max_slots:
        m.slot_mask = 2 * m.slot_mask + 1
    m.room = min(m.max_children, m.slot_mask // 4 * 3)
    memset(m.slots, 0, (<size_t>m.slot_mask + 1) * sizeof(Slot))


cdef void expand_chunk(Merger* m) noexcept nogil:
    """Find the children of the chunk's positions, merge and sink them; forget the positions."""
    cdef uint32_t i
    cdef int n, j
    cdef uint64_t own, theirs, key
    cdef uint64_t merged = m.merged
    cdef Position* p
    cdef Parent* parent
    clear_slots(m, m.n_parents)
    for i in range(m.n_parents):
        if has_ended(m):
            break
        if m.n_children + MAX_MOVES > m.room:
            sink_children(m)
            clear_slots(m, m.n_parents - i)
        if i & 63 == 0 and shared_load(m.stop):
            m.counter.stopped = True
        p = &m.positions[i]
        parent = &m.parents[i]
        n = generate_legal(p, m.moves)
        m.paths += n
        for j in range(n):
            child_keys(p, parent, m.moves[j], &own, &theirs)
            key = own ^ theirs
            m.keys[j] = key
            prefetch(&m.slots[<uint32_t>key & m.slot_mask])
        for j in range(n):
            merge_move(m, p, i, m.moves[j], m.keys[j], parent.weight)
    if not has_ended(m):
        sink_children(m)
    # Too many slots cost little, too few much: let the number fall slowly.
    merged = m.merged - merged
    m.children_each = max(
        <uint32_t>(merged // m.n_parents) + 1, m.children_each - m.children_each // 8)
    m.n_parents = m.n_children = 0


cdef void add_record(Merger* m, const uint8_t* record, uint64_t weight) noexcept nogil:
    cdef uint32_t n = m.n_parents
    cdef Position* p = &m.positions[n]
    cdef Parent* parent = &m.parents[n]
    m.problem = read_record(m.kind, record, p)
    if m.problem != PACKED_FINE:
        return
    describe_parent(p, parent, weight)
    if n and (p.side != p[-1].side
              or n >= m.enough_parents and parent.their_key != parent[-1].their_key):
        expand_chunk(m)
        m.positions[0] = p[0]
        m.parents[0] = parent[0]
        n = 0
    if m.sink == SINK_STORE and m.kind == RECORD_PACKED:
        memcpy(m.records + PACKED_BYTES * <size_t>n, record, PACKED_BYTES)
    m.n_parents = n + 1
    if m.n_parents == m.max_parents:
        expand_chunk(m)


cdef void finish_records(Merger* m) noexcept nogil:
    if m.n_parents and not has_ended(m):
        expand_chunk(m)


cdef void fill_men() noexcept nogil:
    cdef int piece, square
    for piece in range(PIECE_CODES):
        for square in range(SQUARES):
            MAN[square][piece][square // SQUARES_A_WORD] = (
                <uint64_t>piece << 5 * (square % SQUARES_A_WORD))


fill_men()
