"""Evenings with problems, played through the pages of the desk, with their exact figures.

The past of each evening is uploaded as a file; the rest is done on the page, and the figures are read there. Where
minutes count, the file's clock is set to the right minute. A power cut in mid-board is tested in
tests/web/test_pad_storage.py.
"""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from httpx2 import Client
from openpyxl import Workbook
from playwright.sync_api import Browser, Page, expect

from carrom.server.public.words import words_of
from carrom.tournament.desk.acts.entry_acts import LeaveEvents
from carrom.tournament.desk.acts.hall_acts import CallMatch
from carrom.tournament.desk.acts.result_acts import GiveResult
from carrom.tournament.desk.acts.ruling_acts import SetPolicy
from carrom.tournament.desk.acts.setup_acts import DrawStage, DrawTeams, ImportEntries, PublishDraw
from carrom.tournament.settings import SettingChange, new_tournament
from tests.server.pads.hall import Phone
from tests.web.desk_client import DeskClub, DeskTournament, containing
from tests.web.desk_page import CALM, confirm, go_to, type_result
from tests.web.tournament_files import TournamentFile, group
from tests.web.words import desk_text

pytestmark = pytest.mark.browser
TOMORROW = date.today() + timedelta(days=1)


@pytest.fixture(scope="module")
def page(browser: Browser, club: DeskClub) -> Iterator[Page]:
    """One page for all evenings, signed in as the owner."""
    context = browser.new_context(**CALM)  # type: ignore[arg-type]
    name, _, value = club.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": club.address}])
    context.add_init_script("localStorage.setItem('carrom.prefs', JSON.stringify({language: 'en'}))")
    problems: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield page
    context.close()
    assert problems == []


def rows(page: Page, *columns: int) -> list[tuple[str, ...]]:
    """Return the group table: names and these columns (0 played, 1 won, 2 points, 3 net, 4 scored)."""
    if page.locator("[data-screen=draw]").count() == 0:
        go_to(page, "draw")
    expect(page.locator(".group tbody tr").first).to_be_visible()
    found = page.locator(".group tbody tr").all_inner_texts()
    cells = [[cell.strip() for cell in re.split(r"[\t\n]+", line.strip())] for line in found]
    return [(line[1], *(line[2 + column] for column in columns)) for line in cells]


def explanations(page: Page) -> list[str]:
    """Return the reasons for the order of a group table."""
    return page.locator(".group details li").all_text_contents()


def id_of(page: Page) -> str:
    return page.url.split("/desk/")[1].split("/")[0]


def test_1_each_policy_orders_three_level_players(page: Page, club: DeskClub) -> None:
    played = ("P-Q 18-18x10-0", "Q-R 25-18", "R-P 25-20", "P-S 25-9", "Q-S 25-20")
    cup = group("P Q R S", "Scenario 1")
    cup.give(*played)
    cup.upload(page, club.address)
    type_result(page, cup.line("R-S 25-17"), "R 25", "S 17")
    assert rows(page, 1, 3) == [("Q", "2", "+12"), ("P", "2", "+11"), ("R", "2", "+6"), ("S", "0", "−29")]
    assert any(containing("Q", "P", "+12", "+11").search(one) for one in explanations(page))
    order = '"win":2,"order":["points","wins","net"]'
    others = ((f'{{{order},"extra_counts":true}}', "PRQS", "with extra boards"),
              (f'{{{order},"scope":"among_tied"}}', "QRPS", "among"))  # fmt: skip
    for policy, places, because in others:
        cup = group("P Q R S", f"Scenario 1 {because}")
        cup.do(SetPolicy(stage="S/groups", policy=policy))
        cup.give(*played, "R-S 25-17")
        cup.upload(page, club.address)
        assert "".join(one for (one,) in rows(page)) == places
        assert any(because in one for one in explanations(page))


