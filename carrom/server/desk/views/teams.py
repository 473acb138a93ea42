"""Who plays for the teams, rubber by rubber."""

from carrom.server.desk.views import list_shapes as s
from carrom.tournament.desk.acts.line_up_acts import gaps
from carrom.tournament.desk.entry_changes import reserves
from carrom.tournament.desk.team_draw import not_balanced, team_figures
from carrom.tournament.log.definition import EventDefinition
from carrom.tournament.log.names import Namesakes
from carrom.tournament.log.people import Entry
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId


def line_ups_shown(state: State, seq: int) -> s.LineUpsShown:
    """The teams of every event that has some."""
    events = [event for event in state.announced.events if event.rubbers and state.entries.get(event.id)]
    return s.LineUpsShown(seq=seq, events=[_event(state, event) for event in events])


def _event(state: State, event: EventDefinition) -> s.TeamEventShown:
    names = state.namesakes
    gone = state.left.get(event.id, {})
    staying = [one for one in state.entries[event.id].values() if one.id not in gone]
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
        not_balanced=list(not_balanced(state, staying)) if event.teams else [],
    )


def _to_play(state: State, event: EventDefinition) -> dict[EntryId, list[s.TeamMatchShown]]:
    """The matches of every team that have no result."""
    found: dict[EntryId, list[s.TeamMatchShown]] = {}
    view = TournamentView(state)
    for match, record in state.matches.items():
        a, b = view.sides(match) if record.key.event == event.id and record.result is None else (None, None)
        if a is None or b is None or record.fixture.rubber is None:
            continue
        for own, other in ((a, b), (b, a)):
            shown = s.TeamMatchShown(id=match, rubber=record.fixture.rubber, other=other)
            found.setdefault(own, []).append(shown)
    return found


def _team(
    state: State, event: EventDefinition, entry: Entry, names: Namesakes, to_play: list[s.TeamMatchShown]
) -> s.TeamShown:
    return s.TeamShown(
        name=entry.id,
        members=[s.MemberShown(id=one, name=names.told_apart(state.people[one])) for one in entry.members],
        line_up={rubber: [str(one) for one in players] for rubber, players in entry.line_up.items()},
        reserves=[str(one) for one in reserves(entry)],
        lacks=gaps(state, event.id, entry.id),
        matches=to_play,
    )
