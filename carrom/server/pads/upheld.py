"""An upheld protest at the pads: from which of its events on a match is played again (151a)."""

from carrom.match import Match
from carrom.match.log.acts import Correct
from carrom.server.pads.pad_log import PadFold
from carrom.server.pads.wire import PlayedAgain
from carrom.server.stores.store import StoredEvent
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.state import ProtestState
from carrom.tournament.log.view import TournamentView


def upheld_protest(view: TournamentView, match: str) -> ProtestState | None:
    """The protest that was upheld last against this match, as long as it has no new result."""
    record = view.state.matches.get(MatchId(match))
    if record is None or record.result is not None:
        return None
    found = [one for one in view.state.protests.values() if one.lodged.match == match and one.status == "upheld"]
    return max(found, key=lambda one: one.decided.timestamp() if one.decided is not None else 0.0, default=None)


def played_again(fold: PadFold, protest: ProtestState, stored: list[StoredEvent]) -> PlayedAgain | None:
    """Where this pad goes back to; None where it never had that board, or has gone back."""
    match, lodged, decided = fold.match, protest.lodged, protest.decided
    if match is None or decided is None:
        return None
    again = PlayedAgain(lodged.protest, lodged.game, lodged.board, 0, REASON.format(protest=lodged.protest))
    back = [event.act for event in match.events() if isinstance(event.act, Correct)]
    begun = _board_begins(match, lodged.game, lodged.board)
    if begun is None or any(act.reason == again.reason for act in back):
        return None
    if fold.begun > decided.timestamp():  # what another phone had is gone on with here
        has_gone_back = any(act.to < begun for act in back)
    else:
        heard = {number: event.at for number, event in enumerate(_events(fold, stored), start=1)}
        has_gone_back = heard.get(begun, 0.0) > decided.timestamp()
    if has_gone_back:
        return None
    return PlayedAgain(again.protest, again.game, again.board, begun - 1, again.reason)


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
