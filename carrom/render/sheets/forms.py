"""Print forms: the protest form, and certificates for winners."""

from collections.abc import Sequence

from carrom.render.ink.typeset import FITTED_TEXT, quote
from carrom.render.sheets.pdf import page_rules
from carrom.tournament.desk.printouts import ProtestForm, SheetFooter
from carrom.tournament.desk.prizes import Honour

_PROTEST_STYLE = """
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 11pt)
#set par(spacing: 5mm)
#let to-write(key, said) = box(width: 100%)[#key #box(width: 1fr, stroke: (bottom: 0.5pt), outset: (bottom: 2pt),
  inset: (left: 3pt), strong(said))]
#let row(..fields) = grid(columns: (1fr,) * fields.pos().len(), column-gutter: 6mm,
  ..fields.pos().map(((key, said)) => to-write(key, said)))
#let part(title) = block(above: 8mm, below: 5mm, stroke: (top: 1pt), width: 100%, inset: (top: 2mm),
  text(size: 12pt, weight: "bold", title))
#let tick(said, is-so) = par[#box(width: 4mm, height: 4mm, stroke: 0.7pt, baseline: 0.6mm,
  align(center + horizon, if is-so { "×" } else { "" })) #said]
"""
_EMPTY_LINES = 4


def protest_pages(form: ProtestForm, imprint: SheetFooter) -> str:
    fee = f"the fee of {form.fee}" if form.fee else "the fee, if there is one"
    how = (
        "Write in English, to the Secretary of the tournament. The player signs, or the team's captain or manager, "
        "and hands it to the umpire or the chief referee (144). "
        f"Tell the umpire of the protest at once and pay {fee}: without it no protest is heard (145). "
        f"Hand this form in within {form.minutes} minutes of the end of the board (146). "
        "State facts only: what happened, the decision, and what you contest (147). "
        "A protest in abusive language is rejected and may be punished (148). "
        "Once lodged, it cannot be withdrawn (149)."
    )
    title = f"Protest {form.protest}".strip()
    return f"""{page_rules(imprint, margin="18mm")}{_PROTEST_STYLE}
#text(size: 20pt, weight: "bold", {quote(title)}) #h(1fr) #text(size: 13pt, {quote(imprint.name)})

#par({quote(how)})
{_row(("To the Secretary of", imprint.name))}
#part("The match")
{_row(("Event", form.event))}
{_row(("Match", form.match), ("Table", form.table), ("Date", form.date))}
{_row(("A", form.a))}
{_row(("B", form.b))}
#part("The protest")
{_row(("By", form.by))}
{_row(("Game", form.game), ("Board", form.board), ("The board ended at", form.over))}
#par("What happened:")
#par(strong({quote(form.text)}))
#for _ in range({3 if form.text else _EMPTY_LINES}) {{ v(4mm); line(length: 100%, stroke: 0.4pt) }}
{_row(("What the umpire or the chief referee decided", ""))}
{_row(("What you contest, and by which law", ""))}
{_row(("Name", form.signed), ("as player, captain or manager", ""), ("Signature", ""))}
#part("Received")
{_row(("At", form.at), ("In time until", form.until), (f"Fee of {form.fee}" if form.fee else "Fee", form.paid))}
{_row(("Referee", ""))}
#part("Decision")
#tick("upheld: the match goes on from that board, the fee is returned (151a)", {_truth(form.status == "upheld")})
#tick("dismissed: the result stands, the fee is kept (151b)", {_truth(form.status == "dismissed")})
{_row(("Due by (151c)", form.due), ("Decided at", form.decided))}
{_row(("Committee (names and signatures)", ""))}
"""


def _row(*fields: tuple[str, str]) -> str:
    return f"#row({', '.join(f'({quote(key)}, {quote(value)})' for key, value in fields)})"


def _truth(is_so: bool) -> str:
    return "true" if is_so else "false"


_PLACES = {1: "first", 2: "second", 3: "third"}
_CERTIFICATE_STYLE = """
#set page(paper: "a4", flipped: true, margin: 12mm)
#set text(font: ("Libertinus Serif", "New Computer Modern"))
#let to-sign(who) = stack(spacing: 2mm, line(length: 100%, stroke: 0.5pt), text(size: 10pt, who))
#let certificate(tournament, where, name, place, event, foot) = rect(width: 100%, height: 100%, stroke: 2.5pt,
  inset: 3mm, rect(width: 100%, height: 100%, stroke: 0.7pt, inset: 14mm, align(center, {
    fitted(14mm, (26pt, 22pt, 18pt, 14pt), to: center, tournament)
    v(1fr)
    text(size: 15pt, tracking: 3pt, upper("Certificate"))
    v(7mm)
    text(size: 13pt, "This is to certify that")
    v(5mm)
    fitted(28mm, (36pt, 30pt, 25pt, 20pt, 16pt), to: center, name)
    v(5mm)
    text(size: 13pt, "was placed ") + text(size: 17pt, weight: "bold", place)
    v(2mm)
    fitted(9mm, (15pt, 13pt, 11pt, 9pt), to: center, weight: "regular", event)
    v(1fr)
    text(size: 12pt, where)
    v(12mm)
    grid(columns: (1fr, 1fr), column-gutter: 40mm, to-sign("Organiser"), to-sign("Chief referee"))
    v(3mm)
    text(size: 6.5pt, fill: luma(90), foot)
  })))
"""


def certificate_pages(honours: Sequence[Honour], imprint: SheetFooter) -> str:
    pages = []
    for number, one in enumerate(honours, 1):
        foot = f"{imprint.edition} · page {number} of {len(honours)}"
        words = (imprint.name, imprint.place, one.name, _PLACES[one.place], one.event, foot)
        pages.append(f"#certificate({', '.join(map(quote, words))})\n")
    return FITTED_TEXT + _CERTIFICATE_STYLE + "#pagebreak()\n".join(pages)
