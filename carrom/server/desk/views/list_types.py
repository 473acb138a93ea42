"""Wire types of the desk's lists: people, teams, stages, order of play, settings, log, prizes and laws."""

from typing import Literal

from carrom.server.desk.views.hall_types import DeskView, FoundMatch, MatchShown


class PersonShown(DeskView, frozen=True, kw_only=True):
    """A person. Sex, date of birth, contacts and money are included only for roles that may see them."""

    id: str
    name: str
    """The name, distinct from namesakes."""
    plain: str
    club: str | None
    plays: dict[str, str]
    left: list[str]
    can_leave: list[str]
    """Events that the person can withdraw from alone. In a team, a player is substituted instead."""
    is_gone: bool
    seed: int | None
    here: bool
    fee: bool
    striker: bool
    lacks_fee: bool
    asked: int
    """The fees due, without those of events left before playing in them."""
    taken: int
    owes: int
    back: int
    """What is to be refunded."""
    over: int
    """The part of `back` that was overpaid, rather than paid for an event since left."""
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
    """All people of a tournament, for the entry desk."""

    seq: int
    people: list[PersonShown]
    events: dict[str, str]
    """The names of open events, by id."""
    doubles: list[str]
    """The ids of doubles events."""
    teams: dict[str, list[str]]
    """The remaining teams of each team event, which a late entry may join."""
    groups: dict[str, dict[str, int]]
    """The sizes of the groups of each group event that late entries may join."""
    is_private_shown: bool
    has_fees: bool
    protest_fees: ProtestFeesShown | None
    """Null if there are none, or if the role may not see money."""


class RowShown(DeskView, frozen=True, kw_only=True):
    """A row of a group table."""

    rank: int
    entry: str
    figures: list[str]
    """The values under the table's columns."""
    goes_on: bool
    """Whether the entry advances, by the table and by rulings. False until all matches are played."""
    has_left: bool


class GroupShown(DeskView, frozen=True, kw_only=True):
    """A group table, or the table of a league, with the reason for every rank."""

    name: str
    columns: list[str]
    rows: list[RowShown]
    advance: int
    why: list[str]
    ruled: list[str]
    """Entries that advance by a ruling, against the table."""
    is_complete: bool


class TieShown(DeskView, frozen=True, kw_only=True):
    """A tie between two teams: rubbers won by each, and rubbers still open."""

    turn: int
    teams: list[str]
    won: list[int]
    open: int


class RoundShown(DeskView, frozen=True, kw_only=True):
    """The matches of a round or of a turn of the groups."""

    name: str
    matches: list[FoundMatch]


class StageShown(DeskView, frozen=True, kw_only=True):
    """A stage, its format and its draw."""

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
    """The public seed of the draw; a stage drawn in rounds has one for each round."""
    is_published: bool
    is_in_use: bool
    is_whole: bool
    """Whether every round is drawn."""
    can_draw_again: bool
    """Whether no match of the last drawn round has been called."""
    is_to_draw: bool
    """Whether the stage is not drawn yet and can be: its event is held, and has entries."""


class StageDetail(DeskView, frozen=True, kw_only=True):
    """One stage with its draw, group tables and matches."""

    seq: int
    key: str
    shape: str
    lots: list[list[str]]
    """The drawn groups, or the drawn pairs at the start of a bracket, in the order of the draw."""
    groups: list[GroupShown]
    ties: list[TieShown]
    rounds: list[RoundShown]
    ruled: list[str]
    """Entries seated by a ruling, against the tables and matches that feed the stage."""


class EventShown(DeskView, frozen=True, kw_only=True):
    """An event and its stages."""

    id: str
    name: str
    kind: str
    entries: int
    """Entries that have not withdrawn."""
    left: int
    is_cancelled: bool
    draws_teams: bool
    """Whether people enter singly and are drawn into teams."""
    stages: list[StageShown]


class RubberShown(DeskView, frozen=True, kw_only=True):
    """A rubber of a team tie, with the number of players per side."""

    id: str
    title: str
    size: int


class MemberShown(DeskView, frozen=True, kw_only=True):
    """A member of a team."""

    id: str
    name: str


class TeamMatchShown(DeskView, frozen=True, kw_only=True):
    """A match of a team, with its rubber and the opposing team."""

    id: str
    rubber: str
    other: str


