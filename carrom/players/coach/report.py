"""The coach's report on a match: every stroke weighed, and what that says of the people who made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from carrom.match import Match
from carrom.match.parties import Party, PlayerId, other
from carrom.physics import CLUB, Profile
from carrom.play import Skill, skill_named
from carrom.players.coach.practice import Practice, practice_topics
from carrom.players.coach.recorded_strokes import RecordedStroke, computers_in, players_with_intent, recorded_strokes
from carrom.players.coach.skill_estimate import SkillEstimate, estimate_skill
from carrom.players.coach.stroke_review import (
    SIMULATIONS,
    Accuracy,
    StrokeReview,
    accuracy,
    review_stroke,
    strength_from_accuracy,
)

_UNKNOWN = skill_named("club")
_BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
_TURNING = 3
_ONE_SIDED = 0.9


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of strokes whose stated chance lay between two bounds: what was said on average, and how many came off."""

    low: float
    high: float
    strokes: int
    stated: float
    kept: float


@dataclass(frozen=True, slots=True)
class PersonReport:
    """What the strokes of one person say of him."""

    person: PlayerId
    name: str
    strokes: int
    hand: SkillEstimate | None
    """None where too few strokes are known: he is then weighed as a hand of `club`."""
    accuracy: Accuracy | None
    choice: float
    """Points lost by choices, in all."""
    by_hand: float
    luck: float
    winning_choice: float
    """The same in the chance to win the match, added up over the strokes."""
    winning_hand: float
    winning_luck: float
    practice: tuple[Practice, ...]


@dataclass(frozen=True, slots=True)
class MatchReport:
    """All of it."""

    match: Match
    strokes: tuple[StrokeReview, ...]
    left_out: int
    """Strokes of which layout or aim is not known."""
    people: tuple[PersonReport, ...]
    turning: tuple[int, ...]
    """The strokes that moved the chance to win most, by the number of their event, in their order; in a one-sided
    match those that moved the board most."""
    is_one_sided: bool
    """Whether the chance to win stood at more than 90 % all the time: points of the board say more of how it went."""
    at_first: float | None
    """The first side's chance to win before the first stroke that is known."""
    reliability: tuple[Reliability, ...]


def coach_match(
    match: Match,
    *,
    profile: Profile = CLUB,
    hands: Mapping[PlayerId, Skill] | None = None,
    simulations: int = SIMULATIONS,
    tell: Callable[[int, int], None] | None = None,
) -> MatchReport:
    """Weigh every stroke of a match. Hands that are not given are estimated from the strokes themselves.

    `tell` hears after every stroke how many are done, and of how many.
    """
    played = recorded_strokes(match, profile)
    if hands is not None:
        played = tuple(replace(one, hands={**one.hands, **hands}) for one in played)
    spreads = estimate_skills(played)
    skills = known_skills(spreads)
    weighed = []
    for done, stroke in enumerate(played, start=1):
        weighed.append(review_with_skills(stroke, skills, simulations=simulations))
        if tell is not None:
            tell(done, len(played))
    return build_report(match, spreads, weighed)


def people_in(played: Sequence[RecordedStroke]) -> list[PlayerId]:
    """Whose strokes they are, always in the same order."""
    return sorted({stroke.person for stroke in played}, key=lambda person: (person.party, person.index))


def estimate_skills(played: Sequence[RecordedStroke]) -> dict[PlayerId, SkillEstimate | None]:
    """How steady everybody's hand was, by his own strokes."""
    return {person: estimate_skill([one for one in played if one.person == person]) for person in people_in(played)}


def known_skills(spreads: Mapping[PlayerId, SkillEstimate | None]) -> dict[PlayerId, Skill]:
    """The hands by which strokes are weighed: a hand that is not known counts as one of `club`."""
    return {person: _UNKNOWN if one is None else one.skill(person.text()) for person, one in spreads.items()}


