"""The coach's report on a match: all strokes reviewed, summed up for each person."""

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
    """Strokes with stated chances between two bounds: mean stated chance, and share that succeeded."""

    low: float
    high: float
    strokes: int
    stated: float
    kept: float


@dataclass(frozen=True, slots=True)
class PersonReport:
    person: PlayerId
    name: str
    strokes: int
    hand: SkillEstimate | None
    """Estimated skill; None with too few strokes: then `club` is assumed."""
    accuracy: Accuracy | None
    choice: float
    by_hand: float
    luck: float
    winning_choice: float
    """Chance to win the match lost by choices, summed over the strokes."""
    winning_hand: float
    winning_luck: float
    practice: tuple[Practice, ...]


@dataclass(frozen=True, slots=True)
class MatchReport:
    match: Match
    strokes: tuple[StrokeReview, ...]
    left_out: int
    """Strokes without a known layout or aim."""
    people: tuple[PersonReport, ...]
    turning: tuple[int, ...]
    """Event numbers of the strokes that changed the chance to win most (in a one-sided match, the board's points), in
    order."""
    is_one_sided: bool
    """The chance to win stayed above 90 % for one side; then points show more."""
    at_first: float | None
    """First side's chance to win before the first known stroke."""
    reliability: tuple[Reliability, ...]


def coach_match(
    match: Match,
    *,
    profile: Profile = CLUB,
    hands: Mapping[PlayerId, Skill] | None = None,
    simulations: int = SIMULATIONS,
    tell: Callable[[int, int], None] | None = None,
) -> MatchReport:
    """Review every stroke of a match. Skills not given are estimated.

    `tell` is called after every stroke with the number done and the total.
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
    return sorted({stroke.person for stroke in played}, key=lambda person: (person.party, person.index))


def estimate_skills(played: Sequence[RecordedStroke]) -> dict[PlayerId, SkillEstimate | None]:
    return {person: estimate_skill([one for one in played if one.person == person]) for person in people_in(played)}


def known_skills(spreads: Mapping[PlayerId, SkillEstimate | None]) -> dict[PlayerId, Skill]:
    """An unknown skill counts as `club`."""
    return {person: _UNKNOWN if one is None else one.skill(person.text()) for person, one in spreads.items()}


def review_with_skills(
    stroke: RecordedStroke, skills: Mapping[PlayerId, Skill], *, simulations: int = SIMULATIONS
) -> StrokeReview:
    """Review a stroke with these skills; recorded skills of computers take precedence."""
    hands = {**skills, **stroke.hands}
    across = [skill for one, skill in hands.items() if one.party == other(stroke.person.party)]
    rival = across[0] if across else _UNKNOWN
    return review_stroke(stroke, hands[stroke.person], rival, simulations=simulations)


def build_report(
    match: Match, spreads: Mapping[PlayerId, SkillEstimate | None], weighed: Sequence[StrokeReview]
) -> MatchReport:
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
    """Strength of each side's decisions in Elo: known for computers, estimated from accuracy for people."""
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
    """Stated chances against results, in five steps."""
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
    """One side was clearly ahead from the first stroke to the last."""
    chances = [chance for one in weighed for chance in (one.winning.best, one.winning.after)]
    sides = [one.played.person.party for one in weighed for _ in range(2)]
    first = [chance if side == "a" else 1 - chance for chance, side in zip(chances, sides, strict=True)]
    return bool(first) and (min(first) > _ONE_SIDED or max(first) < 1 - _ONE_SIDED)


def _turning(weighed: Sequence[StrokeReview]) -> tuple[int, ...]:
    is_by_points = is_one_sided(weighed)
    moved = [(one.points if is_by_points else one.winning, one.played.number) for one in weighed]
    most = sorted(moved, key=lambda one: -abs(one[0].after - one[0].best))[:_TURNING]
    return tuple(sorted(number for _, number in most))
