"""The command: its counts, suites, drawings, errors and exit statuses."""

import io
import json
import re
import subprocess
import sys

import pytest
from cli_helpers import (
    COMMAND,
    DATA,
    NODES,
    PERFT,
    START,
    FakeTerminal,
    environment,
    numbers,
    run,
    screenful,
    table,
)

import shogi_fast as sf
from shogi_fast import terminal
from shogi_fast.cli import main

# From DESIGN.md: a middle game with 207 moves, the position with 593.
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
PIECES_41 = "kl7/1p7/9/9/9/9/9/7P1/7LK b RB2G2S2N2L8Prb2g2s2nl8p 1"
MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"  # gold at 5b, held by the pawn at 5c
STATS = ("nodes", "captures", "promotions", "drops", "checks", "mates")
PERFT_STATS = {
    (row["sfen"], int(row["depth"])): {name: int(row[name]) for name in STATS}
    for row in table("perft_stats.csv")
    if row["verified_by"] != "NOT RERUN"
}


@pytest.fixture
def command(capsys):
    """Return a function that runs the command in this process: status, stdout, stderr."""

    def call(*arguments):
        status = main(list(arguments))
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture
def succeed(command):
    """Return a function that runs the command, expects success, and returns its output."""

    def call(*arguments):
        status, out, err = command(*arguments)
        assert (status, err) == (0, "")
        return out

    return call


# ---- perft DEPTH -----------------------------------------------------------------------------


@pytest.mark.parametrize(("sfen", "depth"), [(START, 4), (MIDDLE, 3), (MOST, 2), (PIECES_41, 2)])
@pytest.mark.parametrize("method", [None, "auto", "pairs", "visit", "bulk"])
def test_counts_for_each_depth(succeed, sfen, depth, method):
    options = [] if method is None else ["--method", method]
    heading, *lines = succeed("perft", str(depth), "--sfen", sfen, *options).splitlines()
    assert heading.split() == ["depth", "nodes", "seconds", "nodes/s"]
    rows = [numbers(line) for line in lines]
    known = {d: nodes for (position, d), nodes in NODES.items() if position == sfen}
    if sfen == MIDDLE:  # as perft_stats.csv has it
        known = {d: row["nodes"] for (s, d), row in PERFT_STATS.items() if s == sfen}
    assert [(row[0], row[1]) for row in rows] == [(d, known[d]) for d in range(1, depth + 1)]
    for _, nodes, seconds, rate in rows:
        assert seconds >= 0
        assert rate > 0
        if seconds > 0.01:  # printed to the millisecond
            assert rate == pytest.approx(nodes / seconds, rel=0.1)


def test_the_initial_position_is_the_default(succeed):
    assert numbers(succeed("perft", "1").splitlines()[1])[1] == NODES[START, 1]
    out = json.loads(succeed("perft", "1", "--json"))
    assert out["sfen"] == START


def test_startpos_is_a_position(succeed):
    assert numbers(succeed("perft", "1", "--sfen", "startpos").splitlines()[1])[1] == 30


def test_columns_are_aligned_with_thousands_separators(succeed):
    for options in ([], ["--stats"]):
        lines = succeed("perft", "4", *options).splitlines()
        assert len({len(line) for line in lines}) == 1
        assert re.search(r" 719,731\b", lines[4])
        ends = [[match.end() for match in re.finditer(r"\S+", line)] for line in lines]
        assert all(end == ends[0] for end in ends)
        assert len(lines[0]) <= 80


def test_depth_0_is_the_position_itself(succeed):
    rows = succeed("perft", "0").splitlines()[1:]
    assert [numbers(row)[:2] for row in rows] == [[0, 1]]
    assert json.loads(succeed("perft", "0", "--json", "--stats"))["nodes"] == 1


def test_a_mated_position_counts_nothing(succeed):
    rows = succeed("perft", "2", "--sfen", MATED).splitlines()[1:]
    assert [numbers(row)[:2] for row in rows] == [[1, 0], [2, 0]]
    assert succeed("perft", "2", "--divide", "--sfen", MATED) == "total: 0\n"


