# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Sets of squares as Python sees them."""

cimport cython
from cpython.number cimport PyIndex_Check, PyNumber_Index
from libc.stdint cimport int64_t, uint64_t

from shogi_fast.arguments cimport index_of
from shogi_fast.core.bitboard cimport (
    bb_and,
    bb_any,
    bb_count,
    bb_empty,
    bb_equal,
    bb_has,
    bb_make,
    bb_meet,
    bb_minus,
    bb_not,
    bb_or,
    bb_pop,
    bb_square,
    bb_xor,
)
from shogi_fast.core.types cimport SQUARES
from shogi_fast.move cimport check_square

from shogi_fast.move import SQUARE_NAMES


cdef SquareSet new_square_set(Bitboard squares):
    cdef SquareSet result = SquareSet.__new__(SquareSet)
    result.squares = squares
    return result


cdef Bitboard as_bitboard(object squares) except *:
    cdef Bitboard result = bb_empty()
    if isinstance(squares, SquareSet):
        return (<SquareSet>squares).squares
    for square in squares:
        result = bb_or(result, bb_square(check_square(square)))
    return result


cdef Bitboard bitboard_of_int(object mask) except *:
    if not isinstance(mask, int):
        raise TypeError(f"a mask is an int, not {type(mask).__name__}")
    # An int proper: a subclass may compute as it likes. (Not int.__add__: Cython makes a sum of it,
    # and that asks the subclass.)
    number = PyNumber_Index(mask)
    if number < 0 or number >> SQUARES:
        raise ValueError("a mask of squares has bits 0 to 80")
    return bb_make(<uint64_t>(number & 0x7fffffffffffffff), <uint64_t>(number >> 63))


