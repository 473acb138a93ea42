"""Groups in which everyone meets everyone; the best of each go on."""

from __future__ import annotations

from carrom.tournament.draws.bracket import Fixture
from carrom.tournament.draws.groups import draw_groups
from carrom.tournament.draws.round_robin import round_robin
from carrom.tournament.formats.stage_format import Drawing, StageFormat, StageSettings, ToDraw, fixtures_of


def _draw(wanted: ToDraw) -> Drawing:
    count = wanted.stage.groups or max(1, -(-len(wanted.names) // (wanted.stage.group_size or len(wanted.names) or 1)))
    groups = draw_groups(wanted.names, groups=count, seeds=wanted.seeds, random=wanted.random, apart=wanted.apart)
    fixtures: list[Fixture] = []
    for number, group in enumerate(groups):
        fixtures += fixtures_of(round_robin(group), group=number, after=len(fixtures))
    return Drawing(fixtures=tuple(fixtures), groups=groups)


def _lacks(stage: StageSettings) -> str | None:
    if stage.groups is None and stage.group_size is None:
        return "says neither how many groups there are nor how large one is"
    return None


GROUPS = StageFormat(name="groups", draw=_draw, shape="tables", lacks=_lacks, has_groups=True)
