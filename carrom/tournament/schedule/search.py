"""Search for a short order: greedy, then tabu search, then OR-Tools if installed.

Effort is counted in steps, so every machine gives the same answer.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from carrom.tournament.schedule.lower_bounds import find_round_robins
from carrom.tournament.schedule.problem import ScheduleProblem

_GREEDY_TRIES = 12
_MOST_EFFORT = 20_000_000  # per slot fewer
_LARGEST_TABU = 1_000_000  # matches times slots
Slots = list[int]


def greedy_order(tasks: ScheduleProblem, least: int) -> Slots:
    """Best greedy order, stopping at `least` slots."""
    lots = Random(0)
    best = greedy(tasks, None)
    if slot_count(best) > least and (rounds := _rounds_left(tasks)):
        best = min(best, greedy(tasks, None, rounds), key=slot_count)
    for _ in range(_GREEDY_TRIES):
        if slot_count(best) <= least:
            break
        best = min(best, greedy(tasks, lots), key=slot_count)
    return best


def shorten_schedule(tasks: ScheduleProblem, slots: Slots, least: int, *, rounds: int) -> Slots:
    """Tabu search, towards `least` slots."""
    lots = Random(1)
    best = slots
    while slot_count(best) > least and tasks.count * slot_count(best) <= _LARGEST_TABU:
        found = _Tabu(tasks, best, slot_count(best) - 1, lots).run(
            min(_MOST_EFFORT, 2 * rounds * tasks.count * slot_count(best))
        )
        if found is None:
            break
        best = pull_forward(tasks, found)
    return best


def slot_count(slots: Slots) -> int:
    return max(slots, default=-1) + 1


def _rounds_left(tasks: ScheduleProblem) -> dict[int, int]:
    return {
        match: left
        for league in find_round_robins(tasks.fixtures)
        for left, round in enumerate(reversed(league.rounds()), start=1)
        for match in round
    }


def greedy(tasks: ScheduleProblem, lots: Random | None, rounds: Mapping[int, int] | None = None) -> Slots:
    """Fill slots with the most urgent matches, by remaining matches or `rounds`; `lots` randomise a little."""
    slots = [-1] * tasks.count
    earliest = list(tasks.release)
    missing = [len(earlier) for earlier in tasks.before]
    left = {name: len(matches) for name, matches in tasks.matches_of.items()}
    known: dict[int, tuple[int, int]] = {}

    def urgency(match: int) -> tuple[int, int]:
        if match not in known:
            if rounds and match in rounds:
                load = rounds[match] * tasks.gap
            else:
                load = max((left[name] * tasks.gap_of(name) for name in tasks.busy[match]), default=0)
            known[match] = load, sum(left[name] for name in tasks.busy[match])
        return known[match]

    waiting = list(range(tasks.count))
    slot = 0
    while waiting:
        room = tasks.capacity(slot)
        if room:
            ready = []
            for match in waiting:
                if missing[match] or earliest[match] > slot:
                    continue
                load, total = urgency(match)
                blur = lots.random() * 2 * tasks.gap if lots else 0.0
                ready.append((-max(load, tasks.tail[match] + 1) - blur, -total, match))
            ready.sort()
            for _, _, match in ready:
                if earliest[match] > slot:
                    continue
                slots[match] = slot
                for rival, gap in tasks.rivals[match]:
                    earliest[rival] = max(earliest[rival], slot + gap)
                for later in tasks.behind[match]:
                    missing[later] -= 1
                    earliest[later] = max(earliest[later], slot + 1)
                for name in tasks.busy[match]:
                    left[name] -= 1
                    for other in tasks.matches_of[name]:
                        known.pop(other, None)
                room -= 1
                if not room:
                    break
            waiting = [match for match in waiting if slots[match] < 0]
        slot = max(slot + 1, min((earliest[match] for match in waiting if not missing[match]), default=0))
    return slots


def pull_forward(tasks: ScheduleProblem, slots: Slots) -> Slots:
    moved = list(slots)
    load = [0] * slot_count(slots)
    for slot in slots:
        load[slot] += 1
    for match in sorted(range(tasks.count), key=lambda one: (slots[one], one)):
        own = moved[match]
        first = max(
            [tasks.release[match]]
            + [moved[one] + wait for one, wait in zip(tasks.before[match], tasks.wait[match], strict=True)]
        )
        taken = [(moved[rival], gap) for rival, gap in tasks.rivals[match]]
        for slot in range(first, own):
            if load[slot] < tasks.capacity(slot) and all(abs(slot - other) >= gap for other, gap in taken):
                load[own] -= 1
                load[slot] += 1
                moved[match] = slot
                break
    return moved


class _Tabu:
    """Tabu search with clashes: makes the move that resolves most, and does not undo it at once."""

    def __init__(self, tasks: ScheduleProblem, slots: Slots, wanted: int, lots: Random) -> None:
        self.tasks, self.wanted, self.lots = tasks, wanted, lots
        self.window = [(tasks.head[match], wanted - tasks.tail[match]) for match in range(tasks.count)]
        self.slot = [min(max(slot, low), high - 1) for slot, (low, high) in zip(slots, self.window, strict=True)]
        self.room = [tasks.capacity(slot) for slot in range(wanted)]
        self.load = [0] * wanted
        # clash[m][s]: matches in the way of m in slot s
        self.clash = [[0] * wanted for _ in range(tasks.count)]
        for match, slot in enumerate(self.slot):
            self.load[slot] += 1
            self._mark(match, slot, 1)

    def _mark(self, match: int, slot: int, by: int) -> None:
        """Update clashes when `match` enters (1) or leaves (-1) `slot`."""
        for rival, gap in self.tasks.rivals[match]:
            row = self.clash[rival]
            for near in range(max(0, slot - gap + 1), min(self.wanted, slot + gap)):
                row[near] += by
        for later in self.tasks.behind[match]:
            row = self.clash[later]
            for near in range(slot + 1):
                row[near] += by
        for earlier in self.tasks.before[match]:
            row = self.clash[earlier]
            for near in range(slot, self.wanted):
                row[near] += by

    def run(self, most: int) -> Slots | None:
        """Order without clashes, or None after `most` positions."""
        tasks, slot, load, room, clash, lots = self.tasks, self.slot, self.load, self.room, self.clash, self.lots
        if any(low >= high for low, high in self.window):
            return None
        tabu: list[dict[int, int]] = [{} for _ in range(tasks.count)]
        effort = 0
        step = 0
        while effort < most:
            step += 1
            effort += tasks.count
            crowded = [count > most for count, most in zip(load, room, strict=True)]
            bad = [match for match in range(tasks.count) if crowded[slot[match]] or clash[match][slot[match]]]
            if not bad:
                return slot
            best = 1 << 30
            choices: list[tuple[int, int]] = []
            for match in bad:
                own = slot[match]
                row, forbidden = clash[match], tabu[match]
                leaving = row[own] + crowded[own]
                low, high = self.window[match]
                effort += high - low
                for to in range(low, high):
                    if to == own:
                        continue
                    cost = row[to] + (load[to] >= room[to]) - leaving
                    if cost <= best and forbidden.get(to, 0) <= step:
                        if cost < best:
                            best, choices = cost, []
                        choices.append((match, to))
            if not choices:
                continue
            match, to = choices[int(lots.random() * len(choices))]
            own = slot[match]
            effort += 4 * len(tasks.rivals[match])
            tabu[match][own] = step + 1 + int(0.4 * len(bad) + 8 * lots.random())
            self._mark(match, own, -1)
            load[own] -= 1
            slot[match] = to
            load[to] += 1
            self._mark(match, to, 1)
        return None


_SOLVER_EFFORT = 0.8  # deterministic time per slot fewer
_LARGEST_SOLVER = 12_000  # matches times slots; beyond it the built-in search is better


def solve_schedule(tasks: ScheduleProblem, slots: Slots, least: int) -> tuple[Slots, int]:
    """Better order, and the number of slots proved necessary."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return slots, least
    best = slots
    while slot_count(best) > least and tasks.count * slot_count(best) <= _LARGEST_SOLVER:
        found, is_impossible = _fit(cp_model, tasks, best, slot_count(best) - 1)
        if found is None:
            return best, slot_count(best) if is_impossible else least
        best = pull_forward(tasks, found)
    return best, least


