"""Acts before play: set, import, teams, draw, publish, seats."""

import base64
import binascii
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from carrom.base.errors import CarromError
from carrom.laws.rounds import THIRD_PLACE
from carrom.tournament.desk.acts.act import INTERNAL, ActContext, DeskAct, NewFacts, record_only
from carrom.tournament.desk.decisions import tasks
from carrom.tournament.desk.drawing import (
    draw_event_teams,
    draw_stage,
    publication,
    rule_seats,
    team_figures,
    unbalanced_text,
)
from carrom.tournament.desk.references import find_entry, find_event, find_stage
from carrom.tournament.draws.bracket import Bye
from carrom.tournament.entrylists.cells import DateOrder
from carrom.tournament.entrylists.columns import MEANINGS
from carrom.tournament.entrylists.event_columns import (
    EventNames,
    resolve_event_columns,
    resolve_level_column,
    resolve_partner_column,
)
from carrom.tournament.entrylists.headings import PARTNER_FOR, PLAYS, read_column_choices
from carrom.tournament.entrylists.person_matching import RowAnswers, read_namesake_marks, read_person_answers
from carrom.tournament.entrylists.roster import ImportPlan, import_facts, plan_import
from carrom.tournament.entrylists.spreadsheet import SheetRow, rows_from_bytes
from carrom.tournament.log.definition_changes import objections
from carrom.tournament.model.definition import Definition
from carrom.tournament.model.events import DefinitionChanged, StageDrawn, TeamsDrawn
from carrom.tournament.model.people import count_text
from carrom.tournament.model.state import StageKey, State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.settings import SettingChange, change_settings, differences, side_effects
from carrom.tournament.settings.match_lengths import likely_slot_minutes


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSettings(DeskAct):
    """Change settings. Each change has a setting, a value, and where it applies."""

    do: ClassVar[str] = "set"
    has_consequences: ClassVar[bool] = True
    changes: tuple[SettingChange, ...]

    def new_facts(self, context: ActContext) -> NewFacts:
        old = context.state.announced
        new = change_settings(old, self.changes)
        _check_not_cancelled_by_rule(context.state, new, self.changes)
        return record_only(DefinitionChanged(definition=new, what=tuple(differences(old, new))))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        new = after.announced
        stages = {StageKey(event.id, stage) for event in new.events for stage in event.stage_ids}
        again = [key for key in before.draws if key not in after.draws and key in stages]
        also = (f"unasked, too: {one}" for one in side_effects(before.announced, new, self.changes))
        redrawn = (f"{before.title(key)} is no longer drawn: draw it again" for key in again)
        return [*also, *differences(before.announced, new), *redrawn, *_slot_warning(before.announced, new)]

    def is_grave(self, state: State) -> bool:
        new = change_settings(state.announced, self.changes)
        return bool(list(objections(state, new)) or side_effects(state.announced, new, self.changes))


def _slot_warning(old: Definition, new: Definition) -> list[str]:
    likely, slot = likely_slot_minutes(new), new.hall.slot_minutes
    if likely == likely_slot_minutes(old) or slot != old.hall.slot_minutes or 3 * likely < 4 * slot:
        return []
    return [f"a match takes about {likely} minutes now, and is planned for {slot}: set the minutes for a match"]


def _check_not_cancelled_by_rule(state: State, new: Definition, changes: Iterable[SettingChange]) -> None:
    """Raise `CarromError` for reinstating a competition that its minimum of communities cancels."""
    view = TournamentNow(replace(state, definition=new))
    named = {one.where for one in changes if one.setting == "cancelled"}
    for event in new.events:
        if named & {"", event.id} and not event.cancelled and view.is_cancelled(event):
            least = count_text(event.min_communities, "community", "communities")
            text = f"{event.name} is cancelled by the rule of {least}: to hold it, set how many communities it needs"
            raise CarromError("cancelled-by-rule", text, typed=f"{text} (--min-communities {event.id}=0)")


