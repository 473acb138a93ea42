"""What the pages of the desk are told of the evening, as types.

Times are the hall's own, as the log has them: 2024-11-05T15:10:00.
"""

import msgspec


class DeskView(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a page shows."""


class SideShown(DeskView, frozen=True, kw_only=True):
    """One side of a match: A1 as long as nobody is known."""

    text: str
    people: list[str]
    is_known: bool


class MatchShown(DeskView, frozen=True, kw_only=True):
    """A match as every list names it."""

    id: str
    event: str
    title: str
    sides: list[SideShown]


class MatchAtTable(MatchShown, frozen=True, kw_only=True):
    """A match at its table."""

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
    """Protests against it and contested results before it, each as what is said after its number."""


class TableShown(DeskView, frozen=True, kw_only=True):
    """A table of the hall."""

    table: int
    state: str
    match: MatchAtTable | None


class CallShown(MatchShown, frozen=True, kw_only=True):
    """What to call next, and where."""

    table: int
    umpire: str | None
    hangs_on: list[str]
    """Contested results by which somebody else may come into it: such a match is called with a reason."""


class MissingShown(DeskView, frozen=True, kw_only=True):
    """Somebody who is not marked as here."""

    id: str
    name: str


class WaitingShown(DeskView, frozen=True, kw_only=True):
    """Matches that wait for the same kind of thing."""

    cause: str
    why: str
    matches: list[str]
    missing: list[MissingShown]
    """For whom they wait, where they wait for people who have not come."""


class OverruleShown(MatchShown, frozen=True, kw_only=True):
    """A match that waits, and that the desk may call to this free table with a reason."""

    table: int
    why: str


class ClosingShown(DeskView, frozen=True, kw_only=True):
    """Matches do not fit before the hall closes: how long they take, and when it could close instead."""

    minutes: int
    closes: str
    later: str | None


class SeatShown(DeskView, frozen=True, kw_only=True):
    """A published place that is contested."""

    place: str
    seated: str
    now: str | None
    played: str | None


class DraftShown(DeskView, frozen=True, kw_only=True):
    """One of the versions between which somebody has to choose."""

    fact: str
    by: str
    text: str
    boards: str


class DecisionShown(DeskView, frozen=True, kw_only=True):
    """Something that waits for a person, with what is needed to decide it here."""

    code: str
    text: str
    match: MatchShown | None = None
    stage: str | None = None
    event: str | None = None
    why: list[str] = []
    pairs: list[tuple[str, str]] = []
    lots: list[str] = []
    """Those between whom lots are to be drawn."""
    seats: list[SeatShown] = []
    drafts: list[DraftShown] = []
    fact: str | None = None
    """The result that can be taken back to decide it."""


class UnsignedShown(MatchShown, frozen=True, kw_only=True):
    """A result that counts nowhere until it is confirmed."""

    text: str


class LastAct(DeskView, frozen=True, kw_only=True):
    """What undo would take back; only who has the power may."""

    fact: str
    text: str
    power: str


class BoardShown(DeskView, frozen=True, kw_only=True):
    """A board of a match, with the score of its game after it."""

    number: int
    game: int
    winner: str
    points: int
    extra: bool
    word: str
    is_contested: bool


class ProtestShown(DeskView, frozen=True, kw_only=True):
    """A protest with its times."""

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
    """The evening on one screen."""

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
    """All that one match waits for."""

    match: str
    why: list[str]
    table: int | None
    """A free table to which it may be called, with a reason where it waits for anything."""


class FoundMatch(MatchShown, frozen=True, kw_only=True):
    """A match with where it is on its way."""

    status: str
    outcome: str
    winner: int | None
    """Which of its sides goes on."""
    table: int | None
    version: int
    words: str
    """What was told of it, as it can be typed again."""
    boards: list[BoardShown]


class MatchList(DeskView, frozen=True, kw_only=True):
    """Matches that somebody looks for."""

    matches: list[FoundMatch]
    found: int


class RefereeWaits(DeskView, frozen=True, kw_only=True):
    """How many decisions and protests wait for the referee."""

    seq: int
    n: int


class RefereeShown(DeskView, frozen=True, kw_only=True):
    """What the referee looks after."""

    seq: int
    at: str
    protests: list[ProtestShown]
    overdue: list[TableShown]
    long: list[TableShown]
    in_doubt: list[TableShown]
    decisions: list[DecisionShown]
    unsigned: list[UnsignedShown]
    rulebooks: list[str]