def test_json_has_an_object_for_each_depth(succeed):
    rows = [json.loads(line) for line in succeed("perft", "4", "--json").splitlines()]
    assert [(row["depth"], row["nodes"]) for row in rows] == [
        (depth, NODES[START, depth]) for depth in (1, 2, 3, 4)
    ]
    for row in rows:
        assert set(row) == {"sfen", "depth", "nodes", "seconds", "nodes_per_second"}
        assert row["sfen"] == START
        assert type(row["nodes"]) is type(row["nodes_per_second"]) is int
        assert type(row["seconds"]) is float


def test_each_depth_is_printed_when_it_is_known(monkeypatch, capsys):
    seen = []

    def perft(sfen, depth, **options):
        seen.append(capsys.readouterr().out.count("\n"))
        return depth

    monkeypatch.setattr(sf, "perft", perft)
    assert main(["perft", "3"]) == 0
    assert seen == [0, 1, 1, 1]  # the position is looked at before the heading is printed


# ---- --stats ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("sfen", "depth"), [(START, 4), (MIDDLE, 2), (MOST, 2)])
def test_stats(succeed, sfen, depth):
    expected = [PERFT_STATS[sfen, d] for d in range(1, depth + 1)]
    heading, *lines = succeed("perft", str(depth), "--stats", "--sfen", sfen).splitlines()
    assert heading.split() == ["depth", *STATS]
    assert [numbers(line) for line in lines] == [
        [d, *row.values()] for d, row in enumerate(expected, start=1)
    ]
    lines = succeed("perft", str(depth), "--stats", "--sfen", sfen, "--json").splitlines()
    for row, right in zip(map(json.loads, lines), expected, strict=True):
        assert set(row) == {"sfen", "depth", *STATS, "seconds", "nodes_per_second"}
        assert {name: row[name] for name in STATS} == right


# ---- --divide --------------------------------------------------------------------------------


@pytest.mark.parametrize(("sfen", "depth"), [(START, 3), (MIDDLE, 2), (MOST, 2)])
def test_divide(succeed, sfen, depth):
    total = PERFT_STATS[sfen, depth]["nodes"]
    moves = PERFT_STATS[sfen, 1]["nodes"]
    *lines, last = succeed("perft", str(depth), "--divide", "--sfen", sfen).splitlines()
    assert last == f"total: {total}"
    pairs = [line.split(": ") for line in lines]
    assert len(pairs) == moves
    assert sum(int(nodes) for _, nodes in pairs) == total
    names = [name for name, _ in pairs]
    assert names == sorted(set(names))
    assert all(
        re.fullmatch(r"[1-9][a-i][1-9][a-i]\+?|[RBGSNLP]\*[1-9][a-i]", name) for name in names
    )

    *rows, whole = map(
        json.loads, succeed("perft", str(depth), "--divide", "--sfen", sfen, "--json").splitlines()
    )
    assert rows == [{"depth": depth, "move": name, "nodes": int(nodes)} for name, nodes in pairs]
    assert set(whole) == {"sfen", "depth", "nodes", "seconds", "nodes_per_second", "moves"}
    assert (whole["sfen"], whole["depth"]) == (sfen, depth)
    assert (whole["nodes"], whole["moves"]) == (total, moves)


def test_divide_below_each_move_is_what_perft_says(succeed):
    """7g7f and 2g2f: the positions after them are rows of no file, but perft of them is a count."""
    lines = succeed("perft", "3", "--divide").splitlines()
    for move in ("7g7f", "2g2f", "5i5h"):
        board = sf.Board()
        board.push_usi(move)
        assert f"{move}: {sf.perft(board, 2, method='visit')}" in lines


def test_divide_by_each_method(succeed):
    outputs = {
        succeed("perft", "3", "--divide", "--method", m) for m in ("auto", "pairs", "visit", "bulk")
    }
    assert len(outputs) == 1


