"""Tasks: what the desk or the referee has to decide, the entries that wait for it, and seats given by rulings."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from carrom.tournament.desk.blockers import has_line_ups, teams_without_line_up
from carrom.tournament.desk.hall import matches_on_tables
from carrom.tournament.desk.prizes import PRIZES
from carrom.tournament.draws.bracket import Entrant, MatchId, PlaceOf
from carrom.tournament.log.protests import (
    contested_result,
    decision_deadline,
    last_upheld_protest,
    protest_deadline,
    resumption_of,
    resumption_text,
)
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import ProtestId
from carrom.tournament.model.group_tables import group_shootouts
from carrom.tournament.model.scores import boards_text, result_text, score_text
from carrom.tournament.model.state import MatchRecord, ProtestState, StageKey, State
from carrom.tournament.seating.now import TO_PLAY, TournamentNow, cached_per_state
from carrom.tournament.seating.rulings import changed_seats, contested_seats
from carrom.tournament.tables.results import EntryId


def protest_tasks(state: State, now: datetime | None = None) -> Iterator[tuple[str, str]]:
    """Yield a code and a sentence for each protest that needs a fee, a decision or a replay. With `now`, overdue ones
    say so."""
    for name, protest in state.protests.items():
        match = protest.lodged.match
        if protest.status == "lodged":
            until = protest_deadline(state, protest)
            fee = state.announced.protests.fee
            text = f"Protest {name} against {match}: the fee of {fee} is not paid, and only with it is it heard"
            if until is not None:
                is_over = now is not None and now > until
                text += f"; that was possible until {until:%H:%M}" if is_over else f", until {until:%H:%M}"
            yield "fee", f"{text} (145)."
        elif protest.is_open:
            due = decision_deadline(state, protest)
            text = f"Protest {name} against {match} awaits its decision by {due:%H:%M} (151c)."
            if now is not None and now > due:
                text = f"{text[:-1]}: {int((now - due).total_seconds() // 60)} minutes overdue."
            yield "protest", text
        elif protest.status == "upheld" and state.matches[match].result is None:
            replay = how_match_resumes(state, name)
            if replay is not None and last_upheld_protest(state, match) is protest and _can_resume(state, protest):
                yield "replay", replay


def how_match_resumes(state: State, name: ProtestId) -> str | None:
    protest = state.protests[name]
    record = state.matches[protest.lodged.match]
    contested = contested_result(state, protest)
    if protest.status != "upheld":
        return None
    if contested is None:  # decided while the match was in play
        return f"{protest.lodged.match} goes on from the beginning of board {protest.lodged.board} (151a)."
    is_single = state.stage(record.key).format_in(record.fixture.round).games == 1
    return resumption_text(contested, resumption_of(state, protest, contested), is_single=is_single)


def _can_resume(state: State, protest: ProtestState) -> bool:
    """Return whether both players of the contested match are still there and in it."""
    view, match = TournamentNow(state), protest.lodged.match
    contested = contested_result(state, protest)
    sides = view.sides(match)
    are_they = None not in sides if contested is None else sides == (contested.a, contested.b)
    return are_they and view.status(match) in TO_PLAY


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestFees:
    taken: int
    back: int
    kept: int


def protest_fees(state: State) -> ProtestFees | None:
    taken, back = (sum(getattr(one, what) for one in state.protests.values()) for what in ("fee_paid", "refunded"))
    kept = sum(one.fee_paid for one in state.protests.values() if one.status == "dismissed")
    return ProtestFees(taken=taken, back=back, kept=kept) if taken else None


def protest_fees_text(state: State) -> list[str]:
    fees = protest_fees(state)
    return [] if fees is None else [f"Fees of protests: {fees.taken} taken, {fees.back} given back, {fees.kept} kept."]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A decision that only a person can make."""

    code: str
    text: str
    how: str = ""
    """What to type on the command line; pages show a button instead."""
    match: MatchId | None = None
    event: str | None = None
    stage: StageKey | None = None
    group: int | None = None
    pairs: tuple[tuple[EntryId, EntryId], ...] = ()
    """The shoot-outs to play."""
    level: tuple[EntryId, ...] = ()
    """Entries level on every criterion."""
    lots: tuple[EntryId, ...] = ()
    """Entries between which lots are to be drawn."""

    @property
    def typed(self) -> str:
        return f"{self.text} {self.how}".rstrip()