def test_2_shoot_outs_order_players_who_are_level(page: Page, club: DeskClub) -> None:
    cup = group("A B C", "Scenario 2")
    cup.give("A-B 20-12", "B-C 20-12")
    cup.upload(page, club.address)
    type_result(page, cup.line("C-A 20-12"), "C 20", "A 12")
    decision = page.locator("[data-code=tie]")
    expect(decision).to_be_visible()
    for a, b, points in (("A", "B", "5"), ("B", "C", "2"), ("A", "C", "1")):
        form = decision.locator(".shootout").filter(has=page.get_by_label(a, exact=True))
        form = form.filter(has=page.get_by_label(b, exact=True))
        form.get_by_label(a, exact=True).fill(points)
        form.get_by_label(b, exact=True).fill("0")
        form.get_by_role("button").click()
        confirm(page)
        expect(page.get_by_test_id("told")).to_contain_text(points)
    expect(decision).to_have_count(0)
    assert rows(page, 1, 3, 4) == [(one, "1", "0", "32") for one in "ABC"]


@pytest.mark.deep
def test_3_five_teams_of_eight_categories(page: Page, club: DeskClub) -> None:
    """The line-up is changed on the page, and the plan is as short as it can be on any number of tables."""
    definition = new_tournament(
        "kreeda-2024", [SettingChange("name", "Scenario 3"), SettingChange("tables", "4")], day=TOMORROW
    )
    cup = TournamentFile(definition)
    people = "".join(f"Person {n:02},{18 + n % 50},{'f' if n % 5 == 0 else 'm'},{1 + n % 5}\n" for n in range(65))
    cup.do(ImportEntries(text="name,age,gender,level\n" + people))
    cup.do(DrawTeams(random="7"))
    cup.upload(page, club.address)
    go_to(page, "draw")
    stage = page.locator("[data-panel='T/league']")
    stage.get_by_role("button", name=desk_text("draw-now"), exact=True).click()
    expect(page.get_by_test_id("told")).to_contain_text(containing("80"))
    stage.get_by_role("button", name=desk_text("to-tables")).click()
    expect(stage.locator(".ties li")).to_have_count(10)
    # a tap on a place of the line-up changes it, after a preview
    place = page.get_by_role("button", name=desk_text("line-up-label", team="Team 1", rubber="S1"))
    was = place.inner_text()
    place.click()
    change = page.get_by_test_id("line-up-change")
    other = change.locator("option").nth(3)
    instead = other.inner_text()
    change.get_by_label(desk_text("player")).select_option(other.get_attribute("value"))
    label = desk_text("line-up-label", team="Team 1", rubber="S1")
    change.get_by_role("button", name=f"{desk_text('save')}: {label}").click()
    expect(page.get_by_role("dialog").locator(".asking")).to_contain_text(containing("Team 1", "S1", instead, was))
    expect(page.get_by_role("dialog").locator("[data-testid=impact] li, .refusal")).not_to_have_count(0)
    confirm(page)
    expect(place).to_have_text(instead)
    # the whole line-up in one form: the player who moved left a gap, and one question covers all changes
    page.get_by_role("button", name=desk_text("line-up-of", team="Team 1")).click()
    form = page.get_by_test_id("team-line-up")
    gap = next(one for one in form.locator("fieldset").all() if one.locator("select").first.input_value() == "")
    gap.locator("select").first.select_option(label=was)
    form.get_by_role("button", name=desk_text("line-up-of", team="Team 1")).click()
    expect(page.get_by_role("dialog").locator(".asking")).to_contain_text(was)
    confirm(page)
    expect(form).to_have_count(0)
    expect(page.locator(".line-ups .lacks")).to_have_count(0)
    go_to(page, "plan")
    for tables, ends in (("", "20:40"), ("5", "18:20"), ("6", "17:10"), ("8", "14:50"), ("10", "14:50")):
        page.locator(".what-if input").fill(tables)
        expect(page.locator(".day h3")).to_have_text(desk_text("day-n", n=1, **{"from": "09:00"}, to=ends))
        expect(page.locator(".block")).to_have_count(80)
    go_to(page, "evening")
    for match in ("M1", "M2"):
        type_result(page, f"{match} 20-5", "20", "5")
    public = page.context.request.get(f"{club.address}/t/{id_of(page)}/e/T?lang=en").text()
    assert public.count(words_of("en").say("rubbers-open", n=8)) == 9
    assert words_of("en").say("rubbers-open", n=6) in public


