"""Wire types of the desk's main screens. Times are the hall's local time: 2024-11-05T15:10:00."""

import msgspec


class DeskView(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the desk's pages."""


class SideShown(DeskView, frozen=True, kw_only=True):
    """A side of a match. An open side has a slot, such as A1."""

    text: str
    people: list[str]
    is_known: bool


class MatchShown(DeskView, frozen=True, kw_only=True):
    """A match in a list."""

    id: str
    event: str
    title: str
    sides: list[SideShown]


class MatchAtTable(MatchShown, frozen=True, kw_only=True):
    """A match on a table, with times, missing sides and running score."""

    missing: list[str]
    umpire: str | None
    since: str
    expected_end: str
    report_by: str
    game_at: str | None
    test_from: str | None
    is_over_time: bool
    score: tuple[int, int] | None
    in_doubt: list[str]
    """Protests and contested results behind it, as phrases to follow its number."""


class TableShown(DeskView, frozen=True, kw_only=True):
    """A table and its match."""

    table: int
    state: str
    match: MatchAtTable | None


class CallShown(MatchShown, frozen=True, kw_only=True):
    """A match to call next, with its table and umpire."""

    table: int
    umpire: str | None
    hangs_on: list[str]
    """Contested results that may change its players: calling it needs a reason."""


class MissingShown(DeskView, frozen=True, kw_only=True):
    """A person not checked in."""

    id: str
    name: str


class WaitingShown(DeskView, frozen=True, kw_only=True):
    """Matches waiting for one reason."""

    cause: str
    why: str
    matches: list[str]
    missing: list[MissingShown]
    """People they wait for."""


class OverruleShown(MatchShown, frozen=True, kw_only=True):
    """A waiting match that may be called to this free table with a reason."""

    table: int
    why: str


class ClosingShown(DeskView, frozen=True, kw_only=True):
    """Matches that no longer fit before closing: the longest duration in minutes, and a closing time that would do."""

    minutes: int
    closes: str
    later: str | None


class SeatShown(DeskView, frozen=True, kw_only=True):
    """A contested seat of a published draw."""

    place: str
    seated: str
    now: str | None
    played: str | None


class DraftShown(DeskView, frozen=True, kw_only=True):
    """A version of a result to choose from."""

    fact: str
    by: str
    text: str
    boards: str


class DecisionShown(DeskView, frozen=True, kw_only=True):
    """A decision, with everything needed to make it."""

    code: str
    text: str
    match: MatchShown | None = None
    stage: str | None = None
    event: str | None = None
    why: list[str] = []
    pairs: list[tuple[str, str]] = []
    lots: list[str] = []
    """Entries to draw lots between."""
    seats: list[SeatShown] = []
    drafts: list[DraftShown] = []
    fact: str | None = None
    """The result to retract, if needed."""


class UnsignedShown(MatchShown, frozen=True, kw_only=True):
    """A result to be confirmed before it counts."""

    text: str


class LastAct(DeskView, frozen=True, kw_only=True):
    """What undo would revert, and the power needed."""

    fact: str
    text: str
    power: str


class BoardShown(DeskView, frozen=True, kw_only=True):
    """A board, with its score as typed."""

    number: int
    game: int
    winner: str
    points: int
    extra: bool
    word: str
    is_contested: bool


class ProtestShown(DeskView, frozen=True, kw_only=True):
    """A protest with its deadlines."""

    id: str
    match: MatchShown
    side: str
    who: str
    board: int
    game: int | None
    text: str
    signed_by: str | None
    status: str
    lodged: str
    fee: int
    fee_paid: int
    refunded: int
    fee_until: str | None
    decide_by: str
    is_open: bool
    boards: list[BoardShown]
    goes_on: str | None


class HallShown(DeskView, frozen=True, kw_only=True):
    """The desk's main screen."""

    seq: int
    at: str
    played: int
    unsettled: int
    to_play: int
    tables: list[TableShown]
    calls: list[CallShown]
    waiting: list[WaitingShown]
    overrules: list[OverruleShown]
    closing: ClosingShown | None
    decisions: list[DecisionShown]
    unsigned: list[UnsignedShown]
    protests: list[ProtestShown]
    last: LastAct | None
    is_drawn: bool


class WhyWaiting(DeskView, frozen=True, kw_only=True):
    """Why a match waits."""

    match: str
    why: list[str]
    table: int | None
    """A free table for it; with a reason if it waits for anything."""


class FoundMatch(MatchShown, frozen=True, kw_only=True):
    """A match with status, result and boards."""

    status: str
    outcome: str
    winner: int | None
    """Index of the winning side."""
    table: int | None
    version: int
    words: str
    """The result, as it can be typed again."""
    boards: list[BoardShown]


class MatchList(DeskView, frozen=True, kw_only=True):
    """Matches found."""

    matches: list[FoundMatch]
    found: int


class RefereeWaits(DeskView, frozen=True, kw_only=True):
    """Decisions and protests for the referee."""

    seq: int
    n: int


class RefereeShown(DeskView, frozen=True, kw_only=True):
    """Referee's screen."""

    seq: int
    at: str
    protests: list[ProtestShown]
    overdue: list[TableShown]
    long: list[TableShown]
    in_doubt: list[TableShown]
    decisions: list[DecisionShown]
    unsigned: list[UnsignedShown]
    rulebooks: list[str]
