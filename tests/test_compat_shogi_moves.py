"""The stand-in for python-shogi: its moves and pieces."""

import copy
import pickle
import weakref
from typing import Any
from unittest import mock

import pytest
from compat_shogi_helpers import KINGS, usi

import shogi_fast as sf
from shogi_fast.compat.shogi import *


def test_null_move() -> None:
    null = Move.null()
    assert not null
    assert null == Move.from_usi("0000") == Move(None, None)
    assert (null.from_square, null.to_square, null.promotion, null.drop_piece_type) == (
        *(None, None, NONE, None),
    )
    assert repr(null) == "Move.from_usi('0000')"
    assert hash(null) == hash(Move.null())
    assert null not in Board().legal_moves
    assert not Board().is_legal(null)
    assert not Board().is_pseudo_legal(None)


def test_constructor_of_moves() -> None:
    for arguments, words in (
        ((None, 5), "needs the type"),
        ((None, 5, True, PAWN), "does not promote"),
        ((3, 5, False, PAWN), "drops no piece"),
        ((3, None), "leads nowhere"),
        ((None, None, True), "leads nowhere"),
        ((None, None, False, PAWN), "leads nowhere"),
    ):
        with pytest.raises(ValueError, match=words):
            Move(*arguments)
    assert Move(3, 5, False, 0).drop_piece_type is None


def test_promotion_of_moves() -> None:
    """It is what it was given as, if that is one of these."""
    for promotion in (None, False, True, 0, 1):
        move = Move(3, 5, promotion)
        assert move.promotion is promotion
        assert move.usi() == ("6a4a+" if promotion else "6a4a")
        other = Move(3, 5)
        other.promotion = promotion
        assert other.promotion is promotion
        for twin in (other, copy.copy(move), pickle.loads(pickle.dumps(move))):
            assert twin == move
            assert twin.promotion is promotion
            assert hash(twin) == hash(move)
    assert Move(3, 5, 1) == Move(3, 5, True) != Move(3, 5, 0) == Move(3, 5)
    assert Move(3, 5, None) != Move(3, 5)
    assert Move(3, 5, 2).promotion is Move(3, 5, "x").promotion is True
    assert Move(3, 5, []).promotion is Move(3, 5, 0.0).promotion is False
    assert Move(None, 5, None, PAWN).promotion is Move(None, 5, 0, PAWN).promotion is False
    assert Move(None, None).promotion is False
    board = Board()
    assert board.is_legal(Move(56, 47, None))
    board.push(Move(56, 47, 0))
    assert board.pop().promotion == 0


def test_attributes_of_moves_may_be_set() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b P 1")
    move = Move.from_usi("5i5h")
    move.from_square = None
    with pytest.raises(ValueError, match="cannot be made"):
        board.push(move)
    assert "*5h" in repr(move)
    move.drop_piece_type = PAWN
    assert move == Move.from_usi("P*5h")
    assert hash(move) == hash(Move.from_usi("P*5h"))
    board.push(move)
    board.pop()
    move.promotion = True
    with pytest.raises(ValueError, match="cannot be made"):
        board.push(move)
    for twin in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
        assert twin == move
        assert twin is not move
    move.to_square = None
    # Nothing but its squares tells it.
    assert not move
    assert move.usi() == "0000"
    move.promotion = False
    move.drop_piece_type = None
    assert move == Move.null()
    board.push(move)
    assert board.turn == WHITE


