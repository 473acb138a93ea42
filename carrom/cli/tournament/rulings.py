"""confirm, policy, retract, undo, protest, fee, decide: decisions of referee and committee."""

import argparse
from datetime import datetime

from carrom.cli.tournament.common import DeskSession, Verbs, add_recording_verb, parse_moment
from carrom.tournament.desk.acts.result_acts import ConfirmResult
from carrom.tournament.desk.acts.ruling_acts import (
    DecideProtest,
    PayProtestFee,
    RecordProtest,
    RetractFact,
    SetPolicy,
    UndoLast,
)
from carrom.tournament.log.event_text import describe_event
from carrom.tournament.model.events import Undone


def add_decision_verbs(verbs: Verbs) -> None:
    confirm = add_recording_verb(
        verbs, "confirm", _confirm, "confirm a result, or choose between two versions under review"
    )
    confirm.add_argument("match")
    confirm.add_argument("choice", nargs="?", help="the id of the version that stands")
    policy_help = "change a stage's order of tie-breaks; in mid-play only with a reason"
    policy = add_recording_verb(verbs, "policy", _policy, policy_help)
    policy.add_argument("stage")
    policy.add_argument("policy", help="vkk, kreeda, icf, or a JSON object")
    retract = add_recording_verb(verbs, "retract", _retract, "take back a fact that was told by mistake, with --reason")
    retract.add_argument("fact", help="its number in the log, or its id")
    undo = add_recording_verb(
        verbs, "undo", _undo, "take back the last act, of whatever kind, with --reason; again goes further"
    )
    for parser in (retract, undo):
        parser.add_argument("--dry-run", action="store_true", help="only say what it would change")


def _confirm(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(ConfirmResult(match=args.match, choice=args.choice))


def _policy(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(SetPolicy(stage=args.stage, policy=args.policy))


def _retract(args: argparse.Namespace, desk: DeskSession) -> None:
    _take_back(args, desk, RetractFact(fact=args.fact))


def _undo(args: argparse.Namespace, desk: DeskSession) -> None:
    _take_back(args, desk, UndoLast())


def _take_back(args: argparse.Namespace, desk: DeskSession, act: RetractFact | UndoLast) -> None:
    if not args.dry_run:
        desk.do(act)
        return
    (taken,) = [fact.body for fact in desk.try_out(act).facts]
    print(f"It would take back {describe_event(act.taken(desk.state), desk.state)}.")
    if isinstance(taken, Undone) and taken.since is not None:
        print(f"With it go {desk.state.past[0].count - 1} more facts of the same list.")
    desk.show_change(act)


def add_protest_verbs(verbs: Verbs) -> None:
    protest = add_recording_verb(
        verbs, "protest", _protest, "lodge a protest against a match that is played or being played"
    )
    protest.add_argument("match", help="its number, or @4 for the match on table 4")
    protest.add_argument("--side", choices=("a", "b"), required=True, help="who protests")
    protest.add_argument("--board", type=int, required=True, help="the contested board")
    protest.add_argument("--game", type=int, help="of which game; else boards are counted through the match")
    protest.add_argument(
        "--over", type=parse_moment, metavar="TIME", help="when that board ended; the time runs from there"
    )
    protest.add_argument("--signed", metavar="NAME", help="who has signed it")
    protest.add_argument("--text", required=True, help="what happened")
    fee = add_recording_verb(verbs, "fee", _fee, "take the fee of a protest")
    fee.add_argument("protest")
    fee.add_argument("amount", type=int)
    decide = add_recording_verb(verbs, "decide", _decide, "decide a protest")
    decide.add_argument("protest")
    decide.add_argument("decision", choices=("upheld", "dismissed"))


def _protest(args: argparse.Namespace, desk: DeskSession) -> None:
    over = args.over.isoformat() if isinstance(args.over, datetime) else args.over
    desk.do(
        RecordProtest(
            match=args.match,
            side=args.side,
            board=args.board,
            text=args.text,
            game=args.game,
            over=over,
            signed=args.signed,
        )
    )


def _fee(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(PayProtestFee(protest=args.protest, amount=args.amount))


def _decide(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(DecideProtest(protest=args.protest, decision=args.decision))
