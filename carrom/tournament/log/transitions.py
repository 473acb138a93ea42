"""Apply events to the state of a tournament.

`apply_event` is pure: it returns the next state or a refusal with a stable code, without clock, file or randomness.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from carrom.base.errors import CarromError, Refused, RefusedError, refuse
from carrom.tournament.draws.bracket import Entrant, LoserOf, MatchId, PlaceOf, Slot, WinnerOf
from carrom.tournament.log.calls import restart_calls
from carrom.tournament.log.definition_changes import apply_change, without_draws
from carrom.tournament.log.entries import (
    apply_check,
    apply_contact,
    apply_entry,
    apply_late_entry,
    apply_line_up,
    apply_substitution,
    apply_teams,
)
from carrom.tournament.log.protests import apply_decision, apply_fee, apply_protest
from carrom.tournament.log.results import apply_confirmation, apply_pad_event, apply_result, match_record
from carrom.tournament.log.undo import apply_retraction, apply_undo, undoable_acts
from carrom.tournament.model import events as e
from carrom.tournament.model.events import TournamentEvent
from carrom.tournament.model.group_tables import shootout_result
from carrom.tournament.model.renames import apply_rename, with_current_names
from carrom.tournament.model.state import MatchRecord, StageKey, State, with_item
from carrom.tournament.seating.now import TO_PLAY, TournamentNow, check_chain_lengths
from carrom.tournament.seating.outcomes import keep_outcomes
from carrom.tournament.seating.rulings import apply_seat_ruling, publish_seats
from carrom.tournament.tables.results import EntryId, Side


@dataclass(frozen=True, slots=True)
class Recorded:
    """An accepted event. `is_repeated` if it was already in the log, which changes nothing."""

    state: State
    is_repeated: bool = False


def apply_event(state: State, event: TournamentEvent) -> Recorded | Refused:
    """Apply one event. Idempotent: an event already seen is ignored."""
    if event.id in state.seen:
        return Recorded(state, is_repeated=True)
    try:
        if state.definition is None and not isinstance(event.body, e.TournamentCreated):
            refuse("no-tournament", "The log begins with the creation of a tournament.")
        if event.supersedes is not None:
            if event.supersedes not in state.seen:
                refuse("unknown-fact", f"There is no fact {event.supersedes} to be superseded.")
            if not event.reason:
                refuse("no-reason", "What supersedes an earlier fact gives a reason.")
        body = with_current_names(state, event.body)
        changed = state
        if not is_quarantined(state, event):
            changed = _TRANSITIONS[type(body)](state, event, body)
            if not isinstance(body, e.Undone):  # an undo restores these as they were
                changed = restart_calls(state, keep_outcomes(state, changed), event.at)
    except RefusedError as error:
        return error.refused
    except CarromError as error:
        return Refused("bad-fact", None, str(error))
    if changed is state and is_quarantined(state, event):
        changed = replace(state, quarantined=(*state.quarantined, event))
    seen = with_item(changed.seen, event.id, body)
    return Recorded(replace(changed, version=state.version + 1, seen=seen, past=undoable_acts(state, event)))


@dataclass(frozen=True, slots=True)
class Folded:
    """The result of a replay, with the refusal that ended it, if any."""

    state: State
    accepted: int
    refused: Refused | None = None


def fold_events(events: Iterable[TournamentEvent], start: State | None = None) -> Folded:
    """Apply events until one is refused."""
    state = start or State()
    accepted = 0
    for event in events:
        step = apply_event(state, event)
        if isinstance(step, Refused):
            return Folded(state, accepted, step)
        state, accepted = step.state, accepted + 1
    return Folded(state, accepted)


def is_quarantined(state: State, event: TournamentEvent) -> bool:
    """Whether an event comes from a revoked source: it is kept, but changes nothing."""
    return event.by in state.revoked and not isinstance(event.body, e.SourceRestored)


def _create(state: State, event: TournamentEvent, body: e.TournamentCreated) -> State:
    if state.definition is not None:
        refuse("created-twice", "The tournament is created already.")
    return replace(state, definition=body.definition)


def _person(state: State, event: TournamentEvent, body: e.PersonRecorded) -> State:
    return replace(state, people=with_item(state.people, body.person.id, body.person))


def _leave(state: State, event: TournamentEvent, body: e.EntryLeft) -> State:
    if body.entry not in state.entries.get(body.event, {}):
        refuse("unknown-entry", f"{body.entry} is not in {state.event_name(body.event)}.")
    gone = state.left.get(body.event, {})
    if body.entry in gone:
        refuse("gone", f"{body.entry} has left {state.event_name(body.event)} already.")
    if body.how == "disqualified" and not event.reason:
        refuse("no-reason", "A disqualification gives a reason.")
    why = {**state.left_reasons.get(body.event, {}), body.entry: event.reason or ""}
    left = {**state.left, body.event: {**gone, body.entry: body}}
    by_law = f" by Law {body.law}" if body.law else ""
    why_said = f", {event.reason}" if event.reason else ""
    text = f"{body.entry} has left {state.event_name(body.event)}: {body.how}{by_law}{why_said}"
    state = state.with_notice(event, text)
    return replace(state, left=left, left_reasons={**state.left_reasons, body.event: why})


def _take_draw(state: State, event: TournamentEvent, body: e.StageDrawn) -> State:
    key = StageKey(body.event, body.stage)
    stage = state.stage(key)
    before = state.draws.get(key, ())
    matches = dict(state.matches)
    if before and body.again:
        if not event.reason:
            refuse("no-reason", f"{state.title(key)} is drawn already: another draw of its last round gives a reason.")
        last = [one for one in state.in_stage(key) if one.fixture.turn == len(before)]
        if not stage.form.in_rounds or any(one.has_begun or one.history or one.table is not None for one in last):
            refuse("in-play", f"The last round of {state.title(key)} is being played: its draw cannot be made again.")
        for record in last:
            del matches[record.fixture.id]
        state = state.with_notice(event, f"Round {len(before)} of {state.title(key)} was drawn again: {event.reason}")
        before = before[:-1]
    elif before and not (stage.form.in_rounds and event.supersedes is None):
        if not event.reason:
            refuse("drawn", f"{state.title(key)} is drawn already: a new draw gives a reason.")
        if state.is_in_use(key):
            refuse("in-play", f"{state.title(key)} is being played: its draw cannot be made again.")
        for record in state.in_stage(key):
            del matches[record.fixture.id]
        state = _without_plate(state, key)
        matches = {match: record for match, record in matches.items() if record.key in state.draws}
        was = "The published draw" if key in state.published else "The draw"
        state = state.with_notice(event, f"{was} of {state.title(key)} was made again: {event.reason}")
        before = ()
    _check_entries(state, body)
    for fixture in body.fixtures:
        if fixture.id in matches:
            refuse("match-taken", f"There is a match {fixture.id} already.")
        for slot in fixture.slots:
            _check_slot(state, key, slot, matches)
        matches[fixture.id] = MatchRecord(key=key, fixture=fixture)
    check_chain_lengths(matches)
    published = {one: seen for one, seen in state.published.items() if one != key or before}
    return replace(state, draws={**state.draws, key: (*before, body)}, matches=matches, published=published)


def _without_plate(state: State, key: StageKey) -> State:
    """Delete the plate fed by losers of this stage, whose matches no longer exist; refuse if the plate is in play."""
    lost = {record.fixture.id for record in state.in_stage(key)}
    for other in state.draws:
        fed = {slot.match for one in state.in_stage(other) for slot in one.fixture.slots if isinstance(slot, LoserOf)}
        if other != key and fed & lost:
            if state.is_in_use(other):
                losers = f"those who lost in {state.title(key)}"
                refuse("in-play", f"{state.title(other)} is being played by {losers}: it cannot be drawn again.")
            state = without_draws(state, [other])
    return state


def _check_entries(state: State, body: e.StageDrawn) -> None:
    known = state.entries.get(body.event, {})
    drawn = [entry for group in body.groups for entry in group]
    drawn += [EntryId(slot.entry) for one in body.fixtures for slot in one.slots if isinstance(slot, Entrant)]
    for entry in drawn:
        if entry not in known:
            refuse("unknown-entry", f"{entry} is not in {state.event_name(body.event)}.")
    for one in body.fixtures:
        if one.group is not None and not 0 <= one.group < len(body.groups):
            refuse("unknown-group", f"{one.id} is in a group that the draw does not have.")


def _check_slot(state: State, key: StageKey, slot: Slot, matches: Mapping[MatchId, MatchRecord]) -> None:
    """Check that a slot is fed only by earlier matches, so that no match waits for itself."""
    own = (key, state.before(key)) if state.stage(key).form.is_consolation else (key,)
    if isinstance(slot, WinnerOf | LoserOf) and (slot.match not in matches or matches[slot.match].key not in own):
        refuse("unknown-match", f"A match is fed by {slot.match}, which is not drawn before it.")
    if isinstance(slot, PlaceOf) and state.before(key) is None:
        refuse("unknown-group", f"{slot.name} is a place of a group, and no groups come before {state.title(key)}.")


def _publish(state: State, event: TournamentEvent, body: e.DrawPublished) -> State:
    key = StageKey(body.event, body.stage)
    if key not in state.draws:
        refuse("not-drawn", f"{state.title(key)} is not drawn.")
    seated = list(body.seats.values())
    for entry in seated:
        if entry not in state.entries.get(body.event, {}) or seated.count(entry) > 1:
            why = f"it is not in {state.event_name(body.event)}, or sits there twice"
            refuse("unknown-entry", f"{entry} cannot be seated: {why}.")
    before = state.published.get(key)
    if before is not None and before.seats != body.seats:
        if not event.reason:
            refuse("published", f"{state.title(key)} is published: to change who sits where, give a reason.")
        moved = sorted(place for place in body.seats if before.seats.get(place) != body.seats[place])
        text = f"The published draw of {state.title(key)} was changed at {', '.join(moved)}: {event.reason}"
        state = state.with_notice(event, text)
    return replace(publish_seats(state, body), published={**state.published, key: body})


def _call(state: State, event: TournamentEvent, body: e.MatchCalled) -> State:
    record = match_record(state, body.match)
    if body.table in state.tables_out:
        refuse("table-out", f"Table {body.table} is out of service.")
    if not 1 <= body.table <= state.announced.hall.tables:
        refuse("no-table", f"There is no table {body.table}: the hall has {state.announced.hall.tables}.")
    view = TournamentNow(state)
    if view.status(body.match) not in TO_PLAY:
        refuse("not-open", f"{body.match} is {view.status(body.match)}: it is not called.")
    sitting = view.tables_in_use.get(body.table)
    if sitting not in (None, body.match):
        refuse("table-taken", f"{sitting} is on table {body.table}.")
    if record.table is None:
        record = record.off_table
    # a move of a match in play, or a new umpire at its table, does not restart the call
    is_called = record.started is not None or record.table == body.table
    called = record.called if is_called else event.at
    umpire = body.umpire or record.umpire
    (a, b), (first, second) = view.sides(body.match), record.expected
    # on hold: the table keeps the entries it waits for
    expected = (first if a is None else a, second if b is None else b)
    return state.with_match(replace(record, table=body.table, called=called, umpire=umpire, expected=expected))


def _report(state: State, event: TournamentEvent, body: e.SideReported) -> State:
    record = _called_match(state, body.match)
    sides: tuple[Side, ...] = (body.side,) if body.side is not None else ("a", "b")
    a, b = TournamentNow(state).sides(body.match)
    expected = (a if "a" in sides else record.expected[0], b if "b" in sides else record.expected[1])
    return state.with_match(replace(record, reported=record.reported.union(sides), expected=expected))


def _start(state: State, event: TournamentEvent, body: e.MatchStarted) -> State:
    record = _called_match(state, body.match)
    started, expected = record.started or event.at, TournamentNow(state).sides(body.match)
    return state.with_match(replace(record, reported=frozenset({"a", "b"}), started=started, expected=expected))


def _free(state: State, event: TournamentEvent, body: e.TableFreed) -> State:
    return state.with_match(_called_match(state, body.match).off_table)


def _called_match(state: State, match: MatchId) -> MatchRecord:
    record = match_record(state, match)
    if record.table is None or TournamentNow(state).status(match) not in TO_PLAY:
        refuse("not-called", f"{match} is at no table.")
    return record


def _revoke(state: State, event: TournamentEvent, body: e.SourceRevoked) -> State:
    return replace(state, revoked=state.revoked | {body.source})


def _restore(state: State, event: TournamentEvent, body: e.SourceRestored) -> State:
    if not event.reason:
        refuse("no-reason", "What is taken back gives a reason.")
    if body.source not in state.revoked:
        refuse("superseded", f"What {body.source} says counts already.")
    state = state.with_notice(event, f"What {body.source} says counts again: {event.reason}")
    return replace(state, revoked=state.revoked - {body.source})


def _shootout(state: State, event: TournamentEvent, body: e.ShootoutPlayed) -> State:
    key = StageKey(body.event, body.stage)
    groups = [group for drawn in state.draws.get(key, ()) for group in drawn.groups]
    if not 0 <= body.group < len(groups):
        refuse("unknown-group", f"{state.title(key)} has no group {body.group}.")
    for entry in (body.a, body.b):
        if entry not in groups[body.group]:
            refuse("unknown-entry", f"{entry} is not in that group of {state.title(key)}.")
    if shootout_result(body).winner is None:
        refuse("no-winner", "A shoot-out has a winner.")
    played = state.shootouts.get((key, body.group), {})
    score = f"{body.score[0]}–{body.score[1]}"
    state = state.with_notice(event, f"Shoot-out of {state.title(key)}: {body.a} – {body.b} {score}.")
    return replace(state, shootouts={**state.shootouts, (key, body.group): {**played, event.id: body}})


def _lots(state: State, event: TournamentEvent, body: e.LotsDrawn) -> State:
    key = StageKey(body.event, body.stage)
    groups = [group for drawn in state.draws.get(key, ()) for group in drawn.groups]
    if not 0 <= body.group < len(groups):
        refuse("unknown-group", f"{state.title(key)} has no group {body.group}.")
    for entry in body.order:
        if entry not in groups[body.group]:
            refuse("unknown-entry", f"{entry} is not in that group of {state.title(key)}.")
    if len(body.order) < 2 or len({*body.order}) < len(body.order):
        refuse("lots", "Lots are drawn between at least two, each once.")
    drawn = state.shootouts.get((key, body.group), {})
    state = state.with_notice(event, f"Lots drawn in {state.title(key)}: {', '.join(body.order)}.")
    return replace(state, shootouts={**state.shootouts, (key, body.group): {**drawn, event.id: body}})


def _policy(state: State, event: TournamentEvent, body: e.PolicyChanged) -> State:
    key = StageKey(body.event, body.stage)
    before = state.policy(key)
    if state.is_in_use(key) and before != body.policy:
        if not event.reason:
            frozen = f"{state.title(key)} is being played: its order of tie-breaks is frozen"
            refuse("policy-in-use", f"{frozen}. Give a reason.")
        order = ", ".join(body.policy.order)
        text = f"The order of {state.title(key)} was changed while it was played, to {order}: {event.reason}"
        state = state.with_notice(event, text)
    stage = replace(state.stage(key), policy=body.policy)
    return replace(state, definition=state.announced.with_event(state.event(key.event).with_stage(stage)))


def _table(state: State, event: TournamentEvent, body: e.TableServiceSet) -> State:
    if not 1 <= body.table <= state.announced.hall.tables:
        refuse("no-table", f"There is no table {body.table}: the hall has {state.announced.hall.tables}.")
    out = state.tables_out - {body.table} if body.works else state.tables_out | {body.table}
    service = "back in service" if body.works else "out of service"
    why = f": {event.reason}" if event.reason else "."
    return replace(state.with_notice(event, f"Table {body.table} is {service}{why}"), tables_out=out)


_TRANSITIONS: dict[type, Callable[[State, TournamentEvent, Any], State]] = {
    e.TournamentCreated: _create,
    e.DefinitionChanged: apply_change,
    e.PersonRecorded: _person,
    e.EntryRecorded: apply_entry,
    e.TeamsDrawn: apply_teams,
    e.EnteredLate: apply_late_entry,
    e.Renamed: apply_rename,
    e.Substituted: apply_substitution,
    e.LineUpGiven: apply_line_up,
    e.PersonChecked: apply_check,
    e.ContactGiven: apply_contact,
    e.EntryLeft: _leave,
    e.StageDrawn: _take_draw,
    e.DrawPublished: _publish,
    e.SeatsRuled: apply_seat_ruling,
    e.MatchCalled: _call,
    e.SideReported: _report,
    e.MatchStarted: _start,
    e.TableFreed: _free,
    e.ResultGiven: apply_result,
    e.PadEventNoted: apply_pad_event,
    e.ResultConfirmed: apply_confirmation,
    e.SourceRevoked: _revoke,
    e.SourceRestored: _restore,
    e.ShootoutPlayed: _shootout,
    e.LotsDrawn: _lots,
    e.PolicyChanged: _policy,
    e.TableServiceSet: _table,
    e.Retracted: apply_retraction,
    e.Undone: apply_undo,
    e.ProtestLodged: apply_protest,
    e.ProtestFeePaid: apply_fee,
    e.ProtestJudged: apply_decision,
}
