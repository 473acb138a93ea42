"""Names that are so alike that one of them may be a slip of the pen."""

from difflib import SequenceMatcher
from functools import lru_cache

from carrom.tournament.log.people import PersonId

_ALIKE = 0.9  # how much of two names must agree


def are_alike(one: str, other: str) -> bool:
    """Whether two names, as `name_key` writes them, have the same words or nearly the same letters."""
    if sorted(one.split()) == sorted(other.split()):
        return True
    matcher = _matcher(one)
    matcher.set_seq1(other)
    return matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


@lru_cache(maxsize=1)
def _matcher(name: str) -> SequenceMatcher[str]:
    """One name is compared with many: what is counted of its letters is kept."""
    return SequenceMatcher(None, "", name)


class AlikeNames:
    """Finds who is called nearly so among thousands, without comparing everybody with everybody.

    Of the letters of a name an alike one misses or adds fewer than a quarter, and each of these breaks three runs of
    three letters at most. So among a few runs more than can be broken, the rarest ones, one is in the other name too.
    """

    def __init__(self) -> None:
        self._people: list[tuple[PersonId, str, frozenset[str]]] = []
        self._having: dict[str, list[int]] = {}
        self._by_words: dict[str, list[int]] = {}

    def add(self, person: PersonId, name: str) -> None:
        """Somebody who can be found."""
        runs = _runs(name)
        for run in runs:
            self._having.setdefault(run, []).append(len(self._people))
        self._by_words.setdefault(_words(name), []).append(len(self._people))
        self._people.append((person, name, runs))

    def first(self, name: str) -> PersonId | None:
        """The first who was added and whose name is alike."""
        runs = _runs(name)
        broken = 3 * int(len(name) * 2 * (1 - _ALIKE) / _ALIKE)
        rare = sorted(runs, key=lambda run: len(self._having.get(run, ())))[: broken + 1]
        seen = {at for run in rare for at in self._having.get(run, ())}
        able = {at for at in seen if len(runs & self._people[at][2]) >= len(runs) - broken}
        for at in sorted(able.union(self._by_words.get(_words(name), ()))):
            person, other, _ = self._people[at]
            if are_alike(name, other):
                return person
        return None


def _runs(name: str) -> frozenset[str]:
    return frozenset(name[at : at + 3] for at in range(len(name) - 2))


def _words(name: str) -> str:
    return " ".join(sorted(name.split()))
