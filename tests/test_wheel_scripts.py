"""The scripts that list and check wheels: what they take for a wheel, and what they refuse."""

import re
import tomllib
from pathlib import Path

import pytest
from platform_scripts import load_script

ROOT = Path(__file__).parent.parent
wheel_list = load_script("wheel_list")
wheel_tag = load_script("wheel_tag")
wheel_contents = load_script("wheel_contents")


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        (
            "cp314-cp314t-manylinux2014_x86_64.manylinux_2_17_x86_64",
            None,  # auditwheel writes the other order
        ),
        (
            "cp314-cp314t-manylinux_2_17_x86_64.manylinux2014_x86_64",
            "cp314t-manylinux_x86_64",
        ),
        ("cp311-cp311-manylinux_2_31_riscv64", "cp311-manylinux_riscv64"),
        ("cp311-cp311-manylinux_2_17_armv7l.manylinux2014_armv7l", "cp311-manylinux_armv7l"),
        ("cp312-cp312-musllinux_1_2_aarch64", "cp312-musllinux_aarch64"),
        ("cp313-cp313-macosx_10_13_x86_64", "cp313-macosx_x86_64"),
        ("cp315-cp315t-macosx_11_0_arm64", "cp315t-macosx_arm64"),
        ("cp313-cp313-win32", "cp313-win32"),
        ("cp315-cp315-win_arm64", "cp315-win_arm64"),
        ("cp313-cp313-pyodide_2025_0_wasm32", "cp313-pyodide_wasm32"),
        ("cp314-cp314-pyemscripten_2026_0_wasm32", "cp314-pyodide_wasm32"),
        ("cp313-cp313-linux_x86_64", None),
        ("cp313-cp312-win32", None),
        ("py3-none-any", None),
    ],
)
def test_the_build_that_a_wheel_is_from(name: str, identifier: str | None) -> None:
    file = f"shogi_fast-0.1.0-{name}.whl"
    if identifier is None:
        with pytest.raises(ValueError, match=re.escape(file)):
            wheel_list.identifier_of(file, "0.1.0")
    else:
        assert wheel_list.identifier_of(file, "0.1.0") == identifier
        assert identifier in wheel_list.stored()
        with pytest.raises(ValueError, match=re.escape(file)):
            wheel_list.identifier_of(file, "0.1.1")


def _files(version: str) -> list[str]:
    """Return names of the files of a release."""
    names = [f"shogi_fast-{version}.tar.gz"]
    for build in wheel_list.stored():
        python, _, place = build.partition("-")
        system, _, machine = place.partition("_")
        tag = f"{system}_1_2_{machine}" if not system.startswith("win") else place
        names.append(f"shogi_fast-{version}-{python.removesuffix('t')}-{python}-{tag}.whl")
    return names


def test_the_files_of_a_release() -> None:
    names = _files("1.2.3")
    assert wheel_list.file_faults(names, "1.2.3") == []
    assert wheel_list.file_faults(names[1:], "1.2.3") == ["missing: shogi_fast-1.2.3.tar.gz"]
    (fault,) = wheel_list.file_faults([*names, "shogi_fast-1.2.2.tar.gz"], "1.2.3")
    assert "shogi_fast-1.2.2.tar.gz" in fault
    (fault,) = wheel_list.file_faults(names[:-1], "1.2.3")
    assert fault.startswith("missing: cp314-pyodide")
    other = names[1].replace("1.2.3", "1.2.2")
    assert len(wheel_list.file_faults([*names, other], "1.2.3")) == 1
    assert len(wheel_list.file_faults([*names[:1], other, *names[2:]], "1.2.3")) == 2


MATRIX = """jobs:
  wheels:
    strategy:
      matrix:
        # Emulated.
        platform: [linux]
        arch: [armv7l, s390x]
        libc: [manylinux, musllinux]
        python: [cp311, cp314t]
        os: [one]
        include:
          - { arch: armv7l, qemu: arm }
          # Not emulated.
          - { platform: linux, arch: i686, libc: musllinux, os: one }
          - { platform: windows, arch: x86, os: two }
          - { platform: pyodide, arch: wasm32, os: one }
    steps:
      - { arch: none }
"""


def test_the_jobs_of_a_matrix() -> None:
    jobs = wheel_list.jobs(MATRIX)
    assert len(jobs) == 2 * 2 * 2 + 3
    assert [job.get("qemu") for job in jobs] == ["arm"] * 4 + [None] * 7
    made = [wheel_list.builds_of(job, wheel_list.stored()) for job in jobs]
    assert made[0] == ["cp311-manylinux_armv7l"]
    assert made[3] == ["cp314t-musllinux_armv7l"]
    assert made[7] == ["cp314t-musllinux_s390x"]
    pythons = ("cp311", "cp312", "cp313", "cp314", "cp314t", "cp315", "cp315t")
    assert sorted(made[8]) == [f"{python}-musllinux_i686" for python in pythons]
    assert sorted(made[9]) == [f"{python}-win32" for python in pythons]
    assert made[10] == ["cp313-pyodide_wasm32", "cp314-pyodide_wasm32"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[one]", "one"),
        ("{ platform: linux", "platform: linux"),
        ("include", "exclude"),
        ("matrix:", "matrices:"),
    ],
)
def test_a_matrix_that_is_not_understood(old: str, new: str) -> None:
    assert old in MATRIX
    with pytest.raises(ValueError, match="matrix"):
        wheel_list.jobs(MATRIX.replace(old, new))


