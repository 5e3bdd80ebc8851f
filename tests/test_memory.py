"""Nothing leaks: the second half of very many uses of the package takes no more memory.

Each use is repeated in a process of its own; when half of it is done and when all is, the garbage is
collected and the process asked for its size. By default the commonest uses are made a million times,
the others as often as takes about a second or less: with 100,000 times, six bytes lost each time are
seen. By `-m slow` every use is made a million times, the slowest a hundred thousand.
"""

import json
import subprocess
import sys

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("the size of a process is read from /proc", allow_module_level=True)

MILLION = 1_000_000
MOST_GROWTH = 256  # kB, in the second half
SIZE_PROGRAM = """
import gc, json, os, sys
def size():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
"""
# What every use may need. The boards have moves, so that undo records and history are at stake.
PREPARATION = """
import copy, pickle
from contextlib import suppress
import shogi_fast as sf
START = sf.STARTING_SFEN
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
LAPS = "startpos moves " + 4 * "4i4h 6a6b 4h4i 6b6a "
board = sf.Board()
played = sf.Board.from_usi(LAPS)
middle = sf.Board(MIDDLE)
move, other = sf.Move.from_usi("7g7f"), sf.Move.from_usi("7g7e")
packed = board.packed()
Restore, arguments = played.__reduce__()[:2]
class Sub(sf.Board):
    pass
sub = Sub()
sub.note = ["x"]
sub.push_usi("7g7f")
class Bad:
    def __index__(self):
        raise KeyError
    __iter__ = __bool__ = __index__
bad = Bad()
"""
# A use, and how often it is made by default.
USES: dict[str, tuple[str, int]] = {
    "Board()": ("sf.Board()", MILLION),
    "Board(sfen)": ("sf.Board(MIDDLE)", 100_000),
    "Board.empty": ("sf.Board.empty()", 100_000),
    "Board.handicap": ("sf.Board.handicap('two-piece')", 50_000),
    "refused SFEN": ("sf.Board('4k4/9/9 b - 1')", 100_000),
    "refused SFEN, strict": ("sf.Board('9/9/9/9/9/9/9/PP7/P8 b - 1', strict=True)", 100_000),
    "set_sfen": ("middle.set_sfen(MIDDLE)", 100_000),
    "refused set_sfen": ("played.set_sfen('nonsense')", 100_000),
    "init again": ("middle.__init__(MIDDLE)", 100_000),
    "push and pop": ("board.push(move); board.pop()", MILLION),
    "push_unchecked and pop": ("board.push_unchecked(move); board.pop()", 100_000),
    "push_usi and pop": ("board.push_usi('7g7f'); board.pop()", 100_000),
    "push_pass and pop": ("board.push_pass(); board.pop()", 100_000),
    "illegal push": ("board.push(other)", MILLION),
    "impossible push_unchecked": ("board.push_unchecked(sf.Move.NULL)", 100_000),
    "illegal push_usi": ("board.push_usi('7g7e')", 100_000),
    "no USI move": ("board.push_usi('xxxx')", 100_000),
    "wrong type": ("board.push(5)", 100_000),
    "empty pop": ("board.pop()", 100_000),
    "error of __index__": ("board.piece_at(bad)", 100_000),
    "error in a mask": ("board.generate_moves(from_mask=bad)", 100_000),
    "square out of range": ("board.piece_at(81)", 100_000),
    "moves of a new board": ("b = sf.Board(); b.push(move); b.repetition(); del b", 100_000),
    "copy": ("played.copy()", MILLION),
    "copy without moves": ("played.copy(stack=False)", 100_000),
    "copy of a subclass": ("sub.copy()", 100_000),
    "deepcopy": ("copy.deepcopy(played)", 50_000),
    "pickle": ("pickle.loads(pickle.dumps(played))", 50_000),
    "pickle of a subclass": ("pickle.loads(pickle.dumps(sub))", 50_000),
    "refused restore": ("Restore(sf.Board, START, (7739, 7739))", 50_000),
    "from_usi": ("sf.Board.from_usi(LAPS)", 50_000),
    "from_usi, illegal move": ("sf.Board.from_usi('startpos moves 7g7f 7g7f')", 50_000),
    "usi": ("played.usi()", 50_000),
    "root": ("played.root()", 100_000),
    "legal_moves": ("list(middle.legal_moves)", 100_000),
    "iterator not used up": ("next(iter(middle.legal_moves))", 100_000),
    "view": ("len(board.legal_moves); move in board.legal_moves", 100_000),
    "slice": ("board.legal_moves[3:9]", 100_000),
    "index out of range": ("board.legal_moves[99]", 100_000),
    "generate_moves": ("middle.generate_moves('captures', to_mask=[1, 2, 3])", 100_000),
    "generate checks": ("middle.generate_moves('checks')", 50_000),
    "no kind": ("middle.generate_moves('x')", 100_000),
    "repetition with history": ("b = played.copy(); b.repetition(); b.search_repetition(); del b", 100_000),
    "outcome": ("played.outcome('csa')", 100_000),
    "no outcome": ("board.outcome('jsa')", 100_000),
    "no rule set": ("board.outcome('x')", 100_000),
    "packed": ("board.set_packed(board.packed())", 100_000),
    "refused packed": ("board.set_packed(b'x' * 32)", 100_000),
    "from_packed": ("sf.Board.from_packed(packed)", 100_000),
    "status": ("middle.status()", 100_000),
    "editing": ("middle.set_piece_at(0, None); middle.set_hand(0, 1, 1); middle.turn = 1", 100_000),
    "refused editing": ("middle.set_hand(0, 1, 19)", 100_000),
    "rotate and mirror": ("middle.rotate(); middle.mirror()", 100_000),
    "piece_map": ("board.piece_map(); board.hand(0)", 50_000),
    "attack sets": ("board.attackers(0, 5) | board.attacks(5) & board.checkers()", 100_000),
    "SquareSet": ("sf.SquareSet([1, 2, 80]).union([3])", 100_000),
    "refused SquareSet": ("sf.SquareSet([1, 2, 81])", 100_000),
    "Piece": ("sf.Piece(5, 1)", 100_000),
    "refused Piece": ("sf.Piece(5, 7)", 100_000),
    "csa": ("board.parse_csa(board.csa(move))", 50_000),
    "kif": ("board.parse_kif(board.kif(move))", 50_000),
    "ki2": ("board.parse_ki2(board.ki2(move))", 30_000),
    "western": ("board.parse_western(board.western(move))", 30_000),
    "refused csa": ("board.parse_csa('+7776')", 100_000),
    "refused kif": ("board.parse_kif('７六歩')", 100_000),
    "refused ki2": ("board.parse_ki2('同歩')", 100_000),
    "refused western": ("board.parse_western('P-7e')", 50_000),
    "svg": ("board.svg(arrows=[move], marks=['5e'])", 2_000),
    "refused svg": ("board.svg(marks=['5x'])", 50_000),
    "unicode and str": ("board.unicode(); str(board)", 4_000),
    "perft": ("sf.perft(board, 1)", 100_000),
    "divide": ("sf.divide(board, 1)", 50_000),
    "perft_stats": ("sf.perft_stats(board, 1)", 50_000),
    "perft stopped": ("sf.perft(board, 1, progress=bad.__index__)", 100_000),
}  # fmt: skip

