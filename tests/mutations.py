"""Break the core on purpose, one line at a time, and see that the agreement run notices.

    python tests/mutations.py               # all of them, about half an hour
    python tests/mutations.py nifu pin      # those whose name has one of these words
    python tests/mutations.py --check       # only that each still applies

Run by hand after a change of the core or of these tests. Each mutation replaces a text
that occurs exactly once in a file by another, in a copy of this tree; the copy is compiled, and
tests/test_agreement.py must fail, or tests/test_pairs.py for what counts two plies together. Prints what caught each; the exit status is 1 if one survives.
Needs what `pip install .[test]` brings.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CORE = "src/shogi_fast/core/"
SECONDS = 900  # in which the agreement run is over, whatever a mutation does to it
# Arguments of pytest, the quick tests first: most mutations do not get past them.
AGREEMENT = [["tests/test_agreement.py", "-k", tests] for tests in ("not games", "games")]
PAIRS = [["tests/test_pairs.py"]]


class Mutation(NamedTuple):
    """A text to be replaced, and what the rules then lack."""

    name: str
    file: str
    old: str
    new: str
    runs: list[list[str]] = AGREEMENT


MUTATIONS = [
    # -- pins and checks
    Mutation(
        "a pin ignored in lists",
        CORE + "scope.pxd",
        "s.pinned = bb_and(pinned_pieces(p, us, s.occupied), movers)",
        "s.pinned = bb_empty()",
    ),
    Mutation(
        "a pinned man leaves its line",
        CORE + "movegen.pyx",
        "targets = bb_and(targets, pin_line(s.king, square))",
        "pass",
    ),
    Mutation(
        "a pin ignored in is_legal",
        CORE + "legality.pxd",
        "return not bb_any(bb_minus(opened, TABLES.square[to]))",
        "return True",
    ),
    Mutation(
        "two men between pin as one does",
        CORE + "drops.pxd",
        "if not bb_many(between):",
        "if bb_any(between):",
    ),
    Mutation(
        "the king shelters squares behind it in lists",
        CORE + "scope.pxd",
        "cdef Bitboard without_king = bb_minus(occupied, TABLES.square[king])",
        "cdef Bitboard without_king = occupied",
    ),
    Mutation(
        "the king shelters squares behind it in is_legal",
        CORE + "legality.pxd",
        "opponent(us), to, bb_minus(occupied_by_any(p), TABLES.square[king])",
        "opponent(us), to, occupied_by_any(p)",
    ),
    Mutation(
        "a double check answered by any man",
        CORE + "scope.pxd",
        "            s.target = bb_empty()",
        "            pass",
    ),
    Mutation(
        "a check never answered by a man between",
        CORE + "scope.pxd",
        "bb_or(TABLES.between[king][checker], checkers))",
        "checkers)",
    ),
    Mutation(
        "the enemy king taken in lists",
        CORE + "scope.pxd",
        "s.target = bb_minus(to_mask, bb_or(own, p.kind[KING]))",
        "s.target = bb_minus(to_mask, own)",
    ),
    Mutation(
        "the enemy king taken in is_legal",
        CORE + "legality.pxd",
        "return 0x7efe0001 if color == BLACK else 0x00007eff",
        "return 0x7ffe0001 if color == BLACK else 0x00007fff",
    ),
    # -- moves and promotion
    Mutation(
        "a pawn wraps from the last rank to the first",
        CORE + "scope.pxd",
        "bb_and(ahead, ranks_bb(0x0fe))",
        "bb_and(ahead, ranks_bb(0x1fe))",
    ),
    Mutation(
        "a knight stays unpromoted on a dead rank",
        CORE + "scope.pxd",
        "bb_and(to_file_9, ranks_bb(0x07c))",
        "bb_and(to_file_9, ranks_bb(0x07e))",
    ),
    Mutation(
        "a lance stays unpromoted on the last rank",
        CORE + "scope.pxd",
        "if piece_type <= KNIGHT:",
        "if piece_type <= PAWN:",
    ),
    Mutation(
        "a lance goes backwards",
        CORE + "movegen.pyx",
        "bb_and(lance_attacks(us, square, s.occupied), s.target)",
        "bb_and(lance_attacks(opponent(us), square, s.occupied), s.target)",
    ),
    Mutation(
        "White's promotion zone a rank too small",
        CORE + "attacks.pyx",
        "else rank_of(square) > 5",
        "else rank_of(square) > 6",
    ),
    Mutation(
        "no promotion by a move out of the zone in is_legal",
        CORE + "legality.pxd",
        "bb_has(TABLES.promotion[p.side][origin], to)",
        "bb_has(TABLES.promotion[p.side][40], to)",
    ),
    Mutation(
        "a man stays unpromoted on a dead rank in is_legal",
        CORE + "legality.pxd",
        "    return TABLES.able[to] >> piece & 1\n",
        "    return True\n",
    ),
    Mutation(
        "a man is dropped on a dead rank in is_legal",
        CORE + "legality.pxd",
        "return TABLES.able[to] >> make_piece(p.side, origin - DROP_FROM) & 1",
        "return True",
    ),
    Mutation(
        "a slider jumps in is_legal",
        CORE + "legality.pxd",
        "    if bb_meet(TABLES.between[to][origin], occupied_by_any(p)):",
        "    if False:",
    ),
    Mutation(
        "a horse moves as a bishop",
        CORE + "movegen.pyx",
        "targets = bb_or(bishop_attacks(square, s.occupied), TABLES.step[piece][square])",
        "targets = bishop_attacks(square, s.occupied)",
    ),
    Mutation(
        "a promoted silver moves as a silver",
        CORE + "attacks.pyx",
        "if piece_type == SILVER:",
        "if piece_type == SILVER or piece_type == PROMOTED_SILVER:",
    ),
    # -- drops
    Mutation(
        "a lance dropped on the last rank",
        CORE + "movegen.pyx",
        "bb_and(squares, ranks_bb(live_ranks(us, LANCE)))",
        "squares",
    ),
    Mutation(
        "a knight dropped on the second rank",
        CORE + "drops.pxd",
        "return 0x1fc if color == BLACK else 0x07f",
        "return 0x1fe if color == BLACK else 0x07f",
    ),
    Mutation(
        "a drop that leaves the check",
        CORE + "movegen.pyx",
        "squares = bb_minus(s.target, s.occupied)",
        "squares = bb_minus(bb_full(), s.occupied)",
    ),
    Mutation(
        "nifu dropped from lists",
        CORE + "movegen.pyx",
        "bb_and(pawn_drop_files(p, us), ranks_bb(live_ranks(us, PAWN)))",
        "ranks_bb(live_ranks(us, PAWN))",
    ),
    Mutation(
        "nifu with a tokin",
        CORE + "drops.pxd",
        "bb_fill_files(bb_and(p.kind[PAWN], p.color[color]))",
        "bb_fill_files(bb_and(bb_or(p.kind[PAWN], p.kind[7]), p.color[color]))",
    ),
    Mutation(
        "nifu with the enemy's pawn",
        CORE + "drops.pxd",
        "bb_fill_files(bb_and(p.kind[PAWN], p.color[color]))",
        "bb_fill_files(p.kind[PAWN])",
    ),
    Mutation(
        "pawn-drop mate dropped from lists",
        CORE + "movegen.pyx",
        "bb_has(squares, checking) and pawn_drop_mates(p, checking):",
        "False:",
    ),
    Mutation(
        "pawn-drop mate although a man pinned on the file takes",
        CORE + "drops.pxd",
        "bb_minus(pinned_pieces(p, them, occupied), pin_line(king, to)))",
        "pinned_pieces(p, them, occupied))",
    ),
    Mutation(
        "no pawn-drop mate because a pinned man takes",
        CORE + "drops.pxd",
        "takers = bb_minus(takers, bb_minus(pinned_pieces(p, them, occupied), pin_line(king, to)))",
        "pass",
    ),
    Mutation(
        "pawn-drop mate although the pawn shuts a line",
        CORE + "drops.pxd",
        "without_king = bb_or(without_king, TABLES.square[to])",
        "pass",
    ),
    Mutation(
        "pawn-drop mate although the king takes the pawn",
        CORE + "drops.pxd",
        "if not bb_any(attackers_to(p, us, to, without_king)):",
        "if False:",
    ),
    Mutation(
        "pawn-drop mate judged as usual where the king stands attacked",
        CORE + "movegen.pyx",
        "if not p.exposed:",
        "if True:",
    ),
    # -- making and unmaking
    Mutation(
        "a captured man not in hand",
        CORE + "position.pxd",
        "p.hand[us] += one_in_hand(hand_type)",
        "pass",
    ),
    Mutation(
        "a dropped man still in hand",
        CORE + "position.pxd",
        "p.hand[us] -= one_in_hand(hand_type)",
        "pass",
    ),
    Mutation(
        "the side to move not in the key",
        CORE + "position.pxd",
        "p.key ^= KEYS.side\n    p.side = them",
        "pass\n    p.side = them",
    ),
    Mutation(
        "a captured man still in the key",
        CORE + "position.pxd",
        "                          ^ KEYS.piece[captured][to])",
        "                          )",
    ),
    Mutation(
        "a discovered check not seen",
        CORE + "position.pxd",
        "checkers = discovered_checkers(p, us, king, origin, occupied)",
        "pass",
    ),
    Mutation(
        "a check through other men",
        CORE + "position.pxd",
        "            and not bb_meet(TABLES.between[king][to], occupied)):",
        "            ):",
    ),
    Mutation(
        "lances not among discovered checks",
        CORE + "position.pxd",
        "sliders = bb_or(sliders, p.kind[LANCE])",
        "pass",
    ),
    Mutation(
        "checks not looked for again where the king stood attacked",
        CORE + "position.pxd",
        "        settle(p)\n    if SHOGI_FAST_DEBUG",
        "        pass\n    if SHOGI_FAST_DEBUG",
    ),
    Mutation(
        "a captured man not put back",
        CORE + "position.pxd",
        "p.board[to] = captured",
        "p.board[to] = NO_PIECE",
    ),
    Mutation(
        "the king's square not put back",
        CORE + "position.pxd",
        "p.king[us] = origin",
        "pass",
    ),
    # -- tables and the set of squares
    Mutation(
        "a far end counted as between",
        CORE + "attacks.pyx",
        "TABLES.between[square][other] = TABLES.ray[square][direction]",
        "TABLES.between[square][other] = bb_or(TABLES.ray[square][direction], bb_square(other))",
    ),
    Mutation(
        "a shift that loses squares between the words",
        "csrc/bitboard.h",
        "((a.hi << n) | (a.lo >> (BB_LO_SQUARES - n))) & BB_HI_MASK",
        "(a.hi << n) & BB_HI_MASK",
    ),
    Mutation(
        "a shift that wraps from the first file to the last",
        "csrc/bitboard.h",
        "& BB_LO_MASK), a.hi >> n);",
        "& BB_LO_MASK), a.hi >> n | (a.lo & ((UINT64_C(1) << n) - 1)) << (18 - n));",
    ),
    Mutation(
        "a square in each word not seen as two",
        "csrc/bitboard.h",
        " || (a.lo != 0 && a.hi != 0)",
        "",
    ),
    Mutation(
        "a line that passes a man in the one word and goes on in the other",
        "csrc/bitboard.h",
        "uint64_t borrow = o.lo == 0;",
        "uint64_t borrow = 1;",
    ),
    # -- flags
    Mutation(
        "two pawns on a file seen only side by side",
        CORE + "sfen.pyx",
        "if bits & (bits - 1):",
        "if bits & (bits >> 1):",
    ),
    # -- two plies counted together
    Mutation(
        "pairs: a pin is not told by leaving",
        CORE + "outlook.pxd",
        "        elif bb_count(between) == 2:\n            o.exact_from = bb_or(o.exact_from, ours)",
        "        elif bb_count(between) == 2:\n            pass",
        PAIRS,
    ),
    Mutation(
        "pairs: a man between ends no pin",
        CORE + "outlook.pxd",
        "                o.exact_to = bb_or(o.exact_to, TABLES.between[king][slider])",
        "                pass",
        PAIRS,
    ),
    Mutation(
        "pairs: a slider that leaves ends no pin",
        CORE + "outlook.pxd",
        "                o.exact_from = bb_or(o.exact_from, TABLES.square[slider])",
        "                pass",
        PAIRS,
    ),
    Mutation(
        "pairs: no discovered check",
        CORE + "outlook.pxd",
        "            if bb_any(ours):\n                o.exact_from = bb_or(o.exact_from, ours)",
        "            if bb_any(ours):\n                pass",
        PAIRS,
    ),
    Mutation(
        "pairs: our lines to their king are not cut",
        CORE + "outlook.pxd",
        "        o.exact_to = bb_or(o.exact_to, TABLES.between[square][at])",
        "        pass",
        PAIRS,
    ),
    Mutation(
        "pairs: our lines to their king do not open",
        CORE + "outlook.pxd",
        "            o.exact_from = bb_or(o.exact_from, TABLES.square[at])",
        "            pass",
        PAIRS,
    ),
    Mutation(
        "pairs: nothing guards twice",
        CORE + "outlook.pxd",
        "o.guarded_once = bb_minus(bb_and(around, once), twice)",
        "o.guarded_once = bb_and(around, once)",
        PAIRS,
    ),
    Mutation(
        "pairs: no square is freed",
        CORE + "outlook.pxd",
        "o.guarded_once = bb_minus(bb_and(around, once), twice)",
        "o.guarded_once = bb_empty()",
        PAIRS,
    ),
    Mutation(
        "pairs: a square is not guarded anew",
        CORE + "outlook.pxd",
        " - bb_count(bb_and(o.steps, attacks))",
        "",
        PAIRS,
    ),
    Mutation(
        "pairs: no drop on the square left",
        CORE + "outlook.pxd",
        "answers += droppable(o, origin_bb) - droppable(o, to_bb)",
        "answers -= droppable(o, to_bb)",
        PAIRS,
    ),
    Mutation(
        "pairs: lines of a pinned slider forgotten",
        CORE + "outlook.pxd",
        "            add_line(o, p, them, square, ROOK, s.target)",
        "            pass",
        PAIRS,
    ),
    Mutation(
        "pairs: the mating pawn is counted",
        CORE + "outlook.pxd",
        "o.answers -= pawn_drop_mates(&passed, front)",
        "pass",
        PAIRS,
    ),
    Mutation(
        "pairs: lines around the mate forgotten",
        CORE + "outlook.pxd",
        "            around = bb_or(around, bb_or(line.attacks, TABLES.between[king][line.square]))",
        "            pass",
        PAIRS,
    ),
    Mutation(
        "pairs: takers of the pawn forgotten",
        CORE + "outlook.pxd",
        "    around = bb_or(bb_or(TABLES.step[KING][king], TABLES.step[KING][front]),\n                   TABLES.step[make_piece(them, KNIGHT)][front])",
        "    around = TABLES.step[KING][king]",
        PAIRS,
    ),
    Mutation(
        "pairs: flights filled without a word",
        CORE + "outlook.pxd",
        "    around = bb_or(bb_or(TABLES.step[KING][king], TABLES.step[KING][front]),",
        "    around = bb_or(TABLES.step[KING][front],",
        PAIRS,
    ),
    Mutation(
        "pairs: our lines to the pawn forgotten",
        CORE + "outlook.pxd",
        "        around = bb_or(around, TABLES.between[front][bb_pop(&ours)])",
        "        bb_pop(&ours)",
        PAIRS,
    ),
    Mutation(
        "pairs: a man in front of the king may leave",
        CORE + "outlook.pxd",
        "        o.exact_from = bb_or(o.exact_from, TABLES.square[front])",
        "        pass",
        PAIRS,
    ),
    Mutation(
        "pairs: a slider does not take the pawn",
        CORE + "pairs.pyx",
        "        exact = bb_full() if bb_has(attacks, origin) else bb_or(exact, attacks)",
        "        pass",
        PAIRS,
    ),
    Mutation(
        "pairs: a dropped slider does not take the pawn",
        CORE + "pairs.pyx",
        "                exact = bb_or(exact, line_attacks(kind, them, o.front, o.occupied))",
        "                pass",
        PAIRS,
    ),
    Mutation(
        "pairs: a dropped slider pins nothing",
        CORE + "pairs.pyx",
        "            exact = bb_or(exact, line_attacks(\n                kind, them, o.king, bb_xor(o.occupied, bb_and(checks, o.theirs))))",
        "            pass",
        PAIRS,
    ),
    Mutation(
        "pairs: a slider pins nothing where it arrives",
        CORE + "pairs.pyx",
        " or pins_from(o, kind, to, occupied):",
        ":",
        PAIRS,
    ),
    Mutation(
        "pairs: the king walks into no pawn mate",
        CORE + "pairs.pyx",
        "        exact = pawn_drop_files(p, opponent(us))",
        "        pass",
        PAIRS,
    ),
    Mutation(
        "pairs: drops guard nothing",
        CORE + "pairs.pyx",
        "            answers -= bb_count(bb_and(squares, whence(kind, them, square, o.without_king)))",
        "            pass",
        PAIRS,
    ),
    Mutation(
        "pairs: drops block nothing",
        CORE + "pairs.pyx",
        "            answers += all_lost",
        "            pass",
        PAIRS,
    ),
    Mutation(
        "pairs: a plain man leaves their line",
        CORE + "pairs.pyx",
        "    t.leaving = bb_or(targets, o.exact_from)",
        "    t.leaving = o.exact_from",
        PAIRS,
    ),
    Mutation(
        "pairs: a plain slider gives up nothing",
        CORE + "pairs.pyx",
        "                or bb_meet(attacks, o.guarded_once) or o.front != NO_SQUARE):",
        "                or o.front != NO_SQUARE):",
        PAIRS,
    ),
    Mutation(
        "pairs: a plain slider takes no pawn",
        CORE + "pairs.pyx",
        "                or bb_meet(attacks, o.guarded_once) or o.front != NO_SQUARE):",
        "                or bb_meet(attacks, o.guarded_once)):",
        PAIRS,
    ),
]


def mutate(root: Path, mutation: Mutation) -> tuple[Path, str]:
    """Apply a mutation and return the file with its text before."""
    path = root / mutation.file
    text = path.read_text(encoding="utf-8")
    if (found := text.count(mutation.old)) != 1:
        raise SystemExit(
            f"{mutation.name}: {mutation.old!r} occurs {found} times in {mutation.file}, not once"
        )
    path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
    return path, text


def copy_tree(scratch: Path) -> None:
    """Copy what is compiled and tested."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", ".*")
    for name in ("src", "csrc", "tests"):
        shutil.copytree(ROOT / name, scratch / name, ignore=ignored)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, scratch / name)
    # A less optimised build is soon made, and no test asks how fast it is.
    setup = scratch / "setup.py"
    text = setup.read_text(encoding="utf-8")
    assert text.count('"-O3"') == 1
    setup.write_text(text.replace('"-O3"', '"-O1"'), encoding="utf-8")