@pytest.mark.deep
def test_4_a_knock_out_of_37_with_eight_seeds(page: Page, club: DeskClub) -> None:
    definition = new_tournament("knockout", [SettingChange("name", "Scenario 4")], day=TOMORROW)
    cup = TournamentFile(definition)
    people = "".join(f"Player {n:02},Club {n % 9},{n if n <= 8 else ''}\n" for n in range(1, 38))
    cup.do(ImportEntries(text="name,club,seed\n" + people))
    cup.upload(page, club.address)
    go_to(page, "draw")
    page.get_by_text(desk_text("own-number")).click()
    page.get_by_label(desk_text("public-seed")).fill("37")
    page.get_by_role("button", name=desk_text("draw-now"), exact=True).click()
    expect(page.get_by_test_id("told")).to_contain_text(containing("36", "27"))
    lots = page.get_by_test_id("lots").locator("li")
    expect(lots).to_have_count(64)
    drawn = lots.all_inner_texts()
    assert [drawn.index(f"Player {seed:02}") + 1 for seed in range(1, 9)] == [1, 33, 49, 17, 25, 57, 41, 9]
    assert not any(drawn[at] == drawn[at + 1] == "–" for at in range(0, 64, 2))


@pytest.mark.deep
def test_5_a_late_withdrawal_by_three_policies(page: Page, club: DeskClub) -> None:
    """Enter the withdrawal and undo it on the page; with a published bracket it becomes a question of seats."""
    results = ("A-B 25-15", "A-C 25-20", "D-A 25-22", "E-A 25-10", "B-E 25-8", "B-C 25-18", "B-D 25-20", "C-D 25-12")
    cup = group("A B C D E", "Scenario 5", withdrawal="1/2")
    cup.give(*results)
    cup.upload(page, club.address)
    go_to(page, "entries")
    page.locator(".people .row", has=page.locator("b", has_text=re.compile("^E$"))).click()
    page.get_by_role("button", name=desk_text.pattern("leave-label", who="E")).click()
    expect(page.get_by_test_id("impact")).to_be_visible()
    confirm(page, "ill")
    expect(page.locator(".people .gone")).to_have_count(1)
    found = rows(page, 3)
    assert [one for one, _ in found][:2] == ["B", "C"]
    assert {one: net for one, net in found if one in "ACD"} == {"A": "−3", "C": "+1", "D": "−15"}
    go_to(page, "evening")
    page.get_by_role("button", name=desk_text("undo")).click()
    confirm(page, "he is back")
    assert {one for one, _ in rows(page, 3)} == set("ABCDE")
    scored = '{"win":2,"order":["points","wins","net","shootout"],"walkover_score":25}'
    for withdrawal, policy, nets in (
        ("1/2", scored, {"C": "+26", "D": "+10", "A": "−3"}),
        ("annul", "vkk", {"A": "+12", "B": "+2"}),
    ):
        cup = group("A B C D E", f"Scenario 5 {nets['A']}", withdrawal=withdrawal)
        cup.do(SetPolicy(stage="S/groups", policy=policy))
        cup.give(*results)
        cup.do(LeaveEvents(entry="E"), reason="ill")
        cup.upload(page, club.address)
        found = rows(page, 3)
        assert {one: net for one, net in found if one in nets} == nets, withdrawal
    assert [one for one, _ in found][:2] == ["A", "B"]
    # all are played and the final is published: then E, who had won it, leaves
    cup = group("A B C D E", "Scenario 5 published", withdrawal="annul")
    cup.give(*results, "E-C 25-0", "E-D 25-0")
    cup.do(PublishDraw(stage="S/knockout"))
    cup.upload(page, club.address)
    go_to(page, "entries")
    page.locator(".people .row", has=page.locator("b", has_text=re.compile("^E$"))).click()
    page.get_by_role("button", name=desk_text.pattern("leave-label", who="E")).click()
    confirm(page, "ill")
    go_to(page, "evening")
    expect(page.locator("[data-code=seat]").get_by_role("button", name=desk_text("keep-all"))).to_be_visible()


