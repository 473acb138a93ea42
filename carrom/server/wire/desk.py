"""Requests and answers of a tournament's desk."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.equipment import Seat
from carrom.server.desk.roles import RoleName
from carrom.server.wire.desk_acts import AnyAct
from carrom.server.wire.values import NO_TRICKS, WORD, Body
from carrom.tournament.desk.impact import EffectKind

TournamentId = Annotated[str, Meta(max_length=40, pattern=WORD)]
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=WORD)]
"""The client's name for a request. Sent again with the same key, it counts once."""
ShortText = Annotated[str, Meta(max_length=1000)]
LoginName = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Secret = Annotated[str, Meta(min_length=16, max_length=100, pattern=WORD)]
PersonalRole = Literal["owner", "director", "desk", "referee"]
LinkRole = Literal["umpire", "display", "desk", "referee"]


class OneTournament(Struct, frozen=True):
    """A tournament by its id."""

    tournament: TournamentId


class SinceRequest(Struct, frozen=True):
    """Events after this number."""

    tournament: TournamentId
    since: Annotated[int, Meta(ge=0)] | None = None


# --- acts -----------------------------------------------------------------------------------------------------------


class ActRequest(Body, frozen=True, kw_only=True):
    """An act to perform. `base` is the number of the last event seen; `at` is when it happened (15:10 or a full time)
    if not now; `confirm` repeats the value from the preview, which grave acts require."""

    key: Key
    act: AnyAct
    base: Annotated[int, Meta(ge=0)] | None = None
    reason: ShortText | None = None
    at: Annotated[str, Meta(max_length=40)] | None = None
    confirm: Annotated[str, Meta(max_length=64)] | None = None


class PreviewRequest(Body, frozen=True, kw_only=True):
    """An act to preview. Nothing is recorded."""

    act: AnyAct
    reason: ShortText | None = None
    at: Annotated[str, Meta(max_length=40)] | None = None


class Consequence(Struct, frozen=True):
    """A consequence of an act, in words; a `decision` needs someone to decide."""

    kind: EffectKind
    text: str


class ActDone(Struct, frozen=True):
    """The act is recorded: the numbers of its first and last event. A repeated request gets no text."""

    first: int
    seq: int
    said: list[str]
    changes: list[Consequence]
    is_repeated: bool = False


class Preview(Struct, frozen=True):
    """The text and changes an act would cause; `lines` of standings and brackets begin with `- ` or `+ `. Send a grave
    act with this `confirm`: it is refused if it would by then lead to anything else."""

    seq: int
    said: list[str]
    changes: list[Consequence]
    lines: list[str]
    warnings: list[str]
    is_grave: bool
    confirm: str


# --- tournaments ----------------------------------------------------------------------------------------------------


class SettingRequest(Body, frozen=True):
    """A setting and its new value."""

    setting: ShortText
    value: ShortText
    where: ShortText = ""


LARGEST_FILE = 40_000_000
LARGEST_FILE_BODY = 56_000_000
"""Bytes of a request with such a file, whose quotation marks are escaped."""


class NewTournament(Body, frozen=True, kw_only=True):
    """A tournament to create, from a template or formats such as groups+knockout with changed settings, or from a file.
    A file that is on this server already needs `copy`."""

    key: Key
    beginning: ShortText | None = None
    settings: Annotated[tuple[SettingRequest, ...], Meta(max_length=400)] = ()
    file: Annotated[str, Meta(max_length=LARGEST_FILE)] | None = None
    copy: bool = False


class MadeTournament(Struct, frozen=True):
    """The created tournament. If `was_here`, the file's tournament exists and nothing was created: `seq` is its number
    of events, `facts` that of the file, and `is_same` whether its first events equal the file's."""

    id: str
    seq: int
    was_here: bool = False
    name: str = ""
    facts: int = 0
    is_same: bool = True


class RemoveRequest(Body, frozen=True):
    """A tournament to remove for good. Its name is repeated to prevent accidents."""

    name: ShortText


class RemovedTournament(Struct, frozen=True):
    """The tournament was removed."""

    name: str


class MyTournament(Struct, frozen=True):
    """A tournament in which the account has a role."""

    id: str
    name: str
    day: str
    role: RoleName
    facts: int


class MyTournaments(Struct, frozen=True):
    """Tournaments in which the account has a role."""

    tournaments: list[MyTournament]


