"""Load a script of tests/platform as a module: that directory is no package."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parent / "platform"


def load_script(name: str) -> Any:
    """Return the module that a script is, as if it had been imported."""
    # One may import another.
    if str(SCRIPTS) not in sys.path:
        sys.path.append(str(SCRIPTS))
    spec = importlib.util.spec_from_file_location(f"platform_{name}", SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
