"""What is agreed before the toss: rulebook, stage, who plays, and what the head of the score card says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carrom.base.errors import CarromError
from carrom.equipment import Seat
from carrom.laws import RULEBOOKS, Rulebook, rulebook
from carrom.match.parties import PARTIES, ByParty, Player
from carrom.match.scoring import Format
from carrom.match.stages import Stage, check_stage

VERSION = 1

RESERVED = ("rulebook", "stage", "play", "a", "b", "team-a", "team-b")
"""What the head of a record calls the fields of a setup; other keys are `info`."""

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9-]*")

_EMPTY: ByParty[tuple[str, ...]] = ByParty((), ())
_NO_TEAMS = ByParty("", "")


@dataclass(frozen=True, slots=True)
class Setup:
    """The head of a match."""

    rulebook: Rulebook
    stage: Stage = "group"
    is_doubles: bool = False
    names: ByParty[tuple[str, ...]] = _EMPTY
    """The players' names, one for each party, two in doubles; may be left out."""
    teams: ByParty[str] = _NO_TEAMS
    info: tuple[tuple[str, str], ...] = ()
    """More for the head of the card: event, round, date, time, match, umpire, table, …"""

    def __post_init__(self) -> None:
        check_stage(self.stage)
        keys = [key for key, _ in self.info]
        for key in keys:
            if not _KEY.fullmatch(key) or key.lower() in RESERVED:
                raise CarromError(
                    f"{key!r} cannot be a key of the head: letters, digits and '-', none of its own words"
                )
        if len({key.lower() for key in keys}) != len(keys):
            raise CarromError("a key appears twice in the head")
        for party in PARTIES:
            if len(self.names[party]) not in (0, self.players):
                given = ", ".join(map(repr, self.names[party]))
                raise CarromError(f"names: party {party} has {self.players} to play, not {given}")

    @property
    def players(self) -> int:
        """How many play for each party."""
        return 2 if self.is_doubles else 1

    @property
    def format(self) -> Format:
        return Format.of(self.rulebook, self.stage)

    @property
    def seats(self) -> ByParty[tuple[Seat, ...]]:
        """Where everybody sits unless the record says otherwise: a at south."""
        if self.is_doubles:
            return ByParty((Seat.SOUTH, Seat.NORTH), (Seat.EAST, Seat.WEST))
        return ByParty((Seat.SOUTH,), (Seat.NORTH,))

    def name(self, player: Player) -> str:
        """A player's name, or `a1` where it was left out."""
        names = self.names[player.party]
        return names[player.index] if names else player.text()

    def json(self) -> dict[str, Any]:
        """A plain object. A rulebook of one's own is named by its id alone: keep it beside the record."""
        value: dict[str, Any] = {"v": VERSION, "rulebook": self.rulebook.id, "stage": self.stage}
        value["doubles"] = self.is_doubles
        value["names"] = {party: list(self.names[party]) for party in PARTIES}
        value["teams"] = {party: self.teams[party] for party in PARTIES}
        value["info"] = dict(self.info)
        return value

    @classmethod
    def from_json(cls, value: Any, *, books: Mapping[str, Rulebook] = RULEBOOKS) -> Setup:
        """Read it back; its rulebook must be one of `books`."""
        if not isinstance(value, dict):
            raise CarromError("a setup is a JSON object")
        if value.get("v") != VERSION:
            raise CarromError(f"v: a setup of version {value.get('v')!r}, where version {VERSION} can be read")
        stage, doubles = value.get("stage", "group"), value.get("doubles", False)
        if not isinstance(doubles, bool):
            raise CarromError(f"doubles: {doubles!r} is neither true nor false")
        names, teams, info = (value.get(name, {}) for name in ("names", "teams", "info"))
        for name, given in (("names", names), ("teams", teams), ("info", info)):
            if not isinstance(given, dict):
                raise CarromError(f"{name}: not a JSON object")
        return cls(
            rulebook(value.get("rulebook", "icf"), books),
            check_stage(stage),
            doubles,
            ByParty(*(tuple(_texts(names.get(party, []), f"names.{party}")) for party in PARTIES)),
            ByParty(*(_texts([teams.get(party, "")], f"teams.{party}")[0] for party in PARTIES)),
            tuple((str(key), text) for key, text in zip(info, _texts(list(info.values()), "info"), strict=True)),
        )


def _texts(values: Any, name: str) -> list[str]:
    if not isinstance(values, list | tuple) or not all(isinstance(text, str) for text in values):
        raise CarromError(f"{name}: {values!r} is not a list of texts")
    return list(values)
