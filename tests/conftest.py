"""How the whole suite runs."""

import os

from hypothesis import settings

pytest_plugins = ["tests.proving", "tests.postgres"]

# Speed is measured by `make bench`, on a quiet machine; a property is not false because a core was busy. In CI the
# examples are the same every time, so that a red run means a change for the worse.
settings.register_profile("house", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("house")
