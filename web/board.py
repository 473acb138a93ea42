"""Generate the page's sizes, rack, colours and drawing of the carrom board from the package.

python web/board.py          writes sizes.ts, palette.ts, discs-art.ts and surface.svg of web/src/board
python web/board.py --check  checks that they are up to date
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT.parent))  # this checkout's package, not an installed one

_HEADER = "// Written by web/board.py from {source}. Do not edit: change that and run it again.\n"


def sizes_module() -> str:
    from carrom.equipment import sizes
    from carrom.equipment.position import rack_places
    from carrom.equipment.standard import measure
    from carrom.physics import CLUB
    from carrom.players.candidates.model import GRAVITY

    lines = [_HEADER.format(source="carrom/equipment")]
    lines += ["// Millimetres and grams, from the centre of the board."]
    values = {name: value for name, value in vars(sizes).items() if isinstance(value, float | int)}
    values["BASE_RED_RADIUS"] = measure("base_circles.red_diameter").nominal / 2
    values["ARROW_ARCH_RADIUS"] = measure("arrows.arch_diameter").nominal / 2
    lines += [f"export const {name} = {value:.10g};" for name, value in values.items()]
    lines += ["\n/** Deceleration (mm/s²), restitution and friction of the playing surface. */"]
    surface = {
        "SLOWING": CLUB.friction * GRAVITY,
        "RESTITUTION": CLUB.restitution,
        "CONTACT_FRICTION": CLUB.contact_friction,
    }
    lines += [f"export const {name} = {value:.10g};" for name, value in surface.items()]
    lines += ["\n/** The pieces before the break; one arm of the white Y points to the right of the south player. */"]
    lines += ["export const RACK = ["]
    lines += [f'  {{ kind: "{kind}", x: {x:.8g}, y: {y:.8g} }},' for kind, x, y in rack_places(45)]
    return "\n".join([*lines, "] as const;", ""])


def palette_module() -> str:
    from carrom.render.ink import themes

    def looks(name: str, values: Mapping[str, object]) -> list[str]:
        inside = [f"  {key}: {_written(value)}," for key, value in values.items()]
        return [f"export const {name} = {{", *inside, "} as const;", ""]

    lines = [_HEADER.format(source="carrom/render/ink/themes.py")]
    lines += ["// Also used by drawings, films and prints. Each disc: face, shaded face, rim, mark."]
    lines += looks("BOARDS", themes.BOARDS)
    lines += looks("PIECES", themes.PIECES)
    lines += looks("STRIKERS", themes.STRIKERS)
    first = (next(iter(there)) for there in (themes.BOARDS, themes.PIECES, themes.STRIKERS))
    board, pieces, striker = first
    lines += ["/** The default look. */"]
    lines += [
        f"export const palette = {{ ...BOARDS.{board}, ...PIECES.{pieces}, striker: STRIKERS.{striker} }} as const;"
    ]
    return "\n".join([*lines, ""])


def discs_module() -> str:
    from carrom.render.board.disc_marks import RADII, SHADE, disc_art

    lines = [_HEADER.format(source="carrom/render/board/disc_marks.py")]
    lines += ["// Discs of radius 100 around the origin, with placeholders in braces for colours and gradient."]
    lines += [f"export const SHADE =\n  {_quoted(SHADE)};", "", "export const DISCS = {"]
    lines += [f"  {kind}:\n    {_quoted(disc_art(kind))}," for kind in RADII]
    return "\n".join([*lines, "} as const;", ""])


def surface_drawing() -> str:
    """The board without pieces, with placeholders for its colours that `surface.ts` fills in."""
    from carrom.equipment.sizes import FRAME_BREADTH, HALF
    from carrom.render.board.surface_svg import art_defs, board_art
    from carrom.render.ink.svg import num, tag

    edge = HALF + FRAME_BREADTH
    whole = tag(
        "svg", tag("defs", art_defs()), board_art(), xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{num(-edge)} {num(-edge)} {num(2 * edge)} {num(2 * edge)}", width=2 * edge, height=2 * edge,
    )  # fmt: skip
    return re.sub(r"\{(\w+)\}", lambda found: f"{{{_camel(found[1])}}}", whole) + "\n"


def _quoted(text: str) -> str:
    return "'" + text + "'"


def _written(value: object) -> str:
    """Write a value in TypeScript."""
    if is_dataclass(value):
        inside = ", ".join(f"{_camel(each.name)}: {_written(getattr(value, each.name))}" for each in fields(value))
        return f"{{ {inside} }}"
    return json.dumps(list(value) if isinstance(value, tuple) else value)


def _camel(name: str) -> str:
    first, *rest = name.lower().split("_")
    return first + "".join(word.capitalize() for word in rest)


def main(argv: list[str]) -> int:
    written = {
        "src/board/sizes.ts": sizes_module(),
        "src/board/palette.ts": palette_module(),
        "src/board/discs-art.ts": discs_module(),
        "src/board/surface.svg": surface_drawing(),
    }
    for name, text in written.items():
        path = ROOT / name
        if "--check" not in argv:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"web/{name} is out of date: run python web/board.py")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
