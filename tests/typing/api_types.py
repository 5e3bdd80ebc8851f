"""What type checkers make of the package: run ``mypy``, which reads this file, and nothing else.

Each ``assert_type`` is what a user's program relies on. A line that must be an error is marked
``type: ignore`` with its code, which mypy in strict mode refuses where there is no error.
"""

from typing import Literal, assert_type

import shogi_fast as sf
from shogi_fast.handicap import Handicap, find_handicap
from shogi_fast.legal_moves import MoveIterator
from shogi_fast.svg import board_svg


class Mine(sf.Board):
    """A subclass, which class methods and copies return."""

    note = ""


def boards(board: sf.Board, move: sf.Move, mine: Mine) -> None:
    """Read, make moves, copy."""
    assert_type(sf.Board.empty(), sf.Board)
    assert_type(Mine.from_usi("startpos"), Mine)
    assert_type(mine.copy(stack=False), Mine)
    assert_type(mine.rotate(), Mine)
    assert_type(board.turn, sf.Color)
    assert_type(board.hand(0), dict[sf.PieceType, int])
    assert_type(board.hand(sf.WHITE), dict[sf.PieceType, int])
    assert_type(board.piece_at(0), sf.Piece | None)
    assert_type(board.piece_map(), dict[int, sf.Piece])
    assert_type(board.king(sf.BLACK), int | None)
    assert_type(board.pieces(sf.GOLD, sf.BLACK) | board.checkers(), sf.SquareSet)
    assert_type(board.status(), sf.Status)
    assert_type(board.packed(), bytes)
    board.set_packed(bytearray(32))
    board.set_packed(memoryview(b""))
    board.turn = 1
    board.set_piece_at(0, None)
    assert_type(board.push_usi("7g7f"), sf.Move)
    assert_type(board.pop(), sf.Move)
    assert_type(board.move_stack, list[sf.Move])
    assert_type(board == board, bool)
    board.push("7g7f")  # type: ignore[arg-type]
    board.key = 1  # type: ignore[misc]


def moves(board: sf.Board, move: sf.Move) -> None:
    """List moves, and write them."""
    view = board.legal_moves
    assert_type(view, sf.LegalMoves)
    assert_type(view[0], sf.Move)
    assert_type(view[1:], list[sf.Move])
    assert_type(iter(view), MoveIterator)
    assert_type([move.usi() for move in view], list[str])
    assert_type(move in view, bool)
    assert_type(board.generate_moves("checks", to_mask=board.checkers()), list[sf.Move])
    board.generate_moves(from_mask=range(9), to_mask=1 << 80)
    board.generate_moves("capture")  # type: ignore[arg-type]
    assert_type(board.ki2(move), str)
    assert_type(board.parse_ki2("▲７六歩"), sf.Move)
    assert_type(move.from_square, int | None)
    assert_type(move.drop, int | None)
    assert_type(int(move), int)
    assert_type(sf.Move.NULL, sf.Move)
    assert_type(sorted([move]), list[sf.Move])
    move.promotion = True  # type: ignore[misc]

    class Special(sf.Move):  # type: ignore[misc]
        pass


def endings(board: sf.Board) -> None:
    """Ask how the game ends."""
    outcome = board.outcome("jsa")
    assert_type(outcome, sf.Outcome | None)
    assert outcome is not None
    assert_type(outcome.winner, sf.Color | None)
    assert_type(outcome.termination, sf.Termination)
    assert_type(board.repetition(), sf.Repetition)
    assert_type(board.search_repetition(), sf.SearchRepetition)
    assert_type(board.declaration("try"), Literal["win", "draw", "lose"])
    assert_type(sf.PRESETS["csa"]._replace(max_plies=320), sf.Rules)
    board.outcome(sf.Rules(max_plies=256, declaration=None))
    board.outcome("fide")  # type: ignore[arg-type]
    board.can_declare_win("27")  # type: ignore[arg-type]


def squares(several: sf.SquareSet) -> None:
    """Combine sets of squares."""
    assert_type(several & ~several, sf.SquareSet)
    assert_type(several.union([1, 2], {3}), sf.SquareSet)
    assert_type(list(several), list[int])
    assert_type(int(several), int)
    several | {1}  # type: ignore[operator]
    assert_type(sf.SQUARE_NAMES[0], str)
    assert_type(sf.square(7, 7), int)


def the_rest(board: sf.Board) -> None:
    """Count and draw."""
    assert_type(sf.perft(board, 3, progress=print), int)
    assert_type(sf.divide("startpos", 2), dict[sf.Move, int])
    assert_type(sf.perft_stats(board, 2), sf.PerftStats)
    sf.perft(board, 3, method="fast")  # type: ignore[arg-type]
    assert_type(board.svg(arrows=[("7g", 0, "red"), sf.Move.NULL], marks=["5e", (3, "#fff")]), str)
    assert_type(board_svg(board, pieces="kanji2", size=None), str)
    board.svg(pieces="chess")  # type: ignore[arg-type]
    assert_type(find_handicap("rook"), Handicap)
    assert_type(sf.get_include(), str)
    _ = sf.Bord  # type: ignore[attr-defined]
