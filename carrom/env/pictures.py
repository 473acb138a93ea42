"""A position as an array of colours, for those who film what their agents do."""

from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from carrom.equipment import Position

WIDTH = 480


def picture_of(position: Position, width: int = WIDTH) -> NDArray[np.uint8]:
    """(height, width, 3), seen from the south."""
    from PIL import Image

    from carrom.render import png, position_svg

    with Image.open(BytesIO(png(position_svg(position), width))) as image:
        flat = Image.new("RGBA", image.size, "white")
        flat.alpha_composite(image.convert("RGBA"))
        return np.asarray(flat.convert("RGB"))
