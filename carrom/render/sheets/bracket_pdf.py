"""Print a bracket on one page or branch by branch, in readable letters and without cutting names."""

from collections.abc import Iterable, Sequence

from carrom.render.ink.typeset import FITTED_TEXT, quote, typeset
from carrom.render.sheets.bracket_layout import BracketBox, BracketTree, lay_out_bracket, split_bracket
from carrom.render.sheets.pdf import page_rules, sheet_title
from carrom.render.sheets.sheet import Sheet
from carrom.tournament.desk.order_of_play import Appointment
from carrom.tournament.desk.printouts import SheetFooter
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow

_PAGES = {"a4": (273.0, 163.0), "a3": (396.0, 250.0)}  # mm for the bracket on a landscape page
_ROWS = {"a4": 10, "a3": 18}  # matches per page, so that names stay readable
_GAP = 7.0  # mm between two rounds, for the lines
_STYLE = """
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 9pt)
#set par(spacing: 0pt, leading: 0.3em)
#let at(x, y, body) = place(top + left, dx: x * 1mm, dy: y * 1mm, body)
#let rule(x, y, dx, dy) = at(x, y, line(start: (0mm, 0mm), end: (dx * 1mm, dy * 1mm), stroke: 0.7pt))
#let small(body) = text(size: 6.8pt, body)
#let side(one, high) = {
  let weight = if one.won { "bold" } else { "regular" }
  let body(size, club) = (size: size, weight: weight, body: text(size: size, weight: weight, one.name)
    + if one.seed != "" { text(size: size, " " + one.seed) }
    + if club { text(size: calc.max(size * 0.78, 6.5pt), style: "italic", "  " + one.club) })
  let large = if one.club != "" { (11pt, 10pt, 9pt, 8.5pt, 8pt).map(size => body(size, true)) } else { () }
  let sizes = (11pt, 10pt, 9pt, 8.5pt, 8pt, 7.5pt, 7pt, 6.5pt, 6pt, 5.5pt, 5pt, 4.5pt, 4pt)
  grid(columns: (1fr, auto), column-gutter: 1mm, align: horizon,
    first-fitting(high, large + sizes.map(size => body(size, false)), one.name.split(" ")),
    text(size: 9.5pt, weight: weight, one.points))
}
#let match(x, y, wide, high, id, when, note, a, b) = {
  at(x, y, rect(width: wide * 1mm, height: high * 1mm, stroke: 0.7pt, radius: 0.6mm, inset: 0pt, fill: white,
    grid(columns: (8mm, 1fr), rows: (1fr, 1fr), align: horizon,
      stroke: (x, y) => if x == 1 { (left: 0.4pt, top: if y == 1 { 0.4pt }) },
      grid.cell(rowspan: 2, align: center + horizon, text(size: 7.5pt, weight: "bold", id)),
      pad(x: 1mm, side(a, (high / 2 - 1.3) * 1mm)), pad(x: 1mm, side(b, (high / 2 - 1.3) * 1mm)))))
  if when != "" { at(x, y + high + 0.5, small(when)) }
  if note != "" { at(x, y - 3.2, small(strong(note))) }
}
#let champion(x, y, wide, high, title, name) = at(x, y, rect(width: wide * 1mm, height: high * 1mm, stroke: 1.6pt,
  inset: 1mm, stack(spacing: 0.8mm, small(title),
    fitted((high - 5.5) * 1mm, (14pt, 12pt, 10pt, 9pt, 8pt, 7pt, 6pt, 5pt), to: center, name))))
"""


def bracket_pdf(
    view: TournamentNow, key: StageKey, imprint: SheetFooter, order: Iterable[Appointment] = (), paper: str = "a4"
) -> bytes:
    """A stage's bracket as PDF, with tables and times; for a double elimination both brackets."""
    return typeset(bracket_pages(view, key, imprint, order, paper), {}, form="pdf")[0]


