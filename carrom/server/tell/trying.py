"""What if: strokes tried from any moment of a match, under everything that held then. The match never hears of it.

A branch is the log up to that moment and the acts of whoever tries, kept by his page and sent whole each time; so
nothing is stored here, and there is nothing to clean up.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from carrom.base.errors import CarromError
from carrom.base.refusal import Refused
from carrom.match import Act, Applied, Match, apply
from carrom.match.log import acts
from carrom.server.live.conduct import meant, umpire_at_board
from carrom.server.live.setup import Agreed, Sitting
from carrom.server.tell.telling import told_of
from carrom.server.tell.view import all_players, view_of
from carrom.server.tell.words import said_of
from carrom.server.wire import messages as m

_PHASES = ("stroke", "placing", "demand")
_PLAYED = (acts.Stroke, acts.Place, acts.Forgo, acts.Pass, acts.Demand, acts.Timeout)


@dataclass(frozen=True, slots=True)
class Tried:
    """Where the branch stands, and what the last act of it made happen."""

    view: m.View
    happened: list[m.Happened]


def start_of(match: Match) -> int | None:
    """After which event something else can be tried than the last event of `match`: before it if a player made it,
    otherwise rather after it; None where no board lies open."""
    is_played = match.event is not None and isinstance(match.event.act, _PLAYED)
    for moment in (match.before, match) if is_played else (match, match.before):
        if moment is not None and can_try(moment):
            return moment.number
    return None


def can_try(match: Match) -> bool:
    """Whether a player is waited for at a board whose pieces lie in known places."""
    board = match.board
    return match.phase in _PHASES and board is not None and board.position is not None and not board.umpire


def tried(match: Match, agreed: Agreed, steps: list[m.Step], language: str) -> Tried:
    """The branch of these acts from `match`. Raises `CarromError` where one of them cannot be."""
    if not can_try(match):
        raise CarromError(f"after event {match.number} no board lies open with its pieces in known places")
    happened: list[m.Happened] = []
    for number, step in enumerate(steps, 1):
        act: Act | Refused | None = meant(match, agreed, step.player, step.act)
        made: list[Match] = []
        while act is not None:
            applied = act if isinstance(act, Refused) else apply(match, match.next_event(act))
            if not isinstance(applied, Applied):
                raise CarromError(f"{applied.text} (Law {applied.law})" if applied.law else applied.text)
            match = applied.match
            made.append(match)
            act = umpire_at_board(match, agreed)
        if number == len(steps):
            happened = [told_of(one, _view(one, agreed, language)) for one in made]
    return Tried(_view(match, agreed, language), happened)


def _view(match: Match, agreed: Agreed, language: str) -> m.View:
    view = view_of(match, agreed, said_of(match, language), now=0.0)
    # A branch ends with its board, and nobody protests in it.
    todo = view.todo if match.board is not None else m.Todo("over", [])
    return msgspec.structs.replace(view, todo=todo, may_protest=False, protests=[])


def open_to_all(match: Match, seed: int = 0) -> Agreed:
    """A table at which whoever tries plays every seat, and no clock runs."""
    seats = {player.text(): Sitting(match.setup.name(player), "here") for player in all_players(match)}
    return Agreed(match.setup.rulebook.id, "match", False, seats, seed)
