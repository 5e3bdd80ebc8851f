"""Suite files: both formats, and what is refused with file and line."""

import codecs
import csv
from pathlib import Path

import pytest

from shogi_fast import STARTING_SFEN, Board
from shogi_fast.suite import SuiteError, SuiteRow, read_suite

PERFT_CSV = Path(__file__).parent / "data" / "perft.csv"
SPARSE = "4k4/9/9/9/9/9/9/9/4K4 b - 1"
HEADER = "sfen,depth,nodes\n"


@pytest.fixture
def suite(tmp_path):
    """Return a function that writes a suite file and reads it, and has the path as `path`."""

    def read(content):
        read.path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_suite(read.path)

    read.path = tmp_path / "suite"
    return read


def refusal(suite, content):
    """Return the message of a refused file, without the directory."""
    with pytest.raises(SuiteError) as caught:
        suite(content)
    return str(caught.value).replace(str(suite.path), "FILE")


def test_the_project_suite():
    with PERFT_CSV.open(newline="", encoding="utf-8") as file:
        expected = [
            SuiteRow(line, row["sfen"], int(row["depth"]), int(row["nodes"]))
            for line, row in enumerate(csv.DictReader(file), start=2)
        ]
    assert read_suite(PERFT_CSV) == expected
    assert read_suite(str(PERFT_CSV)) == expected


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize("last", [True, False])
def test_csv_line_ends_and_byte_order_mark(suite, line_end, mark, last):
    text = line_end.join(["sfen,depth,nodes", f"{SPARSE},1,5", f"{SPARSE},2,25"])
    rows = suite(mark + (text + line_end * last).encode())
    assert rows == [SuiteRow(2, SPARSE, 1, 5), SuiteRow(3, SPARSE, 2, 25)]


def test_csv_columns_in_any_order_with_comments_and_blank_lines(suite):
    rows = suite(
        "# from somewhere, and\n"
        "\n"
        'Nodes, source ,SFEN,"depth"\n'
        '5,"a, ""quoted"" source",' + SPARSE + ",1\n"
        "  # more\n"
        f"25,,{SPARSE},2,surplus\n"
    )
    assert rows == [SuiteRow(4, SPARSE, 1, 5), SuiteRow(6, SPARSE, 2, 25)]


def test_csv_field_over_two_lines(suite):
    rows = suite(f'sfen,depth,nodes,source\n{SPARSE},1,5,"one\ntwo"\n{SPARSE},2,25,\n')
    assert rows[-1] == SuiteRow(4, SPARSE, 2, 25)


def test_perft_lines(suite):
    rows = suite(
        "# start\n"
        f"{STARTING_SFEN} ;D1 30 ;D2 900 # more is known\n"
        "\n"
        "startpos;D3 25470;\n"
        f"{SPARSE}\n"
        ";D1 5\n"
        "  ; d2  25 ;D3\t145\n"
    )
    assert rows == [
        SuiteRow(2, STARTING_SFEN, 1, 30),
        SuiteRow(2, STARTING_SFEN, 2, 900),
        SuiteRow(4, "startpos", 3, 25470),
        SuiteRow(6, SPARSE, 1, 5),
        SuiteRow(7, SPARSE, 2, 25),
        SuiteRow(7, SPARSE, 3, 145),
    ]


def test_perft_lines_with_carriage_returns_and_byte_order_mark(suite):
    rows = suite(codecs.BOM_UTF8 + f"{SPARSE} ;D1 5\r\n{SPARSE} ;D2 25\r\n".encode())
    assert rows == [SuiteRow(1, SPARSE, 1, 5), SuiteRow(2, SPARSE, 2, 25)]


def test_a_form_feed_ends_no_line(suite):
    assert suite(f"\f{SPARSE} ;D1 5\n")[0].line == 1
    assert refusal(suite, f"# a\f\v\x1c\u2028b\n{SPARSE} ;E1 5\n").startswith("FILE:2: ")


def test_limits_of_depth_and_nodes(suite):
    most = 2**64 - 1
    assert suite(f"{SPARSE} ;D255 {most} ;D0 1\n") == [
        SuiteRow(1, SPARSE, 255, most),
        SuiteRow(1, SPARSE, 0, 1),
    ]


