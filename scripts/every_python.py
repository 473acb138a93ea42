"""`make test` on every Python that we promise and that is here, each in an environment of its own.

An interpreter is looked for on the PATH and in pyenv's folder. The classifiers in pyproject.toml are the promise.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    found = {version: interpreter(version) for version in promised()}
    results: dict[str, str] = {}
    for version, python in found.items():
        if python is None:
            results[version] = "is not on this machine"
            continue
        start = time.monotonic()
        command = ["make", "test", f"VENV=.venv-{version}", f"PYTHON={python}"]
        status = subprocess.run(command, cwd=ROOT).returncode
        results[version] = f"{'passed' if status == 0 else 'FAILED'} in {time.monotonic() - start:.0f} s ({python})"
    print("\n" + "\n".join(f"Python {version}  {result}" for version, result in results.items()))
    return int(any(result.startswith("FAILED") for result in results.values()))


def promised() -> list[str]:
    """The versions that pyproject.toml names."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return re.findall(r'"Programming Language :: Python :: (3\.\d+)"', text)


def interpreter(version: str) -> str | None:
    """One that runs: a name on the PATH may be pyenv's shim for a version that is not chosen."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv", "versions")
    installed = sorted(pyenv.glob(f"{version}.*"), reverse=True)
    candidates = [shutil.which(f"python{version}"), *(str(folder / "bin" / f"python{version}") for folder in installed)]
    for python in candidates:
        if python and Path(python).exists():
            done = subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True)
            if done.returncode == 0:
                return python
    return None


if __name__ == "__main__":
    sys.exit(main())
