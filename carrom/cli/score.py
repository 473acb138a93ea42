"""`carrom score`: add up boards, as JSON lines."""

import argparse

from carrom.cli.options import rulebooks_with
from carrom.cli.streams import answer_lines
from carrom.match.views.view import score_json


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rulebook", metavar="FILE", help="a TOML file; the lines may then name its id")
    parser.epilog = 'Lines like {"rulebook":"icf","stage":"group","first_break":"a","boards":[…]}: see docs/match.md.'


def run(args: argparse.Namespace) -> int:
    books = rulebooks_with(args.rulebook)
    return answer_lines(lambda line: score_json(line, books))
