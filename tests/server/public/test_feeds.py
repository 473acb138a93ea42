"""Calendars, JSON and the stream of updates."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st
from starlette.testclient import TestClient

from carrom.server import Settings, SqliteStore
from carrom.server.desk.desks import Desks
from carrom.server.pads.pads import Pads
from carrom.server.public import site
from carrom.server.public.exports import _escape_text, _fold_line
from carrom.server.public.site import PageListener, TournamentSites
from carrom.server.public.tournament import PublicTournament
from carrom.server.stores.store import LogChange, NotStoredError, StoredLog
from carrom.tournament.desk.order_of_play import order_of_play
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.events import MatchCalled, MatchStarted, PadEventNoted, ResultGiven, SideReported
from tests.server.public.halls import hall, keep, play
from tests.tournament.desk import Desk

Showing = Callable[..., TestClient]


def lines_of(calendar: str) -> list[str]:
    """The content lines of a calendar, unfolded, after checking its form."""
    assert calendar.endswith("\r\n")
    physical = calendar.split("\r\n")[:-1]
    assert all(len(line.encode()) <= 75 for line in physical)
    assert not any("\n" in line or "\r" in line for line in physical)
    return calendar.replace("\r\n ", "").split("\r\n")[:-1]


def entries_of(calendar: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for line in lines_of(calendar):
        name, _, value = line.partition(":")
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found:
            found[-1].setdefault(name, value)
    return found


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), max_size=300))
def test_any_text_can_be_folded_and_unfolded(value: str) -> None:
    line = f"SUMMARY:{_escape_text(value)}"
    folded = _fold_line(line)
    assert all(len(part.encode()) <= 75 for part in folded.split("\r\n"))
    assert folded.replace("\r\n ", "") == line
    unescaped = re.sub(r"\\(.)", lambda one: {"n": "\n"}.get(one[1], one[1]), _escape_text(value))
    assert unescaped == value


def test_text_is_escaped() -> None:
    assert _escape_text("a, b; c\\d\r\ne") == "a\\, b\\; c\\\\d\\ne"


def test_calendars(showing: Showing) -> None:
    desk = hall(venue="Hall, east; wing")
    play(desk, 6)
    client = showing(cup=desk)
    answer = client.get("/t/cup.ics")
    assert answer.headers["content-type"].startswith("text/calendar")
    first, *_, last = lines_of(answer.text)
    assert (first, last) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    entries = entries_of(answer.text)
    open_matches = {match for match, record in desk.state.matches.items() if record.result is None}
    assert {one["UID"] for one in entries} == {f"{match}@cup.carrom" for match in open_matches}
    assert all(one["LOCATION"].startswith("Hall\\, east\\; wing\\, Table ") for one in entries)
    assert all(re.fullmatch(r"\d{8}T\d{6}", one["DTSTART"]) for one in entries), "on the wall of the hall"
    assert all(one["DTEND"] > one["DTSTART"] for one in entries)
    mine = entries_of(client.get("/t/cup/p/p7.ics").text)
    assert {one["UID"] for one in mine} <= {one["UID"] for one in entries}
    assert {one["STATUS"] for one in mine} == {"CONFIRMED", "TENTATIVE"}
    assert client.get("/t/cup/p/nobody.ics").status_code == 404


def test_calendar_ids_stay_and_sequences_grow() -> None:
    desk = hall(zone="Asia/Kolkata")
    before = calendar(desk)
    play(desk, 4)
    after = calendar(desk)
    assert set(after) < set(before)
    assert all(int(after[uid]["SEQUENCE"]) > int(before[uid]["SEQUENCE"]) for uid in after)
    planned = min(one.begins for one in order_of_play(desk.view))
    there = planned.replace(tzinfo=ZoneInfo("Asia/Kolkata")).astimezone(UTC)
    assert min(one["DTSTART"] for one in after.values()) == f"{there:%Y%m%dT%H%M%SZ}"


def calendar(desk: Desk) -> dict[str, dict[str, str]]:
    from carrom.server.public.exports import tournament_calendar
    from carrom.server.public.words import words_of

    planned = {one.match: one for one in order_of_play(desk.view)}
    shown = PublicTournament("cup", desk.state.version, desk.state, desk.clock, planned=planned)
    return {one["UID"]: one for one in entries_of(tournament_calendar(shown, words_of("en")))}


def test_json(showing: Showing) -> None:
    desk = hall()
    play(desk, 6)
    answer = showing(cup=desk).get("/t/cup.json", headers={"origin": "https://elsewhere.example"})
    assert answer.headers["access-control-allow-origin"] == "*"
    told = answer.json()
    page = (Path(__file__).parents[3] / "docs" / "hall.md").read_text(encoding="utf-8")
    section = page.partition("## JSON")[2]
    keys = {*told, *told["matches"][0], *told["tables"][0], *told["matches"][0]["sides"][0], *told["events"][0]}
    keys |= {*told["events"][0]["stages"][0]} | {*told["people"][0]}
    assert not [key for key in keys - {"carrom", "version", "scored"} if f"`{key}`" not in section]
    assert len(told["matches"]) == len(desk.state.matches)
    assert told["seq"] == desk.state.version
    assert set(told["people"][0]) == {"id", "name", "club"}


# -- updates ----------------------------------------------------------------------------------------------------------


class Watching:
    """The site of a tournament at a real desk, with listeners."""

    def __init__(self, desks: Desks, showcases: TournamentSites) -> None:
        self.desks, self.showcases = desks, showcases
        self.number = 0

    async def tell(self, *bodies: Any) -> None:
        self.number += 1
        done = await self.desks.record_events("cup", bodies, by="desk", key=f"key-{self.number}")
        assert hasattr(done, "seq"), done

    async def listener(self, language: str = "en") -> PageListener:
        found = PageListener(language, False)
        (await self.showcases.open("cup")).listen(found, None)
        return found

    async def hear(self, listener: PageListener) -> tuple[str, dict[str, Any]]:
        """Return the next update that is not about the plan alone."""
        while True:
            sent = await asyncio.wait_for(listener.waiting.get(), 20)
            assert sent is not None
            kind, name, data = re.fullmatch(r"event: (.*)\nid: (.*)\ndata: (.*)\n\n", sent.decode()).groups()  # type: ignore[union-attr]
            assert kind == "news"
            news = json.loads(data)
            touched = [one for one in news.pop("touched", []) if one != "order"]
            if touched or news.keys() != {"seq"}:
                return name, {**news, "touched": touched} if touched else news


class Forgetful(SqliteStore):
    """A store that cannot find its logs while it is away."""

    is_away = False
    asked = 0

    async def log(self, log_id: str) -> StoredLog | None:
        if self.is_away:
            self.asked += 1
            raise NotStoredError("nothing can be stored just now")
        return await super().log(log_id)


def watched(
    tmp_path: Path, desk: Desk, work: Callable[[Watching], Awaitable[None]], store_in: type[SqliteStore] = SqliteStore
) -> None:
    keep(tmp_path / "x.sqlite", "cup", desk)

    async def run() -> None:
        store = store_in(tmp_path / "x.sqlite")
        store.open()
        desks = Desks(Settings(), store)
        pads = Pads(store, desks)
        showcases = TournamentSites(desks, pads)
        desks.start()
        showcases.start()
        try:
            await work(Watching(desks, showcases))
        finally:
            showcases.close()
            desks.close()
            store.close()

    asyncio.run(run())


def test_listeners_receive_each_change_and_no_more(tmp_path: Path) -> None:
    desk = hall()
    a, b = desk.view.known_sides(MatchId("M1"))
    people = {f"person:{one.id}" for one in desk.state.people.values() if one.name in (a, b)}

    async def work(watching: Watching) -> None:
        english, urdu = await watching.listener(), await watching.listener("ur")
        await watching.tell(MatchCalled(match=MatchId("M1"), table=2))
        _, news = await watching.hear(english)
        assert {"event:S", "table:2", *people} == set(news["touched"])
        assert set(news["html"]) == {"t-2", "called"}
        assert "Called: please report" in news["html"]["called"]
        assert "Called" not in (await watching.hear(urdu))[1]["html"]["called"]
        await watching.tell(SideReported(match=MatchId("M1"), side="a"))
        _, news = await watching.hear(english)
        assert set(news["html"]) == {"t-2", "called"}
        await watching.tell(MatchStarted(match=MatchId("M1")))
        await watching.hear(english)
        await watching.tell(PadEventNoted(match=MatchId("M1"), score=(5, 0)))
        _, news = await watching.hear(english)
        assert news.keys() == {"seq", "scores"}, "a score is all that is told of a score"
        assert news["scores"] == {"M1": ["5", "0"]}
        await watching.tell(ResultGiven(match=MatchId("M1"), a=a, b=b, score=(25, 0)))
        _, news = await watching.hear(english)
        assert "results" in news["touched"]
        assert {"t-2", "latest"} <= set(news["html"])
        assert a in news["html"]["latest"] or "&lt;" in news["html"]["latest"]

    watched(tmp_path, desk, work)


def test_returning_listener_gets_what_it_missed_or_a_fresh_start(tmp_path: Path) -> None:
    desk = hall()

    async def work(watching: Watching) -> None:
        here = await watching.listener()
        showcase = await watching.showcases.open("cup")
        await watching.tell(MatchCalled(match=MatchId("M1"), table=1))
        heard, _ = await watching.hear(here)
        await watching.tell(MatchCalled(match=MatchId("M2"), table=2))
        last, _ = await watching.hear(here)
        back = PageListener("en", False)
        missed = showcase.listen(back, heard).decode()
        assert f"id: {last}\n" in missed
        assert f"id: {heard}\n" not in missed
        assert "hello" not in missed
        assert showcase.listen(PageListener("en", False), showcase.last_id) == b""
        for unknown in (None, "another-server-7", "", "x" * 3000):
            assert showcase.listen(PageListener("en", False), unknown).startswith(b"event: hello\nid: ")

    watched(tmp_path, desk, work)


def test_updates_resume_after_a_store_outage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(site, "_STORE_RETRY_SECONDS", 0.01)

    async def work(watching: Watching) -> None:
        store = watching.desks.store
        assert isinstance(store, Forgetful)
        here = await watching.listener()
        await watching.tell(MatchCalled(match=MatchId("M1"), table=2))
        store.is_away = True  # before the new event was read
        watching.desks._changed(LogChange(None))
        while not store.asked:
            await asyncio.sleep(0)
        store.is_away = False
        _, news = await watching.hear(here)
        assert "table:2" in news["touched"]

    watched(tmp_path, hall(), work, Forgetful)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def test_slow_listener_is_dropped(tmp_path: Path) -> None:
    async def work(watching: Watching) -> None:
        slow, quick = await watching.listener(), await watching.listener()
        await watching.tell(MatchCalled(match=MatchId("M1"), table=1), MatchStarted(match=MatchId("M1")))
        await watching.hear(quick)
        for n in range(60):
            await watching.tell(PadEventNoted(match=MatchId("M1"), score=(n % 20 + 1, 0)))
            await watching.hear(quick)
        showcase = await watching.showcases.open("cup")
        assert showcase.listeners == {quick}
        ends = [slow.waiting.get_nowait() for _ in range(slow.waiting.qsize())]
        assert ends[-1] is None

    watched(tmp_path, hall(), work)


def test_embargo_updates_every_page(tmp_path: Path) -> None:
    from carrom.tournament.model.events import DefinitionChanged

    desk = hall()

    async def work(watching: Watching) -> None:
        here = await watching.listener()
        await watching.tell(DefinitionChanged(definition=replace(desk.state.announced, embargo=("results",))))
        assert (await watching.hear(here))[1]["touched"] == ["all"]

    watched(tmp_path, desk, work)


@pytest.mark.parametrize("language", ["en", "ur"])
def test_pages_depend_on_state_and_minute_only(language: str) -> None:
    from carrom.server.public.pages import PageRequest, Pages

    desk = hall()
    play(desk, 8)
    now = datetime.combine(desk.clock.date(), datetime.min.time())
    for path in ("", "/order", "/e/S", "/p/p3", "/results", "/people", "/rules"):
        once, again = (
            Pages(PublicTournament("cup", 1, desk.state, now)).html(PageRequest(path, language)) for _ in range(2)
        )
        assert once == again is not None
