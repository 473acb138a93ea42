"""print: everything that a tournament needs on paper."""

import argparse
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import naming, read_text
from carrom.cli.io.output import suffix_of, write_out
from carrom.cli.tournament.common import Verbs, add, drawn_stage, event_id, moment, open_file, record_of, time_of
from carrom.match import Record
from carrom.render.sheets.sheet import Sheet
from carrom.tournament.desk.imprint import Imprint, imprint
from carrom.tournament.desk.match_cards import match_card
from carrom.tournament.desk.match_choice import matches_of
from carrom.tournament.desk.order_lists import order_lines
from carrom.tournament.desk.order_of_play import Appointment, moment_of_play, order_of_play
from carrom.tournament.desk.prizes import honours
from carrom.tournament.desk.protest_form import protest_form
from carrom.tournament.desk.rota import rota
from carrom.tournament.log.decision_facts import ProtestId
from carrom.tournament.log.people import count_text
from carrom.tournament.log.state import StageKey
from carrom.tournament.log.view import TournamentView

_WHICH = """of cards: M7, @2 (a table), S/groups, S/groups/A, S/knockout/final, all; else what is called now. Of groups,
bracket: the stage. Of order: grid, person, event, table or time. Of entries, teams and certificates: the event. Of
protest: P1 or a match, else blank"""


def configure(verbs: Verbs) -> None:
    """Add the sub-verb."""
    parser = add(verbs, "print", _print, "score cards and all other sheets, as PDF")
    parser.add_argument("what", choices=tuple(_SHEETS), metavar="what", help=", ".join(_SHEETS))
    parser.add_argument("which", nargs="*", help=_WHICH)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="write FILE.pdf")
    parser.add_argument(
        "--at", type=moment, metavar="TIME", help="the time that is printed, and from which it is planned"
    )
    parser.add_argument("--paper", choices=("a4", "a3"), default="a4", help="of a bracket")
    parser.add_argument("--blank", action="store_true", help="cards without what was played")
    parser.add_argument("--record", type=Path, metavar="FILE", help="fill the card of one match from its record")
    parser.add_argument("--address", metavar="URL", help="where phones find a match: URL/M7 in its QR code")


def _print(args: argparse.Namespace) -> None:
    suffix_of(args.output, ("pdf",))
    view = TournamentView(open_file(args).state)
    write_out(_SHEETS[args.what](args, view), args.output)


def _imprint(args: argparse.Namespace, view: TournamentView, stages: Collection[StageKey] = ()) -> Imprint:
    return imprint(view.state, time_of(args.at, view.state), stages)


def _order(args: argparse.Namespace, view: TournamentView) -> tuple[Appointment, ...]:
    clock = time_of(args.at, view.state)
    return order_of_play(view, now=clock if args.at else moment_of_play(view, clock))


def _one(args: argparse.Namespace) -> str | None:
    """The one word that may follow."""
    if len(args.which) > 1:
        raise CarromError(f"{args.what} is printed of one thing at a time, not of {' '.join(args.which)}")
    return args.which[0] if args.which else None


def _set(sheet: Sheet, foot: Imprint) -> bytes:
    from carrom.render.sheets.pdf import sheet_pdf

    return sheet_pdf(replace(sheet, imprint=foot))


def _cards(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.card.match_cards import match_cards_pdf

    order = _order(args, view)
    planned = {one.match: one for one in order}
    matches = matches_of(view, args.which, order)
    played = None
    if args.record is not None:
        if len(matches) != 1:
            raise CarromError("a record is of one match: name it, such as M7")
        text = read_text(args.record)
        with naming(args.record):
            played = Record.from_text(text).match()
    made = [
        match_card(view, one, planned=planned.get(one), address=args.address, is_blank=args.blank, played=played)
        for one in matches
    ]
    print(f"{len(made)} cards" if len(made) != 1 else f"the card of {made[0].match}")
    return match_cards_pdf(made, _imprint(args, view, {view.state.matches[one].key for one in matches}))


def _groups(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.sheets.draw_sheet import groups_sheet

    key = drawn_stage(view, _one(args), "table")
    return _set(groups_sheet(view, key), _imprint(args, view, [key]))


def _bracket(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.sheets.bracket_pdf import bracket_pdf

    key = drawn_stage(view, _one(args), "bracket")
    return bracket_pdf(view, key, _imprint(args, view, [key]), _order(args, view), args.paper)


def _order_of_play(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.sheets import order_sheets
    from carrom.render.sheets.hall import order_by_sheet
    from carrom.render.sheets.tables import order_sheet

    if not view.state.matches:
        raise CarromError("nothing is drawn yet, so there is nothing to order")
    order, by = _order(args, view), _one(args) or "grid"
    lines = order_lines(view, order)
    made = {
        "grid": lambda: order_sheets.order_grid_sheet(view, lines),
        "person": lambda: order_sheets.people_order_sheet(view, lines),
        "event": lambda: order_sheets.event_order_sheet(view, lines),
        "table": lambda: order_by_sheet(view, lines, "table"),
        "time": lambda: order_sheet(view, order),
    }
    if by not in made:
        raise CarromError(f"an order of play is printed as {', '.join(made)}, not as {by!r}")
    return _set(made[by](), _imprint(args, view))


def _entries(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.sheets.lists import entries_sheet

    events = view.state.announced.events
    chosen = [view.state.event(event_id(view.state, _one(args)))] if args.which else events
    return _set(entries_sheet(view, chosen), _imprint(args, view))


def _teams(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.sheets.lists import teams_sheet

    event = view.state.event(event_id(view.state, _one(args)))
    if event.category.kind != "teams":
        raise CarromError(f"{event.id} is not played by teams")
    return _set(teams_sheet(view, event), _imprint(args, view))


def _umpires(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.sheets.hall import rota_sheet

    if not view.state.announced.hall.umpires:
        raise CarromError("no umpires are named: `set --umpires` names them")
    return _set(rota_sheet(view, rota(view, _order(args, view))), _imprint(args, view))


def _protest(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.ink.typeset import typeset
    from carrom.render.sheets.protest_pdf import protest_pages

    word = _one(args)
    name = ProtestId((word or "").upper())
    known = name if name in view.state.protests else None
    match = record_of(view.state, word).fixture.id if word is not None and known is None else None
    return typeset(protest_pages(protest_form(view, protest=known, match=match), _imprint(args, view)), {}, form="pdf")[
        0
    ]


def _prizes(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.sheets.lists import prizes_sheet

    return _set(prizes_sheet(view), _imprint(args, view))


def _certificates(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.ink.typeset import typeset
    from carrom.render.sheets.certificates import certificate_pages

    word = _one(args)
    events = view.state.announced.events if word is None else [view.state.event(event_id(view.state, word))]
    called_up = [one for event in events for one in honours(view, event)]
    if not called_up:
        raise CarromError("no prize is certain yet, so there is no certificate")
    print(count_text(len(called_up), "certificate", "certificates"))
    return typeset(certificate_pages(called_up, _imprint(args, view)), {}, form="pdf")[0]


def _fees(args: argparse.Namespace, view: TournamentView) -> bytes:
    from carrom.render.sheets.lists import fees_sheet

    return _set(fees_sheet(view), _imprint(args, view))


_SHEETS: dict[str, Callable[[argparse.Namespace, TournamentView], bytes]] = {
    "cards": _cards,
    "groups": _groups,
    "bracket": _bracket,
    "order": _order_of_play,
    "entries": _entries,
    "teams": _teams,
    "umpires": _umpires,
    "protest": _protest,
    "prizes": _prizes,
    "certificates": _certificates,
    "fees": _fees,
}
