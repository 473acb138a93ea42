"""Everything a pad sends counts exactly once, whatever is lost on the way."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from httpx2 import Client
from hypothesis import given, settings, strategies as st
from starlette.testclient import TestClient

from carrom.match import Match
from carrom.pad.session import open_log
from tests.depth import examples
from tests.server.desk.conftest import contains_all
from tests.server.pads.hall import (
    REFEREE,
    STEPS,
    TABLE_4,
    TABLE_5,
    Phone,
    act,
    hall_desk,
    look,
    results,
    revoke,
    serve,
    store_tournament,
    tournament_file,
)


def kept(client: Client, phone: Phone) -> list[Any]:
    """The bodies that the server has of a phone's log."""
    for pad in look(client)["pads"]:
        lines: list[Any] = look(client, f"/{pad['match']}/{pad['pad']}")["lines"]
        bodies = [line["body"] for line in lines]
        if bodies == [fact["body"] for fact in phone.facts][: len(bodies)]:
            return bodies
    return []


def test_link_lists_the_match_at_its_table(hall: TestClient) -> None:
    work = Phone(hall).open()
    assert (work["place"], work["is_revoked"]) == ("table 4", False)
    (match,) = work["matches"]
    assert match["table"] == 4
    assert {match["setup"]["names"]["a"][0], match["setup"]["names"]["b"][0]} == {"A", "B"}
    assert match["setup"]["figures"]["games"] == 1, "as its stage has it, not as the rulebook"
    setup: Match = open_log(match["setup"])
    assert setup.setup.format.games == 1
    assert Phone(hall, TABLE_5).open()["matches"] == []
    assert Phone(hall, "never-given-to-anybody").ask("work", {}, 403)["code"]


def test_repeated_events_are_stored_once(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS[:3])
    assert phone.send(is_lost=True)["has"] == 3
    assert phone.send(is_lost=True)["has"] == 3
    phone.tap(STEPS[3])
    assert phone.send()["has"] == 4
    assert phone.send()["has"] == 4, "with nothing to say it asks what the server has"
    assert kept(hall, phone) == [fact["body"] for fact in phone.facts]


def test_gap_is_answered_with_the_last_number(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS)
    phone.send(2)
    phone.acknowledged = 4
    assert phone.send()["has"] == 2
    assert phone.send()["has"] == 6


def test_phone_resends_after_the_server_was_restored_from_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite"
    store_tournament(path, hall_desk().facts)
    phone = Phone(serve(path))
    with phone.client:
        phone.open()
        phone.tap(*STEPS[:2])
        phone.send()
    shutil.copy(path, tmp_path / "backup.sqlite")
    phone.client = serve(path)
    with phone.client:
        phone.tap(*STEPS[2:])
        assert phone.send()["result"]["state"] == "told"
    shutil.copy(tmp_path / "backup.sqlite", path)
    for suffix in ("-wal", "-shm"):
        (tmp_path / f"hall.sqlite{suffix}").unlink(missing_ok=True)
    phone.client = serve(path)
    with phone.client:
        assert results(phone.client) == []
        assert phone.send()["has"] == 2
        assert phone.send()["result"]["state"] == "told"
        assert len(results(phone.client)) == 1
    store_tournament(tmp_path / "empty.sqlite", hall_desk().facts)
    phone.client = serve(tmp_path / "empty.sqlite")
    with phone.client:
        answer = phone.send()
        assert (answer["has"], answer["wants_head"]) == (0, True)
        assert phone.send()["has"] == 6


def test_two_phones_with_one_log_are_told_apart(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS[:2])
    phone.send()
    twin = Phone(hall, pad=phone.pad, match=phone.match, setup=phone.setup, facts=list(phone.facts), acknowledged=2)
    phone.tap(STEPS[2])
    twin.tap("board-over b coins 3 queen none")
    assert phone.send()["has"] == 3
    assert twin.send(is_lost=True)["is_forked"]
    assert kept(hall, phone) == [fact["body"] for fact in phone.facts]
    twin.pad, twin.acknowledged = "another-log-of-its-own", 0
    assert twin.send()["has"] == 3
    assert kept(hall, twin) == [fact["body"] for fact in twin.facts]


def test_wrong_clock_is_corrected(hall: TestClient) -> None:
    phone = Phone(hall, wrong_by=-3_600_000)
    phone.open()
    phone.tap(*STEPS)
    answer = phone.send()
    (pad,) = look(hall)["pads"]
    lines = look(hall, f"/{pad['match']}/{pad['pad']}")["lines"]
    assert all(abs(line["at"] - answer["now"]) < 60_000 for line in lines), "shown by the server's clock"
    assert answer["result"]["state"] == "told"


def test_events_of_a_revoked_link_are_set_aside(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS[:3])
    phone.send()
    revoke(hall, TABLE_4)
    phone.tap(*STEPS[3:])
    answer = phone.send()
    assert (answer["has"], answer["aside"], answer["result"]) == (6, "revoked", None)
    assert results(hall) == []
    work = Phone(hall).open()
    assert (work["is_revoked"], work["matches"]) == (True, [])
    (pad,) = look(hall)["pads"]
    assert (pad["facts"], pad["set_aside"], pad["is_signed"]) == (6, 3, False)
    lines = look(hall, f"/{pad['match']}/{pad['pad']}")["lines"]
    assert [line["is_aside"] for line in lines] == [False] * 3 + [True] * 3
    taken = {"tournament": "T", "match": pad["match"], "pad": pad["pad"], "upto": 6}
    assert hall.post("/api/pads/aside/take", json=taken).status_code == 401
    answer = hall.post("/api/pads/aside/take", json=taken, headers={"authorization": f"Bearer {REFEREE}"})
    assert answer.status_code == 200, answer.text
    (pad,) = look(hall)["pads"]
    assert (pad["set_aside"], pad["result"]["state"]) == (0, "told"), "the referee lets them count"
    assert len(results(hall)) == 1


