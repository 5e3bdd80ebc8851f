"""Tests of Board: moves made and taken back, the view of legal moves, copies, pickles, keys."""

import contextlib
import copy
import gc
import itertools
import pickle
import random
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from positions import random_slider_sfen, random_sparse_sfen
from reference import CELL, OWNER, Reference

import shogi_fast as sf
from shogi_fast import _testing

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST_MOVES = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
KINGS = "4k4/9/9/9/9/9/9/9/4K4"


def _move(usi: str) -> sf.Move:
    return sf.Move.from_usi(usi)


def _state(board: sf.Board) -> tuple[bytes, list[sf.Move]]:
    """Return everything there is to a board."""
    return _testing.position_bytes(board), board.move_stack


def _played(rng: random.Random, plies: int, sfen: str = START) -> sf.Board:
    """Return a board on which some random moves were made."""
    board = sf.Board(sfen)
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return board


# -- Making moves and taking them back ----------------------------------------------------------


def test_push_and_pop() -> None:
    board = sf.Board()
    assert board.move_stack == []
    moves = [_move(usi) for usi in ("7g7f", "3c3d", "8h2b+", "3a2b", "B*5e")]
    states = []
    for number, move in enumerate(moves, start=1):
        states.append(_state(board))
        assert board.push(move) is None
        assert board.turn == number % 2
        assert board.ply == number + 1
        assert board.move_stack == moves[:number]
    assert board.sfen() == ("lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6")
    for move, state in zip(reversed(moves), reversed(states), strict=True):
        assert board.pop() is move
        assert _state(board) == state
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
    # The text, and whether push_unchecked refuses it as well: then no such man moves so at all.
    ("7g7e", True),  # not how a pawn moves
    ("7f7e", True),  # nothing there
    ("3c3d", True),  # the opponent's man
    ("8h7g", True),  # onto an own man
    ("8h6f", True),  # through an own man
    ("7g7f+", True),  # no promotion there
    ("P*5e", True),  # nothing in hand
    ("0000", True),  # passing is never legal
]


@pytest.mark.parametrize(("usi", "impossible"), ILLEGAL)
def test_illegal_moves_leave_the_board_as_it_was(usi: str, impossible: bool) -> None:
    board = sf.Board()
    state = _state(board)
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
        assert _state(board) == state
    assert not board.is_legal(_move(usi))


@pytest.mark.parametrize("value", ["7g7f", 7739, None, b"7g7f", sf.Move, object()])
def test_what_is_no_move_is_a_type_error(value: object) -> None:
    board = sf.Board()
    state = _state(board)
    for call in (board.push, board.push_unchecked, board.is_legal):
        with pytest.raises(TypeError):
            call(value)
    assert _state(board) == state


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


def _positions(number: int, seed: int) -> Iterator[str]:
    rng = random.Random(seed)
    for _ in range(number):
        yield rng.choice((random_sparse_sfen, random_slider_sfen))(rng)


def test_push_unchecked_makes_what_a_man_can_do_and_nothing_else() -> None:
    moves = [sf.Move.from_int(code) for code in range(1 << 15) if _is_code(code)]
    for sfen in [START, MIDDLE, *_positions(20, seed=1)]:
        board = sf.Board(sfen)
        state = _state(board)
        made = set()
        for move in moves:
            try:
                board.push_unchecked(move)
            except sf.IllegalMoveError:
                pass
            else:
                made.add(move.usi())
                assert board.pop() is move
            assert _state(board) == state
        assert made == Reference(sfen).possible_moves(), sfen


def _is_code(code: int) -> bool:
    try:
        sf.Move.from_int(code)
    except sf.InvalidMoveError:
        return False
    return True


def test_a_king_left_attacked() -> None:
    board = sf.Board("4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1")
    before = _state(board)
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
    assert _state(board) == before


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
            states.append(_state(board))
            board.push_unchecked(_move(usi))
            position.push(usi)
        for state in reversed(states):
            board.pop()
            assert _state(board) == state
    assert illegal > 300
    assert exposed > 100


# -- The view of legal moves --------------------------------------------------------------------


