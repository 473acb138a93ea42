"""teams, draw, publish, seats: draw teams and stages, publish draws, rule on seats."""

import argparse

from carrom.base.errors import CarromError
from carrom.cli.tournament.common import STAGE_HELP, DeskSession, Verbs, add_recording_verb
from carrom.tournament.desk.acts.setup_acts import DrawStage, DrawTeams, PublishDraw, RuleOnSeats
from carrom.tournament.desk.references import find_stage
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.seating.rulings import contested_seats


def add_draw_verbs(verbs: Verbs) -> None:
    teams = add_recording_verb(
        verbs, "teams", _teams, "draw balanced teams out of the people, each with a line-up; again with a reason"
    )
    teams.add_argument("event", nargs="?")
    draw = add_recording_verb(verbs, "draw", _draw, "draw a stage, or the next round of a Swiss system")
    draw.add_argument("stage", nargs="?", help=STAGE_HELP)
    again_help = "of a Swiss system: draw the last round again, of which nothing is played"
    draw.add_argument("--again", action="store_true", help=again_help)
    for parser in (teams, draw):
        parser.add_argument("--random", metavar="SEED", help="the public seed by which anybody can draw it again")
    publish = add_recording_verb(verbs, "publish", _publish, "publish a draw: from then on it never changes by itself")
    publish.add_argument("stage", nargs="?", help=STAGE_HELP)
    about = "rule on places of a published draw that the tables now fill otherwise; without options, list them"
    seats = add_recording_verb(verbs, "seats", _seats, about)
    seats.add_argument("stage", nargs="?", help=STAGE_HELP)
    rest = seats.add_mutually_exclusive_group()
    rest.add_argument("--keep", dest="others", action="store_const", const="keep", help="all stay as published")
    rest.add_argument("--change", dest="others", action="store_const", const="change", help="all go by the tables")
    seats.add_argument("--seat", action="append", default=[], metavar="A2=NAME", help="who sits on that place")
    seats.add_argument("--dry-run", action="store_true", help="only say what it would change")


def _teams(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(DrawTeams(event=args.event, random=args.random))


def _draw(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(DrawStage(stage=args.stage, random=args.random, again=args.again))


def _publish(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(PublishDraw(stage=args.stage))


def _seats(args: argparse.Namespace, desk: DeskSession) -> None:
    if not args.seat and args.others is None:
        key = find_stage(desk.state, args.stage, wanted="bracket")
        waiting = list(contested_seats(TournamentNow(desk.state), key))
        for seat in waiting:
            print(f"{desk.state.title(key)} is {seat.text}")
        if not waiting:
            print(f"No place of {desk.state.title(key)} waits for a ruling.")
        return
    seats = {}
    for option in args.seat:
        place, _, name = option.partition("=")
        if not name:
            raise CarromError("bad-seat", f"a seat is written like A2=Heena, not {option!r}")
        seats[place] = name
    act = RuleOnSeats(stage=args.stage, others=args.others, seats=seats)
    if args.dry_run:
        desk.show_change(act)
    else:
        desk.do(act)