# ---- --plan ----------------------------------------------------------------------------------


def test_plan_of_a_deep_count(succeed):
    out = succeed("perft", "8", "--plan", "--threads", "2")
    found = re.fullmatch(
        r"find the positions at ply 5: some ([\d,]+), (\d+) MiB\n"
        r"count below each by pairs\n"
        r"some ([\d,]+) nodes in about [\d.,e+]+ seconds, threads: 2\n",
        out,
    )
    assert found
    # 2,104,540 positions (DESIGN), 416,062,133,009 nodes (tests/data/perft.csv).
    assert 1 < int(found[1].replace(",", "")) / 2_104_540 < 1.5
    assert 0.6 < int(found[3].replace(",", "")) / 416_062_133_009 < 1.6


def test_plan_as_json(succeed):
    arguments = ("perft", "8", "--plan", "--json", "--threads", "2")
    plans = [
        json.loads(succeed(*arguments, *more))
        for more in ([], ["--memory-mb", "50"], ["--frontier", "3"], ["--method", "bulk"])
    ]
    assert [plan["frontier"] for plan in plans] == [5, 4, 3, 0]
    assert [plan["method"] for plan in plans] == ["pairs"] * 3 + ["bulk"]
    assert {plan["depth"] for plan in plans} == {8}
    assert plans[0]["seconds"] < plans[3]["seconds"]


def test_plan_of_a_small_count(succeed):
    out = succeed("perft", "2", "--plan", "--sfen", MATED)
    assert out.startswith("walk the tree by pairs\nsome 0 nodes in about ")


# ---- --suite ---------------------------------------------------------------------------------


def test_the_project_suite(succeed):
    limit = 100_000
    chosen = [nodes for nodes in NODES.values() if nodes <= limit]
    rows = [int(row["nodes"]) for row in PERFT]
    right = sum(nodes <= limit for nodes in rows)
    assert right >= len(chosen) > 300
    out = succeed("perft", "--suite", str(DATA / "perft.csv"), "--max-nodes", str(limit))
    total = sum(nodes for nodes in rows if nodes <= limit)
    skipped = len(rows) - right
    assert out.startswith(
        f"{right} right, 0 wrong, {skipped} skipped (more than 100,000 nodes); {total:,} nodes in "
    )
    assert out.count("\n") == 1

    lines = succeed(
        "perft", "--suite", str(DATA / "perft.csv"), "--max-nodes", str(limit), "--json",
        "--method", "visit",
    ).splitlines()  # fmt: skip
    *checked, summary = map(json.loads, lines)
    expected = [
        (line, row["sfen"], int(row["depth"]), int(row["nodes"]))
        for line, row in enumerate(PERFT, start=2)
        if int(row["nodes"]) <= limit
    ]
    keys = ("line", "sfen", "depth", "expected")
    assert [tuple(row[key] for key in keys) for row in checked] == expected
    assert all(row["ok"] is True and row["nodes"] == row["expected"] for row in checked)
    assert {key: summary[key] for key in ("right", "wrong", "skipped", "nodes")} == {
        "right": right, "wrong": 0, "skipped": skipped, "nodes": total,
    }  # fmt: skip
    assert set(summary) - {"right", "wrong", "skipped", "nodes"} == {"seconds", "nodes_per_second"}


@pytest.fixture
def wrong_suite(tmp_path):
    path = tmp_path / "wrong.txt"
    path.write_text(f"# one is wrong\n{START} ;D1 30 ;D2 901 ;D3 25470\n;D4 719731\n")
    return path


