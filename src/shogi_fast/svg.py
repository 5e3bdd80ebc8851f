"""The board as a picture: SVG for web pages and notebooks.

A picture is one ``<svg>`` element that refers to nothing: no font with kanji (their strokes are
drawn), no style sheet, no script, and no ``id``, so that any number of pictures can stand on one
page. Its background is its own, and dark where the reader prefers dark pages.

In the code, lengths are units of the picture and its origin is the middle of the board. Places are
first found as the side at the bottom has them; the side at the top has the same, turned round.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from math import hypot, inf
from numbers import Real
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from shogi_fast.arguments import is_a, number_of, shown, text_of
from shogi_fast.board import Board
from shogi_fast.enums import PieceType
from shogi_fast.glyphs import PEN, STROKES
from shogi_fast.move import Move, parse_square, square_name
from shogi_fast.names import COLOR_NAMES, HIGHER_KING, KANJI_NUMERALS, NAMES, PieceNames

__all__ = ["Arrow", "Coordinates", "Mark", "Pieces", "Square", "board_svg"]

Square: TypeAlias = int | str
"""A square: its number, 0 (1a) to 80 (9i), or its name."""
Arrow: TypeAlias = Move | tuple[Square, Square] | tuple[Square, Square, str]
"""From, to and a colour, or a move."""
Mark: TypeAlias = Square | tuple[Square, str]
"""A square and a colour."""
Pieces = Literal["kanji", "kanji2", "western"]
Coordinates = Literal["both", "japanese", "western", "none"]

BLACK, WHITE = 0, 1
FIRST_DROP = 81  # where a move's origin is a hand: 81 is a pawn's, 87 a gold's
HAND_ORDER: Final = (  # as SFEN has it
    PieceType.ROOK,
    PieceType.BISHOP,
    PieceType.GOLD,
    PieceType.SILVER,
    PieceType.KNIGHT,
    PieceType.LANCE,
    PieceType.PAWN,
)

# -- Measures -------------------------------------------------------------------------------------

# A full-size board has squares of 33.3 by 36.4 mm; the pieces are those of a usual wooden set. Both
# are drawn 3 units to a millimetre.
SQUARE_WIDTH, SQUARE_HEIGHT = 100, 109
RIGHT, BOTTOM = 4.5 * SQUARE_WIDTH, 4.5 * SQUARE_HEIGHT
PIECE_SIZES: Final[dict[int, tuple[int, int]]] = {
    PieceType.KING: (86, 96),
    PieceType.ROOK: (83, 93),
    PieceType.BISHOP: (83, 93),
    PieceType.GOLD: (79, 88),
    PieceType.SILVER: (79, 88),
    PieceType.KNIGHT: (75, 85),
    PieceType.LANCE: (70, 83),
    PieceType.PAWN: (66, 80),
}
SHOULDER, SLOPE = 0.38, 0.2  # half the width at the shoulders, the height above them: of the whole

MARGIN = 16
LABEL_ROOM = 46
SLOT_HEIGHT = 98
STAND_HEAD = 74
STAND_WIDTH = 160
STAND_HEIGHT = STAND_HEAD + len(HAND_ORDER) * SLOT_HEIGHT + 8
STAND_LEFT, STAND_TOP = RIGHT + LABEL_ROOM + MARGIN, BOTTOM - STAND_HEIGHT
PIECE_X, NUMBER_X = STAND_LEFT + 52, STAND_LEFT + 122  # middle of a piece in hand, of its number
PICTURE_RIGHT = STAND_LEFT + STAND_WIDTH + MARGIN
PICTURE_TOP, PICTURE_BOTTOM = -BOTTOM - LABEL_ROOM - 6, BOTTOM + MARGIN
PICTURE_WIDTH, PICTURE_HEIGHT = 2 * PICTURE_RIGHT, PICTURE_BOTTOM - PICTURE_TOP

DEFAULT_SIZE = 640
MAX_SIZE = 100_000

# -- Colours --------------------------------------------------------------------------------------

PAGE, BOARD, STAND, WOOD = "#fbf8f1", "#e6b862", "#d3a257", "#fdeac0"
INK, RED, LINES, EDGE, LABEL = "#1f1408", "#b8140c", "#4a3210", "#7a5520", "#4a4236"
LAST_MOVE, TURN, POINTER = "#e2602c", "#c23b22", "#15668f"
# Only what dark pages change: all else is in attributes, which hold where a page strips styles.
STYLE: Final = (
    "@media(prefers-color-scheme:dark){.shogi-page{fill:#1d1b19}.shogi-label{fill:#d8d0c4}"
    ".shogi-numeral{stroke:#d8d0c4}.shogi-board{fill:#c8994c}.shogi-stand{fill:#a97f40}"
    ".shogi-wood{fill:#f2dca8}}"
)
HEX_COLOR: Final = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")
# The names of CSS 2.1, section 4.3.6: every program that draws SVG knows them.
NAMED_COLORS: Final = frozenset(
    {
        *("aqua", "black", "blue", "fuchsia", "gray", "green", "lime", "maroon", "navy"),
        *("olive", "orange", "purple", "red", "silver", "teal", "white", "yellow"),
    }
)

Item = TypeVar("Item")


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float

    def turned(self, turn: bool) -> "Point":
        """Return the place, turned round the middle of the board if ``turn``."""
        return Point(-self.x, -self.y) if turn else self


class View(NamedTuple):
    """How to look at a board: who sits at the bottom, and what stands on the pieces."""

    bottom: int
    pieces: Pieces

    def square(self, square: int) -> Point:
        """Return the middle of a square, 0 to 80."""
        file, rank = divmod(square, 9)
        place = Point((4 - file) * SQUARE_WIDTH, (rank - 4) * SQUARE_HEIGHT)
        return place.turned(self.bottom != BLACK)

    def slot(self, color: int, index: int) -> Point:
        """Return the middle of a piece that stands ``index`` places down the stand of a side."""
        y = STAND_TOP + STAND_HEAD + (index + 0.5) * SLOT_HEIGHT
        return Point(PIECE_X, y).turned(self.bottom != color)


def board_svg(
    board: Board,
    *,
    last_move: Move | None = None,
    arrows: Iterable[Arrow] = (),
    marks: Iterable[Mark] = (),
    orientation: int = BLACK,
    size: float | None = DEFAULT_SIZE,
    pieces: Pieces = "kanji",
    coordinates: Coordinates = "both",
) -> str:
    """Draw a position as SVG.

    Pieces are wedges that point at the opponent and shrink from king to pawn; White's are turned
    round, and promoted ones are written in red. White's king is the higher ranked player's, 王, and
    Black's is 玉. Each side's hand stands on the stand (komadai) to that player's right, with a
    number where there is more than one of a kind; the stand of the side to move has its mark on
    red. Each piece has a tooltip, and the picture the SFEN as its label for screen readers.

    :param last_move: a move whose squares are highlighted; nothing is for None and the null move.
    :param arrows: each a pair of squares, from and to; or both and a colour; or a ``Move``. A
        drop's arrow starts on the stand of the side to move.
    :param marks: squares to ring, each alone or in a pair with a colour.
    :param orientation: the side at the bottom, 0 (Black) or 1 (White).
    :param size: the width of the picture in pixels, up to 100,000; the height follows. None leaves
        both to the page.
    :param pieces: ``"kanji"``, one character as in diagrams; ``"kanji2"``, two as on real pieces;
        ``"western"``, the letters of SFEN.
    :param coordinates: files in digits always, and ranks in kanji (``"japanese"``), in letters
        (``"western"``) or ``"both"``; or ``"none"``.
    :returns: an ``<svg>`` element. Squares are numbers, 0 (1a) to 80 (9i), or names; colours are
        ``#rgb``, ``#rrggbb`` or one of the seventeen names of CSS 2.1, such as ``"red"``.
    :raises ValueError: if a value is none of these; the message begins with the option's name.
    :raises TypeError: if an option's type is wrong; the message begins with its name.

    >>> from shogi_fast import Board
    >>> board = Board()
    >>> move = board.push_usi("7g7f")
    >>> text = board_svg(board, last_move=move, arrows=[("3c", "3d", "red")], marks=["2h"])
    >>> text.startswith("<svg "), text.count("<title>White pawn, ")
    (True, 9)
    >>> board_svg(board, marks=["2h", 81])
    Traceback (most recent call last):
        ...
    ValueError: marks: squares run from 0 to 80, not 81
    """
    if not is_a(board, Board):
        raise TypeError(f"a board is a shogi_fast.Board, not {type(board).__name__}")
    coordinates = _chosen("coordinates", coordinates, get_args(Coordinates))
    view = View(
        _chosen("orientation", orientation, (BLACK, WHITE)),
        _chosen("pieces", pieces, get_args(Pieces)),
    )
    pixels = _size_attributes(size)
    highlights = _read_last_move(last_move)
    arrow_list = [_read_arrow(arrow) for arrow in _items("arrows", arrows)]
    mark_list = [_read_mark(mark) for mark in _items("marks", marks)]

    turn = int(board.turn)
    hands = [_hand(board, color) for color in (BLACK, WHITE)]
    label = f"Shogi position, {COLOR_NAMES[turn]} to move: {board.sfen()}"
    page = _rectangle(-PICTURE_RIGHT, PICTURE_TOP, PICTURE_WIDTH, PICTURE_HEIGHT, PAGE)
    field = _rectangle(-RIGHT, -BOTTOM, 2 * RIGHT, 2 * BOTTOM, BOARD)
    parts = [
        _opening_tag(f'{pixels} role="img" aria-label="{escape(label)}"'),
        f"<style>{STYLE}</style>",
        f'<rect class="shogi-page" {page}/>',
        f'<rect class="shogi-board" data-part="board" {field}/>',
    ]
    parts.extend(_highlight(end, view.square(square)) for end, square in highlights)
    parts.append(_grid())
    parts.extend(_labels(view, coordinates))
    for color in (WHITE, BLACK):
        parts.extend(_stand(view, color, hands[color], turn == color))
    for square in range(81):
        piece = board.piece_at(square)
        if piece is not None:
            name = square_name(square)
            kind, color = int(piece.piece_type), int(piece.color)
            place, attributes = view.square(square), f'data-square="{name}"'
            parts.append(_piece(view, kind, color, place, attributes, name))
    parts.extend(_ring(view.square(square), paint) for square, paint in mark_list)
    for origin, target, paint in arrow_list:
        if origin < FIRST_DROP:
            start = view.square(origin)
        else:
            kinds = [kind for kind, _ in hands[turn]]
            kind = origin - FIRST_DROP + 1
            # A drop that the hand cannot make yet starts where the next piece would stand.
            start = view.slot(turn, kinds.index(kind) if kind in kinds else len(kinds))
        parts.append(_arrow(start, view.square(target), paint))
    parts.append("</svg>")
    return "".join(parts)


# -- Options --------------------------------------------------------------------------------------


def _chosen(option: str, value: Item, choices: tuple[Item, ...]) -> Item:
    """Return the choice that a value equals: the value itself might equal another one next time."""
    for choice in choices:
        if value == choice:
            return choice
    raise ValueError(f"{option}: one of {', '.join(map(repr, choices))}, not {shown(value)}")


def _size_attributes(size: object) -> str:
    """Return the attributes of a picture that is so many pixels wide."""
    if size is None:
        return ""
    if isinstance(size, bool) or not isinstance(size, Real):
        raise TypeError(f"size: a number of pixels or None, not {type(size).__name__}")
    try:
        width = float(size)
    except OverflowError:
        width = inf
    if not 0 < width <= MAX_SIZE:
        raise ValueError(f"size: more than 0 and at most {MAX_SIZE} pixels, not {shown(size)}")
    return f' width="{_n(width)}" height="{_n(width * PICTURE_HEIGHT / PICTURE_WIDTH)}"'


def _items(option: str, value: Iterable[Item]) -> Iterator[Item]:
    """Iterate over an option; text is no list of letters, and a mapping would lose its values."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise TypeError(f"{option}: a list, not {type(value).__name__}")
    return iter(value)


