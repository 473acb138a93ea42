"""Messages of a match's socket, both directions."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.equipment import Kind, Seat
from carrom.match.board import BoardResult
from carrom.match.parties import ByParty, Party
from carrom.match.views.view import ProtestView
from carrom.play.player import Colour
from carrom.server.wire import values as v

OfferKind = Literal["undo", "end", "rematch"]
Phrase = Literal["hello", "good-luck", "nice-stroke", "well-played", "thanks", "one-moment"]


class Propose(v.Body, frozen=True, tag_field="t", tag="propose"):
    """Offer to take back your last stroke, end without a winner, or a rematch; or answer such an offer."""

    player: v.PlayerName
    what: OfferKind
    yes: bool = True


class OpenSeat(v.Body, frozen=True, tag_field="t", tag="open-seat"):
    """Open a seat for another browser: yours, or another's if you made the match."""

    players: Annotated[list[v.PlayerName], Meta(min_length=1, max_length=4)]
    key: Annotated[str, Meta(max_length=80)] = ""
    """The maker's key, without a seat in the match."""
    ticket: Annotated[str, Meta(max_length=80)] = ""
    """Ticket chosen by the sender, for the person who shall take the seat."""


class Speak(v.Body, frozen=True, tag_field="t", tag="speak"):
    """Say a polite phrase to everyone at the table; not stored."""

    player: v.PlayerName
    phrase: Phrase


class OfferView(Struct, frozen=True):
    """An open offer."""

    party: Party
    what: OfferKind


class Declined(Struct, frozen=True):
    """An offer declined by the other side, made after event `base`."""

    party: Party
    what: OfferKind
    base: int


class TableStatus(Struct, frozen=True, tag_field="t", tag="beside"):
    """State of the table that is not in the log: open offers, seats to take, rematch."""

    asks: list[OfferView]
    free: list[v.PlayerName]
    rematch: str | None
    declined: Declined | None = None


class Spoken(Struct, frozen=True, tag_field="t", tag="spoken"):
    """A player's phrase."""

    player: v.PlayerName
    phrase: Phrase


class GameClock(Struct, frozen=True):
    """Time left in the game, if limited and a clock was agreed."""

    seconds: float
    running: bool


class Countdown(Struct, frozen=True):
    """Time between boards: reporting (143i), changing sides (61), interval (138)."""

    what: Literal["report", "change", "interval"]
    seconds: float
    law: str


class SurfaceTest(Struct, frozen=True):
    """Seconds for testing the surface, if the rulebook allows it."""

    seconds: int
    law: str | None


class Concession(Struct, frozen=True):
    """A conceded game or match (139), and its game."""

    what: Literal["game", "match"]
    party: Party
    game: int


class Headline(Struct, frozen=True):
    """What was most notable in an event."""

    what: Literal["foul", "queen", "covered", "uncovered", "several", "retry", "board", "slam"]
    slam: str | None = None
    """Kind of slam, if `what` is one."""
    count: int = 0
    """Coins pocketed."""


class Stopped(Struct, frozen=True):
    """Play stopped for an appeal (121a)."""

    party: Party | None
    text: str
    wants_replay: bool
    may_go_on: list[v.PlayerName]
    may_grant: list[v.PlayerName]
    seconds: float | None
    """Seconds until every side may resume."""


class Signature(Struct, frozen=True):
    """A score card's signature (XIX)."""

    who: str
    """`loser` or `umpire`."""
    name: str


class ComingBoard(Struct, frozen=True):
    """The next board, with the last one still on the table."""

    game: int
    board: int


Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=v.WORD)]


TossChoice = Literal["break", "side"]
AppealKind = Literal["pause", "replay"]
ConcededPart = Literal["game", "match"]


class PlayerInput(v.Body, frozen=True, tag_field="do"):
    """A player's input."""


class ChooseToss(PlayerInput, frozen=True, tag="toss"):
    """Choose at the toss. A breaking pair says which of them does (39b, 42). If the winners took the side, the other
    pair is asked before the toss is recorded, and answers `break`."""

    choice: TossChoice
    breaker: Annotated[int, Meta(ge=0, le=1)] = 0
    rack: Annotated[float, Meta(ge=0, le=360)] = 45.0
    """Turn of the first rack by the breaker (41a), in degrees."""


class TakeSeat(PlayerInput, frozen=True, tag="sit"):
    """Take this seat, partner opposite, others in the remaining seats (39)."""

    seat: Seat


class Strike(v.StrokeBody, frozen=True, tag_field="do", tag="strike"):
    """Strike from here (mm, board coordinates), in degrees as the player sees it, and m/s."""


class PlaceDue(PlayerInput, frozen=True, tag="place"):
    """Place due coins: all, or those that have room (79a)."""

    at: Annotated[list[tuple[v.Number, v.Number]], Meta(min_length=1, max_length=19)]


