"""The scores that pads tell while a match is played, as the public pages ask for them."""

from collections.abc import Callable, Mapping

from carrom.server.pads.pad_log import tournament_of
from carrom.server.pads.pads import Pads
from carrom.server.pads.running import running_score
from carrom.server.public.values.lines import Running
from carrom.server.stores.store import Change, Store
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.view import TournamentView


class PadScores:
    """What the pads of all tournaments tell. What two of them tell differently is shown to nobody but the referee."""

    def __init__(self, pads: Pads, store: Store) -> None:
        self._pads, self._store = pads, store

    async def now(self, tournament: str, view: TournamentView) -> Mapping[MatchId, Running]:
        """The score of every match that is kept on a pad."""
        return {
            MatchId(one.match): Running(points=None)
            if one.is_disputed
            else Running(points=one.points, games=one.games if any(one.games) else None)
            for one in await running_score(self._pads, tournament, view)
        }

    def watch(self, watcher: Callable[[str | None], None]) -> Callable[[], None]:
        """Call this with the id of a tournament whenever one of its pads was heard; without one where pads of any may
        have been."""

        def heard(change: Change) -> None:
            if change.log is None:
                watcher(None)
            elif tournament_of(change.log) != change.log:
                watcher(tournament_of(change.log))

        return self._store.watch(heard)
