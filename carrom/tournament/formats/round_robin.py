"""Round robin: everyone meets everyone, in one table or in groups from which the best advance."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from carrom.base.codec import within
from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Fixture
from carrom.tournament.draws.draw_json import rounds_json
from carrom.tournament.draws.groups import draw_groups
from carrom.tournament.draws.round_robin import round_robin
from carrom.tournament.formats.knockout import KNOCKOUT
from carrom.tournament.formats.stage_format import (
    Apart,
    Drawing,
    EntriesLine,
    LineSettings,
    StageFormat,
    StageSettings,
    ToDraw,
    fixtures_of,
)


def _draw_table(wanted: ToDraw) -> Drawing:
    draw = round_robin(wanted.names, random=wanted.random)
    return Drawing(fixtures=tuple(fixtures_of(draw, group=0)), groups=(tuple(wanted.names),))


ROUND_ROBIN = StageFormat(name="round-robin", draw=_draw_table, shape="tables")


def _groups(wanted: ToDraw) -> tuple[tuple[str, ...], ...]:
    count = wanted.stage.groups
    if count is None:
        count = max(1, -(-len(wanted.names) // (wanted.stage.group_size or len(wanted.names) or 1)))
    return draw_groups(wanted.names, groups=count, seeds=wanted.seeds, random=wanted.random, apart=wanted.apart)


def _draw_groups(wanted: ToDraw) -> Drawing:
    groups = _groups(wanted)
    fixtures: list[Fixture] = []
    for number, group in enumerate(groups):
        fixtures += fixtures_of(round_robin(group), group=number, after=len(fixtures))
    return Drawing(fixtures=tuple(fixtures), groups=groups)


def _lacks(stage: StageSettings) -> str | None:
    if stage.groups is None and stage.group_size is None:
        return "says neither how many groups there are nor how large one is"
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line(EntriesLine):
    """`groups` line of `carrom draw`, answered with the groups and their knockout, without group matches."""

    groups: int
    seeds: int = 0
    apart: Apart = field(default_factory=dict)
    advance: Annotated[int, within(1)] | None = None
    third_place: bool = False

    def wanted(self) -> ToDraw:
        settings = LineSettings(groups=self.groups, third_place=self.third_place)
        return replace(EntriesLine.wanted(self), stage=settings, seeds=self.seeds, apart=self.apart)

    def answer(self, draw: Callable[[ToDraw], Drawing]) -> dict[str, Any]:
        groups = _groups(self.wanted())
        found: dict[str, Any] = {"groups": [list(group) for group in groups]}
        if self.advance is not None:
            smallest = min(len(group) for group in groups)
            if self.advance > smallest:
                raise CarromError("cannot-advance", f"{self.advance} cannot advance from a group of {smallest}")
            after = KNOCKOUT.draw(replace(self.wanted(), places=(len(groups), self.advance)))
            found["rounds"] = rounds_json(after.fixtures)
        elif self.third_place:
            raise CarromError(
                "no-third-place",
                "a third place belongs to a knock-out: say with 'advance' how many of each group go on",
            )
        return found


GROUPS = StageFormat(
    name="groups",
    draw=_draw_groups,
    line=_Line,
    shape="tables",
    lacks=_lacks,
    has_groups=True,
    reads=("groups", "group_size", "apart"),
)
