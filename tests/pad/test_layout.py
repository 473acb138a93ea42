"""Every kind of act has a place on the pad, and every offered act can be entered."""

from __future__ import annotations

from random import Random

import pytest

from carrom.base.errors import Refused
from carrom.laws import RULEBOOKS
from carrom.match import ACTS, Match, apply, possible_acts
from carrom.match.log.acts import BoardOver
from carrom.pad.choices import CHOICES, act_choices, possible_choices
from carrom.pad.layout import MAIN, TILES, board_form, layout, stroke_form
from carrom.pad.practice import made_up_match
from carrom.pad.session import new_setup, open_log, play_tap

FILLED_IN = {"stroke", "board-over", "correct"}
WITHOUT_A_BOARD = {"arrange"}


def test_every_act_has_a_place() -> None:
    placed = {kind for kinds in MAIN.values() for kind in kinds} | {kind for _, kinds in TILES for kind in kinds}
    assert placed == set(CHOICES)
    assert set(CHOICES) | FILLED_IN | WITHOUT_A_BOARD == set(ACTS)


@pytest.mark.parametrize(
    ("book", "doubles"),
    [
        (id, doubles)
        for id, book in sorted(RULEBOOKS.items())
        for doubles in (False, True)
        if doubles or not book.for_pairs
    ],
)
def test_possible_acts_are_within_two_taps(book: str, doubles: bool) -> None:
    """At every moment of a practice match, each possible kind is a button, a form or a tile with a choice."""
    match, lots = Match.start(new_setup({"rulebook": book, "doubles": doubles})), Random(book)
    for event in made_up_match(match.setup, 11, boards=3):
        shown = layout(match)
        places = {one.kind for one in shown.main} | {kind for one in shown.tiles for kind in one.kinds}
        assert set(possible_acts(match)) - places <= FILLED_IN | WITHOUT_A_BOARD | {"umpire-places"}
        assert (shown.stroke is not None) == ("stroke" in possible_acts(match))
        for kind in lots.sample(sorted(places - {"stroke"}), 2):
            found = possible_choices(match, kind)
            # Without an oversight there is nothing to choose.
            assert found or kind == "unnoticed", kind
        answer = apply(match, event)
        assert not isinstance(answer, Refused)
        match = answer.match


@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_board_ending_laws_give_the_offered_points(book: str) -> None:
    match = play_tap(open_log({"rulebook": book, "doubles": True}), "toss a break")
    form = board_form(match)
    assert form is not None
    assert {one.law for one in form.laws} >= {"51", "91", "121b", "126b"}
    for end in form.laws:
        for points in end.points["b"]:
            act = BoardOver("b", points=points, law=end.law)
            assert not isinstance(apply(match, match.next_event(act)), Refused), act
    assert board_form(open_log({"rulebook": book, "doubles": True})) is None


def test_stroke_offers_the_pieces_on_the_board() -> None:
    match = open_log({"rulebook": "icf"})
    assert stroke_form(match) is None
    match = play_tap(match, "toss a break")
    early = stroke_form(match)
    assert early is not None
    assert early.early
    match = play_tap(play_tap(match, "play"), "stroke own 2 queen")
    form = stroke_form(match)
    assert form is not None
    assert (form.own, form.opponent, form.own_colour, form.queen, form.untouched) == (7, 9, "white", False, False)


def test_loser_signs_the_card() -> None:
    match = play_tap(play_tap(open_log({"rulebook": "icf"}), "toss a break"), "concede b match")
    loser, umpire = possible_choices(match, "sign")
    assert (loser.who, umpire.who) == ("b", None)


def test_hall_clock_can_end_a_game() -> None:
    match = play_tap(open_log({"rulebook": "kreeda-2024"}), "toss a break", at=0.0)
    match = play_tap(match, "play", at=1.0)
    assert [one.label for one in possible_choices(match, "time-up", at=20.0)] == ["time-up-anyway"]
    assert [one.label for one in possible_choices(match, "time-up", at=1801.0)] == ["time-up", "time-up-anyway"]
    ended = play_tap(match, 'time-up reason "the hall\'s clock"', at=20.0)
    assert ended.happened[0].code == "time-up"


def test_player_buttons_keep_their_places() -> None:
    match = play_tap(play_tap(open_log({"rulebook": "icf"}), "toss b break"), "play")
    assert [one.who for one in possible_choices(match, "talk")] == ["a1", "b1"]
    laws = {one.law for one in possible_choices(match, "foul")}
    assert laws.isdisjoint({"90", "131"})
    assert "86" in laws
    pairs = play_tap(play_tap(open_log({"rulebook": "icf", "doubles": True}), "toss b break"), "play")
    assert {one.law for one in possible_choices(pairs, "foul")} - laws == {"90", "131"}


def test_oversight_shows_its_effect_before_the_tap() -> None:
    match = play_tap(play_tap(open_log({"rulebook": "icf"}), "toss a break"), "play")
    match = play_tap(play_tap(match, "stroke own 1"), {"kind": "stroke", "own": 1, "striker": True})
    found = [one for one in act_choices(match, "unnoticed").choices if one.who is None]
    assert found
    assert all(one.said for one in found), found


def test_early_timeout_asks_for_a_reason() -> None:
    match = open_log({"rulebook": "icf"})
    for at, act in enumerate(("toss a", "play", "stroke")):
        match = play_tap(match, act, float(at))
    early, late = possible_choices(match, "timeout", at=10.0), possible_choices(match, "timeout", at=17.0)
    assert [(one.label, one.needs) for one in early] == [("time-over-anyway", "reason")]
    assert [(one.label, one.needs) for one in late] == [("time-over", None)]


def test_fouls_depend_on_the_moment_and_are_searchable() -> None:
    match = open_log({"rulebook": "icf"})
    for act in ("toss a", "play"):
        match = play_tap(match, act)
    fouls = act_choices(match, "foul").choices
    laws = {one.law for one in fouls}
    assert not laws & {"41b", "61", "62", "138"}
    touched = next(one for one in fouls if one.law == "134")
    assert touched.is_usual
    assert "disturb" in touched.words
    reasons = act_choices(match, "stroke").choices
    assert {"33", "37a", "130a"} <= {one.law for one in reasons if one.is_usual}
    assert all(one.act["proper"] is False for one in reasons)
