"""Acts over HTTP: recorded once, refused with the engine's code, previewed before they are done."""

import re
from base64 import b64encode
from typing import Any

import pytest

from carrom.tournament.log.file import from_text
from tests.server.desk.conftest import LIST, Club, Person, contains_all
from tests.tournament.test_workbook_size import workbook


def file_of(person: Person) -> str:
    answer = person.get("file")
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def test_calls_arrivals_and_results_are_recorded(drawn: Person) -> None:
    done = drawn.act("call", match="M1", table=2, at="10:00")
    arrived = drawn.act("here", match="2", at="10:05")
    ended = drawn.act("result", match="@2", words=["25-8"], at="10:40")
    for act, values in (
        (done, ("M1", "table 2", "Asha", "Carl")),
        (arrived, ("M1", "table 2")),
        (ended, ("M1", "Asha 25", "Carl 8")),
    ):
        (line,) = act["said"]
        assert contains_all(line, *values)
    loaded = from_text(file_of(drawn))
    assert loaded.state.matches["M1"].result is not None  # type: ignore[index]
    assert [fact.n for fact in loaded.facts] == list(range(1, done["seq"] + 3))


def test_repeated_key_counts_once(drawn: Person) -> None:
    first = drawn.try_act("result", key="the-same-key", match="M1", words=["25-8"])
    drawn.act("result", match="M2", words=["25-3"])  # events in between do not count as its own
    again = drawn.try_act("result", key="the-same-key", match="M1", words=["25-8"])
    assert first.status_code == again.status_code == 200
    assert again.json() | {"said": [], "changes": []} == first.json() | {"said": [], "is_repeated": True}
    assert drawn.act("result", match="M1", words=["25-8"])["changes"] == []
    assert file_of(drawn).count('"kind":"result"') == 2, "typed once more, it is the same result"
    assert drawn.try_act("result", match="M1", words=["25-9"]).json()["code"] == "played"


def test_repeated_act_of_several_events_returns_its_own_numbers(drawn: Person) -> None:
    wish: dict[str, Any] = {"what": "here", "who": ["Asha", "Ben", "Carl"]}
    first = drawn.try_act("check", key="three-people", **wish).json()
    assert first["seq"] - first["first"] == 2
    for _ in range(2):
        drawn.act("check", what="fee", who=["Dev"])
        again = drawn.try_act("check", key="three-people", **wish).json()
        assert (again["first"], again["seq"], again["is_repeated"]) == (first["first"], first["seq"], True)


def test_act_on_a_match_that_changed_is_stale(drawn: Person) -> None:
    base = drawn.get("standing").json()["seq"]
    other = drawn.link("desk", name="Second desk")
    other.act("result", match="M2", words=["25-3"])
    drawn.act("result", match="M1", words=["25-8"], base=base)  # another match is no conflict
    stale = drawn.try_act("result", match="M2", words=["3-25"], base=base)
    assert stale.status_code == 409
    assert stale.json()["code"] == "stale"
    assert contains_all(stale.json()["text"], "M2", "25–3", "Second desk")


def test_base_ahead_of_the_server_is_stale(drawn: Person) -> None:
    known = drawn.act("call", match="M1", table=1, at="10:00")["seq"]
    ahead = drawn.try_act("result", match="M1", words=["25-8"], base=known + 1)
    assert (ahead.status_code, ahead.json()["code"]) == (409, "stale")
    assert drawn.try_act("result", match="M1", words=["25-8"], base=known).status_code == 200


def test_result_by_table_is_stale_after_the_next_match_was_called_there(drawn: Person) -> None:
    base = drawn.act("call", match="M1", table=1, at="10:00")["seq"]
    drawn.act("result", match="M1", words=["25-8"], at="10:30")
    drawn.act("call", match="M6", table=1, at="10:40", reason="they are here")
    assert drawn.try_act("result", match="@1", words=["25-8"], base=base).json()["code"] == "stale"


