"""What goes over a match's socket, both ways. The committed schema and the page's types come from these classes."""

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
    """Ask the other side to take your last stroke back, to end without a winner, or to play once more; or answer what
    it asks."""

    player: v.PlayerName
    what: OfferKind
    yes: bool = True


class OpenSeat(v.Body, frozen=True, tag_field="t", tag="open-seat"):
    """Let another browser sit here: one's own seat, or as the one who made the match somebody else's."""

    players: Annotated[list[v.PlayerName], Meta(min_length=1, max_length=4)]
    key: Annotated[str, Meta(max_length=80)] = ""
    """That of whoever made the match and has no seat in it."""
    ticket: Annotated[str, Meta(max_length=80)] = ""
    """Made up by whoever opens it, and told to nobody but the one who shall sit there."""


class Speak(v.Body, frozen=True, tag_field="t", tag="speak"):
    """A polite word to everybody at the table; nothing else can be said, and nothing of it is stored."""

    player: v.PlayerName
    phrase: Phrase


class OfferView(Struct, frozen=True):
    """What a side asks the other."""

    party: Party
    what: OfferKind


class Declined(Struct, frozen=True):
    """What a side asked, and the other said no to, after event number `base`."""

    party: Party
    what: OfferKind
    base: int


class TableStatus(Struct, frozen=True, tag_field="t", tag="beside"):
    """What stands beside the log: what is asked, whose seats are open again, and which match follows this one."""

    asks: list[OfferView]
    free: list[v.PlayerName]
    rematch: str | None
    declined: Declined | None = None


class Spoken(Struct, frozen=True, tag_field="t", tag="spoken"):
    """A polite word of somebody at the table."""

    player: v.PlayerName
    phrase: Phrase


class GameClock(Struct, frozen=True):
    """What is left of the time of the game, where the rulebook limits it and a clock was agreed on."""

    seconds: float
    running: bool


class Countdown(Struct, frozen=True):
    """A time between boards that runs: fifteen minutes to come (143i), the change of sides (61), the rest (138)."""

    what: Literal["report", "change", "interval"]
    seconds: float
    law: str


class SurfaceTest(Struct, frozen=True):
    """The surface may be tried for so long before the match, where the rulebook says so."""

    seconds: int
    law: str | None


class Concession(Struct, frozen=True):
    """A game or the match that a side gave up (139), and in which game."""

    what: Literal["game", "match"]
    party: Party
    game: int


class Headline(Struct, frozen=True):
    """What stands over the board after an event: the word that everybody at the table would call out."""

    what: Literal["foul", "queen", "covered", "uncovered", "several", "retry", "board", "slam"]
    slam: str | None = None
    """Which slam it was."""
    count: int = 0
    """How many were pocketed at once."""


class Stopped(Struct, frozen=True):
    """Play stands still for an appeal (121a)."""

    party: Party | None
    text: str
    wants_replay: bool
    may_go_on: list[v.PlayerName]
    may_grant: list[v.PlayerName]
    seconds: float | None
    """After which everybody may go on."""


class Signature(Struct, frozen=True):
    """Under the card (XIX)."""

    who: str
    """`loser` or `umpire`."""
    name: str


class ComingBoard(Struct, frozen=True):
    """The board that is played next, while the remains of the last one lie there."""

    game: int
    board: int


Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=v.WORD)]


TossChoice = Literal["break", "side"]
AppealKind = Literal["pause", "replay"]
ConcededPart = Literal["game", "match"]


class PlayerInput(v.Body, frozen=True, tag_field="do"):
    """Something a player does."""


class ChooseToss(PlayerInput, frozen=True, tag="toss"):
    """The winner of the toss has chosen; a pair that breaks says who of the two does (39b, 42). Where the winners took
    the side, the other pair is asked before the toss is recorded, and answers with `break`."""

    choice: TossChoice
    breaker: Annotated[int, Meta(ge=0, le=1)] = 0
    rack: Annotated[float, Meta(ge=0, le=360)] = 45.0
    """Who breaks may turn the rack of the first board (41a)."""


class TakeSeat(PlayerInput, frozen=True, tag="sit"):
    """Whoever has the choice of the side sits here, a partner opposite; the others take what is left (39)."""

    seat: Seat


class Strike(v.StrokeBody, frozen=True, tag_field="do", tag="strike"):
    """A stroke by the player in turn: the striker's place in board coordinates (mm), degrees as he sees it, m/s."""


