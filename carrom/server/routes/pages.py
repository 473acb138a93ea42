"""Built pages: caching, security policy, link previews (Open Graph)."""

import asyncio
import mimetypes
from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response

from carrom.players.puzzles import puzzles
from carrom.server.http.endpoints import client_address, problem
from carrom.server.http.guard import POLICY
from carrom.server.settings import Settings
from carrom.server.stores.store import NotStoredError
from carrom.server.table.summaries import SummaryCache, side_names
from carrom.server.wire.requests import MatchSummary

_FOREVER = "public, max-age=31536000, immutable"
_KEPT_FOR_GOOD = ("assets/", "fonts/", "pad/engine/", "pad/engine-")
"""Named by content hash."""
_PAGES = frozenset(("pad", "desk"))
ADDRESSES = frozenset(("", "play", "lobby", "games", "learn", "puzzles", "rules", "practice", "replay", "laws", "make"))
"""First path segments in the game's page (`web/src/routes.ts`). Others get 404."""
_PAD_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""Content policy of the pad, the only page that runs WebAssembly."""

mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/manifest+json", ".webmanifest")


def page_response(static: Path, path: str) -> Response:
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
    # Else browsers unpack twice.
    media_type = "application/gzip" if file.suffix == ".gz" else None
    return FileResponse(file, status, headers=headers, media_type=media_type)


def _file(static: Path, path: str) -> Path | None:
    try:
        file = (static / path).resolve()
        return file if file.is_file() and file.is_relative_to(static.resolve()) else None
    except (OSError, ValueError):  # impossible file name
        return None


_HEAD_END = "</head>"


class LinkPreviews:
    """Open Graph tags for pages."""

    def __init__(self, settings: Settings, summaries: SummaryCache) -> None:
        self._settings, self._summaries = settings, summaries

    async def play_page(self, request: Request) -> Response:
        """The page with the match's tags; 404 without a match."""
        match_id = request.path_params["match_id"]
        address = client_address(request)
        try:
            card = await self._summaries.get(match_id, address)
        except (HTTPException, NotStoredError):  # the page still works
            return page_response(self._settings.static, "play")
        html = await asyncio.to_thread(self._html)
        if html is None:
            return page_response(self._settings.static, "play")
        if card is None:
            return HTMLResponse(html, 404, {"cache-control": "no-cache"})
        tags = _tags(card, self._site(request))
        return HTMLResponse(html.replace(_HEAD_END, f"{tags}{_HEAD_END}", 1), headers={"cache-control": "no-cache"})

    async def puzzle_page(self, request: Request) -> Response:
        """Raise 404 for an unknown puzzle."""
        name = request.path_params["puzzle"]
        html = await asyncio.to_thread(self._html)
        if html is None:
            return page_response(self._settings.static, "puzzles")
        is_there = name == "daily" or any(one.id == name for one in puzzles())
        tags = _puzzle_tags(name, self._site(request)) if is_there else ""
        headers = {"cache-control": "no-cache"}
        return HTMLResponse(html.replace(_HEAD_END, f"{tags}{_HEAD_END}", 1), 200 if is_there else 404, headers)

    async def front_page(self, request: Request) -> Response:
        html = await asyncio.to_thread(self._html)
        if html is None:
            return page_response(self._settings.static, "")
        tags = _front_tags(self._site(request))
        return HTMLResponse(html.replace(_HEAD_END, f"{tags}{_HEAD_END}", 1), headers={"cache-control": "no-cache"})

    def _site(self, request: Request) -> str:
        return self._settings.origins[0] if self._settings.origins else f"{request.url.scheme}://{request.url.netloc}"

    def _html(self) -> str | None:
        index = self._settings.static / "index.html"
        return index.read_text(encoding="utf-8") if index.is_file() else None


def _tags(card: MatchSummary, site: str) -> str:
    here = [side for side in side_names(card) if side]
    image = f"{site}/api/matches/{card.id}/preview.png?{card.seq}"
    tags = {
        "og:type": "website",
        "og:site_name": "Carrom",
        "og:title": f"{here[0]} – {here[1]} · Carrom" if here[1:] else " with ".join(["Play carrom", *here]),
        "og:description": f"{card.score.a} : {card.score.b} · {card.title}" if any(card.score) else card.title,
        "og:url": f"{site}/play/{card.id}",
        "og:image": image,
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    return _meta_tags(tags)


def _front_tags(site: str) -> str:
    return _meta_tags(
        {
            "og:type": "website",
            "og:site_name": "Carrom",
            "og:title": "Carrom",
            "og:description": "A real board, the real Laws, and an umpire who says which law decided.",
            "og:url": f"{site}/",
            "og:image": f"{site}/api/puzzles/daily/picture.png",
            "twitter:card": "summary_large_image",
        }
    )


def _puzzle_tags(name: str, site: str) -> str:
    return _meta_tags(
        {
            "og:type": "website",
            "og:site_name": "Carrom",
            "og:title": "Puzzle · Carrom",
            "og:description": "One stroke is clearly the best. Can you find it?",
            "og:url": f"{site}/puzzles/{name}",
            "og:image": f"{site}/api/puzzles/{name}/picture.png",
            "twitter:card": "summary_large_image",
        }
    )


def _meta_tags(tags: dict[str, str]) -> str:
    return "".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items())
