"""Dumps of SoL: its file formats, with invented people."""

from __future__ import annotations

import gzip
import json

import pytest

from carrom.tournament.desk.prizes import prizes
from carrom.tournament.entrylists.sol import read_sol_dump, tourney_facts, yaml_documents
from carrom.tournament.log.transitions import fold_events
from carrom.tournament.model.definition import CompetitionId, StageId
from carrom.tournament.model.state import StageKey
from carrom.tournament.seating.now import TournamentNow
from tests.refusals import refuses

DUMP = r"""
championships:
- {closed: false, club: 1, couplings: serial, description: 'Hill Cup: ''24', guid: c1,
  modified: !!timestamp '2024-01-01 10:00:00', playersperteam: 1}
clubs:
- {description: "Caf\xE9 Carrom", guid: k1, modified: ! '2024-01-01
    10:00:00', nationality: ITA}
players:
- citizenship: false
  club: 1
  firstname: Asha
  guid: p1
  lastname: Rao
  merged:
  - [old-guid, Rao, Asha M., '']
  sex: F
- {birthdate: 1971-12-16, firstname: Ben, guid: p2, lastname: O'Neil, sex: M}
- {firstname: Carl, guid: p3, lastname: Weiss}
rates: []
---
championship: 1
competitors:
- bucholz: 4
  players: [1]
  points: 4
- players: [2]
  points: 2
- players: [3]
couplings: serial
currentturn: 3
date: 2024-03-18
description: "1\xB0 Round on the hill"
guid: t1
location: null
matches:
- board: 1
  boards:
  - {coins1: 8, coins2: 0, number: 1, queen: '1'}
  - {coins1: 0, coins2: 4, number: 2, queen: '1'}
  competitor1: 1
  competitor2: 2
  score1: 25
  score2: 4
  turn: 1
- {board: 2, competitor1: 3, competitor2: null, score1: 25, score2: 0, turn: 1}
- {board: 1, competitor1: 1, competitor2: 3, score1: 12, score2: 12, turn: 2}
- {board: 2, competitor1: 2, competitor2: null, score1: 25, score2: 0, turn: 2}
- {board: 1, competitor1: 2, competitor2: 3, score1: 7, score2: 20, turn: 3}
- {board: 2, competitor1: 1, competitor2: null, score1: 25, score2: 0, turn: 3}
- {board: 1, competitor1: 1, competitor2: 3, final: true, score1: 25, score2: 3, turn: 4}
prized: false
"""
ROUNDS = StageKey(CompetitionId("S"), StageId("rounds"))


def test_dump_becomes_a_tournament() -> None:
    facts, notes = tourney_facts(read_sol_dump(DUMP.encode()))
    folded = fold_events(facts)
    assert folded.refused is None
    state = folded.state
    assert state.announced.name == "1° Round on the hill"
    assert [(one.name, one.club, one.gender) for one in state.people.values()] == [
        ("Asha Rao", "Café Carrom", "f"),
        ("Ben O'Neil", None, "m"),
        ("Carl Weiss", None, None),
    ]
    (table,) = TournamentNow(state).tables(ROUNDS)
    figures = {row.entry: (row.points, row.net, row.scored) for row in table.standings.table}
    # Won, drawn and byes by hand: 2 + 1 + 2, 2, 2 + 1 + 2.
    assert figures == {"Asha Rao": (5, 21, 37), "Carl Weiss": (5, 13, 32), "Ben O'Neil": (2, -34, 11)}
    assert table.is_complete
    (note,) = notes
    assert all(one in note for one in ("Asha Rao", "4", "5")), "points in the dump, and by its results"


def test_finals_follow_the_rounds() -> None:
    state = fold_events(tourney_facts(read_sol_dump(DUMP.encode()))[0]).state
    (final,) = state.in_stage(StageKey(CompetitionId("S"), StageId("final")))
    assert TournamentNow(state).winner(final.fixture.id) == "Asha Rao"
    (event,) = state.announced.events
    assert [(prize.place, prize.entries) for prize in prizes(TournamentNow(state), event)] == [
        (1, ("Asha Rao",)),
        (2, ("Carl Weiss",)),
    ]


def test_best_of_three_final_and_third_place_match() -> None:
    more = """- {board: 2, competitor1: 2, competitor2: 3, final: true, score1: 3, score2: 25, turn: 4}
- {board: 1, competitor1: 3, competitor2: 1, final: true, score1: 25, score2: 9, turn: 5}
- {board: 1, competitor1: 1, competitor2: 3, final: true, score1: 25, score2: 24, turn: 6}
prized: false"""
    state = fold_events(tourney_facts(read_sol_dump(DUMP.replace("prized: false", more).encode()))[0]).state
    (final,) = state.in_stage(StageKey(CompetitionId("S"), StageId("final")))
    assert final.result is not None
    assert (final.result.a, final.result.games, final.result.score) == ("Asha Rao", (2, 1), (59, 52))
    (third,) = state.in_stage(StageKey(CompetitionId("S"), StageId("third-place")))
    assert TournamentNow(state).winner(third.fixture.id) == "Carl Weiss"


