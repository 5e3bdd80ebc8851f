"""Tests of MovesBoard: kinds of moves, masks, and what is asked of a single move."""

import itertools
import random
from collections.abc import Callable
from typing import Any, Literal

import pytest
from boards import KINGS, MIDDLE, MOST_MOVES, START, random_sfens, state_of
from liars import Liar
from reference import Reference

import shogi_fast as sf
from shogi_fast import SquareSet

SFENS = [
    *(START, MIDDLE, MOST_MOVES, f"{KINGS} b - 1", "9/9/9/9/9/9/9/9/9 b - 1"),
    # In check by one man, and by two; mate.
    *("4k4/9/9/9/4r4/9/9/4G4/4K4 b Pp 1", "4k4/9/9/9/1b2r4/9/9/9/4K4 b RG 1"),
    *("8k/8G/8L/9/9/9/9/9/K8 w - 1", *random_sfens(150, seed=11)),
]
EVERY = (1 << 81) - 1
Kind = Literal["all", "captures", "quiets", "drops", "checks", "evasions"]
KINDS: tuple[Kind, ...] = ("all", "captures", "quiets", "drops", "checks")


def _usi(moves: Any) -> list[str]:
    return [move.usi() for move in moves]


# -- Kinds --------------------------------------------------------------------------------------


def test_kinds_against_the_reference() -> None:
    checks = evasions = 0
    for sfen in SFENS:
        board, position = sf.Board(sfen), Reference(sfen)
        before = state_of(board)
        legal = position.legal_moves()
        moves = list(board.legal_moves)
        assert board.generate_moves() == board.generate_moves("all") == moves
        for kind, expected in (
            ("all", legal),
            ("captures", [usi for usi in legal if position.is_capture(usi)]),
            ("quiets", [u for u in legal if u[1] != "*" and not position.is_capture(u)]),
            ("drops", [usi for usi in legal if usi[1] == "*"]),
            ("checks", [usi for usi in legal if position.gives_check(usi)]),
        ):
            found = board.generate_moves(kind)
            assert type(found) is list
            assert sorted(_usi(found)) == expected, (kind, sfen)
            # In the order of the view.
            assert found == [move for move in moves if move in set(found)]
            checks += len(expected) if kind == "checks" else 0
        if position.is_check():
            assert board.generate_moves("evasions") == moves
            evasions += 1
        else:
            with pytest.raises(ValueError, match="in check"):
                board.generate_moves("evasions")
        for usi in legal:
            move = sf.Move.from_usi(usi)
            assert board.gives_check(move) is position.gives_check(usi)
            assert board.is_capture(move) is position.is_capture(usi)
        assert state_of(board) == before
    assert checks > 200
    assert evasions > 10


def test_captures_quiets_and_drops_are_all() -> None:
    for sfen in SFENS:
        board = sf.Board(sfen)
        parts = [board.generate_moves(kind) for kind in ("captures", "quiets", "drops")]  # type: ignore[arg-type]
        for a, b in itertools.combinations(parts, 2):
            assert not set(a) & set(b)
        assert set().union(*parts) == set(board.legal_moves)
        assert sum(map(len, parts)) == len(board.legal_moves)


def test_a_discovered_check_is_a_check() -> None:
    # The silver steps off the rook's file, or straight up along it.
    board = sf.Board("4k4/9/9/9/9/4S4/9/9/K3R4 b - 1")
    found = {move.usi() for move in board.generate_moves("checks")}
    assert found == {"5f4e", "5f6e", "5f4g", "5f6g"}


# -- Masks --------------------------------------------------------------------------------------


def test_masks_and_their_complements() -> None:
    rng = random.Random(12)
    for sfen in SFENS:
        board = sf.Board(sfen)
        origins, targets = rng.getrandbits(81), rng.getrandbits(81)
        for kind in (*KINDS, *(("evasions",) if board.is_check() else ())):
            every = board.generate_moves(kind)  # type: ignore[arg-type]
            on_board = [move for move in every if move.drop is None]
            seen = []
            for sources, aims in itertools.product(
                (origins, ~origins & EVERY), (targets, ~targets & EVERY)
            ):
                found = board.generate_moves(kind, from_mask=sources, to_mask=aims)  # type: ignore[arg-type]
                assert found == [
                    move
                    for move in on_board
                    if sources >> (move.from_square or 0) & 1 and aims >> (move.to_square or 0) & 1
                ], (kind, sfen)
                seen += found
            assert sorted(seen) == sorted(on_board)
            for aims in (targets, ~targets & EVERY):
                found = board.generate_moves(kind, to_mask=aims)  # type: ignore[arg-type]
                assert found == [move for move in every if aims >> (move.to_square or 0) & 1]
            # No origin is in an empty mask; no drop comes from any square.
            assert board.generate_moves(kind, from_mask=0) == []  # type: ignore[arg-type]
            assert board.generate_moves(kind, to_mask=0) == []  # type: ignore[arg-type]
            assert board.generate_moves(kind, from_mask=EVERY) == on_board  # type: ignore[arg-type]
            assert board.generate_moves(kind, to_mask=EVERY) == every  # type: ignore[arg-type]
            assert board.generate_moves(kind, from_mask=None, to_mask=None) == every  # type: ignore[arg-type]


