"""check-imports: what functions return and what collections hold is followed."""

import time

import pytest
from check_imports_helpers import uses

from shogi_fast.library_names import ORIGINALS, library

MADE = "shogi.Board()"


@pytest.mark.parametrize(
    "source",
    [
        # What functions return: by annotation, or by what is returned.
        "def f() -> shogi.Board: ...\nf().mate_move",
        "def f() -> 'shogi.Board | None': ...\nf().mate_move",
        "def f():\n    return shogi.Board()\nf().mate_move",
        "def f():\n    if x:\n        return None\n    return shogi.Board()\nb = f()\nb.mate_move",
        "async def f() -> shogi.Board: ...\nasync def g():\n    (await f()).mate_move",
        "import functools\n@functools.lru_cache(maxsize=1)\ndef f() -> shogi.Board: ...\nf().mate_move",
        "class C:\n    def f(self) -> shogi.Board: ...\n    def g(self):\n        self.f().mate_move",
        "class C:\n    @staticmethod\n    def f() -> shogi.Board: ...\nC.f().mate_move",
        "class C:\n    @property\n    def b(self) -> shogi.Board: ...\nC().b.mate_move",
        ("class C:\n    @property\n    def b(self):\n        return self.x\n"
        "    def __init__(self):\n        self.x = shogi.Board()\nC().b.mate_move"),
        "def f():\n    yield shogi.Board()\nfor b in f():\n    b.mate_move",
        "def f() -> Iterator[shogi.Board]: ...\nnext(f()).mate_move",
        # Elements.
        "for b in [shogi.Board()]:\n    b.mate_move",
        "[b.mate_move for b in [shogi.Board()]]",
        "x = [shogi.Board() for n in y]\nx[0].mate_move",
        "x = [shogi.Board()]\nx[1:][0].mate_move",
        "x = (1, shogi.Board())\nx[1].mate_move",
        "x = {shogi.Board()}\nx.pop().mate_move",
        "x = []\nx.append(shogi.Board())\nfor b in x:\n    b.mate_move",
        "x = []\ndef f():\n    x.append(shogi.Board())\nx[0].mate_move",
        ("class C:\n    def __init__(self):\n        self.x = []\n        self.x.append(shogi.Board())\n"
        "    def f(self):\n        self.x[0].mate_move"),
        "x: list[shogi.Board] = []\nx[0].mate_move",
        "x: 'Sequence[shogi.Board]' = y\nfor b in x:\n    b.mate_move",
        "def f(x: tuple[shogi.Board, ...]):\n    x[0].mate_move",
        "def f(*x: shogi.Board):\n    x[0].mate_move",
        "def f(**x: shogi.Board):\n    x['a'].mate_move",
        "x: list[list[shogi.Board]] = []\nx[0][0].mate_move",
        "for n, b in enumerate([shogi.Board()]):\n    b.mate_move",
        "for n, b in zip(y, [shogi.Board()]):\n    b.mate_move",
        "x = list(reversed([shogi.Board()]))\nmax(x, key=k).mate_move",
        "async def f(x: AsyncIterator[shogi.Board]):\n    async for b in x:\n        b.mate_move",
        # Dicts.
        "x = {'a': shogi.Board()}\nx['a'].mate_move",
        "x = {n: shogi.Board() for n in y}\nx.get('a').mate_move",
        "x = {}\nx['a'] = shogi.Board()\nfor b in x.values():\n    b.mate_move",
        "x: dict[str, shogi.Board] = {}\nfor n, b in x.items():\n    b.mate_move",
    ],
)  # fmt: skip
def test_results_and_elements_are_followed(source):
    found = uses(f"import shogi\n{source}")
    assert f"{source.count(chr(10)) + 2} shogi.Board.mate_move absent" in found
    assert not [use for use in found if "mate_move" in use and use.endswith("?")]


