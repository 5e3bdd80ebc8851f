"""What the command's parts share: exit statuses, lines on standard output, errors."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TextIO

PROGRAM = "shogi-fast"
OK, WRONG_COUNT, REFUSED, INTERRUPTED, OUTPUT_CLOSED = 0, 1, 2, 130, 141
NOT_YET = 1  # a program uses names that are not there

EXIT_STATUS = """\
exit status:
  0    done; with --suite: every count is right
  1    with --suite: a count is wrong
  2    an argument, a position or a file is bad, or the output cannot be
       written; one line on standard error says what
  130  interrupted (Ctrl-C); what was printed before is complete lines
  141  the output was closed early, as by "| head"
"""


class CommandError(Exception):
    """What the command cannot do; the text is the line for standard error."""


class OutputClosed(Exception):
    """Whoever read the output has stopped reading."""


@contextlib.contextmanager
def refusals() -> Iterator[None]:
    """Turn what the package refuses into the command's error."""
    try:
        yield
    except (ValueError, OverflowError, MemoryError) as error:
        raise CommandError(str(error)) from None


@contextlib.contextmanager
def writing() -> Iterator[None]:
    """Turn failures to write to stdout into the command's own exceptions."""
    try:
        yield
    except BrokenPipeError:
        discard(sys.stdout)
        raise OutputClosed from None
    except OSError as error:
        discard(sys.stdout)
        raise CommandError(f"cannot write the output: {error.strerror or error}") from None


def emit(text: str) -> None:
    """Print lines at once, so that a pipe has them when they are known and an interrupt loses none.

    Characters that the encoding of stdout does not have, as in a file's name, are escaped.
    """
    if sys.stdout is None:
        return  # closed by who started the command, as by ">&-"
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    line = text.encode(encoding, "backslashreplace").decode(encoding) + "\n"
    with writing():
        # Not by print, which writes the line's end by itself where nothing is buffered.
        sys.stdout.write(line)
        sys.stdout.flush()


def flush(stream: TextIO | None) -> None:
    if stream is not None:
        with writing():
            stream.flush()


def discard(stream: TextIO) -> None:
    """Send what is still buffered nowhere, or Python's own flush at exit fails once more."""
    with contextlib.suppress(OSError, ValueError):  # a stream without a file, as in tests
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def complain(text: str) -> None:
    # With stderr closed it is None, and print would take stdout for it.
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(text, file=sys.stderr, flush=True)


def one_line(text: str) -> str:
    """Escape line ends, control characters and undecodable bytes."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )
