"""Positions as text, as python-shogi reads and writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from shogi_fast.compat.shogi._geometry import SQUARES
from shogi_fast.compat.shogi._piece import PIECE_JAPANESE_SYMBOLS, PIECE_SYMBOLS, Piece
from shogi_fast.compat.shogi.Consts import BLACK, COLORS, GOLD, LANCE, PAWN, ROOK, WHITE
from shogi_fast.errors import InvalidSfenError

if TYPE_CHECKING:
    from shogi_fast.compat.shogi._board import Board

__all__ = ["NUMBER_JAPANESE_KANJI_SYMBOLS", "NUMBER_JAPANESE_NUMBER_SYMBOLS", "STARTING_SFEN"]

STARTING_SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
NUMBER_JAPANESE_NUMBER_SYMBOLS = list("０１２３４５６７８９")
NUMBER_JAPANESE_KANJI_SYMBOLS = [
    *"零一二三四五六七八九十",
    *[f"十{digit}" for digit in "一二三四五六七八"],
]
# Where a Zobrist array has the number for White to move; those for hands follow.
SIDE_INDEX = 14 * 2 * 81
_HAND_TYPES = range(ROOK, 0, -1)  # in the order in which text has them


def check_sfen(sfen: str) -> None:
    """Raise what python-shogi does for a text that ``shogi_fast.Board`` would read.

    >>> check_sfen("startpos")
    Traceback (most recent call last):
        ...
    shogi_fast.errors.InvalidSfenError: an SFEN has four fields, not 1: 'startpos'
    """
    fields = sfen.split()
    if len(fields) != 4:
        raise InvalidSfenError(f"an SFEN has four fields, not {len(fields)}: {sfen[:200]!r}")
    if re.search("[0-9]{2}", fields[0]):
        raise InvalidSfenError(f"board field: two digits in a row: {sfen[:200]!r}")


def hand_order(sfen: str) -> Iterator[tuple[int, int]]:
    """Yield color and piece type of what is in hand, each when it is first named.

    >>> list(hand_order("4k4/9/9/9/9/9/9/9/4K4 b PPr2P 1"))
    [(0, 1), (1, 7)]
    """
    seen = set()
    for letter in sfen.split()[2]:
        if letter.isalpha() and letter not in seen:
            seen.add(letter)
            yield int(letter.islower()), PIECE_SYMBOLS.index(letter.lower())


def _kanji(number: int) -> str:
    tens, ones = divmod(number, 10)
    digits = NUMBER_JAPANESE_KANJI_SYMBOLS
    return f"{digits[tens] if tens > 1 else ''}{'十' if tens else ''}{digits[ones] if ones else ''}"


def kif_hand(hand: Mapping[int, int], color: int) -> str:
    """Return the line that KIF has for a hand.

    >>> kif_hand({PAWN: 18}, WHITE)
    '後手の持駒：\\u3000歩十八'
    """
    held = [
        f"\u3000{PIECE_JAPANESE_SYMBOLS[piece_type]}{_kanji(count) if count > 1 else ''}"
        for piece_type in _HAND_TYPES
        if (count := hand.get(piece_type, 0))
    ]
    return f"{'後手' if color else '先手'}の持駒：{''.join(held)}"


def kif_board(board: Board) -> str:
    """Return a position as KIF shows it, White's hand above, Black's below.

    >>> kif_board(Board()).splitlines()[-1]
    '先手の持駒：'
    """
    lines = [
        board.kif_pieces_in_hand_str(WHITE),
        "  " + " ".join(NUMBER_JAPANESE_NUMBER_SYMBOLS[file] for file in range(9, 0, -1)),
        f"+{'-' * 27}+",
    ]
    for row in range(9):
        pieces = [board.piece_at(9 * row + column) for column in range(9)]
        line = "".join(
            " ・" if piece is None else piece.japanese_symbol_with_direction() for piece in pieces
        )
        lines.append(f"|{line}|{NUMBER_JAPANESE_KANJI_SYMBOLS[row + 1]}")
    return "\n".join([*lines, f"+{'-' * 27}+", board.kif_pieces_in_hand_str(BLACK)])


def plain_board(board: Board) -> str:
    """Return a diagram in ASCII, upper case for Black, with hands below it if there are any.

    >>> plain_board(Board()).splitlines()[1]
    ' .  r  .  .  .  .  .  b  .'
    """
    symbols = ["." if piece is None else piece.symbol() for piece in map(board.piece_at, SQUARES)]
    lines = [" ".join(f"{s:>2}" for s in symbols[row : row + 9]) for row in range(0, 81, 9)]
    held = [
        f" {Piece(piece_type, color).symbol()}*{count}"
        for color, hand in zip(COLORS, board.pieces_in_hand, strict=True)
        for piece_type, count in hand.items()
    ]
    return "\n".join(lines) + ("\n\n" + "".join(held) if held else "")


def hash_of_hand(hand: Mapping[int, int], array: Sequence[int]) -> int:
    """Return the hash value of a hand by a Zobrist array.

    Each bit of a number with a digit for each piece type, of base one more than a set has, has its
    number in the array.

    >>> hash_of_hand({PAWN: 3}, range(2286)) == 2269 ^ 2270
    True
    """
    number = 0
    weight = 1
    for piece_type in range(PAWN, ROOK + 1):
        number += weight * hand.get(piece_type, 0)
        weight *= 19 if piece_type == PAWN else 5 if LANCE <= piece_type <= GOLD else 3
    value = 0
    place = SIDE_INDEX + 1
    while number:
        if number & 1:
            value ^= array[place]
        number >>= 1
        place += 1
    return value
