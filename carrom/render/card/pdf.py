"""Print a score card on A4, filled in or blank."""

from carrom.match.parties import PARTIES
from carrom.match.views.score_card import Card, GameCard
from carrom.render.card.text import FOOTNOTE, card_rows, game_title
from carrom.render.ink.typeset import quote, typeset

_STYLE = """
#set page(paper: "a4", margin: (x: 15mm, y: 10mm))
#set text(font: "Libertinus Serif", size: 9.5pt)
#set block(spacing: 2.7mm)
#let thin = 0.35pt + black
#let line-under(body) = box(width: 1fr, stroke: (bottom: thin), outset: (bottom: 1.2pt), inset: (left: 3pt), body)
#let pair(key, value) = [#text(size: 8pt, key)#line-under(value)]
#let names-row(a, b) = (table.cell(colspan: 2, stroke: none)[], table.cell(colspan: 3, strong(a)),
  table.cell(colspan: 3, strong(b)))
"""

_TABLES = 178.0
"""mm of the sheet left for table rows."""


def card_pdf(card: Card) -> bytes:
    return typeset(card_pages(card), {}, form="pdf")[0]


def card_pages(card: Card) -> str:
    # All games share one sheet; only very many boards run on to a second.
    lines = sum(len(game.rows) + 2 for game in card.games)
    room = _TABLES - 3.4 * max(0, len(card.remarks) - 2)
    height = max(4.6, min(7.0, room / max(lines, 1)))
    head = ", ".join(f"pair({quote(key)}, {quote(value)})" for key, value in (*card.head, *card.toss))
    sides = "\n".join(
        f'pair({quote(f"Player/s {party}")}, {quote(card.names[party])}), pair("Team", {quote(card.teams[party])}),'
        for party in PARTIES
    )
    games = "\n".join(_game(card, game, height) for game in card.games)
    remarks = "\n".join(f"[#{quote(remark)} \\ ]" for remark in card.remarks) or "v(7mm)"
    signed = [(f"{who}’s signature", name) for who, name in card.signatures]
    signs = ", ".join(f"pair({quote(key)}, {quote(name)})" for key, name in signed)
    return f"""{_STYLE}
#align(center, text(size: 17pt, weight: "bold")[Score card])
#v(1mm)
#grid(columns: (1fr,) * 3, column-gutter: 5mm, row-gutter: 3.1mm, {head})
#v(1mm)
#grid(columns: (2fr, 1fr), column-gutter: 5mm, row-gutter: 3.1mm,
{sides})
{games}
#text(size: 8pt)[#{quote(FOOTNOTE)}]

#text(size: 8pt)[Remarks of the umpire]
#block(width: 100%, stroke: thin, inset: 1.6mm, {{
set text(size: 8pt)
set par(leading: 0.45em)
{remarks}
}})
#v(4mm)
#grid(columns: (1fr,) * 3, column-gutter: 5mm, pair("Match won by", {quote(card.winner)}), {signs})
"""


def _game(card: Card, game: GameCard, height: float) -> str:
    cells = ",\n".join(", ".join(f"[#{quote(cell)}]" for cell in row) for row in card_rows(game))
    return f"""
#text(weight: "bold")[#{quote(game_title(game))}]
#table(columns: (14mm, 1fr, 17mm, 17mm, 17mm, 17mm, 17mm, 17mm), stroke: thin, rows: (auto, {height:.2f}mm),
align: (x, y) => (if x == 1 {{ left }} else {{ center }}) + horizon, inset: (x: 1.5mm, y: 0.9mm),
..names-row({quote(card.names.a or "a")}, {quote(card.names.b or "b")}),
table.header([Board], [Break by], [Queen], [C/m], [Total], [Queen], [C/m], [Total]),
{cells}
)"""
