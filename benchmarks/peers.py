"""How each library is made to count, by the fastest way its Python interface allows.

``bulk`` asks for the number of moves at the last ply, ``visit`` makes and takes back each of them.
Which of several ways is fastest was measured: a library's bound methods against attribute look-ups,
its kinds of moves, its ways to take a move back.
"""

from collections.abc import Callable
from typing import Any

import cshogi
import rsshogi.core
import shogi

import shogi_fast

Count = Callable[[str, int], int]


def shogi_fast_bulk(sfen: str, depth: int) -> int:
    """Count with the last ply counted."""
    return shogi_fast.perft(sfen, depth, method="bulk")


def shogi_fast_visit(sfen: str, depth: int) -> int:
    """Count with every move made."""
    return shogi_fast.perft(sfen, depth, method="visit")


def cshogi_bulk(sfen: str, depth: int) -> int:
    """Count with the last ply counted."""
    board: Any = cshogi.Board(sfen)
    push, pop = board.push, board.pop

    def count(depth: int) -> int:
        nodes = 0
        if depth == 2:
            for move in board.legal_moves:
                push(move)
                nodes += len(board.legal_moves)
                pop()
        else:
            for move in board.legal_moves:
                push(move)
                nodes += count(depth - 1)
                pop()
        return nodes

    return count(depth) if depth > 1 else len(board.legal_moves)


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


def rsshogi_bulk(sfen: str, depth: int) -> int:
    """Count with the last ply counted."""
    board = rsshogi.core.Board(sfen)
    legal_moves, push, pop = board.legal_moves, board.apply_move, board.pop

    def count(depth: int) -> int:
        nodes = 0
        if depth == 2:
            for move in legal_moves():
                push(move)
                nodes += len(legal_moves())
                pop()
        else:
            for move in legal_moves():
                push(move)
                nodes += count(depth - 1)
                pop()
        return nodes

    return count(depth) if depth > 1 else len(legal_moves())


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


def python_shogi_bulk(sfen: str, depth: int) -> int:
    """Count with the last ply counted."""
    board: Any = shogi.Board(sfen)

    def count(depth: int) -> int:
        if depth == 1:
            return len(board.legal_moves)
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += count(depth - 1)
            board.pop()
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


COUNTS: dict[str, dict[str, Count]] = {
    "shogi_fast": {"bulk": shogi_fast_bulk, "visit": shogi_fast_visit},
    "cshogi": {"bulk": cshogi_bulk, "visit": cshogi_visit},
    "rsshogi": {"bulk": rsshogi_bulk, "visit": rsshogi_visit},
    "python-shogi": {"bulk": python_shogi_bulk, "visit": python_shogi_visit},
}
