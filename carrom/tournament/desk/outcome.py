"""What became of a match, in words: its score, or why it has none."""

from collections.abc import Iterable

from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.scores import score_text
from carrom.tournament.log.state import State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId


def outcome_text(view: TournamentView, match: MatchId, *, tells_why: bool = False) -> str:
    """As a list of matches says it: 25–8, called, a walk-over for Ben (Asha left).

    Why somebody left is the desk's to know: it hangs on no wall.
    """
    record = view.state.matches[match]
    status = view.status(match)
    if status != "played":
        return status
    return _left_text(view, match, tells_why=tells_why) if record.result is None else score_text(record.result)


def last_told(state: State, matches: Iterable[MatchId]) -> list[MatchId]:
    """Matches by when something was told of their results, the last first: what was corrected just now is news."""
    told = {fact: at for at, fact in enumerate(state.seen)}

    def when(match: MatchId) -> int:
        record = state.matches[match]
        facts = (record.result_fact, *(one.fact for one in record.history[-1:]))
        return max((told[one] for one in facts if one in told), default=-1)

    return sorted(matches, key=lambda one: (when(one), one), reverse=True)


def _left_text(view: TournamentView, match: MatchId, *, tells_why: bool) -> str:
    """Nobody played it: one of the two had left."""
    record = view.state.matches[match]
    gone = view.state.left.get(record.key.event, {})
    leaver = view.loser(match)
    why = view.state.left_why.get(record.key.event, {}).get(EntryId(str(leaver)))
    told = f"{leaver} {_HOW[gone[EntryId(str(leaver))].how]}" + (f": {why}" if why and tells_why else "")
    if record.fixture.group is not None:
        treatments = view.tables(record.key)[record.fixture.group].settled.treatments
        if treatments.get(EntryId(str(leaver))) == "annulled":
            return f"annulled ({told})"
    return f"a walk-over for {view.winner(match)} ({told})"


_HOW = {"withdrawn": "left", "retired": "retired", "disqualified": "was disqualified"}