def test_moves_that_no_constructor_takes() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b P 1")
    # A piece to drop makes it a drop, wherever it is from.
    move = Move.from_usi("5i5h")
    move.drop_piece_type = PAWN
    assert str(move) == "P*5h"
    assert repr(move) == "Move.from_usi('P*5h')"
    assert hash(move) == hash(Move.from_usi("P*5h"))
    assert move != Move.from_usi("P*5h")
    assert move in board.legal_moves
    board.push(move)
    assert board.sfen() == "4k4/9/9/9/9/9/9/4P4/4K4 w - 2"
    assert board.pop() is move
    # NONE is no piece to drop.
    move.drop_piece_type = NONE
    assert str(move) == "5i5h"
    assert board.is_legal(move)
    # These lead nowhere, or from nowhere, or promote what is dropped.
    for changes in (
        {"from_square": None},
        {"to_square": None},
        {"from_square": None, "drop_piece_type": NONE},
        {"to_square": None, "drop_piece_type": PAWN},
        {"from_square": None, "drop_piece_type": PROM_PAWN},
        {"from_square": None, "drop_piece_type": KING},
        {"from_square": None, "drop_piece_type": PAWN, "promotion": True},
        {"to_square": I5},
    ):
        move = Move.from_usi("5i5h")
        for name, value in changes.items():
            setattr(move, name, value)
        assert move
        assert move.usi() in repr(move)
        assert hash(move) == hash(copy.copy(move))
        assert not board.is_legal(move)
        assert not board.is_pseudo_legal(move)
        with pytest.raises(ValueError, match="cannot be made"):
            board.push(move)
    assert board.sfen() == "4k4/9/9/9/9/9/9/9/4K4 b P 1"


class Duck:
    """Any object with the attributes that it is given."""

    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)


def duck_of(move: Move) -> Any:
    names = ("from_square", "to_square", "promotion", "drop_piece_type")
    return Duck(**{name: getattr(move, name) for name in names})


def test_other_objects_as_moves() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b P 1")
    for text in ("5i5h", "P*5e", "5i5e", "P*5a", "0000"):
        move = Move.from_usi(text)
        other = duck_of(move)
        for ask in (
            *(board.is_legal, board.is_pseudo_legal),
            *(board.legal_moves.__contains__, board.pseudo_legal_moves.__contains__),
        ):
            assert ask(other) == ask(move)
    other = duck_of(Move.from_usi("P*5e"))
    assert not board.is_suicide_or_check_by_dropping_pawn(other)
    board.push(other)
    assert board.sfen() == "4k4/9/9/9/4P4/9/9/9/4K4 w - 2"
    assert not board.was_check_by_dropping_pawn(other)
    assert board.peek() is board.move_stack[0] is other
    assert board.pop() is other
    with pytest.raises(ValueError, match="cannot be made"):
        board.push(duck_of(Move.from_usi("5e5d")))
    for wrong, error in (
        (Duck(from_square=1, to_square=2, promotion=False), TypeError),
        (Duck(from_square="x", to_square=2, promotion=0, drop_piece_type=None), TypeError),
        (Duck(from_square=81, to_square=2, promotion=0, drop_piece_type=None), IndexError),
    ):
        with pytest.raises(error):
            board.push(wrong)
    board.set_piece_at(E5, Duck(piece_type=GOLD, color=WHITE))  # type: ignore[arg-type]
    assert board.piece_at(E5) == Piece(GOLD, WHITE)
    for wrong, error in (
        (Duck(piece_type=GOLD), TypeError),
        (Duck(piece_type=GOLD, color=2), IndexError),
        (Duck(piece_type=15, color=0), ValueError),
    ):
        with pytest.raises(error):
            board.set_piece_at(E5, wrong)
    assert board.sfen() == "4k4/9/9/9/4g4/9/9/9/4K4 b P 1"


def test_other_objects_that_change_the_board_when_they_are_asked() -> None:
    class Acting:
        from_square, to_square, drop_piece_type = 56, 47, None
        piece_type = GOLD

        @property
        def promotion(self) -> bool:
            board.push_usi("2g2f")
            board.push_usi("8c8d")
            return False

        @property
        def color(self) -> int:
            board.push_usi("2g2f")
            return BLACK

    board = Board()
    move: Any = Acting()
    board.push(move)
    assert len(board.move_stack) == 3
    assert board.pop() is move
    assert board.sfen().endswith(" b - 3")
    board = Board()
    board.set_piece_at(E5, move)
    expected = Board()
    expected.push_usi("2g2f")
    expected.set_piece_at(E5, Piece(GOLD, BLACK))
    assert board == expected
    # A generator that is given another board meanwhile tells of the first.
    board = Board()

    class Moving(Acting):
        @property
        def promotion(self) -> bool:
            moves.__init__(Board(KINGS))  # type: ignore[misc]
            return False

    moves: Any
    for moves in (board.legal_moves, board.pseudo_legal_moves):
        assert Moving() in moves
        assert len(moves) == 5


