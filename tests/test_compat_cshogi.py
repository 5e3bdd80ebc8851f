"""``shogi_fast.compat.cshogi``: what it does where cshogi is unsafe, and what needs no peer to tell.

The comparison with cshogi itself is tests/peers/test_compat_cshogi_peers.py. What is expected here was
measured on cshogi, or is what the table of differences says.
"""

import ast
import sys

import pytest
from compat_cshogi_helpers import (
    HUGE,
    KINGS,
    PAWN_76,
    ROOT,
    START,
    played,
    refuses,
)

import shogi_fast as sf
from shogi_fast.compat import cshogi
from shogi_fast.compat.cshogi import KI2, KIF, PGN, Board
from shogi_fast.compat.cshogi_differences import ABSENT, DIFFERENCES

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


def test_none_is_no_text() -> None:
    board = Board()
    for name in (
        "set_sfen",
        "set_position",
        "move_from_usi",
        "push_usi",
        "move_from_csa",
        "push_csa",
    ):
        for wrong in (None, 1, b"startpos"):
            refuses(board, TypeError, getattr(board, name), wrong)
    for wrong in (None, 1):
        refuses(board, TypeError, cshogi.rotate_sfen, wrong)
        refuses(board, TypeError, KI2.move_to_ki2, PAWN_76, wrong)
        refuses(board, TypeError, KIF.move_to_bod, PAWN_76, wrong)
        refuses(board, TypeError, KIF.board_to_bod, wrong)


def test_ki2_after_a_pass() -> None:
    """A pass goes nowhere, so that no move is to the same square."""
    board = Board("4k4/9/9/9/9/9/9/9/4K4 w L 1")
    board.push_pass()
    move = board.move_from_usi("L*1b")
    assert KI2.move_to_ki2(move, board) == "▲１二香"
    assert KIF.move_to_bod(move, board).endswith("▲１二香")
