"""``shogi_fast.compat.cshogi`` beside cshogi itself: the names, and games and positions in both.

Everything that a program can see has to be the same, but for the rows of
``shogi_fast.compat.cshogi_differences``; where one of them allows another answer, its key stands
beside.
"""

import importlib
import inspect
import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import cshogi
import pytest
from cshogi import KI2, KIF, PGN
from positions import flags, random_sparse_sfen
from test_agreement import game_move, portions

import shogi_fast.compat.cshogi as ours
from shogi_fast.compat.cshogi import KI2 as OUR_KI2
from shogi_fast.compat.cshogi import KIF as OUR_KIF
from shogi_fast.compat.cshogi import PGN as OUR_PGN
from shogi_fast.compat.cshogi._board import fast_board
from shogi_fast.compat.cshogi_differences import ABSENT, DIFFERENCES

GAMES, GAMES_A_TEST, GAMES_BY_DEFAULT = 3_000, 10, 50
POSITIONS, POSITIONS_A_TEST, POSITIONS_BY_DEFAULT = 20_000, 200, 400
# One game in ten is long: in those hands fill, and to write what is compared takes seconds.
PLIES, PLIES_OF_A_LONG_GAME = 80, 400
KEYS = {row.key for row in DIFFERENCES}
SQUARES = range(81)

MODULES = ("KI2", "KIF", "PGN", "CSA", "cli", "dlshogi", "elo", "gym_shogi", "osl", "usi", "web")


def allowed(key: str) -> bool:
    """Say that another answer is allowed by a row of the table, which has to be there."""
    assert key in KEYS
    return True


# -- Names ----------------------------------------------------------------------------------------


def _missing(theirs: object, here: object, prefix: str, names: list[str]) -> Iterator[str]:
    for name in names:
        if not hasattr(here, name) and f"{prefix}{name}" not in ABSENT:
            yield f"{prefix}{name}"


def test_every_name_is_there_or_listed_as_absent() -> None:
    assert list(_missing(cshogi, ours, "", cshogi.__all__)) == []
    assert list(_missing(cshogi, ours, "", ["Parser", "OslDfPn"])) == []
    assert set(ours.__all__) <= set(cshogi.__all__)
    assert ABSENT.keys() & set(ours.__all__) == set()


def test_every_name_of_the_board_is_there_or_listed_as_absent() -> None:
    # Methods with a leading underscore are feature planes and the picture, both in the table.
    names = [name for name in dir(cshogi.Board) if not name.startswith("__")]
    assert list(_missing(cshogi.Board, ours.Board, "Board.", names)) == []
    extra = {name for name in dir(ours.Board) if not name.startswith("_")} - set(names)
    assert extra == set()


@pytest.mark.parametrize("name", ["KI2", "KIF", "PGN"])
def test_every_name_of_a_submodule_is_there_or_listed_as_absent(name: str) -> None:
    theirs = importlib.import_module(f"cshogi.{name}")
    here = importlib.import_module(f"shogi_fast.compat.cshogi.{name}")
    # With what they only import, as move_to of KI2.
    names = [attribute for attribute in dir(theirs) if not attribute.startswith("_")]
    assert len(names) > 8
    assert list(_missing(theirs, here, f"{name}.", names)) == []
    assert set(here.__all__) <= set(names)
    for attribute in here.__all__:
        if hasattr(cshogi, attribute):
            assert getattr(theirs, attribute) == getattr(cshogi, attribute)
            assert getattr(here, attribute) is getattr(ours, attribute)


def test_every_submodule_is_there_or_listed_as_absent() -> None:
    import pkgutil

    found = {module.name for module in pkgutil.iter_modules(cshogi.__path__)}
    assert found == {*MODULES, "_cshogi"}
    for name in found - {"KI2", "KIF", "PGN"}:
        assert name in ABSENT


def _parameters(function: Any) -> list[tuple[str, Any, Any]]:
    """Return names, kinds and defaults, which None and 0 may stand for in ours alike."""
    return [
        (parameter.name, parameter.kind, parameter.default)
        for parameter in inspect.signature(function).parameters.values()
    ]


def _callables(theirs: Any, here: Any, names: list[str]) -> list[Any]:
    return [
        pytest.param(getattr(theirs, name), getattr(here, name), id=name)
        for name in names
        if hasattr(here, name)
        and callable(getattr(theirs, name))
        and not isinstance(getattr(theirs, name), type)
        and not name.startswith("__")
    ]


