"""The stand-in for python-shogi: attacks, sets of squares, tables, and how they are imported."""

import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import random_sparse_sfen

import shogi_fast as sf
from shogi_fast.compat import shogi
from shogi_fast.compat.shogi import *
from shogi_fast.compat.shogi._masks import rotated

# -- Attacks, sets, tables ------------------------------------------------------------------------


def test_is_attacked_by() -> None:
    board = Board()
    assert board.is_attacked_by(BLACK, H5)
    assert board.is_attacked_by(BLACK, H5, PIECE_TYPES)
    assert board.is_attacked_by(BLACK, H5, None)
    assert board.is_attacked_by(BLACK, H5, [ROOK])
    assert not board.is_attacked_by(BLACK, H5, [PAWN, SILVER])
    assert not board.is_attacked_by(BLACK, H5, [])
    assert not board.is_attacked_by(BLACK, None)
    assert not board.is_attacked_by(WHITE, H5)


def test_attacks_against_the_package() -> None:
    rng = random.Random("attacks")
    for _ in range(100):
        board = Board(random_sparse_sfen(rng))
        native = sf.Board(board.sfen())
        for square in SQUARES:
            name = SQUARE_NAMES[square]
            for color in COLORS:
                found = native.attackers(color, sf.parse_square(name)).names()
                assert sorted(SQUARE_NAMES[s] for s in board.attackers(color, square)) == found
                assert board.attacker_mask(color, square) == int(board.attackers(color, square))
                assert board.is_attacked_by(color, square) == bool(found)
            piece = board.piece_at(square)
            if piece:
                mask = Board.attacks_from(piece.piece_type, square, board.occupied, piece.color)
                reached = native.attacks(sf.parse_square(name)).names()
                assert sorted(SQUARE_NAMES[s] for s in SquareSet(mask)) == reached


def test_tables_against_attacks_from() -> None:
    """What the tables say for a board is what Board.attacks_from says."""
    rng = random.Random("tables")
    for _ in range(60):
        occupied = Occupied(rng.getrandbits(81) & rng.getrandbits(81), 0)
        for square in SQUARES:
            row, column = rank_index(square), file_index(square)
            along_rank = occupied.bits >> 9 * row + 1 & 127
            along_file = occupied.l90 >> 9 * column + 1 & 127
            rising = occupied.l45 >> BB_SHIFT_L45[square] & 127
            falling = occupied.r45 >> BB_SHIFT_R45[square] & 127
            rook = BB_RANK_ATTACKS[square][along_rank] | BB_FILE_ATTACKS[square][along_file]
            bishop = BB_L45_ATTACKS[square][rising] | BB_R45_ATTACKS[square][falling]
            attacks = {
                (ROOK, BLACK): rook,
                (BISHOP, WHITE): bishop,
                (PROM_ROOK, BLACK): rook | BB_KING_ATTACKS[square],
                (PROM_BISHOP, WHITE): bishop | BB_KING_ATTACKS[square],
            }
            for color in COLORS:
                attacks[LANCE, color] = BB_LANCE_ATTACKS[color][square][along_file]
                attacks[PAWN, color] = BB_PAWN_ATTACKS[color][square]
                attacks[KNIGHT, color] = BB_KNIGHT_ATTACKS[color][square]
                attacks[SILVER, color] = BB_SILVER_ATTACKS[color][square]
                attacks[GOLD, color] = attacks[PROM_PAWN, color] = BB_GOLD_ATTACKS[color][square]
                attacks[KING, color] = BB_KING_ATTACKS[square]
            for (kind, color), mask in attacks.items():
                assert Board.attacks_from(kind, square, occupied, color) == mask


def test_rotated_boards() -> None:
    board = Board()
    rng = random.Random("rotated")
    for _ in range(60):
        board.push(rng.choice(list(board.legal_moves)))
        bits = board.occupied.bits
        for name, places in (("l45", SQUARES_L45), ("r45", SQUARES_R45), ("l90", SQUARES_L90)):
            expected = sum(1 << places[square] for square in SquareSet(bits))
            assert getattr(board.occupied, name) == expected
            assert getattr(Occupied(bits, 0), name) == expected
    # Bits of no square have no place.
    assert Occupied(BB_ALL | 1 << 81, 1 << 90).l90 == BB_ALL
    assert Occupied(-1, 0).l45 == BB_ALL
    for wrong in (-1, 3):
        with pytest.raises(ValueError, match="no rotated board"):
            rotated(1, wrong)


def test_constants() -> None:
    assert (A9, A1, E5, I9, I1) == (0, 8, 40, 72, 80)
    assert SQUARE_NAMES[A9] == "9a"
    assert [SQUARE_NAMES[square] for square in (E5, I1)] == ["5e", "1i"]
    assert (GOLD, BISHOP, ROOK, KING, PROM_PAWN, PROM_ROOK) == (5, 6, 7, 8, 9, 14)
    assert sum(BB_SQUARES) == sum(BB_FILES) == sum(BB_RANKS) == BB_ALL
    assert BB_FILE_9 & BB_RANK_A == BB_A9
    assert PIECE_PROMOTED[SILVER] == PROM_SILVER
    assert PIECE_PROMOTED[GOLD] is PIECE_PROMOTED[KING] is PIECE_PROMOTED[NONE] is None
    assert sum(MAX_PIECES_IN_HAND) == 38
    assert sorted(SQUARES_L90) == sorted(SQUARES_R45) == sorted(SQUARES_L45) == list(SQUARES)


