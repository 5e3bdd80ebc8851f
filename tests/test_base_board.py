"""Tests of BaseBoard: what stands where, attacks and pins, editing, boards turned and mirrored."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from boards import KINGS, MIDDLE, MOST_MOVES, START, played, random_sfens, state_of
from liars import Liar, Raiser
from reference import CELL, EMPTY, NAME, OWNER, Reference
from reference_game import mirrored, turned

import shogi_fast as sf
from shogi_fast import _testing
from shogi_fast.base_board import BaseBoard
from shogi_fast.moves_board import MovesBoard

NAMES = tuple(CELL)
LETTERS = " PLNSBRGK"  # by number of the type


def _piece(symbol: str) -> sf.Piece:
    return sf.Piece.from_symbol(symbol)


def _square(name: str) -> int:
    return sf.parse_square(name)


SFENS = [START, MIDDLE, MOST_MOVES, *random_sfens(120, seed=9)]


# -- What stands where --------------------------------------------------------------------------


def test_what_stands_where() -> None:
    for sfen in SFENS:
        board, position = sf.Board(sfen), Reference(sfen)
        standing = {
            square: position.board[CELL[name]]
            for square, name in enumerate(NAMES)
            if position.board[CELL[name]] != EMPTY
        }
        pieces = board.piece_map()
        assert list(pieces) == sorted(standing)
        assert {square: piece.symbol() for square, piece in pieces.items()} == standing
        for square in range(81):
            piece = board.piece_at(square)
            assert (piece.symbol() if piece else None) == standing.get(square)
        for color, piece_type in itertools.product(sf.Color, sf.PieceType):
            symbol = sf.Piece(piece_type, color).symbol()
            assert list(board.pieces(piece_type, color)) == [
                square for square in sorted(standing) if standing[square] == symbol
            ]
        assert list(board.occupied()) == sorted(standing)
        for color in sf.Color:
            assert list(board.occupied(color)) == [
                square for square in sorted(standing) if OWNER[standing[square]] == color
            ]
            king = position.kings[color]
            assert board.king(color) == (None if king is None else NAMES.index(NAME[king]))
            # As SFEN writes hands: rook, bishop, gold, silver, knight, lance, pawn.
            order = "RBGSNLP" if color == 0 else "rbgsnlp"
            held = [
                (LETTERS.index(kind.upper()), position.hands[kind])
                for kind in order
                if position.hands[kind]
            ]
            assert list(board.hand(color).items()) == held
            assert all(type(piece_type) is sf.PieceType for piece_type in board.hand(color))
        assert board.turn is sf.Color(position.turn)
        assert board.ply == position.ply


def test_what_is_returned_is_new() -> None:
    board = sf.Board(MIDDLE)
    before = state_of(board)
    board.hand(sf.BLACK).clear()
    board.piece_map().clear()
    assert state_of(board) == before
    assert board.hand(sf.BLACK)
    assert board.piece_map()


# -- Attacks ------------------------------------------------------------------------------------


def test_attacks_and_attackers_of_every_square() -> None:
    for sfen in SFENS[:50]:
        board, position = sf.Board(sfen), Reference(sfen)
        for square, name in enumerate(NAMES):
            attacked = {NAME[cell] for cell in position._destinations(CELL[name])}
            assert set(board.attacks(square).names()) == attacked, (sfen, name)
            for color in sf.Color:
                found = set(board.attackers(color, square).names())
                assert found == position.attackers(color, name), (sfen, name)
        assert set(board.checkers().names()) == position.checkers()
        assert board.is_check() is position.is_check()


def test_pins() -> None:
    pins = 0
    for sfen in (*SFENS, *random_sfens(800, seed=10)):
        board, position = sf.Board(sfen), Reference(sfen)
        for color in sf.Color:
            pinned = position.pinned(color)
            assert set(board.pinned(color).names()) == pinned, sfen
            pins += len(pinned)
            for square, name in enumerate(NAMES):
                assert board.is_pinned(color, square) is (name in pinned)
                line = board.pin(color, square)
                if name not in pinned:
                    assert len(line) == 81
                else:
                    king = board.king(color)
                    assert king is not None
                    assert set(line) == _ray(king, square), (sfen, name)
    assert pins > 50


def _ray(king: int, square: int) -> set[int]:
    """Return the squares from a king through another square to the edge, the king's left out."""
    file, rank = divmod(king, 9)
    files, ranks = square // 9 - file, square % 9 - rank
    assert files == 0 or ranks == 0 or abs(files) == abs(ranks)
    steps = max(abs(files), abs(ranks))
    ray = set()
    while True:
        file, rank = file + files // steps, rank + ranks // steps
        if not (0 <= file < 9 and 0 <= rank < 9):
            return ray
        ray.add(file * 9 + rank)


