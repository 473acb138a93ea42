"""A match as a pad keeps it, as a pure fold: every function takes a match and answers with the next one, or refuses.

Nothing is kept here and no clock is read: the events are in the phone's own store, and their times come with them.
What a phone stores and a server folds is `Event.json()`, one object for each tap that stood.

>>> match = opened({"rulebook": "icf", "names": {"a": ["Meera"], "b": ["Anil"]}})
>>> for act in ("toss a break", {"kind": "play"}, {"kind": "stroke", "own": 1}):
...     match = done(match, act)
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
    """A setup with the figures of its stage, where they are not those of its rulebook."""
    figures = Figures.of(setup.rulebook)
    known = RULEBOOKS.get(setup.rulebook.id)
    is_own = known is not None and Figures.of(known) == figures
    return setup.json() if is_own else {**setup.json(), "figures": encode(figures)}


def setup_from_json(value: Any, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Setup:
    """Read it back. A rulebook that is not known lends nothing but its name to the figures that came with it. Raises
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
    """The setup of a match that somebody opens now: what records may say of old is not taken from him."""
    setup = setup_from_json(value, books=books)
    setup.check_pairs()
    return setup


TAKEN_BACK = "taken back"
"""Why the last tap was undone, where nobody says more."""


def open_log(setup: Any, events: Iterable[Any] = (), *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Match:
    """The match that a stored log makes. Raises `CarromError` where an event cannot be read or cannot be."""
    taken = read_log(setup, events, books=books)
    if taken.refused is not None:
        raise CarromError(taken.refused.code, f"event {taken.number}: {taken.refused.text}")
    return taken.match


@dataclass(frozen=True, slots=True)
class OpenedLog:
    """A log as far as it holds."""

    match: Match
    number: int | None = None
    """The first event that does not, counted from 1."""
    refused: Refused | None = None


def read_log(setup: Any, events: Iterable[Any], *, books: Mapping[str, Rulebook] = RULEBOOKS) -> OpenedLog:
    """Fold a log that may be torn or come from a stranger: up to the first event that does not stand."""
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
    """The match after this tap: an act as JSON (`{"kind":"stroke","own":1}`) or as the words of a record."""
    try:
        return _apply(match, read_act(act), at)
    except CarromError as error:
        return Refused("unreadable", None, str(error))


def play_tap(match: Match, act: Any, at: float | None = None) -> Match:
    """The same for those who have no doubt. Raises `CarromError`."""
    answer = apply_tap(match, act, at)
    if isinstance(answer, Refused):
        raise CarromError(answer.code, answer.text)
    return answer


def undo(match: Match, at: float | None = None, reason: str = TAKEN_BACK) -> Match | Refused:
    """The last tap that still counts is taken back. It stays on record, as everything does."""
    to = undo_to(match)
    if to is None:
        return Refused("number", None, "there is nothing to take back")
    return go_back(match, to, reason, at)


def undo_to(match: Match) -> int | None:
    """The number of the event before the last one that still counts; None where there is none."""
    counting = match.effective()
    return counting[-1].number - 1 if counting else None


def redo_to(match: Match) -> int | None:
    """The number of the event before the last one, where that took something back: so it is taken back itself."""
    is_correction = match.event is not None and isinstance(match.event.act, Correct)
    return match.number - 1 if is_correction else None


def go_back(match: Match, to: int, reason: str, at: float | None = None) -> Match | Refused:
    """The match stands again as after event `to`, for a reason."""
    return _apply(match, Correct(to, reason), at)


def last_counting(match: Match) -> Match:
    """The match after the last event that still counts: where a correction led back to, not the correction."""
    while match.event is not None and isinstance(match.event.act, Correct):
        match = match.after(match.event.act.to)
    return match


def read_act(value: Any) -> Act:
    """An act as JSON has it, or as the words of a record. Raises `CarromError`."""
    if isinstance(value, str):
        return act_from_text(value)
    if not isinstance(value, dict):
        raise misread_value(value, "an act")
    return Event.from_json({"v": EVENT_VERSION, "n": 1, **value}).act


def _apply(match: Match, act: Act, at: float | None) -> Match | Refused:
    # A phone's clock may have been put back: what comes later is never earlier.
    when = None if at is None else max(at, match.at or 0.0)
    answer = apply(match, match.next_event(act, at=when))
    return answer if isinstance(answer, Refused) else answer.match
