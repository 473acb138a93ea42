"""Umpires of a running tournament: their clubs and teams, and a rota for the order of play.

Rules of neutrality and the sharing of duties are in `carrom.tournament.schedule.umpires`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carrom.tournament.desk.hall import minute_of
from carrom.tournament.desk.match_text import match_title
from carrom.tournament.desk.order_of_play import Appointment, open_fixtures
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.people import name_key
from carrom.tournament.schedule.umpires import Umpire, UmpireDuty, share_duties
from carrom.tournament.seating.now import TO_PLAY, TournamentNow, cached_per_state


@cached_per_state
def umpires_as_people(view: TournamentNow) -> tuple[Umpire, ...]:
    """Return the hall's umpires. One listed among the people too has that id, and both sets of clubs and
    teams."""
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


def teams_of_people(view: TournamentNow) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for event in view.state.announced.events:
        if event.category.kind == "teams":
            for entry in view.state.entries.get(event.id, {}).values():
                for member in entry.members:
                    found.setdefault(str(member), []).append(name_key(entry.id))
    return found


@cached_per_state
def clubs_of_people(view: TournamentNow) -> dict[str, str]:
    """Return each person's club; in a team competition, the team instead."""
    found = {str(one): name_key(person.club) for one, person in view.state.people.items() if person.club}
    return found | {person: teams[0] for person, teams in teams_of_people(view).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class UmpireDay:
    name: str
    clubs: tuple[str, ...]
    done: int
    duties: tuple[Appointment, ...]

    @property
    def load(self) -> int:
        return self.done + len(self.duties)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rota:
    umpires: tuple[UmpireDay, ...]
    without: tuple[Appointment, ...]

    @property
    def umpire_of(self) -> Mapping[MatchId, str]:
        return {duty.match: one.name for one in self.umpires for duty in one.duties}


def rota(view: TournamentNow, order: Sequence[Appointment]) -> Rota:
    """Assign umpires to an order of play.

    They are never of a side's club or team, never umpire while they play, and share the matches as evenly as possible.
    """
    hall, state = view.state.announced.hall, view.state
    named = [umpire.name for umpire in hall.umpires]
    ids = dict(zip(named, (umpire.name for umpire in umpires_as_people(view)), strict=True))
    umpired = {match: record.umpire for match, record in state.matches.items() if record.umpire in ids}
    done = Counter(name for match, name in umpired.items() if view.status(match) not in TO_PLAY)
    feeding = open_fixtures(view).feeding
    duties = [
        UmpireDuty(one.match, minute_of(view, one.begins), minute_of(view, one.ends), tuple(feeding.comers(one.match)))
        for one in order
    ]
    found = share_duties(
        duties,
        umpires_as_people(view),
        clubs=clubs_of_people(view),
        given={one.match: ids[umpired[one.match] or ""] for one in order if one.is_on and one.match in umpired},
        done={ids[name]: count for name, count in done.items() if name is not None},
    )
    return Rota(
        umpires=tuple(
            UmpireDay(
                name=umpire.name,
                clubs=umpire.clubs,
                done=done[umpire.name],
                duties=tuple(one for one in order if found.get(one.match) == ids[umpire.name]),
            )
            for umpire in hall.umpires
        ),
        without=tuple(one for one in order if one.match not in found),
    )


def rota_json(view: TournamentNow, found: Rota) -> dict[str, Any]:
    def duty(one: Appointment) -> dict[str, Any]:
        return {
            "match": one.match,
            "title": match_title(view, one.match),
            "table": one.table,
            "begins": one.begins.isoformat(),
            "ends": one.ends.isoformat(),
            "is_on": one.is_on,
        }

    return {
        "umpires": [
            {"name": one.name, "clubs": list(one.clubs), "done": one.done, "duties": [duty(two) for two in one.duties]}
            for one in found.umpires
        ],
        "without": [duty(one) for one in found.without],
    }
