"""Pictures: what the SVG of twenty positions says, read as geometry and not as the code wrote it."""

import re
from math import hypot
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from svg_positions import FIXED, KINDS, read_sfen, twenty_positions

import shogi_fast as sf
from shogi_fast.glyphs import STROKES
from shogi_fast.names import HIGHER_KING, KANJI_NUMERALS, LETTER_TYPES, NAMES
from shogi_fast.svg import board_svg

START, PROMOTED, FULL_HAND = FIXED[0], FIXED[3], FIXED[4]
POSITIONS = twenty_positions()
STYLES = ("kanji", "kanji2", "western")
SVG = "{http://www.w3.org/2000/svg}"
RED = re.compile(r"#[89a-f].[0-3].[0-3].")  # much red, little green and blue


class Box(NamedTuple):
    """A rectangle; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other):
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def overlaps(self, other):
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    @property
    def middle(self):
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Wedge(NamedTuple):
    """A piece as it is drawn: its corners, with all transforms applied."""

    letter: str
    color: str
    corners: list
    element: ElementTree.Element

    @property
    def box(self):
        xs, ys = zip(*self.corners, strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys))

    @property
    def points_up(self):
        """Whether the one corner on the axis is above all others, or below them."""
        tip = self.corners[0]
        others = [y for _, y in self.corners[1:]]
        assert tip[0] == pytest.approx(self.box.middle[0])
        assert tip[1] < min(others) or tip[1] > max(others)
        return tip[1] < min(others)


class Picture:
    """An SVG picture, taken apart."""

    def __init__(self, text):
        self.root = ElementTree.fromstring(text)
        left, top, width, height = map(float, self.root.get("viewBox").split())
        self.box = Box(left, top, left + width, top + height)
        self.board = rectangle(self.one("rect", "data-part", "board"))
        self.stands = {
            side: rectangle(self.one("rect", "data-stand", side)) for side in ("black", "white")
        }
        self.on_board, self.in_hand, self.counts = {}, {}, {}
        for element in self.root.iter(SVG + "g"):
            if element.get("data-square"):
                assert element.get("data-square") not in self.on_board
                self.on_board[element.get("data-square")] = read_wedge(element)
            elif element.get("data-hand"):
                wedge = read_wedge(element)
                self.in_hand[symbol(wedge)] = wedge
                self.counts[symbol(wedge)] = int(element.get("data-count"))

    def all(self, tag, name, value):
        return [e for e in self.root.iter(SVG + tag) if e.get(name) == value]

    def one(self, tag, name, value):
        (element,) = self.all(tag, name, value)
        return element

    def square(self, name, *, white_below=False):
        """Return where a square of the board is."""
        column, row = 9 - int(name[0]), ord(name[1]) - ord("a")
        if white_below:
            column, row = 8 - column, 8 - row
        width = (self.board.right - self.board.left) / 9
        height = (self.board.bottom - self.board.top) / 9
        left, top = self.board.left + column * width, self.board.top + row * height
        return Box(left, top, left + width, top + height)


def rectangle(element):
    x, y, width, height = (float(element.get(name)) for name in ("x", "y", "width", "height"))
    return Box(x, y, x + width, y + height)


def points(element):
    return [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]


def read_wedge(element):
    """Return a piece, its corners where the group's transform puts them."""
    match = re.fullmatch(
        r"translate\((-?[\d.]+) (-?[\d.]+)\)( rotate\(180\))?", element.get("transform")
    )
    x, y, turn = float(match[1]), float(match[2]), -1 if match[3] else 1
    (polygon,) = element.findall(SVG + "polygon")
    corners = [(x + turn * px, y + turn * py) for px, py in points(polygon)]
    assert len(corners) == 5
    return Wedge(element.get("data-piece"), element.get("data-color"), corners, element)


def symbol(wedge):
    """Return a piece as SFEN writes it."""
    return wedge.letter if wedge.color == "black" else wedge.letter.lower()


