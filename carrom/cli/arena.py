"""`carrom arena`: computer players meet in board pairs."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from carrom.base.errors import CarromError

if TYPE_CHECKING:
    from carrom.players.arena import PairPlayed, Tally


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "players", nargs="*", metavar="PLAYER", help="'club', 'planner@world' … (default: the whole ladder)"
    )
    parser.add_argument("--pairs", type=int, default=20, help="board pairs of each meeting (default 20)")
    parser.add_argument("--level", default="club", help="hand of players that name none (default club)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same result (default 1)")
    parser.add_argument("--neighbours", action="store_true", help="each player meets only the next one")
    parser.add_argument("--rulebook", metavar="ID|FILE", default="icf", help="or a TOML file (default icf)")
    parser.add_argument("--simulations", type=int, help="imagined strokes per decision, for all players")
    parser.add_argument("--seconds", type=float, help="play by the clock: seconds per stroke (not repeatable)")
    parser.add_argument("--workers", type=int, help="processes (default: one per core)")
    parser.add_argument("--on", choices=("local", "ray"), default="local", help="this machine, or a Ray cluster")
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="save the record of every board there")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")


def run(args: argparse.Namespace) -> int:
    from carrom.cli.io.own_rulebook import named_book
    from carrom.cli.io.progress import progress
    from carrom.players import LADDER
    from carrom.players.arena import ArenaEntrant, Tally, run_pairs, schedule

    if args.workers is not None and args.workers < 1:
        raise CarromError(f"{args.workers} workers: at least 1 is needed")
    if args.seed < 0:
        raise CarromError(f"a seed of {args.seed}: it is a whole number from 0")
    entrants = [ArenaEntrant.from_text(name, level=args.level) for name in args.players or LADDER]
    tasks = schedule(
        entrants,
        pairs=args.pairs,
        seed=args.seed,
        neighbours_only=args.neighbours,
        book=named_book(args.rulebook),
        simulations=args.simulations,
        seconds=args.seconds,
        keep_records=args.records is not None,
    )
    with progress("pairs") as show:
        played = run_pairs(tasks, workers=args.workers, on=args.on, progress=show)
    tally = Tally.of(played, seed=args.seed)
    if args.records is not None:
        save_records(args.records, played)
    print(json.dumps(as_json(tally)) if args.json else as_table(tally))
    return 0


def as_table(tally: Tally) -> str:
    """The table for people, and the meetings below it."""
    rows = [["player", "boards", "points/board", "won", "Elo", "95 %", "slams", "strokes/board", "ms/stroke"]]
    for line in tally.lines:
        rows.append(
            [
                line.entrant.text(),
                str(line.boards),
                f"{line.points:+.2f} ± {line.points_margin:.2f}",
                f"{line.wins:.1%}",
                f"{line.elo:+.0f}",
                f"{line.elo_low:+.0f} … {line.elo_high:+.0f}",
                f"{line.slams:.1%}",
                f"{line.strokes:.1f}",
                f"{line.ms:.1f}",
            ]
        )
    meetings = [["meeting", "pairs", "points/board", "won"]]
    for met in tally.meetings:
        margin = f"{met.points:+.2f} ± {met.margin:.2f}"
        meetings.append([f"{met.a.text()} – {met.b.text()}", str(met.pairs), margin, f"{met.wins:.1%}"])
    return f"{_aligned(rows)}\n\n{_aligned(meetings)}\n\nthe break is worth {tally.break_elo:+.0f} Elo"


def as_json(tally: Tally) -> dict[str, Any]:
    """The same figures for programs. Only figures of one version of the hands can be compared."""
    from carrom.play.skill import VERSION

    lines = [{**asdict(line), "entrant": line.entrant.text()} for line in tally.lines]
    meetings = [{**asdict(met), "a": met.a.text(), "b": met.b.text()} for met in tally.meetings]
    return {"skill_version": VERSION, "players": lines, "meetings": meetings, "break_elo": tally.break_elo}


def save_records(folder: Path, played: list[PairPlayed]) -> None:
    """One file for each board, each written whole."""
    from carrom.base.files import trouble, write_whole

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CarromError(f"{folder} cannot be made: {trouble(error)}") from None
    for pair in played:
        task = pair.task
        for number, board in enumerate(pair.boards, start=1):
            name = f"{task.a.text()}-{task.b.text()}-{task.pair + 1:04d}-{number}.record"
            write_whole(folder / name, board.record.encode())


def _aligned(rows: list[list[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    )