METHODS = _callables(cshogi.Board, ours.Board, dir(cshogi.Board))
FUNCTIONS = [
    *_callables(cshogi, ours, cshogi.__all__),
    *_callables(KI2, OUR_KI2, ["move_to_ki2"]),
    *_callables(KIF, OUR_KIF, ["move_to_kif", "board_to_bod", "move_to_bod"]),
    *_callables(PGN, OUR_PGN, ["move_to_san"]),
]


@pytest.mark.parametrize(("theirs", "here"), METHODS + FUNCTIONS)
def test_parameters_are_the_same(theirs: Any, here: Any) -> None:
    expected = [
        (name, kind, default) for name, kind, default in _parameters(theirs) if name != "self"
    ]
    assert [row for row in _parameters(here) if row[0] != "self"] == expected


def test_there_are_such_callables() -> None:
    assert len(METHODS) == 39
    assert len(FUNCTIONS) == 26


@pytest.mark.parametrize("name", [name for name in ours.__all__ if name[0].isupper()])
def test_constants_are_the_same(name: str) -> None:
    theirs, here = getattr(cshogi, name), getattr(ours, name)
    if isinstance(theirs, type):
        assert isinstance(here, type)
    else:
        assert here == theirs
        assert type(here) is type(theirs)


@pytest.mark.parametrize(
    ("theirs", "here", "name"),
    [
        (KI2, OUR_KI2, "PIECE_JAPANESE_SYMBOLS2"),
        (KIF, OUR_KIF, "KIFU_FROM_SQUARE_NAMES"),
        (KIF, OUR_KIF, "KIFU_TO_SQUARE_NAMES"),
        (KIF, OUR_KIF, "PIECE_BOD_SYMBOLS"),
        (PGN, OUR_PGN, "PGN_HAND_PIECES"),
        (PGN, OUR_PGN, "PGN_SQUARE_NAMES"),
    ],
)
def test_constants_of_submodules_are_the_same(theirs: Any, here: Any, name: str) -> None:
    assert getattr(here, name) == getattr(theirs, name)


# -- Games and positions --------------------------------------------------------------------------


def same_but_for_a_lost_kanji(here: str, there: str) -> bool:
    """Compare texts that may have a move to the square of the last one, as diagrams have it."""
    if here == there:
        return True
    return re.sub("(?<=[一二三四五六七八九]同).", "", here) == there and allowed("bod-lost-kanji")


