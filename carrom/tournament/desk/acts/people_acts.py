"""Acts on people: check, contact, rename, describe, substitute."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from carrom.base.errors import CarromError
from carrom.tournament.desk.acts.act import ActContext, DeskAct, NewFacts, record_only
from carrom.tournament.desk.acts.entry_acts import line_up_gaps
from carrom.tournament.desk.entry_changes import (
    check_in,
    new_person,
    rename_entry,
    rename_namesakes,
    rename_person,
    substitute,
)
from carrom.tournament.desk.people_list import PersonLine, people_list
from carrom.tournament.desk.references import find_event, find_person
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import (
    ContactGiven,
    EntryRecorded,
    EventBody,
    PersonChecked,
    PersonRecorded,
    Renamed,
    Substituted,
)
from carrom.tournament.model.limits import read_day
from carrom.tournament.model.people import Gender, Person, PersonId, count_text
from carrom.tournament.model.state import State
from carrom.tournament.tables.results import EntryId

CHECK_NAMES = {"here": "here", "fee": "paid", "striker": "striker certified"}
_TICKS = {
    "here": ("is here", "is not here"),
    "fee": ("has paid", "has not paid"),
    "striker": ("has a certified striker", "has none"),
}
_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckPeople(DeskAct):
    """Record check-in, payment of the fee, or a certified striker, for the people named, or those of a club or
    event."""

    do: ClassVar[str] = "check"
    what: Literal["here", "fee", "striker"]
    who: tuple[str, ...] = ()
    club: str | None = None
    event: str | None = None
    holds: bool = True
    amount: int | None = None
    note: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        chosen = self._chosen(context.state)
        if not chosen:
            raise CarromError("nobody-named", "nobody is meant: give names, a club or an event")
        sums = self._sums(context.state)
        return record_only(
            *(
                PersonChecked(
                    person=one, what=self.what, holds=self.holds, amount=sums.get(one, self.amount), note=self.note
                )
                for one in chosen
            )
        )

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        chosen = self._chosen(before)
        lines = people_list(after)
        uneven = (one for one in lines if self.what == "fee" and (one.is_paid_in_part or one.over))
        paid = {one.person.id: one for one in uneven}
        lines_of_people = [
            f"{name} has paid {paid[one].paid} of {paid[one].asked}, {_fee_difference(paid[one])}"
            if one in paid
            else f"{name} {_TICKS[self.what][not self.holds or self.amount == 0]}"
            for one, name in chosen.items()
        ]
        having = sum(one.has(self.what) for one in lines)
        counted = f"{having} of {count_text(len(lines), 'person', 'people')}: {CHECK_NAMES[self.what]}"
        return [*(lines_of_people if len(chosen) <= _NAMED else []), counted]

    def _sums(self, state: State) -> dict[PersonId, int]:
        """Return the sums that ticks without an amount record: the sum due now, at least the sum paid before."""
        if self.what != "fee" or not self.holds or self.amount is not None:
            return {}
        paid = {line.person.id: max(line.asked, line.paid) for line in people_list(state)}
        return {person: amount for person, amount in paid.items() if amount}

    def _chosen(self, state: State) -> dict[PersonId, str]:
        chosen = {person.id: person.name for person in (find_person(state, name) for name in self.who)}
        if self.club is not None or self.event is not None:
            event = None if self.event is None else find_event(state, self.event)
            chosen |= {one.person.id: one.name for one in people_list(state, event=event, club=self.club)}
        return chosen


def _fee_difference(line: PersonLine) -> str:
    return f"{line.over} too much" if line.over else f"owes {line.owes}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetContact(DeskAct):
    """Set how to reach a player, convenor or representative; without phone and email the contact is removed."""

    do: ClassVar[str] = "contact"
    who: str
    role: Literal["player", "convenor", "representative"] = "player"
    community: str | None = None
    phone: str | None = None
    email: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        person = self._person(context.state)
        return record_only(
            ContactGiven(
                role=self.role,
                person=None if person is None else person.id,
                name=None if person is not None else " ".join(self.who.split()),
                community=self.community,
                phone=self.phone,
                email=self.email,
            )
        )

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        person = self._person(before)
        kept = ", ".join(one for one in (self.phone, self.email) if one)
        return [f"{self.who if person is None else person.name}: {kept or 'no longer kept'}"]

    def _person(self, state: State) -> Person | None:
        return find_person(state, self.who) if self.role == "player" else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectName(DeskAct):
    """Correct the name of a person, pair or team, at any time."""

    do: ClassVar[str] = "rename"
    who: str
    name: str
    event: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        state = context.state
        teams = self._teams(state)
        if len(teams) == 1:
            return record_only(rename_entry(state, *teams[0], self.name))
        return record_only(rename_person(state, find_person(state, self.who).id, self.name))

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        lines = []
        for body in facts.bodies:
            assert isinstance(body, Renamed)
            if body.person is None:
                lines += [f"{one.was} is now {one.now}" for one in body.entries]
                continue
            lines.append(f"{before.people[body.person].name} is now {body.name}")
            others = [one for one in body.entries if one.now != body.name]
            lines += [f"{before.event_name(one.event)}: {one.was} is now {one.now}" for one in others]
        return lines

    def _teams(self, state: State) -> list[tuple[CompetitionId, EntryId]]:
        """Return entries with their own name rather than that of their only player."""
        found: list[tuple[CompetitionId, EntryId]] = []
        for one in state.announced.events:
            if self.event in (None, one.id) and (one.category.kind != "singles" or self.event is not None):
                entries = state.entries.get(one.id, {})
                found += [(one.id, entry) for entry in entries if entry.casefold() == self.who.casefold()]
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribePerson(DeskAct):
    """Correct the club, community, gender or birth date of a person. Fields left out stay as they are."""

    do: ClassVar[str] = "describe"
    who: str
    club: str | None = None
    community: str | None = None
    gender: Gender | None = None
    born: str | None = None

    def new_facts(self, context: ActContext) -> NewFacts:
        state, changes = context.state, self._changes()
        was = find_person(state, self.who)
        now = replace(was, **changes)
        if now == was:
            raise CarromError("nothing-changes", f"that is known of {was.name}")
        bodies: list[EventBody] = [PersonRecorded(person=now)]
        people = {**state.people, now.id: now}
        for event, entries in state.entries.items():
            for entry in entries.values() if state.event(event).category.kind != "teams" else ():
                clubs = {people[one].club for one in entry.members}
                club = clubs.pop() if len(clubs) == 1 else None
                if now.id in entry.members and "club" in changes and club != entry.club:
                    bodies.append(EntryRecorded(event=event, entry=replace(entry, club=club)))
        return record_only(*bodies)

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        person = after.people[find_person(before, self.who).id]
        return [f"{person.name}: {', '.join(str(value) for value in self._changes().values())}"]

    def _changes(self) -> dict[str, Any]:
        typed = {what: getattr(self, what) for what in ("club", "community", "gender")}
        changes = {what: value for what, value in typed.items() if value}
        return changes if not self.born else {**changes, "born": read_day(self.born)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SubstitutePlayer(DeskAct):
    """Replace a player of a pair or team from now on. A team may go on without a replacement. `is_new` adds a new
    person, `may_be_new` does so if the name is unknown; `here` also checks the replacement in."""

    do: ClassVar[str] = "substitute"
    affects_tables: ClassVar[bool] = True
    goes: str
    comes: str | None = None
    event: str | None = None
    is_new: bool = False
    may_be_new: bool = False
    club: str | None = None
    here: bool = False

    def new_facts(self, context: ActContext) -> NewFacts:
        state = context.state
        goes = find_person(state, self.goes)
        event = _event_with(state, goes, self.event)
        if self.comes is None or not (self.is_new or self._is_on_no_list(state, self.comes)):
            comes = None if self.comes is None else find_person(state, self.comes)
            here = check_in(state, [comes]) if self.here and comes is not None else []
            return record_only(substitute(state, event, goes.id, None if comes is None else comes.id), *here)
        newcomer = new_person(state, self.comes, club=self.club or None)
        renamed = rename_namesakes(state, newcomer)
        known = replace(state, people={**state.people, newcomer.id: newcomer})
        return record_only(
            PersonRecorded(person=newcomer),
            *(() if renamed is None else (renamed,)),
            substitute(known, event, goes.id, newcomer.id),
            *(check_in(state, [newcomer]) if self.here else ()),
        )

    def messages(self, before: State, after: State, facts: NewFacts) -> list[str]:
        lines = []
        for body in facts.bodies:
            if isinstance(body, PersonRecorded):
                close = before.namesakes.close_to(body.person.name)
                lines.append(
                    f"{body.person.name} is new among the people" + (f": or is {close} meant?" if close else "")
                )
            if isinstance(body, PersonChecked):
                lines.append(f"{after.people[body.person].name} is here")
            if not isinstance(body, Substituted):
                continue
            goes = before.people[body.goes].name
            if body.comes is None:
                lines.append(f"{goes} plays no more for {body.entry}")
            else:
                comes = after.people[body.comes].name
                lines.append(f"{before.event_name(body.event)}: {body.name} plays, {comes} in place of {goes}")
            lines += line_up_gaps(after, body.event, body.name)
        return lines

    def _is_on_no_list(self, state: State, name: str) -> bool:
        return self.may_be_new and not state.namesakes.candidates(name)


def _event_with(state: State, person: Person, wanted: str | None) -> CompetitionId:
    """Return the competition meant: the one the person plays with others."""
    if wanted is not None:
        return state.event(wanted).id
    inside = [
        event
        for event, entries in state.entries.items()
        if any(person.id in entry.members for entry in entries.values())
    ]
    together = [event for event in inside if state.event(event).category.kind != "singles"] or inside
    if len(together) == 1:
        return together[0]
    if not together:
        raise CarromError("no-entry", f"{person.name} has entered nothing")
    raise CarromError("which-event", f"say which event is meant: {', '.join(together)}")
