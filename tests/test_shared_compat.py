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
    check_whole(board)


def test_a_move_that_is_tried_is_seen_by_nobody() -> None:
    """``move_is_draw`` makes a move and takes it back."""
    board = cshogi.Board(SFENS[1])
    moves = list(board.legal_moves)
    key, text, check = board.zobrist_hash(), board.sfen(), board.is_check()
    pieces, king = board.pieces, board.king_square(cshogi.WHITE)

    def draw(rng: random.Random) -> None:
        assert board.move_is_draw(rng.choice(moves)) in range(6)

    def look(rng: random.Random) -> None:
        square = rng.randrange(81)
        assert board.zobrist_hash() == key
        assert (board.turn, board.is_check()) == (cshogi.WHITE, check)
        assert board.piece(square) == pieces[square]
        assert board.piece_type(square) == pieces[square] & 15
        assert board.king_square(cshogi.WHITE) == king
        assert board.sfen() == text

    hammer(draw, look)


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
    for board in (sf.Board(SFENS[1]), cshogi.Board(SFENS[1]), shogi.Board(SFENS[1])):
        taken: list[object] = []
        moves = iter(board.legal_moves)

        def take(rng: random.Random, moves=moves, taken=taken) -> None:  # type: ignore[no-untyped-def]
            if (move := next(moves, None)) is not None:
                taken.append(move)

        hammer(take)
        assert sorted(map(str, taken)) == sorted(map(str, board.legal_moves))


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
    check_whole_shogi(board)
    again = shogi.Board(board.sfen())
    assert list(views[0]) == list(again.pieces)
    assert list(views[1]) == list(deepcopy(board).move_stack)
    assert list(views[2]) == list(again.pieces_in_hand)


def test_what_shows_a_board_of_python_shogi_is_of_one_of_its_positions() -> None:
    """Lists that threads keep tell of the board as it is before or after a move."""
    board = shogi.Board()
    move = shogi.Move.from_usi("7g7f")
    kept = board.pieces, board.occupied, board.move_stack, board.captured_piece_stack
    before = list(board.pieces)
    after_board = shogi.Board()
    after_board.push(move)
    after = list(after_board.pieces)
    texts = [str(each) for each in (shogi.Board(), after_board)]
    kifs = [each.kif_str() for each in (shogi.Board(), after_board)]

    def push(rng: random.Random) -> None:
        if not board.move_stack:
            with contextlib.suppress(ValueError):  # another thread was faster
                board.push(move)

    def pop(rng: random.Random) -> None:
        with contextlib.suppress(IndexError):
            board.pop()

    def look(rng: random.Random) -> None:
        assert list(kept[0]) in (before, after)
        assert list(board.pieces) in (before, after)
        assert set(kept[2].copy()) <= {move}
        assert str(board) in texts
        assert board.kif_str() in kifs
        assert board.turn in (shogi.BLACK, shogi.WHITE)

    hammer(push, look, pop, look)
    assert list(kept[0]) == list(board.pieces) == [before, after][len(board.move_stack)]
    assert list(kept[2]) == [move] * len(kept[3])
    assert board.occupied == shogi.Board(board.sfen()).occupied


@pytest.mark.parametrize("name", ["LegalMoveGenerator", "PseudoLegalMoveGenerator"])
def test_one_generator_of_several_boards_of_python_shogi(name: str) -> None:
    kind = getattr(shogi, name)
    boards = [shogi.Board(sfen) for sfen in SFENS]
    lists = [list(kind(board)) for board in boards]
    numbers = [len(each) for each in lists]
    moves = kind(shogi.Board())

    def make(rng: random.Random) -> None:
        moves.__init__(shogi.Board(rng.choice(SFENS)))

    def look(rng: random.Random) -> None:
        assert list(moves) in lists
        assert len(moves) in numbers
        assert moves.board in boards
        assert isinstance(lists[0][0] in moves, bool)

    hammer(make, look)
