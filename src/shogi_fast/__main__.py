"""Run the command: ``python -m shogi_fast`` is ``shogi-fast``."""

import sys

from shogi_fast.cli import main

if __name__ == "__main__":
    sys.exit(main())
