"""Certificates for those who are called up, one to a page."""

from collections.abc import Sequence

from carrom.render.ink.fitting import FITTED
from carrom.render.ink.typeset import quoted
from carrom.tournament.desk.imprint import Imprint
from carrom.tournament.desk.prizes import Honour

_PLACES = {1: "first", 2: "second", 3: "third"}
_STYLE = """
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


def certificate_pages(honours: Sequence[Honour], imprint: Imprint) -> str:
    """The pages as the typesetter takes them."""
    pages = []
    for number, one in enumerate(honours, 1):
        foot = f"{imprint.edition} · page {number} of {len(honours)}"
        words = (imprint.name, imprint.place, one.name, _PLACES[one.place], one.event, foot)
        pages.append(f"#certificate({', '.join(map(quoted, words))})\n")
    return FITTED + _STYLE + "#pagebreak()\n".join(pages)
