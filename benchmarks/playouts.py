"""Whole games of random moves, as a program plays them: a list of the legal moves at each ply.

``compare.py --python-calls`` runs them. A game ends when the side to move has no legal move. As
libraries order their lists differently they play different games, so plies a second are compared.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import cshogi
import rsshogi.core
import shogi
from workloads import WORKLOADS, WrongAnswer

import shogi_fast

AT_LEAST = 2.2
"""Our plies a second must be so many times those of cshogi."""
GAMES = 20
SLOW_GAMES = 1  # of python-shogi, which takes seconds for one
Game = Callable[[Callable[[], float]], tuple[Any, int]]


def play(board: Any, choose: Callable[[], float]) -> tuple[Any, int]:
    """Play a game on any board that has python-chess's names; return it with its plies."""
    plies = 0
    while moves := list(board.legal_moves):
        board.push(moves[int(choose() * len(moves))])
        plies += 1
    return board, plies


def shogi_fast_game(choose: Callable[[], float]) -> tuple[Any, int]:
    """Play a game with shogi_fast."""
    return play(shogi_fast.Board(), choose)


def cshogi_game(choose: Callable[[], float]) -> tuple[Any, int]:
    """Play a game with cshogi."""
    return play(cshogi.Board(), choose)


def python_shogi_game(choose: Callable[[], float]) -> tuple[Any, int]:
    """Play a game with python-shogi."""
    return play(shogi.Board(), choose)


def rsshogi_game(choose: Callable[[], float]) -> tuple[Any, int]:
    """Play a game with rsshogi."""
    board = rsshogi.core.Board(WORKLOADS["start"].sfen)
    plies = 0
    while moves := board.legal_moves():
        board.apply_move(moves[int(choose() * len(moves))])
        plies += 1
    return board, plies


PLAYERS: dict[str, tuple[Game, int]] = {
    "shogi_fast": (shogi_fast_game, GAMES),
    "cshogi": (cshogi_game, GAMES),
    "rsshogi": (rsshogi_game, GAMES),
    "python-shogi": (python_shogi_game, SLOW_GAMES),
}


def timed_games(game: Game, games: int, run: int) -> float:
    """Return the plies a CPU second of so many games; raise WrongAnswer if one has not ended."""
    plies, seconds = 0, 0.0
    for number in range(games):
        choose = random.Random(run * GAMES + number).random
        start = time.process_time()
        board, played = game(choose)
        seconds += time.process_time() - start
        plies += played
        last = board.to_sfen() if hasattr(board, "to_sfen") else board.sfen()
        if len(shogi_fast.Board(last).legal_moves):
            raise WrongAnswer(f"{game.__name__}: the game goes on in {last}")
    return plies / seconds


def plies_a_second(runs: int) -> dict[str, float]:
    """Return the median rate of each library over so many runs, turn and turn about."""
    rates: dict[str, list[float]] = {library: [] for library in PLAYERS}
    for run in range(runs):
        for library, (game, games) in PLAYERS.items():
            if games == GAMES or run == 0:
                rates[library].append(timed_games(game, games, run))
    return {library: statistics.median(found) for library, found in rates.items()}
