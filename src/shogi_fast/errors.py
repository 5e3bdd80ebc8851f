"""The exceptions of the package; all but ``ClusterError`` are ``ValueError``."""


class InvalidSfenError(ValueError):
    """Raised for text that is not an SFEN position; says which field, character and place.

    >>> from shogi_fast import Board
    >>> Board("4k4/9/9/9/9/9/9/9/4K3 b - 1")
    Traceback (most recent call last):
        ...
    shogi_fast.errors.InvalidSfenError: board field: a rank has fewer than nine squares (' ' at character 22) in '4k4/9/9/9/9/9/9/9/4K3 b - 1'
    """


class InvalidMoveError(ValueError):
    """Raised for text or a number that names no move at all.

    >>> from shogi_fast import Move
    >>> Move.from_usi("7g7z")
    Traceback (most recent call last):
        ...
    shogi_fast.errors.InvalidMoveError: not a USI move, such as 7g7f, 8h2b+ or P*5e: '7g7z'
    """


class IllegalMoveError(ValueError):
    """Raised for a move that the rules forbid in the position it is to be made in.

    >>> from shogi_fast import Board, Move
    >>> Board("4k4/9/9/9/9/9/9/9/4K4 b - 1").push(Move.from_usi("5i5g"))
    Traceback (most recent call last):
        ...
    shogi_fast.errors.IllegalMoveError: 5i5g is not legal in '4k4/9/9/9/9/9/9/9/4K4 b - 1'
    """


class CheckpointError(ValueError):
    """Raised for a checkpoint file that cannot be gone on from; says what is wrong, and where.

    >>> from shogi_fast.checkpoint import parse_checkpoint
    >>> parse_checkpoint(b"hello", "perft.ckpt")
    Traceback (most recent call last):
        ...
    shogi_fast.errors.CheckpointError: perft.ckpt: not a checkpoint of shogi_fast: it begins with b'hello'
    """


class ClusterError(RuntimeError):
    """Raised when an executor cannot finish a count: a unit keeps failing, or no work is taken.

    >>> from shogi_fast.errors import ClusterError
    >>> issubclass(ClusterError, RuntimeError)
    True
    """
