"""The record as text: canonical form, lenient reader, round trip."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from time import process_time
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import assume, given, settings, strategies as st

from carrom.equipment import Kind, Piece, Position, Seat, Stroke
from carrom.laws import RULEBOOKS, rulebook
from carrom.match import (
    ACTS,
    Applied,
    ByParty,
    Event,
    Match,
    PlayerId,
    Record,
    Refused,
    Setup,
    apply,
    fold,
    read_record,
)
from carrom.match.log import acts as a
from carrom.match.log.acts import Count, Law, Number, Places, Text
from carrom.match.log.notation import (
    act_from_text,
    act_text,
    event_from_text,
    event_text,
    field_specs,
    time_from_text,
    time_text,
)
from carrom.match.log.record import FIRST_LINE, check_line_count
from carrom.match.parties import Who
from tests.depth import examples
from tests.match.random_courses import IDS, random_course, setup_of
from tests.refusals import mentions, refuses

HEAD = 'carrom-record 1\n[Rulebook "icf"]\n[Stage "group"]\n[Play "singles"]\n\n'

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
PLACES = st.tuples(st.floats(-80, 80), st.floats(-80, 80))
POSITIONS = st.sampled_from(
    [
        Position.start(),
        Position.start(12.5, breaker=Seat.WEST),
        Position(()),
        Position.of([("white", 10.25, -200), ("queen", 0, 0)]),
    ]
)
PLAYERS = st.builds(PlayerId, st.sampled_from(["a", "b"]), st.integers(0, 1))
SEATS = st.permutations(list(Seat)).map(lambda seats: ByParty(tuple(seats[:2]), tuple(seats[2:])))
KINDS = st.sampled_from(["white", "black", "queen"])
LAWS = st.from_regex(r"[0-9A-Za-z:.-]{1,12}", fullmatch=True)

VALUES: dict[Any, st.SearchStrategy[object]] = {
    bool: st.booleans(),
    Count: st.integers(0, 999_999),
    Number: NUMBERS,
    Text: TEXTS,
    Law: LAWS,
    PlayerId: PLAYERS,
    Who: st.sampled_from(["a", "b"]) | PLAYERS,
    tuple[Kind, ...]: st.lists(KINDS, max_size=3).map(tuple),
    Places: st.lists(PLACES, max_size=3).map(tuple),
    tuple[Piece, ...]: st.lists(st.builds(Piece, KINDS, NUMBERS, NUMBERS), min_size=1, max_size=3).map(tuple),
    Position: POSITIONS,
    Stroke: st.builds(Stroke, NUMBERS, NUMBERS, NUMBERS, NUMBERS),
    ByParty[tuple[Seat, ...]]: SEATS,
}


def values_of(tp: Any) -> st.SearchStrategy[object]:
    if get_origin(tp) is Literal:
        return st.sampled_from(get_args(tp))
    if NoneType in get_args(tp):
        return st.none() | values_of(get_args(tp)[0])
    return VALUES[tp]


@st.composite
def some_acts(draw: st.DrawFn) -> a.Act:
    """Draw any act with any fields, lawful or not: reading and writing do not judge."""
    act = ACTS[draw(st.sampled_from(sorted(ACTS)))]
    hints = get_type_hints(act, include_extras=True)
    values = {name: draw(values_of(hints[name])) for name in field_specs(act.kind)}
    assume(values.get("kinds") != ())  # a fall
    return act(**values)


EVENTS = st.builds(
    Event, st.integers(1, 999_999_999), some_acts(), st.none() | st.integers(0, 10**9).map(lambda ms: ms / 1000)
)


@given(EVENTS)
@settings(max_examples=examples(300), deadline=None)
def test_events_round_trip(event: Event) -> None:
    text = event_text(event)
    assert "\n" not in text
    assert event_from_text(text, number=1) == event
    assert event_text(event_from_text(text, number=1)) == text
    line = json.dumps(event.json())
    assert Event.from_json(json.loads(line)) == event
    assert json.dumps(Event.from_json(json.loads(line)).json()) == line


@pytest.mark.parametrize(
    "act",
    [
        a.Play(rack=-0.0),
        a.StrokeMade(aim=Stroke(-0.0, -252.6, -0.0, 6.0, -0.0), meant=Stroke(-0.0, -252.6, 1.0, 6.0)),
        a.Place(places=((-0.0, 12.0), (4.0, -0.0))),
        a.UmpirePlaces((Piece("white", -0.0, -0.0),)),
    ],
)
def test_negative_zero_is_zero(act: a.Act) -> None:
    """Otherwise a player would see -0.0, and after a reload, from the log, 0."""
    line = json.dumps(Event(1, act, at=-0.0).json())
    assert "-0.0" not in line
    assert json.dumps(Event.from_json(json.loads(line)).json()) == line


@given(st.integers(0, 2**32), st.lists(some_acts(), min_size=1, max_size=12))
@settings(max_examples=examples(150), deadline=None)
def test_apply_never_raises(seed: int, acts: list[a.Act]) -> None:
    """Any act at any point of a match is accepted or refused."""
    rng = Random(seed)
    setup = setup_of(rng)
    done = random_course(setup, rng, rng.randint(0, 40))
    match = done[-1].match if done else Match.start(setup)
    for act in acts:
        result = apply(match, match.next_event(act))
        if isinstance(result, Applied):
            match = result.match
        else:
            assert isinstance(result, Refused)
            assert result.text
    assert fold(setup, match.events()) == match


@given(st.integers(0, 2**32))
@settings(max_examples=examples(40), deadline=None)
def test_records_round_trip(seed: int) -> None:
    rng = Random(seed)
    setup = setup_of(rng)
    done = random_course(setup, rng, 120, wild=0.2, timed=rng.random() < 0.7)
    if not done:
        return
    match = done[-1].match
    text = Record.of(match).text()
    reading = read_record(text)
    assert reading.faults == ()
    assert reading.record == Record.of(match)
    assert reading.record.text() == text
    assert reading.record.match() == match
    assert Setup.from_json(json.loads(json.dumps(setup.json()))) == setup


NAMES = TEXTS.filter(bool)
KEYS = st.from_regex(r"[A-Za-z][A-Za-z0-9-]{0,8}", fullmatch=True).filter(
    lambda key: key.lower() not in ("rulebook", "stage", "play", "a", "b", "team-a", "team-b", "figures")
)


@given(
    st.sampled_from(IDS), st.booleans(), st.data(), st.dictionaries(KEYS, TEXTS, max_size=4), st.tuples(TEXTS, TEXTS)
)
@settings(max_examples=examples(150), deadline=None)
def test_heads_round_trip(
    book: str, doubles: bool, data: st.DataObject, info: dict[str, str], teams: tuple[str, str]
) -> None:
    lowered = {key.lower(): key for key in info}
    names = [data.draw(st.just(()) | st.tuples(*[NAMES] * (1 + doubles))) for _ in range(2)]
    setup = Setup(
        rulebook(book),
        "final",
        doubles,
        ByParty(*names),
        ByParty(*teams),
        tuple((key, info[key]) for key in lowered.values()),
    )
    text = Record(setup).text()
    assert Record.from_text(text) == Record(setup)
    assert Record.from_text(text).text() == text
    assert Setup.from_json(json.loads(json.dumps(setup.json()))) == setup


def test_head_records_overridden_figures() -> None:
    one_board = Setup(replace(rulebook("icf"), games=1, boards=1, boards_limit_until="always"))
    text = Record(one_board).text()
    assert '[Figures "games 1 target 25 boards 1 most 12"]' in text
    assert Record.from_text(text).setup == one_board
    assert "Figures" not in Record(Setup(rulebook("icf"))).text()
    short = Setup(replace(rulebook("icf"), target=None, minutes=30, most_points=14))
    assert Record.from_text(Record(short).text()).setup == short


@pytest.mark.parametrize(
    "figures",
    [
        "games 1",
        "cups 1",
        "games 1 most 12",
        "games 1 target 25 most",
        "games 0 target 25 most 12",
        "games one target 25 most 12",
        "games 1 games 1 target 25 most 12",
        "games 1 boards 4 until nowhere! most 12",
    ],
)
def test_endless_figures_are_a_fault(figures: str) -> None:
    reading = read_record(f'carrom-record 1\n[Rulebook "icf"]\n[Figures "{figures}"]\n')
    assert mentions(str(reading.faults[0]), "figures")
    assert reading.record.setup.rulebook == rulebook("icf")


@given(st.text(max_size=300) | st.lists(st.sampled_from(
    ['[Figures "games 1 target 25 boards 1 most 12"]', "1. toss a break",
     "2. play", "stroke own 1", "[", "[A", '[B "x"]', '"', ";", "@", "carrom-record 1", "stroke own",
     "place at 1,2/3", "sit south", "\x00", "9999999999. play", '3. remark "', "4. @1:2:3:4 pass", "correct 0 x"]
), max_size=12).map("\n".join))  # fmt: skip
@settings(max_examples=examples(300), deadline=None)
def test_reader_never_raises_and_is_canonical(text: str) -> None:
    record = read_record(text).record
    again = read_record(record.text())
    assert again.faults == ()
    assert again.record == record
    record.replay()


def test_reader_is_lenient() -> None:
    text = (
        "\ufeff; a friendly match\r\n"
        "CARROM-RECORD 1\r\n"
        '[rulebook "icf"]  \r\n'
        '[ Play  "Doubles" ]\r\n'
        "\r\n"
        "toss A\r\n"
        "  2 @90 PLAY   ; no full stop, no hours\r\n"
        '3. @1:31.5 stroke striker OWN 2 by a1 rests "start"\r\n'
    )
    reading = read_record(text)
    assert reading.faults == ()
    assert reading.record.setup.is_doubles
    stroke = a.StrokeMade(own=2, striker=True, by=PlayerId("a"), rests=Position.start())
    assert reading.record.events == (Event(1, a.Toss("a")), Event(2, a.Play(), 90.0), Event(3, stroke, 91.5))


def test_faults_are_collected_by_line() -> None:
    text = (
        "carrom-record 1\n"
        '[Rulebook "uscf"]\n'
        '[Stage "pool!"]\n'
        '[A "one" "two"]\n'
        "\n"
        "1. toss a break\n"
        "2. dance\n"
        "3. stroke own many\n"
        "4. stroke own 1 own 2\n"
        "5. foul a\n"
        '6. remark "open\n'
        "7. play\n"
    )
    reading = read_record(text)
    assert [fault.line for fault in reading.faults] == [1, 1, 4, 7, 8, 9, 10, 11]
    assert mentions(str(reading.faults[4]), '"many"')
    assert mentions(str(reading.faults[6]), "law")
    assert [event.number for event in reading.record.events] == [1, 7]
    assert reading.record.setup.rulebook.id == "icf"
    with refuses("record-faults", "line 1"):
        Record.from_text(text)


def test_record_states_its_version() -> None:
    assert Record(Setup(rulebook("icf"))).text() == HEAD
    (fault,) = read_record(HEAD.replace("1", "2", 1)).faults
    assert mentions(fault.message, 2, 1)
    assert len(read_record("").faults) == 2
    with refuses("unknown-version", " 2,"):
        Event.from_json({"v": 2, "n": 1, "kind": "play"})
    with refuses("unknown-version", " null,"):
        Setup.from_json({})


def test_custom_rulebook_is_passed_to_the_reader() -> None:
    from dataclasses import replace

    book = replace(rulebook("icf"), id="village", games=1, target=10)
    setup = Setup(book)
    text = Record(setup).text()
    assert '[Rulebook "village"]' in text
    assert Record.from_text(text, books={**RULEBOOKS, book.id: book}).setup == setup
    assert Setup.from_json(setup.json(), books={**RULEBOOKS, book.id: book}) == setup
    assert read_record(text).faults
    with refuses("misread", '"village"'):
        Setup.from_json(setup.json())


@pytest.mark.parametrize(
    ("value", "code", "quoted"),
    [
        (3, "misread", ("3 ",)),
        ({"v": 1, "kind": "play"}, "bad-event-number", ("n: ", "null")),
        ({"v": 1, "n": True, "kind": "play"}, "bad-event-number", ("n: ", "true")),
        ({"v": 1, "n": 0, "kind": "play"}, "bad-event-number", ("n: ", "0")),
        ({"v": 1, "n": 1, "kind": "dance"}, "unknown-act", ("kind: ", '"dance"')),
        ({"v": 1, "n": 1, "kind": ["play"]}, "unknown-act", ("kind: ", '["play"]')),
        ({"v": 1, "n": 1, "kind": "play", "rock": 1}, "misread", ("play: ", '"rock"', "rack")),
        ({"v": 1, "n": 1, "kind": "play", "at": "now"}, "misread", ("at: ", '"now"')),
        ({"v": 1, "n": 1, "kind": "play", "at": -1}, "bad-time", ("at: ", "-1")),
        ({"v": 1, "n": 1, "kind": "play", "rack": float("inf")}, "misread", ("play.rack: ", "Infinity")),
        ({"v": 1, "n": 1, "kind": "toss"}, "misread", ("toss.winner ",)),
        ({"v": 1, "n": 1, "kind": "toss", "winner": None}, "misread", ("toss.winner: ", "null")),
        ({"v": 1, "n": 1, "kind": "stroke", "own": True}, "misread", ("stroke.own: ", "true")),
        ({"v": 1, "n": 1, "kind": "stroke", "queen": 1}, "misread", ("stroke.queen: ", "1")),
        ({"v": 1, "n": 1, "kind": "stroke", "aim": [1, 2, 3]}, "misread", ("stroke.aim: ", "[1, 2, 3]", "4")),
        ({"v": 1, "n": 1, "kind": "stroke", "rests": "nowhere"}, "misread", ("stroke.rests: ", "'nowhere'")),
        ({"v": 1, "n": 1, "kind": "foul", "party": "a", "law": "a b"}, "misread", ("foul.law: ", '"a b"')),
        ({"v": 1, "n": 1, "kind": "remark", "text": "\ud800"}, "misread", ("remark.text: ",)),
    ],
)
def test_invalid_events_are_refused(value: object, code: str, quoted: tuple[str, ...]) -> None:
    with refuses(code, *quoted):
        Event.from_json(value)


@pytest.mark.parametrize(
    ("value", "code", "quoted"),
    [
        ([], "misread", ("[]",)),
        ({"v": 1, "rulebook": "uscf"}, "misread", ("rulebook: ", '"uscf"')),
        ({"v": 1, "stage": "semi"}, "misread", ("stage: ", "'semi'")),
        ({"v": 1, "doubles": 1}, "misread", ("doubles: ", "1")),
        ({"v": 1, "names": []}, "misread", ("names: ", "[]")),
        ({"v": 1, "names": {"a": ["one", "two"]}}, "wrong-number-of-names", ("names: ", "'one', 'two'")),
        ({"v": 1, "names": {"a": [3]}}, "misread", ("names.a[0]: ", "3")),
        ({"v": 1, "teams": {"b": None}}, "misread", ("teams.b: ", "null")),
        ({"v": 1, "info": {"two words": "x"}}, "bad-key", ("'two words'",)),
        ({"v": 1, "info": {"stage": "x"}}, "bad-key", ("'stage'",)),
        ({"v": 1, "info": {"Table": "1", "table": "2"}}, "key-twice", ()),
    ],
)
def test_invalid_setups_are_refused(value: object, code: str, quoted: tuple[str, ...]) -> None:
    with refuses(code, *quoted):
        Setup.from_json(value)


@pytest.mark.parametrize(
    ("line", "code", "quoted"),
    [
        ("0. play", "bad-event-number", ()),
        ("5.", "no-act", ()),
        ("stroke own", "value-missing", ("stroke: ", "'own'")),
        ("stroke 2", "word-misplaced", ("stroke: ", "'2'")),
        ('stroke "own" 2', "word-misplaced", ("stroke: ", "'own'")),
        ("play rack 1,2", "misread", ("rack: ", '"1,2"')),
        ("play rack nan", "misread", ("rack: ", '"nan"')),
        ("@12:99999999999 play", "bad-time", ("'@12:99999999999'",)),
        ("sit south", "misread", ("seats: ", "'south'")),
        ("sit south/up", "misread", ("seats[0]: ", '"up"', "south, east, north, west")),
        ("talk c1", "misread", ("player: ", '"c1"')),
        ("place at 1,2,3", "misread", ("at: ", '"1,2,3"', " 2 ")),
        ("umpire-places queen", "misread", ("pieces: ", '"queen"')),
        ("umpire-places red:0,0", "misread", ("pieces[0]: ", '"red"', "white, black, queen")),
        ("stroke aim 1,2", "misread", ("aim: ", '"1,2"', " 4 ")),
        ("stroke jumped green", "misread", ("jumped[0]: ", '"green"', "white, black, queen")),
        ('remark "\\x"', "not-quoted", ('"\\x"',)),
        ('remark "\\ud800"', "misread", ("surrogate",)),
        ('foul a "1 2"', "misread", ("law: ", '"1 2"')),
        ("toss c break", "misread", ("winner: ", '"c"', "a, b")),
    ],
)
def test_invalid_lines_are_refused(line: str, code: str, quoted: tuple[str, ...]) -> None:
    with refuses(code, *quoted):
        event_from_text(line, number=1)


def test_null_means_unknown() -> None:
    event = Event.from_json({"v": 1, "n": 1, "at": None, "kind": "play", "rack": None})
    assert event == Event(1, a.Play())


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "@0:00:00"), (59.9, "@0:00:59.9"), (3723.045, "@1:02:03.045"), (360000, "@100:00:00")]
)
def test_times_round_trip(seconds: float, text: str) -> None:
    assert time_text(seconds) == text
    assert time_from_text(text) == seconds


def test_act_from_words() -> None:
    assert act_text(a.StrokeMade(own=2, proper=False, touched=True)) == "stroke own 2 improper"
    assert act_from_text('foul b 129 note "shouted"') == a.Foul("b", "129", "shouted")
    assert act_from_text("remark hello") == a.Remark("hello")
    with refuses("no-act"):
        act_from_text("  ; only a comment")


@pytest.mark.parametrize(
    "line", ["[" * 100_000, "[A" + " " * 100_000 + "x", "[A " + '"x" ' * 20_000, "[ " + "]" * 50_000]
)
def test_bad_head_line_is_rejected_fast(line: str) -> None:
    """Records come from strangers, and a backtracking pattern could take hours on such a line."""
    before = process_time()
    faults = read_record(f"{HEAD}{line}\n").faults
    assert process_time() - before < 2
    assert [fault.line for fault in faults] == [6]


def test_spin_is_recorded() -> None:
    """The line has four numbers for hands without spin; a program's stroke with spin is kept whole."""
    for aim, shown in [(Stroke(0, -252.6, 3, 4), "0,-252.6,3,4"), (Stroke(0, -252.6, 3, 4, 12.5), "0,-252.6,3,4,12.5")]:
        event = Event(3, a.StrokeMade(aim=aim))
        assert shown in event_text(event).split()
        assert event_from_text(event_text(event), number=3) == event
        assert Event.from_json(event.json()) == event


def test_long_records_are_limited() -> None:
    """Thousands of tags would be checked thousands of times, and events take more time to play than to write."""
    tags = "".join(f'[T{number} "x"]\n' for number in range(3000))
    reading = read_record(f'{FIRST_LINE}\n[Rulebook "icf"]\n{tags}\n')
    assert len(reading.record.setup.info) == 99
    assert len(reading.faults) == 2901
    assert mentions(str(reading.faults[0]), 100)
    assert check_line_count("remark\n" * 4000) == 4000
    with refuses("record-too-long", "4000"):
        check_line_count("remark\n" * 4001)
