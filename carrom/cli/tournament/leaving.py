"""leave: an entry withdraws, retires or is disqualified; a person leaves everything at once."""

import argparse
from typing import get_args

from carrom.cli.tournament.common import Desk, Verbs, add_telling
from carrom.tournament.desk.acts.entry_acts import LeaveEvents
from carrom.tournament.log.withdrawals import Treatment


def configure(verbs: Verbs) -> None:
    """Add the sub-verb."""
    leave = add_telling(verbs, "leave", _leave, "an entry withdraws, retires or is disqualified")
    leave.add_argument("entry", help="a player, a pair or a team; a person leaves every event, or with --event one")
    leave.add_argument("--how", choices=("withdrawn", "retired", "disqualified"), default="withdrawn")
    leave.add_argument("--law", help="by which law somebody is disqualified, such as 143a")
    choice = "what becomes of the results in a table; else its setting decides"
    leave.add_argument("--results", choices=get_args(Treatment), help=choice)
    leave.add_argument("--dry-run", action="store_true", help="only say what it would change")
    leave.add_argument("--event")


def _leave(args: argparse.Namespace, desk: Desk) -> None:
    act = LeaveEvents(entry=args.entry, how=args.how, law=args.law, results=args.results, event=args.event)
    if args.dry_run:
        for line in desk.try_out(act).said:
            print(line)
        desk.show_change(act)
    else:
        desk.do(act)
