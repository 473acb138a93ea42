"""People across tournaments: matching, history, ratings, championships, seeds, and the people file."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from carrom.cli import main
from carrom.tournament.desk.prizes import final_places
from carrom.tournament.desk.simulate import Simulation
from carrom.tournament.entrylists.sol import each_tourney_facts, read_sol_dump
from carrom.tournament.log.erasure import Erasure
from carrom.tournament.log.file import tournament_text as to_text
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import CompetitionId
from carrom.tournament.model.events import EntryLeft, EntryRecorded, PersonRecorded, ResultGiven
from carrom.tournament.model.people import Entry, Person, PersonId
from carrom.tournament.model.state import State
from carrom.tournament.ratings.championships import POINT_SCALES, Championship, championship_table, read_points
from carrom.tournament.ratings.glicko2 import Outcome, Rating, rate
from carrom.tournament.ratings.history import (
    PastMatch,
    PlacedPeople,
    PlayedEvent,
    PlayedTournament,
    career,
    meetings,
    tallies,
)
from carrom.tournament.ratings.people_file import (
    DifferentPeople,
    PeopleHistory,
    SamePerson,
    load_people,
    open_people_file,
)
from carrom.tournament.ratings.people_matching import PossibleDuplicate, add_tournament
from carrom.tournament.ratings.player_ratings import ratings, seeds_by_rating
from carrom.tournament.seating.now import TournamentNow
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.refusals import refuses
from tests.tournament.desk import GROUPS, KNOCKOUT, Desk, groups_then_knockout
from tests.tournament.test_sol import DUMP

S = CompetitionId("S")
A, B, C, D = (PersonId(name) for name in "abcd")


def cup(people: list[Person], *, name: str = "Cup", day: date = date(2024, 3, 5), seed: int | None = 1) -> State:
    """Return a tournament of these people, simulated to its end if there is a `seed`."""
    desk = Desk(replace(groups_then_knockout(), name=name, day=day))
    for person in people:
        desk.record(PersonRecorded(person=person))
        desk.record(EntryRecorded(event=S, entry=Entry(id=EntryId(person.name), members=(person.id,))))
    if seed is None:
        return desk.state
    simulation = Simulation(desk.state, seed=seed)
    list(simulation.facts())
    return simulation.state


def person(name: str, **more: object) -> Person:
    return Person(id=PersonId(name.lower()), name=name, **more)  # type: ignore[arg-type]


def add(years: PeopleHistory, id: str, state: State) -> tuple[PeopleHistory, list[PossibleDuplicate]]:
    """Add a tournament and return the history with the questions about its people."""
    found = add_tournament(years, id, state)
    for fact in found.facts:
        years = years.plus(fact)
    return years, list(found.doubts)


FOUR = [person(name, club="Hill") for name in ("Asha", "Ben", "Carl", "Dev")]


def test_returning_players_are_recognised() -> None:
    years, doubts = add(PeopleHistory(), "t1", cup(FOUR))
    assert (len(years.everybody), doubts) == (4, [])
    again = add_tournament(years, "t1", cup(FOUR))
    assert again.facts == ()
    years, doubts = add(years, "t2", cup(FOUR, name="Cup 2", day=date(2024, 9, 5), seed=2))
    assert (len(years.everybody), doubts) == (4, [])
    assert [one.name for one in years.tournaments] == ["Cup", "Cup 2"]


@pytest.mark.parametrize(
    ("known", "comes", "people", "questions"),
    [
        (person("Asha"), person("ASHA"), 1, 0),
        (person("Asha", club="Hill"), person("Asha"), 1, 0),
        (person("Asha", club="Hill"), person("Asha", club="hill"), 1, 0),
        (person("Asha", club="Hill"), person("Asha", club="Port"), 2, 1),
        (person("Asha", born=date(1990, 1, 1), club="Hill"), person("Asha", born=date(1990, 1, 1), club="Port"), 1, 0),
        (person("Asha", born=date(1990, 1, 1)), person("Asha", born=date(1991, 1, 1)), 2, 0),
        (person("Asha", gender="f"), person("Asha", gender="m"), 2, 0),
        (person("Asha Mehta", born=date(1990, 1, 1)), person("Asha Mehtaa", born=date(1990, 1, 1)), 2, 1),
        (  # she has married and stayed in the club
            person("Esha Iyer", born=date(1990, 1, 1), club="Hill"),
            person("Esha Verma", born=date(1990, 1, 1), club="Hill"),
            2,
            1,
        ),
        (person("Esha Iyer", born=date(1990, 1, 1)), person("Esha Verma", born=date(1990, 1, 1)), 2, 1),
        (person("Esha Iyer", born=date(1990, 1, 1)), person("Zoe Verma", born=date(1990, 1, 1)), 2, 0),
        (  # one of the birthdays is mistyped
            person("Jai Mehta", born=date(1990, 1, 1), club="Hill"),
            person("Jai Mehta", born=date(1990, 1, 11), club="Hill"),
            2,
            1,
        ),
        (person("Asha"), Person(id=PersonId("x"), name="Asha Rao", formerly=("Asha",)), 1, 0),
        (person("Asha", formerly=("Aisha",)), person("Aisha"), 1, 0),
        (person("Asha"), person("Zoe"), 2, 0),
    ],
)
def test_people_are_matched_across_tournaments(known: Person, comes: Person, people: int, questions: int) -> None:
    years, _ = add(PeopleHistory(), "t1", cup([known], seed=None))
    years, doubts = add(years, "t2", cup([comes], seed=None))
    assert (len(years.everybody), len(doubts)) == (people, questions)


def test_namesakes_of_one_tournament_stay_separate() -> None:
    years, _ = add(PeopleHistory(), "t1", cup([person("Asha")], seed=None))
    both = [Person(id=PersonId("x"), name="Asha", club="Hill"), Person(id=PersonId("y"), name="Asha", club="Port")]
    desk = Desk(groups_then_knockout())
    for one in both:
        desk.record(PersonRecorded(person=one))
        desk.record(EntryRecorded(event=S, entry=Entry(id=EntryId(str(one.id)), members=(one.id,))))
    found = add_tournament(years, "t2", desk.state)
    assert len(set(found.known_as.values())) == 2


def test_answer_ends_the_question() -> None:
    first, second = (
        cup([person("Asha", club="Hill"), person("Ben")]),
        cup([person("Asha", club="Port"), person("Ben")], seed=2),
    )
    years, _ = add(PeopleHistory(), "t1", first)
    years, doubts = add(years, "t2", second)
    (question,) = doubts
    assert all(one in question.text for one in ("Asha (Port)", "Asha (Hill)"))
    played = sum(tallies(years.tournaments)[PersonId(one)].tournaments for one in ("asha", "asha-2"))
    assert played == 2
    one = years.plus(SamePerson(was=PersonId("asha-2"), now=PersonId("asha")))
    assert tallies(one.tournaments)[PersonId("asha")].tournaments == 2
    assert PersonId("asha-2") not in tallies(one.tournaments)
    assert len(meetings(one.tournaments, PersonId("asha"), PersonId("ben"))) == len(
        meetings(years.tournaments, PersonId("asha"), PersonId("ben"))
    ) + len(meetings(years.tournaments, PersonId("asha-2"), PersonId("ben")))
    assert add_tournament(one, "t3", second).doubts == (), "both clubs are known as hers"
    with refuses("one-person-already"):
        one.plus(SamePerson(was=PersonId("asha-2"), now=PersonId("asha")))
    with refuses("unknown-person", "nobody"):
        one.plus(SamePerson(was=PersonId("nobody"), now=PersonId("asha")))
    two = years.plus(DifferentPeople(one=PersonId("asha-2"), other=PersonId("asha")))
    assert add_tournament(two, "t3", second).doubts == ()


def test_correction_replaces_the_recorded_name() -> None:
    state = cup(FOUR)
    years, _ = add(PeopleHistory(), "t1", state)
    before = years.recorded["t1"]
    renamed = replace(
        state, people={**state.people, PersonId("asha"): replace(FOUR[0], name="Asha Rao", formerly=("Asha",))}
    )
    years, _ = add(years, "t1", renamed)
    assert years.people[PersonId("asha")].name == "Asha Rao"
    assert years.people[PersonId("asha")].formerly == ("Asha",)
    assert years.recorded["t1"] == before


# --- history ---------------------------------------------------------------------------------------------------------


@given(st.integers(4, 12), st.integers(1, 3), st.integers(0, 999))
@settings(max_examples=examples(20), deadline=None)
def test_every_place_and_match_is_recorded_once(count: int, groups: int, seed: int) -> None:
    desk = Desk(groups_then_knockout(groups=groups))
    desk.enter(" ".join(f"p{n}" for n in range(max(count, 2 * groups))))
    simulation = Simulation(desk.state, seed=seed)
    list(simulation.facts())
    state = simulation.state
    (event,) = state.announced.events
    found = final_places(TournamentNow(state), event)
    placed_entries = [entry for one in found for entry in one.entries]
    assert sorted(placed_entries) == sorted(state.entries[S])
    assert [one.place for one in found] == [1 + sum(len(two.entries) for two in found[:at]) for at in range(len(found))]
    years, _ = add(PeopleHistory(), "t", state)
    (played,) = years.tournaments[0].events
    assert len(played.matches) == sum(record.result is not None for record in state.matches.values())
    counted = tallies(years.tournaments)
    assert sum(one.won for one in counted.values()) == sum(one.lost for one in counted.values())
    for known in years.everybody:
        total = [(one.won, one.drawn, one.lost) for one in career(years.tournaments, known.id)]
        tally = counted[known.id]
        assert total == [(tally.won, tally.drawn, tally.lost)]


def test_no_places_before_there_is_a_winner() -> None:
    desk = Desk(groups_then_knockout(groups=2))
    desk.enter("A B C D E F")
    desk.draw(GROUPS)
    desk.draw(KNOCKOUT)
    for record in desk.state.in_stage(GROUPS):
        a, b = sorted(desk.view.known_sides(record.fixture.id))
        desk.play(a, b, 25, 7)
    (event,) = desk.state.announced.events
    for record in desk.state.in_stage(KNOCKOUT):
        assert final_places(desk.view, event) == []
        desk.play(*desk.view.known_sides(record.fixture.id), 25, 7, key=KNOCKOUT)
    assert [(one.place, len(one.entries)) for one in final_places(desk.view, event)] == [(1, 1), (2, 1), (3, 2), (5, 2)]


def test_walkovers_are_not_matches_and_the_disqualified_have_no_place() -> None:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    match = desk.match("A", "B")
    a, b = desk.view.known_sides(match)
    desk.record(ResultGiven(match=match, a=a, b=b, walkover="a"), reason="absent")
    desk.play("C", "D", 25, 3)
    years, _ = add(PeopleHistory(), "t", desk.state)
    assert [met.score for met in years.tournaments[0].events[0].matches] in ([(25, 3)], [(3, 25)])
    done = cup(FOUR)
    gone = EntryLeft(event=S, entry=EntryId("Asha"), how="disqualified")
    state = replace(done, left={S: {EntryId("Asha"): gone}})
    (event,) = state.announced.events
    assert "Asha" not in [entry for one in final_places(TournamentNow(state), event) for entry in one.entries]


# --- ratings ---------------------------------------------------------------------------------------------------------


def tournament(
    id: str, day: date, *matches: PastMatch, kind: str = "singles", found: tuple[PlacedPeople, ...] = ()
) -> PlayedTournament:
    event = PlayedEvent(id="S", name="Singles", kind=kind, entries=4, places=found, matches=matches)
    return PlayedTournament(id=id, name=id, day=day, events=(event,))


def test_tournament_is_one_rating_period() -> None:
    """Players are rated against the ratings before the tournament."""
    day = date(2024, 1, 1)
    rated = ratings([tournament("t", day, PastMatch(a=(A,), b=(B,), winner="a"), PastMatch(a=(B,), b=(C,)))])
    assert rated[A].rating == rate(Rating(), [Outcome(Rating(), 1)])
    assert rated[B].rating == rate(Rating(), [Outcome(Rating(), 0), Outcome(Rating(), 0.5)])
    assert rated[C].rating.rating == 1500
    assert (rated[B].matches, rated[B].last) == (2, day)


def test_doubles_players_are_rated_against_both_opponents() -> None:
    pair = PastMatch(a=(A, B), b=(C, D), winner="b")
    rated = ratings([tournament("t", date(2024, 1, 1), pair, PastMatch(a=(A,), b=(C,), winner="a"))], "doubles")
    assert rated[A].rating == rated[B].rating == rate(Rating(), [Outcome(Rating(1500, 350), 0)])
    assert rated[C].rating.rating > 1500
    assert rated[A].matches == 1, "singles have ratings of their own"


def test_deviation_grows_over_the_years_and_until_cuts_off() -> None:
    one = tournament("t1", date(2020, 1, 1), PastMatch(a=(A,), b=(B,), winner="a"))
    soon = tournament("t2", date(2020, 2, 1), PastMatch(a=(A,), b=(C,), winner="a"))
    late = tournament("t2", date(2024, 2, 1), PastMatch(a=(A,), b=(C,), winner="a"))
    assert ratings([one, late])[A].rating.deviation > ratings([one, soon])[A].rating.deviation
    assert ratings([one, late], until=date(2021, 1, 1)) == ratings([one])


def test_seeds_by_rating() -> None:
    years, _ = add(PeopleHistory(), "t1", cup(FOUR, seed=5))
    years, _ = add(years, "t2", cup(FOUR, seed=6, day=date(2024, 5, 5)))
    state = cup([*FOUR, person("Zoe", club="Port")], day=date(2024, 9, 5), seed=None)
    first = next(iter(state.entries[S].values()))
    state = replace(state, entries={S: {**state.entries[S], first.id: replace(first, seed=1)}})
    rated = ratings(years.tournaments)
    (event,) = state.announced.events
    bodies, best = seeds_by_rating(state, event, rated, add_tournament(years, "t3", state).known_as, 3)
    assert [rating for _, rating in best] == sorted((rating for _, rating in best), reverse=True)
    assert "Zoe" not in [entry for entry, _ in best], "she has no rating"
    desk = Desk(groups_then_knockout())
    desk.state = state
    for number, body in enumerate(bodies):
        desk.record(body, id=f"seed{number}")
    seeds = {entry.seed: entry.id for entry in desk.state.entries[S].values() if entry.seed is not None}
    assert [seeds[number] for number in (1, 2, 3)] == [entry for entry, _ in best]
    assert len(seeds) == 3


# --- championships ---------------------------------------------------------------------------------------------------


def placed(*groups: tuple[PersonId, ...]) -> tuple[PlacedPeople, ...]:
    found, place = [], 1
    for people in groups:
        found.append(PlacedPeople(place=place, people=tuple((one,) for one in people)))
        place += len(people)
    return tuple(found)


def test_championship_sums_points_for_places() -> None:
    day = date(2024, 1, 1)
    played = [
        tournament("t1", day, found=placed((A,), (B,), (C, D))),
        tournament("t2", day, found=placed((B,), (A,), (C,), (D,))),
        tournament("t3", day, found=placed((D,), (A,))),
        tournament("other", day, found=placed((C,))),
        tournament("t3", day, kind="doubles", found=placed((C,))),
    ]
    cup = Championship(name="X", tournaments=("t1", "t2", "t3"), points=(10, 6, 4, 3))
    table = championship_table(cup, played)
    assert [(one.place, one.person, one.points) for one in table] == [(1, A, 22), (2, D, 17), (3, B, 16), (4, C, 8)]
    best = championship_table(replace(cup, best=2), played)
    assert [(one.place, one.person, one.points) for one in best] == [(1, A, 16), (1, B, 16), (3, D, 14), (4, C, 8)]
    assert best[0].dropped == ("t2",) or best[0].dropped == ("t3",)
    share = championship_table(replace(cup, points=(), tournaments=("t2",)), played)
    assert [(one.person, one.points) for one in share] == [(B, 1000), (A, 750), (C, 500), (D, 250)]


@pytest.mark.parametrize(
    ("text", "points"), [("share", ()), ("fixed", POINT_SCALES["fixed"]), ("18, 16,14", (18, 16, 14))]
)
def test_typed_points_are_read(text: str, points: tuple[int, ...]) -> None:
    assert read_points(text) == points


@pytest.mark.parametrize("text", ["", "many", "1,,2", "-1", "1;2"])
def test_bad_points_are_refused(text: str) -> None:
    with refuses("bad-points", repr(text)):
        read_points(text)


# --- the file --------------------------------------------------------------------------------------------------------


def test_people_file_is_append_only_and_skips_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "all.people"
    years = PeopleHistory()
    for number in (1, 2):
        state = cup(FOUR, day=date(2024, number, 1), seed=number)
        before = path.read_bytes() if path.exists() else b""
        with open_people_file(path, create=True) as file:
            found = add_tournament(file.years, f"t{number}", state)
            file.append(found.facts)
            years = file.years
        assert path.read_bytes().startswith(before)
    assert load_people(path) == years
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"kind":"same","was":"asha"')
    assert load_people(path) == years
    with open_people_file(path) as file:
        file.append([DifferentPeople(one=PersonId("asha"), other=PersonId("ben"))])
    assert path.read_bytes().startswith(whole)
    spoilt = tmp_path / "spoilt.people"
    spoilt.write_bytes(whole.replace(b'"kind":"person","id":"ben"', b'"kind":"person","id":"bin"'))
    with refuses("unknown-person", "ben", str(spoilt)):
        load_people(spoilt)
    assert load_people(path).apart == {frozenset(("asha", "ben"))}


@pytest.mark.parametrize(
    ("text", "code", "named"),
    [
        ("", "not-a-people-file", ""),
        ('{"carrom":"tournament","version":1}\n', "not-a-people-file", ""),
        ('{"carrom":"people","version":2}\n', "unknown-version", "2"),
        ('{"carrom":"people","version":1}\n{"kind":"?"}\n', "unknown-kind", "line 2"),
        ('{"carrom":"people","version":1}\n{"kind":"person","id":"a"}\n', "misread", "line 2.name"),
        ('{"carrom":"people","version":1}\n{"kind":"same","was":"a","now":"b"}\n', "unknown-person", ": a "),
    ],
)
def test_other_files_are_refused(text: str, code: str, named: str, tmp_path: Path) -> None:
    path = tmp_path / "x.people"
    path.write_text(text, encoding="utf-8")
    with refuses(code, named):
        load_people(path)


def test_sol_dump_feeds_the_history() -> None:
    years = PeopleHistory()
    for facts in each_tourney_facts(read_sol_dump(DUMP.encode())):
        years, _ = add(years, str(facts[0].id), fold_events(facts).state)
    assert years.tournaments
    assert sum(one.won for one in tallies(years.tournaments).values()) > 0
    assert ratings(years.tournaments)


@pytest.mark.slow
def test_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def type(*words: str, status: int = 0) -> str:
        assert main(list(words)) == status, capsys.readouterr()
        printed = capsys.readouterr()
        return printed.out if status == 0 else printed.err

    for number, (name, club) in enumerate((("Spring", "Hill"), ("Autumn", "Port"), ("Winter", "Hill")), 1):
        Path("list.csv").write_text(
            f"name,club\nAsha,{club}\nBen,\nCarl,\nDev,\nEva,\nFay,\nGus,\nHema,\n", encoding="utf-8"
        )
        cup = [
            "--template",
            "vkk",
            "list.csv",
            "--name",
            name,
            "--day",
            f"2024-0{3 * number}-05",
            "-o",
            f"{name}.tournament",
        ]
        type("tournament", "new", *cup)
        type("tournament", "simulate", f"{name}.tournament", "--seed", str(number), "-o", f"{name}-played.tournament")
    dry = type("people", "add", "all.people", "Spring-played.tournament", "Autumn-played.tournament", "--dry-run")
    assert not Path("all.people").exists()
    assert type("people", "add", "all.people", "Spring-played.tournament", "Autumn-played.tournament") == dry
    assert any(all(one in line for one in ("Asha (Port)", "Autumn", "Asha (Hill)")) for line in dry.splitlines())
    before = Path("all.people").read_bytes()
    type("people", "add", "all.people", "Spring-played.tournament")
    assert Path("all.people").read_bytes() == before
    assert "(asha)" in type("people", "same", "all.people", "asha-2", "asha")
    assert "8 people" in type("people", "show", "all.people")
    assert type("people", "show", "all.people", "asha", "--json").count('"tournament"') == 2
    rated = type("people", "ratings", "all.people", "--json").splitlines()
    assert len(rated) == 8
    assert "won" in type("people", "meet", "all.people", "Asha", "Ben")
    table = type(
        "people", "championship", "all.people", "League", "--of", "spring", "--of", "2024-06", "--points", "fixed"
    )
    assert table.splitlines()[0] == "League, singles"
    assert table == type("people", "championship", "all.people", "League")
    assert "no tournament" in type("people", "championship", "all.people", "L", "--of", "summer", status=2)
    seeded = type("people", "seed", "all.people", "Winter.tournament", "--seeds", "4")
    assert [line[:2] for line in seeded.splitlines()] == ["1.", "2.", "3.", "4."]
    best = seeded.splitlines()[0].split()[1]
    assert f"{best.lower()},{best}," in type("tournament", "export", "Winter.tournament")
    played = Path("Spring-played.tournament").read_bytes()
    type("people", "seed", "all.people", "Spring-played.tournament", status=2)
    assert Path("Spring-played.tournament").read_bytes() == played, "seeds come before the draw"


def test_link_to_an_unknown_person_is_ignored() -> None:
    """A damaged line of the file may leave such a link; the person is matched again."""
    state = cup(FOUR)
    first = next(iter(state.people))
    found = add_tournament(PeopleHistory(links={"t1": {first: PersonId("nobody")}}), "t1", state)
    assert found.added == len(state.people)
    assert found.known_as[first] != "nobody"


def test_forgotten_person_leaves_only_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "all.people"
    known = person("Asha", club="Hill", born=date(1990, 2, 3), gender="f", formerly=("Aisha",))
    with open_people_file(path, create=True) as file:
        for number, name in ((1, "Spring"), (2, "Autumn")):
            state = cup([known, *FOUR[1:]], name=name, day=date(2024, 3 * number, 1), seed=number)
            file.append(add_tournament(file.years, f"t{number}", state).facts)
        before = file.years
    assert main(["people", "forget", str(path), "asha"]) == 0
    printed = capsys.readouterr().out
    assert "Withdrawn 1" in printed
    assert "Spring, Autumn" in printed, "files that still have the name"
    text = path.read_text(encoding="utf-8").casefold()
    assert not [one for one in ("asha", "aisha", "1990-02-03") if one in text]
    years = load_people(path)
    was, now = (tallies(one.tournaments) for one in (before, years))
    assert now[PersonId("withdrawn-1")] == was[PersonId("asha")]
    assert {one: tally for one, tally in now.items() if one != "withdrawn-1"} == {
        one: tally for one, tally in was.items() if one != "asha"
    }
    with open_people_file(path) as file:
        file.append([DifferentPeople(one=PersonId("withdrawn-1"), other=PersonId("ben"))])
    assert load_people(path).apart


def test_merged_people_are_forgotten_together(tmp_path: Path) -> None:
    path = tmp_path / "all.people"
    with open_people_file(path, create=True) as file:
        for number, club in ((1, "Hill"), (2, "Port")):
            file.append(
                add_tournament(file.years, f"t{number}", cup([person("Asha", club=club), *FOUR[1:]], seed=number)).facts
            )
        file.append([SamePerson(was=PersonId("asha-2"), now=PersonId("asha"))])
        file.forget(PersonId("asha-2"))
    assert "asha" not in path.read_text(encoding="utf-8").casefold()
    assert tallies(load_people(path).tournaments)[PersonId("withdrawn-1")].tournaments == 2


def test_adding_a_tournament_with_an_erasure_forgets_the_person(tmp_path: Path) -> None:
    path, file = tmp_path / "all.people", tmp_path / "cup.tournament"
    desk = Desk(replace(groups_then_knockout(), name="Cup"))
    for one in FOUR:
        desk.record(PersonRecorded(person=one))
        desk.record(EntryRecorded(event=S, entry=Entry(id=EntryId(one.name), members=(one.id,))))
    numbered = [replace(fact, n=n) for n, fact in enumerate(desk.facts, 1)]
    heading, *lines = to_text(numbered).splitlines()
    file.write_text("\n".join((heading, *lines)) + "\n", encoding="utf-8")
    assert main(["people", "add", str(path), str(file)]) == 0
    erased = Erasure(desk.state, PersonId("asha")).lines(lines)
    file.write_text("\n".join((heading, *erased)) + "\n", encoding="utf-8")
    for _ in range(2):
        assert main(["people", "add", str(path), str(file)]) == 0
        years = load_people(path)
        assert "asha" not in path.read_text(encoding="utf-8").casefold()
        assert sorted(one.name for one in years.everybody) == ["Ben", "Carl", "Dev", "Withdrawn 1"]
