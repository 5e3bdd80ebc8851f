"""Hostile and nearly right arguments, for tests/hostile.py.

All are made with the random numbers of a `World`, which also has a board: what a hostile object
does when it is asked anything may be to change that board in the midst of a call.
"""

import contextlib
import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from positions import random_slider_sfen, random_sparse_sfen

import shogi_fast as sf
from shogi_fast.diagram import Span
from shogi_fast.handicap import HANDICAPS
from shogi_fast.moves_board import MovesBoard
from shogi_fast.names import NAMES

MOVES = [sf.Move.NULL]
for _code in range(1 << 15):
    with contextlib.suppress(sf.InvalidMoveError):
        MOVES.append(sf.Move.from_int(_code))
restore: Callable[..., Any] = sf.Board().__reduce__()[0]  # type: ignore[assignment]


class Mischief(Exception):
    """What hostile objects raise."""


# -- Hostile objects ------------------------------------------------------------------------------


class World:
    """What one input may use: random numbers, and a board."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        # What inputs are made from; the same as the board until the call.
        self.plain: sf.Board = rng.choice(boards())
        self.board = self.plain.copy()
        legal = list(self.plain.legal_moves)
        # One move for all arguments of a call, so that they fit together.
        self.move = rng.choice(legal if legal and rng.random() < 0.8 else MOVES)
        self.disturbed = False  # whether something hostile has been at the board

    def disturb(self) -> None:
        """Do something to the board, as a callback does in the midst of a call."""
        self.disturbed = True
        board, rng = self.board, self.rng
        with contextlib.suppress(ValueError, IndexError):
            choice = rng.randrange(8)
            if choice < 3:
                sf.Board.push(board, rng.choice(list(sf.LegalMoves(board)) or MOVES))
            elif choice == 3:
                sf.Board.pop(board)
            elif choice == 4:
                sf.Board.__init__(board, rng.choice((*sfens(), "nonsense")))
            elif choice == 5:
                sf.Board.clear(board)
            elif choice == 6:
                sf.Board.push_pass(board)
            else:
                sf.Board.repetition(board)


class Acting:
    """What hostile objects of all kinds do when asked: disturb, raise, or answer something."""

    world: World
    answer: Any
    manner: str

    def arm(self, world: World, answer: Any) -> Any:
        self.world, self.answer = world, answer
        self.manner = world.rng.choice(("disturb", "raise", "answer", "rubbish"))
        return self

    def act(self, answer: Any) -> Any:
        if self.manner == "raise":
            raise Mischief
        if self.manner == "disturb":
            self.world.disturb()
        if self.manner == "rubbish":
            return self.world.rng.choice((None, "x", -1, 1.5, 10**30, [], answer))
        return answer


class Hostile(Acting):
    """An object that answers to everything, in its own way."""

    def __index__(self) -> Any:
        return self.act(self.answer)

    def __iter__(self) -> Any:
        return self.act(iter([self.answer] * 3))

    def __len__(self) -> Any:
        # Python itself runs out of memory, or of bits, when it makes room for a greater length.
        length = self.act(3)
        return 1000 if type(length) is int and length > 1000 else length

    def __bool__(self) -> Any:
        return self.act(True)

    def __eq__(self, other: object) -> Any:
        return self.act(True)

    def __hash__(self) -> Any:
        return self.act(self.world.rng.choice((hash("csa"), hash(1), 0)))

    def __lt__(self, other: object) -> Any:
        return self.act(True)

    def __str__(self) -> Any:
        return self.act("startpos")

    def __call__(self, *arguments: object) -> Any:
        return self.act(None)

    def __getitem__(self, key: object) -> Any:
        return self.act(self.answer)

    __int__ = __float__ = __index__
    __le__ = __gt__ = __ge__ = __ne__ = __contains__ = __lt__
    __repr__ = __format__ = __str__  # type: ignore[assignment]
    __add__ = __radd__ = __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __getitem__
    __sub__ = __rsub__ = __mod__ = __rmod__ = __getitem__


class HostileInt(Hostile, int):  # type: ignore[misc]
    """A number whose comparisons, arithmetic and text lie."""

    __hash__ = Hostile.__hash__


class HostileStr(Hostile, str):  # type: ignore[misc]
    """A text whose characters, comparisons and methods lie."""

    __hash__ = Hostile.__hash__

    def lie(self, *arguments: object, **options: object) -> Any:
        return self.act(self.world.rng.choice((b"", "", True, False, [], "b", 0)))

    isascii = encode = split = strip = casefold = lower = upper = startswith = endswith = lie
    partition = find = replace = isspace = isdigit = join = translate = index = count = lie


class HostileList(Hostile, list):  # type: ignore[type-arg]
    """A list that says it holds what it does not."""

    __hash__ = Hostile.__hash__  # type: ignore[assignment]


class HostileTuple(Hostile, tuple):  # type: ignore[type-arg]
    """A tuple that does."""

    __hash__ = Hostile.__hash__


class HostileBytes(Hostile, bytes):
    """Bytes that do."""

    __hash__ = Hostile.__hash__

    def __buffer__(self, flags: int) -> Any:
        return self.act(memoryview(self.answer if isinstance(self.answer, bytes) else b"x" * 32))


class Masked:
    """An object that calls itself one of another class."""

    def __init__(self, cls: type) -> None:
        self.masked_as = cls

    @property
    def __class__(self) -> Any:
        return self.masked_as

    @__class__.setter
    def __class__(self, cls: Any) -> None:
        self.masked_as = cls


class Rude(sf.Board):
    """A board whose methods lie, as those of any subclass may."""


def _rude_answer(self: Rude, *arguments: object, **options: object) -> Any:
    rng = random.Random(len(arguments))
    choice = rng.choice((None, "x", -1, Mischief, sf.Move.NULL, 10**30, object()))
    if choice is Mischief:
        raise Mischief
    return choice


for _name in (
    *(
        "sfen",
        "usi",
        "pop",
        "peek",
        "push",
        "copy",
        "is_legal",
        "piece_at",
        "hand",
        "king",
        "attackers",
    ),
    *("set_sfen", "set_packed", "clear", "push_usi", "push_pass", "repetition", "status", "root"),
):
    setattr(Rude, _name, _rude_answer)
for _name in ("turn", "ply", "key", "move_stack", "legal_moves"):
    setattr(Rude, _name, property(_rude_answer))


def rude_copy(board: sf.Board) -> Any:
    """Return a rude board with the same position and moves."""
    return restore(Rude, board.root().sfen(), [int(move) for move in board.move_stack])


def _nested() -> list[Any]:
    deep: list[Any] = []
    for _ in range(50_000):
        deep = [deep]
    return deep


DEEP = _nested()
LONG = {
    character: character * 200_000
    for character in ("x", "9", "/", "+", " ", "\0", "歩", "\ud800", "P", "\u0301\u0316")
}
HUGE = 10**5000


def hostile(world: World, answer: Any = None) -> Any:
    """Return something that no caller should pass."""
    rng = world.rng
    if answer is None:
        answer = rng.choice((0, 1, 40, 80, 81, -1, HUGE, "7g7f", sf.Move.NULL))
    kind = rng.randrange(24)
    if kind == 0:
        return Hostile().arm(world, answer)
    if kind == 1:
        number = answer if type(answer) is int else rng.choice((0, 1, 5, 81, -3))
        return HostileInt(number).arm(world, answer)
    if kind in (2, 3):
        text = answer if type(answer) is str else rng.choice((*sfens(), "7g7f", "\ud800", "é"))
        return HostileStr(text).arm(world, answer)
    if kind == 4:
        return HostileList([answer, answer]).arm(world, answer)
    if kind == 5:
        return HostileTuple([answer, answer]).arm(world, answer)
    if kind == 6:
        return HostileBytes(b"x" * rng.choice((0, 31, 32, 33))).arm(world, answer)
    if kind == 7:
        return Masked(rng.choice((int, str, sf.Move, sf.Board, sf.Piece, sf.SquareSet, sf.Rules)))
    if kind == 8:
        return rng.choice((HUGE, -HUGE, 2**63, -(2**63) - 1, 2**64, 2**31, 2**32, 255, 256, -1))
    if kind == 9:
        return rng.choice(tuple(LONG.values()))
    if kind == 10:
        return rng.choice((DEEP, (DEEP,), {"a": DEEP}))
    if kind == 11:
        return rng.choice((1.5, float("nan"), float("inf"), -0.0, 1e308, 2j))
    if kind == 12:
        return mutated(rng, rng.choice(sfens()))
    if kind == 13:
        return rng.choice((b"", b"startpos", bytearray(32), memoryview(b"x" * 32), b"\xff" * 32))
    if kind == 14:
        return rng.choice((sf.Board, sf.Move, int, type, sf, len, NotImplemented, ...))
    if kind == 15:
        return rng.choice((world.board, world.board.legal_moves, sf.SquareSet([1]), MOVES[5]))
    if kind == 16:
        return rng.choice(
            ("", "\0", "\ud800", "\udfff7g7f", "7g7f\0", "é", "👑", "²", "٣", "\u202e")
        )
    if kind == 17:
        return rng.choice(({}, set(), [], (), {1: 2}, {"7g7f"}, range(3), [[]], ((),)))
    if kind == 18:
        return (item for item in (answer, answer))
    if kind == 19:
        return rng.choice((True, False))
    if kind == 20:
        return rng.randint(-100, 200)
    if kind == 21:
        return object()
    return None


# -- Inputs that are nearly right -----------------------------------------------------------------


@cache
def sfens() -> tuple[str, ...]:
    """Return positions of all sorts."""
    rng = random.Random(1)
    return (
        "startpos",
        sf.STARTING_SFEN,
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1",
        "9/9/9/9/9/9/9/9/9 w - 99999",
        "8k/8G/8L/9/9/9/9/9/K8 w - 1",
        "4k4/9/9/9/4r4/4R4/9/9/4K4 b 2R 1",
        "4K4/1R5B1/PPPPPPPP1/9/9/9/9/9/4k4 b RB 1",
        *(random_sparse_sfen(rng) for _ in range(10)),
        *(random_slider_sfen(rng) for _ in range(10)),
    )


@cache
def boards() -> tuple[sf.Board, ...]:
    """Return boards with and without moves, passes and repetition among them."""
    rng = random.Random(2)
    found = [sf.Board.from_usi("startpos moves " + 3 * "4i4h 6a6b 4h4i 6b6a ")]
    for sfen in sfens():
        for plies in (0, 1, 12):
            board = sf.Board(sfen)
            for _ in range(plies):
                moves = list(board.legal_moves)
                if rng.random() < 0.1 and not board.is_check():
                    board.push_pass()
                elif moves:
                    board.push(rng.choice(moves))
            found.append(board)
    exposed = sf.Board("4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1")
    exposed.push_unchecked(sf.Move.from_usi("5h4h"))
    return (*found, exposed)


ALPHABET = "plnsbrgkPLNSBRGK+/-123456789 bw*acdefhi0xS同打成不歩金（）()▲△+-\0\ud800é　７七十一"


def mutated(rng: random.Random, text: str) -> str:
    """Return a text with a few characters changed."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 10))):
        at = rng.randint(0, len(text))
        end = at + rng.choice((0, 0, 1, 1, 2, 5))
        piece = rng.choice(
            ("", "".join(rng.choices(ALPHABET, k=rng.choice((1, 1, 2)))), text[at:end] * 2)
        )
        text = text[:at] + piece + text[end:]
    if rng.random() < 0.005:
        text *= 10_000
    return text


