"""Tasks at the board for the umpire and the placer, with and without known positions, in three languages."""

from __future__ import annotations

import pytest

from carrom.equipment import Kind, Piece
from carrom.laws import rulebook
from carrom.laws.sentences import catalogue
from carrom.match import ByParty, Match, Setup, tell, view
from carrom.match.log import acts as a
from carrom.match.log.acts import Act
from carrom.match.parties import PlayerId
from carrom.match.views.hand_tasks import HandTask, hand_tasks
from carrom.play import umpire_act
from tests.match.test_placing import spread
from tests.refusals import mentions

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
    ("match", "tasks", "named"),
    [
        pytest.param(played(a.StrokeMade(own=1)), [], [], id="nothing"),
        pytest.param(
            played(a.StrokeMade(own=1), a.StrokeMade(queen=True), a.StrokeMade()),
            [("queen-to-centre", "queen", 1, None, None, None)],
            [("queen",)],
            id="the uncovered queen",
        ),
        pytest.param(
            played(a.StrokeMade(own=2), a.StrokeMade(own=1, striker=True)),
            [("place", "white", 2, "across", None, None)],
            [("Anil", 2, "whites")],
            id="dues in singles",
        ),
        pytest.param(
            played(a.StrokeMade(own=2), a.StrokeMade(striker=True), doubles=True),
            [("place", "white", 1, "right", None, None)],
            [("Ramesh", "right", 1, "white")],
            id="dues in doubles",
        ),
        pytest.param(
            played(a.StrokeMade(jumped=("black", "queen"))),
            [("queen-to-centre", "queen", 1, None, None, None), ("behind", "black", 1, None, "queen", "b1")],
            [("queen",), ("black", "queen", "Anil")],
            id="jumped with the queen",
        ),
        pytest.param(
            played(a.StrokeMade(own=1, jumped=("black", "white"))),
            [("to-centre", "white", 1, None, None, None), ("behind", "black", 1, None, "white", "a1")],
            [("white",), ("black", "white", "Meera")],
            id="the player's own first",
        ),
        pytest.param(
            played(a.StrokeMade(jumped=("black",)), book="kreeda-2024"),
            [("behind", "black", 1, None, "red", "b1")],
            [("black", "red", "Anil")],
            id="KREEDA",
        ),
        pytest.param(
            played(
                a.StrokeMade(own=5), a.StrokeMade(own=3, queen=True), a.StrokeMade(own=1, striker=True), a.Timeout()
            ),
            [("to-centre", "white", 1, None, None, None), ("behind", "white", 1, None, "white", "a1")],
            [("white",), ("white", "white", "Meera")],
            id="unplaced last pieces",
        ),
    ],
)
def test_tasks_without_known_positions(match: Match, tasks: list[object], named: list[tuple[object, ...]]) -> None:
    sentences = english(match)
    found = [(one.code, one.kind, one.count, one.hand, one.behind, one.away_from) for one in hand_tasks(match)]
    assert found == tasks
    assert all(mentions(text, *values) for text, values in zip(sentences, named, strict=True)), sentences
    assert view(match).hands == hand_tasks(match)
    assert tell(match)[len(tell(match)) - len(sentences) :] == sentences
    assert all(task.place is None for task in hand_tasks(match))


def test_task_lasts_until_done_or_the_next_stroke() -> None:
    match = played(a.StrokeMade(jumped=("black", "queen")))
    assert english(match)[0] not in tell(match.play(a.Remark("a loud hall"))), "nothing new to do"
    one = match.play(a.UmpirePlaces((Piece("queen", 0.0, 0.0),)))
    assert figures(one) == [("to-centre", "black", 1)]
    assert figures(match.play(a.StrokeMade(own=1))) == []
    lost = match.play(a.LoseBoard("b", "91"))
    assert hand_tasks(lost) == ()


def test_tasks_with_known_positions_name_the_place() -> None:
    match = played(a.StrokeMade(queen=True, jumped=("black",), rests=spread(9, 8, 0)), rack=45.0)
    tasks = hand_tasks(match)
    assert [(task.code, task.place, task.away_from) for task in tasks] == [
        ("queen-to-centre", (0.0, 0.0), None),
        ("behind", (0.0, -31.8), "b1"),
    ]
    queen, black = english(match)
    assert mentions(queen, "0, 0")
    assert mentions(black, "Anil", "0, -31.8")
    match = match.play(umpire_act(match))
    assert hand_tasks(match) == ()


@pytest.mark.parametrize("language", ["hi", "ur"])
def test_tasks_in_other_languages(language: str) -> None:
    match = played(a.StrokeMade(own=3), a.StrokeMade(own=1, queen=True, striker=True))
    words = catalogue(language).sentences
    queen, place = (task.say[language] for task in hand_tasks(match))
    assert queen == words["hand.queen-to-centre"]
    assert place == words["hand.place.across"].format(by="Anil", count=2, piece=words["hand.white.other"])


def test_placer_is_described_from_the_striking_player() -> None:
    # b1 owes nothing yet; a1 owes one, b1 pockets a white and places it himself (78b).
    match = played(a.StrokeMade(striker=True), a.StrokeMade(own=1, opponent=1), doubles=True)
    assert hand_tasks(match)[0].hand == "self"
    assert (hand_tasks(match)[0].by, hand_tasks(match)[0].seat) == (PlayerId("b").text(), "east")
    assert isinstance(hand_tasks(match)[0], HandTask)
