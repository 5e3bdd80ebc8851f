"""One board in many threads: nothing crashes, and no thread sees a position half changed.

On a build with the GIL little can go wrong here; a build without it is what these tests are for.
"""

import contextlib
import pickle
import random
from copy import deepcopy

import pytest
from hammering import THREADS, hammer

from shogi_fast import (
    BLACK,
    KING,
    WHITE,
    Board,
    IllegalMoveError,
    LegalMoves,
    Move,
    Outcome,
    Piece,
    Termination,
    perft,
)

# Any two of them differ in placement, in hands and in the side to move, so that a mixture shows.
SFENS = (
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "4k4/9/4P4/9/9/9/9/9/4K4 b 2G2r 1",
)
ENDINGS = (
    None,
    Outcome(BLACK, Termination.CHECKMATE),
    Outcome(WHITE, Termination.CHECKMATE),
    Outcome(BLACK, Termination.PERPETUAL_CHECK),
    Outcome(WHITE, Termination.PERPETUAL_CHECK),
    Outcome(None, Termination.FOURFOLD_REPETITION),
)


def check_whole(board: Board) -> None:
    """Fail if a board that no other thread has is not what its own text says."""
    again = Board(board.sfen())
    assert again == board
    assert again.key == board.key
    assert again.checkers() == board.checkers()
    assert list(again.legal_moves) == list(board.legal_moves)
    root = board.root()
    assert root.sfen() in SFENS
    for move in board.move_stack:
        root.push(move)
    assert root == board


def test_moves_made_and_taken_back() -> None:
    """Moves, positions and copies of one board, all at once."""
    board = Board()

    def move(rng: random.Random) -> None:
        moves = list(board.legal_moves)
        with contextlib.suppress(IllegalMoveError, IndexError):  # another thread was faster
            if len(board.move_stack) < 40 and moves:
                board.push(rng.choice(moves))
            else:
                board.pop()

    def take_back(rng: random.Random) -> None:
        with contextlib.suppress(IndexError):
            assert isinstance(board.pop(), Move)

    def set_up(rng: random.Random) -> None:
        board.set_sfen(rng.choice(SFENS))

    def look(rng: random.Random) -> None:
        check_whole(board.copy())
        check_whole(deepcopy(board))
        check_whole(pickle.loads(pickle.dumps(board)))
        check_whole(Board.from_usi(board.usi()))
        assert board.repetition_count() >= 1
        assert board.outcome() in ENDINGS

    hammer(move, look, take_back, set_up)
    check_whole(board)


def test_one_view_of_moves() -> None:
    """The numbers and lists of one view are those of one of the positions."""
    board = Board()
    moves = board.legal_moves
    assert isinstance(moves, LegalMoves)
    lists = [list(Board(sfen).legal_moves) for sfen in SFENS]
    numbers = [len(each) for each in lists]

    def set_up(rng: random.Random) -> None:
        board.set_sfen(rng.choice(SFENS))

    def look(rng: random.Random) -> None:
        assert list(moves) in lists
        assert len(moves) in numbers
        assert moves[:] in lists
        assert moves
        assert board.generate_moves() in lists

    hammer(set_up, look)


def test_one_view_of_several_boards() -> None:
    """A view is given one board after the other, of which some are nobody else's."""
    moves = LegalMoves(Board())
    lists = [list(Board(sfen).legal_moves) for sfen in SFENS]
    numbers = [len(each) for each in lists]

    def make(rng: random.Random) -> None:
        moves.__init__(Board(rng.choice(SFENS)))  # type: ignore[misc]

    def look(rng: random.Random) -> None:
        assert list(moves) in lists
        assert len(moves) in numbers
        assert moves[-1] in [each[-1] for each in lists]
        assert isinstance(lists[0][0] in moves, bool)

    hammer(make, look)
    assert list(moves) in lists
    assert len(moves) == len(list(moves))


def test_what_a_board_says_is_of_one_of_its_positions() -> None:
    """Each answer is that of a position that the board had, not of one on the way there."""
    boards = [Board(sfen) for sfen in SFENS]
    moves = [list(board.legal_moves)[-1] for board in boards]
    for start, last in zip(tuple(boards), moves, strict=True):
        boards.append(start.copy())
        boards[-1].push(last)
    known = {
        name: [getattr(board, name) for board in boards]
        for name in ("key", "turn", "ply", "move_stack")
    }
    asked = {
        "sfen": [board.sfen() for board in boards],
        "packed": [board.packed() for board in boards],
        "is_check": [board.is_check() for board in boards],
        "checkers": [board.checkers() for board in boards],
        "piece_map": [board.piece_map() for board in boards],
    }
    board = Board()

    def change(rng: random.Random) -> None:
        number = rng.randrange(len(SFENS))
        board.set_sfen(SFENS[number])
        board.push(moves[number])

    def look(rng: random.Random) -> None:
        for name, values in known.items():
            assert getattr(board, name) in values, name
        for name, values in asked.items():
            assert getattr(board, name)() in values, name

    hammer(change, *(THREADS - 1) * [look])
    check_whole(board)


def test_one_iterator() -> None:
    """A shared iterator gives moves of its board, and ends."""
    board = Board(SFENS[1])
    known = set(board.legal_moves)
    shared = [iter(board.legal_moves)]

    def take(rng: random.Random) -> None:
        move = next(shared[0], None)
        if move is None:
            shared[0] = iter(board.legal_moves)
        else:
            assert move in known

    hammer(take)


def test_pieces_put_and_counted() -> None:
    """What is on the board at one time is one of the positions that editing makes."""
    board = Board(SFENS[2])
    corner, king = 0, Piece(KING, WHITE)
    keys = {board.key}
    board.set_piece_at(corner, Piece.from_symbol("R"))
    keys.add(board.key)
    board.set_hand(BLACK, 7, 1)
    keys.add(board.key)
    board.remove_piece_at(corner)
    keys.add(board.key)

    def put(rng: random.Random) -> None:
        board.set_piece_at(corner, Piece.from_symbol("R"))
        with pytest.raises(ValueError, match="one king"):
            board.set_piece_at(corner, king)

    def remove(rng: random.Random) -> None:
        assert board.remove_piece_at(corner) in (None, Piece.from_symbol("R"))

    def fill(rng: random.Random) -> None:
        board.set_hand(BLACK, 7, rng.choice((1, 2)))

    def look(rng: random.Random) -> None:
        copy = board.copy()
        assert copy.key in keys
        assert copy.key == Board(copy.sfen()).key
        assert len(board.piece_map()) in (3, 4)
        assert board.hand(BLACK) in ({7: 1}, {7: 2})
        assert len(board.occupied()) in (3, 4)
        assert board.rotate().rotate().key in keys

    hammer(put, look, remove, fill)


def test_counts_while_the_board_changes() -> None:
    """Perft works on a copy of its own."""
    board = Board()
    counts = {perft(sfen, 2) for sfen in SFENS}

    def set_up(rng: random.Random) -> None:
        board.set_sfen(rng.choice(SFENS))

    def count(rng: random.Random) -> None:
        assert perft(board, 2) in counts

    hammer(set_up, count)
