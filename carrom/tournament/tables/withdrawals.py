"""Results of an entry that withdraws from a group."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from carrom.tournament.tables.results import EntryId, Result, Side

Treatment = Literal["kept", "annulled"]
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalRule:
    """Rule of a stage. An entry that played at least `keep_from` of its matches keeps its results, and its open matches
    become walkovers; otherwise all are annulled. None always annuls, 0 always keeps."""

    keep_from: Fraction | None = HALF

    def treatment(self, played: int, due: int) -> Treatment:
        is_kept = self.keep_from is not None and Fraction(played, max(due, 1)) >= self.keep_from
        return "kept" if is_kept else "annulled"


KEEP_FROM_HALF = WithdrawalRule()


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledResults:
    """Results that count after withdrawals, and the treatment of each withdrawn entry."""

    results: tuple[Result, ...]
    treatments: Mapping[EntryId, Treatment]

    def staying(self, entries: Iterable[EntryId]) -> tuple[EntryId, ...]:
        return tuple(entry for entry in entries if self.treatments.get(entry) != "annulled")


def settle_withdrawals(
    fixtures: Iterable[tuple[EntryId, EntryId]],
    results: Iterable[Result],
    left: Iterable[EntryId],
    policy: WithdrawalRule,
    chosen: Mapping[EntryId, Treatment] | None = None,
) -> SettledResults:
    """Apply the rule to a group. `fixtures` are all its matches; `chosen` overrides the rule.

    Only matches really played count, so the order of withdrawals does not matter. Two withdrawn entries that have not
    met get no result from each other.
    """
    gone, played, due = set(left), tuple(results), tuple(fixtures)
    treatments: dict[EntryId, Treatment] = {}
    for entry in gone:
        own = sum(entry in (result.a, result.b) and result.walkover is None for result in played)
        by_rule = policy.treatment(own, sum(entry in fixture for fixture in due))
        treatments[entry] = (chosen or {}).get(entry, by_rule)
    annulled = {entry for entry, treatment in treatments.items() if treatment == "annulled"}
    counting = [result for result in played if result.a not in annulled and result.b not in annulled]
    met = [frozenset((result.a, result.b)) for result in played]
    for a, b in due:
        if frozenset((a, b)) in met:
            met.remove(frozenset((a, b)))  # one meeting is settled; in a double round the other remains
        elif not annulled & {a, b} and len(gone & {a, b}) == 1:
            winner: Side = "b" if a in gone else "a"
            counting.append(Result(a=a, b=b, walkover=winner))
    return SettledResults(results=tuple(counting), treatments=treatments)
