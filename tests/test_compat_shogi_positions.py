"""The stand-in for python-shogi: positions set up, shown as text, compared and copied."""

import copy
import pickle
import random
from typing import Any

import pytest
from compat_shogi_helpers import KINGS, state, usi
from positions import random_sparse_sfen

import shogi_fast as sf
from shogi_fast.compat import shogi
from shogi_fast.compat.shogi import *

# -- Setting up -----------------------------------------------------------------------------------


def test_pieces_on_squares() -> None:
    board = Board()
    board.set_piece_at(A9, Piece(PAWN, BLACK), False, True)
    assert board.sfen() == "Pnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b L 1"
    board.set_piece_at(E5, Piece(LANCE, WHITE), True)
    assert board.piece_at(E5) == Piece(LANCE, WHITE)
    assert board.pieces_in_hand == [{}, {}]
    board.turn = WHITE
    board.remove_piece_at(E5, into_hand=True)
    assert board.pieces_in_hand == [{}, {LANCE: 1}]
    board.remove_piece_at(E5)
    assert board.piece_at(E5) is None
    assert board.piece_type_at(E5) == NONE
    before = state(board)
    for wrong, error in (
        (lambda: board.set_piece_at(E5, Piece(GOLD, BLACK), True), ValueError),
        (lambda: board.set_piece_at(E5, None), TypeError),
        (lambda: board.set_piece_at(E5, Piece(0, BLACK)), ValueError),
        (lambda: board.set_piece_at(E5, Piece(15, BLACK)), ValueError),
        (lambda: board.set_piece_at(E5, Piece(PAWN, 2)), IndexError),
        (lambda: board.set_piece_at(81, Piece(PAWN, 0)), IndexError),
        (lambda: board.remove_piece_at(81), IndexError),
        (lambda: board.remove_piece_at(I5, True), ValueError),
        (lambda: board.set_piece_at(I5, Piece(PAWN, 0), False, True), ValueError),
    ):
        with pytest.raises(error):
            wrong()
        assert state(board) == before


def test_a_side_has_one_king() -> None:
    board = Board()
    with pytest.raises(ValueError, match="one king"):
        board.set_piece_at(E5, Piece(KING, BLACK))
    assert board == Board()
    with pytest.raises(ValueError, match="second king"):
        Board("4k4/9/9/9/9/9/9/9/3KK4 b - 1")
    board.set_piece_at(I5, Piece(KING, BLACK))
    assert board == Board()


def test_forty_men() -> None:
    board = Board(f"{KINGS[:-3]}30P 1")
    assert board.pieces_in_hand[BLACK] == {PAWN: 30}
    assert Board(board.sfen()) == board
    board.add_piece_into_hand(PAWN, WHITE, 10)
    before = state(board)
    for wrong in (
        lambda: board.add_piece_into_hand(PAWN, BLACK),
        lambda: board.add_piece_into_hand(PAWN, BLACK, 10**30),
        lambda: board.set_piece_at(E5, Piece(PAWN, BLACK)),
    ):
        with pytest.raises(ValueError, match="40 men"):
            wrong()
        assert state(board) == before
    for sfen in (f"{KINGS[:-3]}41P 1", f"{KINGS[:-3]}30P11L 1", f"{KINGS[:-3]}{'9' * 50}P 1"):
        with pytest.raises(ValueError, match="more"):
            Board(sfen)
    with pytest.raises(ValueError, match="40"):
        Board(f"4k4/{'/'.join(['ppppppppp'] * 5)}/9/9/9 b - 1")
    # From one hand into the other is no more men.
    board.pieces_in_hand = [{}, {PAWN: 40}]
    assert board.sfen().split()[2] == "40p"


def test_kings_in_hand() -> None:
    board = Board()
    for wrong in (
        lambda: board.add_piece_into_hand(KING, BLACK),
        lambda: board.remove_piece_from_hand(KING, BLACK),
        lambda: Board(f"{KINGS[:-3]}K 1"),
        lambda: Board(f"{KINGS[:-3]}+P 1"),
        lambda: board.pieces_in_hand[0].__setitem__(KING, 1),
    ):
        with pytest.raises(ValueError, match=r"king|hands have|Kings"):
            wrong()
    assert not board.has_piece_in_hand(KING, BLACK)
    board.add_piece_into_hand(PROM_ROOK, WHITE)
    assert board.has_piece_in_hand(ROOK, WHITE)
    assert board.has_piece_in_hand(PROM_ROOK, WHITE)


