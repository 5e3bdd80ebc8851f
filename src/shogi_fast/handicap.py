"""Handicaps (駒落ち, komaochi): sixteen starting positions, by English and Japanese name.

In a handicap game White gives, and moves first; Black is called the lower hand (下手) and White the
upper hand (上手). Left and right are White's own.
"""

import re
import unicodedata
from typing import NamedTuple

from shogi_fast.arguments import shown, text_of

__all__ = ["HANDICAPS", "Handicap", "find_handicap", "handicap_of_sfen", "handicap_sfen"]


class Handicap(NamedTuple):
    """A handicap: its names, the position it starts from, and what White's missing men count.

    >>> [(handicap.english, handicap.points) for handicap in HANDICAPS[-2:]]
    [('eight-piece', 16), ('ten-piece', 18)]
    """

    english: str
    japanese: str
    """As in the 手合割 line of a KIF record."""
    sfen: str
    points: int
    """5 for each missing rook and bishop, 1 for each other man, as declarations count."""


_TAIL = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL "

HANDICAPS = tuple(
    Handicap(english, japanese, f"{ranks}{_TAIL}{'w' if points else 'b'} - 1", points)
    for english, japanese, ranks, points in (
        ("even", "平手", "lnsgkgsnl/1r5b1", 0),
        ("lance", "香落ち", "lnsgkgsn1/1r5b1", 1),
        ("right lance", "右香落ち", "1nsgkgsnl/1r5b1", 1),
        ("bishop", "角落ち", "lnsgkgsnl/1r7", 5),
        ("rook", "飛車落ち", "lnsgkgsnl/7b1", 5),
        ("rook-lance", "飛香落ち", "lnsgkgsn1/7b1", 6),
        ("two-piece", "二枚落ち", "lnsgkgsnl/9", 10),
        ("three-piece", "三枚落ち", "lnsgkgsn1/9", 11),
        ("four-piece", "四枚落ち", "1nsgkgsn1/9", 12),
        ("five-piece", "五枚落ち", "2sgkgsn1/9", 13),
        ("left five-piece", "左五枚落ち", "1nsgkgs2/9", 13),
        ("six-piece", "六枚落ち", "2sgkgs2/9", 14),
        ("left seven-piece", "左七枚落ち", "2sgkg3/9", 15),
        ("right seven-piece", "右七枚落ち", "3gkgs2/9", 15),
        ("eight-piece", "八枚落ち", "3gkg3/9", 16),
        ("ten-piece", "十枚落ち", "4k4/9", 18),
    )
)
"""All handicaps, from none to the greatest."""

_OTHER_NAMES = {
    "even": ("none", "no", "hirate"),
    "lance": ("left lance", "左香", "香車"),
    "right lance": ("右香車",),
    "bishop": ("角行",),
    "rook": ("飛",),
    "rook-lance": ("rook and lance", "飛車香"),
    "two-piece": ("rook and bishop", "飛角"),
    "five-piece": ("right five-piece", "右五枚"),
}
_NUMBERS = {
    "2": ("two", "二"),
    "3": ("three", "三"),
    "4": ("four", "四"),
    "5": ("five", "五"),
    "6": ("six", "六"),
    "7": ("seven", "七"),
    "8": ("eight", "八"),
    "10": ("ten", "十"),
}


def _folded(name: str) -> str:
    """Return a name without what may be written in more ways than one."""
    folded = re.sub(r"[\s_\u2010-\u2015-]+", "", unicodedata.normalize("NFKC", name).casefold())
    folded = re.sub("((handicap|odds)(game)?|落ち|落|おち)$", "", folded)
    folded = folded.replace("pieces", "piece")
    for number, words in _NUMBERS.items():
        for word in words:
            folded = folded.replace(word, number)
    return folded


_BY_NAME = {
    _folded(name): handicap
    for handicap in HANDICAPS
    for name in (
        handicap.english,
        handicap.japanese,
        *_OTHER_NAMES.get(handicap.english, ()),
    )
}
_BY_POSITION = {tuple(handicap.sfen.split()[:3]): handicap for handicap in HANDICAPS}


def find_handicap(name: str) -> Handicap:
    """Return the handicap with an English or Japanese name.

    Blanks, hyphens and case do not matter, nor do words or digits of any width for a number, a
    missing 落ち, or "handicap" after an English name.

    :raises ValueError: if there is no such handicap, as there is none with a name of more than 100
        characters; the message lists all names.

    >>> [find_handicap(name).points for name in ("two-piece", "2 pieces", "二枚落ち", "２枚落", "平手")]
    [10, 10, 10, 10, 0]
    """
    name = text_of(name, "the name of a handicap")
    # Folding takes time with the square of the length where a text is all accents.
    handicap = _BY_NAME.get(_folded(name)) if len(name) <= 100 else None
    if handicap is None:
        names = ", ".join(f"{handicap.english} ({handicap.japanese})" for handicap in HANDICAPS)
        raise ValueError(f"no handicap is called {shown(name)}; there are {names}")
    return handicap


def handicap_sfen(name: str) -> str:
    """Return the SFEN of the starting position of a handicap; names as in ``find_handicap``.

    :raises ValueError: if there is no such handicap; the message lists all names.

    >>> handicap_sfen("rook")
    'lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1'
    """
    return find_handicap(name).sfen


def handicap_of_sfen(sfen: str) -> Handicap | None:
    """Return the handicap that starts from a position, or None; the move number does not matter.

    :param sfen: as ``Board.sfen()`` writes it.

    >>> handicap_of_sfen("4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1").japanese
    '十枚落ち'
    """
    return _BY_POSITION.get(tuple(text_of(sfen, "an SFEN").split()[:3]))
