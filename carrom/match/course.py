"""The whole course of a match up to now, without its history: who sits where, score, board, clocks, protests."""

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
"""What is waited for: a toss; 'Play'; a stroke; placing; 'Play' after an appeal; the winner's demand; nothing."""
WAITING_FOR: Final[dict[Phase, str]] = {
    "toss": "the toss is waited for",
    "ready": "'Play' is waited for",
    "stroke": "a stroke is waited for",
    "placing": "pieces have to be placed first",
    "appeal": "time stands until 'Play'",
    "demand": "the winner says first how many points he takes",
    "over": "the match is over",
}
"""What a match waits for in each phase, for people."""


@dataclass(frozen=True)  # no slots: see `carrom.match.replace`
class Clocks:
    """Times as the events brought them, in seconds; None where nobody looked at the clock."""

    started: float | None = None
    """The first 'Play' of the match."""
    finished: float | None = None
    timer: float | None = None
    """Since when the player in turn, or the placer, has had his time (50, 88a)."""
    spent: float = 0.0
    """What an appeal has left behind of that time (121a)."""
    game: float = 0.0
    """Time played in this game, up to `game_since`."""
    game_since: float | None = None
    """Since when the clock of the game runs; None: it stands."""
    is_game_unknown: bool = False
    """It began, stopped or went on when nobody looked at the clock: how much was played is not known."""
    between: float | None = None
    """When the board before this one was over: from there the change of sides and the rest are counted."""
    interval: float | None = None
    """When the rest before the deciding game began."""
    called: float | None = None
    """When the match was announced to its table."""
    stopped: float | None = None
    """When an appeal or the umpire stopped all clocks."""
    paused: float = 0.0
    """Seconds for which they were stopped since `between`."""
    game_goes_on: bool = False
    """The clock of the game was running when they were stopped."""
    is_striker_down: bool = False
    """A stroke has ended the turn, and its striker lies on the board (124b)."""
    is_placing_called: bool = False
    """The umpire has asked for the placing (88a)."""
    stands: bool = False
    """The time of the stroke, or of the placing, stands while a protest is lodged (150)."""

    def game_time(self, at: float | None) -> float:
        """Seconds of this game played up to then."""
        if self.game_since is None or at is None:
            return self.game
        return self.game + max(0.0, at - self.game_since)

    def stop_game(self, at: float | None) -> Clocks:
        is_unknown = self.is_game_unknown or (at is None and self.game_since is not None)
        return replace(self, game=self.game_time(at), game_since=None, is_game_unknown=is_unknown)

    def run_game(self, at: float | None) -> Clocks:
        """The clock of the game begins, or goes on."""
        is_unknown = self.is_game_unknown or at is None
        return replace(self, game_since=None if is_unknown else at, is_game_unknown=is_unknown)

    def start_timer(self, at: float | None, *, is_striker_down: bool = False) -> Clocks:
        """The time for a stroke, or for placing, begins."""
        return replace(
            self, timer=at, spent=0.0, is_striker_down=is_striker_down, is_placing_called=False, stands=False
        )

    def pause_timer(self, at: float | None) -> Clocks:
        """That time stops; what is spent of it stays spent."""
        spent = self.spent if at is None or self.timer is None else max(0.0, at - self.timer)
        return replace(self, timer=None, spent=spent)

    def go_on(self, at: float | None) -> Clocks:
        """That time goes on where it stopped."""
        return replace(self, timer=None if at is None else at - self.spent, spent=0.0, stands=False)


@dataclass(frozen=True, slots=True)
class ProtestCase:
    """A protest and what became of it (144–151)."""

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
    """Moot: another protest was upheld, and the board of this one will be played anew."""


@dataclass(frozen=True, slots=True)
class CardWarning:
    """A warning, and which one it was for that player and law."""

    who: str
    law: str
    count: int
    game: int
    board: int


@dataclass(frozen=True, slots=True)
class CardRemark:
    """A remark for the score card."""

    text: str
    law: str
    game: int
    board: int


