"""`carrom show`: draw a position or a stroke's tracks."""

import argparse
import os
import sys
from math import isfinite

from carrom.base.errors import CarromError
from carrom.cli.options import add_look_option, add_stroke_option


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position", help="'start', 'start@30', 'empty' or 'white:10,-200/40,40 queen:0,0' ('-': standard input)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write FILE.svg, FILE.png or FILE.txt")
    parser.add_argument("--text", action="store_true", help="a picture of characters; in colour on a terminal")
    parser.add_argument("--colour", choices=("auto", "always", "never"), default="auto", help="of the text picture")
    parser.add_argument("--seat", choices=("south", "east", "north", "west"), default="south", help="whose view")
    parser.add_argument("--striker", nargs=2, type=float, metavar=("X", "Y"), help="draw the striker there, too")
    parser.add_argument("--width", type=int, default=480, help="of the picture, in pixels (default 480)")
    add_look_option(parser)
    add_stroke_option(parser)


def run(args: argparse.Namespace) -> int:
    from carrom.cli.streams import check_width, output_format, read_position, write_output, write_picture
    from carrom.equipment import Seat
    from carrom.render.ink.themes import Look

    position, look = read_position(args.position), Look.from_text(args.look)
    seat, striker = Seat(args.seat), _striker(args.striker)
    ending = output_format(args.output, ("svg", "png", "txt"))
    check_width(args.width)
    if args.text or ending == "txt":
        from carrom.render.board.terminal import position_text

        if ending in ("svg", "png"):
            raise CarromError("unknown-format", f"{args.output}: --text writes characters; name the file .txt")
        text = position_text(position, seat=seat, striker=striker, colour=_has_colour(args))
        write_output(text.encode() + b"\n", args.output)
    elif args.stroke is not None:
        from carrom.cli.options import simulate_stroke
        from carrom.render.board.stroke_svg import stroke_svg

        svg = stroke_svg(simulate_stroke(args, position), seat=seat, width=args.width, look=look)
        write_picture(svg, args.width, args.output)
    else:
        from carrom.render import position_svg

        svg = position_svg(position, seat=seat, striker=striker, width=args.width, look=look)
        write_picture(svg, args.width, args.output)
    return 0


def _striker(place: list[float] | None) -> tuple[float, float] | None:
    from carrom.equipment.sizes import HALF, STRIKER_RADIUS

    if place is None:
        return None
    x, y = place
    reach = HALF - STRIKER_RADIUS
    if not (isfinite(x) and isfinite(y) and abs(x) <= reach and abs(y) <= reach):
        raise CarromError("off-the-board", f"the striker at {x:g}, {y:g} is not on the playing surface")
    return x, y


def _has_colour(args: argparse.Namespace) -> bool:
    """`auto` means on a terminal, unless NO_COLOR is set."""
    if args.colour == "auto":
        return args.output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return bool(args.colour == "always")
