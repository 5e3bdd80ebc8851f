"""Run the command: ``python -m shogi_fast`` is ``shogi-fast``."""

from shogi_fast.cli import command

if __name__ == "__main__":
    command()
