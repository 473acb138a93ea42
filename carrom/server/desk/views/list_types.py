"""What the pages of the desk are told of people, draws, plans, settings and the log, as types."""

from typing import Literal

from carrom.server.desk.views.hall_types import DeskView, FoundMatch, MatchShown


class PersonShown(DeskView, frozen=True, kw_only=True):
    """One person, as the desk sees them; sex, money, how to reach them and when they were born only where that may be
    seen."""

    id: str
    name: str
    """Told apart from people of the same name."""
    plain: str
    club: str | None
    plays: dict[str, str]
    left: list[str]
    can_leave: list[str]
    """Events that they can leave by themselves: from a team they are taken by who plays instead."""
    is_gone: bool
    seed: int | None
    here: bool
    fee: bool
    striker: bool
    lacks_fee: bool
    asked: int
    """What they are to pay in all, for what they still play."""
    taken: int
    owes: int
    back: int
    """What they have paid and need not, and may have back."""
    over: int
    """How much of that was too much, and not for what they play no more."""
    gender: str | None = None
    born: str | None = None
    phone: str | None = None
    email: str | None = None


class ProtestFeesShown(DeskView, frozen=True, kw_only=True):
    """What was taken for protests, given back and kept."""

    taken: int
    back: int
    kept: int


class PeopleShown(DeskView, frozen=True, kw_only=True):
    """Everybody."""

    seq: int
    people: list[PersonShown]
    events: dict[str, str]
    """What can be entered, and how it is called."""
    doubles: list[str]
    """Those of them that are played in pairs."""
    teams: dict[str, list[str]]
    """Of every event of teams those that have not left: who comes late joins one."""
    groups: dict[str, dict[str, int]]
    """Of every event that is drawn in groups, how many are in each: who comes late may name one."""
    is_private_shown: bool
    has_fees: bool
    protest_fees: ProtestFeesShown | None
    """Nothing where nobody has paid any, and for whom money is not."""


class RowShown(DeskView, frozen=True, kw_only=True):
    """A line of a table."""

    rank: int
    entry: str
    figures: list[str]
    """Under the columns of the table."""
    goes_on: bool
    """By the table, and by what was ruled; nobody until all is played."""
    has_left: bool


class GroupShown(DeskView, frozen=True, kw_only=True):
    """A group, or the one table of a league, with the reason for every place."""

    name: str
    columns: list[str]
    rows: list[RowShown]
    advance: int
    why: list[str]
    ruled: list[str]
    """Who goes on against the table, by a ruling or until there is one."""
    is_complete: bool


class TieShown(DeskView, frozen=True, kw_only=True):
    """Two teams that meet: how many rubbers each has won, and how many are open."""

    turn: int
    teams: list[str]
    won: list[int]
    open: int


class RoundShown(DeskView, frozen=True, kw_only=True):
    """The matches of a round, or of a turn of the groups."""

    name: str
    matches: list[FoundMatch]


class StageShown(DeskView, frozen=True, kw_only=True):
    """A stage: what it is, and how it was drawn."""

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
    """The public seed of its draw; of one that is drawn in rounds those of all."""
    is_published: bool
    is_in_use: bool
    is_whole: bool
    """Every round of it is drawn."""
    can_draw_again: bool
    """Whether nobody has been called to its last round."""
    is_to_draw: bool
    """It is not drawn, and can be: its event is held, and has entries."""


class StageDetail(DeskView, frozen=True, kw_only=True):
    """A stage as it stands: its tables or its tree."""

    seq: int
    key: str
    shape: str
    lots: list[list[str]]
    """Who was drawn into which group, or which line of the tree, in the order of the draw."""
    groups: list[GroupShown]
    ties: list[TieShown]
    rounds: list[RoundShown]
    ruled: list[str]
    """Who sits in it against the tables and matches before it, by a ruling or until there is one."""


class EventShown(DeskView, frozen=True, kw_only=True):
    """An event and its stages."""

    id: str
    name: str
    kind: str
    entries: int
    """Those that have not left."""
    left: int
    is_cancelled: bool
    draws_teams: bool
    """Whether people enter, and a draw makes teams of them."""
    stages: list[StageShown]


class RubberShown(DeskView, frozen=True, kw_only=True):
    """A category of a team tie, and how many play in it."""

    id: str
    title: str
    size: int


class MemberShown(DeskView, frozen=True, kw_only=True):
    """Somebody of a team."""

    id: str
    name: str


class TeamMatchShown(DeskView, frozen=True, kw_only=True):
    """A match of a team, by its rubber and the other team."""

    id: str
    rubber: str
    other: str


