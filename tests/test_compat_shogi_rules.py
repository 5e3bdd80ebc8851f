"""The stand-in for python-shogi: its table of differences, and its rules.

tests/peers/ compares it with python-shogi itself.
"""

import random
import weakref
from pathlib import Path
from typing import Any

import pytest
from compat_shogi_helpers import KINGS, UCHIFUZUME, state, unordered, usi
from positions import random_sparse_sfen
from reference import Reference

import shogi_fast as sf
from shogi_fast.compat import shogi
from shogi_fast.compat.shogi import *
from shogi_fast.compat.shogi_differences import ABSENT, DIFFERENCES

# -- The table of differences ---------------------------------------------------------------------


def test_rows_name_their_tests() -> None:
    root = Path(__file__).parents[1]
    keys = [row.key for row in DIFFERENCES]
    assert len(set(keys)) == len(keys)
    for row in DIFFERENCES:
        path, _, test = row.test.partition("::")
        assert f"def {test}(" in (root / path).read_text(encoding="utf-8"), row.key
        assert row.names
        assert row.there.endswith(".")
        assert row.here.endswith(".")


def test_rows_and_absent_names_are_of_different_things() -> None:
    assert not {name for row in DIFFERENCES for name in row.names} & set(ABSENT)
    for name in ABSENT:
        assert not hasattr(shogi, name)


# -- Rules ----------------------------------------------------------------------------------------


def test_pawn_drop_mate_with_a_pinned_defender() -> None:
    board = Board(UCHIFUZUME)
    drop = Move.from_usi("P*1b")
    assert drop not in board.legal_moves
    assert not board.is_legal(drop)
    assert board.is_pseudo_legal(drop)
    assert drop in board.pseudo_legal_moves
    assert board.is_suicide_or_check_by_dropping_pawn(drop)
    board.push(drop)
    assert board.is_checkmate()
    assert board.was_check_by_dropping_pawn(drop)
    assert not board.was_suicide()
    board.pop()
    other = Move.from_usi("P*2d")
    assert not board.is_suicide_or_check_by_dropping_pawn(other)
    board.push(other)
    assert not board.was_check_by_dropping_pawn(other)


def test_a_mate_by_another_man_is_no_pawn_drop_mate() -> None:
    board = Board("8k/9/8G/9/9/9/9/9/4K4 b G 1")
    mate = Move.from_usi("G*1b")
    assert mate in board.legal_moves
    board.push(mate)
    assert board.is_checkmate()
    assert not board.was_check_by_dropping_pawn(mate)
    assert not board.was_check_by_dropping_pawn(Move.null())


def test_no_move_takes_a_king() -> None:
    board = Board("4k4/4R4/9/9/9/9/9/9/4K4 b - 1")
    take = Move.from_usi("5b5a")
    assert board.was_suicide()
    assert take not in board.legal_moves
    assert take not in board.pseudo_legal_moves
    before = state(board)
    with pytest.raises(ValueError, match="5b5a cannot be made in '4k4"):
        board.push(take)
    assert state(board) == before


def test_no_drop_onto_a_man() -> None:
    board = Board("4k4/4g4/9/9/9/9/9/9/4K4 b P 1")
    for text in ("P*5b", "P*5i"):
        drop = Move.from_usi(text)
        assert not board.is_legal(drop)
        assert not board.is_pseudo_legal(drop)
        assert drop not in board.legal_moves
        assert drop not in board.pseudo_legal_moves
        with pytest.raises(ValueError, match="cannot be made"):
            board.push(drop)


def test_flags_of_legal_moves() -> None:
    board = Board("4k4/9/9/9/4+P4/9/9/9/4K4 b P 1")
    every = usi(board.legal_moves)
    drops = [move for move in every if move[1] == "*"]
    assert len(drops) > 60
    assert usi(board.generate_legal_moves()) == every
    assert usi(board.generate_legal_moves(pawns_drop=False)) == [
        move for move in every if move not in drops
    ]
    assert usi(board.generate_legal_moves(king=False)) == [
        move for move in every if move[:2] != "5i"
    ]
    only = board.generate_pseudo_legal_moves(*[False] * 8, True, *[False] * 12)
    assert usi(only) == [move for move in every if move[:2] == "5e"]


def test_flags_take_men_apart() -> None:
    """Each flag of the pseudo-legal moves is about its type alone."""
    board = Board("4k4/9/9/1P1L1N1S1/G1B1R1+P2/+L1+N1+S1+B1+R/9/9/4K4 b PLNSGBR 1")
    every = usi(board.pseudo_legal_moves)
    found = []
    for number in range(21):
        flags = [False] * 21
        flags[number] = True
        moves = usi(board.generate_pseudo_legal_moves(*flags))
        assert moves
        for move in moves:
            if number < 14:
                assert board.piece_type_at(SQUARE_NAMES.index(move[:2])) == number + 1
            else:
                assert move[:2] == f"{PIECE_SYMBOLS[number - 13].upper()}*"
        found += moves
    assert sorted(found) == sorted(every)