@dataclass(frozen=True)  # no slots: see `carrom.match.replace`
class Course:
    """Where the match stands."""

    phase: Phase
    seats: ByParty[tuple[Seat, ...]]
    sat: tuple[Party, ...] = ()
    """Who has sat down, in that order (39)."""
    toss_winner: Party | None = None
    toss_choice: Literal["break", "side"] | None = None
    opener: PlayerId | None = None
    """Who breaks the first board of the match."""
    extra_breaker: PlayerId | None = None
    """Who won the toss for the extra board."""
    score: Score | None = None
    """None before the toss."""
    board: Board | None = None
    boards: tuple[BoardResult, ...] = ()
    origin: Course | None = field(default=None, compare=False, repr=False)
    """The match as it stood before the board in play, or else before the one that ended last, however it ended: there
    an upheld protest leads back (151a, I-36)."""
    cancelled: int = 0
    """How often the board that is next has been cancelled."""
    has_begun: bool = False
    """'Play' has been called in this match."""
    is_called: bool = False
    """The match has been announced to its table."""
    reported: tuple[Party, ...] = ()
    """Who has come to it."""
    ready: tuple[Party, ...] = ()
    """Who is ready for the next 'Play'."""
    suspended: Phase | None = None
    """Where an appeal or a stop came between boards: what is waited for after it."""
    carried: ByParty[int] = NONE
    """Pieces owed at the beginning of the next board, for offences outside play (I-35)."""
    trials: tuple[Party, ...] = ()
    """Who has had a trial board."""
    trial: Party | None = None
    """Whose is being played."""
    rest: Literal["begun", "over"] | None = None
    """The interval before the deciding game."""
    is_change_due: bool = False
    """The sides change before the next board."""
    is_change_late: bool = False
    """It went unnoticed, and comes after the board that is played (60c)."""
    awarded: Party | None = None
    """Who was given the match by a law or a concession."""
    award_law: str | None = None
    protests: tuple[ProtestCase, ...] = ()
    remarks: tuple[CardRemark, ...] = ()
    warnings: tuple[CardWarning, ...] = ()
    disturbed: ByParty[int] = NONE
    """Fouls for disturbing the opponent (129, 143h)."""
    played: tuple[Party, ...] = ()
    """Who has made a stroke in this match."""
    signatures: tuple[tuple[str, str], ...] = ()
    clocks: Clocks = Clocks()

    def in_play(self, board: Board, clocks: Clocks) -> Course:
        """The course with this board in play, in the phase that its placings ask for."""
        phase: Phase = "placing" if board.placing or board.umpire else "stroke"
        return replace(self, board=board, phase=phase, clocks=clocks)

    @property
    def is_playing(self) -> bool:
        """Whether a board is in progress; one that waits for the winner's demand is over."""
        return self.board is not None and self.board.award is None

    @property
    def winner(self) -> Party | None:
        """Who has won the match."""
        return self.awarded or (self.score.winner if self.score is not None else None)

    @property
    def next_board(self) -> tuple[int, int]:
        """Game and number of the board that is next."""
        coming = self.score.next if self.score is not None else None
        if self.score is not None and coming is None:
            return self.score.number, self.score.game.boards + 1
        return (1, 1) if coming is None else (coming.game, coming.board)

    @property
    def has_open_protest(self) -> bool:
        return any(case.decision is None for case in self.protests)

    @property
    def is_withheld(self) -> bool:
        """The match is won, and nobody is told by whom before the protest is decided (150)."""
        return self.winner is not None and self.has_open_protest

    @property
    def points(self) -> ByParty[int]:
        """The score of the game that is open."""
        return self.score.game.points if self.score is not None else ByParty(0, 0)

    def seat(self, player: PlayerId) -> Seat:
        return self.seats[player.party][player.index]

    def at_seat(self, seat: Seat) -> PlayerId:
        """Who sits there. In singles two seats are empty."""
        for party in PARTIES:
            for index, taken in enumerate(self.seats[party]):
                if taken is seat:
                    return PlayerId(party, index)
        raise LookupError(f"nobody sits at {seat.value}")

    def next_player(self, player: PlayerId, rulebook: Rulebook) -> PlayerId:
        """Who plays when this player's turn is over (49b)."""
        return self.at_seat(next_seat(self.seat(player), rulebook, doubles=len(self.seats.a) > 1))

    def next_breaker(self, setup: Setup) -> PlayerId | None:
        """Who breaks the next board (42, 49): None before the toss that decides it, and when the match is over."""
        coming = self.score.next if self.score is not None and self.awarded is None else None
        if coming is None or self.opener is None:
            return None
        if coming.is_extra:
            return self.extra_breaker
        breaker = self.opener
        for _ in range((coming.game - 1) % 2 + (coming.board - 1) % 4):
            breaker = self.next_player(breaker, setup.rulebook)
        return breaker
