"""Knockout, drawn from entries or from group places."""

from dataclasses import dataclass

from carrom.tournament.draws.groups import knockout_after_groups
from carrom.tournament.draws.knockout import knockout
from carrom.tournament.formats.stage_format import (
    Drawing,
    LineSettings,
    SeededLine,
    StageFormat,
    ToDraw,
    fixtures_of,
)


def _draw(wanted: ToDraw) -> Drawing:
    third_place = wanted.stage.third_place
    if wanted.places is not None:
        draw = knockout_after_groups(*wanted.places, third_place=third_place, random=wanted.random)
    else:
        draw = knockout(
            wanted.names,
            seeds=wanted.seeds,
            random=wanted.random,
            apart=wanted.apart,
            third_place=third_place,
        )
    return Drawing(fixtures=tuple(fixtures_of(draw)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line(SeededLine):
    third_place: bool = False

    def wanted(self) -> ToDraw:
        return self.seeded(LineSettings(third_place=self.third_place))


KNOCKOUT = StageFormat(
    name="knockout", draw=_draw, line=_Line, shape="tree", can_follow=True, reads=("third_place", "apart")
)
