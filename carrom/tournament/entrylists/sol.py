"""Read tournaments from dumps of SoL, the program of the European circuit.

A dump is a stream of YAML or JSON documents, perhaps gzipped: clubs, players and championships, then tourneys, whose
matches refer to competitors by position from 1. (From SoL's public documentation and dumps; no code of it is used.)
"""

import gzip
import io
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any

from carrom.base.errors import CarromError
from carrom.tournament.draws.bracket import Bye, Entrant, Fixture, MatchId, Slot
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Overrides, Stage, StageId
from carrom.tournament.model.events import (
    EntryRecorded,
    EventBody,
    PersonRecorded,
    ResultGiven,
    StageDrawn,
    TournamentCreated,
    TournamentEvent,
    TournamentEventId,
)
from carrom.tournament.model.people import Category, Entry, Person, PersonId, name_key
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.policy import Policy, plain_number
from carrom.tournament.tables.results import EntryId, Pair

# SoL's order without its last criterion, rating.
_POLICY = Policy(win=2, draw=1, order=("points", "buchholz", "net", "scored"))
_EVENT, _STAGE = CompetitionId("S"), StageId("rounds")
_FINAL, _THIRD = StageId("final"), StageId("third-place")
Document = Mapping[str, Any]
_MOST_BYTES = 32 * 1024 * 1024
_DEEPEST = 50
_PLAIN_TAGS = (  # yes, 1_000, 12:30 and dates remain text
    ("null", r"~|null|NULL|Null|", "~nN\0"),
    ("bool", r"true|false|True|False|TRUE|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]{1,18}", "-+0123456789"),
    ("float", r"[-+]?[0-9]+\.[0-9]+", "-+0123456789"),
)


def read_sol_dump(raw: bytes) -> list[Document]:
    if raw[:2] == b"\x1f\x8b":
        raw = _unzipped(raw)
    if len(raw) > _MOST_BYTES:
        raise CarromError("list-too-large", f"the dump is too large: {_MOST_BYTES // 1024**2} MB can be read")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CarromError("not-text", f"the dump is not UTF-8 at byte {error.start + 1}") from None
    if text.lstrip().startswith("["):
        try:
            found = json.loads(text)
        except json.JSONDecodeError as error:
            raise CarromError("not-json", f"the dump is not JSON: {error.msg} at character {error.pos + 1}") from None
        except RecursionError:
            raise CarromError("nested-too-deeply", "the dump is nested too deeply") from None
    else:
        found = yaml_documents(text)
    if not found or not all(isinstance(one, Mapping) for one in found) or "players" not in found[0]:
        raise CarromError("not-a-dump", "this is not a dump of SoL: its first document should list players")
    return list(found)


