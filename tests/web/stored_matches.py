"""Matches stored in a server's file at any moment of play, without playing up to it."""

from __future__ import annotations

import asyncio
import json
import math
import secrets
import threading
import time
from collections.abc import Iterable

import msgspec

from carrom.equipment import Kind, Piece, Position, Seat
from carrom.match import Act, Match
from carrom.match.log import acts
from carrom.play import RACK
from carrom.server.stores.sqlite import SqliteStore
from carrom.server.stores.store import Grant, StoredLog
from carrom.server.table.agreement import Agreement, make_agreement
from carrom.server.table.feed import encode_event
from carrom.server.table.seats import seat_secret_hash
from carrom.server.wire.values import Length, SeatOccupant
from tests.server.conftest import Served

SINGLES = {Seat.SOUTH: "Asha", Seat.NORTH: "Ravi"}
LONG_NAMES = {Seat.SOUTH: "Bhagyalakshmi Venkataraman", Seat.NORTH: "Ravichandran Subramaniam-Iyer"}
DOUBLES = {Seat.SOUTH: "Asha", Seat.EAST: "Ravi", Seat.NORTH: "Mira", Seat.WEST: "Anil"}


def people(names: dict[Seat, str], who: str = "here", *, length: Length = "match", clock: bool = False) -> Agreement:
    """Agree on a match of these people in which party `a` wins the toss."""
    seats = {seat: SeatOccupant(name, who) for seat, name in names.items()}  # type: ignore[arg-type]
    return msgspec.structs.replace(make_agreement("icf", length, clock, seats), seed=0)


def lay(
    home: Served, agreed: Agreement, moves: Iterable[Act] = (), *, ago: float | None = None
) -> tuple[str, dict[str, str]]:
    """Store a match after these moves, made `ago` seconds ago. Return the address of its page and each player's secret
    (one for all at one screen). The server restarts, because it must release its file."""
    match = Match.start(agreed.match_setup())
    bodies = []
    for move in moves:
        match = match.play(move, at=None if ago is None else 0.0)
        bodies.append(encode_event(match).decode())
    stored = StoredLog(
        secrets.token_urlsafe(9), "match", time.time() - (ago or 0.0), msgspec.json.encode(agreed).decode()
    )
    one = secrets.token_urlsafe(24)
    keys = {name: one if agreed.is_solo else secrets.token_urlsafe(24) for name in agreed.players}
    opened = {key: tuple(name for name in keys if keys[name] == key) for key in keys.values()}

    async def put() -> None:
        store = SqliteStore(home.data / "matches.sqlite")
        store.open()
        await store.create(stored, [Grant(seat_secret_hash(key), json.dumps(names)) for key, names in opened.items()])
        if bodies:
            await store.append(stored.id, 0, bodies, key=None, at=time.time())
        store.close()

    home.stop()
    # While a browser is open its event loop has this thread.
    thread = threading.Thread(target=lambda: asyncio.run(put()))
    thread.start()
    thread.join()
    home.start()
    return f"{home.address}/play/{stored.id}", keys


def begun(position: Position) -> list[Act]:
    """Begin the first board with its pieces in this position."""
    return [acts.Toss("a"), acts.Play(RACK), acts.Arrange(position)]


def scattered(white: int = 9, black: int = 9, queen: int = 1, near: Iterable[Piece] = ()) -> Position:
    """Place `near` first and the other pieces in two columns far from the centre."""
    near = list(near)
    kinds: list[Kind] = []
    for kind, count in (("white", white), ("black", black), ("queen", queen)):
        kinds += [kind] * (count - sum(piece.kind == kind for piece in near))  # type: ignore[list-item]
    places = [(x, y * 40.0) for y in range(-5, 6) for x in (-220.0, 220.0)]
    return Position((*near, *(Piece(kind, *place) for kind, place in zip(kinds, places, strict=False))))


def won_by_a_white_slam() -> list[Act]:
    """Have Asha win the first board with the queen in one turn."""
    return [*begun(scattered()), acts.StrokeMade(own=9, queen=True, rests=scattered(0, 9, 0))]


def ring_with_one_gap() -> list[Piece]:
    """Place three whites and four blacks in the outer circle so that only one more piece fits."""
    angles = [math.radians(90 + 40 + step * 280 / 6) for step in range(7)]
    kinds: list[Kind] = ["black", "white", "black", "white", "black", "white", "black"]
    return [
        Piece(kind, round(48.5 * math.cos(angle), 1), round(48.5 * math.sin(angle), 1))
        for kind, angle in zip(kinds, angles, strict=True)
    ]


def two_due_and_room_for_one() -> list[Act]:
    """Have Asha pocket a white, and then another with the striker: Ravi has two to place."""
    ring = ring_with_one_gap()
    return [
        *begun(scattered(near=ring)),
        acts.StrokeMade(own=1, rests=scattered(8, near=ring)),
        acts.StrokeMade(own=1, striker=True, rests=scattered(7, near=ring)),
    ]


def last_white_with_the_striker() -> list[Act]:
    """Have all whites and the queen pocketed, the last with the striker: it has to come back."""
    return [
        *begun(scattered()),
        acts.StrokeMade(own=8, queen=True, rests=scattered(1, 9, 0)),
        acts.StrokeMade(own=1, striker=True, rests=scattered(0, 9, 0)),
    ]
