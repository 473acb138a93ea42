"""Appeals at a table without an umpire: who stops play says when it goes on, and the others need not wait for ever."""

from typing import NamedTuple

from carrom.base.refusal import Refused
from carrom.match import Match, PlayerId
from carrom.match.log import acts
from carrom.match.parties import Party
from carrom.server.live.agreement import Agreement
from carrom.server.wire import messages as m

PATIENCE = 120.0
"""Seconds after which the other side may go on too."""
_AGAIN = "asks for this board to be played again (140)"


class Stopping(NamedTuple):
    """The appeal that play stands still for."""

    party: Party | None
    """Whose it is; None: the clocks were stopped without one."""
    note: str
    at: float

    @property
    def wants_replay(self) -> bool:
        return self.note.startswith(_AGAIN)

    @property
    def text(self) -> str:
        return self.note.removeprefix(_AGAIN).removeprefix(": ")


def appeal_of(player: PlayerId, wish: m.LodgeAppeal) -> acts.Appeal:
    """The act of an appeal; what it is for is in its note."""
    words = [_AGAIN] if wish.wants == "replay" else []
    return acts.Appeal(player, ": ".join([*words, *([wish.text] if wish.text else [])]))


def stopping(match: Match) -> Stopping | None:
    """Why play stands still, if it does: the first word on it counts."""
    found = None
    at: Match | None = match
    while at is not None and at.event is not None and at.course.phase == "appeal":
        act = at.event.act
        if isinstance(act, acts.Appeal):
            party = act.party.party if isinstance(act.party, PlayerId) else act.party
            found = Stopping(party, act.note, at.at or 0.0)
        elif isinstance(act, acts.Stop):
            found = Stopping(None, act.reason, at.at or 0.0)
        at = at.before
    return found


def check_go_on(match: Match, agreed: Agreement, party: Party, now: float) -> Refused | None:
    """Why this side may not call 'Play' again now."""
    stopped = stopping(match)
    if stopped is None or may_go_on(stopped, agreed, party, now):
        return None
    return Refused("not-yet", "121a", "who appealed says when play goes on")


def may_go_on(stopped: Stopping, agreed: Agreement, party: Party, now: float) -> bool:
    """Whether this side may call 'Play' again: who appealed, and the other side where it is asked or has waited."""
    is_asked = stopped.wants_replay or stopped.party in (None, party)
    return agreed.is_solo or is_asked or now - stopped.at >= PATIENCE


def may_grant(stopped: Stopping, agreed: Agreement, party: Party) -> bool:
    """Whether it is this side's word that lets the board be played again (140)."""
    return stopped.wants_replay and (agreed.is_solo or stopped.party != party)
