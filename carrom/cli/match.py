"""`carrom match`: replay match events (JSON lines) and print state and legal next events."""

import argparse

from carrom.cli.options import rulebooks_with
from carrom.cli.streams import answer_lines
from carrom.match.views.view import match_json


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rulebook", metavar="FILE", help="a TOML file; the lines may then name its id")
    parser.epilog = 'Lines like {"rulebook":"icf","events":["toss a break","play","stroke own 1"]}: see docs/match.md.'


def run(args: argparse.Namespace) -> int:
    books = rulebooks_with(args.rulebook)
    return answer_lines(lambda line: match_json(line, books))