def test_confirmation_is_good_for_the_previewed_change_only(drawn: Person) -> None:
    drawn.act("result", match="M1", words=["25-8"])
    wish: dict[str, Any] = {"match": "M1", "words": ["8-25"], "reason": "card turned round"}
    asked = drawn.try_act("correct", **wish)
    assert (asked.status_code, asked.json()["code"]) == (409, "confirm")
    act = {"do": "correct", "match": "M1", "words": ["8-25"]}
    seen = drawn.post("preview", {"act": act, "reason": "card turned round"}).json()
    assert seen["is_grave"]
    assert any(line.startswith("+") and contains_all(line, "1. Carl", "+17", "25") for line in seen["lines"])
    assert any(contains_all(warning, "Asha 8", "Carl 25") for warning in seen["warnings"]), (
        "the card may be turned round"
    )
    drawn.act("result", match="M2", words=["25-3"])  # now the correction leads to other standings
    assert drawn.try_act("correct", **wish, confirm=seen["confirm"]).json()["code"] == "confirm"
    seen = drawn.post("preview", {"act": act, "reason": "card turned round"}).json()
    assert drawn.try_act("correct", **wish, confirm=seen["confirm"]).status_code == 200


def test_correction_without_a_change_is_refused(drawn: Person) -> None:
    drawn.act("result", match="M1", words=["25-8"])
    same = drawn.post("preview", {"act": {"do": "correct", "match": "M1", "words": ["25-8"]}, "reason": "misread"})
    assert (same.status_code, same.json()["code"]) == (422, "same")
    act = {"do": "correct", "match": "M1", "words": ["25-9"]}
    seen = drawn.post("preview", {"act": act, "reason": "misread"}).json()
    assert seen["warnings"] == [], "the winner stays the same"


def test_making_the_tournament_cannot_be_undone(club: Club) -> None:
    made = club.new("vkk")
    assert made.get("hall").json()["last"] is None
    made.act("import", text="name\nAsha\n")
    assert made.get("hall").json()["last"] is not None


def test_partner_column_offers_every_doubles_event(club: Club) -> None:
    made = club.new("community-2024")
    read = {"act": {"do": "import", "text": "Name,Pair\nAjay,Ben\n", "columns": ["Pair=partner for MD"]}}
    found = made.post("entries/read", read).json()
    assert [one for one in found["meanings"] if one.startswith("partner for")] == [
        *("partner for MD", "partner for WD", "partner for XD")
    ]
    assert {"heading": "Pair", "meaning": "partner for MD"} in found["columns"]


def test_result_right_after_a_call_warns_of_the_match_before(drawn: Person) -> None:
    drawn.act("call", match="M1", table=1, at="10:00")
    drawn.act("result", match="M1", words=["25-8"], at="10:30")
    drawn.act("call", match="M6", table=1, at="10:40", reason="they are here")
    act = {"do": "result", "match": "@1", "words": ["8-25"]}
    warning = drawn.post("preview", {"act": act, "at": "10:41"}).json()["warnings"][0]
    assert contains_all(warning, "M6", "table 1", "M1: 25–8")
    again = {"do": "correct", "match": "M1", "words": ["8-25"]}
    known = drawn.post("preview", {"act": again, "reason": "turned", "at": "10:31"}).json()["warnings"]
    assert not any(contains_all(one, "M6") or contains_all(one, "table 1") for one in known), (
        "a correction names its match"
    )
    later = drawn.post("preview", {"act": act, "at": "11:00"}).json()["warnings"]
    assert not any(contains_all(one, "M6") for one in later), later


def test_undo_and_export_and_import(club: Club, drawn: Person) -> None:
    drawn.act("result", match="M1", words=["25-8"])
    drawn.act("undo", reason="wrong match")
    text = file_of(drawn)
    assert from_text(text).state.matches["M1"].result is None  # type: ignore[index]
    copy = club.new(None, file=text, copy=True)
    assert copy.tournament != drawn.tournament
    assert file_of(copy) == text


