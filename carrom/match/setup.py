"""Setup of a match: rulebook, stage, players, and the score card's head."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from carrom.base.codec import decode, encode, quote_value, read_at
from carrom.base.errors import CarromError
from carrom.equipment import Seat
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.laws.rounds import RoundName, check_round
from carrom.match.parties import PARTIES, ByParty, Party, PlayerId
from carrom.match.scoring import Format

VERSION = 1

RESERVED = ("rulebook", "stage", "play", "a", "b", "team-a", "team-b", "figures")
"""Keys of a record's head that are not `info`."""

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9-]*")

_EMPTY: ByParty[tuple[str, ...]] = ByParty((), ())
_NO_TEAMS = ByParty("", "")
_PLAYERS = tuple(
    ByParty(*(tuple(PlayerId(party, index) for index in range(count)) for party in PARTIES)) for count in (1, 2)
)


@dataclass(frozen=True, slots=True)
class Setup:
    rulebook: Rulebook
    stage: RoundName = "group"
    is_doubles: bool = False
    names: ByParty[tuple[str, ...]] = _EMPTY
    """One for each party, two in doubles; may be empty."""
    teams: ByParty[str] = _NO_TEAMS
    info: tuple[tuple[str, str], ...] = ()
    """Further entries of the card's head: event, round, date, time, match, umpire, table, …"""

    def __post_init__(self) -> None:
        read_at("stage", check_round, self.stage)
        keys = [key for key, _ in self.info]
        for key in keys:
            if not _KEY.fullmatch(key) or key.lower() in RESERVED:
                raise CarromError(
                    "bad-key", f"{key!r} cannot be a key of the head: letters, digits and '-', none of its own words"
                )
        if len({key.lower() for key in keys}) != len(keys):
            raise CarromError("key-twice", "a key appears twice in the head")
        for party in PARTIES:
            if len(self.names[party]) not in (0, self.players):
                given = ", ".join(map(repr, self.names[party]))
                raise CarromError(
                    "wrong-number-of-names", f"names: party {party} has {self.players} to play, not {given}"
                )

    def check_pairs(self) -> None:
        """A new match by a rulebook for pairs is doubles; stored matches are not checked."""
        if self.rulebook.for_pairs and not self.is_doubles:
            id, rule = self.rulebook.id, self.rulebook.for_pairs
            raise CarromError(
                "pairs-needed", f"{id} is played by pairs ({rule}): choose doubles, and two names for each side"
            )

    @property
    def players(self) -> int:
        return 2 if self.is_doubles else 1

    def players_of(self, party: Party) -> tuple[PlayerId, ...]:
        return _PLAYERS[self.is_doubles][party]

    @property
    def everybody(self) -> tuple[PlayerId, ...]:
        return (*self.players_of("a"), *self.players_of("b"))

    @property
    def format(self) -> Format:
        return Format.of(self.rulebook, self.stage)

    @property
    def seats(self) -> ByParty[tuple[Seat, ...]]:
        if self.is_doubles:
            return ByParty((Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST))
        return ByParty((Seat.SOUTH,), (Seat.NORTH,))

    def name(self, player: PlayerId) -> str:
        """Name, or `a1`."""
        names = self.names[player.party]
        return names[player.index] if names else player.text()

    def side(self, party: Party) -> str:
        """Names of a party, or its letter."""
        return " and ".join(self.names[party]) if self.names[party] else party

    def info_value(self, key: str) -> str:
        """Entry of the head, ignoring case; empty if missing."""
        return next((text for name, text in self.info if name.lower() == key.lower()), "")

    @property
    def opened(self) -> datetime | None:
        """Time when the record was opened (`Start` in the head, ISO 8601), in local time."""
        try:
            return datetime.fromisoformat(self.info_value("start")).replace(tzinfo=None)
        except ValueError:
            return None

    def json(self) -> dict[str, Any]:
        """Custom rulebooks by id alone: keep their file with the record."""
        return {
            "v": VERSION,
            "rulebook": self.rulebook.id,
            "stage": self.stage,
            "doubles": self.is_doubles,
            "names": encode(self.names),
            "teams": encode(self.teams),
            "info": dict(self.info),
        }

    @classmethod
    def from_json(cls, value: Any, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Setup:
        """Read it back; its rulebook must be one of `books`."""
        given = decode(dict[str, Any], value)
        if given.get("v") != VERSION:
            raise CarromError(
                "unknown-version",
                f"v: a setup of version {quote_value(given.get('v'))}, where version {VERSION} can be read",
            )
        names, teams = (decode(dict[str, Any], given.get(name, {}), name) for name in ("names", "teams"))
        return cls(
            rulebook(given.get("rulebook", "icf"), books),
            given.get("stage", "group"),
            decode(bool, given.get("doubles", False), "doubles"),
            ByParty(*(decode(tuple[str, ...], names.get(party, ()), f"names.{party}") for party in PARTIES)),
            ByParty(*(decode(str, teams.get(party, ""), f"teams.{party}") for party in PARTIES)),
            tuple(decode(dict[str, str], given.get("info", {}), "info").items()),
        )


_COUNTS = ("games", "target", "boards", "minutes", "most")
USUAL_REPORT = 15
"""Minutes to report by the Laws (143i); left out of a record."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The limits of games and boards; None removes a limit.

    A setup names its rulebook by id alone. Where a table or a stage departs from it (one board, or four instead of
    eight), these figures travel with the id, in the head of a record and to a phone.

    >>> from carrom.laws import rulebook
    >>> Figures.of(rulebook("icf")).text()
    'games 3 target 25 boards 8 until pre-quarter-final most 12'
    """

    games: int
    target: int | None
    boards: int | None
    boards_until: str
    minutes: int | None
    most: int
    report: int = USUAL_REPORT

    @classmethod
    def of(cls, book: Rulebook) -> Figures:
        until = book.boards_limit_until
        return cls(book.games, book.target, book.boards, until, book.minutes, book.most_points, book.report_minutes)

    def check(self) -> None:
        """Raise `CarromError` if no game would end."""
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
        """Write the format as in a record's head, without absent limits."""
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


def changed_figures(book: Rulebook) -> Figures | None:
    """Departures from the rulebook; None without, or for a custom one with its own file."""
    known = RULEBOOKS.get(book.id)
    figures = Figures.of(book)
    return None if known is None or Figures.of(known) == figures else figures
