"""Results taken from match records."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from carrom.base.errors import CarromError
from carrom.laws import RULEBOOKS, rulebook
from carrom.match import ByParty, Match, Record, Setup
from carrom.match.log import acts as a
from carrom.match.views.view import score_json
from carrom.tournament.desk.match_result import MatchResult, match_terms, result_of
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Stage, StageId
from carrom.tournament.model.events import EntryRecorded, PersonRecorded, ResultGiven
from carrom.tournament.model.people import Category, Entry, Person, PersonId
from carrom.tournament.model.scores import board_word, counted_result
from carrom.tournament.model.state import StageKey
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.match.random_courses import IDS, random_course
from tests.refusals import mentions, refuses
from tests.tournament.desk import DAY, Desk

GOLDEN = Path(__file__).parents[1] / "golden"
KEY = StageKey(CompetitionId("S"), StageId("cup"))
M1 = MatchId("M1")


def cup(book: str, names: list[str], kind: str = "singles") -> Desk:
    """Return a knockout by a rulebook, drawn in list order: the first meets the last."""
    stage = Stage(id=KEY.stage, format="knockout", rulebook=book)
    category = Category(kind="doubles" if kind == "doubles" else "singles")
    event = Competition(id=KEY.event, name="Cup", category=category, stages=(stage,))
    desk = Desk(Definition(name="Test", day=DAY, events=(event,)))
    for name in names:
        members = name.split(" / ")
        for one in members:
            desk.record(PersonRecorded(person=Person(id=PersonId(one), name=one)))
        entry = Entry(id=EntryId(name), members=tuple(map(PersonId, members)))
        desk.record(EntryRecorded(event=KEY.event, entry=entry))
    desk.draw(KEY)
    return desk


def finished(book: str, seed: int, *, doubles: bool = False, wild: float = 0.0, turned: bool = False) -> Match:
    """Return a finished match with names, played at random."""
    rng = Random(seed)
    names: ByParty[tuple[str, ...]] = ByParty(("Ann",), ("Bob",))
    if doubles:
        names = ByParty(("Ann", "Amy"), ("Bob", "Ben"))
    setup = Setup(rulebook(book), "final", doubles, ByParty(names.b, names.a) if turned else names)
    for _ in range(20):
        course = random_course(setup, rng, 3000, wild=wild, timed=False)
        if course and course[-1].match.announced is not None:
            return course[-1].match
    raise AssertionError("no match came to its end")


def take(match: Match, desk: Desk) -> MatchResult:
    return result_of(match, match_terms(desk.view, M1))


@pytest.mark.slow
@pytest.mark.parametrize("book", IDS)
@settings(max_examples=examples(25))
@given(seed=st.integers(0, 10**6), doubles=st.booleans(), turned=st.booleans())
def test_result_agrees_with_the_score(book: str, seed: int, doubles: bool, turned: bool) -> None:
    match = finished(book, seed, doubles=doubles, turned=turned)
    desk = cup(book, ["Ann / Amy", "Ben / Bob"] if doubles else ["Ann", "Bob"], "doubles" if doubles else "singles")
    found = take(match, desk).given
    course = match.course
    assert course.opener is not None
    scored = score_json(
        {
            "rulebook": book,
            "stage": "final",
            "first_break": course.opener.party,
            "boards": [{"winner": one.winner, "points": one.points} for one in course.boards],
        }
    )
    first, second = ("b", "a") if turned else ("a", "b")
    games = scored["games"]
    assert found.score == (sum(one[first] for one in games), sum(one[second] for one in games))
    extras = [one["extra"] for one in games if "extra" in one]
    assert found.extra == ((sum(e[first] for e in extras), sum(e[second] for e in extras)) if extras else None)
    won = (sum(one["winner"] == first for one in games), sum(one["winner"] == second for one in games))
    assert found.games == (won if RULEBOOKS[book].games > 1 else None)
    assert [(one.game, one.points) for one in found.boards] == [(one.game, one.points) for one in course.boards]
    assert found.first_break == ("a" if course.opener.party == first else "b")
    assert counted_result(found).winner == (found.a if scored["match"] == first else found.b)
    desk.record(found)
    assert desk.view.winner(M1) == counted_result(found).winner


@pytest.mark.parametrize("book", IDS)
@settings(max_examples=examples(25))
@given(seed=st.integers(0, 10**6))
def test_desk_accepts_the_result_of_any_finished_match(book: str, seed: int) -> None:
    match = finished(book, seed, wild=0.08)
    desk = cup(book, ["Ann", "Bob"])
    found = take(match, desk)
    desk.record(found.given, reason=found.reason)
    assert desk.view.winner(M1) == ("Ann" if match.winner == "a" else "Bob")


def test_result_of_the_golden_match() -> None:
    match = Record.from_text((GOLDEN / "icf-match.carrom").read_text(encoding="utf-8")).match()
    names = ["Anil Kadam", *(f"p{n}" for n in range(14)), "Meera Nair"]
    desk = cup("icf", names)
    found = take(match, desk)
    assert (found.given.a, found.given.b) == ("Anil Kadam", "Meera Nair")
    assert match.winner == "b"
    assert found.given.games is not None
    assert found.given.games[0] == 2
    assert found.reason is None
    desk.record(found.given)


def after(match: Match, *acts: a.Act) -> Match:
    for act in acts:
        match = match.play(act)
    return match


def begun(book: str = "vkk", names: ByParty[tuple[str, ...]] | None = None) -> Match:
    setup = Setup(rulebook(book), "final", False, names or ByParty(("Ann",), ("Bob",)))
    return after(Match.start(setup), a.Toss("a", "break"), a.Play())


def test_concession_is_a_retirement_with_its_score() -> None:
    found = take(after(begun(), a.LoseBoard("b", "51"), a.Play(), a.Concede("a")), cup("vkk", ["Ann", "Bob"]))
    assert (found.given.retired, found.given.score, found.reason) == ("a", (12, 0), "conceded")
    game = take(after(begun(), a.LoseBoard("b", "51"), a.Concede("a", "game")), cup("vkk", ["Ann", "Bob"]))
    assert game == found


def test_match_awarded_by_a_law_is_a_walkover_with_its_reason() -> None:
    desk = cup("vkk", ["Ann", "Bob"])
    found = take(after(begun(), a.LoseMatch("b", "143c", "left the hall")), desk)
    assert found.given == ResultGiven(match=M1, a=EntryId("Ann"), b=EntryId("Bob"), walkover="a")
    assert found.reason is not None
    assert mentions(found.reason, "Law 143c", "left the hall")


def test_unfinished_match_is_refused() -> None:
    with refuses("record-not-over", M1):
        take(begun(), cup("vkk", ["Ann", "Bob"]))


def test_match_under_protest_is_refused() -> None:
    match = finished("icf", 3)
    contested = after(match, a.Protest("b", "the queen"))
    with refuses("protest-open", M1):
        take(contested, cup("icf", ["Ann", "Bob"]))


def test_other_rules_are_refused_unless_accepted() -> None:
    match = finished("icf", 1)
    with refuses("other-rulebook", M1, "vkk", "icf"):
        take(match, cup("vkk", ["Ann", "Bob"]))
    others = cup("icf", [f"p{number}" for number in range(16)])  # M1 is a pre-quarter-final, the record is of a final
    with refuses("other-length", M1, "3 games", "25 points", "8 boards"):
        result_of(match, match_terms(others.view, M1), order="ab")
    with refuses("other-length", M1, "one game", "3 games"):
        result_of(match, match_terms(cup("vkk", ["Ann", "Bob"]).view, M1), anyway=True)
    assert result_of(match, match_terms(others.view, M1), order="ab", anyway=True).given.games is not None


@pytest.mark.parametrize(
    ("names", "sides"),
    [
        (ByParty(("Ann",), ("Bob",)), ("Ann", "Bob")),
        (ByParty(("BOB",), ("ánn",)), ("Bob", "Ann")),
        (ByParty((), ("Ann",)), ("Bob", "Ann")),
        (ByParty(("Ann",), ()), ("Ann", "Bob")),
    ],
)
def test_names_decide_the_order_of_sides(names: ByParty[tuple[str, ...]], sides: tuple[str, str]) -> None:
    match = after(begun("vkk", names), a.LoseMatch("b", "143a"))
    desk = cup("vkk", ["Ann", "Bob"])
    found = take(match, desk).given
    assert found.walkover == ("a" if sides[0] == "Ann" else "b")


def given_away(names: ByParty[tuple[str, ...]]) -> Match:
    return after(begun("vkk", names), a.LoseMatch("b", "143a"))


def test_sides_without_names_have_to_be_given() -> None:
    match, desk = given_away(ByParty((), ())), cup("vkk", ["Ann", "Bob"])
    with pytest.raises(CarromError) as refused:
        take(match, desk)
    assert refused.value.code == "sides-unknown"
    assert mentions(str(refused.value), M1, "Ann – Bob", "? – ?")
    assert mentions(refused.value.typed, "--sides ab", "--sides ba")
    assert result_of(match, match_terms(desk.view, M1), order="ab").given.walkover == "a"
    assert result_of(match, match_terms(desk.view, M1), order="ba").given.walkover == "b"


@pytest.mark.parametrize("names", [ByParty(("Cy",), ("Dee",)), ByParty(("Cy",), ("Bob",)), ByParty(("Ann",), ("Ann",))])
def test_record_of_other_players_is_taken_only_if_accepted(names: ByParty[tuple[str, ...]]) -> None:
    match, desk = given_away(names), cup("vkk", ["Ann", "Bob"])
    for order in (None, "ab", "ba"):
        with pytest.raises(CarromError) as refused:
            result_of(match, match_terms(desk.view, M1), order=order)
        assert refused.value.code == "other-players"
        assert mentions(str(refused.value), M1, "Ann – Bob", " – ".join(one for (one,) in names))
        assert "--anyway REASON" in refused.value.typed
    assert result_of(match, match_terms(desk.view, M1), order="ba", anyway=True).given.walkover == "b"


def test_sides_against_the_names_are_refused_unless_accepted() -> None:
    match, desk = given_away(ByParty(("Ann",), ("Bob",))), cup("vkk", ["Ann", "Bob"])
    assert result_of(match, match_terms(desk.view, M1), order="ab") == take(match, desk)
    with pytest.raises(CarromError) as refused:
        result_of(match, match_terms(desk.view, M1), order="ba")
    assert refused.value.code == "sides-reversed"
    assert mentions(refused.value.typed, "--sides ab", "--anyway REASON")
    assert result_of(match, match_terms(desk.view, M1), order="ba", anyway=True).given.walkover == "b"


def test_singles_record_is_refused_for_a_doubles_match() -> None:
    match, desk = given_away(ByParty((), ())), cup("vkk", ["Ann / Amy", "Ben / Bob"], "doubles")
    with refuses("other-category", M1, "doubles", "singles"):
        result_of(match, match_terms(desk.view, M1), order="ab")
    assert result_of(match, match_terms(desk.view, M1), order="ab", anyway=True).given.walkover == "a"


@pytest.mark.parametrize("book", ["icf", "kreeda-2024"])
@settings(max_examples=examples(25))
@given(seed=st.integers(0, 10**6), turned=st.booleans())
def test_boards_keep_their_pieces_and_queen(book: str, seed: int, turned: bool) -> None:
    """The desk accepts them, as if typed, and they lead to the same result."""
    match = finished(book, seed, turned=turned)
    desk = cup(book, ["Ann", "Bob"])
    found = take(match, desk)
    given = found.given
    counted = [
        (one, taken) for one, taken in zip(match.course.boards, given.boards, strict=True) if taken.coins is not None
    ]
    for one, taken in counted:
        assert (taken.coins, taken.demand, taken.queen is None) == (one.coins, one.demand, one.queen is None)
        assert (taken.queen == taken.winner) == (one.queen == one.winner)
    desk.record(given, reason=found.reason or "")


def test_boards_are_written_with_coins_and_queen_where_counted() -> None:
    """Three coins and the queen, a demand, and points awarded by a law."""
    boards = [a.BoardOver("a", 3, "a"), a.BoardOver("b", 5, "a", 1), a.BoardOver("a", points=3, law="107a")]
    match = after(begun(), *boards, *[a.BoardOver("a", 9, "a")] * 2)
    found = take(match, cup("vkk", ["Ann", "Bob"]))
    assert [board_word(board) for board in found.given.boards] == ["a:3+q", "b:5-q+1", "a:=3", "a:9+q", "a:9+q"]
    desk = cup("vkk", ["Ann", "Bob"])
    desk.record(found.given)
    assert desk.view.state.matches[M1].result == found.given, "the desk accepts them"
