"""teams, draw, publish, seats: who plays whom."""

import argparse

from carrom.base.errors import CarromError
from carrom.cli.tournament.common import STAGE_HELP, Desk, Verbs, add_telling, tell_consequences, tell_impact
from carrom.laws.rounds import THIRD_PLACE
from carrom.tournament.desk.meant import entry_named, event_id, stage_key
from carrom.tournament.desk.staging import draw_stage, publication, rule_seats
from carrom.tournament.desk.team_draw import draw_event_teams
from carrom.tournament.draws.bracket import Bye
from carrom.tournament.log.people import count_text
from carrom.tournament.log.seat_rulings import contested_seats
from carrom.tournament.log.view import TournamentView


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    teams = add_telling(
        verbs, "teams", _teams, "draw balanced teams out of the people, each with a line-up; again with a reason"
    )
    teams.add_argument("event", nargs="?")
    draw = add_telling(verbs, "draw", _draw, "draw a stage, or the next round of a Swiss system")
    draw.add_argument("stage", nargs="?", help=STAGE_HELP)
    for parser in (teams, draw):
        parser.add_argument("--random", metavar="SEED", help="the public seed by which anybody can draw it again")
    publish = add_telling(verbs, "publish", _publish, "publish a draw: from then on it never changes by itself")
    publish.add_argument("stage", nargs="?", help=STAGE_HELP)
    anew = "rule on places of a published draw that the tables now fill otherwise; without options, list them"
    seats = add_telling(verbs, "seats", _seats, anew)
    seats.add_argument("stage", nargs="?", help=STAGE_HELP)
    rest = seats.add_mutually_exclusive_group()
    rest.add_argument("--keep", dest="others", action="store_const", const="keep", help="all stay as published")
    rest.add_argument("--change", dest="others", action="store_const", const="change", help="all go by the tables")
    seats.add_argument("--seat", action="append", default=[], metavar="A2=NAME", help="who sits on that place")
    seats.add_argument("--dry-run", action="store_true", help="only say what it would change")


def _teams(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    event = state.event(event_id(state, args.event))
    drawn = draw_event_teams(state, event, random=args.random or "0")
    desk.tell(drawn)
    for entry in drawn.entries:
        print(f"{entry.id}: {', '.join(state.people[one].name for one in entry.members)}")


def _draw(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    key = stage_key(state, args.stage)
    drawn = draw_stage(state, key, random=args.random)
    desk.tell(drawn)
    groups = f" in {len(drawn.groups)} groups" if len(drawn.groups) > 1 else ""
    byes = sum(any(isinstance(slot, Bye) for slot in one.slots) for one in drawn.fixtures)
    and_byes = f" and {byes} byes" if byes > 1 else " and a bye" if byes else ""
    print(f"{key}: {count_text(len(drawn.fixtures) - byes, 'match', 'matches')}{and_byes}{groups}")
    if state.stage(key).third_place and all(one.round != THIRD_PLACE for one in drawn.fixtures):
        print(f"{key}: nobody plays for the third place, since only two are in it")


def _publish(args: argparse.Namespace, desk: Desk) -> None:
    key = stage_key(desk.state, args.stage)
    desk.tell(publication(desk.state, key))
    print(f"{key} is published")


def _seats(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    key = stage_key(state, args.stage, wanted="bracket")
    if not args.seat and args.others is None:
        waiting = list(contested_seats(TournamentView(state), key))
        for seat in waiting:
            print(f"{key} is {seat.text}")
        if not waiting:
            print(f"No place of {key} waits for a ruling.")
        return
    seats = {}
    for told in args.seat:
        place, _, name = told.partition("=")
        if not name:
            raise CarromError(f"a seat is written like A2=Heena, not {told!r}")
        seats[place.strip().upper()] = entry_named(state, key.event, name.strip())
    ruled = rule_seats(state, key, seats, others=args.others)
    if args.dry_run:
        tell_impact(state, desk.fact(ruled))
        return
    desk.tell(ruled)
    print(desk.state.notices[-1].text)
    tell_consequences(state, desk)
