"""Protests with their times, and the boards that were played."""

from datetime import datetime

from carrom.server.desk.views import shapes as s
from carrom.server.desk.views.matches import boards_shown, match_shown
from carrom.tournament.desk.protest_desk import goes_on_text
from carrom.tournament.log.decision_facts import ProtestId
from carrom.tournament.log.protests import decide_by, lodge_until
from carrom.tournament.log.view import TournamentView


def protests_shown(view: TournamentView) -> list[s.ProtestShown]:
    """All protests, the newest first."""
    return [protest_shown(view, name) for name in reversed(list(view.state.protests))]


def protest_shown(view: TournamentView, name: ProtestId) -> s.ProtestShown:
    """A protest, until when it waits for what, and the boards that were played."""
    state = view.state
    protest = state.protests[name]
    lodged = protest.lodged
    record = state.matches[lodged.match]
    given = (record.drafts.get(protest.contested) if protest.contested is not None else None) or record.result
    shown = match_shown(view, lodged.match)
    until: datetime | None = lodge_until(state, protest)
    return s.ProtestShown(
        id=name,
        match=shown,
        side=lodged.side,
        who=shown.sides[0 if lodged.side == "a" else 1].text,
        board=lodged.board,
        game=lodged.game,
        text=lodged.text,
        signed_by=lodged.signed_by,
        status=protest.status,
        lodged=protest.at.isoformat(timespec="seconds"),
        fee=state.announced.protests.fee,
        fee_paid=protest.fee_paid,
        refunded=protest.refunded,
        fee_until=None if until is None else until.isoformat(timespec="seconds"),
        decide_by=decide_by(state, protest).isoformat(timespec="seconds"),
        is_open=protest.status in ("lodged", "admissible", "late"),
        boards=boards_shown(given.boards if given is not None else (), (lodged.game, lodged.board)),
        goes_on=goes_on_text(state, name),
    )
