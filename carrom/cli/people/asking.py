"""show, ratings, meet, championship: what the file of people can be asked."""

import argparse
from datetime import date
from typing import Any

from carrom.base.errors import CarromError
from carrom.cli.people.common import Verbs, add, find, names_of, put
from carrom.cli.tournament.common import day
from carrom.tournament.log.people import count_text
from carrom.tournament.years.championships import PRESETS, Championship, championship_table, read_points
from carrom.tournament.years.people_file import Announced, Years, load_years, opened_years


def configure(verbs: Verbs) -> None:
    """Add the sub-verbs."""
    show = add(verbs, "show", _show, "everybody, or what one person has played")
    show.add_argument("who", nargs="?", metavar="NAME")
    rated = add(verbs, "ratings", _ratings, "ratings by Glicko-2")
    rated.add_argument("--on", type=day, metavar="YYYY-MM-DD", help="as of that day")
    rated.add_argument("--least", type=int, default=1, metavar="N", help="only who has played so many matches")
    rated.add_argument("--doubles", action="store_true", help="the ratings of doubles")
    meet = add(verbs, "meet", _meet, "every match of two people against each other")
    meet.add_argument("one")
    meet.add_argument("other")
    cup = add(verbs, "championship", _championship, "announce a championship of tournaments, or show its table")
    cup.add_argument("name", nargs="?")
    cup.add_argument("--of", action="append", default=[], metavar="TOURNAMENT", help="a part of its name, or its day")
    cup.add_argument("--points", help=f"share, {', '.join(PRESETS)}, or by place such as 18,16,14")
    cup.add_argument("--best", type=int, default=0, metavar="N", help="only the best N of somebody's tournaments count")
    cup.add_argument("--kind", choices=("singles", "doubles", "teams"), default="singles")
    cup.add_argument("--event", help="only events of this id")
    for one in (show, rated, meet, cup):
        one.add_argument("--json", action="store_true", help="one JSON per line")


def _show(args: argparse.Namespace) -> None:
    from carrom.tournament.years.careers import CareerTally, career, tallies

    years = load_years(args.file)
    rows: list[dict[str, Any]] = []
    if args.who is None:
        names, counted = names_of(years), tallies(years.tournaments)
        for known in sorted(years.everybody, key=lambda one: names[one.id]):
            tally = counted.get(known.id, CareerTally())
            row = {"id": known.id, "name": names[known.id], "club": known.club, "tournaments": tally.tournaments}
            rows.append(row | {"won": tally.won, "drawn": tally.drawn, "lost": tally.lost})
        put(args, count_text(len(rows), "person", "people"), rows)
        return
    person = find(years, args.who)
    for one in career(years.tournaments, person.id):
        place = f"{one.place} of {one.entries}" if one.place else None
        row = {"day": one.day.isoformat(), "tournament": one.tournament, "event": one.event, "place": place}
        rows.append(row | {"won": one.won, "drawn": one.drawn, "lost": one.lost})
    put(args, f"{person.name} ({person.id})", rows)


def _ratings(args: argparse.Namespace) -> None:
    from carrom.tournament.years.ratings import rating_on, ratings

    years = load_years(args.file)
    discipline = "doubles" if args.doubles else "singles"
    found = ratings(years.tournaments, "doubles" if args.doubles else "singles", until=args.on)
    names = names_of(years)
    on = args.on or max((one.day for one in years.tournaments), default=date.min)
    rated = {one: (rating_on(known, on), known) for one, known in found.items() if known.matches >= args.least}
    order = sorted(rated, key=lambda one: (-rated[one][0].rating, names[one]))
    rows = [
        {"place": place, "name": names[one], "rating": round(rating.rating), "±": round(2 * rating.deviation)}
        | {"matches": known.matches, "last": known.last.isoformat()}
        for place, one in enumerate(order, 1)
        for rating, known in [rated[one]]
    ]
    put(args, f"Ratings of {discipline}, {on.isoformat()}", rows)


def _meet(args: argparse.Namespace) -> None:
    from carrom.tournament.years.careers import meetings

    years = load_years(args.file)
    one, other = (find(years, words) for words in (args.one, args.other))
    found = meetings(years.tournaments, one.id, other.id)
    rows = [
        {"day": met.day.isoformat(), "tournament": met.tournament, "event": met.event, "round": met.round}
        | {"score": None if met.score is None else f"{met.score[0]}–{met.score[1]}"}
        | {"winner": {1: one.name, 0: other.name}.get(int(met.outcome) if met.outcome != 0.5 else -1)}
        for met in found
    ]
    won = [met.outcome for met in found]
    put(args, f"{one.name} – {other.name}: won {won.count(1)}, drawn {won.count(0.5)}, lost {won.count(0)}", rows)


def _championship(args: argparse.Namespace) -> None:
    if args.of:
        if args.name is None:
            raise CarromError("name-missing", "a championship has a name")
        with opened_years(args.file) as file:
            chosen = [_tournament(file.years, words) for words in args.of]
            announced = Championship(
                name=args.name,
                tournaments=tuple(dict.fromkeys(chosen)),
                kind=args.kind,
                event=args.event,
                points=read_points(args.points or "share"),
                best=args.best,
            )
            file.append([Announced(championship=announced)])
    years = load_years(args.file)
    if args.name is None:
        put(
            args,
            "Championships",
            [{"name": one.name, "tournaments": len(one.tournaments)} for one in years.championships.values()],
        )
        return
    if args.name not in years.championships:
        raise CarromError("unknown-championship", f"there is no championship {args.name!r}: announce it with --of")
    championship = years.championships[args.name]
    names, tournaments = names_of(years), years.tournaments
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
    put(args, f"{championship.name}, {championship.kind}{best}", rows)


def _tournament(years: Years, words: str) -> str:
    found = [one for one in years.tournaments if words.casefold() in f"{one.name} {one.day.isoformat()}".casefold()]
    if len(found) != 1:
        listed = "; ".join(f"{one.name} ({one.day})" for one in found or years.tournaments)
        raise CarromError(
            "which-tournament",
            f"{words!r} is {'more than one' if found else 'no'} tournament: there are {listed or 'none'}",
        )
    return found[0].id