def tasks(view: TournamentNow, now: datetime | None = None) -> list[Task]:
    """List everything the desk, the referee or the committee must decide. With `now`, overdue tasks say so."""
    protests = (Task(code=code, text=text) for code, text in protest_tasks(view.state, now))
    return [*_to_move(view), *_tasks_at_any_time(view), *protests, *_cancelled_events(view)]


@cached_per_state
def _tasks_at_any_time(view: TournamentNow) -> tuple[Task, ...]:
    """Return the tasks that do not depend on the time."""
    found: list[Task] = []
    for key in view.state.draws:
        found += _outdated_draws(view, key) + _line_up_tasks(view, key) + tie_tasks(view, key) + _seat_tasks(view, key)
    for match, record in view.state.matches.items():
        status = view.status(match)
        if status == "under review":
            found.append(
                Task(code="review", text=f"{match}: {_versions_text(record)}.", how=_versions_hint(record), match=match)
            )
        elif status == "void" and record.result is not None:
            due = " – ".join(side or "?" for side in view.sides(match))
            text = f"{match} was played by {record.result.a} – {record.result.b}, but belongs to {due}. "
            text += "Take that result back and it is called again, or enter the result of whom it belongs to."
            found.append(Task(code="void", text=text, match=match))
        elif status == "on hold" and view.have_both_left(match):
            text = f"{match}: {' and '.join(filter(None, view.sides(match)))} have both left, and neither had won it: "
            found.append(Task(code="both-left", text=f"{text}say by a walk-over who goes on.", match=match))
        elif status == "provisional" and record.result is not None:
            text = f"{match}: {result_text(record.result)}: confirm it, or correct it."
            found.append(Task(code="provisional", text=text, match=match))
    return tuple(found)


def _to_move(view: TournamentNow) -> list[Task]:
    return [
        Task(code="move", text=f"{one.match} has to move: table {one.table} is out of service.", match=one.match)
        for one in matches_on_tables(view)
        if one.has_to_move
    ]


def _outdated_draws(view: TournamentNow, key: StageKey) -> list[Task]:
    """Return a task if a draw misses later entries or was made for another number of groups."""
    state = view.state
    drawn = state.draws[key][-1]
    before = state.before(key)
    again = f"Draw {state.title(key)} again, with a reason."
    if before is None:
        inside = {slot.entry for one in drawn.fixtures for slot in one.slots if isinstance(slot, Entrant)}
        inside |= {entry for group in drawn.groups for entry in group}
        late = [one for one in state.entries.get(key.event, {}) if one not in inside]
        late = [one for one in late if one not in state.left.get(key.event, {})]
        if state.is_in_use(key):
            again = f"{state.title(key)} is being played: give them a free place, or record that they leave."
        text = f"{', '.join(late)} entered after the draw. {again}"
        how = "A free place is given with 'late'." if state.is_in_use(key) else ""
        return [Task(code="late", text=text, how=how, stage=key)] if late else []
    feeding = state.draws.get(before)
    wanted = {slot.group for one in drawn.fixtures for slot in one.slots if isinstance(slot, PlaceOf)}
    if state.stage(key).form.is_consolation or not feeding or not wanted or len(wanted) == len(feeding[-1].groups):
        return []
    text = f"{state.title(key)} is drawn for {len(wanted)} groups, and there are {len(feeding[-1].groups)} now. {again}"
    return [Task(code="redraw", text=text, stage=key)]


def _line_up_tasks(view: TournamentNow, key: StageKey) -> list[Task]:
    """Return tasks for teams without players for a rubber they have to play."""
    lacking = teams_without_line_up(view, key)
    how = "Say who plays with 'line-up'."
    if lacking and not has_line_ups(view, key.event):
        text = f"{view.state.title(key)}: no team has said who plays, so rubbers are called by the names of teams."
        return [Task(code="line-up", text=f"{text} Name who plays, or leave it so.", how=how, stage=key)]
    return [
        Task(
            code="line-up",
            text=f"{view.state.title(key)}: the line-up of {', '.join(teams)} is awaited: {lacks}. "
            "Name who plays, or give a walk-over.",
            how=how,
            stage=key,
        )
        for lacks, teams in lacking
    ]


