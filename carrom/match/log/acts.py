"""Everything that can happen in a match, one frozen value each.

A field's type says how it is written (`field_types`), so the JSON form and the line of the record come from one
declaration. `kind` is the stable name of an act in both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from carrom.equipment import Kind, Piece, Position, Seat, Stroke
from carrom.laws import StrokeFacts
from carrom.match.log.field_types import Count, Law, Number, Places, Text
from carrom.match.parties import ByParty, Party, PlayerId

_FIRST = {"first": True}
"""Written without a name, straight after the kind, as fields without a default always are."""


def _as(word: str) -> dict[str, str]:
    """What the record calls a field where that is not the field's own name."""
    return {"word": word}


class Act:
    """Something that happened."""

    __slots__ = ()
    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Toss(Act):
    """The toss before the match (39), or for the break of an extra board (56b)."""

    kind: ClassVar[str] = "toss"
    winner: Party
    choice: Literal["break", "side"] = field(default="break", metadata=_FIRST)
    breaker: Count = 0
    """Doubles: which player of the breaking pair takes the break, 0 or 1."""


@dataclass(frozen=True, slots=True)
class Sit(Act):
    """Where everybody sits (27, 28, 39): one seat for each player, partners opposite."""

    kind: ClassVar[str] = "sit"
    seats: ByParty[tuple[Seat, ...]]


@dataclass(frozen=True, slots=True)
class Trial(Act):
    """A trial board, one for each party (40)."""

    kind: ClassVar[str] = "trial"
    party: Party


@dataclass(frozen=True, slots=True)
class Play(Act):
    """The umpire calls 'Play': a board begins (46), or goes on after an appeal (121a).

    `rack` is the angle of the rack as the breaker sees it; without it the position is not known.
    """

    kind: ClassVar[str] = "play"
    rack: Number | None = None


@dataclass(frozen=True, slots=True)
class StrokeMade(Act):
    """A stroke by the player in turn: the facts, and what else is known of it."""

    kind: ClassVar[str] = "stroke"
    own: Count = 0
    opponent: Count = 0
    queen: bool = False
    striker: bool = False
    proper: bool = field(default=True, metadata=_as("improper"))
    touched: bool = field(default=True, metadata=_as("untouched"))
    jumped: tuple[Kind, ...] = ()
    """Pieces that left the board and were not pocketed: the umpire places them (65)."""
    early: bool = False
    """The break was made before 'Play' was called (47)."""
    by: PlayerId | None = None
    """Who struck, if the caller knows: an out-of-turn stroke is then refused (51)."""
    aim: Stroke | None = None
    rests: Position | None = None
    """Where everything lay when the stroke was over, before anything was placed."""

    @property
    def facts(self) -> StrokeFacts:
        return StrokeFacts(self.proper, self.touched, self.own, self.opponent, self.queen, self.striker)


@dataclass(frozen=True, slots=True)
class Place(Act):
    """The due pieces that are to be placed now lie on the board, at these places where they are known (84)."""

    kind: ClassVar[str] = "place"
    places: Places = field(default=(), metadata=_as("at"))
    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Forgo(Act):
    """The placer gives up what he may place: all of it, never a part (87a)."""

    kind: ClassVar[str] = "forgo"
    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class NoRoom(Act):
    """There is no space for the due pieces now; they stay due (79)."""

    kind: ClassVar[str] = "no-room"


