"""Layout of a pad: forms, big buttons for the awaited act, tiles for the other possible acts."""

from dataclasses import dataclass

from carrom.equipment import Kind
from carrom.laws import PIECES
from carrom.laws.board_points import possible_points
from carrom.laws.reasons import reasons_for
from carrom.match.match import Match
from carrom.match.parties import PARTIES, Party, other
from carrom.match.views.view import possible_acts
from carrom.pad.choices import ActChoices, act_choices, law_title, possible_choices

_MOST_DEMAND = 2


@dataclass(frozen=True, slots=True)
class StrokeForm:
    """Most coins of each kind that a stroke can pocket now, and other possible facts."""

    own: int
    opponent: int
    own_colour: Kind
    opponent_colour: Kind
    queen: bool
    untouched: bool
    """It may touch no piece, which matters only until the break is made."""
    early: bool
    """'Play' has not been called: a stroke now would be an early break (47)."""
    jumped: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class LawEnd:
    """A law that can end a board, and the points it can give to each party."""

    law: str
    title: str
    points: dict[Party, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class BoardForm:
    coins: int
    """Most pieces that the loser can have left."""
    demand: int
    laws: tuple[LawEnd, ...]


def stroke_form(match: Match) -> StrokeForm | None:
    """Return the form for a stroke; None where none is possible."""
    if "stroke" not in possible_acts(match):
        return None
    board = match.board
    if board is None:  # between boards: an early break
        return StrokeForm(PIECES, PIECES, "white", "black", True, True, True, ())
    party = board.turn.party
    lying = board.lying()
    return StrokeForm(
        own=board.on[party],
        opponent=board.on[other(party)],
        own_colour=board.colour(party),
        opponent_colour=board.colour(other(party)),
        queen=bool(lying.get("queen")),
        untouched=board.attempt is not None,
        early=False,
        jumped=tuple(kind for kind, count in lying.items() if count),
    )


def board_form(match: Match) -> BoardForm | None:
    """Return the form for a board's result; None where none can be entered."""
    if "board-over" not in possible_acts(match):
        return None
    book, points = match.setup.rulebook, match.course.points
    ends = []
    for law in reasons_for("board-over", book):
        gives = {
            party: tuple(sorted(possible_points(law, book, credited=book.is_credited(points[party]))))
            for party in PARTIES
        }
        if any(gives.values()):
            ends.append(LawEnd(law, law_title(law), gives))
    return BoardForm(PIECES, _MOST_DEMAND, tuple(ends))


MAIN: dict[str, tuple[str, ...]] = {
    "toss": ("change-sides", "toss"),
    "ready": ("change-sides", "play"),
    "stroke": (),
    "placing": ("place",),
    "appeal": ("play",),
    "demand": ("demand",),
    "over": ("sign",),
}
"""Main acts by phase. A stroke has a form instead."""

TILES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("board", ("foul", "timeout", "fell", "umpire-places", "pass", "striker-up", "place-called", "no-room", "forgo")),
    ("seen", ("unnoticed", "noticed", "removed", "talk", "warning")),
    ("stop", ("appeal", "stop", "play", "interval", "time-up")),
    ("end", ("lose-board", "replay", "concede", "lose-match")),
    ("before", ("called", "reported", "ready", "sit", "trial", "stroke")),
    ("card", ("remark", "striker-checked", "powder", "board-changed", "protest", "protest-written", "protest-decided")),
)


@dataclass(frozen=True, slots=True)
class TileGroup:
    group: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    stroke: StrokeForm | None
    by_result: bool
    main: tuple[ActChoices, ...]
    tiles: tuple[TileGroup, ...]


def layout(match: Match) -> Layout:
    possible = possible_acts(match)
    main = tuple(act_choices(match, kind) for kind in MAIN[match.phase] if kind in possible)
    shown = {one.kind for one in main}
    tiles = (
        TileGroup(group, tuple(kind for kind in kinds if kind in possible and kind not in shown and _has(match, kind)))
        for group, kinds in TILES
    )
    return Layout(stroke_form(match), "board-over" in possible, main, tuple(one for one in tiles if one.kinds))


def _has(match: Match, kind: str) -> bool:
    """The tile has a choice. At a wooden board the umpire may always place, but seldom has to; a stroke is a tile only
    as an early break."""
    if kind == "umpire-places":
        return bool(possible_choices(match, kind))
    return kind != "stroke" or match.board is None
