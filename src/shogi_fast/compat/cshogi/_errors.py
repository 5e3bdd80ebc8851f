"""Exceptions that are also what cshogi raises, for programs that catch those."""

from shogi_fast.errors import IllegalMoveError, InvalidSfenError

__all__ = ["PositionError", "PositionMoveError"]


class PositionError(InvalidSfenError, RuntimeError):
    """Raised for text that is no position; a RuntimeError, as in cshogi.

    >>> from shogi_fast.compat.cshogi import Board
    >>> try:
    ...     Board("xx")
    ... except RuntimeError as error:
    ...     print(error)
    board field: unknown character ('x' at character 1) in 'xx'
    """


class PositionMoveError(IllegalMoveError, RuntimeError):
    """Raised by ``Board.set_position`` for a move that is not legal; a RuntimeError, as in cshogi.

    >>> from shogi_fast.compat.cshogi import Board
    >>> try:
    ...     Board().set_position("startpos moves 7g7f 7f7e")
    ... except RuntimeError as error:
    ...     print(error)
    move 2 is not legal: '7f7e'
    """
