"""What hands have to do now: the umpire's and a placer's, with and without known positions, in three languages."""

from __future__ import annotations

import pytest

from carrom.equipment import Kind, Piece
from carrom.laws import rulebook
from carrom.match import ByParty, Match, Setup, tell, view
from carrom.match.log import acts as a
from carrom.match.log.acts import Act
from carrom.match.parties import PlayerId
from carrom.match.views.hand_tasks import HandTask, hand_tasks
from carrom.play import umpire_act
from tests.match.test_placing import spread

SINGLES: ByParty[tuple[str, ...]] = ByParty(("Meera",), ("Anil",))
DOUBLES: ByParty[tuple[str, ...]] = ByParty(("Ram", "Shyam"), ("Ramesh", "Suresh"))
Figures = tuple[str, Kind, int]


def played(*acts: Act, book: str = "icf", doubles: bool = False, rack: float | None = None) -> Match:
    match = Match.start(Setup(rulebook(book), is_doubles=doubles, names=DOUBLES if doubles else SINGLES))
    for act in (a.Toss("a"), a.Play(rack), *acts):
        match = match.play(act)
    return match


def figures(match: Match) -> list[Figures]:
    return [(task.code, task.kind, task.count) for task in hand_tasks(match)]


def english(match: Match) -> list[str]:
    return [task.say["en"] for task in hand_tasks(match)]


@pytest.mark.parametrize(
    ("match", "tasks", "said"),
    [
        pytest.param(played(a.StrokeMade(own=1)), [], [], id="nothing"),
        pytest.param(
            played(a.StrokeMade(own=1), a.StrokeMade(queen=True), a.StrokeMade()),
            [("queen-to-centre", "queen", 1)],
            ["The queen goes back to the centre circle."],
            id="the uncovered queen",
        ),
        pytest.param(
            played(a.StrokeMade(own=2), a.StrokeMade(own=1, striker=True)),
            [("place", "white", 2)],
            ["Anil places 2 whites."],
            id="dues in singles",
        ),
        pytest.param(
            played(a.StrokeMade(own=2), a.StrokeMade(striker=True), doubles=True),
            [("place", "white", 1)],
            ["Ramesh, on the right-hand side, places 1 white."],
            id="dues in doubles",
        ),
        pytest.param(
            played(a.StrokeMade(jumped=("black", "queen"))),
            [("queen-to-centre", "queen", 1), ("behind", "black", 1)],
            ["The queen goes back to the centre circle.", "One black goes behind the queen, away from Anil."],
            id="jumped with the queen",
        ),
        pytest.param(
            played(a.StrokeMade(own=1, jumped=("black", "white"))),
            [("to-centre", "white", 1), ("behind", "black", 1)],
            ["One white goes to the centre circle.", "One black goes behind the white, away from Meera."],
            id="his own first",
        ),
        pytest.param(
            played(a.StrokeMade(jumped=("black",)), book="kreeda-2024"),
            [("behind", "black", 1)],
            ["One black goes behind the red circle, away from Anil."],
            id="KREEDA",
        ),
        pytest.param(
            played(
                a.StrokeMade(own=5), a.StrokeMade(own=3, queen=True), a.StrokeMade(own=1, striker=True), a.Timeout()
            ),
            [("to-centre", "white", 1), ("behind", "white", 1)],
            ["One white goes to the centre circle.", "One white goes behind the white, away from Meera."],
            id="the last pieces, which nobody placed",
        ),
    ],
)
def test_at_a_wooden_board(match: Match, tasks: list[Figures], said: list[str]) -> None:
    assert (figures(match), english(match)) == (tasks, said)
    assert view(match).hands == hand_tasks(match)
    assert tell(match)[len(tell(match)) - len(said) :] == said
    assert all(task.place is None for task in hand_tasks(match))


def test_it_is_told_until_it_is_done_or_the_next_stroke_is_made() -> None:
    match = played(a.StrokeMade(jumped=("black", "queen")))
    assert english(match)[0] not in tell(match.play(a.Remark("a loud hall"))), "nothing new to do"
    one = match.play(a.UmpirePlaces((Piece("queen", 0.0, 0.0),)))
    assert figures(one) == [("to-centre", "black", 1)]
    assert figures(match.play(a.StrokeMade(own=1))) == []
    lost = match.play(a.LoseBoard("b", "91"))
    assert hand_tasks(lost) == ()


def test_where_the_position_is_known_the_place_is_told() -> None:
    match = played(a.StrokeMade(queen=True, jumped=("black",), rests=spread(9, 8, 0)), rack=45.0)
    tasks = hand_tasks(match)
    assert [(task.code, task.place, task.away_from) for task in tasks] == [
        ("queen-to-centre", (0.0, 0.0), None),
        ("behind", (0.0, -31.8), "b1"),
    ]
    assert english(match) == [
        "The queen goes back to the centre circle. Its place: 0, 0.",
        "One black goes behind the queen, away from Anil. Its place: 0, -31.8.",
    ]
    match = match.play(umpire_act(match))
    assert hand_tasks(match) == ()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("hi", ["रानी वापस केंद्र के वृत्त में जाएगी।", "Anil 2 सफ़ेद गोटियाँ रखेंगे।"]),
        ("ur", ["ملکہ واپس مرکزی دائرے میں جائے گی۔", "Anil 2 سفید گوٹیاں رکھیں گے۔"]),
    ],
)
def test_in_other_languages(language: str, said: list[str]) -> None:
    match = played(a.StrokeMade(own=3), a.StrokeMade(own=1, queen=True, striker=True))
    assert [task.say[language] for task in hand_tasks(match)] == said


def test_the_placer_is_seen_from_whoever_struck() -> None:
    # b1 owes nothing yet; a1 owes one, b1 pockets a white and places it himself (78b).
    match = played(a.StrokeMade(striker=True), a.StrokeMade(own=1, opponent=1), doubles=True)
    assert hand_tasks(match)[0].hand == "self"
    assert (hand_tasks(match)[0].by, hand_tasks(match)[0].seat) == (PlayerId("b").text(), "east")
    assert isinstance(hand_tasks(match)[0], HandTask)
