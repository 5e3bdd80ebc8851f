"""``shogi_fast.compat.cshogi``: what it does where cshogi is unsafe, and what needs no peer to tell.

The comparison with cshogi itself is tests/peers/test_compat_cshogi_peers.py. What is expected here was
measured on cshogi, or is what the table of differences says.
"""

import ast
import copy
import pickle
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import pytest

import shogi_fast as sf
from shogi_fast.compat import cshogi
from shogi_fast.compat.cshogi import KI2, KIF, PGN, Board
from shogi_fast.compat.cshogi_differences import ABSENT, DIFFERENCES

ROOT = Path(__file__).parent.parent
START = cshogi.STARTING_SFEN
KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
PAWN_76 = 73275  # 7g7f as cshogi has it: a pawn from 60 to 59, taking nothing
HUGE = (2**31, 2**40, 2**64, 10**5000, -(2**31) - 1, -(10**5000))
BAD_SFENS = [
    *("xx", "startpos x", "9/9 b - 1", f"sfen {START}", f" {START} x", f"{START} moves 7g7f"),
    START.replace("b - 1", "B - 1"),
    START.replace("b - 1", ""),
    START.replace("b - 1", "b - x"),
    START.replace("b - 1", "b - -5"),
    START.replace("b - 1", "b - 99999999999"),
    START.replace("LNSGKGSNL", "LNSGKGSN"),
    START.replace("LNSGKGSNL", "LNSGKGSNLL"),
    START.replace("LNSGKGSNL", "LNS+GKGSNL"),
    START.replace("LNSGKGSNL", "LNSGKGSNL/9"),
    "4k4/9/9/9/9/9/9/9/3KK4 b - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b 30P 1",
    "4k4/9/9/9/9/9/9/9/4K4 b 100P 1",
    "4k4/9/9/9/9/9/9/9/4K4 b K 1",
    *("\x00", "b", "9" * 100_000, "４k4/9/9/9/9/9/9/9/4K4 b - 1"),
]


def state(board: Board) -> tuple[Any, ...]:
    """Return everything that a call which fails may not change."""
    return (
        *(board.sfen(), board.history, board.turn, board.move_number, board.pieces),
        *(board.pieces_in_hand, board.is_check(), board.zobrist_hash(), sorted(board.legal_moves)),
    )


def played(*moves: str, sfen: str = START) -> Board:
    """Return a board on which some moves were made."""
    board = Board(sfen)
    for usi in moves:
        assert board.push_usi(usi), usi
    return board


def refuses(board: Board, error: type[Exception], call: Callable[..., Any], *values: Any) -> None:
    """Check that a call raises an error and leaves the board as it was."""
    before = state(board)
    with pytest.raises(error):
        call(*values)
    assert state(board) == before


# -- The tables -----------------------------------------------------------------------------------


def test_rows_have_tests_that_exist() -> None:
    for row in DIFFERENCES:
        path, name = row.test.split("::")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, row


def test_rows_are_complete_and_their_keys_differ() -> None:
    assert len({row.key for row in DIFFERENCES}) == len(DIFFERENCES)
    for row in DIFFERENCES:
        assert row.names
        assert all((row.there, row.here))
        for text in (row.there, row.here):
            assert text.endswith((".", ": 0.", "`."))


def _find(dotted: str) -> bool:
    value: object = cshogi
    for part in dotted.split("."):
        if part in ("KI2", "KIF", "PGN"):
            value = {"KI2": KI2, "KIF": KIF, "PGN": PGN}[part]
        elif hasattr(value, part):
            value = getattr(value, part)
        else:
            return False
    return True


def test_rows_name_what_is_there() -> None:
    for row in DIFFERENCES:
        for name in row.names:
            assert _find(name), name


def test_what_is_absent_is_not_there() -> None:
    assert [name for name in ABSENT if _find(name)] == []


