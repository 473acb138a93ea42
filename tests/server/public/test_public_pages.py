"""The public pages: what they show, and what they never show."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from importlib.resources import files
from itertools import combinations

import pytest
from starlette.testclient import TestClient

from carrom.laws.sentences import LANGUAGES
from carrom.server.public.tournament import PublicTournament
from carrom.server.public.words import chosen_language, words_of
from carrom.tournament.desk.prizes import replaced_players
from carrom.tournament.desk.typed_result import ResultDetails, typed_result
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.entries import who_plays
from carrom.tournament.model.definition import CompetitionId, ProtestRules, StageId
from carrom.tournament.model.events import (
    DefinitionChanged,
    EntryLeft,
    EntryRecorded,
    MatchCalled,
    PersonRecorded,
    ProtestId,
    ProtestLodged,
    ResultGiven,
    Retracted,
    ShootoutPlayed,
    Substituted,
)
from carrom.tournament.model.people import Entry, Person, PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.tables.results import EntryId
from tests.render.test_match_cards import teams
from tests.server.public.halls import SECRETS, STRANGE, hall, play
from tests.server.public.reading import Element, read
from tests.tournament.desk import GROUPS, Desk

Showing = Callable[..., TestClient]


def page(client: TestClient, path: str) -> Element:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.text)
    return read(answer.text)


def addresses(client: TestClient, tournament: str) -> list[str]:
    """Every address of a tournament that its own pages link to, and those for screens and programs."""
    found = [f"/t/{tournament}", f"/hall/{tournament}", f"/overlay/{tournament}/1", f"/t/{tournament}.json"]
    for path in found:
        answer = client.get(path)
        assert answer.status_code == 200, path
        for link in re.findall(r'(?:href|action)="(/t/[^"?#]*)', answer.text):
            if link not in found and not link.endswith("/events"):
                found.append(link)
    return found


@pytest.fixture(scope="module")
def evening() -> Desk:
    """Sixteen players in the middle of their groups; one has left."""
    desk = hall()
    play(desk, 10)
    played = [match for match, record in desk.state.matches.items() if record.result is not None]
    entry = desk.view.known_sides(played[0])[0]
    desk.record(EntryLeft(event=CompetitionId("S"), entry=EntryId(entry)), reason=SECRETS[4])
    return desk


def test_personal_data_is_on_no_public_page(showing: Showing, evening: Desk) -> None:
    client = showing(cup=evening)
    for path in addresses(client, "cup"):
        for language in LANGUAGES:
            text = client.get(f"{path}?lang={language}").text
            for secret in (*SECRETS, "1961"):
                assert secret not in text, (path, secret)


def test_every_page_is_complete_and_sets_its_policy(showing: Showing, evening: Desk) -> None:
    client = showing(cup=evening)
    found = addresses(client, "cup")
    assert {"/t/cup/people", "/t/cup/order", "/t/cup/e/S", "/t/cup/rules", "/t/cup/p/p3", "/t/cup.ics"} <= set(found)
    for path in found:
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        if answer.headers["content-type"].startswith("text/html"):
            html = read(answer.text)
            assert not [one for one in html.all("<script") if not one.attributes.get("src")], "nothing inline"
            assert "style=" not in answer.text
            assert "{" not in html.text
            ids = re.findall(r' id="([^"]*)"', answer.text)
            assert path.startswith("/hall") or len(ids) == len(set(ids))


def test_every_page_answers_after_a_shootout(showing: Showing) -> None:
    desk = hall(count=4, groups=1, named=("Asha", "Ben", "Chandra", "Dilip"))
    beats = {("Asha", "Ben"), ("Ben", "Chandra"), ("Chandra", "Asha")}
    for record in desk.state.in_stage(GROUPS):
        a, b = desk.view.known_sides(record.fixture.id)
        is_won = (a, b) in beats or b == "Dilip"
        desk.record(ResultGiven(match=record.fixture.id, a=a, b=b, score=(25, 10) if is_won else (10, 25)))
    among = tuple(EntryId(one) for one in ("Asha", "Ben", "Chandra"))
    for a, b in combinations(reversed(among), 2):
        desk.record(ShootoutPlayed(event=CompetitionId("S"), stage=GROUPS.stage, a=a, b=b, score=(5, 0), among=among))
        client = showing(cup=desk)
        assert "/t/cup/p/p0.ics" in addresses(client, "cup"), "each was asked for"
    order = [row.text for row in page(client, "/t/cup/e/S").all("<tr") if "Dilip" in row.text or "Chandra" in row.text]
    assert "Chandra" in order[0], "the shoot-outs count"
    desk.record(Retracted(fact=desk.facts[-2].id), reason="told twice")
    assert addresses(showing(cup=desk), "cup"), "also after one was taken back"


def test_hostile_names_are_escaped(showing: Showing) -> None:
    desk = hall()
    long = "Long" * 75
    client = showing(cup=desk)
    for path in addresses(client, "cup"):
        answer = client.get(path)
        assert path.endswith(".json") or "\u202e" not in answer.text, path
        if "html" in answer.headers["content-type"]:
            assert "<script>alert" not in answer.text, path
    names = page(client, "/t/cup/people").all("names")[0].text
    assert STRANGE[3] in names
    assert long not in client.get(f"/t/cup/people?name={long}").text
    typed = client.get("/t/cup/people", params={"name": '"><img src=x>'})
    assert "<img" not in typed.text


def test_players_are_found_by_name(showing: Showing, evening: Desk) -> None:
    client = showing(cup=evening)
    found = page(client, "/t/cup/people?name=asha+k").one("names")
    (link,) = found.all("<a")
    mine = page(client, link.attributes["href"])
    assert mine.one("me").text == "Asha Kulkarni Port"
    coming = mine.one("next").text
    assert re.search(r"about \d\d:\d\d (day \d )?Table \d", coming), coming
    nobody = page(client, "/t/cup/people?name=xyz")
    assert words_of("en").say("found-none") in nobody.text
    assert len(nobody.one("names").all("<a")) == 16, "then there is the list"
    assert client.get("/t/cup/p/nobody").status_code == 404


def test_players_of_one_name_are_told_apart(showing: Showing) -> None:
    desk = hall(count=4, groups=1, named=("Asha Rao", "Ben", "Chandra", "Dilip"))
    for id, club in (("other", "Lake"), ("third", None)):
        desk.record(PersonRecorded(person=Person(id=PersonId(id), name="Asha Rao", club=club)))
        desk.record(
            EntryRecorded(event=CompetitionId("S"), entry=Entry(id=EntryId(id), members=(PersonId(id),))), reason="late"
        )
    found = page(showing(cup=desk), "/t/cup/people?name=asha").one("names")
    assert sorted(one.text for one in found.all("<li")) == ["Asha Rao (3)", "Asha Rao Hill", "Asha Rao Lake"]


def test_names_in_other_scripts_are_found(showing: Showing) -> None:
    client = showing(cup=hall())
    for typed, whole in (("देशपांडे", STRANGE[1]), ("عمران", STRANGE[2])):
        assert whole in page(client, f"/t/cup/people?name={typed}").one("names").text


def test_tables_show_players_and_scores(showing: Showing, evening: Desk) -> None:
    client = showing(cup=evening)
    home = page(client, "/t/cup")
    tables = home.all("tile")
    assert [one.attributes["id"] for one in tables] == ["t-1", "t-2", "t-3", "t-4"]
    for match, record in evening.state.matches.items():
        if record.result is not None or record.table is None:
            continue
        tile = home.one("tile", f"#t-{record.table}")
        for side in evening.view.known_sides(match):
            assert side in STRANGE or side in tile.text
        noted = record.history
        points = [one.text for one in tile.all("points")]
        assert points == ([str(one) for one in noted[-1].score or ()] if noted else ["", ""])


def test_standings_show_the_cut_and_the_tie_break(showing: Showing, evening: Desk) -> None:
    html = page(showing(cup=evening), "/t/cup/e/S")
    tables = html.all("standing")
    assert [one.one("<caption").text for one in tables] == ["Group A", "Group B", "Group C", "Group D"]
    for table in tables:
        rows = [one.attributes.get("class", "") for one in table.one("<tbody").all("<tr")]
        assert [n for n, row in enumerate(rows) if "cut" in row.split()] == [2], "after the second"
    assert any("stands above" in one.text for one in html.all("why"))
    assert {"A1", "B2"} <= {one.text for one in html.all("awaited")}, "the bracket before names"


def test_contested_result_is_under_review(showing: Showing) -> None:
    desk = hall()
    play(desk, 10, leave_on=False)
    match = next(match for match, record in desk.state.matches.items() if record.result is not None)
    result = desk.state.matches[match].result
    assert result is not None
    assert result.score is not None
    lodged = ProtestLodged(protest=ProtestId("P1"), match=match, side="a", board=1, text=SECRETS[4])
    signed = desk.state.matches[match].signed
    assert signed is not None
    desk.clock = signed
    desk.record(lodged)
    assert desk.view.status(match) == "under protest"
    client = showing(cup=desk)
    for path in ("/t/cup/results", "/t/cup/e/S"):
        (row,) = [one for one in page(client, path).all("match") if one.attributes.get("data-match") == match]
        assert row.one("stand").text == "under review"
        assert not row.all("won")
        assert [one.text for one in row.all("points")] == ["", ""]
    shown = client.get("/t/cup.json").json()
    (told,) = [one for one in shown["matches"] if one["match"] == match]
    assert told["state"] == "review"
    assert [side["points"] for side in told["sides"]] == [None, None]
    assert not any(side["is_winner"] for side in told["sides"])


def test_result_is_under_review_while_the_protest_fee_can_be_paid() -> None:
    desk = hall()
    definition = replace(desk.state.announced, protests=ProtestRules(minutes=15, fee=200))
    desk.record(DefinitionChanged(definition=definition))
    play(desk, 10, leave_on=False)
    match, record = next((match, one) for match, one in desk.state.matches.items() if one.signed is not None)
    assert record.signed is not None
    desk.clock = signed = record.signed
    desk.record(ProtestLodged(protest=ProtestId("P1"), match=match, side="a", board=1, text="?"))
    assert desk.view.status(match) == "played", "at the desk it counts until the fee is in"
    on_time = PublicTournament("cup", 1, desk.state, signed + timedelta(minutes=15))
    assert on_time.line(match).stand == "review"
    assert (
        PublicTournament("cup", 1, desk.state, signed + timedelta(minutes=16), before=on_time).line(match).stand
        == "over"
    )


def test_unsigned_result_is_not_final(showing: Showing) -> None:
    desk = hall()
    a, b = desk.view.known_sides(MatchId("M1"))
    desk.record(ResultGiven(match=MatchId("M1"), a=a, b=b, score=(25, 3), provisional=True))
    (row,) = page(showing(cup=desk), "/t/cup/results").all("match")
    assert row.one("stand").text == "not confirmed yet"
    assert not row.all("won")


def test_results_under_embargo(showing: Showing, evening: Desk) -> None:
    definition = replace(evening.state.announced, embargo=("results",))
    desk = hall()
    desk.state, desk.facts, desk.clock = evening.state, list(evening.facts), evening.clock
    desk.record(DefinitionChanged(definition=definition))
    client = showing(cup=desk)
    home = page(client, "/t/cup")
    assert words_of("en").say("results-withheld") in home.text
    assert home.all("tile"), "who sits where is seen by everybody"
    for path in addresses(client, "cup"):
        answer = client.get(path)
        if "html" in answer.headers["content-type"]:
            html = read(answer.text)
            assert not [one for one in html.all("points") if one.text], path
            assert not html.all("won"), path
    for match in client.get("/t/cup.json").json()["matches"]:
        assert match["state"] in ("coming", "called", "playing", "withheld", "held")
        assert not any(side["points"] or side["is_winner"] for side in match["sides"])


def test_withheld_rubbers_are_not_listed_as_pending(showing: Showing) -> None:
    desk = teams()
    matches = [record.fixture.id for record in desk.state.in_stage(StageKey(CompetitionId("T"), StageId("league")))]
    for match in matches[1:]:
        desk.record(typed_result(desk.view, match, ["20-5"], ResultDetails()))
    desk.record(DefinitionChanged(definition=replace(desk.state.announced, embargo=("results",))))
    client = showing(cup=desk)
    stands = [tie.all("stand")[0].text for tie in page(client, "/t/cup/e/T").all("tie")]
    assert sorted(stands) == sorted([words_of("en").say("rubbers-open.one"), "played", "played"])


def test_draw_under_embargo(showing: Showing) -> None:
    client = showing(cup=hall(embargo=("draw",)))
    event = page(client, "/t/cup/e/S")
    assert words_of("en").say("draw-withheld") in event.text
    assert not event.all("match")
    assert client.get("/t/cup.json").json()["matches"] == []


def test_unchanged_page_is_not_sent_again(showing: Showing, evening: Desk) -> None:
    client = showing(cup=evening)
    first = client.get("/t/cup/e/S", headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/t/cup/e/S", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/t/cup/e/S?lang=hi", headers={"if-none-match": first.headers["etag"]})
    assert other.status_code == 200
    assert "Accept-Language" in first.headers["vary"]
    (style,) = re.findall(r'href="(/public/public.css[^"]*)"', first.text)
    assert "immutable" in client.get(style).headers["cache-control"]
    assert client.get("/public/app.py").status_code == 404


def test_languages(showing: Showing, evening: Desk) -> None:
    client = showing(cup=evening)
    for path in ("/t/cup", "/hall/cup", "/t/cup/e/S", "/t/nothing"):
        urdu = read(client.get(path, headers={"accept-language": "ur-PK,ur;q=0.9,en;q=0.5"}).text).one("<html")
        assert (urdu.attributes["lang"], urdu.attributes["dir"]) == ("ur", "rtl")
    chosen = page(client, "/t/cup?lang=hi")
    assert all("lang=hi" in one.attributes["href"] for one in chosen.one("<nav").all("<a"))
    assert "से ऊपर हैं" in client.get("/t/cup/e/S?lang=hi").text, "the sentence why"
    assert chosen_language("xx", "de, hi;q=0.3") == "hi"
    assert chosen_language(None, None) == "en"


@pytest.mark.parametrize("language", ["hi", "ur"])
def test_no_english_is_left_on_translated_pages(showing: Showing, evening: Desk, language: str) -> None:
    client, told = showing(cup=evening), evening.state.announced
    people = evening.state.people.values()
    stages = [stage for event in told.events for stage in event.stages]
    own = [told.name, told.venue, *(event.name for event in told.events), *(one.name for one in people)]
    own += [*(one.club for one in people), *(text for stage in stages for text in (stage.id, stage.book.title))]
    given = set(re.findall("[A-Za-z]{2,}", " ".join(filter(None, own))))
    left: dict[str, str] = {}
    paths = [one for one in addresses(client, "cup") if not one.endswith((".json", ".ics"))]
    assert len(paths) > 20
    for path in paths:
        text = client.get(f"{path}?lang={language}").text
        bare = re.sub(r"<(script|style|title)\b.*?</\1>", "", text, flags=re.DOTALL)
        for other in ("English", r"http://[^\s<\"]+"):  # the link to the other language, and the address on the screen
            bare = re.sub(other, "", bare)
        spoken = " ".join(re.findall(r'(?:aria-label|placeholder|alt)="([^"]*)"', bare))
        left |= {word: path for word in re.findall("[A-Za-z]{2,}", f"{read(bare).text} {spoken}") if word not in given}
    assert left == {}


def test_every_language_has_every_sentence() -> None:
    folder = files("carrom.server.public").joinpath("templates")
    templates = "".join(one.read_text(encoding="utf-8") for one in folder.iterdir())
    used = set(re.findall(r"""words\.(?:say|at)\(["']([\w.-]+)["'][,)]""", templates))
    assert len(used) > 30
    english = words_of("en")
    assert used <= {key.removesuffix(".one") for key in english.sentences}
    for code in LANGUAGES:
        words = words_of(code)
        assert (set(words.sentences), set(words.why)) == (set(english.sentences), set(english.why))
        for key, text in words.sentences.items():
            assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", english.sentences[key])), key


def test_unknown_addresses_are_not_found(showing: Showing) -> None:
    client = showing(cup=hall())
    for path in (
        "/t/nothing",
        "/t/cup/e/X",
        "/t/cup/order/99",
        "/t/cup/order/01",
        "/t/cup//order",
        "/t/cup/zzz",
        "/overlay/cup/9",
        "/hall/x",
        "/t/",
    ):
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert "html" in answer.headers["content-type"]
    assert client.post("/t/cup").status_code == 405


def test_many_phones_behind_one_address(showing: Showing, evening: Desk) -> None:
    client = showing(cup=evening)
    assert {client.get("/t/cup").status_code for _ in range(700)} == {200}


def test_hall_screen_shows_an_address_that_phones_can_open(showing: Showing) -> None:
    client = showing(cup=hall())
    assert page(client, "/hall/cup").one("address").text == "http://testserver/t/cup"
    client.base_url = "http://127.0.0.1"
    assert not page(client, "/hall/cup").all("phones"), "that would be the phone itself"


def test_invented_host_names_do_not_displace_the_true_one(showing: Showing) -> None:
    client = showing(cup=hall())
    for number in range(12):
        shown = page_as(client, f"h{number}.lan").one("address").text
        assert shown == f"http://h{number}.lan/t/cup"
    assert page_as(client, "hall.lan").one("address").text == "http://hall.lan/t/cup", "the true one, after all of them"


def test_team_members_are_listed(showing: Showing) -> None:
    desk = teams()
    client = showing(cup=desk)
    listed = [row.text for row in page(client, "/t/cup/e/T").one("members").all("<li")]
    entries = desk.state.entries[CompetitionId("T")]
    assert [line.split()[0] for line in listed] == [str(team).split()[0] for team in entries]
    for line, entry in zip(listed, entries.values(), strict=True):
        assert all(desk.state.people[one].name in line for one in entry.members)


def test_replaced_player_keeps_a_page(showing: Showing) -> None:
    desk = teams()
    event = CompetitionId("T")
    match = desk.state.in_stage(StageKey(event, StageId("league")))[0].fixture.id
    desk.record(typed_result(desk.view, match, ["20-5"], ResultDetails()))
    entry = desk.view.known_sides(match)[0]
    goes = who_plays(desk.state, desk.state.matches[match], entry)[0]
    desk.record(PersonRecorded(person=Person(id=PersonId("zed"), name="Zed New")))
    desk.record(
        Substituted(event=event, entry=entry, goes=goes, comes=PersonId("zed"), name=str(entry)), reason="called home"
    )
    client = showing(cup=desk)
    mine = page(client, f"/t/cup/p/{goes}")
    assert mine.one("me").text.startswith(desk.state.people[goes].name)
    assert match in mine.text
    assert client.get(f"/t/cup/p/{goes}.ics").status_code == 200
    (event_now,) = desk.state.announced.events
    assert replaced_players(desk.view, event_now, entry) == (f"{desk.state.people[goes].name} (played 1 match)",)


def test_player_called_to_two_tables_reads_which_is_first(showing: Showing) -> None:
    desk = hall(4, groups=1, tables=3)
    sides = {record.fixture.id: desk.view.known_sides(record.fixture.id) for record in desk.state.in_stage(GROUPS)}
    one, two = next(pair for pair in combinations(sides, 2) if set(sides[pair[0]]) & set(sides[pair[1]]))
    (who,) = set(sides[one]) & set(sides[two])
    desk.record(MatchCalled(match=two, table=1))
    desk.record(MatchCalled(match=one, table=2), reason="both at once")
    (person,) = desk.state.entries[CompetitionId("S")][who].members
    tiles = page(showing(cup=desk), f"/t/cup/p/{person}").one("urgent").all("tile")
    assert [tile.attributes["id"] for tile in tiles] == ["t-1", "t-2"]
    assert words_of("en").say("waits-for-you", table="1") in tiles[1].text


def page_as(client: TestClient, host: str) -> Element:
    """The hall screen under this host name."""
    return read(client.get("/hall/cup", headers={"host": host}).text)
