"""add, sol, same, apart, forget, seed: what comes into the file of people, and what it gives to a draw."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from carrom.base.errors import CarromError
from carrom.base.files import naming, read_whole
from carrom.cli.people.common import Verbs, add, find
from carrom.tournament.log.file import load
from carrom.tournament.log.people import PersonId, count_text
from carrom.tournament.log.state import State
from carrom.tournament.years.people_file import (
    Apart,
    Linked,
    Same,
    YearFact,
    Years,
    YearsFile,
    folded,
    forget,
    load_years,
    opened_years,
    read_years,
)


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    about = "take the people and results of tournaments into the file, which is made if need be"
    feed = add(verbs, "add", _feed, about)
    feed.add_argument("tournaments", nargs="+", type=Path, metavar="TOURNAMENT")
    sol = add(verbs, "sol", _sol, "take every tourney of a dump of SoL into the file")
    sol.add_argument("dump", type=Path)
    same = add(verbs, "same", _same, "two turned out to be one person: the second one")
    apart = add(verbs, "apart", _apart, "two of one name are two people, so that nobody asks again")
    for one in (same, apart):
        one.add_argument("one")
        one.add_argument("other")
    forget = add(verbs, "forget", _forget, "take somebody's name, clubs and day of birth out of the file")
    forget.add_argument("who")
    seed = add(verbs, "seed", _seed, "seed an event of a tournament by the ratings, before it is drawn")
    seed.add_argument("tournament", type=Path)
    seed.add_argument("--event")
    seed.add_argument("--seeds", type=int, default=8, metavar="N", help="how many; 8 if not given")
    seed.add_argument("--doubles", action="store_true", help="by the ratings of doubles")
    for one in (feed, sol, seed):
        one.add_argument("--dry-run", action="store_true", help="only say what would happen, with every doubt")


def _feed(args: argparse.Namespace) -> None:
    states = []
    for path in args.tournaments:
        loaded = load(path)
        with naming(path):
            if not loaded.facts:
                raise CarromError("tournament-empty", "the tournament is empty")
        states.append((str(loaded.facts[0].id), loaded.state))
    _take_in(args, states)


def _sol(args: argparse.Namespace) -> None:
    from carrom.tournament.intake.sol import each_tourney, read_dump
    from carrom.tournament.log.transitions import fold

    raw = read_whole(args.dump)
    with naming(args.dump):
        found = [(str(facts[0].id), fold(facts).state) for facts in each_tourney(read_dump(raw))]
        if not found:
            raise CarromError("no-tourney", "the dump holds no tourney")
    _take_in(args, sorted(found, key=lambda one: one[1].announced.day))


def _take_in(args: argparse.Namespace, tournaments: Sequence[tuple[str, State]]) -> None:
    if args.dry_run:
        _tell(_Dry(read_years(args.file) if args.file.exists() else []), tournaments)
        return
    with opened_years(args.file, create=True) as file:
        _tell(file, tournaments)


class _Dry:
    """A file that is not written."""

    def __init__(self, facts: list[YearFact]) -> None:
        self.facts, self.years = facts, folded(facts)

    def append(self, facts: Iterable[YearFact]) -> None:
        for fact in facts:
            self.facts.append(fact)
            self.years = self.years.plus(fact)

    def forget(self, person: PersonId) -> str:
        self.facts, alias = forget(self.years, self.facts, person)
        self.years = folded(self.facts)
        return alias


def _tell(file: YearsFile | _Dry, tournaments: Sequence[tuple[str, State]]) -> None:
    from carrom.tournament.years.matching import erased_in, feed

    for id, state in tournaments:
        for gone, own in erased_in(file.years, id, state):
            alias = file.forget(gone)
            nobody = next(one.id for one in file.years.everybody if one.name == alias)
            if own is not None:
                file.append([Linked(tournament=id, people={own: nobody})])
            print(f"Erased from {state.announced.name}, and forgotten here: {alias}")
        found = feed(file.years, id, state)
        file.append(found.facts)
        for doubt in found.doubts:
            print(
                f'{doubt.text} Until "same {doubt.new} {doubt.known}" is told, they are two; "apart" ends the question.'
            )
        played = sum(len(event.matches) for event in file.years.told[id].events)
        known = count_text(len(found.known_as) - found.added, "person is", "people are")
        print(
            f"{state.announced.name}, {state.announced.day}: {count_text(played, 'match', 'matches')}; "
            f"{found.added} new, {known} known; {count_text(len(found.doubts), 'question', 'questions')}"
            + ("" if found.facts else "; nothing has changed")
        )


def _same(args: argparse.Namespace) -> None:
    with opened_years(args.file) as file:
        one, other = (find(file.years, words) for words in (args.one, args.other))
        file.append([Same(was=one.id, now=other.id)])
        print(f"{one.name} is {other.name} ({other.id})")


def _apart(args: argparse.Namespace) -> None:
    with opened_years(args.file) as file:
        one, other = (find(file.years, words) for words in (args.one, args.other))
        file.append([Apart(one=one.id, other=other.id)])
        print(f"{one.id} and {other.id} are two people")


def _forget(args: argparse.Namespace) -> None:
    with opened_years(args.file) as file:
        person = find(file.years, args.who)
        others = [one.name for one in file.years.tournaments if one.id in _tournaments_of(file.years, person.id)]
        alias = file.forget(person.id)
    print(f"Forgotten: {alias} stands there instead")
    if others:
        print(f"Erase them from these tournaments too, or adding one again brings the name back: {', '.join(others)}")


def _tournaments_of(years: Years, person: PersonId) -> set[str]:
    return {id for id, people in years.links.items() if person in map(years.now, people.values())}


def _seed(args: argparse.Namespace) -> None:
    from datetime import datetime
    from uuid import uuid4

    from carrom.base.refusal import Refused
    from carrom.tournament.desk.meant import event_id
    from carrom.tournament.log.facts import Fact, FactId
    from carrom.tournament.log.file import opened
    from carrom.tournament.years.matching import feed
    from carrom.tournament.years.ratings import ratings
    from carrom.tournament.years.seeding import seeds_by_rating

    years = load_years(args.file)
    with opened(args.tournament) as file:
        state = file.loaded.state
        found = feed(years, str(file.loaded.facts[0].id), state)
        rated = ratings(years.tournaments, "doubles" if args.doubles else "singles", until=state.announced.day)
        event = state.event(event_id(state, args.event))
        bodies, best = seeds_by_rating(state, event, rated, found.known_as, args.seeds)
        if not best:
            raise CarromError("no-ratings", f"nobody in {event.id} has a rating")
        if not args.dry_run:
            now = datetime.now().replace(microsecond=0)
            told = file.append(*(Fact(id=FactId(uuid4().hex), at=now, body=one) for one in bodies))
            if isinstance(told, Refused):
                raise CarromError(told.code, f"{told.text} ({told.code})")
    for number, (entry, rating) in enumerate(best, 1):
        print(f"{number}. {entry} ({round(rating)})")
    for doubt in found.doubts:
        print(doubt.text, file=sys.stderr)
