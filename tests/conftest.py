"""Settings of the whole suite."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.depth import IS_DEEP, by_depth

TESTS = Path(__file__).parent
FAR = [TESTS / name for name in ("server", "web", "faults", "fuzz", "training")]
"""Folders whose tests start servers, browsers and databases, or repeat one case thousands of times."""

pytest_plugins = ["tests.law_proofs", "tests.postgres"]

# No deadline: `make bench` measures speed on a quiet machine, and a busy core makes no property false. CI tries the
# same examples every time, so that a red run means a change for the worse.
settings.register_profile(
    "house", max_examples=by_depth(25, 200), deadline=None, derandomize=os.environ.get("CI") == "true" and not IS_DEEP
)
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="no browser, no server, no database, nothing slow")


def pytest_collection_finish() -> None:
    """Collect garbage rarely: imported modules stay, and scanning them again takes a tenth of the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("quick") and collection_path in FAR else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out long proofs and tests of packages that `make test` does not install: they have their own targets."""
    wanted = config.getoption("markexpr") + " deep" * IS_DEEP
    apart = {name for name in ("deep", "cluster", "torch") if name not in wanted}
    if config.getoption("quick"):
        apart |= {"slow", "browser"}
    left_out = {item for item in items if any(item.get_closest_marker(name) for name in apart)}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]