def _versions_text(record: MatchRecord) -> str:
    """Return a text such as "the desk says 5–13, pad 4 says 8–13: choose between them"; by boards if the scores are
    equal."""
    by = {one.fact: one.by for one in record.history}
    versions = [(by.get(one, "somebody"), record.drafts[one]) for one in record.rivals if one in record.drafts]
    texts = [score_text(given) for _, given in versions]
    if len(set(texts)) < len(texts):
        texts = [boards_text(given) or text for text, (_, given) in zip(texts, versions, strict=True)]
    claims = (f"{who} says {text}" for text, (who, _) in zip(texts, versions, strict=True))
    return ", ".join(claims) + ": choose between them"


def _versions_hint(record: MatchRecord) -> str:
    return f"'confirm {record.fixture.id}' takes one of {', '.join(record.rivals)}."


def tie_tasks(view: TournamentNow, key: StageKey) -> list[Task]:
    """Return a task for each group of entries level in a table where a place or prize depends on it."""
    stage = view.state.stage(key)
    if stage.policy is None:
        return []
    found = []
    has_shootouts = "shootout" in view.state.policy(key).order
    gives_prizes = has_shootouts and stage == view.state.event(key.event).decides and not stage.form.has_groups
    for number, table in enumerate(view.tables(key)):
        decisive = max(table.decisive, PRIZES if gives_prizes else 0)
        tied = [group for group in table.standings.tied if table.standings.rank(group[0]) <= decisive]
        if not table.is_complete or not tied:
            continue
        for group in tied:
            where = view.state.title(key, table.name)
            text = f"{where}: nothing separates {', '.join(group)}."
            played = group_shootouts(view.state, key, number)
            are_lots_due = has_shootouts and group in table.standings.for_lots
            due = played.missing(group) if has_shootouts and not are_lots_due else []
            how = ""
            if are_lots_due:
                text += " Two series of shoot-outs have left them level: the chief referee draws lots (I-55)."
                how = "Tell them in the order drawn with 'lots'."
            elif due:
                text += " Shoot-outs: " + ", ".join(f"{a} – {b}" for a, b in due) + "."
                # Announced before the first shoot-out, so that everyone knows how a level series is decided.
                if len(group) > 2 and not played.series_of(group):
                    text += " If they end level, one more series is played; then the chief referee draws lots (I-55)."
                elif len(group) > 2:
                    text += " This series is the last one; after it the chief referee draws lots (I-55)."
            task = Task(code="tie", text=text, how=how, stage=key, group=number, pairs=tuple(due), level=group)
            found.append(replace(task, lots=group if are_lots_due else ()))
    return found


def _seat_tasks(view: TournamentNow, key: StageKey) -> list[Task]:
    """Return a task for each published seat that the tables would now fill differently or leave empty."""
    return [
        Task(
            code="seat",
            text=f"{view.state.title(key)} is {seat.text}.",
            how=f"Decide with 'seats {key}' and give a reason.",
            stage=key,
        )
        for seat in contested_seats(view, key)
    ]


