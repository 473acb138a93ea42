"""Practice for umpires: made-up matches, and exercises on a stroke. Equal seeds give equal matches."""

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
from carrom.match.log import acts
from carrom.match.parties import PARTIES, other
from carrom.match.views.sentences import catalogue_for

_PACE = (4.0, 6.5, 9.0, 12.5)
"""seconds between two events"""
_MOST_EVENTS = 600
_RARE = 0.06
"""share of acts other than strokes"""


def made_up_match(setup: Setup, seed: int, *, boards: int | None = None) -> tuple[Event, ...]:
    """A made-up match, or its first `boards` boards."""
    rng, match, at = Random(seed), Match.start(setup), 0.0
    for _ in range(_MOST_EVENTS):
        if match.phase == "over" or (boards is not None and len(match.course.boards) >= boards):
            break
        at += rng.choice(_PACE)
        answer = apply(match, match.next_event(_next_act(match, rng), at=at))
        if not isinstance(answer, Refused):
            match = answer.match
    return match.events()


def _next_act(match: Match, rng: Random) -> acts.Act:
    course, board = match.course, match.board
    if course.phase == "toss":
        return acts.Toss(rng.choice(PARTIES), "break", rng.randrange(match.setup.players))
    if course.phase == "ready":
        return acts.ChangeSides() if course.is_change_due else acts.Play()
    if course.phase == "appeal":
        return acts.Play()
    if course.phase == "demand" and board is not None and board.award is not None:
        return acts.Demand(board.award.demand)
    if rng.random() < _RARE:
        return _rare_act(match, rng)
    if course.phase == "placing":
        return acts.Place()
    return _made_up_stroke(match, rng)


def _made_up_stroke(match: Match, rng: Random) -> acts.StrokeMade:
    board = match.board
    if board is None:
        return acts.StrokeMade()
    party = board.turn.party
    if board.attempt is not None and rng.random() < 0.1:
        return acts.StrokeMade(touched=False)
    own = min(board.on[party], rng.choice((0, 0, 1, 1, 1, 2)))
    # The last coin seldom falls while the queen is on the board.
    if own == board.on[party] and board.queen == "board" and rng.random() < 0.8:
        own -= 1
    return acts.StrokeMade(
        own=own,
        opponent=min(board.on[other(party)] - 1, rng.choice((0, 0, 0, 0, 0, 0, 1))),
        queen=board.queen == "board" and board.opened[party] and rng.random() < 0.25,
        striker=rng.random() < 0.1,
        proper=rng.random() < 0.97,
    )


def _rare_act(match: Match, rng: Random) -> acts.Act:
    party, book = rng.choice(PARTIES), match.setup.rulebook
    return rng.choice(
        (
            acts.Foul(party, rng.choice(reasons_for("foul", book))),
            acts.Warned(party, rng.choice(reasons_for("warning", book))),
            acts.Timeout(),
            acts.Appeal(party, "the player asks"),
            acts.Forgo(),
            acts.StrikerUp(),
            acts.Pass(),
            acts.Fell((rng.choice(("white", "black")),)),
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
    """The right ruling among rulings on similar strokes, and by other rulebooks."""
    rng, words = Random(seed), catalogue_for(language)
    found = list(_strokes(setup, seed))
    odd = [one for one in found if one.ruling.laws != ("48",) and one.before.break_attempt is None]
    stroke = rng.choice(odd or found)
    options = [ExerciseOption(_ruling_text(stroke.ruling, stroke.before, words), stroke.ruling.laws, True)]
    others = list(_neighbours(stroke))
    rng.shuffle(others)
    for ruling in others:
        text = _ruling_text(ruling, stroke.before, words)
        if len(options) < OPTIONS and text not in [one.text for one in options]:
            options.append(ExerciseOption(text, ruling.laws, False))
    rng.shuffle(options)
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
        if isinstance(act, acts.StrokeMade) and board is not None and isinstance(after.ruling, Ruling):
            before = board.situation(match.course.points)
            yield _Stroke(match, event, board.turn.text(), before, act.facts, after.ruling)
        match = after


def _neighbours(stroke: _Stroke) -> Iterator[Ruling]:
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
