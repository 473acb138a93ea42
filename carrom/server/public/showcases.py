"""The tournaments that somebody is looking at."""

import time
from collections.abc import Callable

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
        self._ends: list[Callable[[], None]] = []

    def start(self) -> None:
        """Hear of what happens."""
        self._ends = [self._desks.watch(self.changed), self._scores.watch(self.changed)]

    def changed(self, tournament: str) -> None:
        """Something was told of a tournament, or a score of it has moved."""
        found = self._open.get(tournament)
        if found is not None:
            found.refresh_soon()

    def close(self) -> None:
        """Let everybody go who listens."""
        while self._ends:
            self._ends.pop()()
        for one in self._open.values():
            one.close()

    async def opened(self, tournament: str) -> Showcase:
        """The showcase of a tournament, with pages; 404 where there is none."""
        found = self._open.get(tournament)
        if found is None:
            found = Showcase(tournament, self._desks, self._scores)
            await found.pages()
            found = self._open.setdefault(tournament, found)
            self._forget_unused()
        return found

    async def pages(self, tournament: str) -> Pages:
        """The pages of now."""
        return await (await self.opened(tournament)).pages()

    async def rendered(self, tournament: str, key: object, make: Callable[[Pages], Rendered | None]) -> Rendered | None:
        """A page of now, made once."""
        return await (await self.opened(tournament)).rendered(key, make)

    def _forget_unused(self) -> None:
        idle = [one for one in self._open.values() if not one.listeners]
        idle.sort(key=lambda one: one.used)
        over = len(self._open) - _MOST
        for n, one in enumerate(idle):
            if n < over or time.monotonic() - one.used > _UNUSED:
                one.close()
                del self._open[one.id]
