"""Print a tournament's score cards on A4: four, two or one to a sheet, by the boards of a match."""

from collections.abc import Iterable, Sequence

from carrom.match.parties import PARTIES, Party
from carrom.match.views.score_card import GameCard
from carrom.render.card.text import card_rows
from carrom.render.ink.qr import qr_svg
from carrom.render.ink.typeset import FITTED_TEXT, quote, typeset
from carrom.tournament.desk.printouts import MatchCard, SheetFooter

_FEW, _SOME, _MANY = 5, 11, 36
"""Lines that fit on a quarter and on half a sheet; with more than the last, games are set in two columns."""

_STYLE = """
#set page(paper: "a4", margin: 0pt)
#set text(font: "Libertinus Serif", size: 9pt)
#set par(spacing: 0pt, leading: 0.4em)
#let thin = 0.4pt + black
#let fat = 1pt + black
#let cut = (paint: luma(120), thickness: 0.5pt, dash: "dashed")
#let small(body) = text(size: 6.5pt, fill: luma(60), body)
// As high as it is for the pen; higher where what happened needs it, and the boards give way.
#let remarked(high, words) = layout(room => {
  let sizes = (8pt, 7pt, 6pt, 5pt)
  let least = block(width: room.width - 1.6mm, text(size: sizes.last(), h(10mm) + words))
  let high = calc.max(high, measure(least).height + 1.8mm)
  box(width: 100%, height: high, stroke: thin, inset: 0.8mm, {
    place(small("Remarks"))
    fitted(high - 1.6mm, sizes, h(10mm) + words, weight: "regular")
  })
})
#let to-write(key, value, size: 9pt) = box(width: 100%)[#small(key) #box(width: 1fr, stroke: (bottom: thin),
  outset: (bottom: 1.5pt), inset: (left: 2pt), text(size: size, weight: "bold", value))]

#let side(letter, one, high) = grid(columns: (7mm, 1fr), column-gutter: 1.5mm,
  box(width: 7mm, height: high, stroke: fat, align(center + horizon, text(size: 12pt, weight: "bold", letter))),
  stack(spacing: 0.6mm,
    fitted(high - 3.4mm, (16pt, 14pt, 12pt, 10.5pt, 9pt, 8pt, 7pt, 6pt), one.name,
      weight: if one.known { "bold" } else { "regular" }),
    block(height: 2.8mm, small(one.team))))

#let head-of(letter, one, narrow) = table.cell(colspan: 3, fitted(if narrow { 6.6mm } else { 4.6mm }, to: center,
  (9pt, 8pt, 7pt, 6.5pt, 5.5pt, 4.5pt), if one.known { letter + "  " + one.name } else { letter }))

#let boards(title, rows, a, b, narrow) = block(width: 100%, height: 100%, {
  set text(size: 9.5pt)
  let breaker(name) = if name.len() > 2 { text(size: if narrow { 5pt } else { 8pt }, name) } else { name }
  table(columns: if narrow { (9mm, 10mm) + (1fr,) * 6 } else { (13mm, 2.2fr) + (1.6fr,) * 6 },
    rows: (auto, auto) + (1fr,) * rows.len(), stroke: thin, inset: (x: 0.8mm, y: 0.7mm), align: center + horizon,
    table.vline(x: 2, stroke: fat), table.vline(x: 5, stroke: fat), table.vline(x: 8, stroke: fat),
    table.cell(colspan: 2, stroke: none, align: left, text(size: 8.5pt, strong(title))),
    head-of("A", a, narrow), head-of("B", b, narrow),
    ..("Board", "Break", "Queen", "C/m", "Total", "Queen", "C/m", "Total").map(small),
    ..rows.map(row => (row.at(0), breaker(row.at(1)), ..row.slice(2))).flatten())
})

#let card(narrow: false, columns: 1, title: "", match: "", head: (), rules: "", code: "", a: (:), b: (:),
    toss: (), games: (), remarks: "", end: (), foot: "") = {
  let high = if narrow { 11.5mm } else { 10.5mm }
  let sides = (side("A", a, high), side("B", b, high))
  grid(rows: (auto, auto, auto, 1fr, auto, auto, auto), row-gutter: if narrow { 2.2mm } else { 2.6mm },
    grid(columns: (1fr, if narrow { 19mm } else { 22mm }), column-gutter: 2mm,
      stack(spacing: 1.8mm, block(height: 2.4mm, small(title)),
        fitted(if narrow { 6mm } else { 7mm }, (if narrow { 15pt } else { 19pt }, 12pt, 10pt, 8pt, 6pt), match),
        grid(columns: (1fr, 1.2fr, 1.7fr), column-gutter: 2mm,
          ..head.map(((key, said)) => to-write(key, said, size: 11pt))),
        block(height: 3mm, small(rules))),
      align(right + top, image(bytes(code), format: "svg", width: 100%))),
    if narrow { stack(spacing: 1mm, ..sides) } else { grid(columns: (1fr, 1fr), column-gutter: 4mm, ..sides) },
    grid(columns: (1fr,) * if narrow { 2 } else { 4 }, column-gutter: 3mm, row-gutter: 2.6mm,
      ..toss.map(((key, said)) => to-write(key, said))),
    grid(columns: (1fr,) * columns, rows: (1fr,) * calc.ceil(games.len() / columns), gutter: 2mm,
      ..games.map(((title, rows)) => boards(title, rows, a, b, narrow))),
    remarked(if narrow { 7mm } else { 9mm }, remarks),
    grid(columns: if narrow { (1fr, 1fr) } else { (1.5fr, 1fr) }, column-gutter: 3mm,
      row-gutter: if narrow { 4mm } else { 5mm },
      ..end.map(((key, said)) => to-write(key, said, size: if narrow and said.len() > 20 { 6.5pt } else { 9pt }))),
    text(size: 5.5pt, fill: luma(60), foot))
}
#let sheet(columns, rows, cards) = grid(columns: (1fr,) * columns, rows: (100% / rows,) * rows,
  inset: if columns > 1 { 7mm } else { 9mm },
  stroke: (x, y) => (left: if x > 0 { cut }, top: if y > 0 { cut }), ..cards)
"""