def test_result_for_a_table_out_of_service_needs_confirmation(drawn: Person) -> None:
    drawn.act("call", match="M1", table=1)
    drawn.act("start", match="M1")
    drawn.act("table", table=1, works=False)
    seen = drawn.post("preview", {"act": {"do": "result", "match": "@1", "words": ["25-4"]}}).json()
    assert seen["is_grave"], "one Enter shows it, the second counts it"
    (warning,) = seen["warnings"]
    assert contains_all(warning, "M1", "table 1")


def test_entry_list_is_previewed_before_import(club: Club) -> None:
    owner = club.new("vkk")
    text = LIST.replace("club", "Club/Soc")
    read = owner.post("entries/read", {"act": {"do": "import", "text": text}}).json()
    assert {"heading": "seed", "meaning": "seed"} in read["columns"]
    assert len(read["added"]) == 8
    ticked = owner.post("entries/read", {"act": {"do": "import", "text": "name,Singles\nAsha,x\n"}}).json()
    assert {"heading": "Singles", "meaning": "event"} in ticked["columns"], "it is used, and so it is understood"
    answered = owner.post("entries/read", {"act": {"do": "import", "text": text, "columns": ["Club/Soc=club"]}})
    assert {"heading": "Club/Soc", "meaning": "club"} in answered.json()["columns"]
    owner.act("import", text=text, columns=["Club/Soc=club"])
    again = owner.act("import", text=text, columns=["Club/Soc=club"])["said"][-1]
    assert re.findall(r"\d+", again)[:2] == ["0", "0"], "questions, new people"
    # a question answered in the preview is not asked again
    (said,) = owner.act("import", text="name\nAsha\nNina\nNina\n")["said"]
    assert re.findall(r"\d+", said)[:2] == ["1", "1"], "questions, new people"


def test_person_is_added_after_the_draw(drawn: Person) -> None:
    def shown() -> dict[str, Any]:
        return {one["name"]: one for one in drawn.get("people").json()["people"]}

    drawn.act("person", name="Nina New", club="Port")
    assert (shown()["Nina New"]["club"], shown()["Nina New"]["plays"]) == ("Port", {})
    drawn.act("substitute", goes="Asha", comes="nina new", reason="ill")
    assert shown()["Nina New"]["plays"] == {"S": "Nina New"}
    unknown = drawn.try_act("substitute", goes="Dev", comes="Nena New", reason="ill")
    assert (unknown.json()["code"], contains_all(unknown.json()["text"], "Nena New", "Nina New")) == (
        "unknown-person",
        True,
    )
    done = drawn.act("substitute", goes="Dev", comes="Nena New", may_be_new=True, here=True, reason="ill")
    assert (shown()["Nena New"]["here"], shown()["Nena New"]["plays"]) == (True, {"S": "Nena New"})
    assert contains_all(done["said"][0], "Nena New", "Nina New"), "they may be the same person"
    again = drawn.try_act("person", name="Carl").json()
    assert (again["code"], contains_all(again["text"], "Carl", "Lake")) == ("same-name", True)
    second = drawn.act("person", name="Carl", club="Port", namesake=True)["said"]
    assert {"Carl (Lake)", "Carl (Port)"} <= set(shown())
    assert shown()["Carl (Lake)"]["plays"] == {"S": "Carl (Lake)"}
    assert len([line for line in second[1:] if contains_all(line, "Carl (Port)")]) == 1, "others are marked as here"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["26-3"], "over-target"),
        (["25-25"], "over-target"),
        (["a:10"], "too-many-coins"),
        (["18-18"], "level"),
        (["a:9+q", "a:9+q", "a:9+q", "a:1"], "match-over"),
    ],
    ids=" ".join,
)
def test_impossible_boards_are_refused(drawn: Person, words: list[str], code: str) -> None:
    answer = drawn.try_act("result", match="M1", words=words)
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text


TRICKS = ["Ev\u202eil Rlo", "Nu\x00l Person", "Es\x1b[31mc Person", "Isolated\u2067 One"]


