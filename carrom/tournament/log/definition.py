"""A tournament before anybody has played: events, their stages, and the rules each stage carries.

Everything here is data. A template is such a definition; so is what an organiser changes in one.
"""

from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass, field, fields, replace
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NewType

from carrom.base.errors import CarromError
from carrom.base.misread import wrong
from carrom.base.reading import read_at, shape
from carrom.base.writing import shortened
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.laws.rounds import RoundName, check_round
from carrom.match.scoring import Format
from carrom.tournament.formats import StageFormat, format_of
from carrom.tournament.log.bounds import LONGEST_TITLE, MOST_IN_A_ROW, MOST_IN_MATCH, MOST_IN_STAGE, check_year
from carrom.tournament.log.hall import Hall
from carrom.tournament.log.people import Category
from carrom.tournament.log.withdrawals import KEEP_FROM_HALF, Withdrawal
from carrom.tournament.tables.policy import Policy

EventId = NewType("EventId", str)
StageId = NewType("StageId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrides:
    """Where a stage departs from its rulebook. None leaves the rulebook's own figure; 0 takes a limit away.

    `boards` holds up to and including the round `boards_until` (Law 56b), or "always". `most` is what one board can
    bring at best: nine pieces and the queen.
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

    def overridden(self, more: "Overrides") -> "Overrides":
        """These with those of one round, whose limit of boards holds in it whatever is said of rounds."""
        given = {one.name: value for one in fields(more) if (value := getattr(more, one.name)) is not None}
        return replace(self, **given, boards_until=self.boards_until if more.boards is None else "always")

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to the rulebook."""
        return None not in (self.games, self.target, self.boards, self.boards_until, self.minutes, self.most)


@lru_cache(maxsize=256)
def _resolve(id: str, over: Overrides) -> Rulebook:
    """The rulebook of that id with these figures. One that is not known lends nothing but its name."""
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
    """One part of an event. `advance` is how many of each group, or of the table, go on to the next stage.

    `by_round` is what single rounds play otherwise than the rest of the stage. `reset` is of a double elimination: who
    comes unbeaten into the grand final and loses it plays it once more. `after_bye` is of a plate beside a knock-out:
    who had a bye and loses the first match after it is in it too.
    """

    id: StageId
    format: str
    rulebook: str
    overrides: Overrides = Overrides()
    by_round: Mapping[RoundName, Overrides] = field(default_factory=dict)
    policy: Policy | None = None
    withdrawal: Withdrawal = KEEP_FROM_HALF
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
        """What its format is and does."""
        return format_of(self.format)

    @property
    def book(self) -> Rulebook:
        """The rulebook as this stage plays it, rounds of their own apart."""
        return _resolve(self.rulebook, self.overrides)

    def book_in(self, round: str) -> Rulebook:
        """The rulebook as that round plays it."""
        more = self.by_round.get(round)
        return self.book if more is None else _resolve(self.rulebook, self.overrides.overridden(more))

    def format_in(self, round: str) -> Format:
        """When a game and a match of that round are over."""
        return Format.of(self.book_in(round), round)


@dataclass(frozen=True, slots=True, kw_only=True)
class RubberPlan:
    """One category of a team tie: who meets whom when two teams meet."""

    id: str
    category: Category
    name: str = ""

    @property
    def title(self) -> str:
        """Its name, or its id where it has none."""
        return self.name or self.id

    def lacks(self, players: Sized) -> int:
        """How many are missing beside these."""
        return max((self.category.size or 1) - len(players), 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventDefinition:
    """One competition of a tournament, with its own list of entries and its own stages.

    `teams` is how many teams are drawn out of the players where they do not come as teams, and `extra_player` whose
    team is one of the larger where they cannot be equal (KREEDA, I-42). `cancelled` says that the organiser has put on
    record that it is not held. `fee` is what each player pays to enter.
    """

    id: EventId
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
        if len(self.stages) > MOST_IN_A_ROW:
            raise CarromError(
                "too-many", f"the event {self.id} has {len(self.stages)} stages, and {MOST_IN_A_ROW} are the most"
            )
        _no_name_twice(f"stage of {self.id}", self.stage_ids)
        _no_name_twice(f"rubber of {self.id}", [one.id for one in self.rubbers])

    @property
    def stage_ids(self) -> tuple[StageId, ...]:
        """The names of its stages, in order."""
        return tuple(stage.id for stage in self.stages)

    def stage(self, stage: str) -> Stage:
        """The stage of that name."""
        for one in self.stages:
            if one.id == stage:
                return one
        raise CarromError("unknown-stage", f"{self.id} has no stage {stage!r}: it has {', '.join(self.stage_ids)}")

    def with_stage(self, stage: Stage) -> "EventDefinition":
        """The same event with this stage instead of that of the same name."""
        return replace(self, stages=tuple(stage if one.id == stage.id else one for one in self.stages))

    def before(self, stage: StageId) -> Stage | None:
        """The stage that feeds this one."""
        at = next(n for n, one in enumerate(self.stages) if one.id == stage)
        if not at:
            return None
        return self.stages[0 if self.stages[at].form.is_consolation else at - 1]

    @property
    def has_plate(self) -> bool:
        """Whether those who are out early play on."""
        return len(self.stages) > 1 and any(stage.form.is_consolation for stage in self.stages)

    @property
    def decides(self) -> Stage:
        """The stage whose end is the end of the event."""
        return next((stage for stage in reversed(self.stages) if not stage.form.is_consolation), self.stages[-1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Protests:
    """How a result can be contested: how long after it was signed, at what fee, and how soon it is decided."""

    minutes: int = 15
    fee: int = 0
    decide_minutes: int = 60


Withheld = Literal["draw", "results"]
"""What an organiser may keep back for a while."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A whole tournament as its organiser announces it.

    `embargo` is what the public is not shown yet: draws that are not published, or results. `zone` names the time zone
    of the hall, for whoever reads its times elsewhere.
    """

    name: str
    day: date
    events: tuple[EventDefinition, ...]
    template: str | None = None
    venue: str | None = None
    hall: Hall = field(default_factory=Hall)
    protests: Protests = Protests()
    embargo: tuple[Withheld, ...] = ()
    zone: str | None = None

    def __post_init__(self) -> None:
        _no_name_twice("event", [one.id for one in self.events])
        _no_name_twice("embargo", self.embargo)
        check_year(self.day)
        for text in (self.name, self.venue or ""):
            if len(text) > LONGEST_TITLE:
                raise CarromError(
                    "name-too-long", f"{shortened(text)} is no name: {LONGEST_TITLE} letters are the most"
                )

    def event(self, event: str) -> EventDefinition:
        """The event of that name."""
        for one in self.events:
            if one.id == event:
                return one
        raise CarromError(
            "unknown-event", f"there is no event {event!r}: there are {', '.join(one.id for one in self.events)}"
        )

    def with_event(self, event: EventDefinition) -> "Definition":
        """The same tournament with this event instead of that of the same name, or besides all others."""
        if any(one.id == event.id for one in self.events):
            return replace(self, events=tuple(event if one.id == event.id else one for one in self.events))
        return replace(self, events=(*self.events, event))


def _no_name_twice(what: str, names: Sequence[str]) -> None:
    if len(set(names)) != len(names):
        raise CarromError("named-twice", f"one {what} is named twice among {', '.join(names)}")


def _read_withdrawal(value: object) -> Withdrawal:
    if value == "annul":
        return Withdrawal(keep_from=None)
    try:
        return Withdrawal(keep_from=Fraction(value if isinstance(value, str) else ""))
    except (ValueError, ZeroDivisionError):
        raise wrong(value, '"annul", nor the share to keep the results of leavers from, such as "1/2"') from None


shape(Withdrawal, lambda value: "annul" if value.keep_from is None else str(value.keep_from), _read_withdrawal)
