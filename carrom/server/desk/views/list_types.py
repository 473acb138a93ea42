"""Wire types of the desk's lists."""

from typing import Literal

from carrom.server.desk.views.hall_types import DeskView, FoundMatch, MatchShown


class PersonShown(DeskView, frozen=True, kw_only=True):
    """A person. Sex, date of birth, contacts and money only for roles that may see them."""

    id: str
    name: str
    """Distinct from namesakes."""
    plain: str
    club: str | None
    plays: dict[str, str]
    left: list[str]
    can_leave: list[str]
    """Events to withdraw from alone. In a team, players are substituted instead."""
    is_gone: bool
    seed: int | None
    here: bool
    fee: bool
    striker: bool
    lacks_fee: bool
    asked: int
    """Fees due, without events left before playing."""
    taken: int
    owes: int
    back: int
    """Amount to refund."""
    over: int
    """The part of `back` that was overpaid, not paid for an event since left."""
    gender: str | None = None
    born: str | None = None
    phone: str | None = None
    email: str | None = None


class ProtestFeesShown(DeskView, frozen=True, kw_only=True):
    """Protest fees taken, refunded and forfeited."""

    taken: int
    back: int
    kept: int


class PeopleShown(DeskView, frozen=True, kw_only=True):
    """People, for the entry desk."""

    seq: int
    people: list[PersonShown]
    events: dict[str, str]
    """Names of open events, by id."""
    doubles: list[str]
    """Ids of doubles events."""
    teams: dict[str, list[str]]
    """Remaining teams of team events, which late entries may join."""
    groups: dict[str, dict[str, int]]
    """Group sizes of events whose groups late entries may join."""
    is_private_shown: bool
    has_fees: bool
    protest_fees: ProtestFeesShown | None
    """Null if none, or hidden from the role."""


class RowShown(DeskView, frozen=True, kw_only=True):
    """A row of a group table."""

    rank: int
    entry: str
    figures: list[str]
    """Values of the table's columns."""
    goes_on: bool
    """Whether the entry advances, by table and rulings. False until all is played."""
    has_left: bool


class GroupShown(DeskView, frozen=True, kw_only=True):
    """A group or league table, with the reason for every rank."""

    name: str
    columns: list[str]
    rows: list[RowShown]
    advance: int
    why: list[str]
    ruled: list[str]
    """Entries that advance by ruling, against the table."""
    is_complete: bool


class TieShown(DeskView, frozen=True, kw_only=True):
    """A team tie: rubbers won by each, and still open."""

    turn: int
    teams: list[str]
    won: list[int]
    open: int


class RoundShown(DeskView, frozen=True, kw_only=True):
    """Matches of a round, or of a turn of the groups."""

    name: str
    matches: list[FoundMatch]


class StageShown(DeskView, frozen=True, kw_only=True):
    """A stage, with format and draw."""

    key: str
    event: str
    event_name: str
    format: str
    shape: str
    length: str
    entries: int
    is_drawn: bool
    draws: int
    seeds: list[str]
    """Public seed of the draw; one per round if drawn in rounds."""
    is_published: bool
    is_in_use: bool
    is_whole: bool
    """Whether every round is drawn."""
    can_draw_again: bool
    """Whether no match of the last round was called."""
    is_to_draw: bool
    """Whether it can be drawn now: its event is held, and has entries."""


class StageDetail(DeskView, frozen=True, kw_only=True):
    """A stage with draw, group tables and matches."""

    seq: int
    key: str
    shape: str
    lots: list[list[str]]
    """Drawn groups, or first pairs of a bracket, in the draw's order."""
    groups: list[GroupShown]
    ties: list[TieShown]
    rounds: list[RoundShown]
    ruled: list[str]
    """Entries seated by ruling, against the tables and matches that feed the stage."""


class EventShown(DeskView, frozen=True, kw_only=True):
    """An event with its stages."""

    id: str
    name: str
    kind: str
    entries: int
    """Entries not withdrawn."""
    left: int
    is_cancelled: bool
    draws_teams: bool
    """Whether people enter singly for drawn teams."""
    stages: list[StageShown]


class RubberShown(DeskView, frozen=True, kw_only=True):
    """A rubber of a team tie; players per side."""

    id: str
    title: str
    size: int


class MemberShown(DeskView, frozen=True, kw_only=True):
    """A member of a team."""

    id: str
    name: str


