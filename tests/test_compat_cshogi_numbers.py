"""``shogi_fast.compat.cshogi``: numbers of every kind and size, where it is given them."""

from collections.abc import Callable
from typing import Any

import pytest
from compat_cshogi_helpers import EMPTY_HANDS, HUGE, KINGS, PAWN_76, START, empty, played, refuses

import shogi_fast as sf
from shogi_fast.compat import cshogi
from shogi_fast.compat.cshogi import KIF, PGN, Board

# -- Numbers --------------------------------------------------------------------------------------

SQUARE_CALLS = ("piece", "piece_type")
MOVE_FUNCTIONS = (
    *("move_to", "move_from", "move_cap", "move_is_promotion", "move_is_drop", "move16"),
    *("move_from_piece_type", "move_drop_hand_piece", "move_rotate", "move_to_usi", "move_to_csa"),
    *("to_usi", "to_csa"),
)
MOVE_METHODS = ("push", "is_legal", "is_pseudo_legal", "pseudo_legal_move_is_legal", "move_is_draw")


def test_numbers_out_of_range() -> None:
    board = Board()
    for number in (-1, 81, 500, *HUGE):
        for name in SQUARE_CALLS:
            refuses(board, IndexError, getattr(board, name), number)
        refuses(board, IndexError, board.move, number, 0, False)
        refuses(board, IndexError, board.move, 0, number, False)
        refuses(board, IndexError, board.drop_move, number, 1)
        refuses(board, IndexError, cshogi.make_file, number)
        refuses(board, IndexError, cshogi.make_rank, number)
    for number in (-1, 2, 5, *HUGE):
        refuses(board, ValueError, board.king_square, number)
        refuses(board, ValueError, cshogi.opponent, number)
        refuses(board, ValueError, board.is_nyugyoku, number)
        refuses(board, ValueError, board.nyugyoku_result, number)
    for number in (-1, 0, 8, 20, *HUGE):
        refuses(board, ValueError, board.drop_move, 40, number)
    for number in (-1, 32, *HUGE):
        refuses(board, ValueError, cshogi.piece_to_piece_type, number)
    for number in (-1, 7, 100, *HUGE):
        refuses(board, ValueError, cshogi.hand_piece_to_piece_type, number)
    for move in (-1, 127, 81 | 40 << 7, 40 | 88 << 7, 2**31 - 1):
        for name in ("move_rotate", "move_to_usi", "move_to_csa", "to_usi", "to_csa"):
            refuses(board, ValueError, getattr(cshogi, name), move)
        refuses(board, ValueError, KIF.move_to_kif, move)
        refuses(board, ValueError, PGN.move_to_san, move)
    for move in (40 | 41 << 7 | 15 << 16, 40 | 41 << 7 | 1 << 14 | 7 << 16):
        refuses(board, ValueError, cshogi.move_to_csa, move)
    for move in (0, 73275, 40 | 88 << 7, -1):
        refuses(board, ValueError, cshogi.move_drop_hand_piece, move)
    refuses(board, ValueError, KIF.move_to_kif, 40 | 41 << 7 | 15 << 16)
    refuses(board, ValueError, PGN.move_to_san, 0)
    # As in cshogi: tests/peers/test_compat_cshogi_peers.py.
    texts = [cshogi.move_to_usi(0), cshogi.move_to_csa(0), KIF.move_to_kif(0)]
    assert texts == ["None", "None", "１一(11)"]


def test_moves_of_more_than_32_bits() -> None:
    board = Board()
    words = "^a move is an int of 32 bits, not "
    for move in HUGE:
        for name in MOVE_FUNCTIONS:
            refuses(board, OverflowError, getattr(cshogi, name), move, match=words)
        for name in MOVE_METHODS:
            refuses(board, OverflowError, getattr(board, name), move, match=words)


def test_floats_are_no_numbers() -> None:
    board = Board()
    for wrong in (1.0, 1.5, "1", None, [1], 1j, b"1"):
        for name in MOVE_FUNCTIONS:
            refuses(board, TypeError, getattr(cshogi, name), wrong)
        for name in (*MOVE_METHODS, *SQUARE_CALLS, "king_square"):
            refuses(board, TypeError, getattr(board, name), wrong)
        for name in ("make_file", "make_rank", "opponent", "piece_to_piece_type"):
            refuses(board, TypeError, getattr(cshogi, name), wrong)
        refuses(board, TypeError, cshogi.hand_piece_to_piece_type, wrong)
        refuses(board, TypeError, board.is_nyugyoku, wrong)
        refuses(board, TypeError, board.drop_move, 40, wrong)
        refuses(board, TypeError, setattr, board, "turn", wrong)
        refuses(board, TypeError, setattr, board, "move_number", wrong)
        if wrong is not None:
            refuses(board, TypeError, board.is_draw, wrong)
            refuses(board, TypeError, board.move_is_draw, PAWN_76, wrong)
        if not isinstance(wrong, str):
            refuses(board, TypeError, board.set_position, wrong)
            refuses(board, TypeError, board.set_sfen, wrong)
            refuses(board, TypeError, cshogi.rotate_sfen, wrong)
        if wrong is not None and not isinstance(wrong, str):
            refuses(board, TypeError, Board, wrong)
    refuses(board, TypeError, Board, None, 5)
    refuses(board, TypeError, Board, None, sf.Board())


