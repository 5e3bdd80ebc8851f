"""What a figure was measured on and with: processor, Python, versions."""

import importlib.metadata
import platform
import re
import subprocess
import sys
from pathlib import Path

import shogi_fast


def processor() -> str:
    """Return the processor's name as the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        if found := re.search(r"^model name\s*:\s*(.+)$", cpuinfo.read_text(), re.MULTILINE):
            return found[1].strip()
    elif sys.platform == "darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return platform.processor() or platform.machine()


def python_version() -> str:
    """Return implementation and version, such as "CPython 3.13.0"."""
    return f"{platform.python_implementation()} {platform.python_version()}"


def library_version(name: str) -> str:
    """Return the version of an installed library; of ours, installed or built in place."""
    if name == "shogi_fast":
        return shogi_fast.__version__
    return importlib.metadata.version(name)


def compiler_version() -> str:
    """Return the version of the gcc that built the counting kernel; "" if it was another compiler.

    Compilers leave it in the object file, so that this is right for an installed wheel as well.
    """
    from shogi_fast.core import counting

    found = re.search(rb"GCC: \([^)\0]*\) ([0-9.]+)", Path(counting.__file__).read_bytes())
    return found[1].decode() if found else ""
