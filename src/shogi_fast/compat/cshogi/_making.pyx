# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Making and finding moves. What each function is for stands in _making.pxd."""

from libc.stdint cimport INT32_MAX, int64_t, uint32_t

from shogi_fast.arguments cimport index_of, text_of
from shogi_fast.board cimport note_history, pop_code, push_null, push_possible
from shogi_fast.compat.cshogi._moves cimport PSV_DROP, code_of_psv, full_move
from shogi_fast.core.history cimport search_repetition, search_same_position
from shogi_fast.core.legality cimport is_legal
from shogi_fast.core.types cimport (
    GOLD,
    NULL_MOVE,
    PROMOTED,
    SQUARE_MASK,
    SQUARES,
    make_move_code,
)
from shogi_fast.move cimport code_of_usi
from shogi_fast.position_text cimport position_text

from shogi_fast.errors import IllegalMoveError, InvalidMoveError
from shogi_fast.names import CSA_TYPES


cdef object cannot_be_made(const Position* p, int32_t move):
    return IllegalMoveError(
        f"the move {<int>move} cannot be made in {position_text(p, True)!r}")


cdef int make(FastBoard board, int32_t move) except -1:
    cdef move_t code = code_in(&board.position, move)
    cdef int32_t full
    if code == 0:
        raise cannot_be_made(&board.position, move)
    full = full_move(&board.position, code)
    push_possible(board, code)
    board.undos[board.depth - 1].note = <uint32_t>full
    return 0


cdef int make_pass(FastBoard board) except -1:
    push_null(board)
    board.undos[board.depth - 1].note = NULL_MOVE
    board.position.ply -= 1              # a pass has no number here
    return 0


cdef int32_t take_back(FastBoard board) noexcept:
    cdef int32_t move = <int32_t>board.undos[board.depth - 1].note
    if pop_code(board) == NULL_MOVE:
        board.position.ply += 1
    return move


cdef int32_t plies_of(object ply) except? -1:
    cdef int64_t most = 0 if ply is None else index_of(ply, "a number of plies")
    if most < 0:
        return -1
    return <int32_t>most if 0 < most <= INT32_MAX else INT32_MAX


cdef int draw_of(FastBoard board, int32_t most, bint same_hands) except -1:
    if most < 0:
        return 0
    if board.history.count <= board.depth:
        note_history(board)
    if same_hands:
        return search_same_position(&board.history, most)
    return search_repetition(&board.history, most)


cdef int32_t legal_or_none(const Position* p, int code) noexcept:
    """Return the move with a code, MOVE_NONE if it is not legal."""
    if is_move_code(code) and is_legal(p, <move_t>code):
        return full_move(p, <move_t>code)
    return MOVE_NONE


cdef int32_t move_of_usi(const Position* p, object usi) except -1:
    cdef str text = text_of(usi, "a move in USI")
    if not text.isascii():
        text.encode("ascii")             # raises what cshogi raises
    try:
        return legal_or_none(p, code_of_usi(text))
    except InvalidMoveError:
        return MOVE_NONE


cdef int32_t move_of_csa(const Position* p, object csa) except -1:
    cdef str text = text_of(csa, "a move in CSA")
    cdef int[4] digits
    cdef int i, origin, to, piece_type, before
    cdef object named
    if not text.isascii():
        text.encode("ascii")             # raises what cshogi raises
    if len(text) != 6:
        return MOVE_NONE
    for i in range(4):
        digits[i] = <int>text[i] - c"0"
        if not 0 <= digits[i] <= 9:
            return MOVE_NONE
    named = CSA_TYPES.get(text[4:])
    if named is None or digits[2] == 0 or digits[3] == 0:
        return MOVE_NONE
    piece_type = named
    to = (digits[2] - 1) * 9 + digits[3] - 1
    if digits[0] == 0 and digits[1] == 0:
        if piece_type > GOLD:
            return MOVE_NONE
        return legal_or_none(p, make_move_code(DROP_FROM + piece_type, to, False))
    if digits[0] == 0 or digits[1] == 0:
        return MOVE_NONE
    origin = (digits[0] - 1) * 9 + digits[1] - 1
    before = type_of(p.board[origin])
    if piece_type != before and piece_type != before + PROMOTED:
        return MOVE_NONE
    return legal_or_none(p, make_move_code(origin, to, piece_type != before))


cdef int32_t move_of_16_bits(const Position* p, int move) except -1:
    cdef int origin = move >> FROM_SHIFT & SQUARE_MASK
    if move == MOVE_NONE:
        return MOVE_NONE
    if move & SQUARE_MASK >= SQUARES or origin > DROP_FROM + GOLD:
        raise InvalidMoveError(f"no move has the 16 bits {move}")
    return full_move(p, <move_t>move)


cdef int32_t move_of_psv(const Position* p, int move) except -1:
    # Looked at here, as in cshogi's bits the larger types run over into the next field.
    cdef int dropped = move >> FROM_SHIFT & SQUARE_MASK
    if move & PSV_DROP and not 1 <= dropped <= GOLD:
        raise InvalidMoveError(f"no move has YaneuraOu's 16 bits {move}: a drop of no piece")
    return move_of_16_bits(p, code_of_psv(move))
