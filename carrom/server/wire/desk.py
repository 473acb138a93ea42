"""What the desk is asked over HTTP, and what it answers."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.equipment import Seat
from carrom.server.desk.roles import RoleName
from carrom.server.wire.desk_acts import AnyAct
from carrom.server.wire.values import NO_TRICKS, WORD, Body
from carrom.tournament.desk.impact import EffectKind

TournamentId = Annotated[str, Meta(max_length=40, pattern=WORD)]
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=WORD)]
"""The page's own name of a request: sent twice under one name, it counts once."""
ShortText = Annotated[str, Meta(max_length=1000)]
LoginName = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Secret = Annotated[str, Meta(min_length=16, max_length=100, pattern=WORD)]
PersonalRole = Literal["owner", "director", "desk", "referee"]
LinkRole = Literal["umpire", "display", "desk", "referee"]


class OneTournament(Struct, frozen=True):
    """The tournament of this id."""

    tournament: TournamentId


class SinceRequest(Struct, frozen=True):
    """What was told after this number."""

    tournament: TournamentId
    since: Annotated[int, Meta(ge=0)] | None = None


# --- acts ------------------------------------------------------------------------------------------------------------


class ActRequest(Body, frozen=True, kw_only=True):
    """Something to be done. `base` is the number of the last fact that was seen; `at` is when it happened, as 15:10 or
    whole, if not now; `confirm` repeats what a preview answered, where an act is grave."""

    key: Key
    act: AnyAct
    base: Annotated[int, Meta(ge=0)] | None = None
    reason: ShortText | None = None
    at: Annotated[str, Meta(max_length=40)] | None = None
    confirm: Annotated[str, Meta(max_length=64)] | None = None


class PreviewRequest(Body, frozen=True, kw_only=True):
    """Something that might be done. Nothing is put on record."""

    act: AnyAct
    reason: ShortText | None = None
    at: Annotated[str, Meta(max_length=40)] | None = None


class Consequence(Struct, frozen=True):
    """Something else that is otherwise by an act, as a sentence; a `decision` waits for somebody."""

    kind: EffectKind
    text: str


class ActDone(Struct, frozen=True):
    """It is on record: the numbers of its first and last fact. Of one that was there already nothing is said again."""

    first: int
    seq: int
    said: list[str]
    changes: list[Consequence]
    is_repeated: bool = False


class Preview(Struct, frozen=True):
    """What would be said and changed; `lines` of tables and trees begin with `- ` or `+ `. A grave act is sent with
    `confirm`, by which it is done only if it still leads to just this."""

    seq: int
    said: list[str]
    changes: list[Consequence]
    lines: list[str]
    warnings: list[str]
    is_grave: bool
    confirm: str


# --- tournaments -----------------------------------------------------------------------------------------------------


class SettingRequest(Body, frozen=True):
    """One thing that is set otherwise."""

    setting: ShortText
    value: ShortText
    where: ShortText = ""


LARGEST_FILE = 40_000_000
LARGEST_FILE_BODY = 56_000_000
"""Bytes of a request with such a file in it, whose quotation marks are written with a stroke before each."""


class NewTournament(Body, frozen=True, kw_only=True):
    """A tournament to be made: a template or formats such as groups+knockout with what is set otherwise, or a whole
    file; one that is here already only as `copy`."""

    key: Key
    beginning: ShortText | None = None
    settings: Annotated[tuple[SettingRequest, ...], Meta(max_length=400)] = ()
    file: Annotated[str, Meta(max_length=LARGEST_FILE)] | None = None
    copy: bool = False


class MadeTournament(Struct, frozen=True):
    """It is made. Where that of the file `was_here`, nothing is made: this is the one that is here, with so many facts;
    `facts` are those of the file, and `is_same` says whether they are the first of ours."""

    id: str
    seq: int
    was_here: bool = False
    name: str = ""
    facts: int = 0
    is_same: bool = True


class RemoveRequest(Body, frozen=True):
    """A tournament to be taken off this server for good. Its name is repeated, so that none goes by accident."""

    name: ShortText


class RemovedTournament(Struct, frozen=True):
    """It is gone."""

    name: str


class MyTournament(Struct, frozen=True):
    """A tournament in which somebody has a role."""

    id: str
    name: str
    day: str
    role: RoleName
    facts: int


class MyTournaments(Struct, frozen=True):
    """Where somebody has a role."""

    tournaments: list[MyTournament]


class MyAccess(Struct, frozen=True):
    """Who asks, and what they may do here: names of acts, and the other powers."""

    id: str
    name: str
    seq: int
    role: RoleName
    who: str
    may: list[str]
    table: int | None = None
    match: str | None = None


# --- links and people ------------------------------------------------------------------------------------------------


class LinkRequest(Body, frozen=True, kw_only=True):
    """A link to be made: for an umpire at a table or of a match, or for a screen, or for a helper without password."""

    role: LinkRole
    name: Annotated[str, Meta(max_length=60, pattern=NO_TRICKS)] = ""
    table: Annotated[int, Meta(ge=1, le=999)] | None = None
    match: Annotated[str, Meta(max_length=20)] | None = None


