"""protest, fee, decide: a protest from its words to its decision."""

import argparse

from carrom.cli.tournament.common import Desk, Verbs, add_telling, moment, tell_consequences
from carrom.tournament.desk.meant import on_day, record_of, time_of
from carrom.tournament.desk.protest_desk import protest_work
from carrom.tournament.log.decision_facts import FeePaid, ProtestId, ProtestJudged, ProtestLodged


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
    state = desk.state
    record = record_of(state, args.match)
    name = ProtestId(f"P{len(state.protests) + 1}")
    body = ProtestLodged(
        protest=name,
        match=record.fixture.id,
        side=args.side,
        board=args.board,
        text=args.text,
        game=args.game,
        over=None if args.over is None else on_day(args.over, time_of(args.at, state).date()),
        signed_by=args.signed,
    )
    desk.tell(body)
    print(desk.state.notices[-1].text)
    _tell_work(desk, name)


def _fee(args: argparse.Namespace, desk: Desk) -> None:
    name = ProtestId(args.protest.upper())
    desk.tell(FeePaid(protest=name, amount=args.amount))
    status = desk.state.protests[name].status
    late = " It is not heard: dismiss it with 'decide', and the fee is given back." if status == "late" else ""
    print(f"The fee of {args.amount} for {name} is paid; the protest is {status}.{late}")
    _tell_work(desk, name)


def _decide(args: argparse.Namespace, desk: Desk) -> None:
    name = ProtestId(args.protest.upper())
    before = desk.state
    desk.tell(ProtestJudged(protest=name, upheld=args.decision == "upheld"))
    print(desk.state.notices[-1].text)
    tell_consequences(before, desk)


def _tell_work(desk: Desk, name: ProtestId) -> None:
    for _, text in protest_work(desk.state):
        if text.startswith(f"Protest {name} "):
            print(text)
