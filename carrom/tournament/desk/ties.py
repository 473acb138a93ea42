"""Team against team: the rubbers of every tie, and how many each side has won."""

from dataclasses import dataclass

from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.results import EntryId, Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class TieScore:
    """Two teams that meet: who has won how many rubbers, and which are theirs."""

    turn: int
    teams: tuple[EntryId, EntryId]
    won: Pair
    open: int
    matches: tuple[MatchId, ...]

    @property
    def is_begun(self) -> bool:
        """Whether there is anything to show."""
        return self.won != (0, 0)


def tie_scores(view: TournamentView, key: StageKey) -> tuple[TieScore, ...]:
    """Every tie of a league of teams, in the order of play; nothing where the stage has none."""
    if not view.state.stage(key).form.has_ties:
        return ()
    rubbers: dict[tuple[int, EntryId, EntryId], list[MatchId]] = {}
    for record in view.state.in_stage(key):
        a, b = view.sides(record.fixture.id)
        if a is not None and b is not None:
            rubbers.setdefault((record.fixture.turn, a, b), []).append(record.fixture.id)
    return tuple(_tie(view, turn, (a, b), matches) for (turn, a, b), matches in rubbers.items())


def _tie(view: TournamentView, turn: int, teams: tuple[EntryId, EntryId], matches: list[MatchId]) -> TieScore:
    winners = [view.winner(match) for match in matches]
    return TieScore(
        turn=turn,
        teams=teams,
        won=(winners.count(teams[0]), winners.count(teams[1])),
        open=winners.count(None),
        matches=tuple(matches),
    )