def draw(sfen=START, **options):
    return Picture(board_svg(sf.Board(sfen), **options))


# ---- pieces ----------------------------------------------------------------------------------


@pytest.mark.parametrize("pieces", STYLES)
@pytest.mark.parametrize("orientation", [sf.BLACK, sf.WHITE])
@pytest.mark.parametrize("sfen", POSITIONS)
def test_every_piece_is_on_its_square_and_points_at_the_opponent(sfen, orientation, pieces):
    picture = draw(sfen, orientation=orientation, pieces=pieces)
    expected = read_sfen(sfen)
    seen = {name: symbol(wedge) for name, wedge in picture.on_board.items()}
    assert seen == expected.on_board
    for name, wedge in picture.on_board.items():
        square = picture.square(name, white_below=orientation == sf.WHITE)
        assert square.holds(wedge.box)
        assert wedge.box.middle == pytest.approx(square.middle)
        below = ("black", "white")[orientation]
        assert wedge.points_up is (wedge.color == below)


@pytest.mark.parametrize("orientation", [sf.BLACK, sf.WHITE])
@pytest.mark.parametrize("sfen", POSITIONS)
def test_hands_are_on_the_stand_to_their_players_right(sfen, orientation):
    picture = draw(sfen, orientation=orientation)
    assert picture.counts == read_sfen(sfen).in_hand
    below, above = ("black", "white") if orientation == sf.BLACK else ("white", "black")
    assert picture.stands[below].left > picture.board.right
    assert picture.stands[below].bottom == pytest.approx(picture.board.bottom)
    # The player at the top sits the other way round.
    assert picture.stands[above].right < picture.board.left
    assert picture.stands[above].top == pytest.approx(picture.board.top)
    for wedge in picture.in_hand.values():
        assert picture.stands[wedge.color].holds(wedge.box)
        assert wedge.points_up is (wedge.color == below)
    boxes = [wedge.box for wedge in picture.in_hand.values()]
    for i, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[i + 1 :])


@pytest.mark.parametrize("orientation", [sf.BLACK, sf.WHITE])
@pytest.mark.parametrize("sfen", POSITIONS)
def test_numbers_stand_beside_the_pieces_they_count(sfen, orientation):
    picture = draw(sfen, orientation=orientation)
    numbers = {
        element.get("data-number"): element
        for element in picture.root.iter(SVG + "text")
        if element.get("data-number")
    }
    for piece, count in read_sfen(sfen).in_hand.items():
        side = "black" if piece.isupper() else "white"
        element = numbers.pop(f"{side} {piece.upper()}", None)
        if count == 1:
            assert element is None
            continue
        assert element.text == str(count)
        assert element.get("transform") is None  # upright for the reader
        # The middle of a digit is about a third of the letter size above its base line.
        x, size = float(element.get("x")), float(element.get("font-size"))
        y = float(element.get("y")) - 0.36 * size
        wedge, stand = picture.in_hand[piece], picture.stands[side]
        assert y == pytest.approx(wedge.box.middle[1], abs=0.1)
        # Two digits, 0.7 of the letter size each in a wide font, fit between piece and edge.
        reach = 0.7 * size
        assert stand.left <= x - reach < x + reach <= stand.right
        assert x - reach >= wedge.box.right or x + reach <= wedge.box.left
    assert not numbers


def test_hands_are_in_order_from_rook_to_pawn():
    for sfen, side in ((FIXED[4], "black"), (FIXED[5], "white")):
        picture = draw(sfen)
        mine = [wedge for wedge in picture.in_hand.values() if wedge.color == side]
        mine.sort(key=lambda wedge: wedge.box.top, reverse=side == "white")
        assert [wedge.letter for wedge in mine] == ["R", "B", "G", "S", "N", "L", "P"]
        assert len({wedge.box.middle[0] for wedge in mine}) == 1


