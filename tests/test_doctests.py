"""Every example in a docstring of the package runs as it says."""

import doctest
import importlib

import pytest

import shogi_fast as sf

# How many examples each module has at least: none may be lost unnoticed.
EXAMPLES = {"move": 17, "board": 34, "perft": 6, "suite": 2, "terminal": 4}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    module = importlib.import_module(f"shogi_fast.{name}")
    names = {public: getattr(sf, public) for public in sf.__all__}
    result = doctest.testmod(module, extraglobs=names)
    assert result.failed == 0
    assert result.attempted >= EXAMPLES[name]
