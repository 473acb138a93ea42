"""The score cards of a tournament: one for each match, their content, and cards to a sheet."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given, settings, strategies as st

from carrom.laws import rulebook
from carrom.match import ByParty, Match, Setup
from carrom.match.log import acts as a
from carrom.match.views.score_card import blank_card
from carrom.render.card.match_cards import cards_to_a_sheet, match_cards_pages, match_cards_pdf
from carrom.render.ink.typeset import typeset
from carrom.render.sheets.printing import PrintRequest, print_sheets
from carrom.tournament.desk.drawing import draw_stage
from carrom.tournament.desk.order_of_play import order_of_play
from carrom.tournament.desk.printouts import (
    MatchCard,
    can_print_without_plan,
    choose_matches,
    draw_number,
    match_card,
    sheet_footer,
)
from carrom.tournament.desk.typed_result import ResultDetails, typed_result
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, RubberPlan, Stage, StageId
from carrom.tournament.model.events import EntryRecorded, MatchCalled, PersonRecorded, TableServiceSet, Undone
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.state import StageKey
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.match.table import Table
from tests.refusals import refuses
from tests.tournament.desk import DAY, GROUPS, KNOCKOUT, Desk, groups_then_knockout

LONG = "Venkata Subrahmanyam Krishnamurthy Iyer"
PRINTED = datetime(2024, 11, 5, 21, 50)


def sixteen() -> Desk:
    desk = Desk(groups_then_knockout(groups=4))
    desk.enter(" ".join(f"Player_{n}" for n in range(16)))
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    return desk


def teams(kind: str = "doubles") -> Desk:
    size = 2 if kind == "doubles" else 1
    rubber = RubberPlan(id="D1", category=Category(kind="doubles" if size == 2 else "singles"), name="First pair")
    stage = Stage(id=StageId("league"), format="team-league", rulebook="kreeda-2024", policy=POLICIES["kreeda"])
    event = Competition(
        id=CompetitionId("T"), name="Teams", category=Category(kind="teams"), stages=(stage,), rubbers=(rubber,)
    )
    desk = Desk(Definition(name="Meet", day=DAY, venue="Town hall", events=(event,)))
    for team in "XYZ":
        members = tuple(PersonId(f"{team}{n}") for n in range(size))
        for one in members:
            desk.record(PersonRecorded(person=Person(id=one, name=f"{LONG} {one}")))
        entry = Entry(id=EntryId(f"Team {team}"), members=members, line_up={"D1": members})
        desk.record(EntryRecorded(event=CompetitionId("T"), entry=entry))
    desk.draw(StageKey(CompetitionId("T"), StageId("league")))
    return desk


def cards_of(desk: Desk, *words: str) -> list[MatchCard]:
    order = order_of_play(desk.view)
    planned = {one.match: one for one in order}
    return [match_card(desk.view, one, planned=planned.get(one)) for one in choose_matches(desk.view, words, order)]


def pages_of(desk: Desk, cards: list[MatchCard]) -> str:
    return match_cards_pages(cards, sheet_footer(desk.state, PRINTED))


@settings(max_examples=examples(20), deadline=None)
@given(players=st.integers(3, 21), groups=st.integers(1, 4))
def test_every_match_has_exactly_one_card(players: int, groups: int) -> None:
    groups = min(groups, players // 3)
    desk = Desk(groups_then_knockout(groups=groups))
    desk.enter(" ".join(f"P{n}" for n in range(players)))
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    real = {one for one in desk.state.matches if desk.view.status(one) != "bye"}
    by_group = [one for n in range(groups) for one in choose_matches(desk.view, [f"S/groups/{chr(65 + n)}"], ())]
    rounds = {one.fixture.round for one in desk.state.in_stage(KNOCKOUT)}
    by_round = [
        match
        for name in rounds
        if any(
            desk.view.status(one.fixture.id) != "bye"
            for one in desk.state.in_stage(KNOCKOUT)
            if one.fixture.round == name
        )
        for match in choose_matches(desk.view, [f"S/knockout/{name}"], ())
    ]
    assert sorted(by_group + by_round) == sorted(real)
    turns = {record.fixture.turn for record in desk.state.in_stage(GROUPS)}
    by_turn = [match for turn in turns for match in choose_matches(desk.view, [f"S/groups/{turn}"], ())]
    assert sorted(by_turn) == sorted(by_group)
    assert sorted(choose_matches(desk.view, ["all", "M1", "S"], ())) == sorted(real)


def test_a_card_names_everything_that_the_umpire_needs() -> None:
    desk = sixteen()
    desk.record(MatchCalled(match=MatchId("M2"), table=3, umpire="Uma"), at="10:05")
    (card,) = cards_of(desk)
    head = dict(card.card.head)
    assert (card.match, head["Table"], head["Time"], head["Umpire"]) == ("M2", "3", "10:05", "Uma")
    assert (head["Event"], head["Round"], head["Match"]) == ("Singles", "group A", "M2")
    assert set(desk.view.sides(MatchId("M2"))) == {card.card.names.a, card.card.names.b}
    assert card.code == "carrom:Test/M2"
    assert match_card(desk.view, MatchId("M2"), address="https://cup.example/m/").code == "https://cup.example/m/M2"
    source = pages_of(desk, [card])
    for part in (
        card.card.names.a,
        card.card.names.b,
        "M2  Singles · group A",
        "10:05",
        "Uma",
        "Test",
        "5 November 2024",
        "2024-11-05 21:50 · draw 35 ",
    ):
        assert part in source


def test_a_sheet_names_the_last_draw_that_counts() -> None:
    desk = sixteen()
    assert (draw_number(desk.state, [GROUPS]), draw_number(desk.state, [KNOCKOUT]), draw_number(desk.state)) == (
        34,
        35,
        35,
    )
    again = desk.record(draw_stage(desk.state, KNOCKOUT, random="9"), reason="a name was forgotten")
    assert draw_number(desk.state, [KNOCKOUT]) == 36
    desk.record(Undone(fact=again), reason="it was not")
    assert draw_number(desk.state, [KNOCKOUT]) == 35
    assert draw_number(Desk(groups_then_knockout()).state) is None


def test_undecided_sides_are_named_by_their_places() -> None:
    cards = cards_of(sixteen(), "S/knockout/quarter-final")
    assert {card.card.names.a for card in cards} == {"A1", "B1", "C1", "D1"}
    assert not any(card.known.a or card.known.b for card in cards)


def test_team_meets_name_rubber_team_and_players() -> None:
    desk = teams()
    (first, *_), source = cards_of(desk, "T"), pages_of(desk, cards_of(desk, "T"))
    assert dict(first.card.head)["Round"] == "First pair"
    assert first.card.teams.a.startswith("Team ")
    assert first.card.names.a == f"{LONG} {first.card.teams.a[-1]}0 and {LONG} {first.card.teams.a[-1]}1"
    assert first.card.names.a in source


@pytest.mark.parametrize(
    ("book", "round", "to_a_sheet"),
    [
        ("kreeda-2024", "group", 4),
        ("four-break", "final", 4),
        ("vkk", "group", 2),
        ("community-2024", "group", 2),
        ("icf", "final", 1),
    ],
)
def test_cards_to_a_sheet(book: str, round: str, to_a_sheet: int) -> None:
    stage = Stage(id=StageId("knockout"), format="knockout", rulebook=book)
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Cup", day=DAY, events=(event,)))
    desk.enter(" ".join(f"{LONG.replace(' ', '_')}_{n}" for n in range(8)))
    desk.draw(KNOCKOUT)
    cards = cards_of(desk, "S")
    assert {cards_to_a_sheet(card) for card in cards} == {to_a_sheet}
    pages = typeset(pages_of(desk, cards), {}, form="png", ppi=20)
    assert len(pages) == -(-len(cards) // to_a_sheet)


def played(book: str, *words: str, first_break: str = "a") -> MatchCard:
    stage = Stage(id=StageId("knockout"), format="knockout", rulebook=book)
    event = Competition(id=CompetitionId("S"), name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Cup", day=DAY, events=(event,)))
    desk.enter("Asha Ben")
    desk.draw(KNOCKOUT)
    details = ResultDetails(first_break="b" if first_break == "b" else "a" if ":" in "".join(words) else None)
    desk.record(typed_result(desk.view, MatchId("M1"), words, details))
    return match_card(desk.view, MatchId("M1"))


def test_typed_boards_are_on_the_card() -> None:
    card = played("vkk", "a:5+q", "b:3", "a:9+q", "b:=12", "a:4-q", "a:4", first_break="b").card
    rows = [(row.board, row.breaker, *row.cells.a, *row.cells.b) for row in card.games[0].rows]
    assert rows.pop() == ("Extra", *[""] * 7)
    assert rows == [
        ("1", "B", "3", "5", "8", "Nil", "Nil", "0"),
        ("2", "A", "Nil", "Nil", "8", "Nil", "3", "3"),
        ("3", "B", "3", "9", "20", "Nil", "Nil", "3"),
        ("4", "A", "Nil", "Nil", "20", "Nil", "12*", "15"),
        ("5", "B", "Nil", "4", "24", "(3)", "Nil", "15"),
        ("6", "A", "Nil", "4", "25", "Nil", "Nil", "15"),
    ]
    assert (card.games[0].total, card.winner) == ("25–15", card.names.a)
    assert any(remark.startswith("* ") for remark in card.remarks)


def test_games_extra_boards_and_time_on_the_card() -> None:
    three = played(
        "icf", "a:9+q", "a:9+q", "a:5", "/", "b:9+q", "b:9+q", "b:1", "/", "a:9+q", "b:9+q", "a:9+q", "a:9"
    ).card
    lines = [sum(bool(row.cells.a[2]) for row in game.rows) for game in three.games]
    assert [(game.total, count) for game, count in zip(three.games, lines, strict=True)] == [
        ("25–0", 3),
        ("0–25", 3),
        ("25–12", 4),
    ]
    level = played("vkk", *("a:5", "b:5") * 3, "a:4+x").card
    assert level.games[0].total == "15–15 (extra board 4–0)"
    assert level.games[0].rows[-1].board == "Extra"
    assert level.winner == level.names.a
    timed = played("kreeda-2024", "a:5", "b:5", "time", "b:2").card
    assert (timed.games[0].total, timed.games[0].rows[-1].board) == ("5–5 (extra board 0–2)", "Extra")


@pytest.mark.parametrize(
    ("book", "words"), [("vkk", ("a:9+q", "a:9+q", "a:1")), ("icf", ("25-8", "25-7")), ("kreeda-2024", ("20-5",))]
)
def test_a_reprinted_card_has_the_size_of_the_blank_one(book: str, words: tuple[str, ...]) -> None:
    again = played(book, *words)
    blank = replace(again, card=replace(again.card, games=blank_card(Setup(rulebook(book), "final")).games))
    assert [len(game.rows) for game in again.card.games] == [len(game.rows) for game in blank.card.games]
    assert cards_to_a_sheet(again) == cards_to_a_sheet(blank)


def test_a_total_without_boards_leaves_them_blank() -> None:
    card = played("vkk", "25-8").card
    assert card.games[0].total == "25–8"
    assert all(cell == "" for row in card.games[0].rows for cell in (*row.cells.a, *row.cells.b))
    desk = sixteen()
    desk.record(typed_result(desk.view, MatchId("M1"), ["25-8"], ResultDetails()))
    assert match_card(desk.view, MatchId("M1"), is_blank=True).card.winner == ""


def test_a_card_from_a_record_has_the_head_of_the_tournament() -> None:
    table = Table("vkk")
    table.do(a.Toss("b"))
    table.board_to("a", 5, queen=True)
    card = match_card(sixteen().view, MatchId("M1"), played=table.match).card
    assert dict(card.head)["Match"] == "M1"
    assert card.games[0].rows[0].cells.a == ("3", "5", "8")
    assert [row.breaker for row in card.games[0].rows[1:]] == [""] * 8
    assert len(card.games[0].rows) == 9


def test_a_record_of_other_players_is_refused() -> None:
    desk = sixteen()
    a, b = desk.view.known_sides(MatchId("M1"))
    for names, is_right in (((a, b), True), ((b, a.upper()), True), ((a, "Meera Nair"), False)):
        setup = Setup(rulebook("icf"), names=ByParty((names[0],), (names[1],)))
        record = Match.start(setup)
        if is_right:
            assert match_card(desk.view, MatchId("M1"), played=record).card.names.a == names[0]
        else:
            with refuses("record-of-others", a, "Meera Nair", "M1"):
                match_card(desk.view, MatchId("M1"), played=record)


def test_unknown_matches_are_refused() -> None:
    view = sixteen().view
    for words, *parts in (
        ((), "M7", "@2", "S/groups"),
        (("X/groups",), "'X/groups'", "S/groups, S/knockout"),
        (("S/groups/Z",), "'S/groups/Z'"),
        (("@99",), "'@99'"),
    ):
        with refuses("unknown-match", *parts):
            choose_matches(view, words, order_of_play(view))


def test_matches_can_be_chosen_by_table_in_playing_order() -> None:
    desk = sixteen()
    order = order_of_play(desk.view)
    piles = [choose_matches(desk.view, [f"@{table}"], order) for table in (1, 2, 3, 4)]
    assert sorted(one for pile in piles for one in pile) == sorted(one.match for one in order)
    begins = {one.match: one.begins for one in order}
    assert all([begins[one] for one in pile] == sorted(begins[one] for one in pile) for pile in piles)


def test_names_are_never_taken_for_markup() -> None:
    desk = Desk(groups_then_knockout(groups=1))
    desk.enter('#panic() "q\\" $x$ *b* <s> ]#')
    desk.draw(GROUPS)
    assert match_cards_pdf(cards_of(desk, "all"), sheet_footer(desk.state, PRINTED)).startswith(b"%PDF")


def test_cards_of_called_matches_need_no_order_of_play() -> None:
    """In a large hall that order takes a minute. Here no table is left to plan for, so it cannot be made."""
    desk = sixteen()
    desk.record(MatchCalled(match=MatchId("M1"), table=1), at="09:30")
    for table in range(1, desk.state.announced.hall.tables + 1):
        desk.record(TableServiceSet(table=table, works=False), at="09:40")
    with refuses("no-tables"):
        order_of_play(desk.view, now=PRINTED)
    for which in ((), ("M1",)):
        made = print_sheets(desk.view, PrintRequest(what="cards", which=which, now=PRINTED, is_planned_from_now=True))
        assert "M1" in made.note


def test_a_card_takes_its_time_and_table_from_the_order_of_play() -> None:
    desk = sixteen()
    order = order_of_play(desk.view)
    planned = next(one for one in order if one.match == "M7")
    wish = PrintRequest(what="cards", which=("M7",), now=PRINTED)
    assert not can_print_without_plan(desk.view, ("M7",))
    assert not can_print_without_plan(desk.view, ("@1",))
    with_order, without = (print_sheets(desk.view, replace(wish, order=known)).pdf for known in (order, ()))
    assert len(with_order) != len(without)
    head = dict(match_card(desk.view, MatchId("M7"), planned=planned).card.head)
    assert (head["Table"], head["Time"]) == (str(planned.table), planned.time)
