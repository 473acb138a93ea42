"""One board pair: each side breaks once, under the same luck."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.laws import RULEBOOKS, Rulebook
from carrom.match import ByParty, Party, Record
from carrom.play.runner import BoardPlayed, play_board
from carrom.play.seating import Luck, Seating
from carrom.players.arena.entrant import ArenaEntrant

BREAKERS: tuple[Party, Party] = ("a", "b")


@dataclass(frozen=True, slots=True)
class PairTask:
    """What a worker needs to know, wherever it works."""

    number: int
    """Its place in the list of tasks: results are put back in this order."""
    a: ArenaEntrant
    b: ArenaEntrant
    pair: int
    """Keys the luck: pair 7 of one meeting falls as pair 7 of another."""
    seed: int
    book: Rulebook = RULEBOOKS["icf"]
    simulations: int | None = None
    seconds: float | None = None
    keep_records: bool = False


@dataclass(frozen=True, slots=True)
class BoardCount:
    """What is counted of one board."""

    points: int
    """Of a, negative when b won."""
    slam: Party | None
    strokes: ByParty[int]
    seconds: ByParty[float]
    record: str = ""

    @classmethod
    def of(cls, played: BoardPlayed, *, keep_record: bool) -> BoardCount:
        result = played.result
        return cls(
            played.points("a"),
            result.winner if result is not None and result.slam else None,
            ByParty(played.strokes["a"], played.strokes["b"]),
            played.seconds,
            Record.of(played.match).text() if keep_record else "",
        )


@dataclass(frozen=True, slots=True)
class PairPlayed:
    """A pair and its two boards, the one that a broke first."""

    task: PairTask
    boards: tuple[BoardCount, BoardCount]


def play_pair(task: PairTask) -> PairPlayed:
    """Play both boards. A pure function of the task, apart from the seconds that it took."""
    sides = ((entrant.contestant(simulations=task.simulations, seconds=task.seconds),) for entrant in (task.a, task.b))
    seating = Seating(ByParty(*sides))
    luck = Luck((task.seed, task.pair))
    first, second = (
        BoardCount.of(play_board(seating, luck, breaker=breaker, book=task.book), keep_record=task.keep_records)
        for breaker in BREAKERS
    )
    return PairPlayed(task, (first, second))
