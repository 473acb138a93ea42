"""Everything that can happen in a match, one frozen value each.

A field's type says how it is written (`field_types`), so the JSON form and the line of the record come from one
declaration. `kind` is the stable name of an act in both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from carrom.equipment import Kind, Piece, Position, Seat, Stroke
from carrom.laws import StrokeFacts
from carrom.match.log.field_types import Count, Law, Number, Places, Text, without_minus_zero
from carrom.match.parties import ByParty, Party, PlayerId, Who

ACTS: dict[str, type[Act]] = {}
"""Every act there is, by its kind."""


class Act:
    """Something that happened."""

    __slots__ = ()
    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str | None = None) -> None:
        # A dataclass with slots makes its class a second time, from the first and without arguments: that one counts.
        if kind is not None:
            cls.kind = kind
        ACTS[cls.kind] = cls

    def __post_init__(self) -> None:
        """What is told from memory is what will be read from the log, to the sign of a nought."""
        names: tuple[str, ...] = self.__slots__
        for name in names:
            value = getattr(self, name)
            if type(value) is float or type(value) is tuple:
                object.__setattr__(self, name, without_minus_zero(value))


_FIRST = {"first": True}  # written without a name, straight after the kind, as fields without a default always are


def _as(word: str) -> dict[str, str]:
    """What the record calls a field where that is not the field's own name."""
    return {"word": word}


@dataclass(frozen=True, slots=True)
class Called(Act, kind="called"):
    """The match is announced to its table; a side has fifteen minutes to report (143i)."""


@dataclass(frozen=True, slots=True)
class Reported(Act, kind="reported"):
    """A side has come to the table (143i)."""

    party: Party


@dataclass(frozen=True, slots=True)
class Ready(Act, kind="ready"):
    """A side is ready for 'Play' (46)."""

    party: Party


@dataclass(frozen=True, slots=True)
class Toss(Act, kind="toss"):
    """The toss before the match (39), or for the break of an extra board (56b)."""

    winner: Party
    choice: Literal["break", "side"] = field(default="break", metadata=_FIRST)
    breaker: Count = 0
    """Doubles: which player of the breaking pair takes the break, 0 or 1."""


@dataclass(frozen=True, slots=True)
class Sit(Act, kind="sit"):
    """Where everybody sits (27, 28, 39): one seat for each player, partners opposite. One side alone may sit first."""

    seats: ByParty[tuple[Seat, ...]]


@dataclass(frozen=True, slots=True)
class Trial(Act, kind="trial"):
    """A trial board, one for each party (40), begins or is over."""

    party: Party
    over: bool = False


@dataclass(frozen=True, slots=True)
class Play(Act, kind="play"):
    """The umpire calls 'Play': a board begins (46), or goes on after an appeal (121a).

    `rack` is the angle of the rack as the breaker sees it; without it the position is not known.
    """

    rack: Number | None = None


@dataclass(frozen=True, slots=True)
class StrokeMade(Act, kind="stroke"):
    """A stroke by the player in turn: the facts, and what else is known of it."""

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
    law: Law | None = None
    """What was improper about it."""
    by: PlayerId | None = None
    """Who struck, if the caller knows: an out-of-turn stroke is then refused (51)."""
    aim: Stroke | None = None
    rests: Position | None = None
    """Where everything lay when the stroke was over, before anything was placed."""
    meant: Stroke | None = None  # a computer's intended stroke, before its hand made `aim` of it

    @property
    def facts(self) -> StrokeFacts:
        return StrokeFacts(self.proper, self.touched, self.own, self.opponent, self.queen, self.striker)


@dataclass(frozen=True, slots=True)
class StrikerUp(Act, kind="striker-up"):
    """The striker was picked up after a stroke that kept no turn: the next player's time runs from here (50, 124b)."""


@dataclass(frozen=True, slots=True)
class PlaceCalled(Act, kind="place-called"):
    """The umpire asks for the placing: its time runs from here (88a)."""


@dataclass(frozen=True, slots=True)
class Fell(Act, kind="fell"):
    """Discs dropped into a pocket outside a stroke (71, 113)."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Place(Act, kind="place"):
    """Due pieces lie on the board, at these places where they are known (84): as many as there are places, or `count`
    of them, and then more may follow; all that are to be placed now where neither is said (83)."""

    places: Places = field(default=(), metadata=_as("at"))
    by: PlayerId | None = None
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Forgo(Act, kind="forgo"):
    """The placer gives up what he may place: all of it, never a part (87a)."""

    by: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class NoRoom(Act, kind="no-room"):
    """There is no space for the due pieces that have not been placed; they stay due (79)."""


@dataclass(frozen=True, slots=True)
class UmpirePlaces(Act, kind="umpire-places"):
    """The umpire puts the queen or pieces that jumped off on the centre circle (65, 93)."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Arrange(Act, kind="arrange"):
    """The umpire puts pieces back, or notes where they lie: the position as it now is (66, 69, 70, 86, 134)."""

    position: Position
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Pass(Act, kind="pass"):
    """The player in turn passes it over (137)."""


