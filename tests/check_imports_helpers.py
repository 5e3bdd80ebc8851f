"""A small library made here, for the tests of check-imports."""

import textwrap
import types

from shogi_fast.check_imports import check_programs
from shogi_fast.compat.differences import Difference
from shogi_fast.library_names import Library, Name
from shogi_fast.program_files import (
    parse_program,
)


class Board:
    turn = 0

    def __init__(self, sfen=None):
        self.hands = [sfen]

    def push_usi(self, text):
        return text

    def pop(self):
        return None

    def copy(self):
        return self

    legal_moves = property(lambda self: Moves())

    def peek(self):
        return Move()

    def history(self):
        return []


class Moves:
    def __iter__(self):
        return iter([])


class Move:
    @classmethod
    def from_usi(cls, text):
        return cls()

    def usi(self):
        return ""


def _package(name, **values):
    package = types.ModuleType(name)
    vars(package).update(values)
    return package


CONSTS = _package("shogi_made_here.Consts", BLACK=0, NONE=None)
MOVES = _package("shogi_made_here.Move", Move=Move, letters="abc")
SHOGI = Library(
    "shogi",
    _package(
        "shogi_made_here",
        Board=Board,
        Move=Move,
        Moves=Moves,
        BLACK=0,
        SQUARES=range(81),
        _hidden=1,
        Consts=CONSTS,
        NONE=None,
    ),
    [
        Difference("pop-of-null", ("Board.pop",), "wrong", "right", "tests/test_x.py::test_y"),
        Difference("equal-boards", ("Board.__eq__",), "this", "that", "tests/test_x.py::test_y"),
        Difference("squares", ("SQUARES", "BLACK"), "a list", "no list", "tests/test_x.py::test_y"),
    ],
    {
        "KIF": "records",
        "CSA": "records",
        "Board.mate_move": "mate search",
        "DfPn": "mate search",
        "Move.written": "records",
    },
    {
        "Board.legal_moves": "Moves",
        "Moves[]": "Move",
        "Board.peek()": "Move",
        "Board.history()": "[Move]",
    },
)
SHOGI._found[Name("Move")] = MOVES  # as if it were a module of a package on disk
SHOGI._found[Name("Consts")] = CONSTS
CSHOGI = Library(
    "cshogi",
    _package("cshogi_made_here", __all__=["Board", "to_usi"], Board=Board, to_usi=str, other=1),
    [],
    {"DfPn": "mate search", "Board.to_planes": "feature planes"},
)
LIBRARIES = {"shogi": SHOGI, "cshogi": CSHOGI}


def uses_in(*sources):
    """Return the uses of each of some programs as "line name status".

    "?" stands behind guesses, "!" behind what the program is ready for.
    """
    programs = [parse_program(textwrap.dedent(source).encode()) for source in sources]
    return [
        [
            f"{use.line} {use.full_name} {use.status}{'?' * use.by_name}{'!' * use.guarded}"
            for use in uses
        ]
        for uses in check_programs(programs, LIBRARIES)
    ]


def uses(source):
    return uses_in(source)[0]