@pytest.mark.parametrize(
    "source",
    [
        "for m in b.legal_moves:\n    m.written",
        "x = list(b.legal_moves)\nx[0].written",
        "x = [m for m in b.legal_moves if m]\nx[0].written",
        "sorted(b.legal_moves)[0].written",
        "b.peek().written",
        "f = b.peek\nf().written",
        "b.history()[-1].written",
        "class G(shogi.Board):\n    def f(self):\n        self.peek().written",
        "for m in shogi.Board().legal_moves:\n    m.written",
    ],
)
def test_what_objects_of_a_library_give(source):
    found = uses(f"import shogi\nb = shogi.Board()\n{source}")
    assert f"{source.count(chr(10)) + 3} shogi.Move.written absent" in found


@pytest.mark.parametrize(
    "source",
    [
        "x = {shogi.Board(): 1}\nfor b in x:\n    b.turn",  # keys are not followed
        "@mark\ndef f() -> shogi.Board: ...\nf().turn",  # whatever that makes of it
        "with f(shogi.Board()) as b:\n    b.turn",
        "def f(x: type[shogi.Board]):\n    x().turn",
    ],
)
def test_what_is_not_followed_is_a_guess(source):
    assert uses(f"import shogi\n{source}")[-1].endswith("shogi.Board.turn there?")


def test_what_may_be_another_object_is_not_missed():
    """Of what has been put into a list elsewhere, nothing is said that it has not."""
    source = "import shogi\nx = [shogi.Board()]\nx += other\nx[0].mine, x[0].turn"
    assert uses(source)[-1] == "4 shogi.Board.turn there"
    assert "mine" not in " ".join(uses(source))
    # A function that says what it returns is taken at its word.
    found = uses("import shogi\ndef f() -> shogi.Board: ...\nf().mine")
    assert found[-1] == "3 shogi.Board.mine unknown"


def test_collections_in_themselves_end():
    lines = [
        "x = [x]",
        "y = {1: y}",
        "x.append(y)",
        "z = [[[[[[x]]]]]]",
        "def f():",
        "  return [f()]",
    ]
    assert uses("\n".join(["import shogi", *lines, "for a in f(): a.turn"]))[-1].endswith("there?")
    names = "\n".join(f"x{n + 1} = [x{n}]" for n in range(2000))
    assert uses(f"import shogi\nx0 = shogi.Board()\n{names}\nx2000[0]")[0] == "1 shogi there"


@pytest.mark.parametrize("name", ORIGINALS)
def test_what_the_stand_ins_objects_give_is_true(name):
    package = library(name).package
    seen = 0
    for key, text in library(name).gives.items():
        board = package.Board()
        board.push_usi("7g7f")
        given = getattr(package, text.strip("[]"))
        owner, _, member = key.rstrip("[]()").rpartition(".")
        if key.endswith("[]"):
            value = next(iter(getattr(board, _attribute_of(name, member))))
        else:
            assert owner == "Board"
            value = getattr(board, member)
            if key.endswith("()"):
                arguments = {"push_usi": ["3c3d"], "piece_at": [80], "attackers": [0, 40]}
                value = value(*arguments.get(member, []))
        value = next(iter(value)) if text.startswith("[") else value
        assert isinstance(value, given), key
        seen += 1
    assert seen >= 3


def _attribute_of(name, kind):
    """Return the attribute of a board that is an object of a class."""
    return next(key[6:] for key, text in library(name).gives.items() if text == kind)


def test_long_chains_of_classes_take_time_in_proportion():
    classes = "".join(
        f"class C{n}(C{n - 1}):\n    def f(self): self.pop()\n" for n in range(1, 1500)
    )
    start = time.process_time()
    found = uses(f"import shogi\nclass C0(shogi.Board): pass\n{classes}")
    assert time.process_time() - start < 15  # 35 s and more, if each looks at all above it
    assert len(found) == 2 + 60  # 60 classes above one are known


def test_names_below_what_is_not_there_do_not_grow_without_end():
    functions = "".join(f"def f{n}(x):\n    return f{n - 1}(x).foo\n" for n in range(1, 500))
    found = uses(f"import shogi\ndef f0(x):\n    return shogi.KIF\n{functions}")
    assert max(each.count(".foo") for each in found) == 60
