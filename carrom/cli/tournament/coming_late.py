"""person, late: somebody more on the list, or after the draw in a free place of it."""

import argparse

from carrom.cli.tournament.common import Desk, Verbs, add_telling, day
from carrom.tournament.desk.acts.entry_acts import AddPerson, TakeLate


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    person = add_telling(verbs, "person", _person, "put somebody on the list of people, without a place in any draw")
    person.add_argument("name")
    person.add_argument("--club")
    person.add_argument("--community")
    person.add_argument("--gender", choices=("f", "m"))
    person.add_argument("--born", type=day, metavar="YYYY-MM-DD")
    person.add_argument("--namesake", action="store_true", help="somebody else of that name is known already")
    late = add_telling(verbs, "late", _late, "take somebody in who comes late, into a free place of the draw")
    late.add_argument("name")
    late.add_argument("--partner", help="of a pair: the other one")
    late.add_argument("--team", help="the team that the player joins")
    late.add_argument("--new-team", action="store_true", help="a team of its own begins with the player")
    late.add_argument("--group", help="the group to come into; else one with room")
    late.add_argument("--place", metavar="MATCH", help="the bye to take the place of; else one that disturbs least")
    late.add_argument("--club")
    late.add_argument("--community")
    late.add_argument("--gender", choices=("f", "m"))
    late.add_argument("--born", type=day, metavar="YYYY-MM-DD")
    late.add_argument("--age", type=int)
    late.add_argument("--level", type=int)
    late.add_argument("--namesake", action="store_true", help="somebody else of that name is known already")
    for parser in (person, late):
        parser.add_argument("--mark", metavar="WORD", help="of a namesake: what tells them apart, such as senior")
        parser.add_argument("--here", action="store_true", help="they are here: note that too")
    late.add_argument("--dry-run", action="store_true", help="only say where the place would be")
    late.add_argument("--event")


def _person(args: argparse.Namespace, desk: Desk) -> None:
    told = {name: getattr(args, name) for name in ("name", "club", "community", "gender", "namesake", "mark", "here")}
    desk.do(AddPerson(**told, born=None if args.born is None else args.born.isoformat()))


def _late(args: argparse.Namespace, desk: Desk) -> None:
    told = ("name", "partner", "team", "new_team", "group", "place", "club", "community", "gender", "age", "level")
    born = None if args.born is None else args.born.isoformat()
    act = TakeLate(**{name: getattr(args, name) for name in (*told, "namesake", "mark", "here", "event")}, born=born)
    if not args.dry_run:
        desk.do(act)
        return
    args.reason = args.reason or "only to see"
    for line in desk.try_out(act).said:
        print(line)
