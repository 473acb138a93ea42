"""`carrom calibrate`: estimate a board's friction and restitution from measured tracks."""

import argparse

from carrom.base.errors import CarromError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tracks", help="a CSV file with the columns disc, t (s), x, y (mm); '-': standard input")
    parser.add_argument("--residuals", metavar="FILE.svg", help="how far each place lies off its fit, as a picture")


def run(args: argparse.Namespace) -> int:
    from carrom.cli.streams import read_input
    from carrom.physics.calibrate import CALIBRATED_VALUES, calibrate

    if args.residuals is not None and not args.residuals.lower().endswith(".svg"):
        raise CarromError("format-conflict", f"{args.residuals!r}: the picture of residuals is an SVG file")
    text = read_input(args.tracks)
    found = calibrate(text)
    for name in CALIBRATED_VALUES:
        value = getattr(found, name)
        estimate = "not seen"
        if value is not None:
            low, high = value.value - value.margin, value.value + value.margin
            estimate = f"{value.value:.4f}  95 %: {max(low, 0.0):.4f} … {high:.4f} (from {value.count})"
        print(f"{name:18} {estimate}")
    scale = found.scale
    if scale is None:
        print(f"{'scale':18} not seen: no touch of a frame or of two discs")
    elif found.is_rescaled:
        print(
            f"{'scale':18} {scale.value:.4f} ± {scale.margin:.4f}: lengths in the file are {abs(scale.value - 1):.1%} "
            f"too {'long' if scale.value > 1 else 'short'}; the values above are put right"
        )
    else:
        print(f"{'scale':18} {scale.value:.4f} ± {scale.margin:.4f}: right, as far as can be seen")
    if found.contact_friction is None:
        print("contact friction shows in slanting rebounds and thin cuts: film some, the game hangs on it most")
    for doubt in found.doubts:
        print(f"careful: {doubt}")
    if args.residuals is not None:
        from pathlib import Path

        from carrom.base.files import write_whole
        from carrom.physics.tracks import residuals, tracks_from_csv
        from carrom.render.residuals import residuals_svg

        strips = []
        for track in tracks_from_csv(text):
            times, off_x, off_y = (numbers.tolist() for numbers in residuals(track))
            strips.append((track.disc, times, off_x, off_y))
        write_whole(Path(args.residuals), residuals_svg(strips).encode())
    return 0