def test_order_of_moves() -> None:
    """By type, origin and destination, promotion last; drops by destination and type."""
    rng = random.Random("order")
    for _ in range(300):
        board = Board(random_sparse_sfen(rng))
        for moves in (list(board.legal_moves), list(board.pseudo_legal_moves)):
            keys = [
                (0, board.piece_type_at(m.from_square), m.from_square, m.to_square, m.promotion)
                if m.from_square is not None
                else (1, m.to_square, m.drop_piece_type)
                for m in moves
            ]
            assert keys == sorted(keys)
            assert len(set(keys)) == len(keys)
        native = sf.Board(board.sfen())
        assert sorted(usi(board.legal_moves)) == sorted(usi(native.legal_moves))
        assert len(board.legal_moves) == len(native.legal_moves)
        legal = set(usi(board.legal_moves))
        for move in board.pseudo_legal_moves:
            assert board.is_legal(move) == (move.usi() in legal)
            assert board.is_suicide_or_check_by_dropping_pawn(move) != (move.usi() in legal)


def test_perft() -> None:
    """Through the interface, by both kinds of moves."""

    def by_legal(board: shogi.Board, depth: int) -> int:
        if depth == 0:
            return 1
        count = 0
        for move in board.legal_moves:
            board.push(move)
            count += by_legal(board, depth - 1)
            board.pop()
        return count

    def by_pseudo_legal(board: shogi.Board, depth: int) -> int:
        if depth == 0:
            return 1
        count = 0
        for move in board.pseudo_legal_moves:
            board.push(move)
            if not board.was_suicide() and not board.was_check_by_dropping_pawn(move):
                count += by_pseudo_legal(board, depth - 1)
            board.pop()
        return count

    mid = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
    for sfen, depth in ((STARTING_SFEN, 3), (mid, 2), (UCHIFUZUME, 2)):
        board = Board(sfen)
        before = state(board)
        expected = sf.perft(sfen, depth)
        assert by_legal(board, depth) == by_pseudo_legal(board, depth) == expected
        assert unordered(state(board)) == unordered(before)


def test_generators() -> None:
    board = Board(KINGS)
    moves = board.legal_moves
    assert isinstance(moves, LegalMoveGenerator)
    assert isinstance(board.pseudo_legal_moves, PseudoLegalMoveGenerator)
    assert moves is not board.legal_moves
    assert moves.board is board.pseudo_legal_moves.board is board
    assert (len(moves), bool(moves)) == (5, True)
    board.push_usi("5i5h")
    # The same object tells of the board as it is now.
    assert usi(moves) == usi(board.legal_moves) != []
    assert len(LegalMoveGenerator(board)) == len(PseudoLegalMoveGenerator(board)) == 5
    assert not Board("9/9/9/9/9/9/9/9/9 b - 1").legal_moves
    assert not Board("9/9/9/9/9/9/9/9/9 b - 1").pseudo_legal_moves
    with pytest.raises(TypeError):
        moves[0]  # type: ignore[index]
    for cls in (LegalMoveGenerator, PseudoLegalMoveGenerator):
        with pytest.raises(TypeError):
            cls(None)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            cls(sf.Board())  # type: ignore[arg-type]
        empty = cls.__new__(cls)
        for ask in (len, list, bool, lambda moves: Move.null() in moves):
            with pytest.raises(TypeError, match="without a board"):
                ask(empty)


def test_moves_are_those_at_the_time_of_asking() -> None:
    board = Board()
    moves = iter(board.legal_moves)
    assert moves.__length_hint__() == 30  # type: ignore[attr-defined]
    first = next(moves)
    board.push(first)
    assert [first.usi(), *usi(moves)] == usi(Board().legal_moves)
    assert next(moves, None) is None
    for name in ("send", "close"):
        assert not hasattr(moves, name)
    with pytest.raises(TypeError, match="weak reference"):
        weakref.ref(moves)