def _board(w: World) -> Any:
    return w.rng.choice((w.board, w.board, w.board, rude_copy(w.plain)))


def _move(w: World) -> Any:
    return w.move if w.rng.random() < 0.9 else w.rng.choice(MOVES)


def _perhaps_mutated(w: World, text: str) -> str:
    return mutated(w.rng, text) if w.rng.random() < 0.5 else text


def _move_text(w: World, notation: str = "") -> str:
    """Return a move as a notation writes it, or nearly so."""
    notation = notation or w.rng.choice(("usi", "csa", "kif", "ki2", "western"))
    try:
        text = w.move.usi() if notation == "usi" else getattr(w.plain, notation)(w.move)
    except sf.IllegalMoveError:
        text = "7g7f"
    return _perhaps_mutated(w, text)


def _sfen(w: World) -> str:
    return mutated(w.rng, w.rng.choice((*sfens(), w.plain.sfen())))


def _usi(w: World) -> str:
    text = mutated(w.rng, w.rng.choice((w.plain.usi(), f"startpos moves {_move_text(w)}")))
    return mutated(w.rng, w.rng.choice(("position ", "sfen ", ""))) + text


def _packed(w: World) -> Any:
    try:
        data = bytearray(w.plain.packed())
    except ValueError:
        data = bytearray(sf.Board().packed())
    for _ in range(w.rng.choice((0, 0, 1, 2))):
        data[w.rng.randrange(32)] ^= 1 << w.rng.randrange(8)
    if w.rng.random() < 0.3:
        data = bytearray(w.rng.randbytes(w.rng.choice((32, 32, 32, 31, 33))))
    return w.rng.choice((bytes, bytearray, memoryview))(data)


