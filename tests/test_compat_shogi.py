"""The stand-in for python-shogi: what it does, and each row of its table of differences.

tests/peers/ compares it with python-shogi itself.
"""

import collections
import copy
import gc
import importlib
import pickle
import random
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import random_sparse_sfen
from reference import Reference

import shogi_fast as sf
from shogi_fast.compat import shogi
from shogi_fast.compat.shogi import *
from shogi_fast.compat.shogi_differences import ABSENT, DIFFERENCES

KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
UCHIFUZUME = "7nk/7g1/6BS1/9/9/9/9/9/4K4 b P 1"


def usi(moves: Any) -> list[str]:
    return [move.usi() for move in moves]


def state(board: shogi.Board) -> tuple[Any, ...]:
    """Return all that can be seen of a board."""
    return (
        board.sfen(),
        usi(board.move_stack),
        list(board.captured_piece_stack),
        [list(hand.items()) for hand in board.pieces_in_hand],
        list(board.pieces),
        list(board.piece_bb),
        board.king_squares[:],
        board.occupied.by_color[:],
        board.is_check(),
        board.was_suicide(),
        board.zobrist_hash(),
        board.is_fourfold_repetition(),
        usi(board.legal_moves),
    )


def unordered(seen: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a state without the order of the hands, which taking back drops and captures changes."""
    return (*seen[:3], [sorted(hand) for hand in seen[3]], *seen[4:])


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


# -- Moves made and taken back --------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["5e5d", "3c3d", "7g7g", "8h7g", "4i4h+", "5i5h+", "P*5e", "5i5a", "K*5e", "+P*5e"]
)
def test_push_of_what_cannot_be_made(text: str) -> None:
    board = Board("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b L 1")
    move = Move(None, E5, False, PROM_PAWN) if text[0] == "+" else Move.from_usi(text)
    board.push_usi("5g5f")
    board.pop()
    before = state(board)
    for attempt in (board.push, board.is_suicide_or_check_by_dropping_pawn):
        with pytest.raises(ValueError, match="cannot be made in"):
            attempt(move)
    with pytest.raises(ValueError, match=r"cannot be made in|no piece has the letter|not a USI"):
        board.push_usi(text)
    assert not board.is_legal(move)
    assert not board.is_pseudo_legal(move)
    assert move not in board.legal_moves
    assert state(board) == before


def test_push_of_what_is_not_legal() -> None:
    """Not legal, but can be made: and taken back."""
    board = Board("4k4/9/9/9/4r4/9/9/4G4/4K4 b P 1")
    for text in ("5h4h", "5i1a", "5h9a", "P*1a", "5h5e"):
        before = state(board)
        board.push_usi(text)
        assert board.was_suicide() == (text in ("5h4h", "5h9a"))
        assert board.turn == WHITE
        list(board.legal_moves)
        assert board.pop() == Move.from_usi(text)
        assert state(board) == before
    # And on after one's own king was left attacked.
    board.push_usi("5h4h")
    board.push_usi("5e5f")
    assert board.is_check()
    board.pop()
    board.pop()
    assert state(board) == before


def test_a_move_object_comes_back_as_it_went() -> None:
    board = Board()
    move = Move.from_usi("7g7f")
    board.push(move)
    assert board.peek() is board.move_stack[-1] is move
    # Changing it afterwards does not change what was made.
    move.to_square = I1
    assert board.pop() is move
    assert board == Board()


def test_pop_of_a_null_move() -> None:
    board = Board()
    start = board.zobrist_hash()
    for null in (Move.null(), None):
        board.push(null)
        assert (board.turn, board.move_number) == (WHITE, 2)
        assert list(board.captured_piece_stack) == [NONE]
        assert {key for key, count in board.transpositions.items() if count} == {start}
        assert not board.is_fourfold_repetition()
        board.push_usi("3c3d")
        board.pop()
        assert board.pop() is null
        assert {key for key, count in board.transpositions.items() if count} == {start}
        assert min(board.transpositions.values()) >= 0
        assert board == Board()


def test_null_moves_in_check() -> None:
    board = Board("4k4/9/9/9/9/9/9/4r4/4K4 b - 1")
    before = state(board)
    assert board.is_suicide_or_check_by_dropping_pawn(Move.null())
    board.push(Move.null())
    assert board.was_suicide()
    assert Move.from_usi("5h5i") not in board.pseudo_legal_moves
    board.push_usi("5h5g")
    assert board.is_check()
    board.pop()
    board.pop()
    assert state(board) == before


def test_pop_and_peek_of_nothing() -> None:
    board = Board()
    for call in (board.pop, board.peek):
        with pytest.raises(IndexError, match="no move was made"):
            call()


def test_captured_pieces() -> None:
    board = Board()
    for text in ("7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "B*5e"):
        board.push_usi(text)
    assert list(board.captured_piece_stack) == [0, 0, BISHOP, PROM_BISHOP, 0, 0]
    assert board.pieces_in_hand == [{}, {}]
    board.pop()
    assert board.pieces_in_hand == [{}, {BISHOP: 1}]


def test_long_games_and_back() -> None:
    for number in range(20):
        rng = random.Random(f"back {number}")
        board = Board()
        states = []
        for _ in range(150):
            moves = list(board.legal_moves)
            if not moves:
                break
            states.append(state(board) if rng.random() < 0.1 else None)
            board.push(rng.choice(moves) if rng.random() < 0.95 else Move.null())
        for before in reversed(states):
            board.pop()
            if before is not None:
                assert unordered(state(board)) == unordered(before)
        assert board == Board()


def test_pop_after_edits() -> None:
    board = Board()
    board.push_usi("7g7f")
    board.remove_piece_at(A9)
    assert board.pop().usi() == "7g7f"
    assert board.sfen() == "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    board.reset()
    board.push_usi("7g7f")
    board.remove_piece_at(F7)
    board.pop()
    assert board.sfen() == "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1"
    assert board.occupied.by_color[BLACK] & BB_G7 == 0
    # What was captured is gone from the hand.
    board.reset()
    for text in ("7g7f", "3c3d", "8h2b+"):
        board.push_usi(text)
    board.pieces_in_hand[BLACK].clear()
    before = state(board)
    with pytest.raises(ValueError, match="no longer in hand"):
        board.pop()
    assert state(board) == before
    # A king that moved was taken away, and stands elsewhere now.
    board.reset()
    board.push_usi("5i5h")
    board.remove_piece_at(H5)
    board.set_piece_at(E5, Piece(KING, BLACK))
    board.pop()
    assert board.king_squares == [E5, A5]
    assert board.piece_at(I5) is None


def test_pop_that_would_bring_a_second_king() -> None:
    board = Board(KINGS)
    board.push_usi("5i5h")
    board.remove_piece_at(A5)
    board.remove_piece_at(H5)
    board.set_piece_at(H5, Piece(KING, WHITE))
    board.set_piece_at(A1, Piece(KING, BLACK))
    before = state(board)
    with pytest.raises(ValueError, match="second king"):
        board.pop()
    assert state(board) == before


def test_pop_that_would_bring_a_man_too_many() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b 18P 1")
    board.push_usi("P*5e")
    board.remove_piece_at(E5)
    board.add_piece_into_hand(PAWN, WHITE, 23)
    before = state(board)
    with pytest.raises(ValueError, match="more than 40 men"):
        board.pop()
    assert state(board) == before


def test_position_commands() -> None:
    board = Board()
    board.push_usi_position_cmd("position startpos moves 7g7f 3c3d")
    assert (board.move_number, usi(board.move_stack)) == (3, ["7g7f", "3c3d"])
    board.push_usi_position_cmd(f"position sfen {KINGS} moves 5i5h")
    assert board.sfen() == "4k4/9/9/9/9/9/9/4K4/9 w - 2"
    board.push_usi_position_cmd("position startpos")
    assert board == Board()
    board.push_usi_position_cmd("position startpos moves 7g7f")
    counter = board.transpositions
    before = state(board)
    for command, message in (
        ("position startpos moves 7g7f zz", "not a USI move"),
        ("position startpos moves 7g7f 5e5d", "5e5d cannot be made"),
        ("position startpos 7g7f", "followed by 'moves'"),
        (f"position sfen {KINGS[:-2]} moves 5i5h", "four fields"),
        ("startpos moves 7g7f", "not 'position startpos'"),
        ("", "not 'position startpos'"),
    ):
        with pytest.raises(ValueError, match=message):
            board.push_usi_position_cmd(command)
        assert state(board) == before
        assert board.transpositions is counter
    with pytest.raises(TypeError):
        board.push_usi_position_cmd(5)  # type: ignore[arg-type]


# -- Repetition and hash values -------------------------------------------------------------------

LAP = ("4i4h", "6a6b", "4h4i", "6b6a")


@pytest.mark.parametrize("asked", [False, True])
def test_fourfold_repetition(asked: bool) -> None:
    board = Board()
    if asked:
        assert len(board.transpositions) == 1
    for lap in range(1, 4):
        assert not board.is_fourfold_repetition()
        for text in LAP:
            board.push_usi(text)
        assert board.is_fourfold_repetition() == (lap == 3)
    assert board.is_game_over()
    assert board.transpositions[board.zobrist_hash()] == 4
    board.pop()
    assert not board.is_fourfold_repetition()
    assert not board.is_game_over()
    assert sum(board.transpositions.values()) == 12


def test_transpositions_may_be_edited() -> None:
    board = Board()
    board.transpositions[board.zobrist_hash()] = 4
    assert board.is_fourfold_repetition()
    board.push_usi("7g7f")
    assert board.transpositions[board.zobrist_hash()] == 1
    board.transpositions.clear()
    assert not board.is_fourfold_repetition()
    board.pop()
    other = collections.Counter({board.zobrist_hash(): 4})
    board.transpositions = other
    assert board.transpositions is other
    assert board.is_game_over()
    board.push_usi("7g7f")
    assert other[board.zobrist_hash()] == 1
    with pytest.raises(TypeError, match=r"collections\.Counter"):
        board.transpositions = {}  # type: ignore[assignment]
    board.reset()
    assert board.transpositions is not other


def test_transpositions_of_moves_taken_back() -> None:
    board = Board()
    list(board.legal_moves)
    board.push_usi("7g7f")
    board.pop()
    assert board.transpositions == {board.zobrist_hash(): 1}
    assert len(board.transpositions) == 1
    board.push_usi("7g7f")
    board.pop()
    assert sorted(board.transpositions.values()) == [0, 1]


def test_a_counter_with_code_of_its_own() -> None:
    """It cannot change the board in the middle of a change; its errors leave nothing half done."""

    class Meddling:
        def __add__(self, other: Any) -> Any:
            board.push_usi("3c3d")

    class Failing:
        def __add__(self, other: Any) -> Any:
            raise LookupError

    board = Board()
    board.push_usi("7g7f")
    after = board.zobrist_hash()
    board.pop()
    for value, error in ((Meddling(), RuntimeError), (Failing(), LookupError)):
        board.transpositions[after] = value  # type: ignore[assignment]
        before = state(board)
        with pytest.raises(error):
            board.push_usi("7g7f")
        assert state(board) == before
        del board.transpositions[after]
        board.push_usi("7g7f")
        board.transpositions[after] = value  # type: ignore[assignment]
        sfen = board.sfen()
        with pytest.raises(error):
            board.pop()
        assert board.sfen() == sfen
        del board.transpositions[after]
        board.pop()
    board.push_usi("7g7f")
    assert board.pop().usi() == "7g7f"


def test_hash_values() -> None:
    board = Board()
    assert board.zobrist_hash() == sf.Board().key
    assert len(DEFAULT_RANDOM_ARRAY) == len(set(DEFAULT_RANDOM_ARRAY)) == 2_286
    assert all(0 <= number < 1 << 64 for number in DEFAULT_RANDOM_ARRAY)
    for text in ("7g7f", "3c3d", "8h2b+", "3a2b"):
        board.push_usi(text)
        assert board.incremental_zobrist_hash == board.board_zobrist_hash()
        assert board.board_zobrist_hash() == board.board_zobrist_hash(DEFAULT_RANDOM_ARRAY)
    # One number for each man on its square, White to move, and each bit of Black's hand.
    numbers = [1 << i for i in range(2_286)]
    board = Board("9/9/9/9/9/9/9/9/1p6L w P2L9p 1")
    places = [I8 + 81, I1 + 81 * 2, 2268]
    places += [2269 + bit for bit in range(17) if 1 + 2 * 19 >> bit & 1]
    assert board.zobrist_hash(numbers) == sum(1 << place for place in places)
    assert board.board_zobrist_hash(numbers) == 1 << places[0] | 1 << places[1]
    with pytest.raises(IndexError):
        board.board_zobrist_hash([1])


def test_hash_of_hands() -> None:
    sfens = [f"{KINGS[:-3]}{hand} 1" for hand in ("-", "P", "p", "Pp", "2p", "L", "l")]
    assert len({Board(sfen).zobrist_hash() for sfen in sfens}) == len(sfens)
    assert len({Board(sfen).board_zobrist_hash() for sfen in sfens}) == 1
    assert Board(sfens[0]).zobrist_hash() == Board(sfens[0][:-1] + "7").zobrist_hash()
    white = Board(sfens[2])
    numbers = DEFAULT_RANDOM_ARRAY
    assert white.zobrist_hash(numbers) == Board(sfens[0]).zobrist_hash(numbers)
    # Four times the same board with other hands is no repetition.
    board = Board(sfens[2])
    for number in range(1, 5):
        board.push(Move.null())
        board.push(Move.null())
        board.pieces_in_hand[WHITE][PAWN] = number
    assert not board.is_fourfold_repetition()


# -- Attributes -----------------------------------------------------------------------------------


def writes(board: shogi.Board) -> list[Any]:
    """Return ways to write to what only shows."""
    occupied = board.occupied
    stack = board.move_stack
    lists = [board.pieces, board.piece_bb, board.king_squares, board.occupied.by_color]
    ways: list[Any] = []
    for view in lists:
        ways += [
            lambda v=view: v.__setitem__(0, 1),
            lambda v=view: v.__setitem__(slice(None), []),
            lambda v=view: v.__delitem__(0),
            lambda v=view: v.append(1),
            lambda v=view: v.extend([1]),
            lambda v=view: v.insert(0, 1),
            lambda v=view: v.remove(0),
            *(getattr(view, name) for name in ("pop", "clear", "sort", "reverse")),
            lambda v=view: v.__iadd__([1]),
            lambda v=view: v.__imul__(2),
        ]
    for deck in (stack, board.captured_piece_stack):
        ways += [
            lambda v=deck: v.__setitem__(0, 1),
            lambda v=deck: v.__delitem__(0),
            lambda v=deck: v.append(1),
            lambda v=deck: v.appendleft(1),
            lambda v=deck: v.extend([1]),
            lambda v=deck: v.extendleft([1]),
            lambda v=deck: v.insert(0, 1),
            lambda v=deck: v.remove(0),
            *(getattr(deck, name) for name in ("pop", "popleft", "clear", "rotate", "reverse")),
            lambda v=deck: v.__iadd__([1]),
            lambda v=deck: v.__imul__(2),
        ]
    ways += [lambda: occupied.ixor(1, 0, 0)]
    ways += [
        lambda name=name: setattr(board, name, getattr(board, name))
        for name in (
            *("piece_bb", "pieces", "king_squares", "occupied", "move_stack"),
            *("captured_piece_stack", "incremental_zobrist_hash"),
        )
    ]
    ways += [
        lambda name=name: setattr(occupied, name, 0)
        for name in ("bits", "by_color", "l45", "r45", "l90")
    ]
    return ways


def test_writing_to_what_only_shows() -> None:
    board = Board()
    board.push_usi("7g7f")
    before = state(board)
    for write in writes(board):
        with pytest.raises(
            (TypeError, AttributeError), match=r"Board\.\w+(\.\w+)? cannot be .*Board\."
        ):
            write()
        assert state(board) == before
    with pytest.raises(TypeError, match=r"use Board\.set_piece_at and Board\.remove_piece_at"):
        board.piece_bb[PAWN] |= 1
    with pytest.raises(TypeError, match=r"use Board\.push, Board\.pop, or Board\.set_sfen"):
        board.move_stack.clear()


def test_what_shows_follows_the_board() -> None:
    board = Board()
    views = (
        *(board.pieces, board.piece_bb, board.king_squares, board.occupied.by_color),
        *(board.move_stack, board.captured_piece_stack, *board.pieces_in_hand),
    )
    occupied = board.occupied
    assert board.pieces is views[0]
    rng = random.Random("views")

    def check() -> None:
        fresh = pickle.loads(pickle.dumps(board))
        fresh_views = (
            *(fresh.pieces, fresh.piece_bb, fresh.king_squares, fresh.occupied.by_color),
            *(fresh.move_stack, fresh.captured_piece_stack, *fresh.pieces_in_hand),
        )
        for view, other in zip(views, fresh_views, strict=True):
            assert view == other
            assert repr(view) == repr(other)
        assert occupied == fresh.occupied
        assert occupied.l45 == Occupied(*fresh.occupied.by_color).l45

    for _ in range(60):
        moves = list(board.legal_moves)
        if rng.random() < 0.3 and board.move_stack:
            board.pop()
        else:
            board.push(rng.choice(moves))
        check()
    for edit in (
        lambda: board.set_piece_at(E5, Piece(GOLD, WHITE)),
        lambda: board.remove_piece_at(E5, True),
        lambda: board.add_piece_into_hand(PAWN, WHITE),
        lambda: board.push(Move.null()),
        board.pop,
    ):
        edit()
        check()
    with pytest.raises(ValueError, match="zz"):
        board.push_usi_position_cmd(f"position sfen {KINGS} moves 5i5h zzzz")
    check()


def test_what_shows_is_of_the_right_type() -> None:
    board = Board()
    board.push_usi("7g7f")
    for view, cls in (
        (board.pieces, list),
        (board.piece_bb, list),
        (board.king_squares, list),
        (board.pieces_in_hand, list),
        (board.pieces_in_hand[0], collections.Counter),
        (board.transpositions, collections.Counter),
        (board.move_stack, collections.deque),
        (board.captured_piece_stack, collections.deque),
        (board.occupied, Occupied),
    ):
        assert isinstance(view, cls)
        # Copies are plain ones, that may be changed.
        for twin in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
            assert twin == view
            assert type(twin) is cls
    assert type(board.move_stack + collections.deque([1])) is collections.deque
    assert type(board.move_stack * 2) is collections.deque
    assert type(board.pieces[:2]) is type(board.pieces + [1]) is list  # noqa: RUF005
    board.move_stack.copy().clear()
    board.pieces_in_hand[0].copy().clear()
    assert board.move_stack


def test_boards_and_views_go_when_nobody_has_them() -> None:
    board = Board()
    hand = board.pieces_in_hand[BLACK]
    assert len(board.pieces) == len(board.piece_bb) + 66 == 81
    assert board.occupied.bits
    for text in ("7g7f", "3c3d", "8h2b+"):
        board.push_usi(text)
    assert hand == {BISHOP: 1}
    board_reference = weakref.ref(board)
    del board, hand
    gc.collect()
    assert board_reference() is None


def test_writing_to_hands() -> None:
    board = Board(KINGS)
    black, white = board.pieces_in_hand
    for write, text in (
        (lambda: black.__setitem__(PAWN, 2), "2P"),
        (lambda: black.__setitem__(ROOK, 1), "R2P"),
        (lambda: black.update({PAWN: 1, GOLD: 1}), "RG3P"),
        (lambda: black.subtract([GOLD]), "R3P"),
        (lambda: black.pop(ROOK), "3P"),
        (lambda: white.setdefault(LANCE, 2), "3P2l"),
        (lambda: white.popitem(), "3P"),
        (lambda: black.clear(), "-"),
        (lambda: white.__setitem__(SILVER, 1), "s"),
        (lambda: white.__delitem__(SILVER), "-"),
        (lambda: white.__iadd__(collections.Counter([PAWN])), "p"),
        (lambda: white.__ior__(collections.Counter([LANCE])), "lp"),
        (lambda: white.__isub__(collections.Counter([PAWN])), "l"),
        (lambda: white.__iand__(collections.Counter([PAWN])), "-"),
    ):
        write()
        assert board.sfen().split()[2] == text
        fresh = Board(board.sfen())
        assert board.pieces_in_hand == [black, white] == fresh.pieces_in_hand
        assert board.zobrist_hash() == fresh.zobrist_hash()
        assert sorted(usi(board.legal_moves)) == sorted(usi(fresh.legal_moves))
    board.pieces_in_hand = [{PAWN: 1}, {PAWN: 2}]
    black, white = board.pieces_in_hand
    board.pieces_in_hand[BLACK][PAWN] += 1
    board.pieces_in_hand[WHITE] += collections.Counter([GOLD])
    assert board.sfen().split()[2] == "2Pg2p"
    before = state(board)
    for refuse in (
        lambda: black.__setitem__(PAWN, 41),
        lambda: black.__setitem__(PAWN, 10**100),
        lambda: black.__setitem__(KING, 1),
        lambda: black.__setitem__(PROM_PAWN, 1),
        lambda: black.__setitem__(NONE, 1),
        lambda: setattr(board, "pieces_in_hand", [{PAWN: 1}]),
        lambda: setattr(board, "pieces_in_hand", [{PAWN: 20}, {PAWN: 21}]),
        lambda: board.pieces_in_hand.append({}),
        lambda: board.pieces_in_hand.pop(),
        lambda: black.__setitem__(PAWN, "x"),
        lambda: black.__setitem__("x", 1),
    ):
        with pytest.raises((ValueError, TypeError)):
            refuse()
        assert state(board) == before


def test_hands_without_pieces() -> None:
    board = Board()
    board.pieces_in_hand[BLACK][PAWN] = 0
    assert not board.has_piece_in_hand(PAWN, BLACK)
    assert board.pieces_in_hand[BLACK] == {}
    assert "P" not in board.sfen().split()[2]
    board.add_piece_into_hand(PAWN, BLACK, 0)
    assert PAWN not in board.pieces_in_hand[BLACK]
    for write in (
        lambda: board.pieces_in_hand[BLACK].__setitem__(PAWN, -1),
        lambda: board.add_piece_into_hand(PAWN, BLACK, -1),
        lambda: board.pieces_in_hand[BLACK].subtract([PAWN]),
        lambda: board.remove_piece_from_hand(PAWN, BLACK),
    ):
        with pytest.raises(ValueError, match=r"-1|not in hand"):
            write()
    assert board == Board()


def test_turn() -> None:
    board = Board()
    board.turn = WHITE
    assert board.sfen().split()[1] == "w"
    assert board.zobrist_hash() == Board(board.sfen()).zobrist_hash()
    assert usi(board.legal_moves) == usi(Board(board.sfen()).legal_moves)
    board.turn ^= 1
    assert board == Board()
    board.push_usi("7g7f")
    board.turn = BLACK
    assert usi(board.move_stack) == ["7g7f"]
    for wrong, error in ((2, IndexError), (-1, IndexError), (10**50, IndexError), ("b", TypeError)):
        with pytest.raises(error):
            board.turn = wrong  # type: ignore[assignment]


def test_attributes_cannot_be_deleted() -> None:
    board = type("Other", (Board,), {})()
    for name in (*(name for name in dir(board) if name[0] != "_"), "nothing"):
        with pytest.raises(AttributeError):
            delattr(board, name)
    board.note = 1
    del board.note
    assert not hasattr(board, "note")
    assert board == Board()
    with pytest.raises(AttributeError, match=r"Board\.pieces cannot be deleted"):
        del board.pieces


def test_move_number() -> None:
    board = Board()
    board.push_usi("7g7f")
    board.move_number = 50
    assert board.sfen().endswith(" 50")
    board.pop()
    assert board.move_number == 49
    for wrong, error in ((-1, ValueError), (1 << 31, ValueError), ("1", TypeError)):
        with pytest.raises(error):
            board.move_number = wrong  # type: ignore[assignment]
    assert board.move_number == 49
    assert board != Board()
    board.move_number = 1
    assert board == Board()


def test_piece_bb_of_no_type() -> None:
    board = Board()
    for text in ("7g7f", "3c3d", "8h2b+"):
        board.push_usi(text)
        assert board.piece_bb[NONE] == 0
        assert sum(board.piece_bb) == board.occupied.bits


def test_king_squares() -> None:
    board = Board()
    assert board.king_squares == [I5, A5]
    board.remove_piece_at(I5)
    assert board.king_squares == [None, A5]
    board.set_piece_at(A5, Piece(PAWN, WHITE))
    assert board.king_squares == [None, None]
    assert not board.is_check()
    assert not board.was_suicide()
    assert board.legal_moves


def test_other_attributes() -> None:
    for value in (Board(), Move(1, 2), Piece(PAWN, BLACK)):
        with pytest.raises(AttributeError):
            value.note = 1  # type: ignore[union-attr]
        cls: Any = type("Other", (type(value),), {})
        arguments: dict[type, tuple[int, ...]] = {Board: (), Move: (1, 2), Piece: (PAWN, BLACK)}
        other = cls(*arguments[type(value)])
        other.note = [1]
        for twin in (copy.copy(other), copy.deepcopy(other)):
            assert twin.note == [1]
            assert twin == other
            assert type(twin) is cls


# -- Setting up -----------------------------------------------------------------------------------


def test_pieces_on_squares() -> None:
    board = Board()
    board.set_piece_at(A9, Piece(PAWN, BLACK), False, True)
    assert board.sfen() == "Pnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b L 1"
    board.set_piece_at(E5, Piece(LANCE, WHITE), True)
    assert board.piece_at(E5) == Piece(LANCE, WHITE)
    assert board.pieces_in_hand == [{}, {}]
    board.turn = WHITE
    board.remove_piece_at(E5, into_hand=True)
    assert board.pieces_in_hand == [{}, {LANCE: 1}]
    board.remove_piece_at(E5)
    assert board.piece_at(E5) is None
    assert board.piece_type_at(E5) == NONE
    before = state(board)
    for wrong, error in (
        (lambda: board.set_piece_at(E5, Piece(GOLD, BLACK), True), ValueError),
        (lambda: board.set_piece_at(E5, None), TypeError),
        (lambda: board.set_piece_at(E5, Piece(0, BLACK)), ValueError),
        (lambda: board.set_piece_at(E5, Piece(15, BLACK)), ValueError),
        (lambda: board.set_piece_at(E5, Piece(PAWN, 2)), IndexError),
        (lambda: board.set_piece_at(81, Piece(PAWN, 0)), IndexError),
        (lambda: board.remove_piece_at(81), IndexError),
        (lambda: board.remove_piece_at(I5, True), ValueError),
        (lambda: board.set_piece_at(I5, Piece(PAWN, 0), False, True), ValueError),
    ):
        with pytest.raises(error):
            wrong()
        assert state(board) == before


def test_a_side_has_one_king() -> None:
    board = Board()
    with pytest.raises(ValueError, match="one king"):
        board.set_piece_at(E5, Piece(KING, BLACK))
    assert board == Board()
    with pytest.raises(ValueError, match="second king"):
        Board("4k4/9/9/9/9/9/9/9/3KK4 b - 1")
    board.set_piece_at(I5, Piece(KING, BLACK))
    assert board == Board()


def test_forty_men() -> None:
    board = Board(f"{KINGS[:-3]}30P 1")
    assert board.pieces_in_hand[BLACK] == {PAWN: 30}
    assert Board(board.sfen()) == board
    board.add_piece_into_hand(PAWN, WHITE, 10)
    before = state(board)
    for wrong in (
        lambda: board.add_piece_into_hand(PAWN, BLACK),
        lambda: board.add_piece_into_hand(PAWN, BLACK, 10**30),
        lambda: board.set_piece_at(E5, Piece(PAWN, BLACK)),
    ):
        with pytest.raises(ValueError, match="40 men"):
            wrong()
        assert state(board) == before
    for sfen in (f"{KINGS[:-3]}41P 1", f"{KINGS[:-3]}30P11L 1", f"{KINGS[:-3]}{'9' * 50}P 1"):
        with pytest.raises(ValueError, match="more"):
            Board(sfen)
    with pytest.raises(ValueError, match="40"):
        Board(f"4k4/{'/'.join(['ppppppppp'] * 5)}/9/9/9 b - 1")
    # From one hand into the other is no more men.
    board.pieces_in_hand = [{}, {PAWN: 40}]
    assert board.sfen().split()[2] == "40p"


def test_kings_in_hand() -> None:
    board = Board()
    for wrong in (
        lambda: board.add_piece_into_hand(KING, BLACK),
        lambda: board.remove_piece_from_hand(KING, BLACK),
        lambda: Board(f"{KINGS[:-3]}K 1"),
        lambda: Board(f"{KINGS[:-3]}+P 1"),
        lambda: board.pieces_in_hand[0].__setitem__(KING, 1),
    ):
        with pytest.raises(ValueError, match=r"king|hands have|Kings"):
            wrong()
    assert not board.has_piece_in_hand(KING, BLACK)
    board.add_piece_into_hand(PROM_ROOK, WHITE)
    assert board.has_piece_in_hand(ROOK, WHITE)
    assert board.has_piece_in_hand(PROM_ROOK, WHITE)


@pytest.mark.parametrize(
    ("sfen", "words"),
    [
        ("startpos", "four fields"),
        ("", "four fields"),
        (KINGS[:-2], "four fields"),
        (KINGS + " 2", "four fields"),
        (KINGS.replace("b", "x"), "side to move"),
        (KINGS[:-1] + "-1", "move number"),
        (KINGS[:-1] + "x", "move number"),
        (KINGS[:-1] + "１", "move number"),
        (KINGS[:-1] + "4294967296", "move number"),
        (KINGS[:-1] + "2147483648", "move number"),
        (KINGS[:-1] + "+5", "move number"),
        (KINGS[:-1] + "0_5", "move number"),
        (f"{KINGS[:-3]}01P 1", "begin with 0"),
        ("9+/9/9/9/9/9/9/9/9 b - 1", "without a piece"),
        ("4+G4/9/9/9/9/9/9/9/9 b - 1", "cannot be promoted"),
        ("44P/9/9/9/9/9/9/9/9 b - 1", "two digits"),
        ("9/9/9/9/9/9/9/9 b - 1", "nine ranks"),
        ("8/9/9/9/9/9/9/9/9 b - 1", "nine squares"),
        ("pppppppppp/9/9/9/9/9/9/9/9 b - 1", "nine squares"),
        ("X8/9/9/9/9/9/9/9/9 b - 1", "unknown character"),
        (f"{KINGS[:-3]}3 1", "without a piece"),
        (f"{KINGS[:-3]}0P 1", "begin with 0"),
        (f"{KINGS[:-3]}P- 1", "unknown character"),
    ],
)
def test_sfen_that_is_refused(sfen: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Board(sfen)


def test_sfen_that_is_read() -> None:
    assert Board(None) == Board()
    assert Board(f"  {KINGS}\n").sfen() == KINGS
    assert Board(KINGS.replace(" ", "\t")).sfen() == KINGS
    assert Board(KINGS[:-1] + "0").move_number == 1
    assert Board(KINGS[:-1] + "123456").move_number == 123456
    assert Board(KINGS[:-1] + "2147483647").move_number == 2147483647
    board = Board(f"{KINGS[:-3]}PLPp2b 1")
    assert [list(hand.items()) for hand in board.pieces_in_hand] == [
        [(PAWN, 2), (LANCE, 1)],
        [(PAWN, 1), (BISHOP, 2)],
    ]
    assert board.sfen().split()[2] == "L2P2bp"


def test_none_as_a_piece_type() -> None:
    board = Board()
    assert board.has_piece_in_hand(NONE, BLACK) is False
    assert board.is_attacked_by(BLACK, F5, [NONE]) is False
    assert board.is_attacked_by(BLACK, F5, [NONE, PAWN]) is True
    assert board.is_double_pawn(E5, NONE) is False


def test_legal_moves_cannot_be_set() -> None:
    board = Board()
    for name in ("legal_moves", "pseudo_legal_moves"):
        with pytest.raises(AttributeError, match=rf"Board\.{name} cannot be set"):
            setattr(board, name, [])


def test_after_a_refused_sfen() -> None:
    board = Board()
    board.push_usi("7g7f")
    before = state(board)
    with pytest.raises(ValueError, match="second king"):
        board.set_sfen("4k4/9/9/9/9/9/9/9/3KK4 b - 1")
    assert state(board) == before


def test_reset_and_clear() -> None:
    board = Board(f"{KINGS[:-3]}P 7")
    board.push_usi("P*5e")
    board.clear()
    assert board.sfen() == "9/9/9/9/9/9/9/9/9 b - 1"
    assert not board.move_stack
    board.reset()
    assert state(board) == state(Board())


# -- Arguments ------------------------------------------------------------------------------------


def test_numbers_out_of_range() -> None:
    board = Board()
    for square in (-1, 81, 10**30, -(10**30)):
        for call in (
            lambda s=square: board.piece_at(s),
            lambda s=square: board.piece_type_at(s),
            lambda s=square: board.set_piece_at(s, Piece(PAWN, BLACK)),
            lambda s=square: board.remove_piece_at(s),
            lambda s=square: board.attackers(BLACK, s),
            lambda s=square: board.attacker_mask(BLACK, s),
            lambda s=square: board.is_attacked_by(BLACK, s),
            lambda s=square: board.is_double_pawn(s, PAWN),
            lambda s=square: Board.attacks_from(ROOK, s, board.occupied, BLACK),
            lambda s=square: Move(s, 0),
            lambda s=square: Move(0, s),
            lambda s=square: setattr(Move(0, 1), "from_square", s),
            lambda s=square: setattr(Move(0, 1), "to_square", s),
        ):
            with pytest.raises(IndexError, match="squares run from 0 to 80"):
                call()
    for kind in (-1, 15, 10**30):
        for call in (
            lambda k=kind: board.has_piece_in_hand(k, BLACK),
            lambda k=kind: board.add_piece_into_hand(k, BLACK),
            lambda k=kind: board.is_attacked_by(BLACK, E5, [k]) or board.is_attacked_by(0, G5, [k]),
            lambda k=kind: Board.attacks_from(k, E5, board.occupied, BLACK),
            lambda k=kind: board.is_double_pawn(E5, k),
        ):
            with pytest.raises(ValueError, match="piece types run from 1 to 14"):
                call()
        with pytest.raises(IndexError, match="piece types run from 0 to 14"):
            Move(None, 0, False, kind)
        with pytest.raises(IndexError, match="piece types run from 0 to 14"):
            Move(0, 1).drop_piece_type = kind
    for color in (-1, 2, 10**30):
        for call in (
            lambda c=color: board.attackers(c, E5),
            lambda c=color: board.has_piece_in_hand(PAWN, c),
            lambda c=color: board.kif_pieces_in_hand_str(c),
        ):
            with pytest.raises(IndexError, match="colors are 0"):
                call()
    assert board == Board()


def test_wrong_types() -> None:
    board = Board()
    before = state(board)
    for wrong in ("7g7f", 5, sf.Move.from_usi("7g7f"), [], object()):
        for call in (
            board.push,
            board.is_legal,
            board.is_pseudo_legal,
            board.is_suicide_or_check_by_dropping_pawn,
            board.was_check_by_dropping_pawn,
            board.legal_moves.__contains__,
            board.pseudo_legal_moves.__contains__,
        ):
            with pytest.raises(TypeError, match="a move is a Move"):
                call(wrong)  # type: ignore[arg-type]
    for call, words in (
        (lambda: board.set_sfen(5), "an SFEN is a str"),
        (lambda: board.set_sfen(b"startpos"), "an SFEN is a str"),
        (lambda: Board(5), "an SFEN is a str"),
        (lambda: board.push_usi(5), "is a str"),
        (lambda: board.push_usi(None), "is a str"),
        (lambda: Piece.from_symbol(None), "is a str"),
        (lambda: board.set_piece_at(E5, 3), "a piece is a Piece"),
        (lambda: board.piece_at(None), "a square is an int"),
        (lambda: board.piece_at(1.0), "a square is an int"),
        (lambda: board.attackers("b", E5), "a color is an int"),
        (lambda: Move("a", 1), "a square is an int"),
        (lambda: SquareSet("x"), "cannot be interpreted as an integer"),
    ):
        with pytest.raises(TypeError, match=words):
            call()
    assert Board.attacks_from(PAWN, E5, None, BLACK) == BB_D5
    assert state(board) == before
    for value in (board, Move(1, 2), Piece(PAWN, BLACK), Occupied(1, 2)):
        assert value != 3
        assert value != "x"
    for value in (board, Occupied(1, 2)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)


def test_parts_of_a_board_are_not_made_alone() -> None:
    with pytest.raises(TypeError, match="a part of Board"):
        importlib.import_module("shogi_fast.compat.shogi._state").State()


class Forgetful(Board):
    def __init__(self) -> None:
        pass


def test_a_board_without_init() -> None:
    for board in (Board.__new__(Board), Forgetful()):
        assert board == Board()
        board.push_usi("7g7f")
        assert board.pop().usi() == "7g7f"
        assert board.transpositions[board.zobrist_hash()] == 1


def test_a_move_without_init() -> None:
    board = Board()
    move = Move.__new__(Move)
    assert move.usi()
    assert not board.is_legal(move)
    with pytest.raises(ValueError, match="cannot be made"):
        board.push(move)
    assert Piece.__new__(Piece).symbol() == ""
    assert repr(Piece.__new__(Piece))


class Acting:
    """An int and a truth that makes a move whenever it is asked."""

    def __init__(self, board: shogi.Board, value: int) -> None:
        self.board = board
        self.value = value

    def act(self) -> None:
        self.board.push(next(iter(self.board.legal_moves), Move.null()))

    def __index__(self) -> int:
        self.act()
        return self.value

    def __bool__(self) -> bool:
        self.act()
        return bool(self.value)


def check_consistent(board: shogi.Board) -> None:
    """Everything that is kept up to date is as a fresh board has it."""
    fresh = Board(board.sfen())
    now, then = state(board), state(fresh)
    # A move number of 0 is read as 1.
    assert now[0].rsplit(" ", 1)[0] == then[0].rsplit(" ", 1)[0]
    assert [sorted(hand) for hand in now[3]] == [sorted(hand) for hand in then[3]]
    assert now[4:11] == then[4:11]
    assert now[12] == then[12]


@pytest.mark.parametrize("seed", range(20))
def test_any_call_leaves_a_board_in_order(seed: int) -> None:
    rng = random.Random(f"calls {seed}")
    board = Board()
    names = [name for name in dir(Board) if name[0] != "_"]

    def value() -> Any:
        return rng.choice(
            [
                *(None, True, -1, 0, 1, 2, 7, 8, 40, 80, 81, 1 << 40, -(10**25), 1.5, "7g7f", ""),
                *("b", KINGS, [], {}, [1, 2], {PAWN: 2}, b"x", Move.null(), Move(56, 47)),
                *(Move.__new__(Move), Piece(PAWN, 0), Piece(-5, 9), Piece(KING, WHITE)),
                *(Occupied(5, 6), SquareSet(3), board, Board, collections.Counter([1, 1])),
                *(Acting(board, 1), Acting(board, 40), range(2286), f"position sfen {KINGS}"),
            ]
        )

    raised = 0
    for _ in range(400):
        name = rng.choice(names)
        try:
            if not callable(getattr(Board, name)):
                if rng.random() < 0.5:
                    setattr(board, name, value())
                else:
                    getattr(board, name)
            elif name.startswith("generate"):
                list(getattr(board, name)(*[value() for _ in range(rng.randrange(15))]))
            else:
                getattr(board, name)(*[value() for _ in range(rng.randrange(5))])
        except (TypeError, ValueError, IndexError, AttributeError, KeyError, OverflowError):
            raised += 1
        check_consistent(board)
        if board.move_number > 1 << 30:
            board.move_number = 1
    assert 100 < raised < 400


def test_a_board_that_threads_share() -> None:
    board = Board()
    errors: list[Exception] = []

    def work(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(2_000):
            try:
                moves = list(board.legal_moves)
                if moves and rng.random() < 0.5:
                    board.push(rng.choice(moves))
                else:
                    board.pop()
                if rng.random() < 0.05:
                    assert len(board.pieces) == 81
                    board.transpositions  # noqa: B018
            except (ValueError, IndexError, RuntimeError):
                pass  # another thread was there first
            except Exception as problem:  # noqa: BLE001
                errors.append(problem)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert errors == []
    check_consistent(board)


# -- Moves and pieces -----------------------------------------------------------------------------


def test_null_move() -> None:
    null = Move.null()
    assert not null
    assert null == Move.from_usi("0000") == Move(None, None)
    assert (null.from_square, null.to_square, null.promotion, null.drop_piece_type) == (
        *(None, None, NONE, None),
    )
    assert repr(null) == "Move.from_usi('0000')"
    assert hash(null) == hash(Move.null())
    assert null not in Board().legal_moves
    assert not Board().is_legal(null)
    assert not Board().is_pseudo_legal(None)


def test_constructor_of_moves() -> None:
    for arguments, words in (
        ((None, 5), "needs the type"),
        ((None, 5, True, PAWN), "does not promote"),
        ((3, 5, False, PAWN), "drops no piece"),
        ((3, None), "leads nowhere"),
        ((None, None, True), "leads nowhere"),
        ((None, None, False, PAWN), "leads nowhere"),
    ):
        with pytest.raises(ValueError, match=words):
            Move(*arguments)
    assert Move(3, 5, 1).promotion is True
    assert Move(3, 5, promotion=[]).promotion is False


def test_attributes_of_moves_may_be_set() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b P 1")
    move = Move.from_usi("5i5h")
    move.from_square = None
    with pytest.raises(ValueError, match="cannot be made"):
        board.push(move)
    assert "*5h" in repr(move)
    move.drop_piece_type = PAWN
    assert move == Move.from_usi("P*5h")
    assert hash(move) == hash(Move.from_usi("P*5h"))
    board.push(move)
    board.pop()
    move.promotion = True
    with pytest.raises(ValueError, match="cannot be made"):
        board.push(move)
    for twin in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
        assert twin == move
        assert twin is not move
    move.to_square = None
    move.promotion = False
    move.drop_piece_type = None
    assert move == Move.null()
    board.push(move)
    assert board.turn == WHITE


def test_pickles_of_python_shogi() -> None:
    """It makes objects without __init__, and gives them a dict."""
    for value, state in (
        (
            Move.from_usi("8h2b+"),
            {"from_square": 64, "to_square": 16, "promotion": True, "drop_piece_type": None},
        ),
        (
            Move.from_usi("P*5e"),
            {"from_square": None, "to_square": 40, "promotion": False, "drop_piece_type": 1},
        ),
        (
            Move.null(),
            {"from_square": None, "to_square": None, "promotion": 0, "drop_piece_type": None},
        ),
        (Piece(GOLD, WHITE), {"piece_type": 5, "color": 1}),
    ):
        other: Any = type(value).__new__(type(value))
        other.__setstate__(state)
        assert other == value
        assert hash(other) == hash(value)


def test_moves_as_keys() -> None:
    assert len({Move(1, 2), Move(1, 2), Move(1, 2, True), Move(None, 2, False, PAWN)}) == 3
    assert hash(Move(3, 5)) == 5 | 3 << 7
    assert hash(Move(3, 5, True)) == 5 | 3 << 7 | 1 << 14
    assert hash(Move(None, 5, False, LANCE)) == 5 | (81 + LANCE) << 7
    with pytest.raises(TypeError):
        Move(1, 2) < Move(1, 3)  # type: ignore[operator]  # noqa: B015


@pytest.mark.parametrize(
    "text", ["", "7g", "7g7", "7g7f-", "7g7f++", "0g7f", "7j7f", "X*5e", "P*5e+", "**5e", "７g7f"]
)
def test_texts_that_name_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a USI|no square|no piece"):
        Move.from_usi(text)


def test_every_move_reads_its_text() -> None:
    moves = [Move(a, b, p) for a in range(0, 81, 5) for b in range(81) for p in (False, True)]
    moves += [Move(None, b, False, kind) for b in range(81) for kind in range(1, 8)]
    for move in moves:
        assert Move.from_usi(str(move)) == move
        if move.from_square != move.to_square:
            assert str(sf.Move.from_usi(str(move))) == str(move)


def test_pieces() -> None:
    for kind in PIECE_TYPES:
        for color in COLORS:
            piece = Piece(kind, color)
            assert Piece.from_symbol(piece.symbol()) == piece
            for twin in (copy.copy(piece), copy.deepcopy(piece)):
                assert twin == piece
            assert pickle.loads(pickle.dumps(piece)) == piece
            assert piece.symbol().isupper() == (color == BLACK)
    piece = Piece(PAWN, BLACK)
    piece.piece_type = GOLD
    piece.color = WHITE
    assert piece == Piece(GOLD, WHITE)
    for wrong in (None, "x", 10**30):
        with pytest.raises((TypeError, OverflowError)):
            piece.piece_type = wrong  # type: ignore[assignment]
    for kind in (-16, 15, 1000, -(2**31)):
        with pytest.raises(IndexError):
            Piece(kind, BLACK).symbol()
        with pytest.raises(IndexError):
            Piece(kind, BLACK).japanese_symbol()


# -- Text -----------------------------------------------------------------------------------------


def test_kif_of_large_hands() -> None:
    board = Board(f"{KINGS[:-3]}10P1L 1".replace("1L", "L"))
    assert board.kif_pieces_in_hand_str(BLACK) == "先手の持駒：\u3000香\u3000歩十"
    board.pieces_in_hand[BLACK] = {PAWN: 19}
    assert board.kif_pieces_in_hand_str(BLACK).endswith("歩十九")
    board.pieces_in_hand[BLACK] = {PAWN: 40}
    assert board.kif_str().endswith("歩四十")
    assert board.kif_pieces_in_hand_str(WHITE) == "後手の持駒："


def test_text_of_boards() -> None:
    board = Board("4k4/9/9/9/4+p4/9/9/9/4K4 w 2rGb4p 3")
    lines = str(board).split("\n")
    assert lines[0] == " .  .  .  .  k  .  .  .  ."
    assert lines[4] == " .  .  .  . +p  .  .  .  ."
    assert lines[9:] == ["", " G*1 r*2 b*1 p*4"]
    assert repr(board) == "Board('4k4/9/9/9/4+p4/9/9/9/4K4 w G2rb4p 3')"
    assert str(Board()).count("\n") == 8
    kif = board.kif_str().split("\n")
    assert kif[0] == "後手の持駒：\u3000飛二\u3000角\u3000歩四"
    assert kif[1] == "  ９ ８ ７ ６ ５ ４ ３ ２ １"
    assert kif[7] == "| ・ ・ ・ ・vと ・ ・ ・ ・|五"
    assert kif[-1] == "先手の持駒：\u3000金"


def test_a_program_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    """A short game to mate, as a program for python-shogi plays it."""
    from shogi_fast.compat import shogi

    board = shogi.Board()
    board.push(shogi.Move.from_usi("7g7f"))
    for text in ("3c3d", "8h2b+", "4a5b", "B*4b", "5a4a", "2b3a"):
        print(board.push_usi(text))
    print(board)
    print(board.is_checkmate(), board.is_game_over(), board.move_number)
    print(shogi.Move.from_usi("5i5a") in board.legal_moves)
    print(board.is_attacked_by(shogi.BLACK, shogi.A4))
    attackers = board.attackers(shogi.BLACK, shogi.H5)
    print([shogi.SQUARE_NAMES[square] for square in attackers], shogi.H2 in attackers)
    last = board.pop()
    print(last, len(board.legal_moves) > 0)
    board.push(last)
    assert capsys.readouterr().out.splitlines() == [
        *("3c3d", "8h2b+", "4a5b", "B*4b", "5a4a", "2b3a"),
        " l  n  s  g  .  k +B  n  l",
        " .  r  .  .  g  B  .  .  .",
        " p  p  p  p  p  p  .  p  p",
        " .  .  .  .  .  .  p  .  .",
        " .  .  .  .  .  .  .  .  .",
        " .  .  P  .  .  .  .  .  .",
        " P  P  .  P  P  P  P  P  P",
        " .  .  .  .  .  .  .  R  .",
        " L  N  S  G  K  G  S  N  L",
        "",
        " S*1",
        "True True 8",
        "False",
        "True",
        "['2h', '6i', '5i', '4i'] True",
        "2b3a True",
    ]


# -- Attacks, sets, tables ------------------------------------------------------------------------


def test_is_attacked_by() -> None:
    board = Board()
    assert board.is_attacked_by(BLACK, H5)
    assert board.is_attacked_by(BLACK, H5, PIECE_TYPES)
    assert board.is_attacked_by(BLACK, H5, None)
    assert board.is_attacked_by(BLACK, H5, [ROOK])
    assert not board.is_attacked_by(BLACK, H5, [PAWN, SILVER])
    assert not board.is_attacked_by(BLACK, H5, [])
    assert not board.is_attacked_by(BLACK, None)
    assert not board.is_attacked_by(WHITE, H5)


def test_attacks_against_the_package() -> None:
    rng = random.Random("attacks")
    for _ in range(100):
        board = Board(random_sparse_sfen(rng))
        native = sf.Board(board.sfen())
        for square in SQUARES:
            name = SQUARE_NAMES[square]
            for color in COLORS:
                found = native.attackers(color, sf.parse_square(name)).names()
                assert sorted(SQUARE_NAMES[s] for s in board.attackers(color, square)) == found
                assert board.attacker_mask(color, square) == int(board.attackers(color, square))
                assert board.is_attacked_by(color, square) == bool(found)
            piece = board.piece_at(square)
            if piece:
                mask = Board.attacks_from(piece.piece_type, square, board.occupied, piece.color)
                reached = native.attacks(sf.parse_square(name)).names()
                assert sorted(SQUARE_NAMES[s] for s in SquareSet(mask)) == reached


def test_tables_against_attacks_from() -> None:
    """What the tables say for a board is what Board.attacks_from says."""
    rng = random.Random("tables")
    for _ in range(60):
        occupied = Occupied(rng.getrandbits(81) & rng.getrandbits(81), 0)
        for square in SQUARES:
            row, column = rank_index(square), file_index(square)
            along_rank = occupied.bits >> 9 * row + 1 & 127
            along_file = occupied.l90 >> 9 * column + 1 & 127
            rising = occupied.l45 >> BB_SHIFT_L45[square] & 127
            falling = occupied.r45 >> BB_SHIFT_R45[square] & 127
            rook = BB_RANK_ATTACKS[square][along_rank] | BB_FILE_ATTACKS[square][along_file]
            bishop = BB_L45_ATTACKS[square][rising] | BB_R45_ATTACKS[square][falling]
            attacks = {
                (ROOK, BLACK): rook,
                (BISHOP, WHITE): bishop,
                (PROM_ROOK, BLACK): rook | BB_KING_ATTACKS[square],
                (PROM_BISHOP, WHITE): bishop | BB_KING_ATTACKS[square],
            }
            for color in COLORS:
                attacks[LANCE, color] = BB_LANCE_ATTACKS[color][square][along_file]
                attacks[PAWN, color] = BB_PAWN_ATTACKS[color][square]
                attacks[KNIGHT, color] = BB_KNIGHT_ATTACKS[color][square]
                attacks[SILVER, color] = BB_SILVER_ATTACKS[color][square]
                attacks[GOLD, color] = attacks[PROM_PAWN, color] = BB_GOLD_ATTACKS[color][square]
                attacks[KING, color] = BB_KING_ATTACKS[square]
            for (kind, color), mask in attacks.items():
                assert Board.attacks_from(kind, square, occupied, color) == mask


def test_constants() -> None:
    assert (A9, A1, E5, I9, I1) == (0, 8, 40, 72, 80)
    assert SQUARE_NAMES[A9] == "9a"
    assert [SQUARE_NAMES[square] for square in (E5, I1)] == ["5e", "1i"]
    assert (GOLD, BISHOP, ROOK, KING, PROM_PAWN, PROM_ROOK) == (5, 6, 7, 8, 9, 14)
    assert sum(BB_SQUARES) == sum(BB_FILES) == sum(BB_RANKS) == BB_ALL
    assert BB_FILE_9 & BB_RANK_A == BB_A9
    assert PIECE_PROMOTED[SILVER] == PROM_SILVER
    assert PIECE_PROMOTED[GOLD] is PIECE_PROMOTED[KING] is PIECE_PROMOTED[NONE] is None
    assert sum(MAX_PIECES_IN_HAND) == 38
    assert sorted(SQUARES_L90) == sorted(SQUARES_R45) == sorted(SQUARES_L45) == list(SQUARES)


def test_shift_off_the_board() -> None:
    for name in (name for name in dir(shogi) if name.startswith("shift_")):
        shift = getattr(shogi, name)
        for square in SQUARES:
            row, column = rank_index(square), file_index(square)
            step = 2 if "_2_" in name else 1
            row += step * (("down" in name) - ("up" in name))
            column += step * (("right" in name) - ("left" in name))
            on_board = 0 <= row < 9 and 0 <= column < 9
            assert shift(1 << square) == (1 << 9 * row + column if on_board else 0), name
        assert shift(BB_ALL) == sum(shift(bb) for bb in BB_SQUARES)


def test_bit_scan_of_nothing() -> None:
    assert bit_scan(BB_VOID) == bit_scan(BB_A9, 1) == bit_scan(BB_C8, 40) == -1
    assert bit_scan(BB_I1) == bit_scan(BB_I1, 80) == 80


@given(st.integers(0, BB_ALL), st.integers(0, BB_ALL))
def test_square_sets(first: int, second: int) -> None:
    squares, other = SquareSet(first), SquareSet(second)
    both, either = set(squares) & set(other), set(squares) | set(other)
    assert set(squares & other) == both
    assert set(squares | other) == either
    assert set(squares ^ other) == either - both
    assert set(~squares) == set(SQUARES) - set(squares)
    assert len(squares) == pop_count(first) == len(list(squares))
    assert all((square in squares) == (square in set(squares)) for square in SQUARES)
    assert (squares == other) == (first == second) != (squares != other)
    assert int(squares) == squares.mask == first
    assert hash(squares) == hash(SquareSet(first))
    assert str(squares).count("1") == len(squares)


def test_is_double_pawn() -> None:
    board = Board()
    assert board.is_double_pawn(E5, PAWN) == BB_G5
    assert board.is_double_pawn(E5, LANCE) is False
    board.turn = WHITE
    assert board.is_double_pawn(E5, PAWN) == BB_C5
    assert Board("4k4/9/9/9/4+P4/9/9/9/4K4 b P 1").is_double_pawn(E5, PAWN) == 0


# -- Copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "twin_of", [copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))]
)
def test_copies_are_independent(twin_of: Any) -> None:
    rng = random.Random("copies")
    board = Board()
    for ply in range(80):
        board.push(rng.choice(list(board.legal_moves)) if ply % 9 else Move.null())
        if ply == 40:
            board.remove_piece_at(A9)
        if ply == 60:
            assert board.transpositions
    twin = twin_of(board)
    assert state(twin) == state(board)
    assert twin.transpositions == board.transpositions
    assert twin.transpositions is not board.transpositions
    before = state(board)
    while twin.move_stack and len(twin.move_stack) > 41:
        twin.pop()
    assert state(board) == before
    while len(board.move_stack) > 41:
        board.pop()
    assert state(twin)[:3] == state(board)[:3]
    assert state(twin)[4:] == state(board)[4:]
    twin.push(next(iter(twin.legal_moves)))
    assert twin != board


def test_pickled_boards_take_all_moves_back() -> None:
    board = Board()
    rng = random.Random("pickles")
    for _ in range(120):
        board.push(rng.choice(list(board.legal_moves) or [Move.null()]))
    twin = pickle.loads(pickle.dumps(board))
    while board.move_stack:
        assert twin.pop() == board.pop()
        assert twin == board
        assert twin.zobrist_hash() == board.zobrist_hash()
        assert (twin.is_check(), twin.was_suicide()) == (board.is_check(), board.was_suicide())
        assert twin.is_fourfold_repetition() == board.is_fourfold_repetition()
    assert twin == Board()


def test_what_no_pickle_of_ours_says() -> None:
    make, (cls, parts), _ = Board().__reduce__()
    sfen, moves, records, counted, counter, orders = parts
    for wrong in (
        (sfen, moves, records, counted, counter),
        ("x", moves, records, counted, counter, orders),
        (sfen, [1], records, counted, counter, orders),
        (sfen, [1], [(0, 0)], counted, counter, orders),
        (sfen, [1], [(1 << 15, 0)], counted, counter, orders),
        (sfen, [1], [(10**30, 0)], counted, counter, orders),
        (sfen, [1], [(7739, 99)], counted, counter, orders),
        (sfen, [1], [(7739, 8)], counted, counter, orders),
        (sfen, [1], [(7739, -1)], counted, counter, orders),
        (sfen, [1], [(7739,)], counted, counter, orders),
        (sfen, moves, records, [1, 2], counter, orders),
        (sfen, moves, records, [-1], counter, orders),
        (sfen, moves, records, [1 << 64], counter, orders),
        (sfen, moves, records, counted, {}, orders),
        (sfen, moves, records, counted, counter, ()),
        (sfen, moves, records, counted, counter, ("x", 0)),
        (sfen, 5, records, counted, counter, orders),
        None,
    ):
        with pytest.raises((ValueError, TypeError, OverflowError, IndexError)):
            make(cls, wrong)
    for wrong_class in (int, 5, None, object):
        with pytest.raises(TypeError):
            make(wrong_class, parts)
    # Moves that were never made on it are taken back as far as that goes.
    rng = random.Random("forged")
    for _ in range(2_000):
        number = rng.randrange(1, 40)
        codes = [rng.choice([int(sf.Move.NULL), rng.randrange(1 << 15)]) for _ in range(number)]
        try:
            board = make(
                Board,
                (
                    random_sparse_sfen(rng),
                    list(range(number)),
                    [(code, rng.choice([0, 0, *range(1, 8), 25, 17])) for code in codes],
                    [rng.getrandbits(64) for _ in range(rng.randrange(number + 2))],
                    None,
                    (rng.getrandbits(28), rng.getrandbits(28)),
                ),
            )
        except ValueError:
            continue
        while board.move_stack:
            try:
                board.pop()
            except ValueError:
                break
            assert board.zobrist_hash() == Board(board.sfen()).zobrist_hash()
        for _ in range(80):
            board.push(next(iter(board.legal_moves), Move.null()))
        assert usi(board.legal_moves) == usi(Board(board.sfen()).legal_moves)


def test_equality() -> None:
    board = Board()
    assert board == Board()
    assert board != Board(STARTING_SFEN[:-1] + "2")
    board.push_usi("7g7f")
    board.pop()
    assert board == Board()
    assert Board(KINGS) != Board(KINGS[:-3] + "P 1") != Board(KINGS.replace(" b", " w"))


# -- Importing ------------------------------------------------------------------------------------


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_ways_to_import_it() -> None:
    assert (
        run(
            "import shogi_fast.compat.shogi as shogi\n"
            "import shogi_fast.compat.shogi.Move, shogi_fast.compat.shogi.Consts\n"
            "import sys\n"
            "module = sys.modules['shogi_fast.compat.shogi.Move']\n"
            "print(shogi.Move is module.Move is shogi.Board().push_usi('7g7f').__class__)\n"
            "from shogi_fast.compat.shogi import *\n"
            "print(Move is shogi.Move, BB_KING_ATTACKS is shogi.BB_KING_ATTACKS, Consts.GOLD, GOLD)\n"
            "from shogi_fast.compat.shogi.Piece import Piece\n"
            "print(Piece is shogi.Piece, collections.__name__)\n"
        )
        == "True\nTrue True 5 5\nTrue collections\n"
    )


def test_tables_are_made_when_they_are_asked_for() -> None:
    names = "BB_PAWN_ATTACKS", "DEFAULT_RANDOM_ARRAY", "BB_L45_ATTACKS"
    assert (
        run(
            "import shogi_fast.compat.shogi as shogi\n"
            f"names = {names}\n"
            "print(any(name in vars(shogi) for name in names))\n"
            "print(all(name in dir(shogi) and name in shogi.__all__ for name in names))\n"
            "print(all(getattr(shogi, name) is getattr(shogi, name) for name in names))\n"
            "print(hasattr(shogi, 'nothing'))\n"
        )
        == "False\nTrue\nTrue\nFalse\n"
    )


def test_the_package_does_not_import_it() -> None:
    assert (
        run(
            "import sys, shogi_fast; shogi_fast.Board().legal_moves\n"
            "print([name for name in sys.modules if 'compat' in name])\n"
            "import shogi_fast.compat.shogi\n"
            "print('numpy' in sys.modules)\n"
        )
        == "[]\nFalse\n"
    )


def test_positions_against_the_reference() -> None:
    rng = random.Random("reference")
    for _ in range(200):
        sfen = random_sparse_sfen(rng)
        board, position = Board(sfen), Reference(sfen)
        assert sorted(usi(board.legal_moves)) == position.legal_moves()
        assert board.is_check() == position.is_check()
        assert board.was_suicide() == position.king_attacked(1 - position.turn)
        assert board.is_checkmate() == (position.is_check() and not position.legal_moves())
