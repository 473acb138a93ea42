"""Laws that can be the reason of an act, and refusals that list them."""

from __future__ import annotations

import pytest

from carrom.cli import main
from carrom.laws import RULEBOOKS, rulebook
from carrom.laws.custom_rulebook import rulebook_from_text
from carrom.laws.incidents import BOARD_LOSSES
from carrom.laws.reasons import ACTS_WITH_REASONS, check_reason, reasons_for
from carrom.laws.register import register
from carrom.match import Event, Refused, Setup, apply, fold
from carrom.match.log import acts as a
from tests.match.table import Table

CLUB = rulebook_from_text(
    """
    id = "club-night"
    base = "kreeda-2024"
    leaving_seat_may_cost_match = true
    [[endings]]
    last = "own"
    queen = "board"
    winner = "opponent"
    points = { fixed = 3 }
    """
)


def test_reasons_are_those_of_the_laws() -> None:
    icf = rulebook("icf")
    assert reasons_for("lose-board", icf) == tuple(BOARD_LOSSES)
    assert reasons_for("replay", icf) == ("140", "142")
    assert reasons_for("lose-match", icf) == ("143", *(f"143{clause}" for clause in "abcdefghi"))
    assert reasons_for("unnoticed", icf) == ("51", "60c", "82b", "83", "96", "125b")
    assert {"41b", "123"} <= set(reasons_for("foul", icf))
    assert "62" not in reasons_for("foul", icf), "a definition is no foul"
    assert {"33", "34", "37a", "38a", "130a", "134"} <= set(reasons_for("stroke", icf))
    assert {"61", "82a", "84b", "85", "86", "89b", "114", "122b", "124c", "126a"} <= set(reasons_for("foul", icf))
    assert {"129", "131", "132", "133", "134", "135", "136a", "138"} <= set(reasons_for("foul", icf))


def test_local_reasons_come_first_in_their_own_rulebook() -> None:
    assert reasons_for("lose-match", rulebook("kreeda-2024"))[0].startswith("kreeda-2024:14d")
    assert reasons_for("foul", rulebook("community-2024"))[:2] == ("community-2024:style", "community-2024:body")
    for id, book in RULEBOOKS.items():
        for act in ACTS_WITH_REASONS:
            assert {register()[law].source for law in reasons_for(act, book)} - {"interpretation"} <= {"icf", id}


def test_reading_is_a_reason_where_no_law_covers_the_ending() -> None:
    assert [law for law in reasons_for("board-over", rulebook("icf")) if law.startswith("I-")] == ["I-10"]
    assert "I-10" not in reasons_for("board-over", rulebook("community-2024"))


def test_every_punishable_law_allows_a_warning() -> None:
    for book in RULEBOOKS.values():
        punished = {*reasons_for("foul", book), *reasons_for("lose-match", book)}
        assert punished < set(reasons_for("warning", book))


@pytest.mark.parametrize("id", RULEBOOKS)
def test_every_board_ending_law_is_a_reason(id: str) -> None:
    possible = reasons_for("board-over", rulebook(id))
    named = 0
    for ending in rulebook(id).endings.values():
        laws = [law for law in rulebook(id).cite(ending.laws) if register()[law].source != "interpretation"]
        if laws and not {"52a", "53a"} & set(laws):  # a board that is counted needs no law
            named += 1
            assert set(laws) & set(possible), ending.laws
    assert named > 10


def test_custom_rulebook_inherits_reasons() -> None:
    assert reasons_for("lose-match", CLUB)[0] == "club-night:leaving_seat_may_cost_match"
    assert "kreeda-2024:14d" in reasons_for("lose-match", CLUB)
    assert reasons_for("board-over", CLUB)[0] == "club-night:ending-1"
    assert check_reason("remark", "club-night:leaving_seat_may_cost_match", CLUB) is None
    assert check_reason("remark", "club-night:banana", CLUB) is not None


@pytest.mark.parametrize(
    ("act", "named"),
    [
        (a.Foul("a", "banana"), "134"),
        (a.Foul("a", ""), "122b"),
        (a.Foul("a", "140"), "129"),
        (a.Foul("a", "kreeda-2024:9a"), "136a"),
        (a.LoseMatch("a", "143z"), "143i"),
        (a.LoseMatch("a", "1439"), "143"),
        (a.LoseMatch("a", "kreeda-2024:9a"), "143a"),
        (a.LoseBoard("a", "52a"), "126b"),
        (a.ReplayBoard("137"), "142"),
        (a.Remark("x", "banana"), "icf"),
    ],
)
def test_refusal_of_a_wrong_reason_lists_possible_ones(act: a.Act, named: str) -> None:
    table = Table().begin()
    assert table.refused(act) == ("law", act.law)  # type: ignore[attr-defined]
    answer = apply(table.match, table.match.next_event(act))
    assert isinstance(answer, Refused)
    assert named in answer.text


def test_powder_and_unknown_laws_cannot_lose_a_match() -> None:
    for wrong in ("kreeda-2024:9a", "kreeda-2024:banana"):
        assert Table("kreeda-2024").begin().refused(a.LoseMatch("a", wrong)) == ("law", wrong)


def test_recorded_reasons_still_read() -> None:
    events = [a.Toss("a"), a.Play(), a.Foul("a", "banana"), a.Remark("x", "7z"), a.LoseMatch("b", "kreeda-2024:9a")]
    match = fold(Setup(rulebook("kreeda-2024")), [Event(number, act) for number, act in enumerate(events, start=1)])
    assert (match.winner, match.course.award_law) == ("a", "kreeda-2024:9a")


def test_command_line_lists_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "--for", "lose-board"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(BOARD_LOSSES)
    assert main(["laws", "--for", "foul", "--rulebook", "kreeda-2024"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["kreeda-2024:9a", "Powder"]
