"""set, import: how the tournament is set up, and who stands in its list."""

import base64
import binascii
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar

from carrom.base.errors import CarromError
from carrom.tournament.desk.acts.act import INNER, Asked, DeskAct, Telling, tells
from carrom.tournament.desk.lengths import likely_minutes
from carrom.tournament.desk.tasks import tasks
from carrom.tournament.intake.column_meanings import MEANINGS
from carrom.tournament.intake.dates import DateOrder
from carrom.tournament.intake.event_columns import with_events, with_levels
from carrom.tournament.intake.event_names import EventNames
from carrom.tournament.intake.headings import PARTNER_FOR, PLAYS, read_choices
from carrom.tournament.intake.partner_columns import with_partners
from carrom.tournament.intake.roster import ImportPlan, import_facts, plan_import
from carrom.tournament.intake.same_names import RowAnswers, read_marks, read_meant
from carrom.tournament.intake.spreadsheet import SheetRow, rows_in
from carrom.tournament.log.changes import hindrances
from carrom.tournament.log.definition import Definition
from carrom.tournament.log.facts import Changed
from carrom.tournament.log.people import count_text
from carrom.tournament.log.state import StageKey, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.setup import Change as SettingChange, change, differences, unasked


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSettings(DeskAct):
    """Set something otherwise: each change is the setting, its value, and where it holds."""

    do: ClassVar[str] = "set"
    has_consequences: ClassVar[bool] = True
    changes: tuple[SettingChange, ...]

    def telling(self, asked: Asked) -> Telling:
        old = asked.state.announced
        new = change(old, self.changes)
        _check_held(asked.state, new, self.changes)
        return tells(Changed(definition=new, what=tuple(differences(old, new))))

    def said(self, before: State, after: State, told: Telling) -> list[str]:
        new = after.announced
        stages = {StageKey(event.id, stage) for event in new.events for stage in event.stage_ids}
        again = [key for key in before.draws if key not in after.draws and key in stages]
        also = (f"unasked, too: {one}" for one in unasked(before.announced, new, self.changes))
        redrawn = (f"{before.title(key)} is no longer drawn: draw it again" for key in again)
        return [*also, *differences(before.announced, new), *redrawn, *_time_to_set(before.announced, new)]

    def is_grave(self, state: State) -> bool:
        new = change(state.announced, self.changes)
        return bool(list(hindrances(state, new)) or unasked(state.announced, new, self.changes))


def _time_to_set(old: Definition, new: Definition) -> list[str]:
    """That matches are planned for another time than they take by now."""
    likely, slot = likely_minutes(new), new.hall.slot_minutes
    if likely == likely_minutes(old) or slot != old.hall.slot_minutes or 3 * likely < 4 * slot:
        return []
    return [f"a match takes about {likely} minutes now, and is planned for {slot}: set the minutes for a match"]


def _check_held(state: State, new: Definition, changes: Iterable[SettingChange]) -> None:
    """Refuse to hold an event that too few communities have entered: another setting cancels it."""
    view = TournamentView(replace(state, definition=new))
    named = {one.where for one in changes if one.setting == "cancelled"}
    for event in new.events:
        if named & {"", event.id} and not event.cancelled and view.is_cancelled(event):
            least = count_text(event.min_communities, "community", "communities")
            says = f"{event.name} is cancelled by the rule of {least}: to hold it, set how many communities it needs"
            raise CarromError("cancelled-by-rule", says, typed=f"{says} (--min-communities {event.id}=0)")