def test_the_view_has_a_length_and_members() -> None:
    moves = sf.Board().legal_moves
    assert isinstance(moves, sf.LegalMoves)
    assert len(moves) == 30
    assert bool(moves) is True
    assert _move("7g7f") in moves
    assert _move("7g7e") not in moves
    assert sf.Move.NULL not in moves
    for other in ("7g7f", 7739, None, object()):
        assert other not in moves
    mated = sf.Board("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").legal_moves
    assert (len(mated), bool(mated), list(mated)) == (0, False, [])


def test_the_view_is_live() -> None:
    board = sf.Board()
    moves = board.legal_moves
    board.set_sfen(MIDDLE)
    assert len(moves) == 207
    board.set_sfen(MOST_MOVES)
    assert len(moves) == len(list(moves)) == 593
    board.set_sfen("startpos")
    board.push_usi("7g7f")
    assert _move("3c3d") in moves
    assert _move("7f7e") not in moves
    board.pop()
    assert list(moves) == list(sf.Board().legal_moves)


def test_the_view_keeps_its_board_alive() -> None:
    moves = sf.Board(MIDDLE).legal_moves
    gc.collect()
    assert len(list(moves)) == 207


def test_indices_and_slices() -> None:
    for sfen in (START, MIDDLE, "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"):
        moves = sf.Board(sfen).legal_moves
        listed = list(moves)
        for index in range(-len(listed), len(listed)):
            assert moves[index] is listed[index]
        for index in (len(listed), -len(listed) - 1, 10**6, 10**30, -(10**30)):
            with pytest.raises(IndexError):
                moves[index]
        ends = (None, -300, -31, -2, -1, 0, 1, 5, 29, 30, 31, 300)
        for start, stop in itertools.product(ends, ends):
            for step in (None, 1, 2, 7, -1, -3):
                sliced = moves[start:stop:step]
                assert type(sliced) is list
                assert sliced == listed[start:stop:step]
        with pytest.raises(ValueError, match="zero"):
            moves[::0]
        for index in ("0", 0.0, None):
            with pytest.raises(TypeError):
                moves[index]
        assert list(reversed(moves)) == listed[::-1]


def test_moves_may_be_made_inside_a_loop_over_the_view() -> None:
    board = sf.Board()
    seen = []
    for move in board.legal_moves:
        board.push(move)
        seen.append((move, len(board.legal_moves)))
        for _ in board.legal_moves:
            break
        board.pop()
    assert [move for move, _ in seen] == list(board.legal_moves)
    assert {number for _, number in seen} == {30}
    # An iterator is a snapshot, whatever becomes of the board.
    iterator = iter(board.legal_moves)
    listed = list(board.legal_moves)
    board.set_sfen(f"{KINGS} b - 1")
    assert list(iterator) == listed
    assert list(iterator) == []


def _place(board: sf.Board, move: sf.Move) -> tuple[Any, ...]:
    """Return where a move stands in a list, by the order that core/movegen.pxd documents."""
    position = Reference(board.sfen())
    us = board.turn
    if move.drop is not None:
        return (8, move.drop, move.to_square)
    assert move.from_square is not None
    assert move.to_square is not None
    name = sf.square_name(move.from_square)
    piece = position.board[CELL[name]].upper()
    rest = (move.from_square, not move.promotion, move.to_square)
    if name in position.pinned(us):
        return (6, *rest)
    if piece == "P":
        return (0, not move.promotion, move.to_square)
    if piece == "N":
        towards_file_9 = move.to_square > move.from_square
        return (1, towards_file_9, not move.promotion, move.to_square)
    kinds = {"L": 2, "S": 3, "G": 4, "+P": 4, "+L": 4, "+N": 4, "+S": 4}
    kinds |= {"B": 5, "+B": 5, "R": 5.5, "+R": 5.5, "K": 7}
    return (kinds[piece], *rest)


def test_the_order_is_the_one_documented() -> None:
    for sfen in (START, MIDDLE, MOST_MOVES, *_positions(150, seed=2)):
        board = sf.Board(sfen)
        moves = list(board.legal_moves)
        places = [_place(board, move) for move in moves]
        assert places == sorted(places), sfen
        assert len(set(places)) == len(places)
        # The same each time, and whatever led there.
        assert list(board.legal_moves) == moves
        assert list(sf.Board(board.sfen()).legal_moves) == moves


