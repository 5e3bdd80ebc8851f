"""Tests of the table that counts equal positions once: its entries, its keys, the counts by it."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

import shogi_fast as sf
from shogi_fast import _testing

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST_MOVES = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"
KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
WORD = 2**64 - 1
EMPTY = [0] * 8


# -- Entries ------------------------------------------------------------------------------------


def test_what_was_put_is_found() -> None:
    rng = random.Random(1)
    for _ in range(200):
        words = EMPTY
        entries = {rng.getrandbits(64): rng.choice((0, 1, rng.getrandbits(64))) for _ in range(4)}
        for check, count in entries.items():
            words = _testing.bucket_put_and_show(words, check, count)
        # Of four with a count of 0 the last may have taken the place of another.
        missing = [check for check in entries if _testing.bucket_count(words, check) is None]
        assert all(entries[check] == 0 for check in missing)
        for check, count in entries.items():
            assert _testing.bucket_count(words, check) in (count, None)
        assert _testing.bucket_count(words, rng.getrandbits(64)) is None


def test_the_smallest_count_makes_room() -> None:
    words = EMPTY
    for count in (40, 10, 30, 20):
        words = _testing.bucket_put_and_show(words, 1000 + count, count)
    words = _testing.bucket_put_and_show(words, 7, 5)
    assert _testing.bucket_count(words, 1010) is None
    assert _testing.bucket_count(words, 7) == 5
    assert [_testing.bucket_count(words, 1000 + n) for n in (20, 30, 40)] == [20, 30, 40]


def test_a_torn_entry_is_never_taken_for_a_whole_one() -> None:
    """Some words of a bucket are those of before a write, the others those of after it."""
    rng = random.Random(2)
    for _ in range(2000):
        before, true = EMPTY, {}
        for _ in range(rng.randrange(1, 9)):
            check, count = rng.getrandbits(64), rng.randrange(1, 10**9)
            before = _testing.bucket_put_and_show(before, check, count)
            true[check] = count
        check, count = rng.getrandbits(64), rng.randrange(1, 10**9)
        after = _testing.bucket_put_and_show(before, check, count)
        true[check] = count
        changed = [i for i in range(8) if before[i] != after[i]]
        assert len(changed) == 2
        for half in changed:
            torn = [after[i] if i == half else before[i] for i in range(8)]
            assert _testing.bucket_count(torn, check) is None
            for other, known in true.items():
                assert _testing.bucket_count(torn, other) in (known, None)


def test_two_writers_at_one_entry() -> None:
    first = _testing.bucket_put_and_show(EMPTY, 11, 111)
    second = _testing.bucket_put_and_show(EMPTY, 22, 222)
    mixed = [first[i] if i < 4 else second[i] for i in range(8)]
    assert _testing.bucket_count(mixed, 11) is None
    assert _testing.bucket_count(mixed, 22) is None


def test_upper_half_of_a_product() -> None:
    rng = random.Random(3)
    edges = [0, 1, 2**32 - 1, 2**32, 2**63, WORD]
    pairs = [(a, b) for a in edges for b in edges]
    pairs += [(rng.getrandbits(64), rng.getrandbits(rng.randrange(1, 65))) for _ in range(1000)]
    for a, b in pairs:
        assert _testing.high_product(a, b) == a * b >> 64


# -- Keys ---------------------------------------------------------------------------------------


def _games(seed: int, plies: int, start: str) -> Iterator[sf.Board]:
    """Yield the positions of a random game."""
    rng = random.Random(seed)
    board = sf.Board(start)
    yield board
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        board.push(rng.choice(moves))
        yield board


STARTS = (START, MIDDLE, MOST_MOVES, KINGS, "RRR1k4/9/9/9/9/9/9/9/9 b 2r9pG 7")


@pytest.mark.parametrize("start", STARTS)
def test_keys_follow_from_those_before(start: str) -> None:
    for seed in range(5):
        for board in _games(seed, 60, start):
            for move in board.legal_moves:
                expected = _testing.key_after(board, move)
                board.push(move)
                assert _testing.wide_key(board) == expected, (board.sfen(), move.usi())
                board.pop()


def test_different_positions_have_different_keys() -> None:
    keys: dict[tuple[int, int], str] = {}
    checks: dict[int, str] = {}
    for start in STARTS:
        for seed in range(5):
            for board in _games(seed, 60, start):
                for move in board.legal_moves:
                    board.push(move)
                    text = board.sfen(ply=False)
                    key = _testing.wide_key(board)
                    assert keys.setdefault(key, text) == text
                    assert checks.setdefault(key[1], text) == text
                    board.pop()
    assert len(keys) == len(set(keys.values())) > 10_000


def test_the_ply_is_not_in_the_key() -> None:
    assert _testing.wide_key(sf.Board(START)) == _testing.wide_key(sf.Board(START[:-1] + "37"))


def test_each_depth_has_its_own_check() -> None:
    keys = [_testing.wide_key(sf.Board(), depth) for depth in range(256)]
    assert len({check for _, check in keys}) == 256
    # And a bucket of its own, of a table of a thousand or so.
    assert len({place >> 54 for place, _ in keys}) > 200


def test_keys_are_the_same_everywhere() -> None:
    # SplitMix64 from the seed b"table": two numbers for each code from 0 and square from 0, then
    # for each color, type 1 to 7 and count 1 to 40, then for the side.
    state = int.from_bytes(b"table", "big")

    def number() -> int:
        nonlocal state
        state = state + 0x9E3779B97F4A7C15 & WORD
        z = state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return z ^ z >> 31

    pieces = [[(number(), number()) for _ in range(81)] for _ in range(32)]
    for _ in range(2 * 7 * 40):
        number(), number()
    side = number(), number()
    black_king, white_king = pieces[8][sf.parse_square("5i")], pieces[24][sf.parse_square("5a")]
    expected = tuple(a ^ b for a, b in zip(black_king, white_king, strict=True))
    assert _testing.wide_key(sf.Board(KINGS)) == expected
    expected = tuple(a ^ b for a, b in zip(expected, side, strict=True))
    assert _testing.wide_key(sf.Board(KINGS.replace(" b ", " w "))) == expected


# -- Counts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["pairs", "bulk"])
@pytest.mark.parametrize("buckets", [1, 2, 3, 100])
@pytest.mark.parametrize(
    ("sfen", "depth", "nodes"),
    [(START, 0, 1), (START, 1, 30), (START, 2, 900), (START, 3, 25_470), (START, 4, 719_731),
     (START, 5, 19_861_490), (MIDDLE, 3, 4_809_015), (MATED, 4, 0)],
)  # fmt: skip
def test_a_table_that_is_too_small(
    sfen: str, depth: int, nodes: int, buckets: int, method: str
) -> None:
    if _testing.DEBUG and nodes > 10**6:
        depth, nodes = 4, 719_731
        sfen = START
    assert _testing.count_with_table(sf.Board(sfen), depth, method, buckets) == nodes


@pytest.mark.parametrize("method", ["pairs", "bulk"])
@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 30), (2, 900), (3, 25_470), (4, 719_731)])
def test_a_sum_above_64_bits_is_an_error(method: str, depth: int, nodes: int) -> None:
    board = sf.Board()
    assert _testing.count_with_table(board, depth, method, 100, WORD - nodes) == WORD
    for excess in (1, nodes // 2 + 1, nodes):
        start = WORD - nodes + excess
        assert _testing.count_with_table(board, depth, method, 100, start) is None


@pytest.fixture(scope="module")
def king_walks() -> list[int]:
    """Return how many paths of each length two kings can go, counted by positions, not by paths."""
    moves: dict[str, list[str]] = {}
    weights = {sf.Board(KINGS).sfen(ply=False): 1}
    totals = []
    for _ in range(26):
        totals.append(sum(weights.values()))
        after: dict[str, int] = {}
        for sfen, weight in weights.items():
            if sfen not in moves:
                board = sf.Board(sfen)
                moves[sfen] = []
                for move in board.legal_moves:
                    board.push(move)
                    moves[sfen].append(board.sfen(ply=False))
                    board.pop()
            for child in moves[sfen]:
                after[child] = after.get(child, 0) + weight
        weights = after
    assert totals[:3] == [1, 5, 25]
    return totals


@pytest.mark.parametrize("method", ["pairs", "bulk"])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_counts_to_the_end_of_64_bits_and_no_farther(
    king_walks: list[int], threads: int, method: str
) -> None:
    """No other way could count so many: without equal positions it would take decades."""
    options = {"threads": threads, "hash_mb": 8, "method": method}
    for depth, total in enumerate(king_walks):
        if total <= WORD:
            assert sf.perft(KINGS, depth, **options) == total
        else:
            with pytest.raises(OverflowError, match=f"{depth} plies"):
                sf.perft(KINGS, depth, **options)
    assert king_walks[20] < WORD < king_walks[25]


def test_divide_at_the_end_of_64_bits(king_walks: list[int]) -> None:
    deepest = max(depth for depth, total in enumerate(king_walks) if total <= WORD)
    for threads in (1, 2):
        counts = sf.divide(KINGS, deepest, threads=threads, hash_mb=8)
        assert sum(counts.values()) == king_walks[deepest]
        # Each of the five numbers of the next depth fits, but not their sum.
        with pytest.raises(OverflowError):
            sf.divide(KINGS, deepest + 1, threads=threads, hash_mb=8)


# -- Arguments ----------------------------------------------------------------------------------

COUNTS = (sf.perft, sf.divide)


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("hash_mb", [-1, 2**24 + 1, 10**30, -(10**30)])
def test_sizes_out_of_range(count: object, hash_mb: int) -> None:
    with pytest.raises(ValueError, match="hash_mb run from 0 to 16777216"):
        count(START, 1, hash_mb=hash_mb)  # type: ignore[operator]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("hash_mb", [1.0, "1", None, [1]])
def test_sizes_that_are_no_numbers(count: object, hash_mb: object) -> None:
    with pytest.raises(TypeError, match="hash_mb is an int"):
        count(START, 1, hash_mb=hash_mb)  # type: ignore[operator]


@pytest.mark.parametrize("count", COUNTS)
def test_every_move_made_leaves_nothing_to_look_up(count: object) -> None:
    with pytest.raises(ValueError, match=r"hash_mb .* not with 'visit'"):
        count(START, 1, hash_mb=1, method="visit")  # type: ignore[operator]
    assert sf.perft(START, 1, hash_mb=0, method="visit") == 30


SHORT_OF_MEMORY = """
import resource
import shogi_fast as sf
sf.perft(sf.STARTING_SFEN, 3, threads=2, hash_mb=1)
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
try:
    bytearray(2**30)
