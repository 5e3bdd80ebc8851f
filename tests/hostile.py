"""Hostile inputs to everything public, for tests/test_hostile.py.

    python tests/hostile.py SEED FIRST COUNT FILE   # run these inputs; FILE holds the last number
    python tests/hostile.py SEED NUMBER             # describe one, run it, and show its traceback

Each input is a call of its own, made from the seed and its number alone: what to call, on which
object, with which arguments, by `random.Random`. After each the exception, the object and the board
that was near are looked at; `Fault` says what is wrong.
"""

import copy
import faulthandler
import importlib
import inspect
import json
import mmap
import operator
import pickle
import random
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, NamedTuple

from hostile_inputs import (
    DEEP,
    HUGE,
    MOVES,
    PLAUSIBLE,
    Acting,
    Hostile,
    HostileInt,
    Mischief,
    Rude,
    World,
    hostile,
    restore,
    rude_copy,
)

import shogi_fast as sf
from shogi_fast import _testing
from shogi_fast.base_board import BaseBoard
from shogi_fast.moves_board import MovesBoard
from shogi_fast.names import NAMES

MODULES = ("rules", "names", "notation", "handicap", "svg", "diagram")
MoveIterator = type(iter(sf.Board().legal_moves))

# What the package may raise, whatever it is given. UnicodeError, a ValueError, is seen as a fault.
DOCUMENTED = (ValueError, TypeError, IndexError)
LONGEST_MESSAGE = 1500  # of 200 characters that are written as six each, and a few words
MOST_FAULTS = 20  # then a run gives up


class Fault(AssertionError):
    """What is wrong after an input."""


# -- What is called -------------------------------------------------------------------------------


class Target(NamedTuple):
    """Something to call: on an object of a class, or by itself."""

    name: str
    owner: type | None  # whose objects it is called on
    kind: str  # "method", "get", "set", "delete", "operator", "function", "class"
    what: Any
    lenient: bool = False  # whether it is the standard library that answers, or Python itself


def _own(cls: type) -> bool:
    return cls.__module__.startswith("shogi_fast")


def _classes() -> list[type]:
    found = [value for name in sf.__all__ if isinstance(value := getattr(sf, name), type)]
    for name in MODULES:
        module = importlib.import_module(f"shogi_fast.{name}")
        for key in getattr(module, "__all__", ["Rules", "Outcome"]):
            value = getattr(module, key)
            if isinstance(value, type) and _own(value):
                found.append(value)
    found += [MovesBoard, BaseBoard, MoveIterator]
    return list(dict.fromkeys(found))


def _functions() -> Iterator[tuple[str, Any]]:
    for name in sf.__all__:
        if callable(value := getattr(sf, name)) and not isinstance(value, type):
            yield name, value
    for module_name in MODULES:
        module = importlib.import_module(f"shogi_fast.{module_name}")
        for key in getattr(module, "__all__", ["rules_of"]):
            value = getattr(module, key)
            if inspect.isroutine(value):
                yield f"{module_name}.{key}", value


def _duplicate(protocol: int) -> Callable[[Any], Any]:
    return lambda thing: pickle.loads(pickle.dumps(thing, protocol))


UNARY: dict[str, Callable[[Any], Any]] = {
    function.__name__: function
    for function in (
        *(len, iter, next, reversed, bool, int, float, complex, hash, str, repr, abs, dir),
        *(round, bytes, list, operator.index, operator.neg, operator.pos, operator.invert),
        *(copy.copy, copy.deepcopy, memoryview, operator.length_hint, sys.getsizeof),
    )
} | {f"pickle {protocol}": _duplicate(protocol) for protocol in range(6)}
BINARY: dict[str, Callable[[Any, Any], Any]] = {
    function.__name__: function
    for function in (
        *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
        *(operator.and_, operator.or_, operator.xor, operator.sub, operator.add, operator.iand),
        *(operator.ior, operator.mul, operator.contains, operator.getitem, operator.delitem),
        *(format, divmod, operator.isub, operator.ixor),
    )
}
TERNARY: dict[str, Callable[[Any, Any, Any], Any]] = {
    "setitem": operator.setitem,
    "setattr": setattr,
    "pow": pow,
}
# Run by Python itself when a class is made, or asked of nobody. A dataclass with slots has
# __weakref__ up to CPython 3.11.2, that of another class.
LEFT_OUT = {
    "__init_subclass__",
    "__subclasshook__",
    "__pyx_vtable__",
    "__getattribute__",
    "__doc__",
    "__weakref__",
}