def _read_square(option: str, value: object) -> int:
    try:
        if is_a(value, str):
            return parse_square(text_of(value, "a square"))
        if not isinstance(value, bool) and hasattr(type(value), "__index__"):
            square = number_of(value, "a square")
            square_name(square)
            return square
    except (ValueError, IndexError) as error:
        raise ValueError(f"{option}: {error}") from None
    raise TypeError(f"{option}: a square is a number or a name, not {type(value).__name__}")


def _read_color(option: str, value: object) -> str:
    color = text_of(value, f"{option}: a colour")
    if color not in NAMED_COLORS and not HEX_COLOR.fullmatch(color):
        raise ValueError(
            f'{option}: a colour is "#rgb", "#rrggbb" or a name such as "red", not {shown(color)}'
        )
    return color


def _read_last_move(move: object) -> list[tuple[str, int]]:
    """Return the squares to highlight and which end of the move each is."""
    if move is None:
        return []
    if not is_a(move, Move):
        raise TypeError(f"last_move: a Move or None, not {type(move).__name__}")
    ends = (("from", move.from_square), ("to", move.to_square))
    return [(end, square) for end, square in ends if square is not None]


def _read_arrow(arrow: object) -> tuple[int, int, str]:
    """Return an arrow's origin, which is a square or that of a drop, its target and colour."""
    if is_a(arrow, Move):
        target = arrow.to_square
        if target is None:
            raise ValueError("arrows: the null move has no squares")
        if arrow.drop is not None:
            return FIRST_DROP + arrow.drop - 1, target, POINTER
        assert arrow.from_square is not None
        return arrow.from_square, target, POINTER
    parts = tuple(arrow) if isinstance(arrow, tuple | list) else ()
    if len(parts) not in (2, 3):
        raise TypeError(
            f"arrows: each is (from, to), (from, to, colour) or a Move, not {shown(arrow)}"
        )
    origin, target = (_read_square("arrows", end) for end in parts[:2])
    if origin == target:
        raise ValueError(f"arrows: from {square_name(origin)} to itself")
    return origin, target, _read_color("arrows", parts[2]) if len(parts) == 3 else POINTER


