"""The stand-in for python-shogi under code that calls back: Counters, threads, subclasses."""

import collections
import contextlib
import gc
import sys
import threading
from typing import Any

import pytest

from shogi_fast.compat.shogi import Board, Move, Piece

KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
MOVES = ("7g7f", "3c3d", "8h2b+")

# Every public name of a board, and how it is called, or what it is set to.
CALLS: dict[str, tuple[Any, ...]] = {
    "add_piece_into_hand": (1, 0),
    "attacker_mask": (0, 40),
    "attackers": (0, 40),
    "attacks_from": (1, 40, None, 0),
    "board_zobrist_hash": (),
    "clear": (),
    "generate_legal_moves": (),
    "generate_pseudo_legal_moves": (),
    "has_piece_in_hand": (1, 0),
    "is_attacked_by": (0, 40),
    "is_check": (),
    "is_checkmate": (),
    "is_double_pawn": (40, 1),
    "is_fourfold_repetition": (),
    "is_game_over": (),
    "is_legal": (Move.null(),),
    "is_pseudo_legal": (Move.null(),),
    "is_stalemate": (),
    "is_suicide_or_check_by_dropping_pawn": (Move.null(),),
    "kif_pieces_in_hand_str": (0,),
    "kif_str": (),
    "peek": (),
    "piece_at": (40,),
    "piece_type_at": (40,),
    "pop": (),
    "push": (Move.null(),),
    "push_usi": ("0000",),
    "push_usi_position_cmd": ("position startpos moves 2g2f",),
    "remove_piece_at": (0,),
    "remove_piece_from_hand": (6, 0),
    "reset": (),
    "set_piece_at": (40, Piece(1, 0)),
    "set_sfen": (KINGS,),
    "sfen": (),
    "was_check_by_dropping_pawn": (Move.null(),),
    "was_suicide": (),
    "zobrist_hash": (),
}
VALUES: dict[str, Any] = {
    "turn": 1,
    "move_number": 7,
    "pieces_in_hand": ({}, {}),
    "transpositions": collections.Counter(),
}


class Hostile(collections.Counter[int]):
    """A Counter that does something when it is asked, once."""

    act: Any = None

    def __getitem__(self, key: int) -> int:
        act, self.act = self.act, None
        if act is not None:
            act()
        return self.get(key, 0)


def do(board: Board, name: str) -> None:
    if name in VALUES:
        setattr(board, name, VALUES[name])
    elif name in CALLS:
        getattr(board, name)(*CALLS[name])
    else:
        repr(getattr(board, name))


NAMES = [name for name in dir(Board) if name[0] != "_"]


def test_every_method_is_called() -> None:
    methods = {name for name in NAMES if callable(getattr(Board, name))}
    assert methods == set(CALLS)


@pytest.mark.parametrize("name", [*NAMES, "bogus"])
def test_what_a_counter_does_in_the_middle_of_a_change(name: str) -> None:
    """It changes nothing, and what it is refused leaves nothing to be put back."""

    def act() -> None:
        try:
            if name == "bogus":
                board.push_usi_position_cmd("position startpos moves zz")
            else:
                do(board, name)
        except (RuntimeError, ValueError):
            pass
        # What was freed would be overwritten.
        blocks.extend(b"\xff" * size for size in range(100, 4_000, 8) for _ in range(3))

    blocks: list[bytes] = []
    for move in ("pop", "push"):
        board = Board()
        for text in MOVES:
            board.push_usi(text)
        counter = Hostile(board.transpositions)
        board.transpositions = counter
        expected = Board()
        for text in (*MOVES, "3a2b") if move == "push" else MOVES[:-1]:
            expected.push_usi(text)
        counter.act = act
        if move == "push":
            board.push_usi("3a2b")
        else:
            assert board.pop() == Move.from_usi(MOVES[-1])
        assert counter.act is None
        assert blocks
        assert board.sfen() == expected.sfen()
        assert board.transpositions is counter
        assert board.move_stack == expected.move_stack
        while board.move_stack:
            assert board.pop() == expected.pop()
            assert board.sfen() == expected.sfen()
        assert board == Board()


