"""Expected match lengths, by the format of the round.

The hall's slot is for the shortest match; matches with more boards take proportionally longer.
"""

from carrom.match.scoring import Format
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Definition, Stage
from carrom.tournament.seating.now import TournamentNow, cached_per_state

_POINTS_A_BOARD = 4.5  # average points of a board's winner
_LONGEST_GAME = 10.0  # boards, if nothing else ends it
_A_BOARD = 5  # minutes
_AROUND = 15  # minutes: arriving, toss, signing


class MatchLengths:
    def __init__(self, view: TournamentNow) -> None:
        state = self._state = view.state
        self._slot = state.announced.hall.slot_minutes
        kinds = {(record.key, record.fixture.round) for record in state.matches.values()}
        self._boards = {kind: _boards(state.stage(kind[0]).format_in(kind[1])) for kind in kinds}
        self._shortest = min(self._boards.values(), default=1.0)

    def minutes(self, match: MatchId) -> int:
        """Minutes from call to free table, rounded to five unless exactly one slot."""
        record = self._state.matches[match]
        ratio = self._boards[record.key, record.fixture.round] / self._shortest
        return self._slot if ratio <= 1.0 else 5 * round(self._slot * ratio / 5)


def likely_slot_minutes(definition: Definition) -> int:
    """How long the shortest match takes, from one call to the next."""
    stages = [stage for event in definition.events for stage in event.stages]
    return min((_minutes(stage) for stage in stages), default=definition.hall.slot_minutes)


def _minutes(stage: Stage) -> int:
    """Estimate minutes by the game clock if any, else by boards. Rounds with longer matches are ignored."""
    book, format = stage.book, stage.format_in("group")
    if book.minutes is not None:
        return 5 * round((5 + book.minutes * (format.games_to_win + format.games) / 2) / 5)
    return 5 * round((_AROUND + _A_BOARD * _boards(format)) / 5)


@cached_per_state
def match_lengths(view: TournamentNow) -> MatchLengths:
    return MatchLengths(view)


def _boards(format: Format) -> float:
    by_points = _LONGEST_GAME if format.target is None else -(-format.target // _POINTS_A_BOARD)
    game = min(by_points, format.boards or by_points)
    return game * (format.games_to_win + format.games) / 2