def settings_foreseen(state: State, changes: Iterable[SettingChange]) -> list[str]:
    """What would be different, and what stands in the way."""
    wanted = tuple(changes)
    new = change(state.announced, wanted)
    hindered = [one.text if one.is_final else f"{one.text} It takes a reason." for one in hindrances(state, new)]
    also = (f"unasked, too: {one}" for one in unasked(state.announced, new, wanted))
    return [*also, *differences(state.announced, new), *hindered]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportEntries(DeskAct):
    """Read an entry list: pasted text, or a file (CSV or XLSX in base64). A second time it changes nothing.

    `columns` are answers such as `Club/Soc=club`, `into` is the event of rows that name none, `namesakes` are rows of
    other people of a name that is known, each with its mark, such as `7=senior`; `meant` says who of several
    stands in a row, such as `7=Kiran Patil (Harbour)`.
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
    """Whether the list has a line of headings."""
    seeds: int | None = None
    """So many of every event are seeded by the column of ratings."""
    read: tuple[SheetRow, ...] = field(default=(), metadata=INNER)
    """Its rows, where somebody has read them already."""

    def telling(self, asked: Asked) -> Telling:
        planned = self.plan(asked.state)
        return Telling(
            bodies=tuple(import_facts(planned, asked.state)),
            asked=tuple(import_questions(planned)),
            notes=tuple(import_outcome(planned)),
        )

    def said(self, before: State, after: State, told: Telling) -> list[str]:
        return late_said(after) if told.bodies else []

    def plan(self, state: State) -> ImportPlan:
        """What it would do, with every doubt."""
        return plan_list(state, self.rows(), dates=self.dates, into=self.into, answers=self.answers, seeds=self.seeds)

    @property
    def answers(self) -> RowAnswers:
        """What is said of people in its rows."""
        return row_answers(self.namesakes, self.meant)

    def rows(self, read: Callable[..., list[SheetRow]] = rows_in) -> list[SheetRow]:
        """The rows of the list, read by this."""
        if self.read:
            return list(self.read)
        if (self.text is None) == (self.file is None):
            raise CarromError("text-or-file", "either the text of the list or its file is wanted")
        choices = read_choices(self.columns, self.ignore, is_headed=self.headings)
        if self.text is not None:
            return read(self.text.encode(), choices)
        try:
            raw = base64.b64decode(self.file or "", validate=True)
        except binascii.Error:
            raise CarromError("not-base64", "the file is not sent as base64") from None
        return read(raw, choices, sheet=self.sheet)


def plan_list(
    state: State,
    rows: list[SheetRow],
    *,
    dates: DateOrder | None,
    into: str | None,
    answers: RowAnswers | None = None,
    seeds: int | None = None,
) -> ImportPlan:
    """Rows, compared with what the tournament knows."""
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


def columns_read(state: State, rows: list[SheetRow]) -> list[tuple[str, str | None]]:
    """The headings of a list and what each is: by itself, or by the events of this tournament. A column without a
    heading, in which nothing stands, is none."""
    if not rows:
        return []
    events = state.announced.events
    named = EventNames({one.id: one.category for one in events}, {one.id: one.name for one in events})
    listed = with_levels(with_events(with_partners(rows, named), named))
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


def meanings_offered(state: State) -> list[str]:
    """What a column can be said to be: of partners also those for one event, where there are several for two, and of
    ticks those for one of several events."""
    events = state.announced.events
    pairs = [event.id for event in events if event.category.kind == "doubles"]
    ticks = [event.id for event in events if event.category.kind != "teams"]
    return [
        *MEANINGS,
        *(f"{PARTNER_FOR}{one}" for one in pairs if len(pairs) > 1),
        *(f"{PLAYS}{one}" for one in ticks if len(events) > 1),
    ]


def row_answers(namesakes: Iterable[str], meant: Iterable[str]) -> RowAnswers:
    """What somebody typed: `7=senior` for another person, `7=Kiran Patil (Harbour)` for who is meant."""
    return RowAnswers(read_marks(namesakes), read_meant(meant))


def import_said(planned: ImportPlan) -> list[str]:
    """The questions, and what is new."""
    return [*import_questions(planned), *import_outcome(planned)]


def import_questions(planned: ImportPlan) -> list[str]:
    """Every doubt about a row, with how it is answered on the command line."""
    lines = [f"row {doubt.row}: {doubt.text} {doubt.hint}".rstrip() for doubt in planned.doubts]
    unclear = sum(doubt.code == "ambiguous-date" for doubt in planned.doubts)
    if unclear:
        lines.append(
            f"--dates dmy reads 03/04/1990 as 3 April, --dates mdy as March 4: that answers {unclear} of the questions."
        )
    return lines


def import_outcome(planned: ImportPlan) -> list[str]:
    """What is new, and who is told apart from now on."""
    lines = [f"{one.was} in {one.event} becomes {one.now}." for renamed in planned.renamed for one in renamed.entries]
    asked, entries, added = len(planned.doubts), len(planned.entries), len(planned.added)
    lines.append(
        f"{asked} question{'' if asked == 1 else 's'}; {count_text(added, 'person is', 'people are')} new, "
        f"{len(planned.changed)} changed, {planned.unchanged} known; {entries} entr{'y' if entries == 1 else 'ies'}"
    )
    return lines


def late_said(state: State) -> list[str]:
    """Who came too late for a draw."""
    return [f"DECIDE: {task.text}" for task in tasks(TournamentView(state)) if task.code == "late"]
