# cython: language_level=3, cdivision=True
# cython: embedsignature=True, embedsignature.format=clinic, binding=False
# Indexes of Python objects are checked here: lists come from programs, or are public.
"""``Piece``, and what pieces are called."""

cimport cython
from libc.limits cimport INT_MAX, INT_MIN
from libc.stdint cimport int64_t

from shogi_fast.arguments cimport clipped, index_of
from shogi_fast.compat.shogi._objects cimport delete_attribute, set_attributes

PIECE_SYMBOLS = ["", "p", "l", "n", "s", "g", "b", "r", "k", "+p", "+l", "+n", "+s", "+b", "+r"]
PIECE_JAPANESE_SYMBOLS = [
    "", "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "杏", "圭", "全", "馬", "龍"]

cdef enum:
    PROM_PAWN = 9


cdef Piece new_piece(int piece_type, int color):
    cdef Piece piece = Piece.__new__(Piece)
    piece.type_number = piece_type
    piece.color_number = color
    return piece


cdef int number_of(object value, str what) except? -1:
    """Return an int that came from Python."""
    cdef int64_t number = index_of(value, what)
    if not INT_MIN <= number <= INT_MAX:
        raise OverflowError(f"{what} is a small number, not {clipped(number)}")
    return <int>number


@cython.freelist(8)
@cython.auto_pickle(False)
cdef class Piece:
    """Piece(piece_type, color)\n--\n
    A piece with its type and its color, both of which may be set.

    >>> Piece(PAWN, WHITE)
    Piece.from_symbol('p')
    """

    def __init__(self, piece_type, color):
        cdef int type_number
        if piece_type is None:
            raise ValueError("a piece has a type")
        if color is None:
            raise ValueError("a piece has a color")
        type_number = number_of(piece_type, "a piece type")
        self.color_number = number_of(color, "a color")
        self.type_number = type_number

    @property
    def piece_type(self):
        """The type of the piece, an int.

        >>> Piece(PAWN, WHITE).piece_type == PAWN
        True
        """
        return self.type_number

    @piece_type.setter
    def piece_type(self, piece_type):
        self.type_number = number_of(piece_type, "a piece type")

    @property
    def color(self):
        """The color of the piece, an int.

        >>> Piece(PAWN, WHITE).color == WHITE
        True
        """
        return self.color_number

    @color.setter
    def color(self, color):
        self.color_number = number_of(color, "a color")

    def symbol(self):
        """Return the letter that SFEN has for the piece, upper case for Black.

        >>> Piece(PROM_PAWN, BLACK).symbol()
        '+P'
        """
        symbol = PIECE_SYMBOLS[self.type_number]
        return symbol if self.color_number else symbol.upper()

    def japanese_symbol(self):
        """Return the kanji of the piece.

        >>> Piece(PROM_ROOK, WHITE).japanese_symbol()
        '龍'
        """
        return PIECE_JAPANESE_SYMBOLS[self.type_number]

    def japanese_symbol_with_direction(self):
        """Return the kanji after ``v`` if the piece is White's, after a blank if it is Black's.

        >>> Piece(PAWN, WHITE).japanese_symbol_with_direction()
        'v歩'
        """
        return ("v" if self.color_number else " ") + PIECE_JAPANESE_SYMBOLS[self.type_number]

    def is_promoted(self):
        """Say whether the piece is promoted.

        >>> Piece(PROM_PAWN, BLACK).is_promoted(), Piece(KING, BLACK).is_promoted()
        (True, False)
        """
        return self.type_number >= PROM_PAWN

    @classmethod
    def from_symbol(cls, symbol):
        """Return the piece that a letter of SFEN stands for, as ``p`` or ``+P``.

        :raises ValueError: if there is none.

        >>> Piece.from_symbol("+b")
        Piece.from_symbol('+b')
        """
        if not isinstance(symbol, str):
            raise TypeError(f"a piece's symbol is a str, not {type(symbol).__name__}")
        lower = symbol.lower()
        return cls(PIECE_SYMBOLS.index(lower), int(symbol == lower))

    def __hash__(self):
        return hash(<long long>self.type_number * (<long long>self.color_number + 1))

    def __eq__(self, other):
        if not isinstance(other, Piece):
            return NotImplemented
        return (self.type_number == (<Piece>other).type_number
                and self.color_number == (<Piece>other).color_number)

    def __repr__(self):
        return f"Piece.from_symbol({self.symbol()!r})"

    def __str__(self):
        return self.symbol()

    def __delattr__(self, name):
        delete_attribute(self, "Piece", name)

    def __setstate__(self, state):
        set_attributes(self, state)

    def __reduce__(self):
        return type(self), (self.piece_type, self.color), self.__getstate__()
