"""`carrom people`: players and their results over the years, in one file."""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from carrom.base.errors import CarromError
from carrom.base.files import prefix_errors, read_whole
from carrom.cli.tournament.common import parse_day
from carrom.render.sheets.sheet import Grid, Sheet, sheet_text
from carrom.tournament.log.file import load
from carrom.tournament.model.people import PeopleByName, Person, PersonId, count_text
from carrom.tournament.model.state import State
from carrom.tournament.ratings.championships import POINT_SCALES, Championship, championship_table, read_points
from carrom.tournament.ratings.people_file import (
    ChampionshipAdded,
    DifferentPeople,
    PeopleFact,
    PeopleFile,
    PeopleHistory,
    PeopleLinked,
    SamePerson,
    fold_people,
    load_people,
    open_people_file,
    read_people_facts,
    without_person,
)

Verbs = Any  # argparse exports no type for sub-parsers


def configure(parser: argparse.ArgumentParser) -> None:
    verbs = parser.add_subparsers(title="what to do", metavar="<what>", required=True)
    _add_updates(verbs)
    _add_queries(verbs)


def run(args: argparse.Namespace) -> int:
    args.act(args)
    return 0


def _add_verb(verbs: Verbs, name: str, act: Any, summary: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = verbs.add_parser(name, help=summary, description=summary)
    parser.add_argument("file", type=Path, help="the file of people")
    parser.set_defaults(act=act)
    return parser


def _persons(years: PeopleHistory) -> list[Person]:
    return [Person(id=one.id, name=one.name, club=one.club, formerly=one.formerly) for one in years.everybody]


def _names(years: PeopleHistory) -> dict[PersonId, str]:
    people = _persons(years)
    namesakes = PeopleByName(people)
    return {one.id: namesakes.distinct_name(one) for one in people}


def _find(years: PeopleHistory, words: str) -> Person:
    return PeopleByName(_persons(years)).find(words)


def _print_rows(args: argparse.Namespace, title: str, rows: Sequence[dict[str, Any]]) -> None:
    """Print JSON lines or a table."""
    if args.json:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
        return
    if not rows:
        print(f"{title}\nnothing is known")
        return
    heads = list(rows[0])
    numbers = frozenset(at for at, head in enumerate(heads) if all(isinstance(row[head], int | None) for row in rows))
    grid = Grid(
        heads=tuple(heads),
        rows=tuple(tuple("" if row[head] is None else str(row[head]) for head in heads) for row in rows),
        numbers=numbers,
    )
    print(sheet_text(Sheet(title=title, subtitle="", parts=(grid,))), end="")


def _add_queries(verbs: Verbs) -> None:
    show = _add_verb(verbs, "show", _show, "everybody, or what one person has played")
    show.add_argument("who", nargs="?", metavar="NAME")
    rated = _add_verb(verbs, "ratings", _ratings, "ratings by Glicko-2")
    rated.add_argument("--on", type=parse_day, metavar="YYYY-MM-DD", help="as of that day")
    rated.add_argument("--least", type=int, default=1, metavar="N", help="only who has played so many matches")
    rated.add_argument("--doubles", action="store_true", help="the ratings of doubles")
    meet = _add_verb(verbs, "meet", _meet, "every match of two people against each other")
    meet.add_argument("one")
    meet.add_argument("other")
    cup = _add_verb(verbs, "championship", _championship, "announce a championship of tournaments, or show its table")
    cup.add_argument("name", nargs="?")
    cup.add_argument("--of", action="append", default=[], metavar="TOURNAMENT", help="a part of its name, or its day")
    cup.add_argument("--points", help=f"share, {', '.join(POINT_SCALES)}, or by place such as 18,16,14")
    cup.add_argument("--best", type=int, default=0, metavar="N", help="only the best N of somebody's tournaments count")
    cup.add_argument("--kind", choices=("singles", "doubles", "teams"), default="singles")
    cup.add_argument("--event", help="only events of this id")
    for one in (show, rated, meet, cup):
        one.add_argument("--json", action="store_true", help="one JSON per line")


def _show(args: argparse.Namespace) -> None:
    from carrom.tournament.ratings.history import CareerTally, career, tallies

    years = load_people(args.file)
    rows: list[dict[str, Any]] = []
    if args.who is None:
        names, counted = _names(years), tallies(years.tournaments)
        for known in sorted(years.everybody, key=lambda one: names[one.id]):
            tally = counted.get(known.id, CareerTally())
            row = {"id": known.id, "name": names[known.id], "club": known.club, "tournaments": tally.tournaments}
            rows.append(row | {"won": tally.won, "drawn": tally.drawn, "lost": tally.lost})
        _print_rows(args, count_text(len(rows), "person", "people"), rows)
        return
    person = _find(years, args.who)
    for one in career(years.tournaments, person.id):
        place = f"{one.place} of {one.entries}" if one.place else None
        row = {"day": one.day.isoformat(), "tournament": one.tournament, "event": one.event, "place": place}
        rows.append(row | {"won": one.won, "drawn": one.drawn, "lost": one.lost})
    _print_rows(args, f"{person.name} ({person.id})", rows)


def _ratings(args: argparse.Namespace) -> None:
    from carrom.tournament.ratings.player_ratings import rating_on, ratings

    years = load_people(args.file)
    discipline = "doubles" if args.doubles else "singles"
    found = ratings(years.tournaments, "doubles" if args.doubles else "singles", until=args.on)
    names = _names(years)
    on = args.on or max((one.day for one in years.tournaments), default=date.min)
    rated = {one: (rating_on(known, on), known) for one, known in found.items() if known.matches >= args.least}
    order = sorted(rated, key=lambda one: (-rated[one][0].rating, names[one]))
    rows = [
        {"place": place, "name": names[one], "rating": round(rating.rating), "±": round(2 * rating.deviation)}
        | {"matches": known.matches, "last": known.last.isoformat()}
        for place, one in enumerate(order, 1)
        for rating, known in [rated[one]]
    ]
    _print_rows(args, f"Ratings of {discipline}, {on.isoformat()}", rows)


def _meet(args: argparse.Namespace) -> None:
    from carrom.tournament.ratings.history import meetings

    years = load_people(args.file)
    one, other = (_find(years, words) for words in (args.one, args.other))
    found = meetings(years.tournaments, one.id, other.id)
    rows = [
        {"day": met.day.isoformat(), "tournament": met.tournament, "event": met.event, "round": met.round}
        | {"score": None if met.score is None else f"{met.score[0]}–{met.score[1]}"}
        | {"winner": {1: one.name, 0: other.name}.get(int(met.outcome) if met.outcome != 0.5 else -1)}
        for met in found
    ]
    won = [met.outcome for met in found]
    _print_rows(
        args, f"{one.name} – {other.name}: won {won.count(1)}, drawn {won.count(0.5)}, lost {won.count(0)}", rows
    )


def _championship(args: argparse.Namespace) -> None:
    if args.of:
        if args.name is None:
            raise CarromError("name-missing", "a championship has a name")
        with open_people_file(args.file) as file:
            chosen = [_tournament(file.years, words) for words in args.of]
            announced = Championship(
                name=args.name,
                tournaments=tuple(dict.fromkeys(chosen)),
                kind=args.kind,
                event=args.event,
                points=read_points(args.points or "share"),
                best=args.best,
            )
            file.append([ChampionshipAdded(championship=announced)])
    years = load_people(args.file)
    if args.name is None:
        _print_rows(
            args,
            "Championships",
            [{"name": one.name, "tournaments": len(one.tournaments)} for one in years.championships.values()],
        )
        return
    if args.name not in years.championships:
        raise CarromError("unknown-championship", f"there is no championship {args.name!r}: announce it with --of")
    championship = years.championships[args.name]
    names, tournaments = _names(years), years.tournaments
    titles = [one for one in tournaments if one.id in championship.tournaments]
    rows: list[dict[str, Any]] = []
    for line in championship_table(championship, tournaments):
        row: dict[str, Any] = {"place": line.place, "name": names[line.person]}
        for one in titles:
            points = line.by_tournament.get(one.id)
            title = f"{one.name} {one.day.isoformat()}"
            row[title] = None if points is None else f"({points})" if one.id in line.dropped else points
        rows.append(row | {"points": line.points})
    best = f", the best {championship.best} count" if championship.best else ""
    _print_rows(args, f"{championship.name}, {championship.kind}{best}", rows)


def _tournament(years: PeopleHistory, words: str) -> str:
    found = [one for one in years.tournaments if words.casefold() in f"{one.name} {one.day.isoformat()}".casefold()]
    if len(found) != 1:
        listed = "; ".join(f"{one.name} ({one.day})" for one in found or years.tournaments)
        raise CarromError(
            "which-tournament",
            f"{words!r} is {'more than one' if found else 'no'} tournament: there are {listed or 'none'}",
        )
    return found[0].id


def _add_updates(verbs: Verbs) -> None:
    about = "take the people and results of tournaments into the file, which is made if need be"
    feed = _add_verb(verbs, "add", _add, about)
    feed.add_argument("tournaments", nargs="+", type=Path, metavar="TOURNAMENT")
    sol = _add_verb(verbs, "sol", _sol, "take every tourney of a dump of SoL into the file")
    sol.add_argument("dump", type=Path)
    same = _add_verb(verbs, "same", _same, "two turned out to be one person: the second one")
    apart = _add_verb(verbs, "apart", _apart, "two of one name are two people, so that nobody asks again")
    for one in (same, apart):
        one.add_argument("one")
        one.add_argument("other")
    forget = _add_verb(verbs, "forget", _forget, "take somebody's name, clubs and day of birth out of the file")
    forget.add_argument("who")
    seed = _add_verb(verbs, "seed", _seed, "seed an event of a tournament by the ratings, before it is drawn")
    seed.add_argument("tournament", type=Path)
    seed.add_argument("--event")
    seed.add_argument("--seeds", type=int, default=8, metavar="N", help="how many; 8 if not given")
    seed.add_argument("--doubles", action="store_true", help="by the ratings of doubles")
    for one in (feed, sol, seed):
        one.add_argument("--dry-run", action="store_true", help="only say what would happen, with every doubt")


def _add(args: argparse.Namespace) -> None:
    states = []
    for path in args.tournaments:
        loaded = load(path)
        with prefix_errors(path):
            if not loaded.facts:
                raise CarromError("tournament-empty", "the tournament is empty")
        states.append((str(loaded.facts[0].id), loaded.state))
    _add_tournaments(args, states)


def _sol(args: argparse.Namespace) -> None:
    from carrom.tournament.entrylists.sol import each_tourney_facts, read_sol_dump
    from carrom.tournament.log.transitions import fold_events

    raw = read_whole(args.dump)
    with prefix_errors(args.dump):
        found = [(str(facts[0].id), fold_events(facts).state) for facts in each_tourney_facts(read_sol_dump(raw))]
        if not found:
            raise CarromError("no-tourney", "the dump holds no tourney")
    _add_tournaments(args, sorted(found, key=lambda one: one[1].announced.day))


def _add_tournaments(args: argparse.Namespace, tournaments: Sequence[tuple[str, State]]) -> None:
    if args.dry_run:
        _add_and_report(_DryRun(read_people_facts(args.file) if args.file.exists() else []), tournaments)
        return
    with open_people_file(args.file, create=True) as file:
        _add_and_report(file, tournaments)


class _DryRun:
    """People in memory, for --dry-run."""

    def __init__(self, facts: list[PeopleFact]) -> None:
        self.facts, self.years = facts, fold_people(facts)

    def append(self, facts: Iterable[PeopleFact]) -> None:
        for fact in facts:
            self.facts.append(fact)
            self.years = self.years.plus(fact)

    def forget(self, person: PersonId) -> str:
        self.facts, alias = without_person(self.years, self.facts, person)
        self.years = fold_people(self.facts)
        return alias


def _add_and_report(file: PeopleFile | _DryRun, tournaments: Sequence[tuple[str, State]]) -> None:
    from carrom.tournament.ratings.people_matching import add_tournament, erased_people

    for id, state in tournaments:
        for erased, own in erased_people(file.years, id, state):
            alias = file.forget(erased)
            nobody = next(one.id for one in file.years.everybody if one.name == alias)
            if own is not None:
                file.append([PeopleLinked(tournament=id, people={own: nobody})])
            print(f"Erased from {state.announced.name}, and forgotten here: {alias}")
        found = add_tournament(file.years, id, state)
        file.append(found.facts)
        for doubt in found.doubts:
            print(
                f'{doubt.text} Until "same {doubt.new} {doubt.known}" is told, they are two; "apart" ends the question.'
            )
        played = sum(len(event.matches) for event in file.years.recorded[id].events)
        known = count_text(len(found.known_as) - found.added, "person is", "people are")
        print(
            f"{state.announced.name}, {state.announced.day}: {count_text(played, 'match', 'matches')}; "
            f"{found.added} new, {known} known; {count_text(len(found.doubts), 'question', 'questions')}"
            + ("" if found.facts else "; nothing has changed")
        )


def _same(args: argparse.Namespace) -> None:
    with open_people_file(args.file) as file:
        one, other = (_find(file.years, words) for words in (args.one, args.other))
        file.append([SamePerson(was=one.id, now=other.id)])
        print(f"{one.name} is {other.name} ({other.id})")


def _apart(args: argparse.Namespace) -> None:
    with open_people_file(args.file) as file:
        one, other = (_find(file.years, words) for words in (args.one, args.other))
        file.append([DifferentPeople(one=one.id, other=other.id)])
        print(f"{one.id} and {other.id} are two people")


def _forget(args: argparse.Namespace) -> None:
    with open_people_file(args.file) as file:
        person = _find(file.years, args.who)
        others = [one.name for one in file.years.tournaments if one.id in _tournaments_of(file.years, person.id)]
        alias = file.forget(person.id)
    print(f"Forgotten: {alias} stands there instead")
    if others:
        print(f"Erase them from these tournaments too, or adding one again brings the name back: {', '.join(others)}")


def _tournaments_of(years: PeopleHistory, person: PersonId) -> set[str]:
    return {id for id, people in years.links.items() if person in map(years.now, people.values())}


def _seed(args: argparse.Namespace) -> None:
    from datetime import datetime
    from uuid import uuid4

    from carrom.base.errors import Refused
    from carrom.tournament.desk.references import find_event
    from carrom.tournament.log.file import open_tournament_file
    from carrom.tournament.model.events import TournamentEvent, TournamentEventId
    from carrom.tournament.ratings.people_matching import add_tournament
    from carrom.tournament.ratings.player_ratings import ratings, seeds_by_rating

    years = load_people(args.file)
    with open_tournament_file(args.tournament) as file:
        state = file.loaded.state
        found = add_tournament(years, str(file.loaded.facts[0].id), state)
        rated = ratings(years.tournaments, "doubles" if args.doubles else "singles", until=state.announced.day)
        event = state.event(find_event(state, args.event))
        bodies, best = seeds_by_rating(state, event, rated, found.known_as, args.seeds)
        if not best:
            raise CarromError("no-ratings", f"nobody in {event.id} has a rating")
        if not args.dry_run:
            now = datetime.now().replace(microsecond=0)
            appended = file.append(
                *(TournamentEvent(id=TournamentEventId(uuid4().hex), at=now, body=one) for one in bodies)
            )
            if isinstance(appended, Refused):
                raise CarromError(appended.code, f"{appended.text} ({appended.code})")
    for number, (entry, rating) in enumerate(best, 1):
        print(f"{number}. {entry} ({round(rating)})")
    for doubt in found.doubts:
        print(doubt.text, file=sys.stderr)
