"""Double elimination: two losses and an entry is out."""

from dataclasses import dataclass

from carrom.tournament.draws.double_elimination import double_elimination, two_brackets
from carrom.tournament.draws.groups import knockout_after_groups
from carrom.tournament.formats.stage_format import (
    Drawing,
    LineSettings,
    SeededLine,
    StageFormat,
    ToDraw,
    fixtures_of,
)


def _draw(wanted: ToDraw) -> Drawing:
    reset = wanted.stage.reset
    if wanted.places is not None:
        draw = two_brackets(knockout_after_groups(*wanted.places, random=wanted.random), reset=reset)
    else:
        draw = double_elimination(
            wanted.names, seeds=wanted.seeds, random=wanted.random, apart=wanted.apart, reset=reset
        )
    return Drawing(fixtures=tuple(fixtures_of(draw)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line(SeededLine):
    reset: bool = True

    def wanted(self) -> ToDraw:
        return self.seeded(LineSettings(reset=self.reset))


DOUBLE_ELIMINATION = StageFormat(
    name="double-elimination",
    draw=_draw,
    line=_Line,
    shape="tree",
    can_follow=True,
    reads=("reset", "apart"),
    round_prefixes=("winners-", "losers-", "grand-", "second-grand-"),
)
