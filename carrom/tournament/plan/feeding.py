"""Who may come into each match, and what it waits for: through byes, and out of groups, which end as a whole."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from carrom.tournament.draws.bracket import Bye, Entrant, LoserOf, PlaceOf, Slot, WinnerOf
from carrom.tournament.plan.ways import LOST, SURE, WON, Ways, going_on, joined


@dataclass(frozen=True, slots=True)
class Feeder:
    """A group: who is in it, and its matches that are still to be played."""

    name: str
    people: tuple[str, ...]
    matches: tuple[str, ...]


class Feeding:
    """The matches by their slots. `people` names the players of an entry in a match, `group` what fills a place."""

    def __init__(
        self,
        slots: Mapping[str, Sequence[Slot]],
        *,
        people: Callable[[str, str], Iterable[str]],
        group: Callable[[str, PlaceOf], Feeder],
    ) -> None:
        self._slots = slots
        self._people = people
        self._group = group
        self._comers: dict[str, dict[str, Ways]] = {}

    def is_bye(self, match: str) -> bool:
        """Whether nobody has to play it."""
        return any(isinstance(slot, Bye) for slot in self._slots[match])

    def comers(self, match: str) -> dict[str, Ways]:
        """Everybody who plays in a match or still may, with the ways into it."""
        if match not in self._comers:
            found: dict[str, Ways] = {}
            for slot in self._slots[match]:
                for name, ways in self._out_of(match, slot):
                    found[name] = joined((*found[name], *ways)) if name in found else ways
            self._comers[match] = found
        return self._comers[match]

    def waits_for(self, match: str) -> tuple[str, ...]:
        """The matches that must be over before both sides are known."""
        return tuple(dict.fromkeys(one for slot in self._slots[match] for one in self._behind(match, slot)))

    def _out_of(self, match: str, slot: Slot) -> Iterable[tuple[str, Ways]]:
        match slot:
            case Entrant(entry):
                return [(name, SURE) for name in self._people(match, entry)]
            case PlaceOf():
                group = self._group(match, slot)
                return [(name, going_on(SURE, group.name, slot.place)) for name in group.people]
            case WinnerOf(fed) if self.is_bye(fed):
                return self.comers(fed).items()
            case WinnerOf(fed):
                return [(name, going_on(ways, fed, WON)) for name, ways in self.comers(fed).items()]
            case LoserOf(fed) if not self.is_bye(fed):
                return [(name, going_on(ways, fed, LOST)) for name, ways in self.comers(fed).items()]
        return ()  # a bye has no loser

    def _behind(self, match: str, slot: Slot) -> Iterable[str]:
        match slot:
            case WinnerOf(fed) | LoserOf(fed):
                return self.waits_for(fed) if self.is_bye(fed) else (fed,)
            case PlaceOf():
                return self._group(match, slot).matches
        return ()
