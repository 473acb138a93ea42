"""Every kind of act has a place on the pad, and what is offered there can be entered."""

from __future__ import annotations

from random import Random

import pytest

from carrom.base.refusal import Refused
from carrom.laws import RULEBOOKS
from carrom.match import ACTS, Match, apply, possible_acts
from carrom.match.log.acts import BoardOver
from carrom.pad.agreed import begin
from carrom.pad.choices import CHOICES, choices
from carrom.pad.forms import board_form, stroke_form
from carrom.pad.layout import MAIN, TILES, layout
from carrom.pad.session import done, opened
from carrom.pad.training import made_up

FILLED_IN = {"stroke", "board-over", "correct"}
WITHOUT_A_BOARD = {"arrange"}


def test_every_act_stands_somewhere() -> None:
    placed = {kind for kinds in MAIN.values() for kind in kinds} | {kind for _, kinds in TILES for kind in kinds}
    assert placed - {"stroke"} == set(CHOICES)
    assert set(CHOICES) | FILLED_IN | WITHOUT_A_BOARD == set(ACTS)


@pytest.mark.parametrize("book", sorted(RULEBOOKS))
@pytest.mark.parametrize("doubles", [False, True])
def test_what_may_come_is_in_sight_within_two_taps(book: str, doubles: bool) -> None:
    """At every moment of a made-up match: each possible kind is a button, a form or a tile with something to choose."""
    if RULEBOOKS[book].for_pairs and not doubles:
        pytest.skip("a game of doubles")
    match, lots = Match.start(begin({"rulebook": book, "doubles": doubles})), Random(book)
    for event in made_up(match.setup, 11, boards=3):
        shown = layout(match)
        places = {one.kind for one in shown.main} | {kind for one in shown.tiles for kind in one.kinds}
        assert set(possible_acts(match)) - places <= FILLED_IN | WITHOUT_A_BOARD | {"umpire-places"}
        assert (shown.stroke is not None) == ("stroke" in possible_acts(match))
        for kind in lots.sample(sorted(places - {"stroke"}), 2):
            found = choices(match, kind)
            # What nobody failed to notice there is no choice for.
            assert found or kind == "unnoticed", kind
        answer = apply(match, event)
        assert not isinstance(answer, Refused)
        match = answer.match


@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_every_law_that_ends_a_board_gives_the_points_it_is_offered_with(book: str) -> None:
    match = done(opened({"rulebook": book, "doubles": True}), "toss a break")
    form = board_form(match)
    assert form is not None
    assert {one.law for one in form.laws} >= {"51", "91", "121b", "126b"}
    for end in form.laws:
        for points in end.points["b"]:
            act = BoardOver("b", points=points, law=end.law)
            assert not isinstance(apply(match, match.next_event(act)), Refused), act
    assert board_form(opened({"rulebook": book, "doubles": True})) is None


def test_a_stroke_offers_what_lies_there() -> None:
    match = opened({"rulebook": "icf"})
    assert stroke_form(match) is None
    match = done(match, "toss a break")
    early = stroke_form(match)
    assert early is not None
    assert early.early
    match = done(done(match, "play"), "stroke own 2 queen")
    form = stroke_form(match)
    assert form is not None
    assert (form.own, form.opponent, form.own_colour, form.queen, form.untouched) == (7, 9, "white", False, False)


def test_the_card_is_signed_by_whoever_lost() -> None:
    match = done(done(opened({"rulebook": "icf"}), "toss a break"), "concede b match")
    loser, umpire = choices(match, "sign")
    assert (loser.who, umpire.who) == ("b", None)
