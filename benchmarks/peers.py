"""How each library is made to count, by the fastest way its Python interface allows.

``bulk`` asks for the number of moves at the last ply, ``visit`` makes and takes back each of them;
``pairs`` is a way that shogi_fast alone has.
Which of several ways is fastest was measured: a library's bound methods against attribute look-ups,
its kinds of moves, its ways to take a move back.
"""

from typing import Any

import cshogi
import rsshogi.core
import shogi

import shogi_fast
from shogi_fast.peers import PEERS, Count


def shogi_fast_pairs(sfen: str, depth: int) -> int:
    """Count with the last two plies counted together."""
    return shogi_fast.perft(sfen, depth, method="pairs")


def shogi_fast_bulk(sfen: str, depth: int) -> int:
    """Count with the last ply counted."""
    return shogi_fast.perft(sfen, depth, method="bulk")


def shogi_fast_visit(sfen: str, depth: int) -> int:
    """Count with every move made."""
    return shogi_fast.perft(sfen, depth, method="visit")


def cshogi_visit(sfen: str, depth: int) -> int:
    """Count with every move made."""
    board: Any = cshogi.Board(sfen)
    push, pop = board.push, board.pop

    def count(depth: int) -> int:
        moves = board.legal_moves
        if depth == 1:
            for move in moves:
                push(move)
                pop()
            return len(moves)
        nodes = 0
        for move in moves:
            push(move)
            nodes += count(depth - 1)
            pop()
        return nodes

    return count(depth)


def rsshogi_visit(sfen: str, depth: int) -> int:
    """Count with every move made."""
    board = rsshogi.core.Board(sfen)
    push, take_back = board.apply_move32, board.undo_move32

    def count(depth: int) -> int:
        moves = board.legal_moves_move32()
        if depth == 1:
            for move in moves:
                push(move)
                take_back(move)
            return len(moves)
        nodes = 0
        for move in moves:
            push(move)
            nodes += count(depth - 1)
            take_back(move)
        return nodes

    return count(depth)


def python_shogi_visit(sfen: str, depth: int) -> int:
    """Count with every move made."""
    board: Any = shogi.Board(sfen)

    def count(depth: int) -> int:
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += count(depth - 1) if depth > 1 else 1
            board.pop()
        return nodes

    return count(depth)


# No other library counts two plies together: they are asked for the last one.
COUNTS: dict[str, dict[str, Count]] = {
    "shogi_fast": {
        "pairs": shogi_fast_pairs,
        "bulk": shogi_fast_bulk,
        "visit": shogi_fast_visit,
    },
    "cshogi": dict.fromkeys(("pairs", "bulk"), PEERS["cshogi"]) | {"visit": cshogi_visit},
    "rsshogi": dict.fromkeys(("pairs", "bulk"), PEERS["rsshogi"]) | {"visit": rsshogi_visit},
    "python-shogi": dict.fromkeys(("pairs", "bulk"), PEERS["python-shogi"])
    | {"visit": python_shogi_visit},
}