class ForgoDue(PlayerInput, frozen=True, tag="forgo"):
    """Forgo the due coins (87a)."""


class PassTurn(PlayerInput, frozen=True, tag="pass"):
    """Pass the turn (137)."""


class TakeDemand(PlayerInput, frozen=True, tag="demand"):
    """Take so many points on demand (87b)."""

    points: Annotated[int, Meta(ge=0, le=2)]


class ReadyForBoard(PlayerInput, frozen=True, tag="next"):
    """Declare this side ready; the next board begins when all are (46). The breaker may turn the rack."""

    rack: Annotated[float, Meta(ge=0, le=360)] = 45.0


class GiveUp(PlayerInput, frozen=True, tag="concede"):
    """Concede the game or the match (139)."""

    what: ConcededPart


class ClaimWalkover(PlayerInput, frozen=True, tag="claim"):
    """Claim the match: the other side did not come within fifteen minutes of the call (143i)."""


class LodgeAppeal(PlayerInput, frozen=True, tag="appeal"):
    """Appeal, stopping the clocks (121a): a question, or to replay the board (140)."""

    text: Annotated[str, Meta(max_length=200)] = ""
    wants: AppealKind = "pause"


class ResumePlay(PlayerInput, frozen=True, tag="go-on"):
    """Resume play: by the side that appealed, or the other once asked or after waiting."""


class GrantReplay(PlayerInput, frozen=True, tag="grant"):
    """Agree to replay the board (140)."""


class PlayTrial(PlayerInput, frozen=True, tag="trial"):
    """Begin or end this side's trial board (40). Its strokes do not count and are not shown."""

    over: bool = False


class SignCard(PlayerInput, frozen=True, tag="sign"):
    """Sign the score card as loser (XIX); the umpire follows."""


class AgreeOnAids(PlayerInput, frozen=True, tag="aid"):
    """Agree to hints and what-if, or decline. Both sides must agree."""

    yes: bool = True


class Undo(PlayerInput, frozen=True, tag="undo"):
    """Take the last stroke back, where everyone plays on one screen."""


class LodgeProtest(PlayerInput, frozen=True, tag="protest"):
    """Protest in writing against something in this board (144, 145)."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Decide(PlayerInput, frozen=True, tag="decide"):
    """Decide the other side's protest, in place of authorities (151)."""

    protest: Annotated[int, Meta(ge=1)]
    upheld: bool


PlayerAct = (
    ChooseToss
    | TakeSeat
    | ClaimWalkover
    | Strike
    | PlaceDue
    | ForgoDue
    | PassTurn
    | TakeDemand
    | ReadyForBoard
    | GiveUp
    | LodgeAppeal
    | ResumePlay
    | GrantReplay
    | PlayTrial
    | SignCard
    | AgreeOnAids
    | Undo
    | LodgeProtest
    | Decide
)


class Do(v.Body, frozen=True, tag_field="t", tag="do"):
    """An act after event `base`. With the same `key` it counts once."""

    key: Key
    base: Annotated[int, Meta(ge=0)]
    player: v.PlayerName
    act: PlayerAct


class ResendSince(v.Body, frozen=True, tag_field="t", tag="since"):
    """Ask for all events after this one."""

    seq: Annotated[int, Meta(ge=0)]


class Aiming(v.Body, frozen=True, tag_field="t", tag="aiming"):
    """The player's aim, shown to others; not stored."""

    along: v.Number
    direction: Annotated[float, Meta(ge=-180, le=180)]
    speed: v.Force


class Pace(v.Body, frozen=True, tag_field="t", tag="pace"):
    """Pace of computer players for this page: length of pauses and speed of strokes, as multiples. Without it there are
    no pauses."""

    pause: Annotated[float, Meta(ge=0, le=4)]
    rate: Annotated[float, Meta(ge=0.1, le=100)]


class Hurry(v.Body, frozen=True, tag_field="t", tag="hurry"):
    """Skip pauses until a person's turn, where everyone plays on one screen."""


class Ping(v.Body, frozen=True, tag_field="t", tag="ping"):
    """Ask for a pong."""


ToServer = Do | ResendSince | Aiming | Pace | Hurry | Propose | OpenSeat | Speak | Ping


# --- from the server ------------------------------------------------------------------------------------------------


class WhyNot(Struct, frozen=True):
    """Why something is impossible."""

    code: str
    law: str | None
    text: str


class DueSpots(Struct, frozen=True):
    """A raster of places for a due coin: '.' is free, `why` has other marks. Row 0 has the smallest y."""

    x: float
    y: float
    step: float
    rows: list[str]
    extra: list[tuple[float, float]]
    """Free places between the raster's points, if none of these is free."""
    why: dict[str, WhyNot] = {}
    """Reason for each mark; ' ' is also outside."""