class PlaceDue(PlayerInput, frozen=True, tag="place"):
    """Due pieces laid on the board: all that are to be placed now, or those that have room (79a)."""

    at: Annotated[list[tuple[v.Number, v.Number]], Meta(min_length=1, max_length=19)]


class ForgoDue(PlayerInput, frozen=True, tag="forgo"):
    """The due pieces are forgone (87a)."""


class PassTurn(PlayerInput, frozen=True, tag="pass"):
    """The turn is passed over (137)."""


class TakeDemand(PlayerInput, frozen=True, tag="demand"):
    """How many of the points on demand the winner takes (87b)."""

    points: Annotated[int, Meta(ge=0, le=2)]


class ReadyForBoard(PlayerInput, frozen=True, tag="next"):
    """This side is ready for the next board (46), which begins when every side is; the breaker may turn the rack."""

    rack: Annotated[float, Meta(ge=0, le=360)] = 45.0


class GiveUp(PlayerInput, frozen=True, tag="concede"):
    """The game or the match is given up (139)."""

    what: ConcededPart


class ClaimWalkover(PlayerInput, frozen=True, tag="claim"):
    """The other side has not come within fifteen minutes of the call: the match is claimed (143i)."""


class LodgeAppeal(PlayerInput, frozen=True, tag="appeal"):
    """Time stands still (121a): to ask something, or for this board to be played again (140)."""

    text: Annotated[str, Meta(max_length=200)] = ""
    wants: AppealKind = "pause"


class ResumePlay(PlayerInput, frozen=True, tag="go-on"):
    """Play goes on after an appeal: by who appealed, or by the others when they are asked or have waited."""


class GrantReplay(PlayerInput, frozen=True, tag="grant"):
    """The other side agrees that the board is played again (140)."""


class PlayTrial(PlayerInput, frozen=True, tag="trial"):
    """This side's trial board begins, or is over (40). Its strokes count for nothing and are told to nobody."""

    over: bool = False


class SignCard(PlayerInput, frozen=True, tag="sign"):
    """The loser signs the card (XIX); the umpire's signature follows by itself."""


class AgreeOnAids(PlayerInput, frozen=True, tag="aid"):
    """This side would have hints and what-if for both, and they have them when both say so; or would rather not."""

    yes: bool = True


class Undo(PlayerInput, frozen=True, tag="undo"):
    """A friendly request to take the last stroke back; only where everybody at the table is on one screen."""


class LodgeProtest(PlayerInput, frozen=True, tag="protest"):
    """A protest against what happened in this board, in writing (144, 145)."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Decide(PlayerInput, frozen=True, tag="decide"):
    """The other side's word on a protest: at a table without authorities it stands for theirs (151)."""

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
    """An act at the state after event `base`. `key` makes it safe to send again: it counts once."""

    key: Key
    base: Annotated[int, Meta(ge=0)]
    player: v.PlayerName
    act: PlayerAct


class ResendSince(v.Body, frozen=True, tag_field="t", tag="since"):
    """Please send again everything behind this number."""

    seq: Annotated[int, Meta(ge=0)]


class Aiming(v.Body, frozen=True, tag_field="t", tag="aiming"):
    """Where the player in turn has the striker now, for the others to see; never stored."""

    along: v.Number
    direction: Annotated[float, Meta(ge=-180, le=180)]
    speed: v.Force


class Pace(v.Body, frozen=True, tag_field="t", tag="pace"):
    """How this page likes to see a computer play: how long its pauses are and how fast strokes are shown, in multiples
    of the usual. Who has said none sees no pauses."""

    pause: Annotated[float, Meta(ge=0, le=4)]
    rate: Annotated[float, Meta(ge=0.1, le=100)]


class Hurry(v.Body, frozen=True, tag_field="t", tag="hurry"):
    """Skip ahead: no pauses until a person is asked; only where everybody at the table is on one screen."""


class Ping(v.Body, frozen=True, tag_field="t", tag="ping"):
    """Is anybody there?"""


ToServer = Do | ResendSince | Aiming | Pace | Hurry | Propose | OpenSeat | Speak | Ping


# --- from the server -------------------------------------------------------------------------------------------------


class WhyNot(Struct, frozen=True):
    """Why something that could be thought of cannot be done."""

    code: str
    law: str | None
    text: str