class FigureShown(DeskView, frozen=True, kw_only=True):
    """A statistic of teams: its kind, the age group or level it counts (`name`), and a value for each team."""

    kind: Literal["players", "age", "age-group", "women", "level"]
    name: str
    values: list[str]


class TeamShown(DeskView, frozen=True, kw_only=True):
    """A team with its members, line-up, reserves, vacancies and open matches."""

    name: str
    members: list[MemberShown]
    line_up: dict[str, list[str]]
    """Player ids by rubber id."""
    reserves: list[str]
    lacks: list[str]
    matches: list[TeamMatchShown]
    """Matches without a result."""


class TeamEventShown(DeskView, frozen=True, kw_only=True):
    """The teams of an event."""

    event: str
    name: str
    rubbers: list[RubberShown]
    teams: list[TeamShown]
    figures: list[FigureShown]
    """How balanced the drawn teams are."""
    not_balanced: list[str]
    """People who lack data that the team draw balances."""


class LineUpsShown(DeskView, frozen=True, kw_only=True):
    """The line-ups of all team events."""

    seq: int
    events: list[TeamEventShown]


class StagesShown(DeskView, frozen=True, kw_only=True):
    """All events with their stages."""

    seq: int
    events: list[EventShown]
    is_held_back: bool
    """Whether parts are withheld from the public."""


class SlotShown(MatchShown, frozen=True, kw_only=True):
    """A match in the order of play."""

    begins: str
    ends: str
    day: int
    table: int
    is_on: bool


class OrderShown(DeskView, frozen=True, kw_only=True):
    """The order of play, laid out on a timeline."""

    seq: int
    at: str
    tables: int
    is_current: bool
    """False if this is the last known order while a new one is computed."""
    trouble: str | None
    slots: list[SlotShown]
    warnings: list[str]


class SetRow(DeskView, frozen=True, kw_only=True):
    """The value of a setting at one place."""

    where: str
    value: str


class FormatShown(DeskView, frozen=True, kw_only=True):
    """A stage format, and whether an event can begin with it or continue with it."""

    id: str
    can_begin: bool
    can_follow: bool


class SettingShown(DeskView, frozen=True, kw_only=True):
    """A setting with everything a form needs."""

    name: str
    level: str
    help: str
    sample: str
    frozen: str
    question: str
    is_place_needed: bool
    choices: list[str]
    """All possible values, if there are few."""
    more: list[str]
    """Places where it can be set but is not, such as single rounds."""
    formats: list[FormatShown]
    """The available stage formats; only for the setting `format`."""
    rows: list[SetRow]


class SettingsShown(DeskView, frozen=True, kw_only=True):
    """All settings of a tournament."""

    seq: int
    settings: list[SettingShown]


class BeginningShown(DeskView, frozen=True, kw_only=True):
    """A template to start a tournament from."""

    id: str
    name: str
    events: list[str]


class BeginningsShown(DeskView, frozen=True, kw_only=True):
    """The templates, and the usual formats of a single event."""

    templates: list[BeginningShown]
    ways: list[str]
    formats: list[FormatShown]


class FactShown(DeskView, frozen=True, kw_only=True):
    """An event of the log: who did what, when and why."""

    n: int
    id: str
    at: str
    by: str
    kind: str
    text: str
    reason: str | None
    is_undone: bool


class LogShown(DeskView, frozen=True, kw_only=True):
    """A part of the log, the newest event first."""

    seq: int
    facts: list[FactShown]
    found: int
    people: list[str]
    """Every source in the log."""


class HolderShown(DeskView, frozen=True, kw_only=True):
    """The winner of a prize: name and club, and the players of a team."""

    name: str
    club: str
    players: list[str]


class PrizeShown(DeskView, frozen=True, kw_only=True):
    """A place and its holders."""

    place: int
    entries: list[HolderShown]


class AwardShown(DeskView, frozen=True, kw_only=True):
    """The certain prizes of an event."""

    event: str
    prizes: list[PrizeShown]
    is_over: bool
    waits: list[str]
    """Reasons why places are not certain although their matches are played."""


class PrizesShown(DeskView, frozen=True, kw_only=True):
    """The prizes of all events."""

    seq: int
    awards: list[AwardShown]


class LawShown(DeskView, frozen=True, kw_only=True):
    """A law in our own words."""

    id: str
    title: str
    text: str
    source: str


class LawsShown(DeskView, frozen=True, kw_only=True):
    """The laws that a search found."""

    laws: list[LawShown]
