"""Perft by other shogi libraries, by the fastest way that their Python interfaces allow.

They are no dependencies: each is imported when it is asked to count. Which of several ways is
fastest was measured: bound methods against attribute look-ups, kinds of moves, ways to take one
back. The number of moves is asked for at the last ply, where none is made.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

Count = Callable[[str, int], int]
"""A position in SFEN and a depth of at least 1; returns the number of paths."""


def count_cshogi(sfen: str, depth: int) -> int:
    """Count by cshogi."""
    cshogi: Any = import_module("cshogi")
    board = cshogi.Board(sfen)
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


def count_rsshogi(sfen: str, depth: int) -> int:
    """Count by rsshogi."""
    core: Any = import_module("rsshogi.core")
    board = core.Board(sfen)
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


def count_python_shogi(sfen: str, depth: int) -> int:
    """Count by python-shogi."""
    shogi: Any = import_module("shogi")
    board = shogi.Board(sfen)

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


PEERS: dict[str, Count] = {
    "cshogi": count_cshogi,
    "rsshogi": count_rsshogi,
    "python-shogi": count_python_shogi,
}


def version_of(peer: str) -> str | None:
    """Return the version of an installed library; None if it is not installed, or cannot be used.

    >>> version_of("a library that nobody has written") is None
    True
    """
    from importlib import metadata  # takes longer than the rest of the command

    try:
        version = metadata.version(peer)
        PEERS[peer]("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 1)
    except Exception:  # noqa: BLE001
        # Not there, or built for another system: whatever its import may raise.
        return None
    return version
