"""The two parties of a match, `a` and `b`, and their players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeVar

from carrom.base.codec import misread_value

Party = Literal["a", "b"]
PARTIES: Final[tuple[Party, Party]] = ("a", "b")

T = TypeVar("T")


def other(party: Party) -> Party:
    return "b" if party == "a" else "a"


@dataclass(frozen=True, slots=True)
class ByParty(Generic[T]):
    a: T
    b: T

    @classmethod
    def of(cls, party: Party, own: T, others: T) -> ByParty[T]:
        return cls(own, others) if party == "a" else cls(others, own)

    def __getitem__(self, party: Party) -> T:
        return self.a if party == "a" else self.b

    def __iter__(self) -> Iterator[T]:
        """Iterate over both; without this method Python would go through `__getitem__` for ever."""
        yield self.a
        yield self.b

    def with_value(self, party: Party, value: T) -> ByParty[T]:
        return ByParty(value, self.b) if party == "a" else ByParty(self.a, value)


@dataclass(frozen=True, slots=True)
class PlayerId:
    """`a1` is the first (in singles the only) player of party a."""

    party: Party
    index: int = 0

    def text(self) -> str:
        return f"{self.party}{self.index + 1}"

    @classmethod
    def from_text(cls, text: str) -> PlayerId:
        if not isinstance(text, str) or text not in PLAYERS:
            raise misread_value(text, "a player: a1, a2, b1 or b2")
        return PLAYERS[text]


Who = Party | PlayerId
"""A party, or one player that the umpire names."""


def party_of(who: Who) -> Party:
    return who.party if isinstance(who, PlayerId) else who


def who_text(who: Who) -> str:
    """`a`, or `a1` where a player is named."""
    return who.text() if isinstance(who, PlayerId) else who


def who_from_text(text: str) -> Who:
    if text in PARTIES:
        return "a" if text == "a" else "b"
    if not isinstance(text, str) or text not in PLAYERS:
        raise misread_value(text, "a party (a or b) or a player: a1, a2, b1 or b2")
    return PLAYERS[text]


PLAYERS: Final = {player.text(): player for player in (PlayerId(party, index) for party in PARTIES for index in (0, 1))}
NONE: Final[ByParty[int]] = ByParty(0, 0)
