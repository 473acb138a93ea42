"""What a stroke led to, as facts with names: the page makes one plain sentence of them."""

from carrom.laws import Ruling, lost_by
from carrom.match import Match, PlayerId
from carrom.match.log.acts import StrokeMade
from carrom.match.parties import other
from carrom.server.tell.who import Figure, Who, named
from carrom.server.wire import values as v


def stroke_word(match: Match) -> v.Word | None:
    """The last event of this match if it was a stroke: what fell, whose pieces come back, and whose turn it is now."""
    before, ruling = match.before, match.ruling
    stroke = match.event.act if match.event is not None else None
    if not isinstance(stroke, StrokeMade) or not isinstance(ruling, Ruling) or before is None or before.board is None:
        return None
    player = before.board.turn
    data: dict[str, Figure] = {
        "own": stroke.own,
        "opponent": stroke.opponent,
        "queen_fell": stroke.queen,
        "striker": stroke.striker,
        "improper": bool(ruling.penalty),
        "untouched": not stroke.touched,
        "covered": ruling.queen == "player" != before.board.queen_in_turn,
        "pending": ruling.queen == "pending",
        "queen_back": ruling.returned.queen,
        "turn": ruling.turn,
        "owes": ruling.owed.player,
        "other_owes": ruling.owed.opponent,
    }
    if why := lost_by(ruling):
        data["lost"] = why
    who: dict[str, Who] = {"by": player, "other": other(player.party)}
    if match.board is not None:
        who["to"] = match.board.turn
        for entry in match.board.placing:
            side = "back" if entry.party == player.party else "other_back"
            data[side] = entry.count
            who[f"{side}_placer"] = entry.by
    return named("stroke", ruling.laws, data, who, match)


def place_word(by: PlayerId, count: int, kind: str, match: Match) -> v.Word:
    """Somebody has to place pieces, although the last event was no stroke."""
    return named("to-place", ("78b",), {"count": count, "kind": kind}, {"by": by}, match)
