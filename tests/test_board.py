"""Tests of Board: moves made and taken back, with and without a look at legality."""

import itertools
import random
from collections.abc import Callable

import pytest
from boards import KINGS, MIDDLE, START, played, random_sfens, state_of
from positions import random_slider_sfen, random_sparse_sfen
from reference import Reference

import shogi_fast as sf
from shogi_fast import _testing


def _move(usi: str) -> sf.Move:
    return sf.Move.from_usi(usi)


# -- Making moves and taking them back ----------------------------------------------------------


def test_push_and_pop() -> None:
    board = sf.Board()
    assert board.move_stack == []
    moves = [_move(usi) for usi in ("7g7f", "3c3d", "8h2b+", "3a2b", "B*5e")]
    states = []
    for number, move in enumerate(moves, start=1):
        states.append(state_of(board))
        assert board.push(move) is None
        assert board.turn == number % 2
        assert board.ply == number + 1
        assert board.move_stack == moves[:number]
    assert board.sfen() == ("lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6")
    for move, state in zip(reversed(moves), reversed(states), strict=True):
        assert board.pop() is move
        assert state_of(board) == state
    assert board == sf.Board()


def test_push_usi_returns_the_move() -> None:
    board = sf.Board(f"{KINGS} b 2P 1")
    assert board.push_usi("P*5e") is _move("P*5e")
    board.pop()
    assert board.push_usi("p*5e") is _move("P*5e")
    assert board.sfen() == "4k4/9/9/9/4P4/9/9/9/4K4 w P 2"


def test_the_move_stack_is_a_new_list() -> None:
    board = sf.Board()
    board.push_usi("7g7f")
    board.move_stack.clear()
    assert board.move_stack == [_move("7g7f")]


def test_turn_and_ply_follow_the_text() -> None:
    board = sf.Board(f"{KINGS} w - 0")
    assert (board.turn, board.ply) == (sf.WHITE, 0)
    board.push_usi("5a5b")
    assert (board.turn, board.ply) == (sf.BLACK, 1)
    board.pop()
    assert (board.turn, board.ply) == (sf.WHITE, 0)


def test_pop_without_a_move() -> None:
    board = sf.Board()
    for _ in range(3):
        with pytest.raises(IndexError):
            board.pop()
    board.push_usi("7g7f")
    board.pop()
    with pytest.raises(IndexError):
        board.pop()
    board.push_usi("7g7f")
    board.set_sfen("startpos")
    with pytest.raises(IndexError):
        board.pop()
    assert board == sf.Board()


ILLEGAL = [
    # The text, and whether push_unchecked refuses it as well: then it cannot be made at all.
    ("7g7e", False),  # not how a pawn moves
    ("7f7e", True),  # nothing there
    ("3c3d", True),  # the opponent's man
    ("8h7g", True),  # onto an own man
    ("8h6f", False),  # through an own man
    ("7g7f+", False),  # no promotion there
    ("4i5h+", True),  # a gold does not promote
    ("P*5e", True),  # nothing in hand
    ("0000", True),  # passing is never legal
]


@pytest.mark.parametrize(("usi", "impossible"), ILLEGAL)
def test_illegal_moves_leave_the_board_as_it_was(usi: str, impossible: bool) -> None:
    board = sf.Board()
    state = state_of(board)
    calls: list[Callable[[], object]] = [
        lambda: board.push(_move(usi)),
        lambda: board.push_usi(usi),
    ]
    if impossible:
        calls.append(lambda: board.push_unchecked(_move(usi)))
    for call in calls:
        with pytest.raises(sf.IllegalMoveError) as caught:
            call()
        assert usi in str(caught.value)
        assert board.sfen() in str(caught.value)
        assert state_of(board) == state
    assert not board.is_legal(_move(usi))


@pytest.mark.parametrize("value", ["7g7f", 7739, None, b"7g7f", sf.Move, object()])
def test_what_is_no_move_is_a_type_error(value: object) -> None:
    board = sf.Board()
    state = state_of(board)
    for call in (board.push, board.push_unchecked, board.is_legal):
        with pytest.raises(TypeError):
            call(value)
    assert state_of(board) == state


def test_a_long_game() -> None:
    board = sf.Board(f"{KINGS} b - 1")
    start = _testing.position_bytes(board)
    cycle = [_move(usi) for usi in ("5i5h", "5a5b", "5h5i", "5b5a")]
    for move in itertools.islice(itertools.cycle(cycle), 100_000):
        board.push(move)
    assert board.ply == 100_001
    assert len(board.move_stack) == 100_000
    assert board == sf.Board(f"{KINGS} b - 1")
    for _ in range(100_000):
        board.pop()
    assert _testing.position_bytes(board) == start
    with pytest.raises(IndexError):
        board.pop()


def test_a_hand_grows_past_a_set() -> None:
    board = sf.Board("4k4/9/9/9/4r4/4R4/9/9/4K4 b 2R 1")
    board.push_usi("5f5e")
    assert board.sfen() == "4k4/9/9/9/4R4/9/9/9/4K4 w 3R 2"
    board.pop()
    assert board.sfen() == "4k4/9/9/9/4r4/4R4/9/9/4K4 b 2R 1"


