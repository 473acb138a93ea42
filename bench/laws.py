"""The judge: rulings a second in process, and 80,000 lines through `carrom rule`."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from carrom.laws import RULEBOOKS, judge
from carrom.laws.wire import facts_from_wire, situation_from_wire

RULINGS, LINES = 150_000, 80_000
WANTED_A_SECOND, LINES_LIMIT = 150_000, 15.0

# `carrom rule` without a judge.
ECHO = "import json, sys\nfor line in sys.stdin.buffer:\n print(json.dumps(json.loads(line)), flush=True)"


def question(dice: random.Random) -> dict[str, Any]:
    """Random, with more last pieces and faults than in real play."""
    own, opponent = dice.randint(1, 9), dice.randint(1, 9)
    queen = dice.choice(("board", "board", "pending", "player", "opponent"))
    return {
        "rulebook": dice.choice(list(RULEBOOKS)),
        "before": {
            "own": own,
            "opponent": opponent,
            "queen": queen,
            "opened": own < 9 or queen in ("pending", "player") or dice.random() < 0.5,
            "owed": {
                "player": dice.choice((0, 0, 1, 2)) if own == 9 else 0,
                "opponent": dice.choice((0, 0, 1)) if opponent == 9 else 0,
            },
            "score": {"player": dice.randint(0, 28), "opponent": dice.randint(0, 28)},
            "break": None,
        },
        "stroke": {
            "proper": dice.random() < 0.7,
            "touched": True,
            "own": dice.choice((0, 0, 1, min(2, own), own)),
            "opponent": dice.choice((0, 0, 0, 1, opponent)),
            "queen": queen == "board" and dice.random() < 0.3,
            "striker": dice.random() < 0.25,
        },
    }


def best_of(runs: int, work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    times = []
    for _ in range(runs):
        begun = clock()
        work()
        times.append(clock() - begun)
    return min(times)


def main() -> None:
    dice = random.Random(1)
    questions = [question(dice) for _ in range(RULINGS)]
    asked = [
        (situation_from_wire(q["before"]), facts_from_wire(q["stroke"]), RULEBOOKS[q["rulebook"]]) for q in questions
    ]

    def judge_all() -> None:
        for before, facts, book in asked:
            judge(before, facts, book)

    rate = RULINGS / best_of(5, judge_all, time.process_time)
    lines = "".join(json.dumps(q) + "\n" for q in questions[:LINES]).encode()

    def through(*command: str) -> float:
        return best_of(2, lambda: subprocess.run(command, input=lines, stdout=subprocess.DEVNULL, check=True))

    ruled = through(sys.executable, "-m", "carrom", "rule")
    echoed = through(sys.executable, "-c", ECHO)
    wanted, allowed = rate / WANTED_A_SECOND, LINES_LIMIT / ruled
    print(f"judge, in process, one core   {rate:>10,.0f} rulings/s  {wanted:.1f} × the {WANTED_A_SECOND:,} wanted")
    print(f"carrom rule, {LINES:,} lines     {ruled:>10.2f} s          {allowed:.1f} × the {LINES_LIMIT:.0f} s allowed")
    print(f"the same lines, echoed alone  {echoed:>10.2f} s          {ruled / echoed:.1f} × that with checks and judge")


if __name__ == "__main__":
    main()
