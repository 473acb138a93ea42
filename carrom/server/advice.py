"""Hints: what a planner of the ladder would play, and how often a club player's hand would bring it off."""

from __future__ import annotations

import numpy as np

from carrom.equipment import Position, Seat
from carrom.errors import CarromError
from carrom.laws import QueenPlace, Situation, judge, rulebook
from carrom.physics import CLUB, simulate
from carrom.play import LEVELS, Colour, View, execute, facts_of
from carrom.players import player_named

_TRIES = 60
_RUNGS = ("planner", "club", "aimer")


def hints(position: str, seat: str, colour: Colour, queen: QueenPlace, book: str) -> list[dict[str, float]]:
    """The strokes that three rungs of the ladder would choose, the likeliest to keep the turn first."""
    view = _view(Position.from_text(position), Seat(seat), colour, queen, book)
    found = []
    for number, rung in enumerate(_RUNGS):
        stroke = player_named(rung).stroke(view, np.random.default_rng((8, number)))
        kept = 0
        for trial in range(_TRIES):
            rng = np.random.default_rng((9, trial))
            made = execute(stroke, view.skill, rng, position=view.position, seat=view.seat)
            trace = simulate(view.position, made, seat=view.seat)
            ruling = judge(view.situation, facts_of(trace, colour), view.rulebook)
            kept += ruling.turn == "continues" or (ruling.result is not None and ruling.result.winner == "player")
        chance = kept / _TRIES
        found.append(
            {"x": stroke.x, "y": stroke.y, "direction": stroke.direction, "speed": stroke.speed, "chance": chance}
        )
    return sorted(found, key=lambda one: -one["chance"])


def _view(position: Position, seat: Seat, colour: Colour, queen: QueenPlace, book: str) -> View:
    own, other = position.on_board(colour), position.on_board("black" if colour == "white" else "white")
    if not own:
        raise CarromError(f"no {colour} piece lies on the board: there is nothing to advise")
    has_queen = position.on_board("queen") == 1
    is_start = own == 9 and other == 9 and has_queen
    situation = Situation(
        own=own,
        opponent=max(other, 1),  # a position to practise on may have none; the judge wants at least one
        queen="board" if has_queen else "player" if queen == "board" else queen,
        opened=own < 9 or (not has_queen and queen != "opponent"),
        break_attempt=1 if is_start else None,
    )
    return View(
        position=position,
        seat=seat,
        colour=colour,
        situation=situation,
        rulebook=rulebook(book),
        skill=LEVELS["club"],
        rival=LEVELS["club"],
        profile=CLUB,
        next_seat=seat.opposite,
        to_strike=seat,
    )
