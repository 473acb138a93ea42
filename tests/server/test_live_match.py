"""A live match: its clocks, its writes, and listeners that do not read."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from carrom.base.errors import Refused
from carrom.equipment import Seat
from carrom.match.log import acts
from carrom.server.http.guard import RateLimit
from carrom.server.routes.match_socket import MatchSocket
from carrom.server.settings import Settings
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.store import StoredLog
from carrom.server.table.agreement import make_agreement
from carrom.server.table.live_match import LiveMatch
from carrom.server.table.open_matches import OpenMatches
from carrom.server.wire import messages as m
from carrom.server.wire.values import Length, SeatOccupant
from tests.match.test_placing import spread
from tests.server.talk import no_computer, stroke_for


class Listener:
    """A listener at the table."""

    language = "en"
    address = "here"
    pace: m.Pace | None = None
    players = frozenset({"a1", "b1"})

    def __init__(self) -> None:
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def send(self, message: bytes, *, may_drop: bool = False) -> None:
        self.heard.put_nowait(json.loads(message))

    async def event(self, kind: str) -> dict[str, Any]:
        while True:
            message = await self.heard.get()
            if message["t"] == "happened" and message["event"]["kind"] == kind:
                return message


async def _table(
    folder: Path, clock: bool, book: str = "icf", length: Length = "board"
) -> tuple[LiveMatch, SqliteStore]:
    store = SqliteStore(folder / "s.sqlite")
    store.open()
    both = {Seat.SOUTH: SeatOccupant("Asha", "here"), Seat.NORTH: SeatOccupant("Ravi", "here")}
    setup = msgspec.json.encode(make_agreement(book, length, clock, both)).decode()
    stored = StoredLog("m", "match", time.time(), setup)
    await store.create(stored, [])
    live = LiveMatch(stored, store, no_computer)
    await live.load()
    return live, store


@pytest.mark.law("I-12")
def test_stroke_clock_runs_out(tmp_path: Path) -> None:
    async def run() -> None:
        live, store = await _table(tmp_path, clock=True)
        listener = Listener()
        live.join(listener)
        await _begin(live, listener)
        before = live.welcome(listener).view
        assert before.todo.seconds == pytest.approx(15, abs=2)
        live.created -= 20  # twenty seconds later
        live._here_since -= 20
        live.wake()
        told = await asyncio.wait_for(listener.event("timeout"), 10)
        assert "technical-foul" in [word["code"] for word in told["view"]["said"]]
        store.close()

    asyncio.run(run())


def test_stroke_clock_stops_while_nobody_is_connected(tmp_path: Path) -> None:
    """A player who returns to an empty table has the full time, and no foul."""

    async def run() -> None:
        live, store, listener = await _begun(tmp_path, True, "icf")
        before = live._timer
        assert before is not None
        live.leave(listener)
        assert live._timer is None
        live.created -= 100
        assert live.welcome(listener).view.todo.seconds == pytest.approx(15, abs=2), "what he is shown as he comes in"
        live.join(listener)
        live.created -= 5
        later = Listener()
        live.join(later)
        assert live.welcome(later).view.todo.seconds == pytest.approx(10, abs=2), "nobody else gives it anew"
        end = live._stroke_end()
        assert end is not None
        assert end - live.now() == pytest.approx(10, abs=2)
        store.close()

    asyncio.run(run())


@pytest.mark.law("88b")
def test_umpire_places_the_last_pieces_when_time_runs_out(tmp_path: Path) -> None:
    """a's last white falls with the striker: two are due, and b, who has to place them, does nothing."""

    async def run() -> None:
        live, store, listener = await _begun(tmp_path, True, "icf")
        for act in (
            acts.StrokeMade(own=5, rests=spread(4, 9)),
            acts.StrokeMade(own=3, queen=True, rests=spread(1, 9, 0)),
            acts.StrokeMade(own=1, striker=True, rests=spread(0, 9, 0)),
        ):
            assert await live.append(act) is None
        live.created -= 20
        live._here_since -= 20
        live.wake()
        told = await asyncio.wait_for(listener.event("umpire-places"), 10)
        assert {"technical-foul", "umpire-to-place", "umpire-placed"} <= {word["code"] for word in told["view"]["said"]}
        assert live.match.phase == "stroke"
        assert live.match.board is not None
        assert live.match.board.lying()["white"] == 2
        store.close()

    asyncio.run(run())


