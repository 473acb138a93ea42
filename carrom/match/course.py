"""State of a match without its history: seats, score, board, clocks, protests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from carrom.equipment import Seat
from carrom.laws import Rulebook, next_seat
from carrom.match.board import Board, BoardResult
from carrom.match.parties import NONE, PARTIES, ByParty, Party, PlayerId
from carrom.match.replace import replace
from carrom.match.scoring import Score
from carrom.match.setup import Setup

Phase = Literal["toss", "ready", "stroke", "placing", "appeal", "demand", "over"]
"""What the match waits for:

- `toss`: the toss
- `ready`: 'Play', which begins a board
- `stroke`: a stroke of the player in turn
- `placing`: pieces to be placed, by a player or the umpire
- `appeal`: 'Play' after an appeal or a stop
- `demand`: how many points the winner of the board takes
- `over`: nothing
"""
WAITING_FOR: Final[dict[Phase, str]] = {
    "toss": "the toss is waited for",
    "ready": "'Play' is waited for",
    "stroke": "a stroke is waited for",
    "placing": "pieces have to be placed first",
    "appeal": "time stands until 'Play'",
    "demand": "the winner says first how many points he takes",
    "over": "the match is over",
}


@dataclass(frozen=True)  # no slots: see `carrom.match.replace`
class Clocks:
    """Clocks of a match: seconds as the events tell them; None where an event had no time.

    No clock runs out by itself: that time is up is an act, of a stroke or placing in `rules.fouls`, of a game in
    `rules.endings`. `carrom.match.deadlines` says when each will be up.
    """

    started: float | None = None
    finished: float | None = None
    timer: float | None = None
    """Since when the time for a stroke or for placing runs (50, 88a)."""
    spent: float = 0.0
    """Part of that time used up before a pause (121a)."""
    game: float = 0.0
    """Time played in this game, up to `game_since`."""
    game_since: float | None = None
    """Since when the game clock runs; None while stopped."""
    is_game_unknown: bool = False
    """The game clock began, stopped or resumed without a time."""
    between: float | None = None
    """End of the previous board; the change of sides and the interval count from here."""
    interval: float | None = None
    called: float | None = None
    stopped: float | None = None
    """Time when an appeal or the umpire stopped all clocks."""
    paused: float = 0.0
    """Seconds of stopped clocks since `between`."""
    game_goes_on: bool = False
    """The game clock resumes with 'Play'."""
    is_striker_down: bool = False
    """The turn has ended, and the striker still lies on the board (124b)."""
    is_placing_called: bool = False
    is_timer_stopped: bool = False
    """The time is stopped while a protest is lodged (150)."""

    def game_time(self, at: float | None) -> float:
        """Seconds played in this game up to `at`."""
        if self.game_since is None or at is None:
            return self.game
        return self.game + max(0.0, at - self.game_since)

    def stop_game(self, at: float | None) -> Clocks:
        is_unknown = self.is_game_unknown or (at is None and self.game_since is not None)
        return replace(self, game=self.game_time(at), game_since=None, is_game_unknown=is_unknown)

    def run_game(self, at: float | None) -> Clocks:
        is_unknown = self.is_game_unknown or at is None
        return replace(self, game_since=None if is_unknown else at, is_game_unknown=is_unknown)

    def start_timer(self, at: float | None, *, is_striker_down: bool = False) -> Clocks:
        return replace(
            self, timer=at, spent=0.0, is_striker_down=is_striker_down, is_placing_called=False, is_timer_stopped=False
        )

    def pause_timer(self, at: float | None) -> Clocks:
        spent = self.spent if at is None or self.timer is None else max(0.0, at - self.timer)
        return replace(self, timer=None, spent=spent)

    def resume_timer(self, at: float | None) -> Clocks:
        return replace(self, timer=None if at is None else at - self.spent, spent=0.0, is_timer_stopped=False)


@dataclass(frozen=True, slots=True)
class ProtestCase:
    """Protest and decision (144–151)."""

    number: int
    party: Party
    game: int
    board: int
    text: str
    lodged: float | None
    start: Course = field(compare=False, repr=False)
    board_over: float | None = None
    written: bool = False
    decision: Literal["upheld", "overruled", "moot"] | None = None


@dataclass(frozen=True, slots=True)
class CardWarning:
    """A warning; `count` is the player's total for that law."""

    who: str
    law: str
    count: int
    game: int
    board: int


