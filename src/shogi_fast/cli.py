"""The command ``shogi-fast``: perft, suites of perft numbers, and the board on a terminal."""

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Literal, NoReturn, TextIO, get_args

import shogi_fast as sf
from shogi_fast.diagram import Line, Span, draw_board, plain_text
from shogi_fast.suite import MAX_DEPTH, SuiteRow, read_suite
from shogi_fast.terminal import ALARM, ProgressBar, can_print, color_text, wants_color

PROGRAM = "shogi-fast"
Method = Literal["auto", "pairs", "bulk", "visit"]
OK, WRONG_COUNT, REFUSED, INTERRUPTED, OUTPUT_CLOSED = 0, 1, 2, 130, 141
PREPARE_AFTER = 0.001  # seconds for one depth, after which the next may take long enough for a bar

# Columns of the text tables: heading and width. Rows are printed as they are counted, so widths
# cannot follow the numbers; a longer one moves the rest of its row to the right.
PERFT_COLUMNS = (("depth", 5), ("nodes", 21), ("seconds", 12), ("nodes/s", 16))
STATS_COLUMNS = (
    ("depth", 5), ("nodes", 14), ("captures", 11), ("promotions", 10),
    ("drops", 13), ("checks", 11), ("mates", 9),
)  # fmt: skip

EXIT_STATUS = """\
exit status:
  0    done; with --suite: every count is right
  1    with --suite: a count is wrong
  2    an argument, a position or a file is bad, or the output cannot be
       written; one line on standard error says what
  130  interrupted (Ctrl-C); what was printed before is complete lines
  141  the output was closed early, as by "| head"
"""

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
  --suite         line, sfen, depth, expected, nodes, ok, seconds for each count
                  that was checked, in the order of the file; then right, wrong,
                  skipped (numbers of counts), nodes, seconds, nodes_per_second

{EXIT_STATUS}"""

SHOW_HELP = """\
Draw a position: the board in kanji, White's hand above and Black's below, whose
turn it is, and what is irregular. White's pieces have a "v" before them.
"""


class CommandError(Exception):
    """What the command cannot do; the text is the line for standard error."""


class OutputClosed(Exception):
    """Whoever read the output has stopped reading."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        """Raise the error, for main to print."""
        raise CommandError(f"{message} (see {self.prog} --help)")

    def print_help(self, file: object = None) -> None:
        """Print the help on stdout; argparse's own method hides that nobody could read it."""
        _emit(self.format_help().rstrip("\n"))