def test_masks_of_every_sort() -> None:
    board = sf.Board()
    expected = ["2g2f"]
    squares = [sf.parse_square("2g"), sf.parse_square("5e")]
    mask = sum(1 << square for square in squares)
    for given in (mask, Liar(mask), SquareSet(squares), squares, set(squares), iter(squares)):
        assert _usi(board.generate_moves(from_mask=given)) == expected
    for given in (mask, SquareSet(squares)):
        assert _usi(board.generate_moves(to_mask=given)) == []
    assert _usi(board.generate_moves(to_mask=board.attacks(sf.parse_square("3g")))) == ["3g3f"]


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        (-1, ValueError),
        (1 << 81, ValueError),
        (Liar(1 << 81), ValueError),
        (Liar(-1), ValueError),
        ([81], IndexError),
        ([-1], IndexError),
        ([Liar(81)], IndexError),
        (1.0, TypeError),
        ("7g", TypeError),
        ([None], TypeError),
        (object(), TypeError),
    ],
    ids=repr,
)
def test_wrong_masks_are_refused(mask: Any, error: type[Exception]) -> None:
    for kind in KINDS:
        with pytest.raises(error):
            sf.Board().generate_moves(kind, from_mask=mask)  # type: ignore[arg-type]
        with pytest.raises(error):
            sf.Board().generate_moves(kind, to_mask=mask)  # type: ignore[arg-type]


def test_wrong_kinds_are_refused() -> None:
    board = sf.Board()
    for kind in ("", "All", "capture", "evasion", "x" * 10**6):
        with pytest.raises(ValueError, match="the kinds are") as caught:
            board.generate_moves(kind)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 400
    for wrong in (None, 1, b"all"):
        with pytest.raises(TypeError):
            board.generate_moves(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        board.generate_moves("all", 1)  # type: ignore[misc]


# -- Single moves -------------------------------------------------------------------------------


def test_moves_are_found_by_their_squares() -> None:
    for sfen in SFENS[:40]:
        board = sf.Board(sfen)
        legal = {
            (move.from_square, move.to_square, move.promotion): move
            for move in board.legal_moves
            if move.drop is None
        }
        for origin, target, promotion in itertools.product(range(81), range(81), (False, True)):
            move = legal.get((origin, target, promotion))
            if move is not None:
                assert board.find_move(origin, target, promotion) is move
        for origin, target in ((40, 40), (0, 0)):
            with pytest.raises(sf.IllegalMoveError):
                board.find_move(origin, target)
    board = sf.Board()
    state = state_of(board)
    with pytest.raises(sf.IllegalMoveError, match="7g7e is not legal"):
        board.find_move(sf.parse_square("7g"), sf.parse_square("7e"))
    assert state_of(board) == state


ASKED: list[Callable[[sf.Board, sf.Move], object]] = [
    lambda board, move: board.gives_check(move),
    lambda board, move: board.parse_usi(move.usi()),
    lambda board, move: board.csa(move),
    lambda board, move: board.kif(move),
    lambda board, move: board.ki2(move),
    lambda board, move: board.western(move),
]


@pytest.mark.parametrize("ask", ASKED)
def test_what_is_asked_of_legal_moves_alone(ask: Callable[[sf.Board, sf.Move], object]) -> None:
    board = sf.Board()
    before = state_of(board)
    for usi in ("7g7e", "P*5e", "0000", "3c3d", "7g7f+"):
        with pytest.raises(sf.IllegalMoveError):
            ask(board, sf.Move.from_usi(usi))
    for wrong in ("7g7f", None, 7739):
        with pytest.raises((TypeError, AttributeError)):
            ask(board, wrong)  # type: ignore[arg-type]
    assert state_of(board) == before


def test_captures_need_not_be_legal() -> None:
    board = sf.Board()
    # A man stands on 7c, whoever it is that would go there.
    assert board.is_capture(sf.Move.from_usi("7g7c"))
    assert not board.is_capture(sf.Move.from_usi("7g7e"))
    # A drop never takes, nor does the null move.
    assert not board.is_capture(sf.Move.from_usi("P*7c"))
    assert not board.is_capture(sf.Move.NULL)


def test_a_king_is_never_taken() -> None:
    # White's king is attacked and it is Black's turn: no kind of move takes it.
    board = sf.Board("4k4/9/9/9/9/9/9/9/K3R4 b - 1")
    takes = sf.Move.from_usi("5i5a")
    assert board.status() == sf.Status.OPPOSITE_CHECK
    assert not board.is_legal(takes)
    for kind in KINDS:
        assert takes not in board.generate_moves(kind)  # type: ignore[arg-type]
    with pytest.raises(sf.IllegalMoveError):
        board.push_unchecked(takes)
