"""The command ``shogi-fast bench``: how fast this machine counts, and beside which libraries."""

import argparse
import contextlib
import io
import json
import sys
from collections.abc import Iterator
from typing import Any

from shogi_fast import bench
from shogi_fast.cli_output import OK, WRONG_COUNT, CommandError, emit, refusals
from shogi_fast.cli_perft import whole_number
from shogi_fast.files import check_place, replace_file
from shogi_fast.perft import MAX_THREADS, METHODS
from shogi_fast.terminal import ProgressBar, can_print, wants_color
from shogi_fast.workers import usable_cores

MAX_REPEATS = 1000

BENCH_HELP = """\
Count a fixed set of positions: the initial one, a middle game, one with 593 legal
moves, and five middles of games. Every count is compared with the known one.
"""

BENCH_EPILOG = """\
--json prints one object a line: position, library, method, threads, depth, nodes,
seconds (the best of the repeats), ok, nodes_per_second.

--plot also counts by the libraries cshogi, rsshogi and python-shogi, those of them
that are installed, as deep as each gets in about a second; and it draws the speeds
as a bar chart.

exit status:
  0    done; every count of shogi_fast is right
  1    a count is wrong
  2    an argument is bad, or the chart cannot be written
  130  interrupted (Ctrl-C)
"""


def add_bench(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command's parser to those of the others."""
    parser = commands.add_parser(
        "bench",
        help="measure how fast positions are counted here",
        description=BENCH_HELP,
        epilog=BENCH_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--method",
        choices=METHODS,
        default="pairs",
        help="as of perft (default: pairs; auto would count equal positions once, which no peer "
        "does)",
    )
    parser.add_argument(
        "--threads",
        metavar="N",
        type=whole_number(MAX_THREADS),
        default=0,
        help="count by one thread and by N; 0 (default): as many as there are cores to use",
    )
    parser.add_argument(
        "--repeats",
        metavar="N",
        type=whole_number(MAX_REPEATS),
        default=3,
        help="how often each is counted; the best time is taken (default: 3)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument(
        "--plot", metavar="FILE.svg", help="draw a bar chart beside the installed peers"
    )


def run_bench(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit status."""
    if arguments.repeats == 0:
        raise CommandError(f"--repeats takes a number from 1 to {MAX_REPEATS}")
    if arguments.plot is not None:
        with _writing_to(arguments.plot):
            check_place(arguments.plot)
    bar = ProgressBar(sys.stderr)
    versions = bench.installed_peers() if arguments.plot is not None else {}
    results = []
    try:
        for result in _measured(arguments, versions, bar):
            results.append(result)
            if arguments.json:
                bar.hide()
                emit(json.dumps(bench.as_row(result)))
    finally:
        bar.hide()
    if not arguments.json:
        emit(table_text(results, versions))
    if arguments.plot is not None:
        with _writing_to(arguments.plot):
            svg = bench.draw_results(results, versions)
            replace_file(arguments.plot, svg.encode("utf-8"))
    right = all(result.ok for result in results if result.library == bench.OURS)
    return OK if right else WRONG_COUNT


def _measured(
    arguments: argparse.Namespace, versions: dict[str, str], bar: ProgressBar
) -> Iterator[bench.Result]:
    """Count by us, then by the others; ``bar`` shows on a terminal how far that is."""
    report = bar.update if bar.report is not None else None
    threads = sorted({1, arguments.threads or usable_cores()})
    bar.start(bench.OURS)
    with refusals():
        yield from bench.measure(arguments.method, threads, arguments.repeats, report)
    for name in versions:
        bar.start(name)
        yield from bench.measure_peers([name], report)


@contextlib.contextmanager
def _writing_to(path: str) -> Iterator[None]:
    """Turn failures to write the chart into the command's error."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        words = getattr(error, "strerror", None) or error
        raise CommandError(f"cannot write {path}: {words}") from None


def table_text(results: list[bench.Result], versions: dict[str, str]) -> str:
    """Return the results as a table for the terminal, without a line end."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    lined = can_print("─│┌", sys.stdout)
    table = Table(box=box.ROUNDED if lined else box.ASCII)
    for heading in ("position", "depth", "library", "method", "threads"):
        right = heading in ("depth", "threads")
        table.add_column(heading, justify="right" if right else "left", no_wrap=True)
    for heading in ("nodes", "seconds", "nodes/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    last = None
    for result in results:
        if last not in (None, result.library):
            table.add_section()
        last = result.library
        name = " ".join(filter(None, [result.library, versions.get(result.library)]))
        known = "" if result.ok else " WRONG"
        table.add_row(
            result.position,
            str(result.depth),
            name,
            result.method,
            str(result.threads),
            f"{result.nodes:,}{known}",
            f"{result.seconds:,.3f}",
            f"{result.nodes_per_second:,}",
            style=None if result.ok else "bold red",
        )
    # Written to memory: on a closed pipe rich would end the process in its own way.
    out = io.StringIO()
    colored = wants_color("auto", sys.stdout)
    console = Console(
        file=out,
        width=200,  # lines are never broken: too wide a table is the terminal's affair
        force_terminal=colored,
        color_system="standard" if colored else None,
        legacy_windows=False,
        highlight=False,
    )
    console.print(table)
    return out.getvalue().rstrip("\n")
