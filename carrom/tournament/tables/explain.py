"""Sentences for the decisions behind a table."""

from carrom.tournament.tables.policy import Criterion, Number, Policy, plain
from carrom.tournament.tables.standings import Standings, TieDecision

_REASONS: dict[Criterion, str] = {
    "points": "on points",
    "wins": "by matches won",
    "head_to_head": "by the points of the matches among those level",
    "buchholz": "by Buchholz, the points of all opponents",
    "shootout": "by the shoot-outs among those level",
}


def sentence(decision: TieDecision, policy: Policy) -> str:
    """One decision, for the notice board."""
    above, below = (_figure(value, decision.by) for value in decision.values)
    return f"{decision.above} stands above {decision.below} {_reason(decision.by, policy)}: {above} against {below}."


def sentences(found: Standings, policy: Policy, *, advance: int = 0) -> list[str]:
    """Every decision, then every tie that is left, then who is kept waiting by one."""
    lines = [sentence(decision, policy) for decision in found.why]
    for group in found.tied:
        names = " and ".join((", ".join(group[:-1]), group[-1]))
        lines.append(f"Nothing in the order separates {names}.")
    waiting = found.tie_at(advance)
    if waiting:
        lines.append(f"Nobody advances yet: the cut after place {advance} goes through {', '.join(waiting)}.")
        if "shootout" in policy.order:
            pairs = ", ".join(f"{a} – {b}" for a, b in shootouts_needed(waiting))
            lines.append(f"One-board shoot-outs decide: {pairs}.")
    return lines


def shootouts_needed(tied: tuple[str, ...]) -> list[tuple[str, str]]:
    """Everyone who is level meets everyone else for one board."""
    return [(a, b) for n, a in enumerate(tied) for b in tied[n + 1 :]]


def _reason(by: Criterion, policy: Policy) -> str:
    if by in _REASONS:
        return _REASONS[by]
    among = " in the matches among those level" if policy.scope == "among_tied" else ""
    average = " per match" if policy.per_match else ""
    extra = "with" if policy.extra_counts else "without"
    figure = {"net": f"net points {extra} extra boards", "scored": "points scored", "coins": "coins"}[by]
    return f"by {figure}{average}{among}"


def _figure(value: Number, by: Criterion) -> str:
    number = plain(value)
    text = f"{number:.2f}" if isinstance(number, float) else str(number)
    return f"+{text}" if by == "net" and value > 0 else text.replace("-", "−")
