"""The umpires of a hall among its people: an umpire may be a player too, and belongs to a club or a team."""

from carrom.tournament.log.names import name_key
from carrom.tournament.log.view import TournamentView, read_once
from carrom.tournament.plan.umpires import Umpire


@read_once
def umpires_as_people(view: TournamentView) -> tuple[Umpire, ...]:
    """The hall's umpires; one who is among the people goes by that id, with the clubs and teams of both."""
    state = view.state
    teams = teams_of_people(view)
    found = []
    for umpire in state.announced.hall.umpires:
        person = next(reversed(state.namesakes.of(umpire.name)), None)
        clubs = [name_key(club) for club in umpire.clubs]
        if person is not None:
            clubs += [name_key(person.club)] if person.club else []
            clubs += teams.get(str(person.id), [])
        found.append(Umpire(str(person.id) if person is not None else umpire.name, tuple(dict.fromkeys(clubs))))
    return tuple(found)


def teams_of_people(view: TournamentView) -> dict[str, list[str]]:
    """The teams that people play for, by person."""
    found: dict[str, list[str]] = {}
    for event in view.state.announced.events:
        if event.category.kind == "teams":
            for entry in view.state.entries.get(event.id, {}).values():
                for member in entry.members:
                    found.setdefault(str(member), []).append(name_key(entry.id))
    return found


@read_once
def clubs_of_people(view: TournamentView) -> dict[str, str]:
    """The club of every person; a team meet is between teams, and there the team stands for the club."""
    found = {str(one): name_key(person.club) for one, person in view.state.people.items() if person.club}
    return found | {person: teams[0] for person, teams in teams_of_people(view).items()}
