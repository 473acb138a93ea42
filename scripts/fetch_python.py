"""Fetch a missing Python version from a newer Debian suite, into `.pythons/`.

    python scripts/fetch_python.py 3.14

Packages are unpacked into a folder together with their C library; nothing is installed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PYTHONS = Path(__file__).resolve().parent.parent / ".pythons"
SUITE = "forky"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
SOURCES = ("/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list")


def main(words: list[str]) -> int:
    if len(words) != 1 or not re.fullmatch(r"3\.\d+", words[0]):
        print(__doc__)
        return 2
    if not all(map(shutil.which, ("apt-get", "dpkg-deb"))):
        print("This needs Debian's apt-get and dpkg-deb; elsewhere, install the interpreter as usual.")
        return 1
    python = fetch(words[0])
    print(subprocess.check_output([python, "-c", "import sys; print(sys.executable, sys.version)"], text=True).strip())
    return 0


def fetch(version: str) -> Path:
    """Unpack this Python and its dependencies; return the interpreter's path."""
    folder = PYTHONS / version
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as temporary:
        for package in _download(version, Path(temporary)):
            subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    python = folder / "usr" / "bin" / f"python{version}"
    _use_own_libraries(folder, python)
    _bring_pip(folder, version)
    return python


def _download(version: str, temporary: Path) -> list[Path]:
    for name in ("lists/partial", "cache/archives/partial"):
        (temporary / name).mkdir(parents=True)
    (temporary / "status").touch()
    (temporary / "sources.list").write_text(f"deb [signed-by={KEYS}] {_mirror()} {SUITE} main\n")
    places = {
        "Etc::SourceList": "sources.list",
        "Etc::SourceParts": "none",
        "State::Lists": "lists",
        "State::status": "status",
        "Cache": "cache",
    }
    options = [f"-oDir::{key}={temporary / name}" for key, name in places.items()]
    apt = ["apt-get", "-qq", "-oAPT::Sandbox::User=root", "-oAPT::Install-Recommends=0", *options]
    subprocess.run([*apt, "update"], check=True)
    wanted = [f"python{version}", f"python{version}-venv", "tzdata", "ca-certificates"]
    subprocess.run([*apt, "install", "--download-only", "--yes", *wanted], check=True, stdout=subprocess.DEVNULL)
    return sorted((temporary / "cache" / "archives").glob("*.deb"))


def _mirror() -> str:
    for source in filter(os.path.exists, SOURCES):
        found = re.search(r"^(?:URIs:|deb(?: \[[^]]*\])?) *(\S+/debian)/?(?:\s|$)", Path(source).read_text(), re.M)
        if found:
            return found[1]
    raise SystemExit(f"No Debian mirror is named in {' or '.join(SOURCES)}.")


def _use_own_libraries(folder: Path, python: Path) -> None:
    libraries = folder / "usr" / "lib" / "x86_64-linux-gnu"
    binary = python.rename(python.with_name(f"{python.name}-binary"))
    loader = f'"{libraries}/ld-linux-x86-64.so.2" --argv0 "$0" --library-path "{libraries}"'
    python.write_text(f'#!/bin/sh\nexec {loader} "{binary}" "$@"\n')
    python.chmod(0o755)


def _bring_pip(folder: Path, version: str) -> None:
    module = folder / "usr" / "lib" / f"python{version}" / "ensurepip" / "__init__.py"
    wheels = folder / "usr" / "share" / "python-wheels"
    text = module.read_text()
    changed = re.sub(r"^(_WHEEL_PKG_DIR|_pkg_dir) = .*$", rf"\1 = {str(wheels)!r}", text, flags=re.M)
    module.write_text(changed.replace("'/usr/share/python-wheels", f"'{wheels}"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