class Pair:
    """The same position in both."""

    def __init__(self, sfen: str) -> None:
        self.here = ours.Board(sfen)
        self.there = cshogi.Board(sfen)
        self.last: int | None = None
        # Which hash of theirs each of ours goes with, and the other way round.
        self.hashes: dict[int, int] = {}
        self.back: dict[int, int] = {}

    def compare(self, rng: random.Random) -> list[int]:
        """Compare everything; return the legal moves, sorted."""
        here, there = self.here, self.there
        assert here.sfen() == there.sfen()
        assert repr(here) == repr(there)
        assert str(here) == str(there)
        assert here.csa_pos() == there.csa_pos()
        assert same_but_for_a_lost_kanji(here.to_bod(), there.to_bod())
        assert OUR_KIF.board_to_bod(here) == KIF.board_to_bod(there)
        assert (here.turn, here.move_number) == (there.turn, there.move_number)
        assert here.pieces == there.pieces
        assert here.pieces_in_hand == there.pieces_in_hand
        assert [here.king_square(c) for c in (0, 1)] == [there.king_square(c) for c in (0, 1)]
        assert [here.piece(sq) for sq in SQUARES] == here.pieces
        assert [here.piece_type(sq) for sq in SQUARES] == [there.piece_type(sq) for sq in SQUARES]
        assert here.is_check() == there.is_check()
        assert here.is_game_over() == there.is_game_over()
        assert here.history == there.history
        assert here.peek() == there.peek()
        for ply in (None, 0, 1, 3, 4, 5, 8, 100, -1):
            assert here.is_draw(ply) == there.is_draw(ply), ply
        for rule in (ours.LAW_24, ours.LAW_27):
            assert here.is_nyugyoku(rule) == there.is_nyugyoku(rule)
            assert here.nyugyoku_result(rule) == there.nyugyoku_result(rule)
        assert here.is_nyugyoku() == there.is_nyugyoku()
        assert here.nyugyoku_result() == there.nyugyoku_result()
        assert here.is_ok()
        self.compare_hashes()
        legal = self.compare_lists()
        self.compare_moves(legal)
        self.compare_codes(rng)
        return legal

    def compare_hashes(self) -> None:
        here, there = self.here.zobrist_hash(), self.there.zobrist_hash()
        assert self.hashes.setdefault(here, there) == there
        assert self.back.setdefault(there, here) == here

    def compare_lists(self) -> list[int]:
        here, there = self.here, self.there
        for name in ("legal_moves", "pseudo_legal_moves", "check_moves"):
            moves, expected = getattr(here, name), getattr(there, name)
            assert len(moves) == len(expected), name
            assert bool(moves) == bool(expected), name
            assert sorted(moves) == sorted(expected), name
            assert list(moves) == list(expected) == []
            assert len(moves) == len(expected)
        return sorted(here.legal_moves)

    def compare_moves(self, legal: list[int]) -> None:
        """Compare what is said of each legal move."""
        here, there = self.here, self.there
        for number, move in enumerate(legal):
            usi, csa = cshogi.move_to_usi(move), cshogi.move_to_csa(move)
            assert (ours.move_to_usi(move), ours.move_to_csa(move)) == (usi, csa)
            assert here.move_from_usi(usi) == here.move_from_csa(csa) == move
            assert here.is_legal(move)
            assert here.is_pseudo_legal(move)
            assert here.pseudo_legal_move_is_legal(move)
            assert here.move_from_move16(cshogi.move16(move)) == move
            assert here.move_from_psv(cshogi.move16_to_psv(cshogi.move16(move))) == move
            assert here.move_is_draw(move) == there.move_is_draw(move) or (
                self.brings_back_the_start(move) and allowed("draw-back-to-the-start")
            ), usi
            assert OUR_KIF.move_to_kif(move, self.last) == KIF.move_to_kif(move, self.last)
            assert OUR_KI2.move_to_ki2(move, here) == KI2.move_to_ki2(move, there), usi
            if number % 8 == 0:  # made of what KI2 says, which is compared for all
                assert same_but_for_a_lost_kanji(
                    OUR_KIF.move_to_bod(move, here), KIF.move_to_bod(move, there)
                ), usi
            san = PGN.move_to_san(move)
            assert OUR_PGN.move_to_san(move) == san or (
                san.startswith("+K") and allowed("san-promoted-knight")
            )

    def brings_back_the_start(self, move: int) -> bool:
        """Say whether a check brings back the first position, of which cshogi says two things."""
        here, there = self.here.copy(), self.there.copy()
        said = there.move_is_draw(move), here.move_is_draw(move)
        here.push(move)
        there.push(move)
        now = fast_board(here)
        earlier = now.copy()
        earlier.pop()
        while earlier.move_stack and earlier != now:
            earlier.pop()
        return (
            said == (cshogi.REPETITION_DRAW, cshogi.REPETITION_WIN)
            and there.is_draw() == cshogi.REPETITION_WIN
            and earlier == now
            and not earlier.move_stack
        )

    def compare_codes(self, rng: random.Random) -> None:
        """Compare the tests of single moves, most of them not legal."""
        here, there = self.here, self.there
        for _ in range(60):
            to, origin = rng.randrange(81), rng.randrange(88)
            promotion = rng.random() < 0.3
            if origin < 81:
                move = here.move(origin, to, promotion)
                assert move == there.move(origin, to, promotion)
            else:
                move = here.drop_move(to, origin - 80)
                assert move == there.drop_move(to, origin - 80)
            assert here.move_from_move16(move & 0xFFFF) == there.move_from_move16(move & 0xFFFF)
            self.compare_code(move)
            self.compare_code(move ^ rng.randrange(16) << 16)

    def compare_code(self, move: int) -> None:
        here, there = self.here, self.there
        if self.breaks_a_rule_there(move):
            assert not here.is_legal(move)
            assert not here.is_pseudo_legal(move)
            return
        usi = cshogi.move_to_usi(move)
        assert here.is_legal(move) == there.is_legal(move), (usi, hex(move))
        assert here.is_pseudo_legal(move) == there.is_pseudo_legal(move), (usi, hex(move))
        if there.is_pseudo_legal(move):
            assert here.pseudo_legal_move_is_legal(move) == there.pseudo_legal_move_is_legal(move)
        assert here.move_from_usi(usi) == there.move_from_usi(usi), usi

    def breaks_a_rule_there(self, move: int) -> bool:
        """Say whether a move breaks a rule that cshogi does not look at in a single move."""
        black = self.here.turn == ours.BLACK
        to, origin, promotion = (move & 127) % 9, move >> 7 & 127, bool(move & 1 << 14)
        kind = origin - 80 if origin > 80 else self.here.piece_type(origin)
        if promotion:
            in_zone = any(rank < 3 if black else rank > 5 for rank in (to, origin % 9))
            return not (kind < ours.GOLD and in_zone) and allowed("impossible-promotions")
        dead = {ours.PAWN: 1, ours.LANCE: 1, ours.KNIGHT: 2}.get(kind, 0)
        return (to < dead if black else to > 8 - dead) and allowed("dead-men")

    def push(self, move: int) -> None:
        self.here.push(move)
        self.there.push(move)
        self.last = move


