"""Event streams, which resume where the listener stopped; and backup copies of the file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from carrom.server import Settings, SqliteStore
from carrom.server.desk.backups import Backups
from carrom.server.desk.desks import Desks
from carrom.server.desk.event_stream import event_stream
from carrom.server.desk.live_tournament import RecordedAct
from carrom.server.desk.roles import PUBLIC, Role
from carrom.tournament.desk.acts.people_acts import CheckPeople
from carrom.tournament.desk.acts.result_acts import GiveResult
from carrom.tournament.desk.acts.ruling_acts import UndoLast
from tests.server.desk.conftest import Club, Person, contains_all

DESK = Role(role="desk")


async def receive(desks: Desks, id: str, since: int, count: int, *, role: Role) -> list[dict[str, Any]]:
    """Return so many events of a stream, read as the server reads it."""
    found: list[dict[str, Any]] = []
    async for part in event_stream(desks, id, since, role):
        text = part.decode()
        found += [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
        if len(found) >= count:
            break
    return found


def with_desks(path: Path, work: Callable[[Desks], Any]) -> Any:
    """Do something at the desks of another process with the same store."""

    async def run() -> Any:
        store = SqliteStore(path)
        store.open()
        desks = Desks(Settings(password_memory=64), store)
        desks.start()
        try:
            return await work(desks)
        finally:
            desks.close()
            store.close()

    return asyncio.run(run())


def closed(club: Club, person: Person) -> str:
    """Stop the server; return the tournament's id."""
    club.client.__exit__(None, None, None)
    return person.tournament


def test_listeners_receive_every_event_once_in_order(club: Club, drawn: Person) -> None:
    seq = drawn.get("standing").json()["seq"]
    id = closed(club, drawn)

    async def listen(desks: Desks) -> None:
        listening = [asyncio.ensure_future(receive(desks, id, seq - 2, 5, role=role)) for role in (DESK, PUBLIC)]
        await asyncio.sleep(0)
        first = await desks.record(id, GiveResult(match="M1", words=("25-8",)), by="desk", key="one")
        again = await desks.record(id, GiveResult(match="M1", words=("25-8",)), by="desk", key="one")
        assert isinstance(first, RecordedAct)
        assert isinstance(again, RecordedAct)
        assert (first.first, again.first, again.done) == (seq + 1, seq + 1, None)
        await desks.record(id, CheckPeople(what="fee", who=("Asha",)), by="desk", key="two")
        await desks.record(id, UndoLast(), by="desk", key="three", reason="mistyped")
        staff, public = await asyncio.wait_for(asyncio.gather(*listening), 10)
        assert [one["seq"] for one in staff] == [one["seq"] for one in public] == list(range(seq - 1, seq + 4))
        assert contains_all(staff[2]["text"], "M1", "Asha", "Carl", "25–8")
        assert (staff[4]["kind"], "Asha" in staff[4]["text"]) == ("undone", True)
        assert public[3] == {"seq": seq + 2, "kind": "entry"}  # fees are private

    with_desks(club.folder / "0.sqlite", listen)


def test_stream_ends_when_the_role_is_revoked(club: Club, drawn: Person) -> None:
    seq = drawn.get("standing").json()["seq"]
    id = closed(club, drawn)

    async def listen(desks: Desks) -> None:
        asked: list[int] = []

        async def may_listen() -> bool:
            asked.append(1)
            return len(asked) < 2

        parts = event_stream(desks, id, seq - 1, DESK, may_listen)
        heard_of = []
        async for part in parts:
            heard_of.append(part)
            if b"data" in heard_of[-1]:
                await desks.record(id, GiveResult(match="M1", words=("25-8",)), by="desk", key="one")
        assert sum(b"data" in part for part in heard_of) == 1

    with_desks(club.folder / "0.sqlite", listen)


def test_listener_ends_with_the_server(club: Club, drawn: Person) -> None:
    seq = drawn.get("standing").json()["seq"]
    id = closed(club, drawn)

    async def listen(desks: Desks) -> None:
        await desks.live(id)
        others = asyncio.all_tasks()
        listener = asyncio.ensure_future(receive(desks, id, seq, 1, role=DESK))
        for _ in range(5):
            await asyncio.sleep(0)
        assert asyncio.all_tasks() - others == {listener}, "nothing waits but who listens"
        desks.leave()
        assert await asyncio.wait_for(listener, 5) == []
        assert asyncio.all_tasks() == others

    with_desks(club.folder / "0.sqlite", listen)


