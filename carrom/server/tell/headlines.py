"""The one word that stands over the board after an event: what everybody at the table would call out."""

from carrom.laws import Ruling
from carrom.match import Match
from carrom.match.log.acts import StrokeMade
from carrom.server.wire import messages as m

_FOULS = ("foul", "technical-foul")


def headline(match: Match) -> m.Headline | None:
    """What the last event of this match was, where it is more than a stroke like others."""
    event, before = match.event, match.before
    if event is None or before is None:
        return None
    won = next((happening for happening in match.happened if happening.code == "board-won"), None)
    if won is not None:
        slam = won.data.get("slam")
        return m.Headline("slam" if slam else "board", str(slam) if slam else None)
    if any(happening.code in _FOULS for happening in match.happened):
        return m.Headline("foul")
    stroke, ruling = event.act, match.ruling
    if not isinstance(stroke, StrokeMade) or not isinstance(ruling, Ruling):
        return None
    if ruling.due or ruling.penalty:
        return m.Headline("foul")
    was = before.board.queen_in_turn if before.board is not None else "board"
    if ruling.queen == "player" != was:
        return m.Headline("covered")
    if ruling.queen == "pending" and stroke.queen:
        return m.Headline("queen")
    if was == "pending" and ruling.returned.queen:
        return m.Headline("uncovered")
    if ruling.turn == "retry":
        return m.Headline("retry")
    return m.Headline("several", None, stroke.own) if stroke.own > 1 else None
