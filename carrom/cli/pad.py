"""`carrom pad`: write umpire's pad and law explorer as static files."""

import argparse
import json
import re
import shutil
from pathlib import Path

import carrom
from carrom.base.errors import CarromError

STATIC = Path(carrom.__file__).parent / "server" / "static"
_PAGES = {"pad.html": "index.html", "pad-laws.html": "laws.html"}
_CACHED_FILES = re.compile(r"^const KEPT = (\{.*\});$", re.M)
_STATIC_MARK = '<meta name="carrom-pad" content="files" />\n    '
"""The page runs without a server."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="a new or empty folder")
    parser.epilog = (
        "Put the folder on any web host, at any address: https, or a phone will not keep it for use without a network."
    )


def run(args: argparse.Namespace) -> int:
    size = write_pad(args.output)
    print(f"{args.output}: the pad ({size / 1e6:.1f} MB). Put it on any web host, with https; index.html opens it.")
    return 0


def write_pad(folder: Path, static: Path = STATIC) -> int:
    """Write the pad into a new or empty folder; return the bytes written."""
    service = static / "pad-sw.js"
    if not service.is_file():
        raise CarromError("not-built", "the pad has not been built: run `make install`")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CarromError("folder-not-empty", f"{folder} is there and not empty: name a new folder")
    found = _CACHED_FILES.search(service.read_text(encoding="utf-8"))
    if found is None:
        raise CarromError("not-built", f"{service} does not say which files the pad has")
    cached = json.loads(found[1])
    engine = {path.relative_to(static).as_posix() for path in (static / "pad" / "engine").rglob("*") if path.is_file()}
    if not engine:
        raise CarromError("not-built", "the pad was built without its engine: run `make install`")
    for name in sorted({*cached["files"], *engine, "pad-sw.js"}):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(static / name, target)
    for built, shown in _PAGES.items():
        text = _with_relative_addresses((folder / built).read_text(encoding="utf-8"))
        for name in (built, shown):
            (folder / name).write_text(text, encoding="utf-8")
    manifest = json.loads((folder / "pad.webmanifest").read_text(encoding="utf-8"))
    manifest |= {"start_url": "./", "scope": "./", "id": "./"}
    (folder / "pad.webmanifest").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _with_relative_addresses(page: str) -> str:
    """Works in any folder."""
    return re.sub(r'(href|src)="/', r'\1="./', page).replace("<title>", f"{_STATIC_MARK}<title>", 1)
