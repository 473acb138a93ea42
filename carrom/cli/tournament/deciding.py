"""confirm, policy, retract, undo: what needs a committee or a referee."""

import argparse

from carrom.cli.tournament.common import Desk, Verbs, add_telling
from carrom.tournament.desk.acts.result_acts import ConfirmResult
from carrom.tournament.desk.acts.ruling_acts import PutPolicy, RetractFact, UndoLast
from carrom.tournament.log.fact_text import fact_text
from carrom.tournament.log.facts import Undone


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    confirm = add_telling(verbs, "confirm", _confirm, "confirm a result, or choose between two versions under review")
    confirm.add_argument("match")
    confirm.add_argument("choice", nargs="?", help="the id of the version that stands")
    anew = "change a stage's order of tie-breaks; in mid-play only with a reason"
    policy = add_telling(verbs, "policy", _policy, anew)
    policy.add_argument("stage")
    policy.add_argument("policy", help="vkk, kreeda, icf, or a JSON object")
    retract = add_telling(verbs, "retract", _retract, "take back a fact that was told by mistake, with --reason")
    retract.add_argument("fact", help="its number in the log, or its id")
    undo = add_telling(
        verbs, "undo", _undo, "take back the last act, of whatever kind, with --reason; again goes further"
    )
    for parser in (retract, undo):
        parser.add_argument("--dry-run", action="store_true", help="only say what it would change")


def _confirm(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(ConfirmResult(match=args.match, choice=args.choice))


def _policy(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(PutPolicy(stage=args.stage, policy=args.policy))


def _retract(args: argparse.Namespace, desk: Desk) -> None:
    _take_back(args, desk, RetractFact(fact=args.fact))


def _undo(args: argparse.Namespace, desk: Desk) -> None:
    _take_back(args, desk, UndoLast())


def _take_back(args: argparse.Namespace, desk: Desk, act: RetractFact | UndoLast) -> None:
    if not args.dry_run:
        desk.do(act)
        return
    (taken,) = [fact.body for fact in desk.try_out(act).facts]
    print(f"It would take back {fact_text(act.taken(desk.state), desk.state)}.")
    if isinstance(taken, Undone) and taken.since is not None:
        print(f"With it go {desk.state.past[0].count - 1} more facts of the same list.")
    desk.show_change(act)