def test_random_games_of_one_seed_go_somewhere() -> None:
    assert len(_play(random.Random("length"), cshogi.STARTING_SFEN, PLIES)) > 40


def _play(rng: random.Random, sfen: str, most_plies: int) -> list[int]:
    """Play a game and compare after every ply; return its moves."""
    pair = Pair(sfen)
    try:
        for _ in range(most_plies):
            legal = pair.compare(rng)
            if not legal:
                break
            pair.push(_choose(rng, pair, legal))
        for _ in range(rng.randrange(8)):
            assert pair.here.pop() == pair.there.pop() if pair.there.history else True
            pair.last = pair.there.peek() or None
            pair.compare(rng)
    except AssertionError as problem:
        problem.add_note(f"{sfen} {[cshogi.move_to_usi(move) for move in pair.there.history]}")
        raise
    return list(pair.here.history)


def _choose(rng: random.Random, pair: Pair, legal: list[int]) -> int:
    """Choose a move: now and then the last but one taken back, so that positions come again."""
    names = {ours.move_to_usi(move): move for move in legal}
    history = pair.here.history
    if len(history) > 1 and rng.random() < 0.3:
        usi = ours.move_to_usi(history[-2])
        if usi[2:4] + usi[:2] in names:
            return names[usi[2:4] + usi[:2]]
    return names[game_move(rng, sorted(names))]


@portions(GAMES, GAMES_A_TEST, GAMES_BY_DEFAULT)
def test_random_games(numbers: range) -> None:
    for number in numbers:
        rng = random.Random(f"cshogi {number}")
        sfen = cshogi.STARTING_SFEN if number % 4 else _comparable_sfen(rng)
        _play(rng, sfen, PLIES if number % 10 else PLIES_OF_A_LONG_GAME)


def _comparable_sfen(rng: random.Random) -> str:
    """Return a sparse position that is one: both kings, nothing flagged."""
    while True:
        sfen = random_sparse_sfen(rng)
        if "k" in sfen.split()[0] and "K" in sfen.split()[0] and not flags(sfen):
            return sfen


@portions(POSITIONS, POSITIONS_A_TEST, POSITIONS_BY_DEFAULT)
def test_random_positions(numbers: range) -> None:
    for number in numbers:
        rng = random.Random(f"cshogi position {number}")
        sfen = _comparable_sfen(rng)
        pair = Pair(sfen)
        try:
            legal = pair.compare(rng)
            if legal:
                pair.push(rng.choice(legal))
                pair.compare(rng)
        except AssertionError as problem:
            problem.add_note(f"position {number}, at {pair.there.sfen()}")
            raise


# -- What differs on purpose ----------------------------------------------------------------------


def test_rotated_positions() -> None:
    rng = random.Random("rotated")
    tens = 0
    for _ in range(300):
        sfen = random_sparse_sfen(rng)
        theirs = cshogi.rotate_sfen(sfen)
        board, hands = sfen.split()[0], sfen.split()[2]
        if re.search("[0-9]{2}", hands):
            tens += 1
            assert allowed("rotate-two-digits")
            assert ours.rotate_sfen(sfen).split()[:2] == theirs.split()[:2]
        else:
            assert ours.rotate_sfen(sfen) == theirs
        assert ours.rotate_sfen(ours.rotate_sfen(sfen)) == sfen
        assert board
    assert 20 < tens < 280


