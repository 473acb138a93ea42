"""Wire types of the desk's main screens.

Times are the hall's local time, as in the log: 2024-11-05T15:10:00.
"""

import msgspec


class DeskView(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all values that the desk's pages show."""


class SideShown(DeskView, frozen=True, kw_only=True):
    """One side of a match. An open side is shown by its slot, such as A1."""

    text: str
    people: list[str]
    is_known: bool


class MatchShown(DeskView, frozen=True, kw_only=True):
    """A match with its number, title and sides, as every list shows it."""

    id: str
    event: str
    title: str
    sides: list[SideShown]


class MatchAtTable(MatchShown, frozen=True, kw_only=True):
    """A match on a table, with its times, missing sides and running score."""

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
    """Protests against the match and contested results it depends on, as phrases to follow its number."""


class TableShown(DeskView, frozen=True, kw_only=True):
    """A table of the hall and the match on it."""

    table: int
    state: str
    match: MatchAtTable | None


class CallShown(MatchShown, frozen=True, kw_only=True):
    """A match to call next, with its table and umpire."""

    table: int
    umpire: str | None
    hangs_on: list[str]
    """Contested results that may still change its players: calling it then needs a reason."""


class MissingShown(DeskView, frozen=True, kw_only=True):
    """A person who has not checked in."""

    id: str
    name: str


class WaitingShown(DeskView, frozen=True, kw_only=True):
    """Matches that wait for the same reason."""

    cause: str
    why: str
    matches: list[str]
    missing: list[MissingShown]
    """The people they wait for, if the reason is missing people."""


class OverruleShown(MatchShown, frozen=True, kw_only=True):
    """A waiting match that the desk may call to this free table with a reason."""

    table: int
    why: str


class ClosingShown(DeskView, frozen=True, kw_only=True):
    """Matches that no longer fit before the hall closes: the longest duration in minutes, and a closing time that would
    do."""

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
    """One of several versions of a result to choose from."""

    fact: str
    by: str
    text: str
    boards: str


class DecisionShown(DeskView, frozen=True, kw_only=True):
    """A decision to be made, with everything needed to make it."""

    code: str
    text: str
    match: MatchShown | None = None
    stage: str | None = None
    event: str | None = None
    why: list[str] = []
    pairs: list[tuple[str, str]] = []
    lots: list[str] = []
    """The entries to draw lots between."""
    seats: list[SeatShown] = []
    drafts: list[DraftShown] = []
    fact: str | None = None
    """The result to retract if the decision needs it."""


class UnsignedShown(MatchShown, frozen=True, kw_only=True):
    """A result that does not count until it is confirmed."""

    text: str


class LastAct(DeskView, frozen=True, kw_only=True):
    """What undo would revert, and the power it takes."""

    fact: str
    text: str
    power: str


class BoardShown(DeskView, frozen=True, kw_only=True):
    """A board of a result, with the score as it can be typed."""

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
    """Every reason why one match waits."""

    match: str
    why: list[str]
    table: int | None
    """A free table to which it may be called; with a reason if it waits for anything."""


class FoundMatch(MatchShown, frozen=True, kw_only=True):
    """A match with its status, result and boards."""

    status: str
    outcome: str
    winner: int | None
    """The index of the side that won."""
    table: int | None
    version: int
    words: str
    """The recorded result in a form that can be typed again."""
    boards: list[BoardShown]


class MatchList(DeskView, frozen=True, kw_only=True):
    """The matches that a search found."""

    matches: list[FoundMatch]
    found: int


class RefereeWaits(DeskView, frozen=True, kw_only=True):
    """The number of decisions and protests for the referee."""

    seq: int
    n: int


class RefereeShown(DeskView, frozen=True, kw_only=True):
    """The referee's screen."""

    seq: int
    at: str
    protests: list[ProtestShown]
    overdue: list[TableShown]
    long: list[TableShown]
    in_doubt: list[TableShown]
    decisions: list[DecisionShown]
    unsigned: list[UnsignedShown]
    rulebooks: list[str]
