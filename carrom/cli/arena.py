"""`carrom arena`: computer players meet in pairs of boards or games."""

from __future__ import annotations

import argparse
import json
import secrets
import sys
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carrom.base.errors import CarromError

if TYPE_CHECKING:
    from carrom.players.arena import PairPlayed, SprtRun, Tally
    from carrom.players.arena.tally import EloRange, HeadToHead


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "players",
        nargs="*",
        metavar="PLAYER",
        help="'planner@world', 'tactician:28000', 'club:0.2s', 'asha', 'module:function' … (default: the ladder)",
    )
    parser.add_argument("--pairs", type=int, help="pairs of each meeting (default 20; with --sprt at most 2000)")
    parser.add_argument("--games", action="store_true", help="pairs of whole games, not of boards: the score counts")
    parser.add_argument("--level", default="club", help="hand of players that name none (default club)")
    parser.add_argument(
        "--seed",
        metavar="N|-",
        help="the same seed gives the same result; - reads it from standard input (default 1, and with programs of "
        "your own one that nobody knows, told at the end)",
    )
    parser.add_argument("--neighbours", action="store_true", help="each player meets only the next one")
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("LOW", "HIGH"),
        help="two players, until it is clear: a step of LOW Elo or HIGH",
    )
    parser.add_argument("--alpha", type=float, default=0.05, help="chance of HIGH although LOW is true (default 0.05)")
    parser.add_argument("--beta", type=float, default=0.05, help="chance of LOW although HIGH is true (default 0.05)")
    parser.add_argument("--rulebook", metavar="ID|FILE", default="icf", help="or a TOML file (default icf)")
    parser.add_argument("--simulations", type=int, help="imagined strokes per decision, for players that name none")
    parser.add_argument("--seconds", type=float, help="the same by the clock: seconds per stroke (not repeatable)")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for an answer of your own (default 60)")
    parser.add_argument("--start-limit", type=float, default=120.0, help="seconds for it to be made (default 120)")
    parser.add_argument("--workers", type=int, help="processes (default: one per core)")
    parser.add_argument("--on", choices=("local", "ray"), default="local", help="this machine, or a Ray cluster")
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="save the record of every board or game there")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")


def run(args: argparse.Namespace) -> int:
    from carrom.cli.options import rulebook_named
    from carrom.cli.streams import progress
    from carrom.players import LADDER
    from carrom.players.arena import ArenaEntrant, Sprt, SprtRun, Tally, check_makers, run_pairs, schedule

    if args.workers is not None and args.workers < 1:
        raise CarromError("bad-option", f"{args.workers} workers: at least 1 is needed")
    entrants = [ArenaEntrant.from_text(name, level=args.level) for name in args.players or LADDER]
    seed = _seed(args.seed, is_secret=any(one.is_own for one in entrants))
    test = SprtRun(Sprt(args.sprt[0], args.sprt[1], args.alpha, args.beta)) if args.sprt else None
    if test is not None and len(entrants) != 2:
        raise CarromError("two-players-needed", f"--sprt tests one step: two players are needed, not {len(entrants)}")
    tasks = schedule(
        entrants,
        pairs=args.pairs if args.pairs is not None else 2000 if test else 20,
        seed=seed,
        neighbours_only=args.neighbours,
        book=rulebook_named(args.rulebook),
        simulations=args.simulations,
        seconds=args.seconds,
        limit=args.limit,
        start_limit=args.start_limit,
        keep_records=args.records is not None,
        is_games=args.games,
    )
    check_makers(entrants, args.start_limit)
    is_enough = None if test is None else lambda pair: test.add(pair.score)
    with progress("pairs") as show:
        played = run_pairs(tasks, workers=args.workers, on=args.on, progress=show, is_enough=is_enough)
    tally = Tally.of(played, seed=seed)
    if args.records is not None:
        save_records(args.records, played)
    if args.json:
        print(json.dumps(_without_infinity({"seed": seed, **tally_json(tally, test)}), allow_nan=False))
    else:
        print(f"{tally_table(tally, test)}\nseed {seed}")
    return 0


def _seed(option: str | None, *, is_secret: bool) -> int:
    """Secret for external programs, which could predict and correct their errors."""
    from carrom.cli.streams import check_seed

    if option is None:
        return secrets.randbits(48) if is_secret else 1
    text = sys.stdin.readline().strip() if option == "-" else option
    try:
        return check_seed(int(text))
    except ValueError:
        raise CarromError("bad-seed", f"a seed of {text!r}: it is a whole number from 0") from None


