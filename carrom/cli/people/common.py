"""What the sub-verbs of `carrom people` share."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from carrom.render.sheets.sheet import Grid, Sheet, sheet_text
from carrom.tournament.log.names import Namesakes
from carrom.tournament.log.people import Person, PersonId
from carrom.tournament.years.people_file import Years

Verbs = Any  # argparse does not name the type of its sub-parsers


def add(verbs: Verbs, name: str, act: Any, summary: str) -> argparse.ArgumentParser:
    """A sub-verb that works on a file of people."""
    parser: argparse.ArgumentParser = verbs.add_parser(name, help=summary, description=summary)
    parser.add_argument("file", type=Path, help="the file of people")
    parser.set_defaults(act=act)
    return parser


def persons(years: Years) -> list[Person]:
    return [Person(id=one.id, name=one.name, club=one.club, formerly=one.formerly) for one in years.everybody]


def names_of(years: Years) -> dict[PersonId, str]:
    people = persons(years)
    namesakes = Namesakes(people)
    return {one.id: namesakes.told_apart(one) for one in people}


def find(years: Years, words: str) -> Person:
    return Namesakes(persons(years)).find(words)


def put(args: argparse.Namespace, title: str, rows: Sequence[dict[str, Any]]) -> None:
    """Rows as one JSON per line, or as a table."""
    if args.json:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
        return
    if not rows:
        print(f"{title}\nnothing is known")
        return
    heads = list(rows[0])
    numbers = frozenset(at for at, head in enumerate(heads) if all(isinstance(row[head], int | None) for row in rows))
    grid = Grid(
        heads=tuple(heads),
        rows=tuple(tuple("" if row[head] is None else str(row[head]) for head in heads) for row in rows),
        numbers=numbers,
    )
    print(sheet_text(Sheet(title=title, subtitle="", parts=(grid,))), end="")
