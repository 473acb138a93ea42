"""Draw stages, rule on the seats of published draws, and draw balanced teams."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import count, islice, pairwise
from typing import Final, Literal

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Bye, LoserOf, MatchId, WinnerOf
from carrom.tournament.draws.teams import TeamCandidate, Value, draw_teams
from carrom.tournament.formats import FORMATS, Drawing, ToDraw, renumbered
from carrom.tournament.model.definition import Competition, Stage
from carrom.tournament.model.events import DrawPublished, SeatsRuled, StageDrawn, TeamsDrawn
from carrom.tournament.model.people import Entry, Person, PersonId, count_text
from carrom.tournament.model.state import SeatSource, StageKey, State
from carrom.tournament.seating.now import TournamentNow, seat_label
from carrom.tournament.seating.rulings import ContestedSeat, contested_seats, draws_ruled_together, with_ruling
from carrom.tournament.tables.policy import plain_number
from carrom.tournament.tables.results import EntryId


def can_draw_again(state: State, key: StageKey) -> bool:
    """Return whether the last Swiss round can be drawn again: no match of it was called or played."""
    drawn = len(state.draws.get(key, ()))
    last = [one for one in state.in_stage(key) if one.fixture.turn == drawn]
    is_open = all(one.result is None and not one.history and one.table is None for one in last)
    return state.stage(key).form.in_rounds and drawn > 0 and is_open


def draw_stage(state: State, key: StageKey, *, random: str | None = None, again: bool = False) -> StageDrawn:
    """Draw a stage, the next round of a Swiss system, or its last round `again`.

    Seeds come from the entries; entries that left are not drawn. A knockout after groups is drawn by group places, so
    it can be published before the groups are played.
    """
    stage, event = state.stage(key), state.event(key.event)
    before = event.before(stage.id)
    numbered = state
    if again:
        if not can_draw_again(state, key):
            raise CarromError("no-round-to-draw-again", f"{state.title(key)} has no round of which nothing is played")
        state = _without_last_round(state, key)
    if TournamentNow(state).is_cancelled(event):
        few = f"has fewer than {event.min_communities} communities and "
        raise CarromError("event-cancelled", f"{event.name} {'' if event.cancelled else few}is cancelled")
    if before is not None and not stage.form.can_follow:
        able = " or ".join(one.name for one in FORMATS.values() if one.can_follow)
        raise CarromError("wrong-format", f"{state.title(key)} follows {before.id} and must be a {able}")
    wanted = ToDraw(stage=stage, title=str(key), random=random, rubbers=[one.id for one in event.rubbers])
    if before is not None and before.form.shape == "tree":
        both, one = _first_matches(state, key, before)
        wanted = replace(wanted, beaten=both, beaten_after_bye=one if stage.after_bye else ())
    elif before is not None:
        places = _advancing_from(state, key, before)
        sizes = [len(group) for group in state.draws[StageKey(key.event, before.id)][0].groups]
        wanted = replace(wanted, places=places, sizes=sizes)
    else:
        names, seeds = _rank_entries(state, key)
        wanted = replace(wanted, names=names, seeds=seeds, apart=_clubs_apart(state, event, stage, names))
        if stage.form.in_rounds and state.draws.get(key):
            wanted = _after_a_round(state, key, wanted)
    if stage.third_place and (len(wanted.names) == 2 or wanted.places in ((1, 2), (2, 1))):
        wanted = replace(wanted, stage=replace(stage, third_place=False))  # two entries leave no third
    drawing = stage.form.draw(wanted)
    fixtures = drawing.numbered(_numbers(numbered, key, drawing))
    groups = tuple(tuple(map(EntryId, group)) for group in drawing.groups)
    return StageDrawn(event=event.id, stage=stage.id, fixtures=fixtures, groups=groups, random=random, again=again)


def _without_last_round(state: State, key: StageKey) -> State:
    drawn = state.draws[key]
    gone = {one.fixture.id for one in state.in_stage(key) if one.fixture.turn == len(drawn)}
    matches = {match: record for match, record in state.matches.items() if match not in gone}
    return replace(state, draws={**state.draws, key: drawn[:-1]}, matches=matches)


def _numbers(state: State, key: StageKey, drawing: Drawing) -> Iterator[MatchId]:
    """Yield new match numbers. A redrawn match that is the same keeps its number, since its card may be on a table."""
    known = {(record.fixture.round, record.fixture.slots): record.fixture.id for record in state.in_stage(key)}
    if state.stage(key).form.in_rounds:
        known = {}
    fresh = count(state.next_number)
    now: dict[MatchId, MatchId] = {}
    for one in drawing.fixtures:
        slots = renumbered(one.slots, now)
        same = (one.round, slots)
        now[one.id] = known.pop(same) if same in known else MatchId(f"M{next(fresh)}")
        yield now[one.id]


def publication(state: State, key: StageKey) -> DrawPublished:
    """Return the event that publishes a draw, with the seats as they are now."""
    seats = TournamentNow(state).seats_to_publish(key)
    return DrawPublished(event=key.event, stage=key.stage, seats=seats, holds=True, together=True)


def rule_seats(
    state: State, key: StageKey, seats: Mapping[str, EntryId], *, others: Literal["keep", "change"] | None = None
) -> SeatsRuled:
    """Rule on seats of a published draw. `others` keeps or changes the remaining contested places."""
    ruled = {_resolve_place(state, key, place): entry for place, entry in seats.items()}
    if others == "keep":
        ruled = {**{seat.place: seat.seated for seat in _to_rule_on(TournamentNow(state), key)}, **ruled}
    elif others == "change":
        ruled = _seats_by_results(state, key, ruled)
    if not ruled:
        raise CarromError("nothing-to-rule", f"no place of {state.title(key)} waits for a ruling")
    return SeatsRuled(event=key.event, stage=key.stage, seats=ruled)


def _seats_by_results(state: State, key: StageKey, ruled: Mapping[str, EntryId]) -> dict[str, EntryId]:
    """Add the entries that the results give to the contested seats, match by match: an earlier one may settle later
    ones."""
    found, done = dict(ruled), set[SeatSource]()
    order: dict[str, int] = {match: number for number, match in enumerate(state.matches)}
    while True:
        view = TournamentNow(with_ruling(state, key, found))
        seats = [one for one in _to_rule_on(view, key) if one.source not in done]
        if not seats:
            return found
        source = min((one.source for one in seats), key=lambda one: order[one] if isinstance(one, str) else -1)
        done.add(source)
        found = {**_seats_of_source(view, key, [one for one in seats if one.source == source]), **found}


def _seats_of_source(view: TournamentNow, key: StageKey, seats: Sequence[ContestedSeat]) -> dict[str, EntryId]:
    """Return the entries that the results give to the seats of one source. A seat that becomes a bye is left out."""
    found = {}
    for seat in seats:
        is_bye = seat.now is None and isinstance(seat.source, str) and any(view.outcome(seat.source))
        if seat.now is None and not is_bye:
            text = f"{view.state.title(key)} is {seat.text}: keep it, or say who sits there"
            raise CarromError("seat-open", text)
        if seat.now is not None:
            found[seat.place] = seat.now
    return found


def _resolve_place(state: State, key: StageKey, place: str) -> str:
    """Return the group place behind a side of a match: M13A may be A1."""
    if key in state.published:
        for record in state.in_stage(key):
            for side, slot in zip("AB", record.fixture.slots, strict=True):
                if f"{record.fixture.id}{side}" == place:
                    return seat_label(slot, place)
    return place


def _to_rule_on(view: TournamentNow, key: StageKey) -> Iterator[ContestedSeat]:
    """Yield the contested seats of a draw, and those of other draws filled by the same tables or matches."""
    own = list(contested_seats(view, key))
    yield from own
    sources = {seat.source for seat in own}
    for other in draws_ruled_together(view.state, key)[1:] if own else ():
        yield from (seat for seat in contested_seats(view, other) if seat.source in sources)


def _rank_entries(state: State, key: StageKey) -> tuple[list[str], int]:
    """Return the entries, seeded ones first, and how many are seeded."""
    gone = state.left.get(key.event, {})
    entries = [one for one in state.entries.get(key.event, {}).values() if one.id not in gone]
    seeded = sorted((one for one in entries if one.seed is not None), key=lambda one: one.seed or 0)
    others = [one.id for one in entries if one.seed is None]
    return [*(one.id for one in seeded), *others], len(seeded)


def _clubs_apart(state: State, event: Competition, stage: Stage, names: Iterable[str]) -> Mapping[str, str]:
    if stage.apart is None:
        return {}
    found = {}
    for name in names:
        entry = state.entries[event.id][EntryId(name)]
        common = _common_value(state, entry, stage.apart)
        if common is not None:
            found[name] = common
    return found


def _common_value(state: State, entry: Entry, what: str) -> str | None:
    values = {getattr(state.people[member], what) for member in entry.members}
    return values.pop() if len(values) == 1 else None


def _advancing_from(state: State, key: StageKey, before: Stage) -> tuple[int, int]:
    """Return the number of groups in the previous stage, and how many entries of each advance."""
    drawn = state.draws.get(StageKey(key.event, before.id), ())
    if not drawn:
        raise CarromError("stage-before-not-drawn", f"{state.title(key)} follows {before.id}, which is not drawn yet")
    groups = drawn[0].groups
    largest = max(map(len, groups), default=len(state.entries[key.event]))
    if before.advance > max(largest, 2):
        from_there = f"from {before.id}, which has {largest} in a table"
        raise CarromError("cannot-advance", f"{before.advance} cannot advance to {state.title(key)} {from_there}")
    return max(len(groups), 1), before.advance


def _first_matches(state: State, key: StageKey, before: Stage) -> tuple[list[MatchId], list[MatchId]]:
    """Return the knockout matches that are the first for both sides, and those that are the first for one side after a
    bye."""
    drawn = state.draws.get(StageKey(key.event, before.id), ())
    if not drawn:
        raise CarromError("stage-before-not-drawn", f"{state.title(key)} follows {before.id}, which is not drawn yet")
    byes = {one.id for one in drawn[0].fixtures if any(isinstance(slot, Bye) for slot in one.slots)}
    played = [one for one in drawn[0].fixtures if one.id not in byes]
    before_it = {
        one.id: [slot.match in byes for slot in one.slots if isinstance(slot, WinnerOf)]
        for one in played
        if not any(isinstance(slot, LoserOf) for slot in one.slots)
    }
    both = [match for match, by_bye in before_it.items() if all(by_bye)]
    return both, [match for match, by_bye in before_it.items() if any(by_bye) and not all(by_bye)]


def _after_a_round(state: State, key: StageKey, wanted: ToDraw) -> ToDraw:
    """Add what the earlier rounds decide: pairings, byes and the table."""
    view = TournamentNow(state)
    byes: list[str] = []
    met: list[tuple[str, str]] = []
    for record in state.in_stage(key):
        a, b = view.sides(record.fixture.id)
        if a is not None and b is not None:
            met.append((a, b))
            is_over = view.status(record.fixture.id) == "played" or {a, b} <= state.left.get(key.event, {}).keys()
            if not is_over:
                text = f"{record.fixture.id} of the last round is still open"
                if not can_draw_again(state, key):
                    raise CarromError("drawn-already", text)
                again = f"{text}. Nobody is called to that round: it can be drawn again, with a reason"
                raise CarromError("drawn-already", again, typed=f"{again} (--again)")
        else:
            byes += [one for one in (a, b) if one is not None]
    table = view.tables(key)[0].standings.table
    staying = set(wanted.names)
    return replace(
        wanted,
        ranking=[row.entry for row in table if row.entry in staying],
        drawn=len(state.draws[key]),
        standing={row.entry: row.rank for row in table},
        points={row.entry: float(plain_number(row.points)) for row in table},
        met=met,
        byes=byes,
    )


def draw_event_teams(state: State, event: Competition, *, random: str) -> TeamsDrawn:
    """Draw all people into teams balanced by age, sex, level and club, as far as known."""
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
        entries.append(Entry(id=EntryId(f"Team {number}"), members=members, line_up=default_line_up(event, members)))
    return TeamsDrawn(event=event.id, entries=tuple(entries), random=random)


def _check_numbers(event: Competition, people: int) -> None:
    """Check that there are enough people for the teams; the error suggests numbers that work."""
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
    """Return the youngest person; among equal ages, the one born later."""
    known = [(age, person) for person in people if (age := person.age_on(day)) is not None]
    if not known:
        return None
    return min(known, key=lambda one: (one[0], -(one[1].born or date.min).toordinal()))[1].id


def line_up_size(event: Competition) -> int:
    return sum(rubber.category.size or 1 for rubber in event.rubbers)


def default_line_up(event: Competition, members: Sequence[PersonId]) -> dict[str, tuple[PersonId, ...]]:
    """Assign the members to the rubbers in order, each to one; the rest are reserves."""
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
    """Return the values to balance for each person.

    Ages count as distance from the mean, so that teams of different sizes get the same mean and an unknown age changes
    none.
    """
    ages = [age for person in people if (age := person.age_on(day)) is not None]
    mean = round(sum(ages) / len(ages)) if ages else 0
    groups = age_groups(ages)
    found: dict[PersonId, dict[str, Value]] = {}
    for person in people:
        age = person.age_on(day)
        values: dict[str, Value | None] = {
            "age": 0 if age is None else age - mean,
            "age group": None if age is None else next(n for n, one in enumerate(groups) if one.has(age)),
            "gender": person.gender,
            "level": person.level,
            "club": person.club,
        }
        found[person.id] = {field: value for field, value in values.items() if value is not None}
    return found


@dataclass(frozen=True, slots=True)
class AgeGroup:
    """Ages from `low` to `high`, both included; None is open."""

    low: int | None
    high: int | None

    def has(self, age: int) -> bool:
        return (self.low is None or self.low <= age) and (self.high is None or age <= self.high)

    @property
    def text(self) -> str:
        if self.low is None and self.high is None:
            return "all"
        if self.low is None:
            return f"≤ {self.high}"
        return f"≥ {self.low}" if self.high is None else f"{self.low}–{self.high}"


def age_groups(ages: Sequence[int]) -> tuple[AgeGroup, ...]:
    """Return up to four age groups of about equal size. People of one age are in the same group."""
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
class TeamFigure:
    """One figure for every team, such as its mean age or the players of a level; `name` is the age group or level."""

    kind: Literal["players", "age", "age-group", "women", "level"]
    name: str
    values: tuple[str, ...]
    """One per team."""

    @property
    def text(self) -> str:
        return {"age": "mean age", "age-group": f"age {self.name}", "level": f"level {self.name}"}.get(
            self.kind, self.kind
        )


def team_figures(state: State, entries: Sequence[Entry]) -> tuple[TeamFigure, ...]:
    day = state.announced.day
    teams = [[state.people[one] for one in entry.members] for entry in entries]
    people = [person for team in teams for person in team]
    ages = [[age for person in team if (age := person.age_on(day)) is not None] for team in teams]
    all_ages = [age for team in ages for age in team]

    found = [TeamFigure("players", "", tuple(str(len(team)) for team in teams))]
    if all_ages:
        found.append(TeamFigure("age", "", tuple(f"{sum(one) / len(one):.1f}" if one else "–" for one in ages)))
    groups = age_groups(all_ages)
    if len(groups) > 1:
        found += [
            TeamFigure("age-group", one.text, tuple(str(sum(map(one.has, own))) for own in ages)) for one in groups
        ]
    if any(person.gender for person in people):
        women = tuple(str([person.gender for person in team].count("f")) for team in teams)
        found.append(TeamFigure("women", "", women))
    for level in sorted({person.level for person in people if person.level is not None}):
        each = tuple(str([person.level for person in team].count(level)) for team in teams)
        found.append(TeamFigure("level", str(level), each))
    return tuple(found)


def unbalanced_text(state: State, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return a sentence for each value that is known of some people only, so that it could not be balanced."""
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
        who = [state.namesakes.distinct_name(one) for one in unknown[:_MAX_NAMED]]
        more = f" and {len(unknown) - _MAX_NAMED} more" if len(unknown) > _MAX_NAMED else ""
        of = f"{len(unknown)} of {len(people)} players"
        found.append(f"The {name} of {of} is not known, so it was not balanced: {', '.join(who)}{more}.")
    return tuple(found)


_MAX_NAMED: Final = 12
