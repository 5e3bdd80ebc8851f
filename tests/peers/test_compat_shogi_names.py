"""The names of python-shogi: each is there with the same parameters and value, or is listed."""

import doctest
import importlib
import importlib.metadata
import inspect
import itertools
import random
import sys
from types import ModuleType
from typing import Any

import pytest
import shogi as theirs
import shogi.CSA
import shogi.KIF
import shogi.Person

import shogi_fast.compat.shogi as ours
from shogi_fast.compat.shogi_differences import ABSENT, DIFFERENCES

MODULES = ("", ".Consts", ".Move", ".Piece")
CLASSES = (
    "Board",
    "Move",
    "Piece",
    "Occupied",
    "SquareSet",
    "LegalMoveGenerator",
    "PseudoLegalMoveGenerator",
)
# What Python itself puts into classes and modules.
PYTHONS = {
    "__slotnames__",
    "__firstlineno__",
    "__static_attributes__",
    "__dict__",
    "__weakref__",
    "__module__",
}
DIFFERS = {name for row in DIFFERENCES for name in row.names}


def module_of(package: str, name: str) -> ModuleType:
    importlib.import_module(package + name)
    return sys.modules[package + name]


def public_names(module: ModuleType) -> list[str]:
    return [name for name in vars(module) if not name.startswith("__")]


def parameters(function: Any) -> list[tuple[str, Any]]:
    """Return names and defaults of what a function takes, without ``self``."""
    return [
        (parameter.name, parameter.default)
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name != "self"
    ]


@pytest.mark.parametrize("name", MODULES)
def test_names_of_modules(name: str) -> None:
    their, our = module_of("shogi", name), module_of("shogi_fast.compat.shogi", name)
    for attribute in public_names(their):
        full = f"{name[1:]}.{attribute}" if name else attribute
        if attribute in ABSENT:
            assert not hasattr(our, attribute), attribute
            continue
        value, ours_of_it = getattr(their, attribute), getattr(our, attribute)
        if inspect.isclass(value) or inspect.ismodule(value):
            assert type(ours_of_it) is type(value)
        elif inspect.isfunction(value):
            assert parameters(ours_of_it) == parameters(value), full
        elif attribute != "DEFAULT_RANDOM_ARRAY":
            assert type(ours_of_it) is type(value), full
            assert ours_of_it == value, full
    assert len(ours.DEFAULT_RANDOM_ARRAY) == len(set(theirs.DEFAULT_RANDOM_ARRAY)) == 2_286


@pytest.mark.parametrize("name", CLASSES)
def test_members_of_classes(name: str) -> None:
    their, our = getattr(theirs, name), getattr(ours, name)
    assert [p for p, _ in parameters(our)] == [p for p, _ in parameters(their)]
    for member in sorted(set(dir(their)) - set(dir(object)) - PYTHONS):
        full = f"{name}.{member}"
        if full in ABSENT:
            assert not hasattr(our, member), full
            continue
        value, ours_of_it = getattr(their, member), getattr(our, member)
        if callable(value) and not member.startswith("__"):
            if full in DIFFERS:
                assert [p for p, _ in parameters(ours_of_it)] == [p for p, _ in parameters(value)]
            else:
                assert parameters(ours_of_it) == parameters(value), full


@pytest.mark.parametrize("name", ["Board", "Move", "Piece", "Occupied", "SquareSet"])
def test_attributes_of_objects(name: str) -> None:
    make = {
        "Board": lambda module: module.Board(),
        "Move": lambda module: module.Move(3, 5),
        "Piece": lambda module: module.Piece(1, 0),
        "Occupied": lambda module: module.Occupied(1, 2),
        "SquareSet": lambda module: module.SquareSet(3),
    }[name]
    their, our = make(theirs), make(ours)
    for attribute, value in vars(their).items():
        assert isinstance(getattr(our, attribute), type(value) if name != "Board" else object)
    if name == "Board":
        for attribute in ("piece_bb", "pieces_in_hand", "king_squares", "pieces", "turn"):
            assert getattr(our, attribute) == getattr(their, attribute)
            assert isinstance(getattr(our, attribute), type(getattr(their, attribute)))
        for attribute in ("captured_piece_stack", "move_stack", "transpositions", "move_number"):
            assert isinstance(getattr(our, attribute), type(getattr(their, attribute)))


def test_a_star_import_brings_the_same_names() -> None:
    their: dict[str, Any] = {}
    our: dict[str, Any] = {}
    exec("from shogi import *", their)  # noqa: S102
    exec("from shogi_fast.compat.shogi import *", our)  # noqa: S102
    # KIF, CSA and Person, where something has imported them.
    assert set(their) - set(our) == set(ABSENT) & set(their)
    assert set(our) <= set(their)


