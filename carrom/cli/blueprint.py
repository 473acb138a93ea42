"""`carrom blueprint`: draw a board's plan."""

import argparse

from carrom.base.errors import CarromError


def configure(parser: argparse.ArgumentParser) -> None:
    from carrom.equipment.markings import BoardSizes, measure_by_field

    parser.add_argument("-o", "--output", metavar="FILE", help="write FILE.svg, FILE.dxf or FILE.pdf")
    parser.add_argument("--format", choices=("svg", "dxf", "pdf"), help="what to write; else the file's name says it")
    parser.add_argument(
        "--paper", choices=("a0", "a4"), help="of the PDF: one sheet (a0, if not given), or many to glue"
    )
    sizes = parser.add_argument_group("sizes in millimetres (the law's nominal ones, if not given)")
    nominal = BoardSizes()
    for name, each in measure_by_field().items():
        option = "--" + name.replace("_", "-")
        help_text = f"{each.name}: {each.admitted()} ({each.law}); {getattr(nominal, name):g} if not given"
        sizes.add_argument(option, dest=name, type=float, metavar="MM", help=help_text)


def run(args: argparse.Namespace) -> int:
    from carrom.cli.streams import output_format, write_output
    from carrom.equipment.markings import BoardSizes, measure_by_field
    from carrom.render.blueprint.drawing import annotated_blueprint

    chosen = {name: getattr(args, name) for name in measure_by_field() if getattr(args, name) is not None}
    sizes = BoardSizes(**chosen)
    ending = output_format(args.output, ("svg", "dxf", "pdf"))
    if args.format and ending and args.format != ending:
        raise CarromError("format-conflict", f"{args.output}: the name says {ending} and --format {args.format}")
    kind = args.format or ending or "svg"
    if args.paper and kind != "pdf":
        raise CarromError(
            "paper-needs-pdf", f"--paper is for a PDF; the {kind.upper()} is drawn at true scale on no paper"
        )
    match kind:
        case "pdf":
            from carrom.render.blueprint.pdf import blueprint_pdf

            data = blueprint_pdf(sizes, args.paper or "a0")
        case "dxf":
            from carrom.render.blueprint.dxf import blueprint_dxf

            data = blueprint_dxf(annotated_blueprint(sizes)).encode()
        case _:
            from carrom.render.blueprint.svg import blueprint_svg

            data = blueprint_svg(annotated_blueprint(sizes)).encode() + b"\n"
    write_output(data, args.output)
    return 0
