"""Whole boards and matches between players are lawful logs that fold to their results."""

from __future__ import annotations

import numpy as np
import pytest

from carrom.laws import rulebook
from carrom.match import ByParty, Event, Setup, fold
from carrom.match.log import acts
from carrom.match.parties import PlayerId
from carrom.physics import Stroke
from carrom.play import LEVELS, Contestant, Luck, Perception, PlainManners, Seating, play_board, play_match
from carrom.players import player_named


def table(a: str, b: str, level: str = "club", *, doubles: bool = False) -> Seating:
    sides = [
        tuple(Contestant(player_named(name, simulations=60), LEVELS[level], name) for _ in range(2 if doubles else 1))
        for name in (a, b)
    ]
    return Seating(ByParty(*sides))


def test_board_log_folds_to_its_result() -> None:
    played = play_board(table("greedy", "aimer"), Luck((1,)))
    assert played.result is not None
    events = [Event.from_json(event.json()) for event in played.match.events()]
    again = fold(played.match.setup, events)
    assert again.course.boards == (played.result,)
    strokes = [event.act for event in events if isinstance(event.act, acts.StrokeMade)]
    assert len(strokes) == played.strokes.total()
    assert all(stroke.aim is not None and stroke.rests is not None for stroke in strokes)


def test_board_depends_on_the_luck_alone() -> None:
    seats = table("club", "greedy")
    first, again, other = (play_board(seats, Luck((seed,))).match.events() for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_points_are_signed_by_winner() -> None:
    played = play_board(table("greedy", "random"), Luck((2,)), breaker="b")
    assert played.result is not None
    assert played.points("a") == -played.points("b")
    assert abs(played.points("a")) == played.result.points
    assert played.match.course.boards[0].breaker.party == "b"


def test_endless_board_is_stopped() -> None:
    played = play_board(table("random", "random", "beginner"), Luck((5,)), most_strokes=6)
    assert played.result is None
    assert played.strokes.total() == 6
    assert played.points("a") == 0


@pytest.mark.parametrize("book", ["icf", "four-break", "community-2024", "kreeda-2024"])
def test_whole_matches_in_other_rulebooks(book: str) -> None:
    match = play_match(table("aimer", "aimer"), Luck((11,)), Setup(rulebook(book)))
    assert match.winner in ("a", "b")
    assert fold(match.setup, match.events()).winner == match.winner


@pytest.mark.law("49b")
def test_doubles_turns_go_right() -> None:
    match = play_match(table("greedy", "greedy", doubles=True), Luck((12,)), Setup(rulebook("vkk"), is_doubles=True))
    assert match.winner is not None
    order = [event.act.by.text() for event in match.events() if isinstance(event.act, acts.StrokeMade) and event.act.by]
    assert set(order) == {"a1", "a2", "b1", "b2"}


class Meek(PlainManners):
    """Concedes when asked, forgoes placing, and demands nothing."""

    def __init__(self) -> None:
        self.inner = player_named("aimer")

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        return self.inner.stroke(view, rng)

    def forgoes(self, view: Perception, count: int) -> bool:
        return True

    def demands(self, view: Perception, offered: int) -> int:
        return 0

    def concedes(self, view: Perception) -> bool:
        return view.situation.own < 5


@pytest.mark.law("139")
def test_a_player_may_concede() -> None:
    meek = Contestant(Meek(), LEVELS["club"])
    played = play_board(Seating(ByParty((meek,), (meek,))), Luck((6,)))
    assert played.result is None
    assert isinstance(played.match.events()[-1].act, acts.Concede)


@pytest.mark.law("87a")
def test_placer_can_forgo_dues() -> None:
    class Gives(Meek):
        def concedes(self, view: Perception) -> bool:
            return False

    gives = Contestant(Gives(), LEVELS["beginner"])
    seen: set[type] = set()
    for seed in range(12):
        played = play_board(Seating(ByParty((gives,), (gives,))), Luck((seed,)))
        seen |= {type(event.act) for event in played.match.events()}
    assert acts.Forgo in seen


def test_player_cannot_predict_the_execution_error() -> None:
    """The player's generator has numbers from the match's seed but not the seed, and neither has a fork of it."""
    luck, person = Luck((20, 26)), PlayerId("b", 1)
    given, again = luck.mind(person, 7), luck.mind(person, 7)
    entropy = given.bit_generator.seed_seq.entropy  # type: ignore[attr-defined]
    assert isinstance(entropy, int)
    assert entropy.bit_length() > 64, "a number of its own, not the seed and where in the match it is"
    expected = np.random.default_rng((20, 26, 1, 1, 1, 7))
    assert given.random(5).tolist() == expected.random(5).tolist(), "matches of before go as they went"
    assert again.spawn(1)[0].random() == luck.mind(person, 7).spawn(1)[0].random(), "equal seeds repeat it"
    assert luck.mind(person, 8).bit_generator.seed_seq.entropy != entropy  # type: ignore[attr-defined]
