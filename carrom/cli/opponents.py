"""`carrom opponents`: list computer opponents, weakest first."""

from __future__ import annotations

import argparse
import json

from carrom.laws.sentences import LANGUAGES


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of names and sentences (default en)")
    parser.add_argument("--json", action="store_true", help="as JSON, with their hands")


def run(args: argparse.Namespace) -> int:
    from carrom.players import opponents

    if args.json:
        people = [
            {
                "id": person.id,
                "name": person.name(args.language),
                "line": person.line(args.language),
                "robot": person.is_robot,
                "hand": {"angle": person.hand.angle, "pace": person.hand.pace, "placing": person.hand.placing},
            }
            for person in opponents()
        ]
        print(json.dumps(people, ensure_ascii=False))
        return 0
    for person in opponents():
        print(f"{person.id:<11}{person.name(args.language)}: {person.line(args.language)}")
    return 0
