"""Matches at a glance: somebody's own list, and the picture that goes with a link."""

import re

from starlette.responses import Response

from carrom.base.errors import CarromError
from carrom.server.live.glances import Drawn, Glances
from carrom.server.live.open_matches import OpenMatches
from carrom.server.tell.cards import sides
from carrom.server.wire import games as g, requests as r, values as v
from carrom.server.wire.desk_views import CodeWish
from carrom.server.wire.endpoints import Ask, Endpoints

_PICTURES = 32
"""Of some 150 KB each."""
_ID = re.compile(v.WORD)
_A_WHILE = {"cache-control": "public, max-age=300"}


def add_game_routes(endpoints: Endpoints, matches: OpenMatches, glances: Glances) -> None:
    drawn = Drawn(_PICTURES)

    @endpoints.route("GET", "/api/games", g.GamesWish, g.GameCards)
    async def games(ask: Ask[g.GamesWish]) -> g.GameCards:
        """Matches at a glance, by their ids. Who plays there and how it stands is no secret; who may play is."""
        ids = list(dict.fromkeys(one for one in ask.wish.ids.split(",") if one))
        if len(ids) > g.MOST_GAMES:
            raise CarromError("too-many", f"more than {g.MOST_GAMES} matches are not shown at once")
        cards = {one: await glances.card(one, ask.address) if _ID.match(one) else None for one in ids}
        found = [card for card in cards.values() if card is not None]
        return g.GameCards(found, [one for one, card in cards.items() if card is None])

    @endpoints.route("POST", "/api/qr", CodeWish, Response, media="image/svg+xml")
    def code(ask: Ask[CodeWish]) -> Response:
        """A QR code. What it says comes in the body, since no log should have the secret of a link."""
        from carrom.render.ink.qr import qr_svg

        return Response(qr_svg(ask.wish.text), media_type="image/svg+xml")

    @endpoints.route("GET", "/api/matches/{match_id}/preview.png", r.OneMatch, Response, media="image/png")
    async def preview(ask: Ask[r.OneMatch]) -> Response:
        """The board as it lies and who plays, in the size that messengers show beside a link."""
        card = await glances.found(ask.wish.match_id, ask.address)
        name = (card.id, card.seq, *sides(card))
        picture = await drawn.get(name, lambda: matches.count_heavy(ask.address), lambda: _draw(card))
        return Response(picture, media_type="image/png", headers=_A_WHILE)


def _draw(card: g.GameCard) -> bytes:
    from carrom.equipment import Piece, Position
    from carrom.render.board.preview_svg import PREVIEW_WIDTH, preview_svg
    from carrom.render.ink.png import png

    position = Position(tuple(Piece(kind, x, y) for kind, x, y in card.pieces))
    score = (card.score.a, card.score.b) if any(card.score) else None
    return png(preview_svg(position, *sides(card), score), PREVIEW_WIDTH)
