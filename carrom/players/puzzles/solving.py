"""Play a puzzle: simulate and judge each stroke, until solved or failed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Position
from carrom.laws import Ruling, Situation, StrokeFacts, after, judge
from carrom.physics import Stroke, Trace, simulate, stroke_fault
from carrom.play.facts import facts_of
from carrom.play.player import Perception
from carrom.play.sight import seen_from
from carrom.players.evaluation.analysis import PositionAnalysis
from carrom.players.evaluation.outcomes import StrokeOutcomes
from carrom.players.evaluation.side_evaluation import EvaluationMode
from carrom.players.puzzles.puzzle import Puzzle

PuzzleState = Literal["open", "solved", "failed"]


@dataclass(frozen=True, slots=True)
class AttemptedStroke:
    trace: Trace
    facts: StrokeFacts
    ruling: Ruling
    state: PuzzleState
    after: Perception


def attempt(puzzle: Puzzle, strokes: tuple[Stroke, ...]) -> list[AttemptedStroke]:
    """Play the strokes of an attempt. Raises `CarromError` for a stroke after the end."""
    view, tried = puzzle.view, list[AttemptedStroke]()
    for stroke in strokes:
        if tried and tried[-1].state != "open":
            raise CarromError("attempt-over", "this attempt is over: begin anew")
        tried.append(try_once(puzzle, view, stroke, len(tried) + 1))
        view = tried[-1].after
    return tried


def try_once(puzzle: Puzzle, view: Perception, stroke: Stroke, number: int) -> AttemptedStroke:
    fault = stroke_fault(view.position, stroke, seat=view.seat)
    if fault is not None:
        raise CarromError("stroke-not-allowed", f"{fault.text} (Law {fault.law})" if fault.law else fault.text)
    trace = simulate(view.position, stroke, seat=view.seat, profile=view.profile)
    facts = facts_of(trace, view.colour)
    ruling = judge(view.situation, facts, view.rulebook)
    state = _state(puzzle, view, trace, facts, ruling, number)
    return AttemptedStroke(trace, facts, ruling, state, _next_view(view, trace.rest, facts, ruling))


def leave_value(view: Perception, trace: Trace) -> float:
    """Value of the position left, in points, including the rival's chances."""
    study = PositionAnalysis.of(view)
    rest = seen_from(view.position, view.seat).copy()
    fell = np.zeros(len(rest), dtype=bool)
    for disc, place in enumerate(trace.places[:-1]):
        fell[disc] = place is None
        rest[disc] = np.nan if place is None else view.seat.from_board(*place)
    one = StrokeOutcomes(rest[None], fell[None], np.array([trace.striker is None]), np.array([trace.touched]))
    return float(study.values(one, EvaluationMode.BOTH)[0])


def _state(
    puzzle: Puzzle, view: Perception, trace: Trace, facts: StrokeFacts, ruling: Ruling, number: int
) -> PuzzleState:
    won = ruling.result is not None and ruling.result.winner == "player"
    # Coins pocketed with the striker come back, although the turn goes on (73).
    is_clean = ruling.turn == "continues" and not facts.striker
    match puzzle.kind:
        case "pot" | "frame":
            done = won or (is_clean and facts.own > 0)
        case "two":
            done = (won or is_clean) and facts.own + facts.queen > 1
        case "queen":
            done = ruling.queen == "player"
            if not done and number < puzzle.strokes and ruling.queen == "pending" and is_clean:
                return "open"
        case "safety":
            done = ruling.result is None and not ruling.due and leave_value(view, trace) >= required_leave_value(puzzle)
        case "clear":
            done = won
            if not done and number < puzzle.strokes and is_clean:
                return "open"
    return "solved" if done else "failed"


def required_leave_value(puzzle: Puzzle) -> float:
    """Value that a safe stroke has to leave: halfway between the solution's and the next idea's."""
    trace = simulate(puzzle.position, puzzle.solution[0], seat=puzzle.view.seat, profile=puzzle.view.profile)
    return leave_value(puzzle.view, trace) - puzzle.gap / 2


def _next_view(view: Perception, position: Position, facts: StrokeFacts, ruling: Ruling) -> Perception:
    before: Situation = view.situation
    if ruling.result is not None or ruling.turn != "continues":
        return replace(view, position=position)
    return replace(view, position=position, situation=after(before, facts, ruling, waiting_opened=True).situation)