def test_a_wrong_count_is_shown_and_status_is_1(command, wrong_suite):
    status, out, err = command("perft", "--suite", str(wrong_suite), "--max-nodes", "25470")
    assert (status, err) == (1, "")
    failure, summary = out.splitlines()
    assert failure == f"{wrong_suite}:2: depth 2: 901 expected, 900 counted: {START}"
    assert summary.startswith("2 right, 1 wrong, 1 skipped (more than 25,470 nodes); 26,400 nodes")

    status, out, err = command("perft", "--suite", str(wrong_suite), "--json")
    assert (status, err) == (1, "")
    *rows, summary = map(json.loads, out.splitlines())
    assert [(row["depth"], row["ok"]) for row in rows] == [
        (1, True), (2, False), (3, True), (4, True),
    ]  # fmt: skip
    assert (rows[1]["line"], rows[1]["expected"], rows[1]["nodes"]) == (2, 901, 900)
    assert (summary["right"], summary["wrong"], summary["skipped"]) == (3, 1, 0)


def test_a_suite_all_of_which_is_skipped(succeed, wrong_suite):
    out = succeed("perft", "--suite", str(wrong_suite), "--max-nodes", "0")
    assert out.startswith("0 right, 0 wrong, 4 skipped")


def test_status_of_a_suite_as_a_process(wrong_suite):
    assert run("perft", "--suite", str(wrong_suite)).returncode == 1
    assert run("perft", "--suite", str(wrong_suite), "--max-nodes", "30").returncode == 0


def test_the_suite_bar_weighs_rows_by_their_nodes(monkeypatch, tmp_path):
    """And a position without a move does no harm."""
    updates = []
    monkeypatch.setattr(terminal.ProgressBar, "update", lambda bar, *share: updates.append(share))
    monkeypatch.setattr(sys, "stderr", FakeTerminal())
    path = tmp_path / "suite.txt"
    path.write_text(f"{START} ;D1 30 ;D2 900\n{MATED} ;D1 0\n{START} ;D3 25470\n")
    assert main(["perft", "--suite", str(path)]) == 0
    assert updates[-1] == (26400, 26400, 26400)
    assert updates == sorted(updates)
    # Weight and nodes are the same where all counts are right.
    assert {(30, 30), (930, 930)} <= {(done, nodes) for done, _, nodes in updates}


# ---- show ------------------------------------------------------------------------------------


def test_show_in_kanji(succeed):
    lines = succeed("show", START).splitlines()
    assert len(lines) == 15
    assert lines[0] == "White's hand: none"
    assert lines[3] == "|v香v桂v銀v金v玉v金v銀v桂v香|一"
    assert lines[10] == "| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八"
    assert lines[13] == "Black's hand: none"
    assert lines[14] == "Black to move, ply 1, 30 legal moves"


def test_show_in_ascii(succeed):
    out = succeed("show", MOST, "--ascii")
    assert out.isascii()
    lines = out.splitlines()
    assert lines[0] == "White's hand: 3g 3n 17p"
    assert lines[4] == "| .  .  K  .  S  .  S  S  k |b"
    assert lines[13:] == ["Black's hand: R B G S N L P", "Black to move, ply 1, 593 legal moves"]


def test_show_takes_a_position_without_quotes(succeed):
    assert succeed("show", *START.split()) == succeed("show", START)
    assert succeed("show", *START.split(), "--ascii") == succeed("show", "--ascii", START)


def test_show_reads_any_accepted_sfen(succeed):
    canonical = succeed("show", MIDDLE, "--ascii")
    unordered = MIDDLE.replace("RGgsn5p", "5pnsgGR")
    assert succeed("show", f"  {unordered} ", "--ascii") == canonical
    assert "White to move, ply 1, 207 legal moves" in canonical
    assert succeed("show", "startpos") == succeed("show", START)


@pytest.mark.parametrize(
    ("sfen", "notes"),
    [
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", ["Black to move, ply 1, 5 legal moves"]),
        ("4k4/9/4R4/9/9/9/9/9/4K4 w - 8", ["White to move, ply 8, 4 legal moves",
                                          "White is in check"]),
        (MATED, ["White to move, ply 1, 0 legal moves", "White is checkmated"]),
        ("k8/P8/1+P7/9/9/9/9/9/4K4 w - 1", None),
        ("k8/2R6/9/9/9/9/9/9/K8 w - 1", ["White to move, ply 1, 1 legal move"]),
        ("9/9/9/9/9/9/9/9/9 b - 1", ["Black to move, ply 1, 0 legal moves"]),
    ],
)  # fmt: skip
def test_notes_below_the_board(succeed, sfen, notes):
    lines = succeed("show", sfen).splitlines()[14:]
    if notes is None:
        assert lines[1] == "White is in check"
    else:
        assert lines == notes


