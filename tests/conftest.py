"""What all tests share: settings of hypothesis, and this directory on the path of tests/peers."""

from hypothesis import settings

# The same examples on every run and machine, however slow; no directory of found failures.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.load_profile("fixed")
