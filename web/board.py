"""Write what the page knows of the carrom board, its sizes, its rack and its colours, from the package's own.

python web/board.py          writes web/src/board/sizes.ts and web/src/board/palette.ts
python web/board.py --check  says whether they are up to date
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT.parent))  # the package beside this page, wherever another one may be installed

_HEADER = "// Written by web/board.py from {source}. Do not edit: change that and run it again.\n"


def sizes_module() -> str:
    from carrom.equipment import sizes
    from carrom.equipment.rack import rack_places
    from carrom.equipment.standard import measure

    lines = [_HEADER.format(source="carrom/equipment")]
    lines += ["// Millimetres and grams; distances are from the centre of the board."]
    values = {name: value for name, value in vars(sizes).items() if isinstance(value, float | int)}
    values["BASE_RED_RADIUS"] = measure("base_circles.red_diameter").nominal / 2
    values["ARROW_ARCH_RADIUS"] = measure("arrows.arch_diameter").nominal / 2
    lines += [f"export const {name} = {value:.10g};" for name, value in values.items()]
    lines += ["\n/** The pieces before the break, one arm of the white Y to the right hand of the south player. */"]
    lines += ["export const RACK = ["]
    lines += [f'  {{ kind: "{kind}", x: {x:.8g}, y: {y:.8g} }},' for kind, x, y in rack_places(45)]
    return "\n".join([*lines, "] as const;", ""])


def palette_module() -> str:
    from carrom.render.ink import palette

    lines = [_HEADER.format(source="carrom/render/ink/palette.py")]
    lines += ["// Page, drawings and prints look alike. Each disc: face, shaded face, rim, mark."]
    lines += ["export const palette = {"]
    for name, value in vars(palette).items():
        if name.isupper():
            colours = json.dumps(value) if isinstance(value, str) else json.dumps(list(value))
            lines.append(f"  {_camel(name)}: {colours},")
    return "\n".join([*lines, "} as const;", ""])


def _camel(name: str) -> str:
    first, *rest = name.lower().split("_")
    return first + "".join(word.capitalize() for word in rest)


def main(argv: list[str]) -> int:
    written = {"src/board/sizes.ts": sizes_module(), "src/board/palette.ts": palette_module()}
    for name, text in written.items():
        path = ROOT / name
        if "--check" not in argv:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"web/{name} is out of date: run python web/board.py")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
