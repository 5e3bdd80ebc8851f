"""A bar chart as SVG: speeds side by side, legible on light and dark pages.

One ``<svg>`` element that refers to nothing, with its own background; the colours change where the
reader prefers dark pages. A title and a description say in words what the bars show.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH = 760
MARGIN = 24
LABELS = 170  # room for the names of bars
NUMBERS = 150  # and for what stands after a bar
BAR, GAP = 16, 6  # height of a bar, and from one to the next
HEAD = 78  # above the first group
GROUP_HEAD, GROUP_GAP = 26, 14
FOOT = 34
LEAST = 1.5  # width of the shortest bar, so that it can be seen

# Of the ground, its edge, text, quiet text. Those of light pages are in attributes, which hold where
# a page strips styles.
LIGHT = {"ground": "#ffffff", "edge": "#d1d9e0", "text": "#1f2328", "quiet": "#59636e"}
STYLE = (
    "@media(prefers-color-scheme:dark){.bench-ground{fill:#161b22;stroke:#3d444d}"
    ".bench-text{fill:#f0f6fc}.bench-quiet{fill:#9198a1}}"
)
FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
# Of the bars, in the order of their names; each at least 3:1 against both grounds.
COLORS = ("#d9480f", "#2f7fd1", "#2f9e5f", "#9a6dd7", "#8a8f98")


class Bar(NamedTuple):
    """One bar: whose it is, how long, and the text behind it.

    >>> Bar("cshogi", 55e6, "55 million").value
    55000000.0
    """

    name: str
    value: float
    text: str


class Group(NamedTuple):
    """Bars that are compared with each other: the longest has the whole width.

    >>> Group("start", [Bar("cshogi", 55e6, "55 million")]).bars[0].name
    'cshogi'
    """

    title: str
    bars: Sequence[Bar]


def bar_chart(title: str, subtitle: str, groups: Sequence[Group], note: str = "") -> str:
    """Return a chart of horizontal bars in groups.

    :param title: what is measured, and in which unit.
    :param subtitle: one line below it.
    :param groups: from top to bottom; in each the longest bar takes the whole width.
    :param note: one line at the foot.
    :returns: one ``<svg>`` element, with a line end.

    >>> chart = bar_chart("Speed", "", [Group("start", [Bar("a", 2, "2"), Bar("b", 1, "1")])])
    >>> chart.startswith("<svg "), chart.count("<rect")
    (True, 3)
    """
    names = list(dict.fromkeys(bar.name for group in groups for bar in group.bars))
    lines: list[str] = []
    y = HEAD
    for group in groups:
        y += GROUP_HEAD
        lines.append(_text(MARGIN, y - 10, group.title, 'font-weight="600"'))
        longest = max((bar.value for bar in group.bars), default=0.0) or 1.0
        for bar in group.bars:
            width = max(LEAST, (WIDTH - 2 * MARGIN - LABELS - NUMBERS) * bar.value / longest)
            x = MARGIN + LABELS
            color = COLORS[names.index(bar.name) % len(COLORS)]
            lines += [
                _text(x - 10, y + BAR - 4, bar.name, 'text-anchor="end"'),
                f'<rect x="{x}" y="{y}" width="{width:.1f}" height="{BAR}" rx="2" fill="{color}"/>',
                _text(x + width + 8, y + BAR - 4, bar.text),
            ]
            y += BAR + GAP
        y += GROUP_GAP
    height = y + FOOT
    said = "; ".join(
        f"{group.title}: " + ", ".join(f"{bar.name} {bar.text}" for bar in group.bars)
        for group in groups
    )
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" aria-label="{escape(title)}" '
        f'font-family="{FONTS}" font-size="13">'
    )
    ground = (
        f'<rect class="bench-ground" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" '
        f'rx="8" fill="{LIGHT["ground"]}" stroke="{LIGHT["edge"]}"/>'
    )
    return "\n".join(
        [
            opening,
            f"<title>{escape(title)}</title>",
            f"<desc>{escape(said)}</desc>",
            f"<style>{STYLE}</style>",
            ground,
            _text(MARGIN, 38, title, 'font-size="19" font-weight="600"'),
            _text(MARGIN, 60, subtitle, 'font-size="12"', "quiet"),
            *lines,
            _text(MARGIN, height - 18, note, 'font-size="12"', "quiet"),
            "</svg>\n",
        ]
    )


def _text(x: float, y: float, text: str, attributes: str = "", kind: str = "text") -> str:
    return (
        f'<text class="bench-{kind}" x="{x:.1f}" y="{y:.1f}" fill="{LIGHT[kind]}" {attributes}>'
        f"{escape(text)}</text>"
    )