def _cancelled_events(view: TournamentNow) -> list[Task]:
    return [
        Task(
            code="communities",
            text=f"{event.name} has fewer than {event.min_communities} communities and is cancelled.",
            event=event.id,
        )
        for event in view.state.announced.events
        if view.is_cancelled(event) and not event.cancelled
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuledSeat:
    """An entry seated by a ruling, or until there is one, and the entry that would have the seat otherwise."""

    entry: EntryId
    instead_of: EntryId | None
    place: str
    """E2, or M7A for side a of a match fed by others."""
    matches: tuple[MatchId, ...]
    group: int | None = None
    """The group of the previous stage whose table would fill the seat."""
    is_ruled: bool = True

    @property
    def text(self) -> str:
        if not self.is_ruled:
            other = "it is open" if self.instead_of is None else f"it would be {self.instead_of}'s"
            return f"{self.entry} has the place {self.place} until the referee has ruled on it: {other} now."
        other = "" if self.instead_of is None else f" instead of {self.instead_of}"
        return f"By ruling of the referee {self.entry} has the place {self.place}{other}."

    @property
    def note(self) -> str:
        """The note below a match of the bracket, where a bare name would look like the winner's."""
        return f"{self.entry} is seated {'by ruling of the referee' if self.is_ruled else 'until it is ruled'}"


@cached_per_state
def ruled_seats(view: TournamentNow, key: StageKey) -> tuple[RuledSeat, ...]:
    """Return the seats of a stage whose entry differs from the tables or earlier matches."""
    return tuple(_ruled_seats(view, key))


def _ruled_seats(view: TournamentNow, key: StageKey) -> Iterator[RuledSeat]:
    fixtures = [record.fixture for record in view.state.in_stage(key)]
    slots = [(one.id, side, slot) for one in fixtures for side, slot in zip("AB", one.slots, strict=True)]
    for seat, is_ruled in changed_seats(view, key):
        here = [
            (match, slot)
            for match, side, slot in slots
            if seat.place == f"{match}{side}" or (isinstance(slot, PlaceOf) and slot.name == seat.place)
        ]
        places = [slot for _, slot in here if isinstance(slot, PlaceOf)]
        yield RuledSeat(
            entry=seat.seated,
            instead_of=seat.now,
            place=places[0].name if places else seat.place,
            matches=tuple(match for match, _ in here),
            group=places[0].group if places else None,
            is_ruled=is_ruled,
        )


def ruled_seats_from_group(view: TournamentNow, key: StageKey, group: int) -> tuple[RuledSeat, ...]:
    """Return the ruled seats of any later stage that a group would fill."""
    after = [one for one in view.state.draws if one.event == key.event and view.state.before(one) == key]
    return tuple(seat for one in after for seat in ruled_seats(view, one) if seat.group == group)


def advancing_entries(view: TournamentNow, key: StageKey, group: int) -> frozenset[EntryId]:
    """Return the entries that advance from a group, rulings included; empty until the group is complete and decided."""
    table = view.tables(key)[group]
    through = table.standings.advancing(table.advance) if table.is_complete and table.advance else None
    if not through:
        return frozenset()
    ruled = [
        one for one in ruled_seats_from_group(view, key, group) if one.place in _advancing_places(view, key, group)
    ]
    stays = {one.entry for one in ruled}
    return (frozenset(EntryId(one) for one in through) - {one.instead_of for one in ruled if one.instead_of}) | stays


def _advancing_places(view: TournamentNow, key: StageKey, group: int) -> set[str]:
    return {PlaceOf(group, place).name for place in range(1, view.tables(key)[group].advance + 1)}


WaitsFor = Literal["seat", "tie", "shootout", "line-up"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingEntry:
    """An entry that waits for a decision: on a seat, on a tie with `others`, or on its team's line-up."""

    event: CompetitionId
    entry: EntryId
    what: WaitsFor
    place: str = ""
    others: tuple[EntryId, ...] = ()


@cached_per_state
def waiting_entries(view: TournamentNow) -> tuple[WaitingEntry, ...]:
    """Return the entries that wait for a decision and have not left. They may still get a match, so nobody sends them
    home."""
    left = view.state.left
    return tuple(dict.fromkeys(one for one in _waiting_entries(view) if one.entry not in left.get(one.event, {})))


def _waiting_entries(view: TournamentNow) -> Iterator[WaitingEntry]:
    for key in view.state.draws:
        places: dict[EntryId, list[str]] = {}
        for seat in ruled_seats(view, key):
            for entry in _candidates(view, key, seat) if not seat.is_ruled else ():
                places.setdefault(entry, []).append(seat.place)
        for entry, own in places.items():
            yield WaitingEntry(event=key.event, entry=entry, what="seat", place=", ".join(own))
        for task in tie_tasks(view, key):
            playing = {entry for pair in task.pairs for entry in pair}
            for entry in task.level:
                others = tuple(one for one in task.level if one != entry)
                what: WaitsFor = "shootout" if entry in playing else "tie"
                yield WaitingEntry(event=key.event, entry=entry, what=what, others=others)
        for _, teams in teams_without_line_up(view, key):
            for team in teams:
                yield WaitingEntry(event=key.event, entry=team, what="line-up")


def _candidates(view: TournamentNow, key: StageKey, seat: RuledSeat) -> tuple[EntryId, ...]:
    """Return who may get an open seat: its two candidates, or the whole group while its table is incomplete."""
    if seat.instead_of is not None:
        return seat.entry, seat.instead_of
    before = view.state.before(key)
    table = view.table(before, seat.group) if before is not None and seat.group is not None else None
    return (seat.entry,) if table is None or table.is_complete else table.entries
