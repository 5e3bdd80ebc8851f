"""Tests of SFEN text: what is read, refused, flagged and written, sentence by sentence of DESIGN §5."""

import random
import re
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from positions import flags, random_slider_sfen, random_sparse_sfen
from reference import Reference

import shogi_fast as sf
from shogi_fast import Status, _testing

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
START_BOARD = START.split()[0]
KINGS = "4k4/9/9/9/9/9/9/9/4K4"


def _refused(text: str, *, strict: bool = False) -> str:
    """Return the message of the error for a text, after it left a board as it was."""
    board = sf.Board("4k4/9/9/9/4r4/4R4/9/9/4K4 b 2P 7")
    board.push_usi("5f5e")
    before = (_testing.position_bytes(board), board.move_stack)
    with pytest.raises(sf.InvalidSfenError) as caught:
        board.set_sfen(text, strict=strict)
    assert (_testing.position_bytes(board), board.move_stack) == before
    with pytest.raises(sf.InvalidSfenError) as again:
        sf.Board(text, strict=strict)
    assert again.value.args == caught.value.args
    return str(caught.value)


# -- Read ---------------------------------------------------------------------------------------


def test_a_board_without_text_is_the_starting_position() -> None:
    assert sf.STARTING_SFEN == START
    assert sf.Board().sfen() == START


@pytest.mark.parametrize("blank", [" ", "\t", "\n", "\r", "\v", "\f", "\r\n", "  ", " \t\n\r\v\f "])
def test_fields_are_separated_by_any_run_of_ascii_blanks(blank: str) -> None:
    assert sf.Board(START.replace(" ", blank)).sfen() == START
    # … and blanks around are ignored.
    assert sf.Board(blank + START + blank).sfen() == START


def test_other_blanks_are_not_blanks() -> None:
    for blank in "\x1c\x1d\x1e\x1f\x85\xa0\u2003\u3000\u200b\ufeff\0":
        _refused(START.replace(" ", blank))
        _refused(START + blank)
        _refused(blank + START)


def test_a_missing_hand_field_is_a_dash_and_a_missing_ply_1() -> None:
    assert sf.Board(f"{START_BOARD} b").sfen() == START
    assert sf.Board(f"{START_BOARD} b -").sfen() == START
    assert sf.Board(f"{KINGS} w 2P").sfen() == f"{KINGS} w 2P 1"


@pytest.mark.parametrize("ply", [0, 1, 2, 9, 10, 300, 9_999, 10_000, 99_998, 99_999])
def test_ply_0_to_99999_is_kept_as_given(ply: int) -> None:
    board = sf.Board(f"{KINGS} b - {ply}")
    assert board.ply == ply
    assert board.sfen() == f"{KINGS} b - {ply}"


def test_ply_from_100000_on_is_refused() -> None:
    for ply in ("100000", "4294967297", "9" * 100):
        message = _refused(f"{KINGS} b - {ply}")
        assert message.startswith("move number field: ")
        assert "'1' at character 27" in message or "'4' at" in message or "'9' at" in message


def test_a_game_goes_on_past_ply_99999() -> None:
    board = sf.Board(f"{KINGS} b - 99999")
    board.push_usi("5i5h")
    assert board.ply == 100_000
    assert board.sfen() == "4k4/9/9/9/9/9/9/4K4/9 w - 100000"


@pytest.mark.parametrize("hand", ["PPPP", "4P", "P3P", "2P2P", "PP2P"])
def test_repeated_hand_letters_are_read_and_written_canonically(hand: str) -> None:
    assert sf.Board(f"{KINGS} b {hand} 1").sfen() == f"{KINGS} b 4P 1"


def test_a_count_of_1_is_read_and_left_out() -> None:
    assert sf.Board(f"{KINGS} b 1P1r 1").sfen() == f"{KINGS} b Pr 1"


@pytest.mark.parametrize("rank", ["54", "45", "111111111", "333", "1224", "18"])
def test_split_digits_are_read_and_written_canonically(rank: str) -> None:
    assert sf.Board(f"4k4/{rank}/9/9/9/9/9/9/4K4 b - 1").sfen() == f"{KINGS} b - 1"


