"""Policies trained in an environment play the same way at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from carrom.env.policy_player import PolicyPlayerV1
from carrom.env.seat_observer import SeatObserver
from carrom.env.versus import OneByOneRival, VersusVector
from carrom.equipment import Position, Seat, due_fault
from carrom.match import ByParty
from carrom.physics import CLUB
from carrom.play import LEVELS, Contestant, Luck, Seating, play_board, practice_view
from carrom.players import player_named
from tests.refusals import refuses

LAYOUT = "white:-300,300/60,0/150,80 black:90,-100/-200,40 queen:0,100"
Shown = Mapping[str, NDArray[Any]]


def likeliest(seen: Shown) -> list[int]:
    return [int(seen["candidates"][:, 0].argmax()), 0, 0]


def test_player_observes_what_the_environment_shows() -> None:
    """The observations of the environment agree with those of a player at the table."""
    env = VersusVector(40, opponent="aimer", level="club", actions="candidates")
    seen, _ = env.reset(seed=3)
    agent = OneByOneRival(Contestant(player_named("aimer"), LEVELS["club"]), LEVELS["club"], CLUB)
    seats, compared = SeatObserver(actions="candidates"), 0
    for _ in range(6):
        boards = env.boards
        for row in np.flatnonzero(~boards.over & (boards.turn == 0)).tolist()[:8]:
            view = agent.view(boards, row)
            # `AnyPlayer` looks from the north; the agent sits at the south, with the pieces of the other colour.
            colour = "white" if boards.breaker[row] == 0 else "black"
            mine = type(view)(
                **{name: getattr(view, name) for name in view.__slots__}
                | {"seat": Seat.SOUTH, "next_seat": Seat.NORTH, "to_strike": Seat.SOUTH, "colour": colour}
            )
            shown = seats.seen(mine, strokes=int(boards.strokes[row]))
            for key in ("lies", "pieces", "state"):
                if key == "pieces":
                    observed = {tuple(place) for place in shown[key][:9].round(5).tolist()}
                    assert observed == {tuple(place) for place in seen[key][row][:9].round(5).tolist()}
                elif key == "lies":
                    assert shown[key].sum() == seen[key][row].sum()
                else:
                    apart = np.flatnonzero(shown[key] != seen[key][row])
                    assert set(apart.tolist()) <= {5}, apart  # whether the rival is opened is not in a view
            compared += 1
        seen, *_ = env.step(np.array([likeliest({"candidates": one}) for one in seen["candidates"]]))
    assert compared > 20


@pytest.mark.parametrize("actions", ["raw", "candidates"])
def test_version_1_policy_plays_a_lawful_board(actions: str) -> None:
    def policy(seen: Shown) -> list[float]:
        return [*likeliest(seen)] if actions == "candidates" else [30.0, 2.0, 4.0]

    policies = PolicyPlayerV1(policy, actions=actions)
    contestants = Contestant(policies), Contestant(player_named("random"))
    played = play_board(Seating(ByParty(*((one,) for one in contestants))), Luck((3,)), most_strokes=40)
    assert played.forfeit is None
    assert played.strokes["a"] > 0


def test_policy_decides_about_due_pieces_if_trained_to() -> None:
    view = practice_view(Position.from_text(LAYOUT))
    asked: list[float] = []

    def policy(seen: Shown) -> list[float]:
        asked.append(float(seen["state"][12]))
        return [0.0, 0.0, 3.0, -1.0, 60.0, 80.0]

    player = PolicyPlayerV1(policy, dues="agent")
    assert not player.forgoes(view, 1)
    x, y = player.place(view, np.random.default_rng(1))
    assert due_fault(view.position, x, y) is None
    assert np.hypot(x - 60.0, y - 80.0) < 40.0
    assert asked == [1.0]
    assert PolicyPlayerV1(lambda _: [0.0, 0.0, 3.0, 1.0, 0.0, 0.0], dues="agent").forgoes(view, 1)


def test_diverged_policy_is_refused() -> None:
    view = practice_view(Position.from_text(LAYOUT))
    with refuses("bad-action", "nan"):
        PolicyPlayerV1(lambda _: [np.nan, 0.0, 3.0]).stroke(view, np.random.default_rng(1))
    with refuses("bad-action", "(1, 2)"):
        PolicyPlayerV1(lambda _: [0.0, 3.0]).stroke(view, np.random.default_rng(1))