def test_import_brings_no_numpy_and_the_package_brings_no_compat() -> None:
    import subprocess

    code = (
        "import sys, shogi_fast; assert not any('compat' in name for name in sys.modules); "
        "import shogi_fast.compat.cshogi, shogi_fast.compat.cshogi.KIF, "
        "shogi_fast.compat.cshogi.PGN; print('numpy' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


# -- Text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sfen", BAD_SFENS, ids=lambda sfen: repr(sfen[-30:]))
def test_bad_sfen_is_refused(sfen: str) -> None:
    board = played("7g7f", "3c3d")
    refuses(board, RuntimeError, board.set_sfen, sfen)
    refuses(board, sf.InvalidSfenError, board.set_sfen, sfen)
    if " moves " not in sfen:
        refuses(board, RuntimeError, board.set_position, f"sfen {sfen}")
    refuses(board, RuntimeError, Board, sfen)
    refuses(board, RuntimeError, cshogi.rotate_sfen, sfen)


def test_empty_sfen() -> None:
    board = played("7g7f")
    refuses(board, RuntimeError, board.set_sfen, "")
    refuses(board, RuntimeError, cshogi.rotate_sfen, "")
    assert Board("").sfen() == Board(None).sfen() == Board().sfen() == START


def test_sfen_without_a_move_number() -> None:
    board = Board(START.replace(" - 1", " -"))
    assert board.sfen() == Board(START.replace(" - 1", "")).sfen() == START
    assert cshogi.rotate_sfen("4k4/9/9/9/9/9/9/9/3K5 w").endswith(" b - 1")


def test_startpos_is_read() -> None:
    assert Board("startpos").sfen() == START


def test_hands_in_sfen() -> None:
    assert Board("4k4/9/9/9/9/9/9/9/4K4 b PPP 1").pieces_in_hand[0][cshogi.HPAWN] == 3
    assert Board("4k4/9/9/9/9/9/9/9/4K4 b 18P 1").pieces_in_hand[0][cshogi.HPAWN] == 18


def test_move_numbers() -> None:
    board = Board(START.replace(" 1", " 0"))
    assert (board.move_number, board.push_usi("7g7f"), board.move_number) == (0, PAWN_76, 1)
    board.move_number = 2**31 - 1
    assert board.sfen().endswith(" 2147483647")
    board.push_usi("3c3d")
    assert (board.move_number, board.sfen().split()[-1]) == (-(2**31), "-2147483648")
    board.pop()
    assert board.move_number == 2**31 - 1
    board.move_number = 1
    board.pop()
    assert (board.move_number, board.sfen()) == (0, START.replace(" 1", " 0"))
    board = played("7g7f", "3c3d")
    board.move_number = 1
    assert [board.pop() > 0, board.pop() > 0] == [True, True]
    assert (board.move_number, board.sfen().split()[-1]) == (-1, "-1")


@pytest.mark.parametrize(
    "text",
    [
        *("", "position startpos", "startpos 7g7f", "startpos moves 7g7e", "startpos moves x"),
        *(START, "sfen", "sfen xx", "moves 7g7f", "startpos moves 2g2f 7g7e"),
        *("startpos moves 7g7f 0000", "startpos moves 7g7f+", "startpos moves 0", "startposmoves"),
    ],
)
def test_set_position_does_all_or_nothing(text: str) -> None:
    board = played("2g2f")
    refuses(board, RuntimeError, board.set_position, text)


def test_set_position() -> None:
    board = Board(KINGS)
    board.set_position("startpos moves 7g7f 3c3d")
    assert [cshogi.move_to_usi(move) for move in board.history] == ["7g7f", "3c3d"]
    board.set_position(f"sfen {KINGS} moves 5i5h")
    assert board.sfen() == "4k4/9/9/9/9/9/9/4K4/9 w - 2"
    board.set_position("startpos moves")
    assert (board.sfen(), board.history) == (START, [])


def test_diagram_after_a_pass() -> None:
    board = played("7g7f")
    assert board.to_bod().endswith("後手番\n手数＝1　▲７六歩　まで")
    board.push_pass()
    assert board.to_bod() == KIF.board_to_bod(board)
    board = Board("4k4/9/9/9/9/9/9/4r4/4K4 b - 1")
    board.push(board.move(44, 34, False))  # to where the rook attacks the king
    assert board.to_bod().endswith("後手番")


def test_text_of_illegal_moves() -> None:
    board = Board()
    for move in (0, 129, board.move(60, 57, False), board.move(60, 59, True), -1, 0x1E3B):
        refuses(board, ValueError, KI2.move_to_ki2, move, board)
        refuses(board, ValueError, KIF.move_to_bod, move, board)
    for wrong in (None, 5, sf.Board()):
        refuses(board, TypeError, KI2.move_to_ki2, PAWN_76, wrong)
        refuses(board, TypeError, KIF.board_to_bod, wrong)
        refuses(board, TypeError, KIF.move_to_bod, PAWN_76, wrong)


def test_pictures() -> None:
    board = Board()
    picture = board.to_svg(board.push_usi("7g7f"), 2)
    assert isinstance(picture, cshogi.SvgWrapper)
    assert picture._repr_svg_() is picture
    assert 'width="460"' in picture
    assert board._repr_svg_() == board.to_svg(PAWN_76) != board.to_svg()
    assert board.to_svg(0) == board.to_svg(129) == board.to_svg()
    for scale in (0, -1, float("nan"), float("inf"), 10**6, 10**400):
        refuses(board, ValueError, board.to_svg, None, scale)
    for wrong in (None, "x", "2", b"2", [], 1j):
        refuses(board, TypeError, board.to_svg, None, wrong)
    for move in (-1, 0x7FFF, 127):
        refuses(board, ValueError, board.to_svg, move)
    refuses(board, TypeError, board.to_svg, "x")


# -- Making and taking back moves ------------------------------------------------------------------


def _impossible(board: Board) -> dict[str, int]:
    """Name moves that leave no consistent position at the start."""
    return {
        "none": 0,
        "pass": 129,
        "minus one": -1,
        "everything": 2**31 - 1,
        "least": -(2**31),
        "16 bits": 0x1E3B,
        "no man there": board.move(40, 41, False),
        "another type": PAWN_76 ^ 3 << 16,
        "the other side's man": board.move(56, 57, False),
        "onto an own man": board.move(80, 71, False),
        "from and to the same": board.move(60, 60, False),
        "onto a king": board.move(60, 36, False),
        "not in hand": board.drop_move(40, cshogi.PAWN),
        "onto a man": board.drop_move(60, cshogi.PAWN),
        "promoted gold": board.move(53, 20, True),
        "destination 81": 81 | 60 << 7 | 1 << 16,
        "destination 127": 127 | 60 << 7 | 1 << 16,
        "origin 88": 40 | 88 << 7,
        "promoted drop": 40 | 81 << 7 | 1 << 14,
    }


@pytest.mark.parametrize("name", _impossible(Board()))
def test_push_refuses_what_cannot_be_made(name: str) -> None:
    board = Board()
    move = _impossible(board)[name]
    refuses(board, sf.IllegalMoveError, board.push, move)
    refuses(board, ValueError, board.move_is_draw, move)
    assert not board.is_legal(move)
    assert not board.is_pseudo_legal(move)
    assert not board.pseudo_legal_move_is_legal(move)


def test_push_makes_what_can_be_made() -> None:
    """Legal or not, as cshogi does: what comes out was measured there."""
    board = Board()
    for move, placement in {
        board.move(60, 57, False): "lnsgkgsnl/1r5b1/ppppppppp/2P6/9/9/PP1PPPPPP/1B5R1/LNSGKGSNL",
        board.move(60, 59, True): "lnsgkgsnl/1r5b1/ppppppppp/9/9/2+P6/PP1PPPPPP/1B5R1/LNSGKGSNL",
    }.items():
        assert not board.is_legal(move)
        board.push(move)
        assert board.sfen().split()[0] == placement
        assert board.pop() == move
        assert board.sfen() == START
    board = Board("4k4/9/9/9/9/9/9/4r4/4K4 b - 1")
    step = board.move(44, 34, False)  # stays in check
    assert not board.is_legal(step)
    board.push(step)
    assert not board.is_ok()
    assert board.pop() == step
    assert board.is_check()


def test_codes_of_16_bits() -> None:
    board = Board()
    for code in (0, 129, 40 | 41 << 7, 40 | 81 << 7):
        refuses(board, ValueError, board.push_move16, code)
    for code in (0x7FFF, 0xFFFF, 127, 81 | 60 << 7, 40 | 88 << 7):
        refuses(board, ValueError, board.push_move16, code)
        refuses(board, ValueError, board.move_from_move16, code)
    for code in (0xFFFF, 0x4028 & ~(127 << 7) | 8 << 7, 127):
        refuses(board, ValueError, board.push_psv, code)
    for call in (board.push_move16, board.push_psv, board.move_from_move16, board.move_from_psv):
        for code in (-1, 65536, *HUGE):
            refuses(board, OverflowError, call, code)
        for wrong in ("x", None, 1.5, [1]):
            refuses(board, TypeError, call, wrong)
    assert board.move_from_move16(0) == board.move_from_psv(0) == 0
    assert (board.push_move16(0x1E3B), board.pop()) == (PAWN_76, PAWN_76)
    assert (board.push_psv(0x1E3B), board.pop()) == (PAWN_76, PAWN_76)


@pytest.mark.parametrize("promotes", [0, 1 << 15])
def test_drops_of_what_is_no_piece_in_16_bits_of_yaneuraou(promotes: int) -> None:
    """Types 48 to 127 would run over into the promotion, and be moves from the board."""
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1")
    for piece_type in (0, *range(8, 128)):
        for to in (0, 5, 40, 80):
            code = 1 << 14 | piece_type << 7 | to | promotes
            with pytest.raises(sf.InvalidMoveError, match="a drop of no piece"):
                board.move_from_psv(code)
            with pytest.raises(sf.InvalidMoveError, match="a drop of no piece"):
                board.push_psv(code)
    assert board.history == []
    for piece_type in range(1, 8):
        move = board.drop_move(40, piece_type)
        assert board.move_from_psv(1 << 14 | piece_type << 7 | 40) == move


def test_piece_taken_is_that_on_the_square() -> None:
    board = Board()
    board.push(PAWN_76 | cshogi.ROOK << 20)
    assert board.pieces_in_hand == ([0] * 7, [0] * 7)
    assert board.history == [PAWN_76]
    assert (board.peek(), board.pop()) == (PAWN_76, PAWN_76)
    assert board.is_legal(PAWN_76 | cshogi.ROOK << 20)


def test_pop_of_an_empty_board() -> None:
    board = Board()
    refuses(board, IndexError, board.pop)
    refuses(board, IndexError, board.pop_pass)
    assert board.peek() == 0
    board.push_usi("7g7f")
    refuses(board, sf.IllegalMoveError, board.pop_pass)
    board.reset()
    refuses(board, IndexError, board.pop)


def test_pass_has_no_number() -> None:
    board = Board()
    board.push_pass()
    assert (board.sfen(), board.history, board.peek()) == (START.replace(" b ", " w "), [129], 129)
    assert board.pop() == 129
    assert board.sfen() == START
    board.push_pass()
    board.pop_pass()
    assert (board.sfen(), board.history) == (START, [])


def test_setting_the_other_side_forgets_the_moves() -> None:
    board = played("7g7f")
    board.turn = cshogi.WHITE
    assert board.history == [PAWN_76]
    board.turn = cshogi.BLACK
    assert (board.history, board.turn) == ([], cshogi.BLACK)
    refuses(board, IndexError, board.pop)


def test_what_returns_0_for_an_illegal_move() -> None:
    board = Board()
    for text in ("", "7g", "7g7e", "xxxx", "P*5e", "0000", "7g7fx", " 7g7f", "9z9z", "resign"):
        assert (board.push_usi(text), board.move_from_usi(text)) == (0, 0)
    for text in (
        "",
        "7776",
        "7776KY",
        "+7776FU",
        "7776FUx",
        "0055FU",
        "9999FU",
        "%TORYO",
        "77a6FU",
    ):
        assert (board.push_csa(text), board.move_from_csa(text)) == (0, 0)
    assert board.sfen() == START
    for call in (board.push_usi, board.move_from_usi, board.push_csa, board.move_from_csa):
        refuses(board, UnicodeEncodeError, call, "７g7f")
        for wrong in (None, 5, b"7g7f", ["7g7f"]):
            refuses(board, TypeError, call, wrong)


def test_text_with_a_null_character() -> None:
    board = Board()
    assert (board.push_usi("7g7f\x00"), board.push_csa("7776FU\x00")) == (0, 0)


def test_text_that_is_a_subclass() -> None:
    class Liar(str):
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 0

        def __len__(self) -> int:
            return 10**9

        def isascii(self) -> bool:
            return True

    board = Board()
    assert board.push_usi(Liar("7g7f")) == PAWN_76
    assert board.push_csa(Liar("3334FU")) != 0
    assert board.move_from_usi(Liar("x")) == board.move_from_csa(Liar("y")) == 0
    board.set_sfen(Liar(START))
    assert Board(Liar(KINGS)).sfen() == KINGS


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


def test_moves_of_more_than_32_bits() -> None:
    board = Board()
    for move in HUGE:
        for name in MOVE_FUNCTIONS:
            refuses(board, OverflowError, getattr(cshogi, name), move)
        for name in MOVE_METHODS:
            refuses(board, OverflowError, getattr(board, name), move)


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


EMPTY_HANDS = ([0] * 7, [0] * 7)


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
            _empty(self)
            return 1

    board = Emptied()
    board.push_usi("7g7f")
    assert board.to_bod() == played("7g7f").to_bod()
    assert board.history == [PAWN_76]


def _empty(board: Board) -> None:
    while board.history:
        board.pop()


@pytest.mark.parametrize(
    "act",
    [
        lambda board: board.set_position("startpos moves " + "4i4h 4a4b 4h4i 4b4a " * 20),
        lambda board: board.set_position(f"sfen {KINGS}"),
        _empty,
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
        _empty(board)
        assert board.history == []


def test_draw_of_any_number_of_plies() -> None:
    board = played("5i4h", "5a4b", "4h5i", "4b5a")
    assert [board.is_draw(ply) for ply in (None, 0, 4, 2**31, 10**5000)] == [1] * 5
    assert [board.is_draw(ply) for ply in (1, 3, -1, -(10**5000))] == [0] * 4


# -- Positions, lists, copies -----------------------------------------------------------------------


def test_is_ok(capsys: pytest.CaptureFixture[str]) -> None:
    assert Board().is_ok()
    assert Board("9/9/9/9/9/9/9/9/9 b - 1").is_ok()
    assert not Board("4k4/4R4/9/9/9/9/9/9/4K4 b - 1").is_ok()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["LegalMoveList", "PseudoLegalMoveList", "CheckMoveList"])
def test_lists_need_a_board(name: str) -> None:
    made = getattr(cshogi, name)
    for values in ((), (None,), (5,), (sf.Board(),)):
        with pytest.raises(TypeError):
            made(*values)
    assert len(made(board=Board())) == (0 if name == "CheckMoveList" else 30)
    for cls in (made, made.__mro__[1]):
        bare = cls.__new__(cls)
        assert (len(bare), bool(bare), list(bare)) == (0, False, [])
    with pytest.raises(TypeError):
        pickle.dumps(made(Board()))


class WithoutInit(cshogi.LegalMoveList):
    def __init__(self) -> None:
        pass


def test_subclass_of_a_list_without_init() -> None:
    assert (len(WithoutInit()), list(WithoutInit())) == (0, [])


def test_lists_are_snapshots_to_go_through_once() -> None:
    board = Board()
    moves = board.legal_moves
    board.push_usi("7g7f")
    assert len(moves) == 30
    first = next(moves)
    rest = list(moves)
    assert len({first, *rest}) == 30
    assert (list(moves), len(moves), bool(moves)) == ([], 30, True)
    with pytest.raises(StopIteration):
        next(moves)
    assert PAWN_76 in Board().legal_moves
    assert 5 not in Board().legal_moves
    again = Board().legal_moves
    assert (next(again) > 0, len(list(again))) == (True, 29)
    again.__init__(Board(KINGS))  # type: ignore[misc]
    assert (len(again), len(list(again))) == (5, 5)


def test_lists_outlive_their_board() -> None:
    moves = [Board().legal_moves for _ in range(50)]
    assert [len(list(some)) for some in moves] == [30] * 50


def test_pseudo_legal_move_is_legal_of_other_moves() -> None:
    board = Board("7nk/9/7G1/9/9/9/9/9/4K4 b P 1")
    mate = board.drop_move(1, cshogi.PAWN)
    assert not board.pseudo_legal_move_is_legal(mate)
    assert not board.pseudo_legal_move_is_legal(0)
    assert mate not in board.pseudo_legal_moves


def test_copies_of_every_kind() -> None:
    board = played("7g7f", "3c3d", "8h2b+")
    board.push_pass()
    board.push_usi("5i5h")
    board.move_number = 77
    twins = [board.copy(), copy.copy(board), copy.deepcopy(board), Board(board=board)]
    twins += [pickle.loads(pickle.dumps(board, protocol)) for protocol in range(2, 6)]
    for twin in twins:
        assert type(twin) is Board
        assert state(twin) == state(board)
        assert twin != board
        while board.history and twin.history:
            assert twin.pop() > 0
        assert twin.history == []
        assert len(board.history) == 5
    assert Board(KINGS, board).sfen() == KINGS
    assert copy.deepcopy([board, board])[0].history == board.history


def test_copies_with_a_hand_beyond_a_set() -> None:
    board = played("5i5h", sfen="4k4/9/9/9/9/9/9/4r4/4K4 b 2R 1")
    board.turn = cshogi.BLACK
    assert board.sfen() == "4k4/9/9/9/9/9/9/4K4/9 b 3R 2"
    for twin in (pickle.loads(pickle.dumps(board)), copy.deepcopy(board)):
        assert twin.sfen() == board.sfen()
    assert "飛三" in board.to_bod()
    assert "P+00HI00HI00HI" in board.csa_pos()


@pytest.mark.parametrize(
    "state_",
    [
        (Board, 5, (), 1),
        (Board, START, 5, 1),
        (Board, START, (5,), 1),
        (Board, START, (70000,), 1),
        (Board, START, ("7g7f",), 1),
        (Board, START, (), "x"),
        (Board, START, (), 2**40),
        (Board, "xx", (), 1),
        (Board, START, (129, 129, 60 | 60 << 7), 1),
        (sf.Board, START, (), 1),
        (object, START, (), 1),
        (Board(), START, (), 1),
        (None, START, (), 1),
    ],
)
def test_forged_pickles_are_refused(state_: Any) -> None:
    restore = Board().__reduce__()[0]
    assert callable(restore)
    with pytest.raises((TypeError, ValueError, OverflowError)):
        restore(*state_)


class Kept(Board):
    """A subclass with attributes, which neither of its makers sets."""

    __slots__ = ("__dict__", "slot")
    slot: object

    def __new__(cls, *values: Any) -> Self:
        raise AssertionError("copies are not made by this")

    def __init__(self) -> None:
        raise AssertionError("copies are not set up by this")


def test_copies_of_a_subclass() -> None:
    board: Any = Board.__new__(Kept)
    board.push_usi("7g7f")
    board.notes, board.slot, board.me = ["first"], {1: 2}, board
    twins: list[Any] = [copy.deepcopy(board)]
    twins += [pickle.loads(pickle.dumps(board, protocol)) for protocol in range(2, 6)]
    for twin in twins:
        assert type(twin) is Kept
        assert state(twin) == state(board)
        assert (twin.notes, twin.slot) == (["first"], {1: 2})
        assert twin.notes is not board.notes
        assert twin.slot is not board.slot
        assert twin.me is twin
        twin.push_usi("3c3d")
    assert board.history == [PAWN_76]
    for twin in (board.copy(), copy.copy(board)):  # as in cshogi
        assert type(twin) is Board
        assert state(twin) == state(board)


class Sub(Board):
    def __init__(self) -> None:
        pass


def test_subclass_that_forgets_init() -> None:
    board = Sub()
    assert board.sfen() == START
    board.push_usi("7g7f")
    assert type(board.copy()) is Board
    assert Sub.__new__(Sub).sfen() == START


def test_boards_differ() -> None:
    board = Board()
    assert board == board
    assert board != Board()
    assert len({board, Board()}) == 2
    with pytest.raises(TypeError):
        Board(START, None, 1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Board(nothing=1)  # type: ignore[call-arg]


# -- Against the package's own board ----------------------------------------------------------------


def test_a_game_beside_the_package() -> None:
    """What the two have in common is the same; the peers' test says what cshogi has besides."""
    rng = random.Random(3)
    board, own = Board(), sf.Board()
    for _ in range(200):
        moves = list(board.legal_moves)
        assert [move & 0x7FFF for move in moves] == [int(move) for move in own.legal_moves]
        checks = [move & 0x7FFF for move in board.check_moves]
        assert checks == [int(move) for move in own.generate_moves("checks")]
        for move in moves:
            piece, taken = own.piece_at(move >> 7 & 127) if move >> 16 & 15 else None, None
            if piece is not None:
                assert move >> 16 & 15 == piece.piece_type
                taken = own.piece_at(move & 127)
            assert move >> 20 == (0 if taken is None else taken.piece_type)
            assert board.is_legal(move)
        assert (board.sfen(), board.zobrist_hash()) == (own.sfen(), own.key)
        assert board.is_check() == own.is_check()
        assert board.is_draw() == int(own.search_repetition())
        if not moves:
            break
        move = rng.choice(moves)
        board.push(move)
        own.push(sf.Move.from_int(move & 0x7FFF))
        assert board.peek() == move
    while board.history:
        move = board.peek()
        assert board.pop() == move
        assert int(own.pop()) == move & 0x7FFF
        assert board.sfen() == own.sfen()


def test_ints_of_moves_are_what_they_should_be() -> None:
    """Every move of every man on an empty board, made beforehand or not."""
    for piece in (*range(1, 15), *range(17, 31)):
        for square in range(81):
            pieces = [0] * 81
            pieces[square] = piece
            board = Board()
            board.set_pieces(pieces, EMPTY_HANDS)
            board.turn = piece >> 4
            for move in board.legal_moves:
                expected = board.move(square, move & 127, bool(move & 1 << 14))
                assert type(move) is int
                assert (
                    move
                    == expected
                    == (move & 127 | square << 7 | (move & 1 << 14) | (piece & 15) << 16)
                )
