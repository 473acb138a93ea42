"""docs/tournament.md describes every kind of tournament event and every key of a definition."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from carrom.tournament.draws import bracket
from carrom.tournament.model import definition, events, people
from carrom.tournament.schedule.umpires import Umpire

PAGE = (Path(__file__).parents[2] / "docs" / "tournament.md").read_text(encoding="utf-8")


def test_every_kind_of_event_is_in_the_table() -> None:
    for body in events.EventBody.__args__:
        rows = [line for line in PAGE.splitlines() if line.startswith(f"| `{body.kind}` |")]
        wanted = [f"`{field.name}`" for field in dataclasses.fields(body)]
        assert any(all(name in row for name in wanted) for row in rows), (body.kind, wanted)


def test_every_key_of_a_definition_is_named() -> None:
    named = set(re.findall(r"[a-z_]+", PAGE))
    for kind in (
        definition.Definition,
        definition.Competition,
        definition.Stage,
        definition.Overrides,
        definition.Hall,
        Umpire,
        definition.ProtestRules,
        people.Category,
        people.Person,
        people.Entry,
        bracket.Fixture,
        events.BoardPoints,
    ):
        assert {field.name for field in dataclasses.fields(kind)} <= named | {"template"}
