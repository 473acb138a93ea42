"""All pads: rights, facts, folded logs. Facts are stored once, under their pad's numbers, and acknowledged when on
disk."""

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from starlette.exceptions import HTTPException

from carrom.match.views.sentences import game_scores_text
from carrom.pad.session import setup_json
from carrom.server.desk.desks import Desks
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
    tournament_now,
    upheld_protest,
    withdrawn_result,
)
from carrom.server.stores.store import REWRITTEN, Appended, LogChange, NotStoredError, Store, StoredLog
from carrom.tournament.desk.match_text import match_sides, match_title
from carrom.tournament.desk.printouts import card_setup
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.seating.now import TournamentNow

ASIDE_ACCEPTED = "pad-taken"
"""Kind of kept items: the last fact of a log that the referee made count, though it was set aside."""
_KEPT = 200
"""Logs with full history."""
_PAGE = 500
_MOST_LOGS = 8
"""Logs per match: exchanged phones, two umpires."""
_MOST_ASIDE = 2
"""Set-aside logs per match and link."""
_MOST_FACTS = 6000
"""Facts per log: ten times the longest match."""
_MOST_BYTES = 4_000_000
_SENDINGS = 240
_TRIES = 5
_ALL_TABLES = frozenset({"owner", "director", "desk", "referee"})
_UMPIRES = _ALL_TABLES | {"umpire"}


def now_ms() -> int:
    return int(time.time() * 1000)


@dataclass(frozen=True, slots=True)
class LinkHolder:
    """An umpire's link to a table or match, or staff."""

    role: str
    source: str
    table: int | None = None
    match: str | None = None
    is_revoked: bool = False

    @property
    def place(self) -> str:
        if self.match is not None:
            return self.match
        return f"table {self.table}" if self.table is not None else self.role

    def matches(self, view: TournamentNow) -> list[MatchId]:
        if self.match is not None:
            return [MatchId(self.match)] if self.match in view.state.matches else []
        in_use = view.tables_in_use
        if self.table is not None:
            return [in_use[self.table]] if self.table in in_use else []
        return [in_use[table] for table in sorted(in_use)] if self.role in _ALL_TABLES else []

    def why_quarantined(self, view: TournamentNow, match: str, opened_by: str | None) -> w.Why | None:
        """Why facts from this link are set aside; None if they count.

        A link that began a match may go on wherever it is moved.
        """
        if self.is_revoked:
            return "revoked"
        if self.source == opened_by or self.role in _ALL_TABLES or match == self.match:
            return None
        if match not in view.state.matches or self.table is None:
            return "elsewhere"
        return None if view.state.matches[MatchId(match)].table == self.table else "elsewhere"


async def link_holder(desks: Desks, tournament: str, secret: str) -> LinkHolder | None:
    """A secret's holder, even if revoked; None for an unknown one."""
    role = await desks.role_of(tournament, secret)
    if role is None or role.role not in _UMPIRES:
        return None
    return LinkHolder(role.role, role.source, role.table, role.match, role.is_revoked)


@dataclass(frozen=True, slots=True)
class PadOutcome:
    """A log's result, and why its match is not started."""

    result: w.ResultState | None = None
    not_started: str | None = None


