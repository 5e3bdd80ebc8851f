"""``shogi-fast bench``: the set, what is measured, the table, the chart."""

import json
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_helpers import PERFT, START, FakeTerminal, run, table

import shogi_fast as sf
from shogi_fast import bench, cli, peers
from shogi_fast.bench import SET, Result, draw_results, measure, measure_peers
from shogi_fast.chart import COLORS, LIGHT, STYLE, Bar, Group, bar_chart

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {
    (sf.Board(row["sfen"]).sfen(), int(row["depth"])): int(row["nodes"])
    for row in [*PERFT, *table("bench.csv")]
}
SHALLOW = tuple(
    position._replace(depth=2, nodes={depth: n for depth, n in position.nodes.items() if depth < 3})
    for position in SET
)


@pytest.fixture
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the set be counted to depth 2 only."""
    monkeypatch.setattr(bench, "SET", SHALLOW)


@pytest.fixture
def one_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be one other library, a fast and right one."""
    fake = {"peer": lambda sfen, depth: sf.perft(sfen, depth, method="bulk")}
    monkeypatch.setattr(bench, "PEERS", fake)
    monkeypatch.setattr(bench, "version_of", lambda name: "1.2.3")


def bench_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main(["bench", *arguments])
    return status, *capsys.readouterr()


# ---- the set ---------------------------------------------------------------------------------


def test_the_set_is_what_the_tests_know() -> None:
    names = [position.name for position in SET]
    assert names == ["start", "mid", "max", *(f"middle {n}" for n in range(1, 6))]
    assert SET[0].sfen == START
    for position in SET:
        assert position.depth == max(position.nodes)
        for depth, nodes in position.nodes.items():
            assert nodes == KNOWN[sf.Board(position.sfen).sfen(), depth], (position.name, depth)


def test_positions_are_of_games() -> None:
    for position in SET:
        board = sf.Board(position.sfen, strict=True)
        assert (board.king(0), board.king(1)).count(None) == 0


# ---- measuring -------------------------------------------------------------------------------


@pytest.mark.usefixtures("shallow")
@pytest.mark.parametrize("method", ["auto", "pairs", "bulk", "visit"])
def test_every_count_is_measured(method: Any) -> None:
    told: list[tuple[float, float]] = []
    results = list(measure(method, [1, 2], 2, lambda *numbers: told.append(numbers)))
    assert [(result.position, result.threads) for result in results] == [
        (position.name, threads) for position in SHALLOW for threads in (1, 2)
    ]
    for result in results:
        nodes = {position.name: position.nodes[2] for position in SHALLOW}[result.position]
        assert (result.nodes, result.depth, result.ok) == (nodes, 2, True)
        assert 0 < result.seconds < 5
    assert len(told) == 2 * len(results)
    assert told == sorted(told)


@pytest.mark.usefixtures("shallow")
def test_the_best_time_and_the_wrong_count_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter([900, 901, 900])
    clock = iter([0.0, 3.0, 10.0, 11.0, 20.0, 22.0])
    monkeypatch.setattr(bench, "SET", SHALLOW[:1])
    monkeypatch.setattr(sf, "perft", lambda *_, **__: next(counts))
    monkeypatch.setattr(bench, "perf_counter", lambda: next(clock))
    [result] = measure("auto", [1], 3)
    assert (result.seconds, result.nodes, result.ok) == (1.0, 901, False)
    assert result.nodes_per_second == 901


def test_a_rate_where_the_clock_stands_still() -> None:
    assert Result("start", "x", "bulk", 1, 1, 30, 0.0, True).nodes_per_second == 30 * 10**9


