"""A match laid out event by event, for those who step through it."""

from carrom.equipment import Position
from carrom.match import Act, Match, PlayerId
from carrom.match.log.acts import Place, StrokeMade
from carrom.match.parties import PARTIES, ByParty
from carrom.server.live.noted import is_ended
from carrom.server.tell.page_view import last_position
from carrom.server.tell.umpire_words import event_words, party_name
from carrom.server.tell.what_if import branch_point
from carrom.server.wire import values as v
from carrom.server.wire.requests import Moment, Timeline


def build_timeline(match: Match, language: str, problems: list[str] | None = None) -> Timeline:
    """Every event that still counts, with the pieces before and after it."""
    setup = match.setup
    stood = {at.number: at for at in match.steps()}
    moments = []
    position = Position.start()
    for event in match.effective():
        moment = stood[event.number]
        if moment.before is not None:
            after = last_position(moment)
            moments.append(_moment(moment.before, event.act, moment, position, after, language))
            position = after
    sides = ByParty(*(party_name(setup, party) for party in PARTIES))
    return Timeline(
        title=" – ".join(sides),
        sides=sides,
        rulebook=setup.rulebook.id,
        over=match.winner is not None or is_ended(match),
        problems=problems or [],
        moments=moments,
    )


def _moment(before: Match, act: Act, match: Match, lay: Position, position: Position, language: str) -> Moment:
    """One event; the pieces lay so before it, and in this position after it."""
    who: PlayerId | None = None
    stroke = None
    if isinstance(act, StrokeMade) and before.board is not None:
        who = before.board.turn
        if (aim := act.aim) is not None and before.board.position is not None:
            stroke = v.StrokeBody(aim.x, aim.y, aim.direction, aim.speed)
    elif isinstance(act, Place):
        who = act.by
    return Moment(
        seq=match.number,
        kind=act.kind,
        seat=match.course.seat(who) if who is not None else None,
        name=match.setup.name(who) if who is not None else None,
        stroke=stroke,
        before=v.piece_rows(lay),
        after=v.piece_rows(position),
        position=position.text(),
        score=match.course.points,
        branch=branch_point(match),
        words=event_words(match, language),
    )
