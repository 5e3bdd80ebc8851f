"""The command ``shogi-fast perft``: counts by depth, by move, and against a suite."""

import argparse
import contextlib
import json
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import shogi_fast as sf
from shogi_fast.cli_output import (
    EXIT_STATUS,
    OK,
    PROGRAM,
    WRONG_COUNT,
    CommandError,
    emit,
    refusals,
)
from shogi_fast.interrupts import InterruptsLater
from shogi_fast.perft import MAX_DEPTH, MAX_HASH_MB, MAX_THREADS, METHODS
from shogi_fast.suite import SuiteRow, read_suite
from shogi_fast.terminal import ProgressBar

PREPARE_AFTER = 0.001  # seconds for one depth, after which the next may take long enough for a bar

# Columns of the text tables: heading and width. Rows are printed as they are counted, so widths
# cannot follow the numbers; a longer one moves the rest of its row to the right.
PERFT_COLUMNS = (("depth", 5), ("nodes", 21), ("seconds", 12), ("nodes/s", 16))
STATS_COLUMNS = (
    ("depth", 5), ("nodes", 14), ("captures", 11), ("promotions", 10),
    ("drops", 13), ("checks", 11), ("mates", 9),
)  # fmt: skip

PERFT_HELP = """\
Count the positions DEPTH plies away, path by path, for each depth up to DEPTH:
nodes, seconds, nodes a second.
"""

PERFT_EPILOG = f"""\
--divide prints "MOVE: NODES" for each legal move and "total: NODES" last; moves
are in the order of their USI text, as "LC_ALL=C sort" puts them: by the square
they start from, then the drops.

--stats counts the moves of the last ply: all of them (nodes), those that
capture, that promote, that drop a piece, that give check (discovered checks
too), and that mate.

A suite is a CSV file whose header has the columns sfen, depth and nodes, or a
file of perft lines, "SFEN ;D1 30 ;D2 900"; a line that starts with ";" goes on
with the position above it. Lines that start with "#" are comments.

--json prints one object a line:
  each depth      sfen, depth, nodes, seconds, nodes_per_second
    --stats       and captures, promotions, drops, checks, mates
  --divide        depth, move, nodes for each move; then, without "move", the
                  total: sfen, depth, nodes, seconds, nodes_per_second, moves
                  (how many there are)
  --plan          sfen, depth, method, threads, frontier (the ply of stored
                  positions; 0: none), and estimates: positions (stored),
                  memory_mb (in MiB), nodes, seconds
  --suite         line, sfen, depth, expected, nodes, ok, seconds for each count
                  that was checked, in the order of the file; then right, wrong,
                  skipped (numbers of counts), nodes, seconds, nodes_per_second

{EXIT_STATUS}"""


