"""Build the extension modules; everything else about the package is in pyproject.toml.

Environment variables, read at build time:

``SHOGI_FAST_MARCH``
    The x86-64 level handed to the compiler as ``-march``; ``x86-64-v2`` unless set.
``SHOGI_FAST_DEBUG``
    ``1`` builds with C array bounds checks and a self-check of the position after every
    make and unmake. Slow; for the test suite.
"""

import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build import build

SOURCE = Path("src")
DEBUG = os.environ.get("SHOGI_FAST_DEBUG", "0") == "1"
ALWAYS_INLINE = {f"shogi_fast.core.{name}" for name in ("counting", "hashed", "movegen", "pairs")}
MARCH = os.environ.get("SHOGI_FAST_MARCH", "x86-64-v2")


def compile_args() -> list[str]:
    """Return the C compiler's options for this platform and these environment variables."""
    if sys.platform == "win32":
        return ["/O2"]
    args = ["-std=c11", "-g", "-O1"] if DEBUG else ["-std=c11", "-O3", "-g0"]
    if DEBUG:
        args += ["-fsanitize=bounds,shift,object-size", "-fno-sanitize-recover=all"]
    # A universal2 build passes -arch twice; -march would then reach the arm64 half as well.
    arch_flags = os.environ.get("ARCHFLAGS", "")
    if platform.machine() in ("x86_64", "AMD64") and "arm64" not in arch_flags:
        args.append(f"-march={MARCH}")
    return args


def link_args() -> list[str]:
    """Return the linker's options: the bounds checks of a debug build need their run-time."""
    return ["-fsanitize=undefined"] if DEBUG and sys.platform != "win32" else []


def inline_macros(module: str) -> list[tuple[str, str]]:
    """Return the macro that has a module's ``cdef inline`` functions inlined wherever called.

    For the modules that rely on it: there an argument that is a constant at the call must become
    one in the function (benchmarks/instructions.py shows what that is worth).
    """
    if module not in ALWAYS_INLINE or DEBUG:
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
        define_macros=[("SHOGI_FAST_DEBUG", str(int(DEBUG))), *inline_macros(name)],
        extra_compile_args=compile_args(),
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
    options={"build": {"build_base": f"build/{'debug' if DEBUG else MARCH}"}},
    zip_safe=False,
)