def test_weak_references() -> None:
    board = Board()
    for make in (
        lambda: Move(1, 2),
        lambda: next(iter(board.legal_moves)),
        lambda: Piece(PAWN, BLACK),
        lambda: board.legal_moves,
        lambda: board.pseudo_legal_moves,
    ):
        value: Any = make()
        gone: list[Any] = []
        reference = weakref.ref(value, gone.append)
        assert reference() is value
        weakref.WeakSet([value])
        del value
        assert reference() is None
        assert gone == [reference]
    known: weakref.WeakKeyDictionary[Move, int] = weakref.WeakKeyDictionary()
    moves = list(board.legal_moves)
    known.update(zip(moves, range(30), strict=True))
    assert len(known) == 30
    del moves
    assert len(known) == 0


def test_what_cannot_be_deleted() -> None:
    for value, names in (
        (Move(1, 2), ("from_square", "to_square", "promotion", "drop_piece_type", "nothing")),
        (Piece(PAWN, BLACK), ("piece_type", "color", "nothing")),
    ):
        for name in names:
            with pytest.raises(AttributeError):
                delattr(value, name)
    with pytest.raises(AttributeError, match=r"Move\.promotion cannot be deleted"):
        del Move(1, 2).promotion


def test_classes_cannot_be_changed() -> None:
    for cls, name in ((Board, "push"), (Move, "usi"), (Piece, "symbol"), (Board, "note")):
        with pytest.raises(TypeError, match="immutable type"):
            setattr(cls, name, None)
        with pytest.raises(TypeError, match="immutable type"), mock.patch.object(cls, "__doc__"):
            pass
    for value in (Board(), Move(1, 2), Piece(PAWN, BLACK)):
        with pytest.raises(TypeError, match="__dict__"):
            vars(value)
        with pytest.raises(TypeError, match="lay-out conflict"):
            type("Both", (type(value), dict), {})


def test_errors_have_texts_of_their_own() -> None:
    for call, error, text in (
        (lambda: Move.from_usi("P*5z"), ValueError, "no square is called '5z'"),
        (lambda: Move.from_usi("zz"), ValueError, "not a USI move, such as 7g7f"),
        (lambda: Board().pop(), IndexError, "pop from a board on which no move was made"),
        (lambda: Board("x"), ValueError, "four fields"),
        (lambda: Board().remove_piece_from_hand(PAWN, BLACK), ValueError, "not in hand: P"),
        (lambda: Occupied(1, 2)[2], KeyError, "by color, 0 or 1"),
    ):
        with pytest.raises(error, match=text):
            call()


def test_pickles_of_python_shogi() -> None:
    """It makes objects without __init__, and gives them a dict."""
    for value, state in (
        (
            Move.from_usi("8h2b+"),
            {"from_square": 64, "to_square": 16, "promotion": True, "drop_piece_type": None},
        ),
        (
            Move.from_usi("P*5e"),
            {"from_square": None, "to_square": 40, "promotion": False, "drop_piece_type": 1},
        ),
        (
            Move.null(),
            {"from_square": None, "to_square": None, "promotion": 0, "drop_piece_type": None},
        ),
        (Piece(GOLD, WHITE), {"piece_type": 5, "color": 1}),
    ):
        other: Any = type(value).__new__(type(value))
        other.__setstate__(state)
        assert other == value
        assert hash(other) == hash(value)


