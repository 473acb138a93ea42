"""Properties of random lawful courses in every rulebook, singles and doubles."""

from __future__ import annotations

import pickle
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from carrom.laws import PIECES, rulebook
from carrom.match import ActRefusedError, Applied, Match, Refused, Setup, apply, fold, replay
from carrom.match.board import Board
from carrom.match.log import acts as a
from carrom.match.parties import PARTIES, other
from tests.depth import examples
from tests.match.random_courses import IDS, random_course, setup_of

SEEDS = st.integers(0, 2**32)


def course(seed: int, *, events: int = 150, wild: float = 0.15) -> tuple[Setup, list[Applied]]:
    rng = Random(seed)
    setup = setup_of(rng)
    return setup, random_course(setup, rng, events, wild=wild)


@given(SEEDS)
@settings(max_examples=examples(60), deadline=None)
def test_pieces_are_conserved(seed: int) -> None:
    for applied in course(seed)[1]:
        board = applied.match.board
        if board is None or board.award is not None:
            continue
        for party in PARTIES:
            assert 1 <= board.on[party] <= PIECES
            assert board.owed[party] >= 0
            assert board.opened[party] or board.on[party] + board.owed[party] >= PIECES
        lying = board.lying()
        assert all(0 <= lying[colour] <= PIECES for colour in ("white", "black"))
        assert lying["queen"] in (0, 1)
        assert (board.queen == "board") == (lying["queen"] == 1)


def placings(board: Board) -> int:
    return sum(entry.count for entry in board.placing)


def neighbours(setup: Setup) -> set[tuple[str, str]]:
    """Return the seats to which the turn may pass, computed independently: across, or round the table."""
    if not setup.is_doubles:
        return {("south", "north"), ("north", "south"), ("east", "west"), ("west", "east")}
    round_to_the_right = {("south", "east"), ("east", "north"), ("north", "west"), ("west", "south")}
    if setup.rulebook.id == "kreeda-2024":
        return {(there, here) for here, there in round_to_the_right}
    return round_to_the_right


@given(SEEDS)
@settings(max_examples=examples(60), deadline=None)
@pytest.mark.law("48", "49b")
def test_stroke_changes_the_board_as_ruled(seed: int) -> None:
    """Counts pieces and turns independently of the match."""
    done = course(seed, wild=0.03)[1]
    for earlier, applied in pairwise(done):
        act = applied.match.event.act if applied.match.event else None
        before, after, ruling = earlier.match.board, applied.match.board, applied.match.ruling
        if not isinstance(act, a.StrokeMade) or before is None or after is None or ruling is None or after.award:
            continue
        player, opponent = before.turn.party, other(before.turn.party)
        assert after.lying()[after.colour(player)] == before.on[player] - act.own
        assert after.lying()[after.colour(opponent)] == before.on[opponent] - act.opponent
        assert placings(after) == ruling.placed.player + ruling.placed.opponent
        for entry in after.placing:
            expected = before.turn if entry.party == opponent else None
            if expected is not None:
                assert entry.by == expected
            else:
                assert entry.by.party == opponent
        if ruling.turn == "passes":
            if not before.skips:
                assert after.turn.party == opponent
                seats = [applied.match.course.seat(board.turn).value for board in (before, after)]
                assert tuple(seats) in neighbours(applied.match.setup)
            assert after.strokes == 0
        else:
            assert after.turn == before.turn
            assert after.strokes == before.strokes + 1


@given(SEEDS)
@settings(max_examples=examples(60), deadline=None)
@pytest.mark.law("42", "49a")
def test_breaks_alternate_within_a_game_and_between_games(seed: int) -> None:
    _, done = course(seed, events=400)
    boards = done[-1].match.course.boards
    opener = done[-1].match.course.opener
    for earlier, later in pairwise(boards):
        if later.game == earlier.game and not later.is_extra:
            assert later.breaker.party == other(earlier.breaker.party)
    for result in boards:
        if result.number == 1 and opener is not None and not result.is_extra:
            assert result.breaker.party == (opener.party if result.game % 2 == 1 else other(opener.party))


