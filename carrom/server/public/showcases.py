"""The tournaments that somebody is looking at."""

import time
from collections.abc import Callable

from starlette.exceptions import HTTPException

from carrom.server.desk.desks import Desks
from carrom.server.public.pad_scores import PadScores
from carrom.server.public.pages import Pages
from carrom.server.public.rendering import Rendered
from carrom.server.public.showcase import Showcase

_MOST = 20
_UNUSED = 600.0


class Showcases:
    """One showcase for each tournament, made when it is asked for and forgotten when nobody does."""

    def __init__(self, desks: Desks, scores: PadScores) -> None:
        self._desks, self._scores = desks, scores
        self._open: dict[str, Showcase] = {}
        self._end: Callable[[], None] | None = None

    def start(self) -> None:
        """Hear of what pads tell."""
        self._end = self._scores.watch(self.changed)

    def changed(self, tournament: str | None) -> None:
        """A score of a tournament has moved; of any, where none is named."""
        for one in self._open.values():
            if tournament in (None, one.id):
                one.refresh_soon()

    def close(self) -> None:
        """Let everybody go who listens."""
        if self._end is not None:
            self._end()
        for one in self._open.values():
            one.close()

    async def opened(self, tournament: str) -> Showcase:
        """The showcase of a tournament, with pages; 404 where there is none."""
        try:
            await self._desks.live(tournament)
        except HTTPException:  # it may have been removed since
            gone = self._open.pop(tournament, None)
            if gone is not None:
                gone.close()
            raise
        found = self._open.get(tournament)
        if found is None:
            found = Showcase(tournament, self._desks, self._scores)
            try:
                await found.pages()
            finally:
                if found.is_made and tournament not in self._open:
                    self._open[tournament] = found
                else:
                    found.close()
            found = self._open[tournament]
            self._forget_unused()
        return found

    async def pages(self, tournament: str) -> Pages:
        """The pages of now."""
        return await (await self.opened(tournament)).pages()

    async def rendered(
        self, tournament: str, key: object, make: Callable[[Pages], Rendered | None], seen: int = 0
    ) -> Rendered | None:
        """A page of now, made once, for somebody who has heard of fact `seen` already, at whichever process."""
        return await (await self.opened(tournament)).rendered(key, make, seen)

    def _forget_unused(self) -> None:
        idle = [one for one in self._open.values() if not one.listeners]
        idle.sort(key=lambda one: one.used)
        over = len(self._open) - _MOST
        for n, one in enumerate(idle):
            if n < over or time.monotonic() - one.used > _UNUSED:
                one.close()
                del self._open[one.id]
