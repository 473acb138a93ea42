"""The front page, and that of a match or a puzzle, as a messenger sees it that was sent its link: with what it is, and
a picture. Where there is no such match or puzzle, the status says so too."""

import asyncio
from html import escape

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from carrom.players.puzzles import puzzles
from carrom.server.live.glances import Glances
from carrom.server.pages import page
from carrom.server.settings import Settings
from carrom.server.stores.store import NotStoredError
from carrom.server.tell.cards import sides
from carrom.server.wire.askers import asker_of
from carrom.server.wire.games import GameCard

_HEAD_END = "</head>"


class Greeting:
    """Answers for the first address, those of a match, and of a puzzle."""

    def __init__(self, settings: Settings, glances: Glances) -> None:
        self._settings, self._glances = settings, glances

    async def play_page(self, request: Request) -> Response:
        """The game's page, with the tags of this match; without them where they cannot be had just now."""
        match_id = request.path_params["match_id"]
        address = asker_of(request)
        try:
            card = await self._glances.card(match_id, address)
        except (HTTPException, NotStoredError):  # too many ask, or the store is away: the page itself can still be had
            return page(self._settings.static, "play")
        html = await asyncio.to_thread(self._html)
        if html is None:
            return page(self._settings.static, "play")
        if card is None:
            return HTMLResponse(html, 404, {"cache-control": "no-cache"})
        tags = _tags(card, self._site(request))
        return HTMLResponse(html.replace(_HEAD_END, f"{tags}{_HEAD_END}", 1), headers={"cache-control": "no-cache"})

    async def puzzle_page(self, request: Request) -> Response:
        """The game's page, with the picture of this puzzle."""
        name = request.path_params["puzzle"]
        html = await asyncio.to_thread(self._html)
        if html is None:
            return page(self._settings.static, "puzzles")
        is_there = name == "daily" or any(one.id == name for one in puzzles())
        tags = _puzzle_tags(name, self._site(request)) if is_there else ""
        headers = {"cache-control": "no-cache"}
        return HTMLResponse(html.replace(_HEAD_END, f"{tags}{_HEAD_END}", 1), 200 if is_there else 404, headers)

    async def front_page(self, request: Request) -> Response:
        """The game's page, with the board of the day's puzzle."""
        html = await asyncio.to_thread(self._html)
        if html is None:
            return page(self._settings.static, "")
        tags = _front_tags(self._site(request))
        return HTMLResponse(html.replace(_HEAD_END, f"{tags}{_HEAD_END}", 1), headers={"cache-control": "no-cache"})

    def _site(self, request: Request) -> str:
        return self._settings.origins[0] if self._settings.origins else f"{request.url.scheme}://{request.url.netloc}"

    def _html(self) -> str | None:
        index = self._settings.static / "index.html"
        return index.read_text(encoding="utf-8") if index.is_file() else None


def _tags(card: GameCard, site: str) -> str:
    here = [side for side in sides(card) if side]
    image = f"{site}/api/matches/{card.id}/preview.png?{card.seq}"
    told = {
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
    return _written(told)


def _front_tags(site: str) -> str:
    return _written(
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
    return _written(
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


def _written(told: dict[str, str]) -> str:
    return "".join(f'<meta property="{name}" content="{escape(value)}">' for name, value in told.items())