def test_a_hand_takes_every_other_piece_on_the_board() -> None:
    # One dragon takes 39 pawns in a row: each is next to the one before.
    path = []
    for file in range(8, -1, -1):
        ranks = range(9) if file % 2 == 0 else range(8, -1, -1)
        path += [file * 9 + rank for rank in ranks]
    path = path[:40]
    rows = [["1"] * 9 for _ in range(9)]
    for square in path:
        rows[square % 9][8 - square // 9] = "p"
    rows[path[0] % 9][8 - path[0] // 9] = "+R"
    # White moves a rook of no consequence to and fro; there are 40 pieces in all.
    last = path.pop()
    rows[last % 9][8 - last // 9] = "1"
    rows[8][8] = "r"
    board = sf.Board("/".join("".join(row) for row in rows) + " b - 1")
    for number, (origin, to) in enumerate(itertools.pairwise(path), start=1):
        board.push(sf.Move.from_int(to | origin << 7))
        hand = f"{number}P" if number > 1 else "P"
        assert f" w {hand} " in board.sfen()
        assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
        board.push_usi("1i1h" if number % 2 else "1h1i")
    assert board.sfen().split()[2] == "38P"
    assert len(board.legal_moves) == len(Reference(board.sfen()).legal_moves())
    for move in reversed(board.move_stack):
        assert board.pop() is move


def test_an_undo_record_is_small() -> None:
    assert _testing.UNDO_BYTES <= 64


# -- push_unchecked -----------------------------------------------------------------------------


def test_push_unchecked_makes_what_can_be_made_and_nothing_else() -> None:
    moves = [sf.Move.from_int(code) for code in range(1 << 15) if _is_code(code)]
    for sfen in [START, MIDDLE, *random_sfens(20, seed=1)]:
        board = sf.Board(sfen)
        state = state_of(board)
        made = set()
        for move in moves:
            try:
                board.push_unchecked(move)
            except sf.IllegalMoveError:
                pass
            else:
                made.add(move.usi())
                assert board.pop() is move
            assert state_of(board) == state
        assert made == Reference(sfen).possible_moves(), sfen


def _is_code(code: int) -> bool:
    try:
        sf.Move.from_int(code)
    except sf.InvalidMoveError:
        return False
    return True


def test_a_king_left_attacked() -> None:
    board = sf.Board("4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1")
    before = state_of(board)
    assert not board.is_legal(_move("5h4h"))
    board.push_unchecked(_move("5h4h"))
    # Black's king is attacked, and White to move: it may not be taken.
    assert board.sfen() == "4k4/9/9/9/4r4/9/9/5G3/4K4 w - 2"
    assert board.status() == sf.Status.OPPOSITE_CHECK
    assert not board.is_check()
    assert not board.is_legal(_move("5e5i"))
    board.push_usi("5a4a")
    assert board.is_check()
    assert board.status() == sf.Status.VALID
    board.pop()
    assert board.pop() is _move("5h4h")
    assert state_of(board) == before


def test_a_second_pawn_and_a_pawn_drop_mate() -> None:
    board = sf.Board("8k/9/7+R1/9/9/9/9/9/P7K b P 1")
    for usi in ("P*9b", "P*1b"):
        assert not board.is_legal(_move(usi))
        board.push_unchecked(_move(usi))
        board.pop()
    board.push_unchecked(_move("P*1b"))
    assert board.is_check()
    assert len(board.legal_moves) == 0
    board.pop()
    board.push_unchecked(_move("P*9b"))
    assert board.status() == sf.Status.TWO_PAWNS


def test_games_of_possible_but_illegal_moves_stay_right() -> None:
    rng = random.Random(7)
    illegal = exposed = 0
    for number in range(60):
        sfen = (
            START if number % 3 == 0 else rng.choice((random_sparse_sfen, random_slider_sfen))(rng)
        )
        board, position = sf.Board(sfen), Reference(sfen)
        states = []
        for _ in range(40):
            assert board.sfen() == position.sfen()
            assert board.is_check() == position.is_check()
            assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
            legal = {move.usi() for move in board.legal_moves}
            assert legal == set(position.legal_moves())
            attacked = position.king_attacked(1 - position.turn)
            assert bool(board.status() & sf.Status.OPPOSITE_CHECK) == attacked
            exposed += attacked
            possible = position.possible_moves()
            wrong = sorted(possible - legal)
            choice = wrong if wrong and rng.random() < 0.5 else sorted(possible)
            if not choice:
                break
            usi = rng.choice(choice)
            illegal += usi not in legal
            states.append(state_of(board))
            board.push_unchecked(_move(usi))
            position.push(usi)
        for state in reversed(states):
            board.pop()
            assert state_of(board) == state
    assert illegal > 300
    assert exposed > 100


# -- Text ---------------------------------------------------------------------------------------


def test_repr_makes_the_position_again() -> None:
    board = played(random.Random(1), 20)
    assert repr(board) == f"Board({board.sfen()!r})"
    assert eval(repr(board), {"Board": sf.Board}) == board

    class Other(sf.Board):
        pass

    assert repr(Other()) == f"Other({START!r})"
    assert all(move.usi() in repr(board.legal_moves) for move in board.legal_moves)
