"""What if: strokes tried from any moment of a match, under everything that held then. The match never hears of it.

A branch is the log up to that moment and the acts of whoever tries, kept by his page and sent whole each time; so
nothing is stored here, and there is nothing to clean up.
"""

from functools import partial

import msgspec

from carrom.base.errors import CarromError
from carrom.base.refusal import Refused
from carrom.match import Match
from carrom.match.log import acts
from carrom.physics import Trace
from carrom.server.live.agreement import Agreement
from carrom.server.live.player_acts import interpret
from carrom.server.live.umpire_acts import act_at_board, play_out
from carrom.server.tell.events import encode_trace, event_message
from carrom.server.tell.page_view import all_players, page_view
from carrom.server.wire import messages as m
from carrom.server.wire.requests import WhatIfAnswer, WhatIfStep
from carrom.server.wire.values import Sitting

_PHASES = ("stroke", "placing", "demand")
_PLAYED = (acts.StrokeMade, acts.Place, acts.Forgo, acts.Pass, acts.Demand, acts.Timeout)


def branch_point(match: Match) -> int | None:
    """After which event something else can be tried than the last event of `match`: before it if a player made it,
    otherwise rather after it; None where no board lies open."""
    is_played = match.event is not None and isinstance(match.event.act, _PLAYED)
    for moment in (match.before, match) if is_played else (match, match.before):
        if moment is not None and can_branch(moment):
            return moment.number
    return None


def can_branch(match: Match) -> bool:
    """Whether a player is waited for at a board whose pieces lie in known places."""
    board = match.board
    return match.phase in _PHASES and board is not None and board.position is not None and not board.umpire


def try_steps(match: Match, agreed: Agreement, steps: list[WhatIfStep], language: str) -> WhatIfAnswer:
    """Where these acts lead from `match`, and what the last of them made happen. Raises `CarromError` where one of them
    cannot be."""
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


def _view(match: Match, agreed: Agreement, language: str) -> m.PageView:
    view = page_view(match, agreed, language)
    # A branch ends with its board, and nobody protests in it.
    todo = view.todo if match.board is not None else m.Todo("over", [])
    return msgspec.structs.replace(view, todo=todo, may_protest=False, protests=[])


def seat_everybody(match: Match, seed: int = 0) -> Agreement:
    """A table at which whoever tries plays every seat, and no clock runs."""
    seats = {player.text(): Sitting(match.setup.name(player), "here") for player in all_players(match)}
    return Agreement(match.setup.rulebook.id, "match", False, seats, seed)