class VersionAction(argparse.Action):
    """Print the version on stdout, and end."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print and end; the other arguments do not matter."""
        _emit(f"{PROGRAM} {sf.__version__}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; print errors as one line, never a traceback.

    :param argv: the arguments after the command's name; those of the process if None.
    """
    try:
        status = _run(argv)
        _flush(sys.stdout)
    except KeyboardInterrupt:
        with contextlib.suppress(CommandError, OutputClosed):
            _flush(sys.stdout)  # what a signal caught half written
        _complain("interrupted")
        status = INTERRUPTED
    except CommandError as error:
        _complain(f"{PROGRAM}: error: {_one_line(str(error))}")
        status = REFUSED
    except OutputClosed:
        status = OUTPUT_CLOSED
    return status


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = build_parser().parse_args(argv)
    except SystemExit:
        return OK  # of --help and --version; errors are raised by Parser.error
    if arguments.command == "show":
        return _show(arguments)
    bar = ProgressBar(sys.stderr)
    try:
        return _suite(arguments, bar) if arguments.suite is not None else _perft(arguments, bar)
    finally:
        bar.hide()


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command's arguments."""
    parser = Parser(
        prog=PROGRAM,
        description="The rules of shogi at full speed.",
        epilog=EXIT_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action=VersionAction, nargs=0, help="print the version and end"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    perft = commands.add_parser(
        "perft",
        help="count positions, or check a suite of known counts",
        usage=(
            f"{PROGRAM} perft DEPTH [--sfen SFEN] [--divide | --stats]\n"
            "                              [--method METHOD] [--json]\n"
            f"       {PROGRAM} perft --suite FILE [--max-nodes N]\n"
            "                              [--method METHOD] [--json]"
        ),
        description=PERFT_HELP,
        epilog=PERFT_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    perft.add_argument(
        "depth", metavar="DEPTH", nargs="?", type=_depth, help=f"plies, 0 to {MAX_DEPTH}"
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
    perft.add_argument(
        "--max-nodes", metavar="N", type=_whole_number, help="pass over counts above N in the suite"
    )
    perft.add_argument(
        "--method",
        choices=get_args(Method),
        help="visit: make every move to the last ply; bulk: count the moves of the last ply "
        "without making them; pairs: count the last two plies together; auto (default): the "
        "fastest; not with --stats",
    )
    perft.add_argument("--json", action="store_true", help="print one JSON object a line")

    show = commands.add_parser(
        "show",
        help="draw a position on the terminal",
        description=SHOW_HELP,
        epilog=EXIT_STATUS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    show.add_argument(
        "sfen", metavar="SFEN", nargs="+", help="the position; quotes may be left out"
    )
    show.add_argument(
        "--ascii",
        action="store_true",
        help="letters for kanji: upper case Black, lower case White; taken by itself where the "
        "output has no kanji",
    )
    show.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto (default): on a terminal, unless NO_COLOR is set",
    )
    return parser


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 20):
        raise argparse.ArgumentTypeError(f"not a whole number of at most 20 digits: {text!r}")
    return int(text)


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 20 and int(text) <= MAX_DEPTH):
        raise argparse.ArgumentTypeError(f"not a whole number from 0 to {MAX_DEPTH}: {text!r}")
    return int(text)


# ---- perft -----------------------------------------------------------------------------------


def _perft(arguments: argparse.Namespace, bar: ProgressBar) -> int:
    """Count for each depth; ``bar`` shows on a terminal what takes long."""
    depth: int | None = arguments.depth
    if depth is None:
        raise CommandError(f"perft takes a DEPTH or --suite FILE (see {PROGRAM} perft --help)")
    if arguments.max_nodes is not None:
        raise CommandError("--max-nodes goes with --suite")
    if arguments.stats and arguments.method is not None:
        raise CommandError("--method does not go with --stats, which has one method only")
    sfen = sf.STARTING_SFEN if arguments.sfen is None else arguments.sfen
    with _refusals():
        sf.perft(sfen, 0)  # refuses a bad position before the headings are printed
    if arguments.divide:
        return _divide(sfen, depth, arguments.method or "auto", arguments.json, bar)

    columns = STATS_COLUMNS if arguments.stats else PERFT_COLUMNS
    if not arguments.json:
        _emit(" ".join(f"{heading:>{width}}" for heading, width in columns))
    for plies in range(min(1, depth), depth + 1):
        bar.start(f"depth {plies}")
        began = perf_counter()
        with _refusals():
            if arguments.stats:
                counts = sf.perft_stats(sfen, plies, progress=bar.report)._asdict()
            else:
                method: Method = arguments.method or "auto"
                counts = {"nodes": sf.perft(sfen, plies, method=method, progress=bar.report)}
        seconds = perf_counter() - began
        bar.hide()
        row = {"sfen": sfen, "depth": plies, **counts, **_pace(counts["nodes"], seconds)}
        if arguments.json:
            _emit(json.dumps(row))
        else:
            row["nodes/s"] = row["nodes_per_second"]
            _emit(" ".join(_cell(row[heading], width) for heading, width in columns))
        if seconds > PREPARE_AFTER:
            bar.prepare()
    return OK


def _divide(sfen: str, depth: int, method: Method, as_json: bool, bar: ProgressBar) -> int:
    if depth == 0:
        raise CommandError("--divide takes a DEPTH of at least 1")
    bar.start(f"depth {depth}")
    began = perf_counter()
    with _refusals():
        counts = sf.divide(sfen, depth, method=method, progress=bar.report)
    seconds = perf_counter() - began
    bar.hide()
    for move, nodes in sorted((move.usi(), nodes) for move, nodes in counts.items()):
        row = {"depth": depth, "move": move, "nodes": nodes}
        _emit(json.dumps(row) if as_json else f"{move}: {nodes}")
    total = sum(counts.values())
    if as_json:
        pace = _pace(total, seconds)
        _emit(
            json.dumps({"sfen": sfen, "depth": depth, "nodes": total, **pace, "moves": len(counts)})
        )
    else:
        _emit(f"total: {total}")
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
        found, seconds = _count_row(row, arguments, bar, done, whole)
        done += row.nodes
        nodes += found
        wrong += found != row.nodes
        if arguments.json:
            bar.hide()
            _emit(
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
            _emit(
                f"{arguments.suite}:{row.line}: depth {row.depth}: "
                f"{row.nodes:,} expected, {found:,} counted: {row.sfen}"
            )
    pace = _pace(nodes, perf_counter() - began)
    bar.hide()
    right = len(chosen) - wrong
    if arguments.json:
        summary = {"right": right, "wrong": wrong, "skipped": skipped, "nodes": nodes, **pace}
        _emit(json.dumps(summary))
    else:
        above = f" (more than {limit:,} nodes)" if skipped else ""
        _emit(
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
    row: SuiteRow, arguments: argparse.Namespace, bar: ProgressBar, before: int, whole: int
) -> tuple[int, float]:
    """Count one row; on the bar it weighs as much as it has nodes."""

    def report(done: int, total: int) -> None:
        share = done / total if total else 1.0  # a position may have no move at all
        bar.update(before + row.nodes * share, whole)

    began = perf_counter()
    try:
        found = sf.perft(
            row.sfen,
            row.depth,
            method=arguments.method or "auto",
            progress=report if bar.report is not None else None,
        )
    except (ValueError, OverflowError) as error:
        raise CommandError(f"{arguments.suite}:{row.line}: {error}") from None
    return found, perf_counter() - began


# ---- show ------------------------------------------------------------------------------------


def _show(arguments: argparse.Namespace) -> int:
    """Draw a position, in ASCII if asked to or if the output has no kanji."""
    with _refusals():
        board = sf.Board(" ".join(arguments.sfen))
    notes = _notes(board)
    lines = draw_board(board.sfen(), ascii_only=arguments.ascii) + notes
    if not can_print(plain_text(lines), sys.stdout):
        lines = draw_board(board.sfen(), ascii_only=True) + notes
    in_color = wants_color(arguments.color, sys.stdout)
    _emit(color_text(lines) if in_color else plain_text(lines))
    return OK


def _notes(board: sf.Board) -> list[Line]:
    """Return the lines below the board: whose turn it is, check or mate, what is irregular."""
    turn = "White" if board.turn else "Black"
    moves = len(board.legal_moves)
    plural = "" if moves == 1 else "s"
    notes = [[Span(f"{turn} to move, ply {board.ply}, {moves} legal move{plural}")]]
    if board.is_check():
        state = "in check" if moves else "checkmated"
        notes.append([Span(f"{turn} is {state}", ALARM)])
    flags = [flag.name.lower().replace("_", " ") for flag in board.status() if flag.name]
    if flags:
        notes.append([Span(f"irregular: {', '.join(flags)}", ALARM)])
    return notes


# ---- output and errors -----------------------------------------------------------------------


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    """Turn what the package refuses into the command's error."""
    try:
        yield
    except (ValueError, OverflowError) as error:
        raise CommandError(str(error)) from None


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    """Turn failures to write to stdout into the command's own exceptions."""
    try:
        yield
    except BrokenPipeError:
        _discard(sys.stdout)
        raise OutputClosed from None
    except OSError as error:
        _discard(sys.stdout)
        raise CommandError(f"cannot write the output: {error.strerror or error}") from None


def _emit(text: str) -> None:
    """Print lines at once, so that a pipe has them when they are known and an interrupt loses none.

    Characters that the encoding of stdout does not have, as in a file's name, are escaped.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    with _writing():
        print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)


def _flush(stream: TextIO | None) -> None:
    if stream is not None:
        with _writing():
            stream.flush()


def _discard(stream: TextIO) -> None:
    """Send what is still buffered nowhere, or Python's own flush at exit fails once more."""
    with contextlib.suppress(OSError, ValueError):  # a stream without a file, as in tests
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def _complain(text: str) -> None:
    # With stderr closed it is None, and print would take stdout for it.
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(text, file=sys.stderr, flush=True)


def _one_line(text: str) -> str:
    """Escape line ends, control characters and undecodable bytes."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
