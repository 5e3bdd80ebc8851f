"""python-shogi does what the rows of compat/shogi_differences.py say it does.

A function for each row shows it, named after its key; what we do instead is in the row's own test.
"""

import collections
import copy
import heapq
import io
import pickle
import weakref
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
import shogi
from shogi import BLACK, KING, NONE, PAWN, WHITE, Board, Move, Piece

from shogi_fast.compat.shogi_differences import DIFFERENCES

KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
SHOWN: dict[str, Callable[[], Any]] = {}


def row(function: Callable[[], Any]) -> Callable[[], Any]:
    SHOWN[function.__name__.replace("_", "-")] = function
    return function


def raises(error: type[Exception], function: Callable[[], Any]) -> bool:
    with pytest.raises(error):
        function()
    return True


@row
def pawn_drop_mate() -> bool:
    board = Board("7nk/7g1/6BS1/9/9/9/9/9/4K4 b P 1")
    legal = Move.from_usi("P*1b") in board.legal_moves
    board.push_usi("P*1b")
    return legal and board.is_checkmate()


@row
def onto_a_king() -> bool:
    board = Board("4k4/4R4/9/9/9/9/9/9/4K4 b - 1")
    legal = Move.from_usi("5b5a") in board.legal_moves
    board.push_usi("5b5a")
    return legal and board.pieces_in_hand[BLACK][KING] == 1


@row
def drop_on_a_man() -> bool:
    board = Board(f"{KINGS[:-3]}P 1".replace("4k4/9", "4k4/4g4"))
    drop = Move.from_usi("P*5b")
    return board.is_legal(drop) and drop not in list(board.legal_moves)


@row
def flags_of_legal_moves() -> bool:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b P 1")
    return len(list(board.generate_legal_moves(pawns_drop=False))) == 76


@row
def push_impossible() -> bool:
    board = Board()
    board.push_usi("5e5d")
    board.push_usi("7g7f")
    return board.piece_at(shogi.F7) == Piece(PAWN, WHITE)


@row
def pop_null() -> bool:
    board = Board()
    board.push(Move.null())
    board.pop()
    return min(board.transpositions.values()) == -1


@row
def pop_after_edit() -> bool:
    board = Board()
    board.push_usi("7g7f")
    board.remove_piece_at(shogi.F7)
    board.pop()
    empty = board.piece_at(shogi.G7) is None
    return empty and bool(board.occupied.bits & shogi.BB_G7)


@row
def position_command() -> bool:
    board = Board()
    board.push_usi_position_cmd("position startpos 7g7f")
    return board == Board() and raises(
        ValueError, lambda: board.push_usi_position_cmd("position startpos moves 7g7f zz")
    )


@row
def move_changed_after_push() -> bool:
    board = Board()
    move = board.push_usi("7g7f")
    move.to_square = 38
    board.pop()
    return board.piece_at(shogi.F7) == Piece(PAWN, BLACK)


@row
def position_command_blanks() -> bool:
    board = Board()
    board.push_usi_position_cmd("position startpos moves 7g7f ")
    return board.move_number == 2 and raises(
        ValueError, lambda: board.push_usi_position_cmd("position startpos moves 7g7f\n")
    )


@row
def moves_snapshot() -> bool:
    moves = Board().generate_legal_moves()
    return hasattr(moves, "send") and weakref.ref(moves)() is moves


@row
def other_attributes() -> bool:
    for value in (Board(), Move(1, 2), Piece(PAWN, BLACK)):
        value.note = 1
    board = Board()
    board.push = lambda move: None
    board.push_usi("7g7f")
    return board == Board()


@row
def classes_fixed() -> bool:
    with mock.patch.object(Board, "push", return_value=5):
        patched = Board().push(Move(1, 2)) == 5
    both = type("Both", (Board, dict), {})()
    return (
        patched
        and vars(Move(1, 2))["from_square"] == vars(Board())["move_number"]
        and not dict.keys(both)
    )


@row
def overridden_methods() -> bool:
    called: list[str] = []

    def noting(name: str) -> Callable[..., Any]:
        def call(self: Any, *args: Any, **kwargs: Any) -> Any:
            called.append(name)
            return getattr(Board, name)(self, *args, **kwargs)

        return call

    names = ("push", "was_suicide", "pop", "set_piece_at", "piece_at")
    board = type("Noting", (Board,), {name: noting(name) for name in names})()

    def calls(function: Callable[[], Any]) -> set[str]:
        called.clear()
        function()
        return set(called)

    legal = calls(lambda: board.is_legal(Move.from_usi("7g7f")))
    return (
        legal == {"push", "was_suicide", "pop", "set_piece_at"}
        and "set_piece_at" in calls(lambda: board.set_sfen(KINGS))
        and calls(board.sfen) == {"piece_at"}
    )


