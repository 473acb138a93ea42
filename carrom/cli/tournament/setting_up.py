"""set, and the options and questions of new: how a tournament is set up. What there is to set is said elsewhere."""

import argparse
import json
import sys
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from itertools import groupby

from carrom.base.errors import CarromError
from carrom.cli.tournament.common import Desk, Verbs, add_telling
from carrom.tournament.desk.acts.list_acts import ChangeSettings, settings_foreseen
from carrom.tournament.log.definition import Definition
from carrom.tournament.setup import SETTINGS, Change, Setting, begin, settings_of
from carrom.tournament.templates import TEMPLATES

_LEVELS = {
    "tournament": "the whole tournament",
    "event": "events, each written [EVENT=]VALUE",
    "stage": "stages, each written [EVENT=|STAGE=|EVENT/STAGE=]VALUE",
    "round": "length of a match, each written [EVENT/STAGE/ROUND=]VALUE with any part left out; semi-final+ is that "
    "round and all later ones, and the value default takes a figure back",
}


def configure(verbs: Verbs) -> None:
    """Add the sub-verb."""
    text = "show what is set, or set it otherwise; what is frozen takes a --reason, or can change no more"
    parser = add_telling(verbs, "set", _set, text)
    parser.add_argument("--json", action="store_true", help="what is set, as JSON")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be different")
    add_setting_options(parser)


def add_setting_options(parser: argparse.ArgumentParser) -> None:
    """An option for every setting."""
    for level, title in _LEVELS.items():
        group = parser.add_argument_group(title)
        for setting in SETTINGS.values():
            if setting.level == level:
                about = f"{setting.help}; {setting.frozen.value}".replace("%", "%%")
                group.add_argument(
                    f"--{setting.name}",
                    action="append",
                    default=[],
                    dest=_dest(setting),
                    metavar=setting.sample.upper() if level == "tournament" else setting.sample,
                    help=about,
                )


def changes_in(args: argparse.Namespace) -> list[Change]:
    """What the options of settings ask for."""
    return [
        Change(setting.name, value, where)
        for setting in SETTINGS.values()
        for where, value in map(setting.split, getattr(args, _dest(setting)))
    ]


def definition_from(args: argparse.Namespace) -> Definition:
    """The tournament that the options of `new` describe, after questions where it is asked for them."""
    changes, beginning = changes_in(args), args.template
    formats = [one for one in changes if one.setting == "format" and not one.where]
    if beginning is None and formats:
        beginning = formats[-1].value
    is_asking = args.ask or (beginning is None and sys.stdin.isatty())
    if beginning is None and not is_asking:
        raise CarromError(
            "no-format", f"say how to begin: --template {'|'.join(TEMPLATES)}, or --format such as groups+knockout"
        )
    definition = _ask_beginning() if beginning is None else begin(beginning, changes, day=date.today())
    if is_asking:
        for setting in SETTINGS.values():
            if setting.question and not any(one.setting == setting.name for one in changes):
                definition = _ask(setting, definition)
    return definition


def _ask_beginning() -> Definition:
    about = f"Begin with a template ({', '.join(TEMPLATES)}) or with a format such as groups+knockout"
    while True:
        try:
            return begin(_answer(about, ""), [], day=date.today())
        except CarromError as error:
            print(error)


def _ask(setting: Setting, definition: Definition) -> Definition:
    """Ask once where every place has the same value, else place by place; an empty answer leaves it."""
    rows = setting.rows(definition)
    if len({value for _, value in rows}) == 1:
        rows = [("", rows[0][1])]
    for where, value in rows:
        about = f"{setting.question} for {where}" if where else setting.question
        while True:
            answer = _answer(about, value)
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


def _answer(about: str, value: str) -> str:
    print(f"{about}{f' [{value}]' if value else ''}: ", end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
        raise CarromError("questions-open", "the questions were not answered to the end: nothing is made")
    return line.strip()


def _set(args: argparse.Namespace, desk: Desk) -> None:
    old, changes = desk.state.announced, changes_in(args)
    if not changes:
        _show(old, as_json=args.json)
        return
    if not args.dry_run:
        desk.do(ChangeSettings(changes=tuple(changes)))
        return
    for line in settings_foreseen(desk.state, changes):
        print(line)
    args.reason = args.reason or "only to see"
    with suppress(CarromError):  # what stands in the way is said above
        for one in desk.try_out(ChangeSettings(changes=tuple(changes))).changes:
            print(one.text)


def _show(definition: Definition, *, as_json: bool) -> None:
    rows = settings_of(definition)
    if as_json:
        print(json.dumps([asdict(one) for one in rows], ensure_ascii=False))
        return
    width = max(len(one.setting) for one in rows)
    for where, found in groupby(rows, lambda one: one.where):
        print(f"\n{where}" if where else definition.name)
        for one in found:
            print(f"  {one.setting:<{width}}  {one.value}")


def _dest(setting: Setting) -> str:
    return f"set_{setting.name.replace('-', '_')}"