def test_the_view_belongs_to_a_board() -> None:
    board = sf.Board()
    assert list(sf.LegalMoves(board)) == list(board.legal_moves)
    for make in (
        lambda: sf.LegalMoves(None),
        lambda: sf.LegalMoves(),  # type: ignore[call-arg]
        lambda: sf.LegalMoves(START),  # type: ignore[arg-type]
        lambda: object.__new__(sf.LegalMoves),
        lambda: pickle.dumps(board.legal_moves),
        lambda: copy.copy(board.legal_moves),
    ):
        with pytest.raises(TypeError):
            make()
    # An object made without a board is safe, but of no use.
    view = sf.LegalMoves.__new__(sf.LegalMoves)
    for use in (
        lambda: len(view),
        lambda: bool(view),
        lambda: list(view),
        lambda: iter(view),
        lambda: view[0],
        lambda: None in view,
        lambda: repr(view),
    ):
        with pytest.raises(TypeError, match="without a board"):
            use()


# -- Text ---------------------------------------------------------------------------------------


def test_repr_makes_the_position_again() -> None:
    board = _played(random.Random(1), 20)
    assert repr(board) == f"Board({board.sfen()!r})"
    assert eval(repr(board), {"Board": sf.Board}) == board

    class Other(sf.Board):
        pass

    assert repr(Other()) == f"Other({START!r})"
    assert all(move.usi() in repr(board.legal_moves) for move in board.legal_moves)


# -- Copies and comparison ----------------------------------------------------------------------


def test_copy_with_the_moves() -> None:
    board = _played(random.Random(1), 30)
    twin = board.copy()
    assert type(twin) is sf.Board
    assert _state(twin) == _state(board)
    state = _state(board)
    while twin.move_stack:
        twin.pop()
    assert twin == sf.Board()
    assert _state(board) == state
    board.pop()
    assert len(twin.move_stack) == 0


def test_copy_without_the_moves() -> None:
    board = _played(random.Random(1), 30)
    twin = board.copy(stack=False)
    assert _testing.position_bytes(twin) == _testing.position_bytes(board)
    assert twin.move_stack == []
    with pytest.raises(IndexError):
        twin.pop()
    twin.push(next(iter(twin.legal_moves)))
    assert len(board.move_stack) == 30
    assert sf.Board().copy().move_stack == []


COPIES: list[Callable[[sf.Board], sf.Board]] = [
    lambda board: board.copy(),
    copy.copy,
    copy.deepcopy,
    lambda board: pickle.loads(pickle.dumps(board)),
    lambda board: pickle.loads(pickle.dumps(board, 0)),
    lambda board: pickle.loads(pickle.dumps(board, 2)),
    lambda board: copy.deepcopy([board, board])[1],
]


@pytest.mark.parametrize("duplicate", COPIES)
def test_copies_and_pickles_keep_the_moves(duplicate: Callable[[sf.Board], sf.Board]) -> None:
    rng = random.Random(3)
    for sfen in (START, MIDDLE, f"{KINGS} w 2P 99999", *_positions(20, seed=3)):
        board = _played(rng, 40, sfen)
        twin = duplicate(board)
        assert twin is not board
        assert type(twin) is type(board)
        assert _state(twin) == _state(board)
        state = _state(board)
        while twin.move_stack:
            assert twin.pop() is board.pop()
            assert _state(twin) == _state(board)
        assert twin.sfen() == sfen
        assert _state(board) != state or not state[1]


@pytest.mark.parametrize("duplicate", COPIES)
def test_copies_of_boards_that_no_text_describes(
    duplicate: Callable[[sf.Board], sf.Board],
) -> None:
    # Neither can be read from SFEN: the ply is above 99,999; a hand has more than a set.
    late = sf.Board(f"{KINGS} b - 99999")
    late.push_usi("5i5h")
    rich = sf.Board("4k4/9/9/9/4r4/4R4/9/9/4K4 b 2R 1")
    rich.push_usi("5f5e")
    for board in (late, rich):
        for original in (board, board.copy(stack=False)):
            twin = duplicate(original)
            assert _state(twin) == _state(original)
            assert twin.sfen() == board.sfen()


