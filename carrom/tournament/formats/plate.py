"""Plate: a consolation bracket for entries that are out early."""

from carrom.tournament.draws.bracket import Fixture
from carrom.tournament.draws.plate import plate, plate_after_groups, plate_after_losses
from carrom.tournament.formats.stage_format import Drawing, StageFormat, ToDraw, fixtures_of


def _draw(wanted: ToDraw) -> Drawing:
    if wanted.beaten is not None:
        # Own ids, apart from the matches that feed them, until the tournament numbers them.
        draw = plate_after_losses(wanted.beaten, wanted.beaten_after_bye)
        return Drawing(
            fixtures=tuple(
                Fixture(id=match.id, round=one.stage, slots=match.slots, turn=turn)
                for turn, one in enumerate(draw.rounds, 1)
                for match in one.matches
            )
        )
    if wanted.places is not None:
        return Drawing(fixtures=tuple(fixtures_of(plate_after_groups(wanted.sizes, wanted.places[1]))))
    return Drawing(fixtures=tuple(fixtures_of(plate(wanted.names, random=wanted.random))))


PLATE = StageFormat(
    name="plate",
    draw=_draw,
    shape="tree",
    can_follow=True,
    is_consolation=True,
    reads=("after_bye",),
    round_prefixes=("plate-",),
)