def test_a_subclass_may_have_methods_of_its_own() -> None:
    class OnlyKing(Board):
        def generate_legal_moves(self, *args: Any, **kwargs: Any) -> Any:
            return super().generate_legal_moves(*[False] * 7, True, *[False] * 7)

        def is_legal(self, move: Any) -> bool:
            return move.usi() == "5i5h"

    board = OnlyKing()
    assert usi(board.legal_moves) == ["5i6h", "5i5h", "5i4h"]
    assert len(board.legal_moves) == 3
    assert Move.from_usi("5i5h") in board.legal_moves
    assert Move.from_usi("5i4h") not in board.legal_moves
    assert len(board.pseudo_legal_moves) == 30

    class Noting(Board):
        def push(self, move: Any) -> None:
            self.noted = [*getattr(self, "noted", ()), move.usi()]
            super().push(move)

    noting = Noting()
    noting.push_usi("7g7f")
    noting.push_usi_position_cmd("position startpos moves 2g2f 8c8d")
    assert noting.noted == ["7g7f", "2g2f", "8c8d"]
    assert noting.move_number == 3


def test_positions_against_the_reference() -> None:
    rng = random.Random("reference")
    for _ in range(200):
        sfen = random_sparse_sfen(rng)
        board, position = Board(sfen), Reference(sfen)
        assert sorted(usi(board.legal_moves)) == position.legal_moves()
        assert board.is_check() == position.is_check()
        assert board.was_suicide() == position.king_attacked(1 - position.turn)
        assert board.is_checkmate() == (position.is_check() and not position.legal_moves())


def answering(name: str, answer: Any) -> Board:
    """Return a board of a subclass one of whose methods gives that answer."""
    return type("Answering", (Board,), {name: lambda self, *_: answer})()


def test_what_asks_methods_of_a_subclass() -> None:
    other = Move.from_usi("1a1b")
    one = answering("generate_pseudo_legal_moves", [Move.from_usi("7g7f"), other])
    with pytest.raises(ValueError, match="1a1b"):
        list(one.generate_legal_moves())
    one = answering("generate_pseudo_legal_moves", [Move.from_usi("7g7f")])
    assert list(one.legal_moves) == list(one.generate_legal_moves()) == [Move.from_usi("7g7f")]
    none = answering("generate_pseudo_legal_moves", [])
    assert none.is_game_over()
    assert none.is_stalemate()
    assert not none.is_checkmate()
    none = answering("is_suicide_or_check_by_dropping_pawn", True)
    assert list(none.legal_moves) == []
    assert not none.is_legal(Move.from_usi("7g7f"))
    assert Move.from_usi("7g7f") not in none.legal_moves
    assert none.is_game_over()
    none = answering("generate_legal_moves", ())
    assert none.is_game_over()
    assert none.is_stalemate()
    assert answering("is_pseudo_legal", False).is_legal(Move.from_usi("7g7f")) is False
    assert answering("is_fourfold_repetition", 1).is_game_over() is True
    for name in ("is_check", "is_attacked_by"):
        board = answering(name, True)
        board.set_sfen("8k/8G/8S/9/9/9/9/9/K8 w - 1")
        assert board.is_checkmate()
        board.reset()
        assert board.is_check()
        assert not board.is_stalemate()
    assert answering("is_attacked_by", True).was_suicide()
    # One object's own.
    board = answering("note", None)
    board.is_suicide_or_check_by_dropping_pawn = lambda move: True  # type: ignore[method-assign]
    assert list(board.legal_moves) == []


def test_methods_of_a_subclass_that_nothing_asks() -> None:
    """What sets up, makes moves, shows and judges one move works on the board itself."""
    for name in (
        *("piece_at", "piece_type_at", "set_piece_at", "remove_piece_at", "add_piece_into_hand"),
        *("zobrist_hash", "board_zobrist_hash", "has_piece_in_hand", "is_double_pawn", "clear"),
        *("was_suicide", "was_check_by_dropping_pawn", "remove_piece_from_hand"),
    ):
        board = answering(name, 0)
        assert board == Board()
        assert len(board.legal_moves) == 30
        board.set_sfen(UCHIFUZUME)
        assert board.sfen() == UCHIFUZUME
        assert usi(board.legal_moves) == usi(Board(UCHIFUZUME).legal_moves)
        assert not board.is_fourfold_repetition()
        move = next(iter(Board(UCHIFUZUME).legal_moves))
        board.push(move)
        board.pop()
        assert board == Board(UCHIFUZUME)


def test_flags_reach_a_subclass() -> None:
    class Listening(Board):
        def generate_pseudo_legal_moves(self, *flags: Any) -> Any:
            assert len(flags) == 21
            return super().generate_pseudo_legal_moves(*flags)

    board = Listening("4k4/9/9/9/9/9/9/9/4K4 b P 1")
    plain = Board("4k4/9/9/9/9/9/9/9/4K4 b P 1")
    for flags in ({"pawns_drop": False}, {"king": False}, {}):
        assert list(board.generate_legal_moves(**flags)) == list(
            plain.generate_legal_moves(**flags)
        )
