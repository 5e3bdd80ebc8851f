"""Files that are written as a whole: whoever looks sees the old one or the new one."""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator

REPLACE_TRIES = 10  # on Windows, where a scanner may hold a file for a moment


def check_place(path: str) -> None:
    """Find out whether ``replace_file`` could write a file, before the work for it is done.

    :raises OSError: if not.
    """
    folder, name = _place(path)
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    beside = _beside(folder, name)
    with _taken_away(beside), open(beside, "xb"):
        pass


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
    folder, name = _place(path)
    beside = _beside(folder, name)
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


def _place(path: str) -> tuple[str, str]:
    """Return folder and name of a file, or of what a symbolic link leads to."""
    if not path:
        raise FileNotFoundError(errno.ENOENT, "the name of a file is empty")
    return os.path.split(os.path.realpath(path))


def _beside(folder: str, name: str) -> str:
    """Return a name for a temporary file that nobody else takes."""
    return os.path.join(folder, f".{name[:40]}.{os.getpid()}-{os.urandom(4).hex()}")


@contextlib.contextmanager
def _taken_away(path: str) -> Iterator[None]:
    """Take away what is left of a temporary file, also after Ctrl-C."""
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.unlink(path)