def match_cards_pdf(cards: Sequence[MatchCard], imprint: SheetFooter) -> bytes:
    return typeset(match_cards_pages(cards, imprint), {}, form="pdf")[0]


def match_cards_pages(cards: Sequence[MatchCard], imprint: SheetFooter) -> str:
    """Typst source, with dashed lines to cut along."""
    sheets: list[tuple[int, list[MatchCard]]] = []
    for card in cards:
        size = cards_to_a_sheet(card)
        if not sheets or sheets[-1][0] != size or len(sheets[-1][1]) == size:
            sheets.append((size, []))
        sheets[-1][1].append(card)
    pages = []
    for number, (size, own) in enumerate(sheets, 1):
        foot = f"{imprint.name} · {imprint.place} · {imprint.edition} · page {number} of {len(sheets)}"
        source = ",\n".join(_card(card, foot, is_narrow=size == 4) for card in own)
        pages.append(f"#sheet({2 if size == 4 else 1}, {1 if size == 1 else 2}, (\n{source},\n))\n")
    return FITTED_TEXT + _STYLE + "#pagebreak()\n".join(pages)


def cards_to_a_sheet(card: MatchCard) -> int:
    """Four with few boards, two if there is one game, else one."""
    lines = sum(len(game.rows) for game in card.card.games)
    if len(card.card.games) > 1 or lines > _SOME:
        return 1
    return 4 if lines <= _FEW else 2


def _card(one: MatchCard, foot: str, *, is_narrow: bool) -> str:
    card, head = one.card, dict(one.card.head)
    lines = sum(len(game.rows) + 2 for game in card.games)
    score = ("Score", ", ".join(game.total for game in card.games if game.total))
    signed = [(f"{who}’s signature", name) for who, name in card.signatures]
    arguments = {
        "narrow": _truth(is_narrow),
        "columns": "2" if lines > _MANY and len(card.games) > 1 else "1",
        "title": quote(f"Score card · {head['Tournament']}"),
        "match": quote(" · ".join((f"{one.match}  {head['Event']}", head["Round"]))),
        "head": _pairs((key, head[key]) for key in ("Table", "Time", "Umpire")),
        "rules": quote(one.rules),
        "code": quote(qr_svg(one.code)),
        **{str(party): _side(one, party) for party in PARTIES},
        "toss": _pairs(card.toss),
        "games": _listed(_game(one, game) for game in card.games),
        "remarks": quote(" ".join(card.remarks)),
        "end": _pairs((("Won by", card.winner), score, *signed)),
        "foot": quote(foot),
    }
    return f"card({', '.join(f'{key}: {value}' for key, value in arguments.items())})"


def _side(one: MatchCard, party: Party) -> str:
    name, team = quote(one.card.names[party]), quote(one.card.teams[party])
    return f"(name: {name}, team: {team}, known: {_truth(one.known[party])})"


def _game(one: MatchCard, game: GameCard) -> str:
    title = quote(f"Game {game.number}" if len(one.card.games) > 1 else "")
    return f"({title}, {_listed(_listed(map(quote, row)) for row in card_rows(game))})"


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return _listed(f"({quote(key)}, {quote(value)})" for key, value in pairs)


def _listed(values: Iterable[str]) -> str:
    return f"({''.join(f'{value}, ' for value in values)})"


def _truth(is_so: bool) -> str:
    return "true" if is_so else "false"
