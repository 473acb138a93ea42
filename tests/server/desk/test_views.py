"""The views of the desk's pages, over HTTP."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.server.desk.conftest import Club, Person, contains_all


def test_hall_view(drawn: Person) -> None:
    hall = drawn.get("hall").json()
    assert [one["state"] for one in hall["tables"]] == ["free"] * 4
    assert [(one["id"], one["table"]) for one in hall["calls"]][:1] == [("M1", 1)]
    drawn.act("call", match="M1", table=1)
    hall = drawn.get("hall").json()
    assert hall["tables"][0]["match"]["id"] == "M1"
    assert contains_all(hall["last"]["text"], "M1", "table 1")
    assert drawn.get("why/M3").json()["why"]
    assert drawn.get("why/M1").json() == {"match": "M1", "why": ["called"], "table": None}


def test_late_evening_can_still_call_with_a_reason_or_a_later_end(drawn: Person) -> None:
    at = datetime.fromisoformat(drawn.get("hall").json()["at"])
    opened, closes = (f"{at + timedelta(minutes=one):%H:%M}" for one in (-360, 15))  # at whatever hour this is run
    drawn.act("set", changes=[{"setting": "start", "value": opened}, {"setting": "end", "value": closes}])
    hall = drawn.get("hall").json()
    assert hall["calls"] == []
    assert {one["cause"] for one in hall["waiting"]} == {"closing", "feeder"}
    assert (hall["closing"]["minutes"], hall["closing"]["closes"]) == (50, closes)
    first = hall["overrules"][0]
    why = drawn.get(f"why/{first['id']}").json()
    assert (why["why"], why["table"]) == ([first["why"]], 1)
    refused = drawn.try_act("call", match=first["id"], table=first["table"])
    assert refused.json()["code"] == "call-closing"
    drawn.act("call", match=first["id"], table=first["table"], reason="the final")
    drawn.act("set", changes=[{"setting": "end", "value": hall["closing"]["later"]}])
    assert drawn.get("hall").json()["calls"] != []


def test_matches_are_found_by_number_table_and_name(drawn: Person) -> None:
    drawn.act("call", match="M2", table=3)
    drawn.act("result", match="M1", words=["a:5+q", "a:5+q", "a:9"], first_break="a")
    found = {
        words: [one["id"] for one in drawn.get("matches", words=words).json()["matches"]]
        for words in ("M1", "1", "@3", "asha", "")
    }
    assert found["M1"] == found["1"] == found[""] == ["M1"]
    assert found["@3"] == ["M2"]
    assert len(found["asha"]) == 3
    (first,) = drawn.get("matches", words="M1").json()["matches"]
    assert (first["words"], first["version"], len(first["boards"])) == ("a:5+q a:5+q a:9", 1, 3)


def test_stage_view(drawn: Person) -> None:
    (event,) = drawn.get("stages").json()["events"]
    assert [(one["key"], one["seeds"], one["is_published"]) for one in event["stages"]] == [
        ("S/groups", ["2024"], True),
        ("S/knockout", [], False),
    ]
    inside = drawn.get("stage", stage="S/groups").json()
    assert [len(group) for group in inside["lots"]] == [4, 4]
    assert [group["name"] for group in inside["groups"]] == ["A", "B"]
    drawn.act("result", match="M1", words=["25-8"])
    rows = drawn.get("stage", stage="S/groups").json()["groups"][0]["rows"]
    assert rows[0]["figures"] == ["1", "1", "2", "+17", "25"]
    assert drawn.get("stage", stage="S/finals").status_code == 422


def test_contacts_are_for_the_desk_only(drawn: Person) -> None:
    drawn.act("contact", who="Asha", phone="98201")
    desk, referee = drawn.link("desk"), drawn.link("referee")
    assert "98201" in desk.get("people").text
    assert "98201" not in referee.get("people").text
    assert "98201" not in referee.get("log").text
    assert drawn.link("display").get("people").status_code == 403


def test_protest_with_its_boards_and_times(drawn: Person) -> None:
    drawn.act("result", match="M1", words=["a:5+q", "a:5+q", "a:9"], first_break="a")
    drawn.act("protest", match="M1", side="b", board=2, text="The clock had stopped")
    (protest,) = drawn.get("referee").json()["protests"]
    assert protest["status"] == "admissible"
    assert [board["is_contested"] for board in protest["boards"]] == [False, True, False]
    assert protest["decide_by"] > protest["lodged"]
    assert drawn.get("laws", words="151a").json()["laws"][0]["id"] == "151a"


def test_corrected_result_is_listed_first(drawn: Person) -> None:
    for match in ("M1", "M2", "M3"):
        drawn.act("result", match=match, words=["25-8"])
    again: dict[str, Any] = {"match": "M1", "words": ["25-18"], "reason": "misread"}
    seen = drawn.post("preview", {"act": {"do": "correct", "match": "M1", "words": ["25-18"]}, "reason": "misread"})
    assert drawn.try_act("correct", **again, confirm=seen.json()["confirm"]).status_code == 200
    assert [one["id"] for one in drawn.get("matches").json()["matches"]] == ["M1", "M3", "M2"]


def test_unpaid_protest_is_shown_at_desk_and_referee(drawn: Person) -> None:
    drawn.act("set", changes=[{"setting": "protest-fee", "value": "200", "where": ""}], reason="as announced")
    drawn.act("result", match="M1", words=["25-8"])
    assert drawn.get("referee/waits").json()["n"] == 0
    drawn.act("protest", match="M1", side="b", board=2, text="The clock had stopped")
    assert drawn.get("referee/waits").json()["n"] == 1
    assert [one["status"] for one in drawn.get("hall").json()["protests"]] == ["lodged"]
    drawn.act("fee", protest="P1", amount=200)
    drawn.act("decide", protest="P1", decision="dismissed", reason="it had not")
    assert drawn.get("referee/waits").json()["n"] == 0
    (protest,) = drawn.get("referee").json()["protests"]
    assert (protest["fee_paid"], protest["refunded"]) == (200, 0)


def test_personal_details_are_changed_and_leavers_not_counted(drawn: Person) -> None:
    drawn.act("describe", who="Asha", club="Harbour", born="1990-02-03", gender="f")
    drawn.act("leave", entry="Ben", reason="ill")
    shown = drawn.get("people").json()
    people = {one["name"]: one for one in shown["people"]}
    assert (people["Asha"]["club"], people["Asha"]["born"], people["Asha"]["gender"]) == ("Harbour", "1990-02-03", "f")
    assert [name for name, one in people.items() if one["is_gone"]] == ["Ben"]
    (event,) = drawn.get("stages").json()["events"]
    assert event["entries"] == len(people) - 1
    drawn.act("check", what="here", who=["Asha"])
    last, newest = drawn.get("hall").json()["last"], drawn.get("log").json()["facts"][0]
    assert (last["power"], newest["kind"], "Asha" in newest["text"]) == ("check", "checked", True)
    assert last["text"] == newest["text"]


def test_list_preview_shows_people_and_questions(drawn: Person) -> None:
    text = 'name,club\nQaadir Iyer,mill road cc\nQadir Iyer,mill road cc\n"Joshi, Om",Mill Road CC'
    read = drawn.post("entries/read", {"act": {"do": "import", "text": text}}).json()
    assert [(one["name"], one["club"]) for one in read["people"]] == [
        ("Qaadir Iyer", "Mill Road CC"),
        ("Qadir Iyer", "Mill Road CC"),
        ("Joshi, Om", "Mill Road CC"),
    ]
    assert [(one["row"], one["code"], one["choices"]) for one in read["questions"]] == [
        (3, "alike", ["Qaadir Iyer"]),
        (4, "name", ["Om Joshi"]),
    ]
    for question, values in zip(read["questions"], (("Qadir Iyer", "Mill Road CC"), ("Joshi, Om",)), strict=True):
        assert contains_all(question["text"], *values, *question["choices"])


def test_second_result_names_the_first(drawn: Person) -> None:
    drawn.act("result", match="M1", words=["25-8"])
    refused = drawn.try_act("result", match="M1", words=["8-25"]).json()
    assert refused["code"] == "played"
    assert contains_all(refused["text"], "25–8", "Olga")


def test_contested_seat_lists_both_candidates(drawn: Person) -> None:
    for number in range(1, 13):
        drawn.act("result", match=f"M{number}", words=[f"25-{(number - 1) % 6 + 1}"])
    drawn.act("publish", stage="S/knockout")
    drawn.act("correct", match="M1", words=["1-25"], reason="turned round")
    (decision,) = [one for one in drawn.get("hall").json()["decisions"] if one["code"] == "seat"]
    assert decision["stage"] == "S/knockout"
    assert all(seat["now"] != seat["seated"] for seat in decision["seats"])


def test_order_of_play_with_more_tables(drawn: Person) -> None:
    plan = drawn.get("order").json()
    assert plan["is_current"]
    assert len(plan["slots"]) == 15
    wider = drawn.get("order", tables=8).json()
    assert wider["tables"] == 8
    assert len(wider["slots"]) == 15


@pytest.mark.parametrize("sheet", ["cards", "order", "prizes"])
def test_sheets_are_printed(drawn: Person, sheet: str) -> None:
    if sheet == "cards":
        refused = drawn.get("print/cards")
        assert (refused.status_code, refused.json()["code"]) == (422, "unknown-match")
        drawn.act("call", match="M1", table=1)
    printed = drawn.get(f"print/{sheet}")
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.content.startswith(b"%PDF")
    assert drawn.get("print/banana").status_code == 422


def test_log_shows_author_and_reason(drawn: Person) -> None:
    drawn.act("result", match="M1", words=["25-8"])
    drawn.act("correct", match="M1", words=["8-25"], reason="card turned round")
    drawn.act("undo", reason="it was right")
    log = drawn.get("log", words="M1").json()
    assert [(one["kind"], one["by"], one["is_undone"]) for one in log["facts"]] == [
        ("undone", "Olga", False),
        ("result", "Olga", True),
        ("result", "Olga", False),
    ]
    assert log["facts"][1]["reason"] == "card turned round"


def test_template_settings(club: Club) -> None:
    ways = club.client.get("/api/beginnings").json()
    assert [one["id"] for one in ways["templates"]][:2] == ["vkk", "icf"]
    settings = club.client.get("/api/beginnings/settings", params={"beginning": "vkk"}).json()["settings"]
    assert {one["name"]: one["rows"] for one in settings}["tables"] == [{"where": "", "value": "4"}]
    refused = club.client.get("/api/beginnings/settings", params={"beginning": "banana"})
    assert refused.status_code == 422


def test_qr_code_needs_the_power_to_give_links(drawn: Person) -> None:
    assert drawn.post("qr", {"text": "https://cup.example/pad#t=1&s=2"}).text.startswith("<svg")
    assert drawn.link("display").post("qr", {"text": "x"}).status_code == 403
