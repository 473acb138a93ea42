"""Timelines of matches, and what-if branches from any moment. Branches are not stored."""

from functools import partial

import msgspec

from carrom.base.errors import CarromError, Refused
from carrom.equipment import Position
from carrom.match import Act, Match, PlayerId
from carrom.match.log import acts
from carrom.match.log.acts import Place, StrokeMade
from carrom.match.parties import PARTIES, ByParty
from carrom.match.views.sentences import party_name
from carrom.physics import Trace
from carrom.server.table.agreement import Agreement
from carrom.server.table.feed import encode_trace, event_message
from carrom.server.table.player_acts import interpret
from carrom.server.table.snapshot import build_snapshot
from carrom.server.table.state import all_players, is_ended_by_agreement, shown_position
from carrom.server.table.umpire_acts import act_at_board, play_out
from carrom.server.table.umpire_words import event_words
from carrom.server.wire import messages as m, values as v
from carrom.server.wire.requests import Moment, Timeline, WhatIfAnswer, WhatIfStep
from carrom.server.wire.values import SeatOccupant

_PHASES = ("stroke", "placing", "demand")
_PLAYED = (acts.StrokeMade, acts.Place, acts.Forgo, acts.Pass, acts.Demand, acts.Timeout)


def branch_point(match: Match) -> int | None:
    """The event to branch after; None if no board is open there."""
    is_played = match.event is not None and isinstance(match.event.act, _PLAYED)
    for moment in (match.before, match) if is_played else (match, match.before):
        if moment is not None and can_branch(moment):
            return moment.number
    return None


def can_branch(match: Match) -> bool:
    """Whether a player is to act on a board with known coins."""
    board = match.board
    return match.phase in _PHASES and board is not None and board.position is not None and not board.umpire


def try_steps(match: Match, agreed: Agreement, steps: list[WhatIfStep], language: str) -> WhatIfAnswer:
    """Snapshot after these steps, and the last step's events. Raises `CarromError` for a refused step."""
    if not can_branch(match):
        raise CarromError(
            "no-open-board", f"after event {match.number} no board lies open with its pieces in known places"
        )
    played: list[tuple[Match, Trace | None]] = []
    for step in steps:
        move = interpret(match, agreed, step.player, step.act)
        follow, time = partial(act_at_board, agreed=agreed), lambda *_: None
        answer = move if isinstance(move, Refused) else play_out(match, [move], follow, time)
        if isinstance(answer, Refused):
            raise CarromError(answer.code, f"{answer.text} (Law {answer.law})" if answer.law else answer.text)
        played, match = answer, answer[-1][0]
    happened = [
        event_message(at, _view(at, agreed, language), None if trace is None else encode_trace(trace))
        for at, trace in played
    ]
    return WhatIfAnswer(_view(match, agreed, language), happened)


def _view(match: Match, agreed: Agreement, language: str) -> m.Snapshot:
    view = build_snapshot(match, agreed, language)
    # Branches end with their board, without protests.
    todo = view.todo if match.board is not None else m.Todo("over", [])
    return msgspec.structs.replace(view, todo=todo, may_protest=False, protests=[])


def seat_everybody(match: Match, seed: int = 0) -> Agreement:
    """Seat one person everywhere, without a clock."""
    seats = {player.text(): SeatOccupant(match.setup.name(player), "here") for player in all_players(match)}
    return Agreement(match.setup.rulebook.id, "match", False, seats, seed)


def build_timeline(match: Match, language: str, problems: list[str] | None = None) -> Timeline:
    setup = match.setup
    moments_by_number = {at.number: at for at in match.steps()}
    moments = []
    position = Position.start()
    for event in match.effective():
        moment = moments_by_number[event.number]
        if moment.before is not None:
            after = shown_position(moment)
            moments.append(_moment(moment.before, event.act, moment, position, after, language))
            position = after
    sides = ByParty(*(party_name(setup, party) for party in PARTIES))
    return Timeline(
        title=" – ".join(sides),
        sides=sides,
        rulebook=setup.rulebook.id,
        over=match.winner is not None or is_ended_by_agreement(match),
        problems=problems or [],
        moments=moments,
    )


def _moment(
    before: Match, act: Act, match: Match, before_position: Position, position: Position, language: str
) -> Moment:
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
        before=v.piece_rows(before_position),
        after=v.piece_rows(position),
        position=position.text(),
        score=match.course.points,
        branch=branch_point(match),
        words=event_words(match, language),
    )
