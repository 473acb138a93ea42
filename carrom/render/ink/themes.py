"""The looks of boards, pieces and strikers.

`fill_colours` replaces placeholders for colours (`{wood}`). `web/board.py` writes the same looks for the page.
"""

import re
from dataclasses import asdict, dataclass
from functools import cache
from typing import Final

from carrom.base.errors import CarromError
from carrom.render.ink import palette

Disc = tuple[str, str, str, str]
"""Face, shaded face, rim, mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLook:
    """Colours of one board; the last fields are opacities."""

    wood_light: str = palette.WOOD_LIGHT
    wood: str = palette.WOOD
    wood_deep: str = palette.WOOD_DEEP
    grain: str = palette.GRAIN
    grain_light: str = "#fff3d4"
    frame: str = palette.FRAME
    frame_light: str = palette.FRAME_LIGHT
    frame_deep: str = palette.FRAME_DEEP
    frame_edge: str = "#ffd6a0"
    ink: str = palette.INK
    red: str = palette.RED
    base: str = palette.WOOD
    pocket: str = palette.POCKET
    pocket_rim: str = palette.POCKET_RIM
    net: str = palette.NET
    shade: str = "#5a2d0a"
    paint: str = "#e9b949"
    grained: str = "1"
    painted: str = "0"
    gloss: str = "1"


BOARDS: Final = {
    "maple": BoardLook(),
    "rosewood": BoardLook(
        wood_light="#dba27a", wood="#c17f58", wood_deep="#a1623f", grain="#6d3719", grain_light="#f3c8a4",
        frame="#33140f", frame_light="#552420", frame_deep="#1b0907", frame_edge="#e8a07c", base="#dba27a",
        ink="#1d0d08", red="#8f1220", shade="#2a0c04",
    ),
    "dark": BoardLook(
        wood_light="#5f828f", wood="#4d6f7c", wood_deep="#3e5c68", grain="#263f49", grain_light="#8fb0bc",
        frame="#15181b", frame_light="#2d3439", frame_deep="#08090b", frame_edge="#9fb8c4", base="#4d6f7c",
        ink="#f4ecd6", red="#d0494b", shade="#04090c", pocket="#04070a", net="#7f8f97", grained="0.55",
    ),
    "bombay": BoardLook(
        wood_light="#3f9483", wood="#2d7b6c", wood_deep="#1f6357", grain="#124a40", grain_light="#7fc6b4",
        frame="#7a1420", frame_light="#a52735", frame_deep="#470a12", frame_edge="#ffd98a", base="#f2dfa6",
        ink="#f6e6b4", red="#c9252c", shade="#06251f", paint="#f0bf4c", grained="0.5", painted="1",
    ),
    # Of medium lightness: white, black and the queen all stand out.
    "contrast": BoardLook(
        wood_light="#777470", wood="#726f6c", wood_deep="#6e6b68", grain="#726f6c", grain_light="#777470",
        frame="#111111", frame_light="#2b2b2b", frame_deep="#000000", frame_edge="#ffffff", base="#ffffff",
        ink="#000000", red="#7a0000", shade="#000000", pocket="#000000", net="#555555", grained="0", gloss="0",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PieceLook:
    white: Disc
    black: Disc
    queen: Disc


PIECES: Final = {
    "club": PieceLook(palette.WHITE, palette.BLACK, palette.QUEEN),
    "bright": PieceLook(
        ("#fff3b8", "#f2cf5b", "#8a6410", "#a8791a"), ("#3b5b8c", "#1b3258", "#0a1730", "#bcd0ee"), palette.QUEEN
    ),
    "contrast": PieceLook(
        ("#ffffff", "#ffffff", "#000000", "#000000"), ("#1a1a1a", "#000000", "#000000", "#ffffff"),
        ("#ffe600", "#ffe000", "#000000", "#b00000"),
    ),
}  # fmt: skip

STRIKERS: Final[dict[str, Disc]] = {
    "blue": palette.STRIKER,
    "amber": ("#ffe7ae", "#f0a93a", "#7c4708", "#8a2c12"),
    "jade": ("#e6fff2", "#8fd7b2", "#1f6b48", "#0f5a3a"),
    "rose": ("#fff0f4", "#f2b3c4", "#8d3552", "#b01e4a"),
}


@dataclass(frozen=True, slots=True)
class Look:
    board: str = "maple"
    pieces: str = "club"
    striker: str = "blue"
    powder: bool = False

    def __post_init__(self) -> None:
        for what, there in (("board", BOARDS), ("pieces", PIECES), ("striker", STRIKERS)):
            if getattr(self, what) not in there:
                raise CarromError("unknown-look", f"{what} {getattr(self, what)!r}: there are {', '.join(there)}")

    @classmethod
    def from_text(cls, text: str) -> "Look":
        """Parse `bombay`, `bombay,bright` or `bombay,bright,rose`: a board, pieces, a striker; `powder` may follow."""
        names = [name.strip() for name in text.split(",") if name.strip()]
        powder = "powder" in names
        names = [name for name in names if name != "powder"]
        if len(names) > 3:
            raise CarromError("bad-look", f"{text!r}: a board, pieces, a striker and powder are all there is to a look")
        board, pieces, striker = (*names, *("maple", "club", "blue")[len(names) :])
        return cls(board, pieces, striker, powder)

    def disc(self, kind: str) -> Disc:
        if kind == "striker":
            return STRIKERS[self.striker]
        found: Disc = getattr(PIECES[self.pieces], kind)
        return found


DEFAULT_LOOK: Final = Look()


@cache
def board_colours(look: Look) -> dict[str, str]:
    return {**asdict(BOARDS[look.board]), "powder": "1" if look.powder else "0"}


def fill_colours(drawing: str, colours: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: colours[found[1]], drawing)
