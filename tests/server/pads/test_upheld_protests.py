"""An upheld protest reaches the pad with the event from which the match is played again."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.pads.hall import REFEREE, STEPS, Phone, act, hall_desk, results, serve, store_tournament


def signed_phone(hall: TestClient) -> Phone:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS)
    assert phone.send()["again"] is None
    return phone


def uphold(hall: TestClient, phone: Phone, board: int, **more: Any) -> None:
    act(hall, {"do": "protest", "match": phone.match, "side": "b", "board": board, "text": "wrong turn"})
    act(hall, {"do": "fee", "protest": "P1", "amount": 500})
    act(hall, {"do": "decide", "protest": "P1", "decision": "upheld"}, REFEREE, **more)


def again(phone: Phone) -> Any:
    return phone.send()["again"]


@pytest.mark.law("151a")
@pytest.mark.parametrize(("board", "to"), [(1, 1), (2, 2), (3, 3)])
def test_pad_goes_back_to_the_contested_board(hall: TestClient, board: int, to: int) -> None:
    phone = signed_phone(hall)
    uphold(hall, phone, board)
    told = again(phone)
    assert (told["protest"], told["board"], told["to"]) == ("P1", board, to)
    assert again(phone) == told, "until it goes back"
    phone.tap(f'correct {to} "{told["reason"]}"')
    assert again(phone) is None
    phone.tap(*["board-over a coins 9 queen a"] * (4 - board), *STEPS[-2:])
    answer = phone.send()
    assert (answer["again"], answer["result"]["state"]) == (None, "told")
    assert len(results(hall)) == 2


@pytest.mark.law("151a")
def test_pad_that_went_back_is_not_sent_back_again(hall: TestClient) -> None:
    phone = signed_phone(hall)
    uphold(hall, phone, 2)
    phone.tap('correct 2 "upheld"')
    assert again(phone) is None
    phone.tap("board-over b coins 1 queen none")
    assert again(phone) is None


@pytest.mark.law("151a")
def test_pad_without_the_contested_board_does_not_go_back(hall: TestClient) -> None:
    other = Phone(hall)
    other.open()
    other.tap(*STEPS[:2])
    other.send()
    uphold(hall, signed_phone(hall), 2)
    assert again(other) is None


@pytest.mark.law("151a")
def test_phone_that_continues_the_finished_card_goes_back(hall: TestClient) -> None:
    phone = signed_phone(hall)
    uphold(hall, phone, 2)
    fresh = Phone(hall, REFEREE, match=phone.match, setup=phone.setup)
    fresh.tap(*[one["body"] for one in phone.facts])
    told = again(fresh)
    assert told["to"] == 2
    fresh.tap(f'correct 2 "{told["reason"]}"', "board-over b coins 1 queen none")
    copy = Phone(hall, REFEREE, match=phone.match, setup=phone.setup)
    copy.tap(*[one["body"] for one in fresh.facts])
    assert again(copy) is None, "and who goes on with a match that has gone back does not"


@pytest.mark.law("151a")
@pytest.mark.parametrize("zone", ["Pacific/Honolulu", "Asia/Kolkata", "Pacific/Kiritimati"])
def test_hall_in_another_time_zone(tmp_path: Path, zone: str) -> None:
    desk = hall_desk(zone=zone)
    store_tournament(tmp_path / "hall.sqlite", desk.facts)
    with serve(tmp_path / "hall.sqlite") as hall:
        phone = signed_phone(hall)
        uphold(hall, phone, 2)
        assert again(phone)["to"] == 2
        phone.tap('correct 2 "upheld"', "board-over b coins 1 queen none")
        assert again(phone) is None


@pytest.mark.law("151a")
def test_board_sent_in_the_second_of_the_decision_is_the_contested_one(
    hall: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server stores fractions of a second, and the hall's clock shows whole ones."""
    second = int(time.time())
    phone = Phone(hall)
    phone.open()
    for number, step in enumerate(STEPS):
        monkeypatch.setattr(time, "time", lambda number=number: second - 0.1 + number / 10)
        phone.tap(step)
        phone.send()
    uphold(hall, phone, 2, at=datetime.fromtimestamp(second).isoformat())
    assert again(phone)["to"] == 2


@pytest.mark.law("151a")
def test_match_restarted_at_0_0_is_not_accepted(hall: TestClient) -> None:
    phone = signed_phone(hall)
    uphold(hall, phone, 2)
    fresh = Phone(hall, REFEREE, match=phone.match, setup=phone.setup)
    fresh.tap(STEPS[0], *["board-over b coins 9 queen b"] * 3, *STEPS[-2:])
    answer = fresh.send()
    assert answer["again"] is None, "its second board is not the one that was contested"
    assert answer["result"]["state"] == "not-taken"
    assert "12–0 with board 2" in answer["result"]["text"]
    assert len(results(hall)) == 1
