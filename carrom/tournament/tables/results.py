"""Result of one match, as standings count it."""

from dataclasses import dataclass
from typing import Annotated, Literal, NewType

from carrom.base.codec import dataclass_reader, not_blank
from carrom.base.errors import CarromError

EntryId = NewType("EntryId", str)
Side = Literal["a", "b"]
Pair = tuple[int, int]
SIDES: tuple[Side, Side] = ("a", "b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One match. Walkovers have no score; points of an extra board are separate.

    `games` are the games won, where a match has several: they decide the winner, not the total score.
    """

    a: Annotated[EntryId, not_blank]
    b: Annotated[EntryId, not_blank]
    score: Pair | None = None
    extra: Pair | None = None
    walkover: Side | None = None
    games: Pair | None = None

    def __post_init__(self) -> None:
        if self.a == self.b:
            raise CarromError("plays-itself", f"{self.a!r} cannot play against itself")
        for pair in (self.score, self.extra, self.games):
            if pair is not None and min(pair) < 0:
                raise CarromError("bad-score", f"{self.a} – {self.b}: {min(pair)} cannot be scored")
        if self.walkover is not None:
            return
        if self.games is not None:
            if self.games[0] == self.games[1]:
                raise CarromError("no-winner", f"{self.a} – {self.b}: {self.games[0]} games each leave no winner")
            return
        if self.score is None:
            raise CarromError("no-score", f"{self.a} – {self.b} has neither a score nor a walk-over")
        if self.extra is not None:
            if self.score[0] != self.score[1]:
                raise CarromError(
                    "no-extra-board",
                    f"{self.a} – {self.b}: an extra board is played only at level scores, not at "
                    f"{self.score[0]}–{self.score[1]}",
                )
            if self.extra[0] == self.extra[1]:
                raise CarromError(
                    "no-winner", f"{self.a} – {self.b}: an extra board has a winner, {self.extra[0]} each has none"
                )

    @property
    def winner(self) -> EntryId | None:
        if self.walkover is not None:
            return self.a if self.walkover == "a" else self.b
        deciding = self.games or self.extra or self.score
        if deciding is None or deciding[0] == deciding[1]:
            return None
        return self.a if deciding[0] > deciding[1] else self.b


read_result = dataclass_reader(Result, without=("games",))