def review_with_skills(
    stroke: RecordedStroke, skills: Mapping[PlayerId, Skill], *, simulations: int = SIMULATIONS
) -> StrokeReview:
    """A stroke weighed by these hands, or by those that are known."""
    hands = {**skills, **stroke.hands}
    across = [skill for one, skill in hands.items() if one.party == other(stroke.person.party)]
    rival = across[0] if across else _UNKNOWN
    return review_stroke(stroke, hands[stroke.person], rival, simulations=simulations)


def build_report(
    match: Match, spreads: Mapping[PlayerId, SkillEstimate | None], weighed: Sequence[StrokeReview]
) -> MatchReport:
    """What all the weighed strokes of a match say together."""
    made = sum(event.act.kind == "stroke" for event in match.effective())
    minds = strengths_in(match, weighed)
    weighed = [one.with_gap(minds[one.played.person.party] - minds[other(one.played.person.party)]) for one in weighed]
    first = weighed[0] if weighed else None
    return MatchReport(
        match,
        tuple(weighed),
        made - len(weighed),
        tuple(_person(match, person, spread, weighed) for person, spread in spreads.items()),
        _turning(weighed),
        is_one_sided(weighed),
        None if first is None else first.winning.best if first.played.person.party == "a" else 1 - first.winning.best,
        reliability(weighed),
    )


def strengths_in(match: Match, weighed: Sequence[StrokeReview]) -> dict[Party, float]:
    """How well each side chooses, in Elo: known of computers, of people by the choices that they made here."""
    known = computers_in(match.setup, players_with_intent(one.played for one in weighed))
    by_person: dict[PlayerId, list[float]] = {}
    for one in weighed:
        by_person.setdefault(one.played.person, []).append(one.accuracy)
    minds: dict[Party, list[float]] = {"a": [], "b": []}
    for person, each in by_person.items():
        computer = known.get(person)
        minds[person.party].append(strength_from_accuracy(each) if computer is None else computer.mind)
    return {party: sum(each) / len(each) if each else strength_from_accuracy(()) for party, each in minds.items()}


def reliability(strokes: Sequence[StrokeReview]) -> tuple[Reliability, ...]:
    """Whether what was stated came true, in five steps of the stated chance."""
    table = []
    for low, high in pairwise(_BINS):
        here = [one for one in strokes if low <= one.stated and (one.stated < high or high == 1.0)]
        if here:
            stated, kept = sum(one.stated for one in here), sum(one.kept for one in here)
            table.append(Reliability(low, high, len(here), stated / len(here), kept / len(here)))
    return tuple(table)


def _person(
    match: Match, person: PlayerId, spread: SkillEstimate | None, weighed: Sequence[StrokeReview]
) -> PersonReport:
    own = [one for one in weighed if one.played.person == person]
    return PersonReport(
        person,
        match.setup.name(person),
        len(own),
        spread,
        accuracy([one.accuracy for one in own]),
        sum(one.points.choice for one in own),
        sum(one.points.hand for one in own),
        sum(one.points.luck for one in own),
        sum(one.winning.choice for one in own),
        sum(one.winning.hand for one in own),
        sum(one.winning.luck for one in own),
        practice_topics(own),
    )


def is_one_sided(weighed: Sequence[StrokeReview]) -> bool:
    """Whether nobody had to doubt who wins, from the first stroke to the last."""
    chances = [chance for one in weighed for chance in (one.winning.best, one.winning.after)]
    sides = [one.played.person.party for one in weighed for _ in range(2)]
    first = [chance if side == "a" else 1 - chance for chance, side in zip(chances, sides, strict=True)]
    return bool(first) and (min(first) > _ONE_SIDED or max(first) < 1 - _ONE_SIDED)


def _turning(weighed: Sequence[StrokeReview]) -> tuple[int, ...]:
    is_by_points = is_one_sided(weighed)
    moved = [(one.points if is_by_points else one.winning, one.played.number) for one in weighed]
    most = sorted(moved, key=lambda one: -abs(one[0].after - one[0].best))[:_TURNING]
    return tuple(sorted(number for _, number in most))