@dataclass(frozen=True, slots=True)
class CardRemark:
    text: str
    law: str
    game: int
    board: int


@dataclass(frozen=True)  # no slots: see `carrom.match.replace`
class Course:
    """State of a match that the rules work on: each takes a course and an act and returns the next course."""

    phase: Phase
    seats: ByParty[tuple[Seat, ...]]
    sat: tuple[Party, ...] = ()
    """Parties that have sat down, in that order (39)."""
    toss_winner: Party | None = None
    toss_choice: Literal["break", "side"] | None = None
    opener: PlayerId | None = None
    """Breaks the first board of the match."""
    extra_breaker: PlayerId | None = None
    """Won the toss for the extra board."""
    score: Score | None = None
    board: Board | None = None
    boards: tuple[BoardResult, ...] = ()
    origin: Course | None = field(default=None, compare=False, repr=False)
    """The match before the board in play, or before the last that ended: an upheld protest returns here (151a, I-36).
    """
    cancelled: int = 0
    """Times the next board has been cancelled."""
    has_begun: bool = False
    is_called: bool = False
    reported: tuple[Party, ...] = ()
    ready: tuple[Party, ...] = ()
    suspended: Phase | None = None
    """Phase that an appeal or a stop between boards interrupted."""
    carried: ByParty[int] = NONE
    """Pieces owed when the next board begins, for offences outside play (I-35)."""
    trials: tuple[Party, ...] = ()
    trial: Party | None = None
    rest: Literal["begun", "over"] | None = None
    is_change_due: bool = False
    is_change_late: bool = False
    """The unnoticed change comes after the board in play (60c)."""
    awarded: Party | None = None
    award_law: str | None = None
    protests: tuple[ProtestCase, ...] = ()
    remarks: tuple[CardRemark, ...] = ()
    warnings: tuple[CardWarning, ...] = ()
    disturbed: ByParty[int] = NONE
    """Fouls for disturbing the opponent (129, 143h)."""
    played: tuple[Party, ...] = ()
    signatures: tuple[tuple[str, str], ...] = ()
    clocks: Clocks = Clocks()

    def in_play(self, board: Board, clocks: Clocks) -> Course:
        """Course with this board, in the phase that its placings require."""
        phase: Phase = "placing" if board.placing or board.umpire else "stroke"
        return replace(self, board=board, phase=phase, clocks=clocks)

    @property
    def is_playing(self) -> bool:
        """A board is in progress and not waiting for the winner's demand."""
        return self.board is not None and self.board.award is None

    @property
    def winner(self) -> Party | None:
        return self.awarded or (self.score.winner if self.score is not None else None)

    @property
    def next_board(self) -> tuple[int, int]:
        coming = self.score.next if self.score is not None else None
        if self.score is not None and coming is None:
            return self.score.number, self.score.game.boards + 1
        return (1, 1) if coming is None else (coming.game, coming.board)

    @property
    def has_open_protest(self) -> bool:
        return any(case.decision is None for case in self.protests)

    @property
    def is_withheld(self) -> bool:
        """Won, but the winner is withheld until a protest is decided (150)."""
        return self.winner is not None and self.has_open_protest

    @property
    def points(self) -> ByParty[int]:
        return self.score.game.points if self.score is not None else ByParty(0, 0)

    def seat(self, player: PlayerId) -> Seat:
        return self.seats[player.party][player.index]

    def at_seat(self, seat: Seat) -> PlayerId:
        """Raises `LookupError` for the empty seats of singles."""
        for party in PARTIES:
            for index, taken in enumerate(self.seats[party]):
                if taken is seat:
                    return PlayerId(party, index)
        raise LookupError(f"nobody sits at {seat.value}")

    def next_player(self, player: PlayerId, rulebook: Rulebook) -> PlayerId:
        """Player whose turn is next (49b)."""
        return self.at_seat(next_seat(self.seat(player), rulebook, doubles=len(self.seats.a) > 1))

    def next_breaker(self, setup: Setup) -> PlayerId | None:
        """Player who breaks the next board (42, 49); None before the toss that decides it and after the match."""
        coming = self.score.next if self.score is not None and self.awarded is None else None
        if coming is None or self.opener is None:
            return None
        if coming.is_extra:
            return self.extra_breaker
        breaker = self.opener
        for _ in range((coming.game - 1) % 2 + (coming.board - 1) % 4):
            breaker = self.next_player(breaker, setup.rulebook)
        return breaker
