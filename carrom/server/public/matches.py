"""Public matches. Provisional results are never final."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from carrom.match import Match
from carrom.server.pads.pad_log import PadFold
from carrom.server.pads.pads import Pads
from carrom.server.pads.referee import dispute
from carrom.tournament.desk.match_text import RoundLabel, match_sides, open_slot, round_label
from carrom.tournament.draws.bracket import MatchId, Slot
from carrom.tournament.model.events import ResultGiven
from carrom.tournament.model.scores import as_pair, sum_pairs
from carrom.tournament.seating.now import TO_PLAY, MatchStatus, TournamentNow
from carrom.tournament.tables.results import Pair

PublicStatus = Literal["coming", "called", "playing", "held", "withheld", "review", "unsigned", "over"]
TO_COME: Final[tuple[PublicStatus, ...]] = ("coming", "called", "playing", "held")
Ending = Literal["walkover", "retired", "left", "extra", ""]

_PUBLIC_STATUS: Mapping[MatchStatus, PublicStatus] = {
    "waiting": "coming",
    "ready": "coming",
    "called": "called",
    "on hold": "held",
    "under review": "review",
    "under protest": "review",
    "void": "review",
    "provisional": "unsigned",
    "played": "over",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveScore:
    """Running score; `points` is None if sources disagree, `games` until one is won."""

    points: Pair | None
    games: Pair | None = None


LiveScores = Mapping[MatchId, LiveScore]


async def live_scores(pads: Pads, tournament: str, view: TournamentNow) -> LiveScores:
    """Scores of unfinished matches from umpires' pads; of several pads the latest, hidden if they differ."""
    by_match: dict[MatchId, list[PadFold]] = {}
    for fold in await pads.folds(tournament):
        by_match.setdefault(MatchId(fold.head.match), []).append(fold)
    found = {}
    for match, folds in by_match.items():
        is_open = match in view.state.matches and view.status(match) in TO_PLAY
        counting = [(fold.received_last, fold.match) for fold in folds if fold.counted and fold.match is not None]
        if is_open and counting:
            _, latest = max(counting, key=lambda one: one[0])
            is_disputed = dispute(view, match, folds) is not None
            found[match] = LiveScore(points=None) if is_disputed else _live_score(latest)
    return found


def _live_score(match: Match) -> LiveScore:
    score = match.course.score
    if score is None:
        return LiveScore(points=(0, 0))
    won = sum_pairs((int(game.winner == "a"), int(game.winner == "b")) for game in score.games)
    return LiveScore(points=as_pair(score.game.points), games=won if any(won) else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicSide:
    """A side of a match; `points` are text: 25, w/o."""

    people: tuple[str, ...]
    team: str | None
    awaited: Slot | None
    points: str = ""
    is_winner: bool = False

    @property
    def is_known(self) -> bool:
        return self.awaited is None

    @property
    def text(self) -> str:
        names = " / ".join(self.people)
        return f"{self.team}: {names}" if self.team and names else self.team or names


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicMatch:
    """A match for the public; `games` has each game's points, `ending` an unusual end."""

    match: MatchId
    event: str
    event_name: str
    label: RoundLabel
    stand: PublicStatus
    sides: tuple[PublicSide, PublicSide]
    table: int | None
    ending: Ending = ""
    games: tuple[Pair, ...] = ()
    extra: Pair | None = None
    won: Pair | None = None

    @property
    def has_figures(self) -> bool:
        return any(side.points for side in self.sides)


def public_match(
    view: TournamentNow, match: MatchId, running: LiveScores, withheld: frozenset[MatchId] = frozenset()
) -> PublicMatch:
    record = view.state.matches[match]
    status = view.status(match)
    stand: PublicStatus = "withheld" if match in withheld else _PUBLIC_STATUS.get(status, "coming")
    result = record.result if stand in ("over", "unsigned") else None
    live = running.get(match) if stand in ("coming", "called") else None
    desk_score = record.latest.score if stand in ("coming", "called") and record.latest is not None else None
    if stand == "called" and (record.started is not None or live is not None or desk_score is not None):
        stand = "playing"
    if live is None and desk_score is not None:
        live = LiveScore(points=desk_score)
    points = _points(result) if result is not None else _live_points(live)
    ending = _ending(result)
    if stand == "over" and result is None:
        points, ending = _points_after_withdrawal(view, match), "left"
    winner = view.winner(match) if stand == "over" else None
    first, second = (_side(view, match, at, points[at], winner) for at in (0, 1))
    return PublicMatch(
        match=match,
        event=record.key.event,
        event_name=view.state.event(record.key.event).name,
        label=round_label(view, match),
        stand=stand,
        sides=(first, second),
        table=record.table if stand in ("called", "playing", "held") else None,
        ending=ending,
        games=result.by_game if result is not None else (),
        extra=result.extra if result is not None else None,
        won=live.games if live is not None else None,
    )


def _side(view: TournamentNow, match: MatchId, at: int, points: str, winner: str | None) -> PublicSide:
    record = view.state.matches[match]
    named = match_sides(view, match)[at]
    if named.entry is None:
        return PublicSide(people=(), team=None, awaited=open_slot(view, record.fixture.slots[at]))
    is_team = record.fixture.rubber is not None
    # Entry names distinguish namesakes; rubbers list players.
    people = named.people if is_team else tuple(named.entry.split(" / "))
    team = str(named.entry) if is_team else None
    return PublicSide(people=people, team=team, awaited=None, points=points, is_winner=named.entry == winner)


def _points(result: ResultGiven) -> tuple[str, str]:
    if result.walkover is not None:
        return ("w/o", "") if result.walkover == "a" else ("", "w/o")
    figures = result.games if result.games is not None else result.score
    return ("", "") if figures is None else (str(figures[0]), str(figures[1]))


def _live_points(live: LiveScore | None) -> tuple[str, str]:
    return ("", "") if live is None or live.points is None else (str(live.points[0]), str(live.points[1]))


def _points_after_withdrawal(view: TournamentNow, match: MatchId) -> tuple[str, str]:
    winner, (a, _) = view.winner(match), view.sides(match)
    return ("w/o", "") if winner == a else ("", "w/o")


def _ending(result: ResultGiven | None) -> Ending:
    if result is None:
        return ""
    if result.walkover is not None:
        return "walkover"
    return "retired" if result.retired is not None else "extra" if result.extra is not None else ""
