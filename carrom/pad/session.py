"""A match on a pad as a pure fold: each function takes a match and returns the next one, or a refusal.

No state and no clock: the phone stores the events, `Event.json()` for each accepted tap, and sends their times.

>>> match = open_log({"rulebook": "icf", "names": {"a": ["Meera"], "b": ["Anil"]}})
>>> for act in ("toss a break", {"kind": "play"}, {"kind": "stroke", "own": 1}):
...     match = play_tap(match, act)
>>> match.board.turn.text(), undo_to(match)
('a1', 2)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from carrom.base.codec import decode, encode, misread_value
from carrom.base.errors import CarromError, Refused
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.match import Event, Match, apply, replay
from carrom.match.log.acts import Act, Correct
from carrom.match.log.event import VERSION as EVENT_VERSION
from carrom.match.log.notation import act_from_text
from carrom.match.setup import VERSION as SETUP_VERSION, Figures, Setup


def setup_json(setup: Setup) -> dict[str, Any]:
    """Encode a setup, with figures where they depart from the rulebook."""
    figures = Figures.of(setup.rulebook)
    known = RULEBOOKS.get(setup.rulebook.id)
    is_own = known is not None and Figures.of(known) == figures
    return setup.json() if is_own else {**setup.json(), "figures": encode(figures)}


def setup_from_json(value: Any, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Setup:
    """Read it back. An unknown rulebook contributes only its name; the figures come with the setup. Raises
    `CarromError`."""
    given = {"v": SETUP_VERSION, **decode(dict[str, Any], value)}
    figures = given.pop("figures", None)
    if figures is None:
        return Setup.from_json(given, books=books)
    read = decode(Figures, figures, "figures")
    read.check()
    name = decode(str, given.get("rulebook", "icf"), "rulebook")
    base = books[name] if name in books else replace(rulebook("icf"), id=name, title=name)
    return Setup.from_json(given, books={name: read.applied_to(base)})


def new_setup(value: Any, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Setup:
    """Setup of a new match, with checks that stored ones are spared. Raises `CarromError`."""
    setup = setup_from_json(value, books=books)
    setup.check_pairs()
    return setup


TAKEN_BACK = "taken back"


def open_log(setup: Any, events: Iterable[Any] = (), *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Match:
    """Match of a stored log. Raises `CarromError` where an event cannot be read or is refused."""
    taken = read_log(setup, events, books=books)
    if taken.refused is not None:
        raise CarromError(taken.refused.code, f"event {taken.number}: {taken.refused.text}")
    return taken.match


@dataclass(frozen=True, slots=True)
class OpenedLog:
    """Log up to its first faulty event."""

    match: Match
    number: int | None = None
    refused: Refused | None = None


def read_log(setup: Any, events: Iterable[Any], *, books: Mapping[str, Rulebook] = RULEBOOKS) -> OpenedLog:
    """Fold an untrusted log up to its first faulty event."""
    match = Match.start(setup_from_json(setup, books=books))
    for number, value in enumerate(events, start=1):
        try:
            event = Event.from_json(value)
        except CarromError as error:
            return OpenedLog(match, number, Refused("unreadable", None, str(error)))
        replayed = replay(match, (event,))
        if replayed.refused is not None:
            return OpenedLog(match, number, replayed.refused)
        match = replayed.match
    return OpenedLog(match)


def apply_tap(match: Match, act: Any, at: float | None = None) -> Match | Refused:
    """Match after this tap: an act as JSON (`{"kind":"stroke","own":1}`) or in the words of a record."""
    try:
        return _apply(match, read_act(act), at)
    except CarromError as error:
        return Refused("unreadable", None, str(error))


def play_tap(match: Match, act: Any, at: float | None = None) -> Match:
    """The same. Raises `CarromError` where the act is refused."""
    answer = apply_tap(match, act, at)
    if isinstance(answer, Refused):
        raise CarromError(answer.code, answer.text)
    return answer


def undo(match: Match, at: float | None = None, reason: str = TAKEN_BACK) -> Match | Refused:
    """Take back the last act that counts; it stays on record."""
    to = undo_to(match)
    if to is None:
        return Refused("number", None, "there is nothing to take back")
    return go_back(match, to, reason, at)


def undo_to(match: Match) -> int | None:
    """Number of the event before the last that counts, if any."""
    counting = match.effective()
    return counting[-1].number - 1 if counting else None


def redo_to(match: Match) -> int | None:
    """Event before the last if that is a correction: correcting to it takes the correction back."""
    is_correction = match.event is not None and isinstance(match.event.act, Correct)
    return match.number - 1 if is_correction else None


def go_back(match: Match, to: int, reason: str, at: float | None = None) -> Match | Refused:
    return _apply(match, Correct(to, reason), at)


def last_counting(match: Match) -> Match:
    while match.event is not None and isinstance(match.event.act, Correct):
        match = match.after(match.event.act.to)
    return match


def read_act(value: Any) -> Act:
    """Read an act, as JSON or as in a record. Raises `CarromError`."""
    if isinstance(value, str):
        return act_from_text(value)
    if not isinstance(value, dict):
        raise misread_value(value, "an act")
    return Event.from_json({"v": EVENT_VERSION, "n": 1, **value}).act


def _apply(match: Match, act: Act, at: float | None) -> Match | Refused:
    # The phone's clock may have been set back: times never decrease.
    when = None if at is None else max(at, match.at or 0.0)
    answer = apply(match, match.next_event(act, at=when))
    return answer if isinstance(answer, Refused) else answer.match
