"""Who plays for the teams, rubber by rubber."""

from carrom.server.desk.views import list_shapes as s
from carrom.tournament.desk.acts.line_up_acts import gaps
from carrom.tournament.desk.entry_changes import reserves
from carrom.tournament.desk.team_draw import team_figures
from carrom.tournament.log.definition import EventDefinition
from carrom.tournament.log.names import Namesakes
from carrom.tournament.log.people import Entry
from carrom.tournament.log.state import State


def line_ups_shown(state: State, seq: int) -> s.LineUpsShown:
    """The teams of every event that has some."""
    events = [event for event in state.announced.events if event.rubbers and state.entries.get(event.id)]
    return s.LineUpsShown(seq=seq, events=[_event(state, event) for event in events])


def _event(state: State, event: EventDefinition) -> s.TeamEventShown:
    names = state.namesakes
    gone = state.left.get(event.id, {})
    return s.TeamEventShown(
        event=event.id,
        name=event.name,
        rubbers=[s.RubberShown(id=one.id, title=one.title, size=one.category.size or 1) for one in event.rubbers],
        teams=[_team(state, event, one, names) for one in state.entries[event.id].values() if one.id not in gone],
    )


def _team(state: State, event: EventDefinition, entry: Entry, names: Namesakes) -> s.TeamShown:
    return s.TeamShown(
        name=entry.id,
        members=[s.MemberShown(id=one, name=names.told_apart(state.people[one])) for one in entry.members],
        line_up={rubber: [str(one) for one in players] for rubber, players in entry.line_up.items()},
        reserves=[str(one) for one in reserves(entry)],
        lacks=gaps(state, event.id, entry.id),
        figures=team_figures(state, entry.members),
    )