@cache
def targets() -> tuple[Target, ...]:
    """Return all there is to call."""
    found = [Target(name, None, "function", value) for name, value in _functions()]
    for cls in _classes():
        name = cls.__name__
        library = issubclass(cls, Enum | BaseException)
        generated = is_dataclass(cls)
        found.append(Target(name, cls, "class", cls, library))
        found.append(Target(f"{name}.__new__", cls, "class", _new_of(cls), library))
        if library:
            continue
        found.append(Target(f"{name}.__init__ again", cls, "method", "__init__", generated))
        plain = issubclass(cls, tuple) or generated  # whose operators are not the package's
        attributes = {key for base in cls.__mro__ if _own(base) for key in vars(base)} - LEFT_OUT
        for key in sorted(attributes):
            value = inspect.getattr_static(cls, key)
            if inspect.isdatadescriptor(value):
                found.append(Target(f"{name}.{key}", cls, "get", key))
                found.append(Target(f"{name}.{key} =", cls, "set", key))
                found.append(Target(f"del {name}.{key}", cls, "delete", key))
            elif callable(getattr(cls, key)) and not (plain and key.startswith("__")):
                found.append(Target(f"{name}.{key}", cls, "method", key))
        for key, function in (UNARY | BINARY | TERNARY).items():
            if not plain or key in ("eq", "hash", "repr", "deepcopy", "getitem", "pickle 2"):
                found.append(Target(f"{key}({name})", cls, "operator", function, plain))
    found.append(Target("restore", None, "function", restore))
    found.append(Target("sequence", sf.Board, "sequence", None))
    return tuple(found)


@cache
def halves() -> tuple[list[Target], list[Target]]:
    """Return the functions and methods of the package, and all else there is to call."""
    parts: tuple[list[Target], list[Target]] = ([], [])
    for target in targets():
        parts[target.lenient or target.kind in ("operator", "set", "delete")].append(target)
    return parts


def _new_of(cls: type) -> Callable[..., Any]:
    return lambda *arguments, **options: cls.__new__(cls, *arguments, **options)


def receiver(world: World, cls: type) -> Any:
    """Return an object of a class to call something on."""
    rng = world.rng
    if issubclass(cls, BaseBoard):
        return world.board
    if cls is sf.Move:
        return rng.choice(MOVES)
    if cls is sf.Piece:
        return sf.Piece(rng.randint(1, 14), rng.randrange(2))
    if cls is sf.SquareSet:
        return sf.SquareSet.from_int(rng.getrandbits(81))
    if cls is sf.LegalMoves:
        return rng.choice((world.board.legal_moves, sf.LegalMoves.__new__(sf.LegalMoves)))
    if cls is MoveIterator:
        return rng.choice((iter(world.board.legal_moves), MoveIterator.__new__(MoveIterator)))
    if cls is sf.Rules:
        return sf.Rules(max_plies=rng.randint(1, 99))
    if cls is sf.Outcome:
        return sf.Outcome(rng.choice((None, sf.BLACK)), sf.Termination.CHECKMATE)
    if issubclass(cls, tuple):
        fields: Any = cls
        return fields._make(range(len(fields._fields)))
    if cls.__name__ == "PieceNames":
        # Not the row itself, which a second __init__ would write.
        return replace(rng.choice(list(NAMES.values())))
    raise AssertionError(f"nobody makes an object of {cls}")


