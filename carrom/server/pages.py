"""The built pages and their files: which page an address means, how long a browser keeps a file, what it may run."""

import mimetypes
from pathlib import Path

from starlette.responses import FileResponse, PlainTextResponse, Response

from carrom.server.guard import POLICY
from carrom.server.wire.endpoints import problem

_FOREVER = "public, max-age=31536000, immutable"
_KEPT_FOR_GOOD = ("assets/", "fonts/", "pad/engine/", "pad/engine-")
"""Built names that carry a hash of what is inside: such a file never changes."""
_PAGES = frozenset(("pad", "desk"))
ADDRESSES = frozenset(("", "play", "lobby", "games", "learn", "puzzles", "rules", "practice", "replay", "laws", "make"))
"""First words of the addresses inside the game's page (`web/src/app/pages.ts`); it says of all others that there is
nothing, and so does the status."""
_PAD_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The pad has an interpreter of its own (WebAssembly); no other page may run one."""

mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/manifest+json", ".webmanifest")


def page(static: Path, path: str) -> Response:
    """A file of the built page, or the page itself for every address inside it."""
    file = _file(static, path)
    if path.startswith("api/") or (file is None and path.startswith(_KEPT_FOR_GOOD)):
        return problem("not-found", "there is nothing at this address", 404)
    first = path.partition("/")[0]
    status = 200 if file is not None or first in _PAGES | ADDRESSES else 404
    headers = {"cache-control": _FOREVER if file is not None and path.startswith(_KEPT_FOR_GOOD) else "no-cache"}
    if first.partition(".")[0] in ("pad", "pad-laws"):
        headers["content-security-policy"] = _PAD_POLICY
    if file is None:
        file = static / (
            "pad-laws.html" if path == "pad/laws" else f"{first}.html" if first in _PAGES else "index.html"
        )
        if not file.is_file():
            return PlainTextResponse("The page has not been built: run `make install`.", 503)
    # Named by its own kind: guessed as the file in it, the browser would unpack it once too often.
    media_type = "application/gzip" if file.suffix == ".gz" else None
    return FileResponse(file, status, headers=headers, media_type=media_type)


def _file(static: Path, path: str) -> Path | None:
    try:
        file = (static / path).resolve()
        return file if file.is_file() and file.is_relative_to(static.resolve()) else None
    except (OSError, ValueError):  # no file can have such a name: too long, or with a zero byte
        return None
