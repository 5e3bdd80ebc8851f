"""Tests of core/packed: positions in 32 bytes, both ways, against vectors and another encoder."""

import random
from typing import Any

import pytest
from boards import random_sfens
from positions import flags, random_sparse_sfen
from reference import CELL, EMPTY, Reference
from reference_game import Game

import shogi_fast as sf

# YaneuraOu's PackedSfen. The bytes were made by cshogi 1.1.0 and rsshogi 1.7.0, which agree.
VECTORS = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1": (
        "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c"
    ),
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2": (
        "59a451220ceb67227e9653221caf447824c22b119e53121ceb6f223e9651220c"
    ),
    "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4": (
        "59a451220ceb57227e9693241caf447824c22b119e53121ceb6f222ca344181e"
    ),
    # Lance, two-piece and ten-piece handicap: what is missing is written as well.
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1": (
        "59241261583f13f1b39c12e17825c223115e89f09c12e1587f13f1b18c126148"
    ),
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1": (
        "59a451220cab44fc2ca744385e89f0488457223ca744385689f858468930bc7e"
    ),
    "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1": (
        "5924126120113f0b897090088f4420111e12e120111f0b8930a4d4da5a7bbf7e"
    ),
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1": (
        "6e010007c00100181c1f00c0000030fc002094711e1f922449922449d65aefbd"
    ),
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1": (
        "2381510a86f515e900473c3ed5010020c52758530004cb48123fc3f99024ebbc"
    ),
    "9/3+P+L+N+S+B+R/4k4/9/9/9/4K4/3+p+l+n+s+b+r/9 b 2G2L2N2S14P2g 1": (
        "54267fe09f2ff0cd056e36b03361a640030000000000000000219432c639f74a"
    ),
}
START = next(iter(VECTORS))

# The code words of the format, the bit written first on the right: on the board (to which the bits
# for promotion, unless it is a gold, and for White are added), in hand (White's bit is added), and
# in the box of what is missing.
ON_BOARD = {"P": "01", "L": "0011", "N": "1011", "S": "0111", "G": "01111", "B": "011111"}
ON_BOARD |= {"R": "111111"}
IN_HAND = {"P": "00", "L": "0001", "N": "0101", "S": "0011", "G": "0111", "B": "001111"}
IN_HAND |= {"R": "011111"}
IN_BOX = {"P": "010", "L": "01001", "N": "01101", "S": "01011", "G": "11011", "B": "0101111"}
IN_BOX |= {"R": "0111111"}
SET = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}  # in the order of hands and box


def _encode(position: Reference) -> bytes:
    """Pack a position by the tables above."""
    squares = list(CELL.values())
    bits = [position.turn]
    for king in position.kings:
        assert king is not None
        bits += [squares.index(king) >> bit & 1 for bit in range(7)]
    left = SET.copy()

    def write(word: str) -> None:
        bits.extend(int(bit) for bit in reversed(word))

    for cell in squares:
        piece = position.board[cell]
        if piece == EMPTY:
            write("0")
        elif piece.upper() != "K":
            kind = piece.upper()[-1]
            left[kind] -= 1
            promoted = "" if kind == "G" else str(int(piece[0] == "+"))
            write(str(int(piece.islower())) + promoted + ON_BOARD[kind])
    for color in range(2):
        for kind in SET:
            for _ in range(position.hands[kind.lower() if color else kind]):
                left[kind] -= 1
                write(str(color) + IN_HAND[kind])
    for kind, count in left.items():
        for _ in range(count):
            write(IN_BOX[kind])
    assert len(bits) == 256
    return sum(bit << i for i, bit in enumerate(bits)).to_bytes(32, "little")


def _can_be_packed(sfen: str) -> bool:
    return None not in Reference(sfen).kings and "surplus" not in flags(sfen)


# -- Both ways ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sfen", VECTORS)
def test_vectors(sfen: str) -> None:
    assert _encode(Reference(sfen)).hex() == VECTORS[sfen]
    board = sf.Board(sfen)
    packed = board.packed()
    assert type(packed) is bytes
    assert packed.hex() == VECTORS[sfen]
    # The move number is not kept.
    for twin in (sf.Board.from_packed(packed), sf.Board.empty()):
        twin.set_packed(packed)
        assert twin == board
        canonical = Reference(sfen).sfen()
        assert twin.sfen() == canonical.rsplit(" ", 1)[0] + " 1"
        assert twin.move_stack == []
        assert twin.is_check() == board.is_check()
        assert list(twin.legal_moves) == list(board.legal_moves)


def test_random_positions() -> None:
    packed = 0
    for sfen in random_sfens(600, seed=8):
        board = sf.Board(sfen)
        if not _can_be_packed(sfen):
            with pytest.raises(ValueError, match=r"king|set"):
                board.packed()
            continue
        packed += 1
        assert board.packed() == _encode(Reference(sfen)), sfen
        assert sf.Board.from_packed(board.packed()).sfen(ply=False) == board.sfen(ply=False)
    assert packed > 150


