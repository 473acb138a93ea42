"""Teams out of the people who have come, as even as they can be, each with a line-up."""

from collections.abc import Sequence
from datetime import date
from itertools import islice

from carrom.base.errors import CarromError
from carrom.tournament.draws.teams import TeamCandidate, Value, draw_teams
from carrom.tournament.log.definition import EventDefinition
from carrom.tournament.log.facts import TeamsDrawn
from carrom.tournament.log.people import Entry, Person, PersonId, count_text
from carrom.tournament.log.state import State
from carrom.tournament.tables.results import EntryId


def draw_event_teams(state: State, event: EventDefinition, *, random: str) -> TeamsDrawn:
    """Draw everybody into the event's teams, balanced by age, sex and level as far as known."""
    if not event.teams:
        raise CarromError(f"{event.id} does not draw its teams")
    people = list(state.people.values())
    _check_numbers(event, len(people))
    balance, values = _fields(state, people)
    drawn = draw_teams(
        [TeamCandidate(str(person.id), values[person.id]) for person in people],
        teams=event.teams,
        balance=balance,
        counted=[field for field in balance if field == "level"],
        extra_with=_youngest(people, state.announced.day) if event.extra_player == "youngest" else None,
        random=random,
    )
    entries = []
    for number, team in enumerate(drawn, 1):
        members = tuple(PersonId(name) for name in team)
        entries.append(Entry(id=EntryId(f"Team {number}"), members=members, line_up=line_up(event, members)))
    return TeamsDrawn(event=event.id, entries=tuple(entries), random=random)


def team_figures(state: State, members: Sequence[PersonId]) -> list[str]:
    """How strong a team is by what teams are balanced by: how many, how old, how many women, of which level."""
    people, day = [state.people[one] for one in members], state.announced.day
    ages = [age for one in people if (age := one.age_on(day)) is not None]
    women = sum(one.gender == "f" for one in people)
    levels = [one.level for one in people if one.level is not None]
    found = [count_text(len(people), "player", "players")]
    if ages:
        found.append(f"{sum(ages) / len(ages):.1f} years on the average")
    if any(one.gender is not None for one in people):
        found.append(count_text(women, "woman", "women"))
    if levels:
        counted = ", ".join(f"{levels.count(level)} of level {level}" for level in sorted(set(levels)))
        found.append(counted)
    return found


def _check_numbers(event: EventDefinition, people: int) -> None:
    """Whether so many people make so many teams; if not, which numbers would do."""
    size = line_up_size(event)
    if people >= event.teams * size:
        return
    fewer = people // size if size else 0
    instead = f"set how many teams are drawn to {fewer}, or " if fewer > 1 else ""
    raise CarromError(
        f"{count_text(people, 'person is', 'people are')} too few for {event.teams} teams: the rubbers of {event.id} "
        f"take {size} players of each, {event.teams * size} in all. To go on, {instead}enter "
        f"{event.teams * size - people} more."
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
        raise CarromError(f"{len(members)} players are too few: the rubbers of {event.id} take {wanted}")
    free = iter(members)
    return {rubber.id: tuple(islice(free, rubber.category.size or 1)) for rubber in event.rubbers}


def _fields(state: State, people: Sequence[Person]) -> tuple[list[str], dict[PersonId, dict[str, Value]]]:
    """What is known of everybody and can therefore be balanced."""
    day = state.announced.day
    known: dict[PersonId, dict[str, Value | None]] = {
        person.id: {"age": person.age_on(day), "gender": person.gender, "level": person.level, "club": person.club}
        for person in people
    }
    balance = [
        field for field in ("age", "gender", "level", "club") if all(one[field] is not None for one in known.values())
    ]
    values = {
        person: {field: value for field, value in one.items() if field in balance and value is not None}
        for person, one in known.items()
    }
    return balance, values