def test_kinds_of_pins() -> None:
    for sfen, pinned in (
        ("4k4/9/9/9/4g4/9/9/9/4R4 w - 1", ["5e"]),  # by a rook along a file
        ("k2g4R/9/9/9/9/9/9/9/9 w - 1", ["6a"]),  # along a rank
        ("k8/9/2n6/9/9/9/6B2/9/9 w - 1", ["7c"]),  # by a bishop
        ("4k4/4p4/9/9/9/9/9/4L4/9 w - 1", ["5b"]),  # by a lance, which it may take
        ("4k4/4p4/9/9/9/9/9/4l4/9 w - 1", []),  # by an own lance: no
        ("4k4/4p4/4p4/9/9/9/9/4R4/9 w - 1", []),  # two men between
        ("4k4/4p4/9/9/9/9/9/4B4/9 w - 1", []),  # a bishop does not go along files
        ("4k4/9/9/9/9/9/4L4/4P4/4K4 w - 1", []),  # Black's own man
        ("4k4/4g4/9/9/4+R4/9/9/9/9 w - 1", ["5b"]),  # by a dragon
        ("9/9/9/9/4g4/9/9/9/4R4 w - 1", []),  # there is no king
    ):
        assert sf.Board(sfen).pinned(sf.WHITE).names() == pinned, sfen
        # The same for Black, whoever is to move.
        there = sorted(80 - _square(name) for name in pinned)
        assert list(sf.Board(sfen).rotate().pinned(sf.BLACK)) == there
    # A lance pins forward alone: Black's lance behind White's king pins nothing.
    assert sf.Board("4L4/9/4p4/9/4k4/9/9/9/9 w - 1").pinned(sf.WHITE).names() == []


# -- Editing ------------------------------------------------------------------------------------


def test_pieces_are_put_and_taken() -> None:
    board = sf.Board.empty()
    for square, symbol in ((44, "K"), (36, "k"), (0, "+r"), (80, "P"), (80, "+B")):
        board.set_piece_at(square, _piece(symbol))
        assert board.piece_at(square) == _piece(symbol)
        assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
    assert board.sfen() == "4k3+r/9/9/9/9/9/9/9/+B3K4 b - 1"
    assert board.remove_piece_at(0) == _piece("+r")
    assert board.remove_piece_at(0) is None
    board.set_piece_at(80, None)
    assert board.sfen() == "4k4/9/9/9/9/9/9/9/4K4 b - 1"
    # A king may be put where it stands, or where the other one does.
    board.set_piece_at(44, _piece("K"))
    board.set_piece_at(36, None)
    board.set_piece_at(44, _piece("k"))
    assert board.sfen() == "9/9/9/9/9/9/9/9/4k4 b - 1"
    assert (board.king(sf.BLACK), board.king(sf.WHITE)) == (None, 44)


def test_a_position_put_together_is_the_one_read() -> None:
    for sfen in SFENS:
        board = sf.Board.empty()
        other = sf.Board(sfen)
        pieces = list(other.piece_map().items())
        random.Random(sfen).shuffle(pieces)
        for square, piece in pieces:
            board.set_piece_at(square, piece)
        for color in sf.Color:
            for piece_type, count in other.hand(color).items():
                board.set_hand(color, piece_type, count)
        board.turn = other.turn
        board.ply = other.ply
        assert board.sfen() == sfen
        assert _testing.position_bytes(board) == _testing.position_bytes(other)
        assert list(board.legal_moves) == list(other.legal_moves)


def test_hands_are_set() -> None:
    board = sf.Board.empty()
    most = {"P": 18, "L": 4, "N": 4, "S": 4, "B": 2, "R": 2, "G": 4}
    for letter, count in most.items():
        piece_type = LETTERS.index(letter)
        for number in (count, 1, 0, count):
            board.set_hand(sf.WHITE, piece_type, number)
            assert board.hand(sf.WHITE).get(sf.PieceType(piece_type), 0) == number
        for wrong in (count + 1, -1, 10**30, Liar(count + 1), Liar(-1)):
            before = state_of(board)
            with pytest.raises(ValueError, match=f"0 to {count} can be in hand"):
                board.set_hand(sf.WHITE, piece_type, wrong)
            assert state_of(board) == before
    assert board.sfen() == "9/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1"
    for piece_type in range(8, 15):
        with pytest.raises(ValueError, match="cannot be in hand"):
            board.set_hand(sf.WHITE, piece_type, 1)


