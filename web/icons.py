"""Generate the icons of the installed pad from `public/icon.svg`.

python web/icons.py
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT.parent))
BACKGROUND = '<rect width="64" height="64" fill="#4b2415"/>'


def main() -> None:
    from carrom.render.ink.typeset import png

    icon = (ROOT / "public" / "icon.svg").read_text(encoding="utf-8")
    head, inside = icon.split(">", 1)
    inside = inside.removesuffix("</svg>\n").removesuffix("</svg>")
    # A mask may cut off a tenth at each side, so the picture is scaled down on its background.
    masked = f'{head}>{BACKGROUND}<g transform="translate(6.4 6.4) scale(.8)">{inside}</g></svg>'
    full = f"{head}>{BACKGROUND}{inside}</svg>"  # a phone rounds the corners itself
    folder = ROOT / "public" / "pad"
    folder.mkdir(exist_ok=True)
    for name, svg, width in (("192", icon, 192), ("512", icon, 512), ("maskable", masked, 512), ("apple", full, 180)):
        (folder / f"icon-{name}.png").write_bytes(png(svg, width))


if __name__ == "__main__":
    main()