except MemoryError:
    pass
else:
    raise SystemExit("no limit")
for hash_mb in (2000, 16777216):
    try:
        sf.perft(sf.STARTING_SFEN, 3, hash_mb=hash_mb)
    except MemoryError as error:
        print(error)
print(sf.perft(sf.STARTING_SFEN, 3, hash_mb=10))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there does RLIMIT_AS bound a process")
def test_memory_that_is_not_there_is_an_error_that_says_how_much() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, text=True, check=False
    )
    if run.stderr == "no limit\n":
        pytest.skip("nothing bounds what a process may take, as under an emulator")
    assert run.stderr == ""
    assert run.stdout.splitlines() == [
        "no memory for a hash table of 2000 MiB",
        "no memory for a hash table of 16777216 MiB",
        "25470",
    ]


@pytest.mark.skipif(not hasattr(os, "sysconf"), reason="the size of a process is read from /proc")
def test_the_table_is_given_back() -> None:
    import resource

    for _ in range(3):
        sf.perft(START, 4, hash_mb=32)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(8):
        sf.perft(START, 4, hash_mb=32)
        with pytest.raises(ZeroDivisionError):
            sf.perft(START, 4, hash_mb=32, progress=lambda *_: 1 // 0)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, kilobytes elsewhere
    assert (after - before) * unit < 32 << 20, "less than one table more"
