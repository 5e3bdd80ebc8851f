"""The package against the slow rules of reference.py, and the core against itself.

By default a share of the random games and positions is played; ``-m ""`` plays all of them. Each
game and position has a number, which seeds it: a failure names it.
"""

import random
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from positions import EDGES, NEAR, SQUARES, flags, random_slider_sfen, random_sparse_sfen
from reference import CELL, NAME, OWNER, Reference, is_dead

import shogi_fast as sf
from shogi_fast import Status, _testing

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

GAMES, GAMES_A_TEST, GAMES_BY_DEFAULT = 2_000, 25, 100
POSITIONS, POSITIONS_A_TEST, POSITIONS_BY_DEFAULT = 20_000, 250, 2_000
MATES, MATES_A_TEST, MATES_BY_DEFAULT = 20_000, 1_000, 2_000
MOST_PLIES = 400

SQUARE = {name: number for number, name in enumerate(SQUARES)}
EVERY_SQUARE = 2**81 - 1
PIECES = ("P", "L", "N", "S", "B", "R", "G", "K", "+P", "+L", "+N", "+S", "+B", "+R")
PAWN_DROPS = [sf.Move.from_usi(f"P*{name}") for name in SQUARES]
STATUS = {
    "nifu": Status.TWO_PAWNS,
    "dead": Status.DEAD_PIECE,
    "surplus": Status.TOO_MANY_OF_KIND,
    "check": Status.OPPOSITE_CHECK,
}


def portions(number: int, portion: int, by_default: int) -> Any:
    """Parametrize a test by ranges of numbers, those not run by default marked slow."""
    return pytest.mark.parametrize(
        "numbers",
        [
            pytest.param(
                range(first, first + portion),
                id=f"{first}-{first + portion - 1}",
                marks=[pytest.mark.slow] if first >= by_default else [],
            )
            for first in range(0, number, portion)
        ],
    )


def _set_of(names: set[str]) -> int:
    return sum(1 << SQUARE[name] for name in names)


def _codes(board: sf.Board) -> list[int]:
    return [int(move) for move in board.legal_moves]


def _agree(board: sf.Board, position: Reference) -> list[str]:
    """Check one position, seen from everywhere; return its legal moves."""
    assert board.sfen() == position.sfen()
    moves = position.legal_moves()
    assert sorted(move.usi() for move in board.legal_moves) == moves
    assert len(board.legal_moves) == len(moves)
    assert bool(board.legal_moves) is bool(moves)
    assert board.is_check() == position.is_check()
    assert _testing.checkers(board) == _set_of(position.checkers())
    assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
    return moves


def _check_restoring(board: sf.Board) -> None:
    """Make and unmake every move, with and without the key: each byte is as it was."""
    before = _testing.position_bytes(board)
    key = before.index(board.key.to_bytes(8, sys.byteorder))
    for move in board.legal_moves:
        assert board.is_legal(move)
        board.push_unchecked(move)
        made = _testing.position_bytes(board)
        assert made == _testing.rebuilt_bytes(board), move
        assert board.pop() is move
        assert _testing.position_bytes(board) == before, move
        # Counting leaves the key behind, and is else the same.
        start, between, after = _testing.make_unmake(board, move)
        assert start == after == before, move
        assert between == made[:key] + before[key : key + 8] + made[key + 8 :], move


def _check_masks(board: sf.Board, rng: random.Random) -> None:
    """Check that the moves between masks and between their complements are all moves, in order."""
    from_mask, to_mask = rng.getrandbits(81), rng.getrandbits(81)
    every = _codes(board)
    on_board = [code for code in every if code >> 7 & 127 < 81]
    drops = [code for code in every if code >> 7 & 127 >= 81]
    assert _testing.masked_moves(board, EVERY_SQUARE, EVERY_SQUARE) == (on_board, drops)
    assert _testing.masked_moves(board, 0, EVERY_SQUARE)[0] == []
    assert _testing.masked_moves(board, EVERY_SQUARE, 0) == ([], [])
    seen = 0
    for sources in (from_mask, from_mask ^ EVERY_SQUARE):
        for targets in (to_mask, to_mask ^ EVERY_SQUARE):
            moves, dropped = _testing.masked_moves(board, sources, targets)
            assert moves == [
                code
                for code in on_board
                if sources >> (code >> 7 & 127) & 1 and targets >> (code & 127) & 1
            ]
            assert dropped == [code for code in drops if targets >> (code & 127) & 1]
            seen += len(moves)
    assert seen == len(on_board)


