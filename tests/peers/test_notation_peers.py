"""Texts of moves compared with cshogi and rsshogi, which run as they are and are only asked.

Where the two agree with each other, so do we, but for what docs/rules.md decides otherwise:

- KIF: cshogi names promoted silvers, knights and lances 全 圭 杏 in moves; we and rsshogi 成銀 成桂 成香.
- KI2: cshogi leaves out 打 if the only man that attacks the square is pinned; we and rsshogi write
  it. cshogi leaves out the blank of ``同　成銀``; we and rsshogi write it. rsshogi writes 左 and 右
  of a man that goes level even if another on that side is told by its side as well; cshogi and we
  add 寄. rsshogi writes 左引 and 右引 of a silver even if the only other on that side is told by 上;
  cshogi and we leave out 引.
"""

import itertools
import random
import re
from collections.abc import Iterator

import cshogi
import pytest
import rsshogi.core
import rsshogi.initial_positions
import rsshogi.record
from cshogi import KI2, KIF
from positions import flags, random_sparse_sfen

import shogi_fast as sf
from shogi_fast import Board, notation
from shogi_fast.handicap import HANDICAPS

GAMES = 24
PLIES = 160
TYPES_WITH_BLANK = re.compile("^同　(成[香桂銀])$")
KIF_LINE = r"^ *[0-9]+ ([^ (]*(?:　[^ (]*)?(?:\([0-9]+\))?)"
IN_DIAGRAMS = str.maketrans({"全": "成銀", "圭": "成桂", "杏": "成香"})


def _rs(sfen: str) -> rsshogi.core.Board:
    board = rsshogi.core.Board()
    board.set_sfen(sfen)
    return board


def _can_be_reached(board: Board, drop: sf.Move) -> bool:
    """Say whether a man of the kind dropped could legally move to where it is dropped."""
    for move in board.legal_moves:
        if move.from_square is not None and move.to_square == drop.to_square:
            piece = board.piece_at(move.from_square)
            if piece is not None and piece.piece_type == drop.drop:
                return True
    return False


def _compare(board: Board, cs: cshogi.Board, rs: rsshogi.core.Board, last: int | None) -> int:
    """Compare the texts of all legal moves; return how many rsshogi has other words of KI2 for."""
    told_otherwise = 0
    moves = list(board.legal_moves)
    for move in moves:
        where = f"{move} in {board.sfen()}"
        theirs = cs.move_from_usi(move.usi())
        thirds = rs.move32_from_move(rsshogi.core.Move.from_usi(move.usi()))
        csa = notation.csa(board, move)
        assert csa == "+-"[board.turn] + cshogi.move_to_csa(theirs) == thirds.to_csa(), where

        assert notation.kif(board, move) == KIF.move_to_kif(theirs, last).translate(IN_DIAGRAMS), (
            where
        )

        ki2 = notation.ki2(board, move)
        third = (thirds.to_ki2(rs) or "")[1:]
        if ki2 != third:
            assert ki2.replace("寄", "") == third or third.replace("引", "") == ki2, where
            told_otherwise += 1
        if ki2.endswith("打") and not _can_be_reached(board, move):
            ki2 = ki2.removesuffix("打")
        ki2 = TYPES_WITH_BLANK.sub(r"同\1", ki2)
        assert "▲△"[board.turn] + ki2 == KI2.move_to_ki2(theirs, cs), where
    return told_otherwise


@pytest.mark.parametrize("number", range(GAMES))
def test_texts_in_games(number: int) -> None:
    rng = random.Random(f"notation peers {number}")
    told_otherwise = 0
    sfen = HANDICAPS[number % len(HANDICAPS)].sfen
    board, cs, rs = Board(sfen), cshogi.Board(sfen), _rs(sfen)
    last = None
    for _ in range(PLIES):
        moves = list(board.legal_moves)
        if not moves:
            break
        told_otherwise += _compare(board, cs, rs, last)
        captures = [move for move in moves if board.is_capture(move)]
        move = rng.choice(captures if captures and rng.random() < 0.2 else moves)
        last = cs.move_from_usi(move.usi())
        board.push(move)
        cs.push(last)
        rs.push_usi(move.usi())
    assert told_otherwise <= 3


# Where men stand around 5e, to move there: files to the left, ranks down.
GOLD = ((1, 1), (0, 1), (-1, 1), (1, 0), (-1, 0), (0, -1))
SILVER = ((1, 1), (0, 1), (-1, 1), (1, -1), (-1, -1))
EIGHT = tuple(itertools.product((-1, 0, 1), repeat=2))
KNIGHT = ((1, 2), (-1, 2))
AROUND = {
    "G": (GOLD, 4),
    "+P": (GOLD, 6),
    "+L": (GOLD, 4),
    "S": (SILVER, 4),
    "N": (KNIGHT, 2),
    **dict.fromkeys(("R", "B", "+R", "+B"), (EIGHT, 2)),
}


