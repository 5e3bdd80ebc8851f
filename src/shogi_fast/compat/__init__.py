"""Stand-ins for other shogi libraries: a program changes one import and runs on shogi_fast."""
