"""Whom one can play against, the weakest first: the one place where the server asks who there is."""

from carrom.base.errors import CarromError
from carrom.play import Contestant
from carrom.server.wire.requests import Opponent
from carrom.server.wire.values import Sitting


def opponents(language: str) -> list[Opponent]:
    """Named opponents by their strength, as somebody of this language reads them."""
    from carrom.players import opponents as people

    return [Opponent(one.id, one.name(language), one.line(language)) for one in people()]


def computer_sitting(name: str, player: str | None, skill: str | None) -> Sitting:
    """That computer at a table, if there is one of this name. People bring a hand of their own; rungs are given one."""
    from carrom.play import skill_named
    from carrom.players import LADDER, opponents as people

    if any(one.id == player for one in people()):
        return Sitting(name, "computer", player, None if skill is None else skill_named(skill).name)
    if player not in LADDER:
        raise CarromError("unknown-player", f"no computer player is called {player!r}: {', '.join(LADDER)}")
    return Sitting(name, "computer", player, skill_named(skill or "club").name)


def contestant_of(sitting: Sitting) -> Contestant:
    """Who decides and strikes there; for a worker, since it loads everything that players use."""
    from carrom.players import LADDER, contestant_named

    name = sitting.player or "random"
    return contestant_named(name, level=sitting.skill, seconds=LADDER[name].seconds if name in LADDER else None)
