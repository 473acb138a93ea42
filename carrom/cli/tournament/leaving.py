"""leave: an entry withdraws, retires or is disqualified."""

import argparse

from carrom.cli.tournament.common import Desk, Verbs, add_telling, entry_named, event_id, tell_impact
from carrom.tournament.desk.tasks import tasks
from carrom.tournament.log.facts import Left
from carrom.tournament.log.view import TournamentView


def configure(verbs: Verbs) -> None:
    """Add the sub-verb."""
    leave = add_telling(verbs, "leave", _leave, "an entry withdraws, retires or is disqualified")
    leave.add_argument("entry")
    leave.add_argument("--event")
    leave.add_argument("--how", choices=("withdrawn", "retired", "disqualified"), default="withdrawn")
    leave.add_argument("--dry-run", action="store_true", help="only say what it would change")


def _leave(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    event = event_id(state, args.event)
    body = Left(event=event, entry=entry_named(state, event, args.entry), how=args.how)
    if args.dry_run:
        tell_impact(state, desk.fact(body))
        return
    desk.tell(body)
    for task in tasks(TournamentView(desk.state)):
        print(task.text)
