"""What becomes of the matches of an entry that leaves a group before its end."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from carrom.tournament.tables.results import EntryId, Result, Side

Treatment = Literal["kept", "annulled"]
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalRule:
    """The results of a leaver stay, and his open matches are walk-overs, if he played at least `keep_from` of his
    matches; otherwise all his results are annulled. None annuls always, 0 keeps always."""

    keep_from: Fraction | None = HALF

    def treatment(self, played: int, due: int) -> Treatment:
        """What happens to an entry that played so many of the matches due to it."""
        is_kept = self.keep_from is not None and Fraction(played, max(due, 1)) >= self.keep_from
        return "kept" if is_kept else "annulled"


KEEP_FROM_HALF = WithdrawalRule()


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledResults:
    """The results that count after everyone who left has been dealt with, and how each was."""

    results: tuple[Result, ...]
    treatments: Mapping[EntryId, Treatment]

    def staying(self, entries: Iterable[EntryId]) -> tuple[EntryId, ...]:
        """The entries that still have a line in the table."""
        return tuple(entry for entry in entries if self.treatments.get(entry) != "annulled")


def settle_withdrawals(
    fixtures: Iterable[tuple[EntryId, EntryId]],
    results: Iterable[Result],
    left: Iterable[EntryId],
    policy: WithdrawalRule,
    chosen: Mapping[EntryId, Treatment] | None = None,
) -> SettledResults:
    """Apply the policy to a group whose `fixtures` are all the matches due in it; `chosen` goes before it.

    Every leaver is judged on the matches he really played, so the order in which they left does not matter. Two
    leavers who had not met get nothing from each other.
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
            met.remove(frozenset((a, b)))  # so many meetings are settled; a double round has two
        elif not annulled & {a, b} and len(gone & {a, b}) == 1:
            winner: Side = "b" if a in gone else "a"
            counting.append(Result(a=a, b=b, walkover=winner))
    return SettledResults(results=tuple(counting), treatments=treatments)
