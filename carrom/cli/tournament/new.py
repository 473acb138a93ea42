"""new, import, export, sol, set, mend: create files, read entry lists, change settings, repair files."""

import argparse
import json
import sys
import uuid
from contextlib import suppress
from dataclasses import asdict
from datetime import date, datetime
from itertools import groupby
from pathlib import Path

from carrom.base.errors import CarromError, Refused
from carrom.base.files import check_can_create, prefix_errors, read_whole
from carrom.cli.streams import write_output
from carrom.cli.tournament.common import DeskSession, Verbs, add_recording_verb, add_verb, open_file
from carrom.tournament.desk.acts.setup_acts import (
    ChangeSettings,
    ImportEntries,
    import_text,
    plan_entries,
    preview_settings,
    row_answers,
)
from carrom.tournament.entrylists.headings import read_column_choices
from carrom.tournament.entrylists.roster import ImportPlan, import_facts, roster_csv
from carrom.tournament.entrylists.spreadsheet import SheetRow, read_rows
from carrom.tournament.log.file import BACKUP, create, mend
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import Definition
from carrom.tournament.model.events import EventBody, TournamentCreated, TournamentEvent, TournamentEventId
from carrom.tournament.settings import SETTINGS, Setting, SettingChange, new_tournament, settings_of
from carrom.tournament.templates import TEMPLATES


def add_new_verbs(verbs: Verbs) -> None:
    text = "make a tournament file from a template or a format, your own settings and an entry list"
    new = add_verb(verbs, "new", _new, text, is_file_first=False)
    new.add_argument("--template", choices=TEMPLATES, help="begin with these events, stages and figures")
    new.add_argument("--ask", action="store_true", help="ask for what no option says, also away from a terminal")
    new.add_argument("players", type=Path, nargs="?", help="entry list: CSV or XLSX")
    new.add_argument("-o", "--output", type=Path, help="the file to make; else TEMPLATE.tournament")
    _add_import_options(new)
    add_setting_options(new)
    more = add_recording_verb(
        verbs, "import", _import, "read an entry list into a tournament; a second time it changes nothing"
    )
    more.add_argument("players", type=Path, help="entry list: CSV or XLSX")
    _add_import_options(more)
    out = add_verb(verbs, "export", _export, "write the entry list as CSV")
    out.add_argument("-o", "--output", help="where to; else to standard output")
    sol = add_verb(
        verbs, "sol", _sol, "make a tournament file out of a dump of SoL (.sol, .json, .gz)", is_file_first=False
    )
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
        check_can_create(path)
    definition = definition_from(args)
    facts = [_fact(TournamentCreated(definition=definition))]
    state = fold_events(facts).state
    if args.players is not None:
        rows = _rows(args)
        planned = plan_entries(
            state,
            rows,
            dates=args.dates,
            into=args.into,
            answers=row_answers(args.namesake, args.meant),
            seeds=args.seeds,
        )
        _print_plan(planned)
        facts += [_fact(body) for body in import_facts(planned, state)]
    if args.dry_run:
        _warn_of_refusal(fold_events(facts).refused)
    else:
        loaded = create(path, facts)
        print(f"{path}: {definition.name}, {loaded.state.size_text}")


def _rows(args: argparse.Namespace) -> list[SheetRow]:
    choices = read_column_choices(args.column, args.ignore, is_headed=not args.no_headings)
    return read_rows(args.players, choices, sheet=args.sheet)


def _import(args: argparse.Namespace, desk: DeskSession) -> None:
    namesakes, meant, rows = tuple(args.namesake), tuple(args.meant), tuple(_rows(args))
    act = ImportEntries(dates=args.dates, into=args.into, namesakes=namesakes, meant=meant, seeds=args.seeds, read=rows)
    if not args.dry_run:
        desk.do(act)
        return
    planned = act.plan(desk.state)
    _print_plan(planned)
    _warn_of_refusal(fold_events(map(_fact, import_facts(planned, desk.state)), desk.state).refused)


def _warn_of_refusal(refused: Refused | None) -> None:
    if refused is not None:
        print(f"As it is, the import would be refused: {refused.text}")


def _export(args: argparse.Namespace) -> None:
    write_output(roster_csv(open_file(args).state).encode(), args.output)


def _sol(args: argparse.Namespace) -> None:
    from carrom.tournament.entrylists.sol import read_sol_dump, tourney_facts

    raw = read_whole(args.dump)
    with prefix_errors(args.dump):
        facts, notes = tourney_facts(read_sol_dump(raw), tourney=args.tourney)
    loaded = create(args.output, facts)
    for note in notes:
        print(note)
    print(f"{args.output}: {loaded.state.announced.name}, {loaded.state.size_text}")


def _print_plan(planned: ImportPlan) -> None:
    for line in import_text(planned):
        print(line)


def _fact(body: EventBody) -> TournamentEvent:
    return TournamentEvent(id=TournamentEventId(uuid.uuid4().hex), at=datetime.now().replace(microsecond=0), body=body)


