"""result, correct, shootout: what was played."""

import argparse
from dataclasses import replace
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import naming, read_text
from carrom.cli.io.own_rulebook import books_with
from carrom.cli.tournament.common import STAGE_HELP, Desk, Verbs, add_telling, pair, tell_consequences, tell_impact
from carrom.match import Record
from carrom.tournament.desk.match_result import result_of
from carrom.tournament.desk.meant import entry_named, record_of, stage_key
from carrom.tournament.desk.naming import match_title, sides_of
from carrom.tournament.desk.typed_result import Told, read_word, typed_result
from carrom.tournament.log.facts import ResultGiven, ShootoutPlayed
from carrom.tournament.log.scores import result_text
from carrom.tournament.log.shootout_series import shootouts_of
from carrom.tournament.log.state import MatchRecord, State
from carrom.tournament.log.view import TournamentView
from carrom.tournament.tables.explain import shootouts_needed

_WORDS = "boards such as a:5+q b:3 a:=12, or the total 25-18, first side first; games: 25-10 10-25 25-20"


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    result = add_telling(verbs, "result", _result, "record the result of a match")
    anew = "correct the result of a match, with --reason; --dry-run tells its impact"
    correct = add_telling(verbs, "correct", _result, anew)
    for parser in (result, correct):
        parser.add_argument("match", help="its number, or @4 for the match on table 4")
        parser.add_argument("words", nargs="*", type=_word, metavar="score", help=_WORDS)
        parser.set_defaults(take_late=_take_late_words)
        parser.add_argument("--break", dest="first_break", choices=("a", "b"), help="who broke the first board")
        parser.add_argument("--extra", type=pair, metavar="10-0", help="points of the extra board, kept apart")
        parser.add_argument(
            "--games", type=pair, metavar="2-1", help="games won, where only the sum of points is known"
        )
        parser.add_argument("--walkover", choices=("a", "b"), help="the side that won without playing")
        parser.add_argument("--law", help="by which law the other side lost, such as 143i; with --walkover")
        parser.add_argument("--retired", choices=("a", "b"), help="the side that gave up")
        parser.add_argument("--record", type=Path, metavar="FILE", help="take the result from the record of the match")
        parser.add_argument("--sides", choices=("ab", "ba"), help="the record's a is the first side (ab) or the second")
        parser.add_argument("--anyway", metavar="REASON", help="take a record of other rules or other names")
        parser.add_argument("--rulebook", metavar="FILE", help="the TOML file of the record's own rulebook")
        parser.add_argument("--provisional", action="store_true", help="not signed yet: no table and no draw reads it")
        parser.add_argument("--dry-run", action="store_true", help="only say what it would change")
    result.set_defaults(is_correction=False)
    correct.set_defaults(is_correction=True)
    seen = "the version of the match that you saw: told if it was changed since"
    correct.add_argument("--base", type=int, metavar="N", help=seen)
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
    base = args.base if args.is_correction else None
    if args.dry_run:
        told = desk.fact(given, supersedes=supersedes, base=base)
        desk.check(told)
        print(_told_text(state, given))
        if args.is_correction:
            print(f"It is version {record.version} of {given.match} that would be corrected (--base {record.version}).")
        tell_impact(state, told)
        return
    desk.tell(given, supersedes=supersedes, base=base)
    print(_told_text(state, given))
    if args.is_correction:
        tell_consequences(state, desk)


def _told_text(state: State, given: ResultGiven) -> str:
    """What was told; of a team meet also the rubber, and who played it."""
    view = TournamentView(state)
    if state.matches[given.match].fixture.rubber is None:
        return f"{given.match}: {result_text(given)}"
    a, b = sides_of(view, given.match)
    return f"{given.match} {match_title(view, given.match)}: {result_text(given, (a.text, b.text))}"


def _word(text: str) -> str:
    try:
        read_word(text)
    except CarromError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _take_late_words(args: argparse.Namespace, words: list[str]) -> bool:
    """Words that follow an option, which argparse overlooks before Python 3.12.7."""
    if args.words or any(word.startswith("-") for word in words):
        return False
    for word in words:
        read_word(word)
    args.words = words
    return True


def _result_from_words(args: argparse.Namespace, state: State, record: MatchRecord) -> ResultGiven:
    """The result as it is typed."""
    for option in ("sides", "anyway", "rulebook"):
        if getattr(args, option) is not None:
            raise CarromError(f"--{option} goes with --record")
    if args.law is not None and args.reason is None:
        args.reason = f"Law {args.law}"
    told = Told(
        first_break=args.first_break,
        extra=args.extra,
        games=args.games,
        walkover=args.walkover,
        law=args.law,
        retired=args.retired,
        provisional=args.provisional,
    )
    return typed_result(TournamentView(state), record.fixture.id, args.words, told)


def _result_from_record(args: argparse.Namespace, state: State, record: MatchRecord) -> ResultGiven:
    """The result as the record of the match has it; where it was given away, the record gives the reason too."""
    for option in ("words", "first_break", "extra", "games", "walkover", "law", "retired"):
        if getattr(args, option):
            name = "score" if option == "words" else option.removeprefix("first_")
            raise CarromError(f"the record tells the result: leave the {name} out, or --record")
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
    tied = TournamentView(state).tables(key)[number].standings.tied
    among = next((group for group in tied if a in group and b in group), None)
    if among is None:
        raise CarromError(f"{a} and {b} are not level in {key}: no shoot-out decides between them")
    desk.tell(ShootoutPlayed(event=key.event, stage=key.stage, group=number, a=a, b=b, score=args.score, among=among))
    winner = a if args.score[0] > args.score[1] else b
    print(f"shoot-out of {key}: {a} {args.score[0]} – {b} {args.score[1]}: {winner} wins")
    due = shootouts_of(desk.state, key, number).missing(among)
    if 0 < len(due) < len(shootouts_needed(among)):
        print("The series counts when these have met too: " + ", ".join(f"{one} – {other}" for one, other in due))
