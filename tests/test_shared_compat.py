"""One board of a stand-in in many threads; see test_shared_board.py."""

import contextlib
import pickle
import random
from copy import deepcopy

import pytest
from hammering import hammer

import shogi_fast as sf
from shogi_fast.compat import cshogi, shogi
from shogi_fast.compat.cshogi._board import fast_board

# Any two of them differ in placement, in hands and in the side to move, so that a mixture shows.
SFENS = (
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    "4k4/9/4P4/9/9/9/9/9/4K4 b 2G2r 1",
)


def check_whole(board: cshogi.Board) -> None:
    """Fail if a board that no other thread has is not what its own text and moves say."""
    again = cshogi.Board(board.sfen())
    assert again.pieces == board.pieces
    assert again.pieces_in_hand == board.pieces_in_hand
    assert again.zobrist_hash() == board.zobrist_hash()
    assert again.is_check() == board.is_check()
    assert list(again.legal_moves) == list(board.legal_moves)
    own = fast_board(board)
    assert list(map(int, own.move_stack)) == [move & 0x7FFF for move in board.history]
    assert own.root() in [sf.Board(sfen) for sfen in SFENS]


def test_one_board_of_cshogi() -> None:
    board = cshogi.Board()

    def move(rng: random.Random) -> None:
        moves = list(board.legal_moves)
        with contextlib.suppress(ValueError, IndexError):  # another thread was faster
            if len(board.history) < 40 and moves:
                board.push(rng.choice(moves))
            else:
                board.pop()

    def take_back(rng: random.Random) -> None:
        with contextlib.suppress(IndexError):
            assert board.pop() > 0
        assert 0 <= board.peek() < 1 << 25

    def set_up(rng: random.Random) -> None:
        board.set_sfen(rng.choice(SFENS))

    def look(rng: random.Random) -> None:
        check_whole(board.copy())
        check_whole(deepcopy(board))
        check_whole(pickle.loads(pickle.dumps(board)))
        check_whole(cshogi.Board(board=board))
        assert board.is_draw() in range(6)
        assert board.to_bod().count("\n") > 12
        assert "<svg" in board.to_svg()

    hammer(move, look, take_back, set_up)


@pytest.mark.parametrize("name", ["LegalMoveList", "PseudoLegalMoveList", "CheckMoveList"])
def test_one_list_of_moves_of_cshogi(name: str) -> None:
    """Threads share the moves of a list out between them; it can be made anew meanwhile."""
    kind = getattr(cshogi, name)
    boards = [cshogi.Board(sfen) for sfen in SFENS]
    known = {move for board in boards for move in kind(board)}
    numbers = {len(kind(board)) for board in boards}
    moves = kind(boards[0])

    def make(rng: random.Random) -> None:
        moves.__init__(rng.choice(boards))

    def take(rng: random.Random) -> None:
        assert set(moves) <= known
        assert len(moves) in numbers

    hammer(take, take, take, make)


def test_one_iterator_gives_each_move_once() -> None:
    for board in (sf.Board(SFENS[1]), cshogi.Board(SFENS[1])):
        taken: list[object] = []
        moves = iter(board.legal_moves)

        def take(rng: random.Random, moves=moves, taken=taken) -> None:  # type: ignore[no-untyped-def]
            if (move := next(moves, None)) is not None:
                taken.append(move)

        hammer(take)
        assert sorted(map(int, taken)) == sorted(map(int, board.legal_moves))  # type: ignore[call-overload]


def check_whole_shogi(board: shogi.Board) -> None:
    """The same of python-shogi's."""
    again = shogi.Board(board.sfen())
    assert again == board
    assert list(again.pieces) == list(board.pieces)
    assert again.zobrist_hash() == board.zobrist_hash()
    assert again.is_check() == board.is_check()
    assert list(again.legal_moves) == list(board.legal_moves)
    assert len(board.move_stack) == len(board.captured_piece_stack)


def test_one_board_of_python_shogi() -> None:
    board = shogi.Board()
    views = [board.pieces, board.move_stack, board.pieces_in_hand, board.transpositions]

    def move(rng: random.Random) -> None:
        moves = list(board.legal_moves)
        with contextlib.suppress(ValueError, IndexError, RuntimeError):  # another was faster
            if len(board.move_stack) < 40 and moves:
                board.push(rng.choice(moves))
            else:
                board.pop()

    def take_back(rng: random.Random) -> None:
        with contextlib.suppress(IndexError, ValueError, RuntimeError):
            assert isinstance(board.pop(), shogi.Move)
        with contextlib.suppress(IndexError):
            assert isinstance(board.peek(), shogi.Move)

    def set_up(rng: random.Random) -> None:
        with contextlib.suppress(RuntimeError):
            board.set_sfen(rng.choice(SFENS))
        views[:] = board.pieces, board.move_stack, board.pieces_in_hand, board.transpositions

    def look(rng: random.Random) -> None:
        check_whole_shogi(deepcopy(board))
        check_whole_shogi(pickle.loads(pickle.dumps(board)))
        assert len(list(views[0])) == 81
        assert board.is_fourfold_repetition() in (True, False)
        assert board.kif_str().count("\n") > 10

    hammer(move, look, take_back, set_up)
