"""The planner with OR-Tools CP-SAT, where it is installed: finds or rules out each slot fewer."""

from typing import Any

from carrom.tournament.plan.numbered import Numbered
from carrom.tournament.plan.search import Slots, length, pull_forward

_EFFORT = 0.8  # in the solver's own deterministic time, for each slot fewer
_LARGEST = 12_000  # matches times slots; beyond it the built-in search is the better use of time


def solve(tasks: Numbered, slots: Slots, least: int) -> tuple[Slots, int]:
    """The best order found from `slots` on, and the number of slots below which it is proved that there is none."""
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return slots, least
    best = slots
    while length(best) > least and tasks.count * length(best) <= _LARGEST:
        found, is_impossible = _fit(cp_model, tasks, best, length(best) - 1)
        if found is None:
            return best, length(best) if is_impossible else least
        best = pull_forward(tasks, found)
    return best, least


def _fit(cp_model: Any, tasks: Numbered, known: Slots, wanted: int) -> tuple[Slots | None, bool]:
    """An order in `wanted` slots, or None and whether that is proved impossible."""
    model = cp_model.CpModel()
    stands = [
        {slot: model.new_bool_var("") for slot in range(tasks.head[match], wanted - tasks.tail[match])}
        for match in range(tasks.count)
    ]
    if not all(stands):
        return None, True
    for choices in stands:
        model.add_exactly_one(choices.values())
    for slot in range(wanted):
        here = [choices[slot] for choices in stands if slot in choices]
        model.add(sum(here) <= tasks.capacity(slot))
    # Everybody who has the same matches as somebody else is bound by the same constraint.
    alike = dict.fromkeys(
        (tuple(circle), tasks.gap_of(name))
        for name, circles in tasks.circles.items()
        for circle in circles
        if len(circle) > 1
    )
    for matches, gap in alike:
        for first in range(max(1, wanted - gap + 1)):
            near = range(first, min(first + gap, wanted))
            model.add_at_most_one(stands[match][slot] for match in matches for slot in near if slot in stands[match])
    when = [sum(slot * chosen for slot, chosen in choices.items()) for choices in stands]
    for match in range(tasks.count):
        for earlier, wait in zip(tasks.before[match], tasks.wait[match], strict=True):
            model.add(when[match] >= when[earlier] + wait)
    for choices, slot in zip(stands, known, strict=True):
        if slot in choices:
            model.add_hint(choices[slot], True)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = _EFFORT
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return [next(slot for slot, chosen in choices.items() if solver.value(chosen)) for choices in stands], False
    return None, status == cp_model.INFEASIBLE
