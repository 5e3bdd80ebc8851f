"""Pictures in a real browser: run by hand with ``-m browser`` where Chromium is installed.

A page draws pictures both ways they are used, as elements of the page and as images; a script in it
measures the one and reads the pixels of the other, and leaves what it found in the page, which
Chromium prints. No font with kanji need be there, and none is used if it is.
"""

import json
import re
import shutil
import subprocess
from itertools import combinations

import pytest
from svg_positions import FIXED, read_sfen, twenty_positions

import shogi_fast as sf
from shogi_fast.svg import board_svg

pytestmark = pytest.mark.browser

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--window-size=1400,1200", "--disable-component-update", "--virtual-time-budget=20000",
)  # fmt: skip
DARK = "--blink-settings=preferredColorScheme=0"
# A position with every kind of both sides on the board, each once as it stands and once turned.
EVERY_KIND = "krbgsnlp1/+r+b+s+n+l+p3/9/9/9/9/9/+R+B+S+N+L+P3/KRBGSNLP1 b - 1"
# A pixel a unit, so that what is turned round a middle falls on pixels again.
WIDTH = float(re.search(r'viewBox="[^ ]+ [^ ]+ ([^ ]+)', board_svg(sf.Board()))[1])

PAGE = """<!doctype html><meta charset="utf-8"><title>pictures</title>
<body style="margin:0">%s<script>
const done = result => {
  document.body.textContent = "RESULT" + JSON.stringify(result) + "END";
};
const box = element => {
  const r = element.getBoundingClientRect();
  return [r.left, r.top, r.right, r.bottom];
};
%s
</script>"""

MEASURE = """
done([...document.querySelectorAll("svg")].map(svg => {
  const all = selector => [...svg.querySelectorAll(selector)];
  // The corner of a wedge that is drawn first is its tip.
  const wedge = group => {
    const polygon = group.querySelector("polygon");
    const tip = polygon.points[0].matrixTransform(polygon.getScreenCTM());
    return {
      box: box(polygon), tip: tip.y, ink: [...group.querySelectorAll("path,text")].map(box),
      piece: group.dataset.piece, color: group.dataset.color, hand: group.dataset.hand,
    };
  };
  svg.scrollIntoView();
  const found = all("g[data-square]").map(group => {
    const [left, top, right, bottom] = box(group.querySelector("polygon"));
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit && hit.closest("g") === group;
  });
  return {
    picture: box(svg), board: box(svg.querySelector("[data-part=board]")), found,
    stands: Object.fromEntries(all("[data-stand]").map(e => [e.dataset.stand, box(e)])),
    pieces: all("g[data-piece]").map(wedge),
    numbers: all("[data-number]").map(e => ({of: e.dataset.number, text: e.textContent, box: box(e)})),
    turn: all("[data-turn]").map(box),
    labels: all(".shogi-label,.shogi-numeral").map(box),
  };
}));
"""

# Each picture as an image, and the pixels of the squares of five ranks: red, green and blue in turn.
PIXELS = """
const squares = (image, board) => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.drawImage(image, 0, 0);
  const width = (board[2] - board[0]) / 9, height = (board[3] - board[1]) / 9;
  const cells = [];
  // Windows round the middles of squares, of whole pixels: turned round they can be compared.
  const window = (middle, half) => {
    const start = Math.ceil(middle - half);
    return [start, Math.floor(middle + half) - start];
  };
  for (const rank of [0, 1, 4, 7, 8]) for (let column = 0; column < 9; column++) {
    const [x, w] = window(board[0] + (column + .5) * width, 40);
    const [y, h] = window(board[1] + (rank + .5) * height, 44.5);
    cells.push([...context.getImageData(x, y, w, h).data].filter((_, i) => i % 4 < 3));
  }
  return cells;
};
const images = [...document.querySelectorAll("svg")].map(svg => {
  const [left, top] = box(svg), board = box(svg.querySelector("[data-part=board]"));
  const place = [board[0] - left, board[1] - top, board[2] - left, board[3] - top];
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg.outerHTML);
  return image.decode().then(() => squares(image, place));
});
Promise.all(images).then(done, error => done(String(error)));
"""