def test_pad_of_another_table_is_set_aside(hall: TestClient) -> None:
    phone, own = Phone(hall, TABLE_5), Phone(hall)
    own.open()
    phone.match, phone.setup = own.match, own.setup
    phone.tap(*STEPS)
    answer = phone.send()
    assert (answer["has"], answer["aside"], answer["result"]) == (6, "elsewhere", None)
    assert results(hall) == []


def test_invalid_events_are_stored_and_shown(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    phone.tap(STEPS[0], {"v": 1, "n": 2, "kind": "no such act"}, {"v": 9})
    assert phone.send()["has"] == 3
    (pad,) = look(hall)["pads"]
    assert "no such act" in pad["problem"]
    assert [line["body"] for line in look(hall, f"/{pad['match']}/{pad['pad']}")["lines"]][2] == {"v": 9}


def test_referee_call_reaches_the_desk(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    text = "the striker is too heavy"
    phone.tap(STEPS[0], {"say": "referee", "text": text, "at": 4.0}, STEPS[1])
    phone.send()
    (call,) = look(hall)["calls"]
    assert (call["table"], call["text"], call["is_answered"]) == (4, text, False)
    body = {"tournament": "T", "call": call["id"]}
    answer = hall.post("/api/pads/calls/answer", json=body, headers={"authorization": f"Bearer {REFEREE}"})
    assert answer.status_code == 200
    (call,) = look(hall)["calls"]
    assert call["is_answered"]
    (pad,) = look(hall)["pads"]
    assert (len(pad["boards"]), pad["problem"]) == (1, None)


def test_referee_call_is_closed_by_the_umpire_and_not_taken_over(hall: TestClient) -> None:
    phone, second = Phone(hall), Phone(hall)
    phone.open()
    phone.tap(STEPS[0], {"say": "referee", "text": "", "at": 4.0}, {"say": "referee-came", "text": "", "at": 9.0})
    phone.tap({"say": "referee", "text": "", "at": 30.0}, STEPS[1])
    phone.send()
    assert [call["is_answered"] for call in look(hall)["calls"]] == [False, True]
    (kept_by,) = second.open()["matches"][0]["kept"]
    over = second.ask("take-up", {"match": second.match, "pad": kept_by["pad"]})
    assert [body["kind"] for body in over["bodies"]] == ["toss", "board-over"]


def test_second_phone_continues_the_match(hall: TestClient) -> None:
    first, second = Phone(hall), Phone(hall)
    first.open()
    first.tap(*STEPS[:3])
    first.send()
    (kept_by,) = second.open()["matches"][0]["kept"]
    assert (kept_by["facts"], kept_by["score"]) == (3, "24–0")
    over = second.ask("take-up", {"match": second.match, "pad": kept_by["pad"]})
    second.setup = over["setup"]
    second.tap(*over["bodies"])
    second.tap(*STEPS[3:])
    assert second.send()["result"]["state"] == "told"
    assert look(hall)["disputes"] == [], "who is behind agrees with who is further"


ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("tap"), st.integers(1, 3)),
        st.tuples(st.just("send"), st.booleans()),
        st.tuples(st.just("forget"), st.integers(0, 6)),
    ),
    max_size=25,
)


@settings(max_examples=examples(25), deadline=None)
@given(ACTIONS)
def test_any_sequence_of_taps_losses_and_repeats_gives_the_phones_log(actions: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store_tournament(Path(folder) / "hall.sqlite", hall_desk().facts)
        with serve(Path(folder) / "hall.sqlite") as client:
            _follow(Phone(client), actions)


def _follow(phone: Phone, actions: list[Any]) -> None:
    phone.open()
    for what, value in actions:
        if what == "tap":
            phone.tap(*[{"v": 1, "tap": len(phone.facts) + n} for n in range(value)])
        elif what == "send":
            phone.send(3, is_lost=value)
        else:
            phone.acknowledged = min(value, len(phone.facts))
    while phone.facts and phone.send(3)["has"] < len(phone.facts):
        pass
    assert kept(phone.client, phone) == [fact["body"] for fact in phone.facts]


def test_pad_learns_why_its_match_is_not_started(hall: TestClient) -> None:
    other = hall_desk().match("A", "C")
    act(hall, {"do": "call", "match": other, "table": 5}, reason="A hurries")
    act(hall, {"do": "start", "match": other}, reason="A is there")
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS[:2])
    why = phone.send()["not_started"]
    assert contains_all(why, phone.match, "A", "table 5", other)
    assert phone.match not in {fact["body"]["match"] for fact in tournament_file(hall) if fact["kind"] == "started"}
    act(hall, {"do": "free", "match": other})
    assert phone.send()["not_started"] is None, "asked again it has begun"