def test_names_of_what_is_absent() -> None:
    """What is listed as absent is there, and not here."""
    for name in ABSENT:
        first, *rest = name.split(".")
        value: Any = getattr(theirs, first)
        for part in rest:
            value = getattr(value, part)
        assert not hasattr(getattr(ours, first, None), ".".join(rest)) if rest else True


def test_names_of_rows() -> None:
    """The rows name what is there."""
    for row in DIFFERENCES:
        for name in row.names:
            value: Any = theirs
            for part in name.split("."):
                value = getattr(value, part) if hasattr(value, part) else getattr(value(), part)


def test_functions_of_squares_and_sets() -> None:
    rng = random.Random("functions")
    shifts = [name for name in dir(theirs) if name.startswith("shift_")]
    assert len(shifts) == 12
    masks = [0, theirs.BB_ALL, *theirs.BB_SQUARES, *theirs.BB_FILES, *theirs.BB_RANKS]
    masks += [rng.getrandbits(81) & rng.getrandbits(81) for _ in range(200)]
    for mask in masks:
        for name in shifts:
            # There shift_2_right keeps what leaves the board: row shift-off-the-board.
            assert getattr(ours, name)(mask) == getattr(theirs, name)(mask) & ours.BB_ALL, name
        assert ours.pop_count(mask) == theirs.pop_count(mask)
        for start in (0, 3, 40, 80, 81):
            # From beyond the last square it may go back there: row bit-scan-of-nothing.
            if start <= mask.bit_length():
                assert ours.bit_scan(mask, start) == theirs.bit_scan(mask, start)
        compare_sets(mask, rng.getrandbits(81))
        compare_occupied(mask, rng.getrandbits(81) & ~mask, rng.randrange(81))
    for square in range(81):
        assert ours.file_index(square) == theirs.file_index(square)
        assert ours.rank_index(square) == theirs.rank_index(square)
        for kind in range(15):
            for color in range(2):
                for name in ("can_promote", "can_move_without_promotion"):
                    assert getattr(ours, name)(square, kind, color) == getattr(theirs, name)(
                        square, kind, color
                    )


def compare_sets(mask: int, other: int) -> None:
    """Compare what can be done with a SquareSet."""
    operations = [
        lambda s, _: repr(s),
        lambda s, _: str(s),
        lambda s, _: (list(s), len(s), bool(s), s.__nonzero__(), hash(s), int(s), s.mask),
        lambda s, _: (hex(s), oct(s), s.__hex__(), s.__oct__()),
        lambda s, _: [square in s for square in range(81)],
        lambda s, o: (s == o, s != o, s == s.mask, s == "x", s != "x", s == s.__class__(o)),
        lambda s, o: [(s & o).mask, (s | o).mask, (s ^ o).mask, (~s).mask],
        lambda s, _: [(s << 3).mask, (s >> 3).mask, (s << 80).mask],
        lambda s, o: [(s & s.__class__(o)).mask, (s | s.__class__(o)).mask],
        in_place,
    ]
    for operation in operations:
        assert operation(ours.SquareSet(mask), other) == operation(theirs.SquareSet(mask), other)


def in_place(squares: Any, other: int) -> list[int]:
    masks = []
    same = squares
    squares <<= 2
    masks.append(squares.mask)
    squares >>= 1
    masks.append(squares.mask)
    squares |= other
    masks.append(squares.mask)
    squares ^= other >> 3
    masks.append(squares.mask)
    squares &= other >> 1
    masks.append(squares.mask)
    assert same is squares
    return masks


def compare_occupied(black: int, white: int, square: int) -> None:
    """Compare what can be done with an Occupied."""
    pair = [module.Occupied(black, white) for module in (ours, theirs)]
    for _ in range(2):
        our, their = pair
        assert vars(our) == vars(their)
        assert (our[0], our[1], repr(our)) == (their[0], their[1], repr(their))
        assert our.non_occupied() == their.non_occupied()
        for occupied in pair:
            occupied.ixor(1 << square, 0, square)
    assert ours.Occupied(1, 2) == ours.Occupied(1, 2) != ours.Occupied(2, 1)


def test_attacks_from() -> None:
    rng = random.Random("attacks_from")
    for _ in range(300):
        black = rng.getrandbits(81) & rng.getrandbits(81)
        white = rng.getrandbits(81) & rng.getrandbits(81) & ~black
        for kind in range(15):
            arguments = (kind, rng.randrange(81))
            for color in range(2):
                assert ours.Board.attacks_from(
                    *arguments, ours.Occupied(black, white), color
                ) == theirs.Board.attacks_from(*arguments, theirs.Occupied(black, white), color)