@cache
def parameters(what: Any) -> tuple[tuple[str, str, bool], ...]:
    """Return name, kind and whether there is a default of each parameter but self."""
    if what is sf.Board or what is MovesBoard or what is BaseBoard:
        return (("sfen", "POSITIONAL_OR_KEYWORD", True), ("strict", "KEYWORD_ONLY", True))
    if what is sf.Piece:
        return tuple((name, "POSITIONAL_OR_KEYWORD", False) for name in ("piece_type", "color"))
    if what is sf.SquareSet:
        return (("squares", "POSITIONAL_OR_KEYWORD", True),)
    if what is sf.LegalMoves:
        return (("board", "POSITIONAL_OR_KEYWORD", False),)
    if what is restore:
        names = ("class_", "sfen", "codes")
        return tuple((name, "POSITIONAL_ONLY", False) for name in names)
    try:
        found = inspect.signature(what).parameters.values()
    except (TypeError, ValueError):
        return (("value", "POSITIONAL_ONLY", True),) * 2
    return tuple(
        (each.name, each.kind.name, each.default is not each.empty)
        for each in found
        if each.name not in ("self", "cls", "_cls")
    )


def _argument(world: World, name: str, function: str = "") -> Any:
    make = PLAUSIBLE.get(f"{function}.{name}") or PLAUSIBLE.get(name, hostile)
    if world.rng.random() < 0.6:
        return make(world)
    if name == "depth":
        # Nothing that could be taken for a depth that takes time.
        answer = world.rng.choice((-1, 256, HUGE, -HUGE, 1))
        kinds: tuple[Any, ...] = (answer, "2", None, 1.5, Hostile().arm(world, answer))
        return world.rng.choice((*kinds, HostileInt(answer).arm(world, answer)))
    return hostile(world, make(world) if world.rng.random() < 0.5 else None)


def arguments_for(world: World, what: Any, function: str) -> tuple[list[Any], dict[str, Any]]:
    """Return arguments for a function; more, fewer and others than it takes now and then."""
    rng = world.rng
    positional: list[Any] = []
    by_name: dict[str, Any] = {}
    for name, kind, optional in parameters(what):
        if kind == "VAR_POSITIONAL":
            positional += [_argument(world, name, function) for _ in range(rng.randrange(3))]
        elif kind == "VAR_KEYWORD":
            if name == "options":
                for option in ("arrows", "marks", "size", "pieces", "orientation", "last_move"):
                    if rng.random() < 0.3:
                        by_name[option] = _argument(world, option)
            elif rng.random() < 0.5:
                by_name[rng.choice(("max_plies", "winner", "nodes"))] = hostile(world)
        elif optional and rng.random() < 0.4:
            continue
        elif kind == "KEYWORD_ONLY" or (kind == "POSITIONAL_OR_KEYWORD" and rng.random() < 0.1):
            by_name[name] = _argument(world, name, function)
        elif not by_name:
            positional.append(_argument(world, name, function))
    chance = rng.random()
    if chance < 0.02 and positional:
        positional.pop()
    elif chance < 0.04:
        positional.append(hostile(world))
    elif chance < 0.06:
        by_name[rng.choice(("x", "self", "\ud800", ""))] = None
    return positional, by_name


# -- One input ------------------------------------------------------------------------------------


