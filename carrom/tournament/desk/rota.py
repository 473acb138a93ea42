"""Who umpires when: what was done, what is going on, and what the order of play asks for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from carrom.tournament.desk.fixtures import open_fixtures
from carrom.tournament.desk.moments import minute_of
from carrom.tournament.desk.naming import match_title
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.desk.umpires import clubs_of_people, umpires_as_people
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.view import TO_PLAY, TournamentView
from carrom.tournament.plan.umpires import Duty, share_duties


@dataclass(frozen=True, slots=True, kw_only=True)
class UmpireDay:
    """One umpire: how many matches are done, and when the next ones are."""

    name: str
    clubs: tuple[str, ...]
    done: int
    duties: tuple[Appointment, ...]

    @property
    def load(self) -> int:
        """Matches in all."""
        return self.done + len(self.duties)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rota:
    """Everybody's duties, and the matches for which no neutral umpire is free."""

    umpires: tuple[UmpireDay, ...]
    without: tuple[Appointment, ...]

    @property
    def umpire_of(self) -> Mapping[MatchId, str]:
        """The umpire of every match that has one."""
        return {duty.match: one.name for one in self.umpires for duty in one.duties}


def rota(view: TournamentView, order: Sequence[Appointment]) -> Rota:
    """Umpires for an order of play: never of a side's club or team, never while they play, loads as level as can be."""
    hall, state = view.state.announced.hall, view.state
    named = [umpire.name for umpire in hall.umpires]
    ids = dict(zip(named, (umpire.name for umpire in umpires_as_people(view)), strict=True))
    sat = {match: record.umpire for match, record in state.matches.items() if record.umpire in ids}
    done = Counter(name for match, name in sat.items() if view.status(match) not in TO_PLAY)
    feeding = open_fixtures(view).feeding
    duties = [
        Duty(one.match, minute_of(view, one.begins), minute_of(view, one.ends), tuple(feeding.comers(one.match)))
        for one in order
    ]
    found = share_duties(
        duties,
        umpires_as_people(view),
        clubs=clubs_of_people(view),
        given={one.match: ids[sat[one.match] or ""] for one in order if one.is_on and one.match in sat},
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


def rota_json(view: TournamentView, found: Rota) -> dict[str, Any]:
    """The same as plain values, for pages and prints."""

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
