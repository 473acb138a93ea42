"""new, import, export, sol: how a tournament file comes to be and who stands in it."""

import argparse
import uuid
from datetime import datetime
from pathlib import Path

from carrom.base.files import check_free, naming, read_whole
from carrom.base.refusal import Refused
from carrom.cli.io.output import write_out
from carrom.cli.tournament.common import Desk, Verbs, add, add_telling, open_file
from carrom.cli.tournament.setting_up import add_setting_options, definition_from
from carrom.tournament.desk.acts.list_acts import ImportEntries, import_said, plan_list, row_answers
from carrom.tournament.intake.headings import read_choices
from carrom.tournament.intake.roster import ImportPlan, import_facts
from carrom.tournament.intake.roster_file import roster_csv
from carrom.tournament.intake.spreadsheet import SheetRow, read_rows
from carrom.tournament.log.facts import Body, Created, Fact, FactId
from carrom.tournament.log.file import create
from carrom.tournament.log.transitions import fold
from carrom.tournament.templates import TEMPLATES


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    text = "make a tournament file from a template or a format, your own settings and an entry list"
    new = add(verbs, "new", _new, text, is_file_first=False)
    new.add_argument("--template", choices=TEMPLATES, help="begin with these events, stages and figures")
    new.add_argument("--ask", action="store_true", help="ask for what no option says, also away from a terminal")
    new.add_argument("players", type=Path, nargs="?", help="entry list: CSV or XLSX")
    new.add_argument("-o", "--output", type=Path, help="the file to make; else TEMPLATE.tournament")
    _add_import_options(new)
    add_setting_options(new)
    more = add_telling(
        verbs, "import", _import, "read an entry list into a tournament; a second time it changes nothing"
    )
    more.add_argument("players", type=Path, help="entry list: CSV or XLSX")
    _add_import_options(more)
    out = add(verbs, "export", _export, "write the entry list as CSV")
    out.add_argument("-o", "--output", help="where to; else to standard output")
    sol = add(verbs, "sol", _sol, "make a tournament file out of a dump of SoL (.sol, .json, .gz)", is_file_first=False)
    sol.add_argument("dump", type=Path)
    sol.add_argument("-o", "--output", type=Path, required=True, help="the file to make, such as ours.tournament")
    sol.add_argument("--tourney", help="which one, if the dump has several: a part of its name or its date")


def _add_import_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only list what would happen, with every doubt")
    parser.add_argument("--dates", choices=("dmy", "mdy"), help="how 03/04/1990 is meant")
    parser.add_argument(
        "--column", action="append", default=[], metavar="HEADING=MEANING", help='what a column is: "Club/Soc=club"'
    )
    parser.add_argument("--ignore", action="append", default=[], metavar="HEADING", help="a column that is not needed")
    parser.add_argument("--sheet", help="which sheet of a workbook")
    parser.add_argument("--into", metavar="EVENT", help="the event of rows that name none")
    parser.add_argument(
        "--namesake",
        action="append",
        default=[],
        metavar="ROW=MARK",
        help="another person of a name that is known, and what tells them apart: 7=senior",
    )
    parser.add_argument(
        "--meant",
        action="append",
        default=[],
        metavar="ROW=PERSON",
        help='who is meant in a row, of several who may be: "7=Kiran Patil (Harbour)"',
    )
    parser.add_argument("--no-headings", action="store_true", help="the list has no line of headings")
    parser.add_argument("--seeds", type=int, metavar="N", help="seed the best N of each event by their ratings")


def _new(args: argparse.Namespace) -> None:
    path = args.output or Path(f"{args.template or 'cup'}.tournament")
    if not args.dry_run:
        check_free(path)
    definition = definition_from(args)
    facts = [_fact(Created(definition=definition))]
    state = fold(facts).state
    if args.players is not None:
        rows = _rows(args)
        planned = plan_list(
            state,
            rows,
            dates=args.dates,
            into=args.into,
            answers=row_answers(args.namesake, args.meant),
            seeds=args.seeds,
        )
        _report(planned)
        facts += [_fact(body) for body in import_facts(planned, state)]
    if args.dry_run:
        _warn_of_refusal(fold(facts).refused)
    else:
        loaded = create(path, facts)
        print(f"{path}: {definition.name}, {loaded.state.size_text}")


def _rows(args: argparse.Namespace) -> list[SheetRow]:
    choices = read_choices(args.column, args.ignore, is_headed=not args.no_headings)
    return read_rows(args.players, choices, sheet=args.sheet)


def _import(args: argparse.Namespace, desk: Desk) -> None:
    namesakes, meant, rows = tuple(args.namesake), tuple(args.meant), tuple(_rows(args))
    act = ImportEntries(dates=args.dates, into=args.into, namesakes=namesakes, meant=meant, seeds=args.seeds, read=rows)
    if not args.dry_run:
        desk.do(act)
        return
    planned = act.plan(desk.state)
    _report(planned)
    _warn_of_refusal(fold(map(_fact, import_facts(planned, desk.state)), desk.state).refused)


def _warn_of_refusal(refused: Refused | None) -> None:
    if refused is not None:
        print(f"As it is, the import would be refused: {refused.text}")


def _export(args: argparse.Namespace) -> None:
    write_out(roster_csv(open_file(args).state).encode(), args.output)


def _sol(args: argparse.Namespace) -> None:
    from carrom.tournament.intake.sol import facts_of, read_dump

    raw = read_whole(args.dump)
    with naming(args.dump):
        facts, notes = facts_of(read_dump(raw), tourney=args.tourney)
    loaded = create(args.output, facts)
    for note in notes:
        print(note)
    print(f"{args.output}: {loaded.state.announced.name}, {loaded.state.size_text}")


def _report(planned: ImportPlan) -> None:
    for line in import_said(planned):
        print(line)


def _fact(body: Body) -> Fact:
    return Fact(id=FactId(uuid.uuid4().hex), at=datetime.now().replace(microsecond=0), body=body)