class TeamMatchShown(DeskView, frozen=True, kw_only=True):
    """A team's match, with rubber and opposing team."""

    id: str
    rubber: str
    other: str


class FigureShown(DeskView, frozen=True, kw_only=True):
    """A statistic of teams: kind, counted age group or level (`name`), a value per team."""

    kind: Literal["players", "age", "age-group", "women", "level"]
    name: str
    values: list[str]


class TeamShown(DeskView, frozen=True, kw_only=True):
    """A team: members, line-up, reserves, vacancies, open matches."""

    name: str
    members: list[MemberShown]
    line_up: dict[str, list[str]]
    """Player ids by rubber id."""
    reserves: list[str]
    lacks: list[str]
    matches: list[TeamMatchShown]
    """Matches without a result."""


class TeamEventShown(DeskView, frozen=True, kw_only=True):
    """An event's teams."""

    event: str
    name: str
    rubbers: list[RubberShown]
    teams: list[TeamShown]
    figures: list[FigureShown]
    """Balance of drawn teams."""
    not_balanced: list[str]
    """People lacking data for the team draw."""


class LineUpsShown(DeskView, frozen=True, kw_only=True):
    """Line-ups of team events."""

    seq: int
    events: list[TeamEventShown]


class StagesShown(DeskView, frozen=True, kw_only=True):
    """Events with stages."""

    seq: int
    events: list[EventShown]
    is_held_back: bool
    """Whether parts are withheld."""


class SlotShown(MatchShown, frozen=True, kw_only=True):
    """A match in the order of play."""

    begins: str
    ends: str
    day: int
    table: int
    is_on: bool


class OrderShown(DeskView, frozen=True, kw_only=True):
    """The order of play, on a timeline."""

    seq: int
    at: str
    tables: int
    is_current: bool
    """False while a newer order is computed."""
    trouble: str | None
    slots: list[SlotShown]
    warnings: list[str]


class SetRow(DeskView, frozen=True, kw_only=True):
    """A setting's value at one place."""

    where: str
    value: str


class FormatShown(DeskView, frozen=True, kw_only=True):
    """A stage format; whether events can begin or continue with it."""

    id: str
    can_begin: bool
    can_follow: bool


class SettingShown(DeskView, frozen=True, kw_only=True):
    """A setting, for a form."""

    name: str
    level: str
    help: str
    sample: str
    frozen: str
    question: str
    is_place_needed: bool
    choices: list[str]
    """Possible values, if few."""
    more: list[str]
    """Places where it can still be set, such as single rounds."""
    formats: list[FormatShown]
    """Stage formats; only for `format`."""
    rows: list[SetRow]


class SettingsShown(DeskView, frozen=True, kw_only=True):
    """A tournament's settings."""

    seq: int
    settings: list[SettingShown]


class BeginningShown(DeskView, frozen=True, kw_only=True):
    """A template for a tournament."""

    id: str
    name: str
    events: list[str]


class BeginningsShown(DeskView, frozen=True, kw_only=True):
    """Templates, and usual formats of a single event."""

    templates: list[BeginningShown]
    ways: list[str]
    formats: list[FormatShown]


class FactShown(DeskView, frozen=True, kw_only=True):
    """Who did what, when and why."""

    n: int
    id: str
    at: str
    by: str
    kind: str
    text: str
    reason: str | None
    is_undone: bool


class LogShown(DeskView, frozen=True, kw_only=True):
    """Part of the log, newest first."""

    seq: int
    facts: list[FactShown]
    found: int
    people: list[str]
    """All sources in the log."""


class HolderShown(DeskView, frozen=True, kw_only=True):
    """A prize winner: name and club, players of a team."""

    name: str
    club: str
    players: list[str]


class PrizeShown(DeskView, frozen=True, kw_only=True):
    """A place and its holders."""

    place: int
    entries: list[HolderShown]


class AwardShown(DeskView, frozen=True, kw_only=True):
    """An event's certain prizes."""

    event: str
    prizes: list[PrizeShown]
    is_over: bool
    waits: list[str]
    """Why places are uncertain although all is played."""


class PrizesShown(DeskView, frozen=True, kw_only=True):
    """Prizes of all events."""

    seq: int
    awards: list[AwardShown]


class LawShown(DeskView, frozen=True, kw_only=True):
    """A law in our words."""

    id: str
    title: str
    text: str
    source: str


class LawsShown(DeskView, frozen=True, kw_only=True):
    """Laws found."""

    laws: list[LawShown]
