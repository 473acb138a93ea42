"""The figures of the five rulebooks, typed by hand for the second fold."""

from __future__ import annotations

from dataclasses import dataclass

PARTIES = ("a", "b")
COLOURS = ("white", "black")
LATE_STAGES = ("quarter-final", "semi-final", "third-place", "final")
ENDS_OUTSIDE_A_STROKE = ("51", "91", "121b", "126b")
REPLAYS = ("140", "142")
RIGHT_HAND = ("south", "east", "north", "west")  # right-hand neighbours, seen from above


@dataclass(frozen=True)
class Figures:
    queen: int = 3
    ceiling: int = 21  # a winner with more than this is not credited with the queen
    most: int = 12
    target: int | None = 25
    boards: int = 8
    games: int = 1
    stroke_seconds: float = 15.0
    to_the_left: bool = False
    break_is_the_prize: bool = False  # the winner of the toss has no choice
    trial_boards: bool = True
    protests: bool = True
    game_seconds: float | None = None
    clock_rests_between_boards: bool = False
    talk_costs_a_turn: bool = False


FIGURES = {
    "icf": Figures(games=3),
    "vkk": Figures(boards=6, break_is_the_prize=True),
    "four-break": Figures(target=None, boards=4, protests=False, game_seconds=3600.0),
    "community-2024": Figures(queen=5, ceiling=24, most=14, target=29),
    "kreeda-2024": Figures(
        queen=5,
        ceiling=10**9,
        most=14,
        target=None,
        boards=3,
        stroke_seconds=10.0,
        to_the_left=True,
        break_is_the_prize=True,
        trial_boards=False,
        protests=False,
        game_seconds=1800.0,
        clock_rests_between_boards=True,
        talk_costs_a_turn=True,
    ),
}


def other(party: str) -> str:
    return "b" if party == "a" else "a"


def board_limit(rulebook: str, stage: str) -> int | None:
    """Return the limit of boards of a game: none from the quarter-finals on, under the Laws alone (I-21)."""
    if rulebook == "icf" and stage in LATE_STAGES:
        return None
    return FIGURES[rulebook].boards
