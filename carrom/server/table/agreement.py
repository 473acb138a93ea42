"""What is agreed when a match is made: who sits where, by which rulebook, for how long."""

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
"""Hindi and Urdu are written with them."""
_LOOK_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters by their kind, and nothing to the eye."""
_SEEN = frozenset("LNPS")
_NUMERALS = ("", " II", " III", " IV")
"""Not 2 and 3: in a sentence they would be read as a count of pieces."""


def clean_name(name: str) -> str:
    """This name without signs that nobody sees and no picture can show; empty where nothing is left to read."""
    kept = "".join(_visible_character(one) for one in unicodedata.normalize("NFC", name))
    called = " ".join(kept.split())[:LONGEST_NAME].strip().strip("".join(_JOINERS))
    is_seen = any(unicodedata.category(one)[0] in _SEEN and one not in _LOOK_BLANK for one in called)
    return called if is_seen else ""


def require_name(name: str) -> str:
    """The same, for whoever has to have a name."""
    called = clean_name(name)
    if not called:
        raise CarromError("bad-name", "a name needs something that can be read")
    return called


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """The names of everybody at one table: who is called as somebody before him is numbered."""
    found: dict[str, str] = {}
    taken = set[str]()
    for who, name in names.items():
        tried = (f"{name[: LONGEST_NAME - len(numeral)]}{numeral}" for numeral in _NUMERALS)
        found[who] = next((one for one in tried if _comparison_key(one) not in taken), name)
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
    """How long a match lasts where a tournament says so, and in which of its rounds it is."""

    games: int
    boards: int | None
    target: int | None
    minutes: int | None
    round: str


class Agreement(Body, frozen=True):
    """A match as the store keeps it. `seed` decides the toss, the racks and the luck of the computer's hand."""

    rulebook: str
    length: Length
    clock: bool
    players: dict[str, SeatOccupant]
    seed: int
    stage: Stage = "group"
    rules: TableRules | None = None
    is_lobby: bool = False
    """Strangers meet here: nobody has a say about a seat but who sits there, whoever opened the table."""
    casual: bool = False
    """The first board begins when everybody is here: nobody is asked for the break, the side or a trial board."""

    @property
    def is_doubles(self) -> bool:
        return len(self.players) == 4

    @property
    def is_solo(self) -> bool:
        """Whether everybody who plays sits at one screen: then nobody is wronged when a stroke is taken back."""
        for sitting in self.players.values():  # noqa: SIM110 - every event asks several times
            if sitting.who == "link":
                return False
        return True

    @property
    def has_opponents(self) -> bool:
        """Whether people sit on both sides, so that one can decide on what the other protests against."""
        sides = {name[0] for name, sitting in self.players.items() if sitting.who != "computer"}
        return len(sides) == len(PARTIES)

    def is_person(self, player: PlayerId) -> bool:
        return self.sitting(player).who != "computer"

    def sitting(self, player: PlayerId) -> SeatOccupant:
        return self.players[player.text()]

    def match_setup(self) -> Setup:
        """The head of the match. A party's first player comes first."""
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
        """Who wins the toss that is next: the same one however often it is asked, another one for an extra board."""
        return PARTIES[(self.seed >> (len(match.course.boards) % 48)) & 1]


def rulebook_of_length(name: str, length: Length) -> Rulebook:
    """A rulebook, with its games and boards cut to the length that was asked for."""
    book = rulebook(name)
    if length == "match":
        return book
    if length == "game":
        return replace(book, games=1)
    # The time that a rulebook gives is a game's, not a board's.
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
    """Seats turned into players: south (and north in doubles) are party a. Says what is wrong with them."""
    named = next((names for names in (SINGLES, DOUBLES) if set(names.values()) == set(seats)), None)
    if named is None:
        raise CarromError("bad-seats", "two play from south and north, four from all seats")
    rulebook_of_length(rulebook_id, length)
    players = {name: seats[seat] for name, seat in named.items()}
    if rules is None:  # a tournament knows its people by more than their names
        apart = distinct_names({name: sitting.name for name, sitting in players.items()})
        players = {name: msgspec.structs.replace(players[name], name=called) for name, called in apart.items()}
    seed = secrets.randbits(48)
    return Agreement(rulebook_id, length, clock, players, seed, stage, rules, casual=casual)
