"""All pads of this server: what they may keep, what they send, and how their logs stand.

Nothing is held here but what can be read again from the store. Every fact is stored once, under the number that its pad
gave it; a pad is answered when it is on the disk.
"""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from starlette.exceptions import HTTPException

from carrom.match.views.sentences import game_scores_text
from carrom.pad.session import setup_json
from carrom.server.http.guard import RateLimits
from carrom.server.http.parsing import UnreadableError
from carrom.server.pads import wire as w
from carrom.server.pads.pad_log import (
    PAD_KIND,
    PadFold,
    StoredFact,
    StoredHead,
    extend_fold,
    has_written_since,
    pad_log_id,
    parse_raw,
    public_pad_id,
    start_fold,
    stored_fact,
    tournament_of,
)
from carrom.server.pads.results import (
    board_replay,
    record_result,
    record_start,
    recorded_result,
    upheld_protest,
    withdrawn_result,
)
from carrom.server.pads.tournament_bridge import LinkHolder, TournamentBridge
from carrom.server.stores.store import REWRITTEN, Appended, LogChange, NotStoredError, Store, StoredLog
from carrom.tournament.desk.match_text import match_sides, match_title
from carrom.tournament.desk.printouts import card_setup
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.seating.now import TournamentNow

ASIDE_ACCEPTED = "pad-taken"
"""What the store keeps of a log of which the referee has taken what was set aside."""
_KEPT = 200
"""Logs that stay in memory with their whole history."""
_PAGE = 500
_MOST_LOGS = 8
"""Logs of one match that count: phones that broke down, were exchanged, or that two umpires held."""
_MOST_ASIDE = 2
"""Logs of one match that one link begins although what it sends is set aside. They are nobody else's loss."""
_MOST_FACTS = 6000
"""Facts of one log: some ten times what the longest match has."""
_MOST_BYTES = 4_000_000
_SENDINGS = 240
"""Sendings of one link in a minute."""
_TRIES = 5


def now_ms() -> int:
    return int(time.time() * 1000)


@dataclass(frozen=True, slots=True)
class PadOutcome:
    """What became of what a pad has kept: of its result, if there is one, and why its match is not in play yet."""

    result: w.ResultState | None = None
    not_started: str | None = None


