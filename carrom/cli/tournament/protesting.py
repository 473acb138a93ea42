"""protest, fee, decide: a protest from its words to its decision."""

import argparse
from datetime import datetime

from carrom.cli.tournament.common import Desk, Verbs, add_telling, moment
from carrom.tournament.desk.acts.ruling_acts import DecideProtest, MakeProtest, TakeFee


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    protest = add_telling(verbs, "protest", _protest, "lodge a protest against a match that is played or being played")
    protest.add_argument("match", help="its number, or @4 for the match on table 4")
    protest.add_argument("--side", choices=("a", "b"), required=True, help="who protests")
    protest.add_argument("--board", type=int, required=True, help="the contested board")
    protest.add_argument("--game", type=int, help="of which game; else boards are counted through the match")
    protest.add_argument("--over", type=moment, metavar="TIME", help="when that board ended; the time runs from there")
    protest.add_argument("--signed", metavar="NAME", help="who has signed it")
    protest.add_argument("--text", required=True, help="what happened")
    fee = add_telling(verbs, "fee", _fee, "take the fee of a protest")
    fee.add_argument("protest")
    fee.add_argument("amount", type=int)
    decide = add_telling(verbs, "decide", _decide, "decide a protest")
    decide.add_argument("protest")
    decide.add_argument("decision", choices=("upheld", "dismissed"))


def _protest(args: argparse.Namespace, desk: Desk) -> None:
    over = args.over.isoformat() if isinstance(args.over, datetime) else args.over
    desk.do(
        MakeProtest(
            match=args.match,
            side=args.side,
            board=args.board,
            text=args.text,
            game=args.game,
            over=over,
            signed=args.signed,
        )
    )


def _fee(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(TakeFee(protest=args.protest, amount=args.amount))


def _decide(args: argparse.Namespace, desk: Desk) -> None:
    desk.do(DecideProtest(protest=args.protest, decision=args.decision))
