"""Due placement as a decision: where a piece of the rival lies worst for him, and whether to place it at all."""

from dataclasses import replace

import numpy as np

from carrom.equipment import due_places
from carrom.play.player import Point, View
from carrom.play.sight import Floats, seen_from
from carrom.players.mind.imagine import SideMasks
from carrom.players.mind.side_worth import Stance, turned
from carrom.players.mind.worth import ACROSS, QUEEN

_MOST_PLACES = 120


def worst_place(view: View, rng: np.random.Generator) -> Point:
    """The lawful place that is worth most to the placer: best for his own stroke, or worst for the rival's."""
    places = due_places(view.position)
    if len(places) > _MOST_PLACES:
        chosen = rng.choice(len(places), _MOST_PLACES, replace=False)
        places = [places[i] for i in np.sort(chosen)]
    values = _values(view, places)
    return places[int(np.argmax(values))]


def is_better_forgone(view: View, count: int) -> bool:
    """Whether the rival is better left with so many pieces fewer (87a): only if his next stroke needs them to fail."""
    places = due_places(view.position)
    if not places or view.situation.opponent <= count:
        return False
    without = replace(view.situation, opponent=view.situation.opponent - count)
    forgone = float(_values(replace(view, situation=without), [])[0])
    return forgone > float(_values(view, places[:: max(1, len(places) // _MOST_PLACES)]).max())


def _values(view: View, places: list[Point]) -> Floats:
    """What the board is worth to the placer with one more piece of the rival at each place (or with none)."""
    stance, situation = Stance.of(view), view.situation
    here = seen_from(view.position, view.seat)
    new = np.array([view.seat.from_board(x, y) for x, y in places]).reshape(-1, 1, 2)
    layouts = np.concatenate((np.broadcast_to(here, (len(places), *here.shape)), new), axis=1) if places else here[None]
    if places:
        own, rival, queen = (
            np.append(mask, False) for mask in (stance.sides.own, stance.sides.rival, stance.sides.queen)
        )
        rival[-1] = True
        stance = replace(stance, sides=SideMasks(own, rival, queen))
    own_left = situation.own + situation.owed.player
    rival_left = situation.opponent + situation.owed.opponent
    queen_at = QUEEN[situation.queen]
    theirs = stance.across()
    if _is_mine_next(view):
        mine = stance.glance(turned(layouts, _quarters(view, view.to_strike.turn)))
        value = stance.worth.with_chances(own_left, rival_left, queen_at, *mine)
        reply = theirs.glance(turned(layouts, _quarters(view, view.next_seat.turn)))[0]
        return value - reply
    reply3 = theirs.glance(turned(layouts, _quarters(view, view.to_strike.turn)))
    return -theirs.worth.with_chances(rival_left, own_left, ACROSS[queen_at], *reply3)


def _is_mine_next(view: View) -> bool:
    singles = view.next_seat is view.seat.opposite
    return view.to_strike is view.seat or (not singles and view.to_strike is view.seat.opposite)


def _quarters(view: View, turn: int) -> int:
    return (turn - view.seat.turn) % 4
