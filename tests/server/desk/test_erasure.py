"""Erasing a person: no line names them any more, and every ranking stays."""

from __future__ import annotations

import json

from carrom.tournament.log.file import from_text
from carrom.tournament.seating.now import TournamentNow
from tests.server.desk.conftest import Club
from tests.server.pads.hall import Phone
from tests.tournament.desk import GROUPS

LIST = "name,club,born,phone\nAsha,Hill,1990-02-03,98200\nAsha Patel,Lake,1991-01-01,98201\nBen,Asha,,\nCarl,Mill,,\n"


def test_erasure_keeps_results_and_standings(club: Club) -> None:
    owner = club.new("vkk", ("groups", "1"))
    owner.act("import", text=LIST)
    owner.act("draw", stage="S/groups", random="1")
    first, second = (f"M{n}" for n in (1, 2))
    owner.act("result", match=first, words=["25-8"])
    owner.act("result", match=second, words=["25-3"])
    reason = "not {}, but {}"
    last = str(owner.get("standing").json()["seq"])
    owner.act("retract", fact=last, reason=reason.format("Asha", "Asha Patel (asha-patel)"))
    before = from_text(owner.get("file").text)
    assert owner.post("erase", {"person": "asha", "name": "Ben"}).status_code == 422
    done = owner.post("erase", {"person": "asha", "name": "Asha"})
    assert done.json() == {"name": "Withdrawn 1", "seq": before.state.version + 2}
    text = owner.get("file").text
    after = from_text(text)
    assert "1990-02-03" not in text
    assert "98200" not in text
    assert reason.format("Withdrawn 1", "Asha Patel (asha-patel)") in text
    assert {one.name for one in after.state.people.values()} == {"Withdrawn 1", "Asha Patel", "Ben", "Carl"}
    assert {one.club for one in after.state.people.values()} == {"Hill", "Lake", "Asha", "Mill"}
    kept, was = ([(fact.n, fact.id, fact.at) for fact in one.facts] for one in (after, before))
    assert kept[:-2] == was  # the erasure itself is recorded
    tables = [TournamentNow(one.state).tables(GROUPS)[0].standings.table for one in (before, after)]
    old, new = ([(row.rank, row.points, row.net, row.scored) for row in table] for table in tables)
    assert old == new
    owner.act("result", match=second, words=["25-3"])  # the tournament goes on
    assert owner.post("erase", {"person": "asha-patel", "name": "Asha Patel"}).status_code == 200
    text = owner.get("file").text
    assert reason.format("Withdrawn 1", "Withdrawn 2 (withdrawn-2)") in text, "an id names the person as well"
    assert "asha-patel" not in text


def test_erasure_covers_pads_tables_links_and_files(club: Club) -> None:
    """Also the name at entry, which an id still has."""
    owner = club.new("vkk", ("groups", "1"), ("tables", "4"))
    owner.act("import", text="name,club\nAsha Rao,Hill\nBela Sen,Lake\n")
    owner.act("rename", who="Asha Rao", name="Asha Deshpande")
    owner.act("draw", stage="S/groups", random="1")
    owner.act("call", match="M1", table=1, reason="they are here")
    owner.link("umpire", table=1, name="for Asha Deshpande").act("start", match="M1")
    made = owner.post("links", {"role": "umpire", "match": "M1"}).json()
    phone = Phone(club.client, made["secret"], tournament=owner.tournament)
    phone.open()
    phone.tap("toss a break", 'remark "Asha Deshpande asks for water, ASHA DESHPANDE gets it (A. Deshpande)"')
    assert phone.send()["has"] == 2
    table = owner.post("tables", {"match": "M1"}).json()["table"]
    assert "Asha Deshpande" in club.client.get("/api/games", params={"ids": table}).text
    assert _on_the_disk(club, "Asha", "asha") > 5
    done = owner.post("erase", {"person": "asha-rao", "name": "Asha Deshpande"})
    assert done.json()["name"] == "Withdrawn 1"
    assert _on_the_disk(club, "Asha", "asha", "ASHA", "A. Desh") == 0
    assert _on_the_disk(club, "Bela Sen") > 0
    assert "Withdrawn 1" in club.client.get("/api/games", params={"ids": table}).text
    shown = owner.get("pads").text + owner.get("roles").text
    assert "Withdrawn 1" in shown
    assert "Asha" not in shown
    phone.tap("board-over a coins 9 queen a")  # the phone continues the log that it began
    assert phone.send()["has"] == 3


