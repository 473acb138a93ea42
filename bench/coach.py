"""The coach: whether accuracy orders the rungs, in won and lost boards alike, and whether hands are recovered.

`make bench` plays a few boards and prints; `python bench/coach.py --full` writes the figures of docs/coach.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from math import erf, sqrt
from multiprocessing import get_context
from statistics import fmean

from page_figures import COACH, keep

from carrom.match import ByParty, Party
from carrom.play import LEVELS, Contestant, Luck, Seating, play_board
from carrom.play.skill import TAIL_FREEDOM
from carrom.players import player_named
from carrom.players.coach.accuracy import accuracy
from carrom.players.coach.hand_spread import HandSpread, hand_spread
from carrom.players.coach.report import reliability
from carrom.players.coach.strokes import StrokePlayed, strokes_played
from carrom.players.coach.weighing import Weighed, weigh

SEED = 2026
RUNGS = ("aimer", "greedy", "club", "planner")
HANDS = ("casual", "club", "state", "national")
STROKES = 100
NEAR = 0.1
"""What is wanted: a hand found to within a tenth."""
PARTS = ("rungs", "hands")


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in the strokes of one player, over the truth."""

    known: float
    """Told what was meant."""
    guessed: float | None
    """Not told, where that was tried: it takes five times as long."""
    held: bool
    """Whether the interval of `guessed` held the truth."""


def weighed_board(rung: str, number: int) -> list[tuple[Weighed, bool]]:
    """A rung's strokes in a board against `club`, both in the hand of that name; and whether it won the board."""
    hand = LEVELS["club"]
    own, other = Contestant(player_named(rung), hand), Contestant(player_named("club"), hand)
    breaker: Party = "a" if number % 2 == 0 else "b"
    board = play_board(Seating(ByParty((own,), (other,))), Luck((SEED, number // 2)), breaker=breaker)
    won = board.result is not None and board.result.winner == "a"
    return [(weigh(one, hand, hand), won) for one in strokes_played(board.match) if one.person.party == "a"]


def hand_found(level: str, number: int, count: int, guesses: int) -> Found:
    """A player of so many strokes: his spread as it is found, over the true one; of the first `guesses` players also
    without being told what was meant."""
    player = Contestant(player_named("club"), LEVELS[level])
    played: list[StrokePlayed] = []
    board = 0
    while len(played) < count:
        match = play_board(Seating(ByParty((player,), (player,))), Luck((SEED, number, board))).match
        played += strokes_played(match)
        board += 1
    played, true = played[:count], LEVELS[level].angle
    known = spread_in(played).angle / true
    if number >= guesses:
        return Found(known, None, held=False)
    guessed = spread_in([replace(one, meant=None) for one in played])
    return Found(known, guessed.angle / true, guessed.low <= true <= guessed.high)


def spread_in(played: Sequence[StrokePlayed]) -> HandSpread:
    found = hand_spread(played)
    assert found is not None
    return found


def at_best(count: int) -> tuple[float, float]:
    """How well anybody could tell a hand from so many misses: the standard error of the spread by the information in
    them (Student's t with n degrees of freedom: 2n / (n + 3) a miss), and how often that is within a tenth."""
    error = 1.0 / sqrt(2 * TAIL_FREEDOM / (TAIL_FREEDOM + 3) * count)
    return error, erf(NEAR / error / sqrt(2))


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


def hand_rows(found: dict[str, list[Found]], count: int) -> Iterator[str]:
    yield (
        "| hand | true spread, ° | told what was meant: mean (within 10 %) | smallest … largest |"
        " not told: mean (within 10 %) | smallest … largest | 95 % interval holds it |"
    )
    yield "|---|---|---|---|---|---|---|"
    for level, players in found.items():
        known, guessed = [one.known for one in players], [one.guessed for one in players if one.guessed is not None]
        told = [
            cell for ratios in (known, guessed) for cell in (_near(ratios), f"{min(ratios):.2f} … {max(ratios):.2f}")
        ]
        held = f"{sum(one.held for one in players)} of {len(guessed)}"
        yield f"| `{level}` | {LEVELS[level].angle} | {' | '.join(told)} | {held} |"
    yield ""
    parts = [
        f"{strokes} misses tell a hand to ±{error:.1%} at best, and so within a tenth in {often:.0%}"
        for strokes in (count, 3 * count)
        for error, often in (at_best(strokes),)
    ]
    yield f"Found over true, in {count} strokes of each player. The limit for any method: {'; '.join(parts)}."


def _near(ratios: Sequence[float]) -> str:
    return f"{fmean(ratios):.2f} ({sum(abs(one - 1) <= NEAR for one in ratios)} of {len(ratios)})"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true", help="weigh enough to publish, and write docs/coach.md")
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    parser.add_argument("--boards", type=int, help="of each rung (default 24 with --full)")
    parser.add_argument("--hands", type=int, help="players of each hand (default 16 with --full)")
    parser.add_argument("--guesses", type=int, help="of them, players of whom nothing is told (default: all)")
    parser.add_argument("--workers", type=int, help="processes (default: one for each core)")
    args = parser.parse_args()
    boards, hands, strokes = (24, 16, STROKES) if args.full else (2, 1, 40)
    boards, hands = args.boards or boards, args.hands or hands
    sections: dict[str, tuple[list[str], str]] = {}
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        if args.only in (None, "rungs"):
            rungs = RUNGS if args.full else RUNGS[1:3]
            weighed = {rung: list(pool.map(weighed_board, [rung] * boards, range(boards))) for rung in rungs}
            every = [one for played in weighed.values() for board in played for one, _ in board]
            said = f"{boards} boards each against `club`, hands at `club`, seed {SEED}."
            by = f"bench/coach.py --full --only rungs --boards {boards}"
            sections["rungs"] = [*rung_rows(weighed), "", said], by
            sections["reliability"] = list(reliability_rows(every)), by
        if args.only in (None, "hands"):
            levels = HANDS if args.full else HANDS[1:2]
            guesses = args.guesses if args.guesses is not None else hands
            one_player = partial(hand_found, count=strokes, guesses=guesses)
            asked = [pool.map(one_player, [level] * hands, range(hands)) for level in levels]
            found = {level: list(rows) for level, rows in zip(levels, asked, strict=True)}
            by = f"bench/coach.py --full --only hands --hands {hands} --guesses {guesses}"
            sections["hands"] = list(hand_rows(found, strokes)), by
    for name, (lines, by) in sections.items():
        print("\n".join(lines), end="\n\n")
        if args.full:
            keep(name, lines, COACH, by=by)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}"


if __name__ == "__main__":
    main()
