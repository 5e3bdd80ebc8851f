"""Tests of LegalMoves: the live view of a board's legal moves, and their order."""

import copy
import gc
import itertools
import pickle
from typing import Any

import pytest
from boards import KINGS, MIDDLE, MOST_MOVES, START, random_sfens
from reference import CELL, Reference

import shogi_fast as sf


def _move(usi: str) -> sf.Move:
    return sf.Move.from_usi(usi)


def test_the_view_has_a_length_and_members() -> None:
    moves = sf.Board().legal_moves
    assert isinstance(moves, sf.LegalMoves)
    assert len(moves) == 30
    assert bool(moves) is True
    assert _move("7g7f") in moves
    assert _move("7g7e") not in moves
    assert sf.Move.NULL not in moves
    for other in ("7g7f", 7739, None, object()):
        assert other not in moves
    mated = sf.Board("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").legal_moves
    assert (len(mated), bool(mated), list(mated)) == (0, False, [])


def test_the_view_is_live() -> None:
    board = sf.Board()
    moves = board.legal_moves
    board.set_sfen(MIDDLE)
    assert len(moves) == 207
    board.set_sfen(MOST_MOVES)
    assert len(moves) == len(list(moves)) == 593
    board.set_sfen("startpos")
    board.push_usi("7g7f")
    assert _move("3c3d") in moves
    assert _move("7f7e") not in moves
    board.pop()
    assert list(moves) == list(sf.Board().legal_moves)


def test_the_view_keeps_its_board_alive() -> None:
    moves = sf.Board(MIDDLE).legal_moves
    gc.collect()
    assert len(list(moves)) == 207


def test_indices_and_slices() -> None:
    for sfen in (START, MIDDLE, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"):
        moves = sf.Board(sfen).legal_moves
        listed = list(moves)
        for index in range(-len(listed), len(listed)):
            assert moves[index] is listed[index]
        for index in (len(listed), -len(listed) - 1, 10**6, 10**30, -(10**30)):
            with pytest.raises(IndexError):
                moves[index]
        ends = (None, -300, -31, -2, -1, 0, 1, 5, 29, 30, 31, 300)
        for start, stop in itertools.product(ends, ends):
            for step in (None, 1, 2, 7, -1, -3):
                sliced = moves[start:stop:step]
                assert type(sliced) is list
                assert sliced == listed[start:stop:step]
        with pytest.raises(ValueError, match="zero"):
            moves[::0]
        for index in ("0", 0.0, None):
            with pytest.raises(TypeError):
                moves[index]
        assert list(reversed(moves)) == listed[::-1]


def test_moves_may_be_made_inside_a_loop_over_the_view() -> None:
    board = sf.Board()
    seen = []
    for move in board.legal_moves:
        board.push(move)
        seen.append((move, len(board.legal_moves)))
        for _ in board.legal_moves:
            break
        board.pop()
    assert [move for move, _ in seen] == list(board.legal_moves)
    assert {number for _, number in seen} == {30}
    # An iterator is a snapshot, whatever becomes of the board.
    iterator = iter(board.legal_moves)
    listed = list(board.legal_moves)
    board.set_sfen(f"{KINGS} b - 1")
    assert list(iterator) == listed
    assert list(iterator) == []


def _place(board: sf.Board, move: sf.Move) -> tuple[Any, ...]:
    """Return where a move stands in a list, by the order that core/movegen.pxd documents."""
    position = Reference(board.sfen())
    us = board.turn
    if move.drop is not None:
        return (8, move.drop, move.to_square)
    assert move.from_square is not None
    assert move.to_square is not None
    name = sf.square_name(move.from_square)
    piece = position.board[CELL[name]].upper()
    rest = (move.from_square, not move.promotion, move.to_square)
    if name in position.pinned(us):
        return (6, *rest)
    if piece == "P":
        return (0, not move.promotion, move.to_square)
    if piece == "N":
        towards_file_9 = move.to_square > move.from_square
        return (1, towards_file_9, not move.promotion, move.to_square)
    kinds = {"L": 2, "S": 3, "G": 4, "+P": 4, "+L": 4, "+N": 4, "+S": 4}
    kinds |= {"B": 5, "+B": 5, "R": 5.5, "+R": 5.5, "K": 7}
    return (kinds[piece], *rest)


def test_the_order_is_the_one_documented() -> None:
    for sfen in (START, MIDDLE, MOST_MOVES, *random_sfens(150, seed=2)):
        board = sf.Board(sfen)
        moves = list(board.legal_moves)
        places = [_place(board, move) for move in moves]
        assert places == sorted(places), sfen
        assert len(set(places)) == len(places)
        # The same each time, and whatever led there.
        assert list(board.legal_moves) == moves
        assert list(sf.Board(board.sfen()).legal_moves) == moves


def test_the_view_belongs_to_a_board() -> None:
    board = sf.Board()
    assert list(sf.LegalMoves(board)) == list(board.legal_moves)
    for make in (
        lambda: sf.LegalMoves(None),
        lambda: sf.LegalMoves(),  # type: ignore[call-arg]
        lambda: sf.LegalMoves(START),  # type: ignore[arg-type]
        lambda: object.__new__(sf.LegalMoves),
        lambda: pickle.dumps(board.legal_moves),
        lambda: copy.copy(board.legal_moves),
    ):
        with pytest.raises(TypeError):
            make()
    # An object made without a board is safe, but of no use.
    view = sf.LegalMoves.__new__(sf.LegalMoves)
    for use in (
        lambda: len(view),
        lambda: bool(view),
        lambda: list(view),
        lambda: iter(view),
        lambda: view[0],
        lambda: None in view,
        lambda: repr(view),
    ):
        with pytest.raises(TypeError, match="without a board"):
            use()
