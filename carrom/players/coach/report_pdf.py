"""The coach's report on paper: people, a graph of the match, and its turning points."""

from carrom.physics import simulate
from carrom.players.coach.practice import TOPIC_WORDS
from carrom.players.coach.report import MatchReport, PersonReport
from carrom.players.coach.report_text import highlights_text, signed_text
from carrom.players.coach.stroke_review import StrokeReview
from carrom.render.board.stroke_svg import DrawnStroke, hints_svg
from carrom.render.ink.svg import num
from carrom.render.ink.typeset import quote, typeset

_STYLE = """
#set page(paper: "a4", margin: (x: 16mm, y: 14mm))
#set text(font: "Libertinus Serif", size: 10pt)
#set table(stroke: 0.35pt + gray, inset: 1.8mm)
"""
_WIDE, _HIGH = 700.0, 200.0
_LETTERS = 'font-family="Libertinus Serif" font-size="15" fill="#555"'


def report_pdf(report: MatchReport) -> bytes:
    by_number = {one.played.number: one for one in report.strokes}
    turning = [by_number[number] for number in report.turning]
    files = {f"turn{index}.svg": _picture(one).encode() for index, one in enumerate(turning)}
    files["graph.svg"] = graph_svg(report).encode()
    sides = quote(f"{report.match.setup.side('a')} – {report.match.setup.side('b')}")
    pictures = ", ".join(
        f'[#image("turn{index}.svg", width: 100%) #text(size: 8.5pt)[#{quote(_caption(report, one))}]]'
        for index, one in enumerate(turning)
    )
    graph = '#image("graph.svg", width: 100%)' if report.strokes else "No stroke has a known layout and aim."
    graphed = (
        f"The chance of {report.match.setup.side('a')} to win the match, with both sides' hands and choices counted in;"
        " below, the numbers of the strokes"
    )
    source = f"""{_STYLE}
#text(size: 18pt, weight: "bold")[#{sides}]
#v(1mm)
{_people(report)}
#v(2mm)
== The course of the match
#text(size: 8.5pt)[#{quote(graphed)}]
{graph}
== Turning points
#text(size: 8.5pt)[Green: the best stroke in this hand. Blue: the one that was made.]
#grid(columns: (1fr, 1fr, 1fr), column-gutter: 4mm, {pictures})
== To practise
{_practice(report)}
"""
    return typeset(source, files, form="pdf")[0]


def graph_svg(report: MatchReport) -> str:
    """First side's chance to win the match after every stroke, and the final result."""
    points = []
    strokes = report.strokes
    for index, one in enumerate(strokes):
        chance = one.winning.after if one.played.person.party == "a" else 1.0 - one.winning.after
        x = _WIDE * (index + 1) / max(len(strokes), 1)
        points.append(f"{num(x)},{num(_HIGH * (1.0 - chance))}")
    # A conceded match, or one ended on time, is decided after the last stroke.
    end = {"a": [f"{num(_WIDE)},0"], "b": [f"{num(_WIDE)},{num(_HIGH)}"]}.get(report.match.announced or "", [])
    at_first = 0.5 if report.at_first is None else report.at_first
    line = " ".join([f"0,{num(_HIGH * (1.0 - at_first))}", *points, *end])
    turns = [index for index, one in enumerate(strokes) if one.played.number in report.turning]
    dots = "".join(
        f'<circle cx="{points[index].split(",")[0]}" cy="{points[index].split(",")[1]}" r="5" fill="#b3541e"/>'
        for index in turns
    )
    middle = num(_HIGH / 2)
    axes = "".join(
        f'<text x="-6" y="{num(_HIGH * (1.0 - part) + 5)}" text-anchor="end" {_LETTERS}>{part:.0%}</text>'
        for part in (0.0, 0.5, 1.0)
    ) + "".join(
        f'<text x="{num(_WIDE * (index + 1) / len(strokes))}" y="{num(_HIGH + 18)}" text-anchor="middle" {_LETTERS}>'
        f"{one.played.number}</text>"
        for index, one in enumerate(strokes)
        if index % max(1, round(len(strokes) / 10)) == 0
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-48 -10 {num(_WIDE + 60)} {num(_HIGH + 34)}">'
        f'<rect width="{num(_WIDE)}" height="{num(_HIGH)}" fill="#f4efe4"/>'
        f'<line x1="0" x2="{num(_WIDE)}" y1="{middle}" y2="{middle}" stroke="#999" stroke-dasharray="4 4"/>'
        f'<polyline points="{line}" fill="none" stroke="#0a7d34" stroke-width="2.5"/>{dots}{axes}</svg>'
    )


def _people(report: MatchReport) -> str:
    head = ("", "Strokes", "Accuracy", "Hand", "Points by choice", "by a steadier hand", "by luck")
    rows = [", ".join(f"[#{quote(cell)}]" for cell in _row(person)) for person in report.people]
    cells = ",\n".join((", ".join(f"strong({quote(cell)})" for cell in head), *rows))
    columns = "(1fr, auto, auto, auto, auto, auto, auto)"
    return f"#table(columns: {columns}, align: (x, y) => if x == 0 {{ left }} else {{ right }},\n{cells})"


def _row(person: PersonReport) -> tuple[str, ...]:
    value, hand = person.accuracy, person.hand
    return (
        person.name,
        str(person.strokes),
        "too few" if value is None else f"{value.value:.0f} ({value.low:.0f}–{value.high:.0f})",
        "too few" if hand is None else f"{hand.angle:.2f}° ({hand.low:.2f}–{hand.high:.2f})",
        signed_text(-person.choice, 1),
        signed_text(-person.by_hand, 1),
        signed_text(person.luck, 1),
    )


def _practice(report: MatchReport) -> str:
    lines = []
    for person in report.people:
        for one in person.practice:
            lost = f"{one.choice + one.hand:.1f} points lost in {one.strokes} strokes"
            words = f"{person.name}: {TOPIC_WORDS[one.topic]} – {lost}"
            lines.append(f"- #{quote(words)}")
    return "\n".join(lines) or "Nothing stands out."


def _picture(one: StrokeReview) -> str:
    view = one.played.view
    drawn = [
        DrawnStroke(simulate(view.position, stroke, seat=view.seat, profile=view.profile), label)
        for stroke, label in ((one.best, "best"), (one.played.made, "made"))
    ]
    return hints_svg(view.position, drawn, seat=view.seat, width=480)


def _caption(report: MatchReport, one: StrokeReview) -> str:
    name = report.match.setup.name(one.played.person)
    return (
        f"{one.played.number}. {name} {highlights_text(one.played)}: {one.winning.best:.0%} → {one.winning.after:.0%}"
    )