def _check_attacks(board: sf.Board, position: Reference) -> None:
    """Compare attackers of every square, attacks of every piece, and pinned men."""
    occupied = 0
    for name, cell in CELL.items():
        for color in (sf.BLACK, sf.WHITE):
            expected = _set_of(position.attackers(color, name))
            assert _testing.attackers(board, color, SQUARE[name]) == expected, name
        occupied |= (OWNER[position.board[cell]] is not None) << SQUARE[name]
    for name, cell in CELL.items():
        piece = position.board[cell]
        if piece:
            code = PIECES.index(piece.upper()) + 1 | piece.islower() << 4
            expected = _set_of({NAME[target] for target in position._destinations(cell)})
            assert _testing.attacks(code, SQUARE[name], occupied) == expected, name
    for color in (sf.BLACK, sf.WHITE):
        assert _testing.pinned(board, color) == _set_of(position.pinned(color))


# -- Games --------------------------------------------------------------------------------------


def game_start(rng: random.Random, number: int) -> tuple[str, int]:
    """Return where a game starts and its most plies: one in four from a random position."""
    if number % 4:
        return START, MOST_PLIES
    return rng.choice((random_sparse_sfen, random_slider_sfen))(rng), 60


def game_move(rng: random.Random, moves: list[str]) -> str:
    """Choose one of the sorted legal moves: drops would else be most of what is played."""
    on_board = [usi for usi in moves if usi[1] != "*"]
    return rng.choice(on_board if on_board and rng.random() < 0.4 else moves)


@portions(GAMES, GAMES_A_TEST, GAMES_BY_DEFAULT)
def test_random_games(numbers: range) -> None:
    for number in numbers:
        rng = random.Random(number)
        sfen, most = game_start(rng, number)
        board, position = sf.Board(sfen), Reference(sfen)
        states = []
        try:
            for ply in range(most):
                moves = _agree(board, position)
                if not moves:
                    break
                if ply % 32 == number % 32:
                    _check_restoring(board)
                states.append(_testing.position_bytes(board))
                usi = game_move(rng, moves)
                board.push_usi(usi)
                position.push(usi)
            for state in reversed(states):
                board.pop()
                assert _testing.position_bytes(board) == state
            assert board.sfen() == sfen
        except AssertionError as problem:
            problem.add_note(f"game {number}, at {board.sfen()}")
            raise


# -- Positions ----------------------------------------------------------------------------------


def numbered_position(number: int) -> tuple[random.Random, str]:
    """Return the position with a number, and the generator that drew it, to draw on."""
    rng = random.Random(f"position {number}")
    return rng, (random_slider_sfen if number % 4 == 3 else random_sparse_sfen)(rng)


@portions(POSITIONS, POSITIONS_A_TEST, POSITIONS_BY_DEFAULT)
def test_random_positions(numbers: range) -> None:
    for number in numbers:
        rng, sfen = numbered_position(number)
        board, position = sf.Board(sfen), Reference(sfen)
        try:
            moves = _agree(board, position)
            assert board.status() == sum(STATUS[flag] for flag in flags(sfen))
            _check_masks(board, rng)
            if number % 4 == 0:
                _check_restoring(board)
            if number % 5 == 0:
                _check_attacks(board, position)
            for usi in rng.sample(moves, min(4, len(moves))):
                after = position.copy()
                after.push(usi)
                board.push_usi(usi)
                assert board.sfen() == after.sfen()
                assert board.is_check() == after.is_check()
                assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
                board.pop()
        except AssertionError as problem:
            problem.add_note(f"position {number}, {sfen}")
            raise


