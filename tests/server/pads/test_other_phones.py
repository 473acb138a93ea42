"""A phone with a new link, and a second phone at one match."""

from __future__ import annotations

from starlette.testclient import TestClient

from tests.server.pads.hall import STEPS, TABLE_4, Phone, look, new_link, results, revoke


def revoked_phone(hall: TestClient) -> Phone:
    """Three events count, one was sent after the link was revoked."""
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS[:3])
    phone.send()
    revoke(hall, TABLE_4)
    phone.tap(STEPS[3])
    assert phone.send()["aside"] == "revoked"
    return phone


def taken_over(hall: TestClient, secret: str = TABLE_4) -> Phone:
    """A fresh phone that continues the first log it is offered."""
    phone = Phone(hall, secret)
    kept = phone.open()["matches"][0]["kept"][0]
    over = phone.ask("take-up", {"match": phone.match, "pad": kept["pad"]})
    phone.setup = over["setup"]
    phone.tap(*over["bodies"])
    return phone


def test_phone_with_a_new_link_counts_again(hall: TestClient) -> None:
    phone = revoked_phone(hall)
    phone.secret = new_link(hall, 4)
    phone.tap(*STEPS[4:])
    assert phone.send(is_lost=True)["is_forked"], "what was set aside is left to the referee"
    phone.pad, phone.acknowledged = "a-log-under-the-new-link", 0
    answer = phone.send()
    assert (answer["aside"], answer["result"]["state"]) == (None, "told")
    assert len(results(hall)) == 1
    assert sorted(pad["set_aside"] for pad in look(hall)["pads"]) == [0, 1]
    assert look(hall)["doubles"] == []


def test_new_link_continues_the_same_log(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS[:3])
    phone.send()
    revoke(hall, TABLE_4)
    phone.secret = new_link(hall, 4)
    phone.tap(*STEPS[3:])
    answer = phone.send()
    assert (answer["is_forked"], answer["aside"], answer["result"]["state"]) == (False, None, "told")


def test_counting_events_are_offered_despite_set_aside_ones(hall: TestClient) -> None:
    revoked_phone(hall)
    phone = Phone(hall, new_link(hall, 4))
    (kept,) = phone.open()["matches"][0]["kept"]
    assert (kept["facts"], kept["score"]) == (3, "24–0")
    assert len(phone.ask("take-up", {"match": phone.match, "pad": kept["pad"]})["bodies"]) == 3


def test_phones_and_desk_learn_of_a_second_writer(hall: TestClient) -> None:
    first = Phone(hall)
    first.open()
    first.tap(*STEPS[:2])
    assert first.send()["others"] == 0
    second = taken_over(hall)
    assert second.send()["others"] == 0, "who takes over from a silent phone is alone"
    assert first.send()["others"] == 1, "the first one is told at once"
    assert look(hall)["doubles"] == []
    first.tap(STEPS[2])
    first.send()
    assert second.send()["others"] == 1
    (both,) = look(hall)["doubles"]
    assert (both["match"], both["table"], len(both["sources"])) == (first.match, 4, 2)
    assert look(hall)["disputes"] == [], "though they do not differ"


def test_phone_is_not_offered_its_own_log_or_a_prefix_of_another(hall: TestClient) -> None:
    first = Phone(hall)
    first.open()
    first.tap(*STEPS[:2])
    first.send()
    second = taken_over(hall)
    second.send()
    second.tap(STEPS[2])
    second.send()

    def offered(*pads: str) -> list[tuple[int, str]]:
        (match,) = first.ask("work", {"pads": list(pads)})["matches"]
        return [(one["facts"], one["place"]) for one in match["kept"]]

    assert offered() == [(3, "table 4")], "the first log is only the beginning of the second"
    assert offered(first.pad) == [(3, "table 4")]
    assert offered(second.pad) == []


def test_empty_request_reports_a_revoked_link(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS[:3])
    assert phone.send()["aside"] is None
    revoke(hall, TABLE_4)
    assert phone.send()["aside"] == "revoked"


def test_recorded_result_hides_a_revoked_link(hall: TestClient) -> None:
    phone = Phone(hall)
    phone.open()
    phone.tap(*STEPS)
    phone.send()
    revoke(hall, TABLE_4)
    answer = phone.send()
    assert (answer["aside"], answer["result"]["state"]) == (None, "told")
