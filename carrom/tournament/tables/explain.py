"""Explain standings in sentences, and format their figures."""

from collections.abc import Mapping
from typing import Final

from carrom.tournament.tables.policy import Criterion, Number, Policy, plain_number
from carrom.tournament.tables.standings import Lot, Standings, TableRow, TieDecision

EXPLANATIONS: Final[Mapping[str, str]] = {
    "above": "{above} stands above {below} {reason}: {high} against {low}.",
    "points": "on points",
    "wins": "by matches won",
    "head_to_head": "by the points of the matches among those level",
    "buchholz": "by Buchholz, the points of all opponents",
    "shootout": "by the shoot-outs among those level",
    "net": "by net points without extra boards{average}{among}",
    "net_extra": "by net points with extra boards{average}{among}",
    "scored": "by points scored{average}{among}",
    "coins": "by coins{average}{among}",
    "average": " per match",
    "among": " in the matches among those level",
    "and": "{some} and {last}",
    "level": "Nothing in the order separates {names}.",
    "waiting": "Nobody advances yet: the cut after place {place} goes through {names}.",
    "shootouts": "One-board shoot-outs decide: {pairs}.",
    "then-lots": "If that leaves some of them level, they play one more series; then the chief referee draws lots.",
    "last-series": "This series is the last one; after it the chief referee draws lots.",
    "lots": "Two series of shoot-outs have left {names} level: the chief referee draws lots.",
    "lot": "{above} stands above {below} by lot, drawn by the chief referee.",
}
"""English phrases; other languages have the same keys."""


def explain_decision(decision: TieDecision, policy: Policy, words: Mapping[str, str] = EXPLANATIONS) -> str:
    if decision.by == "lot":
        return words["lot"].format(above=decision.above, below=decision.below)
    high, low = (_figure(value, decision.by) for value in decision.values)
    return words["above"].format(
        above=decision.above, below=decision.below, reason=_reason(decision.by, policy, words), high=high, low=low
    )


def explain_standings(
    found: Standings, policy: Policy, *, advance: int = 0, words: Mapping[str, str] = EXPLANATIONS
) -> list[str]:
    """Sentences for every decision, every remaining tie, and the tie that delays advancing, if any."""
    lines = [explain_decision(decision, policy, words) for decision in found.why]
    for group in found.tied:
        names = words["and"].format(some=", ".join(group[:-1]), last=group[-1])
        lines.append(words["level"].format(names=names))
    waiting = found.tie_at(advance)
    if waiting:
        lines.append(words["waiting"].format(place=advance, names=", ".join(waiting)))
        if waiting in found.for_lots:
            lines.append(words["lots"].format(names=", ".join(waiting)))
        elif "shootout" in policy.order:
            pairs = ", ".join(f"{a} – {b}" for a, b in shootouts_needed(waiting))
            lines.append(words["shootouts"].format(pairs=pairs))
            if len(waiting) > 2:
                lines.append(words["last-series" if waiting in found.in_last_series else "then-lots"])
    return lines


def shootouts_needed(tied: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(a, b) for n, a in enumerate(tied) for b in tied[n + 1 :]]


def _reason(by: Criterion, policy: Policy, words: Mapping[str, str]) -> str:
    among = words["among"] if policy.scope == "among_tied" else ""
    average = words["average"] if policy.per_match else ""
    key = "net_extra" if by == "net" and policy.extra_counts else by
    return words[key].format(average=average, among=among)


def _figure(value: Number, by: Criterion | Lot) -> str:
    number = plain_number(value)
    text = f"{number:.2f}" if isinstance(number, float) else str(number)
    return f"+{text}" if by == "net" and value > 0 else text.replace("-", "−")


_COLUMNS = ("played", "won", "drawn", "points", "buchholz", "net", "scored")


def table_columns(policy: Policy) -> tuple[str, ...]:
    """Columns, with draws and Buchholz only if the policy counts them."""
    counts = {"drawn": policy.draw is not None, "buchholz": "buchholz" in policy.order}
    return tuple(one for one in _COLUMNS if counts.get(one, True))


def row_figures(row: TableRow) -> dict[str, str]:
    return {
        "played": str(row.played),
        "won": str(row.wins),
        "drawn": str(row.draws),
        "points": str(plain_number(row.points)),
        "buchholz": str(plain_number(row.buchholz)),
        "net": f"+{row.net}" if row.net > 0 else str(row.net).replace("-", "−"),
        "scored": str(row.scored),
    }
