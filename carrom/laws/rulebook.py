"""A rulebook is a frozen value. Where it departs from the Laws, the field that says so holds the local rule's id.

So a departure and its citation cannot come apart, and nothing outside a rulebook's own file asks which one it is.
"""

from __future__ import annotations  # `own_rulebook` asks which fields are called a LocalRule

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Literal

from carrom.laws.clauses.endings import Endings
from carrom.laws.rounds import RoundName

LocalRule = str | None
"""The id of the local rule that says so; None where the Laws stand."""


@dataclass(frozen=True)
class Rulebook:
    """One way to play carrom."""

    id: str
    title: str
    endings: Endings = field(repr=False)

    # what a board is worth
    queen_value: int = 3
    queen_ceiling: int | None = 21
    """The queen counts for a winner whose game score is at most this; None: always."""
    most_points: int = 12

    # game and match
    target: int | None = 25
    """The game ends at so many points; None: by boards or time alone."""
    boards: int | None = 8
    """The most boards in a game; None: no limit."""
    boards_limit_until: RoundName = "always"
    """Up to which round the limit of boards holds (56b, I-21)."""
    minutes: int | None = None
    """Time for a game."""
    clock_stops_between_boards: bool = False
    games: int = 1
    """The most games in a match: best of so many."""
    level_at_limit: tuple[str, ...] = ("56b",)
    """By which laws an extra board follows when the scores are level."""

    # at the board
    stroke_seconds: int = 15
    placing_seconds: int = 15
    report_minutes: int = 15
    """So long after the call a side may report at its table (143i)."""
    rotation: Literal["right", "left"] = "right"
    """Doubles: to which hand the turn passes (49b)."""

    # departures from the Laws in the judging of a stroke
    striker_on_demand: bool = True
    """A point for the striker at the end of a board is offered; False: it is inside the figures."""
    one_piece_covers: LocalRule = None
    """The queen and one own piece together while all nine are on: covered, not "must be covered" (97b)."""
    queen_settles_due: LocalRule = None
    """A queen pocketed while a due is owed returns as one owed piece (95b)."""
    opponents_piece_ends_turn: LocalRule = None
    """An opponent's piece ends the turn even beside an own piece or the queen (I-4, I-5)."""
    queen_and_striker_keep_turn: LocalRule = None
    """The queen and the striker with all nine on and no own piece: the turn goes on (95d)."""

    # departures outside a stroke
    talking_costs_turn: LocalRule = None
    """Talking to spectators during a board loses one turn (132 has only a foul)."""
    not_reporting: LocalRule = None
    """Not reporting in time is lost by this rule (143i)."""
    leaving_seat_may_cost_match: LocalRule = None
    """Leaving the seat may cost the match, if the umpire so decides (91)."""

    covered_centre_from_behind: LocalRule = None
    """On a red that is wholly covered the queen goes against what covers it, away from the player in turn (94a)."""
    only_queen_on_red: LocalRule = None
    """A piece that jumped off goes beside the red, away from the player in turn (65a)."""

    toss_winner_breaks: LocalRule = None
    """The winner of the toss has the break and no choice; the loser chooses the side (39a)."""
    no_trial_boards: LocalRule = None
    """There are no trial boards (40)."""
    test_minutes: int | None = None
    """Before the match everybody may try the surface for so long, beside or instead of trial boards."""

    for_pairs: LocalRule = None
    """It is a game of doubles."""

    umpire_is_final: LocalRule = None
    """The umpire has the last word: players are offered no protest (144)."""

    local: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Law -> the local rule that restates it. Both are cited, the local one first."""

    def __hash__(self) -> int:
        return hash(self.id)

    def is_credited(self, score: int) -> bool:
        """Whether a winner with this game score before the board is given the queen's value."""
        return self.queen_ceiling is None or score <= self.queen_ceiling

    def departures(self) -> dict[str, str]:
        """The local rules by the fields that hold them."""
        return {name: rule for name in LOCAL_RULES if (rule := getattr(self, name)) is not None}

    def cite(self, laws: tuple[str, ...]) -> tuple[str, ...]:
        """These laws with the local rules that restate them, each once."""
        return _cited(laws, self)


LOCAL_RULES = tuple(one.name for one in fields(Rulebook) if one.type == "LocalRule")
"""The fields that hold the id of a local rule, or None."""


@lru_cache(maxsize=4096)
def _cited(laws: tuple[str, ...], rulebook: Rulebook) -> tuple[str, ...]:
    local = rulebook.local
    return tuple(dict.fromkeys(each for law in laws for each in ((local[law], law) if law in local else (law,))))