class Pads:
    """The pads' room. One for each app."""

    def __init__(self, store: Store, desk: TournamentBridge) -> None:
        self.store = store
        self.desk = desk
        self._folds: dict[str, PadFold] = {}
        self._standing: dict[str, PadFold] = {}
        self._reading: dict[str, object] = {}
        self._known: dict[str, set[str]] = {}
        self._coming: dict[str, set[str]] = {}
        self._sendings = RateLimits(_SENDINGS)
        self._end: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Hear of every log that grows, from now on."""
        self._hear(LogChange(None))
        self._end = self.store.watch(self._hear)

    def close(self) -> None:
        self._end()

    # --- what pads ask ------------------------------------------------------------------------------------------------

    async def holder(self, asks: w.PadRequest) -> tuple[LinkHolder, TournamentNow]:
        """Who shows this link, and the tournament that it is for."""
        holder = await self.desk.holder(asks.tournament, asks.secret)
        view = await self.desk.view(asks.tournament)
        if holder is None or view is None:
            raise HTTPException(403, "this link is not known here: ask the desk for a new one")
        if not self._sendings.admits(f"{asks.tournament} {holder.source}"):
            raise HTTPException(429, "too many requests: wait a minute")
        return holder, view

    async def work(self, asks: w.PadWorkRequest) -> w.PadWork:
        """What is to be played where this link belongs."""
        holder, view = await self.holder(asks)
        matches = [] if holder.is_revoked else holder.matches(view)
        own = {public_pad_id(pad) for pad in asks.pads}
        assigned = [await self._assignment(asks.tournament, view, match, own) for match in matches]
        name = view.state.announced.name
        return w.PadWork(asks.tournament, name, holder.place, holder.is_revoked, assigned, now_ms())

    async def _assignment(self, tournament: str, view: TournamentNow, match: MatchId, own: set[str]) -> w.Assignment:
        record = view.state.matches[match]
        sides = match_sides(view, match)
        kept = [
            w.OtherPadLog(
                fold.head.pad, fold.head.place, fold.counted, game_scores_text(fold.match), int(fold.heard * 1000)
            )
            for fold in await self._newest(tournament, match, own)
            if fold.match is not None
        ]
        return w.Assignment(
            match,
            match_title(view, match),
            (sides[0].text, sides[1].text),
            record.table,
            record.umpire or "",
            view.status(match),
            msgspec.convert(setup_json(card_setup(view, match)), w.AgreedSetup),
            record.version,
            kept,
        )

    async def _newest(self, tournament: str, match: MatchId, own: set[str]) -> list[PadFold]:
        """The logs of a match that another phone can go on from, the one heard of last first: not the phone's own, and
        none that is the beginning of another one, as it was left by a phone that broke down."""
        folds = [await self.fold(one.log) for one in await self.stands(tournament, match)]
        counting = [one for one in folds if one is not None and one.counted]  # the rest is the referee's
        counting.sort(key=lambda one: (one.head.pad in own, one.heard), reverse=True)
        events = [() if one.match is None else one.match.events() for one in counting]
        return [
            fold
            for at, fold in enumerate(counting)
            if fold.head.pad not in own
            and not any(
                further[: len(events[at])] == events[at] and (len(further), -other) > (len(events[at]), -at)
                for other, further in enumerate(events)
                if other != at
            )
        ]

    async def take_up(self, asks: w.PadTakeUp) -> w.PadLogCopy:
        """All that another pad has kept of a match, for a phone that goes on with it."""
        holder, view = await self.holder(asks)
        fold = await self.fold(pad_log_id(asks.tournament, asks.match, asks.pad))
        if fold is None or holder.obstacle(view, asks.match, fold.head.source) is not None:
            raise HTTPException(403, "this link is not for that match")
        stored = await self.store.events(pad_log_id(asks.tournament, asks.match, asks.pad))
        facts = [msgspec.json.decode(event.body, type=StoredFact) for event in stored[: fold.counted]]
        # Whom the other umpire called is his affair: taken over, it would be called again.
        return w.PadLogCopy(fold.head.head.setup, [fact.body for fact in facts if "say" not in parse_raw(fact.body)])

    async def take(self, sends: w.PadSends) -> w.PadAnswer:
        """Store what a pad sends, each fact once; answered when it is on the disk."""
        if len({fact.id for fact in sends.facts}) != len(sends.facts):
            raise UnreadableError("facts: two of them have one id")
        holder, view = await self.holder(sends)
        name = public_pad_id(sends.pad)
        log = pad_log_id(sends.tournament, sends.match, name)
        fold = await self.fold(log)
        if fold is None:
            if sends.head is None or sends.after:
                return w.PadAnswer(0, now_ms(), wants_head=True)
            fold = await self._begin(log, name, holder, view, sends, sends.head)
        aside = holder.obstacle(view, sends.match, fold.head.source)
        if fold.aside == "revoked" and aside is None:
            # A new link in the same phone: what counts goes into a log of its own, and the referee keeps this one.
            return w.PadAnswer(fold.has, now_ms(), is_forked=True)
        for _ in range(_TRIES):
            if sends.after > fold.has:  # the server lost some (a backup was put back), or never had them
                return w.PadAnswer(fold.has, now_ms(), aside=fold.aside)
            fresh = await self._behind(log, sends, fold)
            if fresh is None:
                return w.PadAnswer(fold.has, now_ms(), is_forked=True)
            if not fresh:
                break
            if any(fact.id in fold.ids for fact in fresh):
                raise UnreadableError("facts: one of them has the id of another, which was sent before")
            if fold.has + len(fresh) > _MOST_FACTS or fold.size > _MOST_BYTES:
                raise HTTPException(413, "this pad has sent more than a match can have: ask the referee")
            offset = now_ms() - sends.now
            bodies = [stored_fact(fact, offset, aside) for fact in fresh]
            stored = await self.store.append(log, fold.has, bodies, key=fresh[0].id, at=time.time())
            fold = await self.fold(log) or fold
            if isinstance(stored, Appended):
                break
        became, others = await self.settle(fold, view), await self._others(fold)
        # A pad that only asks learns as well that it does not count any more; of a match that is told it need not.
        counts_no_more = fold.aside or (aside if became.result is None else None)
        answer = w.PadAnswer(fold.has, now_ms(), aside=counts_no_more, result=became.result, others=others)
        again = await self._again(fold, view)
        return msgspec.structs.replace(answer, not_started=became.not_started, again=again)

    async def _again(self, fold: PadFold, view: TournamentNow) -> w.BoardReplay | None:
        """Whether this pad has to go back to the beginning of a board."""
        protest = upheld_protest(view, fold.head.match)
        whole = await self.fold(fold.log) if protest is not None else None
        if protest is None or whole is None:
            return None
        return board_replay(whole, protest, view, await self.store.events(fold.log))

    async def _others(self, fold: PadFold) -> int:
        """How many other phones have told something of this match since this one began."""
        logs = await self.stands(fold.head.tournament, fold.head.match)
        return sum(one.log != fold.log and has_written_since(one, fold) for one in logs)

    async def _begin(
        self, log: str, name: str, holder: LinkHolder, view: TournamentNow, sends: w.PadSends, head: w.PadHead
    ) -> PadFold:
        if sends.match not in view.state.matches:
            raise HTTPException(404, f"there is no match {sends.match} in this tournament")
        aside = holder.obstacle(view, sends.match, None)
        known = await self._stored(f"{sends.tournament}.{sends.match}.")
        heads = [msgspec.json.decode(one.setup, type=StoredHead) for one in known]
        if aside is None:
            alike = [one for one in heads if one.aside is None]
        else:
            alike = [one for one in heads if one.aside is not None and one.source == holder.source]
        if len(alike) >= (_MOST_LOGS if aside is None else _MOST_ASIDE):
            raise HTTPException(409, f"{len(alike)} pads have begun {sends.match} already: ask the referee")
        stored = StoredHead(
            tournament=sends.tournament,
            match=sends.match,
            pad=name,
            source=holder.source,
            place=holder.place,
            head=head,
            aside=aside,
        )
        await self.store.create(StoredLog(log, PAD_KIND, time.time(), msgspec.json.encode(stored).decode()))
        fold = await self.fold(log)
        if fold is None:
            raise HTTPException(409, "this log was forgotten")
        return fold

    async def _behind(self, log: str, sends: w.PadSends, fold: PadFold) -> list[w.PadFact] | None:
        """Those of the facts that the server has not; None where it has others under their numbers."""
        known = (
            [] if sends.after == fold.has and not sends.after else await self.store.events(log, max(0, sends.after - 1))
        )
        ids = {event.seq: msgspec.json.decode(event.body, type=StoredFact).id for event in known}
        if sends.after and ids.get(sends.after) != sends.behind:
            return None
        for number, fact in enumerate(sends.facts, sends.after + 1):
            if number in ids and ids[number] != fact.id:
                return None
        return [fact for number, fact in enumerate(sends.facts, sends.after + 1) if number > fold.has]

    # --- how logs stand -----------------------------------------------------------------------------------------------

    async def fold(self, log: str) -> PadFold | None:
        """A log as the store has it now; None where there is none."""
        taken = await self.store.kept(ASIDE_ACCEPTED, log)
        upto = json.loads(taken.body)["upto"] if taken is not None else 0
        fold = self._folds.get(log)
        if fold is None or fold.upto != upto:  # the referee has taken what was set aside: added up anew
            stored = await self.store.log(log)
            if stored is None or stored.kind != PAD_KIND:
                return None
            fold = start_fold(msgspec.json.decode(stored.setup, type=StoredHead), upto)
        events = await self.store.events(log, fold.has)
        if events:
            fold = await asyncio.to_thread(extend_fold, fold, events)
        self._folds.pop(log, None)
        self._folds[log] = fold  # most recent last, so that the first is the one to forget
        if len(self._folds) > _KEPT:
            del self._folds[next(iter(self._folds))]
        return fold

    async def stands(self, tournament: str, match: str | None = None) -> list[PadFold]:
        """The logs of all pads of a tournament, or of one of its matches, without their history."""
        prefix = f"{tournament}." if match is None else f"{tournament}.{match}."
        known = await self._known_logs(tournament)
        standing = [await self._stands(log) for log in sorted(one for one in known if one.startswith(prefix))]
        return [fold for fold in standing if fold is not None]

    async def _stands(self, log: str) -> PadFold | None:
        if log in self._standing:
            return self._standing[log]
        reading = self._reading[log] = object()
        fold = await self.fold(log)
        if fold is None:  # forgotten
            return None
        if self._reading.get(log) is reading:  # nothing was heard of it since
            self._standing[log] = fold.bare
            del self._reading[log]
        return fold.bare

    async def _known_logs(self, tournament: str) -> set[str]:
        while tournament not in self._known:
            coming = self._coming.setdefault(tournament, set())
            found = await self._logs_of(tournament)
            if self._coming.get(tournament) is coming:  # else anything may have come meanwhile
                self._known[tournament] = found | coming
        self._coming.pop(tournament, None)
        return self._known[tournament]

    async def _logs_of(self, tournament: str) -> set[str]:
        return {log.id for log in await self._stored(f"{tournament}.")}

    async def _stored(self, prefix: str) -> list[StoredLog]:
        found: list[StoredLog] = []
        while logs := await self.store.logs(PAD_KIND, prefix=prefix, after=found[-1].id if found else "", limit=_PAGE):
            found += logs
        return found

    def _hear(self, change: LogChange) -> None:
        """A log has grown, or the referee has taken what was set aside, in whichever process."""
        if change.log is None:
            for one in (self._standing, self._reading, self._known, self._coming):
                one.clear()
            return
        self._standing.pop(change.log, None)
        self._reading.pop(change.log, None)
        if change.seq == REWRITTEN:
            self._folds.pop(change.log, None)
        if change.log.count(".") == 2:
            for known in (self._known, self._coming):
                if tournament_of(change.log) in known:
                    known[tournament_of(change.log)].add(change.log)

    async def settle(self, fold: PadFold, view: TournamentNow) -> PadOutcome:
        """Put on record what the tournament does not know yet: that a match is in play, or its signed result."""
        try:
            not_started = await record_start(self.desk, fold, view) if fold.counted else None
            if not fold.is_signed:
                return PadOutcome(withdrawn_result(fold, view), not_started)
            known = recorded_result(fold, view)
            whole = await self.fold(fold.log) if known is None and fold.is_bare else fold
            return PadOutcome(known if known is not None or whole is None else await record_result(self.desk, whole))
        except NotStoredError:
            return PadOutcome()  # the pad asks again, or whoever looks next
