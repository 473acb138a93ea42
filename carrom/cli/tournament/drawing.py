"""teams, draw, publish, seats: who plays whom."""

import argparse

from carrom.base.errors import CarromError
from carrom.cli.tournament.common import STAGE_HELP, Desk, Verbs, add_telling
from carrom.tournament.desk.acts.draw_acts import DecideSeats, DrawStage, DrawTeams, PublishDraw
from carrom.tournament.desk.meant import stage_key
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
    anew = "of a Swiss system: draw the last round again, of which nothing is played"
    draw.add_argument("--again", action="store_true", help=anew)
    for parser in (teams, draw):
        parser.add_argument("--random", metavar="SEED", help="the public seed by which anybody can draw it again")
    publish = add_telling(verbs, "publish", _publish, "publish a draw: from then on it never changes by itself")
    publish.add_argument("stage", nargs="?", help=STAGE_HELP)
    about = "rule on places of a published draw that the tables now fill otherwise; without options, list them"
    seats = add_telling(verbs, "seats", _seats, about)
    seats.add_argument("stage", nargs="?", help=STAGE_HELP)
    rest = seats.add_mutually_exclusive_group()
    rest.add_argument("--keep", dest="others", action="store_const", const="keep", help="all stay as published")
    rest.add_argument("--change", dest="others", action="store_const", const="change", help="all go by the tables")
    seats.add_argument("--seat", action="append", default=[], metavar="A2=NAME", help="who sits on that place")
    seats.add_argument("--dry-run", action="store_true", help="only say what it would change")


def _teams(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(DrawTeams(event=args.event, random=args.random))


def _draw(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(DrawStage(stage=args.stage, random=args.random, again=args.again))


def _publish(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(PublishDraw(stage=args.stage))


def _seats(args: argparse.Namespace, desk: Desk) -> None:
    if not args.seat and args.others is None:
        key = stage_key(desk.state, args.stage, wanted="bracket")
        waiting = list(contested_seats(TournamentView(desk.state), key))
        for seat in waiting:
            print(f"{desk.state.title(key)} is {seat.text}")
        if not waiting:
            print(f"No place of {desk.state.title(key)} waits for a ruling.")
        return
    seats = {}
    for told in args.seat:
        place, _, name = told.partition("=")
        if not name:
            raise CarromError("bad-seat", f"a seat is written like A2=Heena, not {told!r}")
        seats[place] = name
    act = DecideSeats(stage=args.stage, others=args.others, seats=seats)
    if args.dry_run:
        desk.show_change(act)
    else:
        desk.do(act)