@pytest.mark.parametrize("piece", AROUND)
def test_every_crowd(piece: str) -> None:
    """All sets of men near a square that could go there, up to as many as a set has."""
    steps, most = AROUND[piece]
    told_otherwise = 0
    for number in range(1, most + 1):
        for chosen in itertools.combinations([step for step in steps if step != (0, 0)], number):
            for color in (sf.BLACK, sf.WHITE):
                board = Board("k8/9/9/9/9/9/9/9/8K b - 1")
                for file, rank in chosen:
                    symbol = piece if color == sf.BLACK else piece.lower()
                    offset = 9 * file + rank
                    square = 40 + (offset if color == sf.BLACK else -offset)
                    board.set_piece_at(square, sf.Piece.from_symbol(symbol))
                board.turn = color
                sfen = board.sfen()
                told_otherwise += _compare(board, cshogi.Board(sfen), _rs(sfen), None)
    assert (told_otherwise > 0) == (piece in ("G", "S", "+P", "+L"))


def test_texts_in_sparse_positions() -> None:
    """Of positions with two kings: cshogi has no room for less."""
    rng = random.Random("sparse notation peers")
    compared = 0
    while compared < 200:
        sfen = random_sparse_sfen(rng)
        if flags(sfen) or "K" not in sfen.split()[0] or "k" not in sfen.split()[0]:
            continue
        compared += 1
        _compare(Board(sfen), cshogi.Board(sfen), _rs(sfen), None)


# -- Whole records --------------------------------------------------------------------------------


def _games() -> Iterator[Board]:
    for number in range(GAMES):
        rng = random.Random(f"records {number}")
        board = Board(HANDICAPS[number % 2 * 6].sfen)
        for _ in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            captures = [move for move in moves if board.is_capture(move)]
            board.push(rng.choice(captures if captures and rng.random() < 0.3 else moves))
        yield board


def _start(board: Board) -> tuple[Board, list[sf.Move]]:
    moves = board.move_stack
    start = board.copy()
    for _ in moves:
        start.pop()
    return start, moves


def _position(board: Board) -> str:
    start, moves = _start(board)
    return f"position sfen {start.sfen()} moves {' '.join(move.usi() for move in moves)}"


def test_rsshogi_reads_what_we_write() -> None:
    for played in _games():
        board, moves = _start(played)
        handicap = "平手" if board.sfen() == sf.STARTING_SFEN else "二枚落ち"
        kif, ki2 = [f"手合割：{handicap}"], [f"手合割：{handicap}", ""]
        for number, move in enumerate(moves, start=1):
            kif.append(f"{number:4} {notation.kif(board, move)}")
            ki2.append("▲△"[board.turn] + notation.ki2(board, move))
            board.push(move)
        read = rsshogi.record.Record.from_kif_str("\n".join(kif) + "\n")
        assert read.to_usi_position() == _position(played)
        read = rsshogi.record.Record.from_ki2_str("\n".join(ki2) + "\n")
        assert read.to_usi_position() == _position(played)


def test_we_read_what_rsshogi_writes() -> None:
    for played in _games():
        record = rsshogi.record.Record.from_usi_position(_position(played))
        kif = re.findall(KIF_LINE, record.to_kif(), re.MULTILINE)
        ki2 = re.findall("[▲△][^▲△\n]*", record.to_ki2())
        for texts, read in ((kif, notation.parse_kif), (ki2, notation.parse_ki2)):
            board, moves = _start(played)
            assert len(texts) >= len(moves)
            for text, move in zip(texts, moves, strict=False):
                assert read(board, text) is move
                board.push(move)


def test_we_read_what_cshogi_writes() -> None:
    for played in _games():
        board, moves = _start(played)
        cs = cshogi.Board(board.sfen())
        last = None
        for move in moves:
            theirs = cs.move_from_usi(move.usi())
            assert notation.parse_kif(board, KIF.move_to_kif(theirs, last)) is move
            assert notation.parse_ki2(board, KI2.move_to_ki2(theirs, cs)) is move
            assert notation.parse_csa(board, cshogi.move_to_csa(theirs)) is move
            board.push(move)
            cs.push(theirs)
            last = theirs


def test_handicaps_of_rsshogi() -> None:
    theirs = rsshogi.initial_positions.HANDICAP_TO_SFEN
    ours = {handicap.japanese: handicap.sfen for handicap in HANDICAPS}
    assert theirs.items() <= ours.items()
    assert ours.keys() - theirs.keys() == {"左七枚落ち", "右七枚落ち"}
