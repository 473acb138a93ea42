"""Players and their pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from carrom.server.public.matches import TO_COME, PublicMatch
from carrom.server.public.tournament import PublicTournament, TableTile
from carrom.tournament.desk.decisions import WaitsFor, waiting_entries
from carrom.tournament.desk.player_days import ComingMatch
from carrom.tournament.desk.prizes import prizes
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.calls import busy_players
from carrom.tournament.log.entries import former_players
from carrom.tournament.model.people import PeopleByName, Person, PersonId, name_key
from carrom.tournament.model.state import StageKey
from carrom.tournament.tables.results import EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    id: PersonId
    name: str
    club: str
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPlace:
    """A player's rank in a group table, or a certain place."""

    event: str
    entry: str
    group: str
    place: int
    is_final: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class UpcomingMatch:
    line: PublicMatch
    is_sure: bool
    not_before: datetime | None
    begins: datetime | None
    ends: datetime | None
    day: int
    table: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitReason:
    """What an entry waits for: a place, tied entries, or its team."""

    what: WaitsFor
    event: str
    entry: str
    place: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage:
    person: ListedPlayer
    entries: tuple[tuple[str, str], ...]
    now: tuple[TableTile, ...]
    """Tables to go to, the first one in front."""
    first: Mapping[MatchId, int]
    """Table to go to first, for matches that wait until then."""
    next: UpcomingMatch | None
    later: tuple[UpcomingMatch, ...]
    reviewed: tuple[PublicMatch, ...]
    """Matches under review, for which the player should stay."""
    awaits: tuple[WaitReason, ...]
    results: tuple[PublicMatch, ...]
    places: tuple[StandingsPlace, ...]


def list_players(shown: PublicTournament) -> tuple[ListedPlayer, ...]:
    state = shown.view.state
    events: dict[PersonId, list[str]] = {}
    former = former_players(state)
    for event in shown.events:
        for entry in state.entries.get(event.id, {}).values():
            for member in entry.members:
                events.setdefault(member, []).append(event.name)
            for person in former.get((event.id, entry.id), ()):
                events.setdefault(person, []).append(event.name)
    namesakes = state.namesakes
    found = [
        ListedPlayer(
            id=one,
            name=_player_name(state.people[one], namesakes),
            club=state.people[one].club or "",
            events=tuple(own),
        )
        for one, own in events.items()
    ]
    return tuple(sorted(found, key=lambda one: (name_key(one.name), one.club, one.id)))


def _player_name(person: Person, namesakes: PeopleByName) -> str:
    """Return a player's name without the club, which is shown beside it."""
    distinct = namesakes.distinct_name(person)
    return person.name if distinct == f"{person.name} ({person.club})" else distinct


def find_players(players: tuple[ListedPlayer, ...], typed: str) -> tuple[ListedPlayer, ...]:
    """Find players by beginnings of words."""
    query = name_key(typed[:80]).split()
    if not query:
        return ()

    def fits(one: ListedPlayer) -> bool:
        own = name_key(one.name).split()
        return all(any(word.startswith(part) for word in own) for part in query)

    return tuple(one for one in players if fits(one))


def person_page(shown: PublicTournament, person: ListedPlayer) -> PersonPage:
    day = shown.days.of(person.id)
    tiles = {tile.line.match: tile for tile in shown.tiles if tile.line is not None}
    busy = busy_players(shown.view)
    first = {match: one.table for match in day.at_table for one in busy.get(match, ()) if one.person == person.id}
    open_ones = [_upcoming(shown, one) for one in day.coming if one.match not in shown.withheld]
    # Perhaps not played again.
    coming = [one for one in open_ones if one.line.stand in TO_COME]
    own = [one.line for one in open_ones if one.is_sure]
    entries = tuple(_entries(shown, person.id))
    results = tuple(shown.line(match) for match in day.over)
    reviewed = tuple(line for line in (*own, *results) if line.stand == "review")
    return PersonPage(
        person=person,
        entries=tuple((shown.view.state.event(key).name, str(entry)) for key, entry in entries),
        now=tuple(tiles[match] for match in sorted(day.at_table, key=lambda one: one in first) if match in tiles),
        first=first,
        next=coming[0] if coming else None,
        later=tuple(coming[1:]),
        reviewed=reviewed,
        awaits=tuple(_wait_reasons(shown, entries, {line.event for line in reviewed}, {line.event for line in own})),
        results=results,
        places=() if shown.are_results_withheld else tuple(_places(shown, entries)),
    )


def _upcoming(shown: PublicTournament, coming: ComingMatch) -> UpcomingMatch:
    planned = coming.planned
    return UpcomingMatch(
        line=shown.line(coming.match),
        is_sure=coming.is_sure,
        not_before=coming.not_before,
        begins=None if planned is None else planned.begins,
        ends=None if planned is None else planned.ends,
        day=1 if planned is None else planned.day,
        table=None if planned is None else planned.table,
    )


def _wait_reasons(
    shown: PublicTournament, entries: tuple[tuple[str, EntryId], ...], reviewed: set[str], playing: set[str]
) -> Iterator[WaitReason]:
    """List what a player waits for, without matches under review and the player's rubbers."""
    for one in waiting_entries(shown.view):
        already_shown = reviewed if one.what == "seat" else playing if one.what == "line-up" else ()
        if (one.event, one.entry) in entries and one.event not in already_shown:
            event = shown.view.state.event(one.event).name
            names = tuple(map(str, one.others))
            yield WaitReason(what=one.what, event=event, entry=str(one.entry), place=one.place, names=names)


def _entries(shown: PublicTournament, person: PersonId) -> list[tuple[str, EntryId]]:
    state = shown.view.state
    former = former_players(state)
    return [
        (event.id, entry.id)
        for event in shown.events
        for entry in state.entries.get(event.id, {}).values()
        if person in entry.members or person in former.get((event.id, entry.id), ())
    ]


def _places(shown: PublicTournament, entries: tuple[tuple[str, EntryId], ...]) -> list[StandingsPlace]:
    view = shown.view
    found = []
    for event_id, entry in entries:
        event = view.state.event(event_id)
        if event.decides.form.shape == "tree":
            won = (one.place for one in prizes(view, event) if entry in one.entries)
            found += [
                StandingsPlace(event=event.name, entry=str(entry), group="", place=one, is_final=True) for one in won
            ]
        for stage in event.stages:
            key = StageKey(event.id, stage.id)
            for table in view.tables(key) if stage.policy is not None else ():
                row = next((one for one in table.standings.table if one.entry == entry and one.played), None)
                if row is not None:
                    found.append(
                        StandingsPlace(
                            event=event.name,
                            entry=str(entry),
                            group=table.name,
                            place=row.rank,
                            is_final=table.is_complete,
                        )
                    )
    return found
