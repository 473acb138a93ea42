"""What was agreed before a match, as it travels to a phone and back: a setup, and the figures of its stage.

A setup names its rulebook by id alone. A stage of a tournament may play four boards instead of eight, so its figures
travel beside the id under `figures`; without them the rulebook's own hold.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.reading import decode, encode, read_at
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.laws.rounds import check_round
from carrom.match.setup import VERSION, Setup


@dataclass(frozen=True, slots=True)
class Figures:
    """When a game and a match are over, and what a board may bring; null takes a limit away."""

    games: int
    target: int | None
    boards: int | None
    boards_until: str
    minutes: int | None
    most: int

    @classmethod
    def of(cls, book: Rulebook) -> "Figures":
        until = book.boards_limit_until
        return cls(book.games, book.target, book.boards, until, book.minutes, book.most_points)

    def check(self) -> None:
        counts = {"games": self.games, "target": self.target, "boards": self.boards, "minutes": self.minutes}
        for name, value in {**counts, "most": self.most}.items():
            if value is not None and value < 1:
                raise CarromError(f"figures: {name} cannot be {value}")
        if self.target is None and self.boards is None and self.minutes is None:
            raise CarromError("figures: target, boards, minutes: one of them must end a game")
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
        )


def agreed_json(setup: Setup) -> dict[str, Any]:
    """A setup with the figures of its stage, where they are not those of its rulebook."""
    figures = Figures.of(setup.rulebook)
    known = RULEBOOKS.get(setup.rulebook.id)
    is_own = known is not None and Figures.of(known) == figures
    return setup.json() if is_own else {**setup.json(), "figures": encode(figures)}


def agreed_setup(value: Any, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Setup:
    """Read it back. A rulebook that is not known lends nothing but its name to the figures that came with it. Raises
    `CarromError`."""
    given = {"v": VERSION, **decode(dict[str, Any], value)}
    figures = given.pop("figures", None)
    if figures is None:
        return Setup.from_json(given, books=books)
    read = decode(Figures, figures, "figures")
    read.check()
    name = decode(str, given.get("rulebook", "icf"), "rulebook")
    base = books[name] if name in books else replace(rulebook("icf"), id=name, title=name)
    return Setup.from_json(given, books={name: read.applied_to(base)})


def begin(value: Any, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Setup:
    """The setup of a match that somebody opens now: what records may say of old is not taken from him."""
    setup = agreed_setup(value, books=books)
    setup.check_pairs()
    return setup
