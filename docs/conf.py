"""Sphinx's settings: ``sphinx-build -W -b html docs docs/_build/html``, the package installed."""

import sys
from pathlib import Path

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
# The design page is written for readers of the repository; it links to files that are no pages.
suppress_warnings = ["myst.xref_missing", "toc.empty_glob"]

python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"shogi_fast {release}"
html_copy_source = False
