"""How `carrom rule` shows a ruling to people: in sentences, or all rulebooks side by side."""

import shutil
import textwrap

from carrom.laws import Rulebook, Ruling, Situation, StrokeFacts, judge
from carrom.laws.register import register
from carrom.laws.sentences import Catalogue, ruling_sentences

_DIFFERS = "*"


def in_words(before: Situation, facts: StrokeFacts, book: Rulebook, words: Catalogue) -> str:
    """One rulebook's ruling, a sentence a line, and what the laws it cites are about."""
    ruling = judge(before, facts, book)
    lines = [f"{book.title} ({book.id})", *ruling_sentences(ruling, words, before=before)]
    if words.code == "en":  # the register speaks English
        columns = min(shutil.get_terminal_size().columns, 100)
        for id in ruling.laws:
            entry = register().get(id)
            if entry is not None:
                meaning = f"{id} {entry.title}: {entry.text}"
                lines.append(textwrap.fill(meaning, columns, initial_indent="  ", subsequent_indent="    "))
    return "\n".join(lines)


def side_by_side(before: Situation, facts: StrokeFacts, books: list[Rulebook], words: Catalogue) -> str:
    """A column for each rulebook. Where one differs from the first its cell bears a star, and so does the row."""
    import wcwidth

    rulings = [judge(before, facts, book) for book in books]
    columns = [_cells(ruling, words) for ruling in rulings]
    rows = [["", *(book.id for book in books)]]
    for number, (label, first) in enumerate(columns[0]):
        cells = [column[number][1] for column in columns]
        if set(cells) == {words.say("value.no")}:
            continue
        marked = [cell + (f" {_DIFFERS}" if cell != first else "") for cell in cells]
        rows.append([label + (f" {_DIFFERS}" if len(set(cells)) > 1 else ""), *marked])
    height = max(len(ruling.laws) for ruling in rulings)
    for line in range(height):
        label = words.say("field.laws") if line == 0 else ""
        rows.append([label, *(ruling.laws[line] if line < len(ruling.laws) else "" for ruling in rulings)])
    widths = [max(wcwidth.width(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(map(wcwidth.ljust, row, widths)).rstrip() for row in rows)


def _cells(ruling: Ruling, words: Catalogue) -> list[tuple[str, str]]:
    result = ruling.result
    nothing = words.say("value.no")

    def flag(value: bool) -> str:
        return words.say("value.yes") if value else nothing

    def count(value: int) -> str:
        return str(value) if value else nothing

    cells = {
        "turn": words.say(f"value.{ruling.turn}"),
        "due": count(ruling.due),
        "penalty": count(ruling.penalty),
        "back": count(ruling.returned.own),
        "queen_back": flag(ruling.returned.queen),
        "placed": count(ruling.placed.player),
        "placed_opponent": count(ruling.placed.opponent),
        "owed": count(ruling.owed.player),
        "owed_opponent": count(ruling.owed.opponent),
        "own": str(ruling.own),
        "opponent": str(ruling.opponent),
        "queen": words.say(f"value.{ruling.queen}"),
        "winner": nothing if result is None else words.say(f"value.{result.winner}"),
        "points": nothing if result is None else str(result.points),
        "demand": nothing if result is None else count(result.demand),
    }
    return [(words.say(f"field.{field}"), cell) for field, cell in cells.items()]
