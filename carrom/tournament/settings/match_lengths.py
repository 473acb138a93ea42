"""How long a match is expected to last, by the format of its round.

A slot of the hall is the time for the shortest match of the tournament. One of more boards or games takes as much
longer as its boards are more.
"""

from carrom.match.scoring import Format
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Definition, Stage
from carrom.tournament.seating.now import TournamentNow, cached_per_state

_POINTS_A_BOARD = 4.5  # what the winner of a board gets, on the average
_LONGEST_GAME = 10.0  # boards, where nothing else ends it
_A_BOARD = 5  # minutes
_AROUND = 15  # minutes for coming, the toss and signing the card


class MatchLengths:
    """Minutes for every match of a tournament."""

    def __init__(self, view: TournamentNow) -> None:
        state = self._state = view.state
        self._slot = state.announced.hall.slot_minutes
        kinds = {(record.key, record.fixture.round) for record in state.matches.values()}
        self._boards = {kind: _boards(state.stage(kind[0]).format_in(kind[1])) for kind in kinds}
        self._shortest = min(self._boards.values(), default=1.0)

    def minutes(self, match: MatchId) -> int:
        """From the call to the free table, to five minutes where it is not just a slot."""
        record = self._state.matches[match]
        ratio = self._boards[record.key, record.fixture.round] / self._shortest
        return self._slot if ratio <= 1.0 else 5 * round(self._slot * ratio / 5)


def likely_slot_minutes(definition: Definition) -> int:
    """What a slot should be: how long the shortest match of a tournament takes, from one call to the next."""
    stages = [stage for event in definition.events for stage in event.stages]
    return min((_minutes(stage) for stage in stages), default=definition.hall.slot_minutes)


def _minutes(stage: Stage) -> int:
    """By the clock of its games where they have one, else by their boards. What is longer in some rounds is not the
    shortest match."""
    book, format = stage.book, stage.format_in("group")
    if book.minutes is not None:
        return 5 * round((5 + book.minutes * (format.games_to_win + format.games) / 2) / 5)
    return 5 * round((_AROUND + _A_BOARD * _boards(format)) / 5)


@cached_per_state
def match_lengths(view: TournamentNow) -> MatchLengths:
    """The lengths of the matches of a tournament."""
    return MatchLengths(view)


def _boards(format: Format) -> float:
    """How many boards a match has, on the average."""
    by_points = _LONGEST_GAME if format.target is None else -(-format.target // _POINTS_A_BOARD)
    game = min(by_points, format.boards or by_points)
    return game * (format.games_to_win + format.games) / 2
