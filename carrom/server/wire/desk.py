"""Requests and answers of the desk."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.equipment import Seat
from carrom.server.desk.roles import RoleName
from carrom.server.wire.desk_acts import AnyAct
from carrom.server.wire.values import NO_TRICKS, WORD, Body
from carrom.tournament.desk.impact import EffectKind

TournamentId = Annotated[str, Meta(max_length=40, pattern=WORD)]
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=WORD)]
"""The client's name for a request, which counts once."""
ShortText = Annotated[str, Meta(max_length=1000)]
LoginName = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Secret = Annotated[str, Meta(min_length=16, max_length=100, pattern=WORD)]
PersonalRole = Literal["owner", "director", "desk", "referee"]
LinkRole = Literal["umpire", "display", "desk", "referee"]


class OneTournament(Struct, frozen=True):
    """The tournament that a request is about."""

    tournament: TournamentId


class SinceRequest(Struct, frozen=True):
    """Asks for events after this number."""

    tournament: TournamentId
    since: Annotated[int, Meta(ge=0)] | None = None


# --- acts -----------------------------------------------------------------------------------------------------------


class ActRequest(Body, frozen=True, kw_only=True):
    """An act. `base` is the last event seen; `at` is when it happened (15:10 or a full time) if not now; `confirm`
    repeats the preview's value, which grave acts require."""

    key: Key
    act: AnyAct
    base: Annotated[int, Meta(ge=0)] | None = None
    reason: ShortText | None = None
    at: Annotated[str, Meta(max_length=40)] | None = None
    confirm: Annotated[str, Meta(max_length=64)] | None = None


class PreviewRequest(Body, frozen=True, kw_only=True):
    """An act to preview; nothing is recorded."""

    act: AnyAct
    reason: ShortText | None = None
    at: Annotated[str, Meta(max_length=40)] | None = None


class Consequence(Struct, frozen=True):
    """A consequence in words; a `decision` is left to someone."""

    kind: EffectKind
    text: str


class ActDone(Struct, frozen=True):
    """Numbers of the act's first and last event. A repeated request gets no text."""

    first: int
    seq: int
    said: list[str]
    changes: list[Consequence]
    is_repeated: bool = False


class Preview(Struct, frozen=True):
    """Text and changes of an act; `lines` of standings and brackets begin with `- ` or `+ `. Send a grave act with this
    `confirm`: it is refused if it would by then lead elsewhere."""

    seq: int
    said: list[str]
    changes: list[Consequence]
    lines: list[str]
    warnings: list[str]
    is_grave: bool
    confirm: str


# --- tournaments ----------------------------------------------------------------------------------------------------


class SettingRequest(Body, frozen=True):
    """A setting's new value."""

    setting: ShortText
    value: ShortText
    where: ShortText = ""


LARGEST_FILE = 40_000_000
LARGEST_FILE_BODY = 56_000_000
"""Bytes of a request with such a file, its quotation marks escaped."""


class NewTournament(Body, frozen=True, kw_only=True):
    """A tournament to create from a template, formats such as groups+knockout with changed settings, or a file. A file
    already on this server needs `copy`."""

    key: Key
    beginning: ShortText | None = None
    settings: Annotated[tuple[SettingRequest, ...], Meta(max_length=400)] = ()
    file: Annotated[str, Meta(max_length=LARGEST_FILE)] | None = None
    copy: bool = False


class MadeTournament(Struct, frozen=True):
    """The created tournament. If `was_here`, it exists and nothing was created: `seq` counts its events, `facts` the
    file's; `is_same` if its first events equal the file's."""

    id: str
    seq: int
    was_here: bool = False
    name: str = ""
    facts: int = 0
    is_same: bool = True


class RemoveRequest(Body, frozen=True):
    """A tournament to remove for good; the name prevents accidents."""

    name: ShortText


class RemovedTournament(Struct, frozen=True):
    """The tournament was removed."""

    name: str


class MyTournament(Struct, frozen=True):
    """A tournament of this account."""

    id: str
    name: str
    day: str
    role: RoleName
    facts: int


class MyTournaments(Struct, frozen=True):
    """Tournaments of this account."""

    tournaments: list[MyTournament]


class MyAccess(Struct, frozen=True):
    """The client's role and powers: names of acts and others."""

    id: str
    name: str
    seq: int
    role: RoleName
    who: str
    may: list[str]
    table: int | None = None
    match: str | None = None


# --- links and roles ------------------------------------------------------------------------------------------------


class LinkRequest(Body, frozen=True, kw_only=True):
    """A link to create for an umpire at a table or match, a screen, or a helper without password."""

    role: LinkRole
    name: Annotated[str, Meta(max_length=60, pattern=NO_TRICKS)] = ""
    table: Annotated[int, Meta(ge=1, le=999)] | None = None
    match: Annotated[str, Meta(max_length=20)] | None = None


class MadeLink(Struct, frozen=True):
    """A link. The secret appears once; the server has a hash."""

    id: str
    secret: str


class RoleGiven(Struct, frozen=True):
    """A role, by link (with id) or account."""

    id: str
    role: RoleName
    name: str
    table: int | None
    match: str | None
    is_revoked: bool


