"""Make puzzles from computer boards: positions whose best stroke is clearly better than the next idea.

A board and its puzzles follow from seed and number, on any machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import hypot, inf
from typing import Final

import numpy as np

from carrom.base.errors import CarromError
from carrom.equipment import Piece, Position
from carrom.equipment.sizes import POCKETS
from carrom.laws import RULEBOOKS, judge
from carrom.match import ByParty, Match, Party, Setup
from carrom.match.log import acts
from carrom.physics import Stroke, Trace, simulate, stroke_fault
from carrom.play.facts import facts_of
from carrom.play.player import Perception, practice_view
from carrom.play.seating import Luck, Seating, next_act, player_view
from carrom.play.skill import skill_named
from carrom.players.evaluation.analysis import PositionAnalysis
from carrom.players.hints import Hint, evaluate_hint, hints
from carrom.players.puzzles.best_stroke import search_best_stroke
from carrom.players.puzzles.puzzle import CAREFUL, KINDS, LEVEL, Puzzle, PuzzleKind
from carrom.players.puzzles.solving import attempt, try_once
from carrom.players.registry import contestant_named

GAP: Final = 0.7
"""Least advantage of the solution over the next idea, points."""
_GLANCE, _STUDY = (1200, 80), (6000, 400)
"""Simulations and samples, for a first look and for a close one."""
_SAMPLES: Final = 3000
"""Tries for rating a stroke of a solution."""
_LIKELY: Final = 0.12
"""A stroke that a club player succeeds with less often is luck."""
_SAFE, _SAFE_GAP, _FEW = 0.25, 0.25, 2
"""Safety puzzles: greatest chance to keep the turn, least advantage in points, most own pieces left."""
_NUDGES: Final = (0.0, 0.01, -0.01, 0.02, -0.02, 0.05, -0.05)
_JAWS: Final = 70.0
"""Distance to a pocket within which the frame belongs to it, mm."""
_LAST: Final = 4
"""Most own pieces with which the board may be cleared from here."""

_HANDS: Final = ("casual", "club", "state")
_MOST_STROKES: Final = 150
_OTHER_LUCK: Final = (4, 11)
_APART: Final = 2
"""Least strokes between two puzzles of one board: neighbouring positions are nearly the same."""


@dataclass(frozen=True, slots=True)
class BestIdea:
    best: Hint
    gap: float


def as_south_white(view: Perception) -> Perception | None:
    """The board as white sees it in the south, rounded to hundredths of a millimetre; None if pieces would overlap."""
    places = (
        (piece.kind if piece.kind == "queen" else "white" if piece.kind == view.colour else "black", piece)
        for piece in view.position.pieces
    )
    turned = ((kind, *view.seat.from_board(piece.x, piece.y)) for kind, piece in places)
    try:
        position = Position(tuple(Piece(kind, round(x, 2), round(y, 2)) for kind, x, y in turned))
    except CarromError:  # touching pieces may overlap after rounding
        return None
    return practice_view(position, level=LEVEL, queen=view.situation.queen)


def find_best_idea(view: Perception, *, seed: int = 0, closely: bool = True) -> BestIdea | None:
    """Best stroke of a view; None without a second idea to compare."""
    simulations, samples = _STUDY if closely else _GLANCE
    found = hints(view, count=2, simulations=simulations, samples=samples, seed=seed)
    if len(found) < 2:
        return None
    return BestIdea(found[0], round(found[0].value - found[1].value, 2))


def find_puzzle(view: Perception, source: str, *, seed: int = 0) -> Puzzle | None:
    seen = as_south_white(view)
    if seen is None:
        return None
    safe = _find_safety(seen, source, seed=seed) if seen.situation.own <= _FEW else None
    if safe is not None:
        return safe
    glanced = find_best_idea(seen, seed=seed, closely=False)
    if glanced is None or glanced.gap < 0.6 * GAP:
        return None
    weighed = find_best_idea(seen, seed=seed + 1)
    if weighed is None or weighed.gap < GAP:
        return None
    best = _rounded(seen, weighed.best.stroke)
    trace = simulate(seen.position, best, seat=seen.seat, profile=seen.profile)
    kind = _kind(seen, trace, weighed.best)
    if kind is None:
        return None
    puzzle = _puzzle(kind, seen, (best,), _chance(kind, seen, weighed.best), weighed.gap, source)
    if kind == "two" and puzzle.chance < _LIKELY:
        return None
    if kind in ("pot", "frame") and seen.situation.own <= _LAST:
        puzzle = _cleared(puzzle, seen, seed) or puzzle
    if kind == "queen":
        covered = _played_on(puzzle, seen, seed, most=2)
        if covered is None:
            return None
        puzzle = covered
    if attempt(puzzle, puzzle.solution)[-1].state != "solved":
        return None
    return with_best_stroke(puzzle, seed=seed) if is_clearly_best(puzzle, seed=seed + 2, part=0.8) else None


def _find_safety(seen: Perception, source: str, *, seed: int) -> Puzzle | None:
    careful = replace(seen, skill=skill_named(CAREFUL), rival=skill_named(CAREFUL))
    glanced = find_best_idea(careful, seed=seed, closely=False)
    if glanced is None or glanced.best.chance >= _SAFE or glanced.gap < 0.5 * _SAFE_GAP:
        return None
    weighed = find_best_idea(careful, seed=seed + 1)
    if weighed is None or weighed.best.chance >= _SAFE or weighed.gap < _SAFE_GAP:
        return None
    best = _rounded(seen, weighed.best.stroke)
    if not _is_quiet(seen, simulate(seen.position, best, seat=seen.seat, profile=seen.profile)):
        return None
    # Nothing has to fall; the idea is the difficulty.
    puzzle = _puzzle("safety", careful, (best,), 0.4, weighed.gap, source)
    return with_best_stroke(puzzle, seed=seed) if is_clearly_best(puzzle, seed=seed + 2, part=0.8) else None


def _is_quiet(view: Perception, trace: Trace) -> bool:
    facts = facts_of(trace, view.colour)
    return facts.touched and not (facts.own or facts.opponent or facts.queen or facts.striker)


def _chance(kind: PuzzleKind, view: Perception, best: Hint) -> float:
    wanted = [often for piece, often in best.falls if view.position.pieces[piece].kind != view.rival_colour]
    return min(best.chance, wanted[1] if kind == "two" else wanted[0])


def is_clearly_best(puzzle: Puzzle, *, seed: int, part: float) -> bool:
    """The best stroke stays best with other luck, by this part of the required advantage."""
    weighed = find_best_idea(puzzle.view, seed=seed)
    return weighed is not None and weighed.gap >= least_gap(puzzle.kind, part)


def least_gap(kind: PuzzleKind, part: float) -> float:
    """This part of the required advantage, in points."""
    return part * (_SAFE_GAP if kind == "safety" else GAP)


def with_best_stroke(puzzle: Puzzle, *, seed: int) -> Puzzle | None:
    """The puzzle with the best stroke of a thorough search. None if another piece is as good, or the best stroke does
    not meet the task."""
    view = puzzle.view
    found = search_best_stroke(view, puzzle.solution[0], seed=seed)
    if found.gap < least_gap(puzzle.kind, 0.4):
        return None
    gap = puzzle.gap if found.gap == inf else round(found.gap, 2)
    if not found.is_surely_better:
        return _rated(replace(puzzle, gap=gap), found.shown)
    best = _rounded(view, found.best.stroke)
    trace = simulate(view.position, best, seat=view.seat, profile=view.profile)
    if puzzle.kind == "safety":
        other = replace(puzzle, solution=(best,), gap=gap)
        return other if _is_quiet(view, trace) and attempt(other, (best,))[-1].state == "solved" else None
    kind = _kind(view, trace, found.best)
    if kind is None:
        return None
    if kind == "two" and 2 * _chance(kind, view, found.best) < found.best.chance:
        kind = _of_one(trace)  # one piece falls as intended, a second one only sometimes
    first = replace(puzzle, solution=(best,), chance=round(_chance(kind, view, found.best), 3), gap=gap)
    if puzzle.kind in ("queen", "clear"):
        played = _played_on(first, view, seed, most=puzzle.strokes)
        if played is not None or kind == "queen":
            return played
    if kind == "queen":
        return None
    other = replace(first, kind=kind, strokes=1)
    return other if other.chance >= _LIKELY and attempt(other, (best,))[-1].state == "solved" else None


def _rated(puzzle: Puzzle, first: Hint) -> Puzzle:
    if puzzle.kind == "safety":
        return puzzle
    chance = _chance(puzzle.kind, puzzle.view, first)
    for before, stroke in zip(attempt(puzzle, puzzle.solution), puzzle.solution[1:], strict=False):
        study = PositionAnalysis.of(before.after)
        row = np.array([*before.after.seat.from_board(stroke.x, stroke.y), stroke.direction, stroke.speed])
        chance *= evaluate_hint(study, row, _SAMPLES, 0).chance
    return replace(puzzle, chance=round(chance, 3))


def _kind(view: Perception, trace: Trace, best: Hint) -> PuzzleKind | None:
    facts = facts_of(trace, view.colour)
    ruling = judge(view.situation, facts, view.rulebook)
    won = ruling.result is not None and ruling.result.winner == "player"
    if best.chance < _LIKELY or facts.striker or not (won or ruling.turn == "continues"):
        return None
    if facts.queen and not facts.own:
        return "queen"
    if facts.own + facts.queen > 1:
        return "two"
    if not facts.own:
        return None
    return _of_one(trace)


def _of_one(trace: Trace) -> PuzzleKind:
    return "frame" if _came_off_a_frame(trace) else "pot"


def _came_off_a_frame(trace: Trace) -> bool:
    fallen, _, when = trace.falls[0]
    striker = len(trace.kinds)
    for event in trace.events:
        if event.type != "frame" or event.time >= when:
            continue
        if event.disc == fallen and not _is_at_pocket(trace.at(event.time)[fallen]):
            return True
        if event.disc == striker and not _has_met(trace, striker, event.time):
            return True
    return False


def _is_at_pocket(place: tuple[float, float] | None) -> bool:
    return place is None or any(hypot(place[0] - x, place[1] - y) < _JAWS for x, y in POCKETS)


def _has_met(trace: Trace, disc: int, before: float) -> bool:
    return any(one.time < before and one.type == "disc" and disc in (one.disc, one.other) for one in trace.events)


def _cleared(puzzle: Puzzle, view: Perception, seed: int) -> Puzzle | None:
    wanted = view.situation.own + (view.situation.queen == "board")
    if wanted < 2:
        return None
    return _played_on(replace(puzzle, kind="clear", strokes=wanted), view, seed, most=wanted)


def _played_on(puzzle: Puzzle, view: Perception, seed: int, *, most: int) -> Puzzle | None:
    """The puzzle with its whole solution, the best stroke of each position; None if it fails."""
    solution, chance, seen = list(puzzle.solution), 1.0, view
    for number in range(1, most + 1):
        if number > 1:
            found = hints(seen, count=1, simulations=2500, samples=100, seed=seed)
            if not found:
                return None
            solution.append(_rounded(seen, found[0].stroke))
            chance *= found[0].chance
        tried = try_once(puzzle, seen, solution[-1], number)
        if tried.state == "failed":
            return None
        if tried.state == "solved":
            total = round(puzzle.chance * chance, 3)
            return replace(puzzle, solution=tuple(solution), chance=total) if total >= _LIKELY else None
        seen = tried.after
    return None


def _rounded(view: Perception, stroke: Stroke) -> Stroke:
    x, y = round(stroke.x, 2), round(stroke.y, 2)
    near = (Stroke(round(x + off, 2), y, round(stroke.direction, 3), round(stroke.speed, 3)) for off in _NUDGES)
    return next((one for one in near if stroke_fault(view.position, one, seat=view.seat) is None), stroke)


def _puzzle(
    kind: PuzzleKind, view: Perception, solution: tuple[Stroke, ...], chance: float, gap: float, source: str
) -> Puzzle:
    strokes = 2 if kind == "queen" else 1
    return Puzzle(kind, view.position, view.situation.queen, strokes, solution, round(chance, 3), gap, source)


def board_views(seed: int, board: int) -> Iterator[tuple[int, Perception]]:
    """Number and view of every stroke of a board after the break. Skills vary with the board."""
    levels = _HANDS[board % 3], _HANDS[board // 3 % 3]
    a, b = (contestant_named("club", level=level) for level in levels)
    seating, luck = Seating(ByParty((a,), (b,))), Luck((seed, board))
    breaker: Party = "a" if board % 2 else "b"
    match = Match.start(Setup(RULEBOOKS["icf"])).play(acts.Toss(breaker))
    number = 0
    while not match.course.boards and number < _MOST_STROKES and match.winner is None:
        if match.phase == "stroke" and match.board is not None and match.board.position is not None:
            view = player_view(match, seating, match.board.turn)
            if view.situation.break_attempt is None:
                yield number, view
        act = next_act(match, seating, luck, number)
        number += isinstance(act, acts.StrokeMade)
        match = match.play(act)


def make_puzzles(seed: int, board: int) -> Iterator[Puzzle]:
    last = -_APART
    for number, view in board_views(seed, board):
        owes = view.situation.owed.player or view.situation.owed.opponent
        if number - last < _APART or owes or view.situation.queen == "pending":
            continue
        found = find_puzzle(view, f"{seed}/{board}/{number}", seed=seed)
        if found is not None:
            last = number
            yield found


def robust_puzzles(found: Iterable[Puzzle]) -> list[Puzzle]:
    """Puzzles whose best stroke stays best with other luck."""
    return [puzzle for puzzle in found if all(is_clearly_best(puzzle, seed=luck, part=0.4) for luck in _OTHER_LUCK)]


def select_puzzles(found: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """Select `count` puzzles, easiest first: kinds in equal shares, clearest ones first, at most two of a kind per
    board."""
    by_kind: dict[PuzzleKind, list[Puzzle]] = {kind: [] for kind in KINDS}
    of_board: Counter[tuple[str, PuzzleKind]] = Counter()
    for puzzle in sorted({puzzle.id: puzzle for puzzle in found}.values(), key=lambda one: (-one.gap, one.id)):
        board = puzzle.source.rpartition("/")[0], puzzle.kind
        of_board[board] += 1
        if of_board[board] <= 2:
            by_kind[puzzle.kind].append(puzzle)
    taken: Counter[PuzzleKind] = Counter()
    while taken.total() < count and any(taken[kind] < len(by_kind[kind]) for kind in KINDS):
        for kind in KINDS:
            if taken.total() < count and taken[kind] < len(by_kind[kind]):
                taken[kind] += 1
    chosen = [puzzle for kind in KINDS for puzzle in by_kind[kind][: taken[kind]]]
    return sorted(chosen, key=lambda puzzle: (puzzle.rating, puzzle.id))


def check_puzzle(puzzle: Puzzle, *, seed: int = 11, brute: bool = False) -> None:
    """Raise `CarromError` if the solution fails or is not clearly best with other luck.

    `brute` also searches the whole board for a better stroke, which takes seconds.
    """
    if attempt(puzzle, puzzle.solution)[-1].state != "solved":
        raise CarromError("not-solved", f"puzzle {puzzle.id}: its solution does not solve it")
    if not is_clearly_best(puzzle, seed=seed, part=0.4):
        raise CarromError(
            "not-clearly-best", f"puzzle {puzzle.id}: with other luck its best stroke is not clearly best"
        )
    if not brute:
        return
    found = search_best_stroke(puzzle.view, puzzle.solution[0], seed=seed)
    if found.is_surely_better:
        best, shown = found.best, found.shown
        raise CarromError(
            "better-stroke",
            f"puzzle {puzzle.id}: the stroke from {best.stroke.x:.1f}, {best.stroke.y:.1f} at"
            f" {best.stroke.direction:.1f}° with {best.stroke.speed:.1f} m/s is better by {found.gain:.2f} ±"
            f" {found.within:.2f} points: it keeps the turn in {best.chance:.0%}, not {shown.chance:.0%}",
        )
    if found.gap < least_gap(puzzle.kind, 0.4):
        raise CarromError(
            "not-clearly-best", f"puzzle {puzzle.id}: another piece is nearly as good, by {found.gap:.2f} points"
        )
