"""Reporting, toss, readiness and walkovers before play begins (Laws 39, 46, 138, 143i, I-47)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from carrom.equipment import Seat
from carrom.match.log import acts
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.store import StoredLog
from carrom.server.table.agreement import make_agreement
from carrom.server.table.live_match import LiveMatch
from carrom.server.wire import messages as m
from carrom.server.wire.values import Length, PlayerName, SeatOccupant
from tests.server.talk import (
    COMPUTER,
    HERE,
    LINK,
    begun,
    connect,
    do,
    hear,
    new_match,
    no_computer,
)

FOUR = {Seat.SOUTH: "a1", Seat.EAST: "b1", Seat.NORTH: "a2", Seat.WEST: "b2"}


class Chair:
    """A player's browser."""

    language = "en"
    pace: m.Pace | None = None

    def __init__(self, *players: str) -> None:
        self.players = frozenset(players)
        self.address = "-".join(players)

    def send(self, message: bytes, *, may_drop: bool = False) -> None: ...


async def _table(folder: Path, *, clock: bool = True, doubles: bool = False, length: Length = "match") -> LiveMatch:
    """A table of players with a browser each."""
    seats = FOUR if doubles else {Seat.SOUTH: "a1", Seat.NORTH: "b1"}
    people = {seat: SeatOccupant(name, "link") for seat, name in seats.items()}
    store = SqliteStore(folder / "s.sqlite")
    store.open()
    agreed = msgspec.structs.replace(make_agreement("icf", length, clock, people), seed=0)  # a wins the toss
    stored = StoredLog("m", "match", 1_000_000.0, msgspec.json.encode(agreed).decode())
    await store.create(stored, [])
    live = LiveMatch(stored, store, no_computer)
    live.now = lambda: live.clock  # type: ignore[method-assign, attr-defined]
    live.clock = 0.0  # type: ignore[attr-defined]
    await live.load()
    return live


def _later(live: LiveMatch, seconds: float) -> None:
    live.clock += seconds  # type: ignore[attr-defined]


async def _come(live: LiveMatch, *players: str) -> Chair:
    chair = Chair(*players)
    await live.arrive(chair.players)
    live.join(chair)
    return chair


async def _does(live: LiveMatch, player: PlayerName, act: m.PlayerAct) -> m.Ack | m.Nack:
    key = f"{player}-{live.match.number}-{type(act).__name__}"
    return await live.do(m.Do(key, live.match.number, player, act), frozenset({player}))


def _phase(live: LiveMatch) -> str:
    return live.match.phase


def _kinds(live: LiveMatch) -> list[str]:
    return [event.act.kind for event in live.match.events()]


def _run(case: Callable[[], Any]) -> None:
    asyncio.run(case())


@pytest.mark.law("I-47", "46")
def test_play_begins_when_both_have_reported_and_are_ready(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path)
        await _come(live, "a1")
        assert isinstance(await _does(live, "a1", m.ChooseToss("break")), m.Ack)
        assert isinstance(await _does(live, "a1", m.ReadyForBoard()), m.Ack)
        assert _kinds(live) == ["called", "reported", "toss", "ready"]
        _later(live, 300)
        assert live._stroke_end() is None, "nobody plays against somebody who has never come"
        await _come(live, "b1")
        assert _phase(live) == "ready"
        assert isinstance(await _does(live, "b1", m.ReadyForBoard()), m.Ack)
        assert _kinds(live)[-3:] == ["reported", "play", "arrange"]
        assert _phase(live) == "stroke"

    _run(case)


@pytest.mark.law("143i")
def test_player_absent_for_fifteen_minutes_loses_the_match(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path)
        chair = await _come(live, "a1")
        view = live.welcome(chair).view
        assert view.until is not None
        assert (view.until.what, view.until.seconds, view.absent) == ("report", 900.0, ("b",))
        refused = await _does(live, "a1", m.ClaimWalkover())
        assert isinstance(refused, m.Nack)
        assert refused.law == "143i"
        _later(live, 901)
        assert isinstance(await _does(live, "a1", m.ClaimWalkover()), m.Ack)
        assert (live.match.winner, live.match.course.award_law) == ("a", "143i")

    _run(case)


def test_no_walkover_against_a_player_who_reported(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path)
        await _come(live, "a1")
        await _come(live, "b1")
        _later(live, 2000)
        refused = await _does(live, "a1", m.ClaimWalkover())
        assert isinstance(refused, m.Nack)

    _run(case)


@pytest.mark.parametrize("seats", [HERE, COMPUTER])
def test_no_walkover_at_one_screen(client: TestClient, seats: list[dict[str, Any]]) -> None:
    made = new_match(client, seats)
    with connect(client, made, made["links"][0]["secret"]) as socket:
        socket.send_text(do(hear(socket, "welcome")["view"]["seq"], "a1", {"do": "claim"}))
        answer = hear(socket, "ack", "nack")
    assert (answer["t"], answer.get("law")) == ("nack", "143i")


@pytest.mark.law("I-47")
def test_clock_stops_for_an_absent_player_and_restarts_on_return(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path)
        asha, ravi = await _come(live, "a1"), await _come(live, "b1")
        for player, act in (("a1", m.ChooseToss("break")), ("a1", m.ReadyForBoard()), ("b1", m.ReadyForBoard())):
            assert isinstance(await _does(live, player, act), m.Ack)  # type: ignore[arg-type]
        assert live.match.board is not None
        assert live.match.board.turn.text() == "a1"
        end = live._stroke_end()
        assert end == live.clock + 15  # type: ignore[attr-defined]
        live.leave(asha)
        assert live._stroke_end() is None
        _later(live, 500)
        live.leave(ravi)
        live.join(ravi)
        assert live._stroke_end() is None, "the opponent's coming and going changes nothing"
        live.join(asha)
        assert live._stroke_end() == live.clock + 15  # type: ignore[attr-defined]
        assert "timeout" not in _kinds(live)

    _run(case)