def _read_mark(mark: object) -> tuple[int, str]:
    if not isinstance(mark, tuple | list):
        return _read_square("marks", mark), POINTER
    parts = tuple(mark)
    if len(parts) != 2:
        raise TypeError(f"marks: each is a square or (square, colour), not {shown(mark)}")
    return _read_square("marks", parts[0]), _read_color("marks", parts[1])


# -- Drawing --------------------------------------------------------------------------------------


def _n(value: float) -> str:
    """Write a length as short as it goes, to a hundredth."""
    whole = int(value)
    return str(whole) if whole == value else f"{value:.2f}".rstrip("0").rstrip(".")


def _opening_tag(attributes: str) -> str:
    box = " ".join(map(_n, (-PICTURE_RIGHT, PICTURE_TOP, PICTURE_WIDTH, PICTURE_HEIGHT)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{attributes}'
        ' font-family="Arial,Helvetica,sans-serif" text-anchor="middle"'
        ' stroke-linecap="round" stroke-linejoin="round">'
    )


def _rectangle(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{fill}"'


def _highlight(end: str, middle: Point) -> str:
    """Draw a square that the last move came from or went to, the latter stronger."""
    left, top = middle.x - SQUARE_WIDTH / 2, middle.y - SQUARE_HEIGHT / 2
    area = _rectangle(left, top, SQUARE_WIDTH, SQUARE_HEIGHT, LAST_MOVE)
    opacity = 0.7 if end == "to" else 0.4
    return f'<rect data-part="last-move-{end}" {area} fill-opacity="{opacity}"/>'


def _grid() -> str:
    """Draw the lines of the board, a heavier frame, and the dots where the zones end (hoshi)."""
    columns = [RIGHT - SQUARE_WIDTH * i for i in range(1, 9)]
    rows = [BOTTOM - SQUARE_HEIGHT * i for i in range(1, 9)]
    lines = [f"M{_n(x)} {_n(-BOTTOM)}V{_n(BOTTOM)}" for x in columns]
    lines += [f"M{_n(-RIGHT)} {_n(y)}H{_n(RIGHT)}" for y in rows]
    frame = f"M{_n(-RIGHT)} {_n(-BOTTOM)}H{_n(RIGHT)}V{_n(BOTTOM)}H{_n(-RIGHT)}Z"
    dots = [
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="6" fill="{LINES}"/>'
        for x in (columns[2], columns[5])
        for y in (rows[2], rows[5])
    ]
    return (
        f'<path d="{"".join(lines)}" stroke="{LINES}" stroke-width="2"/>'
        f'<path d="{frame}" fill="none" stroke="{LINES}" stroke-width="4"/>{"".join(dots)}'
    )


def _labels(view: View, coordinates: Coordinates) -> Iterator[str]:
    """Draw the files above the board, the ranks' letters to its left and kanji to its right."""
    if coordinates == "none":
        return
    label = ' class="shogi-label"'
    for number in range(1, 10):
        place = view.square((number - 1) * 9 + number - 1)
        yield _text(Point(place.x, -BOTTOM - LABEL_ROOM / 2 - 2), str(number), 32, LABEL, label)
        if coordinates != "japanese":
            left = Point(-RIGHT - LABEL_ROOM / 2 - 2, place.y)
            yield _text(left, "abcdefghi"[number - 1], 32, LABEL, label)
        if coordinates != "western":
            strokes = STROKES[KANJI_NUMERALS[number]]
            yield (
                f'<path class="shogi-numeral" data-rank="{number}"'
                f' transform="translate({_n(RIGHT + LABEL_ROOM / 2 - 13)} {_n(place.y - 15)})'
                f' scale(.3)" d="{strokes}" fill="none" stroke="{LABEL}" stroke-width="10"/>'
            )


def _text(place: Point, text: str, size: int, fill: str, attributes: str = "") -> str:
    """Write a line of text whose capitals and digits are centred on a place."""
    # Not by dominant-baseline, which not every program that draws SVG knows.
    return (
        f'<text x="{_n(place.x)}" y="{_n(place.y + 0.36 * size)}" font-size="{size}"'
        f' fill="{fill}"{attributes}>{text}</text>'
    )


def _hand(board: Board, color: int) -> list[tuple[int, int]]:
    """Return the kinds in a hand and how many there are of each, strongest first."""
    hand = board.hand(color)
    return [(int(kind), hand[kind]) for kind in HAND_ORDER if hand.get(kind)]


def _stand(view: View, color: int, hand: list[tuple[int, int]], to_move: bool) -> Iterator[str]:
    """Draw the stand of one side, and the pieces in hand on it."""
    turn = view.bottom != color
    side = COLOR_NAMES[color].lower()
    first = Point(STAND_LEFT, STAND_TOP).turned(turn)
    last = Point(STAND_LEFT + STAND_WIDTH, BOTTOM).turned(turn)
    area = _rectangle(min(first.x, last.x), min(first.y, last.y), STAND_WIDTH, STAND_HEIGHT, STAND)
    yield f'<rect class="shogi-stand" data-stand="{side}" {area} rx="6"/>'
    mark = Point(STAND_LEFT + STAND_WIDTH / 2, STAND_TOP + STAND_HEAD / 2 + 4).turned(turn)
    turned = " rotate(180)" if turn else ""
    fill = INK if color == BLACK else "#fff"
    disk = f'<circle r="27" fill="{TURN}" data-turn="{side}"/>' if to_move else ""
    yield (
        f'<g transform="translate({_n(mark.x)} {_n(mark.y)}){turned}">{disk}'
        f'<polygon points="{_wedge(32, 36)}" fill="{fill}" stroke="{INK}" stroke-width="2"/></g>'
    )
    for place_down, (kind, count) in enumerate(hand):
        place = view.slot(color, place_down)
        attributes = f'data-hand="{side}" data-count="{count}"'
        yield _piece(view, kind, color, place, attributes, "in hand")
        if count > 1:
            # Upright for the reader, whichever way the piece points.
            number = Point(-NUMBER_X if turn else NUMBER_X, place.y)
            of_which = f' font-weight="bold" data-number="{side} {NAMES[kind].letter}"'
            yield _text(number, str(count), 40, INK, of_which)


def _wedge(width: float, height: float) -> str:
    """Return the corners of a piece that points up the picture, from its tip."""
    shoulder = (SLOPE - 0.5) * height
    corners = (
        (0, -height / 2),
        (SHOULDER * width, shoulder),
        (width / 2, height / 2),
        (-width / 2, height / 2),
        (-SHOULDER * width, shoulder),
    )
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in corners)


def _piece(view: View, kind: int, color: int, place: Point, attributes: str, where: str) -> str:
    """Draw a piece, which points at the opponent of its side."""
    # A promoted piece is the same piece of wood, turned over.
    promoted = kind > PieceType.KING
    width, height = PIECE_SIZES[kind - 8 if promoted else kind]
    names = HIGHER_KING if (kind, color) == (PieceType.KING, WHITE) else NAMES[kind]
    turned = " rotate(180)" if view.bottom != color else ""
    side = COLOR_NAMES[color]
    return (
        f'<g transform="translate({_n(place.x)} {_n(place.y)}){turned}"'
        f' data-piece="{names.letter}" data-color="{side.lower()}" {attributes}>'
        f"<title>{side} {names.english_short}, {where}</title>"
        f'<polygon class="shogi-wood" points="{_wedge(width, height)}" fill="{WOOD}"'
        f' stroke="{EDGE}" stroke-width="2.5"/>'
        f"{_face(view.pieces, names, width, height, RED if promoted else INK)}</g>"
    )


def _face(pieces: Pieces, names: PieceNames, width: int, height: int, ink: str) -> str:
    """Write what stands on a piece."""
    if pieces == "western":
        size = 52 if len(names.letter) == 1 else 34
        return _text(Point(0, 0.1 * height), names.letter, size, ink, ' font-weight="bold"')
    if pieces == "kanji":
        return _kanji(names.kanji, Point(0, 0.1 * height), 0.68 * width, 0.65 * height, ink)
    return "".join(
        _kanji(character, Point(0, y * height), 0.54 * width, 0.37 * height, ink, PEN + 2)
        for character, y in zip(names.kanji2, (-0.14, 0.27), strict=True)
    )


def _kanji(
    character: str, middle: Point, width: float, height: float, ink: str, pen: int = PEN
) -> str:
    """Draw a kanji in a box round ``middle``, with a pen that is scaled with it."""
    return (
        f'<path transform="translate({_n(middle.x - width / 2)} {_n(middle.y - height / 2)})'
        f' scale({width / 100:.3g} {height / 100:.3g})" d="{STROKES[character]}" fill="none"'
        f' stroke="{ink}" stroke-width="{pen}"/>'
    )


def _ring(middle: Point, color: str) -> str:
    """Draw the ring of a marked square."""
    return (
        f'<circle data-part="mark" cx="{_n(middle.x)}" cy="{_n(middle.y)}" r="44" fill="none"'
        f' stroke="{color}" stroke-width="8" stroke-opacity=".8"/>'
    )


def _arrow(start: Point, tip: Point, color: str) -> str:
    """Draw an arrow, from a little off the start so that what stands there can be read."""
    length = hypot(tip.x - start.x, tip.y - start.y)
    along = Point((tip.x - start.x) / length, (tip.y - start.y) / length)
    # How far along the arrow each corner of one edge is, and how far to the side.
    end = length - 6
    edge = ((26, 8), (end - 44, 8), (end - 44, 26), (end, 0))
    corners = [*edge, *((far, -side) for far, side in reversed(edge[:-1]))]
    points = " ".join(
        f"{_n(start.x + far * along.x - side * along.y)},"
        f"{_n(start.y + far * along.y + side * along.x)}"
        for far, side in corners
    )
    return f'<polygon data-part="arrow" points="{points}" fill="{color}" fill-opacity=".75"/>'
