"""The stand-in for python-shogi: what it is given, of any type and size."""

import collections
import importlib
import random
import sys
import threading
from typing import Any

import pytest
from compat_shogi_helpers import KINGS, check_consistent, state

import shogi_fast as sf
from shogi_fast.compat import shogi
from shogi_fast.compat.shogi import *


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
        (lambda: board.push_usi_position_cmd(None), "is a str"),
        (lambda: Move.from_usi(b"7g7f"), "is a str"),
        (lambda: Piece.from_symbol(None), "is a str"),
        (lambda: Piece.from_symbol(b"p"), "is a str"),
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