def add_perft(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command's parser to those of the others."""
    perft = commands.add_parser(
        "perft",
        help="count positions, or check a suite of known counts",
        usage=(
            f"{PROGRAM} perft DEPTH [--sfen SFEN] [--divide | --stats | --plan]\n"
            "                              [OPTION ...]\n"
            f"       {PROGRAM} perft --suite FILE [--max-nodes N] [OPTION ...]"
        ),
        description=PERFT_HELP,
        epilog=PERFT_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    perft.add_argument(
        "depth",
        metavar="DEPTH",
        nargs="?",
        type=whole_number(MAX_DEPTH),
        help=f"plies, 0 to {MAX_DEPTH}",
    )
    perft.add_argument(
        "--sfen", metavar="SFEN", help="the position, in quotes (default: the initial position)"
    )
    what = perft.add_mutually_exclusive_group()
    what.add_argument("--divide", action="store_true", help="count below each move, at DEPTH only")
    what.add_argument(
        "--stats", action="store_true", help="also captures, promotions, drops, checks, mates"
    )
    what.add_argument("--suite", metavar="FILE", help="check the counts in a file")
    what.add_argument(
        "--plan",
        action="store_true",
        help="count nothing: say how DEPTH would be counted, and what it would cost",
    )
    perft.add_argument(
        "--max-nodes",
        metavar="N",
        type=whole_number(),
        help="pass over counts above N in the suite",
    )
    perft.add_argument(
        "--method",
        choices=METHODS,
        help="visit: make every move to the last ply; bulk: count the moves of the last ply "
        "without making them; pairs: count the last two plies together; auto (default): the "
        "fastest; not with --stats",
    )
    perft.add_argument(
        "--threads",
        metavar="N",
        type=whole_number(MAX_THREADS),
        default=0,
        help="how many threads count; 0 (default): as many as there are cores to use",
    )
    perft.add_argument(
        "--hash-mb",
        metavar="MB",
        type=whole_number(MAX_HASH_MB),
        help="memory (2 ** 20 bytes each) for a table that has equal positions counted once; not "
        "with --stats or visit; 0 (default): no table",
    )
    perft.add_argument("--json", action="store_true", help="print one JSON object a line")

    large = perft.add_argument_group(
        "large counts", "Each of these has DEPTH alone counted, below a frontier."
    )
    large.add_argument(
        "--frontier",
        metavar="PLY",
        type=whole_number(MAX_DEPTH),
        help="find all distinct positions at this ply, and count below each once",
    )
    large.add_argument(
        "--memory-mb",
        metavar="MB",
        type=whole_number(MAX_HASH_MB),
        help="memory that the frontier may take",
    )
    large.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="keep what is finished in this file, and go on from it if it exists",
    )
    large.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="count on the workers of a Dask scheduler, as tcp://HOST:8786",
    )