def bracket_pages(
    view: TournamentNow, key: StageKey, imprint: SheetFooter, order: Iterable[Appointment] = (), paper: str = "a4"
) -> str:
    planned = {one.match: one for one in order}
    trees = [("", lay_out_bracket(view, key, planned))]
    losers = lay_out_bracket(view, key, planned, losers=True)
    trees += [("losers' bracket", losers)] if losers.boxes else []
    return _pages(imprint, f"{view.state.event(key.event).name}, {key.stage}", trees, paper)


def _pages(imprint: SheetFooter, subtitle: str, trees: Sequence[tuple[str, BracketTree]], paper: str) -> str:
    pages = []
    for caption, tree in trees:
        parts = split_bracket(tree, _ROWS[paper])
        for number, part in enumerate(parts, 1):
            where = (
                ""
                if len(parts) == 1
                else f"part {number} of {len(parts)}" + (": the end" if number == len(parts) else "")
            )
            under = ", ".join(one for one in (caption, where) if one)
            under = f"{subtitle}, {under}" if under else subtitle
            head = sheet_title(Sheet(title=imprint.name, subtitle=under, parts=()))
            pages.append(f"{head}#v(4mm)\n#block(width: 100%, height: 1fr, {{\n{_tree(part, paper)}}})\n")
    rules = page_rules(imprint, paper=paper, is_wide=True, margin="12mm")
    return rules + FITTED_TEXT + _STYLE + "#pagebreak()\n".join(pages)


def _tree(tree: BracketTree, paper: str) -> str:
    width, height = _PAGES[paper]
    columns = len(tree.rounds) + tree.is_whole
    step = (width + _GAP) / columns
    wide = min(step - _GAP, 85.0)
    row = min((height - 6) / max(tree.rows, 1), 34.0)
    high = min(row - 4.2, 17.0)
    places = {box.id: box for box in tree.boxes}

    def top(box: BracketBox) -> float:
        return 6 + (box.row + 0.5) * row - high / 2 - 1

    marks = [
        f"at({n * (wide + _GAP):.2f}, 0, text(size: 10pt, weight: 700, {quote(name)}))\n"
        for n, name in enumerate(tree.rounds)
    ]
    for box in tree.boxes:
        if box.is_bye:
            continue
        x, y = box.column * (wide + _GAP), top(box)
        a, b = (
            f"(name: {quote(side.name)}, seed: {quote(f'[{side.seed}]' if side.seed else '')}, "
            f"club: {quote(side.club)}, points: {quote(side.points)}, won: {'true' if side.is_winner else 'false'})"
            for side in box.sides
        )
        arguments = ", ".join(map(quote, (box.id, box.when, box.note)))
        marks.append(f"match({x:.2f}, {y:.2f}, {wide:.2f}, {high:.2f}, {arguments}, {a}, {b})\n")
        for feeder in box.feeders:
            if feeder in places and not places[feeder].is_bye:
                start = places[feeder].column * (wide + _GAP) + wide
                marks += _link(start, top(places[feeder]) + high / 2, x, y + high / 2)
    if tree.is_whole and tree.boxes:
        last = next(box for box in reversed(tree.boxes) if not box.note and not box.is_bye)
        x, y = len(tree.rounds) * (wide + _GAP), top(last)
        marks += _link(x - _GAP, y + high / 2, x, y + high / 2)
        tall = max(high, 14.0)
        arguments = f"{quote(tree.title)}, {quote(tree.champion)}"
        marks.append(f"champion({x:.2f}, {y + (high - tall) / 2:.2f}, {wide:.2f}, {tall:.2f}, {arguments})\n")
    return "".join(marks)


def _link(x0: float, y0: float, x1: float, y1: float) -> list[str]:
    middle = x1 - _GAP / 2
    lines = [(x0, y0, middle - x0, 0.0), (middle, y0, 0.0, y1 - y0), (middle, y1, x1 - middle, 0.0)]
    return [f"rule({x:.2f}, {y:.2f}, {dx:.2f}, {dy:.2f})\n" for x, y, dx, dy in lines if dx or dy]