def _unzipped(raw: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(raw)) as file:
            return file.read(_MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise CarromError("dump-incomplete", f"the dump is not whole: {error}") from None


def tourney_facts(dump: Sequence[Document], *, tourney: str | None = None) -> tuple[list[TournamentEvent], list[str]]:
    """One tourney as events, with notes on points that differ."""
    one = _chosen(dump[1:], tourney)
    try:
        facts = _facts(dump[0], one)
    except CarromError:
        raise
    except KeyError as error:
        raise CarromError("not-a-dump", f"this is not a dump as SoL writes it: {error} is missing") from None
    except (AttributeError, TypeError, ValueError) as error:
        raise CarromError("not-a-dump", f"this is not a dump as SoL writes it: {error}") from None
    return facts, _notes(one, facts)


def _facts(lists: Document, one: Document) -> list[TournamentEvent]:
    people = [_person(value, lists) for value in lists["players"]]
    named = Counter(person.name for person in people)
    entries = [_entry(value, people, named) for value in one["competitors"]]
    ids = tuple(entry.id for entry in entries)
    played = sorted(one.get("matches") or [], key=lambda match: (match["turn"], match["board"]))
    matches = [match for match in played if not match.get("final")]
    finals = _finals([match for match in played if match.get("final")], ids)
    kind = "singles" if all(len(entry.members) == 1 for entry in entries) else "doubles"
    turns = sorted({match["turn"] for match in matches})
    definition = _definition(one, kind, rounds=max(int(one.get("currentturn") or 0), len(turns), 1), finals=finals)
    playing = {member for entry in entries for member in entry.members}
    bodies: list[EventBody] = [TournamentCreated(definition=definition)]
    bodies += [PersonRecorded(person=person) for person in people if person.id in playing]
    bodies += [EntryRecorded(event=_EVENT, entry=entry) for entry in entries]
    number = 0
    for turn in turns:
        fixtures: list[Fixture] = []
        results: list[EventBody] = []
        for match in (match for match in matches if match["turn"] == turn):
            number += 1
            fixture, result = _match(match, MatchId(f"M{number}"), ids, turn)
            fixtures.append(fixture)
            results += [result] if result is not None else []
        bodies.append(StageDrawn(event=_EVENT, stage=_STAGE, fixtures=tuple(fixtures), groups=(ids,)))
        bodies += results
    for final in finals:
        number += 1
        bodies += final.bodies(MatchId(f"M{number}"))
    start = datetime.combine(definition.day, datetime.min.time())
    name = str(one.get("guid") or "sol")
    return [
        TournamentEvent(id=TournamentEventId(f"{name}-{n}"), at=start + timedelta(seconds=n), by="sol", body=body, n=n)
        for n, body in enumerate(bodies, 1)
    ]


def each_tourney_facts(dump: Sequence[Document]) -> Iterator[list[TournamentEvent]]:
    for one in dump[1:]:
        if one.get("competitors"):
            yield tourney_facts([dump[0], one])[0]


def _notes(tourney: Document, facts: Sequence[TournamentEvent]) -> list[str]:
    folded = fold_events(facts)
    if folded.refused is not None:
        raise CarromError("dump-contradicts-itself", f"the dump contradicts itself: {folded.refused.text}")
    (table,) = TournamentNow(folded.state).tables(StageKey(_EVENT, _STAGE)) or (None,)
    if table is None:
        return []
    points = {row.entry: row.points for row in table.standings.table}
    notes = []
    for entry, competitor in zip(table.entries, tourney["competitors"], strict=True):
        points_there = competitor.get("points")
        if isinstance(points_there, int) and points_there != points[entry]:
            notes.append(f"SoL has {points_there} points for {entry}; the results make {plain_number(points[entry])}.")
    return notes


def _chosen(tourneys: Sequence[Document], wanted: str | None) -> Document:
    if not tourneys:
        raise CarromError("no-tourney", "the dump holds no tourney")
    fitting = [one for one in tourneys if wanted is None or wanted.casefold() in _title(one).casefold()]
    if len(fitting) == 1:
        return fitting[0]
    names = "; ".join(_title(one) for one in fitting or tourneys)
    raise CarromError("which-tourney", f"say which tourney is meant: {names}")


def _title(tourney: Document) -> str:
    return f"{tourney.get('description')} ({tourney.get('date')})"


@dataclass(frozen=True, slots=True)
class _Final:
    """A final: one game, or best of three."""

    stage: StageId
    a: EntryId
    b: EntryId
    scores: tuple[Pair, ...]

    @property
    def most_games(self) -> int:
        return 1 if len(self.scores) == 1 else 3

    def definition(self) -> Stage:
        return Stage(
            id=self.stage, format="knockout", rulebook="icf", overrides=Overrides(games=self.most_games, boards=0)
        )

    def bodies(self, match: MatchId) -> list[EventBody]:
        fixture = Fixture(id=match, round="final", slots=(Entrant(self.a), Entrant(self.b)))
        total = sum(a for a, _ in self.scores), sum(b for _, b in self.scores)
        won = sum(a > b for a, b in self.scores), sum(a < b for a, b in self.scores)
        result = ResultGiven(match=match, a=self.a, b=self.b, score=total, games=won if len(self.scores) > 1 else None)
        drawn = StageDrawn(event=_EVENT, stage=self.stage, fixtures=(fixture,))
        is_over = max(won) == self.most_games // 2 + 1
        return [drawn, result] if is_over else [drawn]


def _finals(matches: Sequence[Document], entries: Sequence[EntryId]) -> list[_Final]:
    scores: dict[tuple[EntryId, EntryId], list[Pair]] = {}
    for match in matches:
        a, b = (_at(entries, match.get(key), "competitor") for key in ("competitor1", "competitor2"))
        score = int(match.get("score1") or 0), int(match.get("score2") or 0)
        if (b, a) in scores:
            a, b, score = b, a, (score[1], score[0])
        scores.setdefault((a, b), []).append(score)
    stages = (_FINAL, _THIRD)
    if len(scores) > len(stages):
        raise CarromError("too-many-finals", f"the dump has {len(scores)} finals, and two can be read")
    found = [_Final(stage, a, b, tuple(met)) for stage, ((a, b), met) in zip(stages, scores.items(), strict=False)]
    return found[::-1]


def _definition(tourney: Document, kind: Any, *, rounds: int, finals: Sequence[_Final]) -> Definition:
    stage = Stage(
        id=_STAGE,
        format="swiss",
        rulebook="icf",
        overrides=Overrides(games=1, boards_until="always"),
        policy=_POLICY,
        rounds=rounds,
    )
    stages = (stage, *(final.definition() for final in finals))
    name = str(tourney.get("description"))
    event = Competition(id=_EVENT, name=name, category=Category(kind=kind), stages=stages)
    return Definition(
        name=name,
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


def _entry(value: Document, people: Sequence[Person], named: Mapping[str, int]) -> Entry:
    members = [_at(people, number, "player") for number in value["players"]]
    names = [one.name if named[one.name] == 1 else f"{one.name} ({one.id})" for one in members]
    return Entry(id=EntryId(" / ".join(names)), members=tuple(one.id for one in members))


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
        raise CarromError(
            "dump-contradicts-itself", f"the dump names the {what} {number!r}, and there are {len(values)}"
        )
    return values[number - 1]


def _date(value: object) -> date | None:
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None


def yaml_documents(text: str) -> list[Any]:
    """Non-empty documents of a YAML stream.

    Anchors, which could expand to gigabytes, and deep nesting are refused.
    """
    import yaml

    loader = _loader()
    depth = 0
    try:
        for event in yaml.parse(text, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if isinstance(event, yaml.AliasEvent) or depth > _DEEPEST:
                line = event.start_mark.line + 1 if event.start_mark is not None else 1
                what = "is nested too deeply" if depth > _DEEPEST else "refers to another part of it"
                raise CarromError("not-yaml", f"line {line} of the dump {what}")
        return [one for one in yaml.load_all(text, Loader=loader) if one is not None]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1} of the dump" if mark is not None else "the dump"
        raise CarromError("not-yaml", f"{where} cannot be read: {getattr(error, 'problem', None) or error}") from None


@lru_cache(maxsize=1)
def _loader() -> Any:
    import yaml

    loader: Any = type("Loader", (getattr(yaml, "CBaseLoader", yaml.BaseLoader),), {})

    def scalar(convert: Callable[[str], Any]) -> Any:
        return lambda loader, node: convert(loader.construct_scalar(node))

    def plain(loader: Any, suffix: str, node: Any) -> Any:
        if isinstance(node, yaml.MappingNode):
            return loader.construct_mapping(node, deep=True)
        if isinstance(node, yaml.SequenceNode):
            return loader.construct_sequence(node, deep=True)
        return loader.construct_scalar(node)

    for kind, pattern, first in _PLAIN_TAGS:
        letters = [letter if letter != "\0" else "" for letter in first]
        loader.add_implicit_resolver(f"tag:yaml.org,2002:{kind}", re.compile(f"(?:{pattern})$"), letters)
    loader.add_constructor("tag:yaml.org,2002:null", lambda loader, node: None)
    loader.add_constructor("tag:yaml.org,2002:bool", scalar(lambda text: text.lower() == "true"))
    loader.add_constructor("tag:yaml.org,2002:int", scalar(int))
    loader.add_constructor("tag:yaml.org,2002:float", scalar(float))
    loader.add_multi_constructor("", plain)
    return loader
