"""Everyone meets everyone, in one table."""

from carrom.tournament.draws.round_robin import round_robin
from carrom.tournament.formats.stage_format import Drawing, StageFormat, ToDraw, fixtures_of


def _draw(wanted: ToDraw) -> Drawing:
    draw = round_robin(wanted.names, random=wanted.random)
    return Drawing(fixtures=tuple(fixtures_of(draw, group=0)), groups=(tuple(wanted.names),))


ROUND_ROBIN = StageFormat(name="round-robin", draw=_draw, shape="tables")