def preview_settings(state: State, changes: Iterable[SettingChange]) -> list[str]:
    wanted = tuple(changes)
    new = change_settings(state.announced, wanted)
    hindered = [one.text if one.is_final else f"{one.text} It takes a reason." for one in objections(state, new)]
    also = (f"unasked, too: {one}" for one in side_effects(state.announced, new, wanted))
    return [*also, *differences(state.announced, new), *hindered]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportEntries(DeskAct):
    """Read an entry list: pasted text, or a file (CSV or XLSX in base64). Importing it again changes nothing.

    `columns` are answers such as `Club/Soc=club`. `into` is the event of rows that name none. `namesakes` are rows of
    other people with a known name, each with its mark, such as `7=senior`; `meant` resolves a name shared by several
    people, such as `7=Kiran Patil (Harbour)`.
    """

    do: ClassVar[str] = "import"
    text: str | None = None
    file: str | None = None
    columns: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    dates: DateOrder | None = None
    sheet: str | None = None
    into: str | None = None
    namesakes: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()
    headings: bool = True
    seeds: int | None = None
    """Number of entries per event to seed by the ratings column."""
    read: tuple[SheetRow, ...] = field(default=(), metadata=INTERNAL)

    def new_facts(self, context: ActContext) -> NewFacts:
        planned = self.plan(context.state)
        return NewFacts(
            bodies=tuple(import_facts(planned, context.state)),
            questions=tuple(import_questions(planned)),
            notes=tuple(import_outcome(planned)),
        )

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        return late_entries_text(after) if facts.bodies else []

    def plan(self, state: State) -> ImportPlan:
        return plan_entries(
            state, self.rows(), dates=self.dates, into=self.into, answers=self.answers, seeds=self.seeds
        )

    @property
    def answers(self) -> RowAnswers:
        return row_answers(self.namesakes, self.meant)

    def rows(self, read: Callable[..., list[SheetRow]] = rows_from_bytes) -> list[SheetRow]:
        if self.read:
            return list(self.read)
        if (self.text is None) == (self.file is None):
            raise CarromError("text-or-file", "either the text of the list or its file is wanted")
        choices = read_column_choices(self.columns, self.ignore, is_headed=self.headings)
        if self.text is not None:
            return read(self.text.encode(), choices)
        try:
            raw = base64.b64decode(self.file or "", validate=True)
        except binascii.Error:
            raise CarromError("not-base64", "the file is not sent as base64") from None
        return read(raw, choices, sheet=self.sheet)


def plan_entries(
    state: State,
    rows: list[SheetRow],
    *,
    dates: DateOrder | None,
    into: str | None,
    answers: RowAnswers | None = None,
    seeds: int | None = None,
) -> ImportPlan:
    return plan_import(
        rows,
        people=state.people.values(),
        events={event.id: event.category for event in state.announced.events},
        titles={event.id: event.name for event in state.announced.events},
        entered={event: list(entries.values()) for event, entries in state.entries.items()},
        on=state.announced.day,
        order=dates,
        event=None if into is None else state.event(into).id,
        answers=answers,
        fees={event.id: event.fee for event in state.announced.events},
        seeds=seeds,
    )


def describe_columns(state: State, rows: list[SheetRow]) -> list[tuple[str, str | None]]:
    """Return the headings of a list with their meanings, by name or by the tournament's events. Empty columns without a
    heading are left out."""
    if not rows:
        return []
    events = state.announced.events
    named = EventNames({one.id: one.category for one in events}, {one.id: one.name for one in events})
    listed = resolve_level_column(resolve_event_columns(resolve_partner_column(rows, named), named))
    headings = listed[0].headings
    filled = {called for row in rows for called in row.other}
    paired = {
        at: f"{PLAYS}{named.find(one)}" if one.startswith(PLAYS) else f"{PARTNER_FOR}{named.of_partner(one)}"
        for at, one in headings.paired.items()
    }
    return [
        (called, paired.get(at) or meaning or named.meaning_of(called))
        for at, (called, meaning) in enumerate(zip(headings.called, headings.meanings, strict=True))
        if meaning is not None or at in paired or called != f"column {at + 1}" or called in filled
    ]


def column_choices(state: State) -> list[str]:
    """Return the meanings a column may have, including partners and ticks per event where there are several."""
    events = state.announced.events
    pairs = [event.id for event in events if event.category.kind == "doubles"]
    ticks = [event.id for event in events if event.category.kind != "teams"]
    return [
        *MEANINGS,
        *(f"{PARTNER_FOR}{one}" for one in pairs if len(pairs) > 1),
        *(f"{PLAYS}{one}" for one in ticks if len(events) > 1),
    ]


def row_answers(namesakes: Iterable[str], meant: Iterable[str]) -> RowAnswers:
    """Parse answers about rows: `7=senior` for another person, `7=Kiran Patil (Harbour)` for a known one."""
    return RowAnswers(read_namesake_marks(namesakes), read_person_answers(meant))


def import_text(planned: ImportPlan) -> list[str]:
    return [*import_questions(planned), *import_outcome(planned)]


