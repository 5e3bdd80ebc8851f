"""Files that are written as a whole: whoever looks sees the old one or the new one."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator

REPLACE_TRIES = 10  # on Windows, where a scanner may hold a file for a moment


def replace_file(path: str, data: bytes) -> None:
    """Write a file by way of a temporary one beside it, which then takes its name.

    :param path: the file; where it is a symbolic link, what that leads to.
    :param data: all it will hold.
    :raises OSError: if it cannot be written; it is then as it was.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     replace_file(os.path.join(folder, "name"), b"text")
    ...     os.listdir(folder)
    ['name']
    """
    folder, name = os.path.split(os.path.realpath(path))
    beside = os.path.join(folder, f".{name[:100]}.{os.getpid()}-{os.urandom(4).hex()}")
    with _taken_away(beside):
        with open(beside, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        for last in [False] * (REPLACE_TRIES - 1) + [True]:
            try:
                os.replace(beside, os.path.join(folder, name))
                break
            except PermissionError:
                if last or sys.platform != "win32":
                    raise
                time.sleep(0.05)
    if sys.platform != "win32":
        # Without this the new name may be lost with the power, though not the old file. Some file
        # systems cannot do it.
        with contextlib.suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


@contextlib.contextmanager
def _taken_away(path: str) -> Iterator[None]:
    """Take away what is left of a temporary file, also after Ctrl-C."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.unlink(path)
