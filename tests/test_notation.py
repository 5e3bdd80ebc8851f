"""Tests of the text of moves: known texts, every legal move there and back, bad texts.

What is expected comes from the rule book (docs/rules.md, "Move text"), from records and bug reports in
tests/data, and, for the words of KI2, from a second reading of the rule on the slow board of
reference.py.
"""

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from positions import flags, random_slider_sfen, random_sparse_sfen
from reference import CELL, Reference

import shogi_fast as sf
from shogi_fast import Board, IllegalMoveError, InvalidMoveError, Move, notation
from shogi_fast.handicap import HANDICAPS

DATA = Path(__file__).parent / "data"
FORMATS = ("csa", "kif", "ki2", "western")
WRITE: dict[str, Callable[[Board, Move], str]] = {name: getattr(notation, name) for name in FORMATS}
READ: dict[str, Callable[[Board, str], Move]] = {
    name: getattr(notation, f"parse_{name}") for name in FORMATS
}

KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
START = sf.STARTING_SFEN
EXCHANGE = "7g7f 3c3d 8h2b+"  # the bishop taken on 2b
RYU = "4k4/9/9/1+R7/9/9/9/9/4K4 b - 1"
NARI = "4k4/3+S5/2+N6/1+L2+P+B3/9/9/9/9/4K4 b - 1"


def _board(sfen: str, moves: str = "") -> Board:
    board = Board(sfen)
    for usi in moves.split():
        board.push_usi(usi)
    return board


def _state(board: Board) -> tuple[str, list[Move]]:
    return board.sfen(), board.move_stack