def test_refused_timeout_is_not_repeated_until_the_next_event(tmp_path: Path) -> None:
    async def run() -> None:
        live, store, listener = await _begun(tmp_path, True, "icf")
        tried = 0

        def refuse(*_: object) -> Refused:
            nonlocal tried
            tried += 1
            return Refused("never", None, "nothing is heard today")

        number = live.match.number
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("carrom.server.table.live_match.play_out", refuse)
            live.created -= 20
            live._here_since -= 20
            live.wake()
            timer = live._timer
            assert timer is not None
            while not tried or live.is_busy:
                await asyncio.sleep(0)
            for _ in range(50):  # however often a listener comes
                live.wake()
                await asyncio.sleep(0)
        assert (tried, live.match.number, live._timer) == (1, number, None)
        # The next event starts it again.
        assert isinstance(await live.do(_strike(live, listener), listener.players), m.Ack)
        assert live._timer is not None
        store.close()

    asyncio.run(run())


async def _begun(
    folder: Path, clock: bool, book: str, length: Length = "game"
) -> tuple[LiveMatch, SqliteStore, Listener]:
    """A table whose first board has begun."""
    live, store = await _table(folder, clock, book, length)
    listener = Listener()
    live.join(listener)
    await _begin(live, listener)
    return live, store, listener


async def _begin(live: LiveMatch, listener: Listener) -> None:
    """Toss and get ready, where that is asked."""
    for phase, act in (("toss", m.ChooseToss("break")), ("ready", m.ReadyForBoard())):
        if live.match.phase == phase:
            player = live.welcome(listener).view.todo.players[0]
            await live.do(m.Do(f"key-of-{phase}", live.match.number, player, act), listener.players)


def _strike(live: LiveMatch, listener: Listener) -> m.Do:
    """The break, by the player whose turn it is."""
    view = live.welcome(listener).view
    stroke = msgspec.convert(stroke_for(msgspec.to_builtins(view)), m.PlayerAct)
    return m.Do("key-of-break", view.seq, view.todo.players[0], stroke)


def test_undone_stroke_restarts_the_clock(tmp_path: Path) -> None:
    """The clock of the undone stroke has long run out."""

    async def run() -> None:
        live, store, listener = await _begun(tmp_path, True, "icf")
        assert isinstance(await live.do(_strike(live, listener), listener.players), m.Ack)
        live.created -= 60  # a minute later
        player = live.welcome(listener).view.todo.players[0]
        taken = await live.do(m.Do("key-of-undo", live.match.number, player, m.Undo()), listener.players)
        assert isinstance(taken, m.Ack)
        assert live.welcome(listener).view.todo.seconds == pytest.approx(15, abs=2)
        end = live._stroke_end()
        assert end is not None
        assert end - live.now() == pytest.approx(15, abs=2)
        store.close()

    asyncio.run(run())


def test_act_being_written_is_completed_when_its_sender_leaves(tmp_path: Path) -> None:
    """Closing the socket cancels its task. The match must not fall behind its log."""

    async def run() -> None:
        live, store, listener = await _begun(tmp_path, False, "icf")
        number, stroke = live.match.number, _strike(live, listener)
        sending = asyncio.create_task(live.do(stroke, listener.players))
        while not live.is_busy:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        assert isinstance(await live.do(stroke, listener.players), m.Ack), "sent again, it has counted"
        assert live.match.number > number
        assert len(await store.events("m")) == live.match.number
        store.close()

    asyncio.run(run())


def test_unknown_languages_share_one_message(tmp_path: Path) -> None:
    """Otherwise listeners with invented languages would slow down the table."""

    class Crowd(Listener):
        def __init__(self, language: str) -> None:
            self.language = language
            self.messages: list[bytes] = []

        def send(self, message: bytes, *, may_drop: bool = False) -> None:
            self.messages.append(message)

    async def run() -> None:
        live, store, listener = await _begun(tmp_path, False, "icf")
        crowd = [Crowd(language) for language in ("hi", "en", "x1", "x2")]
        for one in crowd:
            live.join(one)
        await live.do(_strike(live, listener), listener.players)
        told = [[message for message in one.messages if b'"t":"happened"' in message] for one in crowd]
        hindi, english, *others = [messages[0] for messages in told]
        assert hindi is not english
        assert all(one is english for one in others)
        store.close()

    asyncio.run(run())


def _later(live: LiveMatch, seconds: float) -> None:
    """Let so many seconds pass at this table, none of them on the stroke clock."""
    live.created -= seconds
    live._here_since = live.now()