def run_perft(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    if arguments.stats:
        for given, name in ((arguments.method, "--method"), (arguments.hash_mb, "--hash-mb")):
            if given is not None:
                raise CommandError(f"{name} does not go with --stats, which has one method only")
    large = _large_options(arguments)
    for option in large:
        for given, name in (
            (arguments.stats, "--stats"),
            (arguments.divide, "--divide"),
            (arguments.suite is not None, "--suite"),
            (bool(arguments.hash_mb), "--hash-mb"),
        ):
            if given:
                raise CommandError(f"--{option.replace('_', '-')} does not go with {name}")
    if arguments.plan:
        # They have units to share out or to keep, so another ply may be taken.
        for option in ("dask", "checkpoint"):
            if option in large:
                raise CommandError(f"--{option} does not go with --plan")
    bar = ProgressBar(sys.stderr)
    try:
        return _suite(arguments, bar) if arguments.suite is not None else _perft(arguments, bar)
    finally:
        bar.hide()


def whole_number(most: int = 10**20 - 1) -> Callable[[str], int]:
    """Return a function that reads a number of an argument."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) <= most):
            raise argparse.ArgumentTypeError(f"not a whole number from 0 to {most}: {text!r}")
        return int(text)

    return read


def _options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what the command's options are for ``perft``, ``divide`` and ``perft_stats``."""
    options: dict[str, Any] = {"threads": arguments.threads}
    if not arguments.stats:
        options |= {"method": arguments.method or "auto", "hash_mb": arguments.hash_mb or 0}
    return options


def _large_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return those options for large counts that were given."""
    names = ("frontier", "memory_mb", "checkpoint", "dask")
    return {name: value for name in names if (value := getattr(arguments, name)) is not None}


# ---- perft -----------------------------------------------------------------------------------


def _perft(arguments: argparse.Namespace, bar: ProgressBar) -> int:
    """Count for each depth; ``bar`` shows on a terminal what takes long."""
    depth: int | None = arguments.depth
    if depth is None:
        raise CommandError(f"perft takes a DEPTH or --suite FILE (see {PROGRAM} perft --help)")
    if arguments.max_nodes is not None:
        raise CommandError("--max-nodes goes with --suite")
    sfen = sf.STARTING_SFEN if arguments.sfen is None else arguments.sfen
    options = _options(arguments)
    with refusals():
        # Refuses what is bad before the headings are printed.
        (sf.perft_stats if arguments.stats else sf.perft)(sfen, 0, **options)
    if arguments.divide:
        return _divide(sfen, depth, options, arguments.json, bar)
    large = _large_options(arguments)
    if large and depth < (large.get("frontier") or 0):
        raise CommandError(f"--frontier runs from 0 to DEPTH, {depth}, not {large['frontier']}")
    if arguments.plan:
        return _plan(sfen, depth, options, large, arguments.json)

    columns = STATS_COLUMNS if arguments.stats else PERFT_COLUMNS
    headings = " ".join(f"{heading:>{width}}" for heading, width in columns)
    # Of a large count only itself can tell what is wrong with it.
    if not arguments.json and not large:
        emit(headings)
    for plies in [depth] if large else range(min(1, depth), depth + 1):
        bar.start(f"depth {plies}")
        began = perf_counter()
        with refusals():
            if arguments.stats:
                counts = sf.perft_stats(sfen, plies, progress=bar.report, **options)._asdict()
            elif large:
                counts = {"nodes": _count_large(sfen, plies, large, options, bar)}
            else:
                counts = {"nodes": sf.perft(sfen, plies, progress=bar.report, **options)}
        seconds = perf_counter() - began
        bar.hide()
        row = {"sfen": sfen, "depth": plies, **counts, **_pace(counts["nodes"], seconds)}
        if arguments.json:
            emit(json.dumps(row))
        else:
            row["nodes/s"] = row["nodes_per_second"]
            if large:
                emit(headings)
            emit(" ".join(_cell(row[heading], width) for heading, width in columns))
        if seconds > PREPARE_AFTER:
            bar.prepare()
    return OK


def _plan(
    sfen: str, depth: int, options: dict[str, Any], large: dict[str, Any], as_json: bool
) -> int:
    """Say how a depth would be counted."""
    with InterruptsLater():
        from shogi_fast.planning import plan_perft
        from shogi_fast.workers import usable_cores

    merging = options["method"] == "auto" and not options["hash_mb"]
    method = "pairs" if options["method"] == "auto" else options["method"]
    threads = options["threads"] or usable_cores()
    with refusals():
        plan = plan_perft(
            sfen,
            depth,
            method=method,
            threads=threads,
            frontier=large.get("frontier", None if merging else 0),
            memory_mb=large.get("memory_mb"),
        )
    if as_json:
        how = {"sfen": sfen, "depth": depth, "method": method, "threads": threads}
        emit(json.dumps(how | plan._asdict() | {"seconds": round(plan.seconds, 6)}))
        return OK
    if plan.frontier:
        emit(
            f"find the positions at ply {plan.frontier}: some {_rough(plan.positions)}, "
            f"{plan.memory_mb:,} MiB"
        )
        emit(f"count below each by {method}")
    else:
        emit(f"walk the tree by {method}")
    emit(
        f"some {_rough(plan.nodes)} nodes in about {plan.seconds:,.3g} seconds, threads: {threads}"
    )
    return OK


def _rough(number: int) -> str:
    """Return an estimate with two digits that count, in full.

    >>> _rough(473_555_472_559), _rough(87)
    ('470,000,000,000', '87')
    """
    return f"{int(float(f'{number:.1e}')):,}"


def _count_large(
    sfen: str, depth: int, large: dict[str, Any], options: dict[str, Any], bar: ProgressBar
) -> int:
    """Count below a frontier, here or on a cluster."""
    how = large | options
    address = how.pop("dask", None)
    how.pop("hash_mb")
    with contextlib.ExitStack() as stack:
        try:
            if address is not None:
                with InterruptsLater():
                    import logging

                    from shogi_fast.cluster import dask_executor

                # What is wrong is told in one line, and that is ours.
                logging.disable(logging.CRITICAL)
                how["executor"] = stack.enter_context(dask_executor(address))
            return sf.perft(sfen, depth, progress=bar.report, **how)
        except sf.ClusterError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            words = str(error.strerror or error)
            if "checkpoint" in how:
                words = f"cannot use {how['checkpoint']}: {words}"
            raise CommandError(words) from None


def _divide(sfen: str, depth: int, options: dict[str, Any], as_json: bool, bar: ProgressBar) -> int:
    if depth == 0:
        raise CommandError("--divide takes a DEPTH of at least 1")
    bar.start(f"depth {depth}")
    began = perf_counter()
    with refusals():
        counts = sf.divide(sfen, depth, progress=bar.report, **options)
    seconds = perf_counter() - began
    bar.hide()
    for move, nodes in sorted((move.usi(), nodes) for move, nodes in counts.items()):
        row = {"depth": depth, "move": move, "nodes": nodes}
        emit(json.dumps(row) if as_json else f"{move}: {nodes}")
    total = sum(counts.values())
    if as_json:
        pace = _pace(total, seconds)
        emit(
            json.dumps({"sfen": sfen, "depth": depth, "nodes": total, **pace, "moves": len(counts)})
        )
    else:
        emit(f"total: {total}")
    return OK


def _pace(nodes: int, seconds: float) -> dict[str, float]:
    """Return the two columns that tell how fast a count went."""
    # A clock may stand still over a very short count.
    return {"seconds": round(seconds, 6), "nodes_per_second": round(nodes / max(seconds, 1e-9))}


def _cell(value: float | str, width: int) -> str:
    return f"{value:>{width},.3f}" if isinstance(value, float) else f"{value:>{width},}"


# ---- perft --suite ---------------------------------------------------------------------------


def _suite(arguments: argparse.Namespace, bar: ProgressBar) -> int:
    """Count every row of a suite and compare."""
    for given, name in ((arguments.depth, "DEPTH"), (arguments.sfen, "--sfen")):
        if given is not None:
            raise CommandError(f"{name} does not go with --suite: the file says what to count")
    rows = _read(arguments.suite)
    limit = arguments.max_nodes
    chosen = [row for row in rows if limit is None or row.nodes <= limit]
    skipped = len(rows) - len(chosen)
    whole = sum(row.nodes for row in chosen)
    done = nodes = wrong = 0
    bar.start("suite")
    began = perf_counter()
    for row in chosen:
        found, seconds = _count_row(row, arguments, bar, done, nodes, whole)
        done += row.nodes
        nodes += found
        wrong += found != row.nodes
        if arguments.json:
            bar.hide()
            emit(
                json.dumps(
                    {
                        "line": row.line,
                        "sfen": row.sfen,
                        "depth": row.depth,
                        "expected": row.nodes,
                        "nodes": found,
                        "ok": found == row.nodes,
                        "seconds": round(seconds, 6),
                    }
                )
            )
        elif found != row.nodes:
            bar.hide()
            emit(
                f"{arguments.suite}:{row.line}: depth {row.depth}: "
                f"{row.nodes:,} expected, {found:,} counted: {row.sfen}"
            )
    pace = _pace(nodes, perf_counter() - began)
    bar.hide()
    right = len(chosen) - wrong
    if arguments.json:
        summary = {"right": right, "wrong": wrong, "skipped": skipped, "nodes": nodes, **pace}
        emit(json.dumps(summary))
    else:
        above = f" (more than {limit:,} nodes)" if skipped else ""
        emit(
            f"{right:,} right, {wrong:,} wrong, {skipped:,} skipped{above}; {nodes:,} nodes in "
            f"{pace['seconds']:,.3f} seconds, {pace['nodes_per_second']:,} nodes/s"
        )
    return WRONG_COUNT if wrong else OK


def _read(path: str) -> list[SuiteRow]:
    try:
        return read_suite(path)
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError as error:  # SuiteError, or a NUL in the path
        raise CommandError(str(error)) from None


def _count_row(
    row: SuiteRow,
    arguments: argparse.Namespace,
    bar: ProgressBar,
    before: int,
    nodes: int,
    whole: int,
) -> tuple[int, float]:
    """Count one row; on the bar it weighs as much as it should have nodes.

    ``before`` is what the rows before it weigh; ``nodes``, what they were counted to have.
    """

    def report(done: int, total: int) -> None:
        bar.update(before + row.nodes * (done / total), whole, nodes + getattr(done, "nodes", 0))

    began = perf_counter()
    try:
        found = sf.perft(
            row.sfen,
            row.depth,
            progress=report if bar.report is not None else None,
            **_options(arguments),
        )
    except (ValueError, OverflowError, MemoryError) as error:
        raise CommandError(f"{arguments.suite}:{row.line}: {error}") from None
    return found, perf_counter() - began
