"""Ctrl-C held back while modules are imported, as Python would lose it there.

An import ends in a callback of the import system's own lock, and whatever a signal's handler raises
in a callback of that kind is printed and forgotten: a long count would go on as if nobody had
pressed Ctrl-C. So what is imported late, on the way to such a count, is imported in here.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as _signal
    from collections.abc import Callable
    from types import FrameType
else:
    # Not signal, which imports enum: that takes a quarter of the time to import the package.
    import _signal


class InterruptsLater:
    """A context in which Ctrl-C waits for the end; its handler is called there.

    In other threads than the main one, where no signal comes, it does nothing.

    >>> import signal
    >>> try:
    ...     with InterruptsLater():
    ...         signal.raise_signal(signal.SIGINT)
    ...         print("imported")
    ... except KeyboardInterrupt:
    ...     print("interrupted")
    imported
    interrupted
    """

    def __init__(self) -> None:
        self._came: tuple[int, FrameType | None] | None = None
        self._handler: Callable[[int, FrameType | None], object] | None = None

    def __enter__(self) -> None:
        handler = _signal.getsignal(_signal.SIGINT)
        if not callable(handler):
            return  # ignored, or left to the system
        try:
            _signal.signal(_signal.SIGINT, self._note)
        except ValueError:
            return  # another thread, or another interpreter, than the main one
        self._handler = handler

    def __exit__(self, *_: object) -> None:
        if self._handler is None:
            return
        _signal.signal(_signal.SIGINT, self._handler)
        if self._came is not None:
            self._handler(*self._came)

    def _note(self, number: int, frame: "FrameType | None") -> None:
        self._came = number, frame