def _jsonl(name: str) -> list[dict[str, Any]]:
    with open(DATA / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


# -- Known texts ----------------------------------------------------------------------------------

# (position, moves before, move, text); docs/rules.md, "Move text", is the source of the form, the rules of
# the game of the rest.
CSA = [
    (START, "", "7g7f", "+7776FU"),
    (START, "7g7f", "3c3d", "-3334FU"),
    (START, "7g7f 3c3d", "8h2b+", "+8822UM"),  # the piece after the move
    (START, "7g7f 3c3d", "8h2b", "+8822KA"),
    (START, EXCHANGE, "3a2b", "-3122GI"),
    (KINGS.replace("b -", "b P"), "", "P*5e", "+0055FU"),
    (KINGS.replace("b -", "w r"), "", "R*1a", "-0011HI"),
    (KINGS, "", "5i5h", "+5958OU"),
    (RYU, "", "8d8a", "+8481RY"),
    (NARI, "", "6b6a", "+6261NG"),
    (NARI, "", "7c7b", "+7372NK"),
    (NARI, "", "8d8c", "+8483NY"),
    (NARI, "", "5d5c", "+5453TO"),
    (NARI, "", "4d4c", "+4443UM"),
]
KIF = [
    (START, "", "7g7f", "７六歩(77)"),
    (START, "7g7f", "3c3d", "３四歩(33)"),
    (START, "7g7f 3c3d", "8h2b+", "２二角成(88)"),
    (START, "7g7f 3c3d", "8h2b", "２二角(88)"),  # 不成 is never written
    (START, EXCHANGE, "3a2b", "同　銀(31)"),
    (START, f"{EXCHANGE} 3a2b", "B*4e", "４五角打"),  # 打 on every drop
    (START, "", "4i5h", "５八金(49)"),
    (KINGS, "", "5i5h", "５八玉(59)"),  # 玉 for both kings
    (KINGS.replace("b", "w"), "", "5a5b", "５二玉(51)"),
    (RYU, "", "8d8a", "８一龍(84)"),  # 龍, not 竜
    (NARI, "", "6b6a", "６一成銀(62)"),
    (NARI, "", "7c7b", "７二成桂(73)"),
    (NARI, "", "8d8c", "８三成香(84)"),
    (NARI, "", "5d5c", "５三と(54)"),
    (NARI, "", "4d4c", "４三馬(44)"),
    ("4k4/9/4p4/4+S4/9/9/9/9/4K4 w - 1", "5c5d", "5i5h", "５八玉(59)"),
    ("4k4/9/4p4/9/4+S4/9/9/9/4K4 w - 1", "5c5d", "5e5d", "同　成銀(55)"),
]
G3 = "4k4/9/9/9/9/9/9/3GGG3/K8 b - 1"
SILVERS = "4k4/9/9/9/9/9/6S1S/9/4K1SS1 b - 1"  # 3g 1g 3i 2i around 2h
TOKINS = "4k4/9/9/9/9/9/1+P7/+P8/+P+P+P1K4 b - 1"  # 8g 9h 9i 8i 7i around 8h
GOLD_UP_OR_ACROSS = "4k4/9/9/9/9/9/5G3/4G4/4K4 b - 1"
KI2 = [
    (START, "", "7g7f", "７六歩"),
    (START, "7g7f 3c3d", "8h2b+", "２二角成"),
    (START, "7g7f 3c3d", "8h2b", "２二角不成"),
    (START, EXCHANGE, "3a2b", "同　銀"),
    (START, f"{EXCHANGE} 3a2b", "B*4e", "４五角"),  # no bishop on the board
    (START, "", "4i5h", "５八金右"),
    (START, "", "6i5h", "５八金左"),
    (START, "7g7f", "6a5b", "５二金右"),  # as White sees it
    (START, "7g7f", "4a5b", "５二金左"),
    # The direction comes first.
    (GOLD_UP_OR_ACROSS, "", "5h5g", "５七金上"),
    (GOLD_UP_OR_ACROSS, "", "4g5g", "５七金寄"),
    ("4k4/9/9/9/4G4/9/4G4/9/4K4 b - 1", "", "5e5f", "５六金引"),
    ("4k4/9/9/9/4G4/9/4G4/9/4K4 b - 1", "", "5g5f", "５六金上"),
    # 直 for golds and silvers that go straight up and are not the only ones to go up.
    (G3, "", "6h5g", "５七金左"),
    (G3, "", "5h5g", "５七金直"),
    (G3, "", "4h5g", "５七金右"),
    (SILVERS, "", "2i2h", "２八銀直"),
    (SILVERS, "", "1g2h", "２八銀右"),
    (SILVERS, "", "3i2h", "２八銀左上"),  # both words: 3i and 3g are on the left
    (SILVERS, "", "3g2h", "２八銀左引"),
    (TOKINS, "", "9i8h", "８八と左上"),
    (TOKINS, "", "8i8h", "８八と直"),
    (TOKINS, "", "7i8h", "８八と右"),
    (TOKINS, "", "9h8h", "８八と寄"),
    (TOKINS, "", "8g8h", "８八と引"),
    # cshogi and rsshogi agree that 4i, which 上 tells, does not make 右 less plain.
    ("4k4/9/9/9/9/9/9/2KG1G3/5G3 b - 1", "", "4h5h", "５八金右"),
    ("4k4/9/9/9/9/9/9/2KG1G3/5G3 b - 1", "", "4i5h", "５八金上"),
    # Never for dragon and horse: the one that goes straight is on the other side of the other.
    ("4k4/9/9/9/9/9/9/9/+R+R2K4 b - 1", "", "9i8h", "８八龍左"),
    ("4k4/9/9/9/9/9/9/9/+R+R2K4 b - 1", "", "8i8h", "８八龍右"),
    ("4k4/9/9/9/9/9/9/9/1+B+B1K4 b - 1", "", "8i8h", "８八馬左"),
    ("4k4/9/9/9/9/9/9/9/1+B+B1K4 b - 1", "", "7i8h", "８八馬右"),
    ("+B3k4/9/9/9/9/9/9/9/+B3K4 b - 1", "", "9a5e", "５五馬引"),
    ("+B3k4/9/9/9/9/9/9/9/+B3K4 b - 1", "", "9i5e", "５五馬上"),
    ("4k4/9/9/R7R/9/9/9/9/4K4 b - 1", "", "9d5d", "５四飛左"),
    ("4k4/9/9/8R/9/9/9/4R4/4K4 b - 1", "", "5h5d", "５四飛上"),
    ("4k4/9/9/9/9/9/9/9/3N1N1K1 b - 1", "", "4i5g", "５七桂右"),
    # 成 or 不成 whenever promotion was possible, and only then.
    ("8k/9/9/3N1N3/9/9/9/9/7K1 b - 1", "", "4d5b+", "５二桂右成"),
    ("8k/9/9/3S1S3/9/9/9/9/7K1 b - 1", "", "4d5c", "５三銀右不成"),
    ("8k/9/3S1S3/9/9/9/9/9/7K1 b - 1", "", "4c5d", "５四銀右不成"),
    ("8k/9/P8/9/9/9/9/9/4K4 b - 1", "", "9c9b+", "９二歩成"),
    ("8k/9/P8/9/9/9/9/9/4K4 b - 1", "", "9c9b", "９二歩不成"),
    ("8k/P8/9/9/9/9/9/9/4K4 b - 1", "", "9b9a+", "９一歩成"),
    ("8k/9/2G6/9/9/9/9/9/4K4 b - 1", "", "7c7b", "７二金"),
    ("8k/9/9/+R8/9/9/9/9/4K4 b - 1", "", "9d9a", "９一龍"),
    # 打 only if a man on the board could go there too; a promoted silver is no silver.
    ("4k4/9/9/9/9/9/9/4G4/4K4 b G 1", "", "G*6g", "６七金打"),
    ("4k4/9/9/9/9/9/9/4G4/4K4 b G 1", "", "G*6f", "６六金"),
    ("4k4/9/9/9/9/9/9/4+S4/4K4 b S 1", "", "S*6g", "６七銀"),
    # A pinned man counts.
    ("4k4/4r4/9/9/9/9/9/4G4/4K4 b G 1", "", "G*6g", "６七金打"),
    ("4k4/4r4/9/9/9/9/9/3GG4/4K4 b - 1", "", "6h6g", "６七金直"),
    # 同 with and without more words.
    ("4k4/9/9/9/9/4p4/9/3SKS3/9 w - 1", "5f5g", "6h5g", "同銀左"),
    ("4k4/9/9/9/9/4p4/9/3+SK4/9 w - 1", "5f5g", "6h5g", "同　成銀"),
    # One king, no king.
    ("4k4/9/9/9/9/9/9/3G1G3/9 b - 1", "", "4h5h", "５八金右"),
    ("9/9/9/9/9/9/9/3G1G3/9 b - 1", "", "4h5h", "５八金右"),
]
WESTERN = [
    (START, "", "7g7f", "P-7f"),
    (START, "7g7f 3c3d", "8h2b+", "Bx2b+"),
    (START, "7g7f 3c3d", "8h2b", "Bx2b="),
    (START, f"{EXCHANGE} 3a2b", "B*4e", "B*4e"),
    (START, "", "4i5h", "G4i-5h"),
    (START, "", "4i4h", "G-4h"),
    (START, "7g7f", "4a5b", "G4a-5b"),
    ("8k/2SS5/1g7/9/9/9/9/9/8K b - 1", "", "7b8c+", "Sx8c+"),
    ("8k/2S6/1g7/2S6/9/9/9/9/8K b - 1", "", "7b8c+", "S7bx8c+"),  # the example of docs/rules.md
    ("8k/2S6/1g7/2S6/9/9/9/9/8K b - 1", "", "7d8c", "S7dx8c="),
    ("8k/2S6/9/9/9/9/9/9/8K b - 1", "", "7b8c", "S-8c="),
    (NARI, "", "6b6a", "+S-6a"),
    (RYU, "", "8d8a", "+R-8a"),
    (KINGS, "", "5i5h", "K-5h"),
]
KNOWN = [
    pytest.param(name, *row, id=f"{name}-{row[2]}-{row[3]}")
    for name, rows in (("csa", CSA), ("kif", KIF), ("ki2", KI2), ("western", WESTERN))
    for row in rows
]


@pytest.mark.parametrize(("name", "sfen", "moves", "usi", "text"), KNOWN)
def test_known_text(name: str, sfen: str, moves: str, usi: str, text: str) -> None:
    board = _board(sfen, moves)
    move = board.parse_usi(usi)
    assert WRITE[name](board, move) == text
    assert READ[name](board, text) is move
    assert getattr(board, name)(move) == text
    assert getattr(board, f"parse_{name}")(text) is move


@pytest.mark.parametrize(
    "report",
    [report for report in _jsonl("bug_reports.jsonl") if report["kind"] == "ki2/write"],
    ids=lambda report: report["id"],
)
def test_reported_ki2_text(report: dict[str, Any]) -> None:
    board = Board(report["input"]["sfen"])
    move = board.parse_usi(report["input"]["move"])
    assert notation.ki2(board, move) == report["expect"], report["symptom"]
    assert notation.parse_ki2(board, report["expect"]) is move


# -- Moves of records -----------------------------------------------------------------------------

MOVE_LINES = {
    "kif": re.compile(
        r"^ *[0-9]+ +(同[^(打]*(?:打|\([0-9]+\))|[1-9１-９][^(打]*(?:打|\([0-9]+\)))"
    ),
    "csa": re.compile(r"^([+-][0-9]{4}[A-Z]{2})"),
}


def _texts(form: str, content: str) -> list[str]:
    """Return the texts of the moves in a record."""
    if form == "ki2":
        found = [text.strip() for text in re.findall("[▲△▽☗☖][^▲△▽☗☖\nま]*", content)]
    else:
        lines = re.split("[\r\n]+", content)
        found = [match[1] for line in lines if (match := MOVE_LINES[form].match(line))]
    return found


def _records() -> Iterator[Any]:
    for case in _jsonl("cases.jsonl"):
        kind, _, form = case["kind"].partition("/")
        if kind == "record":
            yield pytest.param(form, case["content"], case["expect"], id=case["id"])
    for report in _jsonl("bug_reports.jsonl"):
        if "moves" in (report["expect"] if isinstance(report["expect"], dict) else ()):
            source = report["input"]
            yield pytest.param(
                source["format"], source["content"], report["expect"], id=report["id"]
            )


@pytest.mark.parametrize(("form", "content", "expected"), list(_records()))
def test_moves_of_record(form: str, content: str, expected: dict[str, Any]) -> None:
    """Every spelling that is met in the records of tests/data is read."""
    board = Board(expected["init"])
    texts = _texts(form, content)
    assert len(texts) >= len(expected["moves"])
    for text, usi in zip(texts, expected["moves"], strict=False):
        move = READ[form](board, text)
        assert move.usi() == usi
        board.push(move)


def test_illegal_moves_of_records() -> None:
    """Two records hold a move that is illegal: it is no move to the reader."""
    board = _board(START, "7g7f 3c3d")
    for form, text in (("csa", "+7674FU"), ("kif", "７四歩(76)")):
        with pytest.raises(IllegalMoveError):
            READ[form](board, text)


# -- Other spellings ------------------------------------------------------------------------------

SPELLINGS = [
    ("csa", START, "", "7g7f", ["7776FU", " +7776FU\n"]),
    (
        "kif",
        START,
        "",
        "7g7f",
        [
            *(
                "76歩(77)",
                "７６歩(77)",
                "七六歩(77)",
                "7六歩(77)",
                "７六歩（７７）",
                "７六歩兵(77)",
            ),
            *("▲７六歩(77)", "☗７六歩(77)", "▲ ７六歩(77)", "+７六歩(77)", " 　７六歩(77)　\n"),
        ],
    ),
    ("kif", START, "7g7f", "3c3d", ["△３四歩(33)", "▽３四歩(33)", "☖３四歩(33)", "-３四歩(33)"]),
    (
        "kif",
        START,
        EXCHANGE,
        "3a2b",
        ["同銀(31)", "同 銀(31)", "同　銀将(31)", "同銀將(31)", "２二銀(31)"],
    ),
    ("kif", START, "7g7f 3c3d", "8h2b", ["２二角不成(88)", "２二角生(88)", "２二角行(88)"]),
    ("kif", START, "7g7f 3c3d", "8h2b+", ["２二角行成(88)", "22角成(88)"]),
    ("kif", KINGS, "", "5i5h", ["５八王(59)", "５八王将(59)", "５八王將(59)", "５八玉將(59)"]),
    ("kif", RYU, "", "8d8a", ["８一竜(84)", "８一龍王(84)", "８一竜王(84)"]),
    ("kif", NARI, "", "6b6a", ["６一全(62)"]),
    ("kif", NARI, "", "7c7b", ["７二圭(73)", "７二今(73)"]),
    ("kif", NARI, "", "8d8c", ["８三杏(84)", "８三仝(84)"]),
    ("kif", NARI, "", "5d5c", ["５三个(54)", "５三と金(54)"]),
    ("kif", NARI, "", "4d4c", ["４三竜馬(44)", "４三龍馬(44)"]),
    (
        "ki2",
        START,
        "",
        "7g7f",
        ["76歩", "▲７六歩", "☗７六歩　　", "７六歩上", "７六歩直", "７六歩不成"],
    ),
    (
        "ki2",
        START,
        EXCHANGE,
        "3a2b",
        ["同銀", "同 銀", "△同　銀", "▽同銀右", "☖同　銀上", "同銀右上"],
    ),
    ("ki2", START, EXCHANGE, "3a2b", ["２二銀", "△２二銀将", "-22銀將"]),
    (
        "ki2",
        START,
        "7g7f 3c3d",
        "8h2b",
        ["２二角生", "２二角", "２二角行不成", "２二角入生", "２二角上不成"],
    ),
    ("ki2", START, "7g7f 3c3d", "8h2b+", ["２二角行成", "22角上成", "２二角左成", "２二角左上成"]),
    ("ki2", START, f"{EXCHANGE} 3a2b", "B*4e", ["４五角打", "４五角行"]),
    (
        "ki2",
        START,
        "",
        "4i5h",
        ["５八金右上", "５八金上右", "５八金右行", "５八金右入", "５八金将右"],
    ),
    ("ki2", GOLD_UP_OR_ACROSS, "", "5h5g", ["５七金行", "５七金入", "５七金直", "５七金直上"]),
    ("ki2", GOLD_UP_OR_ACROSS, "", "4g5g", ["５七金右", "５七金右寄"]),
    ("ki2", SILVERS, "", "1g2h", ["２八銀右引"]),
    (
        "ki2",
        "+B3k4/9/9/9/9/9/9/9/4K4 b - 1",
        "",
        "9a5e",
        ["５五馬", "５五竜馬", "５五馬引", "５五馬左"],
    ),
    ("ki2", "B3k4/9/9/9/9/9/9/9/B3K4 b - 1", "", "9a5e", ["５五角引", "５五角左引"]),
    ("ki2", "B3k4/9/9/9/9/9/9/9/B3K4 b - 1", "", "9i5e", ["５五角行", "５五角上", "５五角左上"]),
    ("ki2", "B3k4/9/9/9/9/9/9/9/4K4 b - 1", "", "9a5e", ["５五角行", "５五角引"]),
    # 6i is pinned: among those that may go, 4i is the only one to come up.
    ("ki2", "4k4/9/9/9/9/9/9/3G1G3/r2GKG3 b - 1", "", "4h5h", ["５八金右", "５八金右寄"]),
    ("ki2", "4k4/9/9/9/9/9/9/3G1G3/r2GKG3 b - 1", "", "4i5h", ["５八金上", "５八金右上"]),
    # The other gold is pinned: fewer words are enough for a reader.
    ("ki2", "4k4/4r4/9/9/9/9/9/3GG4/4K4 b - 1", "", "6h6g", ["６七金", "６七金上", "６七金直"]),
    ("ki2", "4k4/4r4/9/9/9/9/9/4G4/4K4 b G 1", "", "G*6g", ["６七金", "６七金打"]),
    ("western", START, "", "7g7f", ["P7g-7f", " P-7f ", "▲P-7f"]),
    ("western", START, "7g7f 3c3d", "8h2b", ["Bx2b", "B8hx2b", "B8hx2b="]),
    ("western", START, "7g7f 3c3d", "8h2b+", ["B8hx2b+"]),
]


@pytest.mark.parametrize(
    ("name", "sfen", "moves", "usi", "text"),
    [(*row[:4], text) for row in SPELLINGS for text in row[4]],
)
def test_other_spelling(name: str, sfen: str, moves: str, usi: str, text: str) -> None:
    board = _board(sfen, moves)
    before = _state(board)
    assert READ[name](board, text).usi() == usi
    assert _state(board) == before


# -- Every legal move, there and back -------------------------------------------------------------


def _check_all(board: Board) -> None:
    """Write and read every legal move; the texts of a position all differ."""
    moves = list(board.legal_moves)
    for name in FORMATS:
        texts = [WRITE[name](board, move) for move in moves]
        assert len(set(texts)) == len(texts), f"{name}: two moves have one text in {board.sfen()}"
        for move, text in zip(moves, texts, strict=True):
            found = READ[name](board, text)
            assert found is move, f"{name}: {text} of {move} was read as {found} in {board.sfen()}"


GAMES = 16
POSITIONS: dict[Callable[[random.Random], str], int] = {
    random_sparse_sfen: 100,
    random_slider_sfen: 150,
}


@pytest.mark.parametrize("number", range(GAMES))
def test_games_there_and_back(number: int) -> None:
    """With the moves before, so that 同 is met; handicap games are among them."""
    rng = random.Random(f"notation game {number}")
    board = Board(HANDICAPS[number % len(HANDICAPS)].sfen)
    for ply in range(150):
        moves = list(board.legal_moves)
        if not moves:
            break
        if ply % 5 == 0:
            _check_all(board)
        captures = [move for move in moves if board.is_capture(move)]
        board.push(rng.choice(captures if captures and rng.random() < 0.3 else moves))
        if board.legal_moves and ply % 7 == 0:
            _check_all(board)


@pytest.mark.parametrize("draw", POSITIONS, ids=["sparse", "slider"])
def test_positions_there_and_back(draw: Callable[[random.Random], str]) -> None:
    """One king, none, nifu, dead pieces and more dragons than a set has are among them."""
    rng = random.Random(f"notation {draw.__name__}")
    for _ in range(POSITIONS[draw]):
        _check_all(Board(draw(rng)))


@pytest.mark.parametrize(
    "sfen",
    [
        "9/9/2+R+R+R4/2+R1+R4/2+R+R+R4/9/9/9/9 b - 1",  # eight dragons around 6d
        "9/9/2+B+B+B4/2+B1+B4/2+B+B+B4/9/9/9/9 w - 1",
        "9/9/2ggg4/2g1g4/2ggg4/9/9/9/9 w - 1",
        "9/9/2SSS4/2S1S4/2SSS4/9/9/9/9 b S 1",
        "9/9/2+p+p+p4/2+p1+p4/2+p+p+p4/9/9/9/9 w P 1",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    ],
)
def test_crowds_there_and_back(sfen: str) -> None:
    _check_all(Board(sfen))


def test_three_dragons() -> None:
    """Of three that come up, the middle one has the direction alone: no side, and never 直."""
    board = Board("9/9/9/9/9/9/9/9/+R+R+R6 b - 1")
    texts = [notation.ki2(board, board.parse_usi(usi)) for usi in ("9i8h", "8i8h", "7i8h")]
    assert texts == ["８八龍左", "８八龍上", "８八龍右"]
    assert notation.parse_ki2(board, "８八龍上").usi() == "8i8h"


# -- The words of KI2 a second time ---------------------------------------------------------------


def _ki2_words(position: Reference, usi: str) -> str:
    """Return what KI2 writes after the piece, from the slow rules, for boards of a real set.

    The direction if it tells the man from the others; else the side, if it tells the man from
    the others, not counting one that 上 tells; else both.
    """
    white = position.turn == 1
    to = usi[2:4]
    dropped = usi[1] == "*"
    piece = usi[0] if not white else usi[0].lower()
    if not dropped:
        piece = position.board[CELL[usi[:2]]]
    could = {
        name
        for name in position.attackers(position.turn, to)
        if position.board[CELL[name]] == piece
    }
    if dropped:
        return "打" if could else ""

    def left(name: str) -> int:
        """Return by how many files a man is left of the square, as its side sees it."""
        files = int(name[0]) - int(to[0])
        return -files if white else files

    def way(name: str) -> str:
        ranks = ord(name[1]) - ord(to[1])
        ranks = -ranks if white else ranks
        return "上" if ranks > 0 else "引" if ranks < 0 else "寄"

    def sides(name: str) -> set[str]:
        """Return the words for where a man comes from."""
        if left(name):
            return {"左" if left(name) > 0 else "右"}
        if piece.upper() in ("+R", "+B"):  # beside the other one
            return {"右" if left(other) > 0 else "左" for other in could if left(other)}
        return {"直"} if way(name) == "上" else set()

    def told(words: Callable[[str], set[str]], word: str, but: Iterable[str] = ()) -> bool:
        return {name for name in could if word in words(name)}.difference(but) == {usi[:2]}

    us = usi[:2]
    found = ""
    if len(could) > 1:
        side = next(iter(sides(us)), "")
        upward = [name for name in could if way(name) == "上"]
        if told(lambda name: {way(name)}, way(us)):
            found = way(us)
        elif told(sides, side, upward if len(upward) == 1 else ()):
            found = side
        else:
            found = side + way(us)
            assert told(lambda name: {word + way(name) for word in sides(name)}, found)
    zone = "ghi" if white else "abc"
    if piece.upper() in "PLNSBR" and (us[1] in zone or to[1] in zone):
        found += "成" if usi.endswith("+") else "不成"
    return found


CROWDS = {"G": 4, "S": 4, "N": 4, "+S": 4, "+P": 6, "R": 2, "+R": 2, "B": 2, "+B": 2}


def _crowd(rng: random.Random) -> Board:
    """Return a board with both kings and as many men of one kind as a set has, in one place."""
    piece = rng.choice(list(CROWDS))
    color = rng.choice("bw")
    board = Board(f"9/9/9/9/9/9/9/9/9 {color} {piece[-1] if piece[0] != '+' else '-'} 1")
    board.turn = "bw".index(color)
    file, rank = rng.randint(0, 8), rng.randint(0, 8)
    near = [
        square
        for square in range(81)
        if abs(square // 9 - file) <= 1 and abs(square % 9 - rank) <= (2 if piece == "N" else 1)
    ]
    far = rng.sample([square for square in range(81) if square not in near], 3)
    men = [piece] * CROWDS[piece]
    squares = rng.sample(near + far[2:], min(len(men), len(near)))
    for square, man in [(far[0], "K"), (far[1], "k"), *zip(squares, men, strict=False)]:
        symbol = man.lower() if man == piece and color == "w" else man
        board.set_piece_at(square, sf.Piece.from_symbol(symbol))
    return board


def test_words_of_ki2() -> None:
    rng = random.Random("words of KI2")
    told: set[str] = set()
    boards = [_crowd(rng) for _ in range(600)]
    boards += [Board(sfen) for sfen in _regular_sfens(rng, 100)]
    boards.append(Board("3S1S3/9/3S1S3/9/9/9/9/9/9 b - 1"))
    for board in boards:
        position = Reference(board.sfen())
        for move in board.legal_moves:
            words = _ki2_words(position, move.usi())
            text = notation.ki2(board, move)
            # Square and piece: two characters and the piece's name.
            rest = re.fullmatch("..(?:成[香桂銀]|.)(.*)", text)
            assert rest is not None
            assert rest[1] == words, f"{text} for {move} in {board.sfen()}"
            told.add(words)
    ways = {"上", "寄", "引", "右", "左", "直", "左上", "右上", "左引", "右引", "左寄", "右寄"}
    ends = {"", "成", "不成"}
    expected = {way + end for way in ways - {"左寄", "右寄"} for end in ends} | ways | ends | {"打"}
    assert told == expected


def _regular_sfens(rng: random.Random, number: int) -> Iterator[str]:
    """Yield positions with no more of a kind than a set has."""
    while number:
        sfen = random_sparse_sfen(rng)
        if "surplus" not in flags(sfen):
            number -= 1
            yield sfen


def test_mirrored_and_turned_boards() -> None:
    """Mirroring swaps 右 and 左 and the file; turning the board changes nothing but squares."""
    rng = random.Random("mirrors")
    swap = str.maketrans("右左１２３４５６７８９", "左右９８７６５４３２１")
    turn = str.maketrans(
        "１２３４５６７８９一二三四五六七八九", "９８７６５４３２１九八七六五四三二一"
    )
    for board in [_crowd(rng) for _ in range(60)] + [Board(s) for s in _regular_sfens(rng, 40)]:
        texts = {notation.ki2(board, move) for move in board.legal_moves}
        mirrored, turned = board.mirror(), board.rotate()
        assert texts == {notation.ki2(mirrored, m).translate(swap) for m in mirrored.legal_moves}
        assert texts == {notation.ki2(turned, m).translate(turn) for m in turned.legal_moves}


# -- 同 -------------------------------------------------------------------------------------------


def test_no_last_target() -> None:
    """同 is not written after a pass, nor where the moves before are not known."""
    board = _board(START, EXCHANGE)
    bare = Board(board.sfen())
    move = bare.parse_usi("3a2b")
    assert notation.kif(bare, move) == "２二銀(31)"
    assert notation.ki2(bare, move) == "２二銀"
    for read, text in ((notation.parse_kif, "同　銀(31)"), (notation.parse_ki2, "同　銀")):
        with pytest.raises(InvalidMoveError, match="同 has no move before it at character 1"):
            read(bare, text)
    board.push_usi("9c9d")
    board.push_pass()
    with pytest.raises(InvalidMoveError, match="同 has no move before it"):
        notation.parse_ki2(board, "同　銀")
    assert "同" not in "".join(notation.ki2(board, move) for move in board.legal_moves)


# -- Errors ---------------------------------------------------------------------------------------

INVALID = [
    ("csa", "", "the square of origin", 1),
    ("csa", "+", "the square of origin", 2),
    ("csa", "+7", "the square of origin", 2),
    ("csa", "+77", "the square of destination", 4),
    ("csa", "+7700FU", "the square of destination", 4),
    ("csa", "+7776", "the code of a piece", 6),
    ("csa", "+7776XX", "the code of a piece", 6),
    ("csa", "+7776fu", "the code of a piece", 6),
    ("csa", "+7776FU,T1", "the move should end", 8),
    ("csa", "+７７76FU", "the square of origin", 2),
    ("csa", "7g7f", "the square of origin", 1),
    ("kif", "", "a square or 同", 1),
    ("kif", "投了", "a square or 同", 1),
    ("kif", "７", "the rank of a square", 2),
    ("kif", "７〇歩(77)", "the rank of a square", 2),
    ("kif", "７六", "a piece", 3),
    ("kif", "７六x(77)", "a piece", 3),
    ("kif", "７六歩", "打 or the square of origin", 4),
    ("kif", "７六歩(", "the file", 5),
    ("kif", "７六歩(7)", "the rank", 6),
    ("kif", "７六歩(70)", "the rank", 6),
    ("kif", "７六歩(77", "the closing bracket", 7),
    ("kif", "７六歩(77)(77)", "the move should end", 8),
    ("kif", "５五歩打(00)", "the move should end", 5),
    ("kif", "５五歩成打", "打 or the square of origin", 5),
    ("ki2", "", "a square or 同", 1),
    ("ki2", "▲", "a square or 同", 2),
    ("ki2", "▲▲７六歩", "a square or 同", 2),
    ("ki2", "７六", "a piece", 3),
    ("ki2", "７六歩(77)", "the move should end", 4),
    ("ki2", "５八金右左", "the move should end", 5),
    ("ki2", "５八金上寄", "the move should end", 5),
    ("ki2", "５八金右打", "the move should end", 5),
    ("ki2", "７六歩成成", "the move should end", 5),
    ("ki2", "▲７六歩△３四歩", "the move should end", 5),
    ("western", "", "the letter of a piece", 1),
    ("western", "p-7f", "the letter of a piece", 1),
    ("western", "+G-7f", "the letter of a piece", 1),
    ("western", "P", "-, x or *", 2),
    ("western", "P7f", "-, x or *", 4),
    ("western", "P-7j", "the square of destination", 3),
    ("western", "P-76", "the square of destination", 3),
    ("western", "P7g*7f", "a drop has no square of origin", 4),
    ("western", "P*7f+", "the move should end", 5),
    ("western", "P-7f++", "the move should end", 6),
]


@pytest.mark.parametrize(("name", "text", "problem", "place"), INVALID)
def test_text_that_is_no_move(name: str, text: str, problem: str, place: int) -> None:
    board = Board()
    before = _state(board)
    with pytest.raises(InvalidMoveError) as caught:
        READ[name](board, text)
    where = f"at character {place}" if place <= len(text) else "at the end"
    assert re.search(f"{re.escape(problem)}.* {where}", str(caught.value))
    assert repr(text) in str(caught.value)
    assert _state(board) == before


ILLEGAL = [
    ("csa", "+7775FU"),
    ("csa", "-7776FU"),  # the wrong side
    ("csa", "-3334FU"),
    ("csa", "+3334FU"),
    ("csa", "+7776TO"),
    ("csa", "+7776KI"),
    ("csa", "+7777FU"),
    ("csa", "+5554FU"),
    ("csa", "+0055FU"),
    ("csa", "+0055TO"),
    ("csa", "+0055OU"),
    ("kif", "７五歩(77)"),
    ("kif", "△７六歩(77)"),
    ("kif", "７六金(77)"),
    ("kif", "７六歩成(77)"),
    ("kif", "７七歩(77)"),
    ("kif", "５五歩(55)"),
    ("kif", "５五角打"),
    ("kif", "５五と打"),
    ("kif", "５五玉打"),
    ("ki2", "７五歩"),
    ("ki2", "△７六歩"),
    ("ki2", "７六歩打"),
    ("ki2", "７六歩寄"),
    ("ki2", "７六歩引"),
    ("ki2", "７六歩右"),
    ("ki2", "７六歩成"),
    ("ki2", "５八金直"),
    ("ki2", "５八金引"),
    ("ki2", "５八龍"),
    ("ki2", "５五角"),
    ("ki2", "５五角行"),
    ("western", "P-7e"),
    ("western", "△P-7f"),
    ("western", "P-7f+"),
    ("western", "Px7f"),
    ("western", "P7g-7g"),
    ("western", "P8g-7f"),
    ("western", "G7g-7f"),
    ("western", "B*5e"),
    ("western", "K*5e"),
    ("western", "+P*5e"),
]


@pytest.mark.parametrize(("name", "text"), ILLEGAL)
def test_move_that_is_not_legal(name: str, text: str) -> None:
    board = Board()
    before = _state(board)
    with pytest.raises(IllegalMoveError) as caught:
        READ[name](board, text)
    assert repr(text) in str(caught.value)
    assert _state(board) == before


def test_forced_promotion_has_to_be_said() -> None:
    board = Board("8k/P8/9/9/9/9/9/9/4K4 b - 1")
    for name, text in (
        ("csa", "+9291FU"),
        ("kif", "９一歩(92)"),
        ("ki2", "９一歩"),
        ("western", "P-9a"),
    ):
        with pytest.raises(IllegalMoveError):
            READ[name](board, text)


@pytest.mark.parametrize(
    ("name", "sfen", "text", "candidates"),
    [
        ("ki2", START, "５八金", ["５八金右 (4i5h)", "５八金左 (6i5h)"]),
        ("ki2", START, "５八金上", ["５八金右 (4i5h)", "５八金左 (6i5h)"]),
        ("ki2", SILVERS, "２八銀左", ["２八銀左上 (3i2h)", "２八銀左引 (3g2h)"]),
        ("ki2", "8k/9/9/3S1S3/9/9/9/9/7K1 b S 1", "５三銀成",
         ["５三銀右成 (4d5c+)", "５三銀左成 (6d5c+)"]),
        ("western", START, "G-5h", ["G4i-5h (4i5h)", "G6i-5h (6i5h)"]),
    ],
)  # fmt: skip
def test_ambiguous_text(name: str, sfen: str, text: str, candidates: list[str]) -> None:
    board = Board(sfen)
    before = _state(board)
    with pytest.raises(InvalidMoveError) as caught:
        READ[name](board, text)
    assert all(candidate in str(caught.value) for candidate in [repr(text), *candidates])
    assert _state(board) == before


@pytest.mark.parametrize("name", FORMATS)
def test_writers_refuse_moves_that_are_not_legal(name: str) -> None:
    board = Board()
    before = _state(board)
    for usi in ("7g7e", "3c3d", "P*5e", "5e5d", "8h2b+", "0000"):
        with pytest.raises(IllegalMoveError, match=re.escape(usi)):
            WRITE[name](board, Move.from_usi(usi))
    assert _state(board) == before


@pytest.mark.parametrize("name", FORMATS)
def test_wrong_types(name: str) -> None:
    board = Board()
    for text in (None, 7, b"+7776FU", ["７六歩"]):
        with pytest.raises(TypeError):
            READ[name](board, text)  # type: ignore[arg-type]
    for move in (None, 7739, "7g7f"):
        with pytest.raises(TypeError):
            WRITE[name](board, move)  # type: ignore[arg-type]


def test_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(InvalidMoveError) as caught:
        notation.parse_ki2(Board(), "７六歩" + "歩" * 100_000)
    assert len(str(caught.value)) < 200


ALPHABET = "１７5６九一同　 歩香桂銀角飛金玉王と成不生打上寄引行入右左直龍馬(）7７+-x*=▲△☖PGSBFUKI0\ud800\0"


@given(st.text(ALPHABET, max_size=8) | st.text(max_size=6))
@example("")
@example("同")
@example("７六歩\0")
def test_any_text(text: str) -> None:
    """Any text is a legal move, or refused with one of two exceptions, and changes nothing."""
    for board in (_board(START, EXCHANGE), Board("4k4/9/9/4g4/2RB+R4/3G5/9/9/9 b 2GSNLP 1")):
        before = _state(board)
        for name in FORMATS:
            try:
                move = READ[name](board, text)
            except (InvalidMoveError, IllegalMoveError):
                pass
            else:
                assert board.is_legal(move)
        assert _state(board) == before
