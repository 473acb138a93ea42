"""check-in, paid, striker, contact, people: check in, note fees and contacts, list people."""

import argparse
import json
from typing import Literal

from carrom.base.errors import CarromError
from carrom.cli.tournament.common import DeskSession, Verbs, add_recording_verb, add_verb, open_file
from carrom.render.sheets.sheet import Grid, Lines, Part, Sheet, sheet_text
from carrom.tournament.desk.acts.people_acts import CHECK_NAMES, CheckPeople, SetContact
from carrom.tournament.desk.decisions import protest_fees_text
from carrom.tournament.desk.people_list import PersonLine, contact_of, people_list
from carrom.tournament.desk.references import find_event
from carrom.tournament.model.state import State

_TICKS: dict[str, tuple[Literal["here", "fee", "striker"], str]] = {
    "check-in": ("here", "note who is here"),
    "paid": ("fee", "note who has paid the entry fee"),
    "striker": ("striker", "note whose striker is certified (115, 117)"),
}


def add_people_verbs(verbs: Verbs) -> None:
    for name, (what, about) in _TICKS.items():
        tick = add_recording_verb(verbs, name, _tick, about)
        tick.add_argument("who", nargs="*", metavar="NAME")
        tick.add_argument("--club", help="everybody of this club")
        tick.add_argument("--event", help="everybody of this event")
        tick.add_argument("--undo", action="store_true", help="take it back")
        tick.add_argument("--note", help="a remark, such as the number of a receipt or the weight of a striker")
        tick.set_defaults(verb=name, amount=None)
        if what == "fee":
            tick.add_argument("--amount", type=int, help="how much")
    contact = add_recording_verb(
        verbs, "contact", _contact, "how to reach a player, a convenor or a representative; never printed"
    )
    contact.add_argument("who", nargs="?", metavar="NAME", help="shows all if left out")
    contact.add_argument("--phone")
    contact.add_argument("--email")
    contact.add_argument("--role", choices=("player", "convenor", "representative"), default="player")
    contact.add_argument("--community", help="of a representative")
    people = add_verb(
        verbs, "people", _people, "everybody: what they play, who is here, has paid, has a certified striker"
    )
    people.add_argument("--event")
    people.add_argument("--club")
    people.add_argument(
        "--by", choices=("name", "club", "community", "entry", "seed"), default="name", help="in which order"
    )
    for what, yes, no in (("here", "here", "absent"), ("fee", "paid", "unpaid"), ("striker", "striker", "no-striker")):
        either = people.add_mutually_exclusive_group()
        either.add_argument(f"--{yes}", dest="having", action="append_const", const=what, help="only those")
        either.add_argument(f"--{no}", dest="lacking", action="append_const", const=what, help="only those")
    people.add_argument("--contacts", action="store_true", help="with phone and e-mail, for the desk alone")
    people.add_argument("--json", action="store_true", help="one JSON per line")


def _tick(args: argparse.Namespace, desk: DeskSession) -> None:
    what = _TICKS[args.verb][0]
    if not args.who and args.club is None and args.event is None:
        raise CarromError("nobody-named", "nobody is meant: give names, --club or --event")
    desk.do(
        CheckPeople(
            what=what,
            who=tuple(args.who),
            club=args.club,
            event=args.event,
            holds=not args.undo,
            amount=args.amount,
            note=args.note,
        )
    )


def _contact(args: argparse.Namespace, desk: DeskSession) -> None:
    state = desk.state
    if args.who is None:
        print(
            sheet_text(
                Sheet(title=state.announced.name, subtitle="Contacts: for the desk alone", parts=(_contacts(state),))
            )
        )
        return
    desk.do(SetContact(who=args.who, role=args.role, community=args.community, phone=args.phone, email=args.email))


def _contacts(state: State) -> Grid:
    rows = []
    for one in sorted(state.contacts, key=lambda one: (one.role == "player", one.role)):
        name = state.people[one.person].name if one.person is not None else one.name or ""
        rows.append((one.role, name, one.community or "", one.phone or "", one.email or ""))
    return Grid(heads=("", "", "community", "phone", "e-mail"), rows=tuple(rows))


def _people(args: argparse.Namespace) -> None:
    state = open_file(args).state
    lines = people_list(
        state,
        event=None if args.event is None else find_event(state, args.event),
        club=args.club,
        having=args.having or (),
        lacking=args.lacking or (),
        order=args.by,
    )
    if args.json:
        for line in lines:
            contact = contact_of(state, line.person.id) if args.contacts else None
            print(json.dumps(line.json(contact), ensure_ascii=False))
        return
    counted = [f"{sum(one.has(what) for one in lines)} {noun}" for what, noun in CHECK_NAMES.items()]
    notes = [", ".join(counted) + "."]
    if any(one.fees for one in lines):
        back = sum(one.back for one in lines)
        sums = f"{sum(one.paid for one in lines)} taken, {sum(one.owes for one in lines)} owed"
        notes.append(f"{sums}, {back} may go back." if back else f"{sums}.")
    notes += protest_fees_text(state)
    if idle := [one.name for one in lines if not one.plays]:
        notes.append(f"In no event: {', '.join(idle)}.")
    parts: tuple[Part, ...] = (_people_grid(state, lines, args.contacts), Lines(lines=tuple(notes)))
    subtitle = f"People: {len(lines)} of {len(state.people)}"
    print(sheet_text(Sheet(title=state.announced.name, subtitle=subtitle, parts=parts)), end="")


def _people_grid(state: State, lines: list[PersonLine], has_contacts: bool) -> Grid:
    rows = []
    has_fees = any(line.fees for line in lines)
    for line in lines:
        plays = "; ".join(
            f"{event} (left)" if event in line.left else str(event) if name == line.name else f"{event} {name}"
            for event, name in line.plays.items()
        )
        ticks = tuple(
            f"{line.paid} of {line.asked}"
            if what == "fee" and (line.is_paid_in_part or line.back)
            else "yes"
            if line.has(what)
            else "–"
            for what in CHECK_NAMES
        )
        contact = contact_of(state, line.person.id) if has_contacts else None
        reach = ((contact.phone or "", contact.email or "") if contact else ("", "")) if has_contacts else ()
        owes = (str(line.owes or "–"),) if has_fees else ()
        rows.append((line.name, line.person.club or "", plays, *ticks, *owes, *reach))
    owed = ("owes",) if has_fees else ()
    heads = ("name", "club", "plays", "here", "paid", "striker", *owed, *(("phone", "e-mail") if has_contacts else ()))
    return Grid(heads=heads, rows=tuple(rows))
