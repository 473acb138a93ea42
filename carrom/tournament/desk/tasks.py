"""What waits for a person: the engine lists it and decides none of it."""

from dataclasses import dataclass, replace
from datetime import datetime

from carrom.tournament.desk.missing_players import are_line_ups_told, teams_to_line_up
from carrom.tournament.desk.on_tables import on_tables
from carrom.tournament.desk.prizes import PRIZES
from carrom.tournament.desk.protest_desk import protest_work
from carrom.tournament.draws.bracket import Entrant, MatchId, PlaceOf
from carrom.tournament.log.scores import boards_text, result_text, score_text
from carrom.tournament.log.seat_rulings import contested_seats
from carrom.tournament.log.shootout_series import shootouts_of
from carrom.tournament.log.state import MatchRecord, StageKey
from carrom.tournament.log.view import TournamentView, read_once
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something that a person has to decide; the engine does not."""

    code: str
    text: str
    how: str = ""
    """What the command line is told to type; pages have a button for it."""
    match: MatchId | None = None
    event: str | None = None
    stage: StageKey | None = None
    group: int | None = None
    pairs: tuple[tuple[EntryId, EntryId], ...] = ()
    """The shoot-outs that are due."""
    level: tuple[EntryId, ...] = ()
    """Those whom nothing separates."""
    lots: tuple[EntryId, ...] = ()
    """Those between whom lots are to be drawn."""

    @property
    def typed(self) -> str:
        """The sentences for the command line."""
        return f"{self.text} {self.how}".rstrip()


def tasks(view: TournamentView, now: datetime | None = None) -> list[Task]:
    """Everything that the desk, the referee or the committee must decide; with `now`, what is overdue is said so."""
    protests = (Task(code=code, text=text) for code, text in protest_work(view.state, now))
    return [*_to_move(view), *_standing(view), *protests, *_cancelled(view)]


@read_once
def _standing(view: TournamentView) -> tuple[Task, ...]:
    """What is to be decided at whatever hour."""
    found: list[Task] = []
    for key in view.state.draws:
        found += _outdated(view, key) + _line_ups(view, key) + tie_tasks(view, key) + _moved(view, key)
    for match, record in view.state.matches.items():
        status = view.status(match)
        if status == "under review":
            found.append(Task(code="review", text=f"{match}: {_versions(record)}.", how=_choices(record), match=match))
        elif status == "void" and record.result is not None:
            due = " – ".join(side or "?" for side in view.sides(match))
            text = f"{match} was played by {record.result.a} – {record.result.b}, but belongs to {due}. "
            text += "Take that result back and it is called again, or enter the result of whom it belongs to."
            found.append(Task(code="void", text=text, match=match))
        elif status == "on hold" and view.have_both_left(match):
            text = f"{match}: {' and '.join(filter(None, view.sides(match)))} have both left, and neither had won it: "
            found.append(Task(code="both-left", text=f"{text}say by a walk-over who goes on.", match=match))
        elif status == "provisional" and record.result is not None:
            said = f"{match}: {result_text(record.result)}: confirm it, or correct it."
            found.append(Task(code="provisional", text=said, match=match))
    return tuple(found)


def _to_move(view: TournamentView) -> list[Task]:
    """Matches whose table went out of service under them."""
    return [
        Task(code="move", text=f"{one.match} has to move: table {one.table} is out of service.", match=one.match)
        for one in on_tables(view)
        if one.has_to_move
    ]


def _outdated(view: TournamentView, key: StageKey) -> list[Task]:
    """A draw that lacks somebody who entered later, or was made for another number of groups."""
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


def _line_ups(view: TournamentView, key: StageKey) -> list[Task]:
    """Teams that have not said who plays what they have to play: they name somebody, or give it away."""
    lacking = teams_to_line_up(view, key)
    how = "Say who plays with 'line-up'."
    if lacking and not are_line_ups_told(view, key.event):
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


def _versions(record: MatchRecord) -> str:
    """M8: the desk says 5–13, pad 4 says 8–13; by boards where the score is the same."""
    by = {one.fact: one.by for one in record.history}
    told = [(by.get(one, "somebody"), record.drafts[one]) for one in record.rivals if one in record.drafts]
    texts = [score_text(given) for _, given in told]
    if len(set(texts)) < len(texts):
        texts = [boards_text(given) or text for text, (_, given) in zip(texts, told, strict=True)]
    said = (f"{who} says {text}" for text, (who, _) in zip(texts, told, strict=True))
    return ", ".join(said) + ": choose between them"


def _choices(record: MatchRecord) -> str:
    return f"'confirm {record.fixture.id}' takes one of {', '.join(record.rivals)}."


def tie_tasks(view: TournamentView, key: StageKey) -> list[Task]:
    """Entries of a table that nothing separates where a place or a prize hangs on it."""
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
            played = shootouts_of(view.state, key, number)
            are_lots_due = has_shootouts and group in table.standings.for_lots
            due = played.missing(group) if has_shootouts and not are_lots_due else []
            how = ""
            if are_lots_due:
                text += " Two series of shoot-outs have left them level: the chief referee draws lots (I-55)."
                how = "Tell them in the order drawn with 'lots'."
            elif due:
                text += " Shoot-outs: " + ", ".join(f"{a} – {b}" for a, b in due) + "."
                # Told before the first one, so that everybody knows what comes of a circle.
                if len(group) > 2 and not played.series_of(group):
                    text += " If they end level, one more series is played; then the chief referee draws lots (I-55)."
                elif len(group) > 2:
                    text += " This series is the last one; after it the chief referee draws lots (I-55)."
            task = Task(code="tie", text=text, how=how, stage=key, group=number, pairs=tuple(due), level=group)
            found.append(replace(task, lots=group if are_lots_due else ()))
    return found


def _moved(view: TournamentView, key: StageKey) -> list[Task]:
    """Published seats that the tables would now fill otherwise, or cannot fill any more."""
    return [
        Task(
            code="seat",
            text=f"{view.state.title(key)} is {seat.text}.",
            how=f"Decide with 'seats {key}' and give a reason.",
            stage=key,
        )
        for seat in contested_seats(view, key)
    ]


def _cancelled(view: TournamentView) -> list[Task]:
    return [
        Task(
            code="communities",
            text=f"{event.name} has fewer than {event.min_communities} communities and is cancelled.",
            event=event.id,
        )
        for event in view.state.announced.events
        if view.is_cancelled(event) and not event.cancelled
    ]
