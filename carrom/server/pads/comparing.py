"""What several sources say of one match, side by side. None is newer than another: where they differ, a referee looks.

A source that is behind agrees with one that is further, as long as what both have is the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from carrom.match import Match
from carrom.server.pads.wire import BoardDiffers, BoardTold, SourceTold
from carrom.tournament.log.facts import ResultGiven
from carrom.tournament.log.scores import agree, counted_result, score_text
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


def boards_of(match: Match) -> tuple[BoardTold, ...]:
    """The finished boards of a match that is kept."""
    return tuple(BoardTold(one.game, one.winner, one.points, one.is_extra) for one in match.course.boards)


def desk_source(given: ResultGiven, name: str) -> Source:
    """What the desk has of a match."""
    boards = tuple(BoardTold(one.game, one.winner, one.points, one.extra) for one in given.boards)
    return Source(name, None, boards, score_text(given), counted_result(given), has_boards=bool(boards))


def differing_boards(sources: Sequence[Source]) -> list[BoardDiffers]:
    """The boards that are not the same with all who have them."""
    with_boards = [one for one in sources if one.has_boards]
    found = []
    for at in range(max((len(one.boards) for one in with_boards), default=0)):
        told = [one.boards[at] if one.has_boards and at < len(one.boards) else None for one in sources]
        if len({(one.game, one.winner, one.points, one.extra) for one in told if one is not None}) > 1:
            found.append(BoardDiffers(at + 1, told))
    return found


def are_results_different(sources: Sequence[Source]) -> bool:
    """Whether two of them have a result, and not the same one."""
    results = [one.result for one in sources if one.result is not None]
    return any(not agree(one, other) for at, one in enumerate(results) for other in results[:at])