@given(SEEDS)
@settings(max_examples=examples(40), deadline=None)
def test_replay_of_the_events_gives_the_same_match(seed: int) -> None:
    setup, done = course(seed)
    if done:
        match = done[-1].match
        again = fold(setup, match.events())
        assert again == match
        assert again.course == match.course
        assert pickle.loads(pickle.dumps(match)) == match


@given(SEEDS)
@settings(max_examples=examples(20), deadline=None)
def test_match_keeps_the_last_happenings(seed: int) -> None:
    for applied in course(seed, events=60)[1]:
        match = applied.match
        assert match.before is not None
        assert match.event is not None
        again = match.before.play(match.event.act, at=match.event.at)
        assert (again, again.happened, again.ruling) == (match, match.happened, match.ruling)
        assert match.happened
        assert (match.ruling is not None) >= isinstance(match.event.act, a.StrokeMade)


@given(SEEDS)
@settings(max_examples=examples(20), deadline=None)
def test_play_raises_where_apply_refuses(seed: int) -> None:
    _, done = course(seed, events=40)
    match = done[-1].match
    event = match.next_event(a.Toss("a") if match.phase != "toss" else a.StrokeMade())
    refused = apply(match, event)
    assert isinstance(refused, Refused)
    with pytest.raises(ActRefusedError) as raised:
        match.play(event.act)
    assert (raised.value.refused, raised.value.event) == (refused, event)
    assert str(raised.value) == f"event {event.number} ({event.act.kind}): {refused.text}"
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


@given(SEEDS, st.integers(-3, 3))
@settings(max_examples=examples(40), deadline=None)
def test_an_event_out_of_order_is_refused_and_changes_nothing(seed: int, shift: int) -> None:
    setup, done = course(seed, events=60)
    if not done or shift == 0:
        return
    match = done[-1].match
    events = match.events()
    wrong = a.Remark("x")
    refused = apply(match, type(events[0])(match.number + 1 + shift, wrong))
    assert isinstance(refused, Refused)
    assert refused.code == "number"
    assert fold(setup, events) == match
    # Two neighbours swapped: the replay stops before them.
    if len(events) > 2:
        swapped = (*events[:-2], events[-1], events[-2])
        stopped = replay(Match.start(setup), swapped)
        assert stopped.refused is not None
        assert stopped.match == match.after(match.number - 2)


@given(SEEDS, st.integers(0, 200))
@settings(max_examples=examples(40), deadline=None)
def test_undo_then_redo_is_the_identity(seed: int, back: int) -> None:
    _, done = course(seed, events=80)
    if not done:
        return
    match = done[-1].match
    to = max(0, match.number - back)
    undone = apply(match, match.next_event(a.Correct(to, "wrong tap")))
    if isinstance(undone, Refused):
        # No correction removes a protest that awaits its decision.
        lodged = sum(case.decision is None for case in match.course.protests)
        assert (undone.code, undone.law, lodged > 0) == ("protest-open", "149", True)
        return
    assert undone.match.course == match.after(to).course
    redone = apply(undone.match, undone.match.next_event(a.Correct(match.number, "it was right")))
    assert isinstance(redone, Applied)
    assert redone.match.course == match.course
    assert redone.match.events()[: match.number] == match.events()
    assert redone.match.effective() == match.effective()
    # The effective events, renumbered, lead to the same course.
    events = [type(event)(number, event.act, event.at) for number, event in enumerate(match.effective(), start=1)]
    assert fold(match.setup, events).course == match.course


@pytest.mark.parametrize("book", IDS)
@pytest.mark.parametrize("is_doubles", [False, True])
def test_matches_end_in_every_rulebook(book: str, is_doubles: bool) -> None:
    for seed in range(3):
        setup = Setup(rulebook(book), "group", is_doubles)
        done = random_course(setup, Random(seed), 3000, wild=0.0)
        match = done[-1].match
        assert match.phase == "over"
        assert match.winner in PARTIES
        assert match.announced == match.winner