@cython.final
cdef class SquareSet:
    """An immutable set of squares, 0 to 80; iterates in order of their numbers.

    :param squares: an iterable of square numbers.
    :raises IndexError: if one is out of range.

    Has the operators and methods of ``frozenset`` that make sense for squares. The other operand
    of an operator is a SquareSet, and it equals no set of another class; the methods take any
    iterable of squares.
    ``int(s)`` has bit i set for square i; ``SquareSet.from_int`` is the way back.

    >>> ninth = SquareSet(range(72, 81))
    >>> len(ninth), 80 in ninth, int(ninth) == 0x1ff << 72
    (9, True, True)
    """

    def __cinit__(self, squares=()):
        self.squares = as_bitboard(squares)

    @staticmethod
    def from_int(mask):
        """Return the set with square i for each bit i.

        :raises ValueError: if the number is negative or above 2 ** 81 - 1.

        >>> SquareSet.from_int(5)
        SquareSet([0, 2])
        """
        return new_square_set(bitboard_of_int(mask))

    def __int__(self):
        return int(self.squares.lo) | int(self.squares.hi) << 63

    def __len__(self):
        return bb_count(self.squares)

    def __bool__(self):
        return bb_any(self.squares)

    def __contains__(self, square):
        cdef int64_t number
        if not PyIndex_Check(square):
            return False
        number = index_of(square, "a square")
        return 0 <= number < SQUARES and bb_has(self.squares, <int>number)

    def __iter__(self):
        return iter(self.to_list())

    def __reversed__(self):
        return reversed(self.to_list())

    cdef list to_list(self):
        cdef Bitboard rest = self.squares
        cdef list result = []
        while bb_any(rest):
            result.append(bb_pop(&rest))
        return result

    def __and__(self, other):
        if not (isinstance(self, SquareSet) and isinstance(other, SquareSet)):
            return NotImplemented
        return new_square_set(bb_and((<SquareSet>self).squares, (<SquareSet>other).squares))

    def __or__(self, other):
        if not (isinstance(self, SquareSet) and isinstance(other, SquareSet)):
            return NotImplemented
        return new_square_set(bb_or((<SquareSet>self).squares, (<SquareSet>other).squares))

    def __xor__(self, other):
        if not (isinstance(self, SquareSet) and isinstance(other, SquareSet)):
            return NotImplemented
        return new_square_set(bb_xor((<SquareSet>self).squares, (<SquareSet>other).squares))

    def __sub__(self, other):
        if not (isinstance(self, SquareSet) and isinstance(other, SquareSet)):
            return NotImplemented
        return new_square_set(bb_minus((<SquareSet>self).squares, (<SquareSet>other).squares))

    def __invert__(self):
        return new_square_set(bb_not(self.squares))

    def union(self, *others):
        """Return the squares in this set or any of the others.

        >>> SquareSet([1]).union([3], SquareSet([2]))
        SquareSet([1, 2, 3])
        """
        cdef Bitboard result = self.squares
        for other in others:
            result = bb_or(result, as_bitboard(other))
        return new_square_set(result)

    def intersection(self, *others):
        """Return the squares in this set and all of the others.

        >>> SquareSet([1, 2, 3]).intersection([2, 3], range(3, 81))
        SquareSet([3])
        """
        cdef Bitboard result = self.squares
        for other in others:
            result = bb_and(result, as_bitboard(other))
        return new_square_set(result)

    def difference(self, *others):
        """Return the squares in this set and none of the others.

        >>> SquareSet([1, 2, 3]).difference([2], [3, 4])
        SquareSet([1])
        """
        cdef Bitboard result = self.squares
        for other in others:
            result = bb_minus(result, as_bitboard(other))
        return new_square_set(result)

    def symmetric_difference(self, other):
        """Return the squares in just one of the two sets.

        >>> SquareSet([1, 2]).symmetric_difference([2, 3])
        SquareSet([1, 3])
        """
        return new_square_set(bb_xor(self.squares, as_bitboard(other)))

    def isdisjoint(self, other):
        """Say whether no square is in both sets.

        >>> SquareSet([1, 2]).isdisjoint([3]), SquareSet([1, 2]).isdisjoint([2, 3])
        (True, False)
        """
        return not bb_meet(self.squares, as_bitboard(other))

    def issubset(self, other):
        """Say whether every square is in the other set.

        >>> SquareSet([1, 2]).issubset(range(9)), SquareSet([1, 9]).issubset(range(9))
        (True, False)
        """
        return not bb_any(bb_minus(self.squares, as_bitboard(other)))

    def issuperset(self, other):
        """Say whether every square of the other set is in this one.

        >>> SquareSet(range(9)).issuperset([1, 2]), SquareSet(range(9)).issuperset([9])
        (True, False)
        """
        return not bb_any(bb_minus(as_bitboard(other), self.squares))

    def __eq__(self, other):
        if not isinstance(other, SquareSet):
            return NotImplemented
        return bb_equal(self.squares, (<SquareSet>other).squares)

    def __le__(self, other):
        if not isinstance(other, SquareSet):
            return NotImplemented
        return self.issubset(other)

    def __lt__(self, other):
        if not isinstance(other, SquareSet):
            return NotImplemented
        return self.issubset(other) and not self == other

    def __ge__(self, other):
        if not isinstance(other, SquareSet):
            return NotImplemented
        return self.issuperset(other)

    def __gt__(self, other):
        if not isinstance(other, SquareSet):
            return NotImplemented
        return self.issuperset(other) and not self == other

    def __hash__(self):
        return hash((self.squares.lo, self.squares.hi))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return SquareSet.from_int, (int(self),)

    def __repr__(self):
        return f"SquareSet({self.to_list()})"

    def __str__(self):
        """Return a diagram, ``1`` for the squares in the set, rank a at the top, file 1 right.

        >>> print(Board().attacks(parse_square("8h")))
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        1 . 1 . . . . . .
        . . . . . . . . .
        1 . 1 . . . . . .
        """
        cdef int rank, file
        return "\n".join([
            " ".join(["1" if bb_has(self.squares, file * 9 + rank) else "."
                      for file in range(8, -1, -1)])
            for rank in range(9)
        ])

    def names(self):
        """Return the names of the squares, in order.

        >>> SquareSet([0, 80]).names()
        ['1a', '9i']
        """
        return [SQUARE_NAMES[square] for square in self.to_list()]
