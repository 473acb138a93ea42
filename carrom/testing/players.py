"""Conformance test for players: lawful answers on random boards.

>>> from carrom.players import player_named
>>> player_faults(player_named("aimer"), count=3)
[]
"""

from collections.abc import Iterator

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Kind, Position, Seat, due_fault, due_places, has_striker_room
from carrom.laws import RULEBOOKS, START, BySide, QueenPlace, Situation, situation_fault
from carrom.physics import CLUB, stroke_fault
from carrom.play.player import Colour, Perception, Player
from carrom.play.skill import LEVELS

_CROWDED = 0.35
"""Share of pieces in clusters, before a base line or at a frame, where faults are likely."""


def player_faults(player: Player, *, count: int = 1000, seed: int = 0) -> list[str]:
    """Faults on random boards: unlawful strokes and placings, wrong counts, exceptions."""
    faults = []
    for number, view in enumerate(random_views(count, seed=seed)):
        rng = np.random.default_rng((seed, number))
        try:
            fault = _fault(player, view, rng)
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
        if fault is not None:
            faults.append(
                f"board {number}, {view.seat.value}, {view.colour}, {view.situation}: {fault}: {view.position}"
            )
    return faults


def random_views(count: int, *, seed: int = 0) -> Iterator[Perception]:
    """Common and rare boards: open, crowded, blocked, at beginning and end."""
    rng = np.random.default_rng((seed, 1))
    found = 0
    while found < count:
        view = _random_view(rng)
        if has_striker_room(view.position, view.seat):
            found += 1
            yield view


def _fault(player: Player, view: Perception, rng: np.random.Generator) -> str | None:
    stroke = player.stroke(view, rng)
    fault = stroke_fault(view.position, stroke, seat=view.seat, profile=view.profile)
    if fault is not None:
        return fault.text
    if due_places(view.position):
        place = player.place(view, rng)
        wrong = due_fault(view.position, *place)
        if wrong is not None:
            return wrong.text
    if not 0 <= player.demands(view, 2) <= 2:
        return "it demands what is not offered"
    if not abs(player.turns_rack(view.skill, view.profile)) <= 360:
        return "it wants the rack turned by more than 360 degrees"
    answers: tuple[object, ...] = (player.forgoes(view, 1), player.concedes(view))
    for answer in answers:
        if not isinstance(answer, bool):
            return f"{answer!r} is neither yes nor no"
    return None


def _random_view(rng: np.random.Generator) -> Perception:
    seat = list(Seat)[int(rng.integers(4))]
    doubles = bool(rng.random() < 0.3)
    colour: Colour = "white" if rng.random() < 0.5 else "black"
    if rng.random() < 0.03:
        position, situation, colour = Position.start(breaker=seat), START, "white"
    else:
        situation = _random_situation(rng)
        position = _random_position(rng, situation, colour)
    levels = list(LEVELS.values())
    return Perception(
        position,
        seat,
        colour,
        situation,
        list(RULEBOOKS.values())[int(rng.integers(len(RULEBOOKS)))],
        levels[int(rng.integers(len(levels)))],
        levels[int(rng.integers(len(levels)))],
        CLUB,
        seat.right if doubles else seat.opposite,
        seat,
    )


def _random_situation(rng: np.random.Generator) -> Situation:
    while True:
        own, opponent = (int(n) for n in rng.integers(1, 10, 2))
        queens: tuple[QueenPlace, ...] = ("board", "board", "pending", "player", "opponent")
        owed = BySide(
            int(rng.integers(3)) if own == 9 and rng.random() < 0.3 else 0,
            int(rng.integers(3)) if opponent == 9 and rng.random() < 0.3 else 0,
        )
        situation = Situation(
            own,
            opponent,
            queens[int(rng.integers(len(queens)))],
            own < 9 or bool(rng.random() < 0.5),
            owed,
            BySide(int(rng.integers(25)), int(rng.integers(25))),
        )
        if situation_fault(situation) is None:
            return situation


def _random_position(rng: np.random.Generator, situation: Situation, colour: Colour) -> Position:
    other: Colour = "black" if colour == "white" else "white"
    kinds: list[Kind] = [*[colour] * situation.own, *[other] * situation.opponent]
    if situation.queen == "board":
        kinds.append("queen")
    position = Position(())
    for kind in kinds:
        while True:
            x, y = (float(value) for value in _random_place(rng, position))
            try:
                position = position.with_piece(kind, x, y)
                break
            except CarromError:
                continue
    return position


def _random_place(rng: np.random.Generator, position: Position) -> tuple[float, float]:
    if rng.random() > _CROWDED:
        return rng.uniform(-354, 354), rng.uniform(-354, 354)
    case = rng.integers(3)
    if case == 0 and position.pieces:
        near = position.pieces[int(rng.integers(len(position.pieces)))]
        angle, apart = rng.uniform(0, 2 * np.pi), 31.8 + rng.exponential(2.0)
        return near.x + apart * np.cos(angle), near.y + apart * np.sin(angle)
    side = list(Seat)[int(rng.integers(4))]
    along = rng.uniform(-300, 300)
    return side.to_board(along, rng.normal(-252, 25) if case == 1 else -354.0)
