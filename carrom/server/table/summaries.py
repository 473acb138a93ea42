"""Match summaries for lists and previews, cached until the next event."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Hashable

from starlette.exceptions import HTTPException

from carrom.laws import Ruling
from carrom.match import Match
from carrom.match.log.acts import Foul, StrokeMade, Timeout
from carrom.match.parties import PARTIES, ByParty, Party
from carrom.match.views.view import games_won
from carrom.server.table.agreement import Agreement
from carrom.server.table.open_matches import OpenMatches
from carrom.server.table.seats import SeatClaims
from carrom.server.table.snapshot import next_task, seat_views
from carrom.server.table.state import is_ended_by_agreement, shown_position
from carrom.server.wire.requests import MatchSummary, SideStatistics
from carrom.server.wire.values import piece_rows


def match_statistics(match: Match) -> ByParty[SideStatistics]:
    """Statistics without events taken back."""
    effective = {event.number for event in match.effective()}
    fouls, best = Counter[Party](), Counter[Party]()
    run = 0
    for step in match.steps():
        party = _offender_or_striker(step)
        if step.number not in effective or party is None:
            continue
        act, ruling = (step.event.act if step.event is not None else None), step.ruling
        if isinstance(act, StrokeMade):
            run += act.own
            best[party] = max(best[party], run)
            is_kept = isinstance(ruling, Ruling) and ruling.turn == "continues" and ruling.result is None
            run = run if is_kept else 0
            fouls[party] += isinstance(ruling, Ruling) and bool(ruling.due or ruling.penalty)
        else:
            fouls[party] += 1
            run = 0
    lines = match.course.boards
    return ByParty(
        *(
            SideStatistics(
                sum(line.winner == party for line in lines),
                sum(line.queen == party for line in lines),
                best[party],
                fouls[party],
            )
            for party in PARTIES
        )
    )


def _offender_or_striker(step: Match) -> Party | None:
    act = step.event.act if step.event is not None else None
    board = step.before.board if step.before is not None else None
    if isinstance(act, Foul):
        return act.party if isinstance(act.party, str) else act.party.party
    if board is not None and isinstance(act, StrokeMade | Timeout):
        placing = board.placing and isinstance(act, Timeout)
        return board.placing[0].by.party if placing else board.turn.party
    return None


def side_names(summary: MatchSummary) -> tuple[str, str]:
    """Names on each side, without unclaimed seats."""
    seats = [one for one in summary.seats if one.player not in summary.free]
    a, b = (" & ".join(one.name for one in seats if one.party == party) for party in PARTIES)
    return a, b


def match_summary(
    match_id: str, made: float, match: Match, agreed: Agreement, taken: Collection[str] = ()
) -> MatchSummary:
    """`taken` are players whose links are in use. Takes one or two milliseconds: use a thread."""
    task = next_task(match, agreed, now=0.0)
    seats = seat_views(match, agreed)
    by_link = [one.player for one in seats if agreed.players[one.player].who == "link"]
    # Tournament tables know all players.
    is_open = not match.course.has_begun and agreed.rules is None
    free = [player for player in by_link if player not in taken] if is_open else []
    return MatchSummary(
        id=match_id,
        seq=match.number,
        made=made,
        at=made + (match.at or 0.0),
        rulebook=match.setup.rulebook.id,
        title=match.setup.rulebook.title,
        length=agreed.length,
        seats=seats,
        pieces=piece_rows(shown_position(match)),
        score=match.course.points,
        games=games_won(match.course),
        waits=task.what,
        players=task.players,
        winner=match.announced,
        is_agreed=is_ended_by_agreement(match),
        feats=match_statistics(match) if task.what == "over" else None,
        free=free,
    )


_KEPT = 400
_READ = 20
"""Events per stroke's cost."""


class SummaryCache:
    """Summaries, built once per event."""

    def __init__(self, matches: OpenMatches) -> None:
        self._matches = matches
        self._summaries: dict[str, tuple[Agreement, MatchSummary]] = {}

    async def get(self, match_id: str, address: str) -> MatchSummary | None:
        """Return a match's summary; None if there is no match. Building counts against the address."""
        async with self._matches.hold(match_id) as live:
            if live is None:
                self._summaries.pop(match_id, None)
                return None
            agreed, summary = self._summaries.pop(match_id, (None, None))
            if summary is None or summary.seq != live.match.number or agreed != live.agreed:
                self._matches.count_strokes(address, 1 + live.match.number // _READ)
                claims = [] if live.match.course.has_begun else await SeatClaims(self._matches.store).of(live.id)
                taken = [player for claim in claims if claim.holder for player in claim.players]
                summary = await asyncio.to_thread(match_summary, live.id, live.created, live.match, live.agreed, taken)
            agreed = live.agreed
        self._summaries[match_id] = agreed, summary
        if len(self._summaries) > _KEPT:
            del self._summaries[next(iter(self._summaries))]
        return summary

    async def get_or_404(self, match_id: str, address: str) -> MatchSummary:
        summary = await self.get(match_id, address)
        if summary is None:
            raise HTTPException(404, "there is no match at this address")
        return summary


class PictureCache:
    """Draws each picture once, in a thread."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pictures: dict[Hashable, asyncio.Future[bytes]] = {}

    async def get(self, name: Hashable, count: Callable[[], None], draw: Callable[[], bytes]) -> bytes:
        """Calls `count` before drawing."""
        if name not in self._pictures:
            count()
            self._pictures[name] = asyncio.ensure_future(asyncio.to_thread(draw))
            for old in list(self._pictures)[: -self._most]:
                del self._pictures[old]
        return await asyncio.shield(self._pictures[name])
