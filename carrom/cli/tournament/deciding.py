"""protest, fee, decide, confirm, policy: what needs a committee or a referee."""

import argparse

from carrom.base.errors import CarromError
from carrom.base.json_text import read_json
from carrom.base.reading import read_at
from carrom.cli.tournament.common import Desk, Verbs, add_telling, record_of, stage_key
from carrom.tournament.log.facts import (
    FactId,
    FeePaid,
    PolicyChanged,
    ProtestId,
    ProtestJudged,
    ProtestLodged,
    ResultConfirmed,
    Retracted,
)
from carrom.tournament.log.protests import resumption
from carrom.tournament.tables.policy import read_policy


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
    confirm = add_telling(verbs, "confirm", _confirm, "confirm a result, or choose between two versions under review")
    confirm.add_argument("match")
    confirm.add_argument("choice", nargs="?", help="the id of the version that stands")
    anew = "change a stage's order of tie-breaks; in mid-play only with a reason"
    policy = add_telling(verbs, "policy", _policy, anew)
    policy.add_argument("stage")
    policy.add_argument("policy", help="vkk, kreeda, icf, or a JSON object")
    retract = add_telling(verbs, "retract", _retract, "take back a fact that was told by mistake, with --reason")
    retract.add_argument("fact", help="its number in the log, or its id")


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
            first_break=before.result.first_break,
            target=state.stage(before.key).book.target,
        )
        names = {"a": before.result.a, "b": before.result.b, None: "whoever wins the toss"}
        a, b = resumed.score
        print(
            f"{protest.lodged.match} goes on at {a}–{b} with board {resumed.board}, broken by {names[resumed.breaker]}"
        )
        print(f"fee refunded: {protest.refunded}")


def _confirm(args: argparse.Namespace, desk: Desk) -> None:
    record = record_of(desk.state, args.match)
    choice = FactId(args.choice) if args.choice else record.result_fact
    if choice is None:
        raise CarromError(f"{record.fixture.id} has no result to confirm")
    desk.tell(ResultConfirmed(match=record.fixture.id, choice=choice))


def _policy(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    key = stage_key(state, args.stage, wanted="table")
    text = args.policy.strip()
    policy = read_at("policy", read_policy, read_json(text) if text.startswith("{") else text)
    desk.tell(PolicyChanged(event=key.event, stage=key.stage, policy=policy))
    if len(desk.state.notices) > len(state.notices):
        print(f"NOTE: {desk.state.notices[-1].text}")


def _retract(args: argparse.Namespace, desk: Desk) -> None:
    told = next((one for one in desk.file.loaded.facts if args.fact in (str(one.n), one.id)), None)
    if told is None:
        raise CarromError(f"there is no fact {args.fact!r}")
    desk.tell(Retracted(fact=told.id))
    print(f"NOTE: {desk.state.notices[-1].text}")
