"""result, correct, shootout, lots: record results, shoot-outs and lots."""

import argparse
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import prefix_errors, read_text
from carrom.cli.options import rulebooks_with
from carrom.cli.tournament.common import STAGE_HELP, DeskSession, Verbs, add_recording_verb, parse_score
from carrom.tournament.desk.acts.result_acts import CorrectResult, GiveResult, RecordLots, RecordShootout
from carrom.tournament.desk.input_checks import result_warnings
from carrom.tournament.desk.references import find_match
from carrom.tournament.desk.typed_result import read_word
from carrom.tournament.seating.now import TournamentNow

_TYPED = ("words", "first_break", "extra", "games", "walkover", "law", "retired")
_WORDS = "boards such as a:5+q b:3 a:=12, or the total 25-18, first side first; games: 25-10 10-25 25-20"


def add_result_verbs(verbs: Verbs) -> None:
    result = add_recording_verb(verbs, "result", _result, "record the result of a match")
    correct_help = "correct the result of a match, with --reason; --dry-run tells its impact"
    correct = add_recording_verb(verbs, "correct", _result, correct_help)
    for parser in (result, correct):
        parser.add_argument("match", help="its number, or @4 for the match on table 4")
        parser.add_argument("words", nargs="*", type=_score_word, metavar="score", help=_WORDS)
        parser.set_defaults(take_late=_take_late_words)
        parser.add_argument("--break", dest="first_break", choices=("a", "b"), help="who broke the first board")
        parser.add_argument("--extra", type=parse_score, metavar="10-0", help="points of the extra board, kept apart")
        parser.add_argument(
            "--games", type=parse_score, metavar="2-1", help="games won, where only the sum of points is known"
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
    base_help = "the version of the match that you saw: told if it was changed since"
    correct.add_argument("--base", type=int, metavar="N", help=base_help)
    shootout = add_recording_verb(
        verbs, "shootout", _shootout, "record a one-board shoot-out between entries that are level"
    )
    shootout.add_argument("a")
    shootout.add_argument("b")
    shootout.add_argument("score", type=parse_score)
    lots = add_recording_verb(
        verbs, "lots", _lots, "record the lots between those whom two series of shoot-outs left level"
    )
    lots.add_argument("order", nargs="+", metavar="NAME", help="in the order in which they were drawn")
    for one in (shootout, lots):
        one.add_argument("--stage", help=STAGE_HELP)


def _result(args: argparse.Namespace, desk: DeskSession) -> None:
    act = _result_act(args)
    if args.record is not None:
        with prefix_errors(args.record):
            act.given(desk.state)  # the file's errors mention its name
    if not args.dry_run:
        desk.do(act)
        return
    done = desk.try_out(act)
    for line in (*done.messages, *result_warnings(TournamentNow(desk.state), act, done)):
        print(line)
    if args.is_correction:
        record = find_match(desk.state, args.match)
        version = record.version
        print(f"It is version {version} of {record.fixture.id} that would be corrected (--base {version}).")
    desk.show_change(act)


def _result_act(args: argparse.Namespace) -> GiveResult:
    if args.record is None:
        for option in ("sides", "anyway", "rulebook"):
            if getattr(args, option) is not None:
                raise CarromError("options-go-together", f"--{option} goes with --record")
    fields = {name: getattr(args, name) for name in (*_TYPED, "sides", "anyway", "provisional")}
    for option in _TYPED:
        if args.record is not None and fields[option]:
            name = "score" if option == "words" else option.removeprefix("first_")
            raise CarromError("options-exclude", f"the record tells the result: leave the {name} out, or --record")
    fields |= {"match": args.match, "words": tuple(args.words), "books": rulebooks_with(args.rulebook)}
    if args.record is not None:
        fields["record"] = read_text(args.record)
    return CorrectResult(**fields, version=args.base) if args.is_correction else GiveResult(**fields)


def _score_word(text: str) -> str:
    try:
        read_word(text)
    except CarromError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _take_late_words(args: argparse.Namespace, words: list[str]) -> bool:
    """Scores after an option, which argparse misses before Python 3.12.7."""
    if args.words or any(word.startswith("-") for word in words):
        return False
    for word in words:
        read_word(word)
    args.words = words
    return True


def _shootout(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(RecordShootout(a=args.a, b=args.b, score=args.score, stage=args.stage))


def _lots(args: argparse.Namespace, desk: DeskSession) -> None:
    desk.do(RecordLots(order=tuple(args.order), stage=args.stage))
