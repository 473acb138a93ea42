"""`carrom film`: animate a stroke."""

import argparse
from math import isfinite
from typing import Any

from carrom.base.errors import CarromError


def configure(parser: argparse.ArgumentParser) -> None:
    from carrom.cli.options import add_look_option, add_stroke_options

    add_stroke_options(parser)
    add_look_option(parser)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="FILE.gif, FILE.png (APNG) or FILE.webp")
    parser.add_argument("--width", type=int, default=360, help="of the picture, in pixels (default 360)")
    parser.add_argument("--rate", type=float, default=25.0, help="pictures a second (default 25)")
    parser.add_argument(
        "--slower", type=float, default=1.0, metavar="TIMES", help="slow motion: 4 is a quarter of the speed"
    )


def run(args: argparse.Namespace) -> int:
    from carrom.cli.options import simulate_stroke
    from carrom.cli.streams import output_format, read_position, write_output
    from carrom.equipment import Seat
    from carrom.render.board.film import film
    from carrom.render.ink.themes import Look

    ending = output_format(args.output, ("gif", "png", "webp"))
    if not 64 <= args.width <= 2048:
        raise CarromError("bad-option", f"a film {args.width} pixels wide: between 64 and 2048 can be made")
    for name, least, most in (("rate", 1, 60), ("slower", 0.1, 100)):
        value = getattr(args, name)
        if not (isfinite(value) and least <= value <= most):
            raise CarromError("bad-option", f"--{name} {value:g}: between {least:g} and {most:g}")
    trace = simulate_stroke(args, read_position(args.position))
    form: Any = ending or "gif"
    data = film(
        trace, form, seat=Seat(args.seat), width=args.width, rate=args.rate, slower=args.slower,
        look=Look.from_text(args.look),
    )  # fmt: skip
    write_output(data, args.output)
    return 0
