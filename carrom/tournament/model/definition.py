"""Definition of a tournament: its competitions, their stages and rules, and its hall."""

from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass, field, fields, replace
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NewType

from carrom.base.characters import shorten
from carrom.base.codec import misread_value, read_at, register_form
from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.laws.rounds import RoundName, check_round
from carrom.match.scoring import Format
from carrom.tournament.formats import StageFormat, format_of
from carrom.tournament.model.limits import (
    LONGEST_CHAIN,
    LONGEST_TITLE,
    MOST_DAYS,
    MOST_IN_MATCH,
    MOST_IN_STAGE,
    MOST_MINUTES,
    MOST_TABLES,
    Limit,
    check_limits,
    check_year,
)
from carrom.tournament.model.people import Category
from carrom.tournament.schedule.hall_hours import HallHours, clock_from_text
from carrom.tournament.schedule.umpires import Umpire
from carrom.tournament.tables.policy import Policy
from carrom.tournament.tables.withdrawals import KEEP_FROM_HALF, WithdrawalRule

_HALL_LIMITS = {
    "tables": Limit(1, MOST_TABLES, f"no hall has more than {MOST_TABLES} boards"),
    "slot_minutes": Limit(1, MOST_MINUTES),
    "rest": Limit(0, MOST_MINUTES),
    "report_minutes": Limit(0, MOST_MINUTES),
    "report_before": Limit(0, MOST_MINUTES),
    "days": Limit(1, MOST_DAYS),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """Tables, opening hours and umpires.

    Without an `end` play goes on through the night. `slot_minutes` is the time between calls for the tournament's
    shortest match, `rest` the minutes between two matches of a player (None: one slot). A player absent
    `report_minutes` after the call loses the match (Law 143 i), unless the desk waits. Games that must be reported
    first begin `report_before` minutes later.
    """

    tables: int = 4
    slot_minutes: int = 35
    rest: int | None = None
    start: str = "09:00"
    end: str | None = None
    closed: tuple[tuple[str, str], ...] = ()
    days: int | None = None
    report_minutes: int = 15
    report_before: int = 0
    umpires: tuple[Umpire, ...] = ()

    def __post_init__(self) -> None:
        check_limits(self, _HALL_LIMITS)
        names = [umpire.name for umpire in self.umpires]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise CarromError("umpire-twice", f"the umpire {twice!r} appears twice")
        self.hours.fit(0, self.slot_minutes)

    @property
    def hours(self) -> HallHours:
        end = clock_from_text(self.end) if self.end is not None else None
        closed = tuple((clock_from_text(since), clock_from_text(until)) for since, until in self.closed)
        return HallHours(clock_from_text(self.start), end, closed)

    @property
    def rest_minutes(self) -> int:
        return self.slot_minutes if self.rest is None else self.rest


CompetitionId = NewType("CompetitionId", str)
StageId = NewType("StageId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """A stage's departures from its rulebook. None keeps the rulebook's figure, 0 removes a limit.

    `boards` applies up to and including the round `boards_until` (Law 56b), or "always". `most` is the highest score of
    a board: nine coins and the queen.
    """

    games: int | None = None
    target: int | None = None
    boards: int | None = None
    boards_until: RoundName | None = None
    minutes: int | None = None
    most: int | None = None

    def __post_init__(self) -> None:
        if self.boards_until not in (None, "always"):
            read_at("boards_until", check_round, self.boards_until)
        for name in ("games", "target", "boards", "minutes", "most"):
            value = getattr(self, name)
            least = 1 if name in ("games", "most") else 0
            if value is not None and not least <= value <= MOST_IN_MATCH[name]:
                raise CarromError("out-of-range", f"{name} cannot be {value}")

    def with_overrides(self, more: "Overrides") -> "Overrides":
        """Merge with a single round's overrides, whose board limit then always applies."""
        given = {one.name: value for one in fields(more) if (value := getattr(more, one.name)) is not None}
        return replace(self, **given, boards_until=self.boards_until if more.boards is None else "always")

    @property
    def is_whole(self) -> bool:
        """Whether nothing comes from the rulebook."""
        return None not in (self.games, self.target, self.boards, self.boards_until, self.minutes, self.most)


@lru_cache(maxsize=256)
def _resolve(id: str, over: Overrides) -> Rulebook:
    book = replace(rulebook("icf"), id=id, title=id) if over.is_whole and id not in RULEBOOKS else rulebook(id)
    return replace(
        book,
        games=book.games if over.games is None else over.games,
        target=book.target if over.target is None else over.target or None,
        boards=book.boards if over.boards is None else over.boards or None,
        boards_limit_until=over.boards_until or book.boards_limit_until,
        minutes=book.minutes if over.minutes is None else over.minutes or None,
        most_points=over.most or book.most_points,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage of a competition.

    `advance` is how many entries of each group, or of the table, go on. `by_round` has the rules of single rounds.
    `reset`: an unbeaten loser of a double elimination's grand final plays it once more. `after_bye`: a plate also takes
    players who had a bye and lost their first match after it.
    """

    id: StageId
    format: str
    rulebook: str
    overrides: Overrides = Overrides()
    by_round: Mapping[RoundName, Overrides] = field(default_factory=dict)
    policy: Policy | None = None
    withdrawal: WithdrawalRule = KEEP_FROM_HALF
    groups: int | None = None
    group_size: int | None = None
    advance: int = 0
    rounds: int | None = None
    third_place: bool = False
    reset: bool = True
    after_bye: bool = False
    apart: Literal["club", "community"] | None = None

    def __post_init__(self) -> None:
        if self.form.shape == "tables" and self.policy is None:
            raise CarromError("policy-missing", f"the stage {self.id} is a {self.format} and needs a standings policy")
        lacking = self.form.lacks(self)
        if lacking is not None:
            raise CarromError("stage-incomplete", f"the stage {self.id} {lacking}")
        for round, more in self.by_round.items():
            read_at("by_round", check_round, round)
            if more.boards_until is not None:
                raise CarromError(
                    "bad-boards-limit", f"the stage {self.id} limits the boards of the {round} until another round"
                )
        for name in ("groups", "group_size", "advance", "rounds"):
            if (getattr(self, name) or 0) > MOST_IN_STAGE:
                raise CarromError("too-many", f"{name} cannot be {getattr(self, name)}: {MOST_IN_STAGE} is the most")
        _resolve(self.rulebook, self.overrides)

    @property
    def form(self) -> StageFormat:
        return format_of(self.format)

    @property
    def book(self) -> Rulebook:
        return _resolve(self.rulebook, self.overrides)

    def book_in(self, round: str) -> Rulebook:
        more = self.by_round.get(round)
        return self.book if more is None else _resolve(self.rulebook, self.overrides.with_overrides(more))

    def format_in(self, round: str) -> Format:
        return Format.of(self.book_in(round), round)


@dataclass(frozen=True, slots=True, kw_only=True)
class RubberPlan:
    """One rubber of a team tie, such as the second singles."""

    id: str
    category: Category
    name: str = ""

    @property
    def title(self) -> str:
        return self.name or self.id

    def lacks(self, players: Sized) -> int:
        return max((self.category.size or 1) - len(players), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Competition:
    """One competition of a tournament (players call it an event), with its entries and stages.

    `teams` is the number of teams to draw from the players. Where these cannot be equal, `extra_player` says whose team
    is one larger (KREEDA, I-42). `fee` is what each player pays to enter.
    """

    id: CompetitionId
    name: str
    category: Category
    stages: tuple[Stage, ...]
    rubbers: tuple[RubberPlan, ...] = ()
    min_communities: int = 0
    teams: int = 0
    extra_player: Literal["youngest"] | None = None
    cancelled: bool = False
    fee: int = 0

    def __post_init__(self) -> None:
        if not self.stages:
            raise CarromError("no-stages", f"the event {self.id} has no stage")
        if len(self.stages) > LONGEST_CHAIN:
            raise CarromError(
                "too-many", f"the event {self.id} has {len(self.stages)} stages, and {LONGEST_CHAIN} are the most"
            )
        _check_unique(f"stage of {self.id}", self.stage_ids)
        _check_unique(f"rubber of {self.id}", [one.id for one in self.rubbers])

    @property
    def stage_ids(self) -> tuple[StageId, ...]:
        return tuple(stage.id for stage in self.stages)

    def stage(self, stage: str) -> Stage:
        for one in self.stages:
            if one.id == stage:
                return one
        raise CarromError("unknown-stage", f"{self.id} has no stage {stage!r}: it has {', '.join(self.stage_ids)}")

    def with_stage(self, stage: Stage) -> "Competition":
        return replace(self, stages=tuple(stage if one.id == stage.id else one for one in self.stages))

    def before(self, stage: StageId) -> Stage | None:
        """Stage that feeds this one; a plate is fed by the first."""
        at = next(n for n, one in enumerate(self.stages) if one.id == stage)
        if not at:
            return None
        return self.stages[0 if self.stages[at].form.is_consolation else at - 1]

    @property
    def has_plate(self) -> bool:
        return len(self.stages) > 1 and any(stage.form.is_consolation for stage in self.stages)

    @property
    def decides(self) -> Stage:
        """Stage that decides: the last that is not a consolation."""
        return next((stage for stage in reversed(self.stages) if not stage.form.is_consolation), self.stages[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtestRules:
    """How a result can be contested: minutes after signing, the fee, and minutes to decide."""

    minutes: int = 15
    fee: int = 0
    decide_minutes: int = 60


Withheld = Literal["draw", "results"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A whole tournament as its organiser announces it.

    `embargo` lists what the public does not see yet: unpublished draws, or results. `zone` is the hall's time zone.
    """

    name: str
    day: date
    events: tuple[Competition, ...]
    template: str | None = None
    venue: str | None = None
    hall: Hall = field(default_factory=Hall)
    protests: ProtestRules = ProtestRules()
    embargo: tuple[Withheld, ...] = ()
    zone: str | None = None

    def __post_init__(self) -> None:
        _check_unique("event", [one.id for one in self.events])
        _check_unique("embargo", self.embargo)
        check_year(self.day)
        for text in (self.name, self.venue or ""):
            if len(text) > LONGEST_TITLE:
                raise CarromError("name-too-long", f"{shorten(text)} is no name: {LONGEST_TITLE} letters are the most")

    def event(self, competition: str) -> Competition:
        for one in self.events:
            if one.id == competition:
                return one
        raise CarromError(
            "unknown-event", f"there is no event {competition!r}: there are {', '.join(one.id for one in self.events)}"
        )

    def with_event(self, competition: Competition) -> "Definition":
        if any(one.id == competition.id for one in self.events):
            return replace(self, events=tuple(competition if one.id == competition.id else one for one in self.events))
        return replace(self, events=(*self.events, competition))


def _check_unique(what: str, names: Sequence[str]) -> None:
    if len(set(names)) != len(names):
        raise CarromError("named-twice", f"one {what} is named twice among {', '.join(names)}")


def _read_withdrawal(value: object) -> WithdrawalRule:
    if value == "annul":
        return WithdrawalRule(keep_from=None)
    try:
        return WithdrawalRule(keep_from=Fraction(value if isinstance(value, str) else ""))
    except (ValueError, ZeroDivisionError):
        raise misread_value(
            value, '"annul", nor the share to keep the results of leavers from, such as "1/2"'
        ) from None


register_form(
    WithdrawalRule, lambda value: "annul" if value.keep_from is None else str(value.keep_from), _read_withdrawal
)
