"""Benchmarks of making moves and taking them back from Python; run with ``pytest benchmarks``."""

from collections.abc import Callable
from typing import Any

import pytest
from workloads import WORKLOADS

from shogi_fast import Board, Move

Benchmark = Callable[..., Any]


def push_and_pop(board: Board, moves: list[Move]) -> None:
    """Make each move and take it back."""
    for move in moves:
        board.push(move)
        board.pop()


def push_unchecked_and_pop(board: Board, moves: list[Move]) -> None:
    """Make each move without asking whether it is legal, and take it back."""
    for move in moves:
        board.push_unchecked(move)
        board.pop()


@pytest.mark.parametrize("position", WORKLOADS)
@pytest.mark.parametrize("way", [push_and_pop, push_unchecked_and_pop])
def test_make_and_unmake(
    benchmark: Benchmark, way: Callable[[Board, list[Move]], None], position: str
) -> None:
    workload = WORKLOADS[position]
    board = Board(workload.sfen)
    moves = list(board.legal_moves)
    assert len(moves) == workload.nodes[1]
    key = board.key
    benchmark(way, board, moves)
    assert (board.sfen(), board.key) == (workload.sfen, key)


def test_game_and_back(benchmark: Benchmark) -> None:
    start = Board()
    game = Board()
    while len(game.move_stack) < 60:
        legal = list(game.legal_moves)
        game.push(legal[7 * len(game.move_stack) % len(legal)])
    moves = game.move_stack

    def play() -> str:
        board = start.copy()
        for move in moves:
            board.push(move)
        end = board.sfen()
        for _ in moves:
            board.pop()
        assert board == start
        return end

    assert benchmark(play) == game.sfen()


@pytest.mark.parametrize("position", WORKLOADS)
def test_make_by_text(benchmark: Benchmark, position: str) -> None:
    workload = WORKLOADS[position]
    board = Board(workload.sfen)
    texts = [move.usi() for move in board.legal_moves]
    assert len(set(texts)) == workload.nodes[1]

    def play() -> None:
        for text in texts:
            board.push_usi(text)
            board.pop()

    benchmark(play)
    assert board.sfen() == workload.sfen


@pytest.mark.parametrize("position", WORKLOADS)
def test_copy_and_make(benchmark: Benchmark, position: str) -> None:
    """What a program does that keeps its boards."""
    workload = WORKLOADS[position]
    board = Board(workload.sfen)
    moves = list(board.legal_moves)

    def children() -> set[str]:
        boards = []
        for move in moves:
            child = board.copy(stack=False)
            child.push_unchecked(move)
            boards.append(child)
        return {child.sfen() for child in boards}

    assert len(benchmark(children)) == workload.nodes[1]