def test_shift_off_the_board() -> None:
    for name in (name for name in dir(shogi) if name.startswith("shift_")):
        shift = getattr(shogi, name)
        for square in SQUARES:
            row, column = rank_index(square), file_index(square)
            step = 2 if "_2_" in name else 1
            row += step * (("down" in name) - ("up" in name))
            column += step * (("right" in name) - ("left" in name))
            on_board = 0 <= row < 9 and 0 <= column < 9
            assert shift(1 << square) == (1 << 9 * row + column if on_board else 0), name
        assert shift(BB_ALL) == sum(shift(bb) for bb in BB_SQUARES)


def test_bit_scan_of_nothing() -> None:
    assert bit_scan(BB_VOID) == bit_scan(BB_A9, 1) == bit_scan(BB_C8, 40) == -1
    assert bit_scan(BB_I1) == bit_scan(BB_I1, 80) == 80


@given(st.integers(0, BB_ALL), st.integers(0, BB_ALL))
def test_square_sets(first: int, second: int) -> None:
    squares, other = SquareSet(first), SquareSet(second)
    both, either = set(squares) & set(other), set(squares) | set(other)
    assert set(squares & other) == both
    assert set(squares | other) == either
    assert set(squares ^ other) == either - both
    assert set(~squares) == set(SQUARES) - set(squares)
    assert len(squares) == pop_count(first) == len(list(squares))
    assert all((square in squares) == (square in set(squares)) for square in SQUARES)
    assert (squares == other) == (first == second) != (squares != other)
    assert int(squares) == squares.mask == first
    assert hash(squares) == hash(SquareSet(first))
    assert str(squares).count("1") == len(squares)


def test_is_double_pawn() -> None:
    board = Board()
    assert board.is_double_pawn(E5, PAWN) == BB_G5
    assert board.is_double_pawn(E5, LANCE) is False
    board.turn = WHITE
    assert board.is_double_pawn(E5, PAWN) == BB_C5
    assert Board("4k4/9/9/9/4+P4/9/9/9/4K4 b P 1").is_double_pawn(E5, PAWN) == 0


# -- Importing ------------------------------------------------------------------------------------


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_ways_to_import_it() -> None:
    assert (
        run(
            "import shogi_fast.compat.shogi as shogi\n"
            "import shogi_fast.compat.shogi.Move, shogi_fast.compat.shogi.Consts\n"
            "import sys\n"
            "module = sys.modules['shogi_fast.compat.shogi.Move']\n"
            "print(shogi.Move is module.Move is shogi.Board().push_usi('7g7f').__class__)\n"
            "from shogi_fast.compat.shogi import *\n"
            "print(Move is shogi.Move, BB_KING_ATTACKS is shogi.BB_KING_ATTACKS, Consts.GOLD, GOLD)\n"
            "from shogi_fast.compat.shogi.Piece import Piece\n"
            "print(Piece is shogi.Piece, collections.__name__)\n"
        )
        == "True\nTrue True 5 5\nTrue collections\n"
    )


def test_tables_are_made_when_they_are_asked_for() -> None:
    names = "BB_PAWN_ATTACKS", "DEFAULT_RANDOM_ARRAY", "BB_L45_ATTACKS"
    assert (
        run(
            "import shogi_fast.compat.shogi as shogi\n"
            f"names = {names}\n"
            "print(any(name in vars(shogi) for name in names))\n"
            "print(all(name in dir(shogi) and name in shogi.__all__ for name in names))\n"
            "print(all(getattr(shogi, name) is getattr(shogi, name) for name in names))\n"
            "print(hasattr(shogi, 'nothing'))\n"
        )
        == "False\nTrue\nTrue\nFalse\n"
    )


def test_the_package_does_not_import_it() -> None:
    assert (
        run(
            "import sys, shogi_fast; shogi_fast.Board().legal_moves\n"
            "print([name for name in sys.modules if 'compat' in name])\n"
            "import shogi_fast.compat.shogi\n"
            "print('numpy' in sys.modules)\n"
        )
        == "[]\nFalse\n"
    )


def test_attacks_from_looks_at_bits_of_what_is_given() -> None:
    class Own(shogi.Occupied):
        pass

    board = Board()
    own = Own(BB_VOID, BB_VOID)
    own._board = board  # type: ignore[attr-defined]
    for piece_type in (LANCE, BISHOP, ROOK, PROM_BISHOP, PROM_ROOK):
        empty = shogi.Occupied(BB_VOID, BB_VOID)
        expected = Board.attacks_from(piece_type, E5, empty, BLACK)
        assert Board.attacks_from(piece_type, E5, own, BLACK) == expected
        there = shogi.Occupied(*board.occupied.by_color)
        assert Board.attacks_from(piece_type, E5, there, BLACK) == Board.attacks_from(
            piece_type, E5, board.occupied, BLACK
        )
        with pytest.raises(AttributeError):
            Board.attacks_from(piece_type, E5, None, BLACK)  # type: ignore[arg-type]
    for piece_type in {*PIECE_TYPES} - {LANCE, BISHOP, ROOK, PROM_BISHOP, PROM_ROOK}:
        assert Board.attacks_from(
            piece_type,
            E5,
            None,  # type: ignore[arg-type]
            WHITE,
        ) == Board.attacks_from(piece_type, E5, board.occupied, WHITE)