@pytest.mark.parametrize(
    ("sfen", "flag"),
    [
        ("4k4/9/9/9/4P4/4P4/9/9/4K4 b - 1", "TWO_PAWNS"),
        ("4k3P/9/9/9/9/9/9/9/4K4 b - 1", "DEAD_PIECE"),
        ("RRR1k4/9/9/9/9/9/9/9/4K4 w - 1", "TOO_MANY_OF_KIND"),
        ("4k4/9/4R4/9/9/9/9/9/4K4 b - 1", "OPPOSITE_CHECK"),
    ],
)
def test_what_is_irregular_is_named(succeed, sfen, flag):
    last = succeed("show", sfen).splitlines()[-1]
    assert last == "irregular: " + flag.lower().replace("_", " ")
    assert sf.Board(sfen).status() == sf.Status[flag]


def test_several_irregularities(succeed):
    last = succeed("show", "4k3P/8P/4R4/9/9/9/9/9/4K4 b - 1").splitlines()[-1]
    assert last == "irregular: two pawns, dead piece, opposite check"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_letters_where_the_output_has_no_kanji(encoding):
    result = run("show", START, env=environment(PYTHONIOENCODING=encoding, PYTHONUTF8="0"))
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == run("show", START, "--ascii").stdout


def test_letters_in_the_c_locale():
    env = environment(LC_ALL="C", LANG="C", PYTHONCOERCECLOCALE="0", PYTHONUTF8="0")
    result = run("show", START, env=env)
    assert (result.returncode, result.stderr) == (0, "")
    assert "| L  N  S  G  K  G  S  N  L |i" in result.stdout


def test_kanji_where_the_output_has_them():
    result = subprocess.run(
        [*COMMAND, "show", START],
        check=False,
        capture_output=True,
        timeout=60,
        env=environment(PYTHONIOENCODING="cp932", PYTHONUTF8="0"),
    )
    assert result.returncode == 0
    assert "|v香v桂v銀v金v玉v金v銀v桂v香|一" in result.stdout.decode("cp932")


def test_colour_on_request_and_on_terminals_only(succeed, monkeypatch, capsys):
    plain = succeed("show", MIDDLE)
    assert "\x1b" not in plain
    assert succeed("show", MIDDLE, "--color", "never") == plain
    coloured = succeed("show", MIDDLE, "--color", "always")
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain != coloured

    monkeypatch.setenv("TERM", "xterm")
    for no_color, choice, expected in (
        ("", "auto", coloured),
        ("1", "auto", plain),
        ("", "never", plain),
        ("1", "always", coloured),
    ):
        monkeypatch.setenv("NO_COLOR", no_color)
        screen = FakeTerminal()
        monkeypatch.setattr(sys, "stdout", screen)
        assert main(["show", MIDDLE, "--color", choice]) == 0
        assert screen.getvalue() == expected


# ---- help, version, imports ------------------------------------------------------------------


def test_version(succeed):
    assert succeed("--version") == f"shogi-fast {sf.__version__}\n"
    assert run("--version").stdout == f"shogi-fast {sf.__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["perft", "--help"], ["show", "-h"]])
def test_help_tells_the_exit_statuses(succeed, monkeypatch, arguments):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    out = succeed(*arguments)
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 80
    for status in ("0", "1", "2", "130", "141"):
        assert re.search(rf"^  {status} ", out, re.MULTILINE)


