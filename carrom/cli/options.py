"""Options of several verbs: strokes, looks, rulebooks."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError

if TYPE_CHECKING:
    from carrom.equipment import Position
    from carrom.laws import Rulebook
    from carrom.physics import Trace


def add_stroke_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position", help="'start', 'start@30', 'empty' or 'white:10,-200/40,40 queen:0,0' ('-': standard input)"
    )
    add_stroke_option(parser, required=True)
    parser.add_argument("--seat", choices=("south", "east", "north", "west"), default="south", help="who plays")


def add_stroke_option(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    parser.add_argument(
        "--stroke",
        metavar="X,Y,DIRECTION,SPEED",
        required=required,
        help="striker's place (mm), direction (degrees, 0 ahead, positive right), speed (m/s): '0,-252.6,3.5,6'",
    )
    parser.add_argument("--profile", default="club", help="how the board plays: club, tournament or slow")


def simulate_stroke(args: argparse.Namespace, position: Position) -> Trace:
    """Raises CarromError if the stroke is malformed or not allowed."""
    from carrom.equipment import Seat
    from carrom.physics import Stroke, profile, simulate, stroke_fault

    words = args.stroke.replace(",", " ").split()
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        numbers = []
    if len(numbers) != 4:
        raise CarromError("bad-stroke", f"--stroke {args.stroke!r}: four numbers are wanted, x,y,direction,speed")
    stroke, seat, chosen = Stroke(*numbers), Seat(args.seat), profile(args.profile)
    if fault := stroke_fault(position, stroke, seat=seat, profile=chosen):
        raise CarromError("stroke-not-allowed", fault.text + (f" (Law {fault.law})" if fault.law else ""))
    return simulate(position, stroke, seat=seat, profile=chosen)


def add_look_option(parser: argparse.ArgumentParser) -> None:
    from carrom.render.ink.themes import BOARDS, PIECES, STRIKERS

    parser.add_argument(
        "--look",
        default="maple",
        metavar="BOARD[,PIECES[,STRIKER]]",
        help=f"boards: {', '.join(BOARDS)}; pieces: {', '.join(PIECES)}; strikers: {', '.join(STRIKERS)}; "
        "',powder' at the end lays powder on it",
    )


def rulebooks_with(name: str | None) -> Mapping[str, Rulebook]:
    """Built-in rulebooks, and `name` if it is a file."""
    from carrom.laws import RULEBOOKS

    if name is None:
        return RULEBOOKS
    book = rulebook_named(name)
    return {**RULEBOOKS, book.id: book}


def rulebook_named(name: str) -> Rulebook:
    """A rulebook by id or TOML file."""
    from carrom.laws import rulebook
    from carrom.laws.custom_rulebook import load_rulebook

    return load_rulebook(Path(name)) if name.endswith(".toml") else rulebook(name)
