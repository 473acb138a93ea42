"""Players by name: levels of the ladder, people, and the robot."""

from carrom.base.errors import CarromError
from carrom.play.player import Player
from carrom.play.seating import Contestant
from carrom.play.skill import skill_named
from carrom.players.evaluation.search import Budget
from carrom.players.levels.ladder import LADDER
from carrom.players.people.roster import PEOPLE


def player_named(name: str, *, simulations: int | None = None, seconds: float | None = None) -> Player:
    """Make a player. The budget has no effect on people.

    >>> type(player_named("greedy")).__name__
    'Greedy'
    """
    known = name.strip().lower()
    person = PEOPLE.get(known)
    if person is not None and person.mind is not None and person.eye is not None:
        from carrom.players.people.person_player import PersonPlayer

        Budget(simulations or 1, seconds)  # checks the budget, which people ignore
        return PersonPlayer(person.mind, person.eye)
    rung = LADDER.get(known if person is None else person.rung)
    if rung is None:
        raise CarromError("unknown-player", f"there is no player {name!r}; there are {', '.join((*LADDER, *PEOPLE))}")
    return rung.make(Budget(max(rung.simulations, 1) if simulations is None else simulations, seconds))


def contestant_named(
    name: str, *, level: str | None = None, simulations: int | None = None, seconds: float | None = None
) -> Contestant:
    """Make a contestant. People bring their own skill; for others the default `level` is `club`.

    >>> contestant_named("asha").skill.angle > contestant_named("greedy").skill.angle
    True
    """
    person = PEOPLE.get(name.strip().lower())
    skill = person.hand if person is not None and level is None else skill_named(level or "club")
    return Contestant(player_named(name, simulations=simulations, seconds=seconds), skill, name.strip().lower())
