"""Somebody wants to be forgotten: no line tells of them any more, and every table is as it was."""

from __future__ import annotations

from carrom.tournament.log.file import from_text
from carrom.tournament.log.view import TournamentView
from tests.server.desk.conftest import Club
from tests.tournament.desk import GROUPS

LIST = "name,club,born,phone\nAsha,Hill,1990-02-03,98200\nAsha Patel,Lake,1991-01-01,98201\nBen,Asha,,\nCarl,Mill,,\n"


def test_nothing_is_left_of_a_person_but_what_was_played(club: Club) -> None:
    owner = club.new("vkk", ("groups", "1"))
    owner.act("import", text=LIST)
    owner.act("draw", stage="S/groups", random="1")
    first, second = (f"M{n}" for n in (1, 2))
    owner.act("result", match=first, words=["25-8"])
    owner.act("result", match=second, words=["25-3"])
    owner.act(
        "retract",
        fact=str(owner.get("standing").json()["seq"]),
        reason="that was not Asha, but Asha Patel (asha-patel)",
    )
    before = from_text(owner.get("file").text)
    assert owner.post("erase", {"person": "asha", "name": "Ben"}).status_code == 422
    done = owner.post("erase", {"person": "asha", "name": "Asha"})
    assert done.json() == {"name": "Withdrawn 1", "seq": before.state.version + 2}
    text = owner.get("file").text
    after = from_text(text)
    assert "1990-02-03" not in text
    assert "98200" not in text
    assert "that was not Withdrawn 1, but Asha Patel (asha-patel)" in text
    assert {one.name for one in after.state.people.values()} == {"Withdrawn 1", "Asha Patel", "Ben", "Carl"}
    assert {one.club for one in after.state.people.values()} == {"Hill", "Lake", "Asha", "Mill"}
    kept, was = ([(fact.n, fact.id, fact.at) for fact in one.facts] for one in (after, before))
    assert kept[:-2] == was  # that it was done is on record
    tables = [TournamentView(one.state).tables(GROUPS)[0].standings.table for one in (before, after)]
    old, new = ([(row.rank, row.points, row.net, row.scored) for row in table] for table in tables)
    assert old == new
    owner.act("result", match=second, words=["25-3"])  # and the evening goes on
    assert owner.post("erase", {"person": "asha-patel", "name": "Asha Patel"}).status_code == 200
    text = owner.get("file").text
    assert "that was not Withdrawn 1, but Withdrawn 2 (withdrawn-2)" in text, "an id tells the name as well"
    assert "asha-patel" not in text