class InviteGiven(Struct, frozen=True):
    """An unused invitation; its last day."""

    id: str
    role: RoleName
    until: str


class RolesGiven(Struct, frozen=True):
    """Roles and open invitations."""

    roles: list[RoleGiven]
    invites: list[InviteGiven]


class RevokeRequest(Body, frozen=True):
    """Revokes the link with this id, the role of this account, or this invitation."""

    id: ShortText = ""
    name: ShortText = ""
    invite: ShortText = ""


class InviteRequest(Body, frozen=True):
    """A role to offer."""

    role: PersonalRole


class MadeInvite(Struct, frozen=True):
    """An invitation's secret, valid once, for a week."""

    secret: str


class JoinRequest(Body, frozen=True, kw_only=True):
    """Accepts an invitation, with a new account, or without name and password for the current one."""

    invite: Secret
    name: Annotated[LoginName, Meta(pattern=NO_TRICKS)] | None = None
    password: Password | None = None


class SignIn(Body, frozen=True):
    """Name and password."""

    name: LoginName
    password: Annotated[str, Meta(max_length=200)]


class NewPassword(Body, frozen=True):
    """A new password for this account."""

    old: Annotated[str, Meta(max_length=200)]
    new: Password


class WhoIAm(Struct, frozen=True):
    """The account signed in, if any."""

    name: str | None
    is_host: bool = False


class EraseRequest(Body, frozen=True):
    """A person to erase by id; the name prevents accidents."""

    person: ShortText
    name: ShortText


class Erased(Struct, frozen=True):
    """The erased name's replacement."""

    name: str
    seq: int


# --- tables in the browser ------------------------------------------------------------------------------------------


class TableRequest(Body, frozen=True):
    """A match to play in the browser."""

    match: ShortText
    clock: bool = True


class PlayerLink(Struct, frozen=True):
    """A player's seat and its secret."""

    name: str
    seat: Seat
    secret: str


class FixtureTable(Struct, frozen=True):
    """A match's table: play at /play/TABLE with a seat's secret after `#`."""

    match: str
    table: str
    links: list[PlayerLink]


# --- entry lists ----------------------------------------------------------------------------------------------------


class EntryListRequest(Body, frozen=True, kw_only=True):
    """An entry list, as an `import` act."""

    act: AnyAct


class ColumnRead(Struct, frozen=True):
    """A column and its meaning; None if unknown."""

    heading: str
    meaning: str | None


class EntryQuestion(Struct, frozen=True):
    """An ambiguous row: `choices` are possible matches, `no` means none of them (if needed), `column` is what it is
    about."""

    row: int
    code: str
    text: str
    choices: list[str]
    no: str = ""
    column: str = ""


class PersonRead(Struct, frozen=True):
    """A person on an entry list."""

    name: str
    club: str | None
    born: str | None
    gender: str | None
    plays: list[str]
    row: int | None = None
    line: str = ""
    """First row with the person, as written."""


class ListRead(Struct, frozen=True):
    """An entry list: columns, questions, and what an import would add."""

    columns: list[ColumnRead]
    meanings: list[str]
    questions: list[EntryQuestion]
    rows: int
    added: list[str]
    changed: list[str]
    known: int
    entries: list[str]
    people: list[PersonRead]
    refused: str | None
    events: dict[str, str]
    """Events open for entry, by id."""
    fee: int | None
    """Most common amount, if the list has payments and no entry fee is set; 0 without amounts."""


# --- notices --------------------------------------------------------------------------------------------------------


class EventNotice(Struct, frozen=True, omit_defaults=True):
    """An event for listeners; only staff see who did what."""

    seq: int
    kind: str
    by: str | None = None
    at: str | None = None
    text: str | None = None
    reason: str | None = None


_Words = Annotated[str, Meta(max_length=200)]


class SearchRequest(Struct, frozen=True, kw_only=True):
    """A search for matches, laws or events."""

    tournament: TournamentId
    words: _Words = ""
    by: _Words = ""
    rulebook: _Words = ""


class MatchRequest(Struct, frozen=True):
    """A match: M7, 7 or @4."""

    tournament: TournamentId
    match: Annotated[str, Meta(max_length=20)]


class OrderRequest(Struct, frozen=True):
    """The order of play on this many tables."""

    tournament: TournamentId
    tables: Annotated[int, Meta(ge=1, le=200)] | None = None


class StageRequest(Struct, frozen=True):
    """A stage, such as S/groups."""

    tournament: TournamentId
    stage: _Words


class SheetRequest(Struct, frozen=True, kw_only=True):
    """A sheet to print; `which` has words such as `S/groups` or `M7`. The `desk` sees withheld results."""

    tournament: TournamentId
    sheet: Annotated[str, Meta(max_length=20, pattern=WORD)]
    which: _Words = ""
    paper: Literal["a4", "a3"] = "a4"
    blank: bool = False
    desk: bool = False


class BeginningRequest(Struct, frozen=True):
    """A template, or formats such as groups+knockout."""

    beginning: Annotated[str, Meta(max_length=200)]


class QrCodeRequest(Body, frozen=True):
    """Text for a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]