def test_split_digits_between_pieces() -> None:
    board = sf.Board("11k111111/P21+p112/9/9/9/9/9/9/4K4 b - 1")
    assert board.sfen() == "2k6/P3+p4/9/9/9/9/9/9/4K4 b - 1"


@pytest.mark.parametrize("text", ["startpos", " startpos", "startpos\n", "\tstartpos  "])
def test_startpos_is_read(text: str) -> None:
    board = sf.Board(f"{KINGS} w 2P 7")
    board.set_sfen(text)
    assert board.sfen() == START
    assert sf.perft(text, 1) == 30


@pytest.mark.parametrize("text", ["Startpos", "startpo", "startposs", "startpos b", "startpos - 1"])
def test_nothing_like_startpos_is_read(text: str) -> None:
    _refused(text)


def test_a_prefix_is_refused() -> None:
    for prefix in ("sfen ", "position sfen ", "position "):
        _refused(prefix + START)
    _refused("position startpos")
    _refused("sfen")


def test_every_piece_is_read_where_it_stands() -> None:
    text = "k+P+p+L+l+N+n+S+s/PpLlNnSs1/9/9/+B+b+R+r1BbR1/9/9/9/r1Gg4K b - 1"
    assert sf.Board(text).sfen() == text
    assert Reference(text).sfen() == text


# -- Written ------------------------------------------------------------------------------------


def test_hands_are_written_rook_first_and_black_first() -> None:
    board = sf.Board(f"{KINGS} w pPlLnNsSgGbBrR2P3l 9")
    assert board.sfen() == f"{KINGS} w RBGSNL3Prbgsn4lp 9"
    assert sf.Board(f"{KINGS} b 18p 1").sfen() == f"{KINGS} b 18p 1"
    assert sf.Board(f"{KINGS} b 18P 1").sfen() == f"{KINGS} b 18P 1"


def test_the_ply_may_be_left_out() -> None:
    board = sf.Board(f"{KINGS} w Pp 9")
    assert board.sfen(ply=False) == f"{KINGS} w Pp"
    assert board.sfen(ply=True) == board.sfen() == f"{KINGS} w Pp 9"
    with pytest.raises(TypeError):
        board.sfen(False)


@pytest.mark.parametrize(
    "sfen",
    [
        # As many characters as pieces and blanks can take; as hands can; and the board full.
        "/".join(["+p1+p1+p1+p1+p"] * 8 + ["9"]) + " w - 99999",
        "/".join(["1+p1+p1+p1+p1"] * 9) + " w RBGS 99999",
        f"{KINGS} w 2R2B3G3S3N3L2Prbgsnl10p 99999",
        "/".join(["ppppppppp", "PPPPPPPPP"] * 2 + ["pppp5"] + ["9"] * 4) + " b - 0",
    ],
)
def test_long_texts(sfen: str) -> None:
    assert sf.Board(sfen).sfen() == sfen
    assert sf.Board(sfen).sfen(ply=False) == sfen.rsplit(" ", 1)[0]


# -- Refused ------------------------------------------------------------------------------------