def _square(w: World) -> Any:
    return w.rng.randrange(81)


def _squares(w: World) -> Any:
    numbers = w.rng.sample(range(81), w.rng.randrange(20))
    return w.rng.choice(
        (numbers, tuple(numbers), set(numbers), sf.SquareSet(numbers), iter(numbers))
    )


def _mask(w: World) -> Any:
    return w.rng.choice((w.rng.getrandbits(81), w.rng.getrandbits(82), _squares(w), None))


def _svg_square(w: World) -> Any:
    return w.rng.choice((w.rng.randrange(81), sf.square_name(w.rng.randrange(81)), "9j", 81))


def _svg_list(w: World) -> Any:
    colors = ("red", "#123456", "#xyz", 'x" onload="x')
    items = (
        _svg_square(w),
        _move(w),
        (_svg_square(w), _svg_square(w)),
        (_svg_square(w), w.rng.choice(colors)),
        (_svg_square(w), _svg_square(w), w.rng.choice(colors)),
        hostile(w),
    )
    return [w.rng.choice(items) for _ in range(w.rng.randrange(3))]


def _one_of(*choices: Any) -> Callable[[World], Any]:
    return lambda w: w.rng.choice(choices)


def _piece(w: World) -> Any:
    return w.rng.choice((None, sf.Piece(w.rng.randint(1, 14), w.rng.randrange(2))))


