"""What an x86-64 processor must be able to do, and what is said of one that cannot.

Real processors without it are emulated by tests/platform/old_processor.sh.
"""

import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

from shogi_fast._processor import BUILT_FOR, FEATURES, missing_features, processor_words, require

# BASIC (leaf 1, ECX), LATER (leaf 7, EBX), EXTENDED (leaf 0x80000001, ECX), STATES (XCR0): bits by
# hand, for what these generations are known to have.
CORE_2_MEROM = (0x0000E3BD, 0, 0x1, 0)  # 2006: SSSE3, no SSE4.1, no popcnt
CORE_2_PENRYN = (0x0008E3FD, 0, 0x1, 0)  # 2007: SSE4.1, no SSE4.2, no popcnt
PHENOM_2 = (0x00802009, 0, 0x000037FF, 0)  # 2008: popcnt, but neither SSSE3 nor SSE4
NEHALEM = (0x009CE3BD, 0, 0x1, 0)  # 2008
HASWELL = (0x7FFAFBBF, 0x000027AB, 0x21, 0b111)  # 2013
SKYLAKE_X = (0x7FFEFBFF, 0xD39FFFFB, 0x121, 0b11100111)  # 2017

IS_X86_64 = platform.machine().lower() in ("x86_64", "amd64") and sys.maxsize > 2**32


@pytest.mark.parametrize(
    ("words", "level", "missing"),
    [
        (CORE_2_MEROM, 1, []),
        (CORE_2_MEROM, 2, ["popcnt", "sse4.1", "sse4.2"]),
        (CORE_2_PENRYN, 2, ["popcnt", "sse4.2"]),
        (PHENOM_2, 2, ["ssse3", "sse4.1", "sse4.2"]),
        (NEHALEM, 2, []),
        (HASWELL, 3, []),
        (SKYLAKE_X, 3, []),
        (SKYLAKE_X, 4, []),
    ],
)
def test_what_processors_lack(words: tuple[int, ...], level: int, missing: list[str]) -> None:
    assert missing_features(level, words) == missing


def test_a_level_has_all_of_those_below() -> None:
    assert missing_features(3, CORE_2_MEROM)[:3] == ["popcnt", "sse4.1", "sse4.2"]
    assert "avx2" in missing_features(3, NEHALEM)
    assert {name for name in missing_features(4, HASWELL) if name.startswith("avx")} == {
        *("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
    }


@pytest.mark.parametrize(("states", "saved"), [(0b001, False), (0b011, False), (0b111, True)])
def test_wide_registers_need_an_operating_system_that_saves_them(states: int, saved: bool) -> None:
    words = (*HASWELL[:3], states)
    assert (missing_features(3, words) == []) is saved
    assert ("saved ymm registers" in missing_features(3, words)) is not saved


@pytest.mark.parametrize("level", sorted(FEATURES))
def test_no_feature_counts_that_is_not_named_and_every_one_does(level: int) -> None:
    """All bits but those of one feature: that one is missing; its bits alone: all others are."""
    everything = [0xFFFFFFFF] * 4
    assert missing_features(level, tuple(everything)) == []
    for name, word, bits in FEATURES[level]:
        for bit in range(32):
            if bits >> bit & 1:
                words = list(everything)
                words[word] ^= 1 << bit
                assert name in missing_features(level, tuple(words))
    names = [name for each in range(2, level + 1) for name, _, _ in FEATURES[each]]
    assert missing_features(level, (0, 0, 0, 0)) == names


def test_the_error_names_what_is_missing_and_what_to_do() -> None:
    with pytest.raises(ImportError, match=re.escape("x86-64-v2, and this one lacks")) as caught:
        require(2, CORE_2_PENRYN)
    assert "popcnt, sse4.2." in str(caught.value)
    assert "SHOGI_FAST_MARCH=x86-64 pip install" in str(caught.value)
    assert require(2, NEHALEM) is None
    # A build for a processor by its name, or for none in particular, is not checked.
    assert require(0, CORE_2_MEROM) is None
    assert require(1, CORE_2_MEROM) is None
    # Nor is anything that is no x86-64.
    assert require(4, None) is None


def test_this_processor_is_read_where_it_is_an_x86_64() -> None:
    words = processor_words()
    assert (words is not None) is IS_X86_64
    if words is not None:
        assert len(words) == 4
        assert all(0 <= word < 2**32 for word in words)
        # The tests run, so the modules do.
        assert missing_features(BUILT_FOR, words) == []


@pytest.mark.skipif(
    not (IS_X86_64 and Path("/proc/cpuinfo").exists()), reason="Linux on x86-64 has /proc/cpuinfo"
)
def test_what_is_read_is_what_the_kernel_says() -> None:
    """The kernel's names of the same bits; what it does not let programs use, it does not list."""
    spelled = {"sse3": "pni", "cmpxchg16b": "cx16", "lahf": "lahf_lm", "lzcnt": "abm"}
    spelled |= {"sse4.1": "sse4_1", "sse4.2": "sse4_2"}
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    flags = set(text.partition("flags\t\t:")[2].partition("\n")[0].split())
    words = processor_words()
    assert words is not None
    missing = missing_features(4, words)
    for level in FEATURES:
        for name, word, _ in FEATURES[level]:
            # XCR0 is no flag, and the kernel keeps "osxsave" to itself.
            if word != 3 and name != "osxsave":
                flag = spelled.get(name, name)
                assert (name not in missing) is (flag in flags), name


def test_the_check_comes_before_every_other_compiled_module() -> None:
    code = "import sys, shogi_fast; print(*[n for n in sys.modules if n.startswith('shogi_fast.')])"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.split()[0] == "shogi_fast._processor"
