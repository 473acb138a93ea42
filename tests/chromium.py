"""The browser that the tests drive."""

from __future__ import annotations

import os
import shutil

from carrom.base.errors import CarromError

# Debian's headless shell is the same engine without a window: it starts sooner and takes half the processor.
PROGRAMS = ("chromium-headless-shell", "chromium", "google-chrome")


def find_chromium() -> str:
    """Return the program that CARROM_CHROMIUM names, or the first that is installed."""
    named = os.environ.get("CARROM_CHROMIUM")
    for program in (named,) if named else PROGRAMS:
        if found := shutil.which(program):
            return found
    raise CarromError(
        "no-chromium", "The browser tests need Chromium: run `make system`, or set CARROM_CHROMIUM to its program."
    )