class MadeLink(Struct, frozen=True):
    """A link: its secret is told once, and kept by nobody but who gets it."""

    id: str
    secret: str


class RoleGiven(Struct, frozen=True):
    """Somebody who has a role here: by a link, which has an id, or by name."""

    id: str
    role: RoleName
    name: str
    table: int | None
    match: str | None
    is_revoked: bool


class InviteGiven(Struct, frozen=True):
    """An invitation that nobody has used yet, and the day until which it is good."""

    id: str
    role: RoleName
    until: str


class RolesGiven(Struct, frozen=True):
    """Everybody who has a role here, and who is still invited."""

    roles: list[RoleGiven]
    invites: list[InviteGiven]


class RevokeRequest(Body, frozen=True):
    """The link of this id, or the account of this name, has no role here any more; the invitation of this name is
    good for nothing."""

    id: ShortText = ""
    name: ShortText = ""
    invite: ShortText = ""


class InviteRequest(Body, frozen=True):
    """Somebody to be invited, to choose a name and a password."""

    role: PersonalRole


class MadeInvite(Struct, frozen=True):
    """The secret of an invitation: good once, and for a week."""

    secret: str


class JoinRequest(Body, frozen=True, kw_only=True):
    """An invitation is taken: a new account, or, of somebody who is signed in, the role alone."""

    invite: Secret
    name: Annotated[LoginName, Meta(pattern=NO_TRICKS)] | None = None
    password: Password | None = None


class SignIn(Body, frozen=True):
    """A name and a password."""

    name: LoginName
    password: Annotated[str, Meta(max_length=200)]


class NewPassword(Body, frozen=True):
    """Another password for who is signed in."""

    old: Annotated[str, Meta(max_length=200)]
    new: Password


class WhoIAm(Struct, frozen=True):
    """Who is signed in; nobody where there is no name."""

    name: str | None
    is_host: bool = False


class EraseRequest(Body, frozen=True):
    """Somebody who wants to be forgotten, by id. The name is repeated, so that nobody is forgotten by accident."""

    person: ShortText
    name: ShortText


class Erased(Struct, frozen=True):
    """What stands in the place of a name from now on."""

    name: str
    seq: int


# --- tables in the browser --------------------------------------------------------------------------------------------


class TableRequest(Body, frozen=True):
    """A match to be played in the browser."""

    match: ShortText
    clock: bool = True


class PlayerLink(Struct, frozen=True):
    """Who plays from which seat; the secret opens it."""

    name: str
    seat: Seat
    secret: str


class FixtureTable(Struct, frozen=True):
    """A table for a match of the tournament: it is played at /play/TABLE with the secret of a seat after `#`."""

    match: str
    table: str
    links: list[PlayerLink]


# --- entry lists -----------------------------------------------------------------------------------------------------


class EntryListRequest(Body, frozen=True, kw_only=True):
    """An entry list to be read, as the act `import` takes it."""

    act: AnyAct


class ColumnRead(Struct, frozen=True):
    """A column of an entry list, and what it is taken for; None where nobody knows."""

    heading: str
    meaning: str | None


class EntryQuestion(Struct, frozen=True):
    """Something in a row that can be misread; `choices` are those of whom one may be meant, `no` is the answer that
    none of them is, where that has to be said, and `column` is what is asked about."""

    row: int
    code: str
    text: str
    choices: list[str]
    no: str = ""
    column: str = ""


class PersonRead(Struct, frozen=True):
    """Somebody as a list is understood, before it counts."""

    name: str
    club: str | None
    born: str | None
    gender: str | None
    plays: list[str]
    row: int | None = None
    line: str = ""
    """The row in which they stand first, as it is written."""


class ListRead(Struct, frozen=True):
    """An entry list, read: its columns, its questions, and what it would bring."""

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
    """What can be entered, and how it is called."""
    fee: int | None
    """What most have paid, where the list says who has and no entry fee is set: 0 where it does not say how much."""


# --- news ------------------------------------------------------------------------------------------------------------


class EventNotice(Struct, frozen=True, omit_defaults=True):
    """One fact, as listeners hear of it; only the staff hears by whom and what."""

    seq: int
    kind: str
    by: str | None = None
    at: str | None = None
    text: str | None = None
    reason: str | None = None


_Words = Annotated[str, Meta(max_length=200)]


class SearchRequest(Struct, frozen=True, kw_only=True):
    """Matches, laws or facts that somebody looks for."""

    tournament: TournamentId
    words: _Words = ""
    by: _Words = ""
    rulebook: _Words = ""


class MatchRequest(Struct, frozen=True):
    """One match of a tournament: M7, 7 or @4."""

    tournament: TournamentId
    match: Annotated[str, Meta(max_length=20)]


class OrderRequest(Struct, frozen=True):
    """The order of play, on so many tables."""

    tournament: TournamentId
    tables: Annotated[int, Meta(ge=1, le=200)] | None = None


class StageRequest(Struct, frozen=True):
    """One stage: S/groups."""

    tournament: TournamentId
    stage: _Words


class SheetRequest(Struct, frozen=True, kw_only=True):
    """A sheet to be printed; `which` are words such as `S/groups` or `M7`. For the `desk` it has what is held back."""

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
    """A text to be drawn as a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]
