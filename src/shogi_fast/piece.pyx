# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Pieces as Python sees them."""

cimport cython
from libc.stdint cimport int64_t

from shogi_fast.arguments cimport clipped, index_of, text_of
from shogi_fast.core.types cimport DRAGON, KING, PAWN, color_of, make_piece, type_of
from shogi_fast.members cimport color_member, piece_type_member

cdef str SYMBOLS = " PLNSBRGK"


cdef int check_color(object color) except -1:
    """Return a color that came from Python as a C number."""
    cdef int64_t number = index_of(color, "a color")
    if number != 0 and number != 1:
        raise ValueError(f"a color is 0 (Black) or 1 (White), not {clipped(number)}")
    return <int>number


cdef int check_piece_type(object piece_type) except -1:
    """Return a piece type that came from Python as a C number."""
    cdef int64_t number = index_of(piece_type, "a piece type")
    if not PAWN <= number <= DRAGON:
        raise ValueError(f"piece types run from 1 (pawn) to 14 (dragon), not {clipped(number)}")
    return <int>number


@cython.final
cdef class Piece:
    """A piece of one side. Immutable, hashable; equal when type and color are.

    :param piece_type: a ``PieceType``, or its number, 1 to 14.
    :param color: a ``Color``, or its number.
    :raises ValueError: if either is out of range.

    >>> piece = Piece(PieceType.HORSE, Color.WHITE)
    >>> piece.symbol(), piece.piece_type, piece.color
    ('+b', <PieceType.HORSE: 13>, <Color.WHITE: 1>)
    """

    def __cinit__(self, piece_type, color):
        self.code = make_piece(check_color(color), check_piece_type(piece_type))

    @property
    def piece_type(self):
        """The type, a ``PieceType``.

        >>> Piece.from_symbol("+p").piece_type
        <PieceType.PROMOTED_PAWN: 9>
        """
        return piece_type_member(type_of(self.code))

    @property
    def color(self):
        """The side it belongs to, a ``Color``.

        >>> Piece.from_symbol("+p").color
        <Color.WHITE: 1>
        """
        return color_member(color_of(self.code))

    @staticmethod
    def from_symbol(symbol):
        """Return the piece that an SFEN symbol names: upper case for Black, ``+`` if promoted.

        :raises ValueError: if it names none.

        >>> Piece.from_symbol("+r") == Piece(PieceType.DRAGON, Color.WHITE)
        True
        """
        symbol = text_of(symbol, "a piece's symbol")
        for piece in PIECES:
            if piece is not None and piece.symbol() == symbol:
                return piece
        raise ValueError(f"not a piece, such as P, +r or k: {symbol[:40]!r}")

    @property
    def promoted(self):
        """Whether the piece is promoted.

        >>> Piece.from_symbol("+P").promoted, Piece.from_symbol("G").promoted
        (True, False)
        """
        return type_of(self.code) > KING

    def symbol(self):
        """Return the piece as SFEN writes it.

        >>> Piece(PieceType.KING, Color.BLACK).symbol()
        'K'
        """
        cdef int piece_type = type_of(self.code)
        cdef str text = "+" + SYMBOLS[piece_type - 8] if piece_type > KING else SYMBOLS[piece_type]
        return text.lower() if color_of(self.code) else text

    def __str__(self):
        return self.symbol()

    def __repr__(self):
        return f"Piece.from_symbol({self.symbol()!r})"

    def __eq__(self, other):
        if not isinstance(other, Piece):
            return NotImplemented
        return self.code == (<Piece>other).code

    def __hash__(self):
        return self.code

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return Piece, (type_of(self.code), color_of(self.code))


PIECES = [
    Piece(code & 15, code >> 4) if PAWN <= code & 15 <= DRAGON else None
    for code in range(PIECE_CODES)
]
