"""The exceptions the package raises for bad text and bad moves; all are ``ValueError``."""


class InvalidSfenError(ValueError):
    """Raised for text that is not an SFEN position; says which field, character and place."""


class InvalidMoveError(ValueError):
    """Raised for text or a number that names no move at all."""


class IllegalMoveError(ValueError):
    """Raised for a move that the rules forbid in the position it is to be made in."""
