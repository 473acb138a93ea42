"""Evenings that went wrong somewhere, with their exact figures, told over HTTP and counted from the exported file."""

from __future__ import annotations

import io
from base64 import b64encode
from typing import Any

import pytest

from carrom.tournament.desk.tasks import tasks
from carrom.tournament.draws.bracket import Bye, Entrant
from carrom.tournament.log.file import from_text
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.explain import sentences
from tests.server.desk.conftest import Club, Person
from tests.tournament.desk import GROUPS, KNOCKOUT

ICF = (("rulebook", "icf"), ("games", "1"), ("boards", "8"), ("order", "vkk"), ("groups", "1"), ("day", "2024-11-05"))


def view_of(person: Person) -> TournamentView:
    return TournamentView(from_text(person.get("file").text).state)


def group(club: Club, names: str, *settings: tuple[str, ...]) -> Person:
    """These players in one group, of which two go on to a final."""
    owner = club.new("groups+knockout", *ICF, *settings)
    owner.act("import", text="name\n" + "\n".join(names.split()))
    owner.act("draw", stage="S/groups")
    return owner


def give(person: Person, told: str, **more: Any) -> dict[str, Any]:
    """`P-Q 18-18`: the result, from whichever side of the draw it is seen."""
    pair, score = told.split()
    a, b = pair.split("-")
    view = view_of(person)
    for match in view.state.matches:
        sides = view.sides(match)
        if sides == (a, b):
            return person.act("result", match=match, words=[score], **more)
        if sides == (b, a):
            turned = {key: value[::-1] if key == "extra" else value for key, value in more.items()}
            return person.act("result", match=match, words=["-".join(score.split("-")[::-1])], **turned)
    raise AssertionError(told)


def table(person: Person, *figures: str, group: int = 0) -> list[tuple[Any, ...]]:
    rows = view_of(person).tables(GROUPS)[group].standings.table
    return [(row.entry, *(getattr(row, figure) for figure in figures)) for row in rows]


def test_1_three_level_and_the_extra_board_is_not_counted(club: Club) -> None:
    owner = group(club, "P Q R S")
    give(owner, "P-Q 18-18", extra=[10, 0])
    for told in ("Q-R 25-18", "R-P 25-20", "P-S 25-9", "Q-S 25-20", "R-S 25-17"):
        give(owner, told)
    assert table(owner, "wins", "net") == [("Q", 2, 12), ("P", 2, 11), ("R", 2, 6), ("S", 0, -29)]
    view = view_of(owner)
    why = sentences(view.tables(GROUPS)[0].standings, view.state.policy(GROUPS))
    assert "Q stands above P by net points without extra boards: +12 against +11." in why


def test_2_nothing_separates_them_until_the_shoot_outs(club: Club) -> None:
    owner = group(club, "A B C")
    for told in ("A-B 20-12", "B-C 20-12", "C-A 20-12"):
        give(owner, told)
    assert any("nothing separates" in task.text for task in tasks(view_of(owner)))
    for a, b, score in (("A", "B", [5, 0]), ("B", "C", [2, 0]), ("A", "C", [1, 0])):
        owner.act("shootout", a=a, b=b, score=score, stage="S/groups")
    assert table(owner, "net", "scored") == [("A", 0, 32), ("B", 0, 32), ("C", 0, 32)]
    assert not tasks(view_of(owner))


def test_3_five_teams_of_eight_categories(club: Club) -> None:
    owner = club.new("kreeda-2024", ("tables", "4"), ("day", "2024-11-05"))
    people = "".join(f"Person {n:02},{18 + n % 50},{'f' if n % 5 == 0 else 'm'},{1 + n % 5}\n" for n in range(65))
    owner.act("import", text="name,age,gender,level\n" + people)
    assert len(owner.act("teams", random="7")["said"]) == 5
    assert owner.act("draw")["said"] == ["T/league: 80 matches"]  # that 20 slots are enough is the planner's to prove


def test_4_a_knock_out_of_37_with_eight_seeds(club: Club) -> None:
    owner = club.new("knockout", ("day", "2024-11-05"))
    people = "".join(f"Player {n:02},Club {n % 9},{n if n <= 8 else ''}\n" for n in range(1, 38))
    owner.act("import", text="name,club,seed\n" + people)
    assert owner.act("draw", random="37")["said"] == ["S/knockout: 36 matches and 27 byes"]
    first = view_of(owner).state.in_stage(KNOCKOUT)[:32]
    lines = [slot.entry if isinstance(slot, Entrant) else None for one in first for slot in one.fixture.slots]
    assert [lines.index(f"Player {seed:02}") + 1 for seed in range(1, 9)] == [1, 33, 49, 17, 25, 57, 41, 9]
    assert all(sum(isinstance(slot, Bye) for slot in one.fixture.slots) < 2 for one in first)


