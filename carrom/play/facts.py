"""Facts that the judge needs, from a simulated stroke."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from carrom.equipment import Piece, Position
from carrom.laws import StrokeFacts
from carrom.match.log.acts import StrokeMade
from carrom.match.parties import PlayerId
from carrom.physics import Outcomes, Stroke
from carrom.play.player import Colour


class Seen(Protocol):
    """What everyone at the table could see of a stroke."""

    @property
    def pocketed(self) -> Sequence[str]:
        """Kinds in order, the striker included."""
        ...

    @property
    def touched(self) -> bool: ...

    @property
    def rest(self) -> Position: ...


@dataclass(frozen=True, slots=True)
class BatchRow:
    """One stroke of a batch, with the position before it."""

    outcomes: Outcomes
    row: int
    position: Position

    @property
    def pocketed(self) -> tuple[str, ...]:
        kinds = (*(piece.kind for piece in self.position.pieces), "striker")
        # A batch is as wide as its fullest position; the striker is always last.
        last = self.outcomes.fell.shape[1] - 1
        return tuple(kinds[-1] if disc == last else kinds[disc] for disc in self.outcomes.falls(self.row))

    @property
    def touched(self) -> bool:
        return bool(self.outcomes.touched[self.row])

    @property
    def rest(self) -> Position:
        places, fell = self.outcomes.rest[self.row].tolist(), self.outcomes.is_pocketed[self.row].tolist()
        pieces = enumerate(self.position.pieces)
        return Position(tuple(Piece(piece.kind, *places[disc]) for disc, piece in pieces if not fell[disc]))


def facts_of(seen: Seen, colour: Colour) -> StrokeFacts:
    """What happened in a stroke by the side of this colour. Simulated strokes are always proper."""
    fell = list(seen.pocketed)
    return StrokeFacts(
        touched=seen.touched,
        own=fell.count(colour),
        opponent=fell.count("black" if colour == "white" else "white"),
        queen="queen" in fell,
        striker="striker" in fell,
    )


def stroke_act(
    seen: Seen, stroke: Stroke, colour: Colour, by: PlayerId | None = None, *, meant: Stroke | None = None
) -> StrokeMade:
    """The stroke as an act, with its aim and the position where everything came to rest."""
    facts = facts_of(seen, colour)
    return StrokeMade(
        facts.own,
        facts.opponent,
        facts.queen,
        facts.striker,
        facts.proper,
        facts.touched,
        by=by,
        aim=stroke,
        rests=seen.rest,
        meant=meant,
    )