@pytest.mark.parametrize("name", TRICKS)
def test_control_characters_are_refused_in_names(drawn: Person, name: str) -> None:
    listed = f"name\tclub\n{name}\tHill\n"
    for refused in (drawn.try_act("late", name=name), drawn.try_act("import", text=listed)):
        assert (refused.status_code, refused.json()["code"]) == (422, "text-not-allowed"), refused.text
    assert "row 2" in refused.json()["text"]
    assert drawn.try_act("person", name="कविता\u200d शर्मा").status_code != 422, "joiners are letters there"


def test_unknown_field_of_a_setting_is_refused(drawn: Person) -> None:
    before = drawn.get("standing").json()["seq"]
    refused = drawn.try_act("set", changes=[{"setting": "venue", "value": "Hilltop", "place": "D"}])
    assert (refused.status_code, refused.json()["code"]) == (422, "unreadable")
    assert '"place"' in refused.json()["text"]
    assert drawn.get("standing").json()["seq"] == before


@pytest.mark.parametrize("sign", ["\u202e", "\u2067", "\u200b", "\x1b", "\u034f", "\u115f", "\U000e0041"])
@pytest.mark.parametrize("setting", ["name", "venue", "umpires"])
def test_control_characters_are_refused_in_settings(drawn: Person, setting: str, sign: str) -> None:
    refused = drawn.try_act("set", changes=[{"setting": setting, "value": f"Hill{sign}top"}])
    assert (refused.status_code, refused.json()["code"]) == (422, "text-not-allowed"), refused.text
    begun = {
        "key": f"begun-{setting}-{ord(sign)}",
        "beginning": "vkk",
        "settings": [{"setting": setting, "value": f"Hill{sign}top"}],
    }
    refused = drawn.client.post("/api/tournaments", json=begun, headers=drawn.headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "text-not-allowed"), refused.text


def test_invisible_characters_of_a_list_are_dropped(drawn: Person) -> None:
    marks = "name\tclub\n\u200eAnu\u200b Rao\ufeff\u115f\tHill\n"
    drawn.act("import", text=marks, reason="came late")
    assert "Anu Rao" in [one["name"] for one in drawn.get("people").json()["people"]]
    for name in ("Anu\u200b Rao", "Anu\u3164 Rao"):
        assert drawn.try_act("rename", who="Anu Rao", name=name).json()["code"] == "text-not-allowed"


def test_overlong_record_is_refused(drawn: Person) -> None:
    drawn.act("call", match="M1", table=1, at="10:00")
    umpire = drawn.link("umpire", match="M1")
    record = 'carrom-record 1\n[Rulebook "icf"]\n\n' + 'remark "x"\n' * 20_000
    refused = umpire.try_act("result", match="M1", record=record, provisional=True)
    assert (refused.status_code, refused.json()["code"]) == (422, "record-too-long")


def test_too_many_tables_are_refused(drawn: Person) -> None:
    refused = drawn.try_act("set", changes=[{"setting": "tables", "value": "99999"}])
    assert (refused.json()["code"], "500" in refused.json()["text"]) == ("too-many", True)


def test_workbook_that_needs_too_much_memory_is_refused(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = club.new("vkk")
    file = b64encode(workbook(["Name", "Event"], ["Zoe Quill", "Singles"])).decode()
    read = owner.post("entries/read", {"act": {"do": "import", "file": file}})
    assert (read.status_code, read.json()["added"]) == (200, ["Zoe Quill"])
    ends = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"  # killed, as a process that has used up its memory
    monkeypatch.setattr("carrom.tournament.entrylists.sandbox._PROGRAM", ends)
    for answer in (
        owner.post("entries/read", {"act": {"do": "import", "file": file}}),
        owner.try_act("import", file=file),
    ):
        assert (answer.status_code, answer.json()["code"]) == (422, "list-too-demanding")
    assert owner.get("people").status_code == 200