def tally_table(tally: Tally, test: SprtRun | None = None) -> str:
    """Players, meetings and further findings as text."""
    rows = [["player", "boards", "points/board", "won", "Elo", "95 %", "step", "slams", "strokes/board", "ms/stroke"]]
    for line in tally.lines:
        rows.append(
            [
                line.entrant.text(),
                str(line.boards),
                f"{line.points:+.2f} ± {line.points_margin:.2f}",
                f"{line.wins:.1%}",
                f"{line.elo:+.0f}",
                f"{line.elo_low:+.0f} … {line.elo_high:+.0f}",
                _step(line.step) if line.step is not None else "",
                f"{line.slams:.1%}",
                f"{line.strokes:.1f}",
                f"{line.ms:.1f}",
            ]
        )
    meetings = [["meeting", "pairs", "points/board", "won", "step"]]
    for met in tally.meetings:
        margin = f"{met.points:+.2f} ± {met.margin:.2f}"
        meetings.append(
            [f"{met.a.text()} – {met.b.text()}", str(met.pairs), margin, f"{met.wins:.1%}", _step(met.step)]
        )
    notes = [f"the break is worth {tally.break_elo:+.0f} Elo"]
    circle = tally.circle
    if circle is not None:
        notes.append(
            f"{'transitive' if circle.is_transitive else 'NOT transitive'}: the ratings explain "
            f"{circle.a.text()} – {circle.b.text()} worst, {circle.won:.1%} won, {circle.foretold:.1%} foretold "
            f"(by luck with a chance of {circle.chance:.2g})"
        )
    notes += [
        f"{lost.entrant.text()} lost {lost.boards} board{'s' if lost.boards > 1 else ''} by forfeit: {lost.why}"
        for lost in tally.forfeits
    ]
    if test is not None:
        notes.append(_verdict(test, tally.meetings[0]))
    return f"{_aligned(rows)}\n\n{_aligned(meetings)}\n\n" + "\n".join(notes)


def _step(step: EloRange) -> str:
    return f"{step.elo:+.0f} ({step.low:+.0f} … {step.high:+.0f})"


def _verdict(run: SprtRun, met: HeadToHead) -> str:
    test = run.test
    below, above = test.bounds
    low, high = f"{test.low:+g}", f"{test.high:+g}"
    claims = {"low": f"{low} Elo rather than {high}", "high": f"{high} Elo rather than {low}", None: "open"}
    return (
        f"{met.a.text()} over {met.b.text()}: {claims[run.verdict]} after {run.pairs} pairs; log-likelihood ratio "
        f"{run.ratio:+.2f} of {below:.2f} … {above:.2f}, errors {test.alpha:g} and {test.beta:g}"
    )


def _without_infinity(figures: Any) -> Any:
    """Infinite numbers, such as a single pair's margin, become None."""
    if isinstance(figures, dict):
        return {name: _without_infinity(inner) for name, inner in figures.items()}
    if isinstance(figures, list | tuple):
        return [_without_infinity(inner) for inner in figures]
    return None if isinstance(figures, float) and not isfinite(figures) else figures


def tally_json(tally: Tally, test: SprtRun | None = None) -> dict[str, Any]:
    """Report a tally as JSON. Only figures with the same `skill_version` are comparable."""
    from carrom.play.skill import VERSION

    lines = [{**asdict(line), "entrant": line.entrant.text()} for line in tally.lines]
    meetings = [{**asdict(met), "a": met.a.text(), "b": met.b.text()} for met in tally.meetings]
    report: dict[str, Any] = {
        "skill_version": VERSION,
        "players": lines,
        "meetings": meetings,
        "break_elo": tally.break_elo,
        "forfeits": [{**asdict(lost), "entrant": lost.entrant.text()} for lost in tally.forfeits],
    }
    if tally.circle is not None:
        circle = tally.circle
        named = {"a": circle.a.text(), "b": circle.b.text(), "is_transitive": circle.is_transitive}
        report["circle"] = {**asdict(circle), **named}
    if test is not None:
        figures = {"pairs": test.pairs, "ratio": test.ratio, "bounds": test.test.bounds, "verdict": test.verdict}
        report["sprt"] = {**asdict(test.test), **figures}
    return report


def save_records(folder: Path, played: list[PairPlayed]) -> None:
    """Write one file per board or game."""
    from carrom.base.files import os_error_text, write_whole

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CarromError("file-unwritable", f"{folder} cannot be made: {os_error_text(error)}") from None
    for pair in played:
        task = pair.task
        for number, record in enumerate(pair.records, start=1):
            # some systems allow no colons
            names = f"{task.a.text()}-{task.b.text()}".replace(":", "_")
            name = f"{names}-{task.pair + 1:04d}-{number}.record"
            write_whole(folder / name, record.encode())


def _aligned(rows: list[list[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    )