def test_forty_men_besides_the_kings() -> None:
    # A set's 38 are in hand, two more stand on the board; kings are no men in this.
    board = sf.Board("9/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1")
    board.set_piece_at(0, _piece("G"))
    board.set_piece_at(1, _piece("g"))
    board.set_piece_at(44, _piece("K"))
    board.set_piece_at(36, _piece("k"))
    assert len(board.occupied()) + sum(board.hand(sf.BLACK).values()) == 42
    before = state_of(board)
    for refused in (
        lambda: board.set_piece_at(2, _piece("P")),
        lambda: board.set_piece_at(36, _piece("P")),  # in place of a king
        lambda: board.set_hand(sf.WHITE, sf.PAWN, 1),
    ):
        with pytest.raises(ValueError, match="40 men at most besides the kings"):
            refused()
        assert state_of(board) == before
    # One man in place of another is no more; nor is a king that moves.
    board.set_piece_at(0, _piece("+R"))
    board.set_hand(sf.BLACK, sf.PAWN, 17)
    board.set_hand(sf.WHITE, sf.PAWN, 1)
    board.set_piece_at(44, None)
    board.set_piece_at(45, _piece("K"))
    # SFEN reads as many.
    assert sf.Board(board.sfen()) == board


def test_a_side_has_one_king() -> None:
    for symbol, square in (("K", 0), ("k", 80)):
        board = sf.Board(f"{KINGS} b - 1")
        board.push_usi("5i5h")
        before = state_of(board)
        with pytest.raises(ValueError, match="one king"):
            board.set_piece_at(square, _piece(symbol))
        assert state_of(board) == before


def test_turn_and_ply() -> None:
    board = sf.Board(f"{KINGS} b - 1")
    board.turn = sf.WHITE
    board.ply = 99_999
    assert board.sfen() == f"{KINGS} w - 99999"
    board.turn = 0  # type: ignore[assignment]
    board.ply = Liar(7)
    assert board.sfen() == f"{KINGS} b - 7"
    for color in (2, -1, 10**30, Liar(2)):
        with pytest.raises(ValueError, match="a color is 0"):
            board.turn = color  # type: ignore[assignment]
    for ply in (-1, 100_000, 10**30, Liar(100_000), Liar(-1)):
        with pytest.raises(ValueError, match="0 to 99999"):
            board.ply = ply
    for wrong in (None, "b", 0.0, b"w"):
        with pytest.raises(TypeError):
            board.turn = wrong  # type: ignore[assignment]
        with pytest.raises(TypeError):
            board.ply = wrong  # type: ignore[assignment]
    for name in ("turn", "ply"):
        with pytest.raises(AttributeError, match="cannot be deleted"):
            delattr(board, name)
    assert board.sfen() == f"{KINGS} b - 7"


@pytest.mark.parametrize(
    "edit",
    [
        lambda board: board.clear(),
        lambda board: board.reset(),
        lambda board: board.set_sfen(START),
        lambda board: board.set_piece_at(0, _piece("G")),
        lambda board: board.set_piece_at(40, None),
        lambda board: board.remove_piece_at(0),
        lambda board: board.remove_piece_at(40),
        lambda board: board.set_hand(sf.BLACK, sf.PAWN, 0),
        lambda board: setattr(board, "turn", sf.BLACK),
        lambda board: setattr(board, "ply", 5),
        lambda board: board.set_packed(sf.Board().packed()),
    ],
)
def test_editing_forgets_the_moves(edit: Callable[[sf.Board], object]) -> None:
    board = played(random.Random(1), 6)
    view = board.legal_moves
    edit(board)
    assert board.move_stack == []
    with pytest.raises(IndexError):
        board.pop()
    assert _testing.position_bytes(board) == _testing.rebuilt_bytes(board)
    assert [move.usi() for move in view] == [
        move.usi() for move in sf.Board(board.sfen()).legal_moves
    ]
    assert len(view) == len(Reference(board.sfen()).legal_moves())


# -- Numbers ------------------------------------------------------------------------------------

