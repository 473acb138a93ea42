"""`carrom rule`: judge strokes from JSON lines, or one from options."""

import argparse
import shutil
import sys
import textwrap

from carrom.base.errors import CarromError
from carrom.cli.options import rulebook_named, rulebooks_with
from carrom.cli.streams import answer_lines
from carrom.laws import BySide, Rulebook, Ruling, Situation, StrokeFacts, judge, situation_fault, stroke_fault
from carrom.laws.register import register
from carrom.laws.sentences import LANGUAGES, Catalogue, catalogue, ruling_sentences
from carrom.laws.wire import judge_json

_EPILOG = """\
Without options one JSON situation per line is read from standard input. With any option one stroke is judged:
  carrom rule --own 1 --queen --striker
  carrom rule --own 1 --before own=1 opponent=4 queen=pending score=10-22 --all
In --before: own, opponent (1 to 9), queen (board, pending, player, opponent), opened (yes, no), owed, owed-opponent,
score (player-opponent), break (1 to 3, while it has not been made). What is left out is as at the start of a board.
"""
_KEYS = ("own", "opponent", "queen", "opened", "owed", "owed-opponent", "score", "break")
_DIFFERS = "*"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    stroke = parser.add_argument_group("the stroke")
    stroke.add_argument("--own", type=int, metavar="N", help="own pieces pocketed")
    stroke.add_argument("--opponent", type=int, metavar="N", help="opponent's pieces pocketed")
    stroke.add_argument("--queen", action="store_true", help="the queen pocketed")
    stroke.add_argument("--striker", action="store_true", help="the striker pocketed")
    stroke.add_argument("--improper", action="store_true", help="a foul was committed in the stroke")
    stroke.add_argument("--untouched", action="store_true", help="the striker touched no piece")
    parser.add_argument("--before", nargs="*", metavar="KEY=VALUE", help="the situation before the stroke")
    parser.add_argument("--rulebook", metavar="ID|FILE", help="its id, or a TOML file (default icf)")
    parser.add_argument("--all", action="store_true", help="all rulebooks side by side")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="the language of the ruling")


def run(args: argparse.Namespace) -> int:
    books = rulebooks_with(args.rulebook)
    if not _is_for_people(args):
        if sys.stdin.isatty():
            print("carrom rule: reading JSON lines; see carrom rule --help", file=sys.stderr)
        return answer_lines(lambda question: judge_json(question, books))

    before = _situation(args.before or [])
    facts = StrokeFacts(
        proper=not args.improper,
        touched=not args.untouched,
        own=args.own or 0,
        opponent=args.opponent or 0,
        queen=args.queen,
        striker=args.striker,
    )
    fault = situation_fault(before) or stroke_fault(before, facts)
    if fault:
        raise CarromError("situation-impossible", fault)
    words = catalogue(args.language)
    if args.all:
        print(comparison_text(before, facts, list(books.values()), words))
    else:
        print(ruling_text(before, facts, rulebook_named(args.rulebook or "icf"), words))
    return 0


def _is_for_people(args: argparse.Namespace) -> bool:
    """Options describe a stroke. With a rulebook alone, situations come from standard input."""
    counts = args.own is not None or args.opponent is not None or args.before is not None
    return counts or args.queen or args.striker or args.improper or args.untouched or args.all


def _situation(words: list[str]) -> Situation:
    """Read `own=5 queen=pending score=10-22`, separated by spaces or commas; defaults are a board's start."""
    given: dict[str, str] = {}
    for word in " ".join(words).replace(",", " ").split():
        key, equals, value = word.partition("=")
        if key not in _KEYS:
            raise CarromError("unknown-key", f"--before: {key!r} is unknown; there are {', '.join(_KEYS)}")
        if key in given:
            raise CarromError("key-twice", f"--before: {key} appears twice")
        given[key] = value if equals else "yes"
    own, queen = _number(given, "own", 9), given.get("queen", "board")
    opened = given.get("opened")
    if opened not in (None, "yes", "no", "true", "false"):
        raise CarromError("bad-option", f"--before: opened must be yes or no, not {opened!r}")
    return Situation(
        own=own,
        opponent=_number(given, "opponent", 9),
        queen=queen,  # type: ignore[arg-type]  # checked by situation_fault, like the ranges
        # Implied by under nine coins, or a taken queen.
        opened=opened in ("yes", "true") if opened else own < 9 or queen in ("pending", "player"),
        owed=BySide(_number(given, "owed", 0), _number(given, "owed-opponent", 0)),
        score=_score(given.get("score", "0-0")),
        break_attempt=_number(given, "break", 0) if "break" in given else None,
    )


def _number(given: dict[str, str], key: str, default: int) -> int:
    text = given.get(key, str(default))
    if not text.isascii() or not text.isdigit():
        raise CarromError("bad-option", f"--before: {key} must be a whole number, not {text!r}")
    return int(text)


def _score(text: str) -> BySide[int]:
    player, dash, opponent = text.partition("-")
    if not (dash and player.isascii() and player.isdigit() and opponent.isascii() and opponent.isdigit()):
        raise CarromError("bad-option", f"--before: score must be two numbers such as 10-22, not {text!r}")
    return BySide(int(player), int(opponent))


def ruling_text(before: Situation, facts: StrokeFacts, book: Rulebook, words: Catalogue) -> str:
    """One ruling as sentences, with laws."""
    ruling = judge(before, facts, book)
    lines = [f"{book.title} ({book.id})", *ruling_sentences(ruling, words, before=before)]
    if words.code == "en":  # the register is in English
        columns = min(shutil.get_terminal_size().columns, 100)
        for id in ruling.laws:
            entry = register().get(id)
            if entry is not None:
                meaning = f"{id} {entry.title}: {entry.text}"
                lines.append(textwrap.fill(meaning, columns, initial_indent="  ", subsequent_indent="    "))
    return "\n".join(lines)


def comparison_text(before: Situation, facts: StrokeFacts, books: list[Rulebook], words: Catalogue) -> str:
    """A column per rulebook; stars mark rows and cells that differ from the first."""
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
