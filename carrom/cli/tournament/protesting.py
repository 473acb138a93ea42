"""protest, fee, decide: a protest from its words to its decision."""

import argparse

from carrom.cli.tournament.common import Desk, Verbs, add_telling, record_of
from carrom.tournament.log.decision_facts import FeePaid, ProtestId, ProtestJudged, ProtestLodged
from carrom.tournament.log.protests import resumption


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    protest = add_telling(verbs, "protest", _protest, "lodge a protest against a signed match")
    protest.add_argument("match")
    protest.add_argument("--side", choices=("a", "b"), required=True, help="who protests")
    protest.add_argument("--board", type=int, required=True, help="the contested board")
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
    body = ProtestLodged(protest=name, match=record.fixture.id, side=args.side, board=args.board, text=args.text)
    desk.tell(body)
    fee = state.announced.protests.fee
    print(f"{name} is {desk.state.protests[name].status}" + (f"; the fee is {fee}" if fee else ""))


def _fee(args: argparse.Namespace, desk: Desk) -> None:
    name = ProtestId(args.protest.upper())
    desk.tell(FeePaid(protest=name, amount=args.amount))
    print(f"{name} is {desk.state.protests[name].status}")


def _decide(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    name = ProtestId(args.protest.upper())
    desk.tell(ProtestJudged(protest=name, upheld=args.decision == "upheld"))
    protest = desk.state.protests[name]
    print(f"{name} is {protest.status}")
    before = state.matches[protest.lodged.match]
    if protest.status == "upheld" and before.result is not None:
        resumed = resumption(
            before.result.boards,
            protest.lodged.board,
            first_break=before.result.first_break or "a",
            target=state.stage(before.key).book.target,
        )
        names = {"a": before.result.a, "b": before.result.b, None: "whoever wins the toss"}
        a, b = resumed.score
        print(
            f"{protest.lodged.match} goes on at {a}–{b} with board {resumed.board}, broken by {names[resumed.breaker]}"
        )
        print(f"fee refunded: {protest.refunded}")
