"""Who can reach each match, and which matches it waits for.

A *way* is a set of conditions: this match won, that one lost, first in that group. Contradictory ways belong to
different people.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, PlaceOf, Slot, WinnerOf

WayStep = tuple[str, str | int]
"""Match and outcome, or group and place."""

Way = frozenset[WayStep]
Ways = tuple[Way, ...]

CERTAIN: Ways = (frozenset(),)
WON, LOST = "won", "lost"
_MOST_WAYS = 24  # with more, a person is certain


def extend_ways(ways: Ways, what: str, outcome: str | int) -> Ways:
    """Add a condition to all ways that do not contradict it."""
    return merge_ways(way | {(what, outcome)} for way in ways if all(w != what or o == outcome for w, o in way))


def merge_ways(ways: Iterable[Way]) -> Ways:
    """Drop duplicates; too many ways are certainty."""
    found = tuple(dict.fromkeys(ways))
    return found if len(found) <= _MOST_WAYS else CERTAIN


def are_compatible(one: Ways, other: Ways) -> bool:
    return any(_agree(first, second) for first in one for second in other)


def _agree(one: Way, other: Way) -> bool:
    if not one or not other:
        return True
    outcomes = dict(one)
    return all(outcomes.get(what, outcome) == outcome for what, outcome in other)


@dataclass(frozen=True, slots=True)
class GroupFeeder:
    name: str
    people: tuple[str, ...]
    matches: tuple[str, ...]


class MatchFeeds:
    """Matches and the people who can reach them."""

    def __init__(
        self,
        slots: Mapping[str, Sequence[Slot]],
        *,
        people: Callable[[str, str], Iterable[str]],
        group: Callable[[str, PlaceOf], GroupFeeder],
    ) -> None:
        self._slots = slots
        self._people = people
        self._group = group
        self._comers: dict[str, dict[str, Ways]] = {}

    def is_bye(self, match: str) -> bool:
        return any(isinstance(slot, Bye) for slot in self._slots[match])

    def comers(self, match: str) -> dict[str, Ways]:
        if match not in self._comers:
            found: dict[str, Ways] = {}
            for slot in self._slots[match]:
                for name, ways in self._out_of(match, slot):
                    found[name] = merge_ways((*found[name], *ways)) if name in found else ways
            self._comers[match] = found
        return self._comers[match]

    def waits_for(self, match: str) -> tuple[str, ...]:
        """Matches that must end before both sides are known."""
        return tuple(dict.fromkeys(one for slot in self._slots[match] for one in self._behind(match, slot)))

    def _out_of(self, match: str, slot: Slot) -> Iterable[tuple[str, Ways]]:
        match slot:
            case Entrant(entry):
                return [(name, CERTAIN) for name in self._people(match, entry)]
            case PlaceOf():
                group = self._group(match, slot)
                return [(name, extend_ways(CERTAIN, group.name, slot.place)) for name in group.people]
            case WinnerOf(fed) if self.is_bye(fed):
                return self.comers(fed).items()
            case WinnerOf(fed):
                return [(name, extend_ways(ways, fed, WON)) for name, ways in self.comers(fed).items()]
            case LoserOf(fed) if not self.is_bye(fed):
                return [(name, extend_ways(ways, fed, LOST)) for name, ways in self.comers(fed).items()]
        return ()  # a bye has no loser

    def _behind(self, match: str, slot: Slot) -> Iterable[str]:
        match slot:
            case WinnerOf(fed) | LoserOf(fed):
                return self.waits_for(fed) if self.is_bye(fed) else (fed,)
            case PlaceOf():
                return self._group(match, slot).matches
        return ()
