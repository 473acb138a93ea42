"""`carrom score`: boards in, games and match out, one JSON per line."""

import argparse

from carrom.cli.io.jsonlines import answer_lines
from carrom.cli.io.own_rulebook import books_with
from carrom.match.score_line import score_line


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rulebook", metavar="FILE", help="a TOML file; the lines may then name its id")
    parser.epilog = 'Lines like {"rulebook":"icf","stage":"group","first_break":"a","boards":[…]}: see docs/match.md.'


def run(args: argparse.Namespace) -> int:
    books = books_with(args.rulebook)
    return answer_lines(lambda line: score_line(line, books))
