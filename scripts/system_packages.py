"""Install the system packages that the tests need: a browser, a database server, fonts.

python -m scripts.system_packages browser postgres fonts
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple

from carrom.base.errors import CarromError
from carrom.render.ink.typeset import missing_letters
from carrom.testing.postgres import find_postgres
from tests.chromium import find_chromium

LETTERS = list("বਅઅଅஅఅಅഅඅއ")
SCRIPTS = "Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam, Sinhala and Thaana"


class Need(NamedTuple):
    """System package that the tests need."""

    what: str
    package: str
    by_hand: str
    check: Callable[[], object]
    """Raises `CarromError` if missing."""


def _check_fonts() -> None:
    if missing_letters(LETTERS, with_system=True):
        raise CarromError("fonts-missing", "fonts are missing")


NEEDS = {
    "browser": Need(
        "Chromium, for the tests in a browser",
        "chromium-headless-shell",
        "install Chromium or Chrome, or set CARROM_CHROMIUM to its program",
        find_chromium,
    ),
    "postgres": Need(
        "PostgreSQL, for the tests of the second store",
        "postgresql",
        "install PostgreSQL, or set CARROM_POSTGRES to the folder of its programs",
        find_postgres,
    ),
    "fonts": Need(
        "fonts of ten scripts, for the tests of printed names",
        "fonts-noto-core",
        f"install the Noto fonts for {SCRIPTS}",
        _check_fonts,
    ),
}


def main(names: list[str]) -> int:
    missing = [NEEDS[name] for name in names if not _is_here(NEEDS[name])]
    if not missing:
        return 0
    for need in missing:
        print(f"Missing: {need.what}.")
    if (apt := _apt_get()) and _install(apt, [need.package for need in missing]):
        return 0
    print("It can't be installed from here. By hand:")
    for need in missing:
        print(f"  - {need.by_hand} (on Debian: apt-get install {need.package})")
    return 1


def _is_here(need: Need) -> bool:
    try:
        need.check()
    except CarromError:
        return False
    return True


def _apt_get() -> list[str] | None:
    """How to call apt-get as root, if possible without a password."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    can_sudo = shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0
    return ["sudo", "apt-get"] if can_sudo else None


def _install(apt: list[str], packages: list[str]) -> bool:
    command = [*apt, "install", "--yes", "--no-install-recommends", *packages]
    print(f"Installing: {' '.join(command)}", flush=True)
    subprocess.run([*apt, "update", "-qq"], check=False)
    done = subprocess.run([*command, "-qq"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        print(done.stdout)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
