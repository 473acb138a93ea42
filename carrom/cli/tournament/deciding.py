"""confirm, policy, retract, undo: what needs a committee or a referee."""

import argparse
from itertools import takewhile

from carrom.base.errors import CarromError
from carrom.base.json_text import read_json
from carrom.base.reading import read_at
from carrom.cli.tournament.common import Desk, Verbs, add_telling, tell_consequences, tell_impact
from carrom.tournament.desk.meant import record_of, stage_key
from carrom.tournament.log.fact_text import fact_text
from carrom.tournament.log.facts import (
    Entered,
    Fact,
    FactId,
    PersonRecorded,
    PolicyChanged,
    ResultConfirmed,
    Retracted,
    Undone,
)
from carrom.tournament.log.scores import result_text
from carrom.tournament.log.undoing import DEPTH
from carrom.tournament.tables.policy import read_policy


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
    record = record_of(desk.state, args.match)
    choice = FactId(args.choice) if args.choice else record.result_fact
    if choice is None:
        raise CarromError(f"{record.fixture.id} has no result to confirm")
    desk.tell(ResultConfirmed(match=record.fixture.id, choice=choice))
    stands = desk.state.matches[record.fixture.id].result
    if stands is not None:
        print(f"{record.fixture.id}: {result_text(stands)}; it is confirmed")


def _policy(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    key = stage_key(state, args.stage, wanted="table")
    text = args.policy.strip()
    policy = read_at("policy", read_policy, read_json(text) if text.startswith("{") else text)
    desk.tell(PolicyChanged(event=key.event, stage=key.stage, policy=policy))
    if len(desk.state.notices) > len(state.notices):
        print(f"NOTE: {desk.state.notices[-1].text}")
    else:
        print(f"{key} is ordered by {', '.join(policy.order)}")


def _retract(args: argparse.Namespace, desk: Desk) -> None:
    told = next((one for one in desk.file.loaded.facts if args.fact in (str(one.n), one.id)), None)
    if told is None:
        raise CarromError(f"there is no fact {args.fact!r}")
    state = desk.state
    _take_back(args, desk, Retracted(fact=told.id))
    if not args.dry_run:
        tell_consequences(state, desk)


def _undo(args: argparse.Namespace, desk: Desk) -> None:
    past = desk.state.past
    if not past:
        raise CarromError("there is nothing to undo")
    told = {fact.id: fact for fact in desk.file.loaded.facts}
    last = told[past[0].fact]
    listed = [one.fact for one in takewhile(lambda one: _is_of_one_list(told[one.fact], last), past)]
    if len(listed) == DEPTH:
        raise CarromError(f"the last act was a list of {DEPTH} facts or more, which is not undone: import it put right")
    state = desk.state
    for fact in listed or [last.id]:
        _take_back(args, desk, Undone(fact=fact))
        if args.dry_run and len(listed) > 1:
            print(f"With it go {len(listed) - 1} more facts of the same list.")
            return
    if not args.dry_run:
        tell_consequences(state, desk)


def _is_of_one_list(fact: Fact, last: Fact) -> bool:
    """Whether two facts came with one entry list: it is one act, though it makes many facts."""
    kinds = (PersonRecorded, Entered)
    return isinstance(fact.body, kinds) and isinstance(last.body, kinds) and (fact.at, fact.by) == (last.at, last.by)


def _take_back(args: argparse.Namespace, desk: Desk, body: Retracted | Undone) -> None:
    if args.dry_run:
        told = desk.fact(body)
        desk.check(told)
        print(f"It would take back {fact_text(desk.state.seen[body.fact])}.")
        tell_impact(desk.state, told)
        return
    desk.tell(body)
    print(f"NOTE: {desk.state.notices[-1].text}")
