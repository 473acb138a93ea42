"""Whole boards and matches between players, as lawful event logs."""

from collections import Counter
from dataclasses import dataclass, field
from time import process_time

from carrom.laws import RULEBOOKS, Rulebook
from carrom.match import BoardResult, ByParty, Match, Party, Setup
from carrom.match.log import acts
from carrom.play.seating import Luck, Seating, next_act

MOST_STROKES = 600
"""A board that has not ended by then counts for nobody: two who never pocket anything would play for ever."""


@dataclass(frozen=True, slots=True)
class BoardPlayed:
    """A board from 'Play' to its end, with what the arena counts."""

    match: Match = field(repr=False)
    """The log: a match of this one board."""
    result: BoardResult | None
    """None when it was conceded, or broken off after `MOST_STROKES`."""
    strokes: Counter[Party]
    seconds: ByParty[float]
    """Processor time that each party took to decide and execute its strokes."""

    def points(self, party: Party) -> int:
        """Points of the board for this party, negative when the other one won it."""
        if self.result is None:
            return 0
        return self.result.points if self.result.winner == party else -self.result.points


def play_board(
    seating: Seating,
    luck: Luck,
    *,
    breaker: Party = "a",
    book: Rulebook = RULEBOOKS["icf"],
    most_strokes: int = MOST_STROKES,
) -> BoardPlayed:
    """One board, broken by the first player of `breaker`."""
    doubles = len(seating.contestants.a) == 2
    match = Match.start(Setup(book, is_doubles=doubles)).play(acts.Toss(breaker))
    strokes: Counter[Party] = Counter()
    seconds: dict[Party, float] = {"a": 0.0, "b": 0.0}
    while not match.course.boards and strokes.total() < most_strokes and match.winner is None:
        party = match.board.turn.party if match.board is not None and match.phase == "stroke" else None
        since = process_time()
        act = next_act(match, seating, luck, strokes.total())
        if isinstance(act, acts.StrokeMade) and party is not None:
            strokes[party] += 1
            seconds[party] += process_time() - since
        match = match.play(act)
        if isinstance(act, acts.Concede):
            break  # it is the game that is conceded, and with it this board
    return BoardPlayed(match, match.course.boards[0] if match.course.boards else None, strokes, ByParty(**seconds))


def play_match(seating: Seating, luck: Luck, setup: Setup, *, most_strokes: int = 20_000) -> Match:
    """A whole match, from the toss to its winner."""
    match = Match.start(setup)
    strokes = 0
    while match.winner is None and strokes < most_strokes:
        act = next_act(match, seating, luck, strokes)
        strokes += isinstance(act, acts.StrokeMade)
        match = match.play(act)
    return match