@pytest.mark.parametrize("duplicate", COPIES)
def test_copies_of_a_board_with_an_attacked_king(
    duplicate: Callable[[sf.Board], sf.Board],
) -> None:
    board = sf.Board("4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1")
    board.push_unchecked(_move("5h4h"))
    board.push_unchecked(_move("5a5b"))
    for original in (board, board.copy(stack=False)):
        assert _state(duplicate(original)) == _state(original)


def test_comparison_sees_board_hands_and_side_alone() -> None:
    board = sf.Board(f"{KINGS} b P 1")
    assert board == sf.Board(f"{KINGS} b P 7")
    assert not board != sf.Board(f"{KINGS} b P 7")
    for other in (f"{KINGS} w P 1", f"{KINGS} b p 1", f"{KINGS} b 2P 1", f"{KINGS} b - 1", START):
        assert board != sf.Board(other)
        assert not board == sf.Board(other)
    there_and_back = sf.Board()
    for usi in ("2h3h", "8b7b", "3h2h", "7b8b"):
        there_and_back.push_usi(usi)
    assert there_and_back == sf.Board()
    for stranger in (START, None, 1, board.legal_moves):
        assert board != stranger
        assert not board == stranger
    for compare in (lambda: board < board, lambda: board >= board):
        with pytest.raises(TypeError):
            compare()


def test_a_board_cannot_be_hashed() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(sf.Board())


# -- Subclasses ---------------------------------------------------------------------------------


class Study(sf.Board):
    """A board with something of its own: it notes what is pushed and popped."""

    def __init__(self, sfen: str = START, *, name: str = "", strict: bool = False) -> None:
        super().__init__(sfen, strict=strict)
        self.name = name
        self.log: list[str] = []

    def push(self, move: sf.Move) -> None:
        super().push(move)
        self.log.append(f"push {move}")

    def pop(self) -> sf.Move:
        move = super().pop()
        self.log.append(f"pop {move}")
        return move


def test_a_subclass_has_attributes() -> None:
    study = Study(f"{KINGS} b - 1", name="kings")
    study.push(_move("5i5h"))
    assert study.log == ["push 5i5h"]
    twin = study.copy()
    assert type(twin) is Study
    assert _state(twin) == _state(study)
    assert study == sf.Board(study.sfen())


@pytest.mark.parametrize(
    "duplicate", [copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))]
)
def test_a_subclass_is_pickled_with_its_attributes(duplicate: Callable[[Study], Study]) -> None:
    study = Study(f"{KINGS} b - 1", name="kings")
    study.push(_move("5i5h"))
    study.push(_move("5a5b"))
    twin = duplicate(study)
    assert type(twin) is Study
    assert (twin.name, twin.log) == ("kings", ["push 5i5h", "push 5a5b"])
    assert twin.log is not study.log
    assert _state(twin) == _state(study)
    # What made the copy left no traces in the original.
    assert study.log == ["push 5i5h", "push 5a5b"]
    twin.pop()
    assert study.log == ["push 5i5h", "push 5a5b"]


def test_a_subclass_that_never_calls_init_is_a_board_all_the_same() -> None:
    class Careless(sf.Board):
        def __init__(self) -> None:
            pass

    board = Careless()
    assert board.sfen() == START
    board.push_usi("7g7f")
    board.pop()
    assert sf.Board.__new__(sf.Board).sfen() == START


def test_a_board_may_be_initialised_again() -> None:
    board = _played(random.Random(1), 10)
    board.__init__(MIDDLE)  # type: ignore[misc]
    assert board.sfen() == sf.Board(MIDDLE).sfen()
    assert board.move_stack == []
    with pytest.raises(sf.InvalidSfenError):
        board.__init__("nonsense")  # type: ignore[misc]
    assert board.sfen() == sf.Board(MIDDLE).sfen()


def test_a_board_has_no_attributes_of_its_own() -> None:
    board = sf.Board()
    for name in ("key", "legal_moves", "move_stack", "position"):
        with pytest.raises(AttributeError):
            setattr(board, name, 1)
    with pytest.raises(AttributeError):
        board.note = 1  # type: ignore[attr-defined]


