"""Where each kind of act stands on a pad: what the match waits for as big buttons, everything else that may come now as
tiles, in groups, the frequent ones first.
"""

from dataclasses import dataclass

from carrom.match.match import Match
from carrom.match.view import possible_acts
from carrom.pad.choices import Offered, choices, offered
from carrom.pad.forms import StrokeForm, stroke_form

MAIN: dict[str, tuple[str, ...]] = {
    "toss": ("change-sides", "toss"),
    "ready": ("change-sides", "play"),
    "stroke": (),
    "placing": ("place",),
    "appeal": ("play",),
    "demand": ("demand",),
    "over": ("sign",),
}
"""What each phase waits for; for a stroke there is a form."""

TILES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("board", ("foul", "timeout", "fell", "umpire-places", "pass", "striker-up", "place-called", "no-room", "forgo")),
    ("seen", ("unnoticed", "noticed", "removed", "talk", "warning")),
    ("stop", ("appeal", "stop", "play", "interval", "time-up")),
    ("end", ("lose-board", "replay", "concede", "lose-match")),
    ("before", ("called", "reported", "ready", "sit", "trial", "stroke")),
    ("card", ("remark", "striker-checked", "powder", "board-changed", "protest", "protest-written", "protest-decided")),
)
"""All other kinds."""


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Kinds of acts that belong together."""

    group: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """What may be tapped now, and where it stands."""

    stroke: StrokeForm | None
    by_result: bool
    """Whether the board can be ended by its result (`board_form`)."""
    main: tuple[Offered, ...]
    tiles: tuple[TileGroup, ...]


def layout(match: Match) -> Layout:
    possible = possible_acts(match)
    main = tuple(offered(match, kind) for kind in MAIN[match.phase] if kind in possible)
    shown = {one.kind for one in main}
    tiles = (
        TileGroup(group, tuple(kind for kind in kinds if kind in possible and kind not in shown and _has(match, kind)))
        for group, kinds in TILES
    )
    return Layout(stroke_form(match), "board-over" in possible, main, tuple(one for one in tiles if one.kinds))


def _has(match: Match, kind: str) -> bool:
    """Whether there is something to choose. At a wooden board the umpire may place at any time, but mostly nothing
    waits for him; and a stroke is a tile only where it would be a break before 'Play'."""
    if kind == "umpire-places":
        return bool(choices(match, kind))
    return kind != "stroke" or match.board is None
