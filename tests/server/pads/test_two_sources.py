"""Two sources of one match: both are shown, and nobody's word counts because it came last."""

from __future__ import annotations

import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.pads.hall import DESK, REFEREE, STEPS, Phone, look, results


def act(client: TestClient, act: dict[str, Any], secret: str = DESK, **more: Any) -> Any:
    body = {"key": f"key-{len(str(act))}-{act['do']}", "act": act, **more}
    answer = client.post("/api/tournaments/T/acts", json=body, headers={"authorization": f"Bearer {secret}"})
    assert answer.status_code == 200, answer.text
    return answer.json()


def whole(client: TestClient, *changes: str) -> Phone:
    """A phone with a whole match, other boards at its end."""
    phone = Phone(client)
    phone.open()
    phone.tap(*(STEPS if not changes else (*STEPS[:3], *changes, *STEPS[4:])))
    return phone


def status(client: TestClient, match: str) -> str:
    pad = next(one for one in look(client)["pads"] if one["match"] == match)
    return str(pad["result"] and pad["result"]["state"])


def test_a_signed_match_becomes_a_result_once(hall: TestClient) -> None:
    phone = whole(hall)
    assert phone.send(is_lost=True)["result"] == {"state": "told", "text": "25–0"}
    assert phone.send()["result"]["state"] == "told"
    (result,) = results(hall)
    assert result["by"].startswith("pad table 4 ")
    assert [board["points"] for board in result["body"]["boards"]] == [12, 12, 9], "from 22 on the queen counts nothing"
    assert look(hall)["disputes"] == []


def test_a_settled_pad_is_in_nobodys_way_after_an_hour(hall: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole(hall).send()
    later = time.time() + 4000
    assert len(look(hall)["pads"]) == 1
    monkeypatch.setattr("carrom.server.pads.referee.time.time", lambda: later)
    assert look(hall)["pads"] == []
    assert len(look(hall, "?every=true")["pads"]) == 1


def test_nothing_is_told_before_both_have_signed(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS[:5])
    assert phone.send()["result"] is None
    assert results(hall) == []


def test_the_same_result_typed_at_the_desk_is_confirmed(hall: TestClient) -> None:
    phone = whole(hall)
    act(hall, {"do": "result", "match": phone.match, "words": ["25-0"]})
    assert phone.send()["result"]["state"] == "confirmed"
    assert len(results(hall)) == 1
    assert look(hall)["disputes"] == []


def test_another_result_puts_the_match_under_review(hall: TestClient) -> None:
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


def test_two_pads_that_differ_are_shown_board_by_board(hall: TestClient) -> None:
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


def test_a_pad_that_corrects_what_it_told_puts_the_match_under_review(hall: TestClient) -> None:
    """Somebody may play on by the first result: the referee chooses, and until he has the pad says so."""
    phone = whole(hall)
    assert phone.send()["result"]["state"] == "told"
    phone.tap('correct 3 "the queen was not covered"')
    answer = phone.send()["result"]
    assert answer["state"] == "not-taken"
    assert "until both have signed again" in answer["text"]
    (pad,) = look(hall)["pads"]
    assert pad["problem"] == answer["text"]
    phone.tap("concede a match", *STEPS[4:])
    assert phone.send()["result"]["state"] == "review"
    (dispute,) = look(hall)["disputes"]
    assert dispute["is_result_different"]
    assert len(dispute["sources"]) == 2
    first, second = results(hall)
    act(hall, {"do": "confirm", "match": phone.match, "choice": second["id"]}, REFEREE, reason="signed again")
    assert look(hall)["disputes"] == []
    assert phone.send()["result"]["state"] == "told"
    assert [one["id"] for one in results(hall)] == [first["id"], second["id"]], "nothing is told again"


def test_a_phone_hears_that_another_one_writes_too(hall: TestClient) -> None:
    """Not of one that it went on from, and which is silent since."""
    first, second = Phone(hall), Phone(hall)
    for phone in (first, second):
        phone.open()
        phone.tap(*STEPS[:2])
    assert first.send()["others"] == 0
    assert second.send()["others"] == 0
    assert first.send()["others"] == 1
    first.tap(STEPS[2])
    first.send()
    assert second.send()["others"] == 1