def test_help_documents_the_json_fields(succeed, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    out = succeed("perft", "--help")
    rows = (
        ["perft", "1", "--json"], ["perft", "1", "--json", "--stats"],
        ["perft", "1", "--json", "--divide"], ["perft", "1", "--json", "--plan"],
        ["perft", "--json", "--suite", str(DATA / "perft.csv"), "--max-nodes", "5"],
    )  # fmt: skip
    for arguments in rows:
        for line in succeed(*arguments).splitlines():
            for field in json.loads(line):
                assert re.search(rf"\b{field}\b", out), field


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import shogi_fast", ("argparse", "rich", "numpy", "csv", "json")),
        ("import shogi_fast.cli", ("rich", "numpy")),
        ("from shogi_fast.cli import main; main(['perft', '4'])", ("rich", "numpy")),
        ("from shogi_fast.cli import main; main(['show', 'startpos'])", ("rich", "numpy")),
    ],
)
def test_what_is_not_imported(statement, absent):
    code = f"import sys; {statement}; print(set({absent}) & set(sys.modules), file=sys.stderr)"
    result = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment(),
    )
    assert (result.returncode, result.stderr) == (0, "set()\n")


# ---- bad input -------------------------------------------------------------------------------


BAD_INPUT = [
    ([], "required: COMMAND"),
    (["prft", "3"], "'prft'"),
    (["--bogus"], ""),
    (["perft"], "DEPTH or --suite"),
    (["perft", "--plan"], "DEPTH"),
    (["perft", "3", "--plan", "--frontier", "4"], "--frontier runs from 0 to DEPTH, 3, not 4"),
    (["perft", "3", "--plan", "--divide"], "--divide"),
    (["perft", "3", "--plan", "--checkpoint", "c"], "--checkpoint does not go with --plan"),
    (["perft", "-1"], "'-1'"),
    (["perft", "256"], "'256'"),
    (["perft", "x"], "'x'"),
    (["perft", "1.5"], "'1.5'"),
    (["perft", "９"], "0 to 255"),
    (["perft", "1_0"], "'1_0'"),
    (["perft", ""], "''"),
    (["perft", "9" * 5000], "0 to 255"),
    (["perft", "3", "4"], "unrecognized arguments: 4"),
    (["perft", "3", "--bogus"], "--bogus"),
    (["perft", "3", "--div"], "--div"),
    (["perft", "3", "--method", "magic"], "'magic'"),
    (["perft", "3", "--sfen", "xx"], "in 'xx'"),
    (["perft", "3", "--sfen", ""], "nine ranks"),
    (["perft", "3", "--sfen"], "--sfen"),
    (["perft", "3", "--sfen", "4k4/9/9/9/9/9/9/9/4K4 b - 1\0"], ""),
    (["perft", "3", "--sfen", "4k4/9/9/9/9\n/9/9/9/4K4 b - 1"], ""),
    (["perft", "3", "--sfen", "\udcff"], ""),
    (["perft", "3", "--sfen", "9/9/9/9/9/9/9/9/9 b 18P4L4N4S4G2B2R9p 1"], ""),
    (["perft", "3", "--divide", "--stats"], "--stats"),
    (["perft", "0", "--divide"], "at least 1"),
    (["perft", "3", "--stats", "--method", "bulk"], "--method"),
    (["perft", "3", "--max-nodes", "5"], "--suite"),
    (["perft", "3", "--suite", str(DATA / "perft.csv")], "DEPTH"),
    (["perft", "--sfen", START, "--suite", str(DATA / "perft.csv")], "--sfen"),
    (["perft", "--divide", "--suite", str(DATA / "perft.csv")], "--divide"),
    (["perft", "--stats", "--suite", str(DATA / "perft.csv")], "--stats"),
    (["perft", "--suite", str(DATA / "perft.csv"), "--max-nodes", "-1"], "'-1'"),
    (["perft", "--suite", str(DATA / "perft.csv"), "--max-nodes", "1e6"], "'1e6'"),
    (["perft", "--suite", "absent.csv"], "cannot read absent.csv: "),
    (["perft", "--suite", ""], "cannot read "),
    (["perft", "--suite", str(DATA)], f"cannot read {DATA}: "),
    (["perft", "--suite", "a\0b"], "null"),
    (["perft", "--suite", str(DATA / "cases.jsonl")], "cases.jsonl:1: "),
    (["show"], "required: SFEN"),
    (["show", "xx"], "in 'xx'"),
    (["show", "a\0b"], ""),
    (["show", START + " 1"], ""),
    (["show", "4k4/9/9/9/9/9/9/9/4K4 b 18P18p2R2BG 1"], "more than 40 pieces"),
    (["show", START, "--color", "sometimes"], "'sometimes'"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "words"), BAD_INPUT)
