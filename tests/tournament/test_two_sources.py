"""Two sources for one match: the pad and the paper, a pad that was revoked."""

from __future__ import annotations

from typing import Any

from carrom.tournament.draws.bracket import MatchId
from carrom.tournament.model.events import PadEventNoted, ResultConfirmed, SourceRevoked, TournamentEventId
from tests.tournament.desk import GROUPS, Desk, groups_then_knockout

PAD, PAPER = "pad:3", "desk"


def scenario_12() -> tuple[Desk, MatchId, list[Any]]:
    desk = Desk(groups_then_knockout())
    desk.enter("A B C D")
    desk.draw(GROUPS)
    match = desk.match("A", "B")
    for n in range(31):
        desk.record(PadEventNoted(match=match, score=(n // 4, n // 8)), by=PAD, id=f"pad-{n}")
    assert desk.state.matches[match].version == 31
    offline = [
        desk.fact(PadEventNoted(match=match, score=(8 + n, 3)), by=PAD, base=31, id=f"pad-{31 + n}") for n in range(14)
    ]
    return desk, match, offline


def test_conflicting_sources_put_a_match_under_review() -> None:
    desk, match, offline = scenario_12()
    paper = desk.record(desk.given("A", "B", 25, 17), by=PAPER, base=31)
    assert desk.view.status(match) == "played"
    for fact in [*offline, *offline]:  # a pad without an answer sends again
        desk.hand(fact)
    record = desk.state.matches[match]
    assert record.version == 31 + 1 + 14
    assert desk.view.status(match) == "under review"
    assert set(record.rivals) == {paper, "pad-44"}
    assert record.history[record.common_version - 1].score == (7, 3), "the last score that both had seen"
    assert desk.view.result(match) is None
    assert desk.view.tables(GROUPS)[0].standings.table[0].played == 0
    assert desk.refused(ResultConfirmed(match=match, choice=TournamentEventId("pad-40"))) == "no-choice"
    desk.record(ResultConfirmed(match=match, choice=paper), by="chief referee", reason="both signed the card")
    assert desk.view.status(match) == "played"
    assert desk.state.matches[match].history[-1].score in ((25, 17), (17, 25))


def test_the_pad_first_and_the_paper_second_is_the_same_conflict() -> None:
    desk, match, offline = scenario_12()
    for fact in offline:
        desk.hand(fact)
    assert desk.view.status(match) == "ready"
    desk.record(desk.given("A", "B", 25, 17), by=PAPER, base=31)
    assert desk.view.status(match) == "under review"
    assert len(desk.state.matches[match].rivals) == 2


def test_events_of_a_revoked_pad_are_quarantined() -> None:
    desk, match, offline = scenario_12()
    for fact in offline[:9]:
        desk.hand(fact)
    desk.record(SourceRevoked(source=PAD))
    for fact in offline[9:]:
        desk.hand(fact)
    assert desk.state.matches[match].version == 31 + 9
    assert [fact.id for fact in desk.state.quarantined] == [f"pad-{n}" for n in range(40, 45)]