def test_random_games() -> None:
    for number in range(20):
        rng = random.Random(number)
        game = Game(Reference(START))
        board = sf.Board()
        for _ in range(80):
            assert board.packed() == _encode(game.position)
            usi = rng.choice([move.usi() for move in board.legal_moves])
            board.push_usi(usi)
            game.push(usi)


def test_setting_a_packed_position_forgets_the_moves() -> None:
    board = sf.Board()
    board.push_usi("7g7f")
    board.set_packed(bytes.fromhex(VECTORS[START]))
    assert board.move_stack == []
    assert board.repetition_count() == 1
    assert board.sfen() == START


def test_any_bytes_like_object_is_read() -> None:
    data = bytes.fromhex(VECTORS[START])
    for like in (bytearray(data), memoryview(data), memoryview(data + data)[:32]):
        assert sf.Board.from_packed(like).sfen() == START


# -- What cannot be packed, and what is no packed position --------------------------------------


@pytest.mark.parametrize(
    "sfen",
    [
        "9/9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/9 b - 1",
        "9/9/9/9/9/9/9/9/9 b - 1",
        "4k4/9/4RRR2/9/9/9/9/9/4K4 b - 1",
        "4k4/9/4R4/9/9/9/9/9/4K4 b Rr 1",
        "4k4/9/4GGG2/9/9/9/9/9/4K4 b 2g 1",
    ],
)
def test_what_cannot_be_packed(sfen: str) -> None:
    with pytest.raises(ValueError, match=r"king|set"):
        sf.Board(sfen).packed()


def _refused(data: Any, error: type[Exception] = ValueError) -> None:
    board = sf.Board()
    board.push_usi("7g7f")
    with pytest.raises(error):
        board.set_packed(data)
    with pytest.raises(error):
        sf.Board.from_packed(data)
    # Nothing was half done.
    assert board.sfen().endswith(" w - 2")
    assert len(board.move_stack) == 1


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_other_lengths_are_refused(length: int) -> None:
    _refused(bytes.fromhex(VECTORS[START]).ljust(64, b"\0")[:length])


@pytest.mark.parametrize("data", ["58" * 32, None, 5, [0] * 32])
def test_what_is_no_bytes(data: Any) -> None:
    _refused(data, TypeError)


def test_bytes_of_no_position_are_refused() -> None:
    # Both kings on 1a; cshogi takes this for a position with 22 pawns in hand.
    _refused(bytes(32))
    _refused(b"\xff" * 32)
    data = bytes.fromhex(VECTORS[START])
    number = int.from_bytes(data, "little")
    for square in range(81, 128):
        for shift in (1, 8):
            other = number & ~(127 << shift) | square << shift
            _refused(other.to_bytes(32, "little"))
    # White's king where Black's is.
    _refused((number & ~(127 << 8) | (number >> 1 & 127) << 8).to_bytes(32, "little"))


def test_men_in_hand_may_come_in_any_order() -> None:
    # Black holds a pawn and a lance, and the box comes before the hands.
    position = Reference("4k4/9/9/9/9/9/9/9/4K4 b LP 1")
    squares = 15 + 79  # bits: the side and two kings, then a bit for each empty square
    number = int.from_bytes(_encode(position), "little")
    hands = [IN_HAND["P"], IN_HAND["L"]]
    box = [IN_BOX[kind] for kind in SET for _ in range(SET[kind])]
    box.remove(IN_BOX["P"])
    box.remove(IN_BOX["L"])
    words = [*box, "0" + hands[1], "0" + hands[0]]
    bits = "".join(word[::-1] for word in words)
    assert len(bits) == 256 - squares
    other = number & (1 << squares) - 1 | int(bits[::-1], 2) << squares
    assert other != number
    board = sf.Board.from_packed(other.to_bytes(32, "little"))
    assert board.sfen() == position.sfen()
    assert board.packed() == number.to_bytes(32, "little")


def test_what_is_read_is_a_position() -> None:
    """Change bits: what is read at all is a set's men, and packs to its own bytes."""
    rng = random.Random(3)
    read = refused = 0
    positions = [*VECTORS, *(random_sparse_sfen(rng) for _ in range(60))]
    for sfen in filter(_can_be_packed, positions):
        number = int.from_bytes(_encode(Reference(sfen)), "little")
        for _ in range(60):
            other = number
            for _ in range(rng.choice((1, 1, 2, 5))):
                other ^= 1 << rng.randrange(256)
            try:
                board = sf.Board.from_packed(other.to_bytes(32, "little"))
            except ValueError:
                refused += 1
                continue
            read += 1
            assert board.packed() == _encode(Reference(board.sfen()))
            # Up to where the hands begin there is one way to write a position.
            same = (other ^ int.from_bytes(board.packed(), "little")) & (1 << 15) - 1 == 0
            assert same
            assert board.turn == other & 1
    assert read > 100
    assert refused > 100


def test_random_bytes() -> None:
    rng = random.Random(4)
    for _ in range(20_000):
        data = rng.randbytes(32)
        try:
            board = sf.Board.from_packed(data)
        except ValueError:
            continue
        assert board.packed() == _encode(Reference(board.sfen()))