@dataclass(frozen=True, slots=True)
class Foul(Act, kind="foul"):
    """An offence outside a stroke, of a party or of one of its players. Technical or not follows from whose turn it is
    (62–64); outside play it is always technical (I-35)."""

    party: Who
    law: Law
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Warned(Act, kind="warning"):
    """The umpire warns a party or one of its players; warnings are counted for each player and law (129, 143h)."""

    who: Who
    law: Law
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Talk(Act, kind="talk"):
    """A player talked to the spectators: a foul (132), or the loss of a turn where the rulebook has it so."""

    player: PlayerId
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Timeout(Act, kind="timeout"):
    """The time for the stroke, or for placing, has run out (50, 88)."""

    begun: bool = False
    """Some pieces had been placed, nobody noted how many, and all of them came off again (88b)."""
    reason: Text = ""
    """Why the umpire's watch rules, and not the clock of the record that has some time left (I-56)."""


@dataclass(frozen=True, slots=True)
class Removed(Act, kind="removed"):
    """So many of the pieces that were placed before the time ran out come off again by the umpire's order (88b)."""

    count: Count


@dataclass(frozen=True, slots=True)
class Appeal(Act, kind="appeal"):
    """A player appeals to the umpire: time stops until 'Play' is called (121a)."""

    party: Who
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Stop(Act, kind="stop"):
    """The umpire stops all clocks himself, until he calls 'Play' (66, 122e, 140, KREEDA 6b)."""

    reason: Text


@dataclass(frozen=True, slots=True)
class Unnoticed(Act, kind="unnoticed"):
    """An error that nobody saw before the next stroke stands, as the Laws say: 51, 60c, 82b, 83, 96, 125b."""

    law: Law
    player: PlayerId | None = None
    """Who played out of turn (51), was not seen failing to cover the queen (96), or played on (125b)."""


@dataclass(frozen=True, slots=True)
class Noticed(Act, kind="noticed"):
    """Now it was seen that the player in turn has played on after an opponent's piece: his turn ends (125b)."""


@dataclass(frozen=True, slots=True)
class ReplayBoard(Act, kind="replay"):
    """The board is cancelled and played again: unforeseen circumstances (140), no room for the striker (142)."""

    law: Law
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Demand(Act, kind="demand"):
    """The winner of the board says how many of the points on demand he takes (87b)."""

    points: Count


@dataclass(frozen=True, slots=True)
class BoardOver(Act, kind="board-over"):
    """The board in progress, or the next one, ended so (I-48): counted, by the loser's `coins` and who covered the
    `queen`, with what was taken on `demand`; or ended by a `law`, with the `points` that it gave."""

    winner: Party
    coins: Count | None = None
    queen: Literal["a", "b", "none"] | None = None
    demand: Count = 0
    points: Count | None = None
    law: Law | None = None


@dataclass(frozen=True, slots=True)
class LoseBoard(Act, kind="lose-board"):
    """A party loses the board outside a stroke (51, 91, 121b, 126b)."""

    party: Party
    law: Law
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class LoseMatch(Act, kind="lose-match"):
    """A party loses the match, by decision of the umpire or the chief referee (143)."""

    party: Party
    law: Law
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Concede(Act, kind="concede"):
    """A party concedes the game or the match (139)."""

    party: Party
    what: Literal["game", "match"] = field(default="match", metadata=_FIRST)


@dataclass(frozen=True, slots=True)
class TimeUp(Act, kind="time-up"):
    """The time of the game is up: an unfinished board scores nothing (I-26). A reason says why it is, though this clock
    has some left: the hall's clock rules (I-43)."""

    reason: Text = ""


@dataclass(frozen=True, slots=True)
class ChangeSides(Act, kind="change-sides"):
    """The players have changed sides (58–60)."""


@dataclass(frozen=True, slots=True)
class Interval(Act, kind="interval"):
    """The rest before the third game begins or is over (138)."""

    over: bool = False


@dataclass(frozen=True, slots=True)
class Protest(Act, kind="protest"):
    """An oral protest, told to the umpire at once with the scrutiny fee (145)."""

    party: Party
    text: Text
    unpaid: bool = False
    """The fee was not paid."""


@dataclass(frozen=True, slots=True)
class ProtestWritten(Act, kind="protest-written"):
    """The protest has been handed over in writing (144, 146)."""

    protest: Count


@dataclass(frozen=True, slots=True)
class ProtestDecided(Act, kind="protest-decided"):
    """The authorities have decided (151). Upheld: the match goes back to the beginning of that board."""

    protest: Count
    upheld: bool = False
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Remark(Act, kind="remark"):
    """A remark of the umpire for the card: a warning, a changed striker, a damaged piece."""

    text: Text = field(default="", metadata=_FIRST)
    law: Law = ""
    rim: bool = False
    """A piece stands on its rim (67): where everything lies cannot be drawn any more, and play goes on by counts."""
    overlap: bool = False
    """Pieces lie on each other (68): the same."""


@dataclass(frozen=True, slots=True)
class StrikerChecked(Act, kind="striker-checked"):
    """The striker of a player was passed by the officials, before play or as a new one (115, 117)."""

    player: PlayerId
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Powder(Act, kind="powder"):
    """Powder was spread (122a)."""


@dataclass(frozen=True, slots=True)
class BoardChanged(Act, kind="board-changed"):
    """Board, stand or table was changed or moved (118, 119)."""

    reason: Text = ""


@dataclass(frozen=True, slots=True)
class Sign(Act, kind="sign"):
    """The card is signed (Law XIX)."""

    who: Literal["loser", "umpire"]
    name: Text = ""


@dataclass(frozen=True, slots=True)
class Correct(Act, kind="correct"):
    """The umpire corrects the record: the match stands again as it did after event number `to`.

    Nothing is erased. To take a correction back, correct to the number before it.
    """

    to: Count
    reason: Text
