# cython: language_level=3
"""Positions as text: CSA and kanji (BOD)."""

from shogi_fast.core.position cimport Position

# The position as in CSA records.
cdef str csa_text(const Position* p)

# The position as a kanji diagram.
cdef str bod_text(const Position* p)
