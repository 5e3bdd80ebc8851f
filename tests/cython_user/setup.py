"""Build counter.pyx against the installed package."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import shogi_fast

setup(
    name="counter",
    ext_modules=cythonize(
        [Extension("counter", ["counter.pyx"], include_dirs=[shogi_fast.get_include()])]
    ),
)
