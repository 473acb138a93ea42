"""A rulebook as a frozen value. A field that departs from the Laws holds the id of the local rule behind it.

So a departure always has its citation, and no code outside a rulebook's own file asks which rulebook it has.
"""

from __future__ import annotations  # LOCAL_RULES compares annotations as text

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Literal

from carrom.laws.clauses.endings import Endings
from carrom.laws.rounds import RoundName

LocalRule = str | None
"""The id of the local rule; None where the Laws apply."""


@dataclass(frozen=True)
class Rulebook:
    id: str
    title: str
    endings: Endings = field(repr=False)

    # points of a board
    queen_value: int = 3
    queen_ceiling: int | None = 21
    """The queen counts for a winner with at most this game score; None: always."""
    most_points: int = 12

    # game and match
    target: int | None = 25
    """The game ends at this many points; None: by boards or time alone."""
    boards: int | None = 8
    """The most boards in a game; None: no limit."""
    boards_limit_until: RoundName = "always"
    """The last round in which the limit of boards applies (56b, I-21)."""
    minutes: int | None = None
    clock_stops_between_boards: bool = False
    games: int = 1
    level_at_limit: tuple[str, ...] = ("56b",)
    """The laws by which an extra board follows a level score."""

    # at the board
    stroke_seconds: int = 15
    placing_seconds: int = 15
    report_minutes: int = 15
    """Minutes after the call in which a side may report (143i)."""
    rotation: Literal["right", "left"] = "right"
    """In doubles, the direction in which the turn passes (49b)."""

    # departures in the judging of a stroke
    striker_on_demand: bool = True
    """A point for the striker at the end of a board is offered on demand; False: the points include it."""
    one_piece_covers: LocalRule = None
    """The queen and one own piece together, with all nine on, cover the queen, instead of requiring a cover (97b)."""
    queen_settles_due: LocalRule = None
    """A queen pocketed while a due is owed returns as one owed piece (95b)."""
    opponents_piece_ends_turn: LocalRule = None
    """An opponent's piece ends the turn even beside an own piece or the queen (I-4, I-5)."""
    queen_and_striker_keep_turn: LocalRule = None
    """The queen and the striker with all nine on and no own piece: the turn goes on (95d)."""

    # departures outside a stroke
    talking_costs_turn: LocalRule = None
    """Talking to spectators during a board loses one turn (132: a foul)."""
    not_reporting: LocalRule = None
    """Not reporting in time loses by this rule (143i)."""
    leaving_seat_may_cost_match: LocalRule = None
    """Leaving the seat may cost the match, if the umpire so decides (91)."""

    covered_centre_from_behind: LocalRule = None
    """With the red wholly covered, the queen goes against the covering piece, away from the player in turn (94a)."""
    only_queen_on_red: LocalRule = None
    """A piece that jumped off goes beside the red, away from the player in turn (65a)."""

    toss_winner_breaks: LocalRule = None
    """The winner of the toss has the break and no choice; the loser chooses the side (39a)."""
    no_trial_boards: LocalRule = None
    test_minutes: int | None = None
    """Minutes before the match in which all players may try the surface, beside or instead of trial boards."""

    for_pairs: LocalRule = None
    """Doubles only."""

    umpire_is_final: LocalRule = None
    """The umpire's decision is final: no protests (144)."""

    local: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Law -> the local rule that restates it. Both are cited, the local one first."""

    def __hash__(self) -> int:
        return hash(self.id)

    def is_credited(self, score: int) -> bool:
        """Whether a winner with this game score before the board gets the queen's value."""
        return self.queen_ceiling is None or score <= self.queen_ceiling

    def departures(self) -> dict[str, str]:
        """Return the local rules by their fields."""
        return {name: rule for name in LOCAL_RULES if (rule := getattr(self, name)) is not None}

    def cite(self, laws: tuple[str, ...]) -> tuple[str, ...]:
        """Return these laws with the local rules that restate them, without repetition."""
        return _cited(laws, self)


LOCAL_RULES = tuple(one.name for one in fields(Rulebook) if one.type == "LocalRule")


@lru_cache(maxsize=4096)
def _cited(laws: tuple[str, ...], rulebook: Rulebook) -> tuple[str, ...]:
    local = rulebook.local
    return tuple(dict.fromkeys(each for law in laws for each in ((local[law], law) if law in local else (law,))))
