"""A signed result that is corrected at the pad is never silently wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from carrom.tournament.model.events import MatchCalled
from tests.server.pads.hall import REFEREE, STEPS, Phone, act, look, results, serve, store_tournament
from tests.tournament.desk import KNOCKOUT, Desk, groups_then_knockout

B_WINS = ("board-over b coins 9 queen b",) * 3
BACK = 'correct 1 "written under the wrong name"'
SIGN = STEPS[4:]


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[TestClient]:
    """Semi-finals and a final: A – B is called to table 4, C has won the other."""
    made = groups_then_knockout()
    desk = Desk(replace(made, events=(replace(made.events[0], stages=made.events[0].stages[1:]),)))
    desk.enter("A B C D")
    desk.draw(KNOCKOUT)
    first, second = (one.fixture.id for one in desk.state.in_stage(KNOCKOUT)[:2])
    c, d = desk.view.sides(second)
    desk.play(str(c), str(d), 25, 0, key=KNOCKOUT)
    desk.record(MatchCalled(match=first, table=4))
    store_tournament(tmp_path / "cup.sqlite", desk.facts)
    with serve(tmp_path / "cup.sqlite") as client:
        yield client


def signed_phone(client: TestClient) -> Phone:
    """A phone whose signed match is recorded."""
    phone = Phone(client)
    phone.open()
    phone.tap(*STEPS)
    assert phone.send()["result"]["state"] == "told"
    return phone


def state_of(client: TestClient) -> Any:
    (pad,) = look(client)["pads"]
    return pad["result"] and pad["result"]["state"]


def test_undo_withdraws_the_result(cup: TestClient) -> None:
    phone = signed_phone(cup)
    phone.tap(BACK)
    answer = phone.send()
    assert answer["result"]["state"] == "withdrawn"
    assert "25–0" in answer["result"]["text"]
    view = look(cup)
    assert view["pads"][0]["problem"] == answer["result"]["text"]
    (dispute,) = view["disputes"]
    assert dispute["is_result_different"]
    assert [source["is_over"] for source in dispute["sources"]] == [False, True]


def test_pad_corrects_its_result_while_no_match_depends_on_it(cup: TestClient) -> None:
    phone = signed_phone(cup)
    phone.tap(BACK, *B_WINS)
    phone.send()
    phone.tap(*SIGN)
    assert phone.send()["result"] == {"state": "told", "text": "0–25"}
    first, second = (one for one in results(cup) if one["by"].startswith("pad"))
    assert second["supersedes"] == first["id"]
    assert "corrected" in second["reason"]
    assert look(cup)["disputes"] == []
    phone.tap(BACK, *STEPS[1:])
    assert phone.send()["result"] == {"state": "told", "text": "25–0"}, "and back again"
    assert len(results(cup)) == 4


def test_same_result_signed_again_is_recorded_once(cup: TestClient) -> None:
    phone = signed_phone(cup)
    phone.tap('correct 4 "the loser signed in the wrong place"', *SIGN)
    assert phone.send()["result"]["state"] == "told"
    assert len(results(cup)) == 2


def test_correction_after_the_final_is_called_waits_for_the_referee(cup: TestClient) -> None:
    phone = signed_phone(cup)
    final = next(one for one in ("M1", "M2", "M3") if one not in {r["body"]["match"] for r in results(cup)})
    act(cup, {"do": "call", "match": final, "table": 3}, reason="they want to")
    phone.tap(BACK, *B_WINS, *SIGN)
    assert phone.send()["result"]["state"] == "review"
    (dispute,) = look(cup)["disputes"]
    assert {source["score"] for source in dispute["sources"]} == {"0–25", "25–0"}
    chosen = results(cup)[-1]["id"]
    act(cup, {"do": "confirm", "match": phone.match, "choice": chosen}, REFEREE, reason="both signed again")
    assert phone.send()["result"] == {"state": "told", "text": "0–25"}
    assert look(cup)["disputes"] == []


def test_confirmed_result_is_not_overwritten(cup: TestClient) -> None:
    phone = signed_phone(cup)
    act(cup, {"do": "confirm", "match": phone.match}, REFEREE, reason="seen")
    phone.tap(BACK)
    assert phone.send()["result"]["state"] == "overruled"
    phone.tap(*B_WINS, *SIGN)
    assert phone.send()["result"]["state"] == "review"
    assert len(look(cup)["disputes"][0]["sources"]) == 2
    hall = cup.get("/api/tournaments/T/hall", headers={"authorization": f"Bearer {REFEREE}"}).json()
    (decision,) = [one for one in hall["decisions"] if one["drafts"]]
    assert all(draft["text"] for draft in decision["drafts"]), "both can be read, and chosen"
    kept = next(one["fact"] for one in decision["drafts"] if not one["by"].startswith("pad"))
    act(cup, {"do": "confirm", "match": phone.match, "choice": kept}, REFEREE, reason="as before")
    assert phone.send()["result"]["state"] == "overruled"


def test_result_corrected_at_the_desk_is_not_sent_again(cup: TestClient) -> None:
    phone = signed_phone(cup)
    right = {"do": "correct", "match": phone.match, "words": ["25-8"]}
    act(cup, right, REFEREE, reason="as on the card")
    phone.tap('remark "the umpire agrees"')
    assert phone.send()["result"]["state"] == "overruled"
    assert state_of(cup) == "overruled"


def test_correction_by_a_second_phone_is_a_second_version(cup: TestClient) -> None:
    first = signed_phone(cup)
    second = Phone(cup, match=first.match, setup=first.setup, version=1)
    second.tap(*[fact["body"] for fact in first.facts], BACK, *B_WINS, *SIGN)
    assert second.send()["result"]["state"] == "review"
    assert len(look(cup)["disputes"]) == 1
