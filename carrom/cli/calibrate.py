"""`carrom calibrate`: friction and restitution of a real board, from measured tracks."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from carrom.errors import CarromError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tracks", help="a CSV file with the columns disc, t (s), x, y (mm); '-': standard input")


def run(args: argparse.Namespace) -> int:
    from carrom.physics.calibrate import calibrate

    try:
        text = sys.stdin.read() if args.tracks == "-" else Path(args.tracks).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CarromError(f"cannot read {args.tracks}: {error}") from None
    found = calibrate(text)
    for name in ("friction", "restitution", "frame_restitution"):
        value = getattr(found, name)
        said = "not seen" if value is None else f"{value.value:.4f} ± {value.error:.4f} (from {value.count})"
        print(f"{name:18} {said}")
    return 0