# -- Pickles that nobody pickled ----------------------------------------------------------------

restore: Callable[..., Any] = sf.Board().__reduce__()[0]  # type: ignore[assignment]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (sf.Board,),
        (sf.Board, START),
        (sf.Board, START, (), 1),
        (int, START, ()),
        (object, START, ()),
        (None, START, ()),
        (sf.Board(), START, ()),
        (type, START, ()),
        (sf.Move, START, ()),
        (sf.LegalMoves, START, ()),
        (sf.Board, None, ()),
        (sf.Board, b"startpos", ()),
        (sf.Board, "nonsense", ()),
        (sf.Board, START, None),
        (sf.Board, START, 7739),
        (sf.Board, START, "7g7f"),
        (sf.Board, START, (0,)),
        (sf.Board, "4k4/9/9/9/9/9/9/9/4K3r b - 1", (129,)),  # no pass while in check
        (sf.Board, START, (-1,)),
        (sf.Board, START, (1 << 15,)),
        (sf.Board, START, (10**30,)),
        (sf.Board, START, (None,)),
        (sf.Board, START, (7739, 7739)),
        (sf.Board, START, (7739, 7739 | 1 << 14)),
        (sf.Board, START, range(1 << 15)),
        (sf.Board, START, itertools.repeat(7739)),
        (sf.Board, START, (10408,)),  # P*5e, with nothing in hand
        (sf.Board, "4k4/9/9/9/4R4/9/9/9/4K4 b - 1", (0 | 40 << 7,)),  # no rook's way
        (sf.Board, "4k4/9/9/9/4R4/9/9/9/4K4 b - 1", (36 | 40 << 7,)),  # takes the king
        # More than any board comes to by moves.
        (sf.Board, f"{KINGS} b 41P 1", ()),
        (sf.Board, f"{KINGS} b 39P2r 1", ()),
        (sf.Board, f"{KINGS} b 18P18p2R2rB 1", ()),
        (sf.Board, f"{KINGS} b 99999999999999999999P 1", ()),
        (sf.Board, f"{KINGS} b - 4294967296", ()),
        (sf.Board, f"{KINGS} b - 18446744073709551617", ()),
    ],
)
def test_hostile_arguments_are_errors(arguments: tuple[Any, ...]) -> None:
    with pytest.raises((TypeError, ValueError)):
        restore(*arguments)


@pytest.mark.parametrize("hands", ["40P", "40g", "20R20r", "38Bbl"])
def test_the_most_a_saved_board_may_hold(hands: str) -> None:
    text = f"9/9/9/9/9/9/9/9/9 b {hands} 4294967294"
    board = restore(sf.Board, text, ())
    assert board.sfen() == text
    assert board.key == _key(text)
    before = _state(board)
    moves = list(board.legal_moves)
    assert len(moves) == len(board.legal_moves) == len(Reference(text).legal_moves())
    for move in moves[:1]:
        board.push(move)
        assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
        board.pop()
    assert _state(board) == before
    assert _state(pickle.loads(pickle.dumps(board))) == before


def test_hostile_state_is_an_error() -> None:
    class Hostile:
        def __init__(self, state: object) -> None:
            self.state = state

        def __reduce__(self) -> tuple[Any, ...]:
            return restore, (sf.Board, START, ()), self.state

    for state in ({"position": b"x"}, {"depth": 5}, (None, {"depth": 5}), 5):
        with pytest.raises((AttributeError, TypeError, ValueError, pickle.UnpicklingError)):
            pickle.loads(pickle.dumps(Hostile(state)))


def test_a_class_that_makes_something_else_is_not_asked() -> None:
    class Liar(sf.Board):
        def __new__(cls, *arguments: object) -> Any:
            return "no board"

    assert type(restore(Liar, START, ())) is Liar


