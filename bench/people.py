"""The computer opponents: each against the one below, their style of play, and their slams.

Each step is played until a sequential test decides between 0 and 150 Elo. `python bench/people.py --least 2 --most 4
--only asha emil` plays a few boards; `--full` writes docs/players.md.
"""

from __future__ import annotations

import argparse
import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from page_figures import keep, wilson

from carrom.laws import rulebook
from carrom.match import ByParty, Match, Setup
from carrom.match.log import acts
from carrom.physics import Stroke
from carrom.play import Contestant, Luck, Perception, Player, Seating, next_act, play_board
from carrom.players import PEOPLE, player_named
from carrom.players.arena import ArenaEntrant, PairPlayed, PairTask, Sprt, SprtRun, Tally, schedule
from carrom.players.arena.pairs import PARTIES, BoardStats
from carrom.players.candidates.model import Shape
from carrom.players.people.person import NamedOpponent
from carrom.players.people.person_player import PersonPlayer

SEED = 2026
TEST = Sprt(0.0, 150.0)
KINDS = {
    "straight": (Shape.DIRECT,),
    "cut": (Shape.CUT,),
    "off a frame": (Shape.REBOUND, Shape.DOUBLE),
    "pair, cannon": (Shape.PAIR, Shape.CANNON),
    "backward": (Shape.BACK,),
    "no pocket": (Shape.TOUCH,),
}


class Noting(PersonPlayer):
    """Counts the kinds of strokes played."""

    def __init__(self, player: PersonPlayer, counts: Counter[str]) -> None:
        super().__init__(player.mind, player.eye)
        self.counts = counts

    def stroke(self, view: Perception, rng: np.random.Generator) -> Stroke:
        choice = self.choose(view, rng)
        self.counts.update(kind for kind, shapes in KINDS.items() if choice.shape in shapes)
        return choice.stroke


@dataclass(frozen=True)
class PairSeen:
    """A pair with both players' stroke counts."""

    played: PairPlayed
    counts: tuple[Counter[str], Counter[str]]


def watch_pair(task: PairTask) -> PairSeen:
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    boards = []
    for breaker in PARTIES:
        sides = [
            (Contestant(_noting(entrant, count), entrant.skill, entrant.text()),)
            for entrant, count in zip((task.a, task.b), counts, strict=True)
        ]
        board = play_board(Seating(ByParty(*sides)), Luck((task.seed, task.pair)), breaker=breaker)
        boards.append(BoardStats.of(board))
        _count(board.match, dict(zip(PARTIES, counts, strict=True)))
    return PairSeen(PairPlayed.of_boards(task, *boards), counts)


def _noting(entrant: ArenaEntrant, counts: Counter[str]) -> Player:
    player = player_named(entrant.player)
    return Noting(player, counts) if isinstance(player, PersonPlayer) else player


def _count(match: Match, counts: dict[str, Counter[str]]) -> None:
    strokes = [event.act for event in match.events() if isinstance(event.act, acts.StrokeMade)]
    for number, act in enumerate(strokes):
        assert act.by is not None
        count, facts = counts[act.by.party], act.facts
        count["strokes"] += 1
        if number == 0:
            count["breaks"] += 1
            later = strokes[1].by if len(strokes) > 1 else None
            count["kept"] += later is None or later.party == act.by.party
            continue
        count["later"] += 1
        count["pots"] += facts.own > 0 or facts.queen
        count["several"] += facts.own > 1
        count["nothing"] += not facts.touched
        count["striker"] += facts.striker


def play_steps(
    names: Sequence[str], least: int, most: int, workers: int, kept: Path | None
) -> dict[str, tuple[SprtRun, list[PairSeen]]]:
    """Play every step until it is decided, several side by side; each is named after the upper player.

    Results of the same pairs are read from the file `kept` and added to it.
    """
    steps = {}
    old: dict[tuple[NamedOpponent, NamedOpponent], list[PairSeen]] = {}
    if kept is not None and kept.exists():
        old = pickle.loads(kept.read_bytes())
    for below, above in pairwise(names):
        tasks = schedule([ArenaEntrant(above), ArenaEntrant(below)], pairs=most, seed=SEED)
        run, seen = SprtRun(TEST), old.get((PEOPLE[below], PEOPLE[above]), [])
        for pair in seen:
            if run.verdict is None:
                run.add(pair.played.score)
        steps[above] = (run, tasks, seen)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        while True:
            more = [
                (name, task)
                for name, (run, tasks, seen) in steps.items()
                if run.verdict is None or len(seen) < least
                for task in tasks[len(seen) : len(seen) + 2]
            ]
            if not more:
                return {name: (run, seen) for name, (run, _, seen) in steps.items()}
            for (name, _), pair in zip(more, pool.map(watch_pair, [task for _, task in more]), strict=True):
                run, _, seen = steps[name]
                seen.append(pair)
                if run.verdict is None:
                    run.add(pair.played.score)
            if kept is not None:
                old |= {(PEOPLE[below], PEOPLE[above]): steps[above][2] for below, above in pairwise(names)}
                kept.write_bytes(pickle.dumps(old))
            now = (f"{name} {len(seen)} {run.ratio:+.1f}" for name, (run, _, seen) in steps.items())
            print(", ".join(now), flush=True)


