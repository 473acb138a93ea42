"""Teams out of the people who have come, as even as they can be, each with a line-up, and how even they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice, pairwise
from typing import Final, Literal

from carrom.base.errors import CarromError
from carrom.tournament.draws.teams import TeamCandidate, Value, draw_teams
from carrom.tournament.log.definition import EventDefinition
from carrom.tournament.log.facts import TeamsDrawn
from carrom.tournament.log.people import Entry, Person, PersonId, count_text
from carrom.tournament.log.state import State
from carrom.tournament.tables.results import EntryId


def draw_event_teams(state: State, event: EventDefinition, *, random: str) -> TeamsDrawn:
    """Draw everybody into the event's teams, balanced by age, sex, level and club as far as they are known."""
    if not event.teams:
        raise CarromError("teams-not-drawn", f"{event.id} does not draw its teams")
    people = list(state.people.values())
    _check_numbers(event, len(people))
    values = _values(people, state.announced.day)
    drawn = draw_teams(
        [TeamCandidate(str(person.id), values[person.id]) for person in people],
        teams=event.teams,
        balance=_BALANCED,
        counted=("age group", "level"),
        partly=_BALANCED,
        extra_with=_youngest(people, state.announced.day) if event.extra_player == "youngest" else None,
        random=random,
    )
    entries = []
    for number, team in enumerate(drawn, 1):
        members = tuple(PersonId(name) for name in team)
        entries.append(Entry(id=EntryId(f"Team {number}"), members=members, line_up=line_up(event, members)))
    return TeamsDrawn(event=event.id, entries=tuple(entries), random=random)


def _check_numbers(event: EventDefinition, people: int) -> None:
    """Whether so many people make so many teams; if not, which numbers would do."""
    size = line_up_size(event)
    if people >= event.teams * size:
        return
    fewer = people // size if size else 0
    instead = f"set how many teams are drawn to {fewer}, or " if fewer > 1 else ""
    raise CarromError(
        "too-few-people",
        f"{count_text(people, 'person is', 'people are')} too few for {event.teams} teams: the rubbers of {event.id} "
        f"take {size} players of each, {event.teams * size} in all. To go on, {instead}enter "
        f"{event.teams * size - people} more.",
    )


def _youngest(people: Sequence[Person], day: date) -> PersonId | None:
    """Whoever is known to be the youngest; of two of one age, the one born later."""
    known = [(age, person) for person in people if (age := person.age_on(day)) is not None]
    if not known:
        return None
    return min(known, key=lambda one: (one[0], -(one[1].born or date.min).toordinal()))[1].id


def line_up_size(event: EventDefinition) -> int:
    """So many players a team needs for all its rubbers, nobody in two."""
    return sum(rubber.category.size or 1 for rubber in event.rubbers)


def line_up(event: EventDefinition, members: Sequence[PersonId]) -> dict[str, tuple[PersonId, ...]]:
    """The members over the rubbers in order, nobody in two; whoever is left over is a reserve."""
    wanted = line_up_size(event)
    if wanted > len(members):
        raise CarromError(
            "too-few-people", f"{len(members)} players are too few: the rubbers of {event.id} take {wanted}"
        )
    free = iter(members)
    return {rubber.id: tuple(islice(free, rubber.category.size or 1)) for rubber in event.rubbers}


_BALANCED: Final = ("age", "age group", "gender", "level", "club")
_QUARTERS: Final = 4


def _values(people: Sequence[Person], day: date) -> dict[PersonId, dict[str, Value]]:
    """What is balanced of everybody. An age counts by how far it is from the mean, so that teams of different sizes get
    the same mean, and somebody whose age is not known moves no team's."""
    ages = [age for person in people if (age := person.age_on(day)) is not None]
    mean = round(sum(ages) / len(ages)) if ages else 0
    groups = age_groups(ages)
    found: dict[PersonId, dict[str, Value]] = {}
    for person in people:
        age = person.age_on(day)
        told: dict[str, Value | None] = {
            "age": 0 if age is None else age - mean,
            "age group": None if age is None else next(n for n, one in enumerate(groups) if one.has(age)),
            "gender": person.gender,
            "level": person.level,
            "club": person.club,
        }
        found[person.id] = {field: value for field, value in told.items() if value is not None}
    return found


