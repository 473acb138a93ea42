"""`carrom calibrate`: friction and restitution of a real board, from measured tracks."""

import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tracks", help="a CSV file with the columns disc, t (s), x, y (mm); '-': standard input")


def run(args: argparse.Namespace) -> int:
    from carrom.cli.io.input import text_of
    from carrom.physics.calibrate import calibrate

    found = calibrate(text_of(args.tracks))
    for name in ("friction", "restitution", "frame_restitution"):
        value = getattr(found, name)
        said = "not seen" if value is None else f"{value.value:.4f} ± {value.error:.4f} (from {value.count})"
        print(f"{name:18} {said}")
    return 0
