"""The coach's report as text for a terminal."""

from carrom.laws.sentences import catalogue
from carrom.players.coach.practice import PUZZLE_KIND_OF, TOPIC_WORDS
from carrom.players.coach.recorded_strokes import HighlightKind, RecordedStroke, highlights
from carrom.players.coach.report import MatchReport, PersonReport
from carrom.players.coach.stroke_review import StrokeReview

_SLIP, _MISTAKE = 0.5, 1.5
"""Points lost by a choice, to be marked `?!` and `?`."""
_HAPPENED: dict[HighlightKind, str] = {
    "won": "wins the board ({count} points)",
    "lost": "loses the board ({count} points)",
    "striker": "pockets the striker",
    "foul": "fouls",
    "covered": "covers the queen",
    "queen": "pockets the queen",
    "back": "fails to cover the queen",
    "coin": "pockets a coin",
    "coins": "pockets {count} coins",
    "rivals": "pockets {count} {coins} of the other side",
    "returned": "puts {count} {coins} back",
    "owes": "owes {count} {coins}",
    "nothing": "pockets nothing",
}


def report_text(report: MatchReport) -> str:
    """People first, then turning points, then all strokes."""
    parts = [_person(person) for person in report.people]
    if not report.strokes:
        parts.append("No stroke of this record has a known layout and aim: there is nothing to say.")
    else:
        by_number = {one.played.number: one for one in report.strokes}
        turning = "\n".join(f"  {_turn(report, by_number[number])}" for number in report.turning)
        parts.append(f"Turning points\n{turning}")
        strokes = "\n".join(f"  {_stroke(report, one)}" for one in report.strokes)
        parts.append(f"Strokes\n{strokes}")
        table = "\n".join(
            f"  said {one.low:.0%}–{one.high:.0%}: {one.stated:.0%} on average, {one.kept:.0%} came off"
            f" ({one.strokes} {_strokes(one.strokes)})"
            for one in report.reliability
        )
        parts.append(f"Did the chances come true?\n{table}")
    if report.left_out:
        parts.append(f"Left out: {report.left_out} {_strokes(report.left_out)} without a known layout or aim.")
    return "\n\n".join(parts) + "\n"


def _person(person: PersonReport) -> str:
    lines = [f"{person.name}: {person.strokes} {_strokes(person.strokes)}"]
    if person.accuracy is None:
        lines.append("  too few strokes for a verdict on the choices")
    else:
        value = person.accuracy
        lines.append(f"  choices: accuracy {value.value:.0f} of 100 (95 %: {value.low:.0f} … {value.high:.0f})")
    if person.hand is None:
        lines.append("  too few strokes to say how steady the hand is; weighed as a club hand")
    else:
        hand = person.hand
        lines.append(f"  hand: {hand.angle:.2f}° (95 %: {hand.low:.2f} … {hand.high:.2f}), smaller is steadier")
    steadier = "steadier" if person.by_hand < 0 else "less steady"
    lines.append(
        f"  points: {signed_text(-person.choice, 1)} by choice"
        f" ({signed_text(-100 * person.winning_choice, 0)}% of the match),"
        f" {signed_text(-person.by_hand, 1)} by a hand that was {steadier} than usual"
        f" ({signed_text(-100 * person.winning_hand, 0)}%),"
        f" {signed_text(person.luck, 1)} by luck ({signed_text(100 * person.winning_luck, 0)}%)"
    )
    for number, one in enumerate(person.practice, start=1):
        puzzles = f"; carrom puzzles list --kind {PUZZLE_KIND_OF[one.topic]}" if one.topic in PUZZLE_KIND_OF else ""
        examples = ", ".join(map(str, one.examples))
        lines.append(
            f"  practise {number}: {TOPIC_WORDS[one.topic]} (lost {one.choice + one.hand:.1f} points in {one.strokes}"
            f" {_strokes(one.strokes)}; see {examples}{puzzles})"
        )
    return "\n".join(lines)


def _turn(report: MatchReport, one: StrokeReview) -> str:
    name = report.match.setup.name(one.played.person)
    if report.is_one_sided:
        best, after = (signed_text(value, 1) for value in (one.points.best, one.points.after))
        return (
            f"{one.played.number}. {name} {highlights_text(one.played)}. The board went from {best} points for {name}"
            f" (with the best stroke) to {after}: {_why(one)}"
        )
    return (
        f"{one.played.number}. {name} {highlights_text(one.played)}. {name}'s chance to win the match went from"
        f" {one.winning.best:.0%} (with the best stroke) to {one.winning.after:.0%}: {_why(one)}"
    )


def highlights_text(played: RecordedStroke) -> str:
    """Describe a stroke in words that follow the player's name."""
    return ", ".join(
        _HAPPENED[one.what].format(count=one.count, coins="coin" if one.count == 1 else "coins")
        for one in highlights(played)
    )


def _why(one: StrokeReview) -> str:
    parts = {"the choice": one.winning.choice, "the hand": one.winning.hand, "bad luck": -one.winning.luck}
    gained = one.winning.after >= one.winning.best
    if gained:
        return "it came off" if one.kept else "it left little"
    return "mostly " + max(parts, key=lambda name: parts[name])


def _stroke(report: MatchReport, one: StrokeReview) -> str:
    lost = one.points.choice
    mark = "?" if lost >= _MISTAKE else "?!" if lost >= _SLIP else ""
    better = ""
    if not one.is_best:
        best = one.best
        better = (
            f"; better from {best.x:.0f},{best.y:.0f} at {best.direction:.1f}° with {best.speed:.1f} m/s"
            f" (keeps it in {one.best_stated:.0%})"
        )
    name, lost_by = report.match.setup.name(one.played.person), one.played.lost
    because = "" if lost_by is None else f". {catalogue('en').say(f'lost.{lost_by}')}"
    return (
        f"{one.played.number}. {name}{mark}: {one.stated:.0%} to keep the turn, {'kept' if one.kept else 'lost'};"
        f" choice {signed_text(-lost, 2)}, hand {signed_text(-one.points.hand, 2)},"
        f" luck {signed_text(one.points.luck, 2)}{better}{because}"
    )


def format_number(value: float, digits: int) -> str:
    """Typographic minus, none before zero."""
    digits_text = f"{abs(value):.{digits}f}"
    return f"−{digits_text}" if value < 0 and float(digits_text) else digits_text


def signed_text(value: float, digits: int) -> str:
    """Write a number, with a plus before gains."""
    text = format_number(value, digits)
    return text if text.startswith("−") or not float(text) else f"+{text}"


def _strokes(count: int) -> str:
    return "stroke" if count == 1 else "strokes"