def compile_tree(scratch: Path) -> None:
    """Compile what has changed."""
    built = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        check=False,
        cwd=scratch,
        capture_output=True,
        text=True,
    )
    if built.returncode:
        raise SystemExit(f"does not compile:\n{built.stdout[-4000:]}{built.stderr[-4000:]}")


def run_tests(scratch: Path, runs: list[list[str]]) -> str | None:
    """Run tests; return what failed, None if nothing did."""
    for tests in runs:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        environment = {**os.environ, "PYTHONPATH": str(scratch / "src")}
        try:
            run = subprocess.run(
                command,
                check=False,
                cwd=scratch,
                env=environment,
                capture_output=True,
                text=True,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return f"no end within {SECONDS} s"
        if run.returncode < 0:
            return f"signal {-run.returncode}"
        if run.returncode:
            failed = re.search(r"^(?:FAILED|ERROR) \S+?::(\S+)", run.stdout, re.MULTILINE)
            return failed[1] if failed else f"exit status {run.returncode}"
    return None


def main() -> int:
    """Run the mutations asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", help="only mutations whose name has one of these")
    parser.add_argument("--check", action="store_true", help="only see that each applies")
    arguments = parser.parse_args()
    chosen = [
        mutation
        for mutation in MUTATIONS
        if not arguments.words or any(word in mutation.name for word in arguments.words)
    ]
    survivors = []
    with tempfile.TemporaryDirectory() as directory:
        scratch = Path(directory)
        copy_tree(scratch)
        for mutation in chosen:
            path, text = mutate(scratch, mutation)
            path.write_text(text, encoding="utf-8")
        if arguments.check:
            print(f"{len(chosen)} mutations apply")
            return 0
        compile_tree(scratch)
        for runs in (AGREEMENT, PAIRS):
            needed = any(mutation.runs is runs for mutation in chosen)
            if needed and (failed := run_tests(scratch, runs)):
                raise SystemExit(f"fails without any mutation: {failed}")
        print("| mutation | file | caught by | seconds |\n|---|---|---|---|", flush=True)
        for mutation in chosen:
            path, text = mutate(scratch, mutation)
            started = time.monotonic()
            compile_tree(scratch)
            caught = run_tests(scratch, mutation.runs)
            path.write_text(text, encoding="utf-8")
            if caught is None:
                survivors.append(mutation.name)
            seconds = time.monotonic() - started
            name = Path(mutation.file).name
            print(
                f"| {mutation.name} | {name} | {caught or 'NOTHING'} | {seconds:.0f} |", flush=True
            )
    print(f"\n{len(chosen) - len(survivors)} of {len(chosen)} mutations caught")
    for name in survivors:
        print(f"survived: {name}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
