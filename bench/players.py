"""The ladder of levels: points per board of each against the one below, clearing alone, slams, and time per stroke.

`make bench` plays a few pairs; `python bench/players.py --full` writes docs/players.md. Sections can be played alone,
longer or shorter: `--full --only slams --breaks 50`. Only times change from run to run.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from multiprocessing import get_context
from typing import TypeVar

import numpy as np
from page_figures import keep, wilson

from carrom.laws import rulebook
from carrom.match import ByParty, Match, Setup
from carrom.match.log import acts
from carrom.physics import simulate
from carrom.play import LEVELS, Luck, Seating, execute, next_act
from carrom.play.solo import Solo
from carrom.players import LADDER, Budget, contestant_named, player_named
from carrom.players.arena import ArenaEntrant, PairPlayed, Tally, run_pairs, schedule
from carrom.players.arena.tally import mean_margin
from carrom.players.levels.solo import SoloPlayer
from carrom.testing.players import player_faults

COURSE_MARK = 30
ALONE = 70_000
"""Simulations per stroke when clearing alone: three quarters of a second of one core."""
T = TypeVar("T")
R = TypeVar("R")
SEED = 2026


@dataclass(frozen=True)
class Size:
    """Amount of play: board pairs of each step, boards cleared and breaks per skill, random positions per level, and
    processes."""

    pairs: int
    boards: int
    breaks: int
    positions: int
    workers: int | None = None


QUICK = Size(pairs=2, boards=2, breaks=4, positions=40)
FULL = Size(pairs=200, boards=40, breaks=100, positions=10_000)


def ladder(size: Size) -> Iterator[str]:
    """Each level against the one below, and the planner against random play."""
    rungs = [ArenaEntrant(name) for name in LADDER]
    tasks = schedule(rungs, pairs=size.pairs, seed=SEED, neighbours_only=True)
    tasks += schedule([ArenaEntrant("planner"), ArenaEntrant("random")], pairs=size.pairs, seed=SEED)
    played_pairs = run_pairs(tasks, workers=size.workers)
    meetings = {(met.a.player, met.b.player): met for met in Tally.of(played_pairs, seed=SEED).meetings}
    whole = Tally.of([pair for pair in played_pairs if pair.task.b.player != "random"], seed=SEED)
    lines = {line.entrant.player: line for line in whole.lines}
    yield (
        "| rung | points a board against the rung below | boards won | step in Elo (95 %) "
        "| Elo (95 %) | slams | ms a stroke | of limit |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    below = ""
    for name, rung in LADDER.items():
        line = lines[name]
        step, won, higher = "", "", ""
        if below:
            met = meetings[below, name]
            step, won = f"{-met.points:+.2f} ± {met.margin:.2f}", f"{1 - met.wins:.1%}"
            higher = f"{-met.step.elo:+.0f} ({-met.step.high:+.0f} … {-met.step.low:+.0f})"
        elo = f"{line.elo:+.0f} ({line.elo_low:+.0f} … {line.elo_high:+.0f})"
        share = line.ms / 1000 / rung.seconds
        yield f"| `{name}` | {step} | {won} | {higher} | {elo} | {line.slams:.1%} | {line.ms:.1f} | {share:.2f} × |"
        below = name
    met = meetings["planner", "random"]
    yield ""
    yield f"{size.pairs} board pairs for each step, both hands at `club`, seed {SEED}."
    yield f"`planner` against `random`: {met.wins:.1%} of the boards won, {met.points:+.2f} points a board."
    yield f"The break is worth {whole.break_elo:+.0f} Elo."


def games(size: Size) -> Iterator[str]:
    """The champion's whole games, with luck unlike any other section's."""
    pairs = [ArenaEntrant("champion"), ArenaEntrant("tactician")]
    yield from games_rows(run_pairs(schedule(pairs, pairs=size.pairs, seed=SEED + 1, is_games=True)))


def games_rows(played: Sequence[PairPlayed]) -> Iterator[str]:
    whole = Tally.of(played, seed=SEED + 1)
    (met,) = whole.meetings
    boards = [board for pair in played for board in pair.boards]
    ms = {line.entrant.player: line.ms for line in whole.lines}
    yield "| | games | won | Elo of games (95 %) | boards | won | points a board | ms a stroke |"
    yield "|---|---|---|---|---|---|---|---|"
    step = f"{met.step.elo:+.0f} ({met.step.low:+.0f} … {met.step.high:+.0f})"
    won = sum(board.score for board in boards) / len(boards)
    yield (
        f"| `{met.a.player}` against `{met.b.player}` | {2 * met.pairs} | {met.wins:.1%} | {step} "
        f"| {len(boards)} | {won:.1%} | {met.points:+.2f} ± {met.margin:.2f} | {ms[met.a.player]:.0f} |"
    )
    yield ""
    yield (
        f"Both hands at `club`, to 25 points or eight boards, seed {SEED + 1}:"
        f" `carrom arena {met.a.player} {met.b.player} --games --pairs {met.pairs} --seed {SEED + 1}`."
    )


def clearing(size: Size) -> Iterator[str]:
    """All nineteen pieces alone, mostly with the target's skill."""
    yield "| hand | boards | strokes to clear 19 pieces | against the course mark of 30 |"
    yield "|---|---|---|---|"
    for level in ("exact", "world", "casual"):
        boards = size.boards if level == "casual" else max(2, size.boards // 3)
        mean, margin = mean_margin(_each(_cleared, [(level, board) for board in range(boards)], size))
        yield f"| `{level}` | {boards} | {mean:.1f} ± {margin:.1f} | {COURSE_MARK / mean:.1f} × fewer |"
    yield ""
    yield (
        f"{ALONE} simulations a stroke where twelve pieces lie, elsewhere as many as take the same time;"
        f" luck spread evenly, seed {SEED}."
    )


def _cleared(task: tuple[str, int]) -> float:
    level, board = task
    rng = np.random.default_rng((SEED, board))
    skill, solo = LEVELS[level], Solo.start(rng)
    player = SoloPlayer(skill, Budget(ALONE))
    while not solo.is_cleared and solo.strokes < 200:
        intended = player.stroke(solo.position, rng)
        solo = solo.after(simulate(solo.position, execute(intended, skill, rng, position=solo.position)))
    return float(solo.strokes)


def slams(size: Size) -> Iterator[str]:
    """White slams: all nine and the queen in the breaker's first turn."""
    yield "| hand | white slams of breaks | 95 % |"
    yield "|---|---|---|"
    for level in ("state", "world", "robot"):
        made = sum(_each(_is_slam, [(level, number) for number in range(size.breaks)], size))
        low, high = wilson(made, size.breaks)
        yield f"| `{level}` | {made / size.breaks:.1%} | {low:.1%} – {high:.1%} |"
    yield ""
    yield f"{size.breaks} breaks each by `tactician`, seed {SEED}. Published figures of the best people: 1.5–10 %."


def _is_slam(task: tuple[str, int]) -> bool:
    level, number = task
    seating = Seating(ByParty(*((contestant_named("tactician", level=level),) for _ in range(2))))
    match = Match.start(Setup(rulebook("icf"))).play(acts.Toss("a"))
    strokes = 0
    while not match.course.boards and (match.board is None or match.board.turn.party == "a"):
        act = next_act(match, seating, Luck((SEED, number)), strokes)
        strokes += isinstance(act, acts.StrokeMade)
        match = match.play(act)
    return bool(match.course.boards) and match.course.boards[0].slam == "white"


def lawful(size: Size) -> Iterator[str]:
    """Unlawful strokes and placings on random boards, and missing answers."""
    yield "| rung | random boards, 20 simulations | unlawful or failed | at its own budget | unlawful or failed |"
    yield "|---|---|---|---|---|"
    part = min(500, size.positions)
    fewer = min(10, part)
    for name in LADDER:
        parts = range(size.positions // part)
        hasty = sum(_each(_faults, [(name, part, start, 20) for start in parts], size))
        slow = sum(_each(_faults, [(name, fewer, 1000 + start, None) for start in parts], size))
        yield f"| `{name}` | {len(parts) * part:,} | {hasty} | {len(parts) * fewer:,} | {slow} |"


def _faults(task: tuple[str, int, int, int | None]) -> int:
    name, count, seed, simulations = task
    return len(player_faults(player_named(name, simulations=simulations), count=count, seed=SEED + seed))


def _each(work: Callable[[T], R], tasks: list[T], size: Size) -> list[R]:
    if size.workers == 1:
        return [work(task) for task in tasks]
    with get_context("spawn").Pool(size.workers) as pool:
        return pool.map(work, tasks, chunksize=1)


SECTIONS: dict[str, Callable[[Size], Iterator[str]]] = {
    "ladder": ladder,
    "games": games,
    "clearing": clearing,
    "slams": slams,
    "lawful": lawful,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="play enough to publish, and write docs/players.md")
    parser.add_argument("--only", choices=SECTIONS, help="one section")
    for field in fields(Size):
        parser.add_argument(f"--{field.name}", type=int, help="another size than --full or its absence says")
    args = parser.parse_args()
    chosen = {field.name: value for field in fields(Size) if (value := getattr(args, field.name)) is not None}
    size = replace(FULL if args.full else QUICK, **chosen)
    for name, measure in SECTIONS.items():
        if args.only in (None, name):
            print(name, flush=True)
            since = time.monotonic()
            rows = []
            for row in measure(size):
                print(row, flush=True)
                rows.append(row)
            print(f"({time.monotonic() - since:.0f} s on {platform.machine()})\n", flush=True)
            if args.full:
                keep(name, rows, by=" ".join(["bench/players.py", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
