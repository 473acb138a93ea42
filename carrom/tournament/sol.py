"""Read a tournament out of a dump of SoL, the program of the European circuit.

A dump is a stream of documents, YAML or a JSON list, perhaps gzipped. The first holds clubs, players and championships;
each further one is a tourney whose competitors name players, and whose matches name competitors, by their place in the
list from 1. A match without a second competitor was played against nobody: a bye. (From SoL's public documentation
and dumps; no code of it is used here.)
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from carrom.errors import CarromError
from carrom.tournament.bracket import Bye, Entrant, MatchId, Slot
from carrom.tournament.definition import Definition, Event, EventId, Play, Stage, StageId
from carrom.tournament.entering import name_key
from carrom.tournament.facts import Body, Created, Drawn, Entered, Fact, FactId, Fixture, PersonRecorded, ResultGiven
from carrom.tournament.people import Category, Entry, Person, PersonId
from carrom.tournament.policy import Policy
from carrom.tournament.results import EntryId
from carrom.tournament.sol_yaml import documents

# SoL orders by points, Buchholz, net score, total score; the second figure has no counterpart here.
_POLICY = Policy(win=2, draw=1, order=("points", "net", "scored"))
_EVENT, _STAGE = EventId("S"), StageId("rounds")
Document = Mapping[str, Any]


def read_dump(raw: bytes) -> list[Document]:
    """The documents of a dump."""
    if raw[:2] == b"\x1f\x8b":
        try:
            raw = gzip.decompress(raw)
        except (OSError, EOFError) as error:
            raise CarromError(f"the dump is not whole: {error}") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CarromError(f"the dump is not UTF-8 at byte {error.start + 1}") from None
    if text.lstrip().startswith("["):
        try:
            found = json.loads(text)
        except json.JSONDecodeError as error:
            raise CarromError(f"the dump is not JSON: {error.msg} at character {error.pos + 1}") from None
    else:
        found = documents(text)
    if not found or not all(isinstance(one, Mapping) for one in found) or "players" not in found[0]:
        raise CarromError("this is not a dump of SoL: its first document should list players")
    return list(found)


def facts_of(dump: Sequence[Document], *, tourney: str | None = None) -> tuple[list[Fact], list[str]]:
    """One tourney of the dump as the facts of a tournament, and notes on what has no counterpart."""
    lists, one = dump[0], _chosen(dump[1:], tourney)
    people = [_person(value, lists) for value in lists["players"]]
    entries = [_entry(value, people) for value in one["competitors"]]
    matches = sorted(
        (match for match in one.get("matches") or [] if not match.get("final")),
        key=lambda match: (match["turn"], match["board"]),
    )
    notes = ["SoL's Buchholz figure has no counterpart: the table is by points, net and points scored."]
    finals = len(one.get("matches") or []) - len(matches)
    if finals:
        notes.append(f"{finals} final matches after the last round are left out.")
    kind = "singles" if all(len(entry.members) == 1 for entry in entries) else "doubles"
    turns = sorted({match["turn"] for match in matches})
    definition = _definition(one, kind, rounds=max(int(one.get("currentturn") or 0), len(turns), 1))
    playing = {member for entry in entries for member in entry.members}
    bodies: list[Body] = [Created(definition=definition)]
    bodies += [PersonRecorded(person=person) for person in people if person.id in playing]
    bodies += [Entered(event=_EVENT, entry=entry) for entry in entries]
    ids = tuple(entry.id for entry in entries)
    number = 0
    for turn in turns:
        fixtures: list[Fixture] = []
        results: list[Body] = []
        for match in (match for match in matches if match["turn"] == turn):
            number += 1
            fixture, result = _match(match, MatchId(f"M{number}"), ids, turn)
            fixtures.append(fixture)
            results += [result] if result is not None else []
        bodies.append(Drawn(event=_EVENT, stage=_STAGE, fixtures=tuple(fixtures), groups=(ids,)))
        bodies += results
    start = datetime.combine(definition.day, datetime.min.time())
    name = str(one.get("guid") or "sol")
    facts = [
        Fact(id=FactId(f"{name}-{n}"), at=start + timedelta(seconds=n), by="sol", body=body, n=n)
        for n, body in enumerate(bodies, 1)
    ]
    return facts, notes


def _chosen(tourneys: Sequence[Document], wanted: str | None) -> Document:
    if not tourneys:
        raise CarromError("the dump holds no tourney")
    fitting = [one for one in tourneys if wanted is None or wanted.casefold() in _title(one).casefold()]
    if len(fitting) == 1:
        return fitting[0]
    names = "; ".join(_title(one) for one in fitting or tourneys)
    raise CarromError(f"say which tourney is meant: {names}")


def _title(tourney: Document) -> str:
    return f"{tourney.get('description')} ({tourney.get('date')})"


def _definition(tourney: Document, kind: Any, *, rounds: int) -> Definition:
    stage = Stage(id=_STAGE, format="swiss", rulebook="icf", play=Play(boards=8), policy=_POLICY, rounds=rounds)
    event = Event(id=_EVENT, name=str(tourney.get("description")), category=Category(kind=kind), stages=(stage,))
    return Definition(
        name=str(tourney.get("description")),
        day=_date(tourney.get("date")) or date(1970, 1, 1),
        venue=tourney.get("location"),
        events=(event,),
        template=None,
    )


def _person(value: Document, lists: Document) -> Person:
    name = f"{value.get('firstname') or ''} {value.get('lastname') or ''}".strip() or "unnamed"
    club = value.get("club")
    clubs = lists.get("clubs") or []
    sex = str(value.get("sex") or "").lower()
    return Person(
        id=PersonId(str(value.get("guid") or name_key(name).replace(" ", "-"))),
        name=name,
        born=_date(value.get("birthdate")),
        gender="f" if sex == "f" else "m" if sex == "m" else None,
        club=_at(clubs, club, "club").get("description") if isinstance(club, int) else None,
    )


def _entry(value: Document, people: Sequence[Person]) -> Entry:
    members = [_at(people, number, "player") for number in value["players"]]
    return Entry(id=EntryId(" / ".join(one.name for one in members)), members=tuple(one.id for one in members))


def _match(
    value: Document, match: MatchId, entries: Sequence[EntryId], turn: int
) -> tuple[Fixture, ResultGiven | None]:
    a = _at(entries, value["competitor1"], "competitor")
    other = value.get("competitor2")
    b = None if other is None else _at(entries, other, "competitor")
    slots: tuple[Slot, Slot] = (Entrant(a), Bye() if b is None else Entrant(b))
    fixture = Fixture(id=match, round="group", slots=slots, group=0, turn=turn)
    score = (int(value.get("score1") or 0), int(value.get("score2") or 0))
    if b is None or score == (0, 0):
        return fixture, None
    return fixture, ResultGiven(match=match, a=a, b=b, score=score)


def _at(values: Sequence[Any], number: Any, what: str) -> Any:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= len(values):
        raise CarromError(f"the dump names the {what} {number!r}, and there are {len(values)}")
    return values[number - 1]


def _date(value: object) -> date | None:
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None