TaskName = Literal["toss", "strike", "place", "demand", "next", "stopped", "over"]


class Todo(Struct, frozen=True):
    """What the match waits for, and whom: `lane` for a stroke, `spots` for due coins."""

    what: TaskName
    players: list[v.PlayerName]
    count: int = 0
    """Coins to place, or points on demand."""
    kind: Kind | None = None
    lane: v.Lane | None = None
    spots: DueSpots | None = None
    may_forgo: bool = False
    no_forgo: WhyNot | None = None
    """Why due coins cannot be forgone."""
    choices: list[TossChoice] = []
    """What may be chosen at the toss; `break` alone asks which of the pair breaks."""
    seconds: float | None = None
    """Time left, if a clock runs."""
    limit: float | None = None


class SeatView(Struct, frozen=True):
    """A seat, its player and colour in this board."""

    seat: Seat
    player: v.PlayerName
    party: Party
    name: str
    computer: str | None
    colour: Colour | None


class Snapshot(Struct, frozen=True):
    """All a page shows of a match after event `seq`."""

    seq: int
    rulebook: str
    title: str
    """The rulebook's name."""
    seats: list[SeatView]
    pieces: list[v.PieceRow]
    position: str
    turn: Seat | None
    todo: Todo
    queen: Literal["board", "pending", "a", "b"]
    owed: ByParty[int]
    left: ByParty[int]
    score: ByParty[int]
    games: ByParty[int]
    game: int
    board: int
    breaker: Seat | None
    winner: Party | None
    lines: tuple[BoardResult, ...]
    said: list[v.Word]
    coming: ComingBoard | None = None
    headline: Headline | None = None
    """Headline of the last event."""
    clock: GameClock | None = None
    ready: tuple[Party, ...] = ()
    """Parties ready for the next board (46)."""
    absent: tuple[Party, ...] = ()
    """Parties called, but not come (143i)."""
    may_sit: list[v.PlayerName] = []
    """Players who may choose the side now (39)."""
    until: Countdown | None = None
    may_concede: list[ConcededPart] = []
    """What may be conceded now (139): the game only if one of several."""
    stopped: Stopped | None = None
    may_appeal: list[AppealKind] = []
    rack: list[v.PieceRow] | None = None
    """Next rack unless turned (41a)."""
    trial: Party | None = None
    """Party in a trial board (40)."""
    may_try: list[Party] = []
    """Parties with a trial board to play."""
    testing: SurfaceTest | None = None
    """Set if the surface may be tested now, besides or instead of a trial board."""
    may_undo: list[v.PlayerName] = []
    """Players with a stroke to take back: by offer, or at once on one screen."""
    conceded: list[Concession] = []
    """Conceded games and matches, which have no board in the result."""
    may_sign: list[v.PlayerName] = []
    signatures: list[Signature] = []
    aids: bool = True
    """Hints and what-if are allowed: between people, if both sides agree."""
    aid_agreed: list[Party] = []
    may_protest: bool = False
    protests: list[ProtestView] = []
    """Undecided protests, which withhold the match's result (150)."""


class Welcome(Struct, frozen=True, tag_field="t", tag="welcome"):
    """First message: your players (none: you watch) and a snapshot."""

    match: str
    players: list[v.PlayerName]
    view: Snapshot
    solo: bool
    clock: bool
    seat: list[v.PlayerName] = []
    """Players of your link's seat, if claimed by another browser."""


class Resync(Struct, frozen=True, tag_field="t", tag="stands"):
    """A snapshot for a client that missed too much."""

    view: Snapshot


class Happened(Struct, frozen=True, tag_field="t", tag="happened"):
    """A stored event. `before` has the coins before a stroke."""

    seq: int
    key: str | None
    event: v.EventJson
    view: Snapshot
    trace: v.TraceJson | None = None
    before: list[v.PieceRow] | None = None


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """This act is stored; its first event has this number."""

    key: str
    seq: int


class Nack(Struct, frozen=True, tag_field="t", tag="nack"):
    """The act was refused and changed nothing; `seq` is the last event."""

    key: str | None
    code: str
    text: str
    law: str | None
    seq: int


class AimSeen(Aiming, frozen=True, tag="seen"):
    """A player's aim; pages move there in `over` seconds."""

    over: Annotated[float, Meta(ge=0, le=10)] = 0.12


class Presence(Struct, frozen=True, tag_field="t", tag="here"):
    """Connected players."""

    players: list[v.PlayerName]
    watching: int


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """Answer to a ping."""


ToClient = Welcome | Resync | Happened | Ack | Nack | AimSeen | Presence | TableStatus | Spoken | Pong