def test_entries_level_in_buchholz_are_separated_by_net() -> None:
    """Asha and Carl have five points each, and both met Ben (2) and each other (5): net decides."""
    state = fold_events(tourney_facts(read_sol_dump(DUMP.encode()))[0]).state
    (table,) = TournamentNow(state).tables(ROUNDS)
    assert table.standings.why[0].by == "net"
    assert state.policy(ROUNDS).order == ("points", "buchholz", "net", "scored")


def test_two_people_of_one_name_stay_two() -> None:
    dump = DUMP.replace("{firstname: Carl, guid: p3, lastname: Weiss}", "{firstname: Ben, guid: p3, lastname: O'Neil}")
    state = fold_events(tourney_facts(read_sol_dump(dump.encode()))[0]).state
    assert set(state.entries[CompetitionId("S")]) == {"Asha Rao", "Ben O'Neil (p2)", "Ben O'Neil (p3)"}
    (table,) = TournamentNow(state).tables(ROUNDS)
    assert [row.points for row in table.standings.table if row.entry == "Ben O'Neil (p3)"] == [5]


def test_the_same_as_json_and_gzipped() -> None:
    read = yaml_documents(DUMP)
    assert read_sol_dump(json.dumps(read).encode()) == read
    assert read_sol_dump(gzip.compress(DUMP.encode())) == read
    assert read[0]["championships"][0]["description"] == "Hill Cup: '24"
    assert read[0]["clubs"][0]["modified"] == "2024-01-01 10:00:00"
    assert read[0]["players"][0]["merged"] == [["old-guid", "Rao", "Asha M.", ""]]


def test_dump_with_several_tourneys_needs_a_choice() -> None:
    two = DUMP + DUMP.partition("---")[1] + DUMP.partition("---")[2].replace("2024-03-18", "2024-04-01")
    with refuses("which-tourney", "2024-03-18", "2024-04-01"):
        tourney_facts(read_sol_dump(two.encode()))
    facts, _ = tourney_facts(read_sol_dump(two.encode()), tourney="2024-04")
    assert fold_events(facts).state.announced.day.isoformat() == "2024-04-01"


@pytest.mark.parametrize(
    ("bad", "code", "named"),
    [
        (b"hello: world\n", "not-a-dump", ""),
        (b"[1, 2", "not-json", ""),
        (b"\xff\xfe", "not-text", "byte 1"),
        (b"\x1f\x8b\x08broken", "dump-incomplete", ""),
        (b"players:\n- {firstname: Asha\n", "not-yaml", "line 3"),
        (b"players: |\n  text\n", "no-tourney", ""),
        (b"a: &a [x]\nplayers: [*a, *a]\n", "not-yaml", "line 2"),
        (b"players: " + b"[" * 60, "not-yaml", "nested"),
        (b"players: [\x07]\n", "not-yaml", "#x0007"),
        (b"players: []\n", "no-tourney", ""),
        (b"players:\n- {firstname: A}\n---\ncompetitors:\n- players: [2]\n", "dump-contradicts-itself", "player 2"),
    ],
)
def test_unreadable_dumps_are_refused(bad: bytes, code: str, named: str) -> None:
    with refuses(code, named):
        tourney_facts(read_sol_dump(bad))


@pytest.mark.parametrize(
    ("dump", "wrong"),
    [
        ([{"players": []}, {}], "'competitors' is missing"),
        ([{"players": [{}]}, {"competitors": [{}]}], "'players' is missing"),
        ([{"players": [{}]}, {"competitors": [{"players": [1]}], "matches": [{}]}], "'turn' is missing"),
        ([{"players": 3}, {"competitors": []}], "not iterable"),
        ([{"players": [1]}, {"competitors": []}], "no attribute"),
        (
            [
                {"players": [{}]},
                {
                    "competitors": [{"players": [1]}],
                    "matches": [{"turn": 1, "board": 1, "competitor1": 1, "score1": "x"}],
                },
            ],
            "invalid literal",
        ),
    ],
)
def test_damaged_dumps_are_refused(dump: list[dict[str, object]], wrong: str) -> None:
    with refuses("not-a-dump", wrong):
        tourney_facts(read_sol_dump(json.dumps(dump).encode()))


def test_unknown_competitor_is_named() -> None:
    match = {"turn": 1, "board": 1, "competitor1": 7}
    dump = [{"players": [{}]}, {"competitors": [{"players": [1]}], "matches": [match]}]
    with refuses("dump-contradicts-itself", "competitor 7"):
        tourney_facts(read_sol_dump(json.dumps(dump).encode()))


def test_yaml_texts_stay_texts_and_no_object_is_constructed() -> None:
    (found,) = yaml_documents(
        "day: 2024-03-18\ntime: 12:30\nname: No\nold: !!python/unicode 'Asha'\n"
        "bad: !!python/object/apply:os.system [ls]\n"
        "numbers: [7, -3, 2.5, 010, 1_000]\nnothing: [null, ~, '']\nis: [true, False]\n"
    )
    assert (found["day"], found["time"], found["name"]) == ("2024-03-18", "12:30", "No")
    assert (found["old"], found["bad"]) == ("Asha", ["ls"])
    assert found["numbers"] == [7, -3, 2.5, 10, "1_000"]
    assert (found["nothing"], found["is"]) == ([None, None, ""], [True, False])