def run(tmp_path, pictures, script, *flags):
    """Return what a script found in a page of pictures."""
    if CHROMIUM is None:
        # No skip: the marker asked for a browser, and nothing was looked at.
        pytest.fail("Chromium is not installed")
    page = tmp_path / "page.html"
    page.write_text(PAGE % ("".join(pictures), script), encoding="utf-8")
    command = [CHROMIUM, *FLAGS, *flags, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    done = subprocess.run(
        [*command, page.as_uri()], capture_output=True, timeout=120, encoding="utf-8", check=True
    )
    found = re.search(r"RESULT(.*)END", done.stdout, re.DOTALL)
    assert found, done.stdout[-2000:] + done.stderr[-2000:]
    return json.loads(found[1])


def holds(outer, inner, slack=0.0):
    return (
        outer[0] - slack <= inner[0]
        and outer[1] - slack <= inner[1]
        and outer[2] + slack >= inner[2]
        and outer[3] + slack >= inner[3]
    )


def apart(one, other, slack=0.0):
    """Say whether two boxes have nothing in common."""
    return (
        one[2] <= other[0] + slack
        or other[2] <= one[0] + slack
        or one[3] <= other[1] + slack
        or other[3] <= one[1] + slack
    )


@pytest.mark.parametrize("pieces", ["kanji", "kanji2", "western"])
def test_twenty_positions_as_the_browser_lays_them_out(tmp_path, pieces):
    """Text included, whose size depends on the fonts that are there: nothing overflows."""
    positions = twenty_positions()
    cases = [(sfen, orientation) for sfen in positions for orientation in (0, 1)]
    pictures = [board_svg(sf.Board(s), orientation=o, pieces=pieces) for s, o in cases]
    results = run(tmp_path, pictures, MEASURE)
    assert len(results) == len(cases)
    for (sfen, orientation), seen in zip(cases, results, strict=True):
        expected = read_sfen(sfen)
        board = seen["board"]
        width, height = (board[2] - board[0]) / 9, (board[3] - board[1]) / 9
        assert 1.05 < height / width < 1.15
        on_board = {}
        assert all(seen["found"])  # the piece is what the pointer meets in the middle of its square
        for piece in seen["pieces"]:
            left, top, right, bottom = piece["box"]
            symbol = piece["piece"] if piece["color"] == "black" else piece["piece"].lower()
            below = piece["color"] == ("black", "white")[orientation]
            assert piece["tip"] == pytest.approx(top if below else bottom, abs=2)
            assert all(holds(piece["box"], ink, slack=1) for ink in piece["ink"])
            if "hand" in piece:
                assert holds(seen["stands"][piece["hand"]], piece["box"])
                assert symbol in expected.in_hand
                continue
            column = int(((left + right) / 2 - board[0]) // width)
            row = int(((top + bottom) / 2 - board[1]) // height)
            if orientation:
                column, row = 8 - column, 8 - row
            on_board[f"{9 - column}{'abcdefghi'[row]}"] = symbol
        assert on_board == expected.on_board
        counted = {
            number["of"][-1] if number["of"].startswith("b") else number["of"][-1].lower(): number
            for number in seen["numbers"]
        }
        several = {piece: str(n) for piece, n in expected.in_hand.items() if n > 1}
        assert {piece: number["text"] for piece, number in counted.items()} == several
        for number in seen["numbers"]:
            assert holds(seen["stands"][number["of"].split()[0]], number["box"], slack=1)
            in_hand = [piece["box"] for piece in seen["pieces"] if "hand" in piece]
            assert all(apart(number["box"], box, slack=1) for box in in_hand)
        # Nothing on a stand, or on the board, touches another thing there.
        assert len(seen["turn"]) == 1
        things = [*seen["turn"], *(piece["box"] for piece in seen["pieces"])]
        assert all(apart(one, other) for one, other in combinations(things, 2))
        assert len(seen["labels"]) == 27
        assert all(holds(seen["picture"], label) for label in seen["labels"])


def difference(one, other):
    """Return how far two lists of pixels are apart, 0 to 255 on average."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


def turned(pixels):
    """Return the pixels of a picture turned round."""
    return [part for i in range(len(pixels) - 3, -1, -3) for part in pixels[i : i + 3]]


def is_ink(red, green, blue):
    return red + green + blue < 240


def is_red(red, green, blue):
    return red > 130 and green < 80 and blue < 80


def triples(pixels):
    return list(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))


@pytest.mark.parametrize("pieces", ["kanji", "kanji2", "western"])
def test_pixels_of_every_kind(tmp_path, pieces):
    picture = board_svg(sf.Board(EVERY_KIND), pieces=pieces, size=WIDTH)
    (cells,) = run(tmp_path, [picture], PIXELS, "--force-device-scale-factor=1")
    plain_white, promoted_white = cells[0:8], cells[9:15]
    promoted_black, plain_black = cells[27:33], cells[36:44]
    empty = cells[22]

    # No glyph vanishes: a wedge with nothing on it would have neither.
    for cell in (*plain_black, *plain_white):
        assert sum(is_ink(*pixel) for pixel in triples(cell)) > 150
        assert not any(is_red(*pixel) for pixel in triples(cell))
    for cell in (*promoted_black, *promoted_white):
        assert sum(is_red(*pixel) for pixel in triples(cell)) > 80
    assert not any(is_ink(*pixel) or is_red(*pixel) for pixel in triples(empty))

    # White's pieces are Black's turned round, and neither looks the same both ways.
    blacks, whites = [*plain_black, *promoted_black], [*plain_white, *promoted_white]
    for i, (black, white) in enumerate(zip(blacks, whites, strict=True)):
        king = i == 0 and pieces != "western"  # 玉 has a dot more than 王
        assert difference(black, turned(white)) < (4 if king else 2)
        assert difference(black, white) > 8

    # No two kinds can be mistaken for each other.
    for one, other in combinations(blacks, 2):
        assert difference(one, other) > (2 if pieces == "western" else 8)


def luminance(red, green, blue):
    """Return relative luminance, as the contrast rules of WCAG 2 define it."""

    def linear(value):
        value /= 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


CONTRASTS = """
const color = (selector, name) =>
  getComputedStyle(document.querySelector(selector))[name].match(/[0-9]+/g).map(Number);
done({
  page: color(".shogi-page", "fill"), label: color(".shogi-label", "fill"),
  numeral: color(".shogi-numeral", "stroke"), wood: color(".shogi-wood", "fill"),
  stand: color(".shogi-stand", "fill"), board: color(".shogi-board", "fill"),
  number: color("[data-number]", "fill"), ink: color("[data-piece=K] path", "stroke"),
  red: color("[data-piece='+R'] path", "stroke"),
});
"""


LOOKS = """
const last = [...document.querySelectorAll("svg")].at(-1), origin = last.getBoundingClientRect();
done([...last.querySelectorAll("rect,path,circle,polygon,text")].map(element => {
  const r = element.getBoundingClientRect(), style = getComputedStyle(element);
  const place = [r.left - origin.left, r.top - origin.top, r.width, r.height].map(Math.round);
  return [...place, style.fill, style.stroke, style.strokeWidth, style.opacity, style.fontSize];
}));
"""


@pytest.mark.parametrize("flags", [(), (DARK,)], ids=["light", "dark"])
def test_contrast_on_light_and_dark_pages(tmp_path, flags):
    """4.5 to 1 is what WCAG 2 asks of text; pieces are told from the board by their edge too."""
    seen = run(tmp_path, [board_svg(sf.Board(FIXED[2]))], CONTRASTS, *flags)
    light = {name: luminance(*color) for name, color in seen.items()}

    def contrast(one, other):
        high, low = max(light[one], light[other]), min(light[one], light[other])
        return (high + 0.05) / (low + 0.05)

    assert (light["page"] < 0.05) is bool(flags)
    for one, other in (("label", "page"), ("numeral", "page"), ("ink", "wood"), ("red", "wood"),
                       ("number", "stand")):  # fmt: skip
        assert contrast(one, other) >= 4.5, (one, other)
    assert contrast("wood", "board") >= 1.4


def test_pictures_on_one_page_do_not_change_each_other(tmp_path):
    """The last of several pictures is laid out and coloured as it is alone."""
    options = [{"pieces": "kanji2"}, {"pieces": "western", "orientation": 1}, {"size": 300}, {}]
    pictures = [board_svg(sf.Board(FIXED[2]), **o) for o in options]
    together = run(tmp_path, pictures, LOOKS)
    assert together == run(tmp_path, pictures[-1:], LOOKS)
    assert len(together) > 100
