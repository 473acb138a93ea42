"""What if: strokes tried from a moment of a match are judged as in the match, and change nothing."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.equipment import Position
from carrom.laws import Situation, StrokeFacts, judge, rulebook
from carrom.match import Event, Record, Setup
from carrom.match.log import acts
from tests.server.talk import begun, connect, do, events, hear, secret, stroke_for

SOFT = {"do": "strike", "x": 0.0, "y": -252.6, "direction": 0.0, "speed": 0.05}
RACK = Position.start(45.0)


def _less(position: Position, *kinds: str) -> Position:
    """The position without one piece of each of these kinds."""
    pieces = list(position.pieces)
    for kind in kinds:
        pieces.remove(next(piece for piece in pieces if piece.kind == kind))
    return Position(tuple(pieces))


def _record(book: str = "icf") -> str:
    """White has pocketed a piece, then the queen, and has not covered her yet."""
    one, two = _less(RACK, "white"), _less(RACK, "white", "queen")
    played = (
        acts.Toss("a"),
        acts.Play(45.0),
        acts.StrokeMade(own=1, rests=one),
        acts.StrokeMade(queen=True, rests=two),
    )
    return Record(Setup(rulebook(book)), tuple(Event(n, act) for n, act in enumerate(played, 1))).text()


def _ask(client: TestClient, **wish: Any) -> dict[str, Any]:
    answer = client.post("/api/what-if", json=wish)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.law("96")
@pytest.mark.parametrize("book", ["icf", "community-2024"])
def test_ruling_is_that_of_the_situation(client: TestClient, book: str) -> None:
    """A miss with the queen uncovered returns her; the same miss a stroke earlier only ends the turn."""
    pending = Situation(own=8, opponent=9, queen="pending", opened=True)
    for after, before in ((4, pending), (3, Situation(own=8, opponent=9, queen="board", opened=True))):
        expected = judge(before, StrokeFacts(touched=False), rulebook(book))
        step = {"player": "a1", "act": SOFT}
        tried = _ask(client, record=_record(book), after=after, steps=[step])
        ruling = tried["happened"][0]["view"]["said"][-1]
        assert ruling["code"] == "stroke"
        assert ruling["laws"] == list(expected.laws)
        kinds = [one["event"]["kind"] for one in tried["happened"]]
        assert kinds == (["stroke", "umpire-places"] if before.queen == "pending" else ["stroke"])
        assert tried["view"]["queen"] == "board"
        assert tried["view"]["turn"] == "north"
        assert tried["view"]["todo"]["players"] == ["b1"]


def test_branch_continues_stroke_by_stroke_for_every_seat(client: TestClient) -> None:
    steps: list[dict[str, Any]] = [{"player": "a1", "act": SOFT}]
    first = _ask(client, record=_record(), after=4, steps=steps)
    steps.append({"player": "b1", "act": {**SOFT, "y": 252.6}})
    second = _ask(client, record=_record(), after=4, steps=steps)
    assert first["view"]["turn"] == "north"
    assert second["view"]["turn"] == "south"
    assert second["happened"][0]["event"]["kind"] == "stroke", "only the last act is told anew"
    assert second["happened"][0]["seq"] == first["view"]["seq"] + 1


def test_played_stroke_gives_the_same_outcome_and_is_not_stored(client: TestClient) -> None:
    made, told = begun(client)
    view = told[-1]["view"]
    player, stroke = view["todo"]["players"][0], stroke_for(view)
    with connect(client, made, secret(made)) as socket:
        socket.send_text(do(view["seq"], player, stroke))
        assert hear(socket, "ack", "nack")["t"] == "ack"
    log = events(client, made)
    played = log[view["seq"]]
    assert played["event"]["kind"] == "stroke"

    again = _ask(client, match=made["id"], after=view["seq"], steps=[{"player": player, "act": stroke}])
    for one, other in zip(again["happened"], log[view["seq"] :], strict=True):
        assert one["trace"] == other["trace"]
        assert {**one["event"], "at": 0} == {**other["event"], "at": 0}
        assert one["view"]["pieces"] == other["view"]["pieces"]
        assert one["view"]["said"] == other["view"]["said"]
    softer = {**stroke, "speed": stroke["speed"] / 2}
    else_ = _ask(client, match=made["id"], after=view["seq"], steps=[{"player": player, "act": softer}])
    assert else_["view"]["position"] != again["view"]["position"]
    assert events(client, made) == log


def test_every_moment_names_the_event_to_branch_from(client: TestClient) -> None:
    made, told = begun(client)
    view = told[-1]["view"]
    with connect(client, made, secret(made)) as socket:
        socket.send_text(do(view["seq"], view["todo"]["players"][0], stroke_for(view)))
        hear(socket, "ack")
    moments = client.get(f"/api/matches/{made['id']}/timeline").json()["moments"]
    found = {one["kind"]: one["branch"] - one["seq"] if one["branch"] is not None else None for one in moments}
    assert found["toss"] is None
    assert found["arrange"] == 0, "the rack as it was laid"
    assert found["stroke"] == -1, "instead of the stroke"
    for one in moments:
        if one["branch"] is not None:
            start = _ask(client, match=made["id"], after=one["branch"])
            assert start["happened"] == []
            assert start["view"]["todo"]["players"]


@pytest.mark.parametrize(
    ("change", "code", "quoted"),
    [
        ({"after": 9}, "no-such-event", "9"),
        ({"after": 1}, "no-open-board", "1"),
        ({"record": None}, "match-or-record", ""),
        ({"match": "some-match"}, "match-or-record", ""),
        ({"steps": [{"player": "a1", "act": {**SOFT, "x": 200.0}}]}, "base-circle", "(Law 130b)"),
        ({"steps": [{"player": "b1", "act": SOFT}]}, "not-your-turn", "(Law 51)"),
        ({"steps": [{"player": "a2", "act": SOFT}]}, "not-your-seat", "a2"),
        ({"steps": [{"player": "a1", "act": {"do": "concede", "what": "match"}}]}, "unreadable", "steps[0].act"),
        ({"steps": [{"player": "a1", "act": {**SOFT, "speed": 9}}]}, "speed", "8 m/s"),
        ({"steps": [{"player": "a1", "act": SOFT}] * 61}, "unreadable", "steps"),
    ],
)
def test_invalid_branches_are_refused(client: TestClient, change: dict[str, Any], code: str, quoted: str) -> None:
    wish = {"record": _record(), "after": 4, "steps": [], **change}
    answer = client.post("/api/what-if", json={key: value for key, value in wish.items() if value is not None})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert quoted in answer.json()["text"]


def test_branch_ends_with_the_board(client: TestClient) -> None:
    """The last piece is pocketed: the board is over, and no act is awaited."""
    last = Position.of([("white", -330.0, 330.0), ("black", 100.0, 0.0), ("black", 150.0, 40.0)])
    setup = Setup(rulebook("icf"))
    played: list[acts.Act] = [acts.Toss("a"), acts.Play(45.0)]
    played += [acts.StrokeMade(own=7, opponent=7, queen=True), acts.StrokeMade(own=1), acts.Arrange(last)]
    record = Record(setup, tuple(Event(n, act) for n, act in enumerate(played, 1)))
    assert record.replay().refused is None
    aim = {"do": "strike", "x": 0.0, "y": -252.6, "direction": -29.5, "speed": 3.0}
    for tenth in range(-30, 31):
        step = {"player": "a1", "act": {**aim, "direction": -29.5 + tenth / 10}}
        tried = _ask(client, record=record.text(), after=5, steps=[step])
        if tried["view"]["todo"]["what"] == "over":
            break
    assert tried["view"]["todo"] == {**tried["view"]["todo"], "what": "over", "players": []}
    assert "board-won" in [word["code"] for word in tried["view"]["said"]]
    assert tried["view"]["score"]["a"] > 0
