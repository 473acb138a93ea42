"""`carrom draw`: entries in, a draw out, one JSON per line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from carrom.base.errors import CarromError
from carrom.cli.io.fields import Fields, shown
from carrom.cli.io.jsonlines import answer_lines
from carrom.tournament.draws.bracket import Bye, Draw, DrawnMatch, Entrant, MatchId, Round
from carrom.tournament.draws.draw_json import rounds_json
from carrom.tournament.draws.groups import draw_groups, knockout_after_groups
from carrom.tournament.draws.knockout import knockout
from carrom.tournament.draws.leagues import team_league
from carrom.tournament.draws.round_robin import round_robin
from carrom.tournament.draws.swiss import swiss_round
from carrom.tournament.draws.teams import Player, draw_teams

Answer = dict[str, Any]

_GREATEST = 10**9


def configure(parser: argparse.ArgumentParser) -> None:
    """No options: everything is in the lines."""


def run(args: argparse.Namespace) -> int:
    """Answer every line of standard input."""
    return answer_lines(answer)


def answer(case: object) -> Answer:
    """The draw that one line asks for."""
    if not isinstance(case, dict):
        raise CarromError(f"a draw is asked for by an object, not by {shown(case)}")
    wanted = case.get("format")
    if wanted == "league":  # what the format was called here before files and lines had one name for it
        wanted = "team-league"
    if not isinstance(wanted, str) or wanted not in FORMATS:
        raise CarromError(f"'format' is one of {', '.join(FORMATS)}, not {shown(wanted)}")
    known, make = FORMATS[wanted]
    return make(Fields(case, f"a {wanted} draw", known=("format", *known)))


def _knockout(case: Fields) -> Answer:
    draw = knockout(
        _entries(case),
        seeds=case.whole("seeds", default=0),
        random=_random(case),
        apart=case.names("apart"),
        third_place=case.flag("third_place"),
    )
    return {"rounds": rounds_json(draw)}


def _groups(case: Fields) -> Answer:
    groups = draw_groups(
        _entries(case),
        groups=case.whole("groups"),
        seeds=case.whole("seeds", default=0),
        random=_random(case),
        apart=case.names("apart"),
    )
    found: Answer = {"groups": [list(group) for group in groups]}
    if "advance" in case:
        advance = case.whole("advance", least=1)
        smallest = min(len(group) for group in groups)
        if advance > smallest:
            raise CarromError(f"{advance} cannot advance from a group of {smallest}")
        draw = knockout_after_groups(len(groups), advance, third_place=case.flag("third_place"))
        found["rounds"] = rounds_json(draw)
    elif case.flag("third_place"):
        raise CarromError("a third place belongs to a knock-out: say with 'advance' how many of each group go on")
    return found


def _round_robin(case: Fields) -> Answer:
    return {"rounds": rounds_json(round_robin(_entries(case), random=_random(case)))}


def _swiss(case: Fields) -> Answer:
    entries = _entries(case)
    points = case.mapping("points")
    for name, value in points.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > _GREATEST:
            raise CarromError(f"the points of {name!r} are a number, not {shown(value)}")
    met = []
    for pair in case.items("met") if "met" in case else []:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(name, str) for name in pair):
            raise CarromError(f"'met' lists pairs of entries, not {shown(pair)}")
        met.append((pair[0], pair[1]))
    byes = case.texts("byes")
    for name in (*points, *(name for pair in met for name in pair), *byes):
        if name not in entries:
            raise CarromError(f"{name!r} is not among the entries")
    found = swiss_round(entries, points=points, met=met, byes=byes, random=_random(case))
    slots = [(Entrant(a), Entrant(b)) for a, b in found.pairs] + ([(Entrant(found.bye), Bye())] if found.bye else [])
    matches = tuple(DrawnMatch(MatchId(f"M{number}"), pair) for number, pair in enumerate(slots, 1))
    return {"rounds": rounds_json(Draw((Round("group", matches),)))}


def _team_league(case: Fields) -> Answer:
    case["teams"]
    case["categories"]
    ties = team_league(case.texts("teams"), case.texts("categories"), random=_random(case))
    return {
        "ties": [
            {
                "id": tie.id,
                "round": tie.round,
                "teams": list(tie.teams),
                "rubbers": [
                    {"id": rubber.id, "category": rubber.category, "sides": list(rubber.sides)}
                    for rubber in tie.rubbers
                ],
            }
            for tie in ties
        ]
    }


def _teams(case: Fields) -> Answer:
    players = [_player(value, number) for number, value in enumerate(case.items("players"), 1)]
    teams = draw_teams(
        players,
        teams=case.whole("teams"),
        balance=case.texts("balance"),
        counted=case.texts("counted"),
        random=case.whole("random", default=0),
    )
    return {"teams": [{"players": list(team)} for team in teams]}


def _player(value: object, number: int) -> Player:
    if not isinstance(value, dict):
        raise CarromError(f"player {number} is an object with a name, not {shown(value)}")
    name = value.get("name")
    if not isinstance(name, str) or not name.strip():
        raise CarromError(
            f"player {number} has no name" if name is None else f"player {number}: no name is {shown(name)}"
        )
    for field, one in value.items():
        if isinstance(one, list | dict):
            raise CarromError(f"{field!r} of {name!r} is a number or a word, not {shown(one)}")
        if isinstance(one, int | float) and abs(one) > _GREATEST:
            raise CarromError(f"{field!r} of {name!r} is too great to be balanced: {shown(one)}")
    return Player(name, {field: one for field, one in value.items() if one is not None and field != "name"})


def _entries(case: Fields) -> list[str]:
    case["entries"]
    return case.texts("entries")


def _random(case: Fields) -> int | None:
    return case.whole("random") if "random" in case else None


# format: (the fields it takes, what answers it)
FORMATS: dict[str, tuple[tuple[str, ...], Callable[[Fields], Answer]]] = {
    "knockout": (("entries", "seeds", "random", "apart", "third_place"), _knockout),
    "groups": (("entries", "groups", "seeds", "random", "apart", "advance", "third_place"), _groups),
    "round-robin": (("entries", "random"), _round_robin),
    "swiss": (("entries", "points", "met", "byes", "random"), _swiss),
    "team-league": (("teams", "categories", "random"), _team_league),
    "teams": (("players", "teams", "balance", "counted", "random"), _teams),
}
