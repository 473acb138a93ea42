"""`carrom score`: boards in, games and match out, one JSON per line."""

from __future__ import annotations

import argparse

from carrom.cli.jsonlines import answer_lines
from carrom.match.score_line import score_line


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "Reads lines like {'rulebook':…,'stage':…,'first_break':'a','boards':[…]}: see docs/match.md."


def run(args: argparse.Namespace) -> int:
    return answer_lines(score_line)