class MyAccess(Struct, frozen=True):
    """The client's role, and what it may do: names of acts and other powers."""

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
    """A link to create, for an umpire at a table or of a match, a screen, or a helper without a password."""

    role: LinkRole
    name: Annotated[str, Meta(max_length=60, pattern=NO_TRICKS)] = ""
    table: Annotated[int, Meta(ge=1, le=999)] | None = None
    match: Annotated[str, Meta(max_length=20)] | None = None


class MadeLink(Struct, frozen=True):
    """A link. Its secret is shown once; the server stores only a hash."""

    id: str
    secret: str


class RoleGiven(Struct, frozen=True):
    """A role, given by link (with an id) or to an account."""

    id: str
    role: RoleName
    name: str
    table: int | None
    match: str | None
    is_revoked: bool


class InviteGiven(Struct, frozen=True):
    """An unused invitation, and its last valid day."""

    id: str
    role: RoleName
    until: str


class RolesGiven(Struct, frozen=True):
    """All roles and open invitations."""

    roles: list[RoleGiven]
    invites: list[InviteGiven]


class RevokeRequest(Body, frozen=True):
    """What to revoke: the link with this id, the role of the account with this name, or this invitation."""

    id: ShortText = ""
    name: ShortText = ""
    invite: ShortText = ""


class InviteRequest(Body, frozen=True):
    """A role to invite a person to."""

    role: PersonalRole


class MadeInvite(Struct, frozen=True):
    """The secret of an invitation, valid once and for a week."""

    secret: str


class JoinRequest(Body, frozen=True, kw_only=True):
    """An invitation to accept, with a new account, or without name and password for the account signed in."""

    invite: Secret
    name: Annotated[LoginName, Meta(pattern=NO_TRICKS)] | None = None
    password: Password | None = None


class SignIn(Body, frozen=True):
    """Name and password."""

    name: LoginName
    password: Annotated[str, Meta(max_length=200)]


class NewPassword(Body, frozen=True):
    """A new password for the account signed in."""

    old: Annotated[str, Meta(max_length=200)]
    new: Password


class WhoIAm(Struct, frozen=True):
    """The account signed in, if any."""

    name: str | None
    is_host: bool = False


class EraseRequest(Body, frozen=True):
    """A person to erase, by id. The name is repeated to prevent accidents."""

    person: ShortText
    name: ShortText


class Erased(Struct, frozen=True):
    """The name that replaces the erased one."""

    name: str
    seq: int


# --- tables in the browser ------------------------------------------------------------------------------------------


class TableRequest(Body, frozen=True):
    """A match to play in the browser."""

    match: ShortText
    clock: bool = True


class PlayerLink(Struct, frozen=True):
    """A player's seat, and the secret that opens it."""

    name: str
    seat: Seat
    secret: str


class FixtureTable(Struct, frozen=True):
    """The table of a match: play it at /play/TABLE with a seat's secret after `#`."""

    match: str
    table: str
    links: list[PlayerLink]


# --- entry lists ----------------------------------------------------------------------------------------------------


class EntryListRequest(Body, frozen=True, kw_only=True):
    """An entry list to read, as an `import` act."""

    act: AnyAct


class ColumnRead(Struct, frozen=True):
    """A column of an entry list and its meaning; None if unknown."""

    heading: str
    meaning: str | None


class EntryQuestion(Struct, frozen=True):
    """An ambiguous row of an entry list: `choices` are possible matches, `no` is the answer that none of them is right
    (if one is needed), and `column` is what it is about."""

    row: int
    code: str
    text: str
    choices: list[str]
    no: str = ""
    column: str = ""


class PersonRead(Struct, frozen=True):
    """A person as read from an entry list."""

    name: str
    club: str | None
    born: str | None
    gender: str | None
    plays: list[str]
    row: int | None = None
    line: str = ""
    """The first row that mentions the person, as written."""


class ListRead(Struct, frozen=True):
    """An entry list as read: columns, questions, and what importing it would add."""

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
    """Events that can be entered, with their names."""
    fee: int | None
    """The most common amount paid, if the list says who has paid and no entry fee is set; 0 if it has no amounts."""


# --- notices --------------------------------------------------------------------------------------------------------


class EventNotice(Struct, frozen=True, omit_defaults=True):
    """An event, as sent to listeners; only staff see who did what."""

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
    """A sheet to print; `which` has words such as `S/groups` or `M7`. For the `desk` it includes withheld results."""

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
    """A text for a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]
