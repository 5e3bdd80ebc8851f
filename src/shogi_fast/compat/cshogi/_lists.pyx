# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: binding=False, embedsignature=True, embedsignature.format=clinic
"""Iterators over moves that can be gone through once."""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t
from libc.string cimport memcpy

from shogi_fast.compat.cshogi._ints cimport int_object
from shogi_fast.compat.cshogi._moves cimport full_move
from shogi_fast.core.attacks cimport TABLES
from shogi_fast.core.bitboard cimport (
    bb_and,
    bb_any,
    bb_first,
    bb_has,
    bb_many,
    bb_minus,
    bb_or,
)
from shogi_fast.core.drops cimport pawn_check_square
from shogi_fast.core.legality cimport gives_check
from shogi_fast.core.movegen cimport count_legal, generate_legal, pawn_drop_mates
from shogi_fast.core.position cimport attackers_to, occupied_by_any
from shogi_fast.core.pseudolegal cimport generate_pseudo_legal, is_pseudo_legal
from shogi_fast.core.types cimport DROP_FROM, MAX_MOVES, PAWN, move_from, move_to, opponent
from shogi_fast.locking cimport Section, lock, unlock


# ---- pseudo-legal moves as cshogi has them -----------------------------------------------------


cdef bint is_drop_mate(const Position* p, move_t move) noexcept nogil:
    """Say whether a pseudo-legal move is a pawn drop that mates (uchifuzume)."""
    cdef int to = move_to(move)
    return (move_from(move) == DROP_FROM + PAWN and to == pawn_check_square(p, p.side)
            and pawn_drop_mates(p, to))


cdef bint evades(const Position* p, move_t move) noexcept nogil:
    """Say whether a pseudo-legal move ends all checks there are.

    It may open another: by a pinned man, or by the king going where a man that does not give check
    attacks it.
    """
    cdef int king = p.king[p.side]
    cdef int to = move_to(move)
    if move_from(move) == king:
        return not bb_any(bb_and(p.checkers, attackers_to(
            p, opponent(p.side), to, bb_minus(occupied_by_any(p), TABLES.square[king]))))
    return not bb_many(p.checkers) and bb_has(
        bb_or(p.checkers, TABLES.between[king][bb_first(p.checkers)]), to)


cdef bint is_pseudo_legal_there(const Position* p, move_t move) noexcept nogil:
    cdef int king = p.king[p.side]
    if not is_pseudo_legal(p, move) or is_drop_mate(p, move):
        return False
    if not bb_any(p.checkers):
        return True
    if move_from(move) == king:
        # Of a king in check it asks more than its list has.
        return not bb_any(attackers_to(
            p, opponent(p.side), move_to(move),
            bb_minus(occupied_by_any(p), TABLES.square[king])))
    return evades(p, move)


# ---- lists -------------------------------------------------------------------------------------


@cython.auto_pickle(False)
cdef class MoveList:
    """What the lists of moves have in common; without moves, if made itself.

    >>> isinstance(Board().legal_moves, MoveList)
    True
    """

    # An object made by __new__ alone has no moves either: nothing is asked of it.

    def __dealloc__(self):
        PyMem_Free(self.codes)

    cdef int count(self) noexcept:
        """Return the number of moves without a list."""
        cdef move_t[MAX_MOVES] codes
        return self.fill(codes)

    cdef int fill(self, move_t* codes) noexcept:
        """Write the moves and return their number."""
        return 0

    cdef bint list_moves(self) noexcept:
        """List the moves; say whether there was memory for them."""
        cdef move_t[MAX_MOVES] codes
        cdef int n = self.fill(codes)
        cdef move_t* kept = <move_t*>PyMem_Malloc(n * sizeof(move_t))
        if kept == NULL:
            return False
        memcpy(kept, codes, n * sizeof(move_t))
        PyMem_Free(self.codes)
        self.codes = kept
        self.length = n
        self.next = 0
        self.asked = False
        return True

    def __iter__(self):
        # list() asks for the iterator first and then for the length, as a hint: so moves are
        # counted without a list only where nobody goes through them.
        cdef Section section
        cdef bint there
        lock(&section, self)
        there = not self.asked or self.list_moves()
        unlock(&section)
        if not there:
            raise MemoryError("no memory for a list of moves")
        return self

    def __next__(self):
        cdef Section section
        cdef bint there, more
        cdef int32_t move = 0
        lock(&section, self)
        there = not self.asked or self.list_moves()
        more = there and self.next < self.length
        if more:
            move = full_move(&self.position, self.codes[self.next])
            self.next += 1
        unlock(&section)
        if not there:
            raise MemoryError("no memory for a list of moves")
        if not more:
            raise StopIteration
        return int_object(move)

    def __len__(self):
        cdef Section section
        cdef int length
        lock(&section, self)
        if self.length < 0:
            self.length = self.count()
        length = self.length
        unlock(&section)
        return length


@cython.auto_pickle(False)
cdef class LegalMoveList(MoveList):
    """The legal moves of a board as it was when this was made; all but moves onto a king.

    Goes through them once. ``len`` is their number, however many are left.

    >>> moves = LegalMoveList(Board())
    >>> len(moves), len(list(moves)), len(list(moves))
    (30, 30, 0)
    """

    def __init__(self, PositionBoard board not None):
        look_at(self, board)

    cdef int count(self) noexcept:
        return count_legal(&self.position)

    cdef int fill(self, move_t* codes) noexcept:
        return generate_legal(&self.position, codes)


@cython.auto_pickle(False)
cdef class PseudoLegalMoveList(MoveList):
    """The moves of a board that are legal unless they leave the king attacked.

    In check they are those that end all checks there are, though they may open another. Goes
    through them once, as ``LegalMoveList`` does.

    >>> board = Board("4k4/9/9/4r4/9/9/4G4/9/4K4 b - 1")
    >>> len(PseudoLegalMoveList(board)) - len(LegalMoveList(board))
    4
    """

    def __init__(self, PositionBoard board not None):
        look_at(self, board)

    cdef int fill(self, move_t* codes) noexcept:
        cdef const Position* p = &self.position
        cdef int found = generate_pseudo_legal(p, codes)
        cdef bint in_check = bb_any(p.checkers)
        cdef int kept = 0
        cdef int i
        for i in range(found):
            if not is_drop_mate(p, codes[i]) and (not in_check or evades(p, codes[i])):
                codes[kept] = codes[i]
                kept += 1
        return kept


@cython.auto_pickle(False)
cdef class CheckMoveList(MoveList):
    """The legal moves of a board that give check.

    Goes through them once, as ``LegalMoveList`` does.

    >>> [move_to_usi(move) for move in CheckMoveList(Board("4k4/9/9/9/9/9/9/9/4K3R b - 1"))]
    ['1i1a+', '1i1a']
    """

    def __init__(self, PositionBoard board not None):
        look_at(self, board)

    cdef int fill(self, move_t* codes) noexcept:
        cdef const Position* p = &self.position
        cdef int found = generate_legal(p, codes)
        cdef int kept = 0
        cdef int i
        for i in range(found):
            if gives_check(p, codes[i]):
                codes[kept] = codes[i]
                kept += 1
        return kept
