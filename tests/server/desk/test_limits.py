"""Limits on times, sizes and names, enforced for acts and files alike; and pages that recover after a failure."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from carrom.server.public.tournament import PublicTournament
from carrom.tournament.draws.bracket import Entrant, Fixture, MatchId, Slot, WinnerOf
from carrom.tournament.log.file import tournament_text
from carrom.tournament.model.events import StageDrawn
from carrom.tournament.model.limits import LONGEST_CHAIN
from tests.server.desk.conftest import Club, Person
from tests.tournament.desk import Desk
from tests.tournament.test_places_together import event_of, keys

PUBLIC = ("/t/{}", "/t/{}.json", "/hall/{}", "/overlay/{}/1")


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59", "9999-12-31T23:50", "0001-01-01T00:00", "2150-01-01T10:00"])
def test_times_out_of_range_are_refused(drawn: Person, at: str) -> None:
    drawn.act("call", match="M1", table=1)
    umpire = drawn.link("umpire", table=1)
    for person, act in ((umpire, {"do": "start", "match": "M1"}), (drawn, {"do": "call", "match": "M7", "table": 2})):
        refused = person.post("acts", {"key": "key-of-time-1", "act": act, "at": at})
        assert refused.status_code == 422, refused.text
        assert refused.json()["code"] == ("time-to-come" if at.startswith("2150") else "year-out-of-range")
    for path in PUBLIC:
        assert drawn.client.get(path.format(drawn.tournament)).status_code == 200, path


def changed(file: str, kind: str, change: Callable[[dict[str, Any]], None]) -> str:
    """Change the events of one kind in a tournament's file."""
    heading, *lines = file.splitlines()
    facts = [json.loads(line) for line in lines]
    for fact in facts:
        if fact["kind"] == kind:
            change(fact)
    return "".join(f"{line}\n" for line in (heading, *map(json.dumps, facts)))


