"""Build the extension modules; everything else about the package is in pyproject.toml.

Environment variables, read at build time:

``SHOGI_FAST_MARCH``
    The x86-64 level handed to the compiler as ``-march``; ``x86-64-v2`` unless set. A processor
    below a level is refused when the package is imported. MSVC has no such option: with
    ``x86-64``, it makes no use of the popcnt instruction, otherwise it does.
``SHOGI_FAST_DEBUG``
    ``1`` builds with C array bounds checks and a self-check of the position after every
    make and unmake. Slow; for the test suite.
``SHOGI_FAST_SANITIZE``
    ``1`` builds for gcc's or clang's address and undefined behaviour sanitizers, whose libraries
    must then be loaded before Python: tests/platform/sanitizers.sh. ``fuzzer``, for clang alone,
    notes besides which code is reached, as libFuzzer wants to know: tests/platform/fuzz.sh.
"""

import os
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build import build

SOURCE = Path("src")
DEBUG = os.environ.get("SHOGI_FAST_DEBUG", "0") == "1"
FUZZER = os.environ.get("SHOGI_FAST_SANITIZE", "0") == "fuzzer"
SANITIZE = FUZZER or os.environ.get("SHOGI_FAST_SANITIZE", "0") == "1"
ALWAYS_INLINE = {f"shogi_fast.core.{name}" for name in ("counting", "hashed", "movegen", "pairs")}
MARCH = os.environ.get("SHOGI_FAST_MARCH", "x86-64-v2")
LEVELS = {"x86-64": 1, "x86-64-v2": 2, "x86-64-v3": 3, "x86-64-v4": 4}
# What is compiled for: "linux-x86_64", "macosx-11.0-universal2", "win-amd64". Where another
# platform is built for, not the one this runs on.
PLATFORM = sysconfig.get_platform()
# Compiled for every x86-64 processor: it says that the others need more.
CHECKS_PROCESSOR = "shogi_fast._processor"


def march_args(module: str) -> list[str]:
    """Return the options that tell a compiler other than MSVC which x86-64 processors to expect."""
    # Named for the check as well: some compilers expect more than the oldest unless told.
    march = "x86-64" if module == CHECKS_PROCESSOR else MARCH
    if PLATFORM.endswith("universal2"):
        return ["-Xarch_x86_64", f"-march={march}"]
    # A 32-bit Python on a 64-bit kernel calls its platform x86_64, too.
    if PLATFORM.endswith("x86_64") and sys.maxsize > 2**32:
        return [f"-march={march}"]
    return []


def compile_args(module: str) -> list[str]:
    """Return the C compiler's options for a module on this platform."""
    if sys.platform == "win32":
        return ["/O2"]
    args = ["-std=c11", "-g", "-O1"] if DEBUG or SANITIZE else ["-std=c11", "-O3", "-g0"]
    if DEBUG:
        args += ["-fsanitize=bounds,shift,object-size"]
    if SANITIZE:
        args += ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    if FUZZER:
        # Cython looks for keyword arguments behind the others, at args + nargs: NULL + 0 in a call
        # without any, which C leaves undefined before C2y, clang reports, and nobody can see.
        args += ["-fsanitize=fuzzer-no-link", "-fno-sanitize=pointer-overflow"]
        # All that a report shows: so a module compiles in three quarters of the time.
        args += ["-gline-tables-only"]
    if DEBUG or SANITIZE:
        args += ["-fno-sanitize-recover=all"]
    return args + march_args(module)


def level_macros(module: str) -> list[tuple[str, str]]:
    """Return the macros that say which level of x86-64 the modules are compiled for."""
    level = LEVELS.get(MARCH, 0)
    if sys.platform == "win32":
        # All that MSVC is asked for is popcnt, which is of level 2.
        level = min(level, 2) if level else 2
        if PLATFORM == "win-amd64" and level == 2 and module != CHECKS_PROCESSOR:
            return [("SHOGI_FAST_POPCNT", "1")]
    return [("SHOGI_FAST_LEVEL", str(level))] if module == CHECKS_PROCESSOR else []


def link_args() -> list[str]:
    """Return the linker's options: checks need their run-time, all else goes without symbols."""
    if sys.platform == "win32":
        return []
    if SANITIZE:
        return ["-fsanitize=address,undefined"]
    if DEBUG:
        return ["-fsanitize=undefined"]
    # A twelfth of a wheel would be names of static functions.
    return ["-Wl,-x" if sys.platform == "darwin" else "-Wl,-s"]


def inline_macros(module: str) -> list[tuple[str, str]]:
    """Return the macro that has a module's ``cdef inline`` functions inlined wherever called.

    For the modules that rely on it: there an argument that is a constant at the call must become
    one in the function (benchmarks/instructions.py shows what that is worth).
    """
    if module not in ALWAYS_INLINE or DEBUG or SANITIZE:
        return []
    if sys.platform == "win32":
        return [("CYTHON_INLINE", "__forceinline")]
    return [("CYTHON_INLINE", "__inline__ __attribute__((always_inline))")]


def extension(path: Path) -> Extension:
    """Return the extension module that one .pyx file becomes."""
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    return Extension(
        name,
        [str(path)],
        include_dirs=["csrc"],
        depends=[str(header) for header in sorted(Path("csrc").glob("*.h"))],
        define_macros=[
            ("SHOGI_FAST_DEBUG", str(int(DEBUG))),
            *level_macros(name),
            *inline_macros(name),
        ],
        extra_compile_args=compile_args(name),
        extra_link_args=link_args(),
    )


class CleanBuild(build):
    """Builds without what an earlier build left of modules that are gone.

    A wheel takes all that lies in the folder of finished modules: one that was compiled then and is
    Python now would hide the new one.
    """

    def run(self) -> None:
        """Remove all but the extension modules there are; copying the rest again takes no time."""
        build_ext = self.get_finalized_command("build_ext")
        kept = {
            Path(self.build_lib, build_ext.get_ext_filename(module.name))
            for module in self.distribution.ext_modules
        }
        for path in Path(self.build_lib).rglob("*"):
            if path.is_file() and path not in kept:
                path.unlink()
        super().run()


setup(
    packages=[
        "shogi_fast",
        "shogi_fast.core",
        "shogi_fast.compat",
        "shogi_fast.compat.shogi",
        "shogi_fast.compat.cshogi",
        "shogi_fast.include",
    ],
    # The headers live in csrc/ and are installed inside the package, where get_include() finds them.
    package_dir={"": "src", "shogi_fast.include": "csrc"},
    package_data={
        "shogi_fast": ["*.pxd", "*.pyi", "py.typed"],
        "shogi_fast.core": ["*.pxd", "*.pyi"],
        "shogi_fast.compat": ["*.pxd", "*.pyi", "for-children/*/*.py"],
        "shogi_fast.compat.shogi": ["*.pxd", "*.pyi"],
        "shogi_fast.compat.cshogi": ["*.pxd", "*.pyi"],
        "shogi_fast.include": ["*.h"],
    },
    include_package_data=False,
    ext_modules=cythonize(
        [extension(path) for path in sorted(SOURCE.rglob("*.pyx"))],
        include_path=[str(SOURCE)],
        build_dir="build/cython",
    ),
    cmdclass={"build": CleanBuild},
    # Objects compiled with one set of options are not taken for those of another.
    options={
        "build": {
            "build_base": f"build/{MARCH}{'-debug' * DEBUG}{'-sanitize' * SANITIZE}"
            f"{'-fuzzer' * FUZZER}"
        }
    },
    zip_safe=False,
)
