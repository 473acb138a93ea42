"""A match entered by taps equals the match of its record, whatever was undone on the way."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from carrom.base.errors import Refused
from carrom.laws import RULEBOOKS
from carrom.match import Match, Record, possible_acts, view
from carrom.match.log.acts import Correct
from carrom.pad import session
from carrom.pad.pad_view import pad_view
from carrom.pad.practice import made_up_match
from carrom.pad.questions import Engine
from carrom.pad.session import (
    apply_tap,
    last_counting,
    new_setup,
    open_log,
    play_tap,
    read_log,
    setup_from_json,
    setup_json,
    undo,
)
from tests.refusals import mentions, refuses

MEERA = {"rulebook": "icf", "names": {"a": ["Meera"], "b": ["Anil"]}}
FOUR = {"rulebook": "four-break", "doubles": True, "names": {"a": ["Meera", "Tara"], "b": ["Anil", "Omar"]}}


def begun() -> Match:
    match = open_log(MEERA)
    for at, act in enumerate(("toss a break", {"kind": "play"}, {"kind": "stroke", "own": 1})):
        match = play_tap(match, act, at=10.0 * at)
    return match


def test_undo_goes_back_tap_by_tap() -> None:
    match = begun()
    before = play_tap(match, "stroke own 2 striker", at=40.0)
    first = undo(before, at=41.0)
    assert isinstance(first, Match)
    assert view(first).board == view(match).board
    second = undo(first, at=42.0)
    assert isinstance(second, Match)
    assert [event.act.kind for event in second.effective()] == ["toss", "play"]
    assert last_counting(second).number == 2
    assert [one.counts for one in pad_view(second).facts] == [True, False, False, False, False]
    assert open_log(MEERA, [event.json() for event in second.events()]) == second


def test_undo_needs_a_tap() -> None:
    refused = undo(open_log(MEERA))
    assert isinstance(refused, Refused)
    assert refused.code == "number"


def test_clock_set_back_does_not_move_recorded_times() -> None:
    match = play_tap(begun(), "stroke own 1", at=3.0)
    assert match.at == 20.0


def test_unreadable_tap_is_refused() -> None:
    match = begun()
    for act in ("strike", {"kind": "stroke", "own": -1}, 7, {"kind": "stroke", "v": 9}):
        answer = session.apply_tap(match, act)
        assert isinstance(answer, Refused)
        assert answer.code == "unreadable"


def test_torn_log_is_read_up_to_the_tear() -> None:
    events: list[Any] = [event.json() for event in begun().events()]
    taken = read_log(MEERA, [*events, {"kind": "demand"}])
    assert (taken.match.number, taken.number) == (3, 4)
    assert taken.refused is not None
    with refuses("out-of-order", "event 4"):
        open_log(MEERA, [*events, {"v": 1, "n": 4, "kind": "demand", "points": 1}])


def test_stage_figures_are_part_of_the_setup() -> None:
    figures = {"games": 1, "target": None, "boards": 4, "boards_until": "always", "minutes": None, "most": 12}
    setup = setup_from_json({**MEERA, "figures": figures})
    assert (setup.format.boards, setup.format.games, setup.format.target) == (4, 1, None)
    assert setup_from_json(json.loads(json.dumps(setup_json(setup)))) == setup
    assert "figures" not in setup_json(setup_from_json(MEERA))
    house = setup_from_json({**MEERA, "rulebook": "our-house", "figures": figures})
    assert house.rulebook.id == "our-house"
    with refuses("game-without-end", "figures: "):
        setup_from_json({**MEERA, "figures": {**figures, "boards": None}})


def test_four_break_for_two_is_refused() -> None:
    with refuses("pairs-needed", "four-break:format"):
        new_setup({"rulebook": "four-break"})
    assert new_setup(FOUR).is_doubles


@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_practice_matches_are_complete_and_reproducible(book: str) -> None:
    setup = new_setup({**FOUR, "rulebook": book})
    events = made_up_match(setup, 7)
    assert events == made_up_match(setup, 7) != made_up_match(setup, 8)
    match = Record(setup, events).match()
    assert match.phase == "over"
    assert {"stroke", "place", "play"} <= {event.act.kind for event in events}
    assert len(made_up_match(setup, 7, boards=1)) < len(events)


@pytest.mark.slow
@pytest.mark.parametrize("book", sorted(RULEBOOKS))
def test_every_view_and_choice_can_be_shown(book: str) -> None:
    """In every language; every offered choice can be entered."""
    engine, lots = Engine(), Random(book)
    setup = new_setup({**FOUR, "rulebook": book})
    match = open_log(FOUR | {"rulebook": book})
    engine.answer("open", json.dumps({"setup": FOUR | {"rulebook": book}}))
    for event in made_up_match(setup, 3)[:150]:
        act = {key: value for key, value in event.json().items() if key not in ("v", "n", "at")}
        asked = {"act": act, "at": event.at, "language": lots.choice(("en", "hi", "ur", "xx"))}
        answer = json.loads(engine.answer("do", json.dumps(asked)))
        assert "refused" not in answer, answer
        match = play_tap(match, act, event.at)
        assert answer["event"] == match.events()[-1].json()
        assert answer["shown"]["view"] == json.loads(json.dumps(view(match).json()))
        kind = lots.choice(possible_acts(match))
        offered = json.loads(engine.answer("choices", json.dumps({"kind": kind})))
        for choice in lots.sample(offered["choices"], min(2, len(offered["choices"]))):
            act = choice["act"] | ({choice["needs"]: "so it was"} if choice["needs"] else {})
            assert not isinstance(apply_tap(match, act), Refused), act
    assert json.loads(engine.answer("record", "{}"))["text"] == Record.of(match).text()


def test_correction_is_never_the_ruling() -> None:
    match = undo(play_tap(begun(), "stroke striker", at=50.0), at=51.0)
    assert isinstance(match, Match)
    assert isinstance(match.events()[-1].act, Correct)
    ruling = pad_view(match).ruling
    assert ruling is not None
    assert (ruling.number, ruling.laws, ruling.is_judged) == (3, ("48",), True)


def test_missed_break_is_reported_once() -> None:
    match = play_tap(play_tap(play_tap(open_log(MEERA), "toss a break"), "play"), {"kind": "stroke", "touched": False})
    assert [word.code for word in pad_view(match).said] == ["ruling"]


def test_early_break_is_reported_as_a_foul() -> None:
    match = play_tap(play_tap(open_log(MEERA), "toss a break"), {"kind": "stroke", "own": 2, "early": True})
    assert [word.code for word in pad_view(match).said if word.text is None] == ["early-break", "turn-passes"]
    assert pad_view(match).facts[-1].by == "a1"


def test_extra_board_win_is_announced() -> None:
    figures = {"games": 3, "target": 25, "boards": 2, "boards_until": "always", "minutes": None, "most": 12}
    match = play_tap(open_log({**MEERA, "figures": figures}), "toss a break")
    match = play_tap(play_tap(match, "board-over a coins 5 queen a"), "board-over b coins 5 queen b")
    assert pad_view(match).extra
    won = pad_view(
        play_tap(match if match.phase != "toss" else play_tap(match, "toss a break"), "board-over a coins 1 queen b")
    )
    assert won.announcements[0].code == "game-won"
    assert mentions(won.announcements[0].text, 1, "Meera", "8–8", "1–0")


def test_points_are_shown_before_confirmation() -> None:
    engine = Engine()
    engine.answer("open", json.dumps({"setup": MEERA}))
    engine.answer("do", json.dumps({"act": "toss a break"}))
    over = {"kind": "board-over", "winner": "a", "coins": 5, "queen": "a"}
    tried = json.loads(engine.answer("try", json.dumps({"act": over})))
    assert tried["shown"]["view"]["points"] == {"a": 8, "b": 0}
    assert json.loads(engine.answer("show", "{}"))["shown"]["view"]["points"] == {"a": 0, "b": 0}
    refused = json.loads(engine.answer("try", json.dumps({"act": over | {"coins": 10}})))
    assert refused["refused"]["code"] == "board-result"


def test_engine_errors_are_one_sentence() -> None:
    engine = Engine()
    for question, text in (("fly", "{}"), ("show", "{}"), ("show", "["), ("do", '{"at":"x"}'), ("choices", "[]")):
        assert json.loads(engine.answer(question, text)).keys() == {"error"}


def test_announcements_follow_results() -> None:
    match = play_tap(open_log(MEERA), "toss a break")
    for _ in range(3):
        match = play_tap(match, "board-over a coins 9 queen none")
    codes = [one.code for one in pad_view(match, "ur").announcements]
    assert codes == ["game-won", "change-sides"]
    match = play_tap(play_tap(match, "change-sides"), "board-over b coins 9 queen none")
    for _ in range(2):
        match = play_tap(match, "board-over b coins 9 queen none")
    assert [one.code for one in pad_view(match, "hi").announcements] == ["game-won", "change-sides", "interval"]
    assert pad_view(match).view.phase == "ready"


def test_stopped_clocks_are_shown_stopped() -> None:
    match = play_tap(begun(), "appeal b", at=26.0)
    (clock,) = pad_view(match).clocks
    assert (clock.what, clock.until, clock.left) == ("stroke", None, 9.0)
    (clock,) = pad_view(play_tap(match, "play", at=60.0)).clocks
    assert (clock.until, clock.left) == (69.0, None)