def test_5_a_late_withdrawal(club: Club) -> None:
    owner = group(club, "A B C D E", ("withdrawal", "1/2"))
    for told in ("A-B 25-15", "A-C 25-20", "D-A 25-22", "E-A 25-10", "B-E 25-8", "B-C 25-18", "B-D 25-20", "C-D 25-12"):
        give(owner, told)
    owner.act("leave", entry="E", reason="ill")
    assert [row[0] for row in table(owner)][:2] == ["B", "C"]
    assert {row[0]: row[1] for row in table(owner, "net") if row[0] in "ACD"} == {"A": -3, "C": 1, "D": -15}
    owner.act("undo", reason="he is back")
    assert dict(table(owner, "net")).keys() == set("ABCDE")


def test_6_a_protest_upheld(club: Club) -> None:
    owner = group(club, "A B C D", ("protest-window", "30"), ("protest-fee", "500"), ("tables", "4"))
    view = view_of(owner)
    match = next(one for one in view.state.matches if set(view.sides(one)) == {"A", "B"})
    a = "a" if view.sides(match)[0] == "A" else "b"
    b = "b" if a == "a" else "a"
    boards = [f"{a}:9+q", f"{a}:8", f"{b}:8", f"{a}:5"]
    owner.act("result", match=match, words=boards, first_break=a, at="15:10")
    late = owner.try_act("protest", match=match, side=b, board=3, text="wrong turn", at="15:41")
    assert (late.status_code, late.json()["code"]) == (422, "late")
    owner.act("protest", match=match, side=b, board=3, text="wrong turn", at="15:31")
    owner.act("fee", protest="P1", amount=500, at="15:35")
    assert view_of(owner).status(match) == "under protest"
    seen = owner.act("decide", protest="P1", decision="upheld", at="15:50", reason="wrong turn in board 3")
    assert any("20–0" in change["text"] and "board 3" in change["text"] for change in seen["changes"]), seen
    owner.act("result", match=match, words=[*boards[:2], f"{b}:9", f"{a}:5"], first_break=a, at="16:05")
    record = view_of(owner).state.matches[match]
    assert record.result is not None
    assert record.result.score in ((25, 9), (9, 25))
    assert len(record.drafts) == 2  # the first result stays in the log


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["26-3"], "over-target"),
        (["25-25"], "over-target"),
        (["a:10"], "refused"),
        (["18-18"], "level"),
        (["a:9+q", "a:9+q", "a:9+q", "a:1"], "refused"),
    ],
    ids=" ".join,
)
def test_8_what_no_boards_lead_to_is_refused(drawn: Person, words: list[str], code: str) -> None:
    answer = drawn.try_act("result", match="M1", words=words)
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text


def test_9_level_when_the_time_is_up(club: Club) -> None:
    owner = group(club, "A B C", ("minutes", "30"))
    done = give(owner, "A-B 14-14", extra=[6, 0])
    assert "A wins" in done["said"][0]
    assert dict(table(owner, "net"))["A"] == 0


def test_10_nobody_is_called_to_two_tables_and_a_walk_over_is_confirmed(drawn: Person) -> None:
    drawn.act("call", match="M1", table=1, at="10:00")
    view = view_of(drawn)
    busy = next(
        one for one in view.state.matches if one != "M1" and set(view.sides(one)) & set(view.sides("M1")) - {None}  # type: ignore[arg-type]
    )  # fmt: skip
    waits = drawn.try_act("call", match=busy, table=3, at="10:05")
    assert (waits.status_code, waits.json()["code"]) == (422, "call-playing")
    asked = drawn.try_act("result", match="M1", walkover="a", law="143i", reason="did not come", at="10:30")
    assert (asked.status_code, asked.json()["code"]) == (409, "confirm")
    assert "walk-over" in drawn.act("result", match="M1", walkover="a", law="143i", at="10:30")["said"][0]


def test_11_a_workbook_of_67_rows(club: Club) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Name of Player", "Date of Birth"])
    for n in range(65):
        day = f"{3 + n % 9:02}/{4 + n % 8:02}/1990" if n < 3 else f"{13 + n % 15}/04/19{60 + n % 35}"
        sheet.append([f"Player {chr(65 + n % 26)}{n:02}", day])
    sheet.append(["Player A00", f"{3:02}/{4:02}/1990"])
    sheet.append(["Player D03", f"{13 + 3}/04/19{60 + 3}"])
    raw = io.BytesIO()
    book.save(raw)
    owner = club.new("vkk")
    sent = b64encode(raw.getvalue()).decode()
    read = owner.post("entries/read", {"act": {"do": "import", "file": sent}}).json()
    assert (read["rows"], len(read["added"])) == (67, 65)
    assert {one["code"] for one in read["questions"]} >= {"ambiguous-date"}
    owner.act("import", file=sent, dates="dmy")
    again = owner.act("import", file=sent, dates="dmy")
    assert "0 people are new, 0 changed, 65 known" in again["said"][-1]
    assert len(view_of(owner).state.entries["S"]) == 65  # type: ignore[index]
