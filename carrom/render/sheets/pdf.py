"""Print a sheet as PDF with typst."""

import re
from collections.abc import Sequence

from carrom.render.ink.scripts import embed_picture
from carrom.render.ink.typeset import quote, typeset
from carrom.render.sheets.sheet import Grid, Lines, Part, Picture, Sheet
from carrom.tournament.desk.printouts import SheetFooter

_LARGE = 300  # mm; a taller picture is printed on A3 to be readable
_SHORT = 24  # rows; so short a table is kept on one page
_LONG_WORD = re.compile(r"[A-Za-zÀ-ɏ0-9]{31,}")
"""Words of joined letters are never broken."""
_STYLE = """#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 10.5pt)
#set table(stroke: none, inset: (x: 5pt, y: 4pt))
#set par(spacing: 0.65em)
#set block(spacing: 0.9em)
"""


def sheet_pdf(sheet: Sheet) -> bytes:
    """A4, or A3 for a large picture; landscape if it is wide."""
    return typeset(*sheet_pages(sheet), form="pdf")[0]


def sheet_pages(sheet: Sheet) -> tuple[str, dict[str, bytes]]:
    pictures: dict[str, bytes] = {}
    is_wide = sheet.is_wide or any(isinstance(part, Picture) and part.width > part.height for part in sheet.parts)
    is_large = any(isinstance(part, Picture) and part.height > _LARGE for part in sheet.parts)
    source = [page_rules(sheet.imprint, paper="a3" if is_large else "a4", is_wide=is_wide), _STYLE, sheet_title(sheet)]
    for block in _blocks(sheet.parts):
        inside = "".join(_part(part, pictures) for part in block)
        rows = sum(len(part.rows) for part in block if isinstance(part, Grid))
        is_whole = isinstance(block[0], Grid) and not block[0].is_small and rows <= _SHORT
        source.append(f"#block(breakable: false, width: 100%)[{inside}]\n" if is_whole else inside)
    return "\n".join(source), pictures


def page_rules(imprint: SheetFooter | None, *, paper: str = "a4", is_wide: bool = False, margin: str = "14mm") -> str:
    set_page = (
        f'#set page(paper: "{paper}", flipped: {"true" if is_wide else "false"}, margin: (x: {margin}, top: {margin}'
    )
    if imprint is None:
        return f'{set_page}, bottom: {margin}), numbering: "1 / 1")\n'
    left, right = quote(f"{imprint.name} · {imprint.place}"), quote(f"{imprint.edition} · page ")
    foot = f"""context {{ set text(size: 8pt, fill: luma(60))
  grid(columns: (1fr, auto), column-gutter: 4mm, {left},
    {right} + str(counter(page).get().first()) + " of " + str(counter(page).final().first())) }}"""
    return f"{set_page}, bottom: 16mm), footer-descent: 4mm, footer: {foot})\n"


def sheet_title(sheet: Sheet) -> str:
    under = f", text(size: 11.5pt, fill: luma(60), {quote(sheet.subtitle)})" if sheet.subtitle else ""
    return f"#stack(spacing: 3mm, text(size: 17pt, weight: 700, {quote(sheet.title)}){under})\n"


def _blocks(parts: Sequence[Part]) -> list[list[Part]]:
    found: list[list[Part]] = []
    for part in parts:
        if found and not isinstance(part, Picture) and not part.caption and isinstance(found[-1][-1], Grid):
            found[-1].append(part)
        else:
            found.append([part])
    return found


def _part(part: Part, pictures: dict[str, bytes]) -> str:
    caption = ""
    if part.caption:
        heading = f"text(size: 12pt, weight: 700, {quote(part.caption)})"
        caption = f"\n#block(sticky: true, above: 1.1em, below: 0.5em, {heading})\n"
    if isinstance(part, Grid):
        return caption + _grid(part)
    if isinstance(part, Lines):
        return caption + "".join(f"\n#par({quote(line)})\n" for line in part.lines)
    name = f"picture{len(pictures)}.svg"
    # As wide as the page, and no taller than the room left on it.
    plainly = f'image({quote(name)}, width: 100%, height: 100%, fit: "contain")'
    first, shown, svg = embed_picture(name, part.svg, plainly=plainly)
    pictures[name] = svg.encode()
    return f"{caption}{first}\n#block(width: 100%, height: 1fr, {shown})\n"


def _grid(grid: Grid) -> str:
    columns = ", ".join(grid.widths or ["auto"] * len(grid.heads))
    align = ", ".join("right" if column in grid.numbers else "left" for column in range(len(grid.heads)))
    strong = ", ".join(str(row + 1) for row in sorted(grid.strong))
    heads = ", ".join(f"strong({quote(head)})" for head in grid.heads)
    cells = ",\n  ".join(", ".join(quote(_breakable(cell)) for cell in row) for row in grid.rows)
    fill = f"(_, y) => if ({strong},).contains(y) {{ luma(232) }}" if strong else "none"
    cut = f"table.hline(y: {grid.cut + 1}, stroke: 1.4pt)," if grid.cut and grid.cut < len(grid.rows) else ""
    lines = f"stroke: 0.4pt, inset: (x: 4pt, y: {'4pt' if grid.is_small else '5pt'})," if grid.is_ruled else ""
    small = "#set text(size: 8.5pt)\n#set table(inset: (x: 4pt, y: 3pt))\n" if grid.is_small else ""
    return (
        f"\n#[{small}#table(columns: ({columns},), align: ({align},), fill: {fill}, {lines}\n"
        f"  table.header({heads}), table.hline(y: 1, stroke: 0.6pt), {cut}\n  {cells}\n)]\n"
    )


def _breakable(cell: str) -> str:
    """Keep scores such as 25–8 on one line, and let words wider than any column break anywhere."""
    whole = re.sub(r"(?<=\d)–(?=\d)", "\u2060–\u2060", cell)
    return _LONG_WORD.sub(lambda word: "\u200b".join(re.findall(".{1,8}", word[0])), whole)
