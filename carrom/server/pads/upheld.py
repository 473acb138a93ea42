"""An upheld protest at the pads: from which of its events on a match is played again (151a)."""

from carrom.match import Match
from carrom.match.log.acts import Correct
from carrom.server.pads.pad_log import PadFold
from carrom.server.pads.wire import PlayedAgain
from carrom.server.stores.store import StoredEvent
from carrom.tournament.desk.match_result import boards_of
from carrom.tournament.desk.meant import seconds_at
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.resuming import contested_result, last_upheld, resumption_of
from carrom.tournament.log.scores import board_figures
from carrom.tournament.log.state import ProtestState
from carrom.tournament.log.view import TournamentView


def upheld_protest(view: TournamentView, match: str) -> ProtestState | None:
    """The protest that was upheld last against this match, as long as it has no new result."""
    record = view.state.matches.get(MatchId(match))
    if record is None or record.result is not None:
        return None
    return last_upheld(view.state, MatchId(match))


def played_again(
    fold: PadFold, protest: ProtestState, view: TournamentView, stored: list[StoredEvent]
) -> PlayedAgain | None:
    """Where this pad goes back to; None where it never had that board, or has gone back."""
    match, lodged, decided = fold.match, protest.lodged, protest.decided
    if match is None or decided is None:
        return None
    again = PlayedAgain(lodged.protest, lodged.game, lodged.board, 0, REASON.format(protest=lodged.protest))
    begun = _board_begins(match, lodged.game, lodged.board)
    if begun is None:
        return None
    # The hall's clock shows whole seconds: what the server took in the same second counts as after the decision.
    since = seconds_at(decided, view.state)
    if fold.begun >= since and not _goes_on_with(view, protest, match.after(begun - 1)):
        return None
    heard = {number: event.at for number, event in enumerate(_events(fold, stored), start=1)}
    for event in match.events():
        if not isinstance(event.act, Correct):
            continue
        is_later = heard.get(event.number, 0.0) >= since
        if event.act.reason == again.reason or (is_later and event.act.to < begun):
            return None
    return PlayedAgain(again.protest, again.game, again.board, begun - 1, again.reason)


def _goes_on_with(view: TournamentView, protest: ProtestState, match: Match) -> bool:
    """Whether a match keeps the boards before the contested one; a match restarted at 0–0 does not."""
    contested = contested_result(view.state, protest)
    if contested is None or not contested.boards:
        return True
    kept = resumption_of(view.state, protest, contested).kept
    return list(map(board_figures, boards_of(match))) == list(map(board_figures, kept))


REASON = "protest {protest} upheld (151a)"


def _events(fold: PadFold, stored: list[StoredEvent]) -> list[StoredEvent]:
    """Those of the stored facts that are events of the match."""
    spoken = {said.number for said in fold.said}
    return [event for event in stored if event.seq not in spoken]


def _board_begins(match: Match, game: int | None, board: int) -> int | None:
    """The event with which that board began, of those that count. Without a game, boards count through all of them."""
    counting = {event.number for event in match.effective()}
    found: dict[tuple[int, int], int] = {}
    for step in match.steps():
        before = step.before
        if before is None or step.number not in counting or before.course.board is not None:
            continue
        if step.course.board is not None or len(step.course.boards) > len(before.course.boards):
            found.setdefault(before.course.next_board, step.number)
    if game is not None:
        return found.get((game, board))
    return list(found.values())[board - 1] if 0 < board <= len(found) else None