def into(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(fact: dict[str, Any]) -> None:
        definition = fact["body"]["definition"]
        (definition if key in ("name", "day") else definition["hall"])[key] = value

    return change


@pytest.mark.parametrize(
    ("kind", "change", "quoted"),
    [
        ("created", into("tables", 501), "500"),
        ("created", into("tables", 10**9), "500"),
        ("created", into("slot_minutes", 10**9), "10080"),
        ("created", into("name", "N" * 1_000_000), "200"),
        ("created", into("day", "9999-12-31"), "9999"),
        ("drawn", lambda fact: fact.update(at="9999-12-31T23:59:59"), "9999"),
        ("drawn", lambda fact: fact.update(at="2150-01-01T10:00:00"), "2150-01-01"),
        ("drawn", lambda fact: fact.update(reason="R" * 1_000_000), "1,000,000"),
        ("drawn", lambda fact: fact.update(by="B" * 1001), "1,001"),
    ],
)
def test_file_has_the_limits_of_the_desk(club: Club, drawn: Person, kind: str, change: Any, quoted: str) -> None:
    body = {"key": "key-of-file-1", "file": changed(drawn.get("file").text, kind, change), "copy": True}
    refused = club.client.post("/api/tournaments", json=body, headers=club.owner.headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "misread")
    assert quoted in refused.json()["text"]


def named(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda fact: fact["body"]["person"].update(name=name)


@pytest.mark.parametrize(
    ("kind", "change", "quoted"),
    [
        ("person", named("As\ud800ha"), r"'As\ud800ha'"),
        ("person", named("As\0ha"), r"'\x00'"),
        ("person", named("As\u202eha"), r"'\u202e'"),
        ("person", named("As\nha"), r"'\n'"),
        ("created", into("name", "Cup\udc00"), r"'Cup\udc00'"),
        ("created", into("name", "Cup\u202e"), r"'\u202e'"),
        ("drawn", lambda fact: fact.update(reason="one\ntwo \ud83d"), r"\ud83d'"),
        ("drawn", lambda fact: fact.update(by="desk\n"), r"'\n'"),
    ],
)
def test_file_with_control_characters_is_refused(
    club: Club, drawn: Person, kind: str, change: Any, quoted: str
) -> None:
    body = {"key": "key-of-file-1", "file": changed(drawn.get("file").text, kind, change), "copy": True}
    refused = club.client.post("/api/tournaments", json=body, headers=club.owner.headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "misread"), refused.text
    text = refused.json()["text"]
    assert text.startswith("line ") or ": line " in text
    assert quoted in text


def test_file_with_emoji_and_multi_line_reasons_is_accepted(club: Club, drawn: Person) -> None:
    file = changed(drawn.get("file").text, "drawn", lambda fact: fact.update(reason='one\n"two" \U0001f389'))
    assert "\\ud83c\\udf89" in file
    body = {"key": "key-of-file-1", "file": file, "copy": True}
    assert club.client.post("/api/tournaments", json=body, headers=club.owner.headers).status_code == 200


def row_of(length: int) -> str:
    """The file of a knockout in which every match but the first is fed by the one before it."""
    desk = Desk(event_of(("knockout",), groups=1, advance=0, third_place=False))
    names = [f"E{number}" for number in range(length + 1)]
    desk.enter(" ".join(names))
    fed: list[tuple[Slot, Slot]] = [(Entrant(names[0]), Entrant(names[1]))]
    fed += [(WinnerOf(MatchId(f"M{at}")), Entrant(names[at + 1])) for at in range(1, length)]
    fixtures = [Fixture(id=MatchId(f"M{number}"), round="final", slots=slots) for number, slots in enumerate(fed, 1)]
    key = keys(desk)[0]
    drawn = StageDrawn(event=key.event, stage=key.stage, fixtures=tuple(fixtures))
    return tournament_text(replace(fact, n=n) for n, fact in enumerate((*desk.facts, desk.fact(drawn)), 1))


def test_chain_of_matches_is_limited(club: Club) -> None:
    body = {"key": "key-of-row-1", "file": row_of(LONGEST_CHAIN + 1), "copy": True}
    refused = club.client.post("/api/tournaments", json=body, headers=club.owner.headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "long-row")
    assert f"M{LONGEST_CHAIN + 1}" in refused.json()["text"]
    longest = club.new(None, file=row_of(LONGEST_CHAIN))
    longest.act("publish", stage="S/knockout")
    for path in PUBLIC:
        assert longest.client.get(path.format(longest.tournament)).status_code == 200, path


def test_overlay_of_an_invalid_table_is_not_found(drawn: Person, caplog: pytest.LogCaptureFixture) -> None:
    for table in ("9" * 5000, "0x1", "-1", "१"):
        assert drawn.client.get(f"/overlay/{drawn.tournament}/{table}").status_code == 404
    assert not caplog.records


def test_public_pages_recover_at_the_next_event(drawn: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failed state must not spoil the next one, which is compared with it."""
    path = f"/t/{drawn.tournament}"
    assert drawn.client.get(path).status_code == 200
    lines = PublicTournament.lines
    spoilt: set[int] = set()

    def broken(shown: PublicTournament) -> Any:
        if shown.seq in spoilt:
            raise OverflowError("date value out of range")
        return lines.__get__(shown, PublicTournament)

    monkeypatch.setattr(PublicTournament, "lines", property(broken))
    spoilt.add(drawn.get("log").json()["seq"] + 1)

    def is_shown() -> bool:
        try:
            return bool(drawn.client.get(path).status_code == 200)
        except OverflowError:  # a real server answers with 500
            return False

    def wait_until(wanted: bool) -> None:
        until = time.monotonic() + 30
        while is_shown() != wanted:
            assert time.monotonic() < until, "stuck with what cannot be shown"

    drawn.act("call", match="M1", table=1)
    wait_until(False)
    drawn.act("undo", reason="gone wrong")
    wait_until(True)


@pytest.mark.parametrize(
    ("setting", "where", "value", "code"),
    [
        ("advance", "S/groups", "5000", "too-many"),
        ("games", "S/groups", "99999", "out-of-range"),
        ("group-size", "S/groups", "5000", "too-many"),
    ],
)
def test_stage_settings_out_of_range_are_refused(
    drawn: Person, setting: str, where: str, value: str, code: str
) -> None:
    change = {"setting": setting, "value": value, "where": where}
    refused = drawn.try_act("set", changes=[change], reason="tried")
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert value in refused.json()["text"]


def test_more_cannot_advance_than_a_group_has(club: Club) -> None:
    cup = club.new("vkk", ("advance", "40", "S/groups"))
    cup.act("import", text="name\n" + "".join(f"Player {n}\n" for n in range(8)))
    cup.act("draw", stage="S/groups", random="1")
    refused = cup.try_act("draw", stage="S/knockout")
    assert (refused.status_code, refused.json()["code"]) == (422, "cannot-advance")