@pytest.mark.parametrize("command", ["bogus", "position startpos moves 7g7f zz"])
def test_a_refused_command_beside_another_thread(command: str) -> None:
    """It puts no older state over the moves that another thread makes."""
    board = Board()
    board.push_usi("7g7f")
    start = board.sfen()
    done = threading.Event()
    refused = 0

    def refuse() -> None:
        nonlocal refused
        while not done.is_set():
            with pytest.raises((ValueError, RuntimeError)):
                board.push_usi_position_cmd(command)
            refused += 1

    thread = threading.Thread(target=refuse)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread.start()
    try:
        for number in range(3_000):
            if number % 3 == 0:
                board.transpositions = collections.Counter()
            move = board.pop()
            assert board == Board()
            board.push(move)
            assert board.sfen() == start
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(before)
    assert refused
    assert list(board.move_stack) == [Move.from_usi("7g7f")]


def test_a_subclass_whose_command_fails() -> None:
    class Failing(Board):
        def push(self, move: Any) -> None:
            if move.usi() == "8c8d":
                raise LookupError
            super().push(move)

    board = Failing()
    board.push_usi("7g7f")
    counter = board.transpositions
    with pytest.raises(LookupError):
        board.push_usi_position_cmd("position startpos moves 2g2f 8c8d")
    assert list(board.move_stack) == [Move.from_usi("7g7f")]
    assert board.transpositions is counter
    board.pop()
    assert board == Board()


@pytest.mark.parametrize("kind", ["legal", "pseudo_legal"])
def test_a_subclass_that_asks_itself_without_end(kind: str) -> None:
    class Generating(Board):
        def generate(self, *args: Any, **kwargs: Any) -> Any:
            return getattr(self, f"{kind}_moves")

        generate_legal_moves = generate_pseudo_legal_moves = generate

        def ask(self, move: Any) -> bool:
            return move in getattr(self, f"{kind}_moves")

        is_legal = is_pseudo_legal = ask

    moves = getattr(Generating(), f"{kind}_moves")
    for ask in (list, len, bool, lambda moves: Move.null() in moves):
        with pytest.raises(RecursionError):
            ask(moves)


def do_all(board: Board) -> None:
    for name in NAMES:
        with contextlib.suppress(IndexError, TypeError, ValueError, RuntimeError):
            do(board, name)


@pytest.mark.parametrize("filling", [(), (1, 2, 3)])
def test_what_the_garbage_collector_shows_of_a_board(filling: tuple[int, ...]) -> None:
    """A program that empties what it finds there, or fills it, gets errors and no crash."""
    for name in (*NAMES, None):
        board = Board()
        for text in MOVES:
            board.push_usi(text)
        held = [getattr(board, name) for name in NAMES if not callable(getattr(board, name))]
        found = [part for part in gc.get_referents(board) if not isinstance(part, type)]
        found += [part for each in found for part in gc.get_referents(each)]
        for part in found:
            if isinstance(part, list):
                list.clear(part)
                list.extend(part, filling)
            elif isinstance(part, dict):
                dict.clear(part)
                dict.update(part, dict.fromkeys(filling, "x"))
        if name is not None:
            with contextlib.suppress(IndexError, TypeError, ValueError, RuntimeError):
                do(board, name)
        do_all(board)
        board.reset()
        assert board == Board()
        assert held


@pytest.mark.parametrize("replace", ["reset", "clear", "transpositions"])
def test_a_counter_that_changes_its_board_as_it_goes(replace: str) -> None:
    class Going(collections.Counter[int]):
        def __del__(self) -> None:
            board.transpositions = collections.Counter()
            board.push_usi("2g2f" if replace == "transpositions" else "0000")

    board = Board()
    board.transpositions = Going(board.transpositions)
    if replace == "transpositions":
        board.transpositions = collections.Counter()
    else:
        getattr(board, replace)()
    assert len(board.move_stack) == 1
    board.pop()
    assert board.move_number == 1


def test_moves_that_change_their_board_as_they_go() -> None:
    class Going(Move):
        def __del__(self) -> None:
            board.push_usi("2g2f")

    board = Board()
    board.push(Going(60, 51))
    board.reset()
    assert list(board.move_stack) == [Move.from_usi("2g2f")]
    assert board.pop() == Move.from_usi("2g2f")
    assert board == Board()


def test_a_board_that_changes_its_list_of_moves_as_it_goes() -> None:
    class Going(Board):
        def __del__(self) -> None:
            moves.__init__(Board())  # type: ignore[misc]

    for kind in ("legal_moves", "pseudo_legal_moves"):
        moves = getattr(Going(), kind)
        moves.__init__(Board())
        assert len(moves) == 30