@pytest.mark.parametrize(
    ("sfen", "words"),
    [
        ("startpos", "four fields"),
        ("", "four fields"),
        (KINGS[:-2], "four fields"),
        (KINGS + " 2", "four fields"),
        (KINGS.replace("b", "x"), "side to move"),
        (KINGS[:-1] + "-1", "move number"),
        (KINGS[:-1] + "x", "move number"),
        (KINGS[:-1] + "１", "move number"),
        (KINGS[:-1] + "4294967296", "move number"),
        (KINGS[:-1] + "2147483648", "move number"),
        (KINGS[:-1] + "+5", "move number"),
        (KINGS[:-1] + "0_5", "move number"),
        (f"{KINGS[:-3]}01P 1", "begin with 0"),
        ("9+/9/9/9/9/9/9/9/9 b - 1", "without a piece"),
        ("4+G4/9/9/9/9/9/9/9/9 b - 1", "cannot be promoted"),
        ("44P/9/9/9/9/9/9/9/9 b - 1", "two digits"),
        ("9/9/9/9/9/9/9/9 b - 1", "nine ranks"),
        ("8/9/9/9/9/9/9/9/9 b - 1", "nine squares"),
        ("pppppppppp/9/9/9/9/9/9/9/9 b - 1", "nine squares"),
        ("X8/9/9/9/9/9/9/9/9 b - 1", "unknown character"),
        (f"{KINGS[:-3]}3 1", "without a piece"),
        (f"{KINGS[:-3]}0P 1", "begin with 0"),
        (f"{KINGS[:-3]}P- 1", "unknown character"),
    ],
)
def test_sfen_that_is_refused(sfen: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Board(sfen)


def test_sfen_that_is_read() -> None:
    assert Board(None) == Board()
    assert Board(f"  {KINGS}\n").sfen() == KINGS
    assert Board(KINGS.replace(" ", "\t")).sfen() == KINGS
    assert Board(KINGS[:-1] + "0").move_number == 1
    assert Board(KINGS[:-1] + "123456").move_number == 123456
    assert Board(KINGS[:-1] + "2147483647").move_number == 2147483647
    board = Board(f"{KINGS[:-3]}PLPp2b 1")
    assert [list(hand.items()) for hand in board.pieces_in_hand] == [
        [(PAWN, 2), (LANCE, 1)],
        [(PAWN, 1), (BISHOP, 2)],
    ]
    assert board.sfen().split()[2] == "L2P2bp"


def test_none_as_a_piece_type() -> None:
    board = Board()
    assert board.has_piece_in_hand(NONE, BLACK) is False
    assert board.is_attacked_by(BLACK, F5, [NONE]) is False
    assert board.is_attacked_by(BLACK, F5, [NONE, PAWN]) is True
    assert board.is_double_pawn(E5, NONE) is False


def test_legal_moves_cannot_be_set() -> None:
    board = Board()
    for name in ("legal_moves", "pseudo_legal_moves"):
        with pytest.raises(AttributeError, match=rf"Board\.{name} cannot be set"):
            setattr(board, name, [])


def test_after_a_refused_sfen() -> None:
    board = Board()
    board.push_usi("7g7f")
    before = state(board)
    with pytest.raises(ValueError, match="second king"):
        board.set_sfen("4k4/9/9/9/9/9/9/9/3KK4 b - 1")
    assert state(board) == before


def test_reset_and_clear() -> None:
    board = Board(f"{KINGS[:-3]}P 7")
    board.push_usi("P*5e")
    board.clear()
    assert board.sfen() == "9/9/9/9/9/9/9/9/9 b - 1"
    assert not board.move_stack
    board.reset()
    assert state(board) == state(Board())


# -- Text -----------------------------------------------------------------------------------------


def test_kif_of_large_hands() -> None:
    board = Board(f"{KINGS[:-3]}10P1L 1".replace("1L", "L"))
    assert board.kif_pieces_in_hand_str(BLACK) == "先手の持駒：\u3000香\u3000歩十"
    board.pieces_in_hand[BLACK] = {PAWN: 19}
    assert board.kif_pieces_in_hand_str(BLACK).endswith("歩十九")
    board.pieces_in_hand[BLACK] = {PAWN: 40}
    assert board.kif_str().endswith("歩四十")
    assert board.kif_pieces_in_hand_str(WHITE) == "後手の持駒："


def test_text_of_boards() -> None:
    board = Board("4k4/9/9/9/4+p4/9/9/9/4K4 w 2rGb4p 3")
    lines = str(board).split("\n")
    assert lines[0] == " .  .  .  .  k  .  .  .  ."
    assert lines[4] == " .  .  .  . +p  .  .  .  ."
    assert lines[9:] == ["", " G*1 r*2 b*1 p*4"]
    assert repr(board) == "Board('4k4/9/9/9/4+p4/9/9/9/4K4 w G2rb4p 3')"
    assert str(Board()).count("\n") == 8
    kif = board.kif_str().split("\n")
    assert kif[0] == "後手の持駒：\u3000飛二\u3000角\u3000歩四"
    assert kif[1] == "  ９ ８ ７ ６ ５ ４ ３ ２ １"
    assert kif[7] == "| ・ ・ ・ ・vと ・ ・ ・ ・|五"
    assert kif[-1] == "先手の持駒：\u3000金"


def test_a_program_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    """A short game to mate, as a program for python-shogi plays it."""

    board = shogi.Board()
    board.push(shogi.Move.from_usi("7g7f"))
    for text in ("3c3d", "8h2b+", "4a5b", "B*4b", "5a4a", "2b3a"):
        print(board.push_usi(text))
    print(board)
    print(board.is_checkmate(), board.is_game_over(), board.move_number)
    print(shogi.Move.from_usi("5i5a") in board.legal_moves)
    print(board.is_attacked_by(shogi.BLACK, shogi.A4))
    attackers = board.attackers(shogi.BLACK, shogi.H5)
    print([shogi.SQUARE_NAMES[square] for square in attackers], shogi.H2 in attackers)
    last = board.pop()
    print(last, len(board.legal_moves) > 0)
    board.push(last)
    assert capsys.readouterr().out.splitlines() == [
        *("3c3d", "8h2b+", "4a5b", "B*4b", "5a4a", "2b3a"),
        " l  n  s  g  .  k +B  n  l",
        " .  r  .  .  g  B  .  .  .",
        " p  p  p  p  p  p  .  p  p",
        " .  .  .  .  .  .  p  .  .",
        " .  .  .  .  .  .  .  .  .",
        " .  .  P  .  .  .  .  .  .",
        " P  P  .  P  P  P  P  P  P",
        " .  .  .  .  .  .  .  R  .",
        " L  N  S  G  K  G  S  N  L",
        "",
        " S*1",
        "True True 8",
        "False",
        "True",
        "['2h', '6i', '5i', '4i'] True",
        "2b3a True",
    ]


# -- Copies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "twin_of", [copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))]
)
def test_copies_are_independent(twin_of: Any) -> None:
    rng = random.Random("copies")
    board = Board()
    for ply in range(80):
        board.push(rng.choice(list(board.legal_moves)) if ply % 9 else Move.null())
        if ply == 40:
            board.remove_piece_at(A9)
        if ply == 60:
            assert board.transpositions
    twin = twin_of(board)
    assert state(twin) == state(board)
    assert twin.transpositions == board.transpositions
    assert twin.transpositions is not board.transpositions
    before = state(board)
    while twin.move_stack and len(twin.move_stack) > 41:
        twin.pop()
    assert state(board) == before
    while len(board.move_stack) > 41:
        board.pop()
    assert state(twin)[:3] == state(board)[:3]
    assert state(twin)[4:] == state(board)[4:]
    twin.push(next(iter(twin.legal_moves)))
    assert twin != board