@dataclass(frozen=True, slots=True)
class AgeGroup:
    """Ages from `low` to `high`, both included; None is open."""

    low: int | None
    high: int | None

    def has(self, age: int) -> bool:
        """Whether somebody of that age is in it."""
        return (self.low is None or self.low <= age) and (self.high is None or age <= self.high)

    @property
    def text(self) -> str:
        """Its limits, the same in every language."""
        if self.low is None and self.high is None:
            return "all"
        if self.low is None:
            return f"≤ {self.high}"
        return f"≥ {self.low}" if self.high is None else f"{self.low}–{self.high}"


def age_groups(ages: Sequence[int]) -> tuple[AgeGroup, ...]:
    """Four groups of about as many people, whoever is of one age in the same one; fewer where the ages are few."""
    if not ages:
        return ()
    ordered = sorted(ages)
    cuts = sorted({ordered[len(ordered) * quarter // _QUARTERS] for quarter in range(1, _QUARTERS)} - {ordered[0]})
    if not cuts:
        return (AgeGroup(None, None),)
    return (
        AgeGroup(None, cuts[0] - 1),
        *(AgeGroup(low, high - 1) for low, high in pairwise(cuts)),
        AgeGroup(cuts[-1], None),
    )


@dataclass(frozen=True, slots=True)
class Figure:
    """What is counted of every team: `name` says which age group or level."""

    kind: Literal["players", "age", "age-group", "women", "level"]
    name: str
    values: tuple[str, ...]
    """Team by team."""

    @property
    def text(self) -> str:
        """The heading of its column."""
        return {"age": "mean age", "age-group": f"age {self.name}", "level": f"level {self.name}"}.get(
            self.kind, self.kind
        )


def team_figures(state: State, entries: Sequence[Entry]) -> tuple[Figure, ...]:
    """How even the teams are: players, mean age, age groups, women and levels, as far as they are known."""
    day = state.announced.day
    teams = [[state.people[one] for one in entry.members] for entry in entries]
    people = [person for team in teams for person in team]
    ages = [[age for person in team if (age := person.age_on(day)) is not None] for team in teams]
    all_ages = [age for team in ages for age in team]

    found = [Figure("players", "", tuple(str(len(team)) for team in teams))]
    if all_ages:
        found.append(Figure("age", "", tuple(f"{sum(one) / len(one):.1f}" if one else "–" for one in ages)))
    groups = age_groups(all_ages)
    if len(groups) > 1:
        found += [Figure("age-group", one.text, tuple(str(sum(map(one.has, own))) for own in ages)) for one in groups]
    if any(person.gender for person in people):
        women = tuple(str([person.gender for person in team].count("f")) for team in teams)
        found.append(Figure("women", "", women))
    for level in sorted({person.level for person in people if person.level is not None}):
        each = tuple(str([person.level for person in team].count(level)) for team in teams)
        found.append(Figure("level", str(level), each))
    return tuple(found)


def not_balanced(state: State, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Whose age, sex or level is not known, where it is known of others: nobody could share these out."""
    day = state.announced.day
    people = [state.people[one] for entry in entries for one in entry.members]
    fields: tuple[tuple[str, list[Person]], ...] = (
        ("age", [one for one in people if one.age_on(day) is None]),
        ("sex", [one for one in people if one.gender is None]),
        ("level", [one for one in people if one.level is None]),
    )
    found = []
    for name, unknown in fields:
        if not 0 < len(unknown) < len(people):
            continue
        who = [state.namesakes.told_apart(one) for one in unknown[:_NAMED]]
        more = f" and {len(unknown) - _NAMED} more" if len(unknown) > _NAMED else ""
        of = f"{len(unknown)} of {len(people)} players"
        found.append(f"The {name} of {of} is not known, so it was not balanced: {', '.join(who)}{more}.")
    return tuple(found)


_NAMED: Final = 12
"""So many people are named of those of whom something is not known."""