# The uses that raise an error; the others must not, or they would use nothing.
ERRORS = (
    *("refused", "illegal", "impossible", "no USI", "no kind", "no rule", "wrong", "empty pop"),
    *("error", "square out", "index out", "from_usi, illegal", "perft stopped"),
)


def grown(name: str, times: int) -> int:
    """Return by how many kB the second half of so many uses makes a process grow."""
    use = USES[name][0]
    # The loop is a function, as only a function's variables are freed at once.
    program = f"""{SIZE_PROGRAM}{PREPARATION}
def work(times):
    for _ in range(times):
        with suppress(ValueError, TypeError, IndexError, KeyError):
            {use}
failed = False
try:
    {use}
except (ValueError, TypeError, IndexError, KeyError):
    failed = True
work(min({times} // 20, 10_000))   # what is imported late, and the interpreter's own stores
size()
work({times} // 2)
first = size()
work({times} // 2)
print(json.dumps([size() - first, failed]))
"""
    run = subprocess.run(
        [sys.executable, "-c", program],
        check=False,
        capture_output=True,
        text=True,
        timeout=3600,
    )
    assert run.returncode == 0, run.stderr
    size: int
    size, failed = json.loads(run.stdout)
    assert failed == name.startswith(ERRORS)
    return size


@pytest.mark.parametrize("name", USES)
def test_nothing_leaks(name: str) -> None:
    assert grown(name, USES[name][1]) <= MOST_GROWTH


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, (_, times) in USES.items() if times < MILLION])
def test_nothing_leaks_in_a_million(name: str) -> None:
    # Pictures take a thousandth of a second each.
    assert grown(name, min(MILLION, 50 * USES[name][1])) <= MOST_GROWTH
