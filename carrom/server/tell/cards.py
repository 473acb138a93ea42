"""A match at a glance, for lists of matches and for the preview of its link."""

from carrom.match import Match
from carrom.match.view import games_won
from carrom.server.live.agreement import Agreement
from carrom.server.live.noted import is_ended
from carrom.server.tell.feats import feats_of
from carrom.server.tell.page_view import last_position, next_task, seat_views
from carrom.server.wire.games import GameCard
from carrom.server.wire.values import piece_rows


def game_card(match_id: str, made: float, match: Match, agreed: Agreement) -> GameCard:
    """The match as it stands. Takes a millisecond or two: not for the event loop."""
    todo = next_task(match, agreed, now=0.0)
    return GameCard(
        id=match_id,
        seq=match.number,
        made=made,
        at=made + (match.at or 0.0),
        rulebook=match.setup.rulebook.id,
        title=match.setup.rulebook.title,
        length=agreed.length,
        seats=seat_views(match, agreed),
        pieces=piece_rows(last_position(match)),
        score=match.course.points,
        games=games_won(match.course),
        waits=todo.what,
        players=todo.players,
        winner=match.announced,
        is_agreed=is_ended(match),
        feats=feats_of(match) if todo.what == "over" else None,
    )