def test_copies_pass_over_the_new_of_a_subclass() -> None:
    class Nothing(sf.Board):
        def __new__(cls, *arguments: object) -> Any:
            return None

    class Single(sf.Board):
        board: Any = None

        def __new__(cls, *arguments: object) -> Any:
            if cls.board is None:
                cls.board = super().__new__(cls)
            return cls.board

    class Choosy(sf.Board):
        def __new__(cls, name: str) -> Any:
            return super().__new__(cls)

        def __init__(self, name: str) -> None:
            super().__init__()

    for board in (sf.Board.__new__(Nothing), Single(), Choosy("x")):
        for k in range(60):
            board.push(board.legal_moves[k % 3])
        for duplicate in (board.copy(), copy.deepcopy(board), board.copy(stack=False)):
            assert type(duplicate) is type(board)
            assert duplicate is not board
            assert _testing.position_bytes(duplicate) == _testing.position_bytes(board)
        assert board.copy().move_stack == board.move_stack
        while board.move_stack:
            board.pop()
        assert board.sfen() == START
    assert type(restore(Nothing, START, ())) is Nothing


def test_pickles_ask_no_method_of_a_subclass() -> None:
    class Odd(sf.Board):
        def sfen(self, *, ply: bool = True) -> str:
            return "sfen " + super().sfen(ply=ply)

        @property
        def move_stack(self) -> Any:
            return ["7g7f"]

    board = Odd()
    board.push_usi("2g2f")
    twin = copy.deepcopy(board)
    assert _testing.position_bytes(twin) == _testing.position_bytes(board)
    assert twin.pop() is _move("2g2f")


def test_what_only_looks_like_a_class_is_an_error() -> None:
    class Mask:
        __class__ = type  # type: ignore[assignment]
        __bases__ = (sf.Board,)

    class Meta(type):
        def __subclasscheck__(cls, other: type) -> bool:
            return True

    class Stranger(metaclass=Meta):
        pass

    for cls in (Mask(), Stranger, int, None):
        with pytest.raises(TypeError):
            restore(cls, START, ())


def test_random_arguments_make_a_sound_board_or_none() -> None:
    rng = random.Random(5)
    made = 0
    for sfen in _positions(300, seed=5):
        codes = [int(move) for move in _played(rng, 20, sfen).move_stack]
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            codes.insert(rng.randint(0, len(codes)), rng.choice(codes or [0]))
        codes += [rng.randrange(-5, 1 << 16) for _ in range(rng.choice((0, 0, 0, 1, 2)))]
        text = list(sfen)
        for _ in range(rng.choice((0, 0, 0, 1, 2))):
            text[rng.randrange(len(text))] = rng.choice("plnsbrgkPLNSBRGK+/-123456789 bw\0\xff")
        try:
            board = restore(sf.Board, "".join(text), codes)
        except ValueError:
            continue
        made += 1
        assert len(board.move_stack) == len(codes)
        assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
        assert len(list(board.legal_moves)) == len(board.legal_moves)
        for _ in codes:
            board.pop()
        assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
    assert made > 20


# -- Threads and memory -------------------------------------------------------------------------


def test_threads_on_one_board_leave_it_sound() -> None:
    board = sf.Board()
    stop = threading.Event()

    def work(seed: int) -> int:
        rng = random.Random(seed)
        done = 0
        while not stop.is_set():
            try:
                choice = rng.randrange(6)
                if choice < 2:
                    board.push(rng.choice(list(board.legal_moves)))
                elif choice == 2:
                    board.pop()
                elif choice == 3:
                    assert copy.deepcopy(board).sfen()
                elif choice == 4:
                    assert len(board.move_stack) >= 0
                else:
                    board.set_sfen(rng.choice((START, MIDDLE, MOST_MOVES)))
            except (IndexError, sf.IllegalMoveError):
                pass
            done += 1
        return done

    with ThreadPoolExecutor(4) as pool:
        workers = [pool.submit(work, seed) for seed in range(4)]
        time.sleep(0.5)
        stop.set()
    assert all(worker.result() > 0 for worker in workers)
    assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
    while board.move_stack:
        board.pop()
    assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)


