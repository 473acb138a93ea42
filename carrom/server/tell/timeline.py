"""A match laid out event by event, for those who step through it."""

from __future__ import annotations

from carrom.equipment import Position
from carrom.match import Match, PlayerId
from carrom.match.log.acts import Place, StrokeMade
from carrom.match.parties import PARTIES
from carrom.server.tell.page_view import last_position
from carrom.server.tell.umpire_words import event_words, party_name
from carrom.server.tell.what_if import branch_point
from carrom.server.wire import values as v
from carrom.server.wire.requests import Moment, Timeline


def build_timeline(match: Match, language: str, problems: list[str] | None = None) -> Timeline:
    """Every event that still counts, with the pieces before and after it."""
    setup = match.setup
    stood: dict[int, Match] = {}
    at: Match | None = match
    while at is not None:
        stood[at.number] = at
        at = at.before
    moments = []
    position = Position.start()
    for event in match.effective():
        moment = stood[event.number]
        if moment.before is not None:
            after = last_position(moment)
            moments.append(_moment(moment, moment.before, position, after, language))
            position = after
    return Timeline(
        title=" – ".join(party_name(setup, party) for party in PARTIES),
        rulebook=setup.rulebook.id,
        over=match.winner is not None,
        problems=problems or [],
        moments=moments,
    )


def _moment(match: Match, before: Match, lay: Position, position: Position, language: str) -> Moment:
    """One event; the pieces lay so before it, and in this position after it."""
    event = match.event
    act = event.act if event is not None else None
    who: PlayerId | None = None
    if isinstance(act, StrokeMade) and before.board is not None:
        who = before.board.turn
    elif isinstance(act, Place):
        who = act.by
    stroke = None
    known = before.board is not None and before.board.position is not None
    if isinstance(act, StrokeMade) and act.aim is not None and known:
        stroke = act.aim
    return Moment(
        seq=match.number,
        kind=act.kind if act is not None else "",
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