@row
def attributes_deleted() -> bool:
    board, move = Board(), Move(1, 2)
    del board.turn, move.promotion
    return raises(AttributeError, board.sfen) and raises(AttributeError, move.usi)


@row
def squares_out_of_range() -> bool:
    move = Move(100, 200)
    board = Board()
    return (
        board.piece_at(-1) == board.piece_at(80)
        and raises(IndexError, move.usi)
        and Board.attacks_from(15, 40, board.occupied, BLACK) is None
        and raises(IndexError, lambda: board.is_attacked_by(BLACK, 49, [99]))
        and not board.is_double_pawn(40, 99)
    )


@row
def wrong_types() -> bool:
    board = Board()
    return (
        raises(AttributeError, lambda: board.push("7g7f"))
        and raises(AttributeError, lambda: board.set_piece_at(40, 3))
        and raises(AttributeError, lambda: shogi.Occupied(1, 2) == 3)
        and Piece("x", "y").piece_type == "x"
        and raises(AttributeError, lambda: Piece.from_symbol(None))
        and raises(AttributeError, lambda: board.push_usi_position_cmd(None))
        and raises(AttributeError, lambda: board.set_sfen(None))
        and raises(ValueError, lambda: Move.from_usi(b"7g7f"))
        and raises(ValueError, lambda: Piece.from_symbol(b"p"))
    )


@row
def texts_of_errors() -> bool:
    with pytest.raises(ValueError, match="'5z' is not in list"):
        Move.from_usi("P*5z")
    with pytest.raises(IndexError, match="pop from an empty deque"):
        Board().pop()
    return True


@row
def null_move_hash() -> bool:
    return raises(TypeError, lambda: hash(Move.null()))


@row
def move_to_nowhere() -> bool:
    return Move(3, None).to_square is None


@row
def move_promotion() -> bool:
    return Move(1, 2, "x").promotion == "x" and Move(1, 2, 2) != Move(1, 2, True)


@row
def half_set_moves() -> bool:
    board = Board(f"{KINGS[:-3]}P 1")
    shown = Move.from_usi("5i5h")
    shown.from_square = None
    drop = Move.from_usi("9a5h")
    drop.drop_piece_type = PAWN
    legal = board.is_legal(drop)
    board.push(drop)
    promoted = Move.from_usi("P*5b")
    promoted.drop_piece_type = shogi.PROM_PAWN
    dropped = board.sfen() == "4k4/9/9/9/9/9/9/4P4/4K4 w - 2"
    return (
        raises(TypeError, shown.usi)
        and raises(TypeError, lambda: hash(shown))
        and (str(drop), legal, dropped) == ("P*5h", False, True)
        and Board(f"{KINGS[:-3]}P 1").is_legal(promoted)
    )


@row
def two_kings() -> bool:
    return Board("4k4/9/9/9/9/9/9/9/3KK4 b - 1").piece_type_at(shogi.I6) == KING


@row
def forty_men() -> bool:
    return Board(f"{KINGS[:-3]}50P 1").pieces_in_hand[BLACK][PAWN] == 50


@row
def kings_in_hand() -> bool:
    return Board(f"{KINGS[:-3]}K 1").has_piece_in_hand(KING, BLACK)


@row
def hand_of_none() -> bool:
    board = Board()
    raises(ValueError, lambda: board.remove_piece_from_hand(PAWN, BLACK))
    return board.pieces_in_hand[BLACK][PAWN] == -1 and board.has_piece_in_hand(PAWN, BLACK)


@row
def hands_copied() -> bool:
    board, counter = Board(), collections.Counter({PAWN: 2})
    board.pieces_in_hand[BLACK] = counter
    counter[PAWN] = 5
    return board.pieces_in_hand[BLACK] is counter and " b 5P " in board.sfen()


@row
def hand_order() -> bool:
    board = Board(f"{KINGS[:-3]}LP 1")
    before = list(board.pieces_in_hand[BLACK])
    board.is_legal(Move.from_usi("L*5e"))
    return before != list(board.pieces_in_hand[BLACK])


@row
def king_squares() -> bool:
    board = Board()
    board.remove_piece_at(shogi.I5)
    return board.king_squares[BLACK] == shogi.I5


@row
def sfen_refused() -> bool:
    board = Board("9+/9/9/9/9/9/9/9/9 b 3 １")
    return board.sfen() == "9/9/9/9/9/9/9/9/9 b - 1"


@row
def sfen_nothing_changed() -> bool:
    board = Board()
    raises(ValueError, lambda: board.set_sfen("4k4/9/9/9/9/9/9/9/4K4 b x 1"))
    return board.piece_at(shogi.A1) is None


