"""What follows? Strokes of made-up matches for an umpire to judge: the right ruling among rulings that are right for
something else, so that only whoever knows the law tells them apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from carrom.base.reading import encode
from carrom.laws import RULEBOOKS, Ruling, Situation, StrokeFacts, judge, stroke_fault
from carrom.laws.sentences import Catalogue, ruling_sentences
from carrom.match import Event, Match, Setup
from carrom.match.log.acts import StrokeMade
from carrom.match.umpire_words import catalogue_for
from carrom.pad.training import made_up

OPTIONS = 4
_BOARDS = 3


@dataclass(frozen=True, slots=True)
class Option:
    """A ruling in words."""

    text: str
    laws: tuple[str, ...]
    is_right: bool


@dataclass(frozen=True, slots=True)
class Exercise:
    """A match up to a stroke, the stroke, and what might follow from it."""

    events: tuple[dict[str, Any], ...]
    act: dict[str, Any]
    by: str
    options: tuple[Option, ...]


def exercise(setup: Setup, seed: int, language: str) -> Exercise:
    """One exercise; the same seed gives the same."""
    lots, words = Random(seed), catalogue_for(language)
    found = list(_strokes(setup, seed))
    # Whoever only ever sees plain strokes learns nothing.
    odd = [one for one in found if one.ruling.laws != ("48",) and one.before.break_attempt is None]
    stroke = lots.choice(odd or found)
    options = [Option(_words(stroke.ruling, stroke.before, words), stroke.ruling.laws, True)]
    others = list(_neighbours(stroke))
    lots.shuffle(others)
    for ruling in others:
        text = _words(ruling, stroke.before, words)
        if len(options) < OPTIONS and text not in [one.text for one in options]:
            options.append(Option(text, ruling.laws, False))
    lots.shuffle(options)
    act = stroke.event.act
    events = tuple(event.json() for event in stroke.match.events())
    return Exercise(events, {"kind": act.kind, **encode(act)}, stroke.by, tuple(options))


@dataclass(frozen=True, slots=True)
class _Stroke:
    match: Match
    """Before it."""
    event: Event
    by: str
    before: Situation
    facts: StrokeFacts
    ruling: Ruling


def _strokes(setup: Setup, seed: int) -> Iterator[_Stroke]:
    match = Match.start(setup)
    for event in made_up(setup, seed, boards=_BOARDS):
        board, act = match.board, event.act
        after = match.play(act, at=event.at)
        if isinstance(act, StrokeMade) and board is not None and isinstance(after.ruling, Ruling):
            before = board.situation(match.course.points)
            yield _Stroke(match, event, board.turn.text(), before, act.facts, after.ruling)
        match = after


def _neighbours(stroke: _Stroke) -> Iterator[Ruling]:
    """What would follow if a little had been different, or somewhere else."""
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


def _words(ruling: Ruling, before: Situation, words: Catalogue) -> str:
    return " ".join(ruling_sentences(ruling, words, before=before)[:-1])
