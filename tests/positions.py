"""Random positions for the tests, as SFEN, each drawn from the `random.Random` that is passed in.

The same generator state gives the same text on every Python. All of them are positions that the
package accepts: 40 pieces at most, at most one king a side, no more of a kind in one hand than a
set has. What `flags` names is accepted too, and flagged.
"""

import random

from reference import CELL, KING, NAME, OWNER, Reference, is_dead

SET = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}  # both sides together, less kings
SLIDERS = ("R", "B", "L", "+R", "+B")
BLOCKERS = ("G", "S", "N", "P")
SQUARES = tuple(CELL)
EDGES = tuple(name for name in SQUARES if name[0] in "19" or name[1] in "ai")
NEAR = {  # the squares that a king could reach in two steps
    name: tuple(
        other
        for other in SQUARES
        if abs(ord(name[0]) - ord(other[0])) <= 2 and abs(ord(name[1]) - ord(other[1])) <= 2
    )
    for name in SQUARES
}
NEAR_KING_SHARE = 0.5  # of the pieces placed: checks, pins and mates come of it
FLAGGED_SHARE = 1 / 16  # of the sparse positions

Board = dict[str, str]  # square name to piece as SFEN writes it


def flags(sfen: str) -> set[str]:
    """Name what is irregular in a position: "nifu", "dead", "check" or "surplus".

    "nifu" is a file with two pawns of a side, "dead" a piece that can never move, "check" the side
    not to move in check, "surplus" more of a kind, in hands and on the board, than a set has.
    """
    position = Reference(sfen)
    found = set()
    if position.king_attacked(1 - position.turn):
        found.add("check")
    pawns = []
    count = dict.fromkeys(SET, 0)
    for piece, number in position.hands.items():
        count[piece.upper()] += number
    for cell, name in NAME.items():
        piece = position.board[cell]
        color = OWNER[piece]
        if color is None or piece in KING:
            continue
        count[piece.upper().removeprefix("+")] += 1
        if is_dead(color, piece, cell):
            found.add("dead")
        if piece in ("P", "p"):
            pawns.append(piece + name[0])
    if len(set(pawns)) < len(pawns):
        found.add("nifu")
    if any(count[kind] > SET[kind] for kind in SET):
        found.add("surplus")
    return found


def random_sparse_sfen(rng: random.Random) -> str:
    """Return a position with few pieces on the board and many in hand.

    Up to 16 pieces besides the kings stand on the board, many of them near a king; each other one
    of a real set is in a hand or nowhere. Both kings are there in 7 of 10 positions, one of them in
    2 of 10, none in 1 of 10. A small share has nifu, dead pieces or the side not to move in check;
    the others have none of these.
    """
    wanted = rng.choice(("nifu", "dead", "check")) if rng.random() < FLAGGED_SHARE else None
    while True:
        sfen = _sparse_sfen(rng, careless=wanted is not None)
        found = flags(sfen)
        if wanted in found if wanted else not found:
            return sfen


def _sparse_sfen(rng: random.Random, *, careless: bool) -> str:
    """Return a sparse position that may be irregular; if careless, with nifu and dead pieces."""
    board = _random_kings(rng)
    kings = list(board)
    rest = SET.copy()
    for _ in range(rng.randrange(17)):
        piece = rng.choice([kind for kind in SET if rest[kind]])
        rest[piece] -= 1
        if piece != "G" and rng.random() < 0.3:
            piece = "+" + piece
        _place(rng, board, rng.choice((piece, piece.lower())), kings, careless=careless)
    hands = ""
    to_black = rng.random()
    in_hand = rng.choice((0.3, 0.7, 1.0))
    for kind, number in rest.items():
        for _ in range(number):
            if rng.random() < in_hand:
                hands += kind if rng.random() < to_black else kind.lower()
    return _write(rng, board, hands)


def random_slider_sfen(rng: random.Random) -> str:
    """Return a board of up to 40 pieces, nearly all of them rooks, bishops, lances or promoted.

    Most have more of a kind than a set has. In some the side not to move is in check. Hands are
    small and within a real set.
    """
    while True:
        sfen = _slider_sfen(rng)
        if rng.random() < 0.2 or "check" not in flags(sfen):
            return sfen


def _slider_sfen(rng: random.Random) -> str:
    board = _random_kings(rng)
    kings = list(board)
    hands = ""
    for kind in ("R", "B", "L", rng.choice(BLOCKERS)):
        hands += "".join(rng.choice(("", "", kind, kind.lower())) for _ in range(SET[kind] // 2))
    most = 40 - len(kings) - len(hands)
    blockers = rng.choice((0.0, 0.1, 0.3))
    for _ in range(rng.choice((most, rng.randint(3, most), rng.randint(3, 12)))):
        piece = rng.choice(BLOCKERS if rng.random() < blockers else SLIDERS)
        _place(rng, board, rng.choice((piece, piece.lower())), kings, careless=rng.random() < 0.02)
    return _write(rng, board, hands)


def _random_kings(rng: random.Random) -> Board:
    """Return a board with two kings, one or none, anywhere, now and then at an edge."""
    board: Board = {}
    for king in rng.choice((*[KING] * 7, ("K",), ("k",), ())):
        squares = EDGES if rng.random() < 0.3 else SQUARES
        board[rng.choice([name for name in squares if name not in board])] = king
    return board


def _place(
    rng: random.Random, board: Board, piece: str, kings: list[str], *, careless: bool
) -> None:
    """Put a piece on a random square if one is found; if careless, dead pieces and nifu too."""
    color = OWNER[piece]
    assert color is not None
    squares = SQUARES
    if kings and rng.random() < NEAR_KING_SHARE:
        squares = NEAR[rng.choice(kings)]
    for _ in range(20):
        name = rng.choice(squares)
        if name in board:
            continue
        if careless or not (is_dead(color, piece, CELL[name]) or _is_nifu(board, piece, name)):
            board[name] = piece
            return


def _is_nifu(board: Board, piece: str, name: str) -> bool:
    return piece in ("P", "p") and any(board.get(name[0] + r) == piece for r in "abcdefghi")


def _write(rng: random.Random, board: Board, hands: str) -> str:
    """Return the position as canonical SFEN, with a random side to move and move number."""
    turn, ply = rng.choice("bw"), rng.randint(1, 300)
    position = Reference(f"9/9/9/9/9/9/9/9/9 {turn} {hands or '-'} {ply}")
    for name, piece in board.items():
        position.board[CELL[name]] = piece
    return position.sfen()
