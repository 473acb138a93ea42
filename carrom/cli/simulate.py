"""`carrom simulate`: what comes of a stroke, one JSON stroke per line."""

from __future__ import annotations

import argparse

from carrom.cli.io.jsonlines import answer_lines


def configure(parser: argparse.ArgumentParser) -> None:
    pass


def run(args: argparse.Namespace) -> int:
    from carrom.physics.json_form import answer

    return answer_lines(answer)
