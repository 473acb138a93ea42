"""The coach: whether accuracy orders the rungs, in won and lost boards alike, and whether hands are recovered.

`make bench` plays a few boards and prints; `python bench/coach.py --full` writes the figures of docs/coach.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from statistics import fmean

from page_figures import COACH, keep

from carrom.match import ByParty, Party
from carrom.play import LEVELS, Contestant, Luck, Seating, play_board
from carrom.players import player_named
from carrom.players.coach.accuracy import accuracy
from carrom.players.coach.hand_spread import hand_spread
from carrom.players.coach.report import reliability
from carrom.players.coach.strokes import StrokePlayed, strokes_played
from carrom.players.coach.weighing import Weighed, weigh

SEED = 2026
RUNGS = ("aimer", "greedy", "club", "planner")
HANDS = ("casual", "club", "state")


def weighed_board(rung: str, number: int) -> list[tuple[Weighed, bool]]:
    """A rung's strokes in a board against `club`, both in the hand of that name; and whether it won the board."""
    hand = LEVELS["club"]
    own, other = Contestant(player_named(rung), hand), Contestant(player_named("club"), hand)
    breaker: Party = "a" if number % 2 == 0 else "b"
    board = play_board(Seating(ByParty((own,), (other,))), Luck((SEED, number // 2)), breaker=breaker)
    won = board.result is not None and board.result.winner == "a"
    return [(weigh(one, hand, hand), won) for one in strokes_played(board.match) if one.person.party == "a"]


def hand_found(level: str, number: int, count: int) -> float:
    """The spread that is found in so many strokes of a hand, without being told what was meant, over the true one."""
    player = Contestant(player_named("club"), LEVELS[level])
    played: list[StrokePlayed] = []
    board = 0
    while len(played) < count:
        match = play_board(Seating(ByParty((player,), (player,))), Luck((SEED, number, board))).match
        played += [replace(one, meant=None) for one in strokes_played(match)]
        board += 1
    found = hand_spread(played[:count])
    assert found is not None
    return found.angle / LEVELS[level].angle


def rung_rows(boards: dict[str, list[list[tuple[Weighed, bool]]]]) -> Iterator[str]:
    yield "| rung | strokes | accuracy (95 %) | in won boards | in lost boards | points lost by choice, a stroke |"
    yield "|---|---|---|---|---|---|"
    for rung, played in boards.items():
        strokes = [one for board in played for one in board]
        parts = ([one for one, won in strokes if won == side] for side in (True, False))
        told = [accuracy([one.points.choice for one in part]) for part in ([one for one, _ in strokes], *parts)]
        whole, won, lost = (None if one is None else one.value for one in told)
        interval = "" if told[0] is None else f" ({told[0].low:.0f} … {told[0].high:.0f})"
        mean = fmean(one.points.choice for one, _ in strokes)
        cells = [f"{_number(whole)}{interval}", _number(won), _number(lost)]
        yield f"| `{rung}` | {len(strokes)} | {' | '.join(cells)} | {mean:.2f} |"


def reliability_rows(strokes: Sequence[Weighed]) -> Iterator[str]:
    yield "| stated chance to keep the turn | strokes | said, on average | came off |"
    yield "|---|---|---|---|"
    for one in reliability(strokes):
        yield f"| {one.low:.0%} – {one.high:.0%} | {one.strokes} | {one.stated:.0%} | {one.kept:.0%} |"


def hand_rows(found: dict[str, list[float]], count: int) -> Iterator[str]:
    yield f"| hand | true spread, ° | players of {count} strokes | found, over true (mean) | smallest … largest |"
    yield "|---|---|---|---|---|"
    for level, ratios in found.items():
        span = f"{min(ratios):.2f} … {max(ratios):.2f}"
        yield f"| `{level}` | {LEVELS[level].angle} | {len(ratios)} | {fmean(ratios):.2f} | {span} |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true", help="weigh enough to publish, and write docs/coach.md")
    parser.add_argument("--boards", type=int, help="of each rung (default 24 with --full)")
    parser.add_argument("--hands", type=int, help="players of each hand (default 8 with --full)")
    parser.add_argument("--workers", type=int, help="processes (default: one for each core)")
    args = parser.parse_args()
    boards, hands, strokes = (24, 8, 100) if args.full else (2, 1, 40)
    boards, hands = args.boards or boards, args.hands or hands
    rungs = RUNGS if args.full else RUNGS[1:3]
    levels = HANDS if args.full else HANDS[1:2]
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        weighed = {rung: list(pool.map(weighed_board, [rung] * boards, range(boards))) for rung in rungs}
        found = {one: list(pool.map(hand_found, [one] * hands, range(hands), [strokes] * hands)) for one in levels}
    every = [one for played in weighed.values() for board in played for one, _ in board]
    sections = {
        "rungs": [*rung_rows(weighed), "", f"{boards} boards each against `club`, hands at `club`, seed {SEED}."],
        "reliability": list(reliability_rows(every)),
        "hands": list(hand_rows(found, strokes)),
    }
    for name, lines in sections.items():
        print("\n".join(lines), end="\n\n")
        if args.full:
            keep(name, lines, COACH, by=f"bench/coach.py --full --boards {boards} --hands {hands}")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}"


if __name__ == "__main__":
    main()
