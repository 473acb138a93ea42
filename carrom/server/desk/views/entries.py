"""People and teams, for the entry desk."""

from carrom.server.desk.views import list_types as s
from carrom.server.desk.views.list_types import PeopleShown, PersonShown, ProtestFeesShown
from carrom.tournament.desk.acts.entry_acts import line_up_gaps
from carrom.tournament.desk.decisions import protest_fees
from carrom.tournament.desk.drawing import team_figures, unbalanced_text
from carrom.tournament.desk.entry_changes import groups_to_join, reserves
from carrom.tournament.desk.people_list import PersonLine, contact_of, people_list
from carrom.tournament.model.definition import Competition, CompetitionId
from carrom.tournament.model.people import Entry, PeopleByName
from carrom.tournament.model.state import State
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId


def people_shown(state: State, seq: int, *, is_private_shown: bool) -> PeopleShown:
    """People by name. Sex, birth dates, contacts and money only with `is_private_shown`."""
    events = state.announced.events
    teams = frozenset(event.id for event in events if event.category.kind == "teams")
    return PeopleShown(
        seq=seq,
        people=[_person(state, line, teams, is_private_shown) for line in people_list(state, order="name")],
        events={str(event.id): event.name for event in events if not event.cancelled},
        doubles=[str(event.id) for event in events if event.category.kind == "doubles"],
        teams={str(event): _team_names(state, event) for event in sorted(teams)},
        groups={str(event.id): found for event in events if (found := groups_to_join(state, event))},
        is_private_shown=is_private_shown,
        has_fees=is_private_shown and any(event.fee for event in events),
        protest_fees=_protest_fees(state) if is_private_shown else None,
    )


def _team_names(state: State, event: CompetitionId) -> list[str]:
    withdrawn = state.left.get(event, {})
    return [str(entry) for entry in state.entries.get(event, {}) if entry not in withdrawn]


def _protest_fees(state: State) -> ProtestFeesShown | None:
    fees = protest_fees(state)
    return None if fees is None else ProtestFeesShown(taken=fees.taken, back=fees.back, kept=fees.kept)


def _person(state: State, line: PersonLine, teams: frozenset[CompetitionId], is_private_shown: bool) -> PersonShown:
    person = line.person
    contact = contact_of(state, person.id) if is_private_shown else None
    return PersonShown(
        id=person.id,
        name=line.name,
        plain=person.name,
        club=person.club,
        plays={str(event): entry for event, entry in line.plays.items()},
        left=[str(event) for event in line.left],
        can_leave=[str(event) for event in line.plays if event not in line.left and event not in teams],
        is_gone=line.is_gone,
        seed=line.seed,
        here=line.has("here"),
        striker=line.has("striker"),
        fee=is_private_shown and line.has("fee"),
        lacks_fee=is_private_shown and line.lacks("fee"),
        asked=line.asked if is_private_shown else 0,
        taken=line.paid if is_private_shown else 0,
        owes=line.owes if is_private_shown else 0,
        back=line.back if is_private_shown else 0,
        over=line.over if is_private_shown else 0,
        gender=person.gender if is_private_shown else None,
        born=person.born.isoformat() if is_private_shown and person.born is not None else None,
        phone=contact.phone if contact is not None else None,
        email=contact.email if contact is not None else None,
    )


def line_ups_shown(state: State, seq: int) -> s.LineUpsShown:
    events = [event for event in state.announced.events if event.rubbers and state.entries.get(event.id)]
    return s.LineUpsShown(seq=seq, events=[_team_event(state, event) for event in events])


def _team_event(state: State, event: Competition) -> s.TeamEventShown:
    names = state.namesakes
    withdrawn = state.left.get(event.id, {})
    staying = [one for one in state.entries[event.id].values() if one.id not in withdrawn]
    to_play = _to_play(state, event)
    return s.TeamEventShown(
        event=event.id,
        name=event.name,
        rubbers=[s.RubberShown(id=one.id, title=one.title, size=one.category.size or 1) for one in event.rubbers],
        teams=[_team(state, event, one, names, to_play.get(one.id, [])) for one in staying],
        figures=[
            s.FigureShown(kind=one.kind, name=one.name, values=list(one.values))
            for one in (team_figures(state, staying) if event.teams else ())
        ],
        not_balanced=list(unbalanced_text(state, staying)) if event.teams else [],
    )


def _to_play(state: State, event: Competition) -> dict[EntryId, list[s.TeamMatchShown]]:
    found: dict[EntryId, list[s.TeamMatchShown]] = {}
    view = TournamentNow(state)
    for match, record in state.matches.items():
        a, b = view.sides(match) if record.key.event == event.id and record.result is None else (None, None)
        if a is None or b is None or record.fixture.rubber is None:
            continue
        for own, other in ((a, b), (b, a)):
            shown = s.TeamMatchShown(id=match, rubber=record.fixture.rubber, other=other)
            found.setdefault(own, []).append(shown)
    return found


def _team(
    state: State, event: Competition, entry: Entry, names: PeopleByName, to_play: list[s.TeamMatchShown]
) -> s.TeamShown:
    return s.TeamShown(
        name=entry.id,
        members=[s.MemberShown(id=one, name=names.distinct_name(state.people[one])) for one in entry.members],
        line_up={rubber: [str(one) for one in players] for rubber, players in entry.line_up.items()},
        reserves=[str(one) for one in reserves(entry)],
        lacks=line_up_gaps(state, event.id, entry.id),
        matches=to_play,
    )