# Everything that takes a square.
BY_SQUARE: list[Callable[[sf.Board, Any], object]] = [
    lambda board, square: board.piece_at(square),
    lambda board, square: board.attacks(square),
    lambda board, square: board.attackers(sf.BLACK, square),
    lambda board, square: board.is_pinned(sf.BLACK, square),
    lambda board, square: board.pin(sf.BLACK, square),
    lambda board, square: board.set_piece_at(square, None),
    lambda board, square: board.remove_piece_at(square),
    lambda board, square: board.find_move(square, 59),
    lambda board, square: board.find_move(60, square),
    lambda board, square: sf.square_name(square),
    lambda board, square: board.generate_moves(to_mask=[square]),
]
# Everything that takes a color, and a type of piece.
BY_COLOR: list[Callable[[sf.Board, Any], object]] = [
    lambda board, color: board.occupied(color),
    lambda board, color: board.hand(color),
    lambda board, color: board.king(color),
    lambda board, color: board.pinned(color),
    lambda board, color: board.is_pinned(color, 0),
    lambda board, color: board.pin(color, 0),
    lambda board, color: board.attackers(color, 0),
    lambda board, color: board.pieces(1, color),
    lambda board, color: board.set_hand(color, 1, 0),
]
BY_TYPE: list[Callable[[sf.Board, Any], object]] = [
    lambda board, piece_type: board.pieces(piece_type, 0),
    lambda board, piece_type: board.set_hand(0, piece_type, 0),
]


@pytest.mark.parametrize(
    ("calls", "wrong", "right", "error"),
    [
        (BY_SQUARE, (81, -1, 10**30, Liar(81), Liar(-1), Liar(10**30)), 60, IndexError),
        (BY_COLOR, (2, -1, 10**30, Liar(2), Liar(-1)), 1, ValueError),
        (BY_TYPE, (0, 15, -1, 10**30, Liar(0), Liar(15)), 6, ValueError),
    ],
    ids=["square", "color", "type"],
)
def test_numbers_are_read_as_numbers(
    calls: list[Any], wrong: tuple[Any, ...], right: int, error: type[Exception]
) -> None:
    for call in calls:
        board = sf.Board()
        before = state_of(board)
        for number in wrong:
            with pytest.raises(error):
                call(board, number)
        for stranger in ("7g", 6.0, b"1", [1]):
            with pytest.raises(TypeError):
                call(board, stranger)
        with pytest.raises(ZeroDivisionError):
            call(board, Raiser())
        assert state_of(board) == before
        # What a number says of itself does not matter, but what it is; 60 is 7g.
        twin = sf.Board()
        try:
            expected = call(twin, right)
        except sf.IllegalMoveError:
            with pytest.raises(sf.IllegalMoveError):
                call(board, Liar(right))
        else:
            assert call(board, Liar(right)) == expected
        assert state_of(board) == state_of(twin)


def test_a_piece_is_a_piece() -> None:
    board = sf.Board()
    before = state_of(board)
    for wrong in ("P", 1, sf.PAWN, b"P", sf.Piece):
        with pytest.raises(TypeError, match="Piece or None"):
            board.set_piece_at(0, wrong)  # type: ignore[arg-type]
    assert state_of(board) == before


# -- Boards turned and mirrored -----------------------------------------------------------------


def test_turned_and_mirrored_boards() -> None:
    for sfen in SFENS:
        board = played(random.Random(sfen), 3, sfen)
        before = state_of(board)
        position = Reference(board.sfen())
        for twin, expected in (
            (board.rotate(), turned(position)),
            (board.mirror(), mirrored(position)),
        ):
            assert twin.sfen() == expected.sfen()
            assert twin.move_stack == []
            assert _testing.position_bytes(twin) == _testing.rebuilt_bytes(twin)
            assert len(twin.legal_moves) == len(board.legal_moves)
            assert twin.is_check() == board.is_check()
        assert board.rotate().rotate() == board == board.mirror().mirror()
        assert board.rotate().mirror() == board.mirror().rotate()
        assert state_of(board) == before


def test_the_start_turned_has_white_to_move() -> None:
    assert sf.Board().rotate().sfen() == START.replace(" b ", " w ")
    # Rook and bishop change sides when left and right do.
    assert sf.Board().mirror().sfen() == START.replace("1r5b1", "1b5r1").replace("1B5R1", "1R5B1")


# -- The classes above and below ----------------------------------------------------------------


@pytest.mark.parametrize("cls", [BaseBoard, MovesBoard])
def test_the_classes_that_board_is_made_of(cls: Any) -> None:
    """They are no boards by themselves: what is called at each move stands in Board."""
    assert issubclass(sf.Board, cls)
    for make in (cls, lambda: cls(START), lambda: cls.__new__(cls), lambda: cls.empty()):
        with pytest.raises(TypeError, match="a part of Board"):
            make()
