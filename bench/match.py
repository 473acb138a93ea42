"""Fold a best-of-three of 600 events, and apply one event, against their budgets."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from carrom.laws import Situation, StrokeFacts, judge, rulebook
from carrom.match import Applied, Event, Match, Record, Setup, apply, fold, read_record
from carrom.match.log import acts as a

EVENTS = 600
FOLD_BUDGET, EVENT_BUDGET = 0.050, 50e-6


def long_match() -> list[Event]:
    """With alternating wins, dues, fouls and misses."""
    match, events = Match.start(Setup(rulebook("icf"), "final")), []

    def do(act: a.Act) -> None:
        nonlocal match
        event = match.next_event(act, at=7.0 * match.number)
        result = apply(match, event)
        if isinstance(result, Applied):
            match = result.match
            events.append(event)

    do(a.Toss("a"))
    while len(events) < EVENTS:
        step = len(events)
        if match.phase == "ready":
            do(a.ChangeSides() if match.course.is_change_due else a.Play())
        elif match.phase == "placing":
            do(a.Place())
        elif match.phase == "demand":
            do(a.Demand(0))
        elif match.board is not None and min(match.board.on.a, match.board.on.b) > 1:
            own, miss, striker = a.StrokeMade(own=1), a.StrokeMade(), a.StrokeMade(striker=True)
            do((own, miss, striker, a.Foul("a", "129"), own)[step % 5])
        elif match.phase == "over" or len(match.course.boards) > 2:
            do(a.Correct(2, "again"))
        else:
            do(a.StrokeMade(own=1) if step % 2 else a.StrokeMade())
    return events


def best_of(runs: int, work: Callable[[], object]) -> float:
    times = []
    for _ in range(runs):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def main() -> None:
    events = long_match()
    setup = Setup(rulebook("icf"), "final")
    match = fold(setup, events)
    strokes = sum(isinstance(event.act, a.StrokeMade) for event in events)
    folding = best_of(20, lambda: fold(setup, events))
    situation, facts, book = Situation(own=5, opponent=5, opened=True), StrokeFacts(own=1), rulebook("icf")
    judging = best_of(20, lambda: [judge(situation, facts, book) for _ in range(strokes)])
    text = Record.of(match).text()
    reading = best_of(8, lambda: read_record(text))
    decoded = best_of(8, lambda: [Event.from_json(json.loads(json.dumps(event.json()))) for event in events])
    one = folding / len(events)
    print(f"match: {len(events)} events, {strokes} of them strokes")
    rows = [
        ("fold the whole match", folding * 1e3, "ms", folding / FOLD_BUDGET, "of 50 ms"),
        ("apply one event", one * 1e6, "µs", one / EVENT_BUDGET, "of 50 µs"),
        ("of which judging a stroke", judging / strokes * 1e6, "µs", judging / folding, "of the fold"),
        ("read its record", reading * 1e3, "ms", reading / folding, "of the fold"),
        ("its events to JSON and back", decoded * 1e3, "ms", decoded / folding, "of the fold"),
    ]
    for what, measured, unit, ratio, against in rows:
        print(f"  {what:28} {measured:7.1f} {unit}   {ratio:.2f} {against}")


if __name__ == "__main__":
    main()