# Texts with the character that the message names between the marks; none for the end of the text.
REFUSED = {
    "board": [
        # broken syntax, unknown letters
        "",
        "  \n ",
        "«X»nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "lnsgkgsnl/1«x»5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "4k4/9/9/9/9/9/9/9/4K«歩»4 b - 1",
        "4k4/9/9/9/9/9/9/9/4«Ｋ»4 b - 1",  # full-width
        "4k4/«0»909/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K4«[»-] w - - 0 1",
        "4k4/9/9/9/9/9/9/9/4K4«_»b_-_1",
        "4k4/9/9/9/9/9/9/9/4K4«,» b - 1",
        "«-»4k4/9/9/9/9/9/9/9/4K4 b - 1",
        # a rank that is not nine squares
        "4k4/8«/»9/9/9/9/9/9/4K4 b - 1",
        "4k4/",
        "«/»9/9/9/9/9/9/9/9/9 b - 1",
        "4k4/«/»9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9«1»/9/9/9/9/9/9/4K4 b - 1",
        "4k4/8«2»/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9«P»/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K3« »b - 1",
        "4k4/9/9/9/9/9/9/9/4K3",
        # other than nine ranks
        "4k4/9/9/9/9/9/9/9« »b - 1",
        "4k4/9/9/9/9/9/9/9",
        "9« »b - 1",
        "4k4/9/9/9/9/9/9/9/4K4«/»9 b - 1",
        "4k4/9/9/9/9/9/9/9/4K4«/» b - 1",
        # +G, +K, ++
        "4k4/9/9/9/4+«G»4/9/9/9/4K4 b - 1",
        "4k4/9/9/9/4+«g»4/9/9/9/4K4 b - 1",
        "4+«k»4/9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4+«K»4 b - 1",
        "4k4/9/9/9/4«+»+P4/9/9/9/4K4 b - 1",
        "4k4/9/9/9/8«+»/9/9/9/4K4 b - 1",
        "4k4/9/9/9/4«+»5/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K3«+» b - 1",
        # two kings of a side
        "4k4/9/9/9/9/9/9/9/K3«K»4 b - 1",
        "k3«k»4/9/9/9/9/9/9/9/4K4 b - 1",
        # more than 40 pieces besides the kings
        "4k4/ppppppppp/ppppppppp/ppppppppp/ppppppppp/pppp«p»4/9/9/4K4 b - 1",
        "9/ppppppppp/ppppppppp/ppppppppp/ppppppppp/pppp5/«P»8/9/9 b - 1",
    ],
    "side to move": [
        # no side field
        "4k4/9/9/9/9/9/9/9/4K4",
        "4k4/9/9/9/9/9/9/9/4K4« »",
        "4k4/9/9/9/9/9/9/9/4K4 «-» 1",
        "4k4/9/9/9/9/9/9/9/4K4 «B» - 1",
        "4k4/9/9/9/9/9/9/9/4K4 «W» - 1",
        "4k4/9/9/9/9/9/9/9/4K4 «x» - 1",
        "4k4/9/9/9/9/9/9/9/4K4 «b»lack - 1",
        "4k4/9/9/9/9/9/9/9/4K4 «♟» - 1",
    ],
    "hands": [
        "4k4/9/9/9/9/9/9/9/4K4 b «-»P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b P«-» 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «-»- 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «－» 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2«x» 1",
        "4k4/9/9/9/9/9/9/9/4K4 b P«,»p 1",
        "4k4/9/9/9/9/9/9/9/4K4 b P«\0»p 1",
        # count 0, and none
        "4k4/9/9/9/9/9/9/9/4K4 b «0»P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2P«0»p 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «0»1P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «2» 1",
        "4k4/9/9/9/9/9/9/9/4K4 b P«1»1 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «1»",
        # a king or promoted piece in hand
        "4k4/9/9/9/9/9/9/9/9 b «K» 1",
        "4k4/9/9/9/9/9/9/9/9 b P«k» 1",
        "4k4/9/9/9/9/9/9/9/9 b 2«K» 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «+»P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 2«+»P 1",
        # more of a kind in one hand than a set has
        "4k4/9/9/9/9/9/9/9/4K4 b «1»9P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «1»9p 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «5»L 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «5»n 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «5»S 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «5»g 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «3»B 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «3»r 1",
        "4k4/9/9/9/9/9/9/9/4K4 b RR«R» 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 18P«P» 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 9P«1»0P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «9»9P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «9»9999999999P 1",
        "4k4/9/9/9/9/9/9/9/4K4 b «1»8446744073709551617P 1",
        # more than 40 pieces besides the kings
        "4k4/9/9/9/9/9/9/9/4K4 b 18P18p2R2B«G» 1",
        "4k4/9/9/9/9/9/9/9/4K4 b 18P18p2RB«2»G 1",
        "4k4/ppppppppp/ppppppppp/ppppppppp/ppppppppp/pppp5/9/9/4K4 b «P» 1",
        "4k4/ppppppppp/ppppppppp/ppppppppp/pppppppp1/9/9/9/4K4 b «1»8P 1",
    ],
    "move number": [
        "4k4/9/9/9/9/9/9/9/4K4 b - «-»1",
        "4k4/9/9/9/9/9/9/9/4K4 b - «+»1",
        "4k4/9/9/9/9/9/9/9/4K4 b - «a»bc",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1«.»0",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1«_»000",
        "4k4/9/9/9/9/9/9/9/4K4 b - «１»",
        "4k4/9/9/9/9/9/9/9/4K4 b - «1»00000",
        "4k4/9/9/9/9/9/9/9/4K4 b - «9»9999999999999999999",
    ],
    "end": [
        # trailing words
        "4k4/9/9/9/9/9/9/9/4K4 b - 1 «f»oo",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1 «m»oves 5i5h",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1 «1»",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1\n«4»k4/9/9/9/9/9/9/9/4K4 b - 1",
        "4k4/9/9/9/9/9/9/9/4K4 b - 1 «歩»",
    ],
}