def import_questions(planned: ImportPlan) -> list[str]:
    """Return each question about a row, with how to answer it on the command line."""
    lines = [f"row {doubt.row}: {doubt.text} {doubt.hint}".rstrip() for doubt in planned.doubts]
    unclear = sum(doubt.code == "ambiguous-date" for doubt in planned.doubts)
    if unclear:
        lines.append(
            f"--dates dmy reads 03/04/1990 as 3 April, --dates mdy as March 4: that answers {unclear} of the questions."
        )
    return lines


def import_outcome(planned: ImportPlan) -> list[str]:
    lines = [f"{one.was} in {one.event} becomes {one.now}." for renamed in planned.renamed for one in renamed.entries]
    questions, entries, added = len(planned.doubts), len(planned.entries), len(planned.added)
    lines.append(
        f"{questions} question{'' if questions == 1 else 's'}; {count_text(added, 'person is', 'people are')} new, "
        f"{len(planned.changed)} changed, {planned.unchanged} known; {entries} entr{'y' if entries == 1 else 'ies'}"
    )
    return lines


def late_entries_text(state: State) -> list[str]:
    return [f"DECIDE: {task.text}" for task in tasks(TournamentNow(state)) if task.code == "late"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawTeams(DeskAct):
    """Draw balanced teams from the people, each with a line-up; to draw again takes a reason."""

    do: ClassVar[str] = "teams"
    event: str | None = None
    random: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        event = context.state.event(find_event(context.state, self.event))
        return record_only(draw_event_teams(context.state, event, random=self.random or "0"))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        (drawn,) = (body for body in facts.bodies if isinstance(body, TeamsDrawn))
        teams = [f"{one.id}: {', '.join(before.people[who].name for who in one.members)}" for one in drawn.entries]
        figures = [f"{one.text}: {' / '.join(one.values)}" for one in team_figures(before, drawn.entries)]
        return [*teams, *figures, *unbalanced_text(before, drawn.entries)]

    def is_grave(self, state: State) -> bool:
        return bool(state.entries.get(find_event(state, self.event)))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawStage(DeskAct):
    """Draw a stage, or the next round of a Swiss system; `again` redraws its last round. `random` is the public
    seed."""

    do: ClassVar[str] = "draw"
    stage: str | None = None
    random: str | None = None
    again: bool = False

    def new_facts(self, context: ActContext) -> NewFacts:
        key = find_stage(context.state, self.stage)
        return record_only(draw_stage(context.state, key, random=self.random, again=self.again))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        key = find_stage(before, self.stage)
        lines = []
        for drawn in facts.bodies:
            assert isinstance(drawn, StageDrawn)
            groups = f" in {len(drawn.groups)} groups" if len(drawn.groups) > 1 else ""
            byes = sum(any(isinstance(slot, Bye) for slot in one.slots) for one in drawn.fixtures)
            and_byes = f" and {byes} byes" if byes > 1 else " and a bye" if byes else ""
            matches = count_text(len(drawn.fixtures) - byes, "match", "matches")
            lines.append(f"{before.title(key)}: {matches}{and_byes}{groups}")
            if before.stage(key).third_place and all(one.round != THIRD_PLACE for one in drawn.fixtures):
                lines.append(f"{before.title(key)}: nobody plays for the third place, since only two are in it")
        return lines

    def is_grave(self, state: State) -> bool:
        key = find_stage(state, self.stage)
        return self.again or (key in state.draws and not state.stage(key).form.in_rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishDraw(DeskAct):
    """Publish a draw. From then on it never changes by itself."""

    do: ClassVar[str] = "publish"
    stage: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        return record_only(publication(context.state, find_stage(context.state, self.stage)))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        return [f"The draw of {before.title(find_stage(before, self.stage))} is published"]

    def is_grave(self, state: State) -> bool:
        return find_stage(state, self.stage) in state.published


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnSeats(DeskAct):
    """Rule on seats of a published draw that the tables now fill differently: keep all, change all, or one by one."""

    do: ClassVar[str] = "seats"
    has_consequences: ClassVar[bool] = True
    stage: str | None = None
    others: Literal["keep", "change"] | None = None
    seats: Mapping[str, str] = field(default_factory=dict)

    def new_facts(self, context: ActContext) -> NewFacts:
        state = context.state
        key = find_stage(state, self.stage, wanted="bracket")
        seats = {
            place.strip().upper(): find_entry(state, key.event, name.strip()) for place, name in self.seats.items()
        }
        return record_only(rule_seats(state, key, seats, others=self.others))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        return [after.notices[-1].text]

    def is_grave(self, state: State) -> bool:
        return self.others != "keep" or bool(self.seats)