def test_pickles_of_boards_of_python_shogi() -> None:
    """They have generators first, which are told of their board."""
    board = Board()
    for moves in (board.legal_moves, board.pseudo_legal_moves):
        other: Any = type(moves).__new__(type(moves))
        with pytest.raises(TypeError, match="python-shogi itself has pickled cannot be loaded"):
            other.__setstate__({"board": board})
        for twin in (copy.copy(moves), copy.deepcopy(moves), pickle.loads(pickle.dumps(moves))):
            assert type(twin) is type(moves)
            assert usi(twin) == usi(moves)


def test_moves_as_keys() -> None:
    assert len({Move(1, 2), Move(1, 2), Move(1, 2, True), Move(None, 2, False, PAWN)}) == 3
    assert hash(Move(3, 5)) == 5 | 3 << 7
    assert hash(Move(3, 5, True)) == 5 | 3 << 7 | 1 << 14
    assert hash(Move(None, 5, False, LANCE)) == 5 | (81 + LANCE) << 7
    with pytest.raises(TypeError):
        Move(1, 2) < Move(1, 3)  # type: ignore[operator]  # noqa: B015


@pytest.mark.parametrize(
    "text", ["", "7g", "7g7", "7g7f-", "7g7f++", "0g7f", "7j7f", "X*5e", "P*5e+", "**5e", "７g7f"]
)
def test_texts_that_name_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a USI|no square|no piece"):
        Move.from_usi(text)


def test_every_move_reads_its_text() -> None:
    moves = [Move(a, b, p) for a in range(0, 81, 5) for b in range(81) for p in (False, True)]
    moves += [Move(None, b, False, kind) for b in range(81) for kind in range(1, 8)]
    for move in moves:
        assert Move.from_usi(str(move)) == move
        if move.from_square != move.to_square:
            assert str(sf.Move.from_usi(str(move))) == str(move)


def test_pieces() -> None:
    for kind in PIECE_TYPES:
        for color in COLORS:
            piece = Piece(kind, color)
            assert Piece.from_symbol(piece.symbol()) == piece
            for twin in (copy.copy(piece), copy.deepcopy(piece)):
                assert twin == piece
            assert pickle.loads(pickle.dumps(piece)) == piece
            assert piece.symbol().isupper() == (color == BLACK)
    piece = Piece(PAWN, BLACK)
    piece.piece_type = GOLD
    piece.color = WHITE
    assert piece == Piece(GOLD, WHITE)
    for wrong in (None, "x", 10**30):
        with pytest.raises((TypeError, OverflowError)):
            piece.piece_type = wrong  # type: ignore[assignment]
    for kind in (-16, 15, 1000, -(2**31)):
        with pytest.raises(IndexError):
            Piece(kind, BLACK).symbol()
        with pytest.raises(IndexError):
            Piece(kind, BLACK).japanese_symbol()


@pytest.mark.parametrize("value", [1.9, 1.0, "1", b"1", [1]])
def test_pieces_take_ints_alone(value: Any) -> None:
    for arguments in ((value, BLACK), (PAWN, value)):
        with pytest.raises(TypeError):
            Piece(*arguments)
    piece = Piece(PAWN, WHITE)
    for name in ("piece_type", "color"):
        with pytest.raises(TypeError):
            setattr(piece, name, value)
        with pytest.raises(OverflowError):
            setattr(piece, name, 2**31)
        with pytest.raises(OverflowError):
            setattr(piece, name, -(10**5000))
    with pytest.raises(TypeError):
        piece.__init__(KING, value)  # type: ignore[misc]
    assert piece == Piece(PAWN, WHITE)


@pytest.mark.parametrize("piece_type", [2**31 - 1, -(2**31), 0, -1])
@pytest.mark.parametrize("color", [2**31 - 1, -(2**31), 1])
def test_hash_of_pieces_is_that_of_their_product(piece_type: int, color: int) -> None:
    assert hash(Piece(piece_type, color)) == hash(piece_type * (color + 1))
