"""The plate: players who are out early play on, and the main draw is not affected."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from carrom.laws.rounds import check_round
from carrom.render.sheets.sheet import sheet_text
from carrom.render.sheets.stage_sheets import bracket_sheet, overview_sheet
from carrom.tournament.desk.drawing import draw_stage
from carrom.tournament.desk.match_text import placeholder
from carrom.tournament.desk.order_of_play import order_of_play
from carrom.tournament.desk.prizes import plate_prizes, prizes
from carrom.tournament.desk.simulate import Simulation
from carrom.tournament.draws.bracket import Bye, Draw, Entrant, LoserOf, MatchId, PlaceOf, Slot
from carrom.tournament.draws.draw_json import read_slot, slot_json
from carrom.tournament.draws.plate import plate, plate_after_groups, plate_after_losses
from carrom.tournament.model.definition import CompetitionId, StageId
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.settings import SettingChange, new_tournament
from tests.depth import examples
from tests.refusals import refuses
from tests.tournament.desk import DAY, Desk

GROUPS, KNOCKOUT, PLATE = (StageKey(CompetitionId("S"), StageId(name)) for name in ("groups", "knockout", "plate"))


def slots(draw: Draw, kind: type[Slot]) -> list[Slot]:
    return [slot for match in draw.matches() for slot in match.slots if isinstance(slot, kind)]


def names(count: int) -> str:
    return " ".join(f"p{number}" for number in range(count))


@given(st.lists(st.integers(2, 6), min_size=1, max_size=9), st.integers(1, 3))
def test_every_place_below_the_cut_is_in_the_plate_once(sizes: list[int], advance: int) -> None:
    wanted = {(group, place) for group, size in enumerate(sizes) for place in range(advance + 1, size + 1)}
    if len(wanted) < 2:
        with refuses("too-few-entries"):
            plate_after_groups(sizes, advance)
        return
    draw = plate_after_groups(sizes, advance)
    places = [slot for slot in slots(draw, PlaceOf) if isinstance(slot, PlaceOf)]
    assert {(one.group, one.place) for one in places} == wanted
    assert len(places) == len(wanted)
    assert not any(all(isinstance(slot, Bye) for slot in match.slots) for match in draw.matches())


@given(st.integers(3, 9))
def test_group_mates_do_not_meet_in_the_first_round(groups: int) -> None:
    for match in plate_after_groups([4] * groups, 2).rounds[0].matches:
        places = [slot for slot in match.slots if isinstance(slot, PlaceOf)]
        assert len({one.group for one in places}) == len(places)


@given(st.integers(2, 40))
def test_every_loser_is_in_the_plate_once_and_match_ids_are_new(count: int) -> None:
    beaten = [MatchId(f"M{number}") for number in range(1, count + 1)]
    draw = plate_after_losses(beaten)
    assert sorted(slot.match for slot in slots(draw, LoserOf) if isinstance(slot, LoserOf)) == sorted(beaten)
    assert not {match.id for match in draw.matches()} & set(beaten)


@given(st.integers(2, 20), st.integers(0, 99))
def test_plate_of_entries_is_a_knockout_with_plate_rounds(count: int, seed: int) -> None:
    draw = plate(names(count).split(), random=seed)
    assert sorted(slot.entry for slot in slots(draw, Entrant) if isinstance(slot, Entrant)) == sorted(
        names(count).split()
    )
    assert [check_round(one.stage) for one in draw.rounds][-1] == "plate-final"
    assert draw == plate(names(count).split(), random=seed)


def test_plate_for_one_loser_is_refused() -> None:
    with refuses("too-few-entries"):
        plate_after_losses([MatchId("M1")])


@given(st.integers(1, 16), st.integers(0, 16), st.integers(0, 16))
def test_every_first_round_match_has_a_certain_player(pairs: int, byes: int, rest: int) -> None:
    """The second round of a knockout has matches with one bye, with two, and with none."""
    size = 1 << (pairs + byes + rest - 1).bit_length()
    rest += size - (pairs + byes + rest)
    sure = [MatchId(f"M{number}") for number in range(1, pairs + byes + 2 * rest + 1)]
    perhaps = [MatchId(f"N{number}") for number in range(1, pairs + 1)]
    if len(sure) + len(perhaps) < 2:
        return
    draw = plate_after_losses(sure, perhaps)
    found = [slot for slot in slots(draw, LoserOf) if isinstance(slot, LoserOf)]
    assert sorted(slot.match for slot in found if slot.first) == sorted(perhaps)
    assert sorted(slot.match for slot in found if not slot.first) == sorted(sure)
    for match in draw.rounds[0].matches:
        assert any(isinstance(slot, LoserOf) and not slot.first for slot in match.slots)


def after_bye(count: int) -> Desk:
    changes = [SettingChange("games", "1"), SettingChange("after-bye", "yes")]
    desk = Desk(new_tournament("knockout+plate", changes, day=DAY))
    desk.enter(names(count))
    return desk


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(5, 19), st.integers(0, 99))
def test_first_match_losers_enter_the_plate_even_after_a_bye(count: int, seed: int) -> None:
    desk = after_bye(count)
    simulation = Simulation(desk.state, seed=seed)
    list(simulation.facts())
    view = TournamentNow(simulation.state)
    assert all(view.status(match) in ("played", "bye") for match in view.state.matches)
    played: set[object] = set()
    beaten = set()
    for one in view.state.in_stage(KNOCKOUT):
        if view.status(one.fixture.id) == "played":
            beaten |= {view.loser(one.fixture.id)} - played
            played |= set(view.sides(one.fixture.id))
    inside = [side for one in view.state.in_stage(PLATE) for side in view.sides(one.fixture.id) if side is not None]
    assert set(inside) == beaten
    assert plate_prizes(view, view.state.event("S"))[0].place == 1


def test_conditional_slot_is_marked_until_its_player_is_known() -> None:
    desk = after_bye(7)
    desk.draw(KNOCKOUT)
    desk.draw(PLATE)
    slot = next(
        slot
        for one in desk.state.in_stage(PLATE)
        for slot in one.fixture.slots
        if isinstance(slot, LoserOf) and slot.first
    )
    assert read_slot(slot_json(slot)) == slot
    any_loser = placeholder(desk.view, replace(slot, first=False))
    assert placeholder(desk.view, slot).startswith(any_loser)
    assert placeholder(desk.view, slot) != any_loser, "the condition is shown"
    for record in desk.state.in_stage(KNOCKOUT)[:4]:
        if desk.view.status(record.fixture.id) == "ready":
            one, other = desk.view.known_sides(record.fixture.id)
            desk.play(one, other, 25, 5, key=KNOCKOUT)
    a, b = map(str, desk.view.known_sides(slot.match))
    seed, winner = (a, b) if desk.view.status(MatchId("M1")) == "bye" else (b, a)
    desk.play(seed, winner, 25, 5, key=KNOCKOUT)
    assert desk.view.entry_in(slot, PLATE) is None, "it is the loser's second match"
    assert placeholder(desk.view, slot) == "bye"
    fact = desk.state.matches[slot.match].result_fact
    desk.record(desk.given(seed, winner, 5, 25, key=KNOCKOUT), supersedes=fact, reason="turned round")
    assert desk.view.entry_in(slot, PLATE) == seed


@settings(max_examples=examples(15), deadline=None)
@given(st.sampled_from(["groups+knockout+plate", "knockout+plate", "round-robin+knockout+plate"]), st.integers(7, 14))
def test_tournament_with_a_plate_is_played_to_its_prizes(format: str, count: int) -> None:
    desk = Desk(new_tournament(format, [SettingChange("games", "1")], day=DAY))
    desk.enter(names(count))
    simulation = Simulation(desk.state)
    list(simulation.facts())
    view = TournamentNow(simulation.state)
    assert all(view.status(match) in ("played", "bye") for match in view.state.matches)
    event = view.state.event("S")
    main, beside = prizes(view, event), plate_prizes(view, event)
    assert (main[0].place, beside[0].place) == (1, 1)
    first = view.state.in_stage(StageKey(CompetitionId("S"), event.stages[0].id))
    if format == "knockout+plate":
        played: set[object] = set()
        beaten = set()
        for one in first:
            sides = view.sides(one.fixture.id)
            if view.status(one.fixture.id) == "played":
                beaten |= {view.loser(one.fixture.id)} if played.isdisjoint(sides) else set()
                played |= set(sides)
    else:
        key = StageKey(CompetitionId("S"), event.stages[0].id)
        beaten = {row.entry for table in view.tables(key) for row in table.standings.table[table.advance :]}
    inside = {side for one in view.state.in_stage(PLATE) for side in view.sides(one.fixture.id)} - {None}
    assert inside == beaten
    assert "Singles, plate: 1. " in sheet_text(overview_sheet(view))
    assert "plate final" in sheet_text(bracket_sheet(view, PLATE))


def test_plate_can_be_drawn_and_scheduled_before_play() -> None:
    desk = Desk(new_tournament("knockout+plate", [SettingChange("games", "1")], day=DAY))
    desk.enter(names(8))
    with refuses("stage-before-not-drawn", "knockout"):
        desk.draw(PLATE)
    desk.draw(KNOCKOUT)
    desk.draw(PLATE)
    times = {one.match: (one.day, one.time) for one in order_of_play(desk.view)}
    first = next(one.fixture for one in desk.state.in_stage(PLATE))
    fed = [slot.match for slot in first.slots if isinstance(slot, LoserOf)]
    assert len(fed) == 2
    assert all(times[match] < times[first.id] for match in fed)
    assert f"loser of {fed[0]}" in sheet_text(bracket_sheet(desk.view, PLATE))


def test_redrawing_the_knockout_removes_an_unplayed_plate() -> None:
    desk = Desk(new_tournament("knockout+plate", [SettingChange("games", "1")], day=DAY))
    desk.enter(names(4))
    desk.draw(KNOCKOUT)
    desk.draw(PLATE)
    desk.record(draw_stage(desk.state, KNOCKOUT, random="5"), reason="wrong list")
    assert PLATE not in desk.state.draws
    assert all(record.key == KNOCKOUT for record in desk.state.matches.values())
    desk.draw(PLATE)
    assert desk.tasks == []


def test_tie_below_the_cut_must_be_decided_only_with_a_plate() -> None:
    for format, codes in (("groups+knockout", []), ("groups+knockout+plate", ["tie"])):
        desk = Desk(new_tournament(format, [SettingChange("games", "1"), SettingChange("groups", "1")], day=DAY))
        desk.enter("A B C D E")
        desk.draw(GROUPS)
        for one, other in ("AB", "AC", "AD", "AE", "BC", "BD", "BE", "CD", "DE", "EC"):
            desk.play(one, other, 25, 5)
        assert [task.code for task in desk.tasks] == codes
    assert desk.tasks[0].level == ("C", "D", "E")


@pytest.mark.parametrize(
    "format", ["groups+plate", "plate+knockout", "knockout+plate+plate", "double-elimination+plate"]
)
def test_plate_needs_a_knockout_before_it(format: str) -> None:
    with refuses("wrong-format", "plate"):
        new_tournament(format, [], day=DAY)