class DueSpots(Struct, frozen=True):
    """A raster of places for a due piece: '.' may be taken, `why` has the others. Row 0 has the smallest y."""

    x: float
    y: float
    step: float
    rows: list[str]
    extra: list[tuple[float, float]]
    """Free places beside the raster, where it has none."""
    why: dict[str, WhyNot] = {}
    """What is against a place, by its mark; ' ' is also for everything beyond the raster."""


TaskName = Literal["toss", "strike", "place", "demand", "next", "stopped", "over"]


class Todo(Struct, frozen=True):
    """What the match waits for, and from whom: `lane` for a stroke, `spots` when due pieces are to be placed."""

    what: TaskName
    players: list[v.PlayerName]
    count: int = 0
    """Pieces to place, or points on demand."""
    kind: Kind | None = None
    lane: v.Lane | None = None
    spots: DueSpots | None = None
    may_forgo: bool = False
    no_forgo: WhyNot | None = None
    """Why these cannot be forgone."""
    choices: list[TossChoice] = []
    """What can be chosen at the toss; `break` alone: it is only asked who of the pair breaks."""
    seconds: float | None = None
    """What is left of the time, where a clock runs."""
    limit: float | None = None


class SeatView(Struct, frozen=True):
    """Who sits where, and with which pieces in this board."""

    seat: Seat
    player: v.PlayerName
    party: Party
    name: str
    computer: str | None
    colour: Colour | None


class Snapshot(Struct, frozen=True):
    """All that a page shows of a match after event `seq`."""

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
    """Of the last event."""
    clock: GameClock | None = None
    ready: tuple[Party, ...] = ()
    """Who has said so, while the next board waits for all (46)."""
    absent: tuple[Party, ...] = ()
    """Who was called and has not come yet (143i)."""
    may_sit: list[v.PlayerName] = []
    """Who may choose the side now (39)."""
    until: Countdown | None = None
    may_concede: list[ConcededPart] = []
    """What can be given up now (139): the game only where it is one of several."""
    stopped: Stopped | None = None
    may_appeal: list[AppealKind] = []
    rack: list[v.PieceRow] | None = None
    """The rack of the next board as it lies if nobody turns it (41a)."""
    trial: Party | None = None
    """Whose trial board is under way (40)."""
    may_try: list[Party] = []
    """Who may have a trial board."""
    testing: SurfaceTest | None = None
    """Whether the surface may be tried now, beside or instead of a trial board."""
    may_undo: list[v.PlayerName] = []
    """Whose last stroke can be taken back: asked for, or around one screen just done."""
    conceded: list[Concession] = []
    """What has been given up: no board stands for it."""
    may_sign: list[v.PlayerName] = []
    signatures: list[Signature] = []
    aids: bool = True
    """Whether hints and what-if may be used: where people play against each other only when both sides agree."""
    aid_agreed: list[Party] = []
    may_protest: bool = False
    protests: list[ProtestView] = []
    """Those that have not been decided: until then the result of the match is not announced (150)."""


class Welcome(Struct, frozen=True, tag_field="t", tag="welcome"):
    """The first message: which players you are (none: you watch), and how things stand."""

    match: str
    players: list[v.PlayerName]
    view: Snapshot
    solo: bool
    clock: bool
    seat: list[v.PlayerName] = []
    """The seat of your link, where another browser sits at it: you watch."""


class Resync(Struct, frozen=True, tag_field="t", tag="stands"):
    """How things stand, for whoever has missed too many events to be told each of them."""

    view: Snapshot


class Happened(Struct, frozen=True, tag_field="t", tag="happened"):
    """An event that is safely stored. `before` are the pieces as they lay when the stroke began."""

    seq: int
    key: str | None
    event: v.EventJson
    view: Snapshot
    trace: v.TraceJson | None = None
    before: list[v.PieceRow] | None = None


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """The act with this key is stored: its first event has this number."""

    key: str
    seq: int


class Nack(Struct, frozen=True, tag_field="t", tag="nack"):
    """The act was refused and changed nothing; `seq` is where the match stands."""

    key: str | None
    code: str
    text: str
    law: str | None
    seq: int


class AimSeen(Aiming, frozen=True, tag="seen"):
    """The aim of the player in turn, as he moves it; a page takes so many seconds to bring it there."""

    over: Annotated[float, Meta(ge=0, le=10)] = 0.12


class Presence(Struct, frozen=True, tag_field="t", tag="here"):
    """Who is connected now."""

    players: list[v.PlayerName]
    watching: int


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """Here."""


ToClient = Welcome | Resync | Happened | Ack | Nack | AimSeen | Presence | TableStatus | Spoken | Pong