def test_there_are_positions_of_every_sort() -> None:
    kings = [0, 0, 0]
    found: dict[str, int] = dict.fromkeys((*STATUS, "checks", "pins", "mates"), 0)
    for number in range(1_000):
        _, sfen = numbered_position(number)
        position = Reference(sfen)
        board = sfen.split()[0]
        kings[board.count("K") + board.count("k")] += 1
        for flag in flags(sfen):
            found[flag] += 1
        found["checks"] += position.is_check()
        found["pins"] += bool(position.pinned(position.turn))
        found["mates"] += position.is_check() and not any(position._legal())
    assert min(kings) > 50
    assert min(found.values()) > 5, found


# -- Pawn-drop mate -----------------------------------------------------------------------------


def _lines_to(name: str, kind: str) -> list[str]:
    """Return the squares from where a bishop attacks one on an empty board, or a rook on a rank."""
    squares = []
    for other in SQUARES:
        files, ranks = (abs(ord(a) - ord(b)) for a, b in zip(name, other, strict=True))
        if other != name and (ranks == 0 if kind == "R" else files == ranks):
            squares.append(other)
    return squares


def drop_mate_sfen(rng: random.Random) -> str:
    """Return a position where a pawn may be dropped before a king that has little room.

    Such positions, and defenders pinned on the king's own file, are too rare among the others.
    """
    us = rng.randrange(2)
    mine, yours = (str.upper, str.lower) if us == 0 else (str.lower, str.upper)
    ahead = 1 if us == 0 else -1  # from the enemy king to the square before it, in ranks
    while True:
        king = rng.choice(EDGES if rng.random() < 0.8 else SQUARES)
        before = [f"{king[0]}{chr(ord(king[1]) + ahead * steps)}" for steps in range(1, 9)]
        before = [name for name in before if name in SQUARE]
        if before:
            break
    front = before[0]
    board = {king: yours("K")}

    def place(squares: Sequence[str], piece: str) -> None:
        name = rng.choice(squares)
        color = OWNER[piece]
        assert color is not None
        if name != front and name not in board and not is_dead(color, piece, CELL[name]):
            board[name] = piece

    near = [name for name in NEAR[king] if abs(ord(name[0]) - ord(king[0])) < 2]
    walls = rng.uniform(0.3, 0.9)
    for name in NEAR[king]:
        if max(abs(ord(a) - ord(b)) for a, b in zip(name, king, strict=True)) == 1:
            draw = rng.random()
            if draw < walls:
                place([name], yours(rng.choice(("L", "N", "S", "+P", "P"))))
            elif draw < walls + 0.1:
                place([name], mine(rng.choice(("S", "G", "+P", "N"))))
    if len(before) > 2 and rng.random() < 0.5:
        # One of their men between the pawn and one of our pieces on the file: it may step back.
        man = rng.randrange(1, len(before) - 1)
        place([before[man]], yours(rng.choice(("G", "G", "+P", "+B", "R", "S", "P"))))
        place(before[man + 1 :], mine(rng.choice(("R", "+R", "L"))))
    if rng.random() < 0.4:
        # A line of ours through the pawn's square, which the pawn shuts.
        kind = rng.choice(("R", "B"))
        place(_lines_to(front, kind), mine(rng.choice((kind, "+" + kind))))
    for _ in range(rng.randint(1, 5)):
        place(near, mine(rng.choice(("G", "S", "+P", "N", "+B"))))
    for _ in range(rng.randint(0, 3)):
        place(SQUARES, rng.choice((mine, mine, yours))(rng.choice(("R", "B", "L", "+R", "+B"))))
    if rng.random() < 0.7:
        place(SQUARES, mine("K"))
    position = Reference(f"9/9/9/9/9/9/9/9/9 {'bw'[us]} {mine('P')} 1")
    for name, piece in board.items():
        position.board[CELL[name]] = piece
    sfen = position.sfen()
    if flags(sfen) and rng.random() < 0.9:
        return drop_mate_sfen(rng)
    return sfen