class Input:
    """A call, made from a seed and a number."""

    def __init__(self, seed: int, number: int) -> None:
        self.world = world = World(random.Random(seed * 1_000_003 + number))
        # In turn, so that all are called; functions and methods three times out of four.
        functions, rest = halves()
        turn, place = divmod(number, 4)
        if place == 0:
            self.target = target = rest[turn % len(rest)]
        else:
            self.target = target = functions[(turn * 3 + place) % len(functions)]
        self.thing: Any = None
        if target.owner is not None and target.kind != "class":
            self.thing = receiver(world, target.owner)
        self.rude = target.owner is sf.Board and target.kind != "class" and world.rng.random() < 0.1
        if self.rude:
            self.thing = world.board = rude_copy(world.plain)
        self.positional: list[Any] = []
        self.by_name: dict[str, Any] = {}
        if target.kind in ("function", "class"):
            what = target.owner if target.kind == "class" else target.what
            self.positional, self.by_name = arguments_for(world, what, target.name.split(".")[-1])
        elif target.kind == "method":
            what = target.owner if target.what == "__init__" else getattr(target.owner, target.what)
            self.positional, self.by_name = arguments_for(world, what, target.what)
        elif target.kind == "set":
            self.positional = [_argument(world, target.what)]
        elif target.kind == "operator":
            if target.what in BINARY.values():
                self.positional = [_argument(world, world.rng.choice(("key", "squares", "move")))]
            elif target.what is setattr:
                names = ("turn", "ply", "x", "position", "__class__", "__dict__", "code", "board")
                self.positional = [world.rng.choice(names), hostile(world)]
            elif target.what in TERNARY.values():
                self.positional = [hostile(world), hostile(world)]

        # What comes of a board whose methods lie is the matter of its class.
        self.rude |= any(
            type(value) is Rude for value in (*self.positional, *self.by_name.values())
        )

    def call(self) -> Any:
        """Do it."""
        target, thing = self.target, self.thing
        if target.kind in ("function", "class"):
            return target.what(*self.positional, **self.by_name)
        if target.kind == "method":
            return getattr(thing, target.what)(*self.positional, **self.by_name)
        if target.kind == "get":
            return getattr(thing, target.what)
        if target.kind == "set":
            return setattr(thing, target.what, *self.positional)
        if target.kind == "delete":
            return delattr(thing, target.what)
        if target.kind == "sequence":
            return self.sequence(thing)
        return target.what(thing, *self.positional)

    def sequence(self, board: sf.Board) -> None:
        """Change a board in several ways while a view and an iterator of it are in use."""
        rng = self.world.rng
        view, iterator = board.legal_moves, iter(board.legal_moves)
        for _ in range(8):
            self.world.disturb()
            next(iterator, None)
            len(view)
            view.__init__(rng.choice((board, sf.Board())))
            if len(view) != len(list(view)) or len(view) != len(view[:]):
                raise Fault("a view with two lengths")
            next(iter(view), None)

    def allowed(self) -> tuple[type[BaseException], ...]:
        """Return the exceptions that may come."""
        target = self.target
        if target.lenient or self.rude:
            return (Exception,)
        if target.kind in ("set", "delete") or target.what is setattr:
            return (*DOCUMENTED, Mischief, AttributeError)
        if target.owner is MoveIterator:
            return (*DOCUMENTED, Mischief, StopIteration)
        return (*DOCUMENTED, Mischief)

    def run(self) -> str:
        """Call, and look at what is left; return "fine" or the name of the exception."""
        board, world = self.world.board, self.world
        before = snapshot(board)
        # Asking notes the positions of the game; not asking before leaves that to the call.
        count = sf.Board.repetition_count(board) if world.rng.random() < 0.5 else None
        immutable = isinstance(self.thing, sf.Move | sf.Piece | sf.SquareSet | tuple)
        text = repr(self.thing) if immutable else ""
        ended = "fine"
        try:
            self.call()
        except Fault:
            raise
        except BaseException as problem:
            ended = type(problem).__name__
            self.look_at(problem)
            if not world.disturbed and self.target.kind != "sequence":
                if snapshot(board) != before:
                    raise Fault(f"a changed board after {ended}") from problem
                if count is not None and sf.Board.repetition_count(board) != count:
                    raise Fault(f"another repetition count after {ended}") from problem
        if immutable and repr(self.thing) != text:
            raise Fault("an immutable object changed")
        look_at_board(board, self.world.rng)
        return ended

    def look_at(self, problem: BaseException) -> None:
        """Raise Fault for an exception that should not come, or that cannot be read."""
        if not isinstance(problem, self.allowed()):
            raise Fault("an exception that is not documented") from problem
        if self.target.lenient or self.rude or isinstance(problem, Mischief):
            return
        if isinstance(problem, UnicodeError):
            raise Fault("an error of Python's own text") from problem
        try:
            message = str(problem)
        except Exception as trouble:
            raise Fault("an exception that cannot be written") from trouble
        if len(message) > LONGEST_MESSAGE:
            raise Fault(f"a message of {len(message)} characters") from problem
        if "Exceeds the limit" in message:
            raise Fault("a message that could not be written") from problem

    def __str__(self) -> str:
        shown = [plain(value) for value in self.positional]
        shown += [f"{name!r}={plain(value)}" for name, value in self.by_name.items()]
        return f"{self.target.name}, {plain(self.thing)}: ({', '.join(shown)})"