@pytest.mark.parametrize("color", ["black", "white"])
def test_pieces_shrink_from_king_to_pawn(color):
    picture = draw(START)
    boxes = {w.letter: w.box for w in picture.on_board.values() if w.color == color}
    sizes = [(boxes[k].right - boxes[k].left, boxes[k].bottom - boxes[k].top) for k in KINDS]
    assert sizes == sorted(sizes, reverse=True)
    heights = [height for _, height in sizes]
    assert heights == sorted(heights, reverse=True)
    # Rook and bishop are of one size, gold and silver too; all other kinds differ.
    assert len(set(sizes)) == len(KINDS) - 2
    assert all(height > width for width, height in sizes)


def test_wedges_are_broad_at_the_bottom():
    for wedge in draw(START).on_board.values():
        tip, shoulder, base, other_base, other_shoulder = wedge.corners
        assert abs(base[0] - other_base[0]) > abs(shoulder[0] - other_shoulder[0])
        assert base[1] == other_base[1]
        assert abs(tip[1] - base[1]) > abs(shoulder[1] - base[1]) > 0


def test_a_promoted_piece_is_the_same_wood():
    plain = {w.letter: w.box for w in draw(START).on_board.values()}
    for wedge in draw(PROMOTED).on_board.values():
        width, height = wedge.box.right - wedge.box.left, wedge.box.bottom - wedge.box.top
        other = plain[wedge.letter.removeprefix("+")]
        assert (width, height) == pytest.approx(
            (other.right - other.left, other.bottom - other.top)
        )


@pytest.mark.parametrize("pieces", STYLES)
def test_promoted_pieces_alone_are_red(pieces):
    for sfen in POSITIONS:
        picture = draw(sfen, pieces=pieces)
        for wedge in [*picture.on_board.values(), *picture.in_hand.values()]:
            faces = wedge.element.findall(SVG + ("text" if pieces == "western" else "path"))
            inks = {face.get("fill" if pieces == "western" else "stroke") for face in faces}
            assert len(inks) == 1
            assert bool(RED.fullmatch(inks.pop())) is wedge.letter.startswith("+")


def names_of(wedge):
    if wedge.letter == "K" and wedge.color == "white":
        return HIGHER_KING
    return NAMES[LETTER_TYPES[wedge.letter]]


def test_faces_are_strokes_of_the_right_kanji():
    for sfen in POSITIONS:
        for pieces in ("kanji", "kanji2"):
            picture = draw(sfen, pieces=pieces)
            for wedge in [*picture.on_board.values(), *picture.in_hand.values()]:
                paths = wedge.element.findall(SVG + "path")
                name = getattr(names_of(wedge), pieces)
                assert [path.get("d") for path in paths] == [STROKES[char] for char in name]
                assert wedge.element.find(SVG + "text") is None
                assert all(path.get("fill") == "none" for path in paths)


def test_kanji_stay_inside_their_piece():
    """The box of each kanji, less the corners that no stroke reaches, is inside the wedge."""
    for pieces in ("kanji", "kanji2"):
        picture = draw(PROMOTED, pieces=pieces)
        for wedge in [*picture.on_board.values(), *picture.in_hand.values()]:
            (polygon,) = wedge.element.findall(SVG + "polygon")
            corners = points(polygon)
            for path in wedge.element.findall(SVG + "path"):
                x, y, sx, sy = map(float, re.findall(r"-?[\d.]+", path.get("transform")))
                for px, py in pen_points(path.get("d")):
                    assert inside(corners, x + sx * px, y + sy * py)


def pen_points(strokes):
    """Return the points that strokes run through or, on curves, are drawn to."""
    x = y = 0.0
    for command, numbers in re.findall(r"([MLHVQZ])([^MLHVQZ]*)", strokes):
        values = [float(number) for number in numbers.split()]
        if command == "H":
            x = values[0]
        elif command == "V":
            y = values[0]
        elif command != "Z":
            x, y = values[-2:]
        yield x, y


