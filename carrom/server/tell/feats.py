"""What each side did well and badly in a match, for whoever keeps count of his own games."""

from collections import Counter

from carrom.laws import Ruling
from carrom.match.log.acts import Foul, StrokeMade, Timeout
from carrom.match.match import Match
from carrom.match.parties import PARTIES, ByParty, Party
from carrom.server.wire.games import Feats


def feats_of(match: Match) -> ByParty[Feats]:
    """Counted over what still stands: what was taken back is nobody's."""
    standing = {event.number for event in match.effective()}
    fouls, best = Counter[Party](), Counter[Party]()
    run = 0
    for step in match.steps():
        party = _offender_or_striker(step)
        if step.number not in standing or party is None:
            continue
        act, ruling = (step.event.act if step.event is not None else None), step.ruling
        if isinstance(act, StrokeMade):
            run += act.own
            best[party] = max(best[party], run)
            is_kept = isinstance(ruling, Ruling) and ruling.turn == "continues" and ruling.result is None
            run = run if is_kept else 0
            fouls[party] += isinstance(ruling, Ruling) and bool(ruling.due or ruling.penalty)
        else:
            fouls[party] += 1
            run = 0
    lines = match.course.boards
    return ByParty(
        *(
            Feats(
                sum(line.winner == party for line in lines),
                sum(line.queen == party for line in lines),
                best[party],
                fouls[party],
            )
            for party in PARTIES
        )
    )


def _offender_or_striker(step: Match) -> Party | None:
    """Whose stroke or foul this event was; None if it was neither."""
    act = step.event.act if step.event is not None else None
    board = step.before.board if step.before is not None else None
    if isinstance(act, Foul):
        return act.party if isinstance(act.party, str) else act.party.party
    if board is not None and isinstance(act, StrokeMade | Timeout):
        placing = board.placing and isinstance(act, Timeout)
        return board.placing[0].by.party if placing else board.turn.party
    return None
