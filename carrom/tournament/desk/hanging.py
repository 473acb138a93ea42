"""Whether who plays a match hangs on a result that somebody contests: then it is called only by who knows that."""

from collections.abc import Iterator
from datetime import datetime

from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, WinnerOf
from carrom.tournament.log.protests import decide_by, lodge_until, may_still_be_heard
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TO_PLAY, TournamentView, read_once


def hangs_on(view: TournamentView, match: MatchId, now: datetime) -> tuple[str, ...]:
    """Why somebody else may come into a match whose sides are known, each as what is said after its number.

    Until a protest is heard the result counts (145), and what was published stands until somebody rules otherwise: so
    such a match can be called, and its players may have played for nothing.
    """
    contested = _contested(view, now)
    if not contested:
        return ()
    found = [(one, why) for one, why in contested if one in _before(view, match)]
    return tuple(f"hangs on {one}: {why}" for one, why in found)


def is_certain(view: TournamentView, match: MatchId) -> bool:
    """Whether nothing that a match comes from is contested or to be played again. Two may hold their places in it, and
    have played it: nobody is called up for a prize by it until that is decided."""
    unsettled = _unsettled(view)
    if not unsettled:
        return True
    asked, seen = [match], {match}
    while asked:
        one = asked.pop()
        if one in unsettled:
            return False
        record = view.state.matches[one]
        for slot in record.fixture.slots:
            if isinstance(slot, WinnerOf | LoserOf) and slot.match not in seen:
                seen.add(slot.match)
                asked.append(slot.match)
            elif isinstance(slot, PlaceOf) and _has_unsettled(view, record.key, slot.group):
                return False
    return True


def _has_unsettled(view: TournamentView, key: StageKey, group: int) -> bool:
    """Whether a place in a group of the stage before hangs on something that is not settled."""
    before = view.state.before(key)
    records = (view.state.matches[match] for match in _unsettled(view))
    return any(one.key == before and one.fixture.group in (None, group) for one in records)


@read_once
def _unsettled(view: TournamentView) -> frozenset[MatchId]:
    """Results that may not stand, and matches of a tree that are to be played although others came out of them."""
    found = set[MatchId]()
    for match, record in view.state.matches.items():
        status = view.status(match)
        is_tree = view.state.stage(record.key).form.shape == "tree"
        if status in ("under protest", "under review") or (is_tree and status in TO_PLAY):
            found.add(match)
    return frozenset(found)


def _contested(view: TournamentView, now: datetime) -> list[tuple[MatchId, str]]:
    """Every result that may not stand, and why."""
    state = view.state
    found = [(match, "two versions of it are told, and the referee has to choose") for match in _reviewed(view)]
    for name, protest in state.protests.items():
        match = protest.lodged.match
        if state.matches[match].result is None:
            continue
        if protest.is_open:
            due = decide_by(state, protest)
            found.append((match, f"protest {name} against it is to be decided by {due:%H:%M} (151c)"))
        elif may_still_be_heard(state, protest, now):
            until = lodge_until(state, protest)
            time = "" if until is None else f" until {until:%H:%M}"
            found.append((match, f"protest {name} against it is lodged, and is heard if its fee is paid{time} (145)"))
    return found


@read_once
def _reviewed(view: TournamentView) -> tuple[MatchId, ...]:
    return tuple(match for match, record in view.state.matches.items() if record.is_under_review)


def _before(view: TournamentView, match: MatchId) -> set[MatchId]:
    """Every match whose result has a part in who plays this one."""
    found: set[MatchId] = set()
    asked = [match]
    while asked:
        for one in _feeding(view, asked.pop()):
            if one not in found:
                found.add(one)
                asked.append(one)
    return found


def _feeding(view: TournamentView, match: MatchId) -> Iterator[MatchId]:
    record = view.state.matches[match]
    held = view.state.held.get(match, {})
    first, second = record.fixture.slots
    for slot in (*(() if "a" in held else (first,)), *(() if "b" in held else (second,))):
        if isinstance(slot, WinnerOf | LoserOf):
            yield slot.match
        elif isinstance(slot, PlaceOf):
            before = view.state.before(record.key)
            for other in [] if before is None else view.state.in_stage(before):
                if other.fixture.group in (None, slot.group):
                    yield other.fixture.id
