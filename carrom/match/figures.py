"""When a game and a match are over, and what a board may bring: the figures in which a table departs from its rulebook.

A setup names its rulebook by id alone. One board may have been agreed, or a stage of a tournament plays four instead of
eight: those figures travel beside the id, in the head of a record and to a phone; without them the rulebook's own hold.

>>> from carrom.laws import rulebook
>>> Figures.of(rulebook("icf")).text()
'games 3 target 25 boards 8 until pre-quarter-final most 12'
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from carrom.base.errors import CarromError
from carrom.base.reading import read_at
from carrom.laws import RULEBOOKS, Rulebook
from carrom.laws.rounds import check_round

_COUNTS = ("games", "target", "boards", "minutes", "most")
USUAL_REPORT = 15
"""Minutes to report in that the Laws give (143i), and a record does not say."""


@dataclass(frozen=True, slots=True)
class Figures:
    """When a game and a match are over, and what a board may bring; None takes a limit away."""

    games: int
    target: int | None
    boards: int | None
    boards_until: str
    minutes: int | None
    most: int
    report: int = USUAL_REPORT
    """Minutes after the call in which a side may report."""

    @classmethod
    def of(cls, book: Rulebook) -> Figures:
        until = book.boards_limit_until
        return cls(book.games, book.target, book.boards, until, book.minutes, book.most_points, book.report_minutes)

    def check(self) -> None:
        """Raises `CarromError` for figures by which nothing ends."""
        for name in _COUNTS:
            value: int | None = getattr(self, name)
            if value is not None and value < 1:
                raise CarromError("bad-figures", f"figures: {name} cannot be {value}")
        if self.report < 0:
            raise CarromError("bad-figures", f"figures: report cannot be {self.report}")
        if self.target is None and self.boards is None and self.minutes is None:
            raise CarromError("game-without-end", "figures: target, boards, minutes: one of them must end a game")
        if self.boards_until != "always":
            read_at("figures.boards_until", check_round, self.boards_until)

    def applied_to(self, book: Rulebook) -> Rulebook:
        return replace(
            book,
            games=self.games,
            target=self.target,
            boards=self.boards,
            boards_limit_until=self.boards_until,
            minutes=self.minutes,
            most_points=self.most,
            report_minutes=self.report,
        )

    def text(self) -> str:
        """As the head of a record has them. A limit that is not named does not hold."""
        until = None if self.boards_until == "always" else self.boards_until
        named = {"games": self.games, "target": self.target, "boards": self.boards, "until": until}
        named |= {"minutes": self.minutes, "most": self.most}
        named |= {"report": None if self.report == USUAL_REPORT else self.report}
        return " ".join(f"{name} {value}" for name, value in named.items() if value is not None)

    @classmethod
    def from_text(cls, text: str) -> Figures:
        """Read them back. Raises `CarromError`."""
        words = text.lower().split()
        given = dict(zip(words[::2], words[1::2], strict=False))
        known, needed = {*_COUNTS, "until", "report"}, {"games", "most"}
        if len(words) != 2 * len(given) or not needed <= given.keys() <= known:
            raise CarromError(
                "bad-figures",
                "figures: games, target, boards, until, minutes, most, report, each once and with its number",
            )
        until = given.pop("until", "always")
        if not all(value.isascii() and value.isdigit() and len(value) < 5 for value in given.values()):
            raise CarromError("bad-figures", "figures: so many games, points, boards or minutes, in digits")
        counts = {name: int(value) for name, value in given.items()}
        target, boards, minutes = map(counts.get, ("target", "boards", "minutes"))
        report = counts.get("report", USUAL_REPORT)
        read = cls(counts["games"], target, boards, until, minutes, counts["most"], report)
        read.check()
        return read


def own_figures(book: Rulebook) -> Figures | None:
    """The figures of a table where they are not those of its rulebook; None where they are, and for a rulebook of
    somebody's own, whose file is kept beside what is recorded."""
    known = RULEBOOKS.get(book.id)
    figures = Figures.of(book)
    return None if known is None or Figures.of(known) == figures else figures
