"""result, correct, shootout: what was played."""

import argparse
from dataclasses import replace
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import naming, read_text
from carrom.cli.io.own_rulebook import books_with
from carrom.cli.tournament.common import (
    STAGE_HELP,
    Desk,
    Verbs,
    add_telling,
    entry_named,
    pair,
    record_of,
    stage_key,
    tell_impact,
)
from carrom.match import ByParty, Record
from carrom.tournament.desk.match_result import result_of
from carrom.tournament.log.facts import ResultGiven, ShootoutPlayed
from carrom.tournament.log.scores import score_text
from carrom.tournament.log.state import MatchRecord, State
from carrom.tournament.log.view import TournamentView


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    result = add_telling(verbs, "result", _result, "record the result of a match")
    anew = "correct the result of a match, with --reason; --dry-run tells its impact"
    correct = add_telling(verbs, "correct", _result, anew)
    for parser in (result, correct):
        parser.add_argument("match")
        parser.add_argument("score", nargs="?", type=pair, help="like 25-18, first side first")
        parser.set_defaults(take_late=_take_late_score)
        parser.add_argument("--extra", type=pair, metavar="10-0", help="points of the extra board, kept apart")
        parser.add_argument("--games", type=pair, metavar="2-1", help="games won, where a match has several")
        parser.add_argument("--walkover", choices=("a", "b"), help="the side that won without playing")
        parser.add_argument("--retired", choices=("a", "b"), help="the side that gave up")
        parser.add_argument("--record", type=Path, metavar="FILE", help="take the result from the record of the match")
        parser.add_argument("--sides", choices=("ab", "ba"), help="the record's a is the first side (ab) or the second")
        parser.add_argument("--anyway", metavar="REASON", help="take a record of other rules or other names")
        parser.add_argument("--rulebook", metavar="FILE", help="the TOML file of the record's own rulebook")
        parser.add_argument("--provisional", action="store_true", help="not signed yet: no table and no draw reads it")
        parser.add_argument("--dry-run", action="store_true", help="only say what it would change")
    result.set_defaults(is_correction=False)
    correct.set_defaults(is_correction=True)
    shootout = add_telling(verbs, "shootout", _shootout, "record a one-board shoot-out between entries that are level")
    shootout.add_argument("a")
    shootout.add_argument("b")
    shootout.add_argument("score", type=pair)
    shootout.add_argument("--stage", help=STAGE_HELP)


def _result(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    record = record_of(state, args.match)
    given = _result_from_words(args, state, record) if args.record is None else _result_from_record(args, state, record)
    if args.is_correction and record.result is None:
        raise CarromError(f"{record.fixture.id} has no result to correct")
    supersedes = record.result_fact if args.is_correction else None
    if args.dry_run:
        tell_impact(state, desk.fact(given, supersedes=supersedes))
        return
    desk.tell(given, supersedes=supersedes)
    print(f"{given.match}: {given.a} – {given.b} {score_text(given)}")


def _take_late_score(args: argparse.Namespace, words: list[str]) -> bool:
    """A score that follows an option, which argparse overlooks before Python 3.12.7."""
    if args.score is not None or len(words) > 1 or words[0].startswith("-"):
        return False
    try:
        args.score = pair(words[0])
    except argparse.ArgumentTypeError as error:
        raise CarromError(str(error)) from None
    return True


def _result_from_words(args: argparse.Namespace, state: State, record: MatchRecord) -> ResultGiven:
    """The result as it is typed."""
    for option in ("sides", "anyway", "rulebook"):
        if getattr(args, option) is not None:
            raise CarromError(f"--{option} goes with --record")
    a, b = TournamentView(state).known_sides(record.fixture.id)
    given = ResultGiven(
        match=record.fixture.id,
        a=a,
        b=b,
        score=args.score,
        extra=args.extra,
        games=args.games,
        walkover=args.walkover,
        retired=args.retired,
        provisional=args.provisional,
    )
    format, is_told = state.stage(record.key).format_in(record.fixture.round), args.reason or args.retired
    score, games = ByParty(*(args.score or (0, 0))), ByParty(*(args.games or (0, 0)))
    if args.score is not None and not is_told and format.needs_concession(score, games):
        short = f"whoever wins a game has {format.target} in it, so in {score_text(given)} one was conceded"
        raise CarromError(f"{given.match}: {short}. Say so with --reason, if it was")
    return given


def _result_from_record(args: argparse.Namespace, state: State, record: MatchRecord) -> ResultGiven:
    """The result as the record of the match has it; where it was given away, the record gives the reason too."""
    for option in ("score", "extra", "games", "walkover", "retired"):
        if getattr(args, option) is not None:
            raise CarromError(f"the record tells the result: leave the {option} out, or --record")
    text, books = read_text(args.record), books_with(args.rulebook)
    with naming(args.record):
        match = Record.from_text(text, books=books).match()
        found = result_of(
            match, TournamentView(state), record.fixture.id, order=args.sides, anyway=args.anyway is not None
        )
    args.reason = args.reason or args.anyway or found.reason
    return replace(found.given, provisional=args.provisional)


def _shootout(args: argparse.Namespace, desk: Desk) -> None:
    state = desk.state
    key = stage_key(state, args.stage, wanted="table")
    a, b = (entry_named(state, key.event, name) for name in (args.a, args.b))
    groups = [group for drawn in state.draws.get(key, ()) for group in drawn.groups]
    number = next((n for n, group in enumerate(groups) if a in group), None)
    if number is None:
        raise CarromError(f"{a} is in no group of {key}")
    body = ShootoutPlayed(event=key.event, stage=key.stage, group=number, a=a, b=b, score=args.score)
    desk.tell(body)