def test_pickled_boards_take_all_moves_back() -> None:
    board = Board()
    rng = random.Random("pickles")
    for _ in range(120):
        board.push(rng.choice(list(board.legal_moves) or [Move.null()]))
    twin = pickle.loads(pickle.dumps(board))
    while board.move_stack:
        assert twin.pop() == board.pop()
        assert twin == board
        assert twin.zobrist_hash() == board.zobrist_hash()
        assert (twin.is_check(), twin.was_suicide()) == (board.is_check(), board.was_suicide())
        assert twin.is_fourfold_repetition() == board.is_fourfold_repetition()
    assert twin == Board()


def test_pickle_where_positions_are_no_longer_counted_in_order() -> None:
    board = Board()
    board.push_usi("7g7f")
    board.remove_piece_at(A1)
    board.pop()
    twin = pickle.loads(pickle.dumps(board))
    assert state(twin) == state(board)
    assert twin.transpositions == board.transpositions
    assert list(board.transpositions.values()) == [1, 1, -1]


class Named(Board):
    """A board with an attribute of its own."""

    name = ""


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_of_subclasses_keep_their_attributes(protocol: int) -> None:
    board = Named()
    board.name = "mine"
    board.push_usi("7g7f")
    again = pickle.loads(pickle.dumps(board, protocol))
    assert type(again) is Named
    assert again.name == "mine"
    assert again == board
    assert again.move_stack == board.move_stack


