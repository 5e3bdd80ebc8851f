"""The stand-in for python-shogi: moves made and taken back, and what counts them."""

import collections
import random
from typing import Any

import pytest
from compat_shogi_helpers import KINGS, state, unordered, usi

import shogi_fast as sf
from shogi_fast.compat.shogi import *

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


@pytest.mark.parametrize("space", [" ", "\n", "\t", "\r\n", "  "])
def test_white_space_in_position_commands(space: str) -> None:
    board = Board()
    board.push_usi_position_cmd(f"position startpos moves{space}7g7f{space}3c3d{space}")
    assert usi(board.move_stack) == ["7g7f", "3c3d"]


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