_LEVELS = {
    "tournament": "the whole tournament",
    "event": "events, each written [EVENT=]VALUE",
    "stage": "stages, each written [EVENT=|STAGE=|EVENT/STAGE=]VALUE",
    "round": "length of a match, each written [EVENT/STAGE/ROUND=]VALUE with any part left out; semi-final+ is that "
    "round and all later ones, and the value default takes a figure back",
}


def add_set_verb(verbs: Verbs) -> None:
    text = "show what is set, or set it otherwise; what is frozen takes a --reason, or can change no more"
    parser = add_recording_verb(verbs, "set", _set, text)
    parser.add_argument("--json", action="store_true", help="what is set, as JSON")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be different")
    add_setting_options(parser)


def add_setting_options(parser: argparse.ArgumentParser) -> None:
    """Add an option per setting."""
    for level, title in _LEVELS.items():
        group = parser.add_argument_group(title)
        for setting in SETTINGS.values():
            if setting.level == level:
                about = f"{setting.help}; {setting.frozen.value}".replace("%", "%%")
                group.add_argument(
                    f"--{setting.name}",
                    action="append",
                    default=[],
                    dest=_option_dest(setting),
                    metavar=setting.sample.upper() if level == "tournament" else setting.sample,
                    help=about,
                )


def changes_in(args: argparse.Namespace) -> list[SettingChange]:
    """Setting changes given as options."""
    return [
        SettingChange(setting.name, value, where)
        for setting in SETTINGS.values()
        for where, value in map(setting.split, getattr(args, _option_dest(setting)))
    ]


def definition_from(args: argparse.Namespace) -> Definition:
    """The tournament by the options of `new`, asking where needed."""
    changes, beginning = changes_in(args), args.template
    formats = [one for one in changes if one.setting == "format" and not one.where]
    if beginning is None and formats:
        beginning = formats[-1].value
    is_asking = args.ask or (beginning is None and sys.stdin.isatty())
    if beginning is None and not is_asking:
        raise CarromError(
            "no-format", f"say how to begin: --template {'|'.join(TEMPLATES)}, or --format such as groups+knockout"
        )
    definition = _ask_template() if beginning is None else new_tournament(beginning, changes, day=date.today())
    if is_asking:
        for setting in SETTINGS.values():
            if setting.question and not any(one.setting == setting.name for one in changes):
                definition = _ask(setting, definition)
    return definition


def _ask_template() -> Definition:
    about = f"Begin with a template ({', '.join(TEMPLATES)}) or with a format such as groups+knockout"
    while True:
        try:
            return new_tournament(_prompt(about, ""), [], day=date.today())
        except CarromError as error:
            print(error)


def _ask(setting: Setting, definition: Definition) -> Definition:
    """Once if all places have one value, else place by place; an empty answer keeps it."""
    rows = setting.rows(definition)
    if len({value for _, value in rows}) == 1:
        rows = [("", rows[0][1])]
    for where, value in rows:
        about = f"{setting.question} for {where}" if where else setting.question
        while True:
            answer = _prompt(about, value)
            if not answer:
                break
            try:
                written = answer if setting.level == "tournament" or where else setting.split(answer)[1]
                named = where or setting.split(answer)[0]
                definition = setting.put(definition, named, written)
                break
            except CarromError as error:
                print(error)
    return definition


def _prompt(about: str, value: str) -> str:
    print(f"{about}{f' [{value}]' if value else ''}: ", end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise CarromError("questions-open", "the questions were not answered to the end: nothing is made")
    return line.strip()


def _set(args: argparse.Namespace, desk: DeskSession) -> None:
    old, changes = desk.state.announced, changes_in(args)
    if not changes:
        _show_settings(old, as_json=args.json)
        return
    if not args.dry_run:
        desk.do(ChangeSettings(changes=tuple(changes)))
        return
    for line in preview_settings(desk.state, changes):
        print(line)
    args.reason = args.reason or "only to see"
    with suppress(CarromError):  # already printed
        for one in desk.try_out(ChangeSettings(changes=tuple(changes))).changes:
            print(one.text)


def _show_settings(definition: Definition, *, as_json: bool) -> None:
    rows = settings_of(definition)
    if as_json:
        print(json.dumps([asdict(one) for one in rows], ensure_ascii=False))
        return
    width = max(len(one.setting) for one in rows)
    for where, found in groupby(rows, lambda one: one.where):
        print(f"\n{where}" if where else definition.name)
        for one in found:
            print(f"  {one.setting:<{width}}  {one.value}")


def _option_dest(setting: Setting) -> str:
    return f"set_{setting.name.replace('-', '_')}"


def add_mend_verb(verbs: Verbs) -> None:
    parser = add_verb(verbs, "mend", _mend, "make a new file of all that can be read in a damaged one, with its backup")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the file to make; the damaged one stays")


def _mend(args: argparse.Namespace) -> None:
    check_can_create(args.output)
    beside = args.file.with_name(args.file.name + BACKUP)
    mended = mend(read_whole(args.file), read_whole(beside) if beside.exists() else None)
    loaded = create(args.output, mended.facts)
    for note in mended.notes:
        print(note)
    if not mended.notes:
        print("nothing is damaged")
    print(f"{args.output}: {loaded.state.size_text}")
