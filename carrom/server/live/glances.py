"""Matches at a glance, kept until something happens in them."""

import asyncio
from collections.abc import Callable, Hashable

from starlette.exceptions import HTTPException

from carrom.server.live.agreement import Agreement
from carrom.server.live.claims import Claims
from carrom.server.live.open_matches import OpenMatches
from carrom.server.tell.cards import game_card
from carrom.server.wire.games import GameCard

_KEPT = 400
_READ = 20
"""So many events of a match are read in the time of one stroke."""


class Glances:
    """The cards of matches, made once for everybody who asks before the next event."""

    def __init__(self, matches: OpenMatches) -> None:
        self._matches = matches
        self._cards: dict[str, tuple[Agreement, GameCard]] = {}

    async def card(self, match_id: str, address: str) -> GameCard | None:
        """The match of this id as it stands; None when there is none. What it costs is counted by the address."""
        async with self._matches.hold(match_id) as live:
            if live is None:
                self._cards.pop(match_id, None)
                return None
            agreed, card = self._cards.pop(match_id, (None, None))
            if card is None or card.seq != live.match.number or agreed != live.agreed:
                self._matches.count_strokes(address, 1 + live.match.number // _READ)
                claims = [] if live.match.course.has_begun else await Claims(self._matches.store).of(live.id)
                taken = [player for claim in claims if claim.holder for player in claim.players]
                card = await asyncio.to_thread(game_card, live.id, live.created, live.match, live.agreed, taken)
            agreed = live.agreed
        self._cards[match_id] = agreed, card  # the most recent last, so that the first is the one to forget
        if len(self._cards) > _KEPT:
            del self._cards[next(iter(self._cards))]
        return card

    async def found(self, match_id: str, address: str) -> GameCard:
        """The same, where a match has to be there."""
        card = await self.card(match_id, address)
        if card is None:
            raise HTTPException(404, "there is no match at this address")
        return card


class Drawn:
    """Pictures of what does not change any more, drawn beside the loop, once for all who ask at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pictures: dict[Hashable, asyncio.Future[bytes]] = {}

    async def get(self, name: Hashable, count: Callable[[], None], draw: Callable[[], bytes]) -> bytes:
        """This picture; if it has to be drawn, that is counted first."""
        if name not in self._pictures:
            count()
            self._pictures[name] = asyncio.ensure_future(asyncio.to_thread(draw))
            for old in list(self._pictures)[: -self._most]:
                del self._pictures[old]
        return await asyncio.shield(self._pictures[name])
