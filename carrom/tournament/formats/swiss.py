"""Rounds in which equals meet, each drawn when the one before is played."""

from __future__ import annotations

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, MatchId, Slot
from carrom.tournament.draws.swiss import swiss_round
from carrom.tournament.formats.stage_format import Drawing, StageFormat, StageSettings, ToDraw


def _draw(wanted: ToDraw) -> Drawing:
    if _is_whole(wanted.stage, wanted.drawn):
        raise CarromError(f"{wanted.title} has had all its rounds")
    found = swiss_round(
        wanted.ranking or wanted.names, points=wanted.points, met=wanted.met, byes=wanted.byes, random=wanted.random
    )
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


SWISS = StageFormat(name="swiss", draw=_draw, shape="tables", lacks=_lacks, is_whole=_is_whole, in_rounds=True)