def test_nothing_leaks() -> None:
    def work() -> None:
        board = _played(random.Random(1), 40)
        for duplicate in COPIES:
            duplicate(board)
        list(board.legal_moves)
        sf.divide(board, 2)
        for call in (
            lambda: board.set_sfen("nonsense"),
            lambda: board.push_usi("0000"),
            lambda: sf.Board().pop(),
            lambda: sf.Move.from_int(-1),
            lambda: restore(sf.Board, START, (7739, 7739)),
            lambda: sf.perft(board, 3, method="visit", progress=lambda *_: 1 // 0),
        ):
            with contextlib.suppress(IndexError, ValueError, ZeroDivisionError):
                call()

    tracemalloc.start()
    try:
        for _ in range(50):  # until what the interpreter keeps for later is all there
            work()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(50):
            work()
        gc.collect()
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    # A board or its undo records lost each time would be far more.
    assert after - before < 50 * 300


# -- Keys ---------------------------------------------------------------------------------------


def _splitmix(state: int) -> Iterator[int]:
    """Yield the numbers of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014, figure 17)."""
    mask = 2**64 - 1
    while True:
        state = state + 0x9E3779B97F4A7C15 & mask
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        yield z ^ z >> 31


_numbers = _splitmix(int.from_bytes(b"shogi", "big"))
PIECE_KEYS = [[next(_numbers) for _ in range(81)] for _ in range(32)]
HAND_KEYS = [[[0, *(next(_numbers) for _ in range(40))] for _ in range(7)] for _ in range(2)]
SIDE_KEY = next(_numbers)


def _key(sfen: str) -> int:
    """Return the key of a position: one number for each fact, put together by exclusive or."""
    position = Reference(sfen)
    key = SIDE_KEY if position.turn else 0
    for number, cell in enumerate(CELL.values()):
        piece = position.board[cell]
        color = OWNER[piece]
        if color is not None:
            kind = " PLNSBRGK".index(piece[-1].upper()) + 8 * piece.startswith("+")
            key ^= PIECE_KEYS[kind | color << 4][number]
    for color in range(2):
        for kind, letter in enumerate("PLNSBRG"):
            count = position.hands[letter if color == 0 else letter.lower()]
            key ^= HAND_KEYS[color][kind][count]
    return key


def test_the_key_is_the_same_everywhere() -> None:
    for sfen in (START, MIDDLE, MOST_MOVES, *_positions(50, seed=4)):
        assert sf.Board(sfen).key == _key(sfen)
        board = _played(random.Random(sfen), 30, sfen)
        assert board.key == _key(board.sfen())
    assert sf.Board("9/9/9/9/9/9/9/9/9 b - 1").key == 0
    rich = sf.Board("4k4/9/9/9/4r4/4R4/9/9/4K4 b 2R 1")
    rich.push_usi("5f5e")
    assert rich.key == _key(rich.sfen())


def test_the_key_does_not_know_how_a_position_came_about() -> None:
    board, other = sf.Board(), sf.Board()
    for usi in ("7g7f", "3c3d", "2g2f"):
        board.push_usi(usi)
    for usi in ("2g2f", "3c3d", "7g7f"):
        other.push_usi(usi)
    assert board.key == other.key
    assert board == other
    assert sf.Board(board.sfen(ply=False) + " 99").key == board.key
    before = other.key
    for usi in ("8b7b", "2h3h", "7b8b", "3h2h"):
        other.push_usi(usi)
    assert other.key == before
    assert other.ply == 8


def test_different_positions_have_different_keys() -> None:
    sfens = [
        *(f"{KINGS} {side} {hand} 1" for side in "bw" for hand in ("-", "P", "p", "2P", "Pp", "L")),
        "4k4/9/9/9/4P4/9/9/9/4K4 b - 1",
        "4k4/9/9/9/4p4/9/9/9/4K4 b - 1",
        "4k4/9/9/9/4+P4/9/9/9/4K4 b - 1",
        "4k4/9/9/9/3P5/9/9/9/4K4 b - 1",
        START,
    ]
    assert len({sf.Board(sfen).key for sfen in sfens}) == len(sfens)
    rng = random.Random(6)
    keys = {}
    for _ in range(20):
        board = sf.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            text = board.sfen(ply=False)
            assert keys.setdefault(board.key, text) == text
            assert 0 <= board.key < 2**64


def test_the_side_to_move_is_one_number() -> None:
    for sfen in (START, f"{KINGS} b P 1", MOST_MOVES):
        other = sfen.replace(" b ", " w ")
        assert sf.Board(sfen).key ^ sf.Board(other).key == SIDE_KEY
