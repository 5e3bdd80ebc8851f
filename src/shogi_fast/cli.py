"""The command ``shogi-fast``: perft, suites of perft numbers, and the board on a terminal."""

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import shogi_fast as sf
from shogi_fast.cli_bench import add_bench, run_bench
from shogi_fast.cli_check_imports import add_check_imports, run_check_imports
from shogi_fast.cli_output import (
    EXIT_STATUS,
    INTERRUPTED,
    OK,
    OUTPUT_CLOSED,
    PROGRAM,
    REFUSED,
    CommandError,
    OutputClosed,
    complain,
    emit,
    flush,
    one_line,
    refusals,
)
from shogi_fast.cli_perft import add_perft, run_perft
from shogi_fast.diagram import Line, Span, draw_board, plain_text
from shogi_fast.terminal import ALARM, can_print, color_text, wants_color

SHOW_HELP = """\
Draw a position: the board in kanji, White's hand above and Black's below, whose
turn it is, and what is irregular. White's pieces have a "v" before them.
"""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        """Raise the error, for main to print."""
        raise CommandError(f"{message} (see {self.prog} --help)")

    def print_help(self, file: object = None) -> None:
        """Print the help on stdout; argparse's own method hides that nobody could read it."""
        emit(self.format_help().rstrip("\n"))


class VersionAction(argparse.Action):
    """Print the version on stdout, and end."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print and end; the other arguments do not matter."""
        emit(f"{PROGRAM} {sf.__version__}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; print errors as one line, never a traceback.

    :param argv: the arguments after the command's name; those of the process if None.
    """
    try:
        status = _run(argv)
        flush(sys.stdout)
    except KeyboardInterrupt:
        with contextlib.suppress(CommandError, OutputClosed):
            flush(sys.stdout)  # what a signal caught half written
        complain("interrupted")
        status = INTERRUPTED
    except CommandError as error:
        complain(f"{PROGRAM}: error: {one_line(str(error))}")
        status = REFUSED
    except OutputClosed:
        status = OUTPUT_CLOSED
    return status


def command() -> NoReturn:
    """Run the command as a process of its own, and end that."""
    status = main()
    if status == INTERRUPTED:
        # Had Ctrl-C come in the midst of an eval, as in the making of a named tuple on import,
        # `python -m` would end by that signal now, and not with our status.
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = build_parser().parse_args(argv)
    except SystemExit:
        return OK  # of --help and --version; errors are raised by Parser.error
    run = {
        "perft": run_perft,
        "bench": run_bench,
        "check-imports": run_check_imports,
        "show": _show,
    }[arguments.command]
    return run(arguments)


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
    add_perft(commands)
    add_bench(commands)
    add_check_imports(commands)
    _add_show(commands)
    return parser


# ---- show ------------------------------------------------------------------------------------


def _add_show(commands: "argparse._SubParsersAction[Parser]") -> None:
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


def _show(arguments: argparse.Namespace) -> int:
    """Draw a position, in ASCII if asked to or if the output has no kanji."""
    with refusals():
        board = sf.Board(" ".join(arguments.sfen))
    notes = _notes(board)
    lines = draw_board(board.sfen(), ascii_only=arguments.ascii) + notes
    if not can_print(plain_text(lines), sys.stdout):
        lines = draw_board(board.sfen(), ascii_only=True) + notes
    in_color = wants_color(arguments.color, sys.stdout)
    emit(color_text(lines) if in_color else plain_text(lines))
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
