from typing import Final

STARTING_SFEN: Final[str]