@portions(MATES, MATES_A_TEST, MATES_BY_DEFAULT)
def test_pawn_drops_before_a_king(numbers: range) -> None:
    for number in numbers:
        sfen = drop_mate_sfen(random.Random(f"mate {number}"))
        board, position = sf.Board(sfen), Reference(sfen)
        # The drops alone: other positions are there for the other moves.
        drops = {position._usi(move) for move in position._drops() if position._is_legal(move)}
        moves = list(board.legal_moves)
        assert {move.usi() for move in moves if move.drop} == drops, sfen
        assert {move.usi() for move in PAWN_DROPS if board.is_legal(move)} == drops, sfen
        assert len(board.legal_moves) == len(moves), sfen


# -- is_legal -----------------------------------------------------------------------------------


def test_is_legal_is_membership_for_every_code() -> None:
    for number in range(500):
        _, sfen = numbered_position(number)
        board = sf.Board(sfen)
        # Tried are all 16-bit numbers, so all 13,528 codes, and some beyond.
        assert _testing.legal_codes(board) == sorted(_codes(board)), sfen


# -- The largest lists --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sfen", "number"),
    [
        ("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", 593),
        ("R8/2SS3S1/5B3/3K5/9/9/9/9/1L2L1L2 b RBGSNLP3g3n17p 1", 598),
        ("R8/2S2S1S1/5B3/9/9/9/9/9/1L1L2L2 b RBGSNLP3g3n17p 1", 597),
    ],
    ids=["two kings", "no enemy king", "no king"],
)
def test_the_most_moves_known(sfen: str, number: int) -> None:
    board = sf.Board(sfen)
    assert len(board.legal_moves) == len(list(board.legal_moves)) == number
    assert len(_testing.legal_codes(board)) == number
    assert sf.perft(board, 1, method="visit") == sf.perft(board, 1, method="bulk") == number
    assert len(sf.divide(board, 1)) == number
    _check_restoring(board)


def test_boards_of_40_sliders() -> None:
    for number in range(200):
        rng = random.Random(f"sliders {number}")
        kinds = rng.choice((("+R",), ("+B",), ("+R", "+B"), ("R", "B", "L", "+R", "+B")))
        colors = rng.choice(
            ((str.upper,), (str.upper, str.upper, str.lower), (str.upper, str.lower))
        )
        position = Reference(f"9/9/9/9/9/9/9/9/9 {rng.choice('bw')} - 1")
        names = rng.sample(SQUARES, 40)
        for name in names:
            position.board[CELL[name]] = rng.choice(colors)(rng.choice(kinds))
        if number % 3:
            position.board[CELL[names[0]]] = "K"
            position.board[CELL[names[1]]] = "k"
        sfen = position.sfen()
        board, position = sf.Board(sfen), Reference(sfen)
        _agree(board, position)
        _check_masks(board, rng)
        _check_restoring(board)
        _check_attacks(board, position)
        assert sf.perft(board, 2, method="visit") == sf.perft(board, 2, method="bulk")


def test_full_hands_and_an_empty_board() -> None:
    # Each man of a set in one hand: as many drops as there are squares that each may stand on.
    drops = 81 * 4 + 72 * 2 + 63
    board = sf.Board("9/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1")
    assert len(_agree(board, Reference(board.sfen()))) == drops
    board = sf.Board("9/9/9/9/9/9/9/9/9 w 2r2b4g4s4n4l18p 1")
    assert len(_agree(board, Reference(board.sfen()))) == drops
    board = sf.Board("9/9/9/9/9/9/9/9/9 b - 1")
    assert _agree(board, Reference(board.sfen())) == []