def _flag(w: World) -> Any:
    return w.rng.random() < 0.5


def _color(w: World) -> Any:
    return w.rng.choice((0, 1, sf.BLACK, sf.WHITE))


def _type(w: World) -> Any:
    return w.rng.choice((w.rng.randint(1, 14), sf.PieceType(w.rng.randint(1, 14))))


def _rules(w: World) -> Any:
    return w.rng.choice((*sf.PRESETS, sf.Rules(max_plies=w.rng.randint(1, 50))))


def _digit(w: World) -> Any:
    return w.rng.randint(0, 10)


# By the parameter's name; these are right as often as not.
PLAUSIBLE: dict[str, Callable[[World], Any]] = {
    "sfen": _sfen,
    "board_or_sfen": lambda w: w.rng.choice((w.board, _sfen(w))),
    "board": _board,
    "move": _move,
    "last_move": _move,
    "usi": _move_text,
    "text": lambda w: w.rng.choice((_move_text, _usi, _sfen))(w),
    "name": _move_text,
    "value": lambda w: hostile(w),
    "data": _packed,
    "square": _square,
    "from_": lambda w: w.move.from_square,
    "to": lambda w: w.move.to_square,
    "file": _digit,
    "rank": _digit,
    "color": _color,
    "winner": _color,
    "orientation": _color,
    "piece_type": _type,
    "piece": _piece,
    "count": _digit,
    "number": _digit,
    "code": lambda w: w.rng.randrange(1 << 15),
    "mask": _mask,
    "from_mask": _mask,
    "to_mask": _mask,
    "squares": _squares,
    "other": _squares,
    "others": _squares,
    "kind": _one_of("all", "captures", "quiets", "drops", "checks", "evasions", "All"),
    "rule": _one_of("csa27", "csa27h", "jsa24", "jsa24h", "try", "csa"),
    "declaration": _one_of("csa27", "csa27h", "jsa24", "jsa24h", "try", None),
    "rules": _rules,
    "max_plies": _one_of(None, 1, 320, 0),
    "iterable": lambda w: [True, True, "csa27", _digit(w), False, 1][: w.rng.choice((2, 4, 5, 6))],
    "depth": _one_of(0, 1, 1, 2),
    "method": _one_of("auto", "pairs", "visit", "bulk", "x"),
    "progress": lambda w: w.rng.choice((None, print_nothing, Hostile().arm(w, None))),
    "symbol": lambda w: mutated(w.rng, w.rng.choice(("P", "+r", "k"))),
    "style": lambda w: w.rng.choice(("kanji", "english", "csa", "romaji", "piece_type")),
    "hands": lambda w: mutated(w.rng, w.plain.sfen().split()[2]),
    "lines": lambda w: [[Span("x"), w.rng.choice((Span("y"), "y", None))]],
    "arrows": _svg_list,
    "marks": _svg_list,
    "size": _one_of(None, 640, 1.5, 0, 10**400),
    "pieces": _one_of("kanji", "kanji2", "western", "x"),
    "coordinates": _one_of("both", "japanese", "western", "none", "x"),
    "termination": lambda w: w.rng.choice(list(sf.Termination)),
    "key": lambda w: w.rng.choice((_square(w), _move(w), slice(*w.rng.choices((None, -2, 0, 3), k=3)))),
} | dict.fromkeys(
    ("strict", "ply", "stack", "promotion", "ascii_only", "white", "fourfold", "perpetual_check"),
    _flag,
)  # fmt: skip
PLAUSIBLE["extend_checks"] = _flag


