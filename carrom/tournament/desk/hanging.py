"""Whether a match is played under protest, or who plays it hangs on a result that somebody contests: it is called, and
played on, only by who knows that."""

from collections.abc import Iterator
from datetime import datetime

from carrom.tournament.desk.naming import meeting_text, sides_of
from carrom.tournament.draws.bracket import LoserOf, MatchId, PlaceOf, WinnerOf
from carrom.tournament.log.protests import decide_by, lodge_until, may_still_be_heard
from carrom.tournament.log.state import ProtestState, StageKey
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
    return tuple(f"hangs on {one} ({meeting_text(view, one)}): {why}" for one, why in found)


def in_doubt(view: TournamentView, match: MatchId, now: datetime) -> tuple[str, ...]:
    """What whoever looks after a match at its table has to know, each as what is said after its number: protests
    against itself (play goes on, 150), and contested results by which somebody else may come into it."""
    found = [f"is played under {why}" for why in protests_against(view, match, now)]
    return (*found, *hangs_on(view, match, now))


def protests_against(view: TournamentView, match: MatchId, now: datetime) -> tuple[str, ...]:
    """Protests against a match that are heard, or can be still: whose they are, and what becomes of them."""
    own = [one for one in view.state.protests.values() if one.lodged.match == match]
    heard = [(one, _heard(view, one, now)) for one in own]
    return tuple(f"{_named(view, one)}, which {why}" for one, why in heard if why is not None)


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
    found = [(match, "two versions of it are told, and the referee has to choose") for match in _reviewed(view)]
    for protest in view.state.protests.values():
        match, why = protest.lodged.match, _heard(view, protest, now)
        if why is not None and view.state.matches[match].result is not None:
            found.append((match, f"{_named(view, protest)} against it {why}"))
    return found


def _heard(view: TournamentView, protest: ProtestState, now: datetime) -> str | None:
    """What becomes of a protest that is heard, or can be still."""
    if protest.is_open:
        return f"is to be decided by {decide_by(view.state, protest):%H:%M} (151c)"
    if not may_still_be_heard(view.state, protest, now):
        return None
    until = lodge_until(view.state, protest)
    return f"is lodged, and is heard if its fee is paid{'' if until is None else f' until {until:%H:%M}'} (145)"


def _named(view: TournamentView, protest: ProtestState) -> str:
    """A protest with whose it is."""
    lodged = protest.lodged
    return f"protest {lodged.protest} of {sides_of(view, lodged.match)[0 if lodged.side == 'a' else 1].text}"


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