class Index:
    """What counts as an int."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class LyingInt(int):
    """An int that compares as it likes."""

    def __eq__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        return True

    __le__ = __gt__ = __ge__ = __lt__  # type: ignore[assignment]
    __hash__ = int.__hash__


@pytest.mark.parametrize("kind", [Index, LyingInt])
def test_what_counts_as_an_int(kind: Callable[[int], Any]) -> None:
    board = Board()
    board.push(kind(PAWN_76))
    assert board.history == [PAWN_76]
    assert type(board.history[0]) is type(board.pop()) is int
    assert board.piece(kind(36)) == cshogi.WKING
    assert cshogi.move_to_usi(kind(PAWN_76)) == "7g7f"
    refuses(board, IndexError, board.piece, kind(10**30))
    refuses(board, OverflowError, board.push, kind(10**30))
    refuses(board, OverflowError, board.push, kind(-(10**30)))


def test_assertions_are_value_errors() -> None:
    board = Board()
    for number in (-1, 2, *HUGE):
        refuses(board, ValueError, setattr, board, "turn", number)
    for number in (0, -5, -(10**5000)):
        refuses(board, ValueError, setattr, board, "move_number", number)
    for number in (2**31, 10**5000):
        refuses(board, OverflowError, setattr, board, "move_number", number)
    board = Board("4k4/9/9/9/9/9/9/4r4/4K4 b - 1")
    refuses(board, sf.IllegalMoveError, board.push_pass)
    for name in ("turn", "move_number", "legal_moves", "history", "pieces"):
        refuses(board, AttributeError, delattr, board, name)
    for name in ("legal_moves", "history", "pieces", "pieces_in_hand", "anything"):
        refuses(board, AttributeError, setattr, board, name, 1)


@pytest.mark.parametrize(
    ("pieces", "hands", "error"),
    [
        ([0] * 80, EMPTY_HANDS, ValueError),
        ([0] * 82, EMPTY_HANDS, ValueError),
        ([15] + [0] * 80, EMPTY_HANDS, ValueError),
        ([16] + [0] * 80, EMPTY_HANDS, ValueError),
        ([31] + [0] * 80, EMPTY_HANDS, ValueError),
        ([32] + [0] * 80, EMPTY_HANDS, ValueError),
        ([-1] + [0] * 80, EMPTY_HANDS, ValueError),
        ([10**5000] + [0] * 80, EMPTY_HANDS, ValueError),
        ([8, 8] + [0] * 79, EMPTY_HANDS, ValueError),
        ([24, 24] + [0] * 79, EMPTY_HANDS, ValueError),
        ([1] * 81, EMPTY_HANDS, ValueError),
        ([1] * 40 + [0] * 41, ([1] + [0] * 6, [0] * 7), ValueError),
        ([0] * 81, ([19] + [0] * 6, [0] * 7), ValueError),
        ([0] * 81, ([-1] + [0] * 6, [0] * 7), ValueError),
        ([0] * 81, ([0] * 6 + [3], [0] * 7), ValueError),
        ([0] * 81, ([0] * 6, [0] * 7), ValueError),
        ([0] * 81, ([0] * 8, [0] * 7), ValueError),
        ([0] * 81, ([0] * 7,), ValueError),
        (["x"] * 81, EMPTY_HANDS, TypeError),
        ([1.0] * 81, EMPTY_HANDS, TypeError),
        (None, EMPTY_HANDS, TypeError),
        ("0" * 81, EMPTY_HANDS, TypeError),
        (iter([0] * 81), EMPTY_HANDS, TypeError),
        ([0] * 81, None, TypeError),
        ([0] * 81, (5, 5), TypeError),
        ([0] * 81, (["x"] * 7, [0] * 7), TypeError),
    ],
)
def test_set_pieces_refuses_what_is_no_position(
    pieces: Any, hands: Any, error: type[Exception]
) -> None:
    board = played("7g7f")
    refuses(board, error, board.set_pieces, pieces, hands)


def test_set_pieces() -> None:
    board = played("7g7f")
    board.set_pieces([0] * 81, ([1, 2, 3, 4, 0, 2, 1], [0, 0, 0, 0, 4, 0, 0]))
    assert board.sfen() == "9/9/9/9/9/9/9/9/9 w R2B4S3N2LP4g 2"
    assert board.history == []
    board.set_pieces(tuple(Board().pieces), [[0] * 7, [0] * 7])
    assert board.sfen() == START.replace("b - 1", "w - 2")
    assert sorted(board.legal_moves) == sorted(Board(board.sfen()).legal_moves)


def test_set_pieces_with_items_that_change_the_board() -> None:
    board = Board()

    board.set_pieces([Meddler(0, lambda: board.push_usi("7g7f"))] * 81, EMPTY_HANDS)
    assert board.sfen().split()[0] == "9/9/9/9/9/9/9/9/9"
    assert board.history == []


class Meddler:
    """What counts as an int, and does something to a board when asked for its value."""

    def __init__(self, value: int, act: Callable[[], Any]) -> None:
        self.value = value
        self.act = act

    def __index__(self) -> int:
        self.act()
        return self.value


def test_set_pieces_with_items_that_empty_the_lists() -> None:
    """The lists are read before any of their items is asked for its value."""
    board = Board()
    pieces: list[Any] = []
    hands: list[list[Any]] = [[], []]

    def empty() -> None:
        pieces.clear()
        for hand in hands:
            hand.clear()
        hands.clear()

    pieces += [Meddler(cshogi.BPAWN, pieces.clear), *[0] * 80]
    board.set_pieces(pieces, EMPTY_HANDS)
    assert board.pieces == [cshogi.BPAWN, *[0] * 80]
    hands[0][:] = [Meddler(1, empty), *[0] * 6]
    hands[1][:] = [0, 1, 0, 0, 0, 0, 0]
    pieces[:] = [0] * 81
    board.set_pieces(pieces, hands)
    assert (pieces, hands) == ([], [])
    assert board.pieces_in_hand == ([1, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0])


def test_diagram_asks_no_method_of_a_subclass() -> None:
    class Emptied(Board):
        @property
        def move_number(self) -> int:
            empty(self)
            return 1

    board = Emptied()
    board.push_usi("7g7f")
    assert board.to_bod() == played("7g7f").to_bod()
    assert board.history == [PAWN_76]


@pytest.mark.parametrize(
    "act",
    [
        lambda board: board.set_position("startpos moves " + "4i4h 4a4b 4h4i 4b4a " * 20),
        lambda board: board.set_position(f"sfen {KINGS}"),
        empty,
        lambda board: board.reset(),
        lambda board: board.set_sfen(KINGS),
        lambda board: [board.push_usi(usi) for usi in ("5i5h", "5a5b") * 30],
    ],
)
def test_numbers_that_change_the_board_when_asked(act: Callable[[Board], Any]) -> None:
    calls: list[tuple[str, int, Callable[[Board, Any], Any]]] = [
        ("move_is_draw", 0, lambda board, n: board.move_is_draw(board.move(20, 21, False), n)),
        ("move_is_draw", PAWN_76, lambda board, n: board.move_is_draw(n)),
        ("is_draw", 0, lambda board, n: board.is_draw(n)),
        ("push", PAWN_76, lambda board, n: board.push(n)),
        ("push_move16", 0x1E3B, lambda board, n: board.push_move16(n)),
        ("push_psv", 0x1E3B, lambda board, n: board.push_psv(n)),
        ("move", 60, lambda board, n: board.move(n, n, False)),
        ("drop_move", 1, lambda board, n: board.drop_move(n, n)),
        ("piece", 40, lambda board, n: board.piece(n)),
        ("king_square", 0, lambda board, n: board.king_square(n)),
        ("is_legal", PAWN_76, lambda board, n: board.is_legal(n)),
        ("is_nyugyoku", 0, lambda board, n: board.is_nyugyoku(n)),
        ("turn", 1, lambda board, n: setattr(board, "turn", n)),
        ("move_number", 5, lambda board, n: setattr(board, "move_number", n)),
        ("to_svg", PAWN_76, lambda board, n: board.to_svg(n)),
    ]
    for name, value, call in calls:
        board = played(*("2g2f", "8c8d") * 1, "2f2e")
        meddler = Meddler(value, lambda board=board: act(board))  # type: ignore[misc]
        try:
            call(board, meddler)
        except (ValueError, IndexError):
            assert name in ("push", "push_move16", "push_psv", "move_is_draw")
        # Whatever came of it, the board is one: its text, read again, says the same.
        again = Board(board.sfen())
        assert sorted(again.legal_moves) == sorted(board.legal_moves)
        assert again.zobrist_hash() == board.zobrist_hash()
        empty(board)
        assert board.history == []


def test_draw_of_any_number_of_plies() -> None:
    board = played("5i4h", "5a4b", "4h5i", "4b5a")
    assert [board.is_draw(ply) for ply in (None, 0, 4, 2**31, 10**5000)] == [1] * 5
    assert [board.is_draw(ply) for ply in (1, 3, -1, -(10**5000))] == [0] * 4
