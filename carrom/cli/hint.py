"""`carrom hint`: a position's best strokes, with their chances at a level."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from carrom.base.errors import CarromError
from carrom.cli.options import add_look_option

if TYPE_CHECKING:
    from carrom.play import Perception
    from carrom.players.hints import Hint
    from carrom.render.ink.themes import Look


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", help="'start' or 'white:10,-200/40,40 queen:0,0' ('-': standard input)")
    parser.add_argument("--colour", choices=("white", "black"), default="white", help="whose turn (default white)")
    parser.add_argument("--seat", choices=("south", "east", "north", "west"), default="south", help="where he sits")
    parser.add_argument("--level", default="club", help="the hand: beginner, casual, club, state … (default club)")
    parser.add_argument("--queen", choices=("board", "pending", "player", "opponent"), default="board", help="when off")
    parser.add_argument("--rulebook", metavar="ID|FILE", default="icf", help="or a TOML file (default icf)")
    parser.add_argument("--count", type=int, default=3, help="how many strokes (default 3)")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same advice")
    parser.add_argument("--json", action="store_true", help="as JSON instead of a picture")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write FILE.svg or FILE.png; the words go to the terminal"
    )
    parser.add_argument("--width", type=int, default=480, help="of the picture, in pixels (default 480)")
    add_look_option(parser)


def run(args: argparse.Namespace) -> int:
    from carrom.cli.options import rulebook_named
    from carrom.cli.streams import check_seed, check_width, output_format, read_position, write_picture
    from carrom.equipment import Seat
    from carrom.play import practice_view
    from carrom.players.hints import hints
    from carrom.render.ink.themes import Look

    output_format(args.output, ("svg", "png"))
    if not 1 <= args.count <= 5:
        raise CarromError("bad-option", f"{args.count} strokes: between 1 and 5 can be shown")
    check_width(args.width)
    check_seed(args.seed)
    view = practice_view(
        read_position(args.position), colour=args.colour, seat=Seat(args.seat), level=args.level, queen=args.queen
    )
    view = replace(view, rulebook=rulebook_named(args.rulebook))
    found = hints(view, count=args.count, seed=args.seed)
    if args.json:
        print(json.dumps([hint_json(hint) for hint in found]))
        return 0
    svg = hints_picture(view, found, args.width, Look.from_text(args.look))
    if args.output is not None:
        print("\n".join(f"{number}. {hint_text(hint)}" for number, hint in enumerate(found, start=1)))
    write_picture(svg, args.width, args.output)
    return 0


def hint_text(hint: Hint) -> str:
    stroke = hint.stroke
    where = f"from {stroke.x:.1f},{stroke.y:.1f} at {stroke.direction:.1f}° with {stroke.speed:.1f} m/s"
    return f"{where}: {hint.chance:.0%} to keep the turn, {hint.striker:.0%} to lose the striker"


def hint_json(hint: Hint) -> dict[str, Any]:
    stroke = hint.stroke
    return {
        "stroke": {"x": stroke.x, "y": stroke.y, "direction": stroke.direction, "speed": stroke.speed},
        "chance": hint.chance,
        "striker": hint.striker,
        "falls": [[piece, often] for piece, often in hint.falls],
        "value": hint.value,
    }


def hints_picture(view: Perception, found: list[Hint], width: int, look: Look) -> str:
    """The position, with strokes played without error."""
    from carrom.physics import simulate
    from carrom.render.board.stroke_svg import DrawnStroke, hints_svg

    drawn = [
        DrawnStroke(
            simulate(view.position, hint.stroke, seat=view.seat, profile=view.profile), f"{number}: {hint.chance:.0%}"
        )
        for number, hint in enumerate(found, start=1)
    ]
    return hints_svg(view.position, drawn, seat=view.seat, width=width, look=look)