@pytest.mark.law("I-26")
@pytest.mark.parametrize(("book", "minutes"), [("four-break", 60), ("kreeda-2024", 30)])
def test_game_time_is_shown_and_ends_the_game(tmp_path: Path, book: str, minutes: int) -> None:
    """An unfinished board then scores nothing; with level totals an extra board decides, without a limit."""

    async def run() -> None:
        live, store, listener = await _begun(tmp_path, True, book)
        shown = live.welcome(listener).view.clock
        assert shown is not None
        assert shown.running
        assert shown.seconds == pytest.approx(minutes * 60, abs=2)
        _later(live, minutes * 60 - 5)
        live.wake()
        await asyncio.sleep(0)
        left = live.welcome(listener).view.clock
        assert left is not None
        assert left.seconds == pytest.approx(5, abs=2)
        assert live.match.board is not None, "five seconds are left"
        _later(live, 10)
        live.wake()
        told = await asyncio.wait_for(listener.event("time-up"), 10)
        assert ("time-up", ["I-26"]) in [(word["code"], word["laws"]) for word in told["view"]["said"]]
        assert told["view"]["lines"] == []
        assert told["view"]["score"] == {"a": 0, "b": 0}
        await asyncio.wait_for(listener.event("toss"), 10)
        assert live.match.course.score is not None
        assert live.match.course.score.is_extra
        assert live.welcome(listener).view.clock is None
        store.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("clock", "book", "length"),
    [(False, "four-break", "game"), (True, "icf", "match"), (True, "four-break", "board")],
    ids=["no clock agreed", "no limit", "one board is no game"],
)
def test_no_game_clock_without_a_limit(tmp_path: Path, clock: bool, book: str, length: Length) -> None:
    async def run() -> None:
        live, store, listener = await _begun(tmp_path, clock, book, length)
        assert live.welcome(listener).view.clock is None
        _later(live, 4000)
        live.wake()
        player = live.welcome(listener).view.todo.players[0]
        answer = await live.do(m.Do("key-of-pass", live.match.number, player, m.PassTurn()), listener.players)
        assert isinstance(answer, m.Ack)
        assert live.match.board is not None
        store.close()

    asyncio.run(run())


@pytest.mark.parametrize(("book", "runs"), [("four-break", True), ("kreeda-2024", False)])
def test_game_clock_between_boards_follows_the_rulebook(tmp_path: Path, book: str, runs: bool) -> None:
    async def run() -> None:
        live, store, listener = await _begun(tmp_path, True, book)
        _later(live, 600)
        await live.append(acts.LoseBoard("a", "91"))
        _later(live, 300)
        clock = live.welcome(listener).view.clock
        assert clock is not None
        assert clock.running is runs
        minutes = 60 if runs else 30
        assert clock.seconds == pytest.approx(minutes * 60 - (900 if runs else 600), abs=3)
        store.close()

    asyncio.run(run())


def test_restart_restores_the_game_time(tmp_path: Path) -> None:
    """The time left is that of the last event before it, after any number of restarts."""

    async def run() -> None:
        live, store, listener = await _begun(tmp_path, True, "four-break")
        _later(live, 1000)
        player = live.welcome(listener).view.todo.players[0]
        await live.do(m.Do("key-of-pass", live.match.number, player, m.PassTurn()), listener.players)
        for away in (5000, 7000):
            live = LiveMatch(
                StoredLog("m", "match", live.created - away, msgspec.json.encode(live.agreed).decode()),
                store,
                no_computer,
            )
            await live.load()
            clock = live.welcome(listener).view.clock
            assert clock is not None
            assert clock.seconds == pytest.approx(2600, abs=3)
            assert live.match.board is not None
        store.close()

    asyncio.run(run())


class DeafSocket:
    """A browser whose line is full: nothing that is sent ever arrives."""

    client = None

    def __init__(self) -> None:
        self.code: int | None = None

    async def send_text(self, _: str) -> None:
        await asyncio.Event().wait()

    async def receive_text(self) -> str:
        await asyncio.Event().wait()
        return ""

    async def close(self, code: int, _: str) -> None:
        self.code = code


def test_client_that_does_not_read_is_disconnected(tmp_path: Path) -> None:
    async def run() -> None:
        live, store = await _table(tmp_path, clock=False)
        deaf: Any = DeafSocket()
        matches = OpenMatches(Settings(queue=4), store)
        connection = MatchSocket(deaf, matches, live, frozenset(), "en")
        ending = asyncio.ensure_future(connection.run(RateLimit(100, 1.0), 8192, None))
        while connection not in live.audience.listeners:
            await asyncio.sleep(0)
        listener = Listener()
        live.join(listener)
        for number in range(12):
            live.audience.send_to_all(m.AimSeen(float(number), 0.0, 1.0))  # aims are dropped, and disconnect nobody
        assert not connection.is_too_slow
        for _ in range(6):
            connection.send(b"{}")
        await asyncio.wait_for(ending, 5)
        live.leave(connection)
        assert deaf.code == 1013
        assert listener.heard.qsize() == 12
        store.close()

    asyncio.run(run())
