"""The default colours of boards, pieces, terminal and browser.

Pieces differ in lightness as well as in hue, and each has a mark (`disc_marks`), for people who cannot see red.
"""

from typing import Final

# Playing surface: lacquered birch, lighter where the lamp hangs.
WOOD_LIGHT: Final = "#f6e3bb"
WOOD: Final = "#ecd09a"
WOOD_DEEP: Final = "#ddb877"
GRAIN: Final = "#b98d4e"

# Frame: rosewood, one light and one shaded side.
FRAME: Final = "#5b2a1b"
FRAME_LIGHT: Final = "#84452d"
FRAME_DEEP: Final = "#38160d"

# Lines and fields painted on the surface.
INK: Final = "#231a14"
RED: Final = "#b3262b"

# Pockets and their nets.
POCKET: Final = "#150d09"
POCKET_RIM: Final = "#4a3323"
NET: Final = "#8a7358"

# Pieces: face, shaded face, rim, mark.
WHITE: Final = ("#fdf6e3", "#e9d7ae", "#94794a", "#a98d5c")
BLACK: Final = ("#4a443f", "#231f1c", "#0b0908", "#b9aea2")
QUEEN: Final = ("#e5484f", "#a5161f", "#5c0a10", "#ffe9d6")
STRIKER: Final = ("#ffffff", "#dfe7ee", "#5d7486", "#2c6e9b")
