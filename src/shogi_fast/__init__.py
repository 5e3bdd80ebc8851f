"""The rules of shogi at full speed."""
from shogi_fast._version import __version__
