"""The coach's report on a match: every stroke weighed, and what that says of the people who made them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from carrom.match import Match
from carrom.match.parties import Party, PlayerId, other
from carrom.physics import CLUB, Profile
from carrom.play import Skill, skill_named
from carrom.players.coach.accuracy import Accuracy, accuracy, mind_of
from carrom.players.coach.computers import computers_in
from carrom.players.coach.hand_spread import HandSpread, hand_spread
from carrom.players.coach.practice import Practice, to_practise
from carrom.players.coach.strokes import StrokePlayed, strokes_played, thinkers
from carrom.players.coach.weighing import SIMULATIONS, Weighed, weigh

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
    hand: HandSpread | None
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
    strokes: tuple[Weighed, ...]
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
    played = strokes_played(match, profile)
    if hands is not None:
        played = tuple(replace(one, hands={**one.hands, **hands}) for one in played)
    spreads = spreads_in(played)
    skills = skills_of(spreads)
    weighed = []
    for done, stroke in enumerate(played, start=1):
        weighed.append(weigh_in(stroke, skills, simulations=simulations))
        if tell is not None:
            tell(done, len(played))
    return report_of(match, spreads, weighed)


def persons_in(played: Sequence[StrokePlayed]) -> list[PlayerId]:
    """Whose strokes they are, always in the same order."""
    return sorted({stroke.person for stroke in played}, key=lambda person: (person.party, person.index))


def spreads_in(played: Sequence[StrokePlayed]) -> dict[PlayerId, HandSpread | None]:
    """How steady everybody's hand was, by his own strokes."""
    return {person: hand_spread([one for one in played if one.person == person]) for person in persons_in(played)}


def skills_of(spreads: Mapping[PlayerId, HandSpread | None]) -> dict[PlayerId, Skill]:
    """The hands by which strokes are weighed: a hand that is not known counts as one of `club`."""
    return {person: _UNKNOWN if one is None else one.skill(person.text()) for person, one in spreads.items()}


def weigh_in(stroke: StrokePlayed, skills: Mapping[PlayerId, Skill], *, simulations: int = SIMULATIONS) -> Weighed:
    """A stroke weighed by these hands, or by those that are known."""
    hands = {**skills, **stroke.hands}
    across = [skill for one, skill in hands.items() if one.party == other(stroke.person.party)]
    rival = across[0] if across else _UNKNOWN
    return weigh(stroke, hands[stroke.person], rival, simulations=simulations)


def report_of(match: Match, spreads: Mapping[PlayerId, HandSpread | None], weighed: Sequence[Weighed]) -> MatchReport:
    """What all the weighed strokes of a match say together."""
    made = sum(event.act.kind == "stroke" for event in match.effective())
    minds = minds_in(match, weighed)
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


def minds_in(match: Match, weighed: Sequence[Weighed]) -> dict[Party, float]:
    """How well each side chooses, in Elo: known of computers, of people by the choices that they made here."""
    known = computers_in(match.setup, thinkers(one.played for one in weighed))
    by_person: dict[PlayerId, list[float]] = {}
    for one in weighed:
        by_person.setdefault(one.played.person, []).append(one.accuracy)
    minds: dict[Party, list[float]] = {"a": [], "b": []}
    for person, each in by_person.items():
        computer = known.get(person)
        minds[person.party].append(mind_of(each) if computer is None else computer.mind)
    return {party: sum(each) / len(each) if each else mind_of(()) for party, each in minds.items()}


def reliability(strokes: Sequence[Weighed]) -> tuple[Reliability, ...]:
    """Whether what was stated came true, in five steps of the stated chance."""
    table = []
    for low, high in pairwise(_BINS):
        here = [one for one in strokes if low <= one.stated and (one.stated < high or high == 1.0)]
        if here:
            stated, kept = sum(one.stated for one in here), sum(one.kept for one in here)
            table.append(Reliability(low, high, len(here), stated / len(here), kept / len(here)))
    return tuple(table)


def _person(match: Match, person: PlayerId, spread: HandSpread | None, weighed: Sequence[Weighed]) -> PersonReport:
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
        to_practise(own),
    )


def is_one_sided(weighed: Sequence[Weighed]) -> bool:
    """Whether nobody had to doubt who wins, from the first stroke to the last."""
    chances = [chance for one in weighed for chance in (one.winning.best, one.winning.after)]
    sides = [one.played.person.party for one in weighed for _ in range(2)]
    first = [chance if side == "a" else 1 - chance for chance, side in zip(chances, sides, strict=True)]
    return bool(first) and (min(first) > _ONE_SIDED or max(first) < 1 - _ONE_SIDED)


def _turning(weighed: Sequence[Weighed]) -> tuple[int, ...]:
    is_by_points = is_one_sided(weighed)
    moved = [(one.points if is_by_points else one.winning, one.played.number) for one in weighed]
    most = sorted(moved, key=lambda one: -abs(one[0].after - one[0].best))[:_TURNING]
    return tuple(sorted(number for _, number in most))
