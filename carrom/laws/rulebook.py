"""A rulebook as a frozen value. A field that departs from the Laws holds the id of the local rule behind it."""

from __future__ import annotations  # annotations are compared as text

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Literal

from carrom.laws.clauses.endings import Endings
from carrom.laws.rounds import RoundName

LocalRule = str | None
"""Id of the local rule; None where the Laws apply."""


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

    target: int | None = 25
    """Ends the game; None: boards or time alone do."""
    boards: int | None = 8
    """Most boards in a game; None: no limit."""
    boards_limit_until: RoundName = "always"
    """Last round in which the limit of boards applies (56b, I-21)."""
    minutes: int | None = None
    clock_stops_between_boards: bool = False
    games: int = 1
    level_at_limit: tuple[str, ...] = ("56b",)
    """Laws by which an extra board follows a level score."""

    stroke_seconds: int = 15
    placing_seconds: int = 15
    report_minutes: int = 15
    """Minutes after the call (143i)."""
    rotation: Literal["right", "left"] = "right"
    """Direction in which the turn passes in doubles (49b)."""

    striker_on_demand: bool = True
    """A point for the striker at the end of a board is offered on demand; False: the points include it."""
    one_piece_covers: LocalRule = None
    """The queen and one own piece together, with all nine on, cover the queen (97b: must still be covered)."""
    queen_settles_due: LocalRule = None
    """A queen pocketed while a due is owed returns as one owed piece (95b)."""
    opponents_piece_ends_turn: LocalRule = None
    """An opponent's piece ends the turn even beside an own piece or the queen (I-4, I-5)."""
    queen_and_striker_keep_turn: LocalRule = None
    """Queen and striker with all nine on and no own piece: the turn goes on (95d)."""

    talking_costs_turn: LocalRule = None
    """Talking to spectators during a board loses one turn (132: a foul)."""
    not_reporting: LocalRule = None
    """A side that does not report in time loses the match by this rule, instead of by 143i."""
    leaving_seat_may_cost_match: LocalRule = None
    """Leaving the seat may cost the match, by the umpire's decision (91)."""

    covered_centre_from_behind: LocalRule = None
    """A queen returning to a wholly covered red goes against the covering piece, away from the player in turn (94a)."""
    only_queen_on_red: LocalRule = None
    """A piece that jumped off goes beside the red, away from the player in turn (65a)."""

    toss_winner_breaks: LocalRule = None
    """The winner of the toss has the break and no choice; the loser chooses the side (39a)."""
    no_trial_boards: LocalRule = None
    test_minutes: int | None = None
    """Minutes for all to try the surface before the match, beside or instead of trial boards."""

    for_pairs: LocalRule = None

    umpire_is_final: LocalRule = None
    """No protests (144)."""

    local: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Law → the local rule that restates it; both are cited, the local one first."""

    def __hash__(self) -> int:
        return hash(self.id)

    def is_credited(self, score: int) -> bool:
        """Whether a winner with this score before the board gets the queen's value."""
        return self.queen_ceiling is None or score <= self.queen_ceiling

    def departures(self) -> dict[str, str]:
        return {name: rule for name in LOCAL_RULES if (rule := getattr(self, name)) is not None}

    def cite(self, laws: tuple[str, ...]) -> tuple[str, ...]:
        """These laws with the local rules that restate them, without repetition."""
        return _cited(laws, self)


LOCAL_RULES = tuple(one.name for one in fields(Rulebook) if one.type == "LocalRule")


@lru_cache(maxsize=4096)
def _cited(laws: tuple[str, ...], rulebook: Rulebook) -> tuple[str, ...]:
    local = rulebook.local
    return tuple(dict.fromkeys(each for law in laws for each in ((local[law], law) if law in local else (law,))))