def is_slam(task: tuple[str, int]) -> bool:
    """Whether the first turn makes a white slam."""
    name, number = task
    sides = ((Contestant(player_named(name), PEOPLE[name].hand),),) * 2
    seating, luck = Seating(ByParty(*sides)), Luck((SEED, number))
    match, strokes = Match.start(Setup(rulebook("icf"))).play(acts.Toss("a")), 0
    while not match.course.boards and (match.board is None or match.board.turn.party == "a"):
        act = next_act(match, seating, luck, strokes)
        strokes += isinstance(act, acts.StrokeMade)
        match = match.play(act)
    return bool(match.course.boards) and match.course.boards[0].slam == "white"


def strengths(steps: dict[str, tuple[SprtRun, list[PairSeen]]]) -> Iterator[str]:
    tally = Tally.of([pair.played for _, seen in steps.values() for pair in seen], seed=SEED)
    lines = {line.entrant.player: line for line in tally.lines}
    met = {meeting.a.player: meeting for meeting in tally.meetings}
    lowest = min(line.elo for line in tally.lines)
    claims = {"high": "stronger", "low": "not stronger", None: "open"}
    yield "| | points a board against the one before | won | step, Elo (95 %) | pairs | test | Elo | ms a stroke |"
    yield "|---|---|---|---|---|---|---|---|"
    for name, person in PEOPLE.items():
        if name not in lines:
            continue
        line, cells = lines[name], " |  |  |  | "
        if name in steps:
            step = met[name]
            cells = (
                f"{step.points:+.1f} ± {step.margin:.1f} | {step.wins:.0%} | "
                f"{step.step.elo:+.0f} ({step.step.low:+.0f} … {step.step.high:+.0f}) | {step.pairs} | "
                f"{claims[steps[name][0].verdict]}"
            )
        yield f"| {person.name()} | {cells} | {line.elo - lowest:.0f} | {line.ms:.0f} |"
    yield ""
    yield (
        f"Each step was played until a sequential test (0 or {TEST.high:g} Elo, errors {TEST.alpha:g}) was decided, "
        f"seed {SEED}; steps that were decided early look a little larger than they are."
    )


def slams(names: Sequence[str], breaks: int, workers: int) -> Iterator[str]:
    yield "| | white slams of breaks | 95 % |"
    yield "|---|---|---|"
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for name in names:
            made = sum(pool.map(is_slam, [(name, number) for number in range(breaks)], chunksize=5))
            low, high = wilson(made, breaks)
            yield f"| {PEOPLE[name].name()} | {made} of {breaks} | {low:.1%} – {high:.1%} |"


def traits(seen: Sequence[PairSeen]) -> Iterator[str]:
    counts: dict[str, Counter[str]] = {name: Counter() for name in PEOPLE}
    boards: Counter[str] = Counter()
    for pair in seen:
        for entrant, count in zip((pair.played.task.a, pair.played.task.b), pair.counts, strict=True):
            counts[entrant.player] += count
            boards[entrant.player] += 2
    yield "| | own strokes a board | pockets | two at once | touches nothing | striker falls | break kept |"
    yield "|---|---|---|---|---|---|---|"
    for name, count in counts.items():
        if not boards[name]:
            continue
        later, breaks = count["later"], count["breaks"]
        yield (
            f"| {PEOPLE[name].name()} | {count['strokes'] / boards[name]:.0f} | {count['pots'] / later:.0%} | "
            f"{count['several'] / later:.0%} | {count['nothing'] / later:.1%} | {count['striker'] / later:.1%} | "
            f"{count['kept'] / breaks:.0%} |"
        )
    yield ""
    yield f"| | {' | '.join(KINDS)} |"
    yield f"|---|{'---|' * len(KINDS)}"
    for name, count in counts.items():
        total = sum(count[kind] for kind in KINDS)
        if total:
            yield f"| {PEOPLE[name].name()} | {' | '.join(f'{count[kind] / total:.0%}' for kind in KINDS)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="write docs/players.md")
    parser.add_argument("--least", type=int, default=12, help="board pairs of each step at least (default 12)")
    parser.add_argument("--most", type=int, default=80, help="and at most (default 80)")
    parser.add_argument(
        "--breaks", type=int, default=100, help="breaks of each of the best three (default 100; 0: none)"
    )
    parser.add_argument("--only", nargs="+", choices=PEOPLE, default=list(PEOPLE), help="steps between these")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kept", type=Path, help="a file for what was played, so that only changed people play again")
    args = parser.parse_args()
    steps = play_steps(args.only, args.least, args.most, args.workers, args.kept)
    tables = {
        "strengths": [*strengths(steps)],
        "traits": [*traits([pair for _, seen in steps.values() for pair in seen])],
    }
    best = [name for name in args.only if not PEOPLE[name].is_robot][-3:]
    if args.breaks:
        tables["slams"] = [*slams(best, args.breaks, args.workers)]
    for name, table in tables.items():
        print("\n".join(table), flush=True)
        if args.full:
            keep(f"people, {name}", table, by="bench/people.py --full")


if __name__ == "__main__":
    main()