def test_what_no_pickle_of_ours_says() -> None:
    make, (cls, parts), _ = Board().__reduce__()
    sfen, moves, records, counted, counter, orders = parts
    for wrong in (
        (sfen, moves, records, counted, counter),
        ("x", moves, records, counted, counter, orders),
        (sfen, [1], records, counted, counter, orders),
        (sfen, [1], [(0, 0)], counted, counter, orders),
        (sfen, [1], [(1 << 15, 0)], counted, counter, orders),
        (sfen, [1], [(10**30, 0)], counted, counter, orders),
        (sfen, [1], [(7739, 99)], counted, counter, orders),
        (sfen, [1], [(7739, 8)], counted, counter, orders),
        (sfen, [1], [(7739, -1)], counted, counter, orders),
        (sfen, [1], [(7739,)], counted, counter, orders),
        (sfen, moves, records, [1, 2], counter, orders),
        (sfen, moves, records, [-1], counter, orders),
        (sfen, moves, records, [1 << 64], counter, orders),
        (sfen, moves, records, counted, {}, orders),
        (sfen, moves, records, counted, counter, ()),
        (sfen, moves, records, counted, counter, ("x", 0)),
        (sfen, 5, records, counted, counter, orders),
        None,
    ):
        with pytest.raises((ValueError, TypeError, OverflowError, IndexError)):
            make(cls, wrong)
    for wrong_class in (int, 5, None, object):
        with pytest.raises(TypeError):
            make(wrong_class, parts)
    # Moves that were never made on it are taken back as far as that goes.
    rng = random.Random("forged")
    for _ in range(2_000):
        number = rng.randrange(1, 40)
        codes = [rng.choice([int(sf.Move.NULL), rng.randrange(1 << 15)]) for _ in range(number)]
        try:
            board = make(
                Board,
                (
                    random_sparse_sfen(rng),
                    list(range(number)),
                    [(code, rng.choice([0, 0, *range(1, 8), 25, 17])) for code in codes],
                    [rng.getrandbits(64) for _ in range(rng.randrange(number + 2))],
                    None,
                    (rng.getrandbits(28), rng.getrandbits(28)),
                ),
            )
        except ValueError:
            continue
        while board.move_stack:
            try:
                board.pop()
            except ValueError:
                break
            assert board.zobrist_hash() == Board(board.sfen()).zobrist_hash()
        for _ in range(80):
            board.push(next(iter(board.legal_moves), Move.null()))
        assert usi(board.legal_moves) == usi(Board(board.sfen()).legal_moves)


def test_equality() -> None:
    board = Board()
    assert board == Board()
    assert board != Board(STARTING_SFEN[:-1] + "2")
    board.push_usi("7g7f")
    board.pop()
    assert board == Board()
    assert Board(KINGS) != Board(KINGS[:-3] + "P 1") != Board(KINGS.replace(" b", " w"))


class Noted(Move):
    note: list[int]


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def test_copies_and_pickles_have_moves_of_their_own() -> None:
    board = Board()
    move = Noted(shogi.G7, shogi.F7)
    move.note = [1]
    board.push(move)
    board.push_usi("3c3d")
    for twin_of in (copy.deepcopy, pickled):
        twin, last = twin_of([board, board.peek()])
        assert twin.peek() is last
        assert last is not board.peek()
        last.to_square = shogi.E3
        assert board.peek() == Move.from_usi("3c3d")
        twin.pop()
        assert twin.peek() == move
        assert twin.peek() is not move
    twin = copy.deepcopy(board)
    twin.pop()
    assert type(twin.peek()) is Noted
    assert twin.peek().note == [1]
    assert twin.peek().note is not move.note
