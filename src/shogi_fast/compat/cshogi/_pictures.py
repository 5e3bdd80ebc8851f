"""Pictures of boards, as notebooks show them."""

from numbers import Real

from shogi_fast.arguments import shown
from shogi_fast.board import Board
from shogi_fast.compat.cshogi._constants import CODE_MASK
from shogi_fast.move import Move
from shogi_fast.svg import board_svg

__all__ = ["SvgWrapper", "draw"]

_WIDTH = 230  # of a picture at scale 1, in pixels: that of cshogi's


class SvgWrapper(str):
    """SVG text that a notebook shows as a picture.

    >>> SvgWrapper("<svg></svg>")._repr_svg_()
    '<svg></svg>'
    """

    def _repr_svg_(self) -> "SvgWrapper":
        return self


def draw(board: Board, move: int | None, scale: float) -> SvgWrapper:
    """Draw a board.

    :param move: the move whose squares are highlighted, as cshogi has moves.
    :param scale: 1 for a picture 230 pixels wide.
    :raises ValueError: if there is no such move, or the picture has no size or too large a one.

    >>> from shogi_fast import Board
    >>> draw(Board(), 73275, 2.0).startswith("<svg ")
    True
    """
    if not issubclass(type(scale), Real):
        raise TypeError(f"scale: a number, not {type(scale).__name__}")
    try:
        size = _WIDTH * float(scale)
    except OverflowError:
        raise ValueError(f"scale: not a size that a picture can have: {shown(scale)}") from None
    last_move = Move.from_int(move & CODE_MASK) if move else None
    return SvgWrapper(board_svg(board, last_move=last_move, size=size))