def test_erasure_in_free_text(club: Club) -> None:
    """A family name alone could be another person's: it stays."""
    owner = club.new("vkk", ("groups", "1"), ("tables", "4"))
    owner.act("import", text="name,phone\nQorvathi Plimsoul,982 7164593\nBela Sen,\n")
    owner.act("contact", who="Qorvathi Plimsoul", phone="982 7164593", email="q.plim@example.org")
    owner.act("draw", stage="S/groups", random="1")
    owner.act("call", match="M1", table=1, reason="they are here")
    made = owner.post("links", {"role": "umpire", "match": "M1"}).json()
    phone = Phone(club.client, made["secret"], tournament=owner.tournament)
    phone.open()
    phone.tap("toss a break", 'remark "plimsoul, Qorvathi is at +91 982-7164593 (Q.Plim@Example.org)"')
    assert phone.send()["has"] == 2
    text = "{} and plimsoul; {}, {}; Mr. Plimsoul's"
    typed = text.format("Plimsoul, Qorvathi", "Qorvathi\u00a0Plimsoul", "9827164593")
    owner.act("protest", match="M1", side="a", board=1, text=typed)
    assert owner.post("erase", {"person": "qorvathi-plimsoul", "name": "Qorvathi Plimsoul"}).status_code == 200
    assert text.format("Withdrawn 1", "Withdrawn 1", "–") in owner.get("file").text
    assert _on_the_disk(club, "Withdrawn 1 is at – (–)") > 0
    left = {name: _on_the_disk(club, name) for name in ("Qorvathi", "qorvathi", "7164593", "xample.org")}
    assert not any(left.values()), left  # fewer digits occur in some id by chance


def _on_the_disk(club: Club, *names: str) -> int:
    """Count these names in the files of the running server."""
    files = [file for file in club.folder.iterdir() if ".sqlite" in file.name and file.suffix != ".lock"]
    return sum(file.read_bytes().count(name.encode()) for file in files for name in names)


def test_erasure_reaches_open_sockets_pages_and_pictures(club: Club) -> None:
    owner = club.new("vkk", ("groups", "1"), ("tables", "4"))
    long = "Asha Padmavati Lakshmibai Chandrasekhar Deshpande"
    owner.act("import", text=f"name,club\n{long},Hill\nBela Sen,Lake\n")
    owner.act("draw", stage="S/groups", random="1")
    given_up = owner.post("tables", {"match": "M1"}).json()["table"]
    assert owner.post("tables/end", {"match": "M1"}).status_code == 200
    made = owner.post("tables", {"match": "M1"}).json()
    seen = [
        f"/api/games?ids={made['table']}",
        *(f"/api/matches/{made['table']}/{one}" for one in ("timeline", "record")),
    ]
    for name, is_before in (("Asha Padmavati", True), ("Withdrawn 1", False)):
        with club.client.websocket_connect(f"/api/matches/{made['table']}/socket?since=0") as socket:
            assert name in socket.receive_text(), "in the welcome"
            for _ in range(3):
                assert "Asha" not in socket.receive_text() or is_before
            for path in seen:
                assert name in club.client.get(path).text, path
            picture = club.client.get(f"/api/matches/{made['table']}/preview.png").content
            if is_before:
                drawn = picture
                done = owner.post(
                    "erase", {"person": "asha-padmavati-lakshmibai-chandrasekhar-deshpande", "name": long}
                )
                assert done.status_code == 200, done.text
                while "Withdrawn 1" not in (told := socket.receive_text()):
                    pass
                assert json.loads(told)["t"] == "stands"
                assert all("Asha" not in club.client.get(path).text for path in seen)
    assert picture != drawn
    assert "Asha" not in club.client.get(f"/api/matches/{given_up}/record").text
    assert _on_the_disk(club, "Asha", "asha") == 0
