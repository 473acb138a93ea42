"""Practice for umpires: made-up matches, and exercises on a single stroke. Equal seeds give equal matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from carrom.base.codec import encode
from carrom.base.errors import Refused
from carrom.laws import RULEBOOKS, Ruling, Situation, StrokeFacts, judge, stroke_fault
from carrom.laws.reasons import reasons_for
from carrom.laws.sentences import Catalogue, ruling_sentences
from carrom.match import Event, Match, Setup, apply
from carrom.match.log import acts as a
from carrom.match.log.acts import StrokeMade
from carrom.match.parties import PARTIES, other
from carrom.match.views.sentences import catalogue_for

_PACE = (4.0, 6.5, 9.0, 12.5)
"""Seconds between two events."""
_MOST_EVENTS = 600
_RARE = 0.06
"""The share of acts other than strokes."""


def made_up_match(setup: Setup, seed: int, *, boards: int | None = None) -> tuple[Event, ...]:
    """Return the events of a made-up match, or of its first `boards` boards."""
    lots, match, at = Random(seed), Match.start(setup), 0.0
    for _ in range(_MOST_EVENTS):
        if match.phase == "over" or (boards is not None and len(match.course.boards) >= boards):
            break
        at += lots.choice(_PACE)
        answer = apply(match, match.next_event(_next_act(match, lots), at=at))
        if not isinstance(answer, Refused):
            match = answer.match
    return match.events()


def _next_act(match: Match, lots: Random) -> a.Act:
    course, board = match.course, match.board
    if course.phase == "toss":
        return a.Toss(lots.choice(PARTIES), "break", lots.randrange(match.setup.players))
    if course.phase == "ready":
        return a.ChangeSides() if course.is_change_due else a.Play()
    if course.phase == "appeal":
        return a.Play()
    if course.phase == "demand" and board is not None and board.award is not None:
        return a.Demand(board.award.demand)
    if lots.random() < _RARE:
        return _rare_act(match, lots)
    if course.phase == "placing":
        return a.Place()
    return _made_up_stroke(match, lots)


def _made_up_stroke(match: Match, lots: Random) -> a.StrokeMade:
    """Return a stroke as at a club's table: mostly one coin or none, now and then the striker."""
    board = match.board
    if board is None:
        return a.StrokeMade()
    party = board.turn.party
    if board.attempt is not None and lots.random() < 0.1:
        return a.StrokeMade(touched=False)
    own = min(board.on[party], lots.choice((0, 0, 1, 1, 1, 2)))
    # The last coin seldom falls while the queen is on the board.
    if own == board.on[party] and board.queen == "board" and lots.random() < 0.8:
        own -= 1
    return a.StrokeMade(
        own=own,
        opponent=min(board.on[other(party)] - 1, lots.choice((0, 0, 0, 0, 0, 0, 1))),
        queen=board.queen == "board" and board.opened[party] and lots.random() < 0.25,
        striker=lots.random() < 0.1,
        proper=lots.random() < 0.97,
    )


def _rare_act(match: Match, lots: Random) -> a.Act:
    party, book = lots.choice(PARTIES), match.setup.rulebook
    return lots.choice(
        (
            a.Foul(party, lots.choice(reasons_for("foul", book))),
            a.Warned(party, lots.choice(reasons_for("warning", book))),
            a.Timeout(),
            a.Appeal(party, "the player asks"),
            a.Forgo(),
            a.StrikerUp(),
            a.Pass(),
            a.Fell((lots.choice(("white", "black")),)),
        )
    )


OPTIONS = 4
_BOARDS = 3


@dataclass(frozen=True, slots=True)
class ExerciseOption:
    text: str
    laws: tuple[str, ...]
    is_right: bool


@dataclass(frozen=True, slots=True)
class Exercise:
    """A match up to a stroke, the stroke, and possible rulings."""

    events: tuple[dict[str, Any], ...]
    act: dict[str, Any]
    by: str
    options: tuple[ExerciseOption, ...]


def exercise(setup: Setup, seed: int, language: str) -> Exercise:
    """Return an exercise: the right ruling among rulings on similar strokes, and by other rulebooks."""
    lots, words = Random(seed), catalogue_for(language)
    found = list(_strokes(setup, seed))
    # Prefer strokes that are not plain.
    odd = [one for one in found if one.ruling.laws != ("48",) and one.before.break_attempt is None]
    stroke = lots.choice(odd or found)
    options = [ExerciseOption(_ruling_text(stroke.ruling, stroke.before, words), stroke.ruling.laws, True)]
    others = list(_neighbours(stroke))
    lots.shuffle(others)
    for ruling in others:
        text = _ruling_text(ruling, stroke.before, words)
        if len(options) < OPTIONS and text not in [one.text for one in options]:
            options.append(ExerciseOption(text, ruling.laws, False))
    lots.shuffle(options)
    act = stroke.event.act
    events = tuple(event.json() for event in stroke.match.events())
    return Exercise(events, {"kind": act.kind, **encode(act)}, stroke.by, tuple(options))


@dataclass(frozen=True, slots=True)
class _Stroke:
    match: Match
    event: Event
    by: str
    before: Situation
    facts: StrokeFacts
    ruling: Ruling


def _strokes(setup: Setup, seed: int) -> Iterator[_Stroke]:
    match = Match.start(setup)
    for event in made_up_match(setup, seed, boards=_BOARDS):
        board, act = match.board, event.act
        after = match.play(act, at=event.at)
        if isinstance(act, StrokeMade) and board is not None and isinstance(after.ruling, Ruling):
            before = board.situation(match.course.points)
            yield _Stroke(match, event, board.turn.text(), before, act.facts, after.ruling)
        match = after


def _neighbours(stroke: _Stroke) -> Iterator[Ruling]:
    """Yield the rulings on similar strokes, and by other rulebooks."""
    facts, book = stroke.facts, stroke.match.setup.rulebook
    near = [
        replace(facts, striker=not facts.striker),
        replace(facts, proper=not facts.proper),
        replace(facts, queen=not facts.queen),
        replace(facts, own=facts.own + 1),
        replace(facts, own=max(0, facts.own - 1)),
        replace(facts, opponent=facts.opponent + 1),
        replace(facts, opponent=0, own=0, queen=False, striker=False),
        replace(facts, striker=True, proper=False),
    ]
    yield from (judge(stroke.before, one, book) for one in near if not stroke_fault(stroke.before, one))
    yield from (judge(stroke.before, facts, other) for other in RULEBOOKS.values())


def _ruling_text(ruling: Ruling, before: Situation, words: Catalogue) -> str:
    return " ".join(ruling_sentences(ruling, words, before=before)[:-1])
