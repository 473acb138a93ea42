"""A signed match is interpreted once on its way from the phone to the standings."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.server.pads import pads
from carrom.server.stores.store import NotStoredError
from carrom.tournament.desk import match_result
from tests.server.counting import count_calls
from tests.server.pads.hall import STEPS, Phone, act, hall_desk, look, results, serve, store_tournament


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    return count_calls(monkeypatch, interpreted=match_result.result_of)


@pytest.fixture
def phone(hall: TestClient) -> Phone:
    phone = Phone(hall)
    phone.open()
    return phone


def test_signed_match_is_interpreted_once(hall: TestClient, phone: Phone, counted: Counter[str]) -> None:
    phone.tap(*STEPS)
    assert phone.send()["result"]["state"] == "told"
    assert counted["interpreted"] == 1
    assert len(results(hall)) == 1


def test_later_requests_do_not_interpret_it_again(hall: TestClient, phone: Phone, counted: Counter[str]) -> None:
    phone.tap(*STEPS)
    phone.send()
    phone.send()
    (pad,) = look(hall)["pads"]
    look(hall, f"/{pad['match']}/{pad['pad']}")
    hall.get("/t/T")
    assert counted["interpreted"] == 1


def test_unsigned_match_is_not_interpreted(phone: Phone, counted: Counter[str]) -> None:
    phone.tap(*STEPS[:3])
    phone.send()
    assert not counted


def test_corrected_match_is_interpreted_again(hall: TestClient, phone: Phone, counted: Counter[str]) -> None:
    phone.tap(*STEPS)
    phone.send()
    phone.tap('correct 3 "a coin was overlooked"', "board-over a coins 8 queen a", *STEPS[4:])
    phone.send()
    assert counted["interpreted"] == 2
    assert len(results(hall)) == 2


def test_renamed_player_is_interpreted_again(hall: TestClient, phone: Phone, counted: Counter[str]) -> None:
    """The names of a card are compared with those of the draw."""
    phone.tap(*STEPS)
    phone.send()
    act(hall, {"do": "rename", "who": "B", "name": "Beena"})
    assert phone.send()["result"]["state"] == "not-taken"
    assert counted["interpreted"] == 2


def test_result_left_by_a_crash_has_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee's list folds logs without history, which the reason needs."""

    async def fail(*_: Any) -> None:
        raise NotStoredError("the server stops here")

    store_tournament(tmp_path / "hall.sqlite", hall_desk().facts)
    with serve(tmp_path / "hall.sqlite") as client, monkeypatch.context() as crash:
        crash.setattr(pads, "record_result", fail)
        phone = Phone(client)
        phone.open()
        phone.tap(STEPS[0], 'lose-match b 143a reason "left the hall"', *STEPS[4:])
        assert phone.send()["result"] is None
    with serve(tmp_path / "hall.sqlite") as client:
        assert look(client)["pads"][0]["result"]["state"] == "told"
        (given,) = results(client)
        assert given["reason"].endswith("left the hall")