def test_backup_copy_is_written(club: Club, drawn: Person, tmp_path: Path) -> None:
    id = closed(club, drawn)
    folder = tmp_path / "stick"
    folder.mkdir()

    async def write(desks: Desks) -> None:
        backups = Backups(desks, folder)
        for number in range(1, 6):
            await desks.record(id, GiveResult(match=f"M{number}", words=("25-8",)), by="desk", key=f"key {number}")
        desks.leaving.set()
        await backups.finish()
        (copy,) = folder.iterdir()
        assert copy.name.endswith(f".{id}.tournament")
        assert copy.stat().st_mode & 0o077 == 0
        assert copy.read_bytes() == await desks.file_of(id)
        assert copy.stat().st_mode & 0o777 == 0o600  # it has phone numbers and birth dates

    with_desks(club.folder / "0.sqlite", write)


def test_missing_backup_copy_is_written_at_start(club: Club, drawn: Person, tmp_path: Path) -> None:
    id = closed(club, drawn)
    folder = tmp_path / "stick"
    folder.mkdir()

    async def start(desks: Desks) -> None:
        desks.leaving.set()  # skip the pause between two copies
        backups = Backups(desks, folder)
        await backups.catch_up()
        await backups.finish()
        (copy,) = folder.iterdir()
        assert copy.read_bytes() == await desks.file_of(id)

    with_desks(club.folder / "0.sqlite", start)
    (copy,) = folder.iterdir()
    whole = copy.read_bytes()
    written = copy.stat().st_ino
    with_desks(club.folder / "0.sqlite", start)
    assert copy.stat().st_ino == written, "what is there is not written again"
    copy.write_bytes(b"".join(whole.splitlines(keepends=True)[:-5]))  # killed before the second was over
    with_desks(club.folder / "0.sqlite", start)
    assert copy.read_bytes() == whole


def _next_event(socket: WebSocketTestSession) -> dict[str, Any]:
    """Return the socket's next event."""
    while True:
        data = [line[6:] for line in socket.receive_text().splitlines() if line.startswith("data: ")]
        if data:
            said: dict[str, Any] = json.loads(data[0])
            return said


def test_socket_sends_what_the_role_may_see(club: Club, drawn: Person) -> None:
    made = drawn.post("links", {"role": "desk"}).json()
    path = f"/api/tournaments/{drawn.tournament}/events"
    words = ["carrom.v1", f"role.{made['secret']}"]
    since = drawn.get("standing").json()["seq"]

    def hears(path: str = path, headers: dict[str, str] | None = None, words: list[str] | None = None) -> Any:
        return club.client.websocket_connect(path, subprotocols=words, headers={**(headers or {})})

    with (
        hears(f"{path}?since={since}", words=words) as staff,
        hears(f"{path}?since={since}", drawn.headers) as owner,
        hears(f"{path}?since={since}") as stranger,
        hears(f"/t/{drawn.tournament}/events") as public,
    ):
        assert _next_event(public) == {}
        drawn.act("check", what="fee", who=["Asha"])
        assert _next_event(staff) == _next_event(owner)
        assert _next_event(stranger) == {"seq": since + 1, "kind": "entry"}
        drawn.post("roles/revoke", {"id": made["id"]})
        assert staff.receive()["type"] == "websocket.close"
        assert _next_event(stranger)["kind"] == "revoked"
        stranger.send_text("{}")  # the socket accepts no messages
        assert stranger.receive()["type"] == "websocket.close"
    for refused in (
        {"words": ["carrom.v1", "role.made-up"]},
        {"words": words},  # revoked
        {"path": "/api/tournaments/nothing/events"},
        {"headers": {"origin": "https://elsewhere.example"}},
        {"path": "/t/nothing/events"},
        {"path": f"/t/{drawn.tournament}/events", "headers": {"origin": "https://elsewhere.example"}},
    ):
        with pytest.raises(WebSocketDisconnect), hears(**refused):
            pass
