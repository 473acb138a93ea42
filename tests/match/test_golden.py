"""Golden records: the worked example of the four-break rules, and a full match by the Laws."""

from __future__ import annotations

from pathlib import Path

import pytest

from carrom.laws import rulebook
from carrom.match import Match, Record, read_record
from carrom.match.views.score_card import score_card
from tests.match.plain_scorer import plain_score

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name: str) -> tuple[str, Match]:
    text = (GOLDEN / name).read_text(encoding="utf-8")
    return text, Record.from_text(text).match()


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.glob("*.carrom")))
def test_golden_records_are_canonical_and_add_up(name: str) -> None:
    text, match = golden(name)
    assert Record.of(match).text() == text
    course = match.course
    assert course.score is not None
    assert course.opener is not None
    # The second scorer gets only the winner and points of each board.
    line = {
        "rulebook": match.setup.rulebook.id,
        "stage": match.setup.stage,
        "first_break": course.opener.party,
        "boards": [{"winner": result.winner, "points": result.points} for result in course.boards],
    }
    plain = plain_score(line)
    assert plain is not None
    assert [(game.points.a, game.points.b, game.boards, game.winner) for game in course.score.games] == [
        (game["a"], game["b"], game["boards"], game["winner"]) for game in plain["games"]
    ]
    assert match.winner == plain["match"]
    for result in course.boards:
        breaks = [one for one in course.boards if one.game == result.game and not one.is_extra]
        assert [one.number for one in breaks] == list(range(1, len(breaks) + 1))


def test_four_break_worked_example() -> None:
    """8–0 after the first break, 11–0 after the second: the figures of the rules."""
    _, match = golden("four-break-example.carrom")
    first, second = match.course.boards
    assert (first.score.a, first.score.b, first.coins, first.queen) == (8, 0, 5, "a")
    assert (second.score.a, second.score.b, second.coins, second.queen) == (11, 0, 3, "b")
    assert [result.breaker.text() for result in match.course.boards] == ["a1", "b1"]
    assert match.setup.rulebook is rulebook("four-break")


def test_full_match_by_the_laws() -> None:
    _, match = golden("icf-match.carrom")
    course = match.course
    assert course.score is not None
    assert [game.winner for game in course.score.games] == ["a", "b", "b"]
    # Level after eight boards of the third game; the extra board, a last piece with the striker and the queen still
    # on the board, is worth 3 and 1 on demand (108a).
    extra = course.score.games[2].extra
    assert extra is not None
    assert (extra.a, extra.b) == (0, 4)
    assert course.boards[-1].laws[0] == "108a"
    assert match.announced == "b"
    assert [case.decision for case in course.protests] == ["upheld"]
    assert len(match.effective()) < len(match.events())
    assert any(getattr(event.act, "rests", None) is not None for event in match.events())
    card = score_card(match)
    assert card.winner == "Anil Kadam"
    assert dict(card.toss)["Started"] == "14:04"


def test_truncated_record_is_read_up_to_the_cut() -> None:
    text, match = golden("icf-match.carrom")
    lines = text.splitlines(keepends=True)
    head = lines.index("\n") + 1
    for played in range(0, match.number, 37):
        record = read_record("".join(lines[: head + played])).record
        assert record.match() == match.after(played)
