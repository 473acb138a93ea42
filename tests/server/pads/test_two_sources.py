"""Two sources of one match: both are shown, and the later one does not win by being later."""

from __future__ import annotations

import time

import pytest
from starlette.testclient import TestClient

from tests.server.pads.hall import DESK, REFEREE, STEPS, Phone, act, look, results


def whole(client: TestClient, *changes: str) -> Phone:
    """A phone with a whole match, whose last boards may differ."""
    phone = Phone(client)
    phone.open()
    phone.tap(*(STEPS if not changes else (*STEPS[:3], *changes, *STEPS[4:])))
    return phone


def status(client: TestClient, match: str) -> str:
    pad = next(one for one in look(client)["pads"] if one["match"] == match)
    return str(pad["result"] and pad["result"]["state"])


def test_signed_match_becomes_one_result(hall: TestClient) -> None:
    phone = whole(hall)
    assert phone.send(is_lost=True)["result"] == {"state": "told", "text": "25–0"}
    assert phone.send()["result"]["state"] == "told"
    (result,) = results(hall)
    assert result["by"].startswith("pad table 4 ")
    assert [board["points"] for board in result["body"]["boards"]] == [12, 12, 9], "from 22 on the queen counts nothing"
    assert look(hall)["disputes"] == []


def test_settled_pad_is_hidden_after_an_hour(hall: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole(hall).send()
    later = time.time() + 4000
    assert len(look(hall)["pads"]) == 1
    monkeypatch.setattr("carrom.server.pads.referee.time.time", lambda: later)
    assert look(hall)["pads"] == []
    assert len(look(hall, "?every=true")["pads"]) == 1


def test_no_result_before_both_have_signed(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS[:5])
    assert phone.send()["result"] is None
    assert results(hall) == []


def test_same_result_typed_at_the_desk_is_confirmed(hall: TestClient) -> None:
    phone = whole(hall)
    act(hall, {"do": "result", "match": phone.match, "words": ["25-0"]})
    assert phone.send()["result"]["state"] == "confirmed"
    assert len(results(hall)) == 1
    assert look(hall)["disputes"] == []


def test_different_result_puts_the_match_under_review(hall: TestClient) -> None:
    phone = whole(hall)
    act(hall, {"do": "result", "match": phone.match, "words": ["25-8"]})
    assert phone.send()["result"]["state"] == "review"
    (dispute,) = look(hall)["disputes"]
    assert dispute["is_result_different"]
    assert {source["pad"] is None for source in dispute["sources"]} == {True, False}
    own = next(one["id"] for one in results(hall) if one["by"].startswith("pad"))
    act(hall, {"do": "confirm", "match": phone.match, "choice": own}, REFEREE, reason="both signed the card")
    assert look(hall)["disputes"] == [], "the referee has chosen"
    assert phone.send()["result"]["state"] == "told"
    assert len(results(hall)) == 2, "nothing is told again"


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("a:9+q a:9+q a:9", "review"),
        ("a:=12 a:=12 a:=9", "confirmed"),
        ("a:9+q a:9+q a:9+q", "confirmed"),
    ],
)
def test_coins_and_queen_are_compared_when_both_record_them(hall: TestClient, words: str, state: str) -> None:
    phone = whole(hall)
    act(hall, {"do": "result", "match": phone.match, "words": words.split()})
    assert phone.send()["result"]["state"] == state
    if state != "review":
        assert look(hall)["disputes"] == []
        return
    (dispute,) = look(hall)["disputes"]
    (board,) = dispute["boards"]
    assert not dispute["is_result_different"]
    assert (board["number"], [told["points"] for told in board["told"]]) == (3, [9, 9])
    assert {told["queen"] for told in board["told"]} == {"a", None}
    hall_now = hall.get("/api/tournaments/T/hall", headers={"authorization": f"Bearer {DESK}"}).json()
    (decision,) = hall_now["decisions"]
    for boards in ("a:9+q a:9+q a:9,", "a:9+q a:9+q a:9+q:"):
        assert boards in decision["text"], "the score alone would not tell them apart"


def test_differing_pads_are_shown_board_by_board(hall: TestClient) -> None:
    first, second = Phone(hall), Phone(hall)
    for phone, boards in ((first, STEPS[:3]), (second, (STEPS[0], STEPS[1], "board-over b coins 4 queen none"))):
        phone.open()
        phone.tap(*boards)
        phone.send()
    (dispute,) = look(hall)["disputes"]
    (board,) = dispute["boards"]
    assert board["number"] == 2
    assert sorted((told["winner"], told["points"]) for told in board["told"]) == [("a", 12), ("b", 4)]
    first.tap(*STEPS[3:])
    assert first.send()["result"]["state"] == "told"
    second.tap(STEPS[1], STEPS[1], *STEPS[4:])
    assert second.send()["result"]["state"] == "review"
    assert len(results(hall)) == 2
