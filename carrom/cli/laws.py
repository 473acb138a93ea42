"""`carrom laws`: show the register of laws."""

import argparse
import shutil
import textwrap
from collections import Counter
from pathlib import Path

import carrom
from carrom.base.errors import CarromError
from carrom.cli.options import rulebook_named
from carrom.laws import Rulebook
from carrom.laws.reasons import ACTS_WITH_REASONS, reasons_for
from carrom.laws.register import MET, Law, laws_named, register, search_laws
from carrom.laws.register.proofs import proofs


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="*",
        help="laws (95b, 95, I-27 I-28, kreeda-2024:7d) or words to search for; nothing lists them all",
    )
    parser.add_argument("--source", help="only the laws of one source (icf, vkk, four-break, community-2024, …)")
    parser.add_argument("--met", choices=MET, help="only the laws that are met in this way")
    parser.add_argument(
        "--for", dest="act", choices=ACTS_WITH_REASONS, help="only the laws that can be the reason for this act"
    )
    parser.add_argument("--rulebook", metavar="ID|FILE", default="icf", help="the rulebook that --for asks of")
    parser.add_argument("--coverage", action="store_true", help="how the laws are met, and which tests prove them")
    parser.add_argument("--tests", type=Path, help="the folder of tests to read for --coverage")


def run(args: argparse.Namespace) -> int:
    if args.coverage:
        return _coverage(args.tests)
    words = " ".join(args.what)
    if args.act is not None:
        return _reasons(args.act, rulebook_named(args.rulebook))
    if not words:
        _list(_choose_laws(list(register().values()), args))
        return 0
    exact = _choose_laws(_laws_named(args.what), args)
    if exact:
        _show(exact)
        return 0
    found = _choose_laws(search_laws(words), args)
    if not found:
        raise CarromError("unknown-law", f"no law is called {words!r}, and none speaks of it")
    _list(found)
    return 0


def _laws_named(words: list[str]) -> list[Law]:
    """The law named by all words, as in 95 (b), or by each; [] if one names none."""
    together = laws_named(" ".join(words))
    singly = [laws_named(word.strip(",;")) for word in words if word.lower() not in ("law", "laws", "and")]
    if together or not all(singly):
        return together
    return list({law.id: law for found in singly for law in found}.values())


def _reasons(act: str, book: Rulebook) -> int:
    """Laws an umpire can cite for this act."""
    laws = reasons_for(act, book)
    width = max(map(len, laws), default=0)
    for id in laws:
        title = register()[id].title if id in register() else f"a rule of {book.title}"
        print(f"{id:<{width}}  {title}")
    return 0


def _choose_laws(laws: list[Law], args: argparse.Namespace) -> list[Law]:
    if args.source is not None and args.source not in {law.source for law in register().values()}:
        raise CarromError("unknown-source", f"no source {args.source!r}; there are {', '.join(_sources())}")
    return [law for law in laws if args.source in (None, law.source) and args.met in (None, law.met)]


def _sources() -> list[str]:
    return list(dict.fromkeys(law.source for law in register().values()))


def _list(laws: list[Law]) -> None:
    width = max((len(law.id) for law in laws), default=0)
    chapter = None
    for law in laws:
        if law.chapter != chapter:
            print(("" if chapter is None else "\n") + law.chapter)
            chapter = law.chapter
        print(f"  {law.id:<{width}}  {law.title} ({law.met})")


def _show(laws: list[Law]) -> None:
    columns = min(shutil.get_terminal_size().columns, 100)
    for number, law in enumerate(laws):
        if number:
            print()
        print(f"{law.id}  {law.title}")
        print(textwrap.fill(law.text, columns, initial_indent="  ", subsequent_indent="  "))
        restated = f" · restates {law.restates}" if law.restates else ""
        print(f"  {law.chapter} · {law.source} · {law.met}{restated}")
        if law.partly is not None:
            print(textwrap.fill(f"In part only: {law.partly}", columns, initial_indent="  ", subsequent_indent="  "))


def _coverage(tests: Path | None) -> int:
    """How the laws are met, by source; with tests, which laws they prove."""
    here = tests or Path(carrom.__file__).parents[1] / "tests"
    proved = proofs(here) if here.is_dir() else None
    if tests is not None and proved is None:
        raise CarromError("no-folder", f"no folder {tests}")
    sources = _sources()
    width = max(map(len, sources))
    print(
        f"{'source':<{width}}  "
        + "  ".join(f"{met:>8}" for met in (*MET, "in part"))
        + "     all"
        + ("  proved" if proved else "")
    )
    unproved = []
    for source in sources:
        laws = [law for law in register().values() if law.source == source]
        counts = Counter("in part" if law.partly else law.met for law in laws)
        line = f"{source:<{width}}  " + "  ".join(f"{counts[met]:>8}" for met in (*MET, "in part"))
        line += f"  {len(laws):>6}"
        if proved is not None:
            due = [law for law in laws if law.needs_proof]
            missing = [law.id for law in due if not law.is_proved(proved)]
            unproved += missing
            line += f"  {len(due) - len(missing)}/{len(due)}"
        print(line)
    if partly := [law.id for law in register().values() if law.partly]:
        print("\n" + textwrap.fill(f"In part only, as `carrom laws` says of each: {', '.join(partly)}.", 100))
    if proved is None:
        print("\nNo tests are installed here; in a checkout this table also says which laws they prove.")
    elif unproved:
        print("\nno test proves " + ", ".join(unproved))
    else:
        print(
            "\nWhat is claimed of every judged, recorded and measured law is proved by a test; "
            f"{sum(map(len, proved.values()))} proofs."
        )
    return 0