@pytest.mark.parametrize(("choice", "chooser"), [("side", "a1"), ("break", "b1")])
def test_side_is_chosen_by_the_player_who_does_not_break(tmp_path: Path, choice: Any, chooser: PlayerName) -> None:
    async def case() -> None:
        live = await _table(tmp_path)
        chair = await _come(live, "a1")
        await _come(live, "b1")
        assert live.welcome(chair).view.may_sit == [], "not before the toss"
        await _does(live, "a1", m.ChooseToss(choice))
        assert live.welcome(chair).view.may_sit == [chooser]
        other: PlayerName = "b1" if chooser == "a1" else "a1"
        refused = await _does(live, other, m.TakeSeat(Seat.EAST))
        assert isinstance(refused, m.Nack)
        assert refused.code == "not-your-choice"
        assert isinstance(await _does(live, chooser, m.TakeSeat(Seat.EAST)), m.Ack)
        seats = {one.player: one.seat for one in live.welcome(chair).view.seats}
        assert seats == {chooser: Seat.EAST, other: Seat.WEST}
        assert live.welcome(chair).view.may_sit == [], "once"

    _run(case)


@pytest.mark.law("42")
def test_pair_names_its_breaker_and_the_other_pair_its_seats(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path, doubles=True)
        chairs = [await _come(live, name) for name in ("a1", "a2", "b1")]
        await _does(live, "a1", m.ChooseToss("break", 1))
        assert live.match.course.next_breaker(live.match.setup).text() == "a2"  # type: ignore[union-attr]
        refused = await _does(live, "b1", m.ReadyForBoard())
        assert isinstance(refused, m.Nack)
        assert refused.code == "partner-away"
        await _come(live, "b2")
        assert isinstance(await _does(live, "b2", m.TakeSeat(Seat.SOUTH)), m.Ack)
        seats = {one.player: one.seat for one in live.welcome(chairs[0]).view.seats}
        assert (seats["b2"], seats["b1"]) == (Seat.SOUTH, Seat.NORTH)
        assert {seats["a1"], seats["a2"]} == {Seat.EAST, Seat.WEST}
        assert isinstance(await _does(live, "b1", m.ReadyForBoard()), m.Ack)
        assert isinstance(await _does(live, "a2", m.ReadyForBoard(30.0)), m.Ack)
        assert _phase(live) == "stroke"

    _run(case)


def test_rack_angle_is_kept_until_the_other_is_ready(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path)
        await _come(live, "a1")
        await _come(live, "b1")
        for player, act in (("a1", m.ChooseToss("break")), ("a1", m.ReadyForBoard(30.0)), ("b1", m.ReadyForBoard())):
            assert isinstance(await _does(live, player, act), m.Ack)  # type: ignore[arg-type]
        play = next(event.act for event in live.match.events() if isinstance(event.act, acts.Play))
        assert play.rack == 30.0

    _run(case)


@pytest.mark.law("138")
def test_interval_before_the_last_game_ends_when_both_are_ready(tmp_path: Path) -> None:
    async def case() -> None:
        live = await _table(tmp_path, clock=False)
        chair = await _come(live, "a1")
        await _come(live, "b1")
        await _does(live, "a1", m.ChooseToss("break"))
        losers: tuple[PlayerName, ...] = ("a1", "b1")
        for loser in losers:
            assert isinstance(await _does(live, loser, m.GiveUp("game")), m.Ack)
        assert "interval" in _kinds(live)
        view = live.welcome(chair).view
        assert view.until is not None
        assert (view.until.what, view.until.law) == ("interval", "138")
        assert isinstance(await _does(live, "b1", m.ReadyForBoard()), m.Ack)
        assert _phase(live) == "ready", "one side alone begins nothing"
        assert isinstance(await _does(live, "a1", m.ReadyForBoard()), m.Ack)
        assert _phase(live) == "stroke"

    _run(case)


def test_toss_winner_does_not_depend_on_who_connects(client: TestClient) -> None:
    for _ in range(6):
        made = new_match(client, LINK)
        won = set()
        for link in made["links"]:
            with connect(client, made, link["secret"]) as socket:
                won.add(hear(socket, "welcome")["view"]["todo"]["players"][0])
        assert len(won) == 1


def test_no_reporting_at_one_screen(client: TestClient) -> None:
    made = new_match(client)
    with connect(client, made, made["links"][0]["secret"]) as socket:
        view = hear(socket, "welcome")["view"]
        assert (view["until"], view["absent"]) == (None, [])
        socket.send_text(do(view["seq"], view["todo"]["players"][0], {"do": "toss", "choice": "break"}))
        while (view := hear(socket, "happened")["view"])["todo"]["what"] != "next":
            pass
        assert view["may_try"] == ["a", "b"], "two have their trial boards here too (40)"
        socket.send_text(do(view["seq"], view["todo"]["players"][0], {"do": "next"}))  # one answers for both
        while hear(socket, "happened")["view"]["todo"]["what"] != "strike":
            pass


def test_kreeda_allows_five_minutes_of_testing_before_the_match(client: TestClient) -> None:
    made = new_match(client, LINK, rulebook="kreeda-2024")
    with connect(client, made) as socket:
        view = hear(socket, "welcome")["view"]
    assert view["testing"] == {"seconds": 300, "law": "kreeda-2024:14c"}
    assert view["may_try"] == [], "there are no trial boards"
    _, told = begun(client, LINK, rulebook="kreeda-2024")
    assert told[-1]["view"]["todo"]["what"] == "strike"
    assert told[-1]["view"]["testing"] is None