def print_nothing(done: int, total: int) -> None:
    """Follow a count, and say nothing."""


def _named(*names: str) -> Callable[[World], str]:
    return lambda w: _perhaps_mutated(w, w.rng.choice(names))


_HANDICAP_NAMES = [name for handicap in HANDICAPS for name in handicap[:2]]
_PIECE_NAMES = [name for row in NAMES.values() for name in (row.romaji, row.kanji2, row.english)]
# These by the function's name as well: what is right for one is text to another.
PLAUSIBLE |= {
    f"parse_{notation}.text": partial(_move_text, notation=notation)
    for notation in ("csa", "kif", "ki2", "western")
}
PLAUSIBLE |= {
    "from_usi.text": lambda w: w.rng.choice((_usi, partial(_move_text, notation="usi")))(w),
    "handicap.name": _named(*_HANDICAP_NAMES),
    "find_handicap.name": _named(*_HANDICAP_NAMES),
    "handicap_sfen.name": _named(*_HANDICAP_NAMES),
    "parse_piece_type.text": _named(*_PIECE_NAMES),
    "parse_kanji_number.text": _named("十八", "18", "１８", "二十"),
    "parse_square.name": _named("7g", "1a", "9i"),
    "set_hand.piece_type": lambda w: w.rng.randint(1, 8),
    "restore.class_": _one_of(sf.Board, sf.Board, Rude, MovesBoard, int),
    "restore.sfen": lambda w: w.plain.root().sfen(),
    "restore.codes": lambda w: [*map(int, w.plain.move_stack), int(_move(w))],
}