def test_moves_and_pieces_do_the_same() -> None:
    rng = random.Random("moves")
    texts = ["7g7f", "7g7f+", "P*5e", "p*5e", "K*5e", "0000", "1a9i", "5e5e"]
    texts += ["", "7g", "P*5e+", "zzzz", "X*5e", "7g7f-", "+P*5e", "7G7F", "P*5z", "7g7f++"]
    for text in texts:
        results = [attempt(module.Move.from_usi, text) for module in (ours, theirs)]
        assert results[0] == results[1], text
    for _ in range(2_000):
        arguments = (
            rng.choice([None, rng.randrange(81)]),
            rng.choice([None, rng.randrange(81), rng.randrange(81)]),
            rng.random() < 0.3,
            rng.choice([None, None, rng.randrange(1, 15)]),
        )
        if arguments[1] is None and arguments != (None, None, False, None):
            continue  # there a move to nowhere
        results = [attempt(module.Move, *arguments) for module in (ours, theirs)]
        assert results[0] == results[1], arguments
    for text in ["p", "P", "+p", "+P", "g", "K", "", "x", "+g", "+", "pp", "歩"]:
        results = [attempt(module.Piece.from_symbol, text) for module in (ours, theirs)]
        assert results[0] == results[1], text
    for kind in range(15):
        for color in range(2):
            assert piece_facts(ours.Piece(kind, color)) == piece_facts(theirs.Piece(kind, color))
    for arguments in ((None, 0), (1, None)):
        assert attempt(ours.Piece, *arguments) == attempt(theirs.Piece, *arguments)


def test_moves_whose_attributes_are_set() -> None:
    """Whatever they are set to: what python-shogi shows of them is the same here."""
    seen = 0
    for values in itertools.product(
        (None, 0, 76), (None, 0, 67), (False, True, None, 0, 1), (None, 0, 1, 7, 9)
    ):
        facts: list[list[Any]] = []
        for module in (ours, theirs):
            move = module.Move(1, 2)
            names = ("from_square", "to_square", "promotion", "drop_piece_type")
            for name, value in zip(names, values, strict=True):
                setattr(move, name, value)
            facts.append([bool(move), move.promotion, move.drop_piece_type])
            facts[-1] += [move == other for other in near(module)]
            for function in (str, repr, hash):
                try:
                    facts[-1].append(function(move))
                except TypeError:
                    facts[-1].append(TypeError)
        for our, their in zip(*facts, strict=True):
            if their is not TypeError:  # rows half-set-moves and null-move-hash
                assert our == their, values
                assert type(our) is type(their)
                seen += 1
    assert seen > 1_000


def near(module: Any) -> list[Any]:
    """Return moves that others may be equal to."""
    squares = [(76, 67), (0, 67)]
    return [
        module.Move.null(),
        *[module.Move(*pair, p) for pair in squares for p in (False, True, None, 0)],
        module.Move(None, 67, False, 1),
    ]


def attempt(function: Any, *arguments: Any) -> Any:
    """Return what can be seen of what a function makes, or the type of its error."""
    try:
        value = function(*arguments)
    except Exception as problem:  # noqa: BLE001
        return type(problem)
    if hasattr(value, "to_square"):
        seen = (value.from_square, value.to_square, value.promotion, value.drop_piece_type)
        return (*seen, repr(value), str(value), bool(value), hash(value) if value else 0)
    return piece_facts(value)


def piece_facts(piece: Any) -> tuple[Any, ...]:
    return (
        piece.piece_type,
        piece.color,
        repr(piece),
        str(piece),
        hash(piece),
        piece.symbol(),
        piece.japanese_symbol(),
        piece.japanese_symbol_with_direction(),
        piece.is_promoted(),
    )


@pytest.mark.parametrize("library", [ours, theirs], ids=["ours", "theirs"])
def test_the_readme_of_python_shogi(library: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its examples about boards and moves print what they show there, unchanged."""
    text = importlib.metadata.metadata("python-shogi").get_payload()
    assert isinstance(text, str)
    text, _, records = text.partition("* Read KIFs.")
    assert records
    monkeypatch.setitem(sys.modules, "shogi", library)
    test = doctest.DocTestParser().get_doctest(text, {}, "README", None, None)
    assert len(test.examples) > 25
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=report.append)
    assert "".join(report) == ""