def inside(corners, x, y):
    """Tell whether a point is inside a convex outline, which runs with the clock."""
    following = [*corners[1:], corners[0]]
    return all(
        (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0
        for (x1, y1), (x2, y2) in zip(corners, following, strict=True)
    )


def test_the_two_kings_differ():
    picture = draw(START)
    jade, king = STROKES["玉"], STROKES["王"]
    assert picture.on_board["5i"].element.find(SVG + "path").get("d") == jade
    assert picture.on_board["5a"].element.find(SVG + "path").get("d") == king
    assert jade.startswith(king)  # the same but for a stroke


def test_western_pieces_have_the_letters_of_sfen():
    picture = draw(PROMOTED, pieces="western")
    for wedge in [*picture.on_board.values(), *picture.in_hand.values()]:
        assert wedge.element.find(SVG + "text").text == wedge.letter
        assert wedge.element.find(SVG + "path") is None


@pytest.mark.parametrize("pieces", STYLES)
def test_no_text_needs_a_font_with_kanji(pieces):
    for sfen in POSITIONS:
        texts = [e.text for e in draw(sfen, pieces=pieces).root.iter(SVG + "text")]
        assert all(text.isascii() for text in texts)


def test_tooltips_name_the_pieces():
    picture = draw(FIXED[2])
    titles = {k: w.element.find(SVG + "title").text for k, w in picture.on_board.items()}
    assert titles["7b"] == "Black dragon, 7b"
    assert titles["5i"] == "White tokin, 5i"
    assert titles["9d"] == "White king, 9d"
    assert picture.in_hand["n"].element.find(SVG + "title").text == "White knight, in hand"


# ---- the board -------------------------------------------------------------------------------


@pytest.mark.parametrize("sfen", POSITIONS)
def test_the_whole_is_in_the_picture(sfen):
    picture = draw(sfen)
    for box in (picture.board, *picture.stands.values()):
        assert picture.box.holds(box)
    stands = list(picture.stands.values())
    assert not picture.board.overlaps(stands[0])
    assert not picture.board.overlaps(stands[1])
    square = picture.square("5e")
    ratio = (square.bottom - square.top) / (square.right - square.left)
    assert 1.05 < ratio < 1.15  # a little taller than wide


def test_stands_are_there_and_of_one_size_when_hands_are_empty():
    picture = draw(START)
    black, white = picture.stands["black"], picture.stands["white"]
    assert black.right - black.left == pytest.approx(white.right - white.left)
    assert black.bottom - black.top == pytest.approx(white.bottom - white.top)
    assert not picture.in_hand


@pytest.mark.parametrize("orientation", [sf.BLACK, sf.WHITE])
@pytest.mark.parametrize(("turn", "side"), [("b", "black"), ("w", "white")])
def test_the_side_to_move_has_its_mark_on_red(turn, side, orientation):
    picture = draw(START.replace(" b ", f" {turn} "), orientation=orientation)
    (mark,) = [e for e in picture.root.iter() if e.get("data-turn")]
    assert mark.get("data-turn") == side
    assert RED.fullmatch(mark.get("fill"))
    (group,) = [g for g in picture.root.iter(SVG + "g") if mark in list(g)]
    x, y = map(float, re.findall(r"-?[\d.]+", group.get("transform"))[:2])
    assert picture.stands[side].holds(Box(x, y, x, y))


def labels(picture):
    """Return the labels beside the board: files from the left, letters and kanji from the top."""
    texts = picture.all("text", "class", "shogi-label")
    digits = sorted((float(e.get("x")), e.text) for e in texts if e.text.isdigit())
    letters = sorted((float(e.get("y")), e.text) for e in texts if e.text.isalpha())
    numerals = []
    for path in picture.all("path", "class", "shogi-numeral"):
        y = float(re.findall(r"-?[\d.]+", path.get("transform"))[1])
        numerals.append((y, next(c for c, d in STROKES.items() if d == path.get("d"))))
    return tuple(
        "".join(char for _, char in found) for found in (digits, letters, sorted(numerals))
    )


def test_coordinates_in_both_styles():
    assert labels(draw(START)) == ("987654321", "abcdefghi", KANJI_NUMERALS[1:])
    turned = labels(draw(START, orientation=sf.WHITE))
    assert turned == ("123456789", "ihgfedcba", KANJI_NUMERALS[:0:-1])
    assert labels(draw(START, coordinates="japanese")) == ("987654321", "", KANJI_NUMERALS[1:])
    assert labels(draw(START, coordinates="western")) == ("987654321", "abcdefghi", "")
    assert labels(draw(START, coordinates="none")) == ("", "", "")


def test_labels_stand_at_their_files_and_ranks():
    picture = draw(START)
    for element in picture.all("text", "class", "shogi-label"):
        x, y = float(element.get("x")), float(element.get("y"))
        if element.text.isdigit():
            assert x == pytest.approx(picture.square(element.text + "a").middle[0])
            assert picture.box.top < y < picture.board.top
        else:
            square = picture.square("5" + element.text)
            assert square.top < y < square.bottom
            assert x < picture.board.left


# ---- highlights, arrows, marks ---------------------------------------------------------------


@pytest.mark.parametrize("orientation", [sf.BLACK, sf.WHITE])
def test_the_last_move_is_highlighted(orientation):
    board = sf.Board()
    move = board.push_usi("7g7f")
    picture = Picture(board_svg(board, last_move=move, orientation=orientation))
    for end, name in (("from", "7g"), ("to", "7f")):
        highlight = rectangle(picture.one("rect", "data-part", f"last-move-{end}"))
        square = picture.square(name, white_below=orientation == sf.WHITE)
        assert highlight == pytest.approx(square)
    # Under the pieces: what comes later is drawn over it.
    order = list(picture.root.iter())
    highlight = order.index(picture.one("rect", "data-part", "last-move-to"))
    assert highlight < min(order.index(w.element) for w in picture.on_board.values())


def test_a_drop_has_one_highlight_and_a_null_move_none():
    picture = draw(START, last_move=sf.Move.from_usi("P*5e"))
    highlight = rectangle(picture.one("rect", "data-part", "last-move-to"))
    assert highlight == pytest.approx(picture.square("5e"))
    assert not picture.all("rect", "data-part", "last-move-from")
    assert board_svg(sf.Board(), last_move=sf.Move.NULL) == board_svg(sf.Board())
    assert board_svg(sf.Board(), last_move=None) == board_svg(sf.Board())


def test_arrows_point_from_square_to_square():
    ends = [("8e", "7g"), ("9a", "1i"), ("5e", "5d"), ("2h", "3h"), ("1i", "9a")]
    for orientation in (sf.BLACK, sf.WHITE):
        picture = draw(START, arrows=ends, orientation=orientation)
        arrows = picture.all("polygon", "data-part", "arrow")
        assert len(arrows) == len(ends)
        for (origin, target), arrow in zip(ends, arrows, strict=True):
            start = picture.square(origin, white_below=orientation == sf.WHITE)
            end = picture.square(target, white_below=orientation == sf.WHITE)
            tip = points(arrow)[3]
            tail = points(arrow)[0]
            assert hypot(tip[0] - end.middle[0], tip[1] - end.middle[1]) < 10
            assert hypot(tail[0] - start.middle[0], tail[1] - start.middle[1]) < 40
            assert len(points(arrow)) == 7


def test_the_arrow_of_a_drop_starts_at_the_piece_in_hand():
    for sfen, piece in ((FIXED[4], "P"), (FIXED[5], "g")):
        for orientation in (sf.BLACK, sf.WHITE):
            move = sf.Move.from_usi(f"{piece.upper()}*5e")
            picture = draw(sfen, arrows=[move], orientation=orientation)
            tail = points(picture.one("polygon", "data-part", "arrow"))[0]
            middle = picture.in_hand[piece].box.middle
            assert hypot(tail[0] - middle[0], tail[1] - middle[1]) < 40
    # Not in hand yet: from the stand all the same.
    for sfen in (START, FIXED[2]):
        for letter in "RBGSNLP":
            picture = draw(sfen, arrows=[sf.Move.from_usi(f"{letter}*5e")])
            x, y = points(picture.one("polygon", "data-part", "arrow"))[0]
            side = "black" if sfen is START else "white"
            near = picture.stands[side]
            assert near.left - 40 < x < near.right + 40
            assert near.top < y < near.bottom


def test_arrows_and_marks_take_colours_names_numbers_and_moves():
    seven_g, seven_f = sf.parse_square("7g"), sf.parse_square("7f")
    move = sf.Move.from_usi("7g7f")
    plain = board_svg(sf.Board(), arrows=[(seven_g, seven_f)])
    assert plain == board_svg(sf.Board(), arrows=[("7g", "7f")])
    assert plain == board_svg(sf.Board(), arrows=iter([move]))
    assert plain == board_svg(sf.Board(), arrows=[["7g", seven_f]])
    picture = draw(
        START,
        arrows=[("7g", "7f"), ("7g", "7e", "red"), ("7g", "7d", "#A0b")],
        marks=["5e", (sf.parse_square("1a"), "#00ff00"), 80],
    )
    fills = [arrow.get("fill") for arrow in picture.all("polygon", "data-part", "arrow")]
    assert fills[1:] == ["red", "#A0b"]
    rings = picture.all("circle", "data-part", "mark")
    assert [ring.get("stroke") for ring in rings][1] == "#00ff00"
    for ring, name in zip(rings, ("5e", "1a", "9i"), strict=True):
        middle = float(ring.get("cx")), float(ring.get("cy"))
        assert middle == pytest.approx(picture.square(name).middle)
        reach = float(ring.get("r")) + float(ring.get("stroke-width")) / 2
        assert 2 * reach <= picture.square(name).right - picture.square(name).left


def test_sets_of_squares_are_marks():
    board = sf.Board(POSITIONS[2])
    squares = board.pieces(sf.PAWN, sf.BLACK)
    picture = Picture(board_svg(board, marks=squares))
    assert len(picture.all("circle", "data-part", "mark")) == len(squares) > 3


# ---- options and errors ----------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 300, 640.5, 100_000])
def test_size_is_the_width_in_pixels(size):
    picture = draw(START, size=size)
    width, height = float(picture.root.get("width")), float(picture.root.get("height"))
    assert width == size
    shape = (picture.box.bottom - picture.box.top) / (picture.box.right - picture.box.left)
    assert height / width == pytest.approx(shape, abs=0.02 if size < 100 else 1e-4)


def test_a_picture_without_size_fits_its_page():
    picture = draw(START, size=None)
    assert picture.root.get("width") is None
    assert picture.root.get("height") is None


HUGE = 10**5000


@pytest.mark.parametrize(
    ("option", "value", "error"),
    [
        ("pieces", "chess", ValueError),
        ("pieces", "", ValueError),
        ("pieces", None, ValueError),
        ("pieces", ["kanji"], ValueError),
        ("coordinates", "kanji", ValueError),
        ("coordinates", None, ValueError),
        ("orientation", 2, ValueError),
        ("orientation", -1, ValueError),
        ("orientation", "white", ValueError),
        ("orientation", None, ValueError),
        ("orientation", HUGE, ValueError),
        ("size", 0, ValueError),
        ("size", -640, ValueError),
        ("size", 100_001, ValueError),
        ("size", float("nan"), ValueError),
        ("size", float("inf"), ValueError),
        ("size", HUGE, ValueError),
        ("size", "640", TypeError),
        ("size", True, TypeError),
        ("size", 640j, TypeError),
        ("last_move", "7g7f", TypeError),
        ("last_move", 5, TypeError),
        ("arrows", None, TypeError),
        ("arrows", 5, TypeError),
        ("arrows", "7g7f", TypeError),
        ("arrows", {"7g": "7f"}, TypeError),
        ("arrows", sf.Move.from_usi("7g7f"), TypeError),
        ("arrows", ["7g"], TypeError),
        ("arrows", [HUGE], TypeError),
        ("arrows", [()], TypeError),
        ("arrows", [("7g",)], TypeError),
        ("arrows", [("7g", "7f", "red", 1)], TypeError),
        ("arrows", [("7g", None)], TypeError),
        ("arrows", [("7g", "7f", None)], TypeError),
        ("arrows", [("7g", "7f", 5)], TypeError),
        ("arrows", [("7g", "7g")], ValueError),
        ("arrows", [("7g", "0a")], ValueError),
        ("arrows", [("7g", 81)], ValueError),
        ("arrows", [("7g", -1)], ValueError),
        ("arrows", [("7g", HUGE)], ValueError),
        ("arrows", [("7g", "7f", "")], ValueError),
        ("arrows", [("7g", "7f", "reddish")], ValueError),
        ("arrows", [("7g", "7f", "Red")], ValueError),
        ("arrows", [("7g", "7f", "#12")], ValueError),
        ("arrows", [("7g", "7f", "#12345g")], ValueError),
        ("arrows", [("7g", "7f", "#123\n")], ValueError),
        ("arrows", [("7g", "7f", '"/><script>')], ValueError),
        ("arrows", [("7g", "7f", "url(#a)")], ValueError),
        ("arrows", [sf.Move.NULL], ValueError),
        ("marks", None, TypeError),
        ("marks", "7g", TypeError),
        ("marks", b"7g", TypeError),
        ("marks", {"7g": "red"}, TypeError),
        ("marks", [None], TypeError),
        ("marks", [True], TypeError),
        ("marks", [5.0], TypeError),
        ("marks", [("7g",)], TypeError),
        ("marks", [(60, 61)], TypeError),
        ("marks", ["7j"], ValueError),
        ("marks", ["\ud800"], ValueError),
        ("marks", ["7g\0"], ValueError),
        ("marks", [81], ValueError),
        ("marks", [("7g", "#1234")], ValueError),
    ],
    ids=lambda value: "huge" if value is HUGE else None,
)
def test_wrong_options_are_named(option, value, error):
    with pytest.raises(error) as caught:
        board_svg(sf.Board(), **{option: value})
    assert type(caught.value) is error
    assert str(caught.value).startswith(f"{option}: ")
    assert len(str(caught.value)) < 200


def test_unknown_options_are_refused():
    with pytest.raises(TypeError):
        board_svg(sf.Board(), colour="red")
    with pytest.raises(TypeError):
        board_svg(sf.Board(), None)


# ---- the element -----------------------------------------------------------------------------


@pytest.mark.parametrize("pieces", STYLES)
def test_any_number_of_pictures_can_share_a_page(pieces):
    """Nothing is named and nothing refers to anything, in the picture or outside it."""
    for sfen in POSITIONS:
        text = board_svg(sf.Board(sfen), pieces=pieces, arrows=[("7g", "7f")], marks=[0])
        attributes = {name for e in ElementTree.fromstring(text).iter() for name in e.attrib}
        assert not attributes & {"id", "href", "style"}
        assert not any(name.startswith(("{", "on")) for name in attributes)
        assert "url(" not in text
        assert "@import" not in text
        assert "<script" not in text
        assert text.count("http") == 1  # the name space
        assert len(text.encode()) < 60_000


def test_the_style_touches_only_classes_of_our_own():
    (style,) = draw(START).root.iter(SVG + "style")
    rules = re.fullmatch(r"@media\(prefers-color-scheme:dark\)\{(.*)\}", style.text)[1]
    selectors = re.findall(r"([^{}]+)\{[^{}]*\}", rules)
    assert selectors
    classes = {e.get("class") for e in draw(START).root.iter()} - {None}
    assert {selector.removeprefix(".") for selector in selectors} == classes
    assert all(name.startswith("shogi-") for name in classes)


def test_the_picture_has_a_background_of_its_own():
    picture = draw(START)
    page = picture.one("rect", "class", "shogi-page")
    assert rectangle(page) == pytest.approx(picture.box)
    assert page.get("fill-opacity") is None
    first = next(e for e in picture.root.iter() if e.tag not in (SVG + "svg", SVG + "style"))
    assert first is page


@pytest.mark.parametrize("sfen", POSITIONS)
def test_the_label_tells_the_position(sfen):
    board = sf.Board(sfen)
    root = draw(sfen).root
    assert root.get("role") == "img"
    assert root.get("aria-label").endswith(board.sfen())
    assert ("Black", "White")[board.turn] + " to move" in root.get("aria-label")


def test_what_a_subclass_returns_is_escaped():
    class Hostile(sf.Board):
        def sfen(self, **options):
            return '"><script>&</script>'

    root = ElementTree.fromstring(board_svg(Hostile()))
    assert root.get("aria-label").endswith('"><script>&</script>')
    assert not list(root.iter(SVG + "script"))


def test_the_same_position_gives_the_same_text():
    assert board_svg(sf.Board()) == board_svg(sf.Board())
    board = sf.Board()
    before = board.sfen(), board.key
    board_svg(board, arrows=[("7g", "7f")])
    assert (board.sfen(), board.key) == before


def test_boards_draw_themselves():
    board = sf.Board(PROMOTED)
    assert board.svg(pieces="western", size=200) == board_svg(board, pieces="western", size=200)
    assert board._repr_svg_() == board_svg(board)
    with pytest.raises(ValueError, match=r"^pieces: "):
        board.svg(pieces="chess")


def test_notebooks_see_the_last_move():
    board = sf.Board.from_usi("startpos moves 7g7f 3c3d")
    assert board._repr_svg_() == board_svg(board, last_move=sf.Move.from_usi("3c3d"))
    board.pop()
    assert board._repr_svg_() == board_svg(board, last_move=sf.Move.from_usi("7g7f"))
    board.push_pass()
    assert board._repr_svg_() == board_svg(board)
    board.reset()
    assert board._repr_svg_() == board_svg(board)


def test_notebooks_see_a_subclass_with_other_options():
    class Western(sf.Board):
        def svg(self, **options):
            return super().svg(pieces="western", **options)

    board = Western.from_usi("startpos moves 7g7f")
    assert board._repr_svg_() == board_svg(board, pieces="western", last_move=board.peek())


# ---- strokes ---------------------------------------------------------------------------------


def test_every_kanji_of_the_pieces_and_ranks_has_strokes():
    rows = [*NAMES.values(), HIGHER_KING]
    needed = {char for row in rows for char in row.kanji + row.kanji2} | set(KANJI_NUMERALS[1:])
    assert needed == set(STROKES)
    assert len(set(STROKES.values())) == len(STROKES)


@pytest.mark.parametrize("char", STROKES)
def test_strokes_are_plain_paths_within_their_box(char):
    strokes = STROKES[char]
    assert re.fullmatch(r"(?:M\d+ \d+(?:[LHVQ][\d ]+)+Z?)+", strokes)
    assert all(0 <= int(number) <= 100 for number in re.findall(r"\d+", strokes))
    arguments = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "Z": 0}
    for command, numbers in re.findall(r"([A-Z])([\d ]*)", strokes):
        assert len(numbers.split()) == arguments[command]
    # Each fills its box, more or less: kanji of one size look alike in weight.
    xs, ys = zip(*pen_points(strokes), strict=True)
    assert max(xs) - min(xs) >= 50
    assert max(ys) - min(ys) >= 50 or char == "一"