def test_moves_onto_a_king() -> None:
    """With the side not to move in check, theirs are ours and those onto the king.

    Which pawn drops mate a king that is in check already, they tell otherwise.
    """
    assert allowed("kings-are-not-taken")
    rng = random.Random("kings")
    taken = beside = 0
    for _ in range(2_000):
        sfen = random_sparse_sfen(rng)
        if not {"k", "K"} <= set(sfen.split()[0]) or flags(sfen) != {"check"}:
            continue
        here, there = ours.Board(sfen), cshogi.Board(sfen)
        king = there.king_square(1 - there.turn)
        if _beside(king, there.king_square(there.turn)):
            beside += not there.is_check()
            assert here.is_check()
            continue
        for name in ("legal_moves", "pseudo_legal_moves"):
            expected = [move for move in getattr(there, name) if move & 127 != king]
            taken += len(getattr(there, name)) - len(expected)
            assert _without_pawn_drops(getattr(here, name)) == _without_pawn_drops(expected), sfen
    assert taken > 10
    assert beside > 0


def _without_pawn_drops(moves: Iterable[int]) -> list[int]:
    return sorted(move for move in moves if move >> 7 & 127 != 81)


def _beside(a: int, b: int) -> bool:
    return max(abs(a // 9 - b // 9), abs(a % 9 - b % 9)) == 1


def test_order_of_moves() -> None:
    assert allowed("order-of-moves")
    assert list(ours.Board().legal_moves) != list(cshogi.Board().legal_moves)
    assert list(ours.Board().legal_moves)[:9] == list(cshogi.Board().legal_moves)[:9]


def test_hash_values_differ() -> None:
    assert allowed("hash-values")
    assert ours.Board().zobrist_hash() != cshogi.Board().zobrist_hash()
    assert 0 <= ours.Board().zobrist_hash() < 2**64


def _moves_of_every_kind() -> Iterator[int]:
    """Yield moves of every type between some squares, and all drops."""
    for origin in range(88):
        for to in (0, 8, 40, 80):
            for kind in range(15) if origin < 81 else (0,):
                for promotion in (0, 1) if 0 < kind < ours.GOLD else (0,):
                    for taken in (0, 5):
                        yield to | origin << 7 | promotion << 14 | kind << 16 | taken << 20


def test_functions_of_moves() -> None:
    names = [name for name in ours.__all__ if name.startswith(("move_", "to_"))]
    names = [name for name in names if name != "move_drop_hand_piece"] + ["move16"]
    assert len(names) == 12
    for move in _moves_of_every_kind():
        for name in names:
            assert getattr(ours, name)(move) == getattr(cshogi, name)(move), (name, move)
        assert OUR_KIF.move_to_kif(move) == KIF.move_to_kif(move)
        if cshogi.move_is_drop(move):
            assert ours.move_drop_hand_piece(move) == cshogi.move_drop_hand_piece(move)
    assert ours.move_to_usi(0) == cshogi.move_to_usi(0) == "None"
    assert ours.to_csa(0) == cshogi.to_csa(0)
    assert OUR_KIF.move_to_kif(0) == KIF.move_to_kif(0) == "１一(11)"
    for function in (KIF.move_to_kif, OUR_KIF.move_to_kif):
        assert function(0, 73275) == "１一(11)"
    for move16 in range(1 << 16):
        assert ours.move16_from_psv(move16) == cshogi.move16_from_psv(move16)
        assert ours.move16_to_psv(move16) == cshogi.move16_to_psv(move16)
    for function in ("move_to", "move_from", "move_cap", "move_is_drop", "move16"):
        for move in (-1, 2**31 - 1, -(2**31)):
            assert getattr(ours, function)(move) == getattr(cshogi, function)(move)


def test_functions_of_squares_and_pieces() -> None:
    for name, numbers in {
        "make_file": SQUARES,
        "make_rank": SQUARES,
        "opponent": range(2),
        "piece_to_piece_type": range(32),
        "hand_piece_to_piece_type": range(7),
    }.items():
        for number in numbers:
            assert getattr(ours, name)(number) == getattr(cshogi, name)(number)


def test_histories_with_passes() -> None:
    """No repetition is looked for across a pass, and what is made after it counts as before."""
    rng = random.Random("passes")
    for _ in range(30):
        pair = Pair(cshogi.STARTING_SFEN)
        for _ in range(60):
            if rng.random() < 0.15 and not pair.there.is_check():
                pair.here.push_pass()
                pair.there.push_pass()
                pair.last = None
            else:
                legal = sorted(pair.here.legal_moves)
                pair.push(_choose(rng, pair, legal))
            assert pair.here.sfen() == pair.there.sfen()
            assert pair.here.history == pair.there.history
            assert pair.here.is_draw() == pair.there.is_draw(), pair.here.history
            pair.compare_hashes()
            pair.compare_lists()


def test_perpetual_check_and_other_hands() -> None:
    """Draws of every kind, from games that are made to repeat."""
    found = set()
    for sfen, moves in (
        (cshogi.STARTING_SFEN, "5i4h 5a4b 4h5i 4b5a"),
        ("4k4/9/9/9/9/9/9/9/R3K4 b - 1", "9i9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a"),
        ("4k4/9/9/9/9/9/9/7R1/4K4 b p 1", "5i5h P*2e 2h2e 5a4b 2e2h 4b5b 5h5i 5b5a"),
        ("4k4/9/9/9/9/9/9/7R1/4K4 w p 1", "P*2e 2h2e 5a4b 2e2h 4b5b 5i5h 5b5a 5h5i"),
        (
            "4k4/1r7/9/9/9/9/9/7R1/4K4 b p 1",
            "5i5h P*2e 2h2e 5a4b 2e2h 4b5b 5h5i 5b5a P*8e 8b8e 5i5h 8e8b 5h4h 5a5b 4h5i 5b5a",
        ),
    ):
        pair = Pair(sfen)
        for usi in moves.split():
            move = pair.here.move_from_usi(usi)
            for ply in (None, 0, 4, 8, 15, 16):
                expected = pair.there.move_is_draw(move, ply)
                assert pair.here.move_is_draw(move, ply) == expected
                found.add(("move", expected))
            pair.push(move)
            for ply in (None, 0, 4, 8, 15, 16):
                expected = pair.there.is_draw(ply)
                assert pair.here.is_draw(ply) == expected
                found.add(("board", expected))
    assert {("board", code) for code in range(6)} <= found
    assert {("move", code) for code in range(4)} <= found


def test_perpetual_check_back_to_the_start() -> None:
    pair = Pair("R3k4/9/9/9/9/9/9/9/4K4 w - 1")
    for usi in ("5a5b", "9a9b", "5b5a"):
        pair.push(pair.here.move_from_usi(usi))
    check = pair.here.move_from_usi("9b9a")
    assert pair.brings_back_the_start(check)
    assert not pair.brings_back_the_start(pair.here.move_from_usi("9b9c"))


def test_what_rows_say_of_none_and_of_passes() -> None:
    board = cshogi.Board("4k4/9/9/9/9/9/9/9/4K4 w L 1")
    for call in (board.set_sfen, board.push_usi, cshogi.rotate_sfen, KIF.board_to_bod):
        with pytest.raises(AttributeError):
            call(None)
    for call in (board.is_nyugyoku, board.nyugyoku_result):
        with pytest.raises(OverflowError):
            call(-1)
    board.push_pass()
    assert KI2.move_to_ki2(board.move_from_usi("L*1b"), board).startswith("▲同")


EXAMPLE = """
board = cshogi.Board()
print(board)
for move in list(board.legal_moves)[:7]:
    print(cshogi.move_to_usi(move), cshogi.move_to_csa(move))
while not board.is_game_over() and board.move_number < 120:
    moves = sorted(board.legal_moves)
    board.push(moves[board.move_number * 7 % len(moves)])
    print(board.sfen(), board.is_check(), board.is_draw(), len(board.legal_moves))
print(board.to_bod(), board.csa_pos(), board.history)
board.set_sfen("ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62")
print(board, board.pieces_in_hand, board.king_square(cshogi.BLACK))
print(board.push_usi("8e8f"), board.push_csa("8786FU"), board.pop(), board.peek())
"""


def test_program_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """What the pages of cshogi show of boards and moves, in a program of ours."""
    exec(EXAMPLE, {"cshogi": cshogi})  # noqa: S102
    expected = capsys.readouterr().out
    exec(EXAMPLE, {"cshogi": ours})  # noqa: S102
    assert len(expected) > 5_000
    assert capsys.readouterr().out == expected
