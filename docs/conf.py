"""Sphinx's settings; the package is installed: ``sphinx-build -W -b html docs docs/_build/html``."""

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

# Imported before autodoc does, which would take the stub of a compiled module for the module.
import shogi_fast

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "shogi_fast"
author = "The shogi_fast developers"
project_copyright = author
release = version = shogi_fast.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "stub_types"]
exclude_patterns = ["_build"]

myst_heading_anchors = 3

# A reference that leads nowhere is a warning, and with -W an error. These are the standard
# library's, whose pages a build would have to download to link to.
nitpicky = True
nitpick_ignore = [
    # In the text of perft: its own aliases, and two types of the standard library.
    *(("py:class", name) for name in ("_Method", "_Progress", "Executor", "PathLike")),
    ("py:class", "Buffer"),
    ("py:class", "collections.abc.Iterable"),
    ("py:class", "os.PathLike"),
    ("py:class", "types.ModuleType"),
]

python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"shogi_fast {release}"
html_copy_source = False


def prepare_page(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Draw the board where a page has its mark; unlink files of the repository that are no pages."""
    board = f"<div>\n{shogi_fast.Board().svg(size=480)}\n</div>"
    text = source[0].replace("<!-- board -->", board)
    source[0] = re.sub(r"\[([^\]]+)\]\(\.\./[^)]*\)", r"`\1`", text)


def setup(app: Sphinx) -> None:
    """Connect to the reading of pages."""
    app.connect("source-read", prepare_page)