def snapshot(board: sf.Board) -> tuple[Any, ...]:
    """Return all there is to a board, whatever a subclass says."""
    moves = sf.Board.move_stack.__get__(board)
    return _testing.position_bytes(board), sf.Board.sfen(board), moves


def look_at_board(board: sf.Board, rng: random.Random) -> None:
    """Raise Fault unless a board is what a fresh one of its position is."""
    sfen = sf.Board.sfen(board)
    if _testing.position_bytes(board) != _testing.rebuilt_bytes(board):
        raise Fault(f"a board that disagrees with itself: {sfen}")
    fresh = restore(sf.Board, sfen, ())
    if fresh.key != sf.Board.key.__get__(board):
        raise Fault(f"another key than a fresh board's: {sfen}")
    view = sf.LegalMoves(board)
    moves = list(view)
    if moves != list(fresh.legal_moves) or len(view) != len(moves):
        raise Fault(f"other moves than a fresh board's: {sfen}")
    if rng.random() < 0.1:
        stack = snapshot(board)[2]
        for move in reversed(stack):
            if sf.Board.pop(board) is not move:
                raise Fault("another move taken back than was made")
        if _testing.position_bytes(board) != _testing.rebuilt_bytes(board):
            raise Fault("a board that disagrees with itself when all moves are taken back")


def plain(value: Any) -> str:
    """Describe a value without asking it, if it is hostile."""
    if isinstance(value, Acting):
        return f"{type(value).__name__}({value.manner}, {plain(value.answer)})"
    if type(value) in (list, tuple) and len(value) < 9 and value is not DEEP:
        return "[" + ", ".join("DEEP" if each is DEEP else plain(each) for each in value) + "]"
    if type(value) in (int, float, bool, str, bytes, bytearray, type(None), sf.Move, sf.SquareSet):
        try:
            return ascii(value[:80] if isinstance(value, str | bytes) else value)[:200]
        except ValueError:
            return f"an int of {value.bit_length()} bits"
    if type(value) is sf.Board:
        return repr(value.usi())
    return type(value).__name__


# -- Many inputs ----------------------------------------------------------------------------------


def main() -> int:
    """Run inputs and print what came of them as JSON."""
    warnings.simplefilter("ignore", DeprecationWarning)  # an __index__ that returns no plain int
    faulthandler.enable()
    seed, first = int(sys.argv[1]), int(sys.argv[2])
    if len(sys.argv) == 3:
        case = Input(seed, first)
        print(case, flush=True)
        print(case.run())
        return 0
    count = int(sys.argv[3])
    faulthandler.dump_traceback_later(300, exit=True)  # a call that does not end
    ends: dict[str, Counter[str]] = {target.name: Counter() for target in targets()}
    faults = []
    # Where the one that started this process reads which input ended it.
    with open(sys.argv[4], "r+b") as file, mmap.mmap(file.fileno(), 8) as last:
        for number in range(first, first + count):
            last[:] = number.to_bytes(8, "little")
            case = Input(seed, number)
            try:
                ends[case.target.name][case.run()] += 1
            except Fault as fault:
                report = "".join(traceback.format_exception(fault))[-1500:]
                faults.append(f"seed {seed}, input {number}: {case}\n{report}")
                if len(faults) == MOST_FAULTS:
                    break
    print(json.dumps({"ends": ends, "faults": faults}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
