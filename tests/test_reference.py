"""Tests of the reference rules themselves, and of the random positions drawn for other tests."""

import ast
import csv
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from positions import SET, flags, random_slider_sfen, random_sparse_sfen
from reference import BLACK, CELL, NAME, OWNER, WHITE, Reference

TESTS = Path(__file__).parent
DATA = TESTS / "data"
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

# The deterministic subset of the perft rows that is counted here: all of them up to this many
# nodes, about 456,000 nodes together.
MOST_NODES = 30_000


def _cases() -> list[dict[str, Any]]:
    with open(DATA / "cases.jsonl", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    return [case for case in cases if case["query"].split(":")[0] in QUERIES]


def _rows(name: str) -> list[dict[str, str]]:
    with open(DATA / name, encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if int(row["nodes"]) <= MOST_NODES]


def _row_id(row: dict[str, str]) -> str:
    return f"{row['sfen']} depth {row['depth']}"


QUERIES = ("legal", "legal_moves", "in_check")
CASES = _cases()
PERFT = _rows("perft.csv")
PERFT_STATS = _rows("perft_stats.csv")


# -- Independence -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("reference.py", {"collections", "itertools", "typing"}),
        ("positions.py", {"random", "reference"}),
        ("reference_game.py", {"reference", "typing"}),
    ],
)
def test_imports_are_the_standard_library_only(name: str, allowed: set[str]) -> None:
    tree = ast.parse((TESTS / name).read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            assert node.module is not None
            imported.add(node.module.split(".")[0])
        elif isinstance(node, ast.Name):
            assert node.id not in ("__import__", "eval", "exec")
    assert imported <= allowed
    assert allowed - {"reference"} <= sys.stdlib_module_names


# -- Known answers ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    position = Reference(case["sfen"])
    for move in case["moves"]:
        assert move in position.legal_moves(), f"{move} on the way to the case"
        position.push(move)
    query, _, move = case["query"].partition(": ")
    expected = case["expect"]
    found: bool | int | list[str]
    if query == "legal":
        found = move in position.legal_moves()
    elif query == "in_check":
        found = position.is_check()
    elif isinstance(expected, int):
        found = len(position.legal_moves())
    else:
        found = position.legal_moves()
    assert found == expected, f"{case['query']} in {case['sfen']}: {case['why']}"


def test_cases_are_all_there() -> None:
    assert Counter(case["query"].split(":")[0] for case in CASES) == {
        "legal": 124,
        "legal_moves": 24,
        "in_check": 10,
    }


@pytest.mark.parametrize("row", PERFT, ids=_row_id)
def test_perft(row: dict[str, str]) -> None:
    found = Reference(row["sfen"]).perft(int(row["depth"]))
    assert found == int(row["nodes"]), f"source: {row['source']}, counted by {row['verified_by']}"


def _stats(position: Reference, depth: int) -> Counter[str]:
    stats: Counter[str] = Counter()
    for move in position.legal_moves():
        after = position.copy()
        after.push(move)
        if depth > 1:
            stats += _stats(after, depth - 1)
            continue
        stats["nodes"] += 1
        stats["captures"] += position.is_capture(move)
        stats["promotions"] += move.endswith("+")
        stats["drops"] += move[1] == "*"
        if position.gives_check(move):
            stats["checks"] += 1
            stats["mates"] += not after.legal_moves()
    return stats


@pytest.mark.parametrize("row", PERFT_STATS, ids=_row_id)
def test_perft_stats(row: dict[str, str]) -> None:
    found = _stats(Reference(row["sfen"]), int(row["depth"]))
    for column in ("nodes", "captures", "promotions", "drops", "checks", "mates"):
        if row[column]:
            assert found[column] == int(row[column]), f"{column}, source: {row['source']}"


@pytest.mark.parametrize(
    ("sfen", "number"),
    [
        ("R8/2SS3S1/5B3/3K5/9/9/9/9/1L2L1L2 b RBGSNLP3g3n17p 1", 598),
        ("R8/2S2S1S1/5B3/9/9/9/9/9/1L1L2L2 b RBGSNLP3g3n17p 1", 597),
    ],
    ids=["no-enemy-king", "no-king"],
)
def test_most_moves_known_without_kings(sfen: str, number: int) -> None:
    assert len(Reference(sfen).legal_moves()) == number


# -- Boards that no game reaches ----------------------------------------------------------------


def test_the_enemy_king_is_never_captured() -> None:
    moves = Reference("4k4/9/4R4/9/9/9/9/9/4K4 b - 1").legal_moves()
    assert "5c5b+" in moves
    assert not [move for move in moves if move[2:4] == "5a"]


def test_a_side_without_a_king_is_never_in_check_nor_mated_by_a_drop() -> None:
    position = Reference("9/9/7+R1/9/9/9/9/9/K8 b P 1")
    assert "P*1b" in position.legal_moves()
    assert not position.gives_check("P*1b")
    assert position.pinned(WHITE) == set()
    assert not Reference("4R4/9/4+R4/9/9/9/9/9/K8 w - 1").is_check()


def test_a_side_without_moves_is_not_mated_by_a_pawn_drop_that_does_not_check() -> None:
    position = Reference("8k/9/6NG1/9/9/9/9/9/K8 b P 1")
    assert "P*5e" in position.legal_moves()
    position.push("P*5e")
    assert position.legal_moves() == []
    assert not position.is_check()


def test_two_pawns_on_a_file_and_dead_pieces_are_played_on() -> None:
    position = Reference("P3k4/1N7/9/9/9/4P4/4P4/9/4K4 b P 1")
    moves = position.legal_moves()
    assert "5f5e" in moves
    assert not [move for move in moves if move.startswith(("9a", "8b", "P*5", "P*9"))]


def test_a_hand_grows_past_a_set() -> None:
    position = Reference("4k4/9/9/9/4r4/4R4/9/9/4K4 b 2R 1")
    position.push("5f5e")
    assert position.sfen() == "4k4/9/9/9/4R4/9/9/9/4K4 w 3R 2"
    assert position.is_check()


# -- The parts ----------------------------------------------------------------------------------


def test_sfen_is_written_canonically() -> None:
    position = Reference("4k4/9/9/9/9/9/9/9/4K4 w pPlLnNsSgGbB2rR18p 7")
    assert position.sfen() == "4k4/9/9/9/9/9/9/9/4K4 w RBGSNLP2rbgsnl19p 7"
    assert Reference(START).sfen() == START
    assert len(Reference(START).legal_moves()) == 30


def test_push_copy_and_capture_of_a_promoted_piece() -> None:
    position = Reference("4k4/9/9/9/4+p4/4R4/9/9/4K4 b - 1")
    twin = position.copy()
    assert position.is_capture("5f5e")
    assert not position.is_capture("5f5g")
    position.push("5f5e")
    assert position.sfen() == "4k4/9/9/9/4R4/9/9/9/4K4 w P 2"
    assert position.checkers() == {"5e"}
    position.push("5a4a")
    position.push("5e5c+")
    position.push("4a3a")
    position.push("P*5h")
    assert position.sfen() == "6k2/9/4+R4/9/9/9/9/4P4/4K4 w - 6"
    assert twin.sfen() == "4k4/9/9/9/4+p4/4R4/9/9/4K4 b - 1"


def test_checkers_and_discovered_check() -> None:
    position = Reference("3k5/9/9/9/4r4/7b1/9/9/4K4 b 2G2S 1")
    assert position.checkers() == {"5e", "2f"}
    position = Reference("4k4/9/9/9/4S4/9/9/9/4R3K b - 1")
    assert position.gives_check("5e4d")
    assert not position.gives_check("5e5d")


@pytest.mark.parametrize(
    ("sfen", "color", "pinned"),
    [
        ("4k4/9/9/9/4r4/9/9/4R4/4K4 b - 1", BLACK, {"5h"}),
        ("4k4/9/9/9/4r4/9/9/4R4/4K4 b - 1", WHITE, {"5e"}),
        ("4k4/9/9/9/4+b4/4S4/4K4/9/9 b - 1", BLACK, set()),  # a horse steps on a file
        ("9/9/9/2+r6/3S5/4K4/9/9/9 b - 1", BLACK, set()),  # a dragon steps on a diagonal
        ("9/9/2+b6/3S5/4K4/9/9/9/9 b - 1", BLACK, {"6d"}),
        ("9/9/9/9/4K4/9/4S4/9/4l4 b - 1", BLACK, set()),  # a lance never looks back
        ("k3l4/9/9/9/9/9/4S4/9/4K4 b - 1", BLACK, {"5g"}),
        ("k3r4/9/9/9/4P4/9/4S4/9/4K4 b - 1", BLACK, set()),  # two in between
        ("k3r4/9/4p4/9/9/9/4S4/9/4K4 b - 1", BLACK, set()),
        ("4r4/9/9/9/9/9/4G1n2/5G3/r3K4 b - 1", BLACK, {"5g"}),  # in check along the rank
        ("9/9/9/9/r2GKG2r/9/9/9/9 b - 1", BLACK, {"6e", "4e"}),
        ("4r4/9/9/9/9/9/4G4/9/9 b - 1", BLACK, set()),  # no king
    ],
)
def test_pinned(sfen: str, color: int, pinned: set[str]) -> None:
    assert Reference(sfen).pinned(color) == pinned


def _random_positions(number: int) -> list[str]:
    rng = random.Random(81)
    return [draw(rng) for _ in range(number) for draw in (random_sparse_sfen, random_slider_sfen)]


def test_attacks_are_the_same_seen_from_either_end() -> None:
    for sfen in _random_positions(100):
        position = Reference(sfen)
        attackers: dict[tuple[int, str], set[str]] = {
            (color, name): set() for color in (BLACK, WHITE) for name in CELL
        }
        for cell, name in NAME.items():
            color = OWNER[position.board[cell]]
            if color is not None:
                for target in position._destinations(cell):
                    attackers[color, NAME[target]].add(name)
        for (color, name), expected in attackers.items():
            assert position.attackers(color, name) == expected, sfen


MIRROR = str.maketrans("123456789", "987654321")


def test_a_mirrored_board_has_the_mirrored_moves() -> None:
    for sfen in _random_positions(100):
        board, rest = sfen.split(" ", 1)
        pieces = board.replace("+", "\0")
        rows = ["".join(reversed(row)) for row in pieces.split("/")]
        mirrored = "/".join(rows)
        for letter in "RBSNLPrbsnlp":
            mirrored = mirrored.replace(f"{letter}\0", f"+{letter}")
        moves = sorted(move.translate(MIRROR) for move in Reference(sfen).legal_moves())
        assert Reference(f"{mirrored} {rest}").legal_moves() == moves, sfen


TURN = str.maketrans("123456789abcdefghi", "987654321ihgfedcba")


def test_a_board_turned_round_has_the_turned_moves() -> None:
    for sfen in _random_positions(100):
        position = Reference(sfen)
        turned = Reference(f"9/9/9/9/9/9/9/9/9 {'wb'[position.turn]} - 1")
        for cell, name in NAME.items():
            turned.board[CELL[name.translate(TURN)]] = position.board[cell].swapcase()
        for piece, number in position.hands.items():
            turned.hands[piece.swapcase()] = number
        turned = Reference(turned.sfen())
        moves = sorted(
            move[:2] + move[2:].translate(TURN) if move[1] == "*" else move.translate(TURN)
            for move in position.legal_moves()
        )
        assert turned.legal_moves() == moves, sfen


# -- Random positions ---------------------------------------------------------------------------


@pytest.mark.parametrize("draw", [random_sparse_sfen, random_slider_sfen])
def test_random_positions_are_ones_that_the_package_accepts(draw: Any) -> None:
    rng = random.Random(1)
    sfens = [draw(rng) for _ in range(500)]
    again = random.Random(1)
    assert [draw(again) for _ in range(500)] == sfens
    found: Counter[str] = Counter()
    turns = set()
    for sfen in sfens:
        position = Reference(sfen)
        assert position.sfen() == sfen
        pieces = [piece for piece in position.board if OWNER[piece] is not None]
        assert len(pieces) + sum(position.hands.values()) <= 40
        assert pieces.count("K") <= 1
        assert pieces.count("k") <= 1
        for piece, number in position.hands.items():
            assert number <= SET[piece.upper()]
        turns.add(position.turn)
        found.update(flags(sfen))
        found["flagged"] += bool(flags(sfen))
        found[f"kings {pieces.count('K') + pieces.count('k')}"] += 1
    assert turns == {BLACK, WHITE}
    assert min(found[f"kings {number}"] for number in range(3)) > 20
    if draw is random_sparse_sfen:
        assert found["surplus"] == 0
        assert 10 < found["flagged"] < 60
        assert min(found[flag] for flag in ("nifu", "dead", "check")) > 3
    else:
        assert found["surplus"] > 300
        assert 20 < found["check"] < 200
