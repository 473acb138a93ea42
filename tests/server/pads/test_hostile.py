"""A hostile or broken pad harms its own log only."""

from __future__ import annotations

import random
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.pads.hall import DESK, REFEREE, STEPS, TABLE_4, TABLE_5, Phone, look, results, tournament_file


@pytest.fixture
def phone(hall: TestClient) -> Phone:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS[:2])
    return phone


def test_pad_cannot_write_to_another_log(hall: TestClient, phone: Phone) -> None:
    phone.send()
    (pad,) = look(hall)["pads"]
    thief = Phone(hall, match=phone.match, setup=phone.setup, pad=pad["pad"].ljust(16, "0"))
    thief.tap("toss b break")
    thief.send()
    (own,) = [one for one in look(hall)["pads"] if one["pad"] == pad["pad"]]
    assert own == {**pad, "last": own["last"]}, "what is shown of a log does not let anybody write it"


@pytest.mark.parametrize("spoilt", [None, "", "x", [], {}, 1, True, {"v": 1}, {"v": 1, "n": 10**400}, [[[[[]]]]]])
def test_invalid_body_is_stored_with_a_problem(hall: TestClient, phone: Phone, spoilt: Any) -> None:
    phone.facts.insert(1, {"id": "0123456789abcdef", "at": phone.now, "body": spoilt})
    answer = hall.post("/api/pads/send", json={"tournament": "T", "secret": TABLE_4, **phone.sending()})
    assert answer.status_code == 200, answer.text
    (pad,) = look(hall)["pads"]
    assert pad["facts"] == 3
    assert pad["problem"]
    assert len(look(hall, f"/{pad['match']}/{pad['pad']}")["lines"]) == 3


def test_deep_and_large_requests_are_refused(hall: TestClient, phone: Phone) -> None:
    text = '{"a":' * 5000 + "1" + "}" * 5000
    head = (
        f'{{"tournament":"T","secret":"{TABLE_4}","match":"{phone.match}","pad":"{phone.pad}","after":0,"behind":null,'
    )
    body = f'"now":1,"head":null,"facts":[{{"id":"0123456789abcdef","at":1,"body":{text}}}]}}'
    answer = hall.post("/api/pads/send", content=head + body, headers={"content-type": "application/json"})
    assert answer.status_code in (200, 422)
    phone.facts = phone.facts * 150
    assert (
        hall.post("/api/pads/send", json={"tournament": "T", "secret": TABLE_4, **phone.sending(300)}).status_code
        == 422
    )


def test_duplicate_ids_in_one_request_are_refused(hall: TestClient, phone: Phone) -> None:
    phone.facts[1]["id"] = phone.facts[0]["id"]
    answer = hall.post("/api/pads/send", json={"tournament": "T", "secret": TABLE_4, **phone.sending()})
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
    assert answer.json()["text"].startswith("facts: ")
    assert look(hall)["pads"] == []


@pytest.mark.parametrize("of", [0, 1])
def test_id_sent_before_is_refused(hall: TestClient, phone: Phone, of: int) -> None:
    phone.send()
    phone.tap('remark "once more"')
    phone.facts[-1]["id"] = phone.facts[of]["id"]
    answer = hall.post("/api/pads/send", json={"tournament": "T", "secret": TABLE_4, **phone.sending()})
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
    assert answer.json()["text"].startswith("facts: ")
    phone.facts[-1]["id"] = "0123456789abcdef"
    assert phone.send()["has"] == len(phone.facts)


def test_malformed_requests_are_refused(hall: TestClient, phone: Phone) -> None:
    chance = random.Random(7)
    spoilt: list[Any] = [None, [], {}, "", "é", -1, 2**70, True, 1.5]
    good = {"tournament": "T", "secret": TABLE_4, **phone.sending()}
    for _ in range(200):
        field = chance.choice(list(good))
        value = chance.choice([one for one in spoilt if one != good[field]])
        if (field, value) in [("head", None), ("facts", []), ("behind", None)]:
            continue
        answer = hall.post("/api/pads/send", json={**good, field: value})
        assert answer.status_code in (403, 422), (field, value, answer.text)
    assert look(hall)["pads"] == []


def test_one_link_cannot_fill_the_store(hall: TestClient, phone: Phone) -> None:
    for number in range(4):  # of another table: set aside, and no obstacle
        other = Phone(hall, TABLE_5, match=phone.match, setup=phone.setup, facts=phone.facts)
        other.ask("send", other.sending(), 200 if number < 2 else 409)
    for _ in range(8):
        Phone(hall, match=phone.match, setup=phone.setup, facts=phone.facts).send()
    late = Phone(hall, match=phone.match, setup=phone.setup, facts=phone.facts)
    refused = late.ask("send", late.sending(), 409)
    assert (refused["code"], phone.match in refused["text"]) == ("taken", True)
    flood = [hall.post("/api/pads/work", json={"tournament": "T", "secret": TABLE_5}).status_code for _ in range(260)]
    assert flood[:200] == [200] * 200
    assert flood[-1] == 429
    assert phone.ask("work", {})["matches"], "another link is not held up by it"


def test_pad_links_have_no_desk_powers(hall: TestClient, phone: Phone) -> None:
    phone.send()
    for secret in (TABLE_4, "never-given-to-anybody"):
        for path in ("", f"/{phone.match}/x"):
            answer = hall.get(f"/api/tournaments/T/pads{path}", headers={"authorization": f"Bearer {secret}"})
            assert answer.status_code in (401, 403)
    taken = {"tournament": "T", "match": phone.match, "pad": "x", "upto": 5}
    for secret in (TABLE_4, DESK):
        answer = hall.post("/api/pads/aside/take", json=taken, headers={"authorization": f"Bearer {secret}"})
        assert answer.status_code == 403, "only who rules lets set-aside facts count"
    answer = hall.post("/api/pads/aside/take", json=taken, headers={"authorization": f"Bearer {REFEREE}"})
    assert answer.status_code == 404


def test_first_event_starts_the_match_at_the_desk(hall: TestClient, phone: Phone) -> None:
    phone.send()
    started = [fact for fact in tournament_file(hall) if fact["kind"] == "started"]
    assert [fact["body"]["match"] for fact in started] == [phone.match]
    phone.tap(*STEPS[2:])
    phone.send()
    assert len([fact for fact in tournament_file(hall) if fact["kind"] == "started"]) == 1
    assert len(results(hall)) == 1


@pytest.mark.parametrize("name", ["B\u202e", "B\u200b", "B\nC"])
def test_result_with_an_invisible_character_is_not_taken(hall: TestClient, phone: Phone, name: str) -> None:
    phone.tap(*STEPS[2:])
    phone.facts[-2]["body"]["name"] = name
    assert phone.send()["result"]["state"] == "not-taken"
    assert results(hall) == []
