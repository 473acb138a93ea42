"""Run `make test` on every Python that pyproject.toml promises, each in its own environment.

Interpreters come from the PATH, pyenv, or `fetch_python.py`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from scripts.fetch_python import PYTHONS, fetch

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    results = {version: _test_on(version) for version in promised_versions()}
    print()
    for version, result in results.items():
        print(f"Python {version}  {result}")
    return int(not all(result.startswith("passed") for result in results.values()))


def _test_on(version: str) -> str:
    python = find_interpreter(version) or _fetch(version)
    if python is None:
        return "is not on this machine, and could not be fetched"
    start = time.monotonic()
    status = subprocess.run(["make", "test", f"VENV=.venv-{version}", f"PYTHON={python}"], cwd=ROOT).returncode
    return f"{'passed' if status == 0 else 'FAILED'} in {time.monotonic() - start:.0f} s ({python})"


def promised_versions() -> list[str]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return re.findall(r'"Programming Language :: Python :: (3\.\d+)"', text)


def find_interpreter(version: str) -> str | None:
    """One that runs and can create environments: a name on the PATH may be a shim for another version."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv", "versions")
    folders = [*sorted(pyenv.glob(f"{version}.*"), reverse=True), PYTHONS / version / "usr"]
    for python in (shutil.which(f"python{version}"), *(str(one / "bin" / f"python{version}") for one in folders)):
        if python and Path(python).exists():
            done = subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True)
            if done.returncode == 0:
                return python
    return None


def _fetch(version: str) -> str | None:
    if not shutil.which("apt-get"):
        return None
    print(f"Python {version} is missing; fetching it from a newer Debian suite into {PYTHONS}", flush=True)
    try:
        return str(fetch(version))
    except (subprocess.CalledProcessError, OSError, SystemExit) as error:
        print(error)
        return None


if __name__ == "__main__":
    sys.exit(main())
