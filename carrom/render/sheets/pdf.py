"""A sheet as PDF: set by typst, broken over pages as it needs."""

from carrom.render.ink.lettering import picture
from carrom.render.ink.typeset import quoted, typeset
from carrom.render.sheets.sheet import Grid, Lines, Picture, Sheet

_LARGE = 300  # millimetres: a picture taller than this is set on A3, where its letters can be read
_HEAD = """#set page(paper: "PAPER", flipped: LANDSCAPE, margin: 16mm, numbering: "1 / 1")
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 10.5pt)
#set table(stroke: none, inset: (x: 6pt, y: 4pt))
"""


def sheet_pdf(sheet: Sheet) -> bytes:
    """The sheet on A4, or on A3 for a large picture; upright, or turned where a picture is wide."""
    return typeset(*sheet_pages(sheet), form="pdf")[0]


def sheet_pages(sheet: Sheet) -> tuple[str, dict[str, bytes]]:
    """The pages as the typesetter takes them: their description, and the pictures they show."""
    pictures: dict[str, bytes] = {}
    is_wide = any(isinstance(part, Picture) and part.width > part.height for part in sheet.parts)
    is_large = any(isinstance(part, Picture) and part.height > _LARGE for part in sheet.parts)
    head = _HEAD.replace("PAPER", "a3" if is_large else "a4").replace("LANDSCAPE", "true" if is_wide else "false")
    parts = [head]
    parts.append(f"#text(size: 17pt, weight: 700, {quoted(sheet.title)})\n")
    if sheet.subtitle:
        parts.append(f"\n#text(size: 11pt, fill: rgb(90, 60, 45), {quoted(sheet.subtitle)})\n")
    for part in sheet.parts:
        if part.caption:
            parts.append(f"\n#v(4pt)#text(size: 12pt, weight: 700, {quoted(part.caption)})\n")
        if isinstance(part, Grid):
            parts.append(_grid(part))
        elif isinstance(part, Lines):
            parts += [f"\n#par({quoted(line)})\n" for line in part.lines]
        else:
            name = f"picture{len(pictures)}.svg"
            # As wide as the page at most, and never taller than what is left of it.
            plainly = f'image({quoted(name)}, width: 100%, height: 100%, fit: "contain")'
            first, shown, svg = picture(name, part.svg, plainly=plainly)
            pictures[name] = svg.encode()
            parts.append(f"{first}\n#block(width: 100%, height: 1fr, {shown})\n")
    return "\n".join(parts), pictures


def _grid(grid: Grid) -> str:
    columns = ", ".join("auto" for _ in grid.heads)
    align = ", ".join("right" if column in grid.numbers else "left" for column in range(len(grid.heads)))
    strong = ", ".join(str(row + 1) for row in sorted(grid.strong))
    heads = ", ".join(f"strong({quoted(head)})" for head in grid.heads)
    cells = ",\n  ".join(", ".join(quoted(cell) for cell in row) for row in grid.rows)
    fill = f"(_, y) => if ({strong},).contains(y) {{ rgb(246, 227, 187) }}" if strong else "none"
    return (
        f"\n#table(columns: ({columns},), align: ({align},), fill: {fill},\n"
        f"  table.header({heads}), table.hline(stroke: 0.6pt),\n  {cells}\n)\n"
    )