def _fit(cp_model: Any, tasks: ScheduleProblem, known: Slots, wanted: int) -> tuple[Slots | None, bool]:
    """Order in `wanted` slots, or None and whether that is proved impossible."""
    model = cp_model.CpModel()
    placed = [
        {slot: model.new_bool_var("") for slot in range(tasks.head[match], wanted - tasks.tail[match])}
        for match in range(tasks.count)
    ]
    if not all(placed):
        return None, True
    for choices in placed:
        model.add_exactly_one(choices.values())
    for slot in range(wanted):
        here = [choices[slot] for choices in placed if slot in choices]
        model.add(sum(here) <= tasks.capacity(slot))
    # Same matches need only one constraint.
    alike = dict.fromkeys(
        (tuple(circle), tasks.gap_of(name))
        for name, circles in tasks.circles.items()
        for circle in circles
        if len(circle) > 1
    )
    for matches, gap in alike:
        for first in range(max(1, wanted - gap + 1)):
            near = range(first, min(first + gap, wanted))
            model.add_at_most_one(placed[match][slot] for match in matches for slot in near if slot in placed[match])
    when = [sum(slot * chosen for slot, chosen in choices.items()) for choices in placed]
    for match in range(tasks.count):
        for earlier, wait in zip(tasks.before[match], tasks.wait[match], strict=True):
            model.add(when[match] >= when[earlier] + wait)
    for choices, slot in zip(placed, known, strict=True):
        if slot in choices:
            model.add_hint(choices[slot], True)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = _SOLVER_EFFORT
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return [next(slot for slot, chosen in choices.items() if solver.value(chosen)) for choices in placed], False
    return None, status == cp_model.INFEASIBLE