def test_the_list_has_every_python_on_every_machine() -> None:
    """By hand, from what is promised: seven builds of CPython; two libraries on seven machines."""
    pythons = ["cp311", "cp312", "cp313", "cp314", "cp315", "cp314t", "cp315t"]
    machines = ["x86_64", "i686", "aarch64", "armv7l", "ppc64le", "s390x", "riscv64"]
    platforms = [f"{linux}_{m}" for linux in ("manylinux", "musllinux") for m in machines]
    platforms += ["macosx_x86_64", "macosx_arm64", "win_amd64", "win_arm64", "win32"]
    wanted = {f"{python}-{platform}" for python in pythons for platform in platforms}
    wanted |= {"cp313-pyodide_wasm32", "cp314-pyodide_wasm32"}
    assert sorted(wheel_list.stored()) == sorted(wanted)


def test_differences_are_named() -> None:
    assert wheel_list.differences(["a", "b"], ["b", "a"]) == []
    assert wheel_list.differences(["a", "a", "c"], ["a", "b"]) == [
        "missing: b",
        "not in the list: c",
        "more than once: a",
    ]


@pytest.mark.parametrize(
    ("tag", "good"),
    [
        ("manylinux_2_5_x86_64", True),
        ("manylinux_2_17_s390x", True),
        ("manylinux_2_18_x86_64", False),
        ("manylinux_2_28_aarch64", False),
        ("manylinux_2_31_riscv64", True),
        ("manylinux_2_31_armv7l", False),
        ("manylinux_2_39_riscv64", False),
        ("musllinux_1_2_x86_64", True),
        ("musllinux_1_3_x86_64", False),
        ("linux_x86_64", False),
    ],
)
def test_tags_of_linux(tag: str, good: bool) -> None:
    assert (wheel_tag.fault_of(f'platform tag: "{tag}".') is None) is good


SHOWN = """
shogi_fast-0.1.0-cp313-cp313-manylinux_2_17_x86_64.whl is consistent with the
following platform tag: "%s".

This constrains the platform tag to "manylinux_2_5_x86_64". In order to achieve
"""


def test_the_answer_of_auditwheel() -> None:
    """Of all the tags that it prints; another wording is none, as the wheel's name has a tag."""
    for tag in ("manylinux_2_28_x86_64", "linux_x86_64"):
        assert wheel_tag.answer_of(SHOWN % tag) == tag
        assert wheel_tag.fault_of(tag) is not None
    assert wheel_tag.answer_of(SHOWN.replace("following", "best")) is None
    assert wheel_tag.answer_of("") is None


@pytest.mark.parametrize(
    "suffix",
    [
        *(".cpython-313-x86_64-linux-gnu.so", ".cpython-314t-darwin.so", ".cp313-win_amd64.pyd"),
        *(".cp315t-win32.pyd", ".cpython-314-wasm32-emscripten.so"),
        ".cpython-311-arm-linux-gnueabihf.so",
    ],
)
def test_extension_modules_of_every_platform(suffix: str) -> None:
    assert wheel_contents.EXTENSION.sub(".*", f"shogi_fast/board{suffix}") == "shogi_fast/board.*"


@pytest.mark.parametrize("name", ["shogi_fast/board.so", "shogi_fast.libs/libgomp-1.so.1"])
def test_what_is_no_extension_module_of_ours(name: str) -> None:
    assert wheel_contents.EXTENSION.sub(".*", name) == name


def test_every_wheel_is_tested_and_audited() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    settings = options["tool"]["cibuildwheel"]
    assert "wheel_tests.py" in settings["test-command"]
    assert "test-skip" not in settings
    for table in (settings, *settings["overrides"]):
        assert "wheel_tests.py" in table["test-command"]
    for platform in ("linux", "macos", "windows", "pyodide"):
        own = settings[platform]
        assert "test-skip" not in own
        assert "wheel_contents.py" in str(own.get("audit-command", settings["audit-command"]))


def test_the_quick_tests_are_files_that_exist() -> None:
    text = (ROOT / "tests" / "platform" / "wheel_tests.py").read_text(encoding="utf-8")
    names = re.findall(r'"(\w+)"', text[text.index("QUICK = (") : text.index("NEED_PROCESSES")])
    assert len(names) > 20
    for name in names:
        assert (ROOT / "tests" / f"test_{name}.py").is_file()
    # pytest says nothing of a test that it is told to leave out and does not know.
    left_out = re.findall(r'"(\w+\.py)::(\w+)"', text)
    assert len(left_out) == text.count("::") > 2
    for name, test in left_out:
        assert f"\ndef {test}(" in (ROOT / "tests" / f"test_{name}").read_text(encoding="utf-8")


def _pins(name: str) -> dict[str, str]:
    """Return the lines "name==version" of a file of tests/platform, names in lower case."""
    text = (ROOT / "tests" / "platform" / name).read_text(encoding="utf-8")
    return {name.lower(): pin for name, pin in re.findall(r"^([\w-]+)==(\S+)$", text, re.MULTILINE)}


def test_what_builds_and_audits_a_release_is_pinned() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    required = {text.partition(">")[0].lower() for text in options["build-system"]["requires"]}
    assert required == set(_pins("build_constraints.txt"))
    settings = options["tool"]["cibuildwheel"]
    assert (ROOT / settings["environment"]["PIP_CONSTRAINT"]).is_file()
    pins = _pins("requirements.txt")
    for table in (settings, *(settings[name] for name in ("linux", "macos", "windows", "pyodide"))):
        assert "PIP_CONSTRAINT" in table.get("environment", settings["environment"])
        for text in table.get("audit-requires", []):
            name, _, version = text.partition("==")
            assert version == pins[name]


def test_the_pythons_that_have_wheels_are_named() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: 3\.(\d+)", "\n".join(project["classifiers"]))
    assert set(named) == set(re.findall(r"^cp3(\d+)", "\n".join(wheel_list.stored()), re.MULTILINE))