def test_a_published_position_has_41_pieces():
    """One position of perft.csv has 39 men besides the kings, and is flagged, not refused."""
    flagged = {row.sfen for row in read_suite(PERFT_CSV) if not Board(row.sfen).is_valid()}
    assert "kl7/1p7/9/9/9/9/9/7P1/7LK b RB2G2S2N2L8Prb2g2s2nl8p 1" in flagged


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "FILE: no positions in this file"),
        ("\n# nothing\n \n", "FILE: no positions in this file"),
        (HEADER, "FILE: no positions in this file"),
        ("sfen,nodes\n", "FILE:1: the header has no column depth"),
        ("#\n\na,b\n", "FILE:3: the header has no column sfen, depth, nodes"),
        (HEADER + f"{SPARSE},1\n", "FILE:2: 2 of 3 fields"),
        (HEADER + f"{SPARSE},1,5\n\n{SPARSE},x,5\n", "FILE:4: depth is not a whole number: 'x'"),
        (HEADER + f"{SPARSE},1,5.0\n", "FILE:2: nodes is not a whole number: '5.0'"),
        (HEADER + f"{SPARSE},1,\n", "FILE:2: nodes is not a whole number: ''"),
        (HEADER + f"{SPARSE},-1,5\n", "FILE:2: depth is not a whole number: '-1'"),
        (HEADER + f"{SPARSE},1,５\n", "FILE:2: nodes is not a whole number: '５'"),
        (HEADER + f"{SPARSE},1,1_0\n", "FILE:2: nodes is not a whole number: '1_0'"),
        (HEADER + f"{SPARSE},256,5\n", "FILE:2: the depth is above 255: 256"),
        (f"{SPARSE} ;D256 5\n", "FILE:1: the depth is above 255: 256"),
        (f"{SPARSE} ;D1\n", "FILE:1: 'D1' is not a count such as 'D3 25470'"),
        (f"{SPARSE} ;D1 5 ;perft 2 25\n", "FILE:1: 'perft 2 25' is not a count such as 'D3 25470'"),
        (
            f"{SPARSE} ;D1 {'9' * 21}\n",
            f"FILE:1: 'D1 {'9' * 21}' is not a count such as 'D3 25470'",
        ),
        (";D1 5\n", "FILE:1: counts before any position"),
        (f"{SPARSE}\n{SPARSE} ;D1 5\n", "FILE:1: no counts for this position"),
        (f"{SPARSE} ;D1 5\n\n{SPARSE}\n", "FILE:3: no counts for this position"),
        (f"{SPARSE} ;\n", "FILE:1: no counts for this position"),
        (b"\xef\xbb\xbf# a\n\xff\n", "FILE:2: not UTF-8 text: byte 0xff"),
        ("# \n# 将".encode("cp932"), "FILE:2: not UTF-8 text: byte 0x8f"),
        (f"{SPARSE} ;D1 5\n;D2\0 25\n", "FILE:2: not a text file: it has a NUL character"),
    ],
)
def test_what_is_refused(suite, content, message):
    assert refusal(suite, content) == message


@pytest.mark.parametrize(
    "content",
    [
        f"{SPARSE} ;D1 5\n4k4/9 b - 1 ;D1 5\n",
        f"{HEADER}4k4/9/9/9/9/9/9/9/4K3 b - 1,1,5\n",
        f"{HEADER},1,5\n",
        f"{HEADER}{SPARSE},1,5\n{SPARSE} extra words,1,5\n",
    ],
)
def test_a_bad_position_is_named_before_anything_is_counted(suite, content):
    line = content.rstrip("\n").count("\n") + 1
    assert refusal(suite, content).startswith(f"FILE:{line}: ")


def test_a_quote_that_is_never_closed(suite):
    assert refusal(suite, HEADER + f'{SPARSE},1,"5\n\n').startswith("FILE:2: ")


def test_a_field_of_a_megabyte(suite):
    assert refusal(suite, HEADER + "x" * 1_000_000 + ",1,5\n").startswith("FILE:2: ")


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_suite(tmp_path / "absent")
    with pytest.raises(OSError, match=r".*"):  # a directory: which OSError depends on the system
        read_suite(tmp_path)
