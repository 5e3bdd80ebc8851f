"""What is stored as the same on every platform is also right: cshogi makes the same digests."""

import hashlib
import json

import cshogi
import numpy as np
from platform_scripts import SCRIPTS, load_script

facts = load_script("portable_facts")
STORED = json.loads((SCRIPTS / "portable_facts.json").read_text(encoding="utf-8"))
CODE = (1 << 15) - 1  # the part of a cshogi move that is laid out as ours


def test_cshogi_makes_the_same_digests() -> None:
    packed, moves = hashlib.sha256(), hashlib.sha256()
    psfen = np.zeros(32, np.uint8)
    total = 0
    for board in facts.positions():
        theirs = cshogi.Board(board.sfen())
        theirs.to_psfen(psfen)
        packed.update(psfen.tobytes())
        codes = sorted(move & CODE for move in theirs.legal_moves)
        total += len(codes)
        moves.update(np.array(codes, dtype="<u2").tobytes())
    assert total == STORED["legal moves"]
    assert packed.hexdigest() == STORED["packed"]
    assert moves.hexdigest() == STORED["moves"]
