"""rename, describe, substitute, line-up: who plays, changed after the entry list."""

import argparse
from typing import get_args

from carrom.cli.tournament.common import Desk, Verbs, add_telling
from carrom.tournament.desk.acts.line_up_acts import LineUpRubber, line_up_lines, team_event
from carrom.tournament.desk.acts.people_acts import (
    DescribePerson,
    GiveName,
    PutSubstitute,
)
from carrom.tournament.desk.meant import entry_named
from carrom.tournament.log.people import Gender


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    rename = add_telling(verbs, "rename", _rename, "correct the name of a person, a pair or a team, at any time")
    rename.add_argument("who", help="the name as it is now, or the id")
    rename.add_argument("name", help="the right one")
    rename.add_argument("--event", help="of a team or pair: the event it plays in")
    about = add_telling(verbs, "describe", _describe, "correct what the list tells of somebody besides the name")
    about.add_argument("who", help="the name or the id")
    for what in ("club", "community", "born"):
        about.add_argument(f"--{what}")
    about.add_argument("--gender", choices=get_args(Gender))
    swap = add_telling(verbs, "substitute", _substitute, "somebody else plays in a pair or a team from now on")
    swap.add_argument("goes")
    swap.add_argument("comes", nargs="?", help="who plays instead; may be left out in a team")
    swap.add_argument("--new", action="store_true", help="who comes is on no list yet")
    swap.add_argument("--club", help="of somebody new")
    swap.add_argument("--here", action="store_true", help="who comes is here")
    lineup = add_telling(verbs, "line-up", _line_up, "who plays for a team: shown, or changed for a rubber")
    lineup.add_argument("team")
    lineup.add_argument("rubber", nargs="?")
    lineup.add_argument("players", nargs="*")
    lineup.add_argument("--match", help="for this match alone")
    for parser in (swap, lineup):
        parser.add_argument("--event")


def _rename(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(GiveName(who=args.who, name=args.name, event=args.event))


def _describe(args: argparse.Namespace, desk: Desk) -> None:
    told = {what: getattr(args, what) for what in ("club", "community", "born", "gender")}
    desk.do(DescribePerson(who=args.who, **told))


def _substitute(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(
        PutSubstitute(
            goes=args.goes, comes=args.comes, event=args.event, is_new=args.new, club=args.club, here=args.here
        )
    )


def _line_up(args: argparse.Namespace, desk: Desk) -> None:
    if args.rubber is not None:
        players = tuple(args.players)
        desk.do(LineUpRubber(team=args.team, rubber=args.rubber, players=players, match=args.match, event=args.event))
        return
    state = desk.state
    event = team_event(state, args.event)
    for line in line_up_lines(state, state.entries[event][entry_named(state, event, args.team)]):
        print(line)
