"""A match's setup: seats, names, rulebook, length, clock."""

import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import replace

import msgspec

from carrom.base.errors import CarromError
from carrom.equipment import Seat
from carrom.laws import Rulebook, rulebook
from carrom.match import ByParty, Match, Setup
from carrom.match.parties import PARTIES, Party, PlayerId
from carrom.server.wire.values import Body, Length, SeatOccupant, Stage

LONGEST_NAME = 40
_JOINERS = frozenset("\u200c\u200d")
"""Invisible joiners, needed to spell Hindi and Urdu."""
_LOOK_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that render blank."""
_SEEN = frozenset("LNPS")
_NUMERALS = ("", " II", " III", " IV")
"""Roman: "2" would read as a count of coins."""


def clean_name(name: str) -> str:
    """Remove invisible characters; the rest may be empty."""
    visible = "".join(_visible_character(one) for one in unicodedata.normalize("NFC", name))
    cleaned = " ".join(visible.split())[:LONGEST_NAME].strip().strip("".join(_JOINERS))
    is_seen = any(unicodedata.category(one)[0] in _SEEN and one not in _LOOK_BLANK for one in cleaned)
    return cleaned if is_seen else ""


def require_name(name: str) -> str:
    """Raises `CarromError` if nothing readable is left."""
    cleaned = clean_name(name)
    if not cleaned:
        raise CarromError("bad-name", "a name needs something that can be read")
    return cleaned


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """Number repeated names (" II", " III")."""
    found: dict[str, str] = {}
    taken = set[str]()
    for who, name in names.items():
        candidates = (f"{name[: LONGEST_NAME - len(numeral)]}{numeral}" for numeral in _NUMERALS)
        found[who] = next((one for one in candidates if _comparison_key(one) not in taken), name)
        taken.add(_comparison_key(found[who]))
    return found


def _visible_character(one: str) -> str:
    kind = unicodedata.category(one)
    if kind == "Cc":
        return " "
    is_none = kind == "Cs" or ord(one) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(one) <= 0xFDEF
    return "" if is_none or (kind == "Cf" and one not in _JOINERS) else one


def _comparison_key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


SINGLES = {"a1": Seat.SOUTH, "b1": Seat.NORTH}
DOUBLES = {"a1": Seat.SOUTH, "b1": Seat.EAST, "a2": Seat.NORTH, "b2": Seat.WEST}


class TableRules(Body, frozen=True):
    """Length and round, as set by a tournament."""

    games: int
    boards: int | None
    target: int | None
    minutes: int | None
    round: str


class Agreement(Body, frozen=True):
    """The stored setup of a match. `seed` decides tosses, racks and computer players' errors."""

    rulebook: str
    length: Length
    clock: bool
    players: dict[str, SeatOccupant]
    seed: int
    stage: Stage = "group"
    rules: TableRules | None = None
    is_lobby: bool = False
    """Match from the lobby: only the player in a seat may give it up, not the match's maker."""
    casual: bool = False
    """Begin when all are here, without choosing break, side or trial boards."""

    @property
    def is_doubles(self) -> bool:
        return len(self.players) == 4

    @property
    def is_solo(self) -> bool:
        """Whether all people play on one screen."""
        for sitting in self.players.values():  # noqa: SIM110 - every event asks several times
            if sitting.who == "link":
                return False
        return True

    @property
    def has_opponents(self) -> bool:
        """Whether sides can decide on each other's protests."""
        sides = {name[0] for name, sitting in self.players.items() if sitting.who != "computer"}
        return len(sides) == len(PARTIES)

    def is_person(self, player: PlayerId) -> bool:
        return self.sitting(player).who != "computer"

    def sitting(self, player: PlayerId) -> SeatOccupant:
        return self.players[player.text()]

    def match_setup(self) -> Setup:
        each = 2 if self.is_doubles else 1
        names = ByParty(*(tuple(self.players[f"{party}{n + 1}"].name for n in range(each)) for party in PARTIES))
        if self.rules is not None:
            book = replace(
                rulebook(self.rulebook),
                games=self.rules.games,
                boards=self.rules.boards,
                target=self.rules.target,
                minutes=self.rules.minutes,
                boards_limit_until="always",
            )
            return Setup(book, self.rules.round, is_doubles=self.is_doubles, names=names)
        return Setup(
            rulebook_of_length(self.rulebook, self.length), self.stage, is_doubles=self.is_doubles, names=names
        )

    def coin(self, match: Match) -> Party:
        """Winner of the next toss: fixed for this board, new for an extra board."""
        return PARTIES[(self.seed >> (len(match.course.boards) % 48)) & 1]


def rulebook_of_length(name: str, length: Length) -> Rulebook:
    book = rulebook(name)
    if length == "match":
        return book
    if length == "game":
        return replace(book, games=1)
    # Rulebooks limit the time of games, not boards.
    return replace(book, games=1, boards=1, boards_limit_until="always", minutes=None)


def make_agreement(
    rulebook_id: str,
    length: Length,
    clock: bool,
    seats: Mapping[Seat, SeatOccupant],
    stage: Stage = "group",
    rules: TableRules | None = None,
    *,
    casual: bool = False,
) -> Agreement:
    """South, and in doubles north, are party a. Raises `CarromError` for impossible seats or unknown rulebooks."""
    named = next((names for names in (SINGLES, DOUBLES) if set(names.values()) == set(seats)), None)
    if named is None:
        raise CarromError("bad-seats", "two play from south and north, four from all seats")
    rulebook_of_length(rulebook_id, length)
    players = {name: seats[seat] for name, seat in named.items()}
    if rules is None:  # tournaments have distinct names
        distinct = distinct_names({name: sitting.name for name, sitting in players.items()})
        players = {name: msgspec.structs.replace(players[name], name=cleaned) for name, cleaned in distinct.items()}
    seed = secrets.randbits(48)
    return Agreement(rulebook_id, length, clock, players, seed, stage, rules, casual=casual)