@pytest.mark.usefixtures("one_peer")
def test_peers_are_counted_as_deep_as_they_get(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that gives a rate of 10,000 nodes a second lets it get to 9,999 nodes at most."""
    now = 0.0

    def clock() -> float:
        return now

    def count(sfen: str, depth: int) -> int:
        nonlocal now
        nodes = sf.perft(sfen, depth)
        now += nodes / 10_000
        return nodes

    monkeypatch.setattr(bench, "perf_counter", clock)
    monkeypatch.setattr(bench, "PEERS", {"peer": count})
    results = list(measure_peers(["peer"]))
    for result, position in zip(results, SET, strict=True):
        below = [depth for depth, nodes in position.nodes.items() if nodes <= 10_000]
        # A position without so small a count is still counted once.
        assert result.depth == max(below, default=min(position.nodes)), position.name
        assert result.ok
        assert result.nodes_per_second == pytest.approx(10_000, rel=0.01)


def test_a_wrong_peer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PEERS", {"peer": lambda sfen, depth: 29})
    results = list(measure_peers(["peer"]))
    assert len(results) == len(SET)
    assert not any(result.ok for result in results)
    assert {result.nodes for result in results} == {29}


@pytest.mark.parametrize("name", ["cshogi", "rsshogi", "python-shogi"])
def test_peers_that_are_not_installed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for module in ("cshogi", "rsshogi", "rsshogi.core", "shogi"):
        monkeypatch.setitem(sys.modules, module, None)
    assert peers.version_of(name) is None
    with pytest.raises(ImportError):
        peers.PEERS[name](START, 1)


def test_a_peer_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(sfen: str, depth: int) -> int:
        raise SystemError("built for another machine")

    monkeypatch.setattr("importlib.metadata.version", lambda name: "1.0")
    monkeypatch.setitem(peers.PEERS, "cshogi", fail)
    assert peers.version_of("cshogi") is None
    monkeypatch.setitem(peers.PEERS, "cshogi", lambda sfen, depth: 30)
    assert peers.version_of("cshogi") == "1.0"


# ---- the command -----------------------------------------------------------------------------


@pytest.mark.usefixtures("shallow")
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = bench_command(capsys, "--json", "--threads", "1", "--repeats", "1")
    assert (status, err) == (0, "")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["position"] for row in rows] == [position.name for position in SHALLOW]
    for row, position in zip(rows, SHALLOW, strict=True):
        assert row["nodes"] == position.nodes[2]
        assert row["nodes_per_second"] == pytest.approx(row["nodes"] / row["seconds"], rel=0.2)
        assert (row["library"], row["method"], row["threads"]) == ("shogi_fast", "pairs", 1)
        assert row["ok"] is True


@pytest.mark.usefixtures("shallow")
def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = bench_command(capsys, "--threads", "2", "--method", "bulk")
    assert (status, err) == (0, "")
    lines = [re.split(r" *│ *", line)[1:-1] for line in out.splitlines() if line.startswith("│")]
    heading, *rows = lines
    assert heading == [
        *("position", "depth", "library", "method", "threads", "nodes", "seconds", "nodes/s"),
    ]
    assert [row[0] for row in rows] == [at.name for at in SHALLOW for _ in range(2)]
    assert rows[1][:6] == ["start", "2", "shogi_fast", "bulk", "2", "900"]


@pytest.mark.usefixtures("shallow")
def test_table_in_ascii_where_lines_cannot_be_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shogi_fast.cli_bench.can_print", lambda text, stream: False)
    status, out, _ = bench_command(capsys)
    assert status == 0
    assert out.isascii()
    assert "| start" in out


@pytest.mark.usefixtures("shallow")
def test_wrong_counts(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sf, "perft", lambda *_, **__: 899)
    status, out, _ = bench_command(capsys, "--threads", "1")
    assert status == 1
    assert out.count("899 WRONG") == len(SHALLOW)
    status, out, _ = bench_command(capsys, "--threads", "1", "--json")
    assert status == 1
    assert all(json.loads(line)["ok"] is False for line in out.splitlines())


@pytest.mark.usefixtures("shallow")
def test_a_bar_on_a_terminal_is_gone_at_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = FakeTerminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("shogi_fast.terminal.SHOW_AFTER", 0.0)
    monkeypatch.setattr("shogi_fast.terminal.DRAW_EVERY", 0.0)
    assert cli.main(["bench", "--threads", "1"]) == 0
    assert "shogi_fast" in terminal.getvalue()
    assert terminal.getvalue().rstrip("\n").endswith(("\x1b[2K", "\x1b[?25h"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--repeats", "0"], "--repeats takes a number from 1 to 1000"),
        (["--repeats", "x"], "not a whole number"),
        (["--threads", "1025"], "not a whole number from 0 to 1024: '1025'"),
        (["--threads", "-1"], "not a whole number"),
        (["--method", "best"], "invalid choice"),
        (["--plot", ""], "cannot write : the name of a file is empty"),
        (["--plot", "no such folder/x.svg"], "cannot write no such folder/x.svg: No such file"),
        (["--plot", "."], "cannot write .: "),
        (["7"], "unrecognized arguments: 7"),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    status, out, err = bench_command(capsys, *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_help_in_a_process() -> None:
    done = run("bench", "--help")
    assert done.returncode == 0
    assert "--plot FILE.svg" in done.stdout
    assert "middles of games" in done.stdout


# ---- the chart -------------------------------------------------------------------------------


@pytest.mark.usefixtures("shallow", "one_peer")
def test_plot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bench.svg"
    path.write_text("what was there before")
    status, out, err = bench_command(capsys, "--plot", str(path), "--threads", "2")
    assert (status, err) == (0, "")
    assert "peer 1.2.3" in out
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    assert root.tag == f"{SVG}svg"
    names = [element.text for element in root.iter(f"{SVG}text")]
    for name in ("shogi_fast, 1 thread", "shogi_fast, 2 threads", "peer 1.2.3"):
        assert names.count(name) == 4, name
    for title in ("The initial position", "A middle game", "593 legal moves"):
        assert title in names
    assert [entry.name for entry in tmp_path.iterdir()] == ["bench.svg"]


def results() -> Iterator[Result]:
    """Yield results in which the other library is ten times as slow, but for a wrong count."""
    for position in SET:
        yield Result(position.name, "shogi_fast", "auto", 1, 2, 1_000_000, 0.01, True)
        yield Result(position.name, "peer", "bulk", 1, 2, 100_000, 0.01, position.name != "max")


def test_bars_are_as_long_as_the_rates() -> None:
    root = ET.fromstring(draw_results(list(results()), {"peer": "9"}))
    bars = [element for element in root.iter(f"{SVG}rect") if "class" not in element.attrib]
    widths = [float(bar.attrib["width"]) for bar in bars]
    # The wrong count has no bar.
    assert len(widths) == 7
    assert [round(width / max(widths), 2) for width in widths] == [1, 0.1, 1, 0.1, 1, 1, 0.1]
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert texts.count("100") == 4
    assert texts.count("10.0 (1/10.0)") == 3
    description = root.find(f"{SVG}desc")
    assert description is not None
    assert "The initial position: shogi_fast, 1 thread 100, peer 9 10.0" in str(description.text)


def test_texts_stay_inside_the_chart() -> None:
    """Nothing reaches over the edge, at 9 pixels a letter, which few fonts need."""
    root = ET.fromstring(draw_results(list(results()), {"peer": "9"}))
    width = float(root.attrib["width"])
    for element in root.iter(f"{SVG}text"):
        x, length = float(element.attrib["x"]), 7.5 * len(str(element.text))
        right = x if element.attrib.get("text-anchor") == "end" else x + length
        if float(element.attrib.get("font-size", 13)) == 13:
            assert right <= width, element.text
            assert x - (length if right == x else 0) >= 0, element.text


def test_texts_are_escaped() -> None:
    group = Group("a < b", [Bar('"&"', 1.0, "</svg>")])
    root = ET.fromstring(bar_chart("<t>", "&", [group], "'"))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert texts == ["<t>", "&", "a < b", '"&"', "</svg>", "'"]
    assert root.attrib["aria-label"] == "<t>"
    assert root.attrib["role"] == "img"


def test_a_chart_of_nothing() -> None:
    ET.fromstring(bar_chart("t", "s", []))
    root = ET.fromstring(bar_chart("t", "s", [Group("g", []), Group("h", [Bar("a", 0.0, "0")])]))
    assert len(list(root.iter(f"{SVG}rect"))) == 2


def luminance(color: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
              for part in parts]  # fmt: skip
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_on_light_and_dark_pages() -> None:
    """As WCAG 2 asks: 4.5 for text, 3 for what is drawn."""
    dark = {
        name: re.search(rf"\.bench-{name}{{fill:(#\w{{6}})", STYLE)
        for name in ("ground", "text", "quiet")
    }
    for colors in (LIGHT, {name: found[1] for name, found in dark.items() if found}):
        assert contrast(colors["ground"], colors["text"]) >= 7
        assert contrast(colors["ground"], colors["quiet"]) >= 4.5
        for color in COLORS:
            assert contrast(colors["ground"], color) >= 3, color
    assert "prefers-color-scheme:dark" in STYLE