class Pads:
    def __init__(self, store: Store, desks: Desks) -> None:
        self.store = store
        self.desks = desks
        self._folds: dict[str, PadFold] = {}
        self._short_folds: dict[str, PadFold] = {}
        self._folding: dict[str, object] = {}
        self._log_ids: dict[str, set[str]] = {}
        self._new_log_ids: dict[str, set[str]] = {}
        self._sendings = RateLimits(_SENDINGS)
        self._end: Callable[[], None] = lambda: None

    def start(self) -> None:
        self._changed(LogChange(None))
        self._end = self.store.watch(self._changed)

    def close(self) -> None:
        self._end()

    def watch(self, watcher: Callable[[str | None], None]) -> Callable[[], None]:
        """Call `watcher` with the tournament of each pad that sends, or None for any. Returns how to end that."""

        def on_change(change: LogChange) -> None:
            if change.log is None:
                watcher(None)
            elif tournament_of(change.log) != change.log:
                watcher(tournament_of(change.log))

        return self.store.watch(on_change)

    # --- requests of pads ---------------------------------------------------------------------------------------------

    async def holder(self, request: w.PadRequest) -> tuple[LinkHolder, TournamentNow]:
        """Raise 403 for an unknown link, 429 for too many requests."""
        holder = await link_holder(self.desks, request.tournament, request.secret)
        view = await tournament_now(self.desks, request.tournament)
        if holder is None or view is None:
            raise HTTPException(403, "this link is not known here: ask the desk for a new one")
        if not self._sendings.admits(f"{request.tournament} {holder.source}"):
            raise HTTPException(429, "too many requests: wait a minute")
        return holder, view

    async def work(self, request: w.PadWorkRequest) -> w.PadWork:
        holder, view = await self.holder(request)
        matches = [] if holder.is_revoked else holder.matches(view)
        own = {public_pad_id(pad) for pad in request.pads}
        assigned = [await self._assignment(request.tournament, view, match, own) for match in matches]
        name = view.state.announced.name
        return w.PadWork(request.tournament, name, holder.place, holder.is_revoked, assigned, now_ms())

    async def _assignment(self, tournament: str, view: TournamentNow, match: MatchId, own: set[str]) -> w.Assignment:
        record = view.state.matches[match]
        sides = match_sides(view, match)
        kept = [
            w.OtherPadLog(
                fold.head.pad,
                fold.head.place,
                fold.counted,
                game_scores_text(fold.match),
                int(fold.received_last * 1000),
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
        """Logs to take over, latest first, without logs that are only the start of another."""
        folds = [await self.fold(one.log) for one in await self.folds(tournament, match)]
        counting = [one for one in folds if one is not None and one.counted]
        counting.sort(key=lambda one: (one.head.pad in own, one.received_last), reverse=True)
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

    async def take_up(self, request: w.PadTakeUp) -> w.PadLogCopy:
        holder, view = await self.holder(request)
        fold = await self.fold(pad_log_id(request.tournament, request.match, request.pad))
        if fold is None or holder.why_quarantined(view, request.match, fold.head.source) is not None:
            raise HTTPException(403, "this link is not for that match")
        stored = await self.store.events(pad_log_id(request.tournament, request.match, request.pad))
        facts = [msgspec.json.decode(event.body, type=StoredFact) for event in stored[: fold.counted]]
        return w.PadLogCopy(fold.head.head.setup, [fact.body for fact in facts if "say" not in parse_raw(fact.body)])

    async def take(self, request: w.PadSends) -> w.PadAnswer:
        """Answer when the facts are on disk."""
        if len({fact.id for fact in request.facts}) != len(request.facts):
            raise UnreadableError("facts: two of them have one id")
        holder, view = await self.holder(request)
        name = public_pad_id(request.pad)
        log = pad_log_id(request.tournament, request.match, name)
        fold = await self.fold(log)
        if fold is None:
            if request.head is None or request.after:
                return w.PadAnswer(0, now_ms(), wants_head=True)
            fold = await self._begin(log, name, holder, view, request, request.head)
        aside = holder.why_quarantined(view, request.match, fold.head.source)
        if fold.aside == "revoked" and aside is None:
            # A phone's new link needs a new log for facts that count.
            return w.PadAnswer(fold.has, now_ms(), is_forked=True)
        for _ in range(_TRIES):
            if request.after > fold.has:  # lost (a restored backup) or never arrived
                return w.PadAnswer(fold.has, now_ms(), aside=fold.aside)
            fresh = await self._missing_facts(log, request, fold)
            if fresh is None:
                return w.PadAnswer(fold.has, now_ms(), is_forked=True)
            if not fresh:
                break
            if any(fact.id in fold.ids for fact in fresh):
                raise UnreadableError("facts: one of them has the id of another, which was sent before")
            if fold.has + len(fresh) > _MOST_FACTS or fold.size > _MOST_BYTES:
                raise HTTPException(413, "this pad has sent more than a match can have: ask the referee")
            offset = now_ms() - request.now
            bodies = [stored_fact(fact, offset, aside) for fact in fresh]
            stored = await self.store.append(log, fold.has, bodies, key=fresh[0].id, at=time.time())
            fold = await self.fold(log) or fold
            if isinstance(stored, Appended):
                break
        outcome, others = await self.settle(fold, view), await self._others(fold)
        # Pads without new facts also learn that facts are set aside, unless their result is recorded.
        counts_no_more = fold.aside or (aside if outcome.result is None else None)
        answer = w.PadAnswer(fold.has, now_ms(), aside=counts_no_more, result=outcome.result, others=others)
        replay = await self._board_replay(fold, view)
        return msgspec.structs.replace(answer, not_started=outcome.not_started, again=replay)

    async def _board_replay(self, fold: PadFold, view: TournamentNow) -> w.BoardReplay | None:
        protest = upheld_protest(view, fold.head.match)
        full = await self.fold(fold.log) if protest is not None else None
        if protest is None or full is None:
            return None
        return board_replay(full, protest, view, await self.store.events(fold.log))

    async def _others(self, fold: PadFold) -> int:
        """Other phones writing this match since this one began."""
        logs = await self.folds(fold.head.tournament, fold.head.match)
        return sum(one.log != fold.log and has_written_since(one, fold) for one in logs)

    async def _begin(
        self, log: str, name: str, holder: LinkHolder, view: TournamentNow, request: w.PadSends, head: w.PadHead
    ) -> PadFold:
        if request.match not in view.state.matches:
            raise HTTPException(404, f"there is no match {request.match} in this tournament")
        aside = holder.why_quarantined(view, request.match, None)
        logs = await self._stored(f"{request.tournament}.{request.match}.")
        heads = [msgspec.json.decode(one.setup, type=StoredHead) for one in logs]
        if aside is None:
            same_kind = [one for one in heads if one.aside is None]
        else:
            same_kind = [one for one in heads if one.aside is not None and one.source == holder.source]
        if len(same_kind) >= (_MOST_LOGS if aside is None else _MOST_ASIDE):
            raise HTTPException(409, f"{len(same_kind)} pads have begun {request.match} already: ask the referee")
        stored = StoredHead(
            tournament=request.tournament,
            match=request.match,
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

    async def _missing_facts(self, log: str, request: w.PadSends, fold: PadFold) -> list[w.PadFact] | None:
        """Return the facts that the server lacks; None if it has others under their numbers."""
        stored = (
            []
            if request.after == fold.has and not request.after
            else await self.store.events(log, max(0, request.after - 1))
        )
        ids = {event.seq: msgspec.json.decode(event.body, type=StoredFact).id for event in stored}
        if request.after and ids.get(request.after) != request.behind:
            return None
        for number, fact in enumerate(request.facts, request.after + 1):
            if number in ids and ids[number] != fact.id:
                return None
        return [fact for number, fact in enumerate(request.facts, request.after + 1) if number > fold.has]

    # --- folded logs --------------------------------------------------------------------------------------------------

    async def fold(self, log: str) -> PadFold | None:
        taken = await self.store.kept(ASIDE_ACCEPTED, log)
        upto = json.loads(taken.body)["upto"] if taken is not None else 0
        fold = self._folds.get(log)
        if fold is None or fold.accepted_upto != upto:
            stored = await self.store.log(log)
            if stored is None or stored.kind != PAD_KIND:
                return None
            fold = start_fold(msgspec.json.decode(stored.setup, type=StoredHead), upto)
        events = await self.store.events(log, fold.has)
        if events:
            fold = await asyncio.to_thread(extend_fold, fold, events)
        self._folds.pop(log, None)
        self._folds[log] = fold
        if len(self._folds) > _KEPT:
            del self._folds[next(iter(self._folds))]
        return fold

    async def folds(self, tournament: str, match: str | None = None) -> list[PadFold]:
        """Folds of a tournament or match, without history."""
        prefix = f"{tournament}." if match is None else f"{tournament}.{match}."
        known = await self._known_log_ids(tournament)
        found = [
            await self._fold_without_history(log) for log in sorted(one for one in known if one.startswith(prefix))
        ]
        return [fold for fold in found if fold is not None]

    async def _fold_without_history(self, log: str) -> PadFold | None:
        if log in self._short_folds:
            return self._short_folds[log]
        reading = self._folding[log] = object()
        fold = await self.fold(log)
        if fold is None:
            return None
        if self._folding.get(log) is reading:
            self._short_folds[log] = fold.without_history
            del self._folding[log]
        return fold.without_history

    async def _known_log_ids(self, tournament: str) -> set[str]:
        while tournament not in self._log_ids:
            new_ids = self._new_log_ids.setdefault(tournament, set())
            found = await self._logs_of(tournament)
            if self._new_log_ids.get(tournament) is new_ids:
                self._log_ids[tournament] = found | new_ids
        self._new_log_ids.pop(tournament, None)
        return self._log_ids[tournament]

    async def _logs_of(self, tournament: str) -> set[str]:
        return {log.id for log in await self._stored(f"{tournament}.")}

    async def _stored(self, prefix: str) -> list[StoredLog]:
        found: list[StoredLog] = []
        while logs := await self.store.logs(PAD_KIND, prefix=prefix, after=found[-1].id if found else "", limit=_PAGE):
            found += logs
        return found

    def _changed(self, change: LogChange) -> None:
        if change.log is None:
            for one in (self._short_folds, self._folding, self._log_ids, self._new_log_ids):
                one.clear()
            return
        self._short_folds.pop(change.log, None)
        self._folding.pop(change.log, None)
        if change.seq == REWRITTEN:
            self._folds.pop(change.log, None)
        if change.log.count(".") == 2:
            for ids in (self._log_ids, self._new_log_ids):
                if tournament_of(change.log) in ids:
                    ids[tournament_of(change.log)].add(change.log)

    async def settle(self, fold: PadFold, view: TournamentNow) -> PadOutcome:
        """Record the start or a signed result."""
        try:
            not_started = await record_start(self.desks, fold, view) if fold.counted else None
            if not fold.is_signed:
                return PadOutcome(withdrawn_result(fold, view), not_started)
            known = recorded_result(fold, view)
            full = await self.fold(fold.log) if known is None and fold.lacks_history else fold
            return PadOutcome(known if known is not None or full is None else await record_result(self.desks, full))
        except NotStoredError:
            return PadOutcome()
