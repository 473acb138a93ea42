"""A match at a glance, for lists of matches and for the preview of its link."""

from collections.abc import Collection

from carrom.match import Match
from carrom.match.parties import PARTIES
from carrom.match.view import games_won
from carrom.server.live.agreement import Agreement
from carrom.server.live.noted import is_ended
from carrom.server.tell.feats import feats_of
from carrom.server.tell.page_view import last_position, next_task, seat_views
from carrom.server.wire.games import GameCard
from carrom.server.wire.values import piece_rows


def sides(card: GameCard) -> tuple[str, str]:
    """The names on each side, without seats that are still free."""
    seats = [one for one in card.seats if one.player not in card.free]
    a, b = (" & ".join(one.name for one in seats if one.party == party) for party in PARTIES)
    return a, b


def game_card(match_id: str, made: float, match: Match, agreed: Agreement, taken: Collection[str] = ()) -> GameCard:
    """The match as it stands, with the seats that are `taken` by their links. Takes a millisecond or two: not for the
    event loop."""
    todo = next_task(match, agreed, now=0.0)
    seats = seat_views(match, agreed)
    by_link = [one.player for one in seats if agreed.players[one.player].who == "link"]
    # At a tournament's table the desk has named everybody.
    is_open = not match.course.has_begun and agreed.rules is None
    free = [player for player in by_link if player not in taken] if is_open else []
    return GameCard(
        id=match_id,
        seq=match.number,
        made=made,
        at=made + (match.at or 0.0),
        rulebook=match.setup.rulebook.id,
        title=match.setup.rulebook.title,
        length=agreed.length,
        seats=seats,
        pieces=piece_rows(last_position(match)),
        score=match.course.points,
        games=games_won(match.course),
        waits=todo.what,
        players=todo.players,
        winner=match.announced,
        is_agreed=is_ended(match),
        feats=feats_of(match) if todo.what == "over" else None,
        free=free,
    )
