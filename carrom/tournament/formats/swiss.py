"""Swiss system: entries with equal scores meet; a round is drawn when the one before is over."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from carrom.base.codec import Name, ReadBy, mapping_without_nulls, misread_value
from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, MatchId, Slot
from carrom.tournament.draws.swiss import swiss_round
from carrom.tournament.formats.stage_format import (
    Drawing,
    EntriesLine,
    LineSettings,
    StageFormat,
    StageSettings,
    ToDraw,
)

_GREATEST = 10**9


def _draw(wanted: ToDraw) -> Drawing:
    if _is_whole(wanted.stage, wanted.drawn):
        raise CarromError("all-rounds-drawn", f"{wanted.title} has had all its rounds")
    try:
        found = swiss_round(
            wanted.ranking or wanted.names,
            points=wanted.points,
            met=wanted.met,
            byes=wanted.byes,
            places=wanted.standing or {name: seed for seed, name in enumerate(wanted.names[: wanted.seeds], 1)},
            random=wanted.random,
        )
    except CarromError as error:
        if not wanted.drawn:
            raise
        text = f"{error}. To end here, set the rounds of {wanted.title} to {wanted.drawn}"
        raise CarromError("no-further-round", text, typed=f"{text} (--rounds {wanted.drawn})") from None
    pairs: list[tuple[Slot, Slot]] = [(Entrant(a), Entrant(b)) for a, b in found.pairs]
    if found.bye is not None:
        pairs.append((Entrant(found.bye), Bye()))
    fixtures = tuple(
        Fixture(id=MatchId(f"M{number}"), round="group", slots=slots, group=0, turn=wanted.drawn + 1)
        for number, slots in enumerate(pairs, 1)
    )
    return Drawing(fixtures=fixtures, groups=(tuple(wanted.names),))


def _lacks(stage: StageSettings) -> str | None:
    return "does not say how many rounds it has" if stage.rounds is None else None


def _is_whole(stage: StageSettings, drawn: int) -> bool:
    return drawn >= (stage.rounds or 0)


def _read_points(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > _GREATEST:
        raise misread_value(value, f"a number up to {_GREATEST}")
    return value


def _read_place(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _GREATEST:
        raise misread_value(value, "a place from 1")
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line(EntriesLine):
    points: Annotated[Mapping[str, float], ReadBy(mapping_without_nulls(_read_points))] = field(default_factory=dict)
    met: tuple[tuple[str, str], ...] = ()
    byes: tuple[Name, ...] = ()
    places: Annotated[Mapping[str, int], ReadBy(mapping_without_nulls(_read_place))] = field(default_factory=dict)

    def wanted(self) -> ToDraw:
        for name in (*self.points, *(name for pair in self.met for name in pair), *self.byes, *self.places):
            if name not in self.entries:
                raise CarromError("unknown-entry", f"{name!r} is not among the entries")
        settings = LineSettings(rounds=1)
        known = replace(EntriesLine.wanted(self), points=self.points, met=self.met, byes=self.byes)
        return replace(known, stage=settings, standing=self.places)


SWISS = StageFormat(
    name="swiss",
    draw=_draw,
    line=_Line,
    shape="tables",
    lacks=_lacks,
    is_whole=_is_whole,
    in_rounds=True,
    reads=("rounds",),
)
