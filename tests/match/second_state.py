"""State of a match in the second fold: one plain mutable object."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NoReturn

from tests.match.second_figures import FIGURES, RIGHT_HAND, Figures, board_limit, other


class RefusedLineError(Exception):
    """The line is not allowed at this point; nothing has changed."""


def no(reason: str) -> NoReturn:
    raise RefusedLineError(reason)


@dataclass
class Game:
    points: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    boards: int = 0
    winner: str | None = None
    extra: dict[str, int] | None = None
    swapped_after: int | None = None  # the board after which the sides change within the third game (60)


@dataclass
class Entry:
    """Pieces of a party that are to be placed now."""

    party: str
    count: int
    by: str
    vain: int = 0  # how many of them were pocketed in vain: they count as on the board (I-11)
    placed: int = 0  # of this entry already on the board


@dataclass
class Board:
    game: int
    number: int
    extra: bool
    breaker: str
    turn: str
    colours: dict[str, str]
    lying: dict[str, int] = field(default_factory=lambda: {"a": 9, "b": 9})
    owed: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    waiting: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})  # owed pieces waiting for room
    owed_at_first: dict[str, int] = field(default_factory=dict)
    opened: dict[str, bool] = field(default_factory=lambda: {"a": False, "b": False})
    queen: str = "board"
    attempt: int | None = 1
    strokes: int = 0
    placing: list[Entry] = field(default_factory=list)
    deadline: float | None = None
    passes: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    skips: dict[str, int] = field(default_factory=dict)
    offer: tuple[str, int, int] | None = None  # winner, points, and what he may demand
    struck: str | None = None  # who made the last stroke
    before: dict[str, Any] | None = None  # what the judge was asked about it
    last_turn: tuple[str, int] | None = None  # whose turn it was at the last stroke, and which stroke of it
    played_on: str | None = None  # plays on unnoticed after an opponent's piece (125b)
    may_play_on: str | None = None
    came_back: str | None = None  # whose uncovered queen came back (96)
    stroke_since: bool = False
    striker_lies: bool = False
    place_called: bool = False
    late: tuple[str, int] | None = None  # party whose pieces were placed too late, and how many are there (88b)

    def on(self, party: str) -> int:
        return self.lying[party] + sum(entry.count for entry in self.placing if entry.party == party)


@dataclass
class State:
    rulebook: str
    stage: str
    doubles: bool
    at: float | None = None
    phase: str = "toss"
    first_breaker: str | None = None  # who opened the first game
    next_breaker: str | None = None
    seats: dict[str, str] = field(default_factory=dict)
    sat: set[str] = field(default_factory=set)
    sat_in_order: list[str] = field(default_factory=list)
    chooses_side: str | None = None
    warnings: list[tuple[str, str, int]] = field(default_factory=list)  # player, law and number of the warning
    disturbances: list[str] = field(default_factory=list)  # fouls for disturbing, by the party that committed them
    has_struck: set[str] = field(default_factory=set)  # which party has made a stroke of this match, or kept a board
    trials: set[str] = field(default_factory=set)
    begun: bool = False
    games: list[Game] = field(default_factory=list)
    board: Board | None = None
    change_due: bool = False
    change_forgotten: bool = False
    extra_toss: bool = False
    out_of_time: bool = False
    winner: str | None = None
    award_law: str | None = None
    signed: set[str] = field(default_factory=set)
    protests: list[dict[str, Any]] = field(default_factory=list)
    owed_next: dict[str, int] = field(default_factory=lambda: {"a": 0, "b": 0})
    boards_begun: int = 0
    last_board: dict[str, Any] | None = None  # the board that ended last, however it ended
    ended: dict[int, float] = field(default_factory=dict)  # end times of the boards, in order of their beginning
    game_ends: float | None = None
    game_left: float | None = None
    game_clocked: bool = False  # whether the first 'Play' of this game was called, timed or not
    game_stood: bool = False  # an appeal stopped the clock of the game
    stroke_left: float | None = None
    stands: bool = False  # a protest was lodged, and the time of the stroke or the placing stands
    stood_left: float | None = None
    waits: str = "stroke"  # the phase that an appeal interrupted
    called: bool = False
    called_at: float | None = None
    reported: set[str] = field(default_factory=set)
    ready: set[str] = field(default_factory=set)
    trial: str | None = None  # whose trial board is under way
    rested: bool = False
    resting: bool = False
    rest_at: float | None = None

    def __post_init__(self) -> None:
        if not self.seats:
            seats = {"a1": "south", "b1": "north"}
            if self.doubles:
                seats = {"a1": "south", "a2": "north", "b1": "east", "b2": "west"}
            self.seats = seats

    @property
    def figures(self) -> Figures:
        return FIGURES[self.rulebook]

    @property
    def limit(self) -> int | None:
        return board_limit(self.rulebook, self.stage)

    @property
    def open_board(self) -> Board:
        if self.board is None:
            no("no board")
        return self.board

    def players(self) -> list[str]:
        return sorted(self.seats)

    def neighbour(self, player: str, steps: int) -> str:
        """Return the player so many seats to the right; in singles every neighbour is the opponent."""
        if not self.doubles:
            return other(player[0]) + "1"
        seat = RIGHT_HAND[(RIGHT_HAND.index(self.seats[player]) + steps) % 4]
        return next(who for who, where in self.seats.items() if where == seat)

    def follows(self, player: str) -> str:
        return self.neighbour(player, -1 if self.figures.to_the_left else 1)

    def points_of(self, party: str) -> int:
        game = self.current_game()
        return game.points[party] if game else 0

    def current_game(self) -> Game | None:
        return self.games[-1] if self.games and self.games[-1].winner is None else None

    def credited(self, party: str) -> bool:
        return self.points_of(party) <= self.figures.ceiling