def test_bad_input_is_one_line_on_stderr_and_status_2(command, arguments, words):
    status, out, err = command(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("shogi-fast: error: ")
    assert words in err
    assert err.endswith("\n")
    assert err[:-1].isprintable()  # so one line


@pytest.mark.parametrize(
    "arguments", [["perft", "x"], ["show", "xx"], ["perft", "--suite", str(DATA)]]
)
def test_bad_input_as_a_process(arguments):
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(r"shogi-fast: error: [^\n]*\n", result.stderr)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"sfen,depth,nodes\nxx,1,1\n", 2),
        (b"sfen,depth,nodes\n" + START.encode() + b",one,30\n", 2),
        (b"# a\n" + START.encode() + b" ;D1 30\n\xff\n", 3),
        (b"# a\n" + START.encode() + b" ;D1 30\n\n;D2 9\x0000\n", 4),
        (START.encode() + b" ;D1 30\n;mate in 3\n", 2),
    ],
)
def test_a_bad_suite_names_file_and_line(command, tmp_path, content, line):
    path = tmp_path / "suite.txt"
    path.write_bytes(content)
    status, out, err = command("perft", "--suite", str(path))
    assert (status, out) == (2, "")
    assert err.startswith(f"shogi-fast: error: {path}:{line}: ")
    assert err.count("\n") == 1


def test_a_count_beyond_64_bits_is_an_error(command, monkeypatch, wrong_suite):
    def perft(sfen, depth, **options):
        if depth == 0:
            return 1
        raise OverflowError("more than 2 ** 64 - 1 positions")

    monkeypatch.setattr(sf, "perft", perft)
    for arguments in (["perft", "3"], ["perft", "--suite", str(wrong_suite)]):
        status, _, err = command(*arguments)
        assert status == 2
        assert re.fullmatch(r"shogi-fast: error: (.*:2: )?more than 2 \*\* 64 - 1 positions\n", err)


# ---- interrupts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("perft", ["perft", "3"]),
        ("divide", ["perft", "3", "--divide"]),
        ("perft_stats", ["perft", "3", "--stats"]),
        ("perft", ["perft", "--suite", str(DATA / "perft.csv")]),
        ("Board", ["show", START]),
    ],
)
def test_an_interrupt_anywhere_is_status_130(command, monkeypatch, name, arguments):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(sf, name, interrupted)
    status, _, err = command(*arguments)
    assert (status, err) == (130, "interrupted\n")


# ---- streams ---------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["perft", "2"], ["perft", "2", "--divide"]])
def test_lines_are_printed_with_the_bar_gone(monkeypatch, arguments):
    """Both streams are one terminal; the counts seem to take a minute each."""
    screen = FakeTerminal()
    clock = iter(range(0, 10**6, 60))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(terminal, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(arguments) == 0
    assert "100.0 %" in screen.getvalue()
    shown = screenful(screen.getvalue())
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert main(arguments) == 0
    first_two = re.compile(r"^ *(\S+ +\S+)", re.MULTILINE)  # without the seconds
    expected = first_two.findall(sys.stdout.getvalue())
    assert first_two.findall(shown) == expected != []
    assert "%" not in shown


def test_without_standard_streams(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["perft", "2"]) == 0
    assert main(["show", START]) == 0
    assert main(["show", START, "--color", "always"]) == 0
    assert main(["perft", "x"]) == 2