@pytest.mark.parametrize(
    ("field", "marked"), [(field, text) for field, texts in REFUSED.items() for text in texts]
)
def test_the_message_names_field_character_and_place(field: str, marked: str) -> None:
    text = marked.replace("«", "").replace("»", "")
    message = _refused(text)
    assert message.startswith(f"{field} field: ")
    where, quoted = message.rsplit(" in ", 1)
    if "«" in marked:
        place = marked.index("«") + 1  # counted from 1
        character = marked[place]
        assert where.endswith(f"({character!r} at character {place})")
    else:
        assert where.endswith("(at the end of the text)")
    assert quoted == repr(text)


@pytest.mark.parametrize("text", ["\ud800", START + " \udfff", "4k4/9/9/9/9/9/9/9/4K4 \udc80 - 1"])
def test_lone_surrogates_are_refused(text: str) -> None:
    message = _refused(text)
    assert repr(text[-1] if text[-1] > "\x7f" else "\udc80") in message
    message.encode("ascii")


def test_places_count_characters_not_bytes() -> None:
    assert "'x' at character 27)" in _refused("4k4/9/9/9/9/9/9/9/4K4 b - x\N{SNOWMAN}")
    assert "at character 5)" in _refused("4k4/\N{PILE OF POO}/x")


@pytest.mark.parametrize("place", range(len(START) + 1))
def test_an_embedded_nul_is_refused_anywhere(place: int) -> None:
    _refused(START[:place] + "\0" + START[place:])


@pytest.mark.parametrize(
    "value", [None, 0, 1.5, START.encode(), bytearray(b"x"), [START], object()]
)
def test_what_is_no_text_is_a_type_error(value: object) -> None:
    board = sf.Board(f"{KINGS} w 2P 7")
    for call in (sf.Board, board.set_sfen):
        with pytest.raises(TypeError):
            call(value)
    assert board.sfen() == f"{KINGS} w 2P 7"


def test_strict_is_a_keyword() -> None:
    with pytest.raises(TypeError):
        sf.Board(START, True)


MEGABYTES = 10_000_000


