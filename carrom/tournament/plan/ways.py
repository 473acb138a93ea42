"""How somebody may come into a match that is not decided yet.

A way is a set of things that must happen: this match won, that one lost, first in that group. Two ways that contradict
each other are never both gone, so winners and losers of one match are different people, and nobody is first and second
of one group. Who is sure to play has the one way that asks for nothing.
"""

from collections.abc import Iterable

Happening = tuple[str, str | int]
"""A match and its outcome for somebody, or a group and a place in it."""

Way = frozenset[Happening]
Ways = tuple[Way, ...]

SURE: Ways = (frozenset(),)
WON, LOST = "won", "lost"
_MOST = 24  # of one person into one match; beyond that he counts as sure to play


def going_on(ways: Ways, what: str, outcome: str | int) -> Ways:
    """The ways that go on with this, as far as they do not say the contrary already."""
    return joined(way | {(what, outcome)} for way in ways if all(w != what or o == outcome for w, o in way))


def joined(ways: Iterable[Way]) -> Ways:
    """Each way once; too many of them are taken for certainty."""
    found = tuple(dict.fromkeys(ways))
    return found if len(found) <= _MOST else SURE


def can_both_be(one: Ways, other: Ways) -> bool:
    """Whether somebody can come into two matches, by any of his ways into each."""
    return any(_agree(first, second) for first in one for second in other)


def _agree(one: Way, other: Way) -> bool:
    if not one or not other:
        return True
    told = dict(one)
    return all(told.get(what, outcome) == outcome for what, outcome in other)
