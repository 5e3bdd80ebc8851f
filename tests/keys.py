"""The 64-bit keys of positions, worked out from the recipe of core/position.pyx alone."""

from collections.abc import Iterator

from reference import CELL, OWNER, Reference


def splitmix(state: int) -> Iterator[int]:
    """Yield the numbers of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014, figure 17)."""
    mask = 2**64 - 1
    while True:
        state = state + 0x9E3779B97F4A7C15 & mask
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        yield z ^ z >> 31


_numbers = splitmix(int.from_bytes(b"shogi", "big"))
PIECE_KEYS = [[next(_numbers) for _ in range(81)] for _ in range(32)]
HAND_KEYS = [[[0, *(next(_numbers) for _ in range(40))] for _ in range(7)] for _ in range(2)]
SIDE_KEY = next(_numbers)


def key_of(sfen: str) -> int:
    """Return the key of a position: one number for each fact, put together by exclusive or."""
    position = Reference(sfen)
    key = SIDE_KEY if position.turn else 0
    for number, cell in enumerate(CELL.values()):
        piece = position.board[cell]
        color = OWNER[piece]
        if color is not None:
            kind = " PLNSBRGK".index(piece[-1].upper()) + 8 * piece.startswith("+")
            key ^= PIECE_KEYS[kind | color << 4][number]
    for color in range(2):
        for kind, letter in enumerate("PLNSBRG"):
            count = position.hands[letter if color == 0 else letter.lower()]
            key ^= HAND_KEYS[color][kind][count]
    return key