@row
def move_number() -> bool:
    board = Board()
    board.move_number = "x"
    anything = board.sfen().endswith(" x")
    board.reset()
    board.push_usi("7g7f")
    board.move_number = 0
    board.pop()
    return (
        anything
        and board.sfen().endswith(" -1")
        and raises(ValueError, lambda: Board(board.sfen()))
    )


@row
def turn() -> bool:
    board = Board()
    board.turn = 2
    return raises(IndexError, board.is_check)


@row
def attributes_read() -> bool:
    board = Board()
    board.pieces[shogi.I5] = PAWN
    return board.king_squares[BLACK] == shogi.I5 and bool(board.piece_bb[KING] & shogi.BB_I5)


@row
def stacks_read() -> bool:
    board = Board()
    board.push_usi("7g7f")
    board.move_stack.clear()
    return board.move_number == 2


@row
def types_of_views() -> bool:
    return type(Board().pieces) is list and type(Board().move_stack) is collections.deque


@row
def writing_past_methods() -> bool:
    board = Board()
    heapq.heapify(board.pieces)
    list.sort(board.pieces)
    return board.pieces[0] == NONE and board.occupied.bits & 1 == 1


@row
def empty_piece_bb() -> bool:
    board = Board()
    seen = set()
    for usi in ("7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"):
        board.push_usi(usi)
        seen.add(board.piece_bb[NONE])
    board.remove_piece_at(40)
    board.push_usi("5e5d")
    return bool(board.piece_bb[NONE]) or seen != {0}


@row
def generators_fresh() -> bool:
    board = Board()
    return board.legal_moves is board.legal_moves


@row
def hash_values() -> bool:
    from shogi_fast.compat import shogi as ours

    return Board().zobrist_hash() != ours.Board().zobrist_hash()


@row
def hash_of_hands() -> bool:
    return Board(f"{KINGS[:-3]}p 1").zobrist_hash() == Board(KINGS).zobrist_hash()


@row
def transpositions_zero() -> bool:
    board = Board()
    list(board.legal_moves)
    return sorted(board.transpositions.values()) == [0] * 30 + [1]


@row
def rotated_boards() -> bool:
    def of(name: str) -> list[int]:
        occupied = shogi.Occupied(0, 0)
        setattr(occupied, name, shogi.BB_ALL)
        return [Board.attacks_from(kind, 40, occupied, BLACK) for kind in (2, 6, 7, 13, 14)]

    none, bits, l90 = of("by_color"), of("bits"), of("l90")
    return none[:2] == bits[:2] and none[0] != l90[0] and of("r45")[1] != none[1]


@row
def piece_types_default() -> bool:
    return Board.is_attacked_by.__defaults__ == (shogi.PIECE_TYPES,)


@row
def shallow_copy() -> bool:
    board = Board()
    copy.copy(board).push_usi("7g7f")
    return board.piece_at(shogi.F7) is not None and board.turn == BLACK


@row
def pickles_of_boards() -> bool:
    board = Board()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(board, protocol)) == board
        for value in (board, board.legal_moves):
            with pytest.raises(TypeError):
                ToOurs(io.BytesIO(pickle.dumps(value, protocol))).load()
        for value in (Move(1, 2), Move.null(), Piece(PAWN, WHITE)):
            written = io.BytesIO(pickle.dumps(value, protocol))
            if protocol > 1:
                assert repr(ToOurs(written).load()) == repr(value)
            else:
                with pytest.raises(TypeError):
                    ToOurs(written).load()
        for value in (shogi.SquareSet(5), board.occupied):
            loaded = ToOurs(io.BytesIO(pickle.dumps(value, protocol))).load()
            assert repr(loaded) == repr(value)
    return True


class ToOurs(pickle.Unpickler):
    """Finds our classes where python-shogi's are named, as after `install`."""

    def find_class(self, module: str, name: str) -> Any:
        first, _, rest = module.partition(".")
        if first == "shogi":
            module = f"shogi_fast.compat.shogi.{rest}".rstrip(".")
        return super().find_class(module, name)


@row
def large_hands_in_kif() -> bool:
    return raises(IndexError, Board(f"{KINGS[:-3]}19P 1").kif_str)


@row
def shift_off_the_board() -> bool:
    return shogi.shift_2_right(shogi.BB_ALL) > shogi.BB_ALL


@row
def bit_scan_of_nothing() -> bool:
    return shogi.bit_scan(shogi.BB_C8, 40) == shogi.C8


KEYS = [difference.key for difference in DIFFERENCES]


@pytest.mark.parametrize("key", KEYS)
def test_row(key: str) -> None:
    assert SHOWN[key]()


def test_every_row_is_there() -> None:
    assert set(SHOWN) == set(KEYS)
