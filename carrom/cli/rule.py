"""`carrom rule`: what a stroke leads to, one JSON situation per line."""

from __future__ import annotations

import argparse

from carrom.cli.jsonlines import answer_lines
from carrom.laws.wire import answer


def configure(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    return answer_lines(answer)