def test_6_a_protest_is_upheld_and_the_board_replayed(page: Page, club: DeskClub) -> None:
    settings = {"name": "Scenario 6", "games": "1", "protest-window": "30", "protest-fee": "500", "rest": "0"}
    settings["start"] = "00:00"  # matches can be called at any hour
    definition = new_tournament("knockout", [SettingChange(*one) for one in settings.items()], day=date.today())
    cup = TournamentFile(definition)
    cup.do(ImportEntries(text="name\nA\nB\nC\nD\n"))
    cup.do(DrawStage(random="1"))
    first, second, final = cup.state.matches
    (a, b), boards = cup.view.known_sides(first), "a:9+q a:8 b:8 a:5"
    cup.do(GiveResult(match=second, words=("25-3",)), ago=31)
    cup.do(GiveResult(match=first, words=tuple(boards.split()), first_break="a"), ago=21)
    cup.upload(page, club.address)

    def lodge(match: str) -> None:
        page.get_by_label(desk_text("find-match")).fill(match)
        expect(page.locator(".found .row")).to_have_count(1)
        page.locator(".found .row", has_text=match).click()
        page.get_by_role("button", name=desk_text("protest-open")).click()
        form = page.locator(".protest-form")
        form.get_by_role("radio").nth(1).check()
        form.get_by_label(desk_text("contested-board")).fill("3")
        form.get_by_label(desk_text("what-happened")).fill("wrong turn")
        form.get_by_role("button", name=desk_text("lodge-protest")).click()

    lodge(second)
    expect(page.get_by_test_id("told")).to_contain_text(
        f"Protests against {second} were possible until"
    )  # a minute after the window
    lodge(first)
    expect(page.locator("[data-protest=P1]")).to_contain_text(desk_text.pattern("time-left"))
    # the desk reads before the call that the final depends on a contested match
    hanging = containing(final, first, a, b, "P1")
    expect(page.locator("[data-panel=next]")).to_contain_text(hanging)
    page.get_by_role("button", name=desk_text.pattern("call-label", match=final)).click()
    expect(page.get_by_role("dialog")).to_contain_text(hanging)
    confirm(page, "both want to play")
    tile = page.locator(".tile", has_text=final)
    expect(tile).to_have_attribute("data-state", "called")
    expect(tile).to_contain_text(hanging)  # its table still shows it, to the desk and to the referee
    note, whole = (tile.locator(one).bounding_box() for one in (".hangs", ".face"))
    assert note is not None
    assert whole is not None
    assert note["width"] > 0.8 * whole["width"], "the note has a line of its own"
    page.locator("#result-line").fill(f"{final} 25-9")
    expect(page.get_by_test_id("meaning").locator(".refusal").first).to_contain_text(hanging)
    page.locator("#result-line").fill("")
    go_to(page, "referee")
    expect(page.locator("[data-panel=in-doubt]")).to_contain_text(hanging)
    go_to(page, "evening")
    page.get_by_role("button", name=desk_text("take-fee", n=500)).click()
    expect(tile).to_have_attribute("data-state", "on hold")
    expect(tile).not_to_contain_text(desk_text("not-there"))
    table = tile.get_attribute("data-table")
    expect(page.get_by_test_id("told")).to_contain_text(containing(final, f"table {table}", "P1"))
    # its card does not correct the match before it, and no button offers that
    page.locator("#result-line").fill(f"{table} 9-25")
    expect(page.get_by_test_id("meaning").get_by_role("alert")).to_contain_text(containing(final, "P1"))
    expect(page.get_by_test_id("meaning").get_by_role("button")).to_have_count(0)
    page.locator("#result-line").fill("")
    tile.locator(".face").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name=desk_text("take-back-call", match=final))).to_be_visible()
    for name in (desk_text("start"), desk_text("result")):
        expect(dialog.get_by_role("button", name=name, exact=True)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    public = page.context.new_page()
    public.goto(f"{club.address}/t/{id_of(page)}/results")
    expect(public.locator(f"[data-match={first}]")).to_contain_text(words_of("en").say("stand.review"))
    assert "25" not in public.locator(f"[data-match={first}] .sides").inner_text()
    public.close()
    go_to(page, "referee")
    expect(page.locator("[data-protest=P1] .boards .contested")).to_contain_text("8")
    page.get_by_role("button", name=desk_text("uphold", id="P1")).click()
    expect(page.get_by_test_id("impact")).to_contain_text("20–0")
    confirm(page, "wrong turn in board 3")
    expect(page.locator("[data-protest=P1]")).to_contain_text("20–0")
    expect(page.locator("[data-protest=P1]")).to_contain_text("500")
    go_to(page, "evening")
    type_result(page, f"{first} a:9+q a:8 b:9 a:5 --break a", f"{a} 25", f"{b} 9")
    go_to(page, "log")
    page.get_by_label(desk_text("find-in-log")).fill(f"result of {first}")
    expect(page.locator(".log li")).to_have_count(2)


@pytest.mark.deep
def test_8_boards_lead_to_results_or_are_refused(page: Page, club: DeskClub) -> None:
    """The line previews results from boards by three rulebooks; none is entered."""
    lines_of = {
        "icf": {
            "a:9+q a:9+q a:1": "25", "a:9 a:9 a:3 a:1+q": "M1: A 25", "a:9 a:9 a:4 a:1+q a:2": "25",
            "a:9 a:9 a:2 a:9+q": "25 – B 0", "a:10": "", "26-3": "", "25-25": "", "18-18": "level",
        },
        "community-2024": {"a:9 a:9 a:5 a:1+q": "29 – B 0", "a:9 a:9 a:7 a:1+q a:3": "29 – B 0", "30-3": ""},
        "kreeda-2024": {"a:9+q a:9+q a:9+q": "42", "a:10+q a:1 b:1": "", "43-0": ""},
    }  # fmt: skip
    for rulebook, lines in lines_of.items():
        cup = group(
            "A B", f"Scenario 8 {rulebook}", rulebook=rulebook, boards="3" if rulebook == "kreeda-2024" else "8"
        )
        cup.upload(page, club.address)
        field, meaning = page.locator("#result-line"), page.get_by_test_id("meaning")
        for line, says in lines.items():
            field.fill(f"M1 {line}")
            if says and says != "level":
                expect(meaning.locator(".means")).to_contain_text(says)
            else:
                expect(meaning.get_by_role("alert")).to_be_visible()
                if says:
                    expect(meaning.get_by_role("alert")).to_have_attribute("data-code", says)


def test_9_an_extra_board_decides_when_the_time_is_up(page: Page, club: DeskClub) -> None:
    cup = group("A B C", "Scenario 9", minutes="30")
    cup.upload(page, club.address)
    type_result(page, cup.line("A-B 14-14x6-0"), "A 14", "B 14")
    type_result(page, cup.line("B-C 17-14"), "B 17", "C 14")
    assert {("A", "1", "0"), ("B", "1", "+3")} < set(rows(page, 1, 3))


@pytest.mark.deep
def test_10_people_in_two_events(page: Page, club: DeskClub) -> None:
    pairs = "".join(f"P{n:02}a / P{n + 1:02}b,D\n" for n in range(1, 16, 2))
    singles = "".join(f"P{n:02}{'a' if n % 2 else 'b'},S\n" for n in range(1, 17))
    for rest, ends in (("35", ("17:10", "16:35")), ("0", ("13:40", "13:05"))):
        settings = {"name": f"Scenario 10 {rest}", "slot": "35", "rest": rest, "tables": "4", "games": "1"}
        events = [SettingChange("event", "Singles: singles", "S"), SettingChange("event", "Doubles: doubles", "D")]
        cup = TournamentFile(
            new_tournament("knockout", [*events, *(SettingChange(*one) for one in settings.items())], day=TOMORROW)
        )
        cup.do(ImportEntries(text=f"name,event\n{singles}{pairs}"))
        cup.do(DrawStage(stage="S/knockout", random="7"))
        cup.do(DrawStage(stage="D/knockout", random="7"))
        cup.upload(page, club.address)
        go_to(page, "plan")
        for tables, end in zip(("", "8"), ends, strict=True):
            page.locator(".what-if input").fill(tables)
            expect(page.locator(".day h3")).to_have_text(desk_text("day-n", n=1, **{"from": "09:00"}, to=end))
            expect(page.locator(".block")).to_have_count(22)


def test_10_busy_players_wait_and_absent_ones_can_lose_by_walkover(page: Page, club: DeskClub) -> None:
    cup = group("A B C D", "Scenario 10 absent", rest="0")
    match, _ = cup.match("A", "B")
    cup.do(CallMatch(match=match, table=1), ago=26)
    cup.upload(page, club.address)
    page.locator(".waiting-list summary").click()
    other = cup.match("A", "C")[0]
    page.locator(".waiting-list .chip", has_text=re.compile(f"^{other}$")).click()
    expect(page.locator(".why .said").first).to_contain_text(containing("A", "table 1", match))
    tile = page.locator("[data-table='1']")
    expect(tile).to_have_attribute("data-state", "past its reporting time")
    tile.get_by_role("button", name=desk_text("walkover")).click()
    page.get_by_role("dialog").get_by_role("radio").first.check()
    page.get_by_role("button", name=desk_text.pattern("walkover-for")).click()
    last = page.get_by_role("dialog").last.locator(".asking .buttons button").last
    expect(last).to_be_disabled()  # no walk-over without a reason
    confirm(page, "did not come")
    expect(page.get_by_test_id("told")).to_contain_text(match)
    expect(tile).to_have_attribute("data-state", "free")


@pytest.mark.deep
def test_11_a_workbook_is_read_and_the_file_saved_and_uploaded(page: Page, club: DeskClub) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Name of Player", "Date of Birth"])
    for n in range(65):
        day = f"{3 + n % 9:02}/{4 + n % 8:02}/1990" if n < 3 else f"{13 + n % 15}/04/19{60 + n % 35}"
        sheet.append([f"Player {chr(65 + n % 26)}{n:02}", day])
    sheet.append(["Player D03", "16/04/1963"])
    sheet.append(["Player E04", "17/04/1964"])
    raw = io.BytesIO()
    book.save(raw)
    file = {"name": "list.xlsx", "mimeType": "application/octet-stream", "buffer": raw.getvalue()}
    TournamentFile(new_tournament("vkk", [SettingChange("name", "Scenario 11")], day=TOMORROW)).upload(
        page, club.address
    )
    go_to(page, "entries")
    chooser = page.locator("#import input[type=file]")
    chooser.set_input_files(file)  # type: ignore[arg-type]
    expect(page.locator(".questions h3")).to_have_text(desk_text("questions-n", n=5))
    page.get_by_label(desk_text("dates-dmy")).check()
    expect(page.locator(".questions h3")).to_have_text(desk_text("questions-n", n=2))
    page.get_by_role("button", name=desk_text("enter-list", n=65)).click()
    expect(page.locator(".people li")).to_have_count(65)
    page.get_by_text(desk_text("add-list")).click()
    chooser.set_input_files(file)  # type: ignore[arg-type]
    page.get_by_label(desk_text("dates-dmy")).check()
    summary = (desk_text("new-people", n=0), desk_text("new-entries", n=0), desk_text("known-n", n=65))
    expect(page.get_by_text(", ".join(summary))).to_be_visible()
    # the saved file is recognised when uploaded, and a copy of it saves the same file
    go_to(page, "log")
    with page.expect_download() as saved:
        page.get_by_role("button", name=desk_text("export-file")).click()
    out = saved.value.path().read_bytes()
    page.goto(f"{club.address}/desk")
    back = {"name": "x.tournament", "mimeType": "text/plain", "buffer": out}
    page.locator("#from-file input").set_input_files(back)  # type: ignore[arg-type]
    expect(page.get_by_test_id("was-here")).to_contain_text(desk_text.pattern("file-known", name="Scenario 11"))
    page.get_by_role("button", name=desk_text("make-copy")).click()
    page.wait_for_url("**/evening")
    go_to(page, "log")
    with page.expect_download() as again:
        page.get_by_role("button", name=desk_text("export-file")).click()
    assert again.value.path().read_bytes() == out
    # the second one is removed, by its name
    page.goto(f"{club.address}/desk")
    expect(page.locator(".mine li", has_text="Scenario 11")).to_have_count(2)
    page.locator(".mine li", has_text="Scenario 11").first.get_by_role("button").click()
    page.get_by_role("dialog").get_by_label(desk_text("remove-name", name="Scenario 11")).fill("Scenario 11")
    page.get_by_role("dialog").get_by_role("button", name=desk_text("remove"), exact=True).click()
    expect(page.locator(".mine li", has_text="Scenario 11")).to_have_count(1)


@pytest.mark.deep
def test_11_a_public_seed_draws_teams_of_equal_age(page: Page, club: DeskClub) -> None:
    chance = random.Random()
    chance.seed(2024)
    ages = [(chance.randint(18, 67), chance.randint(1, 5)) for _ in range(65)]
    people = "".join(
        f"P{n:02},{age},{level},{'f' if n % 5 == 0 else 'm'},D{n % 9}\n" for n, (age, level) in enumerate(ages)
    )
    cup = TournamentFile(new_tournament("kreeda-2024", [SettingChange("name", "Scenario 11 teams")], day=TOMORROW))
    cup.do(ImportEntries(text=f"name,age,level,gender,club\n{people}"))
    cup.upload(page, club.address)
    go_to(page, "draw")
    page.get_by_label(desk_text("public-seed")).first.fill("5")
    page.get_by_role("button", name=desk_text("draw-teams")).click()
    confirm(page)
    line_ups = page.locator(".line-ups").first
    expect(line_ups.locator("thead th")).to_have_count(6)
    cells = line_ups.locator("tbody tr").all_inner_texts()
    by_team = [
        [name.strip() for row in cells for name in row.split("\t")[team].replace("\n", "").split("/")]
        for team in range(1, 6)
    ]
    totals = [sum(ages[int(name[1:])][0] for name in team if name.startswith("P")) for team in by_team]
    assert sum(age for age, _ in ages) == 3070
    assert totals == [614] * 5


def test_12_two_sources_and_a_revoked_link(page: Page, club: DeskClub) -> None:
    """A phone is offline while the desk enters another result: the referee chooses between the two."""
    cup = group("A B C D", "Scenario 12")
    match, _ = cup.match("A", "B")
    cup.do(CallMatch(match=match, table=4), ago=20)
    cup.upload(page, club.address)
    own = DeskTournament(club, id_of(page))
    made = own.ask("links", {"role": "umpire", "table": 4})
    with Client(base_url=club.address) as line:
        phone = Phone(line, made["secret"], tournament=own.id)
        phone.open()
        phone.tap("toss a break", *["board-over a coins 9 queen none"] * 2)
        phone.send()
        phone.tap("board-over a coins 9 queen none", 'sign loser name "B"', 'sign umpire name "U"')  # without network
        type_result(page, f"{match} 25-17", "25", "17")
        phone.send(is_lost=True)
        assert phone.send()["has"] == 6, "a re-send adds nothing"
        expect(page.get_by_test_id("referee-waits")).to_have_text("1")
        go_to(page, "referee")
        review = page.locator("[data-code=review]")
        expect(review.locator(".draft")).to_have_count(2)
        public = page.context.new_page()
        public.goto(f"{club.address}/t/{own.id}/results")
        expect(public.locator(f"[data-match={match}]")).to_contain_text(words_of("en").say("stand.review"))
        public.close()
        review.locator(".draft", has_text="17").get_by_role("button", name=desk_text("this-stands")).click()
        confirm(page)
        expect(review).to_have_count(0)
        assert rows(page, 3)[0][1] == "+8"
        # another match: the link is revoked before the phone is back online
        second = cup.match("C", "D")[0]
        own.act("call", match=second, table=4)
        late = Phone(line, made["secret"], tournament=own.id)
        late.open()
        late.tap("toss a break", "board-over a coins 9 queen none")
        late.send()
        own.ask("roles/revoke", {"id": made["id"]})
        late.tap(*["board-over a coins 9 queen none"] * 2, 'sign loser name "D"', 'sign umpire name "U"')
        assert late.send()["aside"] == "revoked"
    go_to(page, "referee")
    aside = page.locator("[data-panel=aside]")
    expect(aside).to_contain_text(desk_text("aside-revoked", n=4))
    assert own.kinds().count("result") == 2
    aside.get_by_role("button", name=desk_text("let-count")).click()
    expect(aside).to_have_count(0)
    assert own.kinds().count("result") == 3


def test_a_final_played_by_others_is_retracted_in_another_time_zone(page: Page, club: DeskClub) -> None:
    cup = group("A B C", "Void final", rest="0")
    cup.give("A-B 25-1", "A-C 25-2", "B-C 25-3")
    cup.do(PublishDraw(stage="S/knockout"))
    final, *_ = (match for match, one in cup.state.matches.items() if one.fixture.round == "final")
    cup.do(GiveResult(match=final, words=("25-4",)))
    cup.upload(page, club.address)
    type_line = page.locator("#result-line")
    type_line.fill(f"{cup.line('B-C 3-25')} ")
    type_line.press("Enter")
    page.get_by_test_id("meaning").get_by_role("button", name=desk_text("correct-it")).click()
    confirm(page, "misread")
    page.locator("[data-code=seat]").get_by_role("button", name=desk_text("change-all")).click()
    confirm(page, "C goes on")
    void = page.locator("[data-code=void]")
    void.get_by_role("button", name=desk_text("play-again", match=final)).click()
    confirm(page, "others played it")
    expect(void).to_have_count(0)
    page.get_by_role("button", name=desk_text.pattern("call-label", match=final)).click()
    expect(page.locator("[data-state=called]")).to_contain_text("C")
    go_to(page, "settings")
    row = page.locator("[data-setting=zone]")
    row.get_by_role("textbox").fill("Asia/Kolkata")
    row.get_by_role("button", name=desk_text("save")).click()
    expect(page.get_by_test_id("told")).to_contain_text("Asia/Kolkata")
    there = datetime.fromisoformat(DeskTournament(club, id_of(page)).ask("hall")["at"])
    assert abs(datetime.now(ZoneInfo("Asia/Kolkata")).replace(tzinfo=None) - there) < timedelta(minutes=2)
