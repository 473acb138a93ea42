"""A match for tests: acts in, happenings or the refusal out."""

from __future__ import annotations

from carrom.laws import rulebook
from carrom.match import Board, Match, Refused, RoundName, Setup, apply
from carrom.match.log import acts as a
from carrom.match.parties import Party


class Table:
    """A match in progress. `do` expects an act to be accepted, `refused` expects a refusal."""

    def __init__(self, book: str = "icf", stage: RoundName = "group", *, doubles: bool = False) -> None:
        self.match = Match.start(Setup(rulebook(book), stage, doubles))

    def do(self, *acts: a.Act, at: float | None = None) -> Match:
        for act in acts:
            self.match = self.match.play(act, at=at)
        return self.match

    def refused(self, act: a.Act, *, at: float | None = None) -> tuple[str, str | None]:
        before = self.match
        result = apply(self.match, self.match.next_event(act, at=at))
        assert isinstance(result, Refused), f"{act} stands"
        assert result.text
        assert self.match is before
        return result.code, result.law

    @property
    def board(self) -> Board:
        assert self.match.board is not None
        return self.match.board

    @property
    def points(self) -> tuple[int, int]:
        return self.match.course.points.a, self.match.course.points.b

    def begin(self, winner: Party = "a", *, at: float | None = None) -> Table:
        """Do the toss and call 'Play'."""
        self.do(a.Toss(winner), at=at)
        self.do(a.Play(), at=at)
        return self

    def board_to(self, party: Party, left: int, *, queen: bool = False, at: float | None = None) -> Table:
        """Play a board that this party wins with so many of the other's pieces left.

        The winner covers the queen, or the loser does, who then has no more than seven pieces left.
        """
        loser: Party = "b" if party == "a" else "a"
        assert queen or left <= 7
        if self.match.course.is_change_due:
            self.do(a.ChangeSides(), at=at)
        if self.match.phase == "toss":
            self.do(a.Toss(party), at=at)
        self.do(a.Play(), at=at)
        self._until(party if queen else loser, at)
        self.do(a.StrokeMade(own=1), a.StrokeMade(queen=True, own=1), at=at)
        self._until(loser, at)
        while self.board.on[loser] > left:
            self.do(a.StrokeMade(own=1), at=at)
        self._until(party, at)
        while self.match.board is not None:
            self.do(a.StrokeMade(own=1), at=at)
        return self

    def _until(self, party: Party, at: float | None) -> None:
        """Make strokes that pocket nothing, until it is this party's turn."""
        while self.board.turn.party != party:
            self.do(a.StrokeMade(), at=at)
