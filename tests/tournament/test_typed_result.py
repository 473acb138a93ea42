"""Typed results: by boards, by games or as a total; impossible ones are refused."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from carrom.laws import RULEBOOKS, rulebook
from carrom.match.parties import Party, other
from carrom.match.scoring import Format
from carrom.match.views.view import score_json
from carrom.tournament.desk.references import find_match
from carrom.tournament.desk.typed_result import ResultDetails, typed_result
from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.log.file import from_text, tournament_text
from carrom.tournament.log.transitions import Recorded, apply_event
from carrom.tournament.model.definition import Competition, CompetitionId, Definition, Stage, StageId
from carrom.tournament.model.events import EntryLeft, ResultGiven, TournamentEvent, TournamentEventId
from carrom.tournament.model.people import Category
from carrom.tournament.model.scores import boards_text, result_text
from carrom.tournament.model.state import StageKey
from carrom.tournament.settings.setting import read_count, read_limit, read_time_of_day
from carrom.tournament.tables.policy import POLICIES
from carrom.tournament.tables.results import EntryId
from tests.depth import examples
from tests.refusals import refuses
from tests.tournament.desk import DAY, Desk

M1 = MatchId("M1")
LEAGUE = StageKey(CompetitionId("S"), StageId("league"))


def league(book: str) -> Desk:
    """Return a league of two players who meet once."""
    stage = Stage(id=LEAGUE.stage, format="round-robin", rulebook=book, policy=POLICIES["icf"])
    event = Competition(id=LEAGUE.event, name="Singles", category=Category(), stages=(stage,))
    desk = Desk(Definition(name="Two", day=DAY, events=(event,)))
    desk.enter("Heena Pooja")
    desk.draw(LEAGUE)
    return desk


def typed(desk: Desk, words: str, **details: object) -> ResultGiven:
    return typed_result(desk.view, M1, words.split(), ResultDetails(**details))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("book", "words", "shown"),
    [
        ("vkk", "a:5+q b:3 a:9+q a:5", "Heena 25 – Pooja 3: Heena wins"),
        ("vkk", "b:=12 b:9+q a:1 b:1", "Heena 1 – Pooja 25: Pooja wins"),
        ("vkk", "a:1 b:1 a:1 b:1 a:1 b:1 a:4", "Heena 3 – Pooja 3, extra board 4–0: Heena wins"),
        ("vkk", "a:1 b:1 a:1 b:1 a:1 b:1 b:4+x", "Heena 3 – Pooja 3, extra board 0–4: Pooja wins"),
        ("vkk", "a:5-q+1 b:3 a:1 b:2+2 a:1 b:1", "Heena 8 – Pooja 8"),  # level: an extra board is due
        ("icf", "25-10 10-25 25-20", "Heena 2 – Pooja 1 (25–10, 10–25, 25–20): Heena wins"),
        ("icf", "18-18x0-5 25-3 10-25", "Heena 1 – Pooja 2 (18–18, 25–3, 10–25), extra board 0–5: Pooja wins"),
        (
            "icf",
            "a:9+q a:9+q a:5 / b:9+q b:9+q b:5 / b:9+q a:9+q b:9+q a:9+q a:1",
            "Heena 2 – Pooja 1 (25–0, 0–25, 25–24): Heena wins",
        ),
        ("kreeda-2024", "a:9+q time", "Heena 14 – Pooja 0: Heena wins"),
        ("kreeda-2024", "a:9+q b:9+q time a:2", "Heena 14 – Pooja 14, extra board 2–0: Heena wins"),
        ("kreeda-2024", "a:9+q b:9+q b:5", "Heena 14 – Pooja 19: Pooja wins"),
        ("four-break", "a:9+q a:9+q a:9+q a:9+q", "Heena 42 – Pooja 0: Heena wins"),
    ],
)
def test_typed_results_are_understood(book: str, words: str, shown: str) -> None:
    desk = league(book)
    given = typed(desk, words)
    if shown == "Heena 8 – Pooja 8":
        assert desk.refused(given) == "level"
        return
    assert result_text(given) == shown
    desk.record(given)
    assert from_text(tournament_text(desk_file(desk))).state.matches == desk.state.matches
    if given.boards:
        timed = " time" in words
        again = typed(desk, boards_text(given) if not timed else words)
        assert again == given, "the text of the boards can be typed again"


def desk_file(desk: Desk) -> list[TournamentEvent]:
    from dataclasses import replace

    return [replace(fact, n=n) for n, fact in enumerate(desk.facts, 1)]


@pytest.mark.parametrize(
    ("book", "words", "code", "named"),
    [
        ("vkk", "a:10", "too-many-coins", "9"),
        ("vkk", "a:5+z", "bad-score", "'a:5+z'"),
        ("vkk", "a:5+q-q", "bad-score", "-q"),
        ("vkk", "a:=5+q", "bad-score", "'a:=5+q'"),
        ("vkk", "a:5+q+q", "bad-score", "'a:5+q+q'"),
        ("vkk", "a:=13", "misread", "13"),
        ("vkk", "a:5 25-8", "boards-or-totals", ""),
        ("vkk", "a:9+q a:9+q a:5 /  b:1", "match-over", "Heena"),
        ("vkk", "a:9 / b:1", "who-won-unknown", "9–0"),
        ("vkk", "a:9 time", "no-time-limit", "vkk"),
        ("vkk", "25-8 25-9", "one-game", ""),
        ("vkk", "time", "boards-missing", "'time'"),
        ("icf", "25-8", "every-game-needed", "3"),
        ("icf", "25-8 25-9 3-25", "match-over", "game 3"),
        ("icf", "18-18 25-9", "extra-board-missing", "18–18"),
        ("kreeda-2024", "a:9", "who-won-unknown", "'time'"),
        ("kreeda-2024", "a:5 b:5 b:1+x time", "bad-extra-board", "board 3"),
    ],
)
def test_unclear_typed_results_are_refused(book: str, words: str, code: str, named: str) -> None:
    with refuses(code, named):
        typed(league(book), words)


@pytest.mark.parametrize(
    ("book", "words", "code"),
    [
        ("four-break", "99-0", "impossible"),
        ("four-break", "43-0", "impossible"),
        ("four-break", "30-30x5-0", "impossible"),
        ("four-break", "24-24x10-0", "extra"),  # the queen no longer counts
        ("kreeda-2024", "60-55", "impossible"),
        ("kreeda-2024", "43-0", "impossible"),
        ("kreeda-2024", "14-14x3-2", "extra"),
        ("vkk", "25-25x3-0", "over-target"),
        ("vkk", "18-18x13-0", "extra"),
        ("icf", "25-10 30-3", "over-target"),
        ("icf", "25-10 25-25x1-0", "impossible"),
        ("community-2024", "30-10", "over-target"),
    ],
)
def test_impossible_figures_are_refused(book: str, words: str, code: str) -> None:
    desk = league(book)
    assert desk.refused(typed(desk, words)) == code


def test_log_with_a_total_refused_today_still_loads() -> None:
    desk = league("kreeda-2024")
    given = typed(desk, "60-55")
    step = apply_event(desk.state, desk.fact(given))
    assert isinstance(step, Recorded)
    assert step.state.matches[M1].result == given


def test_conceded_game_needs_a_reason() -> None:
    desk = league("icf")
    given = typed(desk, "a:9+q b:gives / a:9+q a:9+q a:5")
    assert (given.games, given.score) == ((2, 0), (37, 0))
    assert desk.refused(given) in ("conceded", "not-over")
    desk.record(given, reason="Pooja was late for the second board")


def test_retirement_leaves_a_game_open() -> None:
    desk = league("vkk")
    given = typed(desk, "a:9+q b:3", retired="a")
    assert re.findall(r"Heena|Pooja|\d+", result_text(given)) == ["Heena", "12", "Pooja", "3", "Heena", "Pooja"]
    assert desk.refused(typed(desk, "26-3", retired="a"), reason="unwell") == "over-target"
    desk.record(given, reason="unwell")
    icf = league("icf")
    assert icf.refused(typed(icf, "74-40", retired="a"), reason="unwell") == "impossible"
    icf.record(typed(icf, "25-10 10-3", retired="a"), reason="unwell")
    assert icf.view.winner(M1) == "Pooja"


def test_boards_that_do_not_lead_to_the_figures_are_refused() -> None:
    from dataclasses import replace

    desk = league("vkk")
    given = typed(desk, "a:5+q b:3 a:9+q a:5")
    first, *others = given.boards
    assert desk.refused(replace(given, score=(25, 4))) == "boards"
    assert desk.refused(replace(given, boards=(replace(first, points=9), *others))) == "boards"
    assert desk.refused(replace(given, boards=(replace(first, extra=True), *others))) == "boards"
    assert desk.refused(replace(given, boards=(*given.boards, first))) == "boards"
    assert desk.refused(replace(given, boards=given.boards[:-1], score=(20, 3))) == "not-over"
    assert desk.refused(replace(given, boards=(replace(first, game=2), *others))) == "boards"
    desk.record(given)


def test_a_walkover_has_no_score_and_a_disqualified_player_no_more_results() -> None:
    desk = league("vkk")
    a, b = EntryId("Heena"), EntryId("Pooja")
    assert desk.refused(ResultGiven(match=M1, a=a, b=b, score=(25, 0), walkover="a"), reason="?") == "walkover-score"
    desk.record(EntryLeft(event=LEAGUE.event, entry=b, how="disqualified"), reason="Law 143a")
    assert desk.refused(typed(desk, "8-25")) == "disqualified"
    assert desk.refused(ResultGiven(match=M1, a=a, b=b, walkover="b"), reason="?") == "disqualified"
    desk.record(ResultGiven(match=M1, a=a, b=b, walkover="a"), reason="Law 143a")


def test_correction_of_an_outdated_version_is_refused() -> None:
    desk = league("vkk")
    first = desk.record(typed(desk, "25-8"))
    seen = desk.state.matches[M1].version
    desk.record(typed(desk, "8-25"), supersedes=first, reason="card turned round", base=seen)
    second = desk.state.matches[M1].result_fact
    refused = desk.refused(typed(desk, "25-9"), supersedes=second, reason="misread", base=seen)
    assert refused == "changed-meanwhile"
    assert desk.refused(typed(desk, "25-9"), supersedes=TournamentEventId(first), reason="misread") == "played"
    desk.record(typed(desk, "25-9"), supersedes=second, reason="misread", base=seen + 1)


@given(seed=st.integers(0, 2**32), book=st.sampled_from(sorted(RULEBOOKS)))
@settings(max_examples=examples(60), deadline=None)
def test_any_match_by_boards_is_scored_as_by_carrom_score(seed: int, book: str) -> None:
    """The desk and `carrom score` make the same games of the same boards."""
    luck = Random(seed)
    format = Format.of(rulebook(book), "group")
    words: list[str] = []
    boards: list[dict[str, object]] = []
    while True:
        winner: Party = luck.choice(("a", "b"))
        coins, queen = luck.randrange(10), luck.choice((None, winner, other(winner)))
        words.append(f"{winner}:{coins}" + ("" if queen is None else "+q" if queen == winner else "-q"))
        boards.append({"winner": winner, "coins": coins, "queen": queen})
        line = {"rulebook": book, "stage": "group", "first_break": "a", "boards": boards}
        answer = score_json(line)
        if answer["match"] is not None:
            break
    desk = league(book)
    given = typed(desk, " ".join(words))
    games = answer["games"]
    assert given.score == (sum(game["a"] for game in games), sum(game["b"] for game in games))
    desk.record(given)
    assert desk.view.winner(M1) == ("Heena" if answer["match"] == "a" else "Pooja")
    if format.games > 1:
        assert given.by_game == tuple((game["a"], game["b"]) for game in games)
        reopened = typed(desk, " ".join(word for word in words), first_break="b")
        assert reopened.first_break == "b"


def test_walkover_accepts_only_laws_that_cost_a_match() -> None:
    desk = league("vkk")
    assert desk.refused(typed(desk, "", walkover="a", law="72a"), reason="?") == "law"
    assert desk.refused(typed(desk, "25-3", law="143i"), reason="?") == "law"
    desk.record(typed(desk, "", walkover="a", law="143i"), reason="15 minutes after the call")
    walkover = ResultGiven(match=M1, a=EntryId("Heena"), b=EntryId("Pooja"), walkover="a")
    notice = desk.state.notices[-1].text
    assert notice.startswith(f"M1: {result_text(walkover)}")
    assert "143i" in notice
    assert notice.endswith(": 15 minutes after the call")
    assert desk.refused(EntryLeft(event=LEAGUE.event, entry=EntryId("Pooja"), law="143a"), reason="?") == "law"
    out = EntryLeft(event=LEAGUE.event, entry=EntryId("Pooja"), how="disqualified", law="143z")
    assert desk.refused(out, reason="?") == "law"
    kreeda = league("kreeda-2024")
    kreeda.record(typed(kreeda, "", walkover="a", law="kreeda-2024:14d-i"), reason="Law kreeda-2024:14d-i")
    assert kreeda.state.notices[-1].text.count("kreeda-2024:14d-i") == 1, "not repeated as the reason"


@pytest.mark.parametrize("words", ["۲۵-۱۸", "२५-१८", "٢٥-١٨"])
def test_digits_of_other_scripts_are_digits(words: str) -> None:
    desk = league("vkk")
    assert typed(desk, words).score == (25, 18)
    assert find_match(desk.state, "M१") == find_match(desk.state, "۱") == desk.state.matches[M1]
    assert read_count("۱८") == 18
    assert read_limit("०۸") == 8
    assert read_time_of_day("०९:३०") == "09:30"
