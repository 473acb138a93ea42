"""SVG to PNG without any library of the system: the typesetter that makes our PDFs draws pixels too."""

from carrom.render.ink.lettering import picture
from carrom.render.ink.typeset import typeset


def png(svg: str, width: int) -> bytes:
    """The picture as PNG, `width` pixels wide."""
    # A page as many points wide as there shall be pixels, at one pixel a point; its height follows from the picture.
    page = f"#set page(width: {width}pt, height: auto, margin: 0pt, fill: none)\n"
    first, shown, svg = picture("picture.svg", svg, plainly='image("picture.svg", width: 100%)')
    return typeset(f"{page}{first}#{shown}\n", {"picture.svg": svg.encode()}, form="png", ppi=72)[0]
