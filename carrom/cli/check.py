"""`carrom check`: compare a measured board with the Laws."""

import argparse
import json
import sys

from carrom.base.errors import CarromError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD.toml", nargs="?", help="what was measured ('-': standard input)")
    parser.add_argument("--template", action="store_true", help="print a board file to fill in; as it is, it passes")
    parser.add_argument("--json", action="store_true", help="the findings as one JSON object")


def run(args: argparse.Namespace) -> int:
    from carrom.cli.streams import read_input
    from carrom.equipment.board_file import board_template, read_board
    from carrom.equipment.inspection import inspect

    if args.template:
        sys.stdout.write(board_template())
        return 0
    if args.board is None:
        raise CarromError("no-board-named", "which board? Name a BOARD.toml, or print one with --template")
    name = "standard input" if args.board == "-" else args.board
    inspection = inspect(read_board(read_input(args.board), name=name))
    if args.json:
        print(json.dumps(inspection.json(), ensure_ascii=False, indent=2))
    else:
        from carrom.render.board.inspection_table import inspection_table

        print(inspection_table(inspection))
    return 0 if inspection.has_passed else 1