@pytest.mark.parametrize(
    "text",
    [
        "9" * MEGABYTES,
        "/" * MEGABYTES,
        "+" * MEGABYTES,
        "9/" * (MEGABYTES // 2),
        " " * MEGABYTES,
        "\0" * MEGABYTES,
        "歩" * MEGABYTES,
        "\ud800" * MEGABYTES,
        KINGS + " " + "b" * MEGABYTES,
        KINGS + " b " + "P" * MEGABYTES,
        KINGS + " b " + "1" * MEGABYTES,
        KINGS + " b " + "1" * MEGABYTES + "P",
        KINGS + " b - " + "9" * MEGABYTES,
        KINGS + " b - 1 " + "x" * MEGABYTES,
        START + " x" * (MEGABYTES // 2),
        "startpos" * (MEGABYTES // 8),
    ],
    ids=[
        *("digits", "slashes", "plusses", "ranks", "blanks", "nuls", "kanji", "surrogates"),
        *("sides", "hand letters", "hand digits", "a count", "ply digits", "a word", "words"),
        "startpos",
    ],
)
def test_texts_of_ten_megabytes(text: str) -> None:
    message = _refused(text)
    assert len(message) < 2_000


def test_ten_megabytes_of_blanks_are_still_blanks() -> None:
    blanks = " \n" * (MEGABYTES // 2)
    assert sf.Board(blanks + START.replace(" ", blanks) + blanks).sfen() == START


def test_a_message_is_short_whatever_was_refused() -> None:
    blanks = " " * MEGABYTES
    assert len(_refused(f"4k4/9/9/9/4P4/9/4P4/9/4K4{blanks}b - 1", strict=True)) < 2_000


def test_forty_pieces_besides_the_kings_are_read_everywhere() -> None:
    # A published perft list has a position of 41 men, and so have two of the SFEN cases.
    pawns = "ppppppppp/" * 4
    for most in (f"4k4/{pawns}pppp5/9/9/4K4 b - 1", f"4k4/{pawns}p8/9/9/4K4 b 3P 1"):
        assert sf.Board(most).sfen() == most
        for count in (sf.perft, sf.perft_stats):
            count(most, 2)
    # Without kings there are no more: a hand could otherwise take all 41 by captures.
    for kings in (("4k4", "4K4"), ("4k4", "9"), ("9", "9")):
        for board, hand in ((f"{pawns}ppppp4", "-"), (f"{pawns}p8", "4P")):
            text = f"{kings[0]}/{board}/9/9/{kings[1]} b {hand} 1"
            assert "more than 40 pieces besides the kings" in _refused(text)
            for refuse in (sf.perft, sf.divide, sf.perft_stats):
                with pytest.raises(sf.InvalidSfenError, match="more than 40 pieces"):
                    refuse(text, 1)


# -- Flagged ------------------------------------------------------------------------------------

FLAGGED = [
    ("4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1", Status.TWO_PAWNS),
    ("4k4/9/9/9/4P4/9/4P4/9/4K4 w - 1", Status.TWO_PAWNS),
    ("4k4/9/9/p8/p8/9/9/9/4K4 b - 1", Status.TWO_PAWNS),
    ("k8/8p/8p/9/9/9/9/9/4K4 b - 1", Status.TWO_PAWNS),
    ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", Status.DEAD_PIECE),
    ("L3k4/9/9/9/9/9/9/9/4K4 b - 1", Status.DEAD_PIECE),
    ("N3k4/9/9/9/9/9/9/9/4K4 b - 1", Status.DEAD_PIECE),
    ("4k4/N8/9/9/9/9/9/9/4K4 b - 1", Status.DEAD_PIECE),
    ("4k4/9/9/9/9/9/9/9/p3K4 b - 1", Status.DEAD_PIECE),
    ("4k4/9/9/9/9/9/9/9/4K3l b - 1", Status.DEAD_PIECE),
    ("4k4/9/9/9/9/9/9/9/4K3n b - 1", Status.DEAD_PIECE),
    ("4k4/9/9/9/9/9/9/8n/4K4 b - 1", Status.DEAD_PIECE),
    ("4k4/9/9/9/2RRR4/9/9/9/3K5 w - 1", Status.TOO_MANY_OF_KIND),
    ("4k4/9/9/9/2R1+R4/9/9/9/3K5 w R 1", Status.TOO_MANY_OF_KIND),
    ("4k4/9/9/9/2R6/9/9/9/3K5 w 2r 1", Status.TOO_MANY_OF_KIND),
    ("4k4/9/9/9/9/9/9/9/3K5 w 2B2b 1", Status.TOO_MANY_OF_KIND),
    ("4k4/9/9/9/9/9/9/9/3K5 w 18P18p 1", Status.TOO_MANY_OF_KIND),
    ("4k4/9/9/9/+L+L+L+L5/9/9/9/3K5 w l 1", Status.TOO_MANY_OF_KIND),
    ("4k4/9/9/9/NN+N+n5/9/9/9/3K5 w n 1", Status.TOO_MANY_OF_KIND),
    ("4k4/9/9/9/S+S+ss5/9/9/9/3K5 w s 1", Status.TOO_MANY_OF_KIND),
    ("4k4/9/9/9/GGgg5/9/9/9/3K5 w G 1", Status.TOO_MANY_OF_KIND),
    ("4k4/9/9/9/+P8/9/9/9/3K5 w 18p 1", Status.TOO_MANY_OF_KIND),
    ("4k4/9/9/9/4R4/9/9/9/3K5 b - 1", Status.OPPOSITE_CHECK),
    ("4k4/9/9/9/4r4/9/9/9/4K4 w - 1", Status.OPPOSITE_CHECK),
    ("9/9/9/9/4k4/4K4/9/9/9 b - 1", Status.OPPOSITE_CHECK),
    ("4k4/4P4/9/9/9/9/9/9/9 b - 1", Status.OPPOSITE_CHECK),
    (
        "P3k4/9/9/9/4P4/9/R3R3R/9/K3P4 b - 1",
        Status.TWO_PAWNS | Status.DEAD_PIECE | Status.TOO_MANY_OF_KIND,
    ),
    (
        "P3k4/4R4/9/9/P8/9/R7R/9/K8 b - 1",
        Status.TWO_PAWNS | Status.DEAD_PIECE | Status.TOO_MANY_OF_KIND | Status.OPPOSITE_CHECK,
    ),
]


@pytest.mark.parametrize(("sfen", "status"), FLAGGED)
def test_accepted_and_flagged(sfen: str, status: Status) -> None:
    board = sf.Board(sfen)
    assert board.sfen() == sfen
    assert board.status() == status
    assert isinstance(board.status(), Status)
    assert board.is_valid() is False
    _refused(sfen, strict=True)


@pytest.mark.parametrize(
    "sfen",
    [
        START,
        f"{KINGS} b - 1",
        "9/9/9/9/9/9/9/9/9 b - 1",  # one king or none is valid
        "9/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        "4k4/9/9/9/9/9/9/9/9 b - 1",
        "9/9/9/9/4P4/9/9/9/9 w - 1",
        "4k4/9/9/9/4R4/9/9/9/4K4 w - 1",  # in check, to move
        "k8/4P4/4+P4/4p4/9/9/9/9/4K4 b - 1",  # a tokin is no second pawn, nor is an enemy pawn
        "+P3k4/9/9/9/9/9/9/9/4K3+n b - 1",
        "9/8P/9/9/9/9/9/P8/9 b - 1",
        "p3k4/9/N8/9/9/9/8n/9/4K3P b - 1",
    ],
)
def test_valid(sfen: str) -> None:
    board = sf.Board(sfen, strict=True)
    assert board.status() == Status.VALID
    assert not board.status()
    assert board.is_valid() is True


def test_status_follows_the_board() -> None:
    board = sf.Board("4k4/9/9/9/9/9/9/9/R3K4 b P 1")
    board.push_usi("9i9a")
    assert board.is_valid()  # White is in check and to move
    board = sf.Board("4k4/9/9/9/4r4/4R4/9/9/4K4 b R 1")
    assert board.status() == Status.TOO_MANY_OF_KIND
    board.push_usi("5f5e")
    assert board.status() == Status.TOO_MANY_OF_KIND


# -- Random texts -------------------------------------------------------------------------------

seeds = st.integers(0, 2**64 - 1)


@given(seeds, st.sampled_from([random_sparse_sfen, random_slider_sfen]))
def test_what_the_reference_writes_is_read_and_written_again(seed: int, draw: object) -> None:
    assert callable(draw)
    sfen = draw(random.Random(seed))
    board = sf.Board(sfen)
    assert board.sfen() == sfen == Reference(sfen).sfen()
    assert board.turn == Reference(sfen).turn
    assert board.ply == Reference(sfen).ply
    names = {
        "nifu": Status.TWO_PAWNS,
        "dead": Status.DEAD_PIECE,
        "surplus": Status.TOO_MANY_OF_KIND,
        "check": Status.OPPOSITE_CHECK,
    }
    assert board.status() == sum(names[flag] for flag in flags(sfen))


SET = {"P": 18, "L": 4, "N": 4, "S": 4, "B": 2, "R": 2, "G": 4}
BLANKS = " \t\n\v\f\r"


def _canonical(text: str) -> str | None:
    """Return what a text should be read as, or None if it should be refused: slow and by the book."""
    fields = [field for field in re.split(f"[{BLANKS}]+", text) if field]
    if fields == ["startpos"]:
        return START
    if not 2 <= len(fields) <= 4 or fields[1] not in ("b", "w"):
        return None
    board, side, hands, ply = fields + ["-", "1"][len(fields) - 2 :]
    ranks = board.split("/")
    written = []
    pieces = 0
    for rank in ranks:
        if not re.fullmatch(r"(\+?[PLNSBRplnsbr]|[GKgk]|[1-9])*", rank):
            return None
        squares = re.sub("[1-9]", lambda digit: "." * int(digit[0]), rank)
        if len(squares.replace("+", "")) != 9:
            return None
        pieces += sum(letter.isalpha() for letter in rank)
        written.append(re.sub(r"\.+", lambda run: str(len(run[0])), squares))
    if len(ranks) != 9 or board.count("K") > 1 or board.count("k") > 1:
        return None
    held = dict.fromkeys("RBGSNLPrbgsnlp", 0)
    if hands != "-":
        if not re.fullmatch(r"(([1-9][0-9]*)?[PLNSBRGplnsbrg])+", hands):
            return None
        for count, letter in re.findall(r"([0-9]*)([A-Za-z])", hands):
            held[letter] += int(count or 1)
    if any(held[letter] > SET[letter.upper()] for letter in held):
        return None
    if pieces + sum(held.values()) > 40:
        return None
    if not re.fullmatch("[0-9]{1,20}", ply) or int(ply) > 99_999:
        return None
    hand = "".join(
        (str(count) if count > 1 else "") + letter for letter, count in held.items() if count
    )
    return f"{'/'.join(written)} {side} {hand or '-'} {int(ply)}"


def test_the_book_itself() -> None:
    for texts in REFUSED.values():
        for marked in texts:
            assert _canonical(re.sub("[«»]", "", marked)) is None, marked
    for sfen, _ in FLAGGED:
        assert _canonical(sfen) == sfen


CHARACTERS = st.one_of(
    st.sampled_from("plnsbrgkPLNSBRGK+/-123456789019 \t\n"),
    st.sampled_from(string.printable + "\0\x1c\xa0Ｋ歩１－\u3000\ud800"),
)
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 2), CHARACTERS), max_size=4)


@given(seeds, EDITS)
@example(0, [(0.0, 0, " ")])
def test_edited_texts_are_read_or_refused_by_the_book(
    seed: int, edits: list[tuple[float, int, str]]
) -> None:
    rng = random.Random(seed)
    text = rng.choice((random_sparse_sfen(rng), random_slider_sfen(rng), START, "startpos"))
    text = text[: rng.choice((len(text), len(text), rng.randint(0, len(text))))]
    for where, removed, added in edits:
        place = int(where * len(text))
        text = text[:place] + added + text[place + removed :]
    expected = _canonical(text)
    if expected is None:
        _refused(text)
    else:
        assert sf.Board(text).sfen() == expected


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused_by_the_book(text: str) -> None:
    expected = _canonical(text)
    if expected is None:
        _refused(text)
    else:
        assert sf.Board(text).sfen() == expected


def test_what_moves_lead_to_is_written_though_it_is_not_read() -> None:
    board = sf.Board("4k4/9/9/9/9/9/9/9/4K4 b - 99999")
    board.push_usi("5i5h")
    assert board.sfen() == "4k4/9/9/9/9/9/9/4K4/9 w - 100000"
    # A third rook in hand, where a set has two.
    many = sf.Board("4k4/9/9/9/9/9/9/4r4/4K4 b 2R 1")
    many.push_usi("5i5h")
    assert many.sfen() == "4k4/9/9/9/9/9/9/4K4/9 w 3R 2"
    for text in (board.sfen(), many.sfen()):
        with pytest.raises(sf.InvalidSfenError):
            sf.Board(text)