@dataclass(frozen=True, slots=True)
class UmpirePlaces(Act):
    """The umpire puts the queen or pieces that jumped off on the centre circle (65, 93)."""

    kind: ClassVar[str] = "umpire-places"
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Arrange(Act):
    """The umpire puts pieces back, or notes where they lie: the position as it now is (66, 69, 70, 86, 134)."""

    kind: ClassVar[str] = "arrange"
    position: Position
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Pass(Act):
    """The player in turn passes it over (137)."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Foul(Act):
    """An offence outside a stroke. Technical or not follows from whose turn it is (62–64)."""

    kind: ClassVar[str] = "foul"
    party: Party
    law: Law
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Talk(Act):
    """A player talked to the spectators: a foul (132), or the loss of a turn where the rulebook has it so."""

    kind: ClassVar[str] = "talk"
    player: PlayerId
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Timeout(Act):
    """The time for the stroke, or for placing, has run out (50, 88). `begun`: some pieces were placed already."""

    kind: ClassVar[str] = "timeout"
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Appeal(Act):
    """A player appeals to the umpire: time stops until 'Play' is called (121a)."""

    kind: ClassVar[str] = "appeal"
    party: Party
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Unnoticed(Act):
    """An error that nobody saw before the next stroke stands, as the Laws say: 51, 60c, 82b, 83, 96, 125b."""

    kind: ClassVar[str] = "unnoticed"
    law: Law
    player: PlayerId | None = None
    """Who played out of turn (51) or was not seen failing to cover the queen (96)."""


@dataclass(frozen=True, slots=True)
class ReplayBoard(Act):
    """The board is cancelled and played again: unforeseen circumstances (140), no room for the striker (142)."""

    kind: ClassVar[str] = "replay"
    law: Law
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Demand(Act):
    """The winner of the board says how many of the points on demand he takes (87b)."""

    kind: ClassVar[str] = "demand"
    points: Count


@dataclass(frozen=True, slots=True)
class LoseBoard(Act):
    """A party loses the board outside a stroke (51, 91, 121b, 126b)."""

    kind: ClassVar[str] = "lose-board"
    party: Party
    law: Law
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class LoseMatch(Act):
    """A party loses the match, by decision of the umpire or the chief referee (143)."""

    kind: ClassVar[str] = "lose-match"
    party: Party
    law: Law
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Concede(Act):
    """A party concedes the game or the match (139)."""

    kind: ClassVar[str] = "concede"
    party: Party
    what: Literal["game", "match"] = field(default="match", metadata=_FIRST)


@dataclass(frozen=True, slots=True)
class TimeUp(Act):
    """The time of the game is up: an unfinished board scores nothing (I-26)."""

    kind: ClassVar[str] = "time-up"


@dataclass(frozen=True, slots=True)
class ChangeSides(Act):
    """The players have changed sides (58–60)."""

    kind: ClassVar[str] = "change-sides"


@dataclass(frozen=True, slots=True)
class Interval(Act):
    """The rest before the third game begins (138)."""

    kind: ClassVar[str] = "interval"


@dataclass(frozen=True, slots=True)
class Protest(Act):
    """An oral protest, told to the umpire at once with the scrutiny fee (145)."""

    kind: ClassVar[str] = "protest"
    party: Party
    text: Text
    unpaid: bool = False
    """The fee was not paid."""


@dataclass(frozen=True, slots=True)
class ProtestWritten(Act):
    """The protest has been handed over in writing (144, 146)."""

    kind: ClassVar[str] = "protest-written"
    protest: Count


@dataclass(frozen=True, slots=True)
class ProtestDecided(Act):
    """The authorities have decided (151). Upheld: the match goes back to the beginning of that board."""

    kind: ClassVar[str] = "protest-decided"
    protest: Count
    upheld: bool = False
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Remark(Act):
    """A remark of the umpire for the card: a warning, a changed striker, a damaged piece."""

    kind: ClassVar[str] = "remark"
    text: Text
    law: Law = ""


@dataclass(frozen=True, slots=True)
class Sign(Act):
    """The card is signed (Law XIX)."""

    kind: ClassVar[str] = "sign"
    who: Literal["loser", "umpire"]
    name: Text = ""


@dataclass(frozen=True, slots=True)
class Correct(Act):
    """The umpire corrects the record: the match stands again as it did after event number `to`.

    Nothing is erased. To take a correction back, correct to the number before it.
    """

    kind: ClassVar[str] = "correct"
    to: Count
    reason: Text


ACTS: dict[str, type[Act]] = {
    act.kind: act
    for act in (
        Toss, Sit, Trial, Play, StrokeMade, Place, Forgo, NoRoom, UmpirePlaces, Arrange, Pass, Foul, Talk, Timeout,
        Appeal, Unnoticed, ReplayBoard, Demand, LoseBoard, LoseMatch, Concede, TimeUp, ChangeSides, Interval, Protest,
        ProtestWritten, ProtestDecided, Remark, Sign, Correct,
    )
}  # fmt: skip