class FigureShown(DeskView, frozen=True, kw_only=True):
    """What is counted of every team: the kind, which age group or level it is, and the figures team by team."""

    kind: Literal["players", "age", "age-group", "women", "level"]
    name: str
    values: list[str]


class TeamShown(DeskView, frozen=True, kw_only=True):
    """A team: who belongs to it, who plays what, who waits, and what is lacking."""

    name: str
    members: list[MemberShown]
    line_up: dict[str, list[str]]
    """Ids of people by the id of the rubber."""
    reserves: list[str]
    lacks: list[str]
    matches: list[TeamMatchShown]
    """What it has still to play."""


class TeamEventShown(DeskView, frozen=True, kw_only=True):
    """The teams of an event."""

    event: str
    name: str
    rubbers: list[RubberShown]
    teams: list[TeamShown]
    figures: list[FigureShown]
    """How even the teams are, where they were drawn."""
    not_balanced: list[str]
    """Of whom something is not known that was balanced."""


class LineUpsShown(DeskView, frozen=True, kw_only=True):
    """Who plays for the teams."""

    seq: int
    events: list[TeamEventShown]


class StagesShown(DeskView, frozen=True, kw_only=True):
    """Everything that is drawn."""

    seq: int
    events: list[EventShown]
    is_held_back: bool
    """Whether the public is not shown everything yet."""


class SlotShown(MatchShown, frozen=True, kw_only=True):
    """A match in the order of play."""

    begins: str
    ends: str
    day: int
    table: int
    is_on: bool


class OrderShown(DeskView, frozen=True, kw_only=True):
    """The order of play, to be laid on a timeline."""

    seq: int
    at: str
    tables: int
    is_current: bool
    """Whether it is that of now; else the last one that is known, while the next is worked out."""
    trouble: str | None
    slots: list[SlotShown]
    warnings: list[str]


class SetRow(DeskView, frozen=True, kw_only=True):
    """One thing as it is set at one place."""

    where: str
    value: str


class FormatShown(DeskView, frozen=True, kw_only=True):
    """A format of a stage: whether an event can begin with it, and whether it can follow another stage."""

    id: str
    can_begin: bool
    can_follow: bool


class SettingShown(DeskView, frozen=True, kw_only=True):
    """A setting with all that a form says of it."""

    name: str
    level: str
    help: str
    sample: str
    frozen: str
    question: str
    is_place_needed: bool
    choices: list[str]
    """All values that there are, where they are few."""
    more: list[str]
    """Places where it is not set and can be: single rounds, or what goes by another setting so far."""
    formats: list[FormatShown]
    """Of what the setting of stages is put together; of no other."""
    rows: list[SetRow]


class SettingsShown(DeskView, frozen=True, kw_only=True):
    """Every setting."""

    seq: int
    settings: list[SettingShown]


class BeginningShown(DeskView, frozen=True, kw_only=True):
    """A way to begin a tournament."""

    id: str
    name: str
    events: list[str]


class BeginningsShown(DeskView, frozen=True, kw_only=True):
    """Templates, and the ways in which one event is usually played."""

    templates: list[BeginningShown]
    ways: list[str]
    formats: list[FormatShown]


class FactShown(DeskView, frozen=True, kw_only=True):
    """A line of the log: who, when, what, why."""

    n: int
    id: str
    at: str
    by: str
    kind: str
    text: str
    reason: str | None
    is_undone: bool


class LogShown(DeskView, frozen=True, kw_only=True):
    """What was done, the newest first."""

    seq: int
    facts: list[FactShown]
    found: int
    people: list[str]
    """Everybody who has told something."""


class HolderShown(DeskView, frozen=True, kw_only=True):
    """Who has a place: by name and club, a team with its players."""

    name: str
    club: str
    players: list[str]


class PrizeShown(DeskView, frozen=True, kw_only=True):
    """A place and whoever has it."""

    place: int
    entries: list[HolderShown]


class AwardShown(DeskView, frozen=True, kw_only=True):
    """The prizes of an event that are certain."""

    event: str
    prizes: list[PrizeShown]
    is_over: bool
    waits: list[str]
    """What keeps places back whose matches are played."""


class PrizesShown(DeskView, frozen=True, kw_only=True):
    """All prizes."""

    seq: int
    awards: list[AwardShown]


class LawShown(DeskView, frozen=True, kw_only=True):
    """A law in our words."""

    id: str
    title: str
    text: str
    source: str


class LawsShown(DeskView, frozen=True, kw_only=True):
    """Laws that were looked for."""

    laws: list[LawShown]
