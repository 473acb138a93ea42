"""What several sources say of one match, side by side. None is newer than another: where they differ, a referee looks.

A source that is behind agrees with one that is further, as long as what both have is the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from carrom.server.pads.wire import BoardDiffers, BoardTold, SourceTold
from carrom.tournament.log.facts import BoardPoints, ResultGiven
from carrom.tournament.log.scores import agree, are_boards_same, counted_result, score_text
from carrom.tournament.tables.results import Result


@dataclass(frozen=True, slots=True)
class Source:
    """One source: its name for people, the pad's name if it is one, its boards, and its result once it has one."""

    name: str
    pad: str | None
    boards: tuple[BoardTold, ...]
    score: str
    result: Result | None = None
    has_boards: bool = True
    """A desk may know the total alone."""

    def told(self) -> SourceTold:
        return SourceTold(self.name, self.pad, self.score, list(self.boards), self.result is not None)


def as_told(boards: Iterable[BoardPoints]) -> tuple[BoardTold, ...]:
    """Boards as they are shown to the referee."""
    return tuple(
        BoardTold(one.game, one.winner, one.points, one.extra, coins=one.coins, queen=one.queen) for one in boards
    )


def desk_source(given: ResultGiven, name: str) -> Source:
    """What the desk has of a match."""
    boards = as_told(given.boards)
    return Source(name, None, boards, score_text(given), counted_result(given), has_boards=bool(boards))


def differing_boards(sources: Sequence[Source]) -> list[BoardDiffers]:
    """The boards that are not the same with all who have them."""
    with_boards = [one for one in sources if one.has_boards]
    found = []
    for at in range(max((len(one.boards) for one in with_boards), default=0)):
        told = [one.boards[at] if one.has_boards and at < len(one.boards) else None for one in sources]
        known = [one for one in told if one is not None]
        if not all(are_boards_same(one, other) for at, one in enumerate(known) for other in known[:at]):
            found.append(BoardDiffers(at + 1, told))
    return found


def are_results_different(sources: Sequence[Source]) -> bool:
    """Whether two of them have a result, and not the same one."""
    results = [one.result for one in sources if one.result is not None]
    return any(not agree(one, other) for at, one in enumerate(results) for other in results[:at])
