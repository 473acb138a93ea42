"""`carrom coach`: analyse a recorded match, stroke by stroke."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.base.errors import CarromError

if TYPE_CHECKING:
    from carrom.players.coach import MatchReport


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="the record of a match")
    parser.add_argument("--rulebook", metavar="FILE", help="the TOML file of a rulebook of your own")
    parser.add_argument("--profile", default="club", help="the surface that was played on (default club)")
    parser.add_argument("--simulations", type=int, default=5000, help="strokes tried for each one made (default 5000)")
    parser.add_argument("--json", action="store_true", help="as JSON instead of text")
    parser.add_argument("-o", "--output", metavar="FILE", help="write FILE.txt, FILE.json or FILE.pdf")


def run(args: argparse.Namespace) -> int:
    from carrom.cli.options import rulebooks_with
    from carrom.cli.streams import output_format, read_record_file, write_output
    from carrom.match.views.sentences import tell_refusal
    from carrom.physics import profile
    from carrom.players.coach import coach_match

    ending = output_format(args.output, ("txt", "json", "pdf"))
    if not 500 <= args.simulations <= 200_000:
        raise CarromError("bad-option", f"{args.simulations} simulations: between 500 and 200000 can be asked for")
    reading = read_record_file(args.file, rulebooks_with(args.rulebook))
    replayed = reading.record.replay()
    if replayed.refused is not None and replayed.event is not None:
        print(f"{args.file}: event {replayed.event.number}: {tell_refusal(replayed.refused)}", file=sys.stderr)
    progress = _progress if sys.stderr.isatty() else None
    report = coach_match(replayed.match, profile=profile(args.profile), simulations=args.simulations, tell=progress)
    write_output(_report_bytes(report, "json" if args.json and ending is None else ending), args.output)
    return 0 if not reading.faults and replayed.refused is None else 1


def _report_bytes(report: MatchReport, ending: str | None) -> bytes:
    if ending == "pdf":
        from carrom.players.coach.report_pdf import report_pdf

        return report_pdf(report)
    if ending == "json":
        from carrom.players.coach.report_json import report_json

        return json.dumps(report_json(report), ensure_ascii=False).encode() + b"\n"
    from carrom.players.coach.report_text import report_text

    return report_text(report).encode()


def _progress(done: int, of: int) -> None:
    end = "\n" if done == of else ""
    print(f"\r{done} of {of} strokes", end=end, file=sys.stderr, flush=True)
